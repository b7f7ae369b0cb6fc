//! A series: the same team against every boss in his own city, one after the other, until the first loss.

use std::process::ExitCode;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result};
use clap::Args;
use reckoners_agents::registry::AgentSpec;
use reckoners_env::cards::Modules;
use reckoners_env::episode::EpisodeEnd;
use reckoners_env::ids::{BossKind, CityKind, MAX_SEATS, MIN_SEATS};
use reckoners_env::{Difficulty, Rules, Ruleset};
use reckoners_eval::arena::{self, Bout, Keep};
use reckoners_eval::rounded::percent;
use reckoners_eval::seeds::TeamChoice;
use serde::Serialize;

use super::bar::bar;
use super::eval::stop_flag;

/// The series is this project's own: the campaign sheet of the expansion is not available, and nothing carries over
/// from one game to the next.
#[derive(Debug, Args)]
pub(crate) struct SeriesArgs {
    /// Agent, as in eval
    #[arg(long, default_value = "scripted")]
    agent: String,
    /// Number of Reckoners
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(MIN_SEATS as i64..=MAX_SEATS as i64))]
    players: u8,
    #[arg(long, help = super::difficulty_help(), default_value = "standard")]
    difficulty: Difficulty,
    #[arg(long, default_value_t = Modules::NONE, help = super::game::modules_help())]
    modules: Modules,
    /// Series to play
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    series: u64,
    /// Seed suite; training never uses any of them
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// How far the series came.
#[derive(Debug, Serialize)]
struct Stage {
    /// Boss and city.
    game: String,
    /// Series that reached it.
    reached: u64,
    /// Series that won it.
    won: u64,
}

pub(crate) fn run(rules: &Rules, args: &SeriesArgs) -> Result<ExitCode> {
    let agent = AgentSpec::parse_list(&args.agent).context("--agent")?;
    let [agent] = agent.as_slice() else {
        anyhow::bail!("--agent: one agent plays a series");
    };
    let agent = agent.load(rules)?;
    let stop = stop_flag()?;
    let bar = bar(args.series * BossKind::COUNT as u64, "games");
    // A series goes on until a game is lost: one that the round cap cut short is neither won nor lost.
    let mut alive = vec![true; args.series as usize];
    let mut stages = Vec::new();
    for (stage, (boss, city)) in BossKind::ALL.into_iter().zip(CityKind::ALL).enumerate() {
        let ruleset = Ruleset {
            boss,
            city,
            ..Ruleset::base(args.difficulty).with(args.modules)
        };
        let bout = Bout {
            players: args.players,
            ruleset,
            // The team stays, the luck is each game's own.
            team: TeamChoice::OfSuite(args.seed),
            suite: args.seed ^ (stage as u64) << 48,
            games: args.series,
        };
        let records = arena::play(rules, &agent, &bout, Keep::Numbers, &stop, &|n| bar.inc(n));
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let reached = alive.iter().filter(|on| **on).count() as u64;
        let playing = alive.iter().zip(&records).filter(|(on, _)| **on);
        let won = playing.filter(|(_, record)| record.won()).count() as u64;
        for (on, record) in alive.iter_mut().zip(&records) {
            *on &= !matches!(record.end, EpisodeEnd::Lost(_));
        }
        let game = ruleset.name();
        stages.push(Stage { game, reached, won });
    }
    bar.finish_and_clear();
    show(args, &stages)?;
    if stop.load(Ordering::Relaxed) {
        eprintln!("stopped early: only games that all series have played are told");
        return Ok(ExitCode::from(130));
    }
    Ok(ExitCode::SUCCESS)
}

fn show(args: &SeriesArgs, stages: &[Stage]) -> Result<()> {
    if args.json {
        say_line!("{}", serde_json::to_string_pretty(stages)?);
        return Ok(());
    }
    say_line!(
        "A series of this project, not the campaign of the box: the same team, until the first loss."
    );
    for stage in stages {
        let share = percent(stage.won as f64 / stage.reached.max(1) as f64, 1);
        say_line!(
            "{:<24} reached by {:>6}, won by {:>6} ({share} %)",
            stage.game,
            stage.reached,
            stage.won
        );
    }
    Ok(())
}
