//! Module 2: Spyril and Extra Ammo, gifts to another Reckoner.

use reckoners_env::Action;
use reckoners_env::chance::Outcome;
use reckoners_env::ids::DieKind::{Basic, Purple, Red};
use reckoners_env::ids::Reckoner::{David, Megan, Tia};
use reckoners_env::ids::SeatIx;
use reckoners_env::ids::Symbol::{Attack, Enforcement, Money, Plan, Research};
use reckoners_env::state::{Now, Spot};

use crate::support::steel::table;
use crate::support::{Die, Table};

const SPARE: Die = (Basic, Money, 1);

/// Chooses a die by what it shows.
fn choose(t: &Table, die: Die) -> Action {
    let face = t.face(die);
    Action::AbilityDie { kind: die.0, face }
}

#[test]
fn t16_spyril_gives_a_used_die_back() {
    let die = (Purple, Research, 2);
    let mut t = table(&[David, Tia]);
    let spyril = t.give(0, "spyril");
    t.use_step(&[&[SPARE], &[die]]);
    t.focus(1);
    t.take(die);
    t.act(Action::Forfeit);
    t.focus(0);
    t.use_card(spyril);
    assert!(t.can_name(1) && !t.can_name(0));
    t.name(1);
    assert_eq!(t.game.now, Now::Regain);
    t.acts_for(1);
    let chosen = choose(&t, die);
    t.act(chosen);
    assert_eq!(t.dice_at(1, Spot::Kept, die), 1);
    t.acts_for(0);
    t.refuse(Action::UseCard { card: spyril });
    t.focus(1);
    t.take(die);
    t.is_open(&[(Research, 2)]);
}

#[test]
fn t17_a_card_paid_with_the_regained_die_stays_used() {
    let die = (Red, Enforcement, 2);
    let mut t = table(&[David, Megan]);
    let (spyril, emp) = (t.give(0, "spyril"), t.give(1, "emp"));
    t.use_step(&[&[SPARE], &[die]]);
    t.focus(1);
    t.take(die);
    t.use_card(emp);
    t.act(Action::Forfeit);
    t.use_card(spyril);
    t.name(1);
    let chosen = choose(&t, die);
    t.act(chosen);
    t.focus(1);
    t.take(die);
    t.refuse(Action::UseCard { card: emp });
    t.go(1);
}

#[test]
fn t18_without_a_used_die_of_another_spyril_is_not_offered() {
    let mut t = table(&[David, Tia]);
    let spyril = t.give(0, "spyril");
    t.buy_step();
    t.lose_all(1);
    t.use_step(&[&[SPARE], &[(Purple, Research, 2)]]);
    assert_eq!((t.count(1, Spot::Lost), t.count(1, Spot::Kept)), (6, 1));
    assert!(t.count(0, Spot::Used) > 0);
    t.refuse(Action::UseCard { card: spyril });
    // One more die of Tia's, used, and it is offered.
    t.focus(1);
    t.take((Purple, Research, 2));
    t.act(Action::Forfeit);
    t.focus(0);
    assert!(t.can_use(spyril));
}

/// David with Extra Ammo, Tia with two dice, Megan without any; Tia is named.
fn ammo_for_tia() -> Table {
    let mut t = table(&[David, Tia, Megan]);
    let ammo = t.give(0, "extra-ammo");
    t.use_step(&[&[SPARE], &[(Purple, Research, 2), (Basic, Plan, 1)], &[]]);
    t.use_card(ammo);
    assert!(t.can_name(1) && !t.can_name(0) && !t.can_name(2));
    t.name(1);
    assert_eq!(t.game.now, Now::Reroll { again: false });
    t.acts_for(1);
    t
}

/// The pending roll of one die falls so.
fn falls(t: &mut Table, die: Die) {
    assert_eq!(t.game.now, Now::RollDice { seat: SeatIx(1) });
    let faces = t.faces(&[die]);
    t.chance(Outcome::Faces(faces));
}

#[test]
fn t19_extra_ammo_rerolls_one_die_twice() {
    let mut t = ammo_for_tia();
    t.refuse(Action::Forfeit);
    let first = choose(&t, (Purple, Research, 2));
    t.act(first);
    falls(&mut t, (Purple, Attack, 1));
    assert_eq!(t.game.now, Now::Reroll { again: true });
    assert_eq!(t.dice_at(1, Spot::Kept, (Purple, Attack, 1)), 1);
    let again = choose(&t, (Purple, Attack, 1));
    t.act(again);
    falls(&mut t, (Purple, Plan, 1));
    t.acts_for(0);
    t.is_closed();
    assert_eq!(t.dice_at(1, Spot::Kept, (Purple, Plan, 1)), 1);
    assert_eq!(t.count(1, Spot::Kept), 2);
}

#[test]
fn t20_extra_ammo_may_stop_or_name_another_die_but_never_a_used_one() {
    let mut t = ammo_for_tia();
    let used = choose(&t, (Basic, Money, 1));
    assert!(t.count_kind(1, Spot::Used, Basic) > 0);
    t.refuse(used);
    let first = choose(&t, (Purple, Research, 2));
    t.act(first);
    falls(&mut t, (Purple, Research, 1));
    t.act(Action::Forfeit);
    t.acts_for(0);
    let mut t = ammo_for_tia();
    let first = choose(&t, (Purple, Research, 2));
    t.act(first);
    falls(&mut t, (Purple, Research, 1));
    let other = choose(&t, (Basic, Plan, 1));
    t.act(other);
    falls(&mut t, (Basic, Attack, 1));
    assert_eq!(t.dice_at(1, Spot::Kept, (Purple, Research, 1)), 1);
    assert_eq!(t.dice_at(1, Spot::Kept, (Basic, Attack, 1)), 1);
}
