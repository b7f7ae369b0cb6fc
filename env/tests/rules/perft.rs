//! Chance-perft: exact counts of small trees, pinned in `tests/data/*.perft`.
//!
//! The positions are built from fixture cards, so rebalancing does not move them.
//! `UPDATE_PERFT=1` writes the files anew; read the difference before keeping it.

use std::fmt::Write;
use std::path::PathBuf;

use reckoners_env::ids::DieKind::{Basic, Green, Purple, Red};
use reckoners_env::ids::Reckoner::{Abraham, Cody, David, Megan, Tia};
use reckoners_env::ids::Symbol::{Attack, Contain, Enforcement, Money, Research};
use reckoners_env::ids::{DistrictIx, SeatIx};
use reckoners_env::perft::{Perft, perft};
use reckoners_env::state::{Now, Step};
use reckoners_env::{Difficulty, GameSetup, Reckoner, Rules};

use crate::support::{Table, fixture};

/// A position, what it shows, and how deep it is walked.
type Position = (&'static str, &'static str, fn() -> Table, u32);

const POSITIONS: [Position; 6] = [
    (
        "set-up",
        "two Reckoners before the first Epic is dealt",
        set_up,
        3,
    ),
    (
        "two-dice",
        "Tia with a double research and money beside the boss",
        two_dice,
        5,
    ),
    (
        "chain",
        "Megan with EMP, Gravatonics and Checkmate, all dice in hand",
        chain,
        5,
    ),
    (
        "first-keep",
        "Abraham's first roll with Faith unused, four dice lost",
        first_keep,
        4,
    ),
    (
        "rewards",
        "a pool of rewards and a market of four",
        rewards,
        4,
    ),
    (
        "base",
        "the Epics' phase discovers a base in its middle",
        base,
        4,
    ),
];

fn set_up() -> Table {
    let rules = Rules::new(fixture::catalog());
    let setup = GameSetup::new(&Reckoner::BASE[..2], Difficulty::Beginner).unwrap();
    Table {
        game: rules.new_game(&setup),
        rules,
        events: Vec::new(),
    }
}

fn two_dice() -> Table {
    let mut t = Table::new(&[Tia, David], fixture::catalog());
    t.game.boss.district = DistrictIx(0);
    t.game.districts[1].barricades = 1;
    t.use_step(&[&[(Purple, Research, 2), (Basic, Money, 1)]]);
    t
}

fn chain() -> Table {
    let mut t = Table::new(&[Megan, Cody], fixture::catalog());
    t.give(0, "emp");
    t.give(0, "gravatonics");
    t.give(0, "helicopter");
    t.game.districts[0].enforcement = 3;
    t.use_step(&[
        &[(Red, Enforcement, 2), (Basic, Contain, 1)],
        &[(Basic, Attack, 1)],
    ]);
    t
}

fn first_keep() -> Table {
    let mut t = Table::new(&[Abraham, Tia], fixture::catalog());
    t.lose(0, Basic, 2);
    t.lose(0, Green, 2);
    t.lose_all(1);
    t.check();
    assert_eq!(t.game.now, Now::RollDice { seat: SeatIx(0) });
    t
}

fn rewards() -> Table {
    let mut t = Table::new(&[Tia, David], fixture::catalog());
    t.market(&["dowser", "rifle", "emp", "helicopter"]);
    t.game.districts[1].enforcement = 1;
    t.use_step(&[&[]]);
    for seat in 0..2 {
        t.tokens(seat, 0);
    }
    let pool = &mut t.game.rewards;
    (pool.enforcement, pool.contain, pool.plan, pool.money) = (1, 1, 1, 2);
    t.end_use();
    assert_eq!(t.game.now, Now::Reward);
    t
}

fn base() -> Table {
    let mut t = Table::new(&[Tia, David], fixture::catalog());
    t.put_epic(1, "fortuity");
    t.put_epic(2, "curveball");
    t.game.base = 3;
    t.no_epic(0);
    t.buy_step();
    t.game.money = 0;
    t
}

fn line(depth: u32, p: &Perft) -> String {
    let Perft {
        decisions,
        chance,
        leaves,
        mass,
        checksum,
    } = p;
    format!(
        "perft {depth} decisions {decisions} chance {chance} leaves {leaves} mass {mass} sum {checksum:016x}"
    )
}

#[test]
fn perft_counts_are_pinned() {
    for (name, about, make, depth) in POSITIONS {
        let table = make();
        let mut text = format!("# {about}\nposition {name}\n");
        for d in 1..=depth {
            writeln!(text, "{}", line(d, &perft(&table.rules, &table.game, d))).unwrap();
        }
        let path =
            PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/{name}.perft"));
        if std::env::var_os("UPDATE_PERFT").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let pinned = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            pinned,
            text,
            "{}: the rules moved, or bless with UPDATE_PERFT=1",
            path.display()
        );
    }
}

#[test]
fn perft_counts_a_small_tree_like_hand() {
    // A Basic money die alone in hand: take it or end; then spend, forfeit or move to the two
    // other districts.
    let mut t = Table::new(&[Tia, David], fixture::catalog());
    t.game.seats[0].ability_spent = true;
    for seat in 0..2 {
        t.tokens(seat, 0);
    }
    t.use_step(&[&[(Basic, Money, 1)]]);
    let one = perft(&t.rules, &t.game, 1);
    assert_eq!(
        (one.decisions, one.chance, one.leaves, one.mass),
        (1, 0, 2, 2)
    );
    let two = perft(&t.rules, &t.game, 2);
    // Ending leads to the purchase with a market of four at $2, $4 in hand, refresh and done.
    assert_eq!((two.decisions, two.leaves), (3, 4 + 6));
    // The mass of one roll is 6 to the number of dice.
    let t = first_keep();
    let roll = perft(&t.rules, &t.game, 1);
    assert_eq!((roll.chance, roll.leaves, roll.mass), (1, 6 * 5, 36));
    // An ended game is a leaf at every depth.
    let mut over = two_dice();
    over.game.population = 0;
    over.game.step = Step::Over;
    over.game.now = Now::Over(reckoners_env::state::Ending::Lost(
        reckoners_env::ids::Cause::BossAttack,
    ));
    assert_eq!(perft(&over.rules, &over.game, 3).leaves, 1);
    assert_eq!(
        perft(&over.rules, &over.game, 3),
        perft(&over.rules, &over.game, 0)
    );
}
