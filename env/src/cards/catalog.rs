//! The checked box: dense, immutable tables by id.

use std::fmt;

use super::model::Provenance;
use crate::ids::{DieKind, EpicId, EquipmentId, FACES, Reckoner, Symbol, Track, UnknownName};

/// A count for each symbol.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SymbolCounts(pub [u8; Symbol::COUNT]);

impl SymbolCounts {
    /// How many symbols in all.
    pub fn total(self) -> u8 {
        self.0.iter().sum()
    }
    /// Counts of one symbol only.
    pub fn of(symbol: Symbol, count: u8) -> Self {
        let mut counts = Self::default();
        counts.0[symbol.index()] = count;
        counts
    }
    /// The symbols with a count above zero.
    pub fn mask(self) -> SymbolMask {
        let mut mask = SymbolMask::default();
        for s in Symbol::ALL {
            if self.0[s.index()] > 0 {
                mask.insert(s);
            }
        }
        mask
    }
}

impl fmt::Display for SymbolCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for s in Symbol::ALL {
            let n = self.0[s.index()];
            if n > 0 {
                let gap = if first { "" } else { ", " };
                first = false;
                if n == 1 {
                    write!(f, "{gap}{s}")?;
                } else {
                    write!(f, "{gap}{s} {n}")?;
                }
            }
        }
        if first {
            f.write_str("nothing")
        } else {
            Ok(())
        }
    }
}

/// A set of symbols.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SymbolMask(pub u8);

impl SymbolMask {
    /// Whether the symbol is in the set.
    pub const fn has(self, symbol: Symbol) -> bool {
        self.0 >> symbol as u8 & 1 == 1
    }
    /// Puts a symbol in.
    pub const fn insert(&mut self, symbol: Symbol) {
        self.0 |= 1 << symbol as u8;
    }
    /// Whether the two sets share a symbol.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
    /// The symbols of the set.
    pub fn iter(self) -> impl Iterator<Item = Symbol> {
        Symbol::ALL.into_iter().filter(move |s| self.has(*s))
    }
}

/// One face of a die: a symbol, once or more often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face {
    /// What it shows.
    pub symbol: Symbol,
    /// How many of it.
    pub count: u8,
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count == 1 {
            write!(f, "{}", self.symbol)
        } else {
            write!(f, "{} x{}", self.symbol, self.count)
        }
    }
}

/// A kind of die. Equal faces are one outcome: state and actions use the first of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Die {
    /// The six printed faces.
    pub faces: [Face; FACES],
    /// For each face the first face equal to it.
    pub class: [u8; FACES],
    /// For each first face how many faces equal it; 0 for the others.
    pub weight: [u8; FACES],
}

impl Die {
    /// Builds the classes of equal faces.
    pub fn new(faces: [Face; FACES]) -> Self {
        let mut class = [0; FACES];
        let mut weight = [0; FACES];
        for (i, face) in faces.iter().enumerate() {
            let first = faces.iter().position(|f| f == face).unwrap_or(i);
            class[i] = first as u8;
            weight[first] += 1;
        }
        Self {
            faces,
            class,
            weight,
        }
    }
    /// The indices of the different faces.
    pub fn classes(&self) -> impl Iterator<Item = usize> + '_ {
        (0..FACES).filter(|&f| self.weight[f] > 0)
    }
}

/// A hero's ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ability {
    /// Change one own unused die to another of its faces.
    Improvise,
    /// Reroll any dice of the current roll.
    Faith,
    /// Give another Reckoner a Plan Token, usable now.
    Operations,
    /// Count as being in a second district too.
    Sniper,
    /// Turn a whole die into symbols.
    Activate {
        /// Any of these pays.
        cost: SymbolMask,
        /// What it becomes.
        gives: SymbolCounts,
    },
}

/// A hero.
#[derive(Clone, PartialEq, Debug)]
pub struct ReckonerCard {
    /// Printed name.
    pub name: String,
    /// Colour of the special dice.
    pub dice: DieKind,
    /// Name of the ability card.
    pub ability_name: String,
    /// What the ability does.
    pub ability: Ability,
}

/// What an Equipment card does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EquipmentEffect {
    /// Either symbol counts as the other.
    Convert(Symbol, Symbol),
    /// One more die from the supply.
    ExtraDie(DieKind),
    /// A natural symbol on Basic dice counts twice.
    Double(Symbol),
    /// Symbols as if from one die, once a round.
    Symbols {
        /// Empty when free, otherwise any of these pays.
        cost: SymbolMask,
        /// What it gives.
        gives: SymbolCounts,
        /// Whether the symbols reach every district.
        any_district: bool,
    },
    /// A Move, once a round.
    Move,
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
    pub effect: EquipmentEffect,
}

/// What an Epic action does in one district.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deed {
    /// Research and health of the district's Epic rise.
    Fortify,
    /// The boss's research (or, once weakened, health) rises.
    FortifyBoss,
    /// One Enforcement comes.
    AddEnforcement,
    /// The population falls.
    Population(u8),
    /// Barricades come.
    Barricade(u8),
    /// One of the boss's brackets moves right.
    Boost(Track),
    /// The base marker moves down.
    Base,
}

/// A space of an action track.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EpicAction {
    /// What is done.
    pub deed: Deed,
    /// Done in both neighbouring districts instead of the own one.
    pub gift: bool,
}

impl fmt::Display for EpicAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.gift {
            f.write_str("GIFT ")?;
        }
        match self.deed {
            Deed::Fortify => f.write_str("FORTIFY"),
            Deed::FortifyBoss => f.write_str("FORTIFY_BOSS"),
            Deed::AddEnforcement => f.write_str("ADD_ENF"),
            Deed::Population(n) => write!(f, "POP {n}"),
            Deed::Barricade(n) => write!(f, "BARRICADE {n}"),
            Deed::Boost(track) => write!(f, "BOOST {track}"),
            Deed::Base => f.write_str("BASE"),
        }
    }
}

/// Most spaces of an action track.
pub const MAX_TRACK: usize = 8;

/// An action track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionTrack {
    len: u8,
    spaces: [EpicAction; MAX_TRACK],
}

impl ActionTrack {
    /// Builds a track of 2 to [`MAX_TRACK`] spaces.
    pub fn new(actions: &[EpicAction]) -> Result<Self, String> {
        if !(2..=MAX_TRACK).contains(&actions.len()) {
            return Err(format!(
                "{} actions; a track has 2 to {MAX_TRACK}",
                actions.len()
            ));
        }
        let mut spaces = [actions[0]; MAX_TRACK];
        spaces[..actions.len()].copy_from_slice(actions);
        Ok(Self {
            len: actions.len() as u8,
            spaces,
        })
    }
    /// The spaces, left to right.
    pub fn actions(&self) -> &[EpicAction] {
        &self.spaces[..usize::from(self.len)]
    }
    /// The right-most bracket position: one action stays to its right.
    pub const fn last_bracket(&self) -> u8 {
        self.len - 1
    }
    /// The right-most action.
    pub const fn last(&self) -> EpicAction {
        self.spaces[self.len as usize - 1]
    }
    /// The action in a space.
    pub const fn at(&self, space: u8) -> EpicAction {
        self.spaces[space as usize]
    }
}

/// What defeating an Epic pays.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
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

/// The numbers of `setup.toml`; see [`super::model::SetupFile`] for their meaning.
pub type SetupNumbers = super::model::SetupFile;

/// The boss as one game meets him: boards chosen by difficulty and number of Reckoners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BossBoards {
    /// Starting research, and health once weakened.
    pub value: u16,
    /// The four tracks, top to bottom.
    pub tracks: [ActionTrack; Track::COUNT],
    /// Size of the groups in which the red track deploys Enforcement.
    pub deployment: u8,
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

/// Everything in the box.
#[derive(Clone, PartialEq, Debug)]
pub struct Catalog {
    /// Version of the card set.
    pub version: String,
    /// Content hash: 16 hexadecimal digits over every value (not over notes or names of sources).
    pub hash: String,
    /// Counts and prices.
    pub setup: SetupNumbers,
    /// The dice, by kind.
    pub dice: [Die; DieKind::COUNT],
    /// The heroes.
    pub reckoners: [ReckonerCard; Reckoner::COUNT],
    /// Equipment cards, by id.
    pub equipment: Vec<Equipment>,
    /// Epic cards, by id.
    pub epics: Vec<Epic>,
    /// The boss, by Reckoners - 2 and difficulty.
    pub boss: [[BossBoards; 4]; 5],
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
    /// Finds an Epic by key or printed name.
    pub fn find_epic(&self, text: &str) -> Result<EpicId, UnknownName> {
        find(
            "Epic",
            text,
            self.epics.iter().map(|e| (e.key.as_str(), e.name.as_str())),
        )
        .map(EpicId)
    }
    /// Finds an Equipment card by key or printed name.
    pub fn find_equipment(&self, text: &str) -> Result<EquipmentId, UnknownName> {
        find(
            "Equipment",
            text,
            self.equipment
                .iter()
                .map(|e| (e.key.as_str(), e.name.as_str())),
        )
        .map(EquipmentId)
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
        .ok_or_else(|| UnknownName::new(what, text, names.map(|(key, _)| key)))
}
