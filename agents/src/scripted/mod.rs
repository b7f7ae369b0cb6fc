//! A team that plays by rules of thumb: it reads the board, agrees who goes where, keeps dice toward that, researches
//! before it attacks, clears Enforcement before it compounds, contains what is about to hurt,
//! saves Plan Tokens for what pays, and buys what pays back.
//!
//! Every choice follows from the worth of symbols in [`crate::assess`] and a few named rules; it
//! looks at the position only, so it can take over a game at any point.

mod cities;
mod guide;
mod keep;
mod modules;
mod moves;
mod purchase;
mod spend;
mod use_dice;

use reckoners_env::action::{Action, decode, encode};
use reckoners_env::cards::SymbolMask;
use reckoners_env::forecast::Forecast;
use reckoners_env::ids::{DieKind, DistrictIx, MAX_DISTRICTS, MAX_SEATS, Symbol};
use reckoners_env::rng::GameRng;
use reckoners_env::state::{Now, Seat};
use reckoners_env::{ActionMask, Game, Rules};

use crate::agent::Policy;
use crate::assess::{Assessment, Assessor, Hand, Weights, hand_of};

/// The rules' own thresholds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Habits {
    /// What a Reckoner's only Plan Token is worth kept.
    pub token_worth: f32,
    /// How much less each is worth kept when there are more of them.
    pub token_plenty: f32,
    /// A die is spent on a Move only for at least this gain.
    pub move_gain: f32,
    /// A rolled die is rerolled when a fresh one promises more by at least this.
    pub reroll_gain: f32,
    /// A card is bought when its worth is at least this much a dollar.
    pub card_worth: f32,
    /// Another Reckoner is asked first when its best die is better by this.
    pub focus_gain: f32,
    /// Faith rerolls a die when a fresh one promises more by at least this.
    pub faith_gain: f32,
    /// Population from which on the end of the game is looked out for.
    pub watchful: u16,
    /// Symbols that do less than this here are of no use here.
    pub idle: f32,
    /// A die of no other use moves its owner when the next round promises more there by this.
    pub resettle: f32,
    /// Taking away the last Barricade that holds a Reckoner or guards the boss.
    pub free_reckoner: f32,
    /// What a Move that costs two things costs more than others.
    pub second_half: f32,
}

impl Default for Habits {
    fn default() -> Self {
        Self {
            token_worth: 0.65,
            token_plenty: 0.05,
            move_gain: 0.2,
            reroll_gain: 0.18,
            card_worth: 0.5,
            focus_gain: 0.33,
            faith_gain: 0.1,
            watchful: 16,
            idle: 0.05,
            resettle: 0.05,
            free_reckoner: 0.1,
            second_half: 0.8,
        }
    }
}

/// The scripted team player.
#[derive(Debug, Clone)]
pub struct Scripted {
    assessor: Assessor,
    habits: Habits,
}

impl Scripted {
    /// The player with its fitted weights.
    pub fn new(rules: &Rules) -> Self {
        Self::with(rules, Weights::default(), Habits::default())
    }

    /// The player with other weights, for tuning.
    pub fn with(rules: &Rules, weights: Weights, habits: Habits) -> Self {
        Self {
            assessor: Assessor::new(rules, weights),
            habits,
        }
    }
}

pub use guide::ScriptedGuide;

/// One decision being thought about.
struct Thought<'a> {
    rules: &'a Rules,
    game: &'a Game,
    legal: &'a ActionMask,
    board: Assessment,
    weights: &'a Weights,
    habits: &'a Habits,
    /// Symbols of each seat's kept dice.
    hands: [Hand; MAX_SEATS],
    /// Research the others have in hand, by district.
    help: [u8; MAX_DISTRICTS],
    /// Symbols that the acting Reckoner may also spend next door.
    reach: SymbolMask,
    /// What a Move earns the acting Reckoner besides the place.
    earned_by_move: f32,
    /// Whether the coming Epic phase loses the game as things stand.
    last_chance: bool,
}

impl Scripted {
    fn thought<'a>(
        &'a self,
        rules: &'a Rules,
        game: &'a Game,
        legal: &'a ActionMask,
    ) -> Thought<'a> {
        let mut thought = Thought {
            rules,
            game,
            legal,
            board: self.assessor.assess(rules, game),
            weights: &self.assessor.weights,
            habits: &self.habits,
            hands: [[0; Symbol::COUNT]; MAX_SEATS],
            help: [0; MAX_DISTRICTS],
            reach: rules.traits(game, game.actor()).neighbours(),
            earned_by_move: 0.0,
            last_chance: false,
        };
        thought.read_hands();
        thought.earned_by_move = thought.earned_by_move();
        thought.last_chance = thought.loses_soon();
        thought
    }
}

impl Policy for Scripted {
    fn pick(&self, rules: &Rules, game: &Game, legal: &ActionMask, _rng: &mut GameRng) -> usize {
        if let Some(only) = legal.single() {
            return only;
        }
        let thought = self.thought(rules, game, legal);
        let action = match game.now {
            Now::Place => thought.place(),
            Now::Keep => thought.keep(),
            Now::Faith => thought.faith_or(Action::FaithRoll),
            Now::Use => thought.take(),
            Now::SetFace { kind, .. } => thought.set_face(kind),
            Now::Spend => thought.spend(),
            Now::Reward => thought.reward(),
            Now::Buy => thought.buy(),
            Now::Receive { card } => thought.receive(card),
            Now::LoseDie => thought.lose_die(),
            _ => thought.module_decision(),
        };
        let id = encode(action);
        debug_assert!(legal.has(id), "{action:?} in {:?}", game.now);
        id
    }
}

impl Thought<'_> {
    /// The legal action with the highest worth; ties go to the lowest id.
    fn best(&self, worth: impl Fn(Action) -> f32) -> (Action, f32) {
        let mut found: Option<(Action, f32)> = None;
        for id in self.legal.ids() {
            let Some(action) = decode(id) else { continue };
            let value = worth(action);
            if found.is_none_or(|(_, best)| value > best) {
                found = Some((action, value));
            }
        }
        found.expect("a decision has a legal action")
    }

    fn me(&self) -> &Seat {
        self.game.actor()
    }

    /// Counts everybody's symbols, and the research that helps me in each district.
    fn read_hands(&mut self) {
        for (i, seat) in self.game.seated() {
            let hand = hand_of(self.rules, self.game, seat);
            self.hands[i.ix()] = hand;
            if i != self.game.acting && !seat.ended && seat.district.is_somewhere() {
                self.help[seat.district.ix()] += hand[Symbol::Research.index()] + seat.tokens;
            }
        }
    }

    /// What a hand of the acting Reckoner does from a district.
    fn value(&self, district: DistrictIx, hand: &Hand) -> f32 {
        let at = |place: DistrictIx, hand: &Hand| {
            let help = self.help[place.ix()];
            self.board
                .hand_value(self.weights, self.game, place, hand, help)
        };
        let own = at(district, hand);
        if self.reach.is_empty() {
            return own;
        }
        // All symbols that reach next door go to one place: here or there.
        let (mut far, mut near) = (*hand, *hand);
        for symbol in Symbol::ALL {
            let stays = if self.reach.has(symbol) {
                &mut near
            } else {
                &mut far
            };
            stays[symbol.index()] = 0;
        }
        let near = at(district, &near);
        let there = self.game.neighbours(district).map(|place| at(place, &far));
        there
            .into_iter()
            .fold(own, |best, far| best.max(near + far))
    }

    /// Whether the coming Epic phase loses the game, when Plan Tokens could still help.
    fn loses_soon(&self) -> bool {
        let tokens = self.me().tokens > 0 && self.game.now == Now::Use;
        tokens
            && self.game.population <= self.habits.watchful
            && Forecast::of(self.rules, self.game).fatal
    }

    fn is_blocked(&self, district: DistrictIx) -> bool {
        self.game.district(district).barricades > 0
    }

    /// Go where a plain hand does most, and spread out.
    fn place(&self) -> Action {
        self.best(|action| match action {
            Action::Place { district } => self.promise(self.game.district_at(district)),
            _ => f32::MIN,
        })
        .0
    }

    fn reward(&self) -> Action {
        self.best(|action| match action {
            Action::GiveToken { seat } => {
                let to = self.game.seat(self.game.seat_at(seat));
                2.0 - 0.1 * f32::from(to.tokens)
            }
            Action::Forfeit => -1.0,
            other => self.symbol_worth(other),
        })
        .0
    }

    /// What spending one symbol in this way is worth.
    fn symbol_worth(&self, action: Action) -> f32 {
        self.board.effect(self.weights, self.game, action)
    }

    /// Give up the die that does least: a Basic one of the Reckoner with most dice.
    fn lose_die(&self) -> Action {
        self.best(|action| match action {
            Action::LoseDie { seat, kind } => {
                let owner = self.game.seat(self.game.seat_at(seat));
                f32::from(owner.dice.total()) + if kind == DieKind::Basic { 2.0 } else { 0.0 }
            }
            _ => f32::MIN,
        })
        .0
    }
}
