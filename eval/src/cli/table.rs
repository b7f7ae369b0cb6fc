//! `reckoners table` and `reckoners replay`.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Error, Result, anyhow, ensure};
use clap::{Args, Subcommand};
use reckoners_agents::Policy as _;
use reckoners_agents::file::read_text_at_most;
use reckoners_agents::scripted::Scripted;
use reckoners_env::action::decode;
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::table::{MAX_BYTES, Table};
use reckoners_env::trace::{self, Trace, TraceProblem};
use reckoners_env::{Difficulty, Game, Reckoner, Rules};

use super::corrected::CardSet;
use super::game::{self, GameArgs};
use super::table_edit::{EditArgs, edit};
use reckoners_eval::board::{self, Colour};
use reckoners_eval::corrections;
use reckoners_eval::report::write_atomic;

/// Where the sample tables lie.
pub(crate) const SAMPLES: &str = "configs/tables";

/// What to do with a table file.
#[derive(Debug, Subcommand)]
pub(crate) enum TableCommand {
    /// Write the table of a freshly set-up game
    New(NewArgs),
    /// Change a table file by short notes, such as population=12 tia.tokens=2
    Edit(EditArgs),
    /// Draw a table file as a board
    Show(FileArgs),
    /// Check a table file and say what is wrong with it
    Check(FileArgs),
}

/// A game to set up.
#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// The team in seating order, separated by commas
    #[arg(long, default_value = "david,prof,megan,cody")]
    reckoners: String,
    #[arg(long, help = super::difficulty_help(), default_value = "standard")]
    difficulty: Difficulty,
    #[command(flatten)]
    game: GameArgs,
    /// Seed of the cards dealt
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Begin in this round: the rounds before it are played by players of club level, as a template to be
    /// changed to one's own table
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=40))]
    round: Option<u16>,
    /// Where to write it [default: the standard output]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Replace a file that exists
    #[arg(long)]
    force: bool,
}

/// A table file.
#[derive(Debug, Args)]
pub(crate) struct FileArgs {
    /// The file, or - for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// A recorded game.
#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// The file, or - for the standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(crate) fn run(cards: &CardSet, command: &TableCommand) -> Result<ExitCode> {
    match command {
        TableCommand::New(args) => new(&cards.rules, args)?,
        TableCommand::Edit(args) => edit(cards, args)?,
        TableCommand::Show(args) => {
            let rules = &cards.at(&args.file)?;
            let table = read_table(rules, &args.file)?;
            let key = board::key(rules, &table.game);
            say!("{}\n{key}", board::draw(rules, &table, Colour::detect()));
        }
        TableCommand::Check(args) => {
            let table = read_table(&cards.at(&args.file)?, &args.file)?;
            say_line!(
                "{}: fine ({} Reckoners, round {})",
                args.file.display(),
                table.game.seat_count,
                table.game.round
            );
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn new(rules: &Rules, args: &NewArgs) -> Result<()> {
    let team: Vec<Reckoner> = args
        .reckoners
        .split([',', '+'])
        .map(|name| name.parse::<Reckoner>().context("--reckoners"))
        .collect::<Result<_>>()?;
    let ruleset = args.game.ruleset(args.difficulty);
    let setup = game::setup(&team, ruleset)?;
    let mut game = rules.new_game(&setup);
    let mut luck = stream(args.seed, 0, 0, Purpose::Evaluation);
    rules.play_chance(&mut game, &mut luck);
    if let Some(round) = args.round {
        play_to_round(rules, &mut game, round, &mut luck)?;
    }
    let text = Table::new(&game).to_text(rules);
    match &args.file {
        Some(file) => {
            ensure!(
                args.force || !file.is_file(),
                "{}: exists already; choose another name, or replace it with --force",
                file.display()
            );
            write_atomic(file, &text)?;
            eprintln!("table written to {}", file.display());
        }
        None => say!("{text}"),
    }
    Ok(())
}

/// Plays until a round has begun: its dice are rolled, nothing of it is decided.
fn play_to_round(rules: &Rules, game: &mut Game, round: u16, luck: &mut GameRng) -> Result<()> {
    let player = Scripted::new(rules);
    loop {
        // Luck may begin the round, since the boss moves before it.
        rules.play_chance(game, luck);
        ensure!(
            !game.now.is_over(),
            "--round {round}: this game is over in round {}; choose an earlier round or another --seed",
            game.round
        );
        if game.round >= round {
            return Ok(());
        }
        let legal = rules.legal(game);
        let id = player.pick(rules, game, &legal, luck);
        let action = decode(id).context("the scripted player gave no answer")?;
        rules.apply(game, action)?;
    }
}

/// Reads a table file, the file named in every message; `-` is the standard input.
pub(crate) fn read_table(rules: &Rules, file: &Path) -> Result<Table> {
    let text = read(file, MAX_BYTES as u64).map_err(|e| {
        anyhow!("{e:#}\n(`reckoners table new` writes a table file; samples are in {SAMPLES})")
    })?;
    Table::parse(rules, &text).map_err(|e| {
        // Lists of JSON count from 0, people from 1.
        let in_list = e.list().iter().any(|e| e.path.contains('['));
        let from_zero = if in_list {
            "\n(places in lists count from 0: districts[0] is the first district)"
        } else {
            ""
        };
        let gap = if e.list().len() > 1 { "\n" } else { " " };
        anyhow!("{}:{gap}{e}{from_zero}", file.display())
    })
}

/// Reads a text file, or the standard input for `-`, of at most `most` bytes.
pub(crate) fn read(file: &Path, most: u64) -> Result<String> {
    let name = file.display();
    if file != Path::new("-") {
        ensure!(file.exists(), "{name}: there is no such file");
        return read_text_at_most(file, most).with_context(|| name.to_string());
    }
    let mut text = String::new();
    let mut input = std::io::stdin().take(most + 1);
    input
        .read_to_string(&mut text)
        .with_context(|| format!("{name}: not a text"))?;
    ensure!(
        text.len() as u64 <= most,
        "{name}: larger than {most} bytes"
    );
    Ok(text)
}

/// Reads a recorded or saved game, the file named in every message; `-` is the standard input.
pub(crate) fn read_trace(rules: &Rules, file: &Path) -> Result<Trace> {
    let text = read(file, trace::MAX_BYTES)?;
    Trace::parse(rules, &text).map_err(|error| {
        let other_cards = matches!(error.problem, TraceProblem::Cards { .. });
        let error = Error::new(error).context(file.display().to_string());
        if !other_cards || file == Path::new("-") {
            return error;
        }
        // Most often a game was copied without what lies beside it.
        let beside = corrections::beside(file);
        let there = if beside.exists() {
            "they are corrected as this file says, but the game was recorded with others"
        } else {
            "if cards were corrected for this game, they are looked for there, but there is no such file: copy it along \
             with the game"
        };
        anyhow!("{error:#}\n{}: {there}", beside.display())
    })
}

pub(crate) fn replay(cards: &CardSet, args: &ReplayArgs) -> Result<ExitCode> {
    let rules = &cards.at(&args.file)?;
    let trace = read_trace(rules, &args.file)?;
    say!(
        "{}",
        trace
            .log(rules)
            .with_context(|| args.file.display().to_string())?
    );
    Ok(ExitCode::SUCCESS)
}
