//! Actions that count something: population for each thing here, Enforcement for each card.

use std::collections::BTreeMap;

use reckoners_env::cards::load::{FILES, build};
use reckoners_env::ids::Reckoner::{David, Exel, Mizzy, Tia, Val};
use reckoners_env::ids::Shield;

use super::fixture::Table;

#[test]
fn s04_barricades_added_later_in_the_activation_count() {
    let mut table = Table::of(&[David, Tia]);
    table.track(0, &["POP_PER barricade", "BARRICADE 2"]);
    table.edit(|game| {
        game.districts[0].bracket = 2;
        game.districts[0].barricades = 1;
    });
    table.activate(0);
    assert_eq!(table.game.districts[0].barricades, 3);
    assert_eq!(table.game.population, 37);
}

#[test]
fn s05_research_counts_and_without_it_health() {
    for ((research, health), left) in [((3, 6), 37), ((0, 4), 36)] {
        let mut table = Table::of(&[David, Tia]);
        table.track(0, &["POP_PER research"]);
        table.edit(|game| {
            (game.districts[0].research, game.districts[0].health) = (research, health);
        });
        table.activate(0);
        assert_eq!(table.game.population, left);
    }
}

#[test]
fn s14_enforcement_for_each_card_owned_at_least_one() {
    let mut table = Table::of(&[Val, Exel, Mizzy]);
    table.stand(&[2, 2, 2]);
    // A card under an Epic does not count, a resting one does.
    table.tuck(0, "rifle", 1);
    for key in ["emp", "notebooks"] {
        table.give(1, key);
    }
    for key in ["camera", "evidence", "jacket"] {
        table.give(2, key);
    }
    let jacket = table.card("jacket");
    table.edit(|game| game.marks.resting.insert(jacket.0));
    table.perform(0, "ADD_ENF_PER_CARD");
    assert_eq!(table.game.districts[2].enforcement, 6);
    assert_eq!(table.game.enforcement_on_board(), 6);
    // Each Reckoner gets them where the miniature stands.
    table.stand(&[0, 1, 3]);
    table.perform(0, "ADD_ENF_PER_CARD");
    let counts = table.game.ring().iter().map(|d| d.enforcement);
    assert_eq!(counts.collect::<Vec<_>>(), [1, 2, 6, 3]);
}

#[test]
fn s14_no_epic_and_no_face_of_the_ability_die_has_it() {
    for (path, from) in [
        ("steelslayer/epics.toml", "\"REPEL\""),
        ("base/epics.toml", "\"FORTIFY\""),
        ("steelslayer/setup.toml", "\"ADD_ENF\""),
    ] {
        let (_, text) = FILES.iter().find(|(known, _)| *known == path).unwrap();
        let changed = text.replacen(from, "\"ADD_ENF_PER_CARD\"", 1);
        assert_ne!(&changed, text, "{path} has {from}");
        let error = build(&BTreeMap::from([(path.to_owned(), changed)])).unwrap_err();
        let message = error.to_string();
        assert!(
            message.contains("an action of bosses and cities only"),
            "{message}"
        );
    }
}

#[test]
fn t91_enforcement_of_blocked_spaces_counts() {
    let mut table = Table::of(&[David, Tia]);
    table.track(
        0,
        &[
            "POP_PER enforcement",
            "FORTIFY",
            "FORTIFY",
            "FORTIFY",
            "ADD_ENF",
        ],
    );
    table.edit(|game| {
        game.districts[0].bracket = 4;
        game.districts[0].enforcement = 1;
    });
    table.activate(0);
    assert_eq!(table.game.districts[0].enforcement, 3);
    assert_eq!(table.game.population, 37);
}

#[test]
fn t92_research_raised_later_counts() {
    let mut table = Table::of(&[David, Tia]);
    table.track(0, &["POP_PER research"]);
    table.edit(|game| {
        game.districts[0].bracket = 2;
        game.districts[0].research = 2;
    });
    table.activate(0);
    assert_eq!(table.game.districts[0].research, 3);
    assert_eq!(table.game.population, 37);
}

#[test]
fn t93_a_copied_count_looks_at_the_copying_district_at_the_end() {
    let mut table = Table::of(&[David, Tia]);
    table.track(0, &["COPY", "ADD_ENF"]);
    table.track(1, &["POP_PER enforcement"]);
    table.edit(|game| {
        game.districts[0].bracket = 2;
        game.districts[0].enforcement = 1;
        game.districts[1].enforcement = 4;
    });
    table.activate(0);
    assert_eq!(table.game.districts[0].enforcement, 2);
    assert_eq!(table.game.population, 38);
}

#[test]
fn t94_reckoners_shields_and_copy_tokens_count() {
    let lost = |measure: &str, edit: &dyn Fn(&mut Table)| {
        let mut table = Table::of(&[David, Tia, Val]);
        table.stand(&[1, 1, 2]);
        edit(&mut table);
        table.perform(1, &format!("POP_PER {measure}"));
        40 - table.game.population
    };
    assert_eq!(lost("reckoner", &|_| ()), 2);
    let shields = |table: &mut Table| {
        table.shields(1, Shield::Red, 1);
        table.shields(1, Shield::Blue, 2);
    };
    assert_eq!(lost("shield", &shields), 3);
    let tokens = |table: &mut Table| table.edit(|game| game.districts[1].copy_tokens = 2);
    assert_eq!(lost("copy_token", &tokens), 2);
}

#[test]
fn t106_a_gifted_count_looks_at_each_neighbour() {
    let mut table = Table::of(&[David, Tia]);
    table.track(0, &["GIFT POP_PER enforcement"]);
    table.edit(|game| {
        game.districts[1].enforcement = 2;
        game.districts[2].enforcement = 3;
    });
    table.activate(0);
    assert_eq!(table.game.population, 35);
}
