//! Pull and Repel.

use reckoners_env::Action;
use reckoners_env::ids::DieKind::{Basic, Blue};
use reckoners_env::ids::Reckoner::{Cody, David, Megan, Tia};
use reckoners_env::ids::Symbol;
use reckoners_env::state::{Ending, Now};

use super::fixture::Table;

#[test]
fn t64_pull_puts_the_reckoners_of_both_neighbours_here() {
    let mut table = Table::of(&[David, Tia, Megan, Cody]);
    table.stand(&[1, 2, 3, 4]);
    table.track(0, &["PULL"]);
    table.edit(|game| {
        game.districts[0].barricades = 1;
        game.districts[1].barricades = 1;
    });
    table.activate(0);
    assert_eq!(table.standing(), [0, 2, 3, 0]);
}

#[test]
fn t65_pull_left_of_the_bracket_holds_everybody_in_the_district() {
    let mut table = Table::of(&[David, Tia]);
    table.stand(&[0, 1]);
    table.track(0, &["FORTIFY", "PULL"]);
    table.edit(|game| game.districts[0].bracket = 2);
    table.give(0, "helicopter");
    let contain = (Basic, Symbol::Contain, 1);
    table.use_step(0, &[contain, (Basic, Symbol::Money, 1)]);
    assert!(!table.can_use("helicopter"));
    table.take((Basic, Symbol::Money, 1));
    assert!(!table.can_move());
    table.act(Action::Forfeit);
    // Who stands elsewhere may come.
    let mut other = Table::of(&[David, Tia]);
    other.stand(&[0, 1]);
    other.track(0, &["FORTIFY", "PULL"]);
    other.edit(|game| game.districts[0].bracket = 2);
    other.use_step(1, &[contain]);
    other.take(contain);
    let district = other.off(0);
    other.act(Action::Move { district });
    assert_eq!(other.standing(), [0, 0]);
    // The bracket goes back, and they are free.
    table.take(contain);
    let district = table.off(0);
    table.act(Action::ContainEpic { district });
    assert!(table.can_use("helicopter"));
    table.use_card("helicopter");
    let district = table.off(2);
    table.act(Action::Move { district });
    assert_eq!(table.standing(), [2, 1]);
}

#[test]
fn t66_a_copied_pull_holds_nobody_and_blackmail_frees_nobody() {
    let mut table = Table::of(&[David, Tia, Megan, Cody]);
    table.stand(&[1, 2, 3, 4]);
    table.track(0, &["COPY"]);
    table.track(1, &["PULL"]);
    table.activate(0);
    assert_eq!(table.standing(), [0, 2, 3, 0]);
    let die = (Basic, Symbol::Money, 1);
    table.use_step(0, &[die]);
    table.take(die);
    assert!(table.can_move());

    let mut table = Table::of(&[David, Tia]);
    table.stand(&[0, 1]);
    table.track(0, &["PULL"]);
    table.give(0, "blackmail");
    table.activate(0);
    assert_eq!(table.standing(), [0, 1], "nobody is pulled");
    table.use_step(0, &[die]);
    table.take(die);
    assert!(!table.can_move());
}

#[test]
fn t67_repel_adds_a_barricade_and_sends_everybody_on() {
    let mut table = Table::of(&[David, Tia]);
    table.track(0, &["REPEL"]);
    table.activate(0);
    assert_eq!(table.game.districts[0].barricades, 1);
    assert_eq!((table.standing(), table.game.population), (vec![1, 1], 40));

    let mut table = Table::of(&[David, Tia]);
    table.track(0, &["REPEL"]);
    table.edit(|game| game.districts[2].barricades = 8);
    table.activate(0);
    assert_eq!(table.game.districts[0].barricades, 0);
    assert_eq!((table.standing(), table.game.population), (vec![1, 1], 39));
}

#[test]
fn t97_a_gifted_pull_holds_nobody() {
    let mut table = Table::of(&[David, Tia]);
    table.track(0, &["GIFT PULL"]);
    let die = (Blue, Symbol::Contain, 2);
    table.use_step(0, &[die]);
    table.take(die);
    assert!(table.can_move());
}

#[test]
fn t104_a_repel_that_ends_the_game_moves_nobody() {
    let mut table = Table::of(&[David, Tia]);
    table.track(0, &["REPEL"]);
    table.edit(|game| {
        game.districts[2].barricades = 8;
        game.population = 1;
    });
    table.activate(0);
    assert!(matches!(table.game.now, Now::Over(Ending::Lost(_))));
    assert_eq!(table.standing(), [0, 0]);
}
