//! `reckoners measure`: how good hints are, in numbers that anybody can repeat.

use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};
use reckoners_agents::people::Level;
use reckoners_env::table::Table;
use reckoners_env::{Game, Rules};
use reckoners_eval::hint::tally::{self, Walk};
use reckoners_eval::hint::{Advisor, Brain, HintOptions, judge};
use reckoners_eval::report::write_atomic;
use reckoners_eval::rounded::percent;
use serde::Serialize;

use super::bar::bar;
use super::eval::MOST_GAMES;
use super::game::GameArgs;

/// What to measure.
#[derive(Debug, Subcommand)]
pub(crate) enum MeasureCommand {
    /// How often hints tell their options apart
    Told(HintsArgs),
    /// How often more thought changes the first choice
    Stability(StabilityArgs),
    /// Whether the win chances for people come true
    People(PeopleArgs),
    /// How many dice the plans of hints waste
    Waste(HintsArgs),
    /// Find positions with a win on the table, and write them as table files
    Wins(WinsArgs),
}

/// Positions along games of the scripted player, over all numbers of Reckoners and difficulties.
#[derive(Debug, Args)]
pub(crate) struct WalkArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Games
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// One decision in so many
    #[arg(long, default_value_t = 10)]
    every: usize,
    /// Most positions in all, spread over the games
    #[arg(long, default_value_t = 100_000)]
    most: usize,
    /// Seed suite; training never uses any of them
    #[arg(long, default_value_t = 1)]
    suite: u64,
}

impl WalkArgs {
    fn walk(&self) -> Result<Walk> {
        Ok(Walk {
            ruleset: self.game.checked()?,
            games: self.games,
            every: self.every,
            suite: self.suite,
            most: self.most,
        })
    }
}

/// Hints to be measured.
#[derive(Debug, Args)]
pub(crate) struct HintsArgs {
    #[command(flatten)]
    walk: WalkArgs,
    /// Who gives the hints: scripted, net, net:FILE or search:GUIDE [default: net]
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,
    /// Only positions whose chance to win, by the first opinion of whoever gives the hints, lies between these per cent
    #[arg(long, num_args = 2, value_names = ["LOW", "HIGH"], value_parser = clap::value_parser!(u8).range(0..=100))]
    between: Option<Vec<u8>>,
    /// Most playouts of a hint [default: as in hint]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    playouts: Option<u32>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl HintsArgs {
    fn positions(&self, rules: &Rules, advisor: &Advisor) -> Result<Vec<Game>> {
        let between = self.between.as_deref();
        if let Some([low, high]) = between {
            ensure!(
                low < high,
                "--between {low} {high}: the lower number comes first"
            );
        }
        let wanted = |game: &Game| {
            let Some(&[low, high]) = between else {
                return true;
            };
            let chance = 100.0 * judge::raw_value(rules, advisor.brain(), game, 0);
            (f32::from(low)..=f32::from(high)).contains(&chance)
        };
        Ok(tally::positions(rules, &self.walk.walk()?, &wanted))
    }
}

/// Hints to be compared with longer ones.
#[derive(Debug, Args)]
pub(crate) struct StabilityArgs {
    #[command(flatten)]
    hints: HintsArgs,
    /// How many times as many playouts the longer hints have
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(2..=1000))]
    times: u32,
}

/// Win chances for people to be checked.
#[derive(Debug, Args)]
pub(crate) struct PeopleArgs {
    #[command(flatten)]
    walk: WalkArgs,
    /// How well they know the game: beginner, club or expert
    #[arg(long, default_value = "club")]
    level: Level,
    /// Games behind each prediction
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    playouts: u32,
    /// Games played on from each position to check it
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    onward: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Positions to be found.
#[derive(Debug, Args)]
pub(crate) struct WinsArgs {
    #[command(flatten)]
    walk: WalkArgs,
    /// Positions that each search may look at
    #[arg(long, default_value_t = 2_000_000)]
    positions: usize,
    /// Where to write the table files
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

pub(crate) fn run(rules: &Rules, command: &MeasureCommand) -> Result<ExitCode> {
    match command {
        MeasureCommand::Told(args) => told(rules, args)?,
        MeasureCommand::Stability(args) => stability(rules, args)?,
        MeasureCommand::People(args) => people(rules, args)?,
        MeasureCommand::Waste(args) => waste(rules, args)?,
        MeasureCommand::Wins(args) => wins(rules, args)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn told(rules: &Rules, args: &HintsArgs) -> Result<()> {
    let (advisor, options) = asked(rules, args)?;
    let games = args.positions(rules, &advisor)?;
    let bar = bar(games.len() as u64, "hints");
    let told = tally::told_apart(&advisor, &games, &options, &|| bar.inc(1))?;
    bar.finish_and_clear();
    let share = Share::of;
    print(args.json, &told, || {
        format!(
            "{} decisions, {} with one option only, {} weighed\n\
             told apart from the first beyond two standard errors: some option in {:.0} %, every option in {:.0} %\n\
             of {} alternatives {:.0} % are told apart: {:.0} % by win chance, {:.0} % by people left, {:.0} % by rounds\n\
             first suggestions that only hand over: {}\n\
             {:.0} playouts and {:.0} ms a hint on average",
            told.decisions,
            told.single,
            told.weighed,
            share(told.told_apart, told.weighed),
            share(told.all_told_apart, told.weighed),
            told.alternatives,
            share(told.by.iter().sum(), told.alternatives),
            share(told.by[0], told.alternatives),
            share(told.by[1], told.alternatives),
            share(told.by[2], told.alternatives),
            told.hand_overs,
            told.mean_playouts,
            told.mean_ms,
        )
    })
}

fn stability(rules: &Rules, args: &StabilityArgs) -> Result<()> {
    let (advisor, options) = asked(rules, &args.hints)?;
    let games = args.hints.positions(rules, &advisor)?;
    let bar = bar(games.len() as u64, "positions");
    let found = tally::stability(&advisor, &games, &options, args.times, &|| bar.inc(1))?;
    bar.finish_and_clear();
    let share = Share::of;
    print(args.hints.json, &found, || {
        format!(
            "{} positions with a choice: the first choice stays in {:.0} % with {} times the playouts\n\
             in {} of them it is ahead of all others by more than one point: there it stays in {:.0} %\n\
             the shorter search's choice wins {:.2} points less often on average, more than one point in {} positions ({} in which the longer one does not list it are left out)",
            found.positions,
            share(found.same, found.positions),
            args.times,
            found.matters,
            share(found.same_where_it_matters, found.matters),
            found.mean_cost,
            found.costly,
            found.unlisted,
        )
    })
}

fn people(rules: &Rules, args: &PeopleArgs) -> Result<()> {
    let advisor = Advisor::new(rules, Brain::scripted(rules));
    let games = tally::positions(rules, &args.walk.walk()?, &|_| true);
    let bar = bar(games.len() as u64, "positions");
    let check = tally::people(
        &advisor,
        &games,
        args.level,
        args.playouts,
        args.onward,
        args.walk.suite,
        &|| bar.inc(1),
    );
    bar.finish_and_clear();
    print(args.json, &check, || {
        let [predicted, won] = check.predicted_and_won;
        let [some, came] = check.between_predicted_and_won;
        let between = match check.between {
            0 => "none of them between 20 and 80 %".to_owned(),
            n => format!(
                "{n} of them between 20 and 80 %: predicted {:.1} %, won {:.1} %",
                100.0 * some,
                100.0 * came
            ),
        };
        format!(
            "{} level, {} positions: predicted {:.1} %, won {:.1} %; mean error {:.3}\n{between}",
            check.level,
            check.positions,
            100.0 * predicted,
            100.0 * won,
            check.error,
        )
    })
}

fn waste(rules: &Rules, args: &HintsArgs) -> Result<()> {
    let (advisor, options) = asked(rules, args)?;
    let games = args.positions(rules, &advisor)?;
    let bar = bar(games.len() as u64, "positions");
    let waste = tally::waste(&advisor, &games, &options, &|| bar.inc(1))?;
    bar.finish_and_clear();
    print(args.json, &waste, || {
        format!(
            "{} plans with {} dice: {} wasted ({} where nothing else would do)",
            waste.plans,
            waste.dice,
            waste.wasted,
            match waste.lapsed {
                1 => "1 symbol lapses".to_owned(),
                n => format!("{n} symbols lapse"),
            }
        )
    })
}

fn wins(rules: &Rules, args: &WinsArgs) -> Result<()> {
    let found = tally::winning(rules, &args.walk.walk()?, args.positions);
    std::fs::create_dir_all(&args.folder).with_context(|| args.folder.display().to_string())?;
    for (i, game) in found.iter().enumerate() {
        let file = args.folder.join(format!("win-{:02}.json", i + 1));
        write_atomic(&file, &Table::new(game).to_text(rules))?;
    }
    say_line!(
        "{} tables written to {}",
        found.len(),
        args.folder.display()
    );
    Ok(())
}

fn asked(rules: &Rules, args: &HintsArgs) -> Result<(Advisor, HintOptions)> {
    let advisor = Advisor::new(rules, Brain::load(rules, args.agent.as_deref())?);
    let options = HintOptions {
        playouts: args.playouts,
        level: None,
        ..HintOptions::default()
    };
    Ok((advisor, options))
}

/// A share in per cent; a dash where there is nothing to have a share of.
struct Share(Option<f64>);

impl Share {
    fn of(n: usize, of: usize) -> Self {
        Self((of > 0).then(|| n as f64 / of as f64))
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("–"),
            Some(share) => f.write_str(&percent(share, f.precision().unwrap_or(0))),
        }
    }
}

/// Prints numbers as JSON, or as lines.
fn print(json: bool, numbers: &impl Serialize, lines: impl Fn() -> String) -> Result<()> {
    if json {
        say_line!("{}", serde_json::to_string_pretty(numbers)?);
    } else {
        say_line!("{}", lines());
    }
    Ok(())
}
