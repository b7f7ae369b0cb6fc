//! `reckoners eval`.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use reckoners_agents::AgentSpec;
use reckoners_env::{Difficulty, Reckoner, Rules};

use super::bar::bar;
use super::game::{self, GameArgs, GamesArgs};
use reckoners_eval::arena::{self, Bout, Keep};
use reckoners_eval::record::{self, Wanted};
use reckoners_eval::report::{self, Cell, CellKey, Origin, Report, TableStyle, Timings};
use reckoners_eval::seeds::{HELD_OUT, TeamChoice};
use signal_hook::consts::{SIGINT, SIGTERM};

/// More games of a cell than anyone can wait for.
pub(crate) const MOST_GAMES: u64 = 100_000_000;

/// What to evaluate and how to show it.
///
/// Agents: random, greedy, scripted, net (the shipped network), net:FILE (another one),
/// search:GUIDE and hint:GUIDE (what hints advise), where GUIDE is scripted, net or net:FILE, and
/// people:beginner, people:club and people:expert, the human teams that hints reckon with.
/// A network may be followed by "+sample" (play its probabilities instead of its favourite) and
/// "+any-cards" (play cards it was not trained on), a search by "+playouts=N", "+ms=N", "+width=N",
/// "+horizon=N" and "+certainty=N". All agents play the same games: the same seeds, teams and luck.
#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    /// A fixed list of tasks in place of a game: frontier (what the strongest players do not win almost always),
    /// base, boxes (twenty boxes that no training sees), hints (whether following them is worth it), or a file *.toml;
    /// then players, difficulty and the game are the suite's own
    #[arg(long, value_name = "NAME", conflicts_with_all = ["players", "difficulty", "boss", "city", "city_cards", "modules", "adjustment", "reckoners", "team", "html", "record"])]
    pub(super) suite: Option<String>,
    /// Agents, separated by commas
    #[arg(long, default_value = "random,greedy,scripted")]
    pub(super) agents: String,
    /// One mixed team beside the agents: an agent for each seat, separated by commas; more seats
    /// than agents begin again with the first
    #[arg(long, value_name = "AGENTS")]
    team: Option<String>,
    /// Numbers of Reckoners, separated by commas, or "all"
    #[arg(long, default_value = "all")]
    players: String,
    /// Difficulties, separated by commas, or "all"
    #[arg(long, default_value = "all")]
    difficulty: String,
    #[command(flatten)]
    game: GamesArgs,
    /// Named Reckoners in seating order, or "random" for a new team each game
    #[arg(long, default_value = "random")]
    reckoners: String,
    /// Games a cell, or a task of a suite
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub(super) games: u64,
    /// Seed suite; training never uses any of them
    #[arg(long, default_value_t = HELD_OUT)]
    pub(super) seed: u64,
    /// Keep games as traces in this folder, one BOSS-CITY folder for each game, for replay and review
    #[arg(long, value_name = "FOLDER")]
    record: Option<PathBuf>,
    /// Which games to keep: all, lost, or their numbers such as 0,7,12
    #[arg(
        long,
        value_name = "GAMES",
        default_value = "lost",
        requires = "record"
    )]
    record_games: Wanted,
    /// Print JSON
    #[arg(long, conflicts_with_all = ["csv", "markdown"])]
    pub(super) json: bool,
    /// Print CSV
    #[arg(long, conflicts_with = "markdown")]
    pub(super) csv: bool,
    /// Print Markdown
    #[arg(long)]
    pub(super) markdown: bool,
    /// Write an HTML report with charts to this file; of several games one each, FILE-BOSS-CITY
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Replace the results table of this file, between its lines <!-- results:begin --> and <!-- results:end -->; a
    /// suite's between lines of its name
    #[arg(long, value_name = "FILE")]
    pub(super) readme: Option<PathBuf>,
}

pub(crate) fn run(rules: &Rules, args: &EvalArgs) -> Result<ExitCode> {
    if let Some(name) = &args.suite {
        return super::suite::run(rules, name, args);
    }
    let mut specs = once_each(AgentSpec::parse_list(&args.agents)?.into_iter().map(Ok))?;
    if let Some(team) = &args.team {
        specs.push(AgentSpec::Team(
            AgentSpec::parse_list(team).context("--team")?,
        ));
    }
    let agents = specs
        .iter()
        .map(|spec| Ok((spec.to_string(), spec.load(rules)?)))
        .collect::<Result<Vec<_>>>()?;
    let games = args.game.games();
    ensure!(
        args.readme.is_none() || games.len() == 1,
        "--readme: the table of a README shows one game; name one boss and one city"
    );
    let team = read_teams(&args.reckoners, &games)?;
    let mixed = specs.iter().map(AgentSpec::seats).max().unwrap_or(1);
    let players = read_players(&args.players, &team, mixed)?;
    let difficulties = read_difficulties(&args.difficulty)?;
    if let Some(n) = args.record_games.beyond(args.games) {
        let last = args.games - 1;
        bail!(
            "--record-games {n}: the games are numbered from 0 to {last}; play more or name others"
        );
    }
    // Before the games, because a long evaluation should not end in a file that cannot be written.
    args.html
        .as_deref()
        .map_or(Ok(()), report::expect_writable)?;
    if let Some(file) = &args.readme {
        report::expect_readme(report::RESULTS, file)?;
    }

    let stop = stop_flag()?;
    let cells = games.len() * agents.len() * players.len() * difficulties.len();
    let bar = bar(args.games * cells as u64, "games");

    let mut reports = Vec::new();
    for game in &games {
        let start = Instant::now();
        let mut results: Vec<Cell> = Vec::new();
        for &difficulty in &difficulties {
            for &seats in &players {
                let bout = Bout {
                    players: seats,
                    ruleset: game.ruleset(difficulty),
                    team: team.clone(),
                    suite: args.seed,
                    games: args.games,
                };
                for (name, agent) in &agents {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let what = bout.ruleset.name();
                    bar.set_message(format!("{name}, {seats} Reckoners, {difficulty}, {what}"));
                    let played = |n| bar.inc(n);
                    let records = arena::play(rules, agent, &bout, Keep::Numbers, &stop, &played);
                    if let Some(folder) = &args.record {
                        let kept = (folder.as_path(), &args.record_games);
                        let player = (name.as_str(), agent);
                        let written = record::write(rules, player, &bout, &records, kept, &stop)?;
                        let place = record::folder_of(folder, rules, &bout.ruleset);
                        let (place, s) = (place.display(), if written == 1 { "" } else { "s" });
                        bar.suspend(|| {
                            eprintln!("{written} game{s} of {name}, {seats} Reckoners, {difficulty}, {what}: kept in {place}");
                        });
                    }
                    let key = CellKey {
                        difficulty: difficulty.key().to_owned(),
                        players: seats,
                        reckoners: team.to_string(),
                        agent: name.clone(),
                    };
                    results.extend(Cell::count(key, &records));
                }
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        let total: u64 = results.iter().map(|cell| cell.tally.games()).sum();
        let origin = Origin {
            catalog: rules.catalog().hash.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: game.ruleset(Difficulty::ALL[0]),
            seed: args.seed,
            command: command_line(),
        };
        reports.push(Report {
            stopped_early: stop.load(Ordering::Relaxed),
            timings: Some(Timings {
                seconds,
                threads: rayon::current_num_threads(),
                games_per_second: total as f64 / seconds,
            }),
            ..Report::new(results, origin)
        });
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
    bar.finish_and_clear();
    let shown = show(&reports, args);
    write_files(&reports, args)?;
    shown?;
    if stop.load(Ordering::Relaxed) {
        eprintln!("stopped early: the numbers above are what was done so far");
        return Ok(ExitCode::from(130));
    }
    Ok(ExitCode::SUCCESS)
}

/// A flag that Ctrl-C or a termination signal sets.
pub(crate) fn stop_flag() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&stop))
            .with_context(|| format!("signal {signal} cannot be watched"))?;
    }
    Ok(stop)
}

fn show(reports: &[Report], args: &EvalArgs) -> Result<()> {
    if args.json {
        say!("{}", report::json(reports)?);
    } else if args.csv {
        say!("{}", report::csvs(reports));
    } else if args.markdown {
        say!("{}", report::markdowns(reports));
    } else {
        say!("{}", report::tables(reports, TableStyle::detect()));
    }
    Ok(())
}

/// After the numbers were printed: a file that cannot be written must not cost them.
fn write_files(reports: &[Report], args: &EvalArgs) -> Result<()> {
    if let Some(file) = &args.html {
        for report in reports {
            let file = page_of(file, report, reports.len());
            report::write_atomic(&file, &report::html(report))?;
            eprintln!("report written to {}", file.display());
        }
    }
    if let (Some(file), [report]) = (&args.readme, reports) {
        if report.stopped_early {
            eprintln!("{} is left as it was", file.display());
            return Ok(());
        }
        report::readme_block(report::RESULTS, &report::brief(report), file)?;
        eprintln!("results table of {} replaced", file.display());
    }
    Ok(())
}

/// The file of a game's page: its own name if it is not the only one.
fn page_of(file: &Path, report: &Report, pages: usize) -> PathBuf {
    if pages == 1 {
        return file.to_owned();
    }
    let game = &report.origin.game;
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, ending) = (part(file.file_stem()), part(file.extension()));
    let dot = if ending.is_empty() { "" } else { "." };
    let (boss, city) = (game.boss.key(), game.city.key());
    file.with_file_name(format!("{stem}-{boss}-{city}{dot}{ending}"))
}

/// The command as typed, so that a report says how to make it again. Thread count and output
/// choices do not change the numbers; only the thread count is left out.
pub(super) fn command_line() -> String {
    let mut words = vec!["reckoners".to_owned()];
    // A path may be no text; then it is told as well as can be.
    let mut rest = std::env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned());
    while let Some(word) = rest.next() {
        if word == "--threads" {
            rest.next();
        } else if !word.starts_with("--threads=") {
            words.push(word);
        }
    }
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    words.join(" ")
}

/// A word as a shell reads it back.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./,:+=@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// The team, which every game can be played with.
fn read_teams(text: &str, games: &[GameArgs]) -> Result<TeamChoice> {
    let mut team = TeamChoice::Random;
    for game in games {
        team = read_team(text, game)?;
    }
    Ok(team)
}

fn read_team(text: &str, game: &GameArgs) -> Result<TeamChoice> {
    let ruleset = game.checked()?;
    if text.eq_ignore_ascii_case("random") {
        return Ok(TeamChoice::Random);
    }
    let team: Vec<Reckoner> = text
        .split([',', '+'])
        .map(|name| name.parse::<Reckoner>().context("--reckoners"))
        .collect::<Result<_>>()?;
    game::setup(&team, ruleset)?;
    Ok(TeamChoice::Named(team))
}

/// The numbers of Reckoners to play with. `agents` is the size of a mixed team of agents, all of
/// whom must have a seat.
pub(crate) fn read_players(text: &str, team: &TeamChoice, agents: usize) -> Result<Vec<u8>> {
    let all = text.eq_ignore_ascii_case("all");
    let list: Vec<u8> = match team {
        TeamChoice::Named(team) if all => vec![team.len() as u8],
        TeamChoice::Random if all => (2..=6).filter(|&n| usize::from(n) >= agents).collect(),
        _ => once_each(text.split(',').map(read_size))?,
    };
    if let TeamChoice::Named(team) = team {
        ensure!(
            list.iter().all(|&n| usize::from(n) == team.len()),
            "--players {text}: the named team has {} Reckoners",
            team.len()
        );
    }
    let fewest = list.iter().min().map_or(6, |&n| usize::from(n));
    ensure!(
        agents <= fewest,
        "--team: {agents} agents have no seats in a game of {fewest}"
    );
    Ok(list)
}

fn read_size(text: &str) -> Result<u8> {
    match text.trim().parse() {
        Ok(n @ 2..=6) => Ok(n),
        _ => bail!("--players {text}: a game has 2 to 6 Reckoners (alone you play two)"),
    }
}

/// A list without repetitions, in the order given.
pub(crate) fn once_each<T: PartialEq>(items: impl Iterator<Item = Result<T>>) -> Result<Vec<T>> {
    let mut list = Vec::new();
    for item in items {
        let item = item?;
        if !list.contains(&item) {
            list.push(item);
        }
    }
    Ok(list)
}

pub(crate) fn read_difficulties(text: &str) -> Result<Vec<Difficulty>> {
    if text.eq_ignore_ascii_case("all") {
        return Ok(Difficulty::ALL.to_vec());
    }
    once_each(
        text.split(',')
            .map(|d| d.parse::<Difficulty>().context("--difficulty")),
    )
}
