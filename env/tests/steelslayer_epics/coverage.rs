//! Every Epic and every action is exercised: random games are watched, and the list of what never happened must be empty.

use std::collections::BTreeSet;

use reckoners_env::Rules;
use reckoners_env::cards::{BASE_EPICS, Modules, Reach, load_embedded};
use reckoners_env::event::Event;
use reckoners_env::ids::Module;

use super::boxes::{dealt, every_deed, impossible, rich};
use super::performed::{How, Performed, word};
use super::random::{RandomGame, all_tables};

/// Steps after which a game is left.
const MOST_STEPS: usize = 4000;

/// Plays a game at each table and adds what was performed.
fn tour(rules: &Rules, seed: u64, seen: &mut Performed, defeated: &mut BTreeSet<u8>) {
    let modules = Modules::NONE.with(Module::Epics);
    let mut events: Vec<Event> = Vec::new();
    for table in all_tables() {
        let mut play = RandomGame::new(rules, modules, table, seed);
        for _ in 0..MOST_STEPS {
            let before = play.game;
            events.clear();
            if !play.step(&mut events) {
                break;
            }
            seen.step(rules.catalog(), &before, &events);
            defeated.extend(events.iter().filter_map(|event| match event {
                Event::Defeated { epic, .. } => Some(epic.0),
                _ => None,
            }));
        }
        seen.leave();
    }
}

#[test]
fn coverage_every_epic_performs_every_space_and_is_defeated() {
    let rules = Rules::new(rich(load_embedded()));
    let ids = BASE_EPICS as u8..rules.catalog().epics.len() as u8;
    let spaces: BTreeSet<(u8, u8)> = ids
        .clone()
        .flat_map(|epic| {
            let track = &rules.catalog().epics[usize::from(epic)].track;
            (0..=track.last_bracket()).map(move |space| (epic, space))
        })
        .collect();
    let all: BTreeSet<u8> = ids.collect();
    let (mut seen, mut defeated) = (Performed::default(), BTreeSet::new());
    for seed in 0..10 {
        tour(&rules, seed, &mut seen, &mut defeated);
        if spaces.is_subset(&seen.spaces) && all.is_subset(&defeated) {
            break;
        }
    }
    let never: Vec<_> = spaces.difference(&seen.spaces).collect();
    assert_eq!(never, [&(0, 0); 0], "spaces never performed");
    let never: Vec<_> = all.difference(&defeated).collect();
    assert_eq!(never, [&0; 0], "Epics never defeated");
}

#[test]
fn coverage_every_action_comes_about_in_every_way() {
    let deeds = every_deed();
    assert_eq!(deeds.len(), 27 * 3 - 2);
    assert!(deeds.iter().any(|deed| deed.reach == Reach::Clockwise));
    let expected: BTreeSet<(String, How)> = deeds
        .iter()
        .map(|deed| word(*deed))
        .flat_map(|deed| How::ALL.map(|how| (deed.clone(), how)))
        .filter(|(deed, how)| impossible(deed, *how).is_none())
        .collect();
    let mut seen = Performed::default();
    for number in 0..60 {
        let rules = Rules::new(dealt(number));
        tour(&rules, number as u64, &mut seen, &mut BTreeSet::new());
        if expected.is_subset(&seen.deeds) {
            break;
        }
    }
    let never: Vec<_> = expected.difference(&seen.deeds).collect();
    assert!(never.is_empty(), "never performed: {never:?}");
    let strange: Vec<_> = seen.deeds.difference(&expected).collect();
    assert!(strange.is_empty(), "thought impossible: {strange:?}");
}
