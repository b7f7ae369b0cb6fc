//! Every ability, Equipment card, Epic, space of a track and kind of action is exercised: random
//! games are watched, and the list of what never happened must be empty.

use std::collections::BTreeSet;

use reckoners_env::action::{Block, encode};
use reckoners_env::cards::{Catalog, Deed, Gain, Modules, Reach, Ruleset, Verb};
use reckoners_env::event::Event;
use reckoners_env::ids::{Cause, DieKind, EpicId, EquipmentId, Symbol};
use reckoners_env::state::{Earned, Now, Origin, Seat, Source, Span, SwapCard};
use reckoners_env::{Action, Difficulty, Game, Rules};

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
            Action::UseAbility
            | Action::Operations { .. }
            | Action::Sniper { .. }
            | Action::Tradecraft { .. }
            | Action::DemolitionsAdd
            | Action::DemolitionsRemove { .. } => self.add(format!("ability {ability}")),
            Action::AbilityDie { .. } if matches!(game.now, Now::Keep | Now::Use) => {
                self.add(format!("ability {ability}"));
            }
            Action::RollRest if me.kept_now == 0 => self.add(format!("ability {ability}")),
            Action::UseCard { card } => self.equipment(rules, card),
            Action::Buy { card } => {
                if let Gain::Reward(_) = cards.equipment(card).power.gain {
                    self.equipment(rules, card);
                }
            }
            Action::ChangeSymbol { .. } => {
                self.working(rules, game, me, |g| g == Gain::ChangeSymbol);
            }
            Action::Symbol { .. } => {
                self.working(rules, game, me, |g| matches!(g, Gain::AfterMove(_)));
            }
            Action::Plan if !matches!(game.open.origin, Origin::Token | Origin::AfterMove) => {
                self.working(rules, game, me, |g| g == Gain::InstantPlans);
            }
            Action::Kind { .. } => {
                let gain = match game.now {
                    Now::SwapTake {
                        card: SwapCard::Herman,
                        ..
                    } => Gain::SwapDie,
                    _ => Gain::AnyDie,
                };
                self.working(rules, game, me, |other| other == gain);
            }
            Action::Take {
                kind: DieKind::Basic,
                face,
            } => {
                let symbol = cards.die(DieKind::Basic).face(face).symbol;
                self.working(rules, game, me, |gain| gain == Gain::Double(symbol));
            }
            _ => {}
        }
        // A symbol spent where nobody of the own is.
        if let (Now::Spend, Span::Own, Some(symbol), Some(offset)) = (
            game.now,
            game.open.span,
            symbol_of(action),
            action.district(),
        ) {
            let district = game.district_at(offset);
            if district != me.district && district != game.sniper {
                self.working(
                    rules,
                    game,
                    me,
                    |gain| matches!(gain, Gain::Neighbours(symbols) if symbols.has(symbol)),
                );
            }
        }
        // A symbol that is not in the open group was paid by a converter.
        if let (Now::Spend, Some(symbol)) = (game.now, symbol_of(action))
            && game.open.symbols.get(symbol) == 0
        {
            self.working(
                rules,
                game,
                me,
                |gain| matches!(gain, Gain::Convert(a, b) if a == symbol || b == symbol),
            );
        }
    }

    fn equipment(&mut self, rules: &Rules, card: EquipmentId) {
        self.add(format!("equipment {}", rules.catalog().equipment(card).key));
    }

    /// The cards of a Reckoner that do not rest and give something.
    fn working(&mut self, rules: &Rules, game: &Game, seat: &Seat, gives: impl Fn(Gain) -> bool) {
        for card in seat.cards.without(game.marks.resting).equipment() {
            if gives(rules.catalog().equipment(card).power.gain) {
                self.equipment(rules, card);
            }
        }
    }

    /// What is seen of a position after a step.
    fn position(&mut self, rules: &Rules, before: &Game, game: &Game) {
        for owed in game
            .owed
            .iter()
            .filter(|o| matches!(o.why, Earned::ByWeakening(_)))
        {
            let seat = game.seat(owed.seat);
            self.working(rules, game, seat, |gain| matches!(gain, Gain::OnWeaken(_)));
        }
        let opened = before.now == Now::Use && game.now == Now::Spend;
        if opened && game.open.symbols.0.contains(&3) && game.open.origin == Origin::Die {
            self.working(rules, game, game.actor(), |gain| gain == Gain::Triple);
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
                        self.equipment(rules, card);
                    }
                }
                Event::Activated {
                    district: Some(district),
                } => {
                    for seat in game.team().iter().filter(|s| s.district == district) {
                        self.working(rules, game, seat, |gain| {
                            matches!(gain, Gain::Blackmail | Gain::Sabotage)
                        });
                    }
                }
                Event::CardStolen { .. } => self.add("card stolen"),
                Event::CardReturned { .. } => self.add("card returned"),
                Event::CardSold { .. } => self.add("card sold"),
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
                    if let Some(epic) = before.district(district).epic {
                        self.add(format!("epic {} {deed}", epic_name(cards, epic)));
                    }
                    if let Some(epic) = game.district(district).epic {
                        self.add(format!("epic {} {deed}", epic_name(cards, epic)));
                    }
                }
                Event::PopulationLost { cause, .. } => self.add(format!("cause {cause}")),
                Event::Defeated { epic, .. } => {
                    self.add(format!("defeated {}", epic_name(cards, epic)));
                }
                Event::Weakened { epic, .. } => {
                    self.add(format!("weakened {}", epic_name(cards, epic)));
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
        Verb::Pull => "PULL".to_owned(),
        Verb::Repel => "REPEL".to_owned(),
        Verb::PowerUp => "POWER_UP".to_owned(),
        Verb::Transform => "TRANSFORM".to_owned(),
        Verb::Steal => "STEAL".to_owned(),
        Verb::AttackMoney => "ATTACK_MONEY".to_owned(),
        Verb::AttackPlan => "ATTACK_PLAN".to_owned(),
        Verb::PopulationPer(measure) => format!("POP_PER {measure}"),
        Verb::Shield(shield) => format!("SHIELD {shield}"),
        Verb::Copy => "COPY".to_owned(),
        Verb::CopyToken => "COPY_TOKEN".to_owned(),
        Verb::EnforcementPerCard => "ADD_ENF_PER_CARD".to_owned(),
        Verb::PopulationBy(tally) => format!("POP_BY {tally}"),
        Verb::AffectAll(effect) => format!("AFFECT_ALL {effect}"),
        Verb::Affect(effect) => format!("AFFECT {effect}"),
        Verb::CopyHere => "COPY_HERE".to_owned(),
        Verb::Dawnslight => "DAWNSLIGHT".to_owned(),
    };
    let reach = match deed.reach {
        Reach::Here => "",
        Reach::Neighbours => "GIFT ",
        Reach::Clockwise => "CW ",
        Reach::CounterClockwise => "CCW ",
        Reach::Everywhere => "EVERYWHERE ",
        Reach::Reckoners => "RECKONERS ",
    };
    format!("deed {reach}{verb}")
}

/// An Epic's key with its number: the boxes share names.
fn epic_name(cards: &Catalog, epic: EpicId) -> String {
    format!("{} {}", epic.0, cards.epic(epic).key)
}

/// Plays games until everything expected was seen, at most so many rounds of all tables.
fn unseen(
    catalog: Catalog,
    modules: Modules,
    expected: &BTreeSet<String>,
    tours: u64,
) -> Vec<String> {
    let rules = Rules::new(catalog);
    let mut seen = Seen::default();
    for seed in 0..tours {
        for (seats, difficulty) in all_tables() {
            let ruleset = Ruleset::base(difficulty).with(modules);
            let mut play = RandomGame::eager(&rules, seats, ruleset, 1000 + seed);
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
                seen.position(&rules, &before, &play.game);
            }
            if expected.is_subset(&seen.0) {
                return Vec::new();
            }
        }
    }
    expected.difference(&seen.0).cloned().collect()
}

/// The Reckoners, cards, Epics and deeds of a game.
fn everything_in(catalog: &Catalog, ruleset: &Ruleset) -> BTreeSet<String> {
    let mut expected = BTreeSet::new();
    for who in ruleset.reckoners() {
        let card = catalog.reckoner(*who);
        expected.insert(format!("ability {}", card.ability_name));
    }
    for card in catalog.equipment_deck(ruleset).equipment() {
        expected.insert(format!("equipment {}", catalog.equipment(card).key));
    }
    for epic in catalog.epic_deck(ruleset).iter().map(EpicId) {
        let name = epic_name(catalog, epic);
        expected.insert(format!("defeated {name}"));
        expected.insert(format!("weakened {name}"));
        for deed in catalog.epic(epic).track.deeds() {
            expected.insert(format!("epic {name} {deed}"));
            expected.insert(deed_name(*deed));
        }
    }
    let sheets = catalog.bosses[..1].iter().flat_map(|boss| &boss.sheets);
    for boards in sheets.flatten() {
        // Red and blue are deployed, not performed, except at the end of their track.
        for track in boards.tracks().iter().flat_map(|tracks| &tracks[..2]) {
            expected.extend(track.deeds()[..2].iter().map(|deed| deed_name(*deed)));
        }
    }
    expected.insert("boss weakened".to_owned());
    expected
}

fn action_names(blocks: &[Block]) -> impl Iterator<Item = String> {
    blocks.iter().map(|b| format!("action {}", b.name()))
}

#[test]
fn coverage_of_the_base_game_is_complete() {
    let catalog = fixture::rich(reckoners_env::cards::load_embedded());
    let base = Ruleset::base(Difficulty::Standard);
    let mut expected = everything_in(&catalog, &base);
    // The blocks of the expansion come last.
    let own = Block::ALL.iter().position(|b| *b == Block::RemoveCopyToken);
    expected.extend(action_names(&Block::ALL[..own.unwrap()]));
    assert_eq!(
        unseen(catalog, Modules::NONE, &expected, 40),
        Vec::<String>::new()
    );
}

#[test]
fn coverage_of_the_modules_is_complete() {
    let catalog = fixture::rich(reckoners_env::cards::load_embedded());
    let ruleset = Ruleset::base(Difficulty::Standard).with(Modules::ALL);
    let mut expected = everything_in(&catalog, &ruleset);
    // Those of cities come last.
    let own = Block::ALL.iter().position(|b| *b == Block::Marker);
    expected.extend(action_names(&Block::ALL[..own.unwrap()]));
    for event in ["card stolen", "card returned", "card sold"] {
        expected.insert(event.to_owned());
    }
    assert_eq!(
        unseen(catalog, Modules::ALL, &expected, 40),
        Vec::<String>::new()
    );
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
    let expansion = [Cause::CouldNotOccur, Cause::CityAttack];
    let base = |cause: &Cause| !expansion.contains(cause);
    let causes = Cause::ALL.into_iter().filter(base);
    expected.extend(causes.map(|c| format!("cause {c}")));
    expected.insert("die lost".to_owned());
    assert_eq!(
        unseen(catalog, Modules::NONE, &expected, 20),
        Vec::<String>::new()
    );
}

#[test]
fn coverage_can_fail() {
    let expected = BTreeSet::from(["equipment none".to_owned(), "action EndDice".to_owned()]);
    assert_eq!(
        unseen(fixture::catalog(), Modules::NONE, &expected, 1),
        ["equipment none"]
    );
}
