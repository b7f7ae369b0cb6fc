//! Module 1: Val, Mizzy, Exel and Sam.

use reckoners_env::cards::Modules;
use reckoners_env::chance::{in_the_air, outcomes};
use reckoners_env::ids::DieKind::{Basic, Black, Blue, Green, Orange, Purple, Red};
use reckoners_env::ids::Reckoner::{Abraham, David, Exel, Mizzy, Sam, Tia, Val};
use reckoners_env::ids::Symbol::{Attack, Contain, Enforcement, Money, Plan, Research};
use reckoners_env::ids::{DieKind, DistrictIx, TokenCount};
use reckoners_env::state::{Gift, Now, Spot};
use reckoners_env::{Action, Difficulty, Game, GameSetup, Reckoner, Rules, Ruleset};

use crate::support::fixture::track;
use crate::support::steel::{catalog, epic_of, gives, set_power, table, table_of};
use crate::support::{HERE, Table, to};

const SPARE: crate::support::Die = (Basic, Money, 1);

fn remove(count: u8) -> Action {
    Action::DemolitionsRemove {
        count: TokenCount(count),
    }
}

/// Mizzy and Tia; so many tokens are on Mizzy's card.
fn mizzy(tokens: u8) -> Table {
    let mut t = table(&[Mizzy, Tia]);
    t.game.seats[0].demolitions = tokens;
    t.use_step(&[&[SPARE]]);
    t
}

#[test]
fn s01_demolitions_attack_once_and_twice_for_each_token() {
    for (count, attacks) in [(0, 1), (2, 5), (3, 7)] {
        let mut t = mizzy(3);
        t.act(remove(count));
        t.is_open(&[(Attack, attacks)]);
        assert_eq!(t.game.seats[0].demolitions, 3 - count);
    }
    let mut t = mizzy(3);
    t.game.districts[0].health = 5;
    t.act(remove(2));
    t.acts(&[Action::AttackEpic { district: HERE }; 5]);
    assert_eq!(t.game.districts[0].epic, None);
    let beside = t.rules.catalog().pieces.demolitions_tokens - t.game.seats[0].demolitions;
    assert_eq!((t.game.seats[0].demolitions, beside), (1, 2));
    t.is_closed();
}

#[test]
fn s02_tradecraft_on_notebooks_keeps_its_reach_and_its_one_district() {
    let mut t = table(&[Exel, Tia]);
    let notebooks = t.give(0, "notebooks");
    t.use_step(&[&[SPARE]]);
    t.use_card(notebooks);
    t.act(Action::Tradecraft { symbol: Research });
    t.is_open(&[(Research, 3)]);
    let research = |district| Action::ResearchEpic { district };
    assert_eq!(t.targets(research), [0, 1, 2]);
    t.act(research(to(2)));
    assert_eq!(t.targets(research), [2]);
    t.acts(&[research(to(2)), research(to(2))]);
    assert_eq!(t.game.districts[2].research, 0);
    // The own district may be the one as well.
    let mut t = table(&[Exel, Tia]);
    let notebooks = t.give(0, "notebooks");
    t.use_step(&[&[SPARE]]);
    t.use_card(notebooks);
    t.act(Action::Tradecraft { symbol: Research });
    t.act(research(HERE));
    assert_eq!(t.targets(research), [0]);
}

/// Resolves the pending roll with its first outcome.
fn roll(t: &mut Table) {
    let first = outcomes(t.rules.catalog(), &t.game)[0].0;
    t.chance(first);
}

#[test]
fn s21_sam_rerolls_all_dice_twice_and_keeps_the_third_roll() {
    let mut t = table(&[Sam, David]);
    t.start_round();
    t.first_chances();
    for rolls in [1, 2] {
        t.acts_for(0);
        assert_eq!(t.game.seats[0].rolls, rolls);
        t.act(Action::RollRest);
        assert_eq!(in_the_air(&t.game).iter().sum::<u8>(), 6);
        roll(&mut t);
    }
    assert_eq!((t.count(0, Spot::Kept), t.count(0, Spot::Rolled)), (6, 0));
}

/// A new game with all modules, before anything is dealt.
fn new_game(team: &[Reckoner]) -> (Rules, Game) {
    let rules = Rules::embedded();
    let ruleset = Ruleset::base(Difficulty::Standard).with(Modules::ALL);
    let game = rules.new_game(&GameSetup::new(team, ruleset).unwrap());
    (rules, game)
}

#[test]
fn t01_the_new_reckoners_start_with_their_dice_and_a_token() {
    let (rules, game) = new_game(&[Val, Mizzy, Exel, Sam]);
    let expected: [&[(DieKind, u8)]; 4] = [
        &[(Basic, 2), (Green, 2), (Purple, 2)],
        &[(Basic, 2), (Orange, 2), (Black, 2)],
        &[(Basic, 2), (Blue, 2), (Red, 2)],
        &[
            (Blue, 1),
            (Green, 1),
            (Purple, 1),
            (Red, 1),
            (Black, 1),
            (Orange, 1),
        ],
    ];
    for (seat, dice) in game.team().iter().zip(expected) {
        let mut kinds = [0; DieKind::COUNT];
        for (kind, count) in dice {
            kinds[kind.index()] = *count;
        }
        assert_eq!(seat.dice.owned(), kinds, "{}", seat.reckoner);
        assert_eq!((seat.tokens, seat.demolitions), (1, 0));
    }
    assert_eq!(rules.catalog().pieces.demolitions_tokens, 3);
}

#[test]
fn t02_with_a_module_there_are_seven_dice_of_a_colour_and_eighteen_basic_ones() {
    let (rules, game) = new_game(&[Abraham, Val, Sam]);
    let supply = [
        (Green, 1),
        (Purple, 4),
        (Blue, 6),
        (Red, 6),
        (Black, 6),
        (Orange, 6),
        (Basic, 13),
    ];
    for (kind, count) in supply {
        assert_eq!(rules.die_supply(&game, kind), count, "{kind}");
    }
}

/// Val in district 0, Tia in district 1.
fn val_and_tia() -> Table {
    let mut t = table(&[Val, Tia]);
    t.stand(1, 1);
    t.use_step(&[&[SPARE], &[SPARE]]);
    t
}

#[test]
fn t03_dispatcher_moves_another_reckoner_without_a_die() {
    let mut t = val_and_tia();
    t.act(Action::UseAbility);
    assert_eq!(t.game.now, Now::Recipient { gift: Gift::Move });
    t.name(1);
    t.acts_for(1);
    assert!(t.game.open.is_move && t.can(Action::Forfeit));
    t.go(2);
    assert_eq!(t.game.seats[1].district, DistrictIx(2));
    assert_eq!((t.count(0, Spot::Kept), t.count(1, Spot::Kept)), (1, 1));
    assert!(t.game.seats[0].ability_spent);
    t.acts_for(0);
    t.is_closed();
}

#[test]
fn t04_barricades_stop_dispatcher_at_either_end_and_val_is_never_moved() {
    let mut t = val_and_tia();
    t.game.districts[1].barricades = 1;
    t.act(Action::UseAbility);
    assert!(!t.can_name(1) && !t.can_name(0));
    let mut t = val_and_tia();
    t.game.districts[2].barricades = 1;
    t.act(Action::UseAbility);
    assert!(t.can_name(1) && !t.can_name(0));
    t.name(1);
    assert_eq!(t.goals(), [0]);
}

#[test]
fn t05_dispatcher_removes_a_barricade_or_is_not_offered_at_all() {
    let mut t = val_and_tia();
    t.game.districts[2].barricades = 1;
    t.act(Action::UseAbility);
    let district = t.off(2);
    t.act(Action::RemoveBarricade { district });
    assert_eq!(t.game.districts[2].barricades, 0);
    t.acts_for(0);
    t.is_closed();
    let mut cards = catalog();
    epic_of(&mut cards, 1).track = track(&["PULL", "FORTIFY", "FORTIFY", "FORTIFY", "FORTIFY"]);
    let mut t = table_of(&[Val, Tia], cards);
    t.stand(1, 1);
    t.use_step(&[&[SPARE]]);
    t.refuse(Action::UseAbility);
    t.stand(1, 2);
    assert!(t.can(Action::UseAbility));
}

#[test]
fn t06_dispatcher_waits_for_an_open_die_and_works_once_a_round() {
    let mut t = val_and_tia();
    t.take(SPARE);
    t.refuse(Action::UseAbility);
    let mut t = val_and_tia();
    t.act(Action::UseAbility);
    t.name(1);
    t.go(2);
    t.refuse(Action::UseAbility);
}

#[test]
fn t07_demolitions_save_up_to_three_tokens() {
    let mut t = mizzy(2);
    t.act(Action::DemolitionsAdd);
    assert_eq!(t.game.seats[0].demolitions, 3);
    t.refuse(Action::DemolitionsAdd);
    t.refuse(remove(0));
    t.start_round();
    t.use_step(&[&[SPARE]]);
    t.refuse(Action::DemolitionsAdd);
    assert!(t.can(remove(3)));
    let t = mizzy(1);
    assert!(t.can(remove(1)) && !t.can(remove(2)) && t.can(Action::DemolitionsAdd));
}

#[test]
fn t08_the_demolitions_group_moves_as_a_whole_only() {
    let mut t = mizzy(1);
    t.act(remove(0));
    t.go(1);
    t.is_closed();
    assert_eq!(t.game.seats[0].district, DistrictIx(1));
    let mut t = mizzy(1);
    t.act(remove(1));
    assert_eq!(t.goals(), [1, 2]);
    t.act(Action::AttackEpic { district: HERE });
    t.is_open(&[(Attack, 2)]);
    assert!(t.goals().is_empty());
}

#[test]
fn t09_tradecraft_adds_a_symbol_once_a_round_to_a_whole_group() {
    let contain = Action::Tradecraft { symbol: Contain };
    let hand: &[crate::support::Die] = &[(Blue, Contain, 2), (Blue, Contain, 2)];
    let mut t = table(&[Exel, Tia]);
    t.use_step(&[hand]);
    t.take(hand[0]);
    t.act(contain);
    t.is_open(&[(Contain, 3)]);
    t.refuse(contain);
    t.act(Action::Forfeit);
    t.take(hand[1]);
    t.refuse(contain);
    let mut t = table(&[Exel, Tia]);
    t.game.districts[0].bracket = 3;
    t.use_step(&[hand]);
    t.take(hand[0]);
    t.act(Action::ContainEpic { district: HERE });
    t.refuse(contain);
}

#[test]
fn t10_tradecraft_on_a_token_doubles_what_it_was_taken_for() {
    let mut t = table(&[Exel, Tia]);
    t.tokens(0, 1);
    t.game.districts[0].bracket = 3;
    t.act(Action::TakeToken { symbol: Research });
    t.refuse(Action::Tradecraft { symbol: Contain });
    t.act(Action::Tradecraft { symbol: Research });
    t.is_open(&[(Research, 2)]);
    t.refuse(Action::ContainEpic { district: HERE });
    t.act(Action::ResearchEpic { district: HERE });
}

#[test]
fn t11_exel_chooses_which_of_two_symbols_is_added() {
    for (chosen, plan, contain) in [(Plan, 2, 1), (Contain, 1, 2)] {
        let mut cards = catalog();
        set_power(
            &mut cards,
            "schematics",
            gives(&[(Plan, 1), (Contain, 1)], false),
        );
        let mut t = table_of(&[Exel, Tia], cards);
        let card = t.give(0, "schematics");
        t.use_card(card);
        t.act(Action::Tradecraft { symbol: chosen });
        t.is_open(&[(Plan, plan), (Contain, contain)]);
    }
}

#[test]
fn t12_tradecraft_adds_no_converted_symbol_but_each_may_be_converted_later() {
    let mut t = table(&[Exel, Tia]);
    t.give(0, "gravatonics");
    t.game.districts[0].enforcement = 2;
    t.use_step(&[&[(Basic, Contain, 1)]]);
    t.take((Basic, Contain, 1));
    t.refuse(Action::Tradecraft {
        symbol: Enforcement,
    });
    t.act(Action::Tradecraft { symbol: Contain });
    t.acts(&[Action::Enforcement { district: HERE }; 2]);
    assert_eq!(t.game.districts[0].enforcement, 0);
}

#[test]
fn t13_tradecraft_before_or_after_a_paid_card() {
    let exel = || {
        let mut t = table(&[Exel, Tia]);
        let emp = t.give(0, "emp");
        t.use_step(&[&[(Basic, Enforcement, 1)]]);
        t.take((Basic, Enforcement, 1));
        (t, emp)
    };
    let (mut t, emp) = exel();
    t.use_card(emp);
    t.act(Action::Tradecraft { symbol: Contain });
    t.is_open(&[(Contain, 4)]);
    let (mut t, emp) = exel();
    t.act(Action::Tradecraft {
        symbol: Enforcement,
    });
    t.is_open(&[(Enforcement, 2)]);
    t.use_card(emp);
    t.is_open(&[(Contain, 3)]);
}

#[test]
fn t14_only_sam_rerolls_without_keeping_a_die() {
    let mut t = table(&[Sam, David]);
    t.start_round();
    t.first_chances();
    assert!(t.can(Action::RollRest));
    t.focus(1);
    t.refuse(Action::RollRest);
    let (kind, face, _) = t.game.seats[1].dice.shown(Spot::Rolled).next().unwrap();
    t.act(Action::Keep { kind, face });
    assert!(t.can(Action::RollRest));
}

#[test]
fn t15_a_lost_die_of_mixed_dice_returns_to_its_owner() {
    let mut cards = catalog();
    epic_of(&mut cards, 1).track = track(&["BASE", "FORTIFY", "FORTIFY", "FORTIFY", "FORTIFY"]);
    let mut t = table_of(&[David, Sam], cards);
    t.game.base = 3;
    t.activate(1);
    assert_eq!(t.game.now, Now::LoseDie);
    let (seat, kind) = (t.seat_off(1), Orange);
    t.act(Action::LoseDie { seat, kind });
    assert_eq!(t.owned_and_lost(1, Orange), (0, 1));
    t.buy_step();
    t.act(Action::BuyBack { seat, kind });
    assert_eq!(t.owned_and_lost(1, Orange), (1, 0));
}
