//! Attacks on the Reckoners: effects that lie on one of them for a round.

use reckoners_env::Action;
use reckoners_env::cards::{Benefit, Gain, Reward, SymbolCounts};
use reckoners_env::ids::DieKind::{Basic, Black, Blue, Green};
use reckoners_env::ids::Reckoner::{Abraham, Cody, David, Exel, Mizzy, Sam, Tia, Val};
use reckoners_env::ids::Symbol::{Attack, Contain, Enforcement, Money, Plan, Research};
use reckoners_env::ids::{
    BossKind, CityKind, DieKind, DistrictIx, Effect, EquipmentId, SeatIx, TokenCount,
};
use reckoners_env::state::{Now, Spot, SwapCard, TableDie, Task};

use super::fixture::{
    AID_CONTAIN, babilar_track, benefit, board_card, boss, card_of, city, reward, table,
    table_with, with_cards,
};
use crate::support::fixture::{permanent, track};
use crate::support::steel::{epic_of, set_power};
use crate::support::{HERE, Table};

fn regalia(team: &[reckoners_env::Reckoner]) -> Table {
    table(boss(BossKind::Regalia), team)
}

/// Names a card.
fn name_card(t: &mut Table, card: EquipmentId) {
    t.act(Action::NameCard { card });
}

/// Names a kind of the own dice.
fn name_kind(t: &mut Table, kind: DieKind) {
    t.lose_named(t.game.acting.0, kind);
}

/// Regalia turns a card in the district where everybody is.
fn turned(t: &mut Table, effect: Effect) {
    t.work(Task::BossStep { part: 4 });
    t.stop_before_round();
    t.pick(card_of(effect));
}

#[test]
fn m027_reroll_leaves_two_rolls() {
    let mut t = regalia(&[David, Tia]);
    t.comes(0, Effect::Reroll);
    t.round();
    t.first_rolls();
    assert_eq!((t.game.now, t.game.acting), (Now::Keep, SeatIx(0)));
    assert!(!t.can(Action::RollRest));
    t.act(Action::Keep {
        kind: Basic,
        face: t.face((Basic, Money, 1)),
    });
    t.act(Action::RollRest);
    t.roll();
    assert_eq!((t.count(0, Spot::Kept), t.count(0, Spot::Rolled)), (6, 0));
    t.acts_for(1);
}

#[test]
fn m028_joker_and_faith_work_on_the_two_rolls() {
    let mut t = regalia(&[Sam, Tia]);
    t.comes(0, Effect::Reroll);
    t.round();
    t.first_rolls();
    t.act(Action::RollRest);
    t.roll();
    assert_eq!(t.count(0, Spot::Rolled), 0);

    let mut t = regalia(&[Abraham, Tia]);
    t.comes(0, Effect::Reroll);
    t.round();
    t.first_rolls();
    let money = (Basic, t.face((Basic, Money, 1)));
    t.act(Action::Keep {
        kind: money.0,
        face: money.1,
    });
    t.act(Action::RollRest);
    t.roll();
    assert_eq!(t.game.now, Now::Keep, "the last roll waits for Faith");
    t.act(Action::AbilityDie {
        kind: money.0,
        face: money.1,
    });
    t.act(Action::FaithRoll);
    t.roll();
    assert_eq!((t.count(0, Spot::Kept), t.count(0, Spot::Rolled)), (6, 0));
}

#[test]
fn m029_a_disabled_ability_neither_works_nor_is_used() {
    let mut t = regalia(&[Sam, Tia]);
    t.comes(0, Effect::Ability);
    t.round();
    t.first_rolls();
    assert!(!t.can(Action::RollRest));

    let mut t = regalia(&[Cody, Tia]);
    let district = t.off(1);
    t.use_step(&[&[(Basic, Money, 1)]]);
    assert!(t.can(Action::Sniper { district }));
    t.affected(0, Effect::Ability);
    assert!(!t.can(Action::Sniper { district }));

    let mut t = regalia(&[Mizzy, Tia]);
    t.game.seats[0].demolitions = 2;
    t.use_step(&[&[(Basic, Money, 1)]]);
    let remove = Action::DemolitionsRemove {
        count: TokenCount(1),
    };
    assert!(t.can(remove) && t.can(Action::DemolitionsAdd));
    t.affected(0, Effect::Ability);
    assert!(!t.can(remove) && !t.can(Action::DemolitionsAdd));
    assert_eq!(t.game.seats[0].demolitions, 2);
}

#[test]
fn m030_a_die_is_laid_aside_for_a_round() {
    let mut t = regalia(&[David, Tia]);
    t.comes(0, Effect::Die);
    t.round();
    assert_eq!((t.game.now, t.game.acting), (Now::LayAside, SeatIx(0)));
    name_kind(&mut t, Basic);
    let in_air = |t: &Table| t.count(0, Spot::Air);
    assert_eq!(
        (t.game.now, in_air(&t)),
        (Now::RollDice { seat: SeatIx(0) }, 5)
    );
    assert_eq!(t.count_kind(0, Spot::Aside, Basic), 1);
    t.round();
    assert_eq!(in_air(&t), 6);
}

#[test]
fn m031_an_only_die_is_laid_aside_unasked() {
    for dice in [0, 1] {
        let mut t = regalia(&[David, Tia]);
        t.dice_of(0, &[(Basic, Money, 1)][..dice], &[]);
        t.comes(0, Effect::Die);
        t.round();
        assert_eq!(t.game.now, Now::RollDice { seat: SeatIx(1) });
        assert_eq!(usize::from(t.count(0, Spot::Aside)), dice);
        t.first_rolls();
        t.acts_for(1);
    }
}

#[test]
fn m032_a_die_laid_aside_is_lost_first() {
    let mut t = table_with(city(CityKind::Babilar), &[Tia, David], |c| {
        babilar_track(c, 0, &[(7, "BASE")]);
    });
    t.game.base = 5;
    t.dice_of(0, &[(Basic, Research, 1)], &[]);
    t.dice_of(1, &[], &[(Basic, Money, 1); 2]);
    t.game.seats[1]
        .dice
        .add(TableDie::hidden(Spot::Aside, Basic));
    t.take((Basic, Research, 1));
    t.lower(0);
    t.lose_named(1, Basic);
    let spots = [Spot::Aside, Spot::Used, Spot::Lost].map(|spot| t.count(1, spot));
    assert_eq!(spots, [0, 2, 1]);
}

#[test]
fn m033_who_has_no_equipment_pays_with_population_at_once() {
    let mut t = regalia(&[Tia, David]);
    let emp = t.give(1, "emp");
    t.give(1, "camera");
    turned(&mut t, Effect::Equipment);
    assert_eq!(t.game.population, 39);
    assert!(t.game.seats[0].coming.is_empty());
    assert!(t.game.seats[1].coming.has(Effect::Equipment));
    t.round();
    assert_eq!((t.game.now, t.game.acting), (Now::Disable, SeatIx(1)));
    name_card(&mut t, emp);
    assert!(matches!(t.game.now, Now::RollDice { .. }));
    assert!(t.game.marks.disabled.has(emp.0));
    assert_eq!(t.game.population, 39);
}

#[test]
fn m034_a_disabled_card_gives_nothing_until_the_next_round() {
    let pair = || {
        let mut t = table_with(boss(BossKind::Regalia), &[David, Tia], |c| {
            set_power(c, "camera", permanent(Gain::Double(Contain)));
        });
        (t.give(0, "camera"), t.give(0, "emp"), t)
    };
    let (camera, _, mut t) = pair();
    t.disabled(0, camera);
    t.use_step(&[&[(Basic, Contain, 1)]]);
    t.take((Basic, Contain, 1));
    t.is_open(&[(Contain, 1)]);

    let (_, emp, mut t) = pair();
    t.disabled(0, emp);
    t.use_step(&[&[(Basic, Enforcement, 1), (Basic, Contain, 1)]]);
    t.take((Basic, Enforcement, 1));
    assert!(!t.can_use(emp));
    t.act(Action::Forfeit);
    t.take((Basic, Contain, 1));
    t.is_open(&[(Contain, 2)]);

    t.round();
    assert!(t.game.marks.disabled.is_empty());
    t.use_step(&[&[(Basic, Enforcement, 1)]]);
    t.take((Basic, Enforcement, 1));
    assert!(t.can_use(emp));
}

#[test]
fn m035_the_die_of_a_disabled_card_is_laid_aside() {
    let mut t = regalia(&[David, Tia]);
    let gun = t.give(0, "gauss-gun");
    t.give(0, "camera");
    t.game.seats[0].dice.add(TableDie::shown(
        Spot::Used,
        Green,
        t.face((Green, Attack, 2)),
    ));
    t.comes(0, Effect::Equipment);
    t.round();
    name_card(&mut t, gun);
    assert_eq!(t.count_kind(0, Spot::Air, Green), 0);
    assert_eq!(
        (t.count(0, Spot::Air), t.count_kind(0, Spot::Aside, Green)),
        (6, 1)
    );
}

/// David owns Herman and Rtich; these dice are theirs. He does without one of the two cards.
fn without(card: &str, herman: Option<DieKind>, extra: Option<DieKind>) -> Table {
    let mut t = regalia(&[David, Tia]);
    for owned in ["herman", "rtich"] {
        t.give(0, owned);
    }
    let dice = [(Basic, Money, 1), (Green, Attack, 1), (Black, Plan, 1)];
    t.dice_of(0, &dice, &[]);
    (t.game.swaps.herman, t.game.swaps.extra) = (herman, extra);
    t.comes(0, Effect::Equipment);
    t.round();
    let card = t.card(card);
    name_card(&mut t, card);
    t
}

#[test]
fn e08_the_dice_of_a_disabled_card_are_not_changed_by_another() {
    // The die of Rtich is not Herman's to give; it is laid aside.
    let mut t = without("rtich", None, Some(Black));
    let seat = t.seat_off(0);
    let give = |kind| Action::LoseDie { seat, kind };
    let card = SwapCard::Herman;
    assert_eq!(t.game.now, Now::SwapGive { card });
    assert!(t.can(give(Basic)) && t.can(give(Green)));
    t.refuse(give(Black));
    t.act(Action::Forfeit);
    assert_eq!(t.count_kind(0, Spot::Aside, Black), 1);

    // The die of Herman is not Rtich's to give; it stays in hand.
    let mut t = without("herman", Some(Green), Some(Black));
    assert_eq!(t.game.now, Now::ExtraKind { first: false });
    t.act(Action::Forfeit);
    let card = SwapCard::Rtich;
    assert_eq!(t.game.now, Now::SwapGive { card });
    assert!(t.can(give(Basic)));
    t.refuse(give(Green));
    t.refuse(give(Black));
    t.act(Action::Forfeit);
    assert_eq!(t.count(0, Spot::Aside), 0);
}

#[test]
fn m036_a_card_stolen_before_the_round_is_not_asked_for() {
    let mut t = table_with(with_cards(), &[Tia, David], |c| {
        board_card(
            c,
            0,
            "AFFECT equipment",
            Benefit::OnDefeat(SymbolCounts::of(Money, 1)),
        );
        epic_of(c, 1).track = track(&["STEAL", "FORTIFY", "FORTIFY", "FORTIFY", "FORTIFY"]);
    });
    let card = t.give(0, "camera");
    t.stand(1, 1);
    t.game.boss.district = DistrictIx(2);
    t.work(Task::CityStep { part: 0 });
    t.is_done();
    assert!(t.game.seats[0].coming.has(Effect::Equipment));
    t.work(Task::ActivateEpic {
        district: DistrictIx(1),
    });
    assert!(matches!(t.game.now, Now::Steal { .. }));
    name_card(&mut t, card);
    t.round();
    assert!(matches!(t.game.now, Now::RollDice { .. }));
    assert_eq!(t.game.population, 40);
}

#[test]
fn m037_a_disabled_blackmail_lets_the_first_action_be_performed() {
    for disabled in [false, true] {
        let mut t = table_with(boss(BossKind::Regalia), &[Tia, David], |c| {
            epic_of(c, 0).track = track(&["POP 2", "FORTIFY", "FORTIFY", "FORTIFY", "FORTIFY"]);
        });
        let blackmail = t.give(0, "blackmail");
        if disabled {
            t.disabled(0, blackmail);
        }
        t.work(Task::ActivateEpic {
            district: DistrictIx(0),
        });
        assert_eq!(t.game.population, if disabled { 38 } else { 40 });
    }
}

#[test]
fn m038_a_move_costs_two() {
    let mut t = regalia(&[Tia, David]);
    t.affected(0, Effect::Move);
    t.dice_of(0, &[(Basic, Money, 1)], &[]);
    t.take((Basic, Money, 1));
    assert_eq!(t.goals(), [0; 0]);
    t.tokens(0, 1);
    let supply = t.game.token_supply;
    assert_eq!(t.goals(), [1, 2]);
    t.go(2);
    assert_eq!(t.game.seats[0].district, DistrictIx(2));
    assert_eq!(
        (t.game.seats[0].tokens, t.game.token_supply),
        (0, supply + 1)
    );
}

#[test]
fn m039_the_second_half_of_a_move_is_named() {
    let mut t = regalia(&[Tia, David]);
    let helicopter = t.give(0, "helicopter");
    t.affected(0, Effect::Move);
    t.dice_of(0, &[(Basic, Money, 1), (Basic, Plan, 1)], &[]);
    t.use_card(helicopter);
    t.go(1);
    assert_eq!(t.game.now, Now::SecondHalf { to: DistrictIx(1) });
    assert_eq!(t.game.seats[0].district, DistrictIx(0));
    t.refuse(Action::TakeToken { symbol: Money });
    assert_eq!(t.legal().len(), 2);
    t.take((Basic, Plan, 1));
    assert_eq!(t.game.seats[0].district, DistrictIx(1));
    assert_eq!(t.dice_at(0, Spot::Kept, (Basic, Money, 1)), 1);
    assert_eq!(t.dice_at(0, Spot::Used, (Basic, Plan, 1)), 1);
}

#[test]
fn m040_only_moves_cost_two() {
    let mut t = regalia(&[Tia, David]);
    t.affected(0, Effect::Move);
    t.game.districts[2].barricades = 1;
    let both = [(Basic, Money, 1), (Basic, Plan, 1)];
    t.dice_of(0, &both, &[]);
    t.take((Basic, Money, 1));
    assert_eq!(t.goals(), [1]);
    let district = t.off(2);
    t.act(Action::RemoveBarricade { district });
    assert_eq!((t.game.now, t.count(0, Spot::Kept)), (Now::Use, 1));
}

#[test]
fn m041_dispatcher_offers_only_who_can_pay_the_second_half() {
    let asked = |change: &dyn Fn(&mut Table)| {
        let mut t = regalia(&[Val, Tia, David]);
        t.affected(1, Effect::Move);
        t.dice_of(0, &[(Basic, Money, 1)], &[]);
        t.dice_of(1, &[], &[]);
        change(&mut t);
        t.act(Action::UseAbility);
        assert!(t.can_name(2));
        (t.can_name(1), t)
    };
    assert!(!asked(&|_| {}).0);
    assert!(
        !asked(&|t| {
            t.give(1, "dish-soap");
        })
        .0
    );
    assert!(
        asked(&|t| {
            t.give(1, "rifle");
        })
        .0
    );
    assert!(asked(&|t| t.dice_of(1, &[(Basic, Money, 1)], &[])).0);
    let (can, mut t) = asked(&|t| t.tokens(1, 1));
    assert!(can);
    t.name(1);
    t.acts_for(1);
    t.go(1);
    assert_eq!((t.game.seats[1].district.0, t.game.seats[1].tokens), (1, 0));
    t.acts_for(0);
}

#[test]
fn m042_printed_pairs_count_as_one() {
    let mut t = table(city(CityKind::Babilar), &[David, Tia]);
    t.affected(0, Effect::Singles);
    t.game.seats[0].aids[AID_CONTAIN.ix()] = 1;
    t.game.city.aids.deck[AID_CONTAIN.ix()] -= 1;
    t.use_step(&[&[(Blue, Contain, 2)]]);
    t.take((Blue, Contain, 2));
    t.is_open(&[(Contain, 1)]);
    t.act(Action::Forfeit);
    t.act(Action::Aid { card: AID_CONTAIN });
    t.is_open(&[(Contain, 1)]);

    let mut t = table_with(with_cards(), &[David, Tia], |c| {
        let contain = 2;
        reward(
            c,
            0,
            Reward {
                contain,
                ..Reward::default()
            },
        );
        benefit(c, 0, Benefit::OnDefeat(SymbolCounts::of(Attack, 2)));
    });
    t.affected(0, Effect::Singles);
    t.stand(1, 1);
    t.game.districts[1].bracket = 4;
    t.epic_values(0, 0, 1);
    t.use_step(&[&[(Basic, Attack, 1)]]);
    t.take((Basic, Attack, 1));
    t.attack(0);
    let district = t.off(1);
    t.acts(&[Action::ContainEpic { district }; 2]);
    assert_eq!(t.game.districts[1].bracket, 2);
    t.is_open(&[(Attack, 2)]);
}

#[test]
fn m043_the_same_effect_twice_counts_once() {
    let mut t = regalia(&[David, Tia]);
    turned(&mut t, Effect::Die);
    turned(&mut t, Effect::Die);
    t.round();
    name_kind(&mut t, Basic);
    assert_eq!(t.game.now, Now::LayAside);
    t.acts_for(1);
    name_kind(&mut t, Basic);
    assert_eq!((t.count(0, Spot::Aside), t.count(1, Spot::Aside)), (1, 1));
}

#[test]
fn m044_the_effect_lies_on_the_reckoner() {
    let mut t = regalia(&[Tia, Exel]);
    t.stand(1, 2);
    t.game.boss.district = DistrictIx(2);
    // Looking clockwise from the next district she finds Tia first.
    turned(&mut t, Effect::Singles);
    t.stand(0, 1);
    t.stand(1, 0);
    t.round();
    assert!(t.game.seats[0].effects.has(Effect::Singles));
    assert!(t.game.seats[1].effects.is_empty());
}

#[test]
fn m045_questions_of_the_phase_start_come_in_order() {
    let mut t = regalia(&[David, Tia, Cody]);
    let camera = t.give(1, "camera");
    t.give(1, "emp");
    t.comes(1, Effect::Equipment);
    t.comes(0, Effect::Die);
    t.comes(1, Effect::Die);
    t.game.acting = SeatIx(2);
    t.round();
    assert_eq!((t.game.now, t.game.acting), (Now::Disable, SeatIx(1)));
    name_card(&mut t, camera);
    assert_eq!((t.game.now, t.game.acting), (Now::LayAside, SeatIx(0)));
    name_kind(&mut t, Basic);
    assert_eq!((t.game.now, t.game.acting), (Now::LayAside, SeatIx(1)));
    name_kind(&mut t, Basic);
    assert!(matches!(t.game.now, Now::RollDice { .. }));
    t.first_rolls();
    assert_eq!((t.game.now, t.game.acting), (Now::Keep, SeatIx(2)));
}

#[test]
fn e02_an_effect_ends_with_the_round_after_next() {
    let mut t = regalia(&[David, Tia]);
    t.comes(0, Effect::Move);
    t.round();
    assert!(t.game.seats[0].effects.has(Effect::Move) && t.game.seats[0].coming.is_empty());
    t.round();
    assert!(t.game.seats[0].effects.is_empty());
}

#[test]
fn e09_pull_costs_nothing_and_a_move_is_one_move_for_submarine() {
    let mut t = regalia(&[Tia, David]);
    t.affected(0, Effect::Move);
    t.stand(0, 1);
    t.epic_does(0, "PULL");
    assert_eq!(t.game.seats[0].district, DistrictIx(0));
    let mut t = regalia(&[Tia, David]);
    t.give(0, "submarine");
    t.affected(0, Effect::Move);
    t.dice_of(0, &[(Basic, Money, 1); 2], &[]);
    t.take((Basic, Money, 1));
    t.go(1);
    assert!(matches!(t.game.now, Now::AfterMove { .. }));
    assert!(t.game.owed.is_empty());
    t.act(Action::Symbol { symbol: Research });
    assert!(t.can(Action::ResearchEpic { district: HERE }));
}

#[test]
fn e13_who_owns_nothing_pays_each_time() {
    let mut t = regalia(&[Tia, David]);
    t.stand(1, 1);
    turned(&mut t, Effect::Equipment);
    let found = t.game.boss.district;
    turned(&mut t, Effect::Equipment);
    assert_ne!(t.game.boss.district, found);
    assert_eq!(t.game.population, 38);
}
