//! What is printed on cards and dice, as numbers: for those who read a card by what it does and not by its place in
//! a file. Observations and actions name a card by its number; these tables say what the number stands for in the
//! box at hand, so that one network can play with boxes it has never seen.
//!
//! Every number is from 0 to 1. The tables of two boxes have the same shape and differ only in their numbers.

use crate::action::{Answer, Block};
use crate::cards::{
    AidGain, Catalog, Deed, EPIC_COUNT, EQUIPMENT_COUNT, Gain, INFINITE, MAX_TRACK, Power, Reach,
    Reward, SymbolCounts, SymbolMask, Timing, Verb,
};
use crate::ids::{CityKind, DieKind, FACES, MAX_AIDS, Reckoner, Symbol, Track};
use crate::obs::SECTIONS;

/// A kind of printed thing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sheet {
    /// Equipment cards.
    Equipment,
    /// Faces of dice, kind after kind.
    Faces,
    /// Kinds of dice.
    Dice,
    /// Reckoners with their abilities.
    Reckoners,
    /// Epic cards.
    Epics,
    /// Dawnslight cards.
    Aids,
}

impl Sheet {
    /// Every kind.
    pub const ALL: [Self; 6] = [
        Self::Equipment,
        Self::Faces,
        Self::Dice,
        Self::Reckoners,
        Self::Epics,
        Self::Aids,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Equipment => "equipment",
            Self::Faces => "faces",
            Self::Dice => "dice",
            Self::Reckoners => "reckoners",
            Self::Epics => "epics",
            Self::Aids => "aids",
        }
    }

    /// How many things there are.
    pub const fn rows(self) -> usize {
        match self {
            Self::Equipment => EQUIPMENT_COUNT,
            Self::Faces => DieKind::COUNT * FACES,
            Self::Dice => DieKind::COUNT,
            Self::Reckoners => Reckoner::COUNT,
            Self::Epics => EPIC_COUNT,
            Self::Aids => MAX_AIDS,
        }
    }

    /// The fields of an observation that count or mark these things one by one, as `(section, field)`.
    pub const fn fields(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Equipment => &[("me", "cards"), ("others", "owned"), ("market", "cards")],
            Self::Faces => &[("me", "rolled"), ("me", "kept")],
            Self::Dice => &[
                ("me", "dice"),
                ("me", "lost"),
                ("open", "change_kind"),
                ("open", "faith"),
            ],
            Self::Reckoners => &[("me", "reckoner"), ("others", "reckoner")],
            Self::Epics => &[("districts", "card")],
            Self::Aids => &[("variants", "aids"), ("variants", "drawn")],
        }
    }

    /// The blocks of actions that name these things one by one, perhaps once for each seat.
    pub fn blocks(self) -> impl Iterator<Item = Block> {
        let names = match self {
            Self::Equipment => Some(Answer::Card),
            Self::Faces => Some(Answer::Die),
            Self::Dice => Some(Answer::Kind),
            Self::Aids => Some(Answer::Aid),
            Self::Reckoners | Self::Epics => None,
        };
        let blocks = Block::ALL.iter().copied();
        blocks.filter(move |block| Some(block.points_at().0) == names)
    }

    /// Names of the numbers of one thing, in order.
    pub fn names(self) -> Vec<String> {
        let mut row = Row::default();
        match self {
            Self::Equipment => {
                row.add("price", 0.0);
                power(&mut row, &Power::NONE, None);
            }
            Self::Faces => face(&mut row, None, 0),
            Self::Dice => die(&mut row, "", None),
            Self::Reckoners => reckoner(&mut row, None, 0),
            Self::Epics => epic(&mut row, None, 0),
            Self::Aids => aid(&mut row, None),
        }
        row.names
    }

    /// The numbers of every thing, one row after the other.
    pub fn values(self, catalog: &Catalog) -> Vec<f32> {
        let mut values = Vec::new();
        for index in 0..self.rows() {
            let mut row = Row::default();
            match self {
                Self::Equipment => {
                    let card = &catalog.equipment[index];
                    row.add("price", f32::from(card.price) / 8.0);
                    power(&mut row, &card.power, Some(catalog));
                }
                Self::Faces => face(&mut row, Some(catalog), index),
                Self::Dice => die(&mut row, "", Some((catalog, DieKind::ALL[index]))),
                Self::Reckoners => reckoner(&mut row, Some(catalog), index),
                Self::Epics => epic(&mut row, Some(catalog), index),
                Self::Aids => {
                    // One city has them; its kinds are numbered through.
                    let aids = CityKind::ALL.map(|city| catalog.city(city).aids());
                    let found = aids.iter().find(|aids| !aids.is_empty());
                    aid(
                        &mut row,
                        found.and_then(|aids| aids.get(index)).map(|a| a.gain),
                    );
                }
            }
            values.extend(row.values.iter().map(|value| value.clamp(0.0, 1.0)));
        }
        values
    }

    /// Where its things lie in an observation: the first number of each run of [`Sheet::rows`], with its field.
    pub fn runs(self) -> Vec<(&'static str, &'static str, usize)> {
        let mut runs = Vec::new();
        for &(section, field) in self.fields() {
            let found = SECTIONS.iter().find(|s| s.name == section);
            let found = found.expect("a section of the observation");
            let before = found.fields.iter().take_while(|f| f.name != field);
            let at: usize = before.map(|f| f.len).sum();
            let starts = (0..found.count).map(|i| found.start + i * found.stride + at);
            runs.extend(starts.map(|start| (section, field, start)));
        }
        runs
    }
}

/// 16 hexadecimal digits that change with any name or place of a number.
pub fn features_hash() -> String {
    let mut hasher = blake3::Hasher::new();
    for sheet in Sheet::ALL {
        hasher.update(format!("{}[{}]", sheet.name(), sheet.rows()).as_bytes());
        hasher.update(sheet.names().join(" ").as_bytes());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// Numbers with their names, as they are written.
#[derive(Default)]
struct Row {
    names: Vec<String>,
    values: Vec<f32>,
}

impl Row {
    fn add(&mut self, name: impl Into<String>, value: f32) {
        self.names.push(name.into());
        self.values.push(value);
    }

    fn flag(&mut self, name: impl Into<String>, is: bool) {
        self.add(name, f32::from(u8::from(is)));
    }

    fn symbols(&mut self, name: &str, counts: SymbolCounts) {
        for symbol in Symbol::ALL {
            self.add(
                format!("{name}.{symbol}"),
                f32::from(counts.get(symbol)) / 3.0,
            );
        }
    }

    fn mask(&mut self, name: &str, mask: SymbolMask) {
        for symbol in Symbol::ALL {
            self.flag(format!("{name}.{symbol}"), mask.has(symbol));
        }
    }
}

/// What a power lets its owner do. A die is shown by its faces.
fn power(row: &mut Row, power: &Power, catalog: Option<&Catalog>) {
    let (mut cost, mut two) = (SymbolMask::default(), SymbolMask::default());
    let timing = match power.timing {
        Timing::Permanent => 0,
        Timing::Free => 1,
        Timing::Paid(symbols) => {
            cost = symbols;
            2
        }
        Timing::PaidTwo(symbols) => {
            two = symbols.into_iter().collect();
            3
        }
        Timing::Rolling => 4,
        Timing::InUse => 5,
        Timing::PhaseStart => 6,
        Timing::Bought => 7,
    };
    let times = [
        "permanent",
        "free",
        "paid",
        "paid_two",
        "rolling",
        "in_use",
        "phase_start",
        "bought",
    ];
    for (index, name) in times.into_iter().enumerate() {
        row.flag(name, index == timing);
    }
    row.mask("cost", cost);
    row.mask("cost_two", two);
    let (mut gives, mut about) = (SymbolCounts::default(), SymbolMask::default());
    let (mut far, mut reward, mut kind) = (false, Reward::default(), None);
    let gain = match power.gain {
        Gain::Symbols { gives: g, anywhere } => {
            (gives, far) = (g, anywhere);
            "symbols"
        }
        Gain::Move => "move",
        Gain::Convert(a, b) => {
            about = [a, b].into_iter().collect();
            "convert"
        }
        Gain::Double(symbol) => {
            about = SymbolMask::one(symbol);
            "double"
        }
        Gain::Die(of) => {
            kind = Some(of);
            "die"
        }
        Gain::SetFace => "set_face",
        Gain::RerollRoll => "reroll_roll",
        Gain::GiveToken => "give_token",
        Gain::SecondDistrict => "second_district",
        Gain::Neighbours(symbols) => {
            about = symbols;
            "neighbours"
        }
        Gain::Regain => "regain",
        Gain::Reroll => "reroll",
        Gain::ChangeSymbol => "change_symbol",
        Gain::SwapDie => "swap_die",
        Gain::AnyDie => "any_die",
        Gain::Kidnap => "kidnap",
        Gain::BaseUp => "base_up",
        Gain::PlanToken => "plan_token",
        Gain::AfterMove(either) => {
            about = either.into_iter().collect();
            "after_move"
        }
        Gain::OnWeaken(g) => {
            gives = g;
            "on_weaken"
        }
        Gain::Blackmail => "blackmail",
        Gain::Sabotage => "sabotage",
        Gain::Triple => "triple",
        Gain::InstantPlans => "instant_plans",
        Gain::Reward(pays) => {
            reward = pays;
            "reward"
        }
        Gain::Dispatch => "dispatch",
        Gain::Demolish => "demolish",
        Gain::Enlarge => "enlarge",
        Gain::KeepNone => "keep_none",
        Gain::Nothing => "nothing",
    };
    for name in GAINS {
        row.flag(*name, *name == gain);
    }
    row.symbols("gives", gives);
    row.mask("about", about);
    row.flag("anywhere", far);
    for (name, count) in reward.parts() {
        row.add(format!("reward.{name}"), f32::from(count) / 6.0);
    }
    die(row, "die.", catalog.zip(kind));
}

/// What powers give, in the order of their flags.
const GAINS: &[&str] = &[
    "symbols",
    "move",
    "convert",
    "double",
    "die",
    "set_face",
    "reroll_roll",
    "give_token",
    "second_district",
    "neighbours",
    "regain",
    "reroll",
    "change_symbol",
    "swap_die",
    "any_die",
    "kidnap",
    "base_up",
    "plan_token",
    "after_move",
    "on_weaken",
    "blackmail",
    "sabotage",
    "triple",
    "instant_plans",
    "reward",
    "dispatch",
    "demolish",
    "enlarge",
    "keep_none",
    "nothing",
];

/// A kind of die: how many of each symbol its faces show on average, and on how many faces it is.
fn die(row: &mut Row, name: &str, die: Option<(&Catalog, DieKind)>) {
    row.flag(
        format!("{name}basic"),
        die.is_some_and(|(_, kind)| kind == DieKind::Basic),
    );
    for symbol in Symbol::ALL {
        let (mut faces, mut count) = (0.0, 0.0);
        if let Some((catalog, kind)) = die {
            for face in &catalog.die(kind).faces {
                if face.symbol == symbol {
                    faces += 1.0 / FACES as f32;
                    count += f32::from(face.count) / FACES as f32;
                }
            }
        }
        row.add(format!("{name}{symbol}.mean"), count);
        row.add(format!("{name}{symbol}.faces"), faces);
    }
}

fn face(row: &mut Row, catalog: Option<&Catalog>, index: usize) {
    let kind = DieKind::ALL[index / FACES];
    let shown = catalog.map_or(SymbolCounts::default(), |catalog| {
        let face = catalog.die(kind).faces[index % FACES];
        SymbolCounts::of(face.symbol, face.count)
    });
    row.symbols("shows", shown);
    row.mask(
        "single",
        if shown.total() == 1 {
            shown.mask()
        } else {
            SymbolMask::default()
        },
    );
    die(row, "die.", catalog.map(|catalog| (catalog, kind)));
}

/// The ability, and the dice at the start.
fn reckoner(row: &mut Row, catalog: Option<&Catalog>, index: usize) {
    let card = catalog.map(|catalog| &catalog.reckoners[index]);
    power(
        row,
        card.map_or(&Power::NONE, |card| &card.ability),
        catalog,
    );
    let count = |kind: DieKind| card.map_or(0, |card| card.dice[kind.index()]);
    let special = || DieKind::ALL.into_iter().filter(|k| *k != DieKind::Basic);
    row.add("basic_dice", f32::from(count(DieKind::Basic)) / 4.0);
    row.add(
        "special_dice",
        f32::from(special().map(count).sum::<u8>()) / 4.0,
    );
    // The special dice of a Reckoner have one colour.
    let own = special().find(|kind| count(*kind) > 0);
    die(row, "own.", catalog.zip(own));
}

fn epic(row: &mut Row, catalog: Option<&Catalog>, index: usize) {
    let card = catalog.map(|catalog| &catalog.epics[index]);
    let health = card.map_or(0, |card| card.health);
    row.add(
        "research",
        f32::from(card.map_or(0, |card| card.research)) / 8.0,
    );
    row.flag("infinite", health == INFINITE);
    row.add(
        "health",
        if health == INFINITE {
            1.0
        } else {
            f32::from(health) / 12.0
        },
    );
    row.add(
        "weakened",
        f32::from(card.map_or(0, |card| card.weakened)) / 12.0,
    );
    for (name, count) in card.map_or(Reward::default(), |card| card.reward).parts() {
        row.add(format!("reward.{name}"), f32::from(count) / 6.0);
    }
    let deeds = card.map_or(&[][..], |card| card.track.deeds());
    row.add("spaces", deeds.len() as f32 / MAX_TRACK as f32);
    for space in 0..MAX_TRACK {
        deed(row, &format!("space{space}."), deeds.get(space).copied());
    }
}

/// Kinds of deeds that a space shows apart; boosts by track follow.
const DEEDS: [&str; 18] = [
    "fortify",
    "fortify_boss",
    "enforcement",
    "population",
    "barricade",
    "base",
    "pull",
    "repel",
    "power_up",
    "transform",
    "steal",
    "money",
    "plan",
    "population_per",
    "shield",
    "copy",
    "copy_token",
    "other",
];

fn deed(row: &mut Row, name: &str, deed: Option<Deed>) {
    let mut boost = None;
    let found = deed.map(|deed| match deed.verb {
        Verb::Fortify => "fortify",
        Verb::FortifyBoss => "fortify_boss",
        Verb::AddEnforcement => "enforcement",
        Verb::Population => "population",
        Verb::Barricade => "barricade",
        Verb::Base => "base",
        Verb::Boost(track) => {
            boost = Some(track);
            "boost"
        }
        Verb::Pull => "pull",
        Verb::Repel => "repel",
        Verb::PowerUp => "power_up",
        Verb::Transform => "transform",
        Verb::Steal => "steal",
        Verb::AttackMoney => "money",
        Verb::AttackPlan => "plan",
        Verb::PopulationPer(_) => "population_per",
        Verb::Shield(_) => "shield",
        Verb::Copy => "copy",
        Verb::CopyToken => "copy_token",
        _ => "other",
    });
    let times = deed.map_or(0.0, |deed| f32::from(deed.times) / 3.0);
    for kind in DEEDS {
        row.add(
            format!("{name}{kind}"),
            if found == Some(kind) { times } else { 0.0 },
        );
    }
    for track in Track::ALL {
        row.add(
            format!("{name}boost.{track}"),
            if boost == Some(track) { times } else { 0.0 },
        );
    }
    row.flag(
        format!("{name}gift"),
        deed.is_some_and(|deed| deed.reach == Reach::Neighbours),
    );
    row.flag(
        format!("{name}next"),
        deed.is_some_and(|deed| !matches!(deed.reach, Reach::Here | Reach::Neighbours)),
    );
}

fn aid(row: &mut Row, gain: Option<AidGain>) {
    let (gives, population) = match gain {
        Some(AidGain::Symbols(gives)) => (gives, 0),
        Some(AidGain::Population(more)) => (SymbolCounts::default(), more),
        None => (SymbolCounts::default(), 0),
    };
    row.symbols("gives", gives);
    row.add("population", f32::from(population) / 4.0);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::load_embedded;

    #[test]
    fn every_thing_has_its_numbers_and_every_number_its_name() {
        let catalog = load_embedded();
        for sheet in Sheet::ALL {
            let names = sheet.names();
            let distinct: std::collections::BTreeSet<_> = names.iter().collect();
            assert_eq!(distinct.len(), names.len(), "{}", sheet.name());
            let values = sheet.values(&catalog);
            assert_eq!(values.len(), sheet.rows() * names.len(), "{}", sheet.name());
            assert!(values.iter().all(|v| (0.0..=1.0).contains(v)));
            for (section, field, start) in sheet.runs() {
                let name = crate::obs::describe_index(start).expect("a number of the observation");
                assert!(name.starts_with(section) && name.contains(field), "{name}");
            }
        }
    }

    #[test]
    fn cards_that_do_different_things_have_different_numbers() {
        let catalog = load_embedded();
        let same = |sheet: Sheet, a: usize, b: usize| {
            let (a, b) = (catalog.equipment.get(a), catalog.equipment.get(b));
            let does = |card: &crate::cards::Equipment| (card.price, card.power);
            sheet == Sheet::Equipment && a.map(does) == b.map(does)
        };
        for sheet in [Sheet::Equipment, Sheet::Reckoners, Sheet::Epics] {
            let values = sheet.values(&catalog);
            let rows: Vec<_> = values.chunks(sheet.names().len()).collect();
            for (a, first) in rows.iter().enumerate() {
                for (b, second) in rows.iter().enumerate().skip(a + 1) {
                    let equal = first == second;
                    assert_eq!(equal, same(sheet, a, b), "{} {a} and {b}", sheet.name());
                }
            }
        }
    }
}
