//! The report as one HTML page that needs nothing else: no scripts, no fonts, no network.

mod charts;

use std::fmt::Write as _;

use self::charts::Figure;
use super::chart::STYLE;
use super::data::{Report, STOPPED_EARLY};
use super::escape::xml;
use super::grid::{Grid, losses_text, percent};

const CSS: &str = include_str!("style.css");

/// The report as an HTML page with charts; each chart has its numbers in a table below it.
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
        section(
            &mut out,
            "Win rate",
            "Share of games won, by number of Reckoners. Bars are 95 % Wilson intervals; where they \
             are shorter than the marker, they are hidden behind it.",
            &charts::win_rates(&grid),
        );
        win_rate_table(&mut out, &grid);
        comparisons(&mut out, report);
        section(
            &mut out,
            "Population over the rounds",
            "Mean population at the end of each round, over the games that are still running then, \
             all player counts together. Rounds that less than 1 % of an agent's games reach are \
             left out.",
            &charts::population(report, &grid),
        );
        section(
            &mut out,
            "Length of games",
            "Share of games by the number of rounds they took, all player counts together.",
            &charts::rounds(report, &grid),
        );
        section(
            &mut out,
            "Why games were lost",
            "Share of all games lost for each reason, all player counts together; what is missing \
             to 100 % was won.",
            &charts::losses(&grid),
        );
        all_cells(&mut out, report);
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

fn facts(out: &mut String, report: &Report, grid: &Grid<'_>) {
    out.push_str("<dl class=\"card\">\n");
    let mut fact = |name: &str, value: String| {
        let _ = writeln!(out, "<dt>{name}</dt><dd>{value}</dd>");
    };
    if let Some(games) = grid.games_text() {
        let total: u64 = report.cells.iter().map(|c| c.games).sum();
        fact("Games", format!("{total} ({games})"));
    }
    if report.stopped_early {
        fact("Note", STOPPED_EARLY.to_owned());
    }
    fact("Seed", report.seed.to_string());
    fact("Command", format!("<code>{}</code>", xml(&report.command)));
    fact("Version", xml(&report.version));
    fact(
        "Card catalog",
        format!("<code>{}</code>", xml(&report.catalog)),
    );
    if let Some(t) = report.timings {
        let (seconds, threads, speed) = (t.seconds, t.threads, t.games_per_second);
        let noun = if threads == 1 { "thread" } else { "threads" };
        fact(
            "Time",
            format!("{seconds:.1} s on {threads} {noun}, {speed:.0} games a second"),
        );
    }
    out.push_str("</dl>\n");
}

fn section(out: &mut String, title: &str, text: &str, figures: &[Figure]) {
    if figures.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "<section>\n<h2>{title}</h2>\n<p class=\"muted\">{text}</p>"
    );
    out.push_str("<div class=\"charts\">\n");
    for figure in figures {
        let _ = write!(out, "<figure class=\"card\">\n{}", figure.svg);
        out.push_str("<details><summary>Numbers</summary><div class=\"scroll\">\n");
        table(out, &figure.header, &figure.rows);
        out.push_str("</div></details>\n</figure>\n");
    }
    out.push_str("</div>\n</section>\n");
}

/// A table whose first column is text and whose others are numbers.
fn table(out: &mut String, header: &[String], rows: &[Vec<String>]) {
    let class = |i: usize| if i == 0 { "" } else { " class=\"n\"" };
    out.push_str("<table>\n<thead><tr>");
    for (i, name) in header.iter().enumerate() {
        let _ = write!(out, "<th scope=\"col\"{}>{}</th>", class(i), xml(name));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in rows {
        out.push_str("<tr>");
        for (i, value) in row.iter().enumerate() {
            let _ = write!(out, "<td{}>{}</td>", class(i), xml(value));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n");
}

/// All win rates at a glance, agents as columns.
fn win_rate_table(out: &mut String, grid: &Grid<'_>) {
    let several_teams = grid.teams.len() > 1;
    out.push_str(
        "<p class=\"muted\" style=\"margin-top:16px\">Win rate in % with its 95 % interval; marked \
         where the interval lies above those of all other agents.</p>\n\
         <div class=\"scroll card\"><table>\n<thead><tr><th scope=\"col\">difficulty</th>\
         <th scope=\"col\" class=\"n\">players</th>",
    );
    if several_teams {
        out.push_str("<th scope=\"col\">team</th>");
    }
    for agent in &grid.agents {
        let _ = write!(out, "<th scope=\"col\" class=\"n\">{}</th>", xml(agent));
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for difficulty in &grid.difficulties {
        for &players in &grid.players {
            for team in &grid.teams {
                let cells: Vec<_> = grid
                    .agents
                    .iter()
                    .map(|agent| grid.cell(difficulty, players, team, agent))
                    .collect();
                if cells.iter().all(Option::is_none) {
                    continue;
                }
                let _ = write!(
                    out,
                    "<tr><td>{}</td><td class=\"n\">{players}</td>",
                    xml(difficulty)
                );
                if several_teams {
                    let _ = write!(out, "<td>{}</td>", xml(team));
                }
                let best = Grid::clear_best(&cells);
                for (i, cell) in cells.iter().enumerate() {
                    let class = if best == Some(i) {
                        " class=\"best\""
                    } else {
                        ""
                    };
                    let text = cell.map_or_else(String::new, |c| {
                        let (low, high) = (percent(c.ci_low), percent(c.ci_high));
                        format!(
                            "<span{class}>{}</span> ({low}\u{2013}{high})",
                            percent(c.win_rate)
                        )
                    });
                    let _ = write!(out, "<td class=\"n\">{text}</td>");
                }
                out.push_str("</tr>\n");
            }
        }
    }
    out.push_str("</tbody>\n</table></div>\n");
}

fn comparisons(out: &mut String, report: &Report) {
    if report.comparisons.is_empty() {
        return;
    }
    out.push_str(
        "<section>\n<h2>Comparisons</h2>\n<p class=\"muted\">Agents on the same seeds: McNemar's \
         test and Tango's interval of the paired difference. The p-values are not corrected for \
         the number of comparisons.</p>\n<ul>\n",
    );
    for c in &report.comparisons {
        let _ = writeln!(out, "<li>{}: {}.</li>", xml(&c.scope()), xml(&c.sentence));
    }
    out.push_str("</ul>\n</section>\n");
}

fn all_cells(out: &mut String, report: &Report) {
    let header = [
        "agent",
        "team",
        "difficulty",
        "players",
        "games",
        "wins",
        "win rate",
        "95 % interval",
        "rounds",
        "population left",
        "losses",
    ];
    let rows: Vec<Vec<String>> = report
        .cells
        .iter()
        .map(|c| {
            vec![
                c.agent.clone(),
                c.team.clone(),
                c.difficulty.clone(),
                c.players.to_string(),
                c.games.to_string(),
                c.wins.to_string(),
                format!("{} %", percent(c.win_rate)),
                format!("{}\u{2013}{} %", percent(c.ci_low), percent(c.ci_high)),
                format!("{:.2}", c.mean_rounds),
                format!("{:.2}", c.mean_population),
                losses_text(c),
            ]
        })
        .collect();
    out.push_str("<section>\n<h2>All numbers</h2>\n<div class=\"scroll card\">");
    table(out, &header.map(str::to_owned), &rows);
    out.push_str("</div>\n</section>\n");
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
        let mut report = sample();
        for cell in &mut report.cells {
            cell.loss_reasons = [(Cause::BossAttack.key().to_owned(), 1)].into();
        }
        let page = html(&report);
        assert!(!page.contains(Cause::BossAttack.key()) && page.contains("the boss attacked"));
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
            "svg", "g", "table", "tr", "td", "section", "figure", "details", "div", "text",
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
        assert_eq!(page.matches("<svg ").count(), 4);
    }

    #[test]
    fn an_empty_report_says_so() {
        let page = html(&empty());
        assert!(page.contains("<p>No games were played.</p>") && !page.contains("<svg"));
    }

    #[test]
    fn charts_without_details_are_left_out() {
        let mut report = sample();
        report.details.clear();
        let page = html(&report);
        assert_eq!(page.matches("<svg ").count(), 2);
        assert!(!page.contains("Length of games"));
    }
}
