//! What one decision or chance event starts comes to an end, and nothing happens after the last.

use reckoners_env::event::Event;
use reckoners_env::ids::{Reckoner, Track};
use reckoners_env::state::Now;
use reckoners_env::{Action, Rules};

use crate::support::Table;
use crate::support::fixture::{self, track};
use crate::support::random::{Played, RandomGame, all_tables};

/// The most events between two waits in random games of every table.
fn longest(rules: &Rules) -> usize {
    let mut longest = 0;
    for (seats, difficulty) in all_tables() {
        for seed in 60..63 {
            let mut play = RandomGame::eager(rules, seats, difficulty, seed);
            let mut events: Vec<Event> = Vec::new();
            while let Some(next) = play.next() {
                events.clear();
                match next {
                    Played::Decision(action) => {
                        let done = rules.apply_watched(&mut play.game, action, &mut events);
                        done.unwrap();
                    }
                    Played::Chance(outcome) => {
                        let done = rules.resolve_watched(&mut play.game, outcome, &mut events);
                        done.unwrap();
                    }
                }
                longest = longest.max(events.len());
                let end = events.iter().position(|e| matches!(e, Event::Ended { .. }));
                assert_eq!(end.is_some(), play.game.now.is_over());
                if let Some(end) = end {
                    assert_eq!(&events[end + 1..], [], "told after the end");
                }
            }
        }
    }
    longest
}

#[test]
fn p_a_chain_of_effects_always_ends() {
    let embedded = reckoners_env::cards::load_embedded;
    // The bounds are about twice what these games reach.
    for (name, cards, most) in [
        ("shipped", embedded(), 200),
        ("rich", fixture::rich(embedded()), 300),
        ("every deed", fixture::rich(fixture::every_deed()), 400),
    ] {
        let longest = longest(&Rules::new(cards));
        println!("{name}: at most {longest} events between two waits");
        assert!(
            (most / 4..most).contains(&longest),
            "{name}: {longest} events"
        );
    }
}

#[test]
fn the_worst_cards_make_a_long_chain_that_ends() {
    // As much Enforcement and as many deeds as card files allow, each deed starting others.
    let mut catalog = fixture::catalog();
    catalog.setup.population = 999;
    catalog.setup.enforcement = 200;
    for epic in &mut catalog.epics {
        epic.track = track(&["GIFT BOOST yellow 9"; 8]);
    }
    for sheet in fixture::boss_sheets(&mut catalog) {
        fixture::tracks_of(sheet)[Track::Yellow.index()] = track(&["GIFT FORTIFY_BOSS 9"; 8]);
    }
    let mut t = Table::new(&Reckoner::BASE, catalog);
    t.game.boss.brackets[Track::Yellow.index()] = 7;
    for district in &mut t.game.districts {
        (district.bracket, district.enforcement) = (7, 28);
    }
    t.buy_step();
    t.events.clear();
    t.act(Action::DonePurchase);
    assert_eq!(t.game.now, Now::MoveBoss);
    // Seven Epics act 7 + 29 times; each time 2 neighbours boost him 9 times, and each boost makes
    // him fortify himself 9 times for both of his neighbours.
    let boosts = 7 * (7 + 29) * 2 * 9;
    let own = usize::from(t.game.boss.brackets[Track::Yellow.index()]);
    let black = usize::from(t.game.boss.brackets[Track::Black.index()]);
    let fortified = |e: &&Event| matches!(e, Event::BossValues { .. });
    assert_eq!(
        t.events.iter().filter(fortified).count(),
        (boosts + own) * 2 * 9 + black
    );
    println!("{} events", t.events.len());
    assert!(t.events.len() < 100_000);
}
