//! Purchase: lost dice first, then the card that gives most for its price.

use reckoners_env::action::Action;
use reckoners_env::cards::{Gain, Power, SymbolMask, Timing};
use reckoners_env::ids::{DieKind, EquipmentId, Symbol};
use reckoners_env::state::Seat;

use super::Thought;

impl Thought<'_> {
    pub(super) fn buy(&self) -> Action {
        let (action, worth) = self.best(|action| match action {
            Action::BuyBack { .. } => 10.0,
            Action::Buy { card } => {
                let price = f32::from(self.rules.catalog().equipment(card).price.max(1));
                let worth = self.card_use(card);
                if worth < self.habits.card_worth * price {
                    -1.0
                } else {
                    worth
                }
            }
            Action::DonePurchase => 0.0,
            _ => f32::MIN,
        });
        if worth > 0.0 {
            action
        } else {
            Action::DonePurchase
        }
    }

    /// What a card gives over the rest of a game, in population.
    pub(super) fn card_use(&self, card: EquipmentId) -> f32 {
        let Power { timing, gain } = self.rules.catalog().equipment(card).power;
        match gain {
            Gain::Die(kind) if self.rules.die_supply(self.game, kind) > 0 => 6.5,
            Gain::Double(Symbol::Attack | Symbol::Research) | Gain::Triple | Gain::Sabotage => 4.0,
            Gain::Double(_) | Gain::ChangeSymbol => 3.0,
            Gain::Symbols { gives, anywhere } => {
                let each =
                    Symbol::ALL.map(|s| self.weights.symbol(s) * f32::from(gives.0[s.index()]));
                let worth: f32 = each.iter().sum();
                let reach = if anywhere { 1.3 } else { 1.0 };
                let paid = match timing {
                    Timing::Free => 0.0,
                    Timing::PaidTwo(_) => 2.4,
                    _ => 1.2,
                };
                4.0 * (worth - paid) * reach
            }
            Gain::Convert(..) => 1.5,
            Gain::AnyDie => 6.0,
            Gain::Regain | Gain::Blackmail | Gain::PlanToken => 4.5,
            Gain::Neighbours(_) | Gain::OnWeaken(_) | Gain::AfterMove(_) => 3.5,
            Gain::Move
            | Gain::Reroll
            | Gain::Kidnap
            | Gain::BaseUp
            | Gain::SwapDie
            | Gain::InstantPlans => 2.0,
            Gain::Reward(reward) => {
                let parts = reward.parts().into_iter();
                0.8 * parts.map(|(_, count)| f32::from(count)).sum::<f32>()
            }
            _ => 0.0,
        }
    }

    /// Whoever gains most: dice and cards go to those who have least.
    pub(super) fn receive(&self, card: EquipmentId) -> Action {
        let power = self.rules.catalog().equipment(card).power;
        self.best(|action| match action {
            Action::Receive { seat } => {
                let to = self.game.seat(self.game.seat_at(seat));
                self.fit(to, power) - 0.2 * f32::from(to.cards.len() as u8)
            }
            _ => f32::MIN,
        })
        .0
    }

    /// How well a card fits a seat beyond what everybody gets from it.
    fn fit(&self, seat: &Seat, power: Power) -> f32 {
        let dice = seat.dice.total();
        match power.gain {
            Gain::Double(_) => f32::from(seat.dice.owned()[DieKind::Basic.index()]),
            Gain::Move => f32::from(dice) * 0.2,
            Gain::Symbols { .. } => match power.timing {
                Timing::Paid(cost) => 0.2 * self.special_faces(seat, cost),
                _ => 0.0,
            },
            _ => -0.1 * f32::from(dice),
        }
    }

    /// How many faces of one of a Reckoner's special dice show one of these symbols, on average.
    fn special_faces(&self, seat: &Seat, symbols: SymbolMask) -> f32 {
        let catalog = self.rules.catalog();
        let start = &catalog.reckoner(seat.reckoner).dice;
        let (mut faces, mut dice) = (0, 0);
        for kind in &DieKind::ALL[1..] {
            let count = usize::from(start[kind.index()]);
            let shown = catalog.die(*kind).faces.iter();
            faces += count * shown.filter(|f| symbols.has(f.symbol)).count();
            dice += count;
        }
        faces as f32 / dice.max(1) as f32
    }
}
