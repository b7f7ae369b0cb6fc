//! What happened, in words, for logs.

use super::{Speaker, dice};
use crate::cards::INFINITE;
use crate::chance::Outcome;
use crate::event::Event;
use crate::ids::{Cause, DistrictIx, SeatIx};
use crate::state::{Game, Source};

/// Why the population fell.
pub const fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::EpicAttack => "an Epic attacked",
        Cause::EpicOverflow => "an Epic's bracket was blocked",
        Cause::BossAttack => "the boss attacked",
        Cause::NoEnforcement => "no Enforcement was left to place",
        Cause::NoBarricade => "no Barricade was left to place",
        Cause::FortifyBlocked => "nothing was left to fortify",
        Cause::CouldNotOccur => "an action could not occur",
        Cause::CityAttack => "the city attacked",
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
        let boss = self.boss(before);
        let place = |district: DistrictIx| self.district(district);
        let who = |seat: SeatIx| self.seat(before, seat);
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
            Event::BossMoved { district } => format!("{boss} comes to {}", place(district)),
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
                format!("{boss}'s {track} bracket moves {change:+}")
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
            } => format!("{boss}: health {health}"),
            Event::BossValues { research, .. } => format!("{boss}: research {research}"),
            Event::BossWeakened => format!("{boss} is weakened"),
            Event::Activated { district: None } => format!("{boss} is activated"),
            Event::Activated {
                district: Some(district),
            } => format!("{} is activated", self.epic_in(before, district)),
            Event::Performs {
                source: Source::Boss,
                deed,
                ..
            } => format!("{boss}: {}", deed.phrase(boss)),
            Event::Performs { district, deed, .. } => {
                format!("{}: {}", place(district), deed.phrase(boss))
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
            Event::Shields {
                district,
                shield,
                change,
            } => format!("{}: {change:+} {shield} Shield", place(district)),
            Event::CopyTokens { district, change } => {
                format!("{}: {change:+} Copy Token", place(district))
            }
            Event::CardStolen {
                seat,
                card,
                district,
            } => format!(
                "{}'s {} is stolen and lies in {}",
                who(seat),
                self.card(card),
                place(district)
            ),
            Event::CardReturned { seat, card } => {
                format!("{} is {}'s again", self.card(card), who(seat))
            }
            Event::CardSold { seat, card } => {
                format!("{}'s {} is sold", who(seat), self.card(card))
            }
            Event::Transformed { district, deed } => format!(
                "{}: the Epic Ability Die shows {}",
                place(district),
                deed.phrase(boss)
            ),
            Event::Moved { seat, district } => format!("{} goes to {}", who(seat), place(district)),
            Event::BoardCame { district, board } => {
                let board = self.rules.city(before).board(board);
                format!("{} is {}", place(district), board.name)
            }
            Event::Marker { district, change } => {
                format!("{}: the marker moves {change:+}", place(district))
            }
            Event::CityPasses { district } => format!("the city passes {}", place(district)),
            Event::PowerDice { rows } => format!(
                "{boss}'s Power dice: {}",
                self.outcome(before, &Outcome::Rows(rows))
            ),
            Event::BossCard { kind } => {
                let cards = &catalog.boss(before.ruleset.boss).cards;
                let effects = cards[usize::from(kind)].effects.iter();
                let effects: Vec<&str> = effects.map(|effect| effect.meaning()).collect();
                format!("{boss} turns a card: {}", effects.join(", "))
            }
            Event::Affected { seat, effect } => {
                format!("{} is weakened: {}", who(seat), effect.meaning())
            }
            Event::AidCame { seat, card } => {
                format!(
                    "{} gets a Dawnslight card ({})",
                    who(seat),
                    self.aid(before, card)
                )
            }
            Event::PopulationGained { amount } => format!("population +{amount}"),
            Event::Ended { ending } => self.ending(before, ending),
        }
    }
}
