//! Random games of the fourth module: laws, legality against the slow reference, refusals, and chains that end.

use reckoners_env::action::{ACTION_COUNT, decode};
use reckoners_env::cards::{Cell, CityCards, Deed, Modules, Reward, Ruleset, Side, load_embedded};
use reckoners_env::event::Event;
use reckoners_env::forecast::{Activations, Forecast};
use reckoners_env::ids::{Adjustment, BossKind, CityKind, MAX_SEATS, MIN_SEATS};
use reckoners_env::state::agenda::AGENDA_CAPACITY;
use reckoners_env::state::{MAX_AID_CARDS, Now, check_laws};
use reckoners_env::{Action, Difficulty, Reckoner, Rules};

use super::boxes::drawn;
use super::fixture::fresh;
use crate::support::fixture::{rich, track, tracks_of};
use crate::support::random::{Played, RandomGame};
use crate::support::reference::allowed;
use crate::support::steel::{consumable, set_power};
use crate::support::to;

/// Tables of the fourth module: every boss in every city, and both sides of the first city's cards, with every number of
/// Reckoners; modules, adjustments and difficulties in turn.
pub(crate) fn fourth_tables() -> impl Iterator<Item = (usize, Ruleset)> {
    let boards = [
        CityCards::NONE,
        CityCards::all(Side::A),
        CityCards::all(Side::B),
    ];
    let pairs = BossKind::ALL.into_iter().flat_map(move |boss| {
        let cities = CityKind::ALL.into_iter();
        cities.flat_map(move |city| boards.map(|city_cards| (boss, city, city_cards)))
    });
    let games = pairs.map(|(boss, city, city_cards)| Ruleset {
        boss,
        city,
        city_cards,
        ..Ruleset::base(Difficulty::Standard)
    });
    let games = games.filter(|game| game.cards_fit() && game.is_merged());
    let tables = games.flat_map(|game| (MIN_SEATS..=MAX_SEATS).map(move |n| (n, game)));
    tables.enumerate().map(|(i, (seats, game))| {
        let modules = Modules::choices().nth(i * 3 % 8).unwrap_or_default();
        let ruleset = Ruleset {
            modules,
            adjustment: Adjustment::ALL[i % Adjustment::COUNT],
            difficulty: Difficulty::ALL[i % Difficulty::COUNT],
            ..game
        };
        (seats, ruleset)
    })
}

/// The embedded box, one in which games are long, and one with drawn boards.
fn boxes() -> [Rules; 3] {
    [
        Rules::embedded(),
        Rules::new(rich(load_embedded())),
        Rules::new(drawn(77)),
    ]
}

#[test]
fn p4_every_pair_is_played_and_its_laws_hold() {
    let (mut steps, mut over) = (0, 0);
    for rules in boxes() {
        for (seats, ruleset) in fourth_tables() {
            for (seed, eager) in [(1, false), (2, true)] {
                let mut play = RandomGame::new(&rules, seats, ruleset, seed);
                play.eager = eager;
                while let Some(next) = play.next() {
                    play.play(next);
                    assert_eq!(check_laws(rules.catalog(), &play.game), Ok(()));
                    steps += 1;
                }
                over += 1;
            }
        }
    }
    println!("{steps} steps in {over} games");
    assert!(steps > 50_000, "{steps} steps");
}

#[test]
fn p4_the_mask_is_the_reference_legality_for_every_id() {
    for rules in boxes() {
        for (seats, ruleset) in fourth_tables() {
            let mut play = RandomGame::eager(&rules, seats, ruleset, 3);
            for _ in 0..900 {
                let mask = rules.legal(&play.game);
                for id in 0..ACTION_COUNT {
                    let action = decode(id).unwrap();
                    let expected = allowed(rules.catalog(), &play.game, action);
                    assert_eq!(mask.has(id), expected, "{action:?} in {:#?}", play.game);
                }
                let Some(next) = play.next() else { break };
                play.play(next);
            }
        }
    }
}

#[test]
fn p4_no_question_of_the_fourth_module_has_one_answer() {
    let rules = Rules::new(rich(load_embedded()));
    for (seats, ruleset) in fourth_tables() {
        let mut play = RandomGame::eager(&rules, seats, ruleset, 4);
        while let Some(next) = play.next() {
            let asked = matches!(
                play.game.now,
                Now::Disable
                    | Now::LayAside
                    | Now::SecondHalf { .. }
                    | Now::LoseFace { .. }
                    | Now::KeepAid { .. }
                    | Now::GiveAid { .. }
                    | Now::Suffer { .. }
                    | Now::Perform { .. }
            );
            let answers = rules.legal(&play.game).len();
            assert!(!asked || answers > 1, "{:?}", play.game.now);
            play.play(next);
        }
    }
}

#[test]
fn p4_the_coming_phase_can_be_foreseen_anywhere() {
    for rules in boxes() {
        let tables = Activations::new(&rules);
        for (seats, ruleset) in fourth_tables() {
            let mut play = RandomGame::eager(&rules, seats, ruleset, 6);
            for step in 0..600 {
                let game = &play.game;
                if step % 11 == 0 && game.round > 0 {
                    let coming = Forecast::of(&rules, game);
                    assert!(coming.population() <= game.population);
                    assert!(!coming.fatal || coming.population() > 0);
                    tables.boss(game);
                }
                let Some(next) = play.next() else { break };
                play.play(next);
            }
        }
    }
}

/// The most events and pending tasks between two waits, over games of a box.
fn longest(rules: &Rules, seed: u64, most_steps: usize) -> (usize, usize) {
    let (mut longest, mut pending) = (0, 0);
    let mut events: Vec<Event> = Vec::new();
    for (seats, ruleset) in fourth_tables() {
        let mut play = RandomGame::eager(rules, seats, ruleset, seed);
        for _ in 0..most_steps {
            let Some(next) = play.next() else { break };
            events.clear();
            let game = &mut play.game;
            match next {
                Played::Decision(action) => rules.apply_watched(game, action, &mut events).unwrap(),
                Played::Chance(outcome) => {
                    rules.resolve_watched(game, outcome, &mut events).unwrap();
                }
            }
            longest = longest.max(events.len());
            pending = pending.max(game.agenda.tasks().len());
            assert!(game.city.aids.known().count() <= MAX_AID_CARDS);
            let end = events.iter().position(|e| matches!(e, Event::Ended { .. }));
            assert_eq!(end.is_some(), game.now.is_over());
            if let Some(end) = end {
                assert_eq!(&events[end + 1..], [], "told after the end");
            }
        }
    }
    (longest, pending)
}

#[test]
fn p4_chains_of_effects_end() {
    let (events, pending) = longest(&Rules::new(rich(load_embedded())), 5, usize::MAX);
    println!("{events} events, {pending} pending tasks");
    assert!(events < 400 && pending <= AGENDA_CAPACITY / 2);
}

#[test]
fn p4_chains_of_effects_end_with_any_action_in_any_place() {
    let (mut events, mut pending) = (0, 0);
    for number in 0..12 {
        let rules = Rules::new(drawn(number));
        let (more, tasks) = longest(&rules, number, 600);
        (events, pending) = (events.max(more), pending.max(tasks));
    }
    println!("{events} events, {pending} pending tasks");
    assert!(events < 4000, "{events} events");
    assert!(
        pending <= AGENDA_CAPACITY * 3 / 4,
        "{pending} pending tasks"
    );
}

#[test]
fn p4_the_longest_chain_fits_the_agenda() {
    // Every action starts others, in as many districts as its place allows.
    let mut catalog = rich(load_embedded());
    catalog.setup.population = 999;
    for epic in &mut catalog.epics {
        epic.track = track(&["GIFT TRANSFORM 2", "POP 1", "POP 1", "POP 1", "COPY 2"]);
    }
    for sheet in catalog.bosses[0].sheets.iter_mut().flatten() {
        let last = "EVERYWHERE TRANSFORM 2";
        tracks_of(sheet)[0] = track(&["POP 1", "POP 1", last]);
    }
    let faces = [
        "GIFT BOOST yellow 2",
        "GIFT POWER_UP 2",
        "GIFT FORTIFY_BOSS",
    ];
    let faces = [0, 1, 2, 0, 1, 2].map(|face: usize| Deed::read(faces[face]).unwrap());
    catalog.pieces.ability_die = faces;
    for board in &mut catalog.cities[CityKind::Babilar.index()].boards {
        let space = "EVERYWHERE TRANSFORM 2 | FORTIFY_BOSS | FORTIFY_BOSS | FORTIFY_BOSS";
        board.track.fill(Cell::read(space).unwrap());
    }
    let boss_research = 3;
    let pays = Reward {
        boss_research,
        ..Reward::default()
    };
    set_power(&mut catalog, "newcago-dog", consumable(pays));
    let ruleset = Ruleset {
        city: CityKind::Babilar,
        ..Ruleset::base(Difficulty::Standard).with(Modules::ALL)
    };
    let mut t = fresh(ruleset, &Reckoner::BASE, catalog);
    t.first_chances_while(|now| now != Now::Buy);
    t.game.boss.brackets[0] = 2;
    (t.game.districts.iter_mut()).for_each(|d| d.bracket = if d.epic.is_some() { 4 } else { 0 });
    t.market(&["newcago-dog"]);
    let card = t.card("newcago-dog");
    t.act(Action::Buy { card });
    t.act(Action::Marker { district: to(0) });
    let mut most = 0;
    for step in 0..20_000 {
        most = most.max(t.game.agenda.tasks().len());
        // Deeper as long as that is possible, sometimes another way.
        let deeper = if most < 20 { 0 } else { 1 };
        match t.game.now {
            Now::Transform { .. } => t.pick(if step % 3 == 0 {
                deeper
            } else {
                step as u8 % 3
            }),
            _ => break,
        }
        t.events.clear();
    }
    println!("{most} pending tasks");
    assert!(most >= 28, "{most} pending tasks");
}
