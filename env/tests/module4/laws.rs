//! Every law of the fourth module is broken once.

use reckoners_env::Game;
use reckoners_env::ids::DieKind::Basic;
use reckoners_env::ids::Reckoner::{David, Tia};
use reckoners_env::ids::Symbol::Money;
use reckoners_env::ids::{AidIx, BoardIx, BossKind, CityKind, DistrictIx, Effect, SeatIx, Track};
use reckoners_env::state::{Now, Spot, Step, TableDie, Violation, check_laws};

use super::fixture::{AID_MONEY, AID_PLAN, boss, city, game, table, with_cards};
use crate::support::Table;

/// The edit of a lawful position breaks exactly this law first.
#[track_caller]
fn breaks(t: &Table, law: Violation, edit: impl FnOnce(&mut Game)) {
    let mut game = t.game;
    edit(&mut game);
    assert_eq!(check_laws(t.rules.catalog(), &game), Err(law));
}

fn of(ruleset: reckoners_env::Ruleset) -> Table {
    table(ruleset, &[Tia, David])
}

const fn out(what: &'static str, index: u8) -> Violation {
    Violation::OutOfPlay { what, index }
}

#[test]
fn law_markers_are_within_their_tracks() {
    let marker = |district, marker, start| Violation::Marker {
        district: DistrictIx(district),
        marker,
        start,
    };
    breaks(&of(city(CityKind::Babilar)), marker(1, 9, 8), |g| {
        g.districts[1].marker = 9;
    });
    breaks(&of(city(CityKind::Ildithia)), marker(2, 5, 4), |g| {
        g.districts[2].marker = 5;
    });
    breaks(&of(with_cards()), marker(0, 1, 0), |g| {
        g.districts[0].marker = 1;
    });
}

#[test]
fn law_boards_are_all_different() {
    let board = |index| out("board of a district", index);
    breaks(&of(with_cards()), board(0), |g| {
        g.districts[1].board = Some(BoardIx(0));
    });
    breaks(&of(with_cards()), board(7), |g| {
        g.districts[1].board = Some(BoardIx(7));
    });
}

#[test]
fn law_dawnslight_cards_are_not_more_than_the_box_has() {
    let aids = |on_board| Violation::Pieces {
        what: "Dawnslight cards",
        on_board,
        box_total: 2,
    };
    let t = of(city(CityKind::Babilar));
    breaks(&t, aids(3), |g| g.seats[1].aids[AID_MONEY.ix()] = 1);
    breaks(&t, aids(3), |g| g.city.aids.put_below(AID_PLAN));
    breaks(&t, aids(4), |g| {
        let pair = [AID_PLAN, AID_PLAN];
        g.now = Now::KeepAid {
            district: DistrictIx(0),
            pair,
        };
    });
    breaks(&t, aids(3), |g| {
        let district = DistrictIx(0);
        g.now = Now::GiveAid {
            district,
            card: AID_PLAN,
        };
    });
    // Where no such cards are in the box nobody has one.
    let none = Violation::Pieces {
        what: "Dawnslight cards",
        on_board: 1,
        box_total: 0,
    };
    breaks(&of(city(CityKind::Ildithia)), none, |g| {
        g.seats[0].aids[AidIx(0).ix()] = 1;
    });
}

#[test]
fn law_regalias_cards_are_twelve() {
    let cards = |on_board, box_total| Violation::Pieces {
        what: "cards of the boss",
        on_board,
        box_total,
    };
    breaks(&of(boss(BossKind::Regalia)), cards(3, 2), |g| {
        g.boss.cards[4] = 3;
    });
    breaks(&of(boss(BossKind::Regalia)), cards(1, 0), |g| {
        g.boss.cards[6] = 1;
    });
    breaks(&of(boss(BossKind::Limelight)), cards(1, 0), |g| {
        g.boss.cards[0] = 1;
    });
}

#[test]
fn law_limelights_brackets_and_rows_are_on_his_tables() {
    let t = of(boss(BossKind::Limelight));
    let bracket = |bracket| Violation::BossBracket {
        track: Track::Red,
        bracket,
        last: 4,
    };
    breaks(&t, bracket(5), |g| g.boss.brackets[Track::Red.index()] = 5);
    breaks(&t, bracket(0), |g| g.boss.brackets[Track::Red.index()] = 0);
    breaks(&t, out("row of a Power die", 6), |g| g.boss.rows[0] = 6);
}

#[test]
fn law_the_boss_in_babilar_is_weakened_exactly_when_all_markers_are_down() {
    let t = of(game(BossKind::Regalia, CityKind::Babilar));
    let values = |research, health| Violation::BossValues { research, health };
    breaks(&t, values(0, 15), |g| g.boss.research = 0);
    breaks(&t, values(24, 15), |g| g.districts[0].marker = 7);
    breaks(&t, values(24, 0), |g| g.boss.health = 0);
}

#[test]
fn law_the_moving_board_lies_between_two_districts() {
    let passed = |index| out("the district that the city has passed", index);
    let nowhere = DistrictIx::NOWHERE;
    let t = of(city(CityKind::Ildithia));
    breaks(&t, passed(3), |g| g.city.passed = DistrictIx(3));
    breaks(&t, passed(nowhere.0), |g| g.city.passed = nowhere);
    breaks(&of(city(CityKind::Babilar)), passed(0), |g| {
        g.city.passed = DistrictIx(0);
    });
}

#[test]
fn law_a_disabled_card_is_owned_and_chosen() {
    let mut t = of(boss(BossKind::Regalia));
    let seat = SeatIx(0);
    let card = t.give(0, "camera");
    let other = t.give(0, "emp");
    breaks(&t, Violation::Disabled { seat }, |g| {
        g.marks.disabled.insert(card.0);
    });
    t.disabled(0, card);
    breaks(&t, Violation::Disabled { seat }, |g| {
        g.marks.disabled.insert(other.0);
    });
    breaks(&t, Violation::Marked, |g| {
        g.seats[0].cards.remove(card.0);
        g.equipment_deck.insert(card.0);
    });
    t.comes(0, Effect::Equipment);
    t.round();
    t.act(reckoners_env::Action::NameCard { card });
    t.first_rolls();
    breaks(&t, Violation::Disabled { seat }, |g| {
        g.marks.disabled.remove(card.0);
    });
}

#[test]
fn law_dice_are_laid_aside_only_while_dice_are_rolled_and_used() {
    let mut t = of(boss(BossKind::Regalia));
    let aside = TableDie::hidden(Spot::Aside, Basic);
    t.dice_of(0, &[(Basic, Money, 1)], &[]);
    t.game.seats[0].dice.add(aside);
    t.check();
    t.buy_step();
    let law = Violation::Dice {
        seat: SeatIx(0),
        spot: Spot::Aside,
        count: 1,
        now: Now::Buy,
    };
    breaks(&t, law, |g| {
        g.seats[0]
            .dice
            .change(TableDie::hidden(Spot::Tray, Basic), aside);
    });
}

#[test]
fn law_exchanges_and_affected_seats_are_in_play() {
    let t = of(with_cards());
    let exchanged = out("the districts whose exchange was used", 8);
    breaks(&t, exchanged, |g| g.city.exchanged = 8);
    let affected = |index| out("the seats affected by a card", index);
    breaks(&t, affected(1), |g| g.city.affected = 1);
    breaks(&t, affected(4), |g| {
        (g.city.affected, g.step) = (4, Step::Epics);
    });
}
