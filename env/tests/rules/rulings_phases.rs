//! The finer readings about rewards, purchase and the Epics' phase, 16 to 27.

use reckoners_env::cards::{Catalog, Gain};
use reckoners_env::chance::{Outcome, in_the_air, outcomes};
use reckoners_env::event::Event;
use reckoners_env::ids::DieKind::{Basic, Blue, Green, Purple};
use reckoners_env::ids::Reckoner::{Abraham, Cody, David, Prof, Tia};
use reckoners_env::ids::Symbol::{Attack, Plan};
use reckoners_env::ids::{CardSet, Cause, DistrictIx, Reckoner, Track};
use reckoners_env::state::{Ending, Now, Source, Spot};
use reckoners_env::{Action, Difficulty, GameSetup, Rules};

use crate::support::fixture::{QUIET, boss_sheets, epic, permanent, track};
use crate::support::{HERE, Table, fixture, seat, to};

/// A box in which the Epic of district 1 (Frostbite) has this track.
fn with_track(actions: [&str; 5]) -> Catalog {
    let mut catalog = fixture::catalog();
    epic(&mut catalog, "frostbite").track = track(&actions);
    catalog
}

/// Four districts, the boss in the last one, Frostbite in district 1 with this bracket.
fn frostbite(catalog: Catalog, bracket: u8) -> Table {
    let mut t = Table::new(&[Abraham, Tia, David], catalog);
    t.put_epic(1, "frostbite");
    t.game.districts[1].bracket = bracket;
    t.game.boss.brackets = [1; 4];
    t
}

#[test]
fn r85_16_all_rewards_of_the_round_form_one_pool() {
    let mut catalog = fixture::catalog();
    for (key, plan) in [("frostbite", 1), ("digzone", 2)] {
        let reward = &mut epic(&mut catalog, key).reward;
        (reward.plan, reward.contain) = (plan, 1);
    }
    let mut t = Table::new(&[Abraham, Tia, David], catalog);
    t.put_epic(0, "frostbite");
    t.put_epic(1, "digzone");
    t.game.districts[0].health = 1;
    t.game.districts[1].health = 1;
    t.use_step(&[&[(Basic, Attack, 1), (Basic, Attack, 1), (Basic, Attack, 1)]]);
    t.take((Basic, Attack, 1));
    t.act(Action::AttackEpic { district: HERE });
    t.take((Basic, Attack, 1));
    t.act(Action::Move { district: to(1) });
    t.take((Basic, Attack, 1));
    t.act(Action::AttackEpic { district: HERE });
    assert_eq!((t.game.rewards.plan, t.game.rewards.contain), (3, 2));
    t.end_use();
    // Anywhere, whoever stands where; two tokens to one Reckoner, one to another.
    let me = t.game.acting;
    let far = t.off(2);
    t.acts(&[
        Action::ContainEpic { district: far },
        Action::ContainBoss {
            track: Track::Yellow,
        },
    ]);
    t.acts(&[
        Action::GiveToken { seat: seat(1) },
        Action::GiveToken { seat: seat(1) },
        Action::GiveToken { seat: seat(0) },
    ]);
    let next = (me.ix() + 1) % 3;
    assert_eq!((t.game.seats[next].tokens, t.game.seat(me).tokens), (3, 2));
    assert_eq!(
        (
            t.game.districts[2].bracket,
            t.game.boss.brackets[0],
            t.game.now
        ),
        (2, 1, Now::Buy)
    );
    // What cannot be placed lapses without being asked for.
    t.use_step(&[&[]]);
    t.game.rewards.enforcement = 2;
    t.game.districts[3].enforcement = 1;
    t.end_use();
    let far = t.off(3);
    t.act(Action::Enforcement { district: far });
    assert_eq!((t.game.now, t.game.rewards.enforcement), (Now::Buy, 0));
}

#[test]
fn r85_17_a_refresh_needs_a_dollar_and_a_card() {
    let mut t = Table::new(&[Abraham, Tia], fixture::catalog());
    t.buy_step();
    t.game.money = 0;
    t.refuse(Action::Refresh);
    t.game.money = 1;
    assert!(t.can(Action::Refresh));
    t.market(&[]);
    t.refuse(Action::Refresh);
}

#[test]
fn r85_18_an_extra_die_comes_from_the_supply_and_is_rolled_next_round() {
    let mut t = Table::new(&[Abraham, Tia], fixture::catalog());
    t.market(&["dowser", "gauss-gun", "harmsway"]);
    t.buy_step();
    t.game.money = 20;
    // Tia takes three of the four purple dice: one is left. Blue is nobody's: four are left.
    assert_eq!(
        (
            t.rules.die_supply(&t.game, Purple),
            t.rules.die_supply(&t.game, Blue)
        ),
        (1, 4)
    );
    for (key, kind, more) in [
        ("dowser", Purple, 1),
        ("harmsway", Blue, 1),
        ("gauss-gun", Green, 1),
    ] {
        let (before, _) = t.owned_and_lost(0, kind);
        let card = t.card(key);
        t.acts(&[Action::Buy { card }, Action::Receive { seat: seat(0) }]);
        t.first_chances();
        assert_eq!(t.owned_and_lost(0, kind), (before + more, 0), "{key}");
        assert_eq!(t.count(0, Spot::Kept), 0);
    }
    t.act(Action::DonePurchase);
    t.chance(Outcome::Pick(1));
    t.first_chances();
    assert_eq!(
        t.game.seats[0].dice.kinds(Spot::Rolled),
        [3, 1, 4, 1, 0, 0, 0]
    );
    // None of the colour left: the card gives nothing. A lost die is not in the supply.
    t.buy_step();
    t.lose(0, Purple, 1);
    let mut catalog = fixture::catalog();
    let jacket = catalog.find_equipment("jacket").unwrap();
    catalog.equipment[usize::from(jacket.0)].power = permanent(Gain::Die(Purple));
    t.rules = Rules::new(catalog);
    t.market(&["jacket"]);
    t.acts(&[
        Action::Buy { card: jacket },
        Action::Receive { seat: seat(0) },
    ]);
    t.first_chances();
    assert!(t.game.seats[0].cards.has(jacket.0));
    assert_eq!(t.owned_and_lost(0, Purple), (0, 1));
}

#[test]
fn r85_19_tokens_gained_by_dice_enter_the_tray_after_the_purchase() {
    let mut t = Table::new(&[Tia, Abraham], fixture::catalog());
    t.use_step(&[&[(Basic, Plan, 1)]]);
    t.take((Basic, Plan, 1));
    t.act(Action::Plan);
    t.end_use();
    assert_eq!(
        (
            t.game.now,
            t.game.seats[0].tokens,
            t.game.seats[0].fresh_tokens
        ),
        (Now::Buy, 1, 1)
    );
    t.act(Action::DonePurchase);
    assert_eq!(
        (t.game.seats[0].tokens, t.game.seats[0].fresh_tokens),
        (2, 0)
    );
}

#[test]
fn r85_20_actions_are_fixed_at_the_start_and_all_new_enforcement_counts_for_the_move() {
    // The first Epic (boss's district 3) gives Enforcement to its neighbours 0 and 2.
    let mut catalog = with_track(["POP 1", "ADD_ENF", "POP 2", "POP 3", "ADD_ENF"]);
    epic(&mut catalog, "digzone").track = track(&["GIFT ADD_ENF", QUIET, QUIET, QUIET, QUIET]);
    let mut t = frostbite(catalog, 2);
    t.put_epic(0, "digzone"); // neighbour of 1: gives it one before it acts
    t.game.districts[0].bracket = 1;
    t.epic_phase();
    // Two actions: POP 1, ADD_ENF. Enforcement 1 (gift) + 1 (own): the bracket moves three, of
    // which only two are free; one blocked space runs the final ADD_ENF, which moves nothing.
    let place = t.game.districts[1];
    assert_eq!((t.lost(), place.bracket, place.enforcement), (1, 4, 3));
    // Left to right.
    let own: Vec<String> = t
        .events
        .iter()
        .filter_map(|e| match e {
            Event::Performs {
                district: DistrictIx(1),
                deed,
                ..
            } if deed.to_string() != QUIET => Some(deed.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(
        own,
        ["ADD_ENF", "POP 1", "ADD_ENF", "ADD_ENF"],
        "gift, own two, overflow"
    );
}

#[test]
fn r85_21_a_gift_of_any_action_runs_once_in_each_neighbour() {
    let run = |action| frostbite(with_track([action, QUIET, QUIET, QUIET, QUIET]), 1);
    let mut t = run("GIFT POP 2");
    t.epic_phase();
    assert_eq!(t.lost(), 4);
    let mut t = run("GIFT BARRICADE 2");
    t.epic_phase();
    let barricades: Vec<u8> = t.game.ring().iter().map(|d| d.barricades).collect();
    assert_eq!(barricades, [2, 0, 2, 1], "and one of the blue track");
    let mut t = run("GIFT FORTIFY");
    let before = t.game.districts;
    t.epic_phase();
    for (d, (place, old)) in t.game.ring().iter().zip(&before).enumerate() {
        let raised = u8::from(d == 0 || d == 2);
        assert_eq!(place.research, old.research + raised);
        assert_eq!(place.health, old.health + raised);
    }
    let mut t = run("GIFT BOOST black");
    t.epic_phase();
    assert_eq!(t.game.boss.brackets, [1, 3, 1, 1]);
    let mut t = run("GIFT BASE");
    t.epic_phase();
    assert_eq!(t.game.base, 2);
    let mut t = run("GIFT FORTIFY_BOSS");
    let mut plain = run("FORTIFY_BOSS");
    t.epic_phase();
    plain.epic_phase();
    assert_eq!(t.game.boss.research, plain.game.boss.research + 1);
}

#[test]
fn r85_22_fortify_boss_and_fortify_are_two_actions() {
    for (action, boss, own) in [("FORTIFY_BOSS", 1, 0), ("FORTIFY", 0, 1)] {
        let mut catalog = fixture::catalog();
        for card in &mut catalog.epics {
            card.track = track(&["BARRICADE 1"; 5]);
        }
        for boards in boss_sheets(&mut catalog) {
            fixture::tracks_of(boards)[0] = track(&[action; 5]);
            fixture::tracks_of(boards)[1] = track(&["POP 1"; 5]);
        }
        for weakened in [false, true] {
            let mut t = frostbite(catalog.clone(), 1);
            t.put_epic(3, "refractionary");
            let place = t.game.boss.district.ix();
            if weakened {
                (t.game.boss.research, t.game.boss.health) = (0, 7);
            }
            let before = t.game;
            t.epic_phase();
            let (boss_before, boss_after) = (before.boss, t.game.boss);
            let (research, health) = if weakened { (0, boss) } else { (boss, 0) };
            assert_eq!(boss_after.research, boss_before.research + research);
            assert_eq!(boss_after.health, boss_before.health + health);
            assert_eq!(
                t.game.districts[place].health,
                before.districts[place].health + own
            );
        }
    }
}

#[test]
fn r85_23_yellow_and_black_act_at_the_boss_and_red_and_blue_go_round_the_ring() {
    let mut catalog = fixture::catalog();
    for boards in boss_sheets(&mut catalog) {
        fixture::tracks_of(boards)[0] = track(&["ADD_ENF", "BARRICADE 1", "ADD_ENF"]);
        fixture::tracks_of(boards)[1] = track(&["ADD_ENF", QUIET, QUIET]);
        boards.deployment = 1;
    }
    let mut t = Table::new(&[Abraham, Tia], catalog);
    t.game.boss.district = DistrictIx(1);
    t.game.boss.brackets = [2, 1, 4, 4];
    t.epic_phase();
    let of = |f: fn(&reckoners_env::state::District) -> u8| {
        t.game.ring().iter().map(f).collect::<Vec<u8>>()
    };
    // Red: 1, 2, 0, 1 again; yellow and black one each in 1. Blue the same, yellow one in 1.
    assert_eq!(of(|d| d.enforcement), [1, 4, 1]);
    assert_eq!(of(|d| d.barricades), [1, 3, 1]);
    let deeds: Vec<String> = t
        .events
        .iter()
        .filter_map(|e| match e {
            Event::Performs {
                source: Source::Boss,
                deed,
                district,
            } => Some(format!("{deed} {}", district.0)),
            _ => None,
        })
        .collect();
    let (at_home, round_the_ring) = deeds.split_at(3);
    assert_eq!(
        at_home,
        ["ADD_ENF 1", "BARRICADE 1 1", "ADD_ENF 1"],
        "left to right, at his district"
    );
    let red = [1, 2, 0, 1].map(|d| format!("ADD_ENF {d}"));
    let blue = [1, 2, 0, 1].map(|d| format!("BARRICADE 1 {d}"));
    assert_eq!(round_the_ring, [red, blue].concat());
}

#[test]
fn r85_24_the_die_for_a_base_is_chosen_in_the_middle_of_the_activation() {
    let mut t = frostbite(with_track(["BASE", "POP 1", QUIET, QUIET, QUIET]), 2);
    t.game.base = 3;
    t.epic_phase();
    assert_eq!((t.game.now, t.game.base, t.lost()), (Now::LoseDie, 0, 0));
    t.act(Action::LoseDie {
        seat: seat(0),
        kind: Basic,
    });
    assert_eq!((t.game.now, t.lost()), (Now::MoveBoss, 1));
}

#[test]
fn a_deed_done_several_times_is_told_once_and_waits_in_its_middle() {
    let mut t = frostbite(with_track(["BASE 9", "POP 1", QUIET, QUIET, QUIET]), 2);
    t.game.base = 3;
    t.epic_phase();
    // Four holes: discovered by the first, the fifth and the ninth.
    for _ in 0..3 {
        assert_eq!((t.game.now, t.game.base, t.lost()), (Now::LoseDie, 0, 0));
        t.act(Action::LoseDie {
            seat: seat(0),
            kind: Basic,
        });
    }
    assert_eq!((t.game.now, t.game.base, t.lost()), (Now::MoveBoss, 0, 1));
    let told: Vec<String> = t
        .events
        .iter()
        .filter_map(|e| match e {
            Event::Performs {
                district: DistrictIx(1),
                deed,
                ..
            } => Some(deed.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(told, ["BASE 9", "POP 1"]);
}

#[test]
fn r85_25_population_stops_at_zero_values_have_no_upper_limit_and_nothing_happens_after_the_end() {
    let mut t = frostbite(with_track(["POP 9", "ADD_ENF", QUIET, QUIET, QUIET]), 2);
    t.game.population = 3;
    t.epic_phase();
    assert_eq!(
        (t.game.population, t.game.now),
        (0, Now::Over(Ending::Lost(Cause::EpicAttack)))
    );
    assert_eq!(
        (t.game.enforcement_on_board(), t.game.barricades_on_board()),
        (0, 0)
    );
    assert!(t.game.agenda.tasks().is_empty());
    assert!(outcomes(t.rules.catalog(), &t.game).is_empty());
    // No upper limit.
    let mut t = frostbite(with_track([QUIET; 5]), 1);
    t.game.money = 500;
    t.game.population = 500;
    t.game.boss.research = 500;
    t.epic_phase();
    assert_eq!(t.game.now, Now::MoveBoss);
    assert!(t.game.boss.research > 500);
    t.use_step(&[&[]]);
    t.act(Action::TakeToken {
        symbol: reckoners_env::ids::Symbol::Money,
    });
    t.act(Action::Money);
    assert_eq!(t.game.money, 501);
    // A loss inside a loop of several placements stops there too.
    let mut t = frostbite(with_track(["BARRICADE 3", QUIET, QUIET, QUIET, QUIET]), 1);
    t.game.districts[0].barricades = 8;
    t.game.population = 1;
    t.epic_phase();
    assert_eq!(t.game.now, Now::Over(Ending::Lost(Cause::NoBarricade)));
}

#[test]
fn r85_26_a_round_is_over_when_the_boss_has_moved() {
    // The environment's cap compares the rounds begun: a new one begins only after his movement.
    let mut t = Table::new(&[Abraham, Tia], fixture::catalog());
    t.epic_phase();
    assert_eq!((t.game.now, t.game.round), (Now::MoveBoss, 1));
    let from = t.game.boss.district;
    t.chance(Outcome::Pick(2));
    assert_eq!(
        (t.game.boss.district, t.game.round),
        (t.game.clockwise(from, 2), 2)
    );
}

#[test]
fn r85_27_the_prologue_purchase_is_a_full_one_and_the_boss_starts_anywhere() {
    let rules = Rules::new(fixture::catalog());
    for seats in 2..=6 {
        let setup = GameSetup::new(&Reckoner::BASE[..seats], Difficulty::Hard).unwrap();
        let mut t = Table {
            game: rules.new_game(&setup),
            rules: rules.clone(),
            events: Vec::new(),
        };
        while t.game.now != Now::PlaceBoss {
            let outcome = outcomes(t.rules.catalog(), &t.game)[0].0;
            t.chance(outcome);
        }
        let expected: Vec<_> = (0..=seats as u8).map(|d| (Outcome::Pick(d), 1)).collect();
        assert_eq!(outcomes(t.rules.catalog(), &t.game), expected);
        t.first_chances();
        assert_eq!((t.game.now, t.game.money), (Now::Buy, 4));
        // Several cards for anybody, and a refresh.
        let card = reckoners_env::ids::EquipmentId(t.game.market.iter().next().unwrap());
        t.acts(&[
            Action::Buy { card },
            Action::Receive {
                seat: seat(seats as u8 - 1),
            },
        ]);
        t.first_chances();
        assert!(t.game.seats[seats - 1].cards.has(card.0));
        t.act(Action::Refresh);
        t.first_chances();
        assert_eq!(
            (t.game.now, t.game.money, t.game.discarded.len()),
            (Now::Buy, 1, 4)
        );
        assert_ne!(t.game.equipment_deck, CardSet(0));
    }
    // A second die bought in the prologue is rolled in the first round.
    let setup = GameSetup::new(&[Cody, Prof], Difficulty::Hard).unwrap();
    let mut t = Table {
        game: rules.new_game(&setup),
        rules,
        events: Vec::new(),
    };
    t.first_chances();
    t.market(&["jacket"]);
    let card = t.card("jacket");
    t.acts(&[Action::Buy { card }, Action::Receive { seat: seat(0) }]);
    t.first_chances();
    t.acts(&[
        Action::DonePurchase,
        Action::Place { district: HERE },
        Action::Place { district: HERE },
    ]);
    assert_eq!(in_the_air(&t.game).iter().sum::<u8>(), 7);
}
