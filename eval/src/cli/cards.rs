//! `reckoners cards`.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use comfy_table::{ContentArrangement, Table, presets};
use reckoners_env::cards::Modules;
use reckoners_env::{Difficulty, Rules, Ruleset};
use reckoners_eval::catalog_page;
use reckoners_eval::strength::strength;

/// How to print the cards.
#[derive(Debug, Args)]
pub(crate) struct CardsArgs {
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

pub(crate) fn run(rules: &Rules, args: &CardsArgs) -> Result<ExitCode> {
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
