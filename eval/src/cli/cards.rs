//! `reckoners cards`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};
use comfy_table::{ContentArrangement, Table, presets};
use reckoners_agents::{boxes, file};
use reckoners_env::cards::Modules;
use reckoners_env::cards::sample::{self, HELD_OUT};
use reckoners_env::{Difficulty, Rules, Ruleset};
use reckoners_eval::catalog_page;
use reckoners_eval::strength::strength;

/// How to print the cards, or write the files of another box.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct CardsArgs {
    #[command(subcommand)]
    command: Option<CardsCommand>,
    /// Print the Markdown page of docs/cards.md
    #[arg(long)]
    markdown: bool,
    /// Print what each card does to the win rate of the scripted player instead
    #[arg(long, conflicts_with = "markdown")]
    strength: bool,
    /// Number of Reckoners of the measured games
    #[arg(long, default_value_t = 4, requires = "strength", value_parser = clap::value_parser!(u8).range(2..=6))]
    players: u8,
    #[arg(long, help = super::difficulty_help(), default_value = "standard", requires = "strength")]
    difficulty: Difficulty,
    #[arg(long, help = super::game::modules_help(), default_value = "all", requires = "strength")]
    modules: Modules,
    /// Games of each measurement
    #[arg(long, default_value_t = 1000, requires = "strength", value_parser = clap::value_parser!(u64).range(1..=super::eval::MOST_GAMES))]
    games: u64,
}

/// What else can be done with cards.
#[derive(Debug, Subcommand)]
enum CardsCommand {
    /// Write the card files of a plausible box: what a rulebook tells is kept, the rest is drawn
    ///
    /// The same seed gives the same box. One that a scripted team always or never wins is drawn again. Play it with
    /// `--cards DIR`. docs/boxes.md says what is kept and how the rest is drawn.
    Sample(SampleArgs),
}

#[derive(Debug, Args)]
struct SampleArgs {
    /// Folder to write to; it must be new or empty
    dir: PathBuf,
    /// Which box; training draws boxes below 1000000 only
    #[arg(long, default_value_t = HELD_OUT)]
    seed: u64,
    /// Print what was written as JSON
    #[arg(long)]
    json: bool,
}

/// Writes the files of a sampled box.
fn write_sample(args: &SampleArgs) -> Result<ExitCode> {
    let shown = args.dir.display();
    expect_empty(&args.dir).with_context(|| format!("{shown}"))?;
    let found = boxes::playable(args.seed)?;
    for (path, text) in sample::texts(&found.files) {
        let target = args.dir.join(path);
        let written = target
            .parent()
            .map_or(Ok(()), std::fs::create_dir_all)
            .and_then(|()| file::write_atomically(&target, text.as_bytes()));
        written.with_context(|| format!("{} cannot be written", target.display()))?;
    }
    let (version, hash) = (&found.catalog.version, &found.catalog.hash);
    if args.json {
        let report = serde_json::json!({
            "seed": args.seed,
            "version": version,
            "catalog": hash,
            "attempts": found.attempts,
            "folder": args.dir,
        });
        say_line!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        let drawn = match found.attempts {
            1 => "drawn once".to_owned(),
            n => format!("drawn {n} times"),
        };
        say_line!(
            "box {version} (cards {hash}, {drawn}) written to {shown}\n\
             play it: reckoners eval --cards {shown} --agents scripted,net"
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// A folder with other files in it would load as a mixture of two boxes.
fn expect_empty(dir: &Path) -> Result<()> {
    if !dir.exists() {
        return Ok(());
    }
    let mut entries = std::fs::read_dir(dir).context("is not a folder; name a new one")?;
    ensure!(
        entries.next().is_none(),
        "holds files already; name a new or an empty folder"
    );
    Ok(())
}

pub(crate) fn run(rules: &Rules, args: &CardsArgs) -> Result<ExitCode> {
    if let Some(CardsCommand::Sample(args)) = &args.command {
        return write_sample(args);
    }
    if args.strength {
        let ruleset = Ruleset::base(args.difficulty).with(args.modules);
        let found = strength(rules, ruleset, args.players, args.games);
        say!("{}", found.text());
        return Ok(ExitCode::SUCCESS);
    }
    let page = catalog_page::page(rules.catalog());
    if args.markdown {
        say!("{page}");
    } else {
        say!("{}", for_terminal(&page));
    }
    Ok(ExitCode::SUCCESS)
}

/// Draws the Markdown tables of the page as terminal tables.
fn for_terminal(page: &str) -> String {
    let mut out = String::new();
    let mut table: Option<Table> = None;
    for line in page.lines() {
        if let Some(row) = line.strip_prefix("| ").and_then(|l| l.strip_suffix(" |")) {
            let cells: Vec<String> = row.split(" | ").map(|c| c.replace("<br>", "\n")).collect();
            if let Some(table) = &mut table {
                table.add_row(cells);
            } else {
                let mut fresh = Table::new();
                fresh
                    .load_preset(presets::UTF8_FULL_CONDENSED)
                    .set_content_arrangement(ContentArrangement::Dynamic);
                fresh.set_header(cells);
                table = Some(fresh);
            }
        } else if !line.starts_with("|---") {
            if let Some(done) = table.take() {
                out.push_str(&format!("{done}\n"));
            }
            out.push_str(line.trim_start_matches('#').trim());
            out.push('\n');
        }
    }
    if let Some(done) = table {
        out.push_str(&format!("{done}\n"));
    }
    out
}
