//! What symbols achieve on a board that was read: one symbol, or a hand of them.

use reckoners_env::action::Action;
use reckoners_env::ids::{DistrictIx, DistrictOffset, Shield, Symbol};
use reckoners_env::state::{Seat, Spot};
use reckoners_env::{Game, Rules};

use super::{Assessment, Place, Weights};

/// Symbols a Reckoner can spend, by [`Symbol`] index.
pub type Hand = [u8; Symbol::COUNT];

/// The symbols of a seat's kept dice.
pub fn hand_of(rules: &Rules, game: &Game, seat: &Seat) -> Hand {
    let mut hand = [0; Symbol::COUNT];
    let traits = rules.traits(game, seat);
    for die in seat.dice.iter().filter(|die| die.spot == Spot::Kept) {
        let symbols = traits.symbols_of(die.kind, die.face);
        for (have, more) in hand.iter_mut().zip(symbols.0) {
            *have += more;
        }
    }
    hand
}

impl Place {
    /// What a symbol does here: it removes the Shield of this colour, if one is here, and else what it guards.
    fn guarded(&self, shield: Shield, worth: f32) -> f32 {
        match self.shields[shield.index()] {
            0 => worth,
            _ => self.shield[shield.index()],
        }
    }

    /// What the Shields of a colour take of some symbols: how many, and what that is worth.
    fn through(&self, shield: Shield, count: u8) -> (u8, f32) {
        let stopped = count.min(self.shields[shield.index()]);
        (
            count - stopped,
            f32::from(stopped) * self.shield[shield.index()],
        )
    }
}

impl Assessment {
    /// What spending one symbol in this way achieves at once; `f32::MIN` for other actions.
    pub fn effect(&self, w: &Weights, game: &Game, action: Action) -> f32 {
        let place = |offset: DistrictOffset| &self.places[game.district_at(offset).ix()];
        match action {
            Action::Money => w.money,
            Action::Plan => w.plan,
            Action::Enforcement { district } => {
                place(district).guarded(Shield::Red, place(district).enforcement)
            }
            Action::ContainEpic { district } => {
                place(district).guarded(Shield::Blue, place(district).contain)
            }
            Action::ContainBoss { track } => self.boss_contain[track.index()],
            Action::ResearchEpic { district } => place(district).research,
            Action::AttackEpic { district } => {
                let p = place(district);
                // Attacking an Epic that will be weakened is wasted down to its weakened health.
                if p.research_left > 0 {
                    0.1 * p.attack
                } else {
                    p.attack
                }
            }
            Action::ResearchBoss | Action::AttackBoss => self.boss_hit,
            Action::Marker { district } => place(district).marker,
            _ => f32::MIN,
        }
    }

    /// What a hand of symbols achieves from one district, spent sensibly. `research_help` is
    /// research that others can do there first.
    pub fn hand_value(
        &self,
        w: &Weights,
        game: &Game,
        district: DistrictIx,
        hand: &Hand,
        research_help: u8,
    ) -> f32 {
        let place = &self.places[district.ix()];
        let at_boss = game.boss.district == district;
        let [money, enforcement, contain, research, attack, plan] = *hand;
        let mut value = f32::from(money) * w.money + f32::from(plan) * w.plan;
        let (enforcement, stopped) = place.through(Shield::Red, enforcement);
        let mut idle = enforcement.saturating_sub(place.enforcement_here);
        value += stopped + f32::from(enforcement.min(place.enforcement_here)) * place.enforcement;
        let (contain, stopped) = place.through(Shield::Blue, contain);
        value += stopped;
        let boss_first = at_boss && self.boss_contain_best > place.contain;
        let on_boss = if !at_boss { 0 } else { self.boss_containable };
        let (first, second) = if boss_first {
            (
                (on_boss, self.boss_contain_best),
                (place.containable, place.contain),
            )
        } else {
            (
                (place.containable, place.contain),
                (on_boss, self.boss_contain_best),
            )
        };
        let n = contain.min(first.0);
        value += f32::from(n) * first.1 + f32::from((contain - n).min(second.0)) * second.1;
        idle += (contain - n).saturating_sub(second.0);
        let boss_weak = game.boss.research == 0;
        let boss_research = if at_boss && !boss_weak && self.boss_has_track {
            self.boss_hit
        } else {
            0.0
        };
        let boss_attack = if at_boss && boss_weak {
            self.boss_hit
        } else {
            0.0
        };
        let n = research.min(place.research_left);
        value += two_targets(research, n, place.research, boss_research);
        // Where the boss is researched in the districts, what the Epic does not need goes to the marker.
        if !self.boss_has_track {
            let spare = (research - n).min(place.marker_left);
            value += f32::from(spare) * place.marker.max(0.0);
        } else if boss_research == 0.0 {
            idle += research - n;
        }
        let opened =
            place.attackable || place.research_left <= research.saturating_add(research_help);
        let n = if opened {
            attack.min(place.health_left)
        } else {
            0
        };
        if boss_attack == 0.0 {
            idle += attack - n;
        }
        if self.protects {
            // What is of no other use protects, and money where protecting is worth more.
            let free = idle.min(place.marker_left);
            let coins = money.min(place.marker_left - free);
            value += f32::from(free) * place.marker;
            value += f32::from(coins) * (place.marker - w.money).max(0.0);
        }
        value + two_targets(attack, n, place.attack, boss_attack)
    }
}

/// Symbols on an Epic (at most `cap` of them) and on the boss, the better first.
fn two_targets(count: u8, cap: u8, epic: f32, boss: f32) -> f32 {
    if boss > epic {
        f32::from(count) * boss
    } else {
        f32::from(cap) * epic + f32::from(count - cap) * boss
    }
}
