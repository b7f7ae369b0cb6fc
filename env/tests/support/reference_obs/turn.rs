//! The turn, what the coming phase brings, and the group in use; a part of the reference.

use reckoners_env::cards::Verb;
use reckoners_env::ids::{DieKind, FACES, Symbol};
use reckoners_env::state::{Gift, Now, Origin, Span, Spot};

use super::epic::Doing;
use super::{View, dice, flag, number, numbers, one_hot, unknown};

impl View<'_> {
    pub(super) fn turn(&self, field: &str) -> Vec<f32> {
        let (game, setup) = (self.game, &self.cards.setup);
        let ring = game.ring();
        let enforcement = setup.enforcement - ring.iter().map(|d| d.enforcement).sum::<u8>();
        let barricades = setup.barricades - ring.iter().map(|d| d.barricades).sum::<u8>();
        match field {
            "decision" => one_hot(
                30,
                match game.now {
                    Now::Place => Some(0),
                    Now::Keep => Some(1),
                    Now::Faith => Some(2),
                    Now::Use => Some(3),
                    Now::SetFace { .. } => Some(4),
                    Now::Spend => Some(5),
                    Now::Reward => Some(6),
                    Now::Buy => Some(7),
                    Now::Receive { .. } => Some(8),
                    Now::LoseDie => Some(9),
                    Now::Recipient { .. } => Some(10),
                    Now::Regain => Some(11),
                    Now::Reroll { .. } => Some(12),
                    Now::KidnapTo => Some(13),
                    Now::Kidnap { .. } => Some(14),
                    Now::AfterMove { .. } => Some(15),
                    Now::Steal { .. } => Some(16),
                    Now::Sell => Some(17),
                    Now::DiscardToken => Some(18),
                    Now::SwapGive { .. } => Some(19),
                    Now::SwapTake { .. } => Some(20),
                    Now::ExtraKind { .. } => Some(21),
                    Now::Disable => Some(22),
                    Now::LayAside => Some(23),
                    Now::SecondHalf { .. } => Some(24),
                    Now::LoseFace { .. } => Some(25),
                    Now::KeepAid { .. } => Some(26),
                    Now::GiveAid { .. } => Some(27),
                    Now::Suffer { .. } => Some(28),
                    Now::Perform { .. } => Some(29),
                    _ => None,
                },
            ),
            "prologue" => flag(game.round == 0),
            "focused" => flag(game.focused),
            "round" => number(game.round),
            "late" => numbers([4, 8, 12, 20].map(|from| u8::from(game.round >= from))),
            "difficulty" => one_hot(4, Some(game.ruleset.difficulty as usize)),
            "seats" => one_hot(5, Some(usize::from(game.seat_count) - 2)),
            "money" => number(game.money),
            "can_pay" => numbers([2, 3, 4, 5, 6].map(|price| u8::from(game.money >= price))),
            "population" => number(game.population),
            "few" => numbers([3, 6, 10, 15, 22].map(|most| u8::from(game.population <= most))),
            "base" => number(game.base),
            "base_next" => flag(game.base + 1 >= setup.base_track),
            "tokens_left" => number(game.token_supply),
            "no_tokens" => flag(game.token_supply == 0),
            "enforcement_left" => number(enforcement),
            "no_enforcement" => flag(enforcement == 0),
            "barricades_left" => number(barricades),
            "no_barricades" => flag(barricades == 0),
            "epic_deck" => number(game.epic_deck.len()),
            "defeated" => number(game.defeated.len()),
            "equipment_deck" => number(game.equipment_deck.len()),
            "team_symbols" => {
                let mut sum = [0; Symbol::COUNT];
                for seat in game.team() {
                    let symbols = self.symbols(seat, &[Spot::Rolled, Spot::Kept]);
                    for (sum, count) in sum.iter_mut().zip(symbols) {
                        *sum += count;
                    }
                }
                numbers(sum)
            }
            _ => unknown("turn", field),
        }
    }

    pub(super) fn forecast(&self, field: &str) -> Vec<f32> {
        let population = self.coming_population();
        match field {
            "population" => number(population),
            "share" => number(f64::from(population) / f64::from(self.game.population.max(1))),
            "fatal" => flag(population >= u32::from(self.game.population)),
            "enforcement" => {
                let comes = |d: &Doing| d.enforcement + 2 * d.gift_enforcement;
                let epics = self.doing.iter().map(comes).sum::<u32>();
                number(epics + self.boss_does(Verb::AddEnforcement))
            }
            _ => unknown("forecast", field),
        }
    }

    pub(super) fn open(&self, field: &str) -> Vec<f32> {
        let open = &self.game.open;
        let spending = open.is_move || open.symbols.total() > 0;
        let (kind, face) = match self.game.now {
            Now::SetFace { kind, face } => (Some(kind as usize), Some(face.ix())),
            Now::SwapTake { given, .. } => (Some(given as usize), None),
            Now::LoseFace { kind, .. } => (Some(kind as usize), None),
            _ => (None, None),
        };
        let place = match (self.game.now, open.span) {
            (Now::Spend, Span::Fixed(district))
            | (
                Now::Kidnap { to: district, .. }
                | Now::Steal { district }
                | Now::SecondHalf { to: district }
                | Now::KeepAid { district, .. }
                | Now::GiveAid { district, .. }
                | Now::Suffer { district, .. }
                | Now::Perform { district },
                _,
            ) => Some(district),
            _ => None,
        };
        match field {
            "symbols" if spending => numbers(open.symbols.0),
            "acts_as" if spending => self.acts_as(),
            "symbols" | "acts_as" => vec![0.0; Symbol::COUNT],
            "whole" => flag(spending && open.whole),
            "anywhere" => flag(spending && open.span == Span::Anywhere),
            "is_move" => flag(spending && open.is_move),
            "of_token" => flag(spending && open.origin == Origin::Token),
            "after_move" => flag(spending && open.origin == Origin::AfterMove),
            "place" => {
                let here = |n: &usize| place.is_some_and(|d| self.district_index(*n) == d.ix());
                one_hot(7, (0..self.district_count()).find(here))
            }
            "gift" => one_hot(
                3,
                match self.game.now {
                    Now::Recipient { gift: Gift::Move } => Some(0),
                    Now::Recipient { gift: Gift::Regain } => Some(1),
                    Now::Recipient { gift: Gift::Reroll } => Some(2),
                    _ => None,
                },
            ),
            "change_kind" => one_hot(DieKind::COUNT, kind),
            "change_face" => one_hot(FACES, face),
            "faith" => numbers(DieKind::ALL.map(|kind| {
                let chosen = dice(self.me, Spot::Air).filter(|die| die.kind == kind);
                let choosing = self.game.now == Now::Faith;
                if choosing { chosen.count() as u32 } else { 0 }
            })),
            _ => unknown("open", field),
        }
    }
}
