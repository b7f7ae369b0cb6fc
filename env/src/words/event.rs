//! What happened, in words, for logs.

use super::{Speaker, dice};
use crate::cards::catalog::{Deed, EpicAction, INFINITE};
use crate::event::Event;
use crate::ids::Cause;
use crate::state::Game;

/// Why the population fell.
pub const fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::EpicAttack => "an Epic attacked",
        Cause::EpicOverflow => "an Epic's bracket was blocked",
        Cause::BossAttack => "Steelheart attacked",
        Cause::NoEnforcement => "no Enforcement was left to place",
        Cause::NoBarricade => "no Barricade was left to place",
        Cause::FortifyBlocked => "nothing was left to fortify",
    }
}

/// What an Epic's action does.
pub fn deed(action: EpicAction) -> String {
    let what = match action.deed {
        Deed::Fortify => "fortify".into(),
        Deed::FortifyBoss => "fortify Steelheart".into(),
        Deed::AddEnforcement => "add Enforcement".into(),
        Deed::Population(n) => format!("attack the population ({n})"),
        Deed::Barricade(1) => "place a Barricade".into(),
        Deed::Barricade(n) => format!("place {n} Barricades"),
        Deed::Boost(track) => format!("boost Steelheart's {track} track"),
        Deed::Base => "search for the base".into(),
    };
    if action.gift {
        format!("{what} in both neighbouring districts")
    } else {
        what
    }
}

/// Health as people write it.
pub fn health(value: u8) -> String {
    if value == INFINITE {
        "infinite".into()
    } else {
        value.to_string()
    }
}

impl Speaker<'_> {
    /// The event as a sentence without a full stop. `before` is the position in which the step
    /// began that caused it.
    pub fn event(&self, before: &Game, event: &Event) -> String {
        let catalog = self.rules.catalog();
        let place = |district: u8| self.district(district);
        let who = |seat: u8| self.seat(before, seat);
        match *event {
            Event::Decided { action, .. } => self.sentence(before, action),
            Event::Round { round } => format!("round {round} begins"),
            Event::Rolled { seat, ref faces } => {
                format!("{} rolls {}", who(seat), dice::say(catalog, faces))
            }
            Event::EpicCame { district, epic } => {
                format!("{} comes to {}", self.epic(epic), place(district))
            }
            Event::MarketCard { card } => {
                format!("{} comes to the market", catalog.equipment(card).name)
            }
            Event::BossMoved { district } => format!("Steelheart comes to {}", place(district)),
            Event::Enforcement { district, change } => {
                format!("{}: {change:+} Enforcement", place(district))
            }
            Event::Barricades { district, change } => {
                format!("{}: {change:+} Barricade", place(district))
            }
            Event::Bracket { district, change } => {
                format!("{}: the Epic's bracket moves {change:+}", place(district))
            }
            Event::BossBracket { track, change } => {
                format!("Steelheart's {track} bracket moves {change:+}")
            }
            Event::EpicValues {
                district,
                research,
                health: left,
            } => {
                format!(
                    "{}: research {research}, health {}",
                    place(district),
                    health(left)
                )
            }
            Event::Weakened { district, epic } => {
                format!("{} in {} is weakened", self.epic(epic), place(district))
            }
            Event::Defeated { district, epic } => {
                format!("{} in {} is defeated", self.epic(epic), place(district))
            }
            Event::BossValues {
                research: 0,
                health,
            } => format!("Steelheart: health {health}"),
            Event::BossValues { research, .. } => format!("Steelheart: research {research}"),
            Event::BossWeakened => "Steelheart is weakened".into(),
            Event::Performs {
                boss: true, action, ..
            } => format!("Steelheart: {}", deed(action)),
            Event::Performs {
                district, action, ..
            } => {
                format!("the Epic of {}: {}", place(district), deed(action))
            }
            Event::PopulationLost { amount, cause: why } => {
                format!("population -{amount} ({})", cause(why))
            }
            Event::Money { change } if change < 0 => format!("-${}", -i32::from(change)),
            Event::Money { change } => format!("+${change}"),
            Event::Tokens { seat, change } => format!("{}: {change:+} Plan Token", who(seat)),
            Event::BaseMarker { base } => format!("the base marker is {base} below the top"),
            Event::BaseDiscovered => "a base is discovered".into(),
            Event::DieLost { seat, kind } => {
                format!("{} loses {} die", who(seat), dice::a_kind(kind))
            }
            Event::DieGained { seat, kind } => {
                format!("{} gets {} die", who(seat), dice::a_kind(kind))
            }
            Event::Moved { seat, district } => format!("{} goes to {}", who(seat), place(district)),
            Event::Ended { ending } => self.ending(ending),
        }
    }
}
