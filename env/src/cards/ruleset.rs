//! Which game is played: boss, city, modules, difficulty and variants.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::ids::{
    Adjustment, BoardIx, BossKind, CityKind, Difficulty, MAX_BOARDS, Module, Reckoner, UnknownName,
};

/// The modules of the expansion that are in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Modules(u8);

impl Modules {
    /// The base game.
    pub const NONE: Self = Self(0);
    /// All of them.
    pub const ALL: Self = Self((1 << Module::COUNT) - 1);

    /// Whether a module is in play.
    #[inline]
    pub const fn has(self, module: Module) -> bool {
        self.0 >> module as u8 & 1 == 1
    }
    /// The same with one module more.
    #[must_use]
    pub const fn with(self, module: Module) -> Self {
        Self(self.0 | 1 << module as u8)
    }
    /// Whether none is in play.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The modules in play.
    pub fn iter(self) -> impl Iterator<Item = Module> {
        Module::ALL.into_iter().filter(move |m| self.has(*m))
    }
    /// Every choice of modules.
    pub fn choices() -> impl Iterator<Item = Self> {
        (0..=Self::ALL.0).map(Self)
    }
}

/// `none`, or the names with a plus sign between them: part of the names of tasks and reports.
impl fmt::Display for Modules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        let names: Vec<&str> = self.iter().map(Module::key).collect();
        f.write_str(&names.join("+"))
    }
}

/// `none`, `all`, or names with commas or plus signs between them.
impl FromStr for Modules {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        match text.trim().to_lowercase().as_str() {
            "none" => Ok(Self::NONE),
            "all" => Ok(Self::ALL),
            names => names
                .split([',', '+'])
                .map(|name| name.parse::<Module>().map_err(|_| unknown(text, name)))
                .collect(),
        }
    }
}

/// Why a name in a list of modules is none of them.
fn unknown(list: &str, name: &str) -> UnknownName {
    let whole = ["all", "none"];
    let names = Module::ALL.map(Module::key);
    if !whole.contains(&name.trim()) {
        return UnknownName::new("module", name, names.into_iter().chain(whole));
    }
    // Either says everything, so beside another name it has no meaning.
    UnknownName {
        what: "choice of modules",
        given: list.chars().take(60).collect(),
        nearest: None,
        allowed: format!("all alone, none alone, or a list of {}", names.join(", ")),
    }
}

impl FromIterator<Module> for Modules {
    fn from_iter<I: IntoIterator<Item = Module>>(modules: I) -> Self {
        modules.into_iter().fold(Self::NONE, Self::with)
    }
}

/// Written as a list of names.
impl Serialize for Modules {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Modules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Module>::deserialize(deserializer)?
            .into_iter()
            .collect())
    }
}

/// The side of a two-sided card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Side {
    /// Side A.
    A,
    /// Side B.
    B,
}

/// The cards that may lie on the district boards of the first city: none, or one side for each board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CityCards(Option<u8>);

impl CityCards {
    /// No cards.
    pub const NONE: Self = Self(None);

    /// The same side on every board.
    pub const fn all(side: Side) -> Self {
        Self(Some(match side {
            Side::A => 0,
            Side::B => (1 << MAX_BOARDS) - 1,
        }))
    }
    /// Whether no cards lie out.
    #[inline]
    pub const fn is_none(&self) -> bool {
        self.0.is_none()
    }
    /// The side on a board; none when no cards lie out.
    #[inline]
    pub const fn side(self, board: BoardIx) -> Option<Side> {
        match self.0 {
            None => None,
            Some(bits) if bits >> board.0 & 1 == 1 => Some(Side::B),
            Some(_) => Some(Side::A),
        }
    }
}

/// `none`, one letter for all boards, or one letter for each.
impl fmt::Display for CityCards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |side| if side == Side::A { 'A' } else { 'B' };
        for side in [Side::A, Side::B] {
            if *self == Self::all(side) {
                return write!(f, "{}", letter(side));
            }
        }
        match (0..MAX_BOARDS as u8)
            .map(|b| self.side(BoardIx(b)))
            .collect::<Option<Vec<_>>>()
        {
            None => f.write_str("none"),
            Some(sides) => f.write_str(&sides.into_iter().map(letter).collect::<String>()),
        }
    }
}

impl FromStr for CityCards {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = || {
            format!(
                "\"{text}\" are no sides of cards; write none, A, B, or {MAX_BOARDS} letters such as ABABABA"
            )
        };
        let letters = text.trim().to_ascii_uppercase();
        if letters == "NONE" {
            return Ok(Self::NONE);
        }
        let side = |letter| match letter {
            'A' => Ok(0),
            'B' => Ok(1),
            _ => Err(wanted()),
        };
        let sides = letters.chars().map(side).collect::<Result<Vec<u8>, _>>()?;
        match sides[..] {
            [0] => Ok(Self::all(Side::A)),
            [1] => Ok(Self::all(Side::B)),
            _ if sides.len() == MAX_BOARDS => {
                let bits = sides.iter().rev().fold(0, |bits, side| bits << 1 | side);
                Ok(Self(Some(bits)))
            }
            _ => Err(wanted()),
        }
    }
}

impl Serialize for CityCards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for CityCards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// What is the same for every team: part of the set-up, the position, table files, traces, reports and
/// the observation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ruleset {
    /// Whom to defeat.
    #[serde(default = "base_boss")]
    pub boss: BossKind,
    /// Where.
    #[serde(default = "base_city")]
    pub city: CityKind,
    /// Cards on the district boards of Newcago.
    #[serde(
        default,
        rename = "newcago_cards",
        skip_serializing_if = "CityCards::is_none"
    )]
    pub city_cards: CityCards,
    /// What the expansion adds.
    #[serde(default, skip_serializing_if = "Modules::is_none")]
    pub modules: Modules,
    /// How much easier or harder it is made.
    #[serde(default = "unadjusted", skip_serializing_if = "is_unadjusted")]
    pub adjustment: Adjustment,
    /// How hard it is.
    pub difficulty: Difficulty,
}

const fn base_boss() -> BossKind {
    BossKind::ALL[0]
}

const fn base_city() -> CityKind {
    CityKind::ALL[0]
}

const fn unadjusted() -> Adjustment {
    Adjustment::None
}

/// For serde, which hands a reference.
fn is_unadjusted(adjustment: &Adjustment) -> bool {
    *adjustment == Adjustment::None
}

impl Modules {
    /// For serde, which hands a reference.
    fn is_none(&self) -> bool {
        self.is_empty()
    }
}

impl Ruleset {
    /// The base game.
    pub const fn base(difficulty: Difficulty) -> Self {
        Self {
            boss: base_boss(),
            city: base_city(),
            city_cards: CityCards::NONE,
            modules: Modules::NONE,
            adjustment: Adjustment::None,
            difficulty,
        }
    }
    /// The same with other modules.
    #[must_use]
    pub const fn with(self, modules: Modules) -> Self {
        Self { modules, ..self }
    }
    /// The game in a few words, without its difficulty: who is where, and what else is in play.
    pub fn name(&self) -> String {
        let mut name = format!("{} in {}", self.boss, self.city);
        if !self.city_cards.is_none() {
            name += &format!(", cards {}", self.city_cards);
        }
        if !self.modules.is_empty() {
            name += &format!(", modules {}", self.modules);
        }
        if self.adjustment != Adjustment::None {
            name += &format!(", {}", self.adjustment);
        }
        name
    }
    /// The same game without what makes it easier or harder.
    #[must_use]
    pub const fn unadjusted(self) -> Self {
        Self {
            adjustment: Adjustment::None,
            ..self
        }
    }
    /// Whether the fourth module is in play: another boss or city than the first, or cards on the boards. Then rewards are
    /// received while dice are used.
    #[inline]
    pub fn is_merged(&self) -> bool {
        self.boss != base_boss() || self.city != base_city() || !self.city_cards.is_none()
    }
    /// Whether anything of the expansion is in play.
    #[inline]
    pub fn is_expanded(&self) -> bool {
        !self.modules.is_empty() || self.is_merged()
    }
    /// Whether the cards on the boards, if there are any, have their city.
    pub fn cards_fit(&self) -> bool {
        self.city_cards.is_none() || self.city == base_city()
    }
    /// The Reckoners that may play.
    pub const fn reckoners(&self) -> &'static [Reckoner] {
        if self.modules.has(Module::Reckoners) {
            &Reckoner::ALL
        } else {
            &Reckoner::BASE
        }
    }
}

/// A difficulty alone means the base game.
impl From<Difficulty> for Ruleset {
    fn from(difficulty: Difficulty) -> Self {
        Self::base(difficulty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_a_list_or_one_word_for_all_of_it() {
        let said = |text: &str| text.parse::<Modules>().map_err(|e| e.to_string());
        assert_eq!(
            said("epics, reckoners").unwrap().to_string(),
            "reckoners+epics"
        );
        assert_eq!(said("none").unwrap(), Modules::NONE);
        let both = said("none,all").unwrap_err();
        assert!(
            both.contains("\"none,all\"; one of: all alone, none alone"),
            "{both}"
        );
        let slip = said("epics,equipmnt").unwrap_err();
        assert!(
            slip.contains("did you mean \"equipment\"?); one of: reckoners,"),
            "{slip}"
        );
        assert!(slip.ends_with("all, none"), "{slip}");
    }
}
