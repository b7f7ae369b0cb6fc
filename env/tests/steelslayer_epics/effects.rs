//! Effects that lie on a Reckoner.

use reckoners_env::Action;
use reckoners_env::cards::SymbolCounts;
use reckoners_env::ids::DieKind::{Basic, Blue, Red};
use reckoners_env::ids::Reckoner::{David, Megan};
use reckoners_env::ids::{DieKind, Effect, Symbol};
use reckoners_env::state::Effects;

use super::fixture::{Table, free};

/// A table at which the first Reckoner has these cards and these unused dice, and doubles count as singles.
fn table(cards: &[&str], dice: &[(DieKind, Symbol, u8)]) -> Table {
    let mut table = Table::of(&[David, Megan]);
    for key in cards {
        table.give(0, key);
    }
    table.edit(|game| game.seats[0].effects.insert(Effect::Singles));
    table.use_step(0, dice);
    table
}

/// What a die gives to a Reckoner with these cards.
fn of_die(cards: &[&str], die: (DieKind, Symbol, u8)) -> u8 {
    let mut table = table(cards, &[die]);
    table.take(die);
    table.open(die.1)
}

#[test]
fn s22_a_printed_pair_counts_as_one_before_doublers_and_fuel_cells() {
    let (special, basic) = ((Blue, Symbol::Contain, 2), (Basic, Symbol::Contain, 1));
    assert_eq!(of_die(&[], special), 1);
    assert_eq!(of_die(&["fuel-cells"], special), 1);
    assert_eq!(of_die(&["flash-grenade"], basic), 2);
    assert_eq!(of_die(&["flash-grenade", "fuel-cells"], basic), 3);

    let mut free_card = table(&["notebooks"], &[]);
    free_card.use_card("notebooks");
    assert_eq!(free_card.open(Symbol::Research), 1);

    for (key, pays, gives) in [
        ("emp", (Red, Symbol::Enforcement, 1), Symbol::Contain),
        ("bank-vault", (Basic, Symbol::Plan, 1), Symbol::Money),
    ] {
        let mut paid = table(&[key], &[pays]);
        paid.take(pays);
        paid.use_card(key);
        assert_eq!(paid.open(gives), 3, "{key}");
    }
    // A card with a third symbol is not touched.
    let mut mixed = table(&["notebooks"], &[]);
    mixed.power(
        "notebooks",
        free(&[(Symbol::Contain, 2), (Symbol::Plan, 1)], true),
    );
    mixed.use_card("notebooks");
    assert_eq!(mixed.game.open.symbols.total(), 3);
}

#[test]
fn s22_it_lies_on_one_reckoner_and_for_one_round() {
    let die = (Blue, Symbol::Contain, 2);
    let mut table = table(&[], &[]);
    table.hand(1, &[die]);
    let seat = table.seat_off(1);
    table.act(Action::Focus { seat });
    table.take(die);
    assert_eq!(
        table.game.open.symbols,
        SymbolCounts::of(Symbol::Contain, 2)
    );
    table.act(Action::Forfeit);
    table.edit(|game| game.seats[1].coming.insert(Effect::Singles));
    table.pass_until(|game| game.round == 2);
    assert_eq!(table.game.seats[0].effects, Effects::NONE);
    assert!(table.game.seats[1].effects.has(Effect::Singles));
    assert_eq!(table.game.seats[1].coming, Effects::NONE);
}
