//! The one list of the columns of a report. Every format shows it, so that a new column is a new
//! entry here and nothing else.

use reckoners_env::EpisodeEnd;
use reckoners_env::ids::Cause;
use reckoners_env::words::event;

use super::tally::{Cell, CellKey, Tally};
use reckoners_env::episode::ROUND_CAP;

use crate::arena::Record;
use crate::rounded::percent;
use crate::stats::{Estimate, Interval, Moments};

/// What a column says of a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// A name.
    Text(String),
    /// A whole number.
    Whole(u64),
    /// A share in `[0, 1]`.
    Share(f64),
    /// A mean over games.
    Mean(f64),
    /// A mean with its limits, or nothing where there is too little to tell. Three columns for machines: `KEY`,
    /// `KEY_low` and `KEY_high`, left out of JSON and empty in CSV where there is nothing.
    Estimate(Option<Estimate>),
    /// The limits of a share. Two columns, `KEY_low` and `KEY_high`, for machines.
    Limits(Interval),
    /// How many games were lost for which reason. A column `KEY.REASON` each, for machines.
    Losses([u64; Cause::COUNT]),
}

/// One column.
#[derive(Debug)]
pub(super) struct Column {
    /// Its name for machines, in JSON and CSV.
    pub(super) key: &'static str,
    /// Its name for people.
    pub(super) title: &'static str,
    /// What it says, in half a sentence.
    pub(super) about: &'static str,
    /// Whether a terminal shows it; it has less room, and a table of win rates above.
    pub(super) terminal: bool,
    of: Of,
}

/// Where the value comes from.
#[derive(Clone, Copy, Debug)]
enum Of {
    Key(fn(&CellKey) -> Value),
    Tally(fn(&Tally) -> Value),
    /// The sum over games.
    Total(fn(&Record) -> u64),
    /// The mean over games.
    Mean(fn(&Record) -> u64),
    /// The mean with its interval over the games that have the number, and where such a mean can lie.
    Estimate(fn(&Record) -> Option<u64>, Range),
}

/// The least and the largest mean that can be.
type Range = (f64, f64);

/// No game is won before its first round or after the last.
const ROUNDS: Range = (1.0, ROUND_CAP as f64);

/// People are not fewer than none; what a box prints has no limit.
const PEOPLE: Range = (0.0, f64::INFINITY);

const fn column(
    key: &'static str,
    title: &'static str,
    about: &'static str,
    terminal: bool,
    of: Of,
) -> Column {
    Column {
        key,
        title,
        about,
        terminal,
        of,
    }
}

/// All columns, in the order in which they are shown.
pub(super) const COLUMNS: [Column; 16] = [
    column(
        "difficulty",
        "difficulty",
        "how hard",
        true,
        Of::Key(|key| Value::Text(key.difficulty.clone())),
    ),
    column(
        "players",
        "players",
        "number of Reckoners in the team",
        true,
        Of::Key(|key| Value::Whole(u64::from(key.players))),
    ),
    column(
        "agent",
        "agent",
        "who played; team:a,b gives the agents of a mixed team, seat by seat",
        true,
        Of::Key(|key| Value::Text(key.agent.clone())),
    ),
    column(
        "reckoners",
        "Reckoners",
        "who was played (--reckoners); random draws a new team each game",
        false,
        Of::Key(|key| Value::Text(key.reckoners.clone())),
    ),
    column(
        "games",
        "games",
        "games played",
        false,
        Of::Tally(|tally| Value::Whole(tally.games())),
    ),
    column(
        "wins",
        "wins",
        "games won",
        false,
        Of::Tally(|tally| Value::Whole(tally.wins())),
    ),
    column(
        "unfinished",
        "unfinished",
        "games cut off by the round cap, counted as not won and not as lost",
        true,
        Of::Total(|record| u64::from(record.end == EpisodeEnd::Truncated)),
    ),
    column(
        "win_rate",
        "win rate (%)",
        "share of the games that were won",
        false,
        Of::Tally(|tally| Value::Share(tally.win_rate())),
    ),
    column(
        "ci",
        "95 % interval",
        "Wilson interval of the win rate",
        false,
        Of::Tally(|tally| Value::Limits(tally.interval())),
    ),
    column(
        "rounds_to_win",
        "rounds to the win",
        "mean rounds of the games that were won, with its 95 % interval",
        true,
        Of::Estimate(
            |record| record.won().then_some(u64::from(record.rounds)),
            ROUNDS,
        ),
    ),
    column(
        "mean_rounds",
        "rounds",
        "mean rounds of a game",
        false,
        Of::Mean(|record| u64::from(record.rounds)),
    ),
    column(
        "mean_population",
        "population saved",
        "mean population at the end of a game, 0 in lost ones, with its 95 % interval",
        true,
        Of::Estimate(|record| Some(u64::from(record.population)), PEOPLE),
    ),
    column(
        "mean_decisions",
        "decisions",
        "mean decisions of a game, those with one option included",
        false,
        Of::Mean(|record| u64::from(record.decisions)),
    ),
    column(
        "mean_unused_dice",
        "dice unused",
        "mean dice of a game that Reckoners had not used when they were done with dice",
        false,
        Of::Mean(|record| u64::from(record.unused_dice)),
    ),
    column(
        "mean_tokens_left",
        "Plan Tokens left",
        "mean Plan Tokens that the team had at the end of a game",
        false,
        Of::Mean(|record| u64::from(record.tokens_left)),
    ),
    column(
        "loss_reasons",
        "losses",
        "what struck the last blow, as a share of the lost games",
        true,
        Of::Tally(|tally| Value::Losses(tally.losses())),
    ),
];

/// What the columns that sum over games add for one game; 0 for the others.
pub(super) fn add(sums: &mut [Moments; COLUMNS.len()], record: &Record) {
    for (sum, column) in sums.iter_mut().zip(&COLUMNS) {
        match column.of {
            Of::Total(of) | Of::Mean(of) => sum.add(of(record)),
            Of::Estimate(of, _) => of(record).into_iter().for_each(|number| sum.add(number)),
            Of::Key(_) | Of::Tally(_) => {}
        }
    }
}

/// Each column with what it says of a cell.
pub(super) fn values(cell: &Cell) -> impl Iterator<Item = (&'static Column, Value)> {
    COLUMNS.iter().zip(cell.tally.sums()).map(|(column, sum)| {
        let value = match column.of {
            Of::Key(of) => of(&cell.key),
            Of::Tally(of) => of(&cell.tally),
            Of::Total(_) => Value::Whole(sum.sum),
            Of::Mean(_) => Value::Mean(sum.sum as f64 / cell.tally.games() as f64),
            Of::Estimate(..) => column.estimate(sum.estimate()),
        };
        (column, value)
    })
}

impl Column {
    /// A mean of this column. Its interval comes from the spread alone, so it is cut where no mean can lie.
    pub(super) fn estimate(&self, found: Option<Estimate>) -> Value {
        let range = match self.of {
            Of::Estimate(_, range) => range,
            Of::Key(_) | Of::Tally(_) | Of::Total(_) | Of::Mean(_) => {
                (f64::NEG_INFINITY, f64::INFINITY)
            }
        };
        Value::Estimate(found.map(|estimate| estimate.within(range)))
    }
}

impl Value {
    /// For people.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Whole(number) => number.to_string(),
            Self::Share(share) => percent(*share, 1),
            Self::Mean(mean) => format!("{mean:.1}"),
            Self::Estimate(None) => "–".to_owned(),
            Self::Estimate(Some(Estimate { mean, interval })) => {
                format!("{mean:.1} ({:.1}–{:.1})", interval.low, interval.high)
            }
            Self::Limits(limits) => {
                format!("{}–{}", percent(limits.low, 1), percent(limits.high, 1))
            }
            Self::Losses(losses) => losses_text(losses),
        }
    }

    /// Whether it is read as a number, so that digits stand below each other.
    pub(super) fn is_number(&self) -> bool {
        !matches!(self, Self::Text(_) | Self::Losses(_))
    }

    /// For machines: names after the key of the column, and numbers in full.
    pub(super) fn fields(&self, key: &str) -> Vec<(String, serde_json::Value)> {
        match self {
            Self::Text(text) => vec![(key.to_owned(), text.as_str().into())],
            Self::Whole(number) => vec![(key.to_owned(), (*number).into())],
            Self::Share(number) | Self::Mean(number) => vec![(key.to_owned(), (*number).into())],
            Self::Limits(limits) => vec![
                (format!("{key}_low"), limits.low.into()),
                (format!("{key}_high"), limits.high.into()),
            ],
            Self::Estimate(found) => {
                let field = |of: fn(&Estimate) -> f64| found.as_ref().map(of).into();
                vec![
                    (key.to_owned(), field(|e| e.mean)),
                    (format!("{key}_low"), field(|e| e.interval.low)),
                    (format!("{key}_high"), field(|e| e.interval.high)),
                ]
            }
            // All of them whether they occur or not, so that files of different runs agree.
            Self::Losses(losses) => Cause::ALL
                .iter()
                .zip(losses)
                .map(|(cause, count)| (format!("{key}.{}", cause.key()), (*count).into()))
                .collect(),
        }
    }
}

/// A reason of a loss for people: what struck the last blow.
pub(super) fn in_words(cause: Cause) -> &'static str {
    event::cause(cause)
}

/// Reasons that are named; more would not fit into a table.
const NAMED: usize = 2;

/// From the most to the least frequent: "the boss attacked 70 %, an Epic attacked 20 %, others
/// 10 %".
fn losses_text(losses: &[u64; Cause::COUNT]) -> String {
    let lost: u64 = losses.iter().sum();
    let mut reasons: Vec<_> = Cause::ALL.into_iter().zip(*losses).collect();
    reasons.retain(|(_, count)| *count > 0);
    reasons.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    // A number and its sign stay on one line.
    let text = |name: &str, count: u64| {
        format!("{name} {}\u{a0}%", percent(count as f64 / lost as f64, 0))
    };
    let named = if reasons.len() <= NAMED + 1 {
        reasons.len()
    } else {
        NAMED
    };
    let (named, others) = reasons.split_at(named);
    let mut parts: Vec<_> = named.iter().map(|(c, n)| text(in_words(*c), *n)).collect();
    if !others.is_empty() {
        parts.push(text("others", others.iter().map(|(_, n)| n).sum()));
    }
    if parts.is_empty() {
        return "none".to_owned();
    }
    parts.join(", ")
}

/// What readers are told about games that no side won.
pub(super) fn unfinished_note() -> String {
    format!(
        "Unfinished games are those that the cap of {ROUND_CAP} rounds cut off: neither won nor lost."
    )
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::{record, sample};
    use super::*;

    /// The names are a promise to whoever reads the files.
    #[test]
    fn the_keys_for_machines_are_pinned() {
        let report = sample();
        let keys: Vec<_> = values(&report.cells[0])
            .flat_map(|(column, value)| value.fields(column.key))
            .map(|(key, _)| key)
            .filter(|key| !key.starts_with("loss_reasons."))
            .collect();
        assert_eq!(
            keys.join(" "),
            "difficulty players agent reckoners games wins unfinished win_rate ci_low ci_high \
             rounds_to_win rounds_to_win_low rounds_to_win_high mean_rounds mean_population \
             mean_population_low mean_population_high mean_decisions mean_unused_dice mean_tokens_left"
        );
    }

    /// In text and for machines: a few games that differ much have a wide spread.
    #[test]
    fn no_interval_leaves_what_can_be() {
        let won = |rounds: usize| record(EpisodeEnd::Won, &vec![10; rounds]);
        let lost = record(EpisodeEnd::Lost(Cause::BossAttack), &[10, 0]);
        let records = [won(2), won(48), lost.clone(), lost];
        let key = sample().cells[0].key.clone();
        let cell = Cell::count(key, &records).unwrap();
        let of = |key: &str| {
            let mut all = values(&cell);
            all.find(|(column, _)| column.key == key).unwrap().1
        };
        assert_eq!(of("rounds_to_win").text(), "25.0 (1.0–50.0)");
        assert_eq!(of("mean_population").text(), "5.0 (0.0–10.7)");
        let (low, value) = of("mean_population").fields("mean_population")[1].clone();
        assert_eq!((low.as_str(), value), ("mean_population_low", 0.0.into()));
    }

    #[test]
    fn every_column_is_explained_once() {
        let titles: std::collections::BTreeSet<_> = COLUMNS.iter().map(|c| c.title).collect();
        assert_eq!(titles.len(), COLUMNS.len());
        assert!(COLUMNS.iter().all(|c| !c.about.is_empty()));
    }

    #[test]
    fn losses_are_sorted_by_size() {
        let mut losses = [0; Cause::COUNT];
        assert_eq!(losses_text(&losses), "none");
        losses[Cause::BossAttack.index()] = 3;
        losses[Cause::EpicAttack.index()] = 1;
        let text = |losses: &[u64; Cause::COUNT]| losses_text(losses).replace('\u{a0}', " ");
        assert_eq!(
            text(&losses),
            "the boss attacked 75 %, an Epic attacked 25 %"
        );
        losses[Cause::NoBarricade.index()] = 14;
        losses[Cause::NoEnforcement.index()] = 2;
        assert_eq!(
            text(&losses),
            "no Barricade was left to place 70 %, the boss attacked 15 %, others 15 %"
        );
    }
}
