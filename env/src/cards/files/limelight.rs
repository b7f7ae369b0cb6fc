//! `limelight.toml`: a booklet of tables that dice are looked up in.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{At, Provenance, by_game, one};
use crate::cards::catalog::{Boards, BossCard, BossSheet, BossValues, Catalog};
use crate::cards::deed::{Cell, Deed, Home, Reach, Verb};
use crate::cards::files::setup::SetupFile;
use crate::cards::load::CatalogError;
use crate::cards::power_tables::{MAX_COLUMNS, PowerDice, PowerTables, Steps};
use crate::ids::{Difficulty, FACES, MAX_SEATS, MIN_SEATS, Tally, Track};

const FILE: &str = "bosses/limelight.toml";

/// `limelight.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimelightFile {
    /// The rows that the faces of a Power die name.
    pub power_die: Vec<u8>,
    /// What the counts add.
    pub counts: BTreeMap<Tally, StepsEntry>,
    /// What a boost does in the last column.
    pub overflow: BTreeMap<Track, String>,
    /// The common tables: rows of cells, by colour.
    pub tables: BTreeMap<Track, Vec<Vec<String>>>,
    /// The pages.
    pub page: Vec<PageEntry>,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

/// What a count adds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepsEntry {
    /// Limits, rising.
    pub upto: [u8; 3],
    /// Numbers, one more than limits.
    pub add: [u8; 4],
}

/// A page of the booklet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageEntry {
    /// Number of Reckoners.
    pub reckoners: u8,
    /// The difficulty.
    pub difficulty: Difficulty,
    /// Research.
    pub research: u16,
    /// Health once weakened.
    pub health: u16,
    /// The number p of the common tables.
    pub p: i8,
    /// The number e.
    pub e: i8,
    /// The number b.
    pub b: i8,
    /// A table of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yellow: Option<Vec<Vec<String>>>,
    /// A table of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black: Option<Vec<Vec<String>>>,
    /// A table of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub red: Option<Vec<Vec<String>>>,
    /// A table of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blue: Option<Vec<Vec<String>>>,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

impl PageEntry {
    const fn own_table(&self, track: Track) -> Option<&Vec<Vec<String>>> {
        match track {
            Track::Yellow => self.yellow.as_ref(),
            Track::Black => self.black.as_ref(),
            Track::Red => self.red.as_ref(),
            Track::Blue => self.blue.as_ref(),
        }
    }

    /// The value of a word such as `p-2`; none if it is no such word.
    fn value(&self, word: &str) -> Option<u8> {
        let number = match word.chars().next()? {
            'p' => self.p,
            'e' => self.e,
            'b' => self.b,
            _ => return None,
        };
        let change = match &word[1..] {
            "" => 0,
            rest if rest.starts_with(['+', '-']) => rest.parse::<i8>().ok()?,
            _ => return None,
        };
        Some(number.saturating_add(change).max(0).unsigned_abs())
    }

    /// The cell with the page's numbers in place of the letters; an action done no time is none.
    fn cell(&self, text: &str) -> Result<Cell, String> {
        let mut deeds = Vec::new();
        for deed in text.split('|').map(str::trim).filter(|d| !d.is_empty()) {
            let words = deed.split_whitespace();
            let words = words.map(|w| {
                self.value(w)
                    .map_or_else(|| w.to_owned(), |n| n.to_string())
            });
            let words: Vec<String> = words.collect();
            let none = words.last().is_some_and(|w| w == "0");
            if !none || words[0].eq_ignore_ascii_case("POP_BY") {
                deeds.push(words.join(" "));
            }
        }
        Cell::read(&deeds.join(" | "))
    }
}

impl LimelightFile {
    /// His booklet and dice.
    pub(crate) fn read(&self, setup: &SetupFile) -> Result<BossCard, CatalogError> {
        let power = self.power_dice()?;
        for (i, page) in self.page.iter().enumerate() {
            let item = format!("page {}", i + 1);
            let at = At(FILE, &item);
            at.range(
                "reckoners",
                page.reckoners,
                MIN_SEATS as u64,
                MAX_SEATS as u64,
            )?;
        }
        let page = |seats, difficulty| self.sheet(setup, &power, seats, difficulty);
        Ok(BossCard {
            name: "Limelight".into(),
            sheets: by_game(page)?,
            cards: Vec::new(),
            power: Some(power.clone()),
        })
    }

    fn power_dice(&self) -> Result<PowerDice, CatalogError> {
        let at = At(FILE, "power_die");
        let faces = <[u8; FACES]>::try_from(self.power_die.clone()).map_err(|faces| {
            at.error(
                "power_die",
                format!("{} faces; a die has {FACES}", faces.len()),
            )
        })?;
        for face in faces {
            at.range("power_die", face, 1, FACES as u64)?;
        }
        let at = At(FILE, "counts");
        let mut tallies = Vec::new();
        for tally in Tally::ALL {
            let steps = self.counts.get(&tally);
            let steps =
                steps.ok_or_else(|| at.error(tally.key(), "missing; write upto and add"))?;
            if !steps.upto.is_sorted() {
                return Err(at.error(tally.key(), "the limits must rise"));
            }
            tallies.push(Steps {
                upto: steps.upto,
                add: steps.add,
            });
        }
        Ok(PowerDice {
            rows: faces.map(|face| face - 1),
            tallies: tallies.try_into().expect("one for each count"),
        })
    }

    fn sheet(
        &self,
        setup: &SetupFile,
        power: &PowerDice,
        seats: usize,
        difficulty: Difficulty,
    ) -> Result<BossSheet, CatalogError> {
        let item = format!("page {seats} {difficulty}");
        let at = At(FILE, &item);
        let pages = self.page.iter();
        let pages =
            pages.filter(|p| usize::from(p.reckoners) == seats && p.difficulty == difficulty);
        let page = one(&at, "page", pages)?;
        at.range("research", page.research, 1, 999)?;
        at.range("health", page.health, 1, 999)?;
        for (field, number) in [("p", page.p), ("e", page.e), ("b", page.b)] {
            at.range(field, (i16::from(number) + 9).unsigned_abs(), 0, 18)
                .map_err(|_| at.error(field, format!("{number} is not between -9 and 9")))?;
        }
        Ok(BossSheet {
            values: BossValues {
                research: page.research,
                health: page.health,
            },
            boards: Boards::Tables(self.tables(&at, setup, power, page)?),
            deployment: 0,
        })
    }

    fn tables(
        &self,
        at: &At<'_>,
        setup: &SetupFile,
        power: &PowerDice,
        page: &PageEntry,
    ) -> Result<PowerTables, CatalogError> {
        let rows = usize::from(*power.rows.iter().max().expect("a die has faces")) + 1;
        let mut columns = None;
        let mut cells: [[Vec<Cell>; FACES]; Track::COUNT] = Default::default();
        for track in Track::ALL {
            let field = track.key();
            let table = page.own_table(track).or_else(|| self.tables.get(&track));
            let table = table.ok_or_else(|| at.error(field, "missing; write a table"))?;
            let seen = (0..rows as u8).all(|row| power.weight(row) > 0);
            if table.len() != rows || !seen {
                let message = format!(
                    "{} rows; there is one for each number on the Power die",
                    table.len()
                );
                return Err(at.error(field, message));
            }
            for (texts, row) in table.iter().zip(&mut cells[track.index()]) {
                let count = *columns.get_or_insert(texts.len());
                if texts.len() != count {
                    let message = format!(
                        "a row of {} cells; all tables of a page have the same columns ({count})",
                        texts.len()
                    );
                    return Err(at.error(field, message));
                }
                for text in texts {
                    let cell = at.read(field, page.cell(text))?;
                    if let Some(message) = cell.misplaced(&[Home::BossOrCity, Home::Table]) {
                        return Err(at.error(field, message));
                    }
                    row.push(cell);
                }
            }
        }
        let columns = columns.unwrap_or_default();
        let least = u64::from(setup.boss_bracket).max(2);
        at.range("columns", columns as u64, least, MAX_COLUMNS as u64)?;
        let mut overflow = Vec::new();
        for track in Track::ALL {
            let at = At(FILE, "overflow");
            let text = self.overflow.get(&track);
            let text = text.ok_or_else(|| at.error(track.key(), "missing; write an action"))?;
            let deed = at.read(track.key(), Deed::read(text))?;
            // It goes to the boss's board and not to a table, so what only tables may hold is refused.
            if let Some(message) = deed.misplaced(&[Home::BossOrCity]) {
                return Err(at.error(track.key(), message));
            }
            overflow.push(deed);
        }
        let overflow = overflow.try_into().expect("one for each track");
        let first = &cells[Track::Red.index()][0][usize::from(setup.boss_bracket) - 1];
        if let Some(deed) = first.deeds().find(needs_reckoners_or_roll) {
            let message = format!(
                "\"{deed}\": this cell is performed in the prologue, when nobody is placed and \
                 nothing is rolled"
            );
            return Err(at.error("red", message));
        }
        Ok(PowerTables::new(columns as u8, cells, overflow))
    }

    /// Records the sources of the values.
    pub(crate) fn sources(&self, catalog: &mut Catalog) -> Result<(), CatalogError> {
        let fields = ["power_die", "counts", "overflow", "tables"];
        At(FILE, "booklet").sources(catalog, &fields, &self.provenance)?;
        for page in &self.page {
            let item = format!("page {} {}", page.reckoners, page.difficulty);
            let mut fields = vec!["research", "health", "p", "e", "b"];
            let own = Track::ALL.into_iter();
            fields.extend(own.filter(|t| page.own_table(*t).is_some()).map(Track::key));
            At(FILE, &item).sources(catalog, &fields, &page.provenance)?;
        }
        Ok(())
    }
}

fn needs_reckoners_or_roll(deed: &Deed) -> bool {
    deed.reach == Reach::Reckoners
        || matches!(
            deed.verb,
            Verb::EnforcementPerCard
                | Verb::AffectAll(_)
                | Verb::PopulationBy(Tally::Equipment)
                | Verb::Transform
        )
}
