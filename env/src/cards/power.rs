//! Powers: what an Equipment or ability card lets its owner do. A power is a time and a gain.
//!
//! This file reads powers from card files and puts them into words. What a power changes for its owner is
//! derived in `rules/traits.rs`; what using one does is in `rules/powers.rs`.

use serde::{Deserialize, Serialize};

use super::catalog::Reward;
use super::files::epics::RewardEntry;
use super::symbols::{SymbolCounts, SymbolMask, read_mask, read_symbols};
use crate::ids::{DieKind, Symbol, UnknownName};

/// When a power works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timing {
    /// As long as its card is owned.
    Permanent,
    /// Once a round in the Use Dice step, between dice.
    Free,
    /// Once a round, for a whole die that has any of these symbols.
    Paid(SymbolMask),
    /// Once a round, for two whole dice, one for each of these symbols.
    PaidTwo([Symbol; 2]),
    /// Once a round in the Roll step.
    Rolling,
    /// Once a round, on the die in use.
    InUse,
    /// At the start of each round, before dice are rolled.
    PhaseStart,
    /// When it is bought; the card is then out of the game.
    Bought,
}

/// What a power gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gain {
    /// Symbols as if from one die.
    Symbols {
        /// The symbols.
        gives: SymbolCounts,
        /// They may be spent in any one district.
        anywhere: bool,
    },
    /// A Move.
    Move,
    /// Either symbol counts as the other.
    Convert(Symbol, Symbol),
    /// A natural symbol on Basic dice counts twice.
    Double(Symbol),
    /// One more die from the supply.
    Die(DieKind),
    /// An own unused die shows another of its faces.
    SetFace,
    /// Dice of the current roll are rolled again.
    RerollRoll,
    /// Another Reckoner gets a Plan Token, usable now.
    GiveToken,
    /// Being in a second district too.
    SecondDistrict,
    /// These symbols may also be spent in the neighbouring districts.
    Neighbours(SymbolMask),
    /// Another Reckoner takes a used die back.
    Regain,
    /// Another Reckoner rerolls one or two unused dice.
    Reroll,
    /// One symbol of the die in use becomes another.
    ChangeSymbol,
    /// A die is changed for one of another kind.
    SwapDie,
    /// One more die of any kind, and a die is changed for one of another kind.
    AnyDie,
    /// The boss or up to three things on the board are put into one district.
    Kidnap,
    /// The base marker goes up; at the top, one money.
    BaseUp,
    /// A Plan Token.
    PlanToken,
    /// After each Move, one of two symbols.
    AfterMove([Symbol; 2]),
    /// Symbols when an Epic is weakened in the own district or by the own symbols.
    OnWeaken(SymbolCounts),
    /// The first action of the Epic in the own district does not fire.
    Blackmail,
    /// The bracket of the Epic in the own district moves one space less.
    Sabotage,
    /// Exactly two of a symbol count as three.
    Triple,
    /// Plan Tokens gained by symbols are usable at once.
    InstantPlans,
    /// What a defeated Epic would pay.
    Reward(Reward),
    /// Another Reckoner moves, or a Barricade goes.
    Dispatch,
    /// Tokens are saved for one large attack.
    Demolish,
    /// The die in use has one more of a symbol.
    Enlarge,
    /// Dice may be rerolled without keeping one.
    KeepNone,
    /// Nothing: an ability card that does not work.
    Nothing,
}

/// What an Equipment or ability card lets its owner do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Power {
    /// When.
    pub timing: Timing,
    /// What.
    pub gain: Gain,
}

impl Power {
    /// The power of a card that does not work.
    pub const NONE: Self = Self {
        timing: Timing::Permanent,
        gain: Gain::Nothing,
    };
}

/// A power as card files write it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub enum PowerEntry {
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
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        cost: Vec<String>,
        /// Two dice pay, one for each of these symbols.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cost_two: Option<[String; 2]>,
        /// The symbols, as one die.
        gives: Vec<String>,
        /// Whether they may be spent in any one district.
        #[serde(default)]
        any_district: bool,
    },
    /// Once a round, free: Move to any district.
    Move {},
    /// Ability: change the face of one own unused die.
    Improvise {},
    /// Ability: reroll dice of the current roll.
    Faith {},
    /// Ability: give another Reckoner a Plan Token.
    Operations {},
    /// Ability: act in a second district.
    Sniper {},
    /// Ability: turn a whole die into symbols.
    Activate {
        /// A die with any of these symbols pays.
        cost: Vec<String>,
        /// The symbols it becomes, as one die.
        gives: Vec<String>,
    },
    /// Permanent: two symbols reach the neighbouring districts.
    Neighbours {
        /// The symbols.
        symbols: [String; 2],
    },
    /// Gift, once a round: another Reckoner takes a used die back.
    Regain {},
    /// Gift, once a round: another Reckoner rerolls one or two unused dice.
    Reroll {},
    /// Once a round, on the die in use: a symbol becomes another.
    ChangeSymbol {},
    /// At the start of each round: a die is changed for one of another kind.
    SwapDie {},
    /// At the start of each round: one more die of any kind, and a swap.
    AnyDie {},
    /// Once a round, free: the boss or three things are put into one district.
    Kidnap {},
    /// Once a round, free: the base marker goes up, or one money.
    BaseUp {},
    /// Once a round, free: a Plan Token.
    PlanToken {},
    /// After each Move: one of two symbols.
    AfterMove {
        /// The symbols.
        either: [String; 2],
    },
    /// When an Epic is weakened: symbols.
    OnWeaken {
        /// The symbols.
        gives: Vec<String>,
    },
    /// Permanent: the first action of the Epic here does not fire.
    Blackmail {},
    /// Permanent: the bracket of the Epic here moves one space less.
    Sabotage {},
    /// Permanent: exactly two of a symbol count as three.
    Triple {},
    /// Permanent: Plan Tokens are usable at once.
    InstantPlans {},
    /// When bought: a reward; then the card is out of the game.
    Consume(RewardEntry),
    /// Ability: another Reckoner moves, or a Barricade goes.
    Dispatcher {},
    /// Ability: tokens saved for one large attack.
    Demolitions {},
    /// Ability: one more symbol of the die in use.
    Tradecraft {},
    /// Ability: dice rerolled without keeping one.
    Joker {},
}

/// A field of a power and what is wrong with it.
pub type PowerError = (&'static str, String);

impl PowerEntry {
    /// Whether only an ability card may have it: its use needs no card of its own.
    pub fn is_ability(&self) -> bool {
        matches!(
            self,
            Self::Improvise {}
                | Self::Faith {}
                | Self::Operations {}
                | Self::Sniper {}
                | Self::Activate { .. }
                | Self::Dispatcher {}
                | Self::Demolitions {}
                | Self::Tradecraft {}
                | Self::Joker {}
        )
    }

    /// The power it means.
    pub fn read(&self) -> Result<Power, PowerError> {
        let at = |field: &'static str| move |message: String| (field, message);
        let symbol = |text: &str| -> Result<Symbol, PowerError> {
            text.parse()
                .map_err(|e: UnknownName| ("effect", e.to_string()))
        };
        let symbols = |cost: &[String], gives: &[String], anywhere: bool| {
            let cost = read_mask(cost).map_err(at("effect.cost"))?;
            let gives = read_symbols(gives).map_err(at("effect.gives"))?;
            let timing = if cost.is_empty() {
                Timing::Free
            } else {
                Timing::Paid(cost)
            };
            let gain = Gain::Symbols { gives, anywhere };
            Ok(Power { timing, gain })
        };
        let power = |timing, gain| Ok(Power { timing, gain });
        let two = |field: &'static str, [a, b]: &[String; 2]| {
            let pair = [symbol(a)?, symbol(b)?];
            if pair[0] == pair[1] {
                let message = format!("{} twice; name two different symbols", pair[0]);
                return Err((field, message));
            }
            Ok(pair)
        };
        match self {
            Self::Convert { between } => {
                let [a, b] = two("effect.between", between)?;
                power(Timing::Permanent, Gain::Convert(a, b))
            }
            Self::ExtraDie {
                kind: DieKind::Basic,
            } => Err((
                "effect.kind",
                "basic; the supply holds special dice only".into(),
            )),
            Self::ExtraDie { kind } => power(Timing::Permanent, Gain::Die(*kind)),
            Self::Double { symbol: s } => power(Timing::Permanent, Gain::Double(symbol(s)?)),
            Self::Symbols {
                cost_two: Some(cost),
                cost: also,
                gives,
                any_district,
            } => {
                if !also.is_empty() {
                    return Err(("effect.cost", "beside cost_two; write one of them".into()));
                }
                let paid = symbols(&[], gives, *any_district)?;
                power(Timing::PaidTwo(two("effect.cost_two", cost)?), paid.gain)
            }
            Self::Symbols {
                cost,
                cost_two: None,
                gives,
                any_district,
            } => symbols(cost, gives, *any_district),
            Self::Move {} => power(Timing::Free, Gain::Move),
            Self::Improvise {} => power(Timing::Free, Gain::SetFace),
            Self::Faith {} => power(Timing::Rolling, Gain::RerollRoll),
            Self::Operations {} => power(Timing::Free, Gain::GiveToken),
            Self::Sniper {} => power(Timing::Free, Gain::SecondDistrict),
            Self::Activate { cost, .. } if cost.is_empty() => Err((
                "effect.cost",
                "empty; an ability that gives symbols is paid with a die".into(),
            )),
            Self::Activate { cost, gives } => symbols(cost, gives, false),
            Self::Neighbours { symbols } => {
                let pair = two("effect.symbols", symbols)?;
                let reach = Gain::Neighbours(pair.into_iter().collect());
                power(Timing::Permanent, reach)
            }
            Self::Regain {} => power(Timing::Free, Gain::Regain),
            Self::Reroll {} => power(Timing::Free, Gain::Reroll),
            Self::ChangeSymbol {} => power(Timing::InUse, Gain::ChangeSymbol),
            Self::SwapDie {} => power(Timing::PhaseStart, Gain::SwapDie),
            Self::AnyDie {} => power(Timing::PhaseStart, Gain::AnyDie),
            Self::Kidnap {} => power(Timing::Free, Gain::Kidnap),
            Self::BaseUp {} => power(Timing::Free, Gain::BaseUp),
            Self::PlanToken {} => power(Timing::Free, Gain::PlanToken),
            Self::AfterMove { either } => {
                let pair = two("effect.either", either)?;
                power(Timing::Permanent, Gain::AfterMove(pair))
            }
            Self::OnWeaken { gives } => {
                let gives = read_symbols(gives).map_err(at("effect.gives"))?;
                power(Timing::Permanent, Gain::OnWeaken(gives))
            }
            Self::Blackmail {} => power(Timing::Permanent, Gain::Blackmail),
            Self::Sabotage {} => power(Timing::Permanent, Gain::Sabotage),
            Self::Triple {} => power(Timing::Permanent, Gain::Triple),
            Self::InstantPlans {} => power(Timing::Permanent, Gain::InstantPlans),
            Self::Consume(reward) => {
                let reward = reward.read().map_err(at("effect.consume"))?;
                if reward == Reward::default() {
                    return Err(("effect.consume", "empty; it pays something".into()));
                }
                power(Timing::Bought, Gain::Reward(reward))
            }
            Self::Dispatcher {} => power(Timing::Free, Gain::Dispatch),
            Self::Demolitions {} => power(Timing::Free, Gain::Demolish),
            Self::Tradecraft {} => power(Timing::InUse, Gain::Enlarge),
            Self::Joker {} => power(Timing::Rolling, Gain::KeepNone),
        }
    }
}

impl Power {
    /// Whether a whole group that has one of these symbols pays for it.
    pub const fn paid_by(&self, usable: SymbolMask) -> bool {
        matches!(self.timing, Timing::Paid(cost) if cost.meets(usable))
    }

    /// What the card does, as a phrase for people.
    pub fn phrase(&self) -> String {
        let what = match self.gain {
            Gain::Symbols { gives, anywhere } => {
                format!(
                    "{gives}{}",
                    if anywhere { " in any one district" } else { "" }
                )
            }
            Gain::Move => "a Move".into(),
            Gain::Convert(a, b) => format!("{a} and {b} count as each other"),
            Gain::Double(symbol) => format!("{symbol} on Basic dice counts twice"),
            Gain::Die(kind) => format!("one more {kind} die"),
            Gain::SetFace => "change an own unused die to another face".into(),
            Gain::RerollRoll => "reroll any own dice of a roll".into(),
            Gain::GiveToken => "another Reckoner gets a Plan Token".into(),
            Gain::SecondDistrict => "count as being in a second district too".into(),
            Gain::Neighbours(symbols) => {
                let names: Vec<&str> = symbols.iter().map(Symbol::key).collect();
                let names = names.join(" and ");
                format!("{names} may also be spent in the neighbouring districts")
            }
            Gain::Regain => "another Reckoner takes one used die back".into(),
            Gain::Reroll => "another Reckoner rerolls one or two unused dice".into(),
            Gain::ChangeSymbol => "one symbol of the die in use becomes another".into(),
            Gain::SwapDie => "change a die for one of another kind".into(),
            Gain::AnyDie => "one more die of any kind; change another die too".into(),
            Gain::Kidnap => "put the boss or three things into one district".into(),
            Gain::BaseUp => "the base marker goes up; at the top, one money".into(),
            Gain::PlanToken => "a Plan Token, usable at once".into(),
            Gain::Nothing => "nothing".into(),
            Gain::AfterMove([a, b]) => format!("after each Move, {a} or {b}"),
            Gain::OnWeaken(gives) => {
                format!("when an Epic is weakened here or by you, {gives}")
            }
            Gain::Blackmail => "the first action of the Epic in your district does not fire".into(),
            Gain::Sabotage => "the bracket of the Epic in your district moves one less".into(),
            Gain::Triple => "exactly two of a symbol count as three".into(),
            Gain::InstantPlans => "Plan Tokens that you gain are usable at once".into(),
            Gain::Reward(reward) => format!("used at once: {reward}"),
            Gain::Dispatch => "another Reckoner moves, or a Barricade goes".into(),
            Gain::Demolish => {
                "put a token on the card, or take some off for 1 attack and 2 for each".into()
            }
            Gain::Enlarge => "the die in use has one more of a symbol".into(),
            Gain::KeepNone => "reroll without keeping a die".into(),
        };
        match self.timing {
            Timing::Permanent | Timing::Bought => what,
            Timing::Free | Timing::Rolling | Timing::InUse => format!("once a round: {what}"),
            Timing::PhaseStart => format!("before rolling: {what}"),
            Timing::PaidTwo([a, b]) => {
                format!("once a round, for a die with {a} and one with {b}: {what}")
            }
            Timing::Paid(cost) => {
                let cost: Vec<&str> = cost.iter().map(Symbol::key).collect();
                format!("once a round, for a die with {}: {what}", cost.join(" or "))
            }
        }
    }
}
