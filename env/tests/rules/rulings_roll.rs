//! The finer readings about rolling, 1 to 4.

use reckoners_env::Action;
use reckoners_env::chance::{Outcome, in_the_air};
use reckoners_env::ids::DieKind::{self, Basic, Blue, Green, Purple};
use reckoners_env::ids::Reckoner::{Abraham, David, Prof, Tia};
use reckoners_env::ids::SeatIx;
use reckoners_env::ids::Symbol::{self, Attack, Contain, Money, Plan, Research};
use reckoners_env::state::{Now, Spot};

use crate::support::{Die, Table, fixture, seat};

/// Lets the pending roll of a seat show these dice.
fn roll(t: &mut Table, seat: u8, dice: &[Die]) {
    assert_eq!(t.game.now, Now::RollDice { seat: SeatIx(seat) });
    let faces = t.faces(dice);
    t.chance(Outcome::Faces(faces));
}

/// Three Basic money dice and three special dice with one symbol.
fn six(kind: DieKind, symbol: Symbol, count: u8) -> [Die; 6] {
    let (special, basic) = ((kind, symbol, count), (Basic, Money, 1));
    [special, special, special, basic, basic, basic]
}

fn keep(t: &mut Table, die: Die) {
    let face = t.face(die);
    t.act(Action::Keep { kind: die.0, face });
}

#[test]
fn r85_01_all_first_rolls_fall_before_anybody_decides_and_each_rerolls_the_own_rest() {
    let mut t = Table::new(&[Tia, David], fixture::catalog());
    roll(&mut t, 0, &six(Purple, Research, 2));
    roll(&mut t, 1, &six(Blue, Contain, 2));
    assert_eq!((t.game.now, t.game.acting), (Now::Keep, SeatIx(0)));
    t.refuse(Action::RollRest); // at least one die is kept
    keep(&mut t, (Purple, Research, 2));
    t.act(Action::Focus { seat: seat(1) });
    keep(&mut t, (Blue, Contain, 2));
    t.act(Action::RollRest);
    assert_eq!(
        (t.game.now, in_the_air(&t.game)),
        (Now::RollDice { seat: SeatIx(1) }, [3, 2, 0, 0, 0, 0, 0])
    );
    assert_eq!(t.count(0, Spot::Rolled), 5, "the other's dice lie still");
}

#[test]
fn r85_02_the_third_roll_is_kept_by_itself_unless_faith_is_unused() {
    for (who, colour, asks) in [(Tia, Purple, false), (Abraham, Green, true)] {
        let mut t = Table::new(&[who, David], fixture::catalog());
        let strong = fixture::speciality(colour);
        roll(&mut t, 0, &six(colour, strong, 2));
        roll(&mut t, 1, &six(Blue, Contain, 2));
        keep(&mut t, (colour, strong, 2));
        t.act(Action::RollRest);
        let rest = six(colour, strong, 1);
        roll(&mut t, 0, &rest[1..]);
        t.refuse(Action::RollRest);
        keep(&mut t, (colour, strong, 1));
        t.act(Action::RollRest);
        roll(&mut t, 0, &rest[2..]);
        assert_eq!(
            (t.count(0, Spot::Rolled), t.count(0, Spot::Kept)),
            if asks { (4, 2) } else { (0, 6) }
        );
        if asks {
            let face = t.face((Basic, Money, 1));
            t.refuse(Action::Keep { kind: Basic, face });
            t.act(Action::AbilityDie { kind: Basic, face });
            t.act(Action::FaithRoll);
            roll(&mut t, 0, &[(Basic, Attack, 1)]);
            assert_eq!((t.count(0, Spot::Rolled), t.count(0, Spot::Kept)), (0, 6));
        }
    }
    // Leaving Faith unused keeps the roll as it is.
    let mut t = Table::new(&[Abraham, David], fixture::catalog());
    roll(&mut t, 0, &six(Green, Attack, 2));
    roll(&mut t, 1, &six(Blue, Contain, 2));
    for _ in 0..2 {
        keep(&mut t, (Green, Attack, 2));
        t.act(Action::RollRest);
        let left = 6 - usize::from(t.count(0, Spot::Kept));
        roll(&mut t, 0, &six(Green, Attack, 2)[6 - left..]);
    }
    t.act(Action::KeepAll);
    assert_eq!(
        t.game.seats[0].dice.faces(Spot::Kept),
        t.faces(&six(Green, Attack, 2))
    );
}

#[test]
fn r85_03_faith_rerolls_any_dice_of_the_current_roll_before_any_is_kept() {
    let mut t = Table::new(&[Abraham, David], fixture::catalog());
    roll(&mut t, 0, &six(Green, Money, 1));
    roll(&mut t, 1, &six(Blue, Contain, 2));
    let (green, basic) = (t.face((Green, Money, 1)), t.face((Basic, Money, 1)));
    t.refuse(Action::FaithRoll); // a set of dice, not an empty one
    t.act(Action::AbilityDie {
        kind: Green,
        face: green,
    });
    t.act(Action::AbilityDie {
        kind: Basic,
        face: basic,
    });
    t.act(Action::FaithRoll);
    assert_eq!(t.game.seats[0].rolls, 1, "not a roll of its own");
    roll(&mut t, 0, &[(Green, Attack, 2), (Basic, Attack, 1)]);
    assert_eq!(t.count(0, Spot::Rolled), 6);
    t.refuse(Action::AbilityDie {
        kind: Green,
        face: green,
    }); // once a round
    // After keeping a die of this roll it is too late.
    let mut t = Table::new(&[Abraham, David], fixture::catalog());
    roll(&mut t, 0, &six(Green, Money, 1));
    roll(&mut t, 1, &six(Blue, Contain, 2));
    keep(&mut t, (Green, Money, 1));
    t.refuse(Action::AbilityDie {
        kind: Green,
        face: green,
    });
    // But the next roll is open to it, without the dice kept before.
    t.act(Action::RollRest);
    roll(&mut t, 0, &six(Green, Attack, 2)[1..]);
    t.refuse(Action::AbilityDie {
        kind: Green,
        face: green,
    });
    let new = t.face((Green, Attack, 2));
    t.act(Action::AbilityDie {
        kind: Green,
        face: new,
    });
}

#[test]
fn r85_04_a_reckoner_without_dice_is_skipped() {
    let mut t = Table::new(&[Tia, David, Prof], fixture::catalog());
    t.lose_all(1);
    roll(&mut t, 0, &six(Purple, Research, 2));
    assert_eq!(t.game.now, Now::RollDice { seat: SeatIx(2) });
    roll(&mut t, 2, &six(DieKind::Black, Plan, 2));
    t.refuse(Action::Focus { seat: seat(1) });
    // A token is still usable.
    t.use_step(&[]);
    t.focus(1);
    t.act(Action::TakeToken { symbol: Money });
}
