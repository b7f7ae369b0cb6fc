//! Set-up, prologue and variants.

use reckoners_env::cards::{CityCards, Modules, Reward, Ruleset, Side, load_embedded};
use reckoners_env::chance::outcomes;
use reckoners_env::event::Event;
use reckoners_env::ids::Reckoner::{Abraham, Cody, David, Mizzy, Prof, Tia};
use reckoners_env::ids::{
    Adjustment, BossKind, CityKind, DieKind, Difficulty, DistrictIx, Shield, Symbol, Track,
};
use reckoners_env::state::{Ending, Now};
use reckoners_env::{Action, Reckoner};

use super::fixture::{
    babilar_track, boss, catalog, city, fresh, game, limelight, new_game, reward, table,
    table_with, with_cards,
};
use crate::support::{HERE, Table};

const SIX: [Reckoner; 6] = [David, Prof, Tia, Abraham, Cody, Mizzy];

fn at(difficulty: Difficulty, ruleset: Ruleset) -> Ruleset {
    Ruleset {
        difficulty,
        ..ruleset
    }
}

/// Resolves chance until the game waits for this, with the first outcome.
fn until(t: &mut Table, stop: impl Fn(Now) -> bool) {
    t.first_chances_while(|now| !stop(now));
}

#[test]
fn m001_only_the_fourth_module_pays_rewards_at_once() {
    let pays = |ruleset: Ruleset| {
        let mut t = table_with(ruleset, &[Abraham, Tia], |c| {
            let money = 2;
            reward(
                c,
                0,
                Reward {
                    money,
                    ..Reward::default()
                },
            );
        });
        t.epic_values(0, 0, 1);
        t.use_step(&[&[(DieKind::Basic, Symbol::Attack, 1)]]);
        t.take((DieKind::Basic, Symbol::Attack, 1));
        t.attack(0);
        t
    };
    let plain = pays(city(CityKind::Newcago));
    assert_eq!((plain.game.money, plain.game.rewards.money), (4, 2));
    for ruleset in [
        with_cards(),
        boss(BossKind::Regalia),
        city(CityKind::Ildithia),
    ] {
        assert_eq!(pays(ruleset).game.money, 6, "{ruleset:?}");
    }
    let mut plain = plain;
    plain.end_use();
    assert_eq!((plain.game.money, plain.game.now), (6, Now::Buy));
}

#[test]
fn m002_boards_are_dealt_first_where_something_is_printed_on_them() {
    let mut t = new_game(city(CityKind::Babilar), &SIX[..4]);
    for (district, left) in (0..).zip([7, 6, 5, 4, 3]) {
        let district = DistrictIx(district);
        assert_eq!(t.game.now, Now::DealBoard { district });
        assert_eq!(t.odds(), (left, Some(1)));
        let outcome = outcomes(t.rules.catalog(), &t.game)[0].0;
        t.chance(outcome);
    }
    let district = DistrictIx(0);
    assert_eq!(t.game.now, Now::DealEpic { district });
    let plain = new_game(city(CityKind::Newcago), &SIX[..4]);
    assert_eq!(plain.game.now, Now::DealEpic { district });
    let cards = new_game(with_cards(), &SIX[..4]);
    assert_eq!(cards.game.now, Now::DealBoard { district });
}

#[test]
fn m003_babilar_has_markers_and_health_from_the_start() {
    let ruleset = at(Difficulty::Hard, game(BossKind::Regalia, CityKind::Babilar));
    let t = new_game(ruleset, &SIX[..3]);
    assert_eq!(t.markers(), [9; 4]);
    assert_eq!(t.game.boss.health, 20);
    let mut t = table(game(BossKind::Regalia, CityKind::Babilar), &SIX[..3]);
    t.use_step(&[&[(DieKind::Basic, Symbol::Attack, 1)]]);
    t.take((DieKind::Basic, Symbol::Attack, 1));
    assert!(!t.can(Action::AttackBoss));
}

#[test]
fn m004_the_space_of_the_start_is_not_entered() {
    let mut t = fresh(city(CityKind::Babilar), &SIX[..3], {
        let mut c = catalog();
        (0..7).for_each(|board| babilar_track(&mut c, board, &[(8, "POP 1")]));
        c
    });
    until(&mut t, |now| now == Now::Buy);
    assert_eq!((t.markers(), t.game.population), (vec![8; 4], 40));
}

#[test]
fn m005_steelheart_keeps_his_boards_in_babilar() {
    let ruleset = at(Difficulty::Beginner, city(CityKind::Babilar));
    let mut t = new_game(ruleset, &SIX[..2]);
    assert_eq!((t.markers(), t.game.boss.health), (vec![7; 3], 10));
    until(&mut t, |now| now == Now::MoveBoss);
    let boards = t.rules.boss_sheet(&t.game);
    let base = &load_embedded().bosses[0].sheets[0][Difficulty::Beginner.index()];
    assert_eq!(boards, base);
    let first = t.game.boss.brackets[Track::Red.index()];
    assert_eq!(t.enforcement().iter().sum::<u8>(), first);
    let mut t = table(city(CityKind::Babilar), &[Tia, David]);
    t.activate_boss();
    t.is_done();
    assert_eq!(
        (t.enforcement(), t.barricades()),
        (vec![1, 0, 0], vec![1, 0, 0])
    );
}

#[test]
fn m006_limelight_in_newcago_is_researched_by_steelhearts_table() {
    let mut t = new_game(boss(BossKind::Limelight), &SIX[..5]);
    assert_eq!(t.game.boss.research, 36);
    assert_eq!(t.rules.boss_values(&t.game).health, 36);
    until(&mut t, |now| now == Now::Buy);
    assert_eq!(t.game.boss.health, 0);
}

#[test]
fn m007_a_casual_game_begins_with_more_money() {
    let adjustment = Adjustment::Casual;
    for ruleset in [boss(BossKind::Regalia), city(CityKind::Newcago)] {
        let ruleset = Ruleset {
            adjustment,
            ..ruleset
        };
        let mut t = fresh(ruleset, &SIX[..5], {
            let mut c = catalog();
            c.setup.money = 4;
            c.pieces.casual_money = 1;
            c
        });
        until(&mut t, |now| now == Now::Buy);
        assert_eq!(t.game.money, 9);
    }
}

#[test]
fn m008_the_token_adds_to_the_yellow_track_of_an_activation_only() {
    let ruleset = Ruleset {
        adjustment: Adjustment::Two,
        ..boss(BossKind::Regalia)
    };
    let mut t = table(ruleset, &[Tia, David]);
    t.activate_boss();
    let before_black = t
        .events
        .iter()
        .take_while(|e| !matches!(e, Event::BossValues { .. }));
    let lost = before_black.filter_map(|e| match e {
        Event::PopulationLost { amount, .. } => Some(*amount),
        _ => None,
    });
    assert_eq!(lost.collect::<Vec<_>>(), [1, 1, 2]);
    assert_eq!(t.game.population, 36);
    let mut t = table(ruleset, &[Tia, David]);
    t.game.boss.brackets[Track::Yellow.index()] = 4;
    t.boss_does("BOOST yellow");
    assert_eq!(t.game.population, 39);
    let mut t = fresh(ruleset, &SIX[..3], catalog());
    until(&mut t, |now| now == Now::Buy);
    assert_eq!(t.game.population, 40);
}

#[test]
fn m009_the_token_comes_after_limelights_cell() {
    let ruleset = Ruleset {
        adjustment: Adjustment::One,
        ..boss(BossKind::Limelight)
    };
    let cells = |c: &mut _| limelight(c, &[(Track::Yellow, 'B', 1, "POP 5")]);
    let rows = reckoners_env::chance::Outcome::Rows([0; Track::COUNT]);
    let mut t = table_with(ruleset, &[Tia, David], cells);
    t.activate_boss();
    t.chance(rows);
    assert_eq!(t.game.population, 34);
    let mut t = table_with(ruleset, &[Tia, David], cells);
    t.game.population = 5;
    t.activate_boss();
    t.chance(rows);
    assert!(matches!(t.game.now, Now::Over(Ending::Lost(_))));
    let losses = t
        .events
        .iter()
        .filter(|e| matches!(e, Event::PopulationLost { .. }));
    assert_eq!(losses.count(), 1);
}

#[test]
fn m010_in_the_prologue_regalia_acts_by_red_alone() {
    let mut t = fresh(boss(BossKind::Regalia), &SIX[..3], catalog());
    until(&mut t, |now| now == Now::PlaceBoss);
    t.pick(2);
    assert_eq!(t.enforcement(), [0, 1, 0, 1]);
    assert_eq!(t.game.now, Now::MoveBoss, "she moves by the die");
    until(&mut t, |now| now == Now::Buy);
    assert_eq!(t.game.population, 40);
    assert!(t.game.team().iter().all(|seat| seat.coming.is_empty()));
    assert_eq!(t.game.boss.cards.iter().sum::<u8>(), 12);
}

#[test]
fn m011_in_the_prologue_limelight_rolls_no_power_die() {
    let mut t = fresh(boss(BossKind::Limelight), &SIX[..3], {
        let mut c = catalog();
        limelight(&mut c, &[(Track::Red, 'B', 1, "GIFT ADD_ENF 1")]);
        c
    });
    until(&mut t, |now| now == Now::PlaceBoss);
    t.pick(2);
    assert_eq!(t.enforcement(), [0, 1, 0, 1]);
    assert_eq!(t.game.now, Now::MoveBoss);
    until(&mut t, |now| now == Now::Buy);
    assert!(
        !t.events
            .iter()
            .any(|e| matches!(e, Event::PowerDice { .. }))
    );
}

#[test]
fn s16_regalia_in_ildithia_has_the_booklets_values() {
    let ruleset = at(
        Difficulty::Sparks,
        game(BossKind::Regalia, CityKind::Ildithia),
    );
    let t = new_game(ruleset, &SIX[..4]);
    assert_eq!((t.game.boss.research, t.game.boss.health), (38, 0));
    assert!(t.rules.boss_has_track(&t.game), "no markers of Babilar");
    let mut t = table(game(BossKind::Regalia, CityKind::Ildithia), &SIX[..4]);
    t.activate_boss();
    assert_eq!(t.game.now, Now::BossCard);
}

#[test]
fn s17_limelight_in_babilar_has_markers_and_rolls_his_dice() {
    let ruleset = at(
        Difficulty::Sparks,
        game(BossKind::Limelight, CityKind::Babilar),
    );
    let t = new_game(ruleset, &SIX[..2]);
    assert_eq!((t.markers(), t.game.boss.health), (vec![10; 3], 25));
    let mut t = table(game(BossKind::Limelight, CityKind::Babilar), &SIX[..2]);
    t.activate_boss();
    assert_eq!(t.game.now, Now::PowerDice);
}

#[test]
fn k01_an_adjustment_alone_is_no_fourth_module() {
    let adjusted = |adjustment| Ruleset {
        adjustment,
        ..Ruleset::base(Difficulty::Standard)
    };
    for adjustment in Adjustment::ALL {
        assert!(!adjusted(adjustment).is_merged(), "{adjustment}");
    }
    // The token works in the base game too.
    let mut t = table(adjusted(Adjustment::Two), &[Tia, David]);
    t.activate_boss();
    t.is_done();
    assert_eq!(t.game.population, 38);
}

#[test]
fn k05_pieces_of_the_box_are_in_every_game_of_the_module() {
    let ruleset = boss(BossKind::Regalia).with(Modules::NONE);
    let mut t = table(ruleset, &[Tia, David]);
    let dice = t.rules.catalog().dice_in_box(&ruleset, DieKind::Blue);
    assert_eq!(dice, t.rules.catalog().pieces.special_dice_per_colour);
    t.boss_does("SHIELD blue");
    t.boss_does("COPY_TOKEN");
    t.boss_does("TRANSFORM");
    assert!(matches!(t.game.now, Now::Transform { .. }));
    let place = &t.game.districts[0];
    assert_eq!(
        (place.shields[Shield::Blue.index()], place.copy_tokens),
        (1, 1)
    );
    t.use_step(&[&[(DieKind::Basic, Symbol::Money, 1)]]);
    t.take((DieKind::Basic, Symbol::Money, 1));
    t.act(Action::RemoveCopyToken { district: HERE });
}

#[test]
fn n01_a_side_is_chosen_for_each_board() {
    let sides: CityCards = "ABABABA".parse().unwrap();
    assert_eq!(sides.to_string(), "ABABABA");
    let ruleset = Ruleset {
        city_cards: sides,
        ..with_cards()
    };
    let mut t = table_with(ruleset, &[Tia, David], |c| {
        for board in &mut c.cities[CityKind::Newcago.index()].boards {
            let cards = board.cards.as_mut().unwrap();
            let action = |text| reckoners_env::cards::Deed::read(text).unwrap();
            (cards[0].action, cards[1].action) = (action("ADD_ENF"), action("BARRICADE 1"));
        }
    });
    t.work(reckoners_env::state::Task::CityStep { part: 0 });
    t.is_done();
    assert_eq!(
        (t.enforcement(), t.barricades()),
        (vec![2, 0, 1], vec![0, 1, 0])
    );
    assert_eq!("B".parse(), Ok(CityCards::all(Side::B)));
}

#[test]
fn k06_all_brackets_start_with_two_actions_on_their_left() {
    for kind in BossKind::ALL {
        let mut t = new_game(boss(kind), &SIX[..3]);
        until(&mut t, |now| now == Now::PlaceBoss);
        assert_eq!(t.game.boss.brackets, [2; Track::COUNT], "{kind}");
    }
}
