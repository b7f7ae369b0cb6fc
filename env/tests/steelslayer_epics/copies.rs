//! Copy and Copy Tokens.

use reckoners_env::Action;
use reckoners_env::event::Event;
use reckoners_env::ids::DieKind::{Basic, Blue};
use reckoners_env::ids::Reckoner::{Cody, David, Tia};
use reckoners_env::ids::{Shield, Symbol, Track};
use reckoners_env::state::Now;

use super::fixture::{Table, track};

/// The words of the actions performed so far.
fn performed(events: &[Event]) -> Vec<String> {
    let deed = |event: &Event| match event {
        Event::Performs { deed, .. } => Some(deed.to_string()),
        _ => None,
    };
    events.iter().filter_map(deed).collect()
}

#[test]
fn s07_ozone_with_four_copy_tokens() {
    let play = |track: [&str; 5], bracket: u8, enforcement: u8| {
        let mut table = Table::of(&[David, Tia]);
        table.track(1, &track);
        table.edit(|game| {
            let place = &mut game.districts[1];
            (place.research, place.health) = (1, 3);
            (place.bracket, place.enforcement) = (bracket, enforcement);
            place.copy_tokens = 4;
            game.boss.brackets[Track::Blue.index()] = 2;
        });
        table.activate(1);
        let game = &table.game;
        let blue = game.boss.brackets[Track::Blue.index()];
        (game.districts[1].enforcement, game.population, blue)
    };
    let ozone = [
        "ADD_ENF",
        "POP_PER enforcement",
        "BOOST blue",
        "ADD_ENF",
        "FORTIFY",
    ];
    assert_eq!(play(ozone, 3, 0), (3, 34, 4));
    let other = [
        "ADD_ENF",
        "BOOST blue",
        "ADD_ENF",
        "POP_PER enforcement",
        "FORTIFY",
    ];
    assert_eq!(play(other, 2, 3), (6, 34, 4));
}

#[test]
fn s20_tokens_beyond_the_track_repeat_the_final_action() {
    let mut table = Table::of(&[David, Tia]);
    table.track(0, &["ADD_ENF", "FORTIFY", "FORTIFY", "BARRICADE 1"]);
    table.edit(|game| game.districts[0].copy_tokens = 6);
    table.activate(0);
    let moved = |event: &Event| matches!(event, Event::Bracket { .. });
    let end = table.events.iter().position(moved).unwrap();
    let mut before = performed(&table.events[..end]);
    before.sort();
    let expected = [
        "ADD_ENF",
        "ADD_ENF",
        "BARRICADE 1",
        "BARRICADE 1",
        "BARRICADE 1",
        "FORTIFY",
        "FORTIFY",
    ];
    assert_eq!(before, expected);
}

#[test]
fn t84_copy_takes_the_clockwise_neighbour_first() {
    let mut table = Table::of(&[David, Tia]);
    table.track(0, &["COPY"]);
    table.track(1, &["POP 2"]);
    table.track(2, &["ADD_ENF"]);
    table.activate(0);
    assert_eq!(performed(&table.events), ["COPY", "POP 2", "ADD_ENF"]);
    assert_eq!(table.game.population, 38);
    assert_eq!(table.game.districts[0].enforcement, 1);
    assert_eq!(table.game.enforcement_on_board(), 1);
}

#[test]
fn t85_a_copied_copy_does_nothing_and_a_copied_gift_goes_to_the_own_neighbours() {
    let mut table = Table::of(&[David, Tia]);
    table.track(0, &["COPY"]);
    table.track(1, &["COPY"]);
    table.track(2, &["GIFT ADD_ENF"]);
    table.activate(0);
    let counts = table.game.ring().iter().map(|d| d.enforcement);
    assert_eq!(counts.collect::<Vec<_>>(), [0, 1, 1]);
    assert_eq!(table.game.population, 40);
}

#[test]
fn t86_blackmail_does_not_stop_a_copy_by_another_epic() {
    let mut table = Table::of(&[David, Tia]);
    table.stand(&[1, 0]);
    table.give(0, "blackmail");
    table.track(0, &["COPY"]);
    table.track(1, &["POP 2"]);
    table.activate(0);
    assert_eq!(table.game.population, 38);
}

#[test]
fn t87_a_token_counts_from_the_next_activation_on() {
    let mut table = Table::of(&[David, Tia]);
    table.track(0, &["COPY_TOKEN", "POP 1"]);
    table.activate(0);
    assert_eq!(table.game.districts[0].copy_tokens, 1);
    assert_eq!(
        (table.game.population, table.game.districts[0].bracket),
        (40, 2)
    );
    table.activate(0);
    assert_eq!(table.game.districts[0].copy_tokens, 3);
    assert_eq!(table.game.population, 39);
}

#[test]
fn t88_a_clockwise_token_lies_in_the_next_district() {
    let mut table = Table::of(&[David, Tia]);
    table.track(2, &["COPY_TOKEN_CW"]);
    table.activate(2);
    let counts = table.game.ring().iter().map(|d| d.copy_tokens);
    assert_eq!(counts.collect::<Vec<_>>(), [1, 0, 0]);
    table.edit(|game| game.districts[0].copy_tokens = 8);
    table.perform(2, "COPY_TOKEN_CW");
    assert_eq!(table.game.copy_tokens_on_board(), 8);
    assert_eq!(table.game.population, 39);
}

#[test]
fn t89_a_whole_group_removes_a_copy_token_of_the_own_district() {
    let remove = |district| Action::RemoveCopyToken { district };
    let mut table = Table::of(&[David, Tia]);
    table.edit(|game| {
        game.districts[0].copy_tokens = 2;
        game.districts[1].copy_tokens = 1;
    });
    table.tokens(0, 1);
    let die = (Basic, Symbol::Money, 1);
    let two = (Blue, Symbol::Contain, 2);
    table.edit(|game| game.districts[0].bracket = 3);
    table.use_step(0, &[die, two]);
    table.take(two);
    let here = table.off(0);
    table.act(Action::ContainEpic { district: here });
    assert_eq!(table.districts_of(remove), [0; 0], "not whole");
    table.act(Action::Forfeit);
    table.take(die);
    assert_eq!(table.districts_of(remove), [0]);
    table.act(remove(here));
    assert_eq!(table.game.districts[0].copy_tokens, 1);
    table.take_token(Symbol::Plan);
    table.act(remove(here));
    assert_eq!(table.game.districts[0].copy_tokens, 0);

    let mut table = Table::of(&[Cody, Tia]);
    table.edit(|game| game.districts[2].copy_tokens = 1);
    table.use_step(0, &[die]);
    let district = table.off(2);
    table.act(Action::Sniper { district });
    table.take(die);
    assert_eq!(table.districts_of(remove), [2]);
    table.act(remove(district));
    assert_eq!(table.game.districts[2].copy_tokens, 0);
}

#[test]
fn t90_shields_and_tokens_stay_for_the_next_epic() {
    let mut table = Table::of(&[David, Tia]);
    table.edit(|game| {
        let place = &mut game.districts[0];
        (place.health, place.copy_tokens) = (1, 1);
    });
    table.shields(0, Shield::Blue, 1);
    let attack = (Basic, Symbol::Attack, 1);
    table.use_step(0, &[attack]);
    table.take(attack);
    let here = table.off(0);
    table.act(Action::AttackEpic { district: here });
    assert_eq!(table.game.districts[0].epic, None);
    table.pass_until(|game| matches!(game.now, Now::DealEpic { .. }));
    let next = table.game.epic_deck.iter().next().unwrap();
    table.cards(|catalog| catalog.epics[usize::from(next)].track = track(&["POP 1"]));
    table.chance(next);
    assert!(table.is_done());
    assert_eq!(table.game.population, 38, "its own action and the token's");
    table.use_step(0, &[(Blue, Symbol::Contain, 2)]);
    table.take((Blue, Symbol::Contain, 2));
    let before = table.game.districts[0].bracket;
    table.act(Action::ContainEpic { district: here });
    assert_eq!(table.game.districts[0].shields, [0, 0]);
    assert_eq!(table.game.districts[0].bracket, before);
}

#[test]
fn t105_copy_passes_over_an_empty_neighbour() {
    let mut table = Table::of(&[David, Tia]);
    table.track(0, &["COPY"]);
    table.track(1, &["POP 2"]);
    table.track(2, &["ADD_ENF"]);
    table.empty(1);
    table.perform(0, "COPY");
    assert_eq!(performed(&table.events), ["COPY", "ADD_ENF"]);
    assert_eq!(table.game.population, 40);
}
