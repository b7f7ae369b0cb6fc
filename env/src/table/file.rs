//! The shape of a table file. Every key may be left out here; which of them must be there, and what their values may
//! be, depends on the step and is said by `read`, `seat` and `fit`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::values::{
    AidName, BoardName, ByText, CardName, DiceText, DieText, EpicName, FreeName, GiftName, Health,
    KindText, KindsText, Object, OriginName, Place, ReasonName, Short, Shorten, StepName,
    SymbolsText, Whole, WorkText,
};
use crate::cards::Ruleset;
use crate::ids::{Cause, Difficulty, Effect, Measure, Reckoner, Track, UnknownName};

/// One position of a game of The Reckoners. The program checks more than a schema can say: see table-file.md.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(
    title = "Table file of The Reckoners, version 2",
    extend("required" = ["format", "version", "step", "districts", "reckoners"])
)]
pub struct TableFile {
    /// `"reckoners-table"`.
    #[schemars(required, extend("const" = super::FORMAT))]
    pub format: Option<FreeName>,
    /// 2.
    #[schemars(required, extend("const" = super::VERSION))]
    pub version: Option<Whole>,
    /// Which game is played.
    pub rules: Option<Object<Ruleset>>,
    /// How hard the base game is; instead of `rules`.
    pub difficulty: Option<Difficulty>,
    /// Rounds begun; 0 is the prologue.
    pub round: Option<Whole>,
    /// What the game waits for.
    #[schemars(required, extend("enum" = super::step::KEYS))]
    pub step: Option<StepName>,
    /// Who decides.
    pub acting: Option<Reckoner>,
    /// The decision was just handed to the acting Reckoner.
    pub handed_over: Option<bool>,
    /// The district that the step is about.
    pub district: Option<Place>,
    /// The Reckoner that the step is about.
    pub who: Option<Reckoner>,
    /// The die that the step is about.
    pub die: Option<DieText>,
    /// The Equipment card that the step is about.
    pub card: Option<CardName>,
    /// Why the last population was lost.
    pub cause: Option<Cause>,
    /// Who transforms, and how it came about.
    pub by: Option<ByText>,
    /// What another Reckoner is given.
    pub gift: Option<GiftName>,
    /// Which reroll of a gift it is, 1 or 2.
    pub reroll: Option<Whole>,
    /// Things that a kidnapping has moved.
    pub moved: Option<Whole>,
    /// The kind of the die that is given to be changed.
    pub given: Option<KindText>,
    /// The kind of the die that is lost.
    pub kind: Option<KindText>,
    /// The lost die goes back into the supply with the card that gave it.
    pub back: Option<bool>,
    /// The effect that somebody suffers.
    pub effect: Option<Effect>,
    /// The Dawnslight cards drawn for an Aid, in their order.
    #[schemars(with = "Option<Vec<AidName>>")]
    pub aids: Option<Vec<Option<AidName>>>,
    /// Cards still to be drawn for the market, this one included.
    pub draws: Option<Whole>,
    /// It happens while buying: a card that is used at once pays.
    pub buying: Option<bool>,
    /// The game was lost while dice were used.
    pub using: Option<bool>,
    /// What is left of the die, token or card in use.
    pub open: Option<Short<OpenEntry>>,
    /// Groups that were earned and open next, in order.
    #[schemars(with = "Option<Vec<Object<OwedEntry>>>")]
    pub owed: Option<Vec<Option<Object<OwedEntry>>>>,
    /// Who decides again after a gift or an earned group.
    pub returns_to: Option<Reckoner>,
    /// Rewards not yet placed.
    pub rewards: Option<Object<RewardsEntry>>,
    /// District of the Sniper token.
    pub sniper: Option<Place>,
    /// Pending work, next one first; only where it does not follow from the step.
    #[schemars(with = "Option<Vec<WorkText>>")]
    pub agenda: Option<Vec<Option<WorkText>>>,
    /// Population left.
    pub population: Option<Whole>,
    /// Money.
    pub money: Option<Whole>,
    /// Holes that the base marker is below the top.
    pub base: Option<Whole>,
    /// The boss.
    pub boss: Option<Object<BossEntry>>,
    /// The districts, clockwise.
    #[schemars(required, with = "Vec<Object<DistrictEntry>>")]
    pub districts: Option<Vec<Option<Object<DistrictEntry>>>>,
    /// Face-up Equipment.
    #[schemars(with = "Option<Vec<CardName>>")]
    pub market: Option<Vec<Option<CardName>>>,
    /// Equipment out of the game.
    #[schemars(with = "Option<Vec<CardName>>")]
    pub discarded: Option<Vec<Option<CardName>>>,
    /// Defeated Epics.
    #[schemars(with = "Option<Vec<EpicName>>")]
    pub defeated: Option<Vec<Option<EpicName>>>,
    /// How many Epics were defeated this round.
    pub defeated_this_round: Option<Whole>,
    /// What the city adds besides its districts.
    pub city: Option<Object<CityEntry>>,
    /// Dice that cards have changed or given.
    pub swaps: Option<Object<SwapsEntry>>,
    /// The Reckoners in seating order, clockwise: names, or objects.
    #[schemars(required, with = "Vec<Short<SeatEntry>>")]
    pub reckoners: Option<Vec<Option<Short<SeatEntry>>>>,
    /// Numbers far above what games reach are meant.
    pub unusual: Option<bool>,
}

/// The group of symbols in use. A text alone is a whole group that acts where its owner is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(extend("required" = ["symbols"]))]
pub struct OpenEntry {
    /// Symbols left, or `move`.
    #[schemars(required)]
    pub symbols: Option<SymbolsText>,
    /// Nothing of it was spent yet.
    pub whole: Option<bool>,
    /// It may be spent in any one district; the first symbol that needs a place fixes which.
    pub anywhere: Option<bool>,
    /// The district that an earlier symbol has fixed.
    pub district: Option<Place>,
    /// What opened it; a die unless written.
    pub from: Option<OriginName>,
}

impl Shorten for OpenEntry {
    const EXPECTED: &'static str = "symbols such as \"2 research\", or \"move\", or an object";
    fn from_text(text: &str) -> Result<Self, String> {
        Ok(Self {
            symbols: Some(SymbolsText(text.to_owned())),
            ..Self::default()
        })
    }
    fn as_text(&self) -> Option<String> {
        let plain = self.whole.is_none()
            && self.anywhere.is_none()
            && self.district.is_none()
            && self.from.is_none();
        self.symbols.clone().filter(|_| plain).map(|text| text.0)
    }
}

/// Rewards not yet placed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct RewardsEntry {
    /// Enforcement to be removed.
    pub enforcement: Option<Whole>,
    /// Spaces for brackets.
    pub contain: Option<Whole>,
    /// Plan Tokens.
    pub plan: Option<Whole>,
    /// Money.
    pub money: Option<Whole>,
    /// Research of the boss.
    pub boss_research: Option<Whole>,
    /// Research on any Epic or the boss.
    pub research: Option<Whole>,
    /// Attacks on any Epic or the boss.
    pub attack: Option<Whole>,
}

/// A group that a Reckoner has earned.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(extend("required" = ["who", "by"]))]
pub struct OwedEntry {
    /// Whose.
    #[schemars(required)]
    pub who: Option<Reckoner>,
    /// By what.
    #[schemars(required)]
    pub by: Option<ReasonName>,
    /// The card that earned it; the one that its owner has, unless written.
    pub card: Option<CardName>,
    /// The district whose card pays a benefit.
    pub district: Option<Place>,
}

/// What a city adds to the table, besides its districts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CityEntry {
    /// The district that a moving city has passed last.
    pub passed: Option<Place>,
    /// Whom the card in play has affected.
    #[schemars(with = "Option<Vec<Reckoner>>")]
    pub affected: Option<Vec<Option<Reckoner>>>,
    /// Dawnslight cards in the deck whose place is not known: how many of each kind.
    #[schemars(with = "Option<BTreeMap<String, Whole>>")]
    pub deck: Option<Counts>,
    /// Dawnslight cards below them, in the order in which they come.
    #[schemars(with = "Option<Vec<AidName>>")]
    pub below: Option<Vec<Option<AidName>>>,
}

/// Numbers by name.
pub type Counts = BTreeMap<String, Whole>;

/// The kinds of the dice that cards have changed or given.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SwapsEntry {
    /// The die that Herman changed.
    pub herman: Option<KindText>,
    /// The die that Rtich changed.
    pub rtich: Option<KindText>,
    /// The die that Rtich gave.
    pub extra: Option<KindText>,
}

/// The boss.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BossEntry {
    /// Where he is.
    pub district: Option<Place>,
    /// Research left.
    pub research: Option<Whole>,
    /// Health left, once he is weakened.
    pub health: Option<Whole>,
    /// Actions left of his brackets.
    pub brackets: Option<Object<TracksEntry>>,
    /// The rows that his dice have named, while he acts.
    pub rows: Option<Object<TracksEntry>>,
    /// Cards left in his deck, by their effects.
    pub cards: Option<Counts>,
}

/// A number for each of the boss's tracks.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TracksEntry {
    /// Top track.
    pub yellow: Option<Whole>,
    /// Second track.
    pub black: Option<Whole>,
    /// Third track.
    pub red: Option<Whole>,
    /// Bottom track.
    pub blue: Option<Whole>,
}

impl TracksEntry {
    /// The number of a track.
    pub(super) fn get_mut(&mut self, track: Track) -> &mut Option<Whole> {
        match track {
            Track::Yellow => &mut self.yellow,
            Track::Black => &mut self.black,
            Track::Red => &mut self.red,
            Track::Blue => &mut self.blue,
        }
    }
}

/// One district.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct DistrictEntry {
    /// What it is called.
    pub name: Option<FreeName>,
    /// Its board, where something is printed on it.
    pub board: Option<BoardName>,
    /// Spaces of its marker above the bottom.
    pub marker: Option<Whole>,
    /// The exchange of its card was used this round.
    pub exchanged: Option<bool>,
    /// Its Epic.
    pub epic: Option<EpicName>,
    /// Actions left of the Epic's bracket.
    pub bracket: Option<Whole>,
    /// The Epic's research.
    pub research: Option<Whole>,
    /// The Epic's health.
    pub health: Option<Health>,
    /// Enforcement here.
    pub enforcement: Option<Whole>,
    /// Barricades here.
    pub barricades: Option<Whole>,
    /// Enforcement Shields here.
    pub red_shields: Option<Whole>,
    /// Containment Shields here.
    pub blue_shields: Option<Whole>,
    /// Copy Tokens here.
    pub copy_tokens: Option<Whole>,
    /// Equipment under the Epic.
    #[schemars(with = "Option<Vec<Object<StolenEntry>>>")]
    pub stolen: Option<Vec<Option<Object<StolenEntry>>>>,
    /// Attacks on the population set aside until the activation ends, by what they count here.
    pub set_aside: Option<Object<CountsEntry>>,
}

/// A card under an Epic.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(extend("required" = ["card", "owner"]))]
pub struct StolenEntry {
    /// The card.
    #[schemars(required)]
    pub card: Option<CardName>,
    /// Who gets it back.
    #[schemars(required)]
    pub owner: Option<Reckoner>,
}

/// Counts by what is counted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CountsEntry {
    /// Barricades.
    pub barricade: Option<Whole>,
    /// Enforcement.
    pub enforcement: Option<Whole>,
    /// Shields.
    pub shield: Option<Whole>,
    /// Copy Tokens.
    pub copy_token: Option<Whole>,
    /// Reckoners.
    pub reckoner: Option<Whole>,
    /// The Epic's research, or its health.
    pub research: Option<Whole>,
}

impl CountsEntry {
    /// The count of a measure.
    pub(super) fn get_mut(&mut self, measure: Measure) -> &mut Option<Whole> {
        match measure {
            Measure::Barricade => &mut self.barricade,
            Measure::Enforcement => &mut self.enforcement,
            Measure::Shield => &mut self.shield,
            Measure::CopyToken => &mut self.copy_token,
            Measure::Reckoner => &mut self.reckoner,
            Measure::Research => &mut self.research,
        }
    }
}

/// One Reckoner. A name alone is a Reckoner with nothing but the starting things.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(extend("required" = ["name"]))]
pub struct SeatEntry {
    /// Who it is.
    #[schemars(required)]
    pub name: Option<Reckoner>,
    /// Where the miniature is.
    pub district: Option<Place>,
    /// Plan Tokens in the tray.
    pub tokens: Option<Whole>,
    /// Plan Tokens beside the tray, gained this round.
    pub tokens_beside: Option<Whole>,
    /// Dice owned, without lost ones.
    pub dice: Option<KindsText>,
    /// Dice lost to a discovered base.
    pub lost_dice: Option<KindsText>,
    /// Dice laid aside for this round; counted under `dice` too.
    pub aside: Option<KindsText>,
    /// Equipment owned.
    #[schemars(with = "Option<Vec<CardName>>")]
    pub cards: Option<Vec<Option<CardName>>>,
    /// Equipment used this round.
    #[schemars(with = "Option<Vec<CardName>>")]
    pub used_cards: Option<Vec<Option<CardName>>>,
    /// Equipment that an effect keeps from working this round.
    #[schemars(with = "Option<Vec<CardName>>")]
    pub disabled_cards: Option<Vec<Option<CardName>>>,
    /// Dawnslight cards.
    #[schemars(with = "Option<Vec<AidName>>")]
    pub dawnslight: Option<Vec<Option<AidName>>>,
    /// Equipment that came back and does nothing until the next round.
    #[schemars(with = "Option<Vec<CardName>>")]
    pub resting_cards: Option<Vec<Option<CardName>>>,
    /// Equipment that costs two and has its first payment.
    #[schemars(with = "Option<Vec<Object<HalfPaidEntry>>>")]
    pub half_paid: Option<Vec<Option<Object<HalfPaidEntry>>>>,
    /// Demolitions Tokens on the ability card.
    pub demolitions: Option<Whole>,
    /// Effects in force until the next round.
    #[schemars(with = "Option<Vec<Effect>>")]
    pub effects: Option<Vec<Option<Effect>>>,
    /// Effects that come into force with the next round.
    #[schemars(with = "Option<Vec<Effect>>")]
    pub coming_effects: Option<Vec<Option<Effect>>>,
    /// The ability was used this round.
    pub ability_used: Option<bool>,
    /// The Use Dice step is ended.
    pub done: Option<bool>,
    /// Rolls made this round.
    pub rolls: Option<Whole>,
    /// Dice of the current roll on which nothing is decided yet.
    pub rolled: Option<DiceText>,
    /// Dice kept; in the Use Dice step those still to be used.
    pub kept: Option<DiceText>,
    /// How many of the kept dice are of the current roll.
    pub kept_now: Option<Whole>,
    /// Dice used this round, as they lay.
    pub used: Option<DiceText>,
}

/// A card that waits for its second payment.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(extend("required" = ["card", "with"]))]
pub struct HalfPaidEntry {
    /// The card.
    #[schemars(required)]
    pub card: Option<CardName>,
    /// The symbols of its cost that the first payment could have been.
    #[schemars(required)]
    pub with: Option<SymbolsText>,
}

impl Shorten for SeatEntry {
    const EXPECTED: &'static str = "a Reckoner's name or an object { ... }";
    fn from_text(text: &str) -> Result<Self, String> {
        let name = text.parse().map_err(|e: UnknownName| e.to_string())?;
        Ok(Self {
            name: Some(name),
            ..Self::default()
        })
    }
    fn as_text(&self) -> Option<String> {
        None
    }
}

/// The JSON schema of the file.
pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(TableFile).to_value();
    no_defaults(&mut schema);
    schema
}

/// Every key has a default, `null`; nobody needs to read that at each of them.
fn no_defaults(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if map.get("default") == Some(&Value::Null) {
                map.shift_remove("default");
            }
            map.values_mut().for_each(no_defaults);
        }
        Value::Array(list) => list.iter_mut().for_each(no_defaults),
        _ => {}
    }
}
