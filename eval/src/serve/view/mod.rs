//! A position as JSON for a page: what lies on the table, in numbers and in words.
//!
//! It is made from the same cards, forecast and words as the drawn board. Whoever shows it needs no
//! rule of the game: [`choices`] says what can be done and what each action points at.

mod boss;
pub mod choices;
mod districts;
mod team;

pub(super) use team::own_kind;

use reckoners_env::Rules;
use reckoners_env::cards::{ActionTrack, Deed, Ruleset};
use reckoners_env::forecast::Forecast;
use reckoners_env::ids::{Adjustment, Difficulty, Module, Shield};
use reckoners_env::state::{Earned, Game, RewardPool, Span, Step};
use reckoners_env::table::Table;
use reckoners_env::words::{Speaker, dice};
use serde_json::{Value, json};

use crate::board;

/// What is looked at, with the words for it.
struct Scene<'a> {
    rules: &'a Rules,
    game: &'a Game,
    say: Speaker<'a>,
    /// The coming Epics' phase, while it is still to come.
    forecast: Option<Forecast>,
}

/// The whole table.
pub fn view(rules: &Rules, table: &Table) -> Value {
    let scene = Scene {
        rules,
        game: &table.game,
        say: Speaker::new(rules, &table.names),
        forecast: forecast(rules, &table.game),
    };
    let game = scene.game;
    let setup = &rules.catalog().setup;
    json!({
        "digest": format!("{:016x}", game.digest()),
        "game": scene.which_game(),
        "round": game.round,
        "step": step(game),
        "awaited": scene.say.awaited(game),
        "population": { "now": game.population, "most": setup.population },
        "money": game.money,
        "base": { "now": game.base, "most": setup.base_track },
        "supply": scene.supply(),
        "open": scene.open(),
        "owed": scene.owed(),
        "rewards": scene.rewards(),
        "forecast": scene.forecast.as_ref().map(forecast_value),
        "boss": scene.boss(),
        "districts": scene.districts(),
        "market": scene.market(),
        "reckoners": scene.team(),
        "key": board::key(&game.ruleset),
        "next": choices::next(rules, table),
    })
}

/// What the Epics' phase of this round will do as things stand, while it is still to come.
fn forecast(rules: &Rules, game: &Game) -> Option<Forecast> {
    let coming = matches!(
        game.step,
        Step::Roll | Step::Use | Step::Rewards | Step::Purchase
    );
    (coming && game.round > 0).then(|| Forecast::of(rules, game))
}

/// The forecast of a position, as JSON; null when no Epics' phase is coming.
pub fn forecast_of(rules: &Rules, game: &Game) -> Value {
    json!(forecast(rules, game).as_ref().map(forecast_value))
}

fn forecast_value(forecast: &Forecast) -> Value {
    json!({
        "population": forecast.population(),
        "boss": forecast.by_boss,
        "city": forecast.by_city,
        "enforcement": forecast.enforcement,
        "barricades": forecast.barricades,
        "fatal": forecast.fatal,
    })
}

/// A track: its actions with their words, and how many of them stand left of the bracket.
fn track(boss: &str, track: &ActionTrack, bracket: u8) -> Value {
    let deeds: Vec<Value> = track.deeds().iter().map(|d| deed(boss, *d)).collect();
    json!({ "bracket": bracket, "deeds": deeds })
}

/// An action of an Epic, boss or city: a word or two, and what it means.
fn deed(boss: &str, deed: Deed) -> Value {
    json!({ "mark": deed.mark(), "text": deed.phrase(boss) })
}

impl Scene<'_> {
    fn boss_name(&self) -> &str {
        self.say.boss(self.game)
    }

    fn which_game(&self) -> Value {
        let ruleset = &self.game.ruleset;
        let base = Ruleset::base(ruleset.difficulty);
        let mut extras = Vec::new();
        if (ruleset.boss, ruleset.city) != (base.boss, base.city) {
            let city = &self.rules.city(self.game).name;
            extras.push(format!("{} in {city}", self.boss_name()));
        }
        if !ruleset.city_cards.is_none() {
            extras.push(format!("city cards {}", ruleset.city_cards));
        }
        extras.extend(ruleset.modules.iter().map(|m| format!("more {m}")));
        if ruleset.adjustment != Adjustment::None {
            extras.push(format!("adjustment {}", ruleset.adjustment));
        }
        json!({
            "difficulty": level(ruleset.difficulty),
            "extras": extras,
            "expanded": ruleset.is_expanded(),
        })
    }

    /// What is left of the pieces in play.
    fn supply(&self) -> Vec<Value> {
        let (game, catalog) = (self.game, self.rules.catalog());
        let setup = &catalog.setup;
        let mut pieces = vec![
            (
                "Enforcement",
                u16::from(setup.enforcement) - u16::from(game.enforcement_on_board()),
            ),
            (
                "Barricades",
                u16::from(setup.barricades) - u16::from(game.barricades_on_board()),
            ),
            ("Plan Tokens", game.token_supply.into()),
        ];
        if game.ruleset.modules.has(Module::Epics) || game.ruleset.is_merged() {
            for (shield, name) in [
                (Shield::Red, "red Shields"),
                (Shield::Blue, "blue Shields"),
            ] {
                let all = u16::from(catalog.pieces.shields[shield.index()]);
                pieces.push((name, all - u16::from(game.shields_on_board(shield))));
            }
            let tokens = u16::from(catalog.pieces.copy_tokens);
            pieces.push((
                "Copy Tokens",
                tokens - u16::from(game.copy_tokens_on_board()),
            ));
        }
        pieces.push(("Epics in the deck", game.epic_deck.len() as u16));
        pieces.push(("Equipment in the deck", game.equipment_deck.len() as u16));
        let piece = |(what, left)| json!({ "what": what, "left": left });
        pieces.into_iter().map(piece).collect()
    }

    /// The symbols in use, and where they may be spent.
    fn open(&self) -> Option<String> {
        let open = &self.game.open;
        if open.is_closed() {
            return None;
        }
        let what = if open.is_move {
            "a Move".into()
        } else {
            dice::say_symbols(open.symbols)
        };
        let whole = if open.whole {
            ", nothing spent yet"
        } else {
            ""
        };
        let reach = match open.span {
            Span::Own => String::new(),
            Span::Anywhere => ", in any one district".into(),
            Span::Fixed(district) => format!(", in {} only", self.say.district(district)),
        };
        Some(format!("{what}{whole}{reach}"))
    }

    /// The groups that open next.
    fn owed(&self) -> Vec<String> {
        let said = |seat, why| {
            let who = self.say.seat(self.game, seat);
            match why {
                Earned::ByMove(_) => format!("{who}'s symbol for the Move"),
                Earned::ByWeakening(_) => format!("{who}'s symbol for the weakened Epic"),
                Earned::Benefit(district) => {
                    format!("the benefit of {}", self.say.district(district))
                }
            }
        };
        let owed = self.game.owed.iter();
        owed.map(|o| said(o.seat, o.why)).collect()
    }

    fn rewards(&self) -> Option<String> {
        let rewards = self.game.rewards;
        (rewards != RewardPool::default()).then(|| rewards.phrase(self.boss_name()))
    }

    fn market(&self) -> Vec<Value> {
        let cards = self.game.market.equipment();
        cards
            .map(|id| {
                let card = self.rules.catalog().equipment(id);
                json!({ "name": card.name, "price": card.price, "text": card.power.phrase() })
            })
            .collect()
    }
}

/// The step as the rulebook calls it.
fn step(game: &Game) -> &'static str {
    match game.step {
        Step::Prologue => "Set-up",
        Step::Roll => "Roll Dice",
        Step::Use => "Use Dice",
        Step::Rewards => "Receive Rewards",
        Step::Purchase => "Purchase Equipment",
        Step::Epics => "Epics",
        Step::Over => "Game over",
    }
}

/// The difficulty as the rulebook writes it.
pub(super) const fn level(difficulty: Difficulty) -> &'static str {
    match difficulty {
        Difficulty::Beginner => "Beginner",
        Difficulty::Standard => "Standard",
        Difficulty::Hard => "Hard",
        Difficulty::Sparks => "Sparks!",
    }
}
