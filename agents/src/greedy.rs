//! Best immediate effect, one die at a time: each Reckoner goes where the dice in hand do most and
//! spends them there. No plan, no teamwork, no abilities: it knows what hurts (the shared
//! [`crate::assess`] weights) and nothing of tomorrow.

use reckoners_env::action::{Action, decode};
use reckoners_env::cards::{Gain, SymbolCounts};
use reckoners_env::ids::{DieKind, DistrictIx, DistrictOffset, FACES, FaceIx, Symbol};
use reckoners_env::rng::GameRng;
use reckoners_env::state::Now;
use reckoners_env::{ActionMask, Game, Rules};

use crate::agent::Policy;
use crate::assess::{Assessment, Assessor, Hand, Weights, hand_of};
use crate::odds;

/// Chooses the action with the best immediate effect; ties go to the lowest id.
#[derive(Debug, Clone)]
pub struct Greedy {
    assessor: Assessor,
}

impl Greedy {
    /// Reads the cards.
    pub fn new(rules: &Rules) -> Self {
        Self {
            assessor: Assessor::new(rules, Weights::default()),
        }
    }
}

/// One decision being thought about.
struct Thought<'a> {
    rules: &'a Rules,
    game: &'a Game,
    board: Assessment,
    weights: &'a Weights,
    /// Symbols still in hand.
    hand: Hand,
}

impl Policy for Greedy {
    fn pick(&self, rules: &Rules, game: &Game, legal: &ActionMask, _rng: &mut GameRng) -> usize {
        if let Some(only) = legal.single() {
            return only;
        }
        let board = self.assessor.assess(rules, game);
        let thought = Thought {
            rules,
            game,
            board,
            weights: &self.assessor.weights,
            hand: hand_of(rules, game, game.actor()),
        };
        let mut best = (f32::MIN, 0);
        for id in legal.ids() {
            let Some(action) = decode(id) else { continue };
            let effect = thought.effect(action);
            if effect > best.0 {
                best = (effect, id);
            }
        }
        best.1
    }
}

impl Thought<'_> {
    fn effect(&self, action: Action) -> f32 {
        match action {
            Action::Place { district } => self.danger(district),
            Action::Keep { kind, face } => self.kept_worth(kind, face) - self.fresh_worth(kind),
            // Rolling again and stopping are worth nothing by themselves; of what the modules ask for, the
            // first option is as good as another.
            Action::RollRest
            | Action::KeepAll
            | Action::FaithRoll
            | Action::EndDice
            | Action::Forfeit
            | Action::DonePurchase
            | Action::LoseDie { .. }
            | Action::Symbol { .. }
            | Action::Kind { .. }
            | Action::NameCard { .. } => 0.0,
            Action::Take { kind, face } => {
                0.1 + self.here(
                    &self
                        .rules
                        .traits(self.game, self.game.actor())
                        .symbols_of(kind, face)
                        .0,
                )
            }
            Action::UseCard { card } => match self.rules.catalog().equipment(card).power.gain {
                Gain::Symbols { gives, .. } => self.here(&gives.0),
                Gain::PlanToken => self.weights.plan,
                Gain::BaseUp => self.weights.base,
                Gain::Regain => 0.5,
                _ => -1.0,
            },
            Action::Operations { .. } => self.weights.plan,
            Action::Move { district } => {
                let there = self.value(self.game.district_at(district), &self.hand);
                there - self.here(&self.hand)
            }
            Action::RemoveBarricade { .. } => self.board.barricade,
            Action::SetFace { face } => f32::from(face.0),
            Action::GiveToken { .. } => 2.0 * self.weights.plan,
            Action::Buy { card } => f32::from(self.rules.catalog().equipment(card).price),
            Action::BuyBack { .. } => 10.0,
            Action::Receive { seat } => {
                -(self.game.seat(self.game.seat_at(seat)).cards.len() as f32)
            }
            Action::TakeToken { symbol } => {
                let one = SymbolCounts::of(symbol, 1).0;
                // A token is worth what it could buy tomorrow.
                self.here(&one) - self.weights.plan
            }
            Action::Aid { card } => self.weights.aid(self.rules.city(self.game).aid(card).gain),
            Action::RemoveCopyToken { district } => {
                let at = self.game.district_at(district);
                self.board.places[at.ix()].copy_token
            }
            Action::DemolitionsRemove { count } => {
                let attack = SymbolCounts::of(Symbol::Attack, 2 * count.0 + 1);
                self.here(&attack.0)
            }
            Action::Tradecraft { .. }
            | Action::ChangeSymbol { .. }
            | Action::DemolitionsAdd
            | Action::TakeBoss
            | Action::TakeShield { .. }
            | Action::Focus { .. }
            | Action::AbilityDie { .. }
            | Action::Sniper { .. }
            | Action::UseAbility
            | Action::Exchange
            | Action::Refresh => -1.0,
            // A whole die is compared by all that it does here, then spent symbol by symbol.
            symbol if self.game.now == Now::Spend && self.game.open.whole => {
                self.open_here() + 1e-3 * self.board.effect(self.weights, self.game, symbol)
            }
            symbol => self.board.effect(self.weights, self.game, symbol),
        }
    }

    /// What a die adds to the dice already kept, where the Reckoner stands.
    fn kept_worth(&self, kind: DieKind, face: FaceIx) -> f32 {
        let mut with = self.hand;
        let symbols = self
            .rules
            .traits(self.game, self.game.actor())
            .symbols_of(kind, face)
            .0;
        for (have, more) in with.iter_mut().zip(symbols) {
            *have += more;
        }
        self.here(&with) - self.here(&self.hand)
    }

    /// What a fresh throw of a die adds on average.
    fn fresh_worth(&self, kind: DieKind) -> f32 {
        let die = self.rules.catalog().die(kind);
        let mut worth = [0.0; FACES];
        for face in die.classes() {
            worth[face.ix()] = self.kept_worth(kind, face);
        }
        odds::mean(die, &worth)
    }

    fn danger(&self, offset: DistrictOffset) -> f32 {
        self.board.places[self.game.district_at(offset).ix()].danger
    }

    fn value(&self, district: DistrictIx, symbols: &Hand) -> f32 {
        self.board
            .hand_value(self.weights, self.game, district, symbols, 0)
    }

    /// What some symbols do in the own district.
    fn here(&self, symbols: &Hand) -> f32 {
        self.value(self.game.actor().district, symbols)
    }

    /// What the open die does in the own district.
    fn open_here(&self) -> f32 {
        if self.game.now == Now::Spend && !self.game.open.is_move {
            self.here(&self.game.open.symbols.0)
        } else {
            0.0
        }
    }
}
