//! Which game is played: boss, city, modules and difficulty.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::ids::{BossKind, CityKind, Difficulty, Module, Reckoner, UnknownName};

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
            names => names.split([',', '+']).map(str::parse::<Module>).collect(),
        }
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
    /// What the expansion adds.
    #[serde(default, skip_serializing_if = "Modules::is_none")]
    pub modules: Modules,
    /// How hard it is.
    pub difficulty: Difficulty,
}

const fn base_boss() -> BossKind {
    BossKind::ALL[0]
}

const fn base_city() -> CityKind {
    CityKind::ALL[0]
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
            modules: Modules::NONE,
            difficulty,
        }
    }
    /// The same with other modules.
    #[must_use]
    pub const fn with(self, modules: Modules) -> Self {
        Self { modules, ..self }
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
