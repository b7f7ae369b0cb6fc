//! The checked boxes: dense, immutable tables by id.

use super::city::City;
use super::deed::{ActionTrack, Deed};
use super::files::Provenance;
use super::load::{BASE_EPICS, BASE_EQUIPMENT, EPIC_COUNT, EQUIPMENT_COUNT};
use super::power::Power;
use super::power_tables::{AttackCard, PowerDice, PowerTables};
use super::ruleset::Ruleset;
use super::symbols::Die;
use crate::ids::names::nearest_first;
use crate::ids::{
    BossKind, CardSet, CityKind, DieKind, Difficulty, EpicId, EquipmentId, FACES, MAX_SEATS,
    MIN_SEATS, Module, Reckoner, Shield, Track, UnknownName,
};

/// A hero.
#[derive(Clone, PartialEq, Debug)]
pub struct ReckonerCard {
    /// Printed name.
    pub name: String,
    /// Dice at the start, by kind.
    pub dice: [u8; DieKind::COUNT],
    /// Name of the ability card.
    pub ability_name: String,
    /// What the ability does.
    pub ability: Power,
}

/// An Equipment card.
#[derive(Clone, PartialEq, Debug)]
pub struct Equipment {
    /// Key in files.
    pub key: String,
    /// Printed name.
    pub name: String,
    /// Price in $.
    pub price: u8,
    /// What it does.
    pub power: Power,
}

/// What defeating an Epic pays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Reward {
    /// Enforcement removed anywhere.
    pub enforcement: u8,
    /// Bracket spaces anywhere.
    pub contain: u8,
    /// Plan Tokens for anybody.
    pub plan: u8,
    /// Money.
    pub money: u8,
    /// Research of the boss.
    pub boss_research: u8,
    /// Research on any Epic or the boss.
    pub research: u8,
    /// Attacks on any Epic or the boss.
    pub attack: u8,
}

impl Reward {
    /// Every part with its name.
    pub const fn parts(&self) -> [(&'static str, u8); 7] {
        [
            ("enforcement", self.enforcement),
            ("contain", self.contain),
            ("plan", self.plan),
            ("money", self.money),
            ("boss_research", self.boss_research),
            ("research", self.research),
            ("attack", self.attack),
        ]
    }
    /// Adds another one.
    pub fn add(&mut self, other: &Self) {
        self.enforcement = self.enforcement.saturating_add(other.enforcement);
        self.contain = self.contain.saturating_add(other.contain);
        self.plan = self.plan.saturating_add(other.plan);
        self.money = self.money.saturating_add(other.money);
        self.boss_research = self.boss_research.saturating_add(other.boss_research);
        self.research = self.research.saturating_add(other.research);
        self.attack = self.attack.saturating_add(other.attack);
    }
}

impl std::fmt::Display for Reward {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut gap = "";
        for (name, count) in self.parts().into_iter().filter(|(_, count)| *count > 0) {
            write!(f, "{gap}{} {count}", name.replace('_', " "))?;
            gap = ", ";
        }
        if gap.is_empty() {
            f.write_str("nothing")?;
        }
        Ok(())
    }
}

impl Reward {
    /// What it pays, as a list for people; empty when it pays nothing. `boss` is the boss's name.
    pub fn phrase(&self, boss: &str) -> String {
        let parts = [
            (
                self.enforcement,
                format!("{} Enforcement off", self.enforcement),
            ),
            (self.contain, format!("{} contain", self.contain)),
            (
                self.plan,
                format!(
                    "{} Plan Token{}",
                    self.plan,
                    if self.plan == 1 { "" } else { "s" }
                ),
            ),
            (self.money, format!("${}", self.money)),
            (
                self.boss_research,
                format!("{} research on {boss}", self.boss_research),
            ),
        ];
        let paid = parts.into_iter().filter(|(n, _)| *n > 0);
        paid.map(|(_, text)| text).collect::<Vec<_>>().join(", ")
    }
}

/// Health that cannot be attacked.
pub const INFINITE: u8 = u8::MAX;

/// An Epic card.
#[derive(Clone, PartialEq, Debug)]
pub struct Epic {
    /// Key in files.
    pub key: String,
    /// Printed name.
    pub name: String,
    /// Starting research.
    pub research: u8,
    /// Starting health, [`INFINITE`] where printed so.
    pub health: u8,
    /// Health once weakened.
    pub weakened: u8,
    /// Its actions.
    pub track: ActionTrack,
    /// Its reward.
    pub reward: Reward,
}

/// The numbers of `setup.toml`; see [`super::files::setup::SetupFile`] for their meaning.
pub type SetupNumbers = super::files::setup::SetupFile;

/// The pieces of the expansion's box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pieces {
    /// Special dice of each colour, those of the base game included.
    pub special_dice_per_colour: u8,
    /// Basic dice.
    pub basic_dice: u8,
    /// Shields, by colour.
    pub shields: [u8; Shield::COUNT],
    /// Copy Tokens.
    pub copy_tokens: u8,
    /// Demolitions Tokens.
    pub demolitions_tokens: u8,
    /// Money more for each Reckoner in a casual game.
    pub casual_money: u16,
    /// The Epic Ability Die.
    pub ability_die: [Deed; FACES],
}

/// What a boss begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BossValues {
    /// Research at the start.
    pub research: u16,
    /// Health when he is weakened.
    pub health: u16,
}

/// The boss as one game meets him: boards chosen by difficulty and number of Reckoners.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BossSheet {
    /// His values, for the cities that take them from his boards.
    pub values: BossValues,
    /// What he does.
    pub boards: Boards,
    /// Size of the groups in which the red track deploys Enforcement; 0 where it is no such track.
    pub deployment: u8,
}

/// What a boss's actions are read from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Boards {
    /// Four tracks, top to bottom.
    Tracks([ActionTrack; Track::COUNT]),
    /// Four tables, read by dice.
    Tables(PowerTables),
}

impl BossSheet {
    /// His tracks, if he has tracks.
    pub const fn tracks(&self) -> Option<&[ActionTrack; Track::COUNT]> {
        match &self.boards {
            Boards::Tracks(tracks) => Some(tracks),
            Boards::Tables(_) => None,
        }
    }
    /// His tables, if he has tables.
    pub const fn tables(&self) -> Option<&PowerTables> {
        match &self.boards {
            Boards::Tracks(_) => None,
            Boards::Tables(tables) => Some(tables),
        }
    }
    /// The right-most position of a bracket.
    #[inline]
    pub fn last_bracket(&self, track: Track) -> u8 {
        match &self.boards {
            Boards::Tracks(tracks) => tracks[track.index()].last_bracket(),
            Boards::Tables(tables) => tables.columns(),
        }
    }
    /// What a boost does when the bracket is there.
    pub fn final_deed(&self, track: Track) -> Deed {
        match &self.boards {
            Boards::Tracks(tracks) => tracks[track.index()].last(),
            Boards::Tables(tables) => tables.overflow(track),
        }
    }
}

/// A boss's sheets by Reckoners - 2 and difficulty.
pub type BossSheets = [[BossSheet; Difficulty::COUNT]; MAX_SEATS - MIN_SEATS + 1];

/// A boss with his name and sheets.
#[derive(Clone, PartialEq, Debug)]
pub struct BossCard {
    /// Printed name.
    pub name: String,
    /// His boards.
    pub sheets: BossSheets,
    /// The cards of his attacks on the Reckoners, by kind; none for most.
    pub cards: Vec<AttackCard>,
    /// The dice that name the rows of his tables, if he has any.
    pub power: Option<PowerDice>,
}

/// One value with its source, for `reckoners cards` and `docs/cards.md`.
#[derive(Clone, PartialEq, Debug)]
pub struct SourcedValue {
    /// File in which it stands.
    pub file: &'static str,
    /// The card, die or board.
    pub item: String,
    /// The field.
    pub field: String,
    /// Its source.
    pub provenance: String,
}

/// Everything in the boxes.
#[derive(Clone, PartialEq, Debug)]
pub struct Catalog {
    /// Version of the card set.
    pub version: String,
    /// Content hash: 16 hexadecimal digits over every value (not over notes or names of sources).
    pub hash: String,
    /// Counts and prices.
    pub setup: SetupNumbers,
    /// What the expansion's box adds.
    pub pieces: Pieces,
    /// The dice, by kind.
    pub dice: [Die; DieKind::COUNT],
    /// The heroes.
    pub reckoners: [ReckonerCard; Reckoner::COUNT],
    /// Equipment cards, by id.
    pub equipment: Vec<Equipment>,
    /// Epic cards, by id.
    pub epics: Vec<Epic>,
    /// The bosses.
    pub bosses: [BossCard; BossKind::COUNT],
    /// The cities.
    pub cities: [City; CityKind::COUNT],
    /// The source of every value.
    pub sources: Vec<SourcedValue>,
}

impl Catalog {
    /// The hero's card.
    pub fn reckoner(&self, who: Reckoner) -> &ReckonerCard {
        &self.reckoners[who.index()]
    }
    /// The Epic card.
    pub fn epic(&self, id: EpicId) -> &Epic {
        &self.epics[usize::from(id.0)]
    }
    /// The Equipment card.
    pub fn equipment(&self, id: EquipmentId) -> &Equipment {
        &self.equipment[usize::from(id.0)]
    }
    /// The city.
    pub fn city(&self, which: CityKind) -> &City {
        &self.cities[which.index()]
    }
    /// The boss's card.
    pub fn boss(&self, who: BossKind) -> &BossCard {
        &self.bosses[who.index()]
    }
    /// The Epics of a game.
    pub const fn epic_deck(&self, ruleset: &Ruleset) -> CardSet {
        let base = CardSet::first(BASE_EPICS);
        if ruleset.modules.has(Module::Epics) {
            CardSet::first(EPIC_COUNT).without(base)
        } else {
            base
        }
    }
    /// The Equipment of a game.
    pub const fn equipment_deck(&self, ruleset: &Ruleset) -> CardSet {
        if ruleset.modules.has(Module::Equipment) {
            CardSet::first(EQUIPMENT_COUNT)
        } else {
            CardSet::first(BASE_EQUIPMENT)
        }
    }
    /// Dice of a kind in the boxes of a game.
    pub fn dice_in_box(&self, ruleset: &Ruleset, kind: DieKind) -> u8 {
        match (kind, ruleset.is_expanded()) {
            (DieKind::Basic, _) => self.pieces.basic_dice,
            (_, false) => self.setup.special_dice_per_colour,
            (_, true) => self.pieces.special_dice_per_colour,
        }
    }
    /// A kind of die.
    pub const fn die(&self, kind: DieKind) -> &Die {
        &self.dice[kind.index()]
    }
    /// Finds an Epic by key or printed name; of two with one name, the one of the base game.
    pub fn find_epic(&self, text: &str) -> Result<EpicId, UnknownName> {
        self.find_epic_in(CardSet::first(self.epics.len()), text)
    }
    /// Finds an Epic of a deck by key or printed name: boxes share names.
    pub fn find_epic_in(&self, deck: CardSet, text: &str) -> Result<EpicId, UnknownName> {
        let names = deck.iter().map(|id| {
            let epic = &self.epics[usize::from(id)];
            (epic.key.as_str(), epic.name.as_str())
        });
        let names: Vec<_> = names.collect();
        let nth = find("Epic", text, names.iter().copied())?;
        let id = deck.iter().nth(usize::from(nth));
        Ok(EpicId(id.expect("found in the deck")))
    }
    /// Finds an Equipment card by key or printed name.
    pub fn find_equipment(&self, text: &str) -> Result<EquipmentId, UnknownName> {
        self.find_equipment_in(CardSet::first(self.equipment.len()), text)
    }
    /// Finds an Equipment card of a deck by key or printed name.
    pub fn find_equipment_in(&self, deck: CardSet, text: &str) -> Result<EquipmentId, UnknownName> {
        let names = deck.equipment().map(|id| {
            let card = self.equipment(id);
            (card.key.as_str(), card.name.as_str())
        });
        let names: Vec<_> = names.collect();
        let nth = find("Equipment", text, names.iter().copied())?;
        let id = deck.equipment().nth(usize::from(nth));
        Ok(id.expect("found in the deck"))
    }
    /// Records where the values of one entry come from.
    pub(super) fn note(&mut self, file: &'static str, item: &str, provenance: &Provenance) {
        for (field, text) in provenance {
            self.sources.push(SourcedValue {
                file,
                item: item.to_owned(),
                field: field.clone(),
                provenance: text.clone(),
            });
        }
    }
}

fn find<'a>(
    what: &'static str,
    text: &str,
    names: impl Iterator<Item = (&'a str, &'a str)> + Clone,
) -> Result<u8, UnknownName> {
    let text = text.trim();
    names
        .clone()
        .position(|(key, name)| key.eq_ignore_ascii_case(text) || name.eq_ignore_ascii_case(text))
        .map(|i| i as u8)
        .ok_or_else(|| {
            let mut names: Vec<&str> = names.map(|(_, name)| name).collect();
            // The list is long: what may have been meant comes first.
            nearest_first(text, &mut names);
            UnknownName::new(what, text, names.into_iter())
        })
}
