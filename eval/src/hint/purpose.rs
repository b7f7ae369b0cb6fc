//! What symbols are for, where a Reckoner stands, and how many are in hand.

use reckoners_env::cards::INFINITE;
use reckoners_env::ids::{SeatIx, Symbol};
use reckoners_env::state::{Seat, Spot};
use reckoners_env::{Game, Rules};

use super::odds::Chase;
use super::reasons::Reasons;

/// What a symbol is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Purpose {
    /// In words after "to".
    pub what: String,
    /// How many it takes, when that is known.
    pub needed: Option<u8>,
}

impl Reasons<'_> {
    /// What a symbol would be for, where a seat stands, and how much of it that takes.
    pub fn purpose(&self, game: &Game, seat: SeatIx, symbol: Symbol) -> Option<Purpose> {
        let district = game.seat(seat).district;
        let place = game.districts.get(district.ix())?;
        let boss = self.speaker.boss(game);
        let at_boss = game.boss.district == district;
        let name = place.epic.map(|e| self.speaker.epic(e));
        let want = |what: String, needed: u8| {
            Some(Purpose {
                what,
                needed: Some(needed),
            })
        };
        let some = |what: &str| {
            Some(Purpose {
                what: what.into(),
                needed: None,
            })
        };
        match (symbol, name) {
            (Symbol::Research, Some(name)) if place.research > 0 => {
                want(format!("weaken {name}"), place.research)
            }
            (Symbol::Research, _) if at_boss && game.boss.research > 0 => {
                some(&format!("wear down {boss}'s research"))
            }
            (Symbol::Attack, Some(name)) if place.health != INFINITE => {
                want(format!("defeat {name}"), place.health)
            }
            (Symbol::Attack, Some(name)) if place.research > 0 => {
                some(&format!("fight {name} once it is weakened"))
            }
            (Symbol::Attack, _) if at_boss && game.boss.research == 0 => {
                some(&format!("wear down {boss}'s health"))
            }
            (Symbol::Contain, Some(name)) if place.bracket > 1 => {
                want(format!("push {name} all the way back"), place.bracket - 1)
            }
            (Symbol::Contain, _) if at_boss => some(&format!("hold back {boss}'s tracks")),
            (Symbol::Enforcement, _) if place.enforcement > 0 => want(
                format!("clear {} of Enforcement", self.speaker.district(district)),
                place.enforcement,
            ),
            (Symbol::Money, _) => some("buy Equipment"),
            (Symbol::Plan, _) => some("gain Plan Tokens for next round"),
            _ => None,
        }
    }
}

/// How much of a symbol a seat's kept dice show, converters and doubling included.
pub(super) fn in_hand(rules: &Rules, game: &Game, seat: &Seat, symbol: Symbol) -> u8 {
    Chase::new(rules, game, seat, symbol).shown(&seat.dice.faces(Spot::Kept))
}
