//! Groups of symbols: where they reach, how many they are, what they pay and open.

use reckoners_env::Action;
use reckoners_env::ids::DieKind::{Basic, Black, Green, Purple};
use reckoners_env::ids::Reckoner::{Abraham, Cody, David, Exel, Megan, Prof, Tia};
use reckoners_env::ids::{DistrictIx, Symbol};
use reckoners_env::state::{Now, Spot, SwapCard, TableDie};

use super::fixture::{Table, free};

#[test]
fn t101_tradecraft_completes_a_pair_and_utility_tool_does_not() {
    let mut table = Table::of(&[Exel, Tia]);
    for key in ["fuel-cells", "utility-tool", "notebooks"] {
        table.give(0, key);
    }
    table.use_step(0, &[]);
    table.use_card("notebooks");
    assert_eq!(table.open(Symbol::Research), 3);
    table.act(Action::ChangeSymbol {
        from: Symbol::Research,
        to: Symbol::Attack,
    });
    table.act(Action::Tradecraft {
        symbol: Symbol::Attack,
    });
    assert_eq!(table.open(Symbol::Attack), 3);
    assert_eq!(table.open(Symbol::Research), 2);
}

#[test]
fn t102_predictive_analytics_answers_cards_but_not_submarine() {
    let mut table = Table::of(&[Cody, Tia]);
    for key in ["predictive-analytics", "submarine", "forensic-kit"] {
        table.give(0, key);
    }
    let die = (Basic, Symbol::Money, 1);
    table.use_step(0, &[die]);
    table.take(die);
    let district = table.off(1);
    table.act(Action::Move { district });
    assert!(matches!(table.game.now, Now::AfterMove { .. }));
    table.act(Action::Symbol {
        symbol: Symbol::Research,
    });
    table.act(Action::Plan);
    let seat = &table.game.seats[0];
    assert_eq!((seat.tokens, seat.fresh_tokens), (0, 1));

    let mut table = Table::of(&[Prof, Tia]);
    table.give(0, "predictive-analytics");
    table.tokens(0, 1);
    table.use_step(0, &[]);
    table.take_token(Symbol::Research);
    table.act(Action::UseAbility);
    for _ in 0..3 {
        table.act(Action::Plan);
    }
    let seat = &table.game.seats[0];
    assert_eq!((seat.tokens, seat.fresh_tokens), (3, 0));
}

#[test]
fn t107_a_move_by_blind_spot_earns_submarine_next() {
    let mut table = Table::of(&[David, Tia]);
    table.give(1, "blind-spot");
    table.give(1, "submarine");
    table.edit(|game| game.districts[0].research = 1);
    let die = (Basic, Symbol::Research, 1);
    table.use_step(0, &[die]);
    table.take(die);
    let district = table.off(0);
    table.act(Action::ResearchEpic { district });
    assert_eq!((table.game.now, table.game.acting.0), (Now::Spend, 1));
    assert_eq!(table.open(Symbol::Attack), 1);
    let district = table.off(2);
    table.act(Action::Move { district });
    assert!(matches!(table.game.now, Now::AfterMove { .. }));
    assert_eq!(table.game.acting.0, 1);
}

#[test]
fn t108_a_swapped_die_that_is_gone_leaves_its_place_free() {
    let mut table = Table::of(&[David, Tia]);
    table.give(0, "herman");
    table.edit(|game| game.swaps.herman = Some(Green));
    assert_eq!(table.dice(0, Spot::Tray, Green), 0);
    table.pass_until(|game| game.round == 2);
    let card = SwapCard::Herman;
    assert_eq!(table.game.now, Now::SwapGive { card });
    let seat = table.seat_off(0);
    for kind in [Basic, reckoners_env::ids::DieKind::Blue] {
        assert!(table.can(Action::LoseDie { seat, kind }));
    }
    assert!(!table.can(Action::LoseDie { seat, kind: Green }));
    // With the green die at hand nothing else can be given.
    let mut table = Table::of(&[David, Tia]);
    table.give(0, "herman");
    table.edit(|game| {
        game.swaps.herman = Some(Green);
        let green = TableDie::hidden(Spot::Tray, Green);
        game.seats[0].dice.add(green);
    });
    table.pass_until(|game| game.round == 2);
    let (given, named) = (Green, false);
    assert_eq!(table.game.now, Now::SwapTake { card, given, named });
}

#[test]
fn t110_a_group_that_is_not_whole_pays_no_half() {
    let mut table = Table::of(&[Tia, Prof]);
    table.give(0, "data-chip");
    let (research, plan) = ((Purple, Symbol::Research, 2), (Black, Symbol::Plan, 2));
    table.use_step(0, &[research, plan]);
    table.take(research);
    assert!(table.can_use("data-chip"));
    let district = table.off(0);
    table.act(Action::ResearchEpic { district });
    assert!(!table.can_use("data-chip"));
    table.act(Action::Forfeit);
    table.take(plan);
    assert!(table.can_use("data-chip"));
}

#[test]
fn t111_the_first_symbol_that_needs_a_place_fixes_the_district() {
    let mut table = Table::of(&[David, Tia, Megan]);
    let all = [
        (Symbol::Money, 1),
        (Symbol::Research, 1),
        (Symbol::Attack, 1),
        (Symbol::Plan, 1),
    ];
    table.power("notebooks", free(&all, true));
    table.give(0, "notebooks");
    table.edit(|game| {
        game.boss.district = DistrictIx(2);
        (game.boss.research, game.boss.health) = (0, 9);
    });
    table.use_step(0, &[]);
    table.use_card("notebooks");
    let research = |district| Action::ResearchEpic { district };
    let attack = |district| Action::AttackEpic { district };
    table.act(Action::Money);
    assert_eq!(table.districts_of(research), [0, 1, 2, 3]);
    assert!(table.can(Action::AttackBoss));
    let one = table.off(1);
    table.act(research(one));
    table.act(Action::Plan);
    assert_eq!(table.districts_of(attack), [1]);
    assert!(!table.can(Action::AttackBoss));
    table.act(attack(one));
    assert_eq!(table.game.districts[1].health, 5);
}

#[test]
fn t112_climbing_kit_does_not_widen_a_fixed_district() {
    let mut table = Table::of(&[David, Tia, Megan, Abraham]);
    table.give(0, "climbing-kit");
    table.give(0, "notebooks");
    table.use_step(0, &[]);
    table.use_card("notebooks");
    let research = |district| Action::ResearchEpic { district };
    let two = table.off(2);
    table.act(research(two));
    assert_eq!(table.districts_of(research), [2]);
    assert!(!table.can(Action::ResearchBoss));
}
