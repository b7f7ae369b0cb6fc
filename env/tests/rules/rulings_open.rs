//! The rulings on points that the rulebooks leave open, one test each.

use reckoners_env::Action;
use reckoners_env::chance::Outcome;
use reckoners_env::event::Event;
use reckoners_env::ids::DieKind::{Basic, Blue, Green, Orange, Purple};
use reckoners_env::ids::Reckoner::{Abraham, Cody, David, Megan, Prof, Tia};
use reckoners_env::ids::Symbol::{Attack, Contain, Enforcement, Money, Plan, Research};
use reckoners_env::ids::{CardSet, Cause, DistrictIx, FaceIx, Reckoner, SeatIx, Track};
use reckoners_env::state::{Ending, Now, Spot};

use crate::support::fixture::{QUIET, boss_sheets, epic, track};
use crate::support::{HERE, Table, fixture, seat, to};

#[test]
fn r84_empty_epic_deck_takes_the_defeated_pile_back() {
    let mut t = Table::new(&[Abraham, Tia], fixture::catalog());
    t.no_epic(0);
    t.game.defeated.0 |= t.game.epic_deck.0;
    t.game.epic_deck = CardSet(0);
    let defeated = t.game.defeated;
    t.buy_step();
    t.act(Action::DonePurchase);
    assert_eq!(
        t.game.now,
        Now::DealEpic {
            district: DistrictIx(0)
        }
    );
    assert_eq!((t.game.epic_deck, t.game.defeated), (defeated, CardSet(0)));
}

#[test]
fn r84_plan_tokens_beyond_the_supply_are_lost() {
    let mut t = Table::new(&[Tia, Prof], fixture::catalog());
    t.tokens(1, 18);
    t.use_step(&[&[(Basic, Plan, 1), (Basic, Plan, 1)]]);
    t.take((Basic, Plan, 1));
    t.act(Action::Plan);
    assert_eq!(t.game.token_supply, 0);
    t.take((Basic, Plan, 1));
    t.refuse(Action::Plan);
    t.act(Action::Forfeit);
    // A reward of tokens with an empty supply is not even asked for.
    t.game.rewards.plan = 3;
    t.end_use();
    assert_eq!(t.game.now, Now::Buy);
}

#[test]
fn r84_empty_equipment_deck_leaves_the_place_empty() {
    let mut t = Table::new(&[Abraham, Tia], fixture::catalog());
    t.market(&["rifle", "emp", "trap", "grenade"]);
    t.game.discarded = t.game.equipment_deck;
    t.game.equipment_deck = CardSet(0);
    t.game.money = 9;
    t.buy_step();
    let card = t.card("rifle");
    t.acts(&[Action::Buy { card }, Action::Receive { seat: seat(0) }]);
    assert_eq!((t.game.now, t.game.market.len()), (Now::Buy, 3));
    // One card left: a refresh draws just that one.
    t.game.discarded.remove(t.card("jacket").0);
    t.game.equipment_deck.insert(t.card("jacket").0);
    t.act(Action::Refresh);
    t.first_chances();
    assert_eq!((t.game.now, t.game.market.len()), (Now::Buy, 1));
    t.act(Action::Refresh);
    assert_eq!((t.game.now, t.game.market.len()), (Now::Buy, 0));
}

#[test]
fn r84_interleaving_a_die_is_finished_before_any_other_of_the_team() {
    let mut t = Table::new(&[Megan, Tia], fixture::catalog());
    let card = t.give(0, "emp");
    t.use_step(&[
        &[(Basic, Enforcement, 1), (Basic, Money, 1)],
        &[(Basic, Money, 1)],
    ]);
    t.take((Basic, Enforcement, 1));
    t.act(Action::UseCard { card });
    t.act(Action::ContainEpic { district: HERE });
    t.refuse(Action::Focus { seat: seat(1) });
    let face = t.face((Basic, Money, 1));
    t.refuse(Action::Take { kind: Basic, face });
    t.act(Action::ContainEpic { district: HERE });
    t.act(Action::Forfeit);
    t.act(Action::Focus { seat: seat(1) });
    assert_eq!(t.game.acting, SeatIx(1));
}

#[test]
fn r84_leftovers_may_lapse_but_money_and_boss_research_come_at_once() {
    let mut catalog = fixture::catalog();
    let reward = &mut epic(&mut catalog, "frostbite").reward;
    (
        reward.enforcement,
        reward.contain,
        reward.money,
        reward.boss_research,
    ) = (1, 1, 3, 2);
    let mut t = Table::new(&[Abraham, Tia], catalog);
    t.put_epic(0, "frostbite");
    t.game.districts[0].health = 1;
    t.game.districts[1].enforcement = 1;
    let (money, research) = (t.game.money, t.game.boss.research);
    t.use_step(&[&[(Green, Attack, 2), (Basic, Money, 1)]]);
    t.take((Green, Attack, 2));
    t.act(Action::AttackEpic { district: HERE });
    t.act(Action::Forfeit); // a symbol
    t.end_use(); // a die
    assert_eq!(t.game.now, Now::Reward);
    assert_eq!(
        (t.game.money, t.game.boss.research),
        (money + 3, research - 2)
    );
    t.act(Action::Forfeit); // the other rewards
    assert_eq!((t.game.now, t.game.districts[1].enforcement), (Now::Buy, 1));
    assert_eq!(t.game.rewards, Default::default());
}

#[test]
fn r84_attack_and_research_beyond_zero_are_wasted() {
    let mut t = Table::new(&[Abraham, Tia], fixture::catalog());
    t.game.districts[0].health = 1;
    t.use_step(&[&[(Green, Attack, 2)], &[(Purple, Research, 2)]]);
    t.take((Green, Attack, 2));
    t.act(Action::AttackEpic { district: HERE });
    t.refuse(Action::AttackEpic { district: HERE });
    t.act(Action::Forfeit);
    t.focus(1);
    t.take((Purple, Research, 2));
    t.refuse(Action::ResearchEpic { district: HERE });
    // Boss research of a reward stops at zero and is not turned into damage.
    t.act(Action::Forfeit);
    t.game.boss.research = 1;
    t.game.rewards.boss_research = 5;
    t.end_use();
    assert_eq!(
        (t.game.boss.research, t.game.boss.health),
        (0, t.rules.boss_values(&t.game).health)
    );
}

#[test]
fn research_of_a_reward_has_no_effect_once_the_boss_is_weakened() {
    let mut t = Table::new(&[Abraham, Tia], fixture::catalog());
    (t.game.boss.research, t.game.boss.health) = (0, 7);
    t.use_step(&[&[(Basic, Money, 1)]]);
    t.game.rewards.boss_research = 3;
    t.end_use();
    assert_eq!((t.game.boss.research, t.game.boss.health), (0, 7));
}

#[test]
fn r84_helicopter_and_motorcycle_grant_a_move_that_barricades_stop() {
    for key in ["helicopter", "motorcycle"] {
        let mut t = Table::new(&[Abraham, Tia], fixture::catalog());
        let card = t.give(0, key);
        t.game.districts[1].barricades = 1;
        t.use_step(&[&[]]);
        t.act(Action::UseCard { card });
        t.refuse(Action::Move { district: to(1) });
        t.refuse(Action::RemoveBarricade { district: to(1) });
        t.act(Action::Move { district: to(2) });
        assert_eq!(t.game.seats[0].district, DistrictIx(2));
        // Blocked at the origin: the card cannot be used at all.
        let mut t = Table::new(&[Abraham, Tia], fixture::catalog());
        let card = t.give(0, key);
        t.game.districts[0].barricades = 1;
        t.use_step(&[&[]]);
        t.refuse(Action::UseCard { card });
    }
}

#[test]
fn r84_move_reaches_any_district_and_only_its_two_ends_count() {
    let mut t = Table::new(&[Abraham, Tia, David, Prof, Cody], fixture::catalog());
    for d in [1, 2, 4, 5] {
        t.game.districts[d].barricades = 1;
    }
    t.use_step(&[&[(Basic, Money, 1), (Basic, Money, 1)]]);
    t.take((Basic, Money, 1));
    for district in [1, 2, 4, 5].map(to) {
        t.refuse(Action::Move { district });
    }
    t.act(Action::Move { district: to(3) });
    t.game.districts[3].barricades = 1;
    t.take((Basic, Money, 1));
    t.refuse(Action::Move { district: to(3) });
}

#[test]
fn r84_discover_base_takes_any_die_of_anybody_even_the_last_and_nothing_when_none_is_left() {
    let mut t = Table::new(&[Abraham, Tia], fixture::catalog());
    t.put_epic(0, "fortuity");
    t.game.districts[0].bracket = 1;
    t.game.base = 3;
    t.lose(1, Basic, 3);
    t.lose(1, Purple, 2);
    t.epic_phase();
    let mine = t.seat_off(0);
    let hers = t.seat_off(1);
    for action in [(mine, Basic), (mine, Green), (hers, Purple)] {
        assert!(t.can(Action::LoseDie {
            seat: action.0,
            kind: action.1
        }));
    }
    t.refuse(Action::LoseDie {
        seat: hers,
        kind: Basic,
    });
    t.act(Action::LoseDie {
        seat: hers,
        kind: Purple,
    });
    assert_eq!(t.game.seats[1].dice.total(), 0);
    // No die left in the team.
    let mut t = Table::new(&[Abraham, Tia], fixture::catalog());
    t.put_epic(0, "fortuity");
    t.game.districts[0].bracket = 1;
    t.game.base = 3;
    for seat in 0..2 {
        t.lose_all(seat);
    }
    t.epic_phase();
    assert_eq!((t.game.now, t.game.base), (Now::MoveBoss, 0));
}

#[test]
fn r84_a_lost_die_goes_back_to_its_owner_for_the_next_roll() {
    let mut t = Table::new(&[Abraham, Tia], fixture::catalog());
    t.buy_step();
    t.lose(1, Purple, 1);
    t.game.money = 2;
    t.refuse(Action::BuyBack {
        seat: seat(0),
        kind: Purple,
    });
    t.act(Action::BuyBack {
        seat: seat(1),
        kind: Purple,
    });
    assert_eq!(t.count(1, Spot::Kept), 0);
    t.act(Action::DonePurchase);
    t.chance(Outcome::Pick(1));
    t.first_chances();
    assert_eq!(t.count_kind(1, Spot::Rolled, Purple), 3);
}

#[test]
fn r84_a_gift_goes_to_the_clockwise_neighbour_first() {
    let mut catalog = fixture::catalog();
    epic(&mut catalog, "frostbite").track = track(&["GIFT ADD_ENF", QUIET, QUIET, QUIET, QUIET]);
    let mut t = Table::new(&[Abraham, Tia, David, Prof], catalog);
    t.put_epic(1, "frostbite");
    t.game.districts[1].bracket = 1;
    t.game.districts[3].enforcement = 24;
    t.epic_phase();
    // One Enforcement is left: district 2 gets it, district 0 costs population.
    assert_eq!(
        (
            t.game.districts[2].enforcement,
            t.game.districts[0].enforcement
        ),
        (1, 0)
    );
}

#[test]
fn r84_a_boost_at_the_end_of_a_track_runs_its_final_action_at_the_boss() {
    for (boost, track_at_end) in [
        ("BOOST red", Track::Red),
        ("BOOST blue", Track::Blue),
        ("BOOST yellow", Track::Yellow),
        ("BOOST black", Track::Black),
    ] {
        let mut catalog = fixture::catalog();
        epic(&mut catalog, "frostbite").track = track(&[boost, QUIET, QUIET, QUIET, QUIET]);
        for boards in boss_sheets(&mut catalog) {
            fixture::tracks_of(boards)[0] = track(&[QUIET, QUIET, QUIET, QUIET, "POP 2"]);
            fixture::tracks_of(boards)[1] = track(&[QUIET, QUIET, QUIET, QUIET, "POP 3"]);
        }
        let mut t = Table::new(&[Abraham, Tia, David], catalog);
        t.put_epic(1, "frostbite");
        t.game.districts[1].bracket = 1;
        t.game.boss.brackets = [1; 4];
        t.game.boss.brackets[track_at_end.index()] = 4;
        t.epic_phase();
        assert_eq!(
            t.game.boss.brackets[track_at_end.index()],
            4,
            "the bracket stays"
        );
        let boss = t.game.districts[3];
        match track_at_end {
            // Four of the track itself in groups of two: 2 with the boss, 2 in the next district.
            Track::Red => assert_eq!((boss.enforcement, t.game.enforcement_on_board()), (3, 5)),
            Track::Blue => assert_eq!((boss.barricades, t.game.barricades_on_board()), (2, 5)),
            Track::Yellow => assert_eq!(t.lost(), 2),
            Track::Black => assert_eq!(t.lost(), 3),
        }
    }
}

#[test]
fn r84_the_boss_acts_yellow_black_red_blue() {
    let mut catalog = fixture::catalog();
    for boards in boss_sheets(&mut catalog) {
        fixture::tracks_of(boards)[0] = track(&["POP 1"; 5]);
        fixture::tracks_of(boards)[1] = track(&["POP 2"; 5]);
    }
    let mut t = Table::new(&[Abraham, Tia, David], catalog);
    t.game.boss.brackets = [1; 4];
    t.epic_phase();
    let seen: Vec<_> = t
        .events
        .iter()
        .filter_map(|e| match e {
            Event::PopulationLost { amount: 1, .. } => Some(Track::Yellow),
            Event::PopulationLost { .. } => Some(Track::Black),
            Event::Enforcement { .. } => Some(Track::Red),
            Event::Barricades { .. } => Some(Track::Blue),
            _ => None,
        })
        .collect();
    assert_eq!(seen, Track::ALL);
}

#[test]
fn r84_sniper_adds_a_district_until_the_step_ends_and_moves_nobody() {
    let mut t = Table::new(&[Cody, Tia], fixture::catalog());
    t.game.districts[0].enforcement = 1;
    t.game.districts[1].enforcement = 1;
    t.game.districts[2].barricades = 1;
    t.use_step(&[&[
        (Basic, Enforcement, 1),
        (Basic, Enforcement, 1),
        (Orange, Money, 2),
    ]]);
    t.act(Action::Sniper { district: to(1) });
    assert_eq!(
        (t.game.sniper, t.game.seats[0].district),
        (DistrictIx(1), DistrictIx(0))
    );
    t.refuse(Action::Sniper { district: to(2) });
    t.take((Basic, Enforcement, 1));
    t.act(Action::Enforcement { district: to(1) });
    t.take((Basic, Enforcement, 1));
    t.act(Action::Enforcement { district: HERE });
    // Not a second origin: a Barricade at home stops him though none is at the token.
    t.game.districts[0].barricades = 1;
    t.take((Orange, Money, 2));
    t.refuse(Action::Move { district: to(1) });
    t.act(Action::Forfeit);
    t.end_use();
    assert_eq!(t.game.sniper, DistrictIx::NOWHERE);
}

#[test]
fn r84_improvise_changes_one_unused_own_die_once_a_round() {
    let mut t = Table::new(&[David, Tia], fixture::catalog());
    t.use_step(&[
        &[(Blue, Contain, 1), (Basic, Money, 1)],
        &[(Purple, Plan, 1)],
    ]);
    let (from, other) = (t.face((Blue, Contain, 1)), t.face((Blue, Contain, 2)));
    let foreign = t.face((Purple, Plan, 1));
    t.refuse(Action::AbilityDie {
        kind: Purple,
        face: foreign,
    });
    t.act(Action::AbilityDie {
        kind: Blue,
        face: from,
    });
    t.refuse(Action::SetFace { face: from });
    t.refuse(Action::SetFace { face: FaceIx(1) }); // the second of two equal faces
    t.act(Action::SetFace { face: other });
    assert_eq!(
        t.game.seats[0].dice.faces(Spot::Kept),
        t.faces(&[(Blue, Contain, 2), (Basic, Money, 1)])
    );
    let money = t.face((Basic, Money, 1));
    t.refuse(Action::AbilityDie {
        kind: Basic,
        face: money,
    });
    assert!(
        t.can(Action::Take {
            kind: Blue,
            face: other
        }),
        "free: the die is still to be used"
    );
}

#[test]
fn r84_converters_work_on_each_symbol_when_it_is_spent() {
    let mut t = Table::new(&[Tia, David], fixture::catalog());
    t.give(0, "trap"); // ATTACK <-> MONEY
    let money = t.game.money;
    t.use_step(&[
        &[(Basic, Attack, 1), (Basic, Money, 1)],
        &[(Basic, Attack, 1)],
    ]);
    t.take((Basic, Attack, 1));
    t.act(Action::Money);
    t.take((Basic, Money, 1));
    t.act(Action::AttackEpic { district: HERE });
    assert_eq!((t.game.money, t.game.districts[0].health), (money + 1, 6));
    t.focus(1);
    t.take((Basic, Attack, 1));
    t.refuse(Action::Money); // another's card does not help
}

#[test]
fn r84_the_first_ending_ends_the_game_in_the_middle_of_a_step() {
    // A win with symbols, dice and other Reckoners left.
    let mut t = Table::new(&[Abraham, Tia], fixture::catalog());
    t.game.boss.district = DistrictIx(0);
    (t.game.boss.research, t.game.boss.health) = (0, 1);
    t.use_step(&[
        &[(Green, Attack, 2), (Basic, Attack, 1)],
        &[(Basic, Money, 1)],
    ]);
    t.take((Green, Attack, 2));
    t.act(Action::AttackBoss);
    assert_eq!(t.game.now, Now::Over(Ending::Won));
    assert!(t.rules.legal(&t.game).is_empty());
    // A loss by the first of three actions: the others do not happen.
    let mut catalog = fixture::catalog();
    epic(&mut catalog, "frostbite").track = track(&["POP 2", "ADD_ENF", "BOOST red", QUIET, QUIET]);
    let mut t = Table::new(&[Abraham, Tia, David], catalog);
    t.put_epic(0, "frostbite");
    t.game.boss.district = DistrictIx(0);
    t.game.population = 1;
    t.epic_phase();
    assert_eq!(t.game.now, Now::Over(Ending::Lost(Cause::EpicAttack)));
    assert_eq!(
        (
            t.game.population,
            t.game.enforcement_on_board(),
            t.game.boss.brackets
        ),
        (0, 0, [2; 4])
    );
}

#[test]
fn r84_the_rules_know_no_last_round() {
    let mut t = Table::new(&Reckoner::BASE[..2], fixture::catalog());
    t.game.round = 5000;
    t.epic_phase();
    t.chance(Outcome::Pick(1));
    assert_eq!(
        (t.game.round, t.game.now),
        (5001, Now::RollDice { seat: SeatIx(0) })
    );
}
