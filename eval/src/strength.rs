//! `reckoners cards --strength`: what cards do to the win rate of the scripted player.
//!
//! Equipment is judged by games in which the first Reckoner has the card from the start, against the same
//! deals without it. Reckoners and Epics are judged by the games that have them in the team, or on the
//! board when the first round begins: which these are is luck, so nothing else differs.

use std::fmt::Write as _;

use rayon::prelude::*;
use reckoners_agents::agent::Policy as _;
use reckoners_agents::scripted::Scripted;
use reckoners_env::action::{Action, decode};
use reckoners_env::cards::Gain;
use reckoners_env::episode::EpisodeRules;
use reckoners_env::ids::{CardSet, EpicId, EquipmentId, Reckoner};
use reckoners_env::{Episode, EpisodeEnd, Game, Rules, Ruleset};
use serde::Serialize;

use crate::rounded::{percent, points};
use crate::seeds::{self, HELD_OUT, TeamChoice};

/// What one card does.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Its printed name.
    pub name: String,
    /// Its price, if it is sold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<u8>,
    /// Share of the games that had it in the market in which it was bought.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bought: Option<f64>,
    /// Games with it.
    pub games: usize,
    /// Win rate with it minus win rate without, a share; nothing for what cannot be had from the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<f64>,
    /// Standard error of the difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
}

/// What the cards of a game do.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Strength {
    /// Which game it is, with how many Reckoners and how hard.
    pub game: String,
    /// Win rate of the plain games.
    pub win_rate: f64,
    /// Games of each measurement.
    pub games: u64,
    /// Equipment.
    pub equipment: Vec<Row>,
    /// Reckoners.
    pub reckoners: Vec<Row>,
    /// Epics.
    pub epics: Vec<Row>,
}

/// What is remembered of a game.
struct Played {
    won: bool,
    team: Vec<Reckoner>,
    opening: CardSet,
    offered: CardSet,
    bought: CardSet,
}

/// Measures every card of a game.
pub fn strength(rules: &Rules, ruleset: Ruleset, players: u8, games: u64) -> Strength {
    let scripted = Scripted::new(rules);
    let bout = |given: Option<EquipmentId>| -> Vec<Played> {
        let game = |n| play(rules, &scripted, ruleset, players, n, given);
        (0..games).into_par_iter().map(game).collect()
    };
    let plain = bout(None);
    let catalog = rules.catalog();
    let rate = |with: &dyn Fn(&Played) -> bool| split(&plain, with);
    let deck = catalog.equipment_deck(&ruleset).equipment();
    let equipment = deck.map(|id| {
        let card = catalog.equipment(id);
        // What is used up at once, or is a die, cannot simply be owned.
        let ownable = !matches!(card.power.gain, Gain::Reward(_) | Gain::Die(_));
        let given = ownable.then(|| bout(Some(id)));
        let difference = given.map(|given| compare(&given, &plain));
        let seen = plain.iter().filter(|p| p.offered.has(id.0)).count();
        let sold = plain.iter().filter(|p| p.bought.has(id.0)).count();
        Row {
            name: card.name.clone(),
            price: Some(card.price),
            bought: (seen > 0).then(|| sold as f64 / seen as f64),
            games: seen,
            difference: difference.map(|d| d.0),
            error: difference.map(|d| d.1),
        }
    });
    let by_luck = |name: &str, with: &dyn Fn(&Played) -> bool| {
        let (games, difference) = rate(with);
        Row {
            name: name.to_owned(),
            price: None,
            bought: None,
            games,
            difference: difference.map(|d| d.0),
            error: difference.map(|d| d.1),
        }
    };
    let heroes = ruleset.reckoners().iter();
    let epics = catalog.epic_deck(&ruleset).iter().map(EpicId);
    Strength {
        game: format!(
            "{}, {players} Reckoners, {}",
            ruleset.name(),
            ruleset.difficulty.title()
        ),
        win_rate: mean(&plain),
        games,
        equipment: equipment.collect(),
        reckoners: heroes
            .map(|who| by_luck(&catalog.reckoner(*who).name, &|p| p.team.contains(who)))
            .collect(),
        epics: epics
            .map(|id| by_luck(&catalog.epic(id).name, &|p| p.opening.has(id.0)))
            .collect(),
    }
}

fn play(
    rules: &Rules,
    scripted: &Scripted,
    ruleset: Ruleset,
    players: u8,
    n: u64,
    given: Option<EquipmentId>,
) -> Played {
    let suite = seeds::game(HELD_OUT, n, players, ruleset, &TeamChoice::Random);
    let mut start: Game = rules.new_game(&suite.setup);
    if let Some(card) = given {
        start.equipment_deck.remove(card.0);
        start.seats[0].cards.insert(card.0);
    }
    let mut luck = suite.agent_luck;
    let mut episode = Episode::on_from(rules, &start, suite.luck, EpisodeRules::default());
    let mut played = Played {
        won: false,
        team: suite.setup.team().to_vec(),
        opening: CardSet::EMPTY,
        offered: CardSet::EMPTY,
        bought: CardSet::EMPTY,
    };
    while episode.end().is_none() {
        let game = &episode.game;
        if game.round == 0 {
            played.opening =
                game.ring()
                    .iter()
                    .filter_map(|d| d.epic)
                    .fold(CardSet::EMPTY, |mut set, epic| {
                        set.insert(epic.0);
                        set
                    });
        }
        played.offered = played.offered.or(game.market);
        let id = scripted.pick(rules, game, &episode.legal, &mut luck);
        let action = decode(id).expect("a legal id");
        if let Action::Buy { card } = action {
            played.bought.insert(card.0);
        }
        episode.play(rules, action);
    }
    played.won = episode.end() == Some(EpisodeEnd::Won);
    played
}

fn mean(games: &[Played]) -> f64 {
    games.iter().filter(|p| p.won).count() as f64 / games.len().max(1) as f64
}

/// The difference of two win rates on the same deals, and its standard error: games that go the same way on both sides
/// say nothing about it.
fn compare(with: &[Played], without: &[Played]) -> (f64, f64) {
    let pairs = with.iter().zip(without);
    let differences = pairs.map(|(a, b)| f64::from(u8::from(a.won)) - f64::from(u8::from(b.won)));
    let n = with.len().min(without.len()).max(1) as f64;
    let difference = differences.clone().sum::<f64>() / n;
    let squares: f64 = differences.map(|d| (d - difference).powi(2)).sum();
    (difference, squares.sqrt() / n)
}

/// How many games have a property, and what it does to the win rate.
fn split(games: &[Played], with: &dyn Fn(&Played) -> bool) -> (usize, Option<(f64, f64)>) {
    let rate = |has: bool| {
        let mine = games.iter().filter(|p| with(p) == has);
        let count = mine.clone().count();
        let wins = mine.filter(|p| p.won).count();
        (wins as f64 / count.max(1) as f64, count as f64)
    };
    let (own, other) = (rate(true), rate(false));
    let both = own.1 > 0.0 && other.1 > 0.0;
    (own.1 as usize, both.then(|| difference(own, other)))
}

fn difference((a, n): (f64, f64), (b, m): (f64, f64)) -> (f64, f64) {
    let variance = a * (1.0 - a) / n.max(1.0) + b * (1.0 - b) / m.max(1.0);
    (a - b, variance.sqrt())
}

impl Strength {
    /// As Markdown tables.
    pub fn text(&self) -> String {
        let mut out = format!(
            "The game: {}. The scripted player wins {} % of {} games; differences in points, with one standard error.\n",
            self.game,
            percent(self.win_rate, 1),
            self.games
        );
        for (title, rows) in [
            ("Equipment", &self.equipment),
            ("Reckoner", &self.reckoners),
            ("Epic", &self.epics),
        ] {
            let _ = writeln!(
                out,
                "\n| {title} | price | in the market or in play | bought | with it |\n|---|---:|---:|---:|---:|"
            );
            for row in rows {
                let price = row.price.map_or(String::new(), |p| format!("${p}"));
                let bought = row
                    .bought
                    .map_or(String::new(), |b| format!("{} %", percent(b, 0)));
                let effect = match (row.difference, row.error) {
                    (Some(d), Some(e)) => format!("{} ± {}", points(d), percent(e, 1)),
                    _ => "–".to_owned(),
                };
                let _ = writeln!(
                    out,
                    "| {} | {price} | {} | {bought} | {effect} |",
                    row.name, row.games
                );
            }
        }
        let _ = writeln!(
            out,
            "\n–: a card that is used up at once or gives a die is not held from the start, and whoever is in every game, or in \
             none, has none to be compared with.\n\
             Each Equipment card is compared with the same {} games without it: where these went well or badly by luck, all \
             these rows are too low or too high together. Many rows are many looks: one in twenty is beyond two standard errors by luck alone.",
            self.games
        );
        out
    }
}

#[cfg(test)]
mod tests {
    use reckoners_env::Difficulty;
    use reckoners_env::cards::Modules;

    use super::*;

    #[test]
    fn deals_that_go_the_same_way_on_both_sides_add_no_error() {
        let games = |won: &[bool]| -> Vec<Played> {
            let game = |won: &bool| Played {
                won: *won,
                team: Vec::new(),
                opening: CardSet::EMPTY,
                offered: CardSet::EMPTY,
                bought: CardSet::EMPTY,
            };
            won.iter().map(game).collect()
        };
        let without = games(&[true, false, true, false]);
        assert_eq!(compare(&without, &without), (0.0, 0.0));
        // One of four deals is won besides: differences 1, 0, 0, 0.
        let (difference, error) = compare(&games(&[true, true, true, false]), &without);
        assert!((difference - 0.25).abs() < 1e-12);
        assert!((error - (3.0 / 64.0_f64).sqrt()).abs() < 1e-12, "{error}");
    }

    #[test]
    fn every_card_has_a_row() {
        let rules = Rules::embedded();
        let ruleset = Ruleset::base(Difficulty::Standard).with(Modules::ALL);
        let found = strength(&rules, ruleset, 2, 2);
        let rows = [&found.equipment, &found.reckoners, &found.epics].map(Vec::len);
        assert_eq!(rows, [53, 10, 39]);
        let text = found.text();
        assert!(text.contains("| Data Chip | $"));
        assert!(
            text.starts_with("The game: steelheart in newcago")
                && text.contains("2 Reckoners, Standard. The scripted player"),
            "{text}"
        );
        // A die cannot be owned from the start: said, and why.
        assert!(
            !text.contains("|  |\n") && text.contains("\n–: a card"),
            "{text}"
        );
    }
}
