//! The card files as they are written: strict serde structures, strings not yet interpreted.
//!
//! Serialising a model leaves the provenance out, so the content hash of a catalog changes when
//! a value changes and stays when only the note about its source does.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::{DieKind, Difficulty, Reckoner};

/// Where each value of an entry comes from: `official`, `derived` or `placeholder`, then a note.
pub type Provenance = BTreeMap<String, String>;

/// `setup.toml`: counts and prices.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupFile {
    /// Version of the card set as a whole.
    pub version: String,
    /// Starting population.
    pub population: u16,
    /// Starting money.
    pub money: u16,
    /// Face-up Equipment cards.
    pub market: u8,
    /// Enforcement miniatures in the box.
    pub enforcement: u8,
    /// Barricades in the box.
    pub barricades: u8,
    /// Plan Tokens in the box.
    pub plan_tokens: u8,
    /// Plan Tokens in each tray at the start.
    pub starting_tokens: u8,
    /// Special dice of each Reckoner at the start.
    pub special_dice: u8,
    /// Basic dice of each Reckoner at the start.
    pub basic_dice: u8,
    /// Special dice of each colour in the box.
    pub special_dice_per_colour: u8,
    /// Holes of the Reckoners' base track.
    pub base_track: u8,
    /// Actions left of the bracket of an Epic dealt in set-up.
    pub first_bracket: u8,
    /// Actions left of the bracket of an Epic added later.
    pub new_bracket: u8,
    /// Actions left of each of the boss's brackets in set-up.
    pub boss_bracket: u8,
    /// Highest research of an Epic.
    pub max_research: u8,
    /// Highest health of an Epic.
    pub max_health: u8,
    /// Price of a new market.
    pub refresh_price: u16,
    /// Price of a lost die.
    pub buy_back_price: u16,
    /// Faces of the boss's movement die.
    pub movement_die: Vec<u8>,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

/// `dice.toml`: the faces of each kind of die.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceFile {
    /// One entry a kind.
    pub die: Vec<DieEntry>,
}

/// One kind of die.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DieEntry {
    /// Which die.
    pub kind: DieKind,
    /// Six faces: a symbol, or a symbol and how often it shows (`contain 2`).
    pub faces: Vec<String>,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

/// `reckoners.toml`: the heroes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReckonersFile {
    /// One entry a Reckoner.
    pub reckoner: Vec<ReckonerEntry>,
}

/// One hero.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReckonerEntry {
    /// Which Reckoner.
    pub id: Reckoner,
    /// Printed name.
    pub name: String,
    /// Colour of the special dice.
    pub dice: DieKind,
    /// Name of the ability card.
    pub ability: String,
    /// What the ability does.
    pub effect: AbilityEntry,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

/// What an ability does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum AbilityEntry {
    /// Change the face of one own unused die.
    Improvise {},
    /// Reroll dice of the current roll.
    Faith {},
    /// Give another Reckoner a Plan Token.
    Operations {},
    /// Act in a second district.
    Sniper {},
    /// Turn a whole die into symbols.
    Activate {
        /// A die with any of these symbols pays.
        cost: Vec<String>,
        /// The symbols it becomes, as one die.
        gives: Vec<String>,
    },
}

/// `equipment.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EquipmentFile {
    /// One entry a card.
    pub equipment: Vec<EquipmentEntry>,
}

/// One Equipment card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EquipmentEntry {
    /// Key used in table files.
    pub id: String,
    /// Printed name.
    pub name: String,
    /// Price in $.
    pub price: u8,
    /// What the card does.
    pub effect: EquipmentEffectEntry,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

/// What an Equipment card does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum EquipmentEffectEntry {
    /// Permanent: either symbol counts as the other.
    Convert {
        /// The two symbols.
        between: [String; 2],
    },
    /// Permanent: one more die of a colour from the supply.
    ExtraDie {
        /// The colour.
        kind: DieKind,
    },
    /// Permanent: a natural symbol on Basic dice counts twice.
    Double {
        /// The symbol.
        symbol: String,
    },
    /// Once a round: symbols as if from one die.
    Symbols {
        /// Empty: free. Otherwise a die with any of these symbols pays.
        #[serde(default)]
        cost: Vec<String>,
        /// The symbols, as one die.
        gives: Vec<String>,
        /// Whether they reach every district.
        #[serde(default)]
        any_district: bool,
    },
    /// Once a round, free: Move to any district.
    Move {},
}

/// `epics.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EpicsFile {
    /// One entry a card.
    pub epic: Vec<EpicEntry>,
}

/// One Epic card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EpicEntry {
    /// Key used in table files.
    pub id: String,
    /// Printed name.
    pub name: String,
    /// Starting research.
    pub research: u8,
    /// Starting health: a number or `"infinite"`.
    pub health: HealthEntry,
    /// Health once weakened.
    pub weakened: u8,
    /// Actions, left to right.
    pub track: Vec<String>,
    /// What defeating it pays.
    pub reward: RewardEntry,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

/// A printed health.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum HealthEntry {
    /// Attackable from the start.
    Number(u8),
    /// The word `infinite`: not attackable before weakening.
    Word(String),
}

/// A printed reward.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RewardEntry {
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

/// `steelheart.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SteelheartFile {
    /// Research (and health once weakened) by number of Reckoners and difficulty.
    pub values: Vec<BossValuesEntry>,
    /// Which sides of the boards a difficulty uses.
    pub sides: Vec<SidesEntry>,
    /// The Power board's two sides.
    pub power: Vec<PowerEntry>,
    /// The Adjustment boards, two sides for each number of Reckoners.
    pub adjustment: Vec<AdjustmentEntry>,
}

/// Starting research and health for one number of Reckoners.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BossValuesEntry {
    /// Number of Reckoners.
    pub reckoners: u8,
    /// Value on Beginner.
    pub beginner: u16,
    /// Value on Standard.
    pub standard: u16,
    /// Value on Hard.
    pub hard: u16,
    /// Value on Sparks!.
    pub sparks: u16,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

/// A side of a two-sided board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// Side A.
    A,
    /// Side B.
    B,
}

/// Board sides of one difficulty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SidesEntry {
    /// The difficulty.
    pub difficulty: Difficulty,
    /// Side of the Power board.
    pub power: Side,
    /// Side of the Adjustment board.
    pub adjustment: Side,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

/// One side of the Power board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowerEntry {
    /// Which side.
    pub side: Side,
    /// Black track.
    pub black: Vec<String>,
    /// Red track.
    pub red: Vec<String>,
    /// Blue track.
    pub blue: Vec<String>,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

/// One side of one Adjustment board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdjustmentEntry {
    /// Number of Reckoners.
    pub reckoners: u8,
    /// Which side.
    pub side: Side,
    /// Yellow track.
    pub yellow: Vec<String>,
    /// Size of the groups in which the red track deploys.
    pub deployment: u8,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}
