//! `reckoners calibrate`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use reckoners_agents::AgentSpec;
use reckoners_env::Rules;
use reckoners_env::chance::below;
use reckoners_env::rng::{Purpose, stream};
use reckoners_eval::arena::{self, Bout};
use reckoners_eval::report::{self, chart};
use reckoners_eval::seeds::{HELD_OUT, TeamChoice};
use reckoners_eval::stats::{Calibration, calibrate};
use serde::Serialize;

use super::eval::{MOST_GAMES, read_difficulties, read_players, stop_flag};

/// Bins of equal width that the predictions are sorted into.
const BINS: usize = 10;

/// Whether predicted win chances come true.
///
/// The agent plays held-out games. Of each game one round is drawn, the win chance that the agent
/// gave at its first decision is compared with how the game ended: one prediction a game, so that
/// predictions do not depend on each other.
#[derive(Debug, Args)]
pub(crate) struct CalibrateArgs {
    /// Who plays and predicts: scripted, net (the shipped network) or net:FILE; followed by
    /// "+any-cards" to play cards it was not trained on
    #[arg(default_value = "net")]
    agent: String,
    /// Numbers of Reckoners, separated by commas, or "all"
    #[arg(long, default_value = "all")]
    players: String,
    /// Difficulties, separated by commas, or "all"
    #[arg(long, default_value = "all")]
    difficulty: String,
    /// Games for each difficulty and number of Reckoners
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
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
    seed: u64,
    catalog: &'a str,
    version: &'static str,
    stopped_early: bool,
    #[serde(flatten)]
    calibration: &'a Calibration,
}

pub(crate) fn run(rules: &Rules, args: &CalibrateArgs) -> Result<ExitCode> {
    let spec = AgentSpec::parse(&args.agent)?;
    let forecaster = spec.load_guide(rules)?;
    let agent = spec.load(rules)?;
    let players = read_players(&args.players, &TeamChoice::Random, 1)?;
    let difficulties = read_difficulties(&args.difficulty)?;
    args.svg.as_deref().map_or(Ok(()), report::expect_folder)?;

    let stop = stop_flag()?;
    let bar = ProgressBar::new(args.games * (players.len() * difficulties.len()) as u64);
    bar.set_style(ProgressStyle::with_template(
        "{bar:30} {human_pos}/{human_len} games, {eta} left",
    )?);
    let (mut predictions, mut outcomes) = (Vec::new(), Vec::new());
    for &difficulty in &difficulties {
        for &players in &players {
            let bout = Bout {
                players,
                difficulty,
                team: TeamChoice::Random,
                suite: args.seed,
                games: args.games,
            };
            let played = |n| bar.inc(n);
            let forecaster = Some(forecaster.as_ref());
            let records = arena::play(rules, &agent, forecaster, &bout, &stop, &played);
            for (n, record) in (0..).zip(&records) {
                let mut rng = stream(args.seed, n, u64::from(players), Purpose::Task);
                let round = below(&mut rng, record.forecasts.len() as u32) as usize;
                // A game that the round cap cut short has no outcome to compare with.
                if record.ending.is_some() {
                    predictions.push(f64::from(record.forecasts[round]));
                    outcomes.push(record.won());
                }
            }
        }
    }
    bar.finish_and_clear();
    let stopped = stop.load(Ordering::Relaxed);
    if stopped && predictions.is_empty() {
        eprintln!("stopped early: no game was finished");
        return Ok(ExitCode::from(130));
    }
    let calibration = calibrate(&predictions, &outcomes, BINS)?;
    if args.json {
        let answer = Answer {
            agent: spec.to_string(),
            seed: args.seed,
            catalog: &rules.catalog().hash,
            version: env!("CARGO_PKG_VERSION"),
            stopped_early: stopped,
            calibration: &calibration,
        };
        say_line!("{}", serde_json::to_string_pretty(&answer)?);
    } else {
        say!("{}", table(&spec.to_string(), &calibration));
    }
    if let Some(file) = args.svg.as_ref().filter(|_| !stopped) {
        let labels = chart::Labels::new(
            "reliability",
            "Do predicted win chances come true?",
            "Share of games won against the win chance predicted at the start of a round, one round a game",
        );
        let name = spec.to_string();
        let chart = chart::reliability(labels, &[(&name, &calibration)]);
        report::write_atomic(file, &chart.render(chart::Placement::File))?;
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

fn table(name: &str, calibration: &Calibration) -> String {
    let mut text = format!(
        "{name}: {} games, one prediction each\n\n\
         predicted    mean   games won (95 %)              games\n",
        calibration.count
    );
    for bin in &calibration.bins {
        let Some(said) = bin.said else { continue };
        let percent = |share: f64| 100.0 * share;
        text += &format!(
            "{:>3.0}-{:>3.0} %  {:>5.1} %  {:>5.1} % ({:>5.1} to {:>5.1})  {:>10}\n",
            percent(bin.from),
            percent(bin.to),
            percent(said.mean_prediction),
            percent(said.observed),
            percent(said.interval.low),
            percent(said.interval.high),
            bin.count,
        );
    }
    text += &format!(
        "\nexpected calibration error {:.4}, Brier score {:.4}\n",
        calibration.expected_error, calibration.brier
    );
    text
}
