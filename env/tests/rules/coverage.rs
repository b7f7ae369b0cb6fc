//! Every ability, Equipment card, Epic, space of a track and kind of action is exercised: random
//! games are watched, and the list of what never happened must be empty.

use std::collections::BTreeSet;

use reckoners_env::action::{Block, encode};
use reckoners_env::cards::{Catalog, Deed, Gain, Reach, Timing, Verb};
use reckoners_env::event::Event;
use reckoners_env::ids::{Cause, DieKind, EquipmentId, Symbol};
use reckoners_env::state::{Now, Source};
use reckoners_env::{Action, Game, Rules};

use crate::support::fixture;
use crate::support::random::{Played, RandomGame, all_tables, block_of};

/// What a watched game did, as names; and what could be done.
#[derive(Default)]
struct Seen(BTreeSet<String>);

impl Seen {
    fn add(&mut self, name: impl Into<String>) {
        self.0.insert(name.into());
    }

    fn decision(&mut self, rules: &Rules, game: &Game, action: Action) {
        let cards = rules.catalog();
        let me = game.actor();
        let ability = &cards.reckoner(me.reckoner).ability_name;
        let block = block_of(encode(action));
        self.add(format!("action {}", block.name()));
        match action {
            Action::AbilityDie { .. }
            | Action::UseAbility
            | Action::Operations { .. }
            | Action::Sniper { .. } => self.add(format!("ability {ability}")),
            Action::UseCard { card } => {
                self.add(format!("equipment {}", cards.equipment(card).key));
            }
            Action::Take {
                kind: DieKind::Basic,
                face,
            } => {
                let symbol = cards.die(DieKind::Basic).face(face).symbol;
                for card in me.cards.iter().map(|c| cards.equipment(EquipmentId(c))) {
                    if card.power.gain == Gain::Double(symbol) {
                        self.add(format!("equipment {}", card.key));
                    }
                }
            }
            _ => {}
        }
        // A symbol that is not in the open group was paid by a converter.
        if let (Now::Spend, Some(symbol)) = (game.now, symbol_of(action))
            && game.open.symbols.get(symbol) == 0
        {
            for card in me.cards.iter().map(|c| cards.equipment(EquipmentId(c))) {
                if matches!(card.power.gain, Gain::Convert(a, b) if a == symbol || b == symbol) {
                    self.add(format!("equipment {}", card.key));
                }
            }
        }
    }

    /// Reads the events of one step, the board being as it was after it.
    fn events(&mut self, rules: &Rules, before: &Game, game: &Game, events: &[Event]) {
        let cards = rules.catalog();
        let mut gifts_to_skip = 0;
        for event in events {
            match *event {
                Event::DieGained { .. } => {
                    if let Now::Receive { card } = before.now {
                        self.add(format!("equipment {}", cards.equipment(card).key));
                    }
                }
                Event::Performs {
                    district,
                    source,
                    deed,
                } => {
                    self.add(deed_name(deed));
                    if source == Source::Boss {
                        continue;
                    }
                    if gifts_to_skip > 0 {
                        gifts_to_skip -= 1;
                        continue;
                    }
                    gifts_to_skip = if deed.reach == Reach::Neighbours {
                        2
                    } else {
                        0
                    };
                    let epic = game.district(district).epic.expect("an Epic acts");
                    self.add(format!("epic {} {deed}", cards.epic(epic).key));
                }
                Event::PopulationLost { cause, .. } => self.add(format!("cause {cause}")),
                Event::Defeated { epic, .. } => {
                    self.add(format!("defeated {}", cards.epic(epic).key));
                }
                Event::Weakened { epic, .. } => {
                    self.add(format!("weakened {}", cards.epic(epic).key));
                }
                Event::BossWeakened => self.add("boss weakened"),
                Event::DieLost { .. } => self.add("die lost"),
                _ => {}
            }
        }
    }
}

fn symbol_of(action: Action) -> Option<Symbol> {
    Some(match action {
        Action::Money => Symbol::Money,
        Action::Plan => Symbol::Plan,
        Action::Enforcement { .. } => Symbol::Enforcement,
        Action::ContainEpic { .. } | Action::ContainBoss { .. } => Symbol::Contain,
        Action::ResearchEpic { .. } | Action::ResearchBoss => Symbol::Research,
        Action::AttackEpic { .. } | Action::AttackBoss => Symbol::Attack,
        _ => return None,
    })
}

/// The kind of a deed; a new kind must be named here, and then be exercised.
fn deed_name(deed: Deed) -> String {
    let verb = match deed.verb {
        Verb::Fortify => "FORTIFY".to_owned(),
        Verb::FortifyBoss => "FORTIFY_BOSS".to_owned(),
        Verb::AddEnforcement => "ADD_ENF".to_owned(),
        Verb::Population => "POP".to_owned(),
        Verb::Barricade => "BARRICADE".to_owned(),
        Verb::Boost(track) => format!("BOOST {track}"),
        Verb::Base => "BASE".to_owned(),
    };
    let reach = match deed.reach {
        Reach::Here => "",
        Reach::Neighbours => "GIFT ",
    };
    format!("deed {reach}{verb}")
}

/// Plays games until everything expected was seen, at most so many rounds of all tables.
fn unseen(catalog: Catalog, expected: &BTreeSet<String>, tours: u64) -> Vec<String> {
    let rules = Rules::new(catalog);
    let mut seen = Seen::default();
    for seed in 0..tours {
        for (seats, difficulty) in all_tables() {
            let mut play = RandomGame::eager(&rules, seats, difficulty, 1000 + seed);
            let mut events: Vec<Event> = Vec::new();
            while let Some(next) = play.next() {
                let before = play.game;
                events.clear();
                match next {
                    Played::Decision(action) => {
                        seen.decision(&rules, &before, action);
                        rules
                            .apply_watched(&mut play.game, action, &mut events)
                            .unwrap();
                    }
                    Played::Chance(outcome) => {
                        rules
                            .resolve_watched(&mut play.game, outcome, &mut events)
                            .unwrap();
                    }
                }
                seen.events(&rules, &before, &play.game, &events);
            }
        }
        if expected.is_subset(&seen.0) {
            break;
        }
    }
    expected.difference(&seen.0).cloned().collect()
}

#[test]
fn coverage_of_the_embedded_box_is_complete() {
    let catalog = fixture::rich(reckoners_env::cards::load_embedded());
    let mut expected = BTreeSet::new();
    expected.extend(
        catalog
            .reckoners
            .iter()
            .map(|r| format!("ability {}", r.ability_name)),
    );
    expected.extend(
        catalog
            .equipment
            .iter()
            .map(|c| format!("equipment {}", c.key)),
    );
    for epic in &catalog.epics {
        expected.insert(format!("defeated {}", epic.key));
        expected.insert(format!("weakened {}", epic.key));
        expected.extend(
            epic.track
                .deeds()
                .iter()
                .map(|deed| format!("epic {} {deed}", epic.key)),
        );
        expected.extend(epic.track.deeds().iter().map(|deed| deed_name(*deed)));
    }
    let sheets = catalog.bosses.iter().flat_map(|boss| &boss.sheets);
    for boards in sheets.flatten() {
        // Red and blue are deployed, not performed, except at the end of their track.
        for track in &boards.tracks[..2] {
            expected.extend(track.deeds()[..2].iter().map(|deed| deed_name(*deed)));
        }
    }
    expected.extend(Block::ALL.iter().map(|b| format!("action {}", b.name())));
    expected.insert("boss weakened".to_owned());
    assert_eq!(
        catalog
            .reckoners
            .iter()
            .filter(|r| matches!(r.ability.timing, Timing::Paid(_)))
            .count(),
        2
    );
    assert_eq!(unseen(catalog, &expected, 40), Vec::<String>::new());
}

#[test]
fn coverage_of_every_epic_action_and_cause_is_complete() {
    let mut catalog = fixture::rich(fixture::every_deed());
    catalog.setup.enforcement = 12;
    let mut expected = BTreeSet::new();
    for epic in &catalog.epics {
        expected.extend(epic.track.deeds().iter().map(|deed| deed_name(*deed)));
    }
    // Six verbs and the boosts of four tracks, each here and for the neighbours.
    assert_eq!(
        expected.len(),
        2 * (6 + 4),
        "every deed stands on some card"
    );
    expected.extend(Cause::ALL.map(|c| format!("cause {c}")));
    expected.insert("die lost".to_owned());
    assert_eq!(unseen(catalog, &expected, 20), Vec::<String>::new());
}

#[test]
fn coverage_can_fail() {
    let expected = BTreeSet::from(["equipment none".to_owned(), "action EndDice".to_owned()]);
    assert_eq!(unseen(fixture::catalog(), &expected, 1), ["equipment none"]);
}
