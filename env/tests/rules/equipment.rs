//! Each kind of Equipment effect, for every card of the embedded box, in a directed position.

use reckoners_env::Action;
use reckoners_env::cards::{BASE_EQUIPMENT, Gain, Power, SymbolCounts, Timing, load_embedded};
use reckoners_env::ids::DieKind::{self, Basic};
use reckoners_env::ids::Reckoner::{Abraham, Cody, Tia};
use reckoners_env::ids::{DistrictIx, EquipmentId, Symbol};
use reckoners_env::state::{Now, Span};

use crate::support::{Table, seat, to};

/// A table with the embedded cards on which seat 0 (Tia) owns one card.
fn owner(card: EquipmentId, hand: &[crate::support::Die]) -> Table {
    let catalog = load_embedded();
    let key = catalog.equipment(card).key.clone();
    let mut t = Table::new(&[Tia, Abraham, Cody], catalog);
    t.give(0, &key);
    t.use_step(&[hand]);
    t
}

/// The cards of the base game with their powers.
fn cards() -> impl Iterator<Item = (EquipmentId, Power)> {
    let cards = load_embedded().equipment;
    cards
        .into_iter()
        .take(BASE_EQUIPMENT)
        .enumerate()
        .map(|(i, c)| (EquipmentId(i as u8), c.power))
}

#[test]
fn equipment_every_card_does_what_it_says() {
    let mut kinds = [0; 5];
    for (card, power) in cards() {
        let kind = match power.gain {
            Gain::Convert(a, b) => converts(card, a, b),
            Gain::Die(kind) => extra_die(card, kind),
            Gain::Double(symbol) => doubles(card, symbol),
            Gain::Symbols { gives, anywhere } => gives_symbols(card, power.timing, gives, anywhere),
            Gain::Move => moves(card),
            other => panic!("{other:?} is not of the base game"),
        };
        kinds[kind] += 1;
    }
    assert_eq!(
        kinds,
        [3, 6, 5, 13, 2],
        "converters, dice, doublers, symbols, moves"
    );
}

fn converts(card: EquipmentId, a: Symbol, b: Symbol) -> usize {
    for (shown, wanted) in [(a, b), (b, a)] {
        let mut t = owner(card, &[(Basic, shown, 1)]);
        t.take((Basic, shown, 1));
        let usable = t
            .rules
            .traits(&t.game, t.game.actor())
            .usable(t.game.open.symbols);
        assert!(usable.has(shown) && usable.has(wanted));
        assert_eq!(usable.iter().count(), 2);
    }
    0
}

fn extra_die(card: EquipmentId, kind: DieKind) -> usize {
    let mut t = Table::new(&[Tia, Abraham, Cody], load_embedded());
    let key = t.rules.catalog().equipment(card).key.clone();
    t.market(&[&key]);
    t.game.money = 20;
    t.buy_step();
    let (before, _) = t.owned_and_lost(0, kind);
    t.acts(&[Action::Buy { card }, Action::Receive { seat: seat(0) }]);
    assert_eq!(t.owned_and_lost(0, kind), (before + 1, 0));
    t.first_chances();
    // Nothing to use: it is a permanent card.
    t.use_step(&[&[(Basic, Symbol::Money, 1)]]);
    t.refuse(Action::UseCard { card });
    1
}

fn doubles(card: EquipmentId, symbol: Symbol) -> usize {
    for shown in Symbol::ALL {
        let mut t = owner(card, &[(Basic, shown, 1)]);
        t.take((Basic, shown, 1));
        assert_eq!(
            t.game.open.symbols.total(),
            if shown == symbol { 2 } else { 1 }
        );
    }
    2
}

fn gives_symbols(card: EquipmentId, timing: Timing, gives: SymbolCounts, anywhere: bool) -> usize {
    let given = |t: &Table| {
        assert_eq!(
            (t.game.open.symbols, t.game.open.span == Span::Anywhere),
            (gives, anywhere)
        );
        assert!(t.game.marks.spent.has(card.0));
        for reach in t.rules.reach(&t.game) {
            assert_eq!(reach.count_ones(), if anywhere { 4 } else { 1 });
        }
    };
    let Timing::Paid(cost) = timing else {
        let mut t = owner(card, &[]);
        t.act(Action::UseCard { card });
        given(&t);
        return 3;
    };
    for shown in Symbol::ALL {
        let mut t = owner(card, &[(Basic, shown, 1)]);
        t.refuse(Action::UseCard { card });
        t.take((Basic, shown, 1));
        if cost.has(shown) {
            t.act(Action::UseCard { card });
            given(&t);
        } else {
            t.refuse(Action::UseCard { card });
        }
    }
    3
}

fn moves(card: EquipmentId) -> usize {
    for district in 1..4 {
        let mut t = owner(card, &[]);
        t.act(Action::UseCard { card });
        t.act(Action::Move {
            district: to(district),
        });
        assert_eq!(
            (t.game.seats[0].district, t.game.now),
            (DistrictIx(district), Now::Use)
        );
    }
    4
}
