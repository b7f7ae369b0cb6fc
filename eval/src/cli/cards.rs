//! `reckoners cards`.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;
use comfy_table::{ContentArrangement, Table, presets};
use reckoners_env::Rules;
use reckoners_eval::catalog_page;

/// How to print the cards.
#[derive(Debug, Args)]
pub(crate) struct CardsArgs {
    /// Print the Markdown page of docs/cards.md
    #[arg(long)]
    markdown: bool,
}

pub(crate) fn run(rules: &Rules, args: &CardsArgs) -> Result<ExitCode> {
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
