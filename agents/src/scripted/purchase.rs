//! Purchase: lost dice first, then the card that gives most for its price.

use reckoners_env::action::Action;
use reckoners_env::cards::catalog::EquipmentEffect;
use reckoners_env::ids::{EquipmentId, Symbol};
use reckoners_env::state::Seat;

use super::Mind;

impl Mind<'_> {
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
    fn card_use(&self, card: EquipmentId) -> f32 {
        match self.rules.catalog().equipment(card).effect {
            EquipmentEffect::ExtraDie(kind) if self.rules.die_supply(self.game, kind) > 0 => 6.5,
            EquipmentEffect::ExtraDie(_) => 0.0,
            EquipmentEffect::Double(Symbol::Attack | Symbol::Research) => 4.0,
            EquipmentEffect::Double(_) => 3.0,
            EquipmentEffect::Symbols {
                cost,
                gives,
                any_district,
            } => {
                let worth: f32 = Symbol::ALL
                    .iter()
                    .map(|s| {
                        let each = match s {
                            Symbol::Attack => 1.0,
                            Symbol::Research | Symbol::Plan => 0.9,
                            Symbol::Contain => 0.8,
                            Symbol::Enforcement => 0.7,
                            Symbol::Money => 0.5,
                        };
                        each * f32::from(gives.0[s.index()])
                    })
                    .sum();
                let reach = if any_district { 1.3 } else { 1.0 };
                let paid = if cost.0 == 0 { 0.0 } else { 1.2 };
                4.0 * (worth - paid) * reach
            }
            EquipmentEffect::Move => 2.0,
            EquipmentEffect::Convert(..) => 1.5,
        }
    }

    /// Whoever gains most: dice and cards go to those who have least.
    pub(super) fn receive(&self, card: EquipmentId) -> Action {
        let effect = self.rules.catalog().equipment(card).effect;
        self.best(|action| match action {
            Action::Receive { seat } => {
                let to = &self.game.seats[usize::from(self.game.seat_at(seat))];
                self.fit(to, effect) - 0.2 * f32::from(to.cards.len() as u8)
            }
            _ => f32::MIN,
        })
        .0
    }

    /// How well a card fits a seat beyond what everybody gets from it.
    fn fit(&self, seat: &Seat, effect: EquipmentEffect) -> f32 {
        let dice: u8 = seat.dice.iter().sum();
        match effect {
            EquipmentEffect::Double(_) => f32::from(seat.dice[0]),
            EquipmentEffect::Move => f32::from(dice) * 0.2,
            EquipmentEffect::Symbols { cost, .. } => {
                let special = self.rules.catalog().reckoner(seat.reckoner).dice;
                let faces = &self.rules.catalog().dice[special.index()].faces;
                faces.iter().filter(|f| cost.has(f.symbol)).count() as f32 * 0.2
            }
            _ => -0.1 * f32::from(dice),
        }
    }
}
