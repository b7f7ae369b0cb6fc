//! The report as one HTML page that needs nothing else: no scripts, no fonts, no network.

mod charts;

use std::fmt::Write as _;

use self::charts::Figure;
use super::chart::STYLE;
use super::data::{Report, STOPPED_EARLY};
use super::escape::xml;
use super::grid::Grid;
use super::sheet::{Entry, Lean, Sheet};
use super::sheets::{self, Room};

const CSS: &str = include_str!("style.css");

/// The report as an HTML page with charts; the numbers of each chart are in a table too.
#[must_use]
pub fn html(report: &Report) -> String {
    let grid = Grid::new(report);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>The Reckoners: evaluation</title>\n<style>\n{CSS}{STYLE}</style>\n</head>\n\
         <body>\n<main>\n<h1>The Reckoners: evaluation</h1>\n"
    );
    facts(&mut out, report, &grid);
    if report.cells.is_empty() {
        out.push_str("<p>No games were played.</p>\n");
    } else {
        sections(&mut out, report, &grid);
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn sections(out: &mut String, report: &Report, grid: &Grid<'_>) {
    let win_rates = sheets::win_rates(grid);
    section(out, "Win rate", &win_rates.about, &charts::win_rates(grid));
    open_table(out, &win_rates);
    if let Some(pairs) = sheets::pairs(report) {
        let figures = charts::comparisons(report, grid);
        section(out, &pairs.title, &pairs.about, &figures);
        open_table(out, &pairs);
    }
    if let Some(by_cell) = sheets::pairs_by_cell(report, Room::Wide) {
        folded_table(out, &by_cell);
    }
    if let Some(reckoners) = sheets::influence(report, 1, Room::Wide) {
        let figures = charts::influence(report);
        let about = format!(
            "{} Tiles: blue with a plus helps, orange with a minus hurts, a frame is a mark.",
            reckoners.about
        );
        section(out, "Which Reckoners help", &about, &figures);
        open_table(out, &reckoners);
    }
    if let Some(couples) = sheets::influence(report, 2, Room::Wide) {
        folded_table(out, &couples);
    }
    section(
        out,
        "Population over the rounds",
        "Mean population at the end of each round over all games, all player counts together: a game \
         that is over counts with the population it ended with, 0 if it was lost. Lines end where \
         less than 1 % of an agent's games are still going on.",
        &charts::population(grid),
    );
    section(
        out,
        "Length of games",
        "Share of games by the number of rounds they took, all player counts together.",
        &charts::rounds(grid),
    );
    section(
        out,
        "Why games were lost",
        "Share of all games lost for each reason, all player counts together; what is missing to \
         100 % was won or cut off.",
        &charts::losses(grid),
    );
    let numbers = sheets::numbers(report, Room::Wide);
    section(out, &numbers.title, &numbers.about, &[]);
    open_table(out, &numbers);
    folded_table(out, &sheets::legend());
}

fn facts(out: &mut String, report: &Report, grid: &Grid<'_>) {
    out.push_str("<dl class=\"card\">\n");
    let mut fact = |name: &str, value: String| {
        let _ = writeln!(out, "<dt>{name}</dt><dd>{value}</dd>");
    };
    let code = |text: &str| format!("<code>{}</code>", xml(text));
    if let Some(games) = grid.games_text() {
        let total: u64 = report.cells.iter().map(|c| c.tally.games()).sum();
        fact("Games", format!("{total} ({games})"));
    }
    if report.stopped_early {
        fact("Note", STOPPED_EARLY.to_owned());
    }
    let origin = &report.origin;
    fact("Game", origin.game());
    fact("Seed", origin.seed.to_string());
    fact("Command", code(&origin.command));
    fact("Version", xml(&origin.version));
    fact("Card catalog", code(&origin.catalog));
    if let Some(timings) = report.timings {
        fact("Time", timings.to_string());
    }
    out.push_str("</dl>\n");
}

/// A heading, how to read what follows, and charts.
fn section(out: &mut String, title: &str, about: &str, figures: &[Figure]) {
    let (title, about) = (xml(title), xml(about));
    let _ = writeln!(out, "<h2>{title}</h2>\n<p class=\"muted\">{about}</p>");
    if figures.is_empty() {
        return;
    }
    out.push_str("<div class=\"charts\">\n");
    for figure in figures {
        let _ = write!(out, "<figure class=\"card\">\n{}", figure.svg);
        if let Some(numbers) = &figure.numbers {
            let table = scrolling(numbers, "");
            let _ = writeln!(out, "<details><summary>Numbers</summary>{table}</details>");
        }
        out.push_str("</figure>\n");
    }
    out.push_str("</div>\n");
}

/// A table that is there at once.
fn open_table(out: &mut String, sheet: &Sheet) {
    out.push_str(&scrolling(sheet, " card"));
}

/// A table behind its title.
fn folded_table(out: &mut String, sheet: &Sheet) {
    let (title, table) = (xml(&sheet.title), scrolling(sheet, " card"));
    let about = match sheet.about.as_str() {
        "" => String::new(),
        about => format!("<p class=\"muted\">{}</p>\n", xml(about)),
    };
    let _ = writeln!(
        out,
        "<details class=\"fold\"><summary>{title}</summary>\n{about}{table}</details>"
    );
}

/// A table in a box of its own, which scrolls if the page is too narrow. The keyboard reaches it.
fn scrolling(sheet: &Sheet, class: &str) -> String {
    let title = xml(&sheet.title);
    let table = table(sheet);
    format!(
        "<div class=\"scroll{class}\" role=\"region\" aria-label=\"{title}\" tabindex=\"0\">\n\
         {table}</div>\n"
    )
}

fn table(sheet: &Sheet) -> String {
    let class = |lean: Lean| match lean {
        Lean::Left => "",
        Lean::Right => " class=\"n\"",
    };
    let mut out = String::from("<table>\n<thead><tr>");
    for (name, lean) in &sheet.head {
        let _ = write!(out, "<th scope=\"col\"{}>{}</th>", class(*lean), xml(name));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    // A line between blocks of rows that begin alike, if there are such blocks.
    let alike = |pair: &[Vec<Entry>]| pair[0][0] == pair[1][0];
    let blocks = sheet.rows.windows(2).any(alike);
    for (i, row) in sheet.rows.iter().enumerate() {
        let begins = blocks && i > 0 && !alike(&sheet.rows[i - 1..=i]);
        out.push_str(if begins { "<tr class=\"b\">" } else { "<tr>" });
        for (entry, (_, lean)) in row.iter().zip(&sheet.head) {
            // Long names of agents may break before a parameter.
            let safe = |text: &str| match lean {
                Lean::Left => xml(text).replace('+', "<wbr>+"),
                Lean::Right => xml(text),
            };
            let text = entry.line(("<b>", "</b>"), safe);
            let _ = write!(out, "<td{}>{text}</td>", class(*lean));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n");
    out
}

#[cfg(test)]
mod tests {
    use reckoners_env::ids::Cause;

    use super::super::data::tests::{empty, sample};
    use super::*;

    #[test]
    fn names_are_escaped_everywhere() {
        let page = html(&sample());
        assert!(
            !page.contains("a<b>"),
            "an agent's name reached the page as a tag"
        );
        assert!(page.contains("a&lt;b&gt;&amp;&quot;c|d&quot;"));
    }

    #[test]
    fn reasons_of_losses_are_told_in_words() {
        let page = html(&sample());
        assert!(page.contains("the boss attacked 100\u{a0}%"));
        // The key stands only where the columns of files are named.
        assert!(!page.contains(Cause::BossAttack.key()));
    }

    #[test]
    fn the_page_stands_alone() {
        let page = html(&sample());
        let without_namespace = page.replace("http://www.w3.org/2000/svg", "");
        for outside in ["http:", "https:", "<script", "<link", "@import", "src="] {
            assert!(!without_namespace.contains(outside), "{outside}");
        }
    }

    #[test]
    fn tags_are_balanced_and_ids_unique() {
        let page = html(&sample());
        for tag in [
            "svg", "g", "table", "tr", "td", "b", "figure", "details", "div", "text",
        ] {
            let opened = page.matches(&format!("<{tag} ")).count()
                + page.matches(&format!("<{tag}>")).count();
            assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
        }
        let ids: Vec<_> = page
            .split(" id=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        let distinct: std::collections::BTreeSet<_> = ids.iter().collect();
        assert!(!ids.is_empty());
        assert_eq!(ids.len(), distinct.len(), "{ids:?}");
        // Win rates, all pairs, one pair, population, rounds, losses.
        assert_eq!(page.matches("<svg ").count(), 6);
    }

    #[test]
    fn an_empty_report_says_so() {
        let page = html(&empty());
        assert!(page.contains("<p>No games were played.</p>") && !page.contains("<svg"));
    }

    #[test]
    fn wide_tables_scroll_and_columns_are_explained() {
        let page = html(&sample());
        assert_eq!(
            page.matches("<table>").count(),
            page.matches("<div class=\"scroll").count()
        );
        assert!(page.contains("cut off by the round cap"));
        assert!(!page.contains(">team<"), "a column that reads like --team");
    }

    #[test]
    fn panels_side_by_side_have_the_same_axes() {
        use super::super::data::tests::{cell, report};
        // Twice as many games are lost at once on one of the two.
        let cells = vec![
            cell("a", "beginner", 2, "1111"),
            cell("a", "hard", 2, "0001"),
        ];
        let page = html(&report(cells));
        let ticks = |id: &str| {
            let svg = page.split(&format!("<title id=\"rk-{id}-title\"")).nth(1);
            let svg = svg.expect(id).split("</svg>").next().expect("ends");
            let texts = svg.split("class=\"rk-text\"").skip(1);
            let inner = texts.filter_map(|t| t.split(['>', '<']).nth(1));
            inner.map(str::to_owned).collect::<Vec<_>>()
        };
        for chart in ["win", "population", "rounds", "losses"] {
            let (one, other) = (ticks(&format!("{chart}-0")), ticks(&format!("{chart}-1")));
            assert!(one.len() > 3, "{one:?}");
            assert_eq!(one, other, "{chart}");
        }
    }
}
