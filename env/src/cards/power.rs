//! Powers: what an Equipment or ability card lets its owner do. A power is a time and a gain.
//!
//! This file reads powers from card files and puts them into words. What a power changes for its owner is
//! derived in `rules/traits.rs`; what using one does is in `rules/powers.rs`.

use serde::{Deserialize, Serialize};

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
    /// Once a round in the Roll step.
    Rolling,
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
}

/// What an Equipment or ability card lets its owner do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Power {
    /// When.
    pub timing: Timing,
    /// What.
    pub gain: Gain,
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
        #[serde(default)]
        cost: Vec<String>,
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
        match self {
            Self::Convert { between: [a, b] } => {
                let (a, b) = (symbol(a)?, symbol(b)?);
                if a == b {
                    let message = format!("{a} twice; name two different symbols");
                    return Err(("effect.between", message));
                }
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
                cost,
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
        };
        match self.timing {
            Timing::Permanent => what,
            Timing::Free | Timing::Rolling => format!("once a round: {what}"),
            Timing::Paid(cost) => {
                let cost: Vec<&str> = cost.iter().map(Symbol::key).collect();
                format!("once a round, for a die with {}: {what}", cost.join(" or "))
            }
        }
    }
}
