//! `reckoners play`.

use std::io::{IsTerminal as _, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use reckoners_agents::AgentSpec;
use reckoners_agents::people::Level;
use reckoners_env::table::Table;
use reckoners_env::trace::Trace;
use reckoners_env::{Difficulty, Reckoner, Rules};

use super::corrected::{self, CardSet};
use super::game::{self, GameArgs};
use reckoners_eval::board::Colour;
use reckoners_eval::hint::{Advisor, Brain, HintOptions};
use reckoners_eval::play::keep::may_replace;
use reckoners_eval::play::{Console, Manual, Player, TableGame};
use reckoners_eval::report::expect_writable;

use super::table::{read_table, read_trace};

/// A game at the terminal, for people and agents together.
///
/// Type "help" at the prompt for the commands: hint, plan, undo, save and more. With a real box,
/// --manual-dice and --manual-cards ask for what you rolled and drew.
#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// Reckoners in seating order, separated by commas
    #[arg(long, default_value = "tia,cody", conflicts_with_all = ["resume", "table"])]
    reckoners: String,
    #[arg(long, help = super::difficulty_help(), default_value = "standard", conflicts_with_all = ["resume", "table"])]
    difficulty: String,
    #[command(flatten)]
    game: GameArgs,
    /// Who plays a seat: NAME=human or NAME=AGENT; all others are human
    #[arg(long, value_name = "NAME=WHO")]
    seat: Vec<String>,
    /// Type in the dice you rolled instead of letting the program roll
    #[arg(long)]
    manual_dice: bool,
    /// Type in the cards you drew instead of letting the program draw
    #[arg(long)]
    manual_cards: bool,
    /// Seed of dice and decks [default: by the clock, and told]
    #[arg(long)]
    seed: Option<u64>,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["table", "seed", "boss", "city", "city_cards", "modules", "adjustment"])]
    resume: Option<PathBuf>,
    /// Start at a table file
    #[arg(long, value_name = "TABLE", conflicts_with_all = ["boss", "city", "city_cards", "modules", "adjustment"])]
    table: Option<PathBuf>,
    /// Who gives hints: scripted, net, net:FILE or search:GUIDE, as in eval [default: net,
    /// which plays any cards]
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,
    /// Write the game to this file after every line [default: to the file of --resume, and at a terminal
    /// to reckoners-game.jsonl in the working folder, or reckoners-game-2.jsonl and so on where that is taken]
    #[arg(long, value_name = "FILE")]
    autosave: Option<PathBuf>,
    /// Let --autosave replace another game, or more of the same
    #[arg(long, requires = "autosave")]
    force: bool,
    /// How well you know the game, for the chances in hints: beginner, club or expert
    #[arg(long, default_value = "club")]
    level: Level,
    /// Most playouts of a hint
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    playouts: Option<u32>,
    /// Most time of a hint in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=600_000))]
    ms: Option<u64>,
}

pub(crate) fn run(cards: &CardSet, args: &PlayArgs) -> Result<ExitCode> {
    let begun = args.resume.as_ref().or(args.table.as_ref());
    let corrections = begun.map_or_else(|| Ok(Vec::new()), |file| corrected::read(file))?;
    let rules = &match begun {
        Some(file) => cards.with(&corrections, file)?,
        None => cards.rules.clone(),
    };
    let trace = start(rules, args)?;
    let file = autosave(rules, &trace, args)?;
    let players = players(rules, &trace.start, &args.seat)?;
    let manual = Manual {
        dice: args.manual_dice,
        cards: args.manual_cards,
    };
    let advisor = Advisor::new(rules, Brain::load(rules, args.agent.as_deref())?);
    if let Some(seed) = trace.seed {
        say_line!("seed {seed}");
    }
    let resumed = args
        .resume
        .as_ref()
        .map_or_else(String::new, |f| f.display().to_string());
    let mut game = TableGame::new(rules, trace, players, manual).context(resumed)?;
    let mut console = Console::new(stdin().lock(), stdout().lock());
    console.colour = Colour::detect();
    console.hints = HintOptions {
        playouts: args.playouts,
        time: args.ms.map(Duration::from_millis),
        top: 3,
        level: Some(args.level),
        ..HintOptions::default()
    };
    if let Some(file) = &file {
        say_line!("after every line the game is saved to {}", file.display());
    }
    console.keeper.autosave = file;
    console.keeper.corrections = corrections;
    if let Some(file) = &args.resume {
        console.keeper.lies_in(file);
    }
    console.run(&mut game, &advisor)?;
    Ok(ExitCode::SUCCESS)
}

/// Where the game is kept: as told, where it came from, or at a terminal in a file of the working folder
/// that is no other game's.
fn autosave(rules: &Rules, trace: &Trace, args: &PlayArgs) -> Result<Option<PathBuf>> {
    let named = args.autosave.clone().or_else(|| args.resume.clone());
    if let Some(file) = &args.autosave {
        expect_writable(file)?;
        may_replace(rules, trace, file, args.force).context("--autosave")?;
    }
    if named.is_some() || !stdin().is_terminal() {
        return Ok(named);
    }
    let numbered = (1..1000).map(|n| match n {
        1 => PathBuf::from("reckoners-game.jsonl"),
        n => PathBuf::from(format!("reckoners-game-{n}.jsonl")),
    });
    Ok(numbered.into_iter().find(|file| !file.exists()))
}

/// The game to play: a saved one, one from a table file, or a new one.
fn start(rules: &Rules, args: &PlayArgs) -> Result<Trace> {
    if let Some(file) = &args.resume {
        // The standard input is the players'.
        ensure!(file != Path::new("-"), "--resume -: name a file");
        return read_trace(rules, file);
    }
    let clock = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |d| d.as_secs())
    };
    let seed = args.seed.unwrap_or_else(clock);
    let table = match &args.table {
        Some(file) => {
            ensure!(file != Path::new("-"), "--table -: name a file");
            read_table(rules, file)?
        }
        None => {
            let difficulty: Difficulty = args.difficulty.parse().context("--difficulty")?;
            let names = args
                .reckoners
                .split(',')
                .map(str::trim)
                .filter(|n| !n.is_empty());
            let team = names
                .map(str::parse)
                .collect::<Result<Vec<Reckoner>, _>>()
                .context("--reckoners")?;
            let ruleset = args.game.ruleset(difficulty);
            let setup = game::setup(&team, ruleset)?;
            Table::new(&rules.new_game(&setup))
        }
    };
    Ok(Trace::new(table, Some(seed)))
}

/// The players in seating order.
fn players(rules: &Rules, table: &Table, seats: &[String]) -> Result<Vec<Player>> {
    let team: Vec<Reckoner> = table.game.team().iter().map(|s| s.reckoner).collect();
    let mut players: Vec<Player> = team.iter().map(|_| Player::Human).collect();
    let mut named = vec![false; team.len()];
    for text in seats {
        let context = || format!("--seat {text}");
        let parts = text
            .split_once('=')
            .context("write NAME=human or NAME=AGENT");
        let (name, who) = parts.with_context(context)?;
        let name: Reckoner = name.parse().with_context(context)?;
        let Some(place) = team.iter().position(|r| *r == name) else {
            let names: Vec<&str> = team.iter().map(|r| r.key()).collect();
            bail!(
                "--seat {text}: {name} is not in the team ({})",
                names.join(", ")
            );
        };
        ensure!(
            !std::mem::replace(&mut named[place], true),
            "--seat {text}: {name} was named before; one player a seat"
        );
        if !who.trim().eq_ignore_ascii_case("human") {
            let spec = AgentSpec::parse(who).with_context(context)?;
            let agent = spec.load(rules).with_context(context)?.make();
            players[place] = Player::Agent(spec.to_string(), agent);
        }
    }
    Ok(players)
}
