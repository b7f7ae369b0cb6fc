//! The game against the rulebooks: worked examples, rulings, properties over random games,
//! pinned counts, coverage of every card, malformed card files, and the rules page.

mod support;

mod rules {
    mod card_files {
        mod cards;
        mod cities;
        mod reading;
        mod spoil;
        mod start;
    }
    mod chains;
    mod chance;
    mod coverage;
    mod equipment;
    mod golden;
    mod laws;
    mod observations;
    mod page;
    mod perft;
    mod playouts;
    mod properties;
    mod rotation;
    mod rulings_dice;
    mod rulings_open;
    mod rulings_phases;
    mod rulings_roll;
    mod statements;
    mod steelslayer {
        mod consumables;
        mod costs_two;
        mod dice_of_cards;
        mod earned;
        mod free_cards;
        mod general;
        mod gifts;
        mod in_epic_phase;
        mod reach;
        mod reckoners;
        mod symbols;
    }
    mod worked_dice;
    mod worked_phases;
}
