//! Module 2: Herman, Rtich and the extra-die cards, which change whose dice are whose.

use reckoners_env::Action;
use reckoners_env::ids::DieKind::{self, Basic, Black, Blue, Green, Red};
use reckoners_env::ids::Reckoner::{David, Tia};
use reckoners_env::ids::Symbol::{Attack, Money};
use reckoners_env::state::{Now, Spot, SwapCard, TableDie};

use crate::support::fixture::track;
use crate::support::steel::{catalog, epic_of, table, table_of};
use crate::support::{Table, seat};

const fn give(kind: DieKind) -> Action {
    Action::LoseDie {
        seat: seat(0),
        kind,
    }
}

const fn take(kind: DieKind) -> Action {
    Action::Kind { kind }
}

fn supply(t: &Table, kind: DieKind) -> u8 {
    t.rules.die_supply(&t.game, kind)
}

/// The kinds that may be taken now.
fn offered(t: &Table) -> Vec<DieKind> {
    let kinds = DieKind::ALL.into_iter();
    kinds.filter(|kind| t.can(take(*kind))).collect()
}

/// A new round with a card of David's.
fn round_with(card: &str, change: impl FnOnce(&mut Table)) -> Table {
    let mut t = table(&[David, Tia]);
    t.give(0, card);
    t.buy_step();
    change(&mut t);
    t.start_round();
    t
}

const HERMAN: SwapCard = SwapCard::Herman;

#[test]
fn t59_herman_changes_a_die_at_the_next_phase_start_and_then_only_that_one() {
    let mut t = table(&[David, Tia]);
    t.buy_step();
    t.market(&["herman", "emp", "rifle", "helicopter"]);
    let card = t.card("herman");
    t.act(Action::Buy { card });
    t.name(0);
    t.first_chances();
    assert_eq!(t.game.now, Now::Buy, "nothing is asked at once");
    t.act(Action::DonePurchase);
    t.first_chances();
    assert_eq!(t.game.now, Now::SwapGive { card: HERMAN });
    t.acts_for(0);
    let before = [supply(&t, Green), supply(&t, Basic)];
    t.act(give(Basic));
    t.act(take(Green));
    assert_eq!(
        [supply(&t, Green), supply(&t, Basic)],
        [before[0] - 1, before[1] + 1]
    );
    let dice = t.game.seats[0].dice.owned();
    let kinds = [Blue, Basic, Green].map(|kind| dice[kind.index()]);
    assert_eq!(kinds, [3, 2, 1]);
    t.start_round();
    assert_eq!(
        t.game.now,
        Now::SwapTake {
            card: HERMAN,
            given: Green,
            named: false
        }
    );
    assert!(t.can(Action::Forfeit) && !t.can(give(Basic)));
    assert!(!offered(&t).contains(&Green) && offered(&t).len() == 6);
    t.act(take(Red));
    assert_eq!(
        (t.owned_and_lost(0, Green), t.owned_and_lost(0, Red)),
        ((0, 0), (1, 0))
    );
}

#[test]
fn t60_rtich_gives_a_die_and_changes_another_one() {
    let mut t = round_with("rtich", |_| {});
    assert_eq!(t.game.now, Now::ExtraKind { first: true });
    t.refuse(Action::Forfeit);
    t.act(take(Black));
    assert_eq!(t.game.seats[0].dice.total(), 7);
    let rtich = SwapCard::Rtich;
    assert_eq!(t.game.now, Now::SwapGive { card: rtich });
    assert!(!t.can(give(Black)) && t.can(give(Basic)) && t.can(give(Blue)));
    t.act(give(Blue));
    t.act(take(Green));
    assert_eq!(t.game.seats[0].dice.total(), 7);
    // In the next round both may be changed, or kept.
    t.start_round();
    assert_eq!(t.game.now, Now::ExtraKind { first: false });
    t.act(Action::Forfeit);
    let (given, named) = (Green, false);
    assert_eq!(
        t.game.now,
        Now::SwapTake {
            card: rtich,
            given,
            named
        }
    );
    t.act(Action::Forfeit);
    assert!(matches!(t.game.now, Now::RollDice { .. }));
}

/// Tia has lost dice of a kind until the supply has none.
fn exhaust(t: &mut Table, kind: DieKind) {
    while supply(t, kind) > 0 {
        t.game.seats[1].dice.add(TableDie::hidden(Spot::Lost, kind));
    }
    t.check();
}

#[test]
fn t61_a_kind_that_the_supply_has_not_cannot_be_taken() {
    let mut t = round_with("herman", |t| exhaust(t, Green));
    t.act(give(Basic));
    assert!(!t.can(take(Green)) && t.can(take(Red)) && !t.can(take(Basic)));
    t.refuse(Action::Forfeit);
    let t = round_with("rtich", |t| exhaust(t, Green));
    assert!(!t.can(take(Green)) && t.can(take(Red)) && t.can(take(Basic)));
}

#[test]
fn t62_a_changed_die_that_is_lost_cannot_be_changed() {
    let lost = TableDie::hidden(Spot::Lost, Green);
    let mut t = round_with("herman", |t| {
        t.game.seats[0].dice.add(lost);
        t.game.swaps.herman = Some(Green);
    });
    assert!(
        matches!(t.game.now, Now::RollDice { .. }),
        "nothing is asked"
    );
    t.buy_step();
    t.act(Action::BuyBack {
        seat: seat(0),
        kind: Green,
    });
    t.start_round();
    assert!(matches!(t.game.now, Now::SwapTake { given: Green, .. }));
}

/// David with a card, and a thief in district 1 that takes it; the Epic phase stops after the theft.
fn stolen(card: &str, change: impl FnOnce(&mut Table)) -> Table {
    let mut cards = catalog();
    epic_of(&mut cards, 1).track = track(&["STEAL", "FORTIFY", "FORTIFY", "FORTIFY", "FORTIFY"]);
    let mut t = table_of(&[David, Tia], cards);
    let card = t.give(0, card);
    t.buy_step();
    change(&mut t);
    t.activate(1);
    t.act(Action::NameCard { card });
    t
}

/// Defeats the Epic of district 1.
fn defeat(t: &mut Table) {
    t.stand(0, 1);
    t.game.districts[1].health = 1;
    t.use_step(&[&[(Basic, Attack, 1), (Basic, Money, 1)]]);
    t.take((Basic, Attack, 1));
    t.act(Action::AttackEpic {
        district: crate::support::HERE,
    });
}

#[test]
fn t63_a_stolen_card_takes_its_die_along_and_brings_one_back() {
    let green = TableDie::hidden(Spot::Tray, Green);
    let mut t = stolen("gauss-gun", |t| t.game.seats[0].dice.add(green));
    assert_eq!((t.owned_and_lost(0, Green), supply(&t, Green)), ((0, 0), 7));
    defeat(&mut t);
    assert_eq!(t.owned_and_lost(0, Green), (0, 0));
    t.start_round();
    assert_eq!((t.owned_and_lost(0, Green), supply(&t, Green)), ((1, 0), 6));
    // Rtich's own die goes back; the die that it changed stays changed.
    let mut t = stolen("rtich", |t| {
        let dice = &mut t.game.seats[0].dice;
        dice.add(TableDie::hidden(Spot::Tray, Black));
        dice.change(TableDie::hidden(Spot::Tray, Blue), green);
        (t.game.swaps.extra, t.game.swaps.rtich) = (Some(Black), Some(Green));
    });
    assert_eq!((t.owned_and_lost(0, Black), supply(&t, Black)), ((0, 0), 7));
    assert_eq!(t.owned_and_lost(0, Green), (1, 0));
    // Regained it begins anew.
    defeat(&mut t);
    t.start_round();
    assert_eq!(t.game.now, Now::ExtraKind { first: true });
}
