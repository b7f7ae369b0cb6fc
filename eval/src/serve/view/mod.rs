//! A position as JSON for a page: what lies on the table, in numbers and in words.
//!
//! It is made from the same cards, forecast and words as the drawn board. Whoever shows it needs no
//! rule of the game: [`choices`] says what can be done and what each action points at.

mod boss;
pub mod choices;
mod districts;
mod team;

use reckoners_env::Rules;
use reckoners_env::cards::{ActionTrack, Deed};
use reckoners_env::forecast::Forecast;
use reckoners_env::ids::Shield;
use reckoners_env::state::Game;
use reckoners_env::table::Table;
use reckoners_env::words::{Speaker, moment};
use serde_json::{Value, json};

use crate::board::{self, told::Supply};
use crate::hint::awaited;

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
        forecast: Forecast::coming(rules, &table.game),
    };
    let game = scene.game;
    let setup = &rules.catalog().setup;
    json!({
        "digest": format!("{:016x}", game.digest()),
        "game": scene.which_game(),
        "round": game.round,
        "step": moment::step(game.step),
        "awaited": awaited(&scene.say, rules, game),
        "population": { "now": game.population, "most": setup.population },
        "money": game.money,
        "base": { "now": game.base, "most": setup.base_track },
        "supply": scene.supply(),
        "open": scene.say.open(game),
        "owed": scene.say.owed(game),
        "rewards": scene.say.rewards(game),
        "forecast": scene.forecast.as_ref().map(forecast_value),
        "boss": scene.boss(),
        "districts": scene.districts(),
        "market": scene.market(),
        "reckoners": scene.team(),
        "key": board::key(rules, game),
        "next": choices::next(rules, table),
    })
}

/// The forecast of a position, as JSON; null when no Epics' phase is coming.
pub fn forecast_of(rules: &Rules, game: &Game) -> Value {
    json!(Forecast::coming(rules, game).as_ref().map(forecast_value))
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
        let mut extras = self.say.variants(self.game);
        extras.extend(ruleset.modules.iter().map(|m| format!("more {m}")));
        json!({
            "difficulty": ruleset.difficulty.title(),
            "extras": extras,
            "expanded": ruleset.is_expanded(),
        })
    }

    /// What is left of the pieces in play.
    fn supply(&self) -> Vec<Value> {
        let (game, left) = (self.game, Supply::of(self.rules, self.game));
        let mut pieces: Vec<(&str, u16)> = vec![
            ("Enforcement", left.enforcement.into()),
            ("Barricades", left.barricades.into()),
            ("Plan Tokens", left.plan_tokens.into()),
        ];
        if let Some(more) = left.expansion {
            for (shield, name) in [(Shield::Red, "red Shields"), (Shield::Blue, "blue Shields")] {
                pieces.push((name, more.shields[shield.index()].into()));
            }
            pieces.push(("Copy Tokens", more.copy_tokens.into()));
        }
        pieces.push(("Epics in the deck", game.epic_deck.len() as u16));
        pieces.push(("Equipment in the deck", game.equipment_deck.len() as u16));
        let piece = |(what, left)| json!({ "what": what, "left": left });
        pieces.into_iter().map(piece).collect()
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use reckoners_env::action::{decode, encode};
    use reckoners_env::cards::{CityCards, Modules, Ruleset, Side};
    use reckoners_env::ids::{BossKind, CityKind, Difficulty};
    use reckoners_env::rng::{Purpose, stream};
    use reckoners_env::{GameSetup, Reckoner, chance};

    use super::*;
    use crate::board::{Colour, draw};

    /// Every game: boss, city, modules, cards.
    fn games() -> Vec<Ruleset> {
        let base = Ruleset::base(Difficulty::Standard);
        let mut list = vec![base, base.with(Modules::ALL)];
        for boss in BossKind::ALL {
            for city in CityKind::ALL {
                list.push(Ruleset {
                    boss,
                    city,
                    ..base.with(Modules::ALL)
                });
            }
        }
        list.push(Ruleset {
            city_cards: CityCards::all(Side::B),
            ..base
        });
        list
    }

    /// Plays a game by chance and looks at every position.
    fn look_at_all(rules: &Rules, ruleset: Ruleset, mut see: impl FnMut(&Table, &Value)) {
        let setup = GameSetup::new(&Reckoner::BASE[..3], ruleset).unwrap();
        let mut game = rules.new_game(&setup);
        let mut rng = stream(7, 0, 0, Purpose::Evaluation);
        loop {
            let table = Table::new(&game);
            see(&table, &view(rules, &table));
            if game.now.is_over() {
                return;
            }
            if game.now.is_chance() {
                let outcome = chance::sample(rules.catalog(), &game, &mut rng);
                rules.resolve(&mut game, outcome).unwrap();
            } else {
                let legal = rules.legal(&game);
                let n = chance::below(&mut rng, legal.len() as u32) as usize;
                rules
                    .apply(&mut game, decode(legal.nth(n).unwrap()).unwrap())
                    .unwrap();
            }
        }
    }

    #[test]
    fn every_action_is_offered_with_words_and_a_place_that_exists() {
        let rules = Rules::embedded();
        for ruleset in games() {
            look_at_all(&rules, ruleset, |table, view| {
                let legal = rules.legal(&table.game);
                let actions = view["next"]["actions"].as_array();
                let actions = actions.map_or(&[][..], Vec::as_slice);
                let ids: Vec<usize> = actions
                    .iter()
                    .map(|a| a["id"].as_u64().unwrap() as usize)
                    .collect();
                assert_eq!(ids, legal.ids().collect::<Vec<_>>());
                let texts: HashSet<&str> =
                    actions.iter().filter_map(|a| a["text"].as_str()).collect();
                assert_eq!(texts.len(), actions.len(), "two actions read alike");
                let districts = view["districts"].as_array().unwrap().len() as u64;
                for action in actions {
                    assert!(action["district"].as_u64().unwrap_or(0) < districts);
                    assert!(action["seat"].as_u64().unwrap_or(0) < 3);
                    let decoded = decode(action["id"].as_u64().unwrap() as usize).unwrap();
                    assert_eq!(encode(decoded) as u64, action["id"].as_u64().unwrap());
                }
            });
        }
    }

    #[test]
    fn every_outcome_can_be_said_back() {
        let rules = Rules::embedded();
        let mut events = HashSet::new();
        for ruleset in games() {
            look_at_all(&rules, ruleset, |table, view| {
                let next = &view["next"];
                if next["kind"] != "chance" {
                    return;
                }
                events.insert(next["event"].as_str().unwrap().to_owned());
                let say = Speaker::new(&rules, &table.names);
                let said: Vec<String> = if let Some(dice) = next["dice"].as_array() {
                    // The first face of every die.
                    let dice = dice.iter().map(|kind| {
                        format!(
                            "{} {}",
                            kind["count"],
                            kind["faces"][0]["text"].as_str().unwrap()
                        )
                    });
                    vec![dice.collect::<Vec<_>>().join(", ")]
                } else if let Some(tracks) = next["tracks"].as_array() {
                    let rows = tracks
                        .iter()
                        .map(|t| format!("{} {}", t["key"].as_str().unwrap(), t["rows"][0]));
                    vec![rows.collect::<Vec<_>>().join(", ")]
                } else {
                    let list = next["outcomes"].as_array().unwrap().iter();
                    list.map(|o| o["outcome"].as_str().unwrap().to_owned())
                        .collect()
                };
                assert!(!said.is_empty());
                for text in said {
                    say.read_outcome(&table.game, &text).unwrap();
                }
            });
        }
        for event in [
            "roll-dice",
            "deal-epic",
            "power-dice",
            "boss-card",
            "deal-board",
            "transform",
        ] {
            assert!(events.contains(event), "no game came to {event}");
        }
    }

    #[test]
    fn what_the_drawn_board_shows_is_in_the_view() {
        let rules = Rules::embedded();
        for ruleset in games() {
            let mut seen = 0;
            look_at_all(&rules, ruleset, |table, view| {
                seen += 1;
                if seen % 23 != 0 {
                    return;
                }
                let drawn = draw(&rules, table, Colour::Plain);
                let text = view.to_string();
                let numbers = format!(
                    "Population {}/{}   Money ${}   Base marker {}/{}",
                    view["population"]["now"],
                    view["population"]["most"],
                    view["money"],
                    view["base"]["now"],
                    view["base"]["most"]
                );
                assert!(drawn.contains(&numbers), "{numbers}\n{drawn}");
                let value = view["boss"]["value"].as_str().unwrap();
                assert!(drawn.contains(value), "{value}\n{drawn}");
                if let Some(forecast) = view["forecast"].as_object() {
                    let told = format!("Coming Epic phase: population -{}", forecast["population"]);
                    assert!(drawn.contains(&told), "{told}\n{drawn}");
                }
                // Every action of a track, every card and every sentence of the head.
                for mark in drawn.split(['[', ']', '·', '\n']).map(str::trim) {
                    let is_mark = ["pop -", "+bar", "+enf", "boost ", "fortify", "gift "];
                    if is_mark.iter().any(|m| mark.starts_with(m)) && mark.len() < 25 {
                        let bare = mark.split("  (").next().unwrap_or(mark);
                        assert!(
                            text.contains(&format!("\"mark\":\"{bare}\"")) || mark.contains(" + "),
                            "{mark}"
                        );
                    }
                }
                for open in drawn.lines().filter_map(|l| l.strip_prefix("Open: ")) {
                    assert_eq!(view["open"], json!(open));
                }
            });
        }
    }
}
