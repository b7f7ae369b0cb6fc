//! The tables of a report, made once for all formats that people read.

use super::columns::{self, COLUMNS, unfinished_note};
use super::compare::{Comparison, Scope};
use super::data::Report;
use super::grid::{Grid, Rate, unique};
use super::influence::{Influence, groups};
use super::sheet::{Entry, Lean, Sheet};
use crate::rounded::{percent, points};
use crate::stats::{FEWEST, Interval, p_text};

/// How much room a table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    /// A terminal: what is needed.
    Narrow,
    /// A page: everything.
    Wide,
}

fn left(name: impl ToString) -> (String, Lean) {
    (name.to_string(), Lean::Left)
}

fn right(name: impl ToString) -> (String, Lean) {
    (name.to_string(), Lean::Right)
}

/// "3.0 to 5.2", in points.
pub(super) fn points_interval(low: f64, high: f64) -> String {
    format!("{} to {}", points(low), points(high))
}

/// Win rates, with rows that pool player counts and difficulties.
pub(super) fn win_rates(grid: &Grid<'_>) -> Sheet {
    let games = grid.games_text().unwrap_or_default();
    let about = format!(
        "In %, with 95 % Wilson intervals, {games}. Marked: the interval lies above those of all other \
         agents. \"all\" is the mean over the rows it stands for."
    );
    let head = [left("difficulty"), left("players")]
        .into_iter()
        .chain(grid.agents.iter().map(right))
        .collect();
    let mut sheet = Sheet::new("Win rate", about, head);
    for difficulty in with_all(&grid.difficulties) {
        for players in with_all(&grid.players) {
            let rates: Vec<Option<Rate>> = grid
                .agents
                .iter()
                .map(|agent| grid.rate(agent, difficulty, players))
                .collect();
            if rates.iter().all(Option::is_none) {
                continue;
            }
            let best = Grid::clear_best(&rates);
            let mut row = vec![
                Entry::new(difficulty.unwrap_or("all")),
                Entry::new(players.map_or("all".to_owned(), |p| p.to_string())),
            ];
            row.extend(rates.iter().enumerate().map(|(i, rate)| {
                rate.map_or_else(Entry::default, |rate| rate.entry().strong(best == Some(i)))
            }));
            sheet.rows.push(row);
        }
    }
    sheet
}

impl Rate {
    /// The rate with its interval.
    pub(super) fn entry(self) -> Entry {
        let Interval { low, high } = self.interval;
        Entry::new(percent(self.share, 1)).rest(format!(
            "({}–{})",
            percent(low, 1),
            percent(high, 1)
        ))
    }
}

/// Each value, and nothing for all of them together if there are several.
pub(super) fn with_all<T: Copy>(values: &[T]) -> Vec<Option<T>> {
    let mut list: Vec<_> = values.iter().copied().map(Some).collect();
    if list.len() > 1 {
        list.push(None);
    }
    list
}

/// Every column of every cell; a terminal gets those that the table of win rates lacks.
pub(super) fn numbers(report: &Report, room: Room) -> Sheet {
    let shown = |column: &columns::Column| room == Room::Wide || column.terminal;
    let mut sheet = Sheet::new("All numbers", unfinished_note(), Vec::new());
    for cell in &report.cells {
        let values: Vec<_> = columns::values(cell).filter(|(c, _)| shown(c)).collect();
        let lean = |value: &columns::Value| match value.is_number() {
            true => Lean::Right,
            false => Lean::Left,
        };
        sheet.head = values
            .iter()
            .map(|(column, value)| (column.title.to_owned(), lean(value)))
            .collect();
        let entries = values.iter().map(|(_, value)| Entry::new(value.text()));
        sheet.rows.push(entries.collect());
    }
    sheet
}

/// What each column says, for pages.
pub(super) fn legend() -> Sheet {
    let head = vec![left("column"), left("in files"), left("what it says")];
    let mut sheet = Sheet::new("What the columns say", String::new(), head);
    for column in &COLUMNS {
        let entries = [column.title, column.key, column.about];
        sheet.rows.push(entries.map(Entry::new).into());
    }
    sheet
}

/// The comparisons that pool most: all games, or those of the only cell.
pub(super) fn pooled(report: &Report) -> Vec<&Comparison> {
    let of = |scope: Scope| -> Vec<&Comparison> {
        let all = report.comparisons.iter();
        all.filter(|c| c.scope() == scope).collect()
    };
    let all = of(Scope::All);
    if all.is_empty() { of(Scope::Cell) } else { all }
}

/// All pairs of agents over all games; nothing with one agent.
pub(super) fn pairs(report: &Report) -> Option<Sheet> {
    let pooled = pooled(report);
    let about = format!(
        "Each agent against each other on the same seeds, all games together: the difference of the \
         win rates in points. Interval and p-value are those of McNemar's score test, and count \
         games that share their luck as less than independent. The last p-value is corrected for \
         {} by Holm's method; marked: below 0.05.",
        count(pooled.len(), "comparison")
    );
    let head = vec![
        left("agent"),
        left("against"),
        right("difference"),
        right("95 % interval"),
        right("p"),
        right("p corrected"),
        right("only the first won"),
        right("only the second won"),
        right("games"),
    ];
    let mut sheet = Sheet::new("Comparisons", about, head);
    for c in &pooled {
        let bare = |p: f64| p_text(p).replace("p = ", "").replace("p ", "");
        sheet.rows.push(vec![
            Entry::new(&c.first),
            Entry::new(&c.second),
            Entry::new(points(c.difference)).strong(c.holds()),
            Entry::new(points_interval(c.ci_low, c.ci_high)),
            Entry::new(bare(c.p_value)),
            Entry::new(bare(c.p_holm)),
            Entry::new(c.only_first),
            Entry::new(c.only_second),
            Entry::new(c.games),
        ]);
    }
    (!sheet.rows.is_empty()).then_some(sheet)
}

/// All pairs of agents in every cell; nothing unless there are several cells.
pub(super) fn pairs_by_cell(report: &Report, room: Room) -> Option<Sheet> {
    let list = || {
        report
            .comparisons
            .iter()
            .filter(|c| c.scope() != Scope::All)
    };
    if list().count() <= pooled(report).len() {
        return None;
    }
    let pair = |c: &Comparison| (c.first.clone(), c.second.clone());
    let pairs = unique(list().map(pair));
    let of = |scope: Scope| list().filter(|c| c.scope() == scope).count();
    let over_players = match of(Scope::Difficulty) {
        0 => String::new(),
        more => format!(", in rows \"all\" for {more}"),
    };
    let about = format!(
        "The same difference cell by cell, in points. Marked: not 0 even after Holm's correction for \
         {}{over_players}.",
        count(of(Scope::Cell), "comparison")
    );
    let head = [left("difficulty"), left("players")]
        .into_iter()
        .chain(pairs.iter().map(|(a, b)| right(format!("{a} − {b}"))))
        .collect();
    let mut sheet = Sheet::new("Comparisons by cell", about, head);
    for (difficulty, players) in unique(list().map(|c| (c.difficulty.as_deref(), c.players))) {
        let mut row = vec![
            Entry::new(difficulty.unwrap_or("all")),
            Entry::new(players.map_or("all".to_owned(), |p| p.to_string())),
        ];
        for wanted in &pairs {
            let mine = |c: &&Comparison| {
                c.difficulty.as_deref() == difficulty && c.players == players && pair(c) == *wanted
            };
            row.push(list().find(mine).map_or_else(Entry::default, |c| {
                difference(c.difference, (c.ci_low, c.ci_high), c.holds(), room)
            }));
        }
        sheet.rows.push(row);
    }
    // The rows that pool come last in their block, as in the table of win rates.
    let order = unique(report.cells.iter().map(|c| c.key.difficulty.as_str()));
    let place = |row: &Vec<Entry>| {
        let difficulty = order.iter().position(|d| *d == row[0].text);
        (difficulty, row[1].text.parse::<u8>().unwrap_or(u8::MAX))
    };
    sheet.rows.sort_by_key(place);
    Some(sheet)
}

/// The influence of each Reckoner (`size` 1) or of each two (`size` 2); nothing if no agent's games
/// tell.
pub(super) fn influence(report: &Report, size: usize, room: Room) -> Option<Sheet> {
    let list = || {
        report
            .influence
            .iter()
            .filter(|i| i.reckoners.len() == size)
    };
    let agents = unique(list().map(|i| i.agent.as_str()));
    if agents.is_empty() {
        return None;
    }
    let (title, who, looks) = match size {
        1 => ("Reckoners", "Reckoner", "the Reckoner"),
        _ => ("Pairs of Reckoners", "Reckoners", "both Reckoners"),
    };
    let silent: Vec<_> = unique(report.cells.iter().map(|c| c.key.agent.as_str()))
        .into_iter()
        .filter(|agent| !agents.contains(agent))
        .collect();
    let mut about = format!(
        "Win rate of teams with {looks} minus that of the other teams, in points, at the same \
         difficulty and with as many players. Marked: not 0 even after Holm's correction for {}. \
         These are many looks at the same games: of the unmarked, one in twenty leaves out 0 by luck.",
        count(list().count(), "look")
    );
    if !silent.is_empty() {
        about += &format!(" Too few wins or losses to tell: {}.", silent.join(", "));
    }
    let head = std::iter::once(left(who))
        .chain(agents.iter().map(right))
        .collect();
    let mut sheet = Sheet::new(title, about, head);
    let mut left_out = Vec::new();
    for group in groups(size) {
        let names: Vec<_> = group.iter().map(|r| r.key()).collect();
        let name = names.join(" + ");
        let played = report.origin.game.reckoners();
        let rows = list().filter(|i| i.reckoners == group).count();
        if rows < agents.len() && group.iter().all(|who| played.contains(who)) {
            left_out.push(name.clone());
        }
        if rows == 0 {
            continue;
        }
        let mut row = vec![Entry::new(name)];
        for agent in &agents {
            let mine = |i: &&Influence| i.agent == *agent && i.reckoners == group;
            row.push(list().find(mine).map_or_else(Entry::default, |i| {
                difference(i.difference, (i.ci_low, i.ci_high), i.holds(), room)
            }));
        }
        sheet.rows.push(row);
    }
    sheet.about += &left_out_note(&left_out);
    Some(sheet)
}

/// Why some Reckoners or pairs have no row, or an empty place in it; nothing if there are none.
fn left_out_note(names: &[String]) -> String {
    let who = match names {
        [] => return String::new(),
        // More would be longer than the table.
        [..] if names.len() > 10 => format!("{} of them", names.len()),
        few => few.join(", "),
    };
    format!(
        " Not told of {who}: fewer than {FEWEST} different deals with or without them, or too few wins or losses \
         in those."
    )
}

/// A difference with its interval, if there is room.
fn difference(value: f64, (low, high): (f64, f64), strong: bool, room: Room) -> Entry {
    let entry = Entry::new(points(value)).strong(strong);
    match room {
        Room::Narrow => entry,
        Room::Wide => entry.rest(format!("({})", points_interval(low, high))),
    }
}

/// "1 comparison", "6 comparisons".
fn count(n: usize, noun: &str) -> String {
    let s = if n == 1 { "" } else { "s" };
    format!("{n} {noun}{s}")
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::{cell, empty, report, sample};
    use super::*;

    fn texts(sheet: &Sheet) -> Vec<String> {
        let line = |row: &Vec<Entry>| -> String {
            let entries = row.iter().map(|e| e.line(("*", "*"), str::to_owned));
            entries.collect::<Vec<_>>().join("|")
        };
        sheet.rows.iter().map(line).collect()
    }

    /// Two difficulties, two player counts, two agents that differ by half.
    fn square() -> Report {
        let mut cells = Vec::new();
        for difficulty in ["beginner", "hard"] {
            for players in [2, 3] {
                cells.push(cell("a", difficulty, players, &"10".repeat(20)));
                cells.push(cell("b", difficulty, players, &"1".repeat(40)));
            }
        }
        report(cells)
    }

    #[test]
    fn win_rates_pool_players_and_difficulties() {
        let report = square();
        let sheet = win_rates(&Grid::new(&report));
        let lines = texts(&sheet);
        let starts: Vec<_> = lines
            .iter()
            .map(|l| l.splitn(3, '|').take(2).collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(
            starts,
            [
                "beginner 2",
                "beginner 3",
                "beginner all",
                "hard 2",
                "hard 3",
                "hard all",
                "all 2",
                "all 3",
                "all all"
            ]
        );
        assert_eq!(lines[0], "beginner|2|50.0 (35.2–64.8)|*100.0* (91.2–100.0)");
        // One cell has nothing to pool.
        let one = self::report(vec![cell("a", "hard", 2, "10")]);
        assert_eq!(win_rates(&Grid::new(&one)).rows.len(), 1);
    }

    #[test]
    fn pairs_are_compared_over_all_and_by_cell() {
        let report = square();
        let all = pairs(&report).unwrap();
        assert_eq!(all.rows.len(), 1);
        assert!(texts(&all)[0].starts_with("b|a|*+50.0*|+"), "{all:?}");
        let by_cell = pairs_by_cell(&report, Room::Narrow).unwrap();
        assert_eq!(
            texts(&by_cell),
            [
                "beginner|2|*+50.0*",
                "beginner|3|*+50.0*",
                "beginner|all|*+50.0*",
                "hard|2|*+50.0*",
                "hard|3|*+50.0*",
                "hard|all|*+50.0*"
            ]
        );
        assert!(pairs(&self::report(vec![cell("a", "hard", 2, "10")])).is_none());
        let one = [cell("a", "hard", 2, "10"), cell("b", "hard", 2, "11")];
        let one = self::report(one.to_vec());
        assert!(pairs(&one).is_some() && pairs_by_cell(&one, Room::Wide).is_none());
    }

    #[test]
    fn text_leans_left_and_numbers_right() {
        for (name, lean) in numbers(&sample(), Room::Wide).head {
            let text = ["agent", "Reckoners", "difficulty", "losses"].contains(&name.as_str());
            assert_eq!(lean == Lean::Left, text, "{name}");
        }
        assert!(numbers(&empty(), Room::Wide).rows.is_empty());
    }

    #[test]
    fn a_team_that_never_changes_tells_nothing_about_reckoners() {
        assert!(influence(&square(), 1, Room::Wide).is_none());
    }

    #[test]
    fn points_have_a_sign() {
        assert_eq!(points_interval(-0.02, 0.1), "-2.0 to +10.0");
    }
}
