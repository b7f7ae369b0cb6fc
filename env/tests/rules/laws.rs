//! The component laws can fail: each is broken once and says so.

use reckoners_env::Game;
use reckoners_env::cards::Deed;
use reckoners_env::ids::DieKind::{Basic, Green};
use reckoners_env::ids::Reckoner::{Abraham, Cody, Tia};
use reckoners_env::ids::Symbol::Attack;
use reckoners_env::ids::{DistrictIx, EquipmentId, FaceIx, SeatIx, Track};
use reckoners_env::state::{
    Earned, Ending, Now, Open, Owed, Source, Spot, Step, TableDie, Task, Via, Violation, check_laws,
};

use crate::support::{Table, fixture, steel};

#[track_caller]
fn breaks(table: &Table, expected: Violation, change: impl FnOnce(&mut Game)) {
    let mut game = table.game;
    change(&mut game);
    assert_eq!(check_laws(table.rules.catalog(), &game), Err(expected));
}

fn table() -> Table {
    let mut t = Table::new(&[Abraham, Tia, Cody], fixture::catalog());
    t.use_step(&[&[(Green, Attack, 2), (Basic, Attack, 1)]]);
    t
}

#[test]
fn laws_of_pieces_can_fail() {
    let t = table();
    breaks(
        &t,
        Violation::Enforcement {
            on_board: 26,
            box_total: 25,
        },
        |g| g.districts[1].enforcement = 26,
    );
    breaks(
        &t,
        Violation::Barricades {
            on_board: 9,
            box_total: 8,
        },
        |g| g.districts[1].barricades = 9,
    );
    breaks(
        &t,
        Violation::PlanTokens {
            found: 21,
            box_total: 20,
        },
        |g| g.token_supply += 1,
    );
    breaks(
        &t,
        Violation::PlanTokens {
            found: 19,
            box_total: 20,
        },
        |g| g.seats[1].tokens -= 1,
    );
    breaks(
        &t,
        Violation::PlanTokens {
            found: 22,
            box_total: 20,
        },
        |g| g.seats[1].fresh_tokens = 2,
    );
    breaks(&t, Violation::BaseMarker { base: 4, length: 4 }, |g| {
        g.base = 4;
    });
}

#[test]
fn laws_of_cards_can_fail() {
    let t = table();
    let epic = t.game.districts[0].epic.unwrap();
    let doubled = Violation::EpicCards {
        found: 26,
        expected: 25,
    };
    breaks(&t, doubled, |g| g.epic_deck.insert(epic.0));
    breaks(&t, doubled, |g| g.defeated.insert(epic.0));
    breaks(
        &t,
        Violation::EpicCards {
            found: 24,
            expected: 25,
        },
        |g| g.epic_deck.remove(24),
    );
    let doubled = Violation::EquipmentCards {
        found: 30,
        expected: 29,
    };
    let market = t.game.market.iter().next().unwrap();
    breaks(&t, doubled, |g| g.seats[0].cards.insert(market));
    breaks(&t, doubled, |g| g.discarded.insert(market));
    breaks(
        &t,
        Violation::EquipmentCards {
            found: 28,
            expected: 29,
        },
        |g| g.equipment_deck.remove(28),
    );
    breaks(&t, doubled, |g| {
        g.now = Now::Receive {
            card: EquipmentId(market),
        }
    });
    breaks(
        &t,
        Violation::Market {
            found: 5,
            places: 4,
        },
        |g| {
            g.equipment_deck.remove(28);
            g.market.insert(28);
        },
    );
}

#[test]
fn laws_of_dice_can_fail() {
    let t = table();
    let misplaced = |spot, count| Violation::Dice {
        seat: SeatIx(0),
        spot,
        count,
        now: Now::Use,
    };
    // A die that is not out although its owner has rolled, and dice that are out without a roll.
    breaks(&t, misplaced(Spot::Tray, 1), |g| {
        g.seats[0].dice.add(TableDie::hidden(Spot::Tray, Basic));
    });
    breaks(&t, misplaced(Spot::Kept, 2), |g| g.seats[0].rolls = 0);
    // A die in the air that nobody rolls or turns.
    breaks(&t, misplaced(Spot::Air, 1), |g| {
        g.seats[0].dice.add(TableDie::hidden(Spot::Air, Basic));
    });
    // Improvise turns one die, and it has the kind that is being turned.
    let (kind, face) = (Basic, FaceIx(0));
    let turning = Violation::Dice {
        seat: SeatIx(0),
        spot: Spot::Air,
        count: 1,
        now: Now::SetFace { kind, face },
    };
    breaks(&t, turning, |g| {
        let green = TableDie::shown(Spot::Kept, Green, FaceIx(0));
        let in_hand = TableDie::hidden(Spot::Air, Green);
        assert!(g.seats[0].dice.change(green, in_hand));
        g.now = Now::SetFace { kind, face };
    });
    let green = |face| TableDie::shown(Spot::Kept, Green, FaceIx(face));
    breaks(
        &t,
        Violation::FaceClass {
            seat: SeatIx(0),
            kind: Green,
            face: FaceIx(1),
        },
        |g| assert!(g.seats[0].dice.change(green(0), green(1))),
    );
    breaks(
        &t,
        Violation::DieSupply {
            kind: Green,
            found: 5,
            box_total: 4,
        },
        |g| {
            for _ in 0..2 {
                g.seats[1].dice.add(TableDie::hidden(Spot::Lost, Green));
            }
        },
    );
}

#[test]
fn laws_of_epics_and_boss_can_fail() {
    let t = table();
    let place = t.game.districts[2];
    let wrong = |bracket, research, health| Violation::EpicValues {
        district: DistrictIx(2),
        bracket,
        research,
        health,
    };
    breaks(&t, wrong(0, place.research, place.health), |g| {
        g.districts[2].bracket = 0;
    });
    breaks(&t, wrong(5, place.research, place.health), |g| {
        g.districts[2].bracket = 5;
    });
    breaks(&t, wrong(3, 6, place.health), |g| {
        g.districts[2].research = 6;
    });
    breaks(&t, wrong(3, place.research, 11), |g| {
        g.districts[2].health = 11;
    });
    breaks(&t, wrong(3, place.research, 0), |g| {
        g.districts[2].health = 0;
    });
    breaks(&t, wrong(3, place.research, 255), |g| {
        g.districts[2].health = 255;
    });
    breaks(&t, wrong(1, 0, 0), |g| {
        let epic = g.districts[2].epic.take().unwrap();
        g.defeated.insert(epic.0);
        (
            g.districts[2].bracket,
            g.districts[2].research,
            g.districts[2].health,
        ) = (1, 0, 0);
    });
    for (bracket, track) in [(0, Track::Yellow), (5, Track::Blue)] {
        let broken = Violation::BossBracket {
            track,
            bracket,
            last: 4,
        };
        breaks(&t, broken, |g| g.boss.brackets[track.index()] = bracket);
    }
    let boss = t.game.boss;
    let values = |research, health| Violation::BossValues { research, health };
    breaks(&t, values(boss.research, 3), |g| g.boss.health = 3);
    breaks(&t, values(0, 0), |g| g.boss.research = 0);
    breaks(&t, values(0, 3), |g| {
        (g.boss.research, g.boss.health, g.now) = (0, 3, Now::Over(Ending::Won));
    });
}

#[test]
fn laws_of_flow_can_fail() {
    let t = table();
    let lost = Now::Over(Ending::Lost(reckoners_env::ids::Cause::EpicAttack));
    breaks(
        &t,
        Violation::Population {
            population: 0,
            now: Now::Use,
        },
        |g| g.population = 0,
    );
    breaks(
        &t,
        Violation::Population {
            population: 40,
            now: lost,
        },
        |g| g.now = lost,
    );
    let step = |step, now| Violation::Step { step, now };
    breaks(&t, step(Step::Use, Now::Busy), |g| g.now = Now::Busy);
    breaks(&t, step(Step::Over, Now::Use), |g| g.step = Step::Over);
    breaks(&t, step(Step::Use, lost), |g| {
        (g.population, g.now) = (0, lost);
    });
    breaks(&t, Violation::OpenDie { now: Now::Spend }, |g| {
        g.now = Now::Spend;
    });
    breaks(&t, Violation::OpenDie { now: Now::Use }, |g| {
        g.open = Open {
            whole: true,
            is_move: true,
            ..Open::default()
        };
    });
    let out = |what, index| Violation::OutOfPlay { what, index };
    breaks(&t, out("acting seat", 3), |g| g.acting = SeatIx(3));
    let far = DistrictIx(4);
    breaks(&t, out("a Reckoner's district", 4), |g| {
        g.seats[1].district = far;
    });
    breaks(&t, out("the boss's district", 255), |g| {
        g.boss.district = DistrictIx::NOWHERE;
    });
    breaks(&t, out("the Sniper token's district", 4), |g| {
        g.sniper = far;
    });
    let (district, source, via) = (far, Source::Epic, Via::NOTHING);
    let (next, end, times) = (0, 1, 1);
    let deed = Deed::read("BASE").unwrap();
    for task in [
        Task::ActivateEpic { district },
        Task::Perform {
            district,
            next,
            end,
        },
        Task::Act {
            district,
            source,
            via,
            deed,
        },
        Task::Again {
            district,
            source,
            via,
            deed,
        },
        Task::CopyTokens {
            district,
            next,
            end,
        },
        Task::Advance { district },
        Task::Repeat { district, times },
    ] {
        breaks(&t, out("the district of pending work", 4), |g| {
            g.agenda.push(task);
        });
    }
    // The Sniper token lies on the board in the Use Dice step only.
    let mut buying = table();
    buying.buy_step();
    breaks(&buying, out("the Sniper token's district", 1), |g| {
        g.sniper = DistrictIx(1);
    });
}

#[test]
fn laws_of_the_expansion_can_fail() {
    let mut t = steel::table(&[Abraham, Tia, Cody]);
    t.give(0, "emp");
    let too_many = |what, on_board, box_total| Violation::Pieces {
        what,
        on_board,
        box_total,
    };
    breaks(&t, too_many("Shields", 11, 10), |g| {
        g.districts[1].shields[0] = 11;
    });
    breaks(&t, too_many("Shields", 7, 6), |g| {
        (g.districts[1].shields[1], g.districts[2].shields[1]) = (4, 3);
    });
    breaks(&t, too_many("Copy Tokens", 9, 8), |g| {
        g.districts[0].copy_tokens = 9;
    });
    breaks(&t, too_many("Demolitions Tokens", 4, 3), |g| {
        g.seats[1].demolitions = 4;
    });
    let emp = t.card("emp").0;
    // A card under an Epic whose owner nobody knows, and marks on a card that nobody owns.
    let unknown = Violation::EquipmentCards {
        found: 0,
        expected: 1,
    };
    breaks(&t, unknown, |g| {
        g.seats[0].cards.remove(emp);
        g.districts[1].stolen.insert(emp);
    });
    let free = t.game.equipment_deck.iter().next().unwrap();
    let marked = Violation::Marked;
    breaks(&t, marked, |g| g.marks.resting.insert(free));
    breaks(&t, marked, |g| g.marks.spent.insert(free));
    breaks(&t, marked, |g| g.marks.half_paid[1].insert(free));
    breaks(&t, marked, |g| g.marks.disabled.insert(free));
    let out = |what, index| Violation::OutOfPlay { what, index };
    let far = DistrictIx(4);
    let asked = out("the district that is asked about", 4);
    breaks(&t, asked, |g| g.now = Now::Steal { district: far });
    breaks(&t, asked, |g| g.now = Now::Kidnap { to: far, moved: 0 });
    let earned = out("the seat of an earned group", 3);
    breaks(&t, earned, |g| g.returns_to = Some(SeatIx(3)));
    breaks(&t, earned, |g| {
        g.owed.add(Owed {
            seat: SeatIx(3),
            why: Earned::ByMove(EquipmentId(0)),
        });
    });
    let step = |step, now| Violation::Step { step, now };
    breaks(&t, step(Step::Use, Now::Use), |g| g.activating = true);
    t.buy_step();
    breaks(&t, step(Step::Purchase, Now::Buy), |g| {
        g.returns_to = Some(SeatIx(1));
    });
    breaks(&t, step(Step::Purchase, Now::Buy), |g| {
        g.counting[1][0] = 1;
    });
}
