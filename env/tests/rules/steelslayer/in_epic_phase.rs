//! Module 2: Blackmail and Sabotage, cards that work in the Epics' phase.

use reckoners_env::Action;
use reckoners_env::ids::DieKind::Basic;
use reckoners_env::ids::DistrictIx;
use reckoners_env::ids::Reckoner::{Cody, David, Tia};
use reckoners_env::ids::Symbol::Money;

use crate::support::fixture::track;
use crate::support::steel::{catalog, epic_of, table_of};
use crate::support::{Table, to};

/// David with a card in district 1, whose Epic has this track and bracket.
fn david(card: &str, actions: [&str; 5], bracket: u8) -> Table {
    let mut cards = catalog();
    epic_of(&mut cards, 1).track = track(&actions);
    let mut t = table_of(&[David, Tia], cards);
    t.give(0, card);
    t.stand(0, 1);
    t.game.districts[1].bracket = bracket;
    t
}

const ATTACKER: [&str; 5] = ["POP 2", "ADD_ENF", "FORTIFY", "FORTIFY", "FORTIFY"];

#[test]
fn t49_blackmail_leaves_out_the_first_action_but_not_that_of_a_copy_token() {
    for (tokens, population) in [(0, 40), (1, 38)] {
        let mut t = david("blackmail", ATTACKER, 2);
        t.game.districts[1].copy_tokens = tokens;
        t.activate(1);
        assert_eq!(t.game.population, population);
        assert_eq!(t.game.districts[1].enforcement, 1);
    }
    // Elsewhere it changes nothing.
    let mut t = david("blackmail", ATTACKER, 2);
    t.stand(0, 2);
    t.activate(1);
    assert_eq!(t.game.population, 38);
}

#[test]
fn t50_blackmail_at_the_first_bracket_leaves_nothing_to_perform() {
    let mut t = david("blackmail", ATTACKER, 1);
    t.activate(1);
    let place = &t.game.districts[1];
    assert_eq!(
        (t.game.population, place.enforcement, place.bracket),
        (40, 0, 2)
    );
}

const QUIET: [&str; 5] = ["FORTIFY"; 5];
const LATE: [&str; 5] = ["FORTIFY", "FORTIFY", "FORTIFY", "FORTIFY", "POP 1"];

#[test]
fn t51_sabotage_takes_one_space_off_the_brackets_way() {
    for (track, enforcement, from, to, population) in [
        (QUIET, 2, 1, 3, 40),
        (QUIET, 0, 1, 1, 40),
        (LATE, 2, 4, 4, 38),
    ] {
        let mut t = david("sabotage", track, from);
        t.game.districts[1].enforcement = enforcement;
        t.activate(1);
        assert_eq!(
            (t.game.districts[1].bracket, t.game.population),
            (to, population)
        );
    }
}

#[test]
fn t52_sabotage_looks_at_the_miniature_when_the_bracket_moves() {
    let repel = ["REPEL", "FORTIFY", "FORTIFY", "FORTIFY", "FORTIFY"];
    let mut t = david("sabotage", repel, 1);
    t.activate(1);
    assert_eq!(t.game.seats[0].district, DistrictIx(2));
    assert_eq!(t.game.districts[1].bracket, 2);
    // The Sniper token is no miniature.
    let mut t = table_of(&[Cody, Tia], catalog());
    t.give(0, "sabotage");
    t.use_step(&[&[(Basic, Money, 1)]]);
    t.act(Action::Sniper { district: to(1) });
    t.epic_phase_after_use();
    let brackets = [0, 1].map(|d: usize| t.game.districts[d].bracket);
    assert_eq!(brackets, [1, 2]);
}

impl Table {
    /// Ends the Use Dice step and plays on to the boss's movement.
    fn epic_phase_after_use(&mut self) {
        self.end_use();
        self.act(Action::DonePurchase);
    }
}
