//! The finer readings about using dice, 5 to 15.

use reckoners_env::Action;
use reckoners_env::cards::{Gain, INFINITE, Power, SymbolCounts, SymbolMask, Timing};
use reckoners_env::chance::Outcome;
use reckoners_env::ids::DieKind::{Basic, Green, Orange};
use reckoners_env::ids::Reckoner::{Abraham, Cody, David, Megan, Tia};
use reckoners_env::ids::Symbol::{self, Attack, Contain, Enforcement, Money, Plan, Research};
use reckoners_env::ids::{DistrictIx, FaceIx, Track};
use reckoners_env::state::{Now, Spot};

use crate::support::fixture::permanent;
use crate::support::{HERE, Table, fixture, seat, to};

#[test]
fn r85_05_move_barricade_and_cards_take_the_whole_untouched_group() {
    let whole = |t: &Table, card| {
        [
            t.can(Action::Move { district: to(1) }),
            t.can(Action::RemoveBarricade { district: to(2) }),
            t.can(Action::UseCard { card }),
        ]
    };
    let mut t = Table::new(&[Tia, Abraham], fixture::catalog());
    let card = t.give(0, "imager");
    let rifle = t.give(0, "rifle");
    t.game.districts[2].barricades = 2;
    t.use_step(&[&[(Green, Attack, 2)]]);
    t.take((Green, Attack, 2));
    assert_eq!(whole(&t, card), [true; 3]);
    t.act(Action::AttackEpic { district: HERE });
    assert_eq!(whole(&t, card), [false; 3]);
    t.act(Action::Forfeit);
    t.act(Action::UseCard { card: rifle });
    assert_eq!(
        whole(&t, card),
        [true; 3],
        "symbols of a card are one die too"
    );
    t.act(Action::RemoveBarricade { district: to(2) });
    assert_eq!(
        (t.game.now, t.game.districts[2].barricades),
        (Now::Use, 1),
        "the whole group is gone"
    );
    t.act(Action::TakeToken { symbol: Attack });
    assert_eq!(whole(&t, card), [true; 3], "and so is a token");
    t.act(Action::UseCard { card });
    assert_eq!(t.game.open.symbols, SymbolCounts::of(Research, 3));
}

#[test]
fn r85_06_while_a_die_is_open_nothing_else_happens() {
    let mut t = Table::new(&[Cody, Tia], fixture::catalog());
    let card = t.give(0, "rifle");
    t.use_step(&[
        &[(Orange, Money, 2), (Basic, Money, 1)],
        &[(Basic, Money, 1)],
    ]);
    t.take((Orange, Money, 2));
    let face = t.face((Basic, Money, 1));
    for action in [
        Action::UseCard { card },
        Action::Sniper { district: to(1) },
        Action::TakeToken { symbol: Money },
        Action::Take { kind: Basic, face },
        Action::EndDice,
        Action::Focus { seat: seat(1) },
    ] {
        t.refuse(action);
    }
}

#[test]
fn r85_07_a_symbol_is_spent_only_where_it_has_an_effect() {
    let mut t = Table::new(&[Tia, Abraham], fixture::catalog());
    t.put_epic(0, "nightwielder");
    t.game.districts[0].bracket = 1;
    t.game.boss.district = DistrictIx(0);
    t.game.boss.brackets = [1; 4];
    let refused = |t: &mut Table, symbol: Symbol, actions: &[Action]| {
        t.tokens(0, 1);
        t.use_step(&[&[(Basic, symbol, 1)]]);
        t.take((Basic, symbol, 1));
        for &action in actions {
            t.refuse(action);
        }
    };
    refused(
        &mut t,
        Enforcement,
        &[Action::Enforcement { district: HERE }],
    );
    refused(
        &mut t,
        Contain,
        &[
            Action::ContainEpic { district: HERE },
            Action::ContainBoss { track: Track::Red },
        ],
    );
    refused(
        &mut t,
        Attack,
        &[Action::AttackEpic { district: HERE }, Action::AttackBoss],
    );
    t.game.districts[0].research = 0;
    t.game.districts[0].health = 5;
    (t.game.boss.research, t.game.boss.health) = (0, 9);
    refused(
        &mut t,
        Research,
        &[
            Action::ResearchEpic { district: HERE },
            Action::ResearchBoss,
        ],
    );
    assert_ne!(t.game.districts[0].health, INFINITE);
    t.tokens(1, 19);
    t.tokens(0, 1);
    t.use_step(&[&[(Basic, Plan, 1)]]);
    t.take((Basic, Plan, 1));
    t.refuse(Action::Plan);
    // Nor in a district out of reach.
    t.game.districts[1].enforcement = 1;
    t.use_step(&[&[(Basic, Enforcement, 1)]]);
    t.take((Basic, Enforcement, 1));
    t.refuse(Action::Enforcement { district: to(1) });
    t.act(Action::Forfeit);
    assert_eq!(t.game.now, Now::Use, "it lapses");
}

#[test]
fn r85_08_a_taken_die_is_committed_and_closes_after_its_last_symbol() {
    let mut t = Table::new(&[Cody, Tia], fixture::catalog());
    t.use_step(&[&[(Orange, Money, 2), (Basic, Money, 1)]]);
    t.take((Orange, Money, 2));
    t.act(Action::Money);
    assert_eq!(t.game.now, Now::Spend);
    t.act(Action::Money);
    assert_eq!((t.game.now, t.game.open), (Now::Use, Default::default()));
    t.take((Basic, Money, 1));
    t.act(Action::Forfeit);
    assert_eq!(t.count(0, Spot::Kept), 0, "forfeited is used too");
}

#[test]
fn r85_09_a_plan_token_is_any_single_symbol_and_returns_to_the_supply() {
    for symbol in Symbol::ALL {
        let mut t = Table::new(&[Tia, Abraham], fixture::catalog());
        let supply = t.game.token_supply;
        t.use_step(&[&[]]);
        t.act(Action::TakeToken { symbol });
        assert_eq!(
            (t.game.seats[0].tokens, t.game.token_supply),
            (0, supply + 1)
        );
        assert_eq!(t.game.open.symbols, SymbolCounts::of(symbol, 1));
        t.act(if symbol == Plan {
            Action::Plan
        } else {
            Action::Forfeit
        });
        assert_eq!(t.game.seats[0].fresh_tokens, u8::from(symbol == Plan));
    }
}

#[test]
fn r85_10_converters_chain_work_on_cards_and_keep_the_reach() {
    let mut catalog = fixture::catalog();
    // ATTACK - MONEY and MONEY - PLAN: ATTACK may act as PLAN.
    let kit = catalog.find_equipment("forensic-kit").unwrap();
    catalog.equipment[usize::from(kit.0)].power = permanent(Gain::Convert(Money, Plan));
    let mut t = Table::new(&[Tia, Abraham], catalog);
    t.give(0, "trap");
    t.give(0, "forensic-kit");
    let launcher = t.give(0, "grenade-launcher");
    t.give(0, "gravatonics");
    let safe_house = t.give(0, "safe-house");
    t.use_step(&[&[(Basic, Attack, 1)]]);
    t.take((Basic, Attack, 1));
    t.act(Action::Plan);
    t.act(Action::UseCard { card: launcher });
    t.acts(&[Action::Plan, Action::Money]);
    t.game.districts[2].enforcement = 1;
    t.act(Action::UseCard { card: safe_house });
    t.act(Action::Enforcement { district: to(2) });
    t.act(Action::ContainEpic { district: to(2) });
    // Rewards are not converted.
    t.game.rewards.enforcement = 1;
    t.game.boss.brackets = [2; 4];
    t.game.districts[1].enforcement = 1;
    t.end_use();
    assert_eq!(t.game.now, Now::Reward);
    t.refuse(Action::ContainEpic { district: to(2) });
    t.refuse(Action::ContainBoss { track: Track::Red });
}

#[test]
fn r85_11_doubling_counts_natural_basic_symbols_once_and_improvised_faces_are_natural() {
    let mut catalog = fixture::catalog();
    let camera = catalog.find_equipment("camera").unwrap();
    catalog.equipment[usize::from(camera.0)].power = permanent(Gain::Double(Attack));
    let mut t = Table::new(&[David, Tia], catalog);
    t.give(0, "camera");
    t.give(0, "twin-pistols");
    t.use_step(&[&[
        (Basic, Attack, 1),
        (Basic, Money, 1),
        (Green, Attack, 2),
        (Green, Attack, 1),
    ]]);
    let open_after = |t: &Table, die| {
        let mut copy = Table {
            rules: t.rules.clone(),
            game: t.game,
            events: Vec::new(),
        };
        copy.take(die);
        copy.game.open.symbols.total()
    };
    assert_eq!(
        open_after(&t, (Basic, Attack, 1)),
        2,
        "two doublers of one symbol do not stack"
    );
    assert_eq!(
        open_after(&t, (Green, Attack, 2)),
        2,
        "special dice are not doubled"
    );
    assert_eq!(open_after(&t, (Green, Attack, 1)), 1);
    assert_eq!(open_after(&t, (Basic, Money, 1)), 1);
    let (money, attack) = (t.face((Basic, Money, 1)), t.face((Basic, Attack, 1)));
    t.act(Action::AbilityDie {
        kind: Basic,
        face: money,
    });
    t.act(Action::SetFace { face: attack });
    assert_eq!(open_after(&t, (Basic, Attack, 1)), 2);
    // A token is not a Basic die.
    t.act(Action::TakeToken { symbol: Attack });
    assert_eq!(t.game.open.symbols.total(), 1);
}

#[test]
fn r85_12_a_cost_of_several_symbols_is_paid_by_any_one_of_them() {
    let mut catalog = fixture::catalog();
    let emp = catalog.find_equipment("emp").unwrap();
    let cost: SymbolMask = [Enforcement, Money].into_iter().collect();
    catalog.equipment[usize::from(emp.0)].power = Power {
        timing: Timing::Paid(cost),
        gain: Gain::Symbols {
            gives: SymbolCounts::of(Contain, 3),
            anywhere: false,
        },
    };
    for (symbol, pays) in [(Enforcement, true), (Money, true), (Attack, false)] {
        let mut t = Table::new(&[Tia, Abraham], catalog.clone());
        let card = t.give(0, "emp");
        t.use_step(&[&[(Basic, symbol, 1)]]);
        t.take((Basic, symbol, 1));
        assert_eq!(t.can(Action::UseCard { card }), pays, "{symbol}");
    }
}

#[test]
fn r85_13_any_district_symbols_go_to_one_district_that_the_first_fixes() {
    let mut t = Table::new(&[Tia, Abraham], fixture::catalog());
    let card = t.give(0, "safe-house");
    let notebooks = t.give(0, "notebooks");
    t.use_step(&[&[]]);
    t.act(Action::UseCard { card });
    // The boss stands in the last district, 2; there and on the Epic beside him is one place.
    t.act(Action::ContainEpic { district: to(1) });
    for elsewhere in [HERE, to(2)] {
        t.refuse(Action::ContainEpic {
            district: elsewhere,
        });
    }
    t.refuse(Action::ContainBoss { track: Track::Blue });
    t.act(Action::ContainEpic { district: to(1) });
    assert_eq!(t.game.districts[1].bracket, 1);
    let (research, epic) = (t.game.boss.research, t.game.districts[2].research);
    t.act(Action::UseCard { card: notebooks });
    t.act(Action::ResearchBoss);
    for elsewhere in [HERE, to(1)] {
        t.refuse(Action::ResearchEpic {
            district: elsewhere,
        });
    }
    t.act(Action::ResearchEpic { district: to(2) });
    assert_eq!(
        (t.game.boss.research, t.game.districts[2].research),
        (research - 1, epic - 1)
    );
    // A card that it activates loses the reach (es:706).
    let mut t = Table::new(&[Megan, Abraham], fixture::catalog());
    let card = t.give(0, "safe-house");
    t.use_step(&[&[]]);
    t.act(Action::UseCard { card });
    t.act(Action::UseAbility);
    t.refuse(Action::AttackEpic { district: to(1) });
    t.act(Action::AttackEpic { district: HERE });
}

#[test]
fn r85_14_free_things_work_once_a_round_without_a_die() {
    let mut t = Table::new(&[Tia, Cody, David], fixture::catalog());
    let free = [
        "rifle",
        "disguise",
        "grenade",
        "night-vision-goggles",
        "schematics",
        "safe-house",
        "notebooks",
        "grenade-launcher",
        "helicopter",
        "motorcycle",
    ];
    let paid = ["emp", "bribe", "imager", "bank-vault"];
    for key in free.iter().chain(&paid) {
        t.give(0, key);
    }
    t.use_step(&[&[], &[], &[(Basic, Money, 1)]]);
    for key in paid {
        let card = t.card(key);
        t.refuse(Action::UseCard { card });
    }
    for key in free {
        let card = t.card(key);
        t.acts(&[Action::UseCard { card }, Action::Forfeit]);
        t.refuse(Action::UseCard { card });
    }
    t.act(Action::Operations { seat: seat(1) });
    t.refuse(Action::Operations { seat: seat(1) });
    t.focus(1);
    t.act(Action::Sniper { district: to(1) });
    t.refuse(Action::Sniper { district: to(1) });
    t.focus(2);
    let face = t.face((Basic, Money, 1));
    t.acts(&[
        Action::AbilityDie { kind: Basic, face },
        Action::SetFace { face: FaceIx(4) },
    ]);
    t.refuse(Action::AbilityDie {
        kind: Basic,
        face: FaceIx(4),
    });
    // The next round everything is ready again.
    t.end_use();
    t.act(Action::DonePurchase);
    t.chance(Outcome::Pick(1));
    assert!(t.game.team().iter().all(|s| !s.ability_spent));
    assert!(t.game.marks.spent.is_empty());
}

#[test]
fn r85_15_sniper_names_another_district_and_operations_needs_a_token_and_another() {
    let mut t = Table::new(&[Cody, Tia], fixture::catalog());
    let card = t.give(0, "rifle");
    t.use_step(&[&[(Basic, Attack, 1)]]);
    for district in [HERE, to(3)] {
        t.refuse(Action::Sniper { district });
    }
    t.act(Action::Sniper { district: to(2) });
    t.take((Basic, Attack, 1));
    t.act(Action::AttackEpic { district: to(2) });
    t.act(Action::TakeToken { symbol: Attack });
    t.act(Action::AttackEpic { district: to(2) });
    t.act(Action::UseCard { card });
    t.acts(&[
        Action::AttackEpic { district: to(2) },
        Action::AttackEpic { district: HERE },
    ]);
    assert_eq!(
        (t.game.districts[2].health, t.game.districts[0].health),
        (3, 6)
    );
    // Nobody else shoots from there.
    t.focus(1);
    t.act(Action::TakeToken { symbol: Attack });
    t.refuse(Action::AttackEpic { district: to(2) });

    let mut t = Table::new(&[Tia, Abraham], fixture::catalog());
    t.use_step(&[&[], &[]]);
    t.refuse(Action::Operations { seat: seat(0) });
    t.refuse(Action::Operations { seat: seat(2) });
    t.focus(1);
    t.act(Action::EndDice);
    t.act(Action::Operations { seat: seat(1) });
    assert_eq!(t.game.seats[1].tokens, 2);
    t.focus(1);
    t.act(Action::TakeToken { symbol: Money }); // usable at once, also by one who had ended
    let mut t = Table::new(&[Tia, Abraham], fixture::catalog());
    t.tokens(0, 19);
    t.use_step(&[&[], &[]]);
    t.refuse(Action::Operations { seat: seat(1) });
}
