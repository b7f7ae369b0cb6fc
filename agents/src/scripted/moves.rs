//! Where to go: to the best place for the rest of the hand, and, with what is of no other use, to the
//! best place for the next round. Also which Barricade is in the way.

use reckoners_env::action::Action;
use reckoners_env::cards::Gain;
use reckoners_env::ids::{DistrictIx, Effect, Symbol};
use reckoners_env::state::Spot;

use super::Thought;
use crate::assess::Hand;

/// What a Reckoner can expect to have after a roll.
const PLAIN_HAND: Hand = [1, 2, 2, 2, 2, 1];

impl Thought<'_> {
    /// The best district to move to and what the hand does there.
    pub(super) fn best_move(&self, hand: &Hand) -> (Option<DistrictIx>, f32) {
        let here = self.me().district;
        if self.is_blocked(here) {
            return (None, f32::MIN);
        }
        let earned = self.earned_by_move;
        let mut best = (None, f32::MIN);
        for (district, _) in self.game.placed() {
            if district != here && !self.is_blocked(district) {
                let value = self.value(district, hand) + earned - self.habits.move_gain;
                if value > best.1 {
                    best = (Some(district), value);
                }
            }
        }
        best
    }

    /// What a place promises for the next round: what a plain hand does there, shared with who is there.
    pub(super) fn promise(&self, district: DistrictIx) -> f32 {
        let others = self
            .game
            .seated()
            .filter(|(seat, other)| *seat != self.game.acting && other.district == district);
        let value = self
            .board
            .hand_value(self.weights, self.game, district, &PLAIN_HAND, 0);
        let blocked = if self.is_blocked(district) { 1.0 } else { 0.0 };
        value / (1.0 + others.count() as f32) - blocked
    }

    /// The district that promises most for the next round, and how much more than this one. A Reckoner who
    /// still has dice to use here does not think of it.
    pub(super) fn better_promise(&self, rest: &Hand) -> Option<(DistrictIx, f32)> {
        let here = self.me().district;
        if self.is_blocked(here) || self.value(here, rest) > self.habits.idle {
            return None;
        }
        let stay = self.promise(here);
        let open = self
            .game
            .placed()
            .filter(|(district, _)| *district != here && !self.is_blocked(*district));
        let gains = open.map(|(district, _)| (district, self.promise(district) - stay));
        gains
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .filter(|(_, gain)| *gain > self.habits.resettle)
    }

    /// What a Move earns besides the place.
    pub(super) fn earned_by_move(&self) -> f32 {
        let worth = |symbol: Symbol| 0.6 * self.weights.symbol(symbol);
        let card = self.rules.traits(self.game, self.me()).after_move();
        let gain = card.map(|card| self.rules.catalog().equipment(card).power.gain);
        let earned = match gain {
            Some(Gain::AfterMove(symbols)) => symbols.map(worth).into_iter().fold(0.0, f32::max),
            _ => 0.0,
        };
        // With this effect something else is used up besides the die.
        let price = if self.me().effects.has(Effect::Move) {
            self.habits.second_half
        } else {
            0.0
        };
        earned - price
    }

    /// The Barricade whose removal helps most: one that holds Reckoners, or keeps them from the
    /// boss, or simply fills the board.
    pub(super) fn barricade_to_clear(&self) -> Option<(Action, f32)> {
        let mut best: Option<(Action, f32)> = None;
        for offset in self.game.district_offsets() {
            let at = self.game.district_at(offset);
            let place = self.game.district(at);
            if place.barricades == 0 {
                continue;
            }
            let mut gain = self.board.barricade;
            if place.barricades == 1 {
                let held = self
                    .game
                    .team()
                    .iter()
                    .filter(|s| s.district == at && s.dice.any(Spot::Kept))
                    .count();
                gain += self.habits.free_reckoner * held as f32;
                if at == self.game.boss.district {
                    gain += self.habits.free_reckoner;
                }
            }
            if best.is_none_or(|(_, g)| gain > g) {
                best = Some((Action::RemoveBarricade { district: offset }, gain));
            }
        }
        best
    }
}
