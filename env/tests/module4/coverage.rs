//! Every decision, chance event, cell, card, board, effect and benefit of the fourth module comes about in random games: the
//! list of what never did must be empty.

use std::collections::BTreeSet;

use reckoners_env::action::Block;
use reckoners_env::cards::{Benefit, CityKindRules, Gain, Home, Side, load_embedded};
use reckoners_env::decision::Decision;
use reckoners_env::event::Event;
use reckoners_env::ids::{BossKind, CityKind, Effect, FACES, Track};
use reckoners_env::state::{Now, Origin, Source, Span};
use reckoners_env::{Action, Game, Rules};

use super::boxes::{dealt, deeds_of};
use super::random::fourth_tables;
use crate::support::fixture::rich;
use crate::support::random::{Played, RandomGame};

type Names = BTreeSet<String>;

/// The card on a district's board, by its board and side.
fn card_name(rules: &Rules, game: &Game, district: reckoners_env::ids::DistrictIx) -> String {
    let board = game.district(district).board;
    let key = board.map(|board| rules.city(game).board(board).key.clone());
    let side = board.and_then(|board| game.ruleset.city_cards.side(board));
    format!("{} {side:?}", key.unwrap_or_default())
}

/// What is seen of a position: what it asks, what lies in it.
fn position(rules: &Rules, game: &Game, seen: &mut Names) {
    if let Some(decision) = Decision::of(game.now) {
        seen.insert(format!("decision {}", decision.key()));
    }
    let chance = match game.now {
        Now::DealBoard { .. } => "board",
        Now::PowerDice => "power dice",
        Now::BossCard => "boss card",
        Now::DrawAid { .. } => "aid",
        Now::Transform { .. } => "ability die",
        _ => "",
    };
    seen.insert(format!("chance {chance}"));
    for effect in game.team().iter().flat_map(|seat| seat.effects.iter()) {
        seen.insert(format!("in force {effect}"));
    }
    if game.now == Now::Spend && game.open.origin == Origin::Benefit {
        let card = card_name(rules, game, game.actor().district);
        seen.insert(format!("benefit {card}"));
    }
}

/// What a decision shows.
fn decision(rules: &Rules, game: &Game, action: Action, seen: &mut Names) {
    seen.insert(format!("action {}", action.block().name()));
    if let (Now::Use, Action::Aid { card }) = (game.now, action) {
        seen.insert(format!("used {}", rules.city(game).aid(card).name()));
    }
    // A symbol spent next door by somebody without a card that reaches there.
    let me = game.actor();
    let reaches = |card| {
        let gain = rules.catalog().equipment(card).power.gain;
        matches!(gain, Gain::Neighbours(_))
    };
    let place = action.district().map(|offset| game.district_at(offset));
    if let (Now::Spend, Span::Own, Some(place)) = (game.now, game.open.span, place)
        && place != me.district
        && place != game.sniper
        && !me.cards.equipment().any(reaches)
        && !matches!(action, Action::Move { .. } | Action::RemoveBarricade { .. })
    {
        seen.insert(format!("benefit {}", card_name(rules, game, me.district)));
    }
}

/// What the events of a step show, the position being as before it.
fn events(rules: &Rules, before: &Game, told: &[Event], seen: &mut Names) {
    for event in told {
        let name = match event {
            Event::BoardCame { board, .. } => {
                format!("board {}", rules.city(before).board(*board).key)
            }
            Event::BossCard { kind } => format!("boss card {kind}"),
            Event::PowerDice { rows } => {
                for track in Track::ALL {
                    let (row, column) = (rows[track.index()], before.boss.brackets[track.index()]);
                    seen.insert(format!("cell {track} {row} {column}"));
                }
                continue;
            }
            Event::Affected { effect, .. } => format!("given {effect}"),
            Event::Performs {
                district,
                source,
                deed,
            } => {
                if *source == Source::City {
                    let card = card_name(rules, before, *district);
                    seen.insert(format!("acts {card} {deed}"));
                }
                format!("{source:?} {deed}")
            }
            Event::PopulationLost { cause, .. } => format!("cause {cause}"),
            _ => continue,
        };
        seen.insert(name);
    }
}

/// Plays an eager game at each table and adds what was seen; leaves early when all of `expected` was.
fn tour(rules: &Rules, seed: u64, most_steps: usize, seen: &mut Names, expected: &Names) {
    let mut told: Vec<Event> = Vec::new();
    for (seats, ruleset) in fourth_tables() {
        let mut play = RandomGame::eager(rules, seats, ruleset, seed);
        for _ in 0..most_steps {
            position(rules, &play.game, seen);
            let Some(next) = play.next() else { break };
            let before = play.game;
            told.clear();
            match next {
                Played::Decision(action) => {
                    decision(rules, &before, action, seen);
                    let done = rules.apply_watched(&mut play.game, action, &mut told);
                    done.unwrap();
                }
                Played::Chance(outcome) => {
                    let done = rules.resolve_watched(&mut play.game, outcome, &mut told);
                    done.unwrap();
                }
            }
            events(rules, &before, &told, seen);
        }
        if expected.is_subset(seen) {
            return;
        }
    }
}

/// What the boards of the box can do.
fn expected(rules: &Rules) -> Names {
    let cards = rules.catalog();
    let mut names: Names = Names::new();
    let mut add = |name: String| names.insert(name);
    for decision in &Decision::ALL[Decision::Disable.index()..] {
        add(format!("decision {}", decision.key()));
    }
    for chance in ["board", "power dice", "boss card", "aid", "ability die"] {
        add(format!("chance {chance}"));
    }
    for block in [Block::Marker, Block::Exchange, Block::Aid] {
        add(format!("action {}", block.name()));
    }
    for effect in Effect::ALL {
        add(format!("given {effect}"));
        add(format!("in force {effect}"));
    }
    for kind in 0..cards.boss(BossKind::Regalia).cards.len() {
        add(format!("boss card {kind}"));
    }
    let columns = cards.boss(BossKind::Limelight).sheets[0][0]
        .tables()
        .unwrap()
        .columns();
    for track in Track::ALL {
        for (row, column) in (0..FACES).flat_map(|r| (1..=columns).map(move |c| (r, c))) {
            add(format!("cell {track} {row} {column}"));
        }
    }
    add("cause city_attack".to_owned());
    for city in CityKind::ALL.map(|city| cards.city(city)) {
        for aid in city.aids() {
            add(format!("used {}", aid.name()));
        }
        for board in &city.boards {
            add(format!("board {}", board.key));
            // The top space of a researched track is only a place to start.
            let start = matches!(city.own, CityKindRules::Researched(_));
            let spaces = &board.track[..board.track.len() - usize::from(start)];
            for deed in spaces
                .iter()
                .flat_map(|space| space.deeds().collect::<Vec<_>>())
            {
                add(format!("acts {} None {deed}", board.key));
            }
            for side in [Side::A, Side::B] {
                if let Some(card) = board.card(side) {
                    let side = Some(side);
                    add(format!("acts {} {side:?} {}", board.key, card.action));
                    add(format!("benefit {} {side:?}", board.key));
                    assert_ne!(card.benefit, Benefit::Reach(Default::default()));
                }
            }
        }
    }
    names
}

#[test]
fn coverage_of_the_fourth_module_is_complete() {
    let rules = Rules::new(rich(load_embedded()));
    let expected = expected(&rules);
    let mut seen = Names::new();
    for seed in 0..40 {
        tour(&rules, seed, usize::MAX, &mut seen, &expected);
        if expected.is_subset(&seen) {
            break;
        }
    }
    let never: Vec<_> = expected.difference(&seen).collect();
    assert_eq!(never, Vec::<&String>::new());
}

#[test]
fn coverage_every_action_is_performed_in_every_place_it_may_stand() {
    let of = |source: Source, homes: &[Home]| -> Names {
        let deeds = deeds_of(homes).into_iter();
        deeds.map(|deed| format!("{source:?} {deed}")).collect()
    };
    let mut expected = of(Source::Boss, &[Home::BossOrCity, Home::Table]);
    for home in [Home::BoardCard, Home::ResearchTrack, Home::PassedTrack] {
        expected.extend(of(Source::City, &[Home::BossOrCity, home]));
    }
    let mut seen = Names::new();
    for number in 0..40 {
        let rules = Rules::new(dealt(number));
        tour(&rules, u64::from(number), 300, &mut seen, &expected);
        if expected.is_subset(&seen) {
            break;
        }
    }
    let never: Vec<_> = expected.difference(&seen).collect();
    assert_eq!(never, Vec::<&String>::new());
}

#[test]
fn coverage_of_the_fourth_module_can_fail() {
    let rules = Rules::embedded();
    let mut seen = Names::new();
    tour(&rules, 0, 0, &mut seen, &Names::new());
    assert!(!expected(&rules).is_subset(&seen));
}
