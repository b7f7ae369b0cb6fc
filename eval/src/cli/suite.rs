//! `reckoners eval --suite`.

use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context, Result};
use reckoners_agents::AgentSpec;
use reckoners_env::Rules;
use reckoners_eval::report::{
    self, Cell, CellKey, Origin, SuiteReport, TableStyle, TaskCell, Timings,
};
use reckoners_eval::suite::{self, Suite};

use super::bar::bar;
use super::eval::{EvalArgs, command_line, once_each, stop_flag};

pub(super) fn run(rules: &Rules, name: &str, args: &EvalArgs) -> Result<ExitCode> {
    let suite = Suite::named(name).context("--suite")?;
    let agents = once_each(AgentSpec::parse_list(&args.agents)?.into_iter().map(Ok))?;
    // Before the games, because a long evaluation should not end in a file that cannot be written.
    if let Some(file) = &args.readme {
        report::expect_readme(&suite.name, file)?;
    }
    let stop = stop_flag()?;
    let games = args.games * (suite.tasks.len() * agents.len()) as u64;
    let bar = bar(games, "games");
    let start = Instant::now();
    let mut cells = Vec::new();
    for task in &suite.tasks {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        bar.set_message(format!("{}, {} Reckoners", task.name, task.players));
        let played = |n| bar.inc(n);
        let found = suite::play(
            rules,
            task,
            &agents,
            (args.seed, args.games),
            &stop,
            &played,
        )?;
        for (agent, records) in agents.iter().zip(&found.records) {
            let key = CellKey {
                difficulty: task.ruleset.difficulty.key().to_owned(),
                players: task.players,
                reckoners: "random".to_owned(),
                agent: agent.to_string(),
            };
            cells.extend(Cell::count(key, records).map(|cell| TaskCell {
                group: task.group.clone(),
                task: task.name.clone(),
                game: task.ruleset.name(),
                cards: found.catalog.clone(),
                cell,
            }));
        }
    }
    bar.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();
    let total: u64 = cells.iter().map(|c| c.cell.tally.games()).sum();
    let origin = Origin {
        // Tasks name their games; this is what they begin with.
        game: reckoners_env::Ruleset::base(reckoners_env::Difficulty::ALL[0]),
        catalog: rules.catalog().hash.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: args.seed,
        command: command_line(),
    };
    let mut report = SuiteReport::new(&suite.name, &suite.about, cells, origin);
    report.stopped_early = stop.load(Ordering::Relaxed);
    report.timings = Some(Timings {
        seconds,
        threads: rayon::current_num_threads(),
        games_per_second: total as f64 / seconds,
    });
    if args.json {
        say!("{}", report.to_json()?);
    } else if args.csv {
        say!("{}", report.csv());
    } else if args.markdown {
        say!("{}", report.markdown());
    } else {
        say!("{}", report.table(TableStyle::detect()));
    }
    if report.stopped_early {
        eprintln!("stopped early: the numbers above are what was done so far");
        return Ok(ExitCode::from(130));
    }
    if let Some(file) = &args.readme {
        report::readme_block(&suite.name, &report.brief(), file)?;
        eprintln!("results table of {} replaced", file.display());
    }
    Ok(ExitCode::SUCCESS)
}
