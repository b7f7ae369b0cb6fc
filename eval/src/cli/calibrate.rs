//! `reckoners calibrate`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use clap::Args;
use indicatif::ProgressBar;
use reckoners_agents::search::Guide;
use reckoners_agents::{AgentFactory, AgentSpec};
use reckoners_env::chance::below;
use reckoners_env::rng::{Purpose, stream};
use reckoners_env::{EpisodeEnd, Game, Rules};

use super::bar::bar;
use super::game::GameArgs;
use reckoners_eval::arena::{self, Bout, Keep};
use reckoners_eval::report::{self, chart};
use reckoners_eval::rounded::percent;
use reckoners_eval::seeds::{HELD_OUT, TeamChoice};
use reckoners_eval::stats::{Calibration, calibrate};
use serde::Serialize;

use super::eval::{MOST_GAMES, once_each, read_difficulties, read_players, stop_flag};

/// Bins of about equal count that the predictions are sorted into.
const BINS: usize = 10;

/// The agent itself, in `--from`.
const ITSELF: &str = "itself";

/// Whether predicted win chances come true.
///
/// Somebody plays held-out games (--from). Of each game one round is drawn; there the agent says how
/// likely it is to win, and plays on to the end with new luck: one prediction a game. Games of the same
/// number begin alike at every difficulty, so intervals over several difficulties are a little too narrow.
/// Weak players lead to positions that a strong agent would never see, but that people bring to it.
#[derive(Debug, Args)]
pub(crate) struct CalibrateArgs {
    /// Who predicts and plays on: scripted, net (the shipped network) or net:FILE; followed by
    /// "+any-cards" to play cards it was not trained on
    #[arg(default_value = "net")]
    agent: String,
    /// Who plays up to the prediction: agents, separated by commas, or "itself"; who is named twice plays once
    #[arg(
        long,
        default_value = "itself,scripted,greedy,random",
        value_name = "AGENTS"
    )]
    from: String,
    /// Numbers of Reckoners, separated by commas, or "all"
    #[arg(long, default_value = "all")]
    players: String,
    /// Difficulties, separated by commas, or "all"
    #[arg(long, default_value = "all")]
    difficulty: String,
    #[command(flatten)]
    game: GameArgs,
    /// Games for each difficulty, number of Reckoners and player of --from
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// Seed suite; training never uses any of them
    #[arg(long, default_value_t = HELD_OUT)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Draw the reliability diagram into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Answer<'a> {
    agent: String,
    game: String,
    seed: u64,
    catalog: &'a str,
    version: &'static str,
    stopped_early: bool,
    /// All predictions.
    #[serde(flatten)]
    calibration: &'a Calibration,
    /// The same for the positions of each player of `--from`.
    from: Vec<Part<'a>>,
}

#[derive(Serialize)]
struct Part<'a> {
    player: &'a str,
    #[serde(flatten)]
    calibration: &'a Calibration,
}

/// Predictions and what became of them.
#[derive(Default)]
struct Predictions {
    said: Vec<f64>,
    won: Vec<bool>,
}

impl Predictions {
    fn extend(&mut self, other: &Self) {
        self.said.extend(&other.said);
        self.won.extend(&other.won);
    }
}

/// Who plays up to the prediction.
struct Source {
    name: String,
    agent: AgentFactory,
}

pub(crate) fn run(rules: &Rules, args: &CalibrateArgs) -> Result<ExitCode> {
    let spec = AgentSpec::parse(&args.agent)?;
    let forecaster = spec.load_guide(rules)?;
    let agent = spec.load(rules)?;
    let sources = read_sources(rules, &args.from, &spec)?;
    let players = read_players(&args.players, &TeamChoice::Random, 1)?;
    let difficulties = read_difficulties(&args.difficulty)?;
    args.svg
        .as_deref()
        .map_or(Ok(()), report::expect_writable)?;

    let stop = stop_flag()?;
    let cells = (players.len() * difficulties.len() * sources.len()) as u64;
    // Each game is played up to a position and from there.
    let bar = bar(2 * args.games * cells, "games");
    let table = Table {
        rules,
        agent: &agent,
        forecaster: forecaster.as_ref(),
        stop: &stop,
        bar: &bar,
    };
    let mut parts: Vec<Predictions> = Vec::new();
    for source in &sources {
        let mut part = Predictions::default();
        for &difficulty in &difficulties {
            for &players in &players {
                let bout = Bout {
                    players,
                    ruleset: args.game.ruleset(difficulty),
                    team: TeamChoice::Random,
                    suite: args.seed,
                    games: args.games,
                };
                part.extend(&table.predict(&source.agent, &bout));
            }
        }
        parts.push(part);
    }
    bar.finish_and_clear();
    let stopped = stop.load(Ordering::Relaxed);
    let mut all = Predictions::default();
    parts.iter().for_each(|part| all.extend(part));
    if stopped && all.said.is_empty() {
        eprintln!("stopped early: no game was finished");
        return Ok(ExitCode::from(130));
    }
    let whole = calibrate(&all.said, &all.won, BINS)?;
    let parts = sources
        .iter()
        .zip(&parts)
        .filter(|(_, part)| !part.said.is_empty())
        .map(|(source, part)| {
            Ok((
                source.name.as_str(),
                calibrate(&part.said, &part.won, BINS)?,
            ))
        })
        .collect::<Result<Vec<_>>>()?;
    let name = spec.to_string();
    if args.json {
        let part = |(player, calibration)| Part {
            player,
            calibration,
        };
        let answer = Answer {
            agent: name.clone(),
            game: args.game.ruleset(difficulties[0]).name(),
            seed: args.seed,
            catalog: &rules.catalog().hash,
            version: env!("CARGO_PKG_VERSION"),
            stopped_early: stopped,
            calibration: &whole,
            from: parts.iter().map(|(name, c)| part((*name, c))).collect(),
        };
        say_line!("{}", serde_json::to_string_pretty(&answer)?);
    } else {
        say!("{}", text(&name, &whole, &parts));
    }
    if let Some(file) = args.svg.as_ref().filter(|_| !stopped) {
        report::write_atomic(file, &diagram(&name, &parts))?;
        eprintln!("diagram written to {}", file.display());
    }
    if stopped {
        eprintln!(
            "stopped early: the numbers above are what was done so far, and no diagram is drawn"
        );
        return Ok(ExitCode::from(130));
    }
    Ok(ExitCode::SUCCESS)
}

fn read_sources(rules: &Rules, text: &str, itself: &AgentSpec) -> Result<Vec<Source>> {
    let spec = |name: &str| match name.trim() {
        ITSELF => Ok(itself.clone()),
        other => AgentSpec::parse(other).context("--from"),
    };
    // By what they are and not by what they are called: the same games twice would look like more evidence.
    let specs = once_each(text.split(',').map(spec))?;
    let source = |spec: AgentSpec| {
        Ok(Source {
            name: match spec == *itself {
                true => ITSELF.to_owned(),
                false => spec.to_string(),
            },
            agent: spec.load(rules).context("--from")?,
        })
    };
    specs.into_iter().map(source).collect()
}

/// What predictions are made with.
struct Table<'a> {
    rules: &'a Rules,
    agent: &'a AgentFactory,
    forecaster: &'a dyn Guide,
    stop: &'a AtomicBool,
    bar: &'a ProgressBar,
}

impl Table<'_> {
    /// One prediction for each game of a bout that `source` begins.
    fn predict(&self, source: &AgentFactory, bout: &Bout) -> Predictions {
        let played = |n| self.bar.inc(n);
        let keep = Keep::RoundStarts;
        let begun = arena::play(self.rules, source, bout, keep, self.stop, &played);
        // With strange cards a game can be lost before its first round.
        let drawn = |(n, record): (u64, &arena::Record)| -> Option<(u64, Game)> {
            let rounds = &record.round_starts;
            let mut rng = stream(bout.suite, n, u64::from(bout.players), Purpose::Task);
            let some = !rounds.is_empty();
            some.then(|| (n, rounds[below(&mut rng, rounds.len() as u32) as usize]))
        };
        let starts: Vec<(u64, Game)> = (0..).zip(&begun).filter_map(drawn).collect();
        let positions: Vec<Game> = starts.iter().map(|(_, game)| *game).collect();
        let chances = self.forecaster.win_chances(self.rules, &positions);
        let ended = arena::play_on(self.rules, self.agent, bout, &starts, self.stop, &played);
        let mut predictions = Predictions::default();
        for (chance, record) in chances.iter().zip(&ended) {
            // A game that the round cap cut short has no outcome to compare with.
            if record.end != EpisodeEnd::Truncated {
                predictions.said.push(f64::from(*chance));
                predictions.won.push(record.won());
            }
        }
        predictions
    }
}

fn diagram(name: &str, parts: &[(&str, Calibration)]) -> String {
    let labels = chart::Labels::new(
        "reliability",
        format!("Do the win chances of {name} come true?"),
        "Share of games won against the win chance predicted at the start of a round, one round a \
         game, for positions that different players led to. The area of a marker follows its number \
         of games.",
    );
    let parts: Vec<_> = parts
        .iter()
        .map(|(player, c)| (format!("after {player}"), c))
        .collect();
    chart::reliability(&labels, &parts, chart::Placement::File)
}

fn text(name: &str, whole: &Calibration, parts: &[(&str, Calibration)]) -> String {
    let percent = |share: f64| format!("{} %", percent(share, 2));
    let mut text = format!(
        "{name}: {} games, one prediction each, in bins of about equal size\n\n\
         {:>20}  {:>9}  {:>9}  {:>20}  {:>7}\n",
        whole.count, "predicted", "mean", "games won", "95 % interval", "games"
    );
    for bin in &whole.bins {
        let between = |low, high| format!("{} to {}", percent(low), percent(high));
        text += &format!(
            "{:>20}  {:>9}  {:>9}  {:>20}  {:>7}\n",
            between(bin.from, bin.to),
            percent(bin.mean_prediction),
            percent(bin.observed),
            between(bin.interval.low, bin.interval.high),
            bin.count,
        );
    }
    text += &format!(
        "\n{:<20}  {:>7}  {:>9}  {:>9}  {:>11}  {:>11}\n",
        "positions after", "games", "predicted", "games won", "ECE", "Brier score"
    );
    let all = std::iter::once(("all of them", whole));
    for (player, c) in parts.iter().map(|(player, c)| (*player, c)).chain(all) {
        text += &format!(
            "{:<20}  {:>7}  {:>9}  {:>9}  {:>11.4}  {:>11.4}\n",
            player,
            c.count,
            percent(c.mean_prediction),
            percent(c.wins as f64 / c.count as f64),
            c.expected_error,
            c.brier,
        );
    }
    text + "\nECE is the expected calibration error: how far games won are from what was predicted, \
            a mean\nover the bins. With few games it is above 0 by luck alone.\n"
}
