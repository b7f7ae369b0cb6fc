//! Sampled boxes: they load, keep what has a source, are drawn by their seed alone, and can be played.

use std::collections::{BTreeMap, HashSet};

use reckoners_env::action::decode;
use reckoners_env::cards::load::build;
use reckoners_env::cards::sample::{HELD_OUT, held_out_box, sample, sampled, texts, training_box};
use reckoners_env::cards::{CardFiles, CityCards, Modules, Side};
use reckoners_env::chance::below;
use reckoners_env::ids::{BossKind, CityKind, MAX_SEATS, MIN_SEATS};
use reckoners_env::rng::{Purpose, stream};
use reckoners_env::state::check_laws;
use reckoners_env::{Difficulty, GameSetup, Rules, Ruleset};
use toml::{Table, Value};

const SEEDS: u64 = 300;

#[test]
fn boxes_load_are_drawn_by_their_seed_and_differ() {
    let mut hashes = HashSet::new();
    let mut tracks = HashSet::new();
    for seed in (0..SEEDS).chain((0..20).map(held_out_box)) {
        let catalog = sampled(seed).unwrap_or_else(|e| panic!("box {seed}: {e}"));
        assert_eq!(Ok(&catalog), sampled(seed).as_ref(), "box {seed}");
        assert!(hashes.insert(catalog.hash.clone()), "box {seed}");
        // The hash covers the version, which has the seed in it; the cards must differ as well.
        let cards = format!("{:?} {:?}", catalog.epics, catalog.equipment);
        assert!(tracks.insert(cards), "box {seed} has the cards of another");
    }
    assert_ne!(sample(1, 0), sample(1, 1), "drawn again, a box is another");
}

#[test]
fn what_has_a_source_is_kept_and_what_has_none_is_drawn() {
    let ours = texts(CardFiles::embedded());
    let ours: Vec<(&str, Table)> = ours.iter().map(|(p, text)| (*p, parse(text))).collect();
    let mut drawn: BTreeMap<String, u64> = BTreeMap::new();
    for seed in 0..SEEDS {
        let theirs = texts(&sample(seed, 0));
        for ((path, ours), (_, theirs)) in ours.iter().zip(&theirs) {
            let place = format!("box {seed}, {path}");
            compare(&place, path, ours, &parse(theirs), &mut drawn);
        }
    }
    for (field, times) in &drawn {
        assert!(*times > 0, "{field} is a placeholder and never drawn");
    }
    assert!(drawn.len() > 300, "{} placeholders", drawn.len());
}

fn parse(text: &str) -> Table {
    toml::from_str(text).expect("card files are TOML")
}

/// Compares two entries and those within them; counts for each placeholder how often it differs.
fn compare(
    place: &str,
    path: &str,
    ours: &Table,
    theirs: &Table,
    drawn: &mut BTreeMap<String, u64>,
) {
    if let Some(Value::Table(sources)) = ours.get("provenance") {
        assert_eq!(ours["provenance"], theirs["provenance"], "{place}");
        for (field, source) in sources {
            let source = source.as_str().expect("a source is a text");
            // Steelheart's values and sides stand in the entry itself.
            let (a, b) = match ours.get(field) {
                Some(_) => (ours.get(field), theirs.get(field)),
                None => (None, None),
            };
            let differ = a != b || (ours.get(field).is_none() && ours != theirs);
            let name = ours.get("id").or_else(|| ours.get("kind"));
            let name = name.and_then(Value::as_str).unwrap_or_default();
            // A name that is not known needs no other; some effects have no numbers.
            if source.starts_with("placeholder") && field != "name" {
                *drawn.entry(format!("{path} {name} {field}")).or_default() += u64::from(differ);
            } else if source.contains("is a guess") {
                let open = spaces_that_differ(a, b);
                assert!(
                    open <= 1,
                    "{place} {name}: {field} differs in {open} spaces"
                );
            } else {
                assert!(!differ, "{place} {name}: {field} is {source}");
            }
        }
    }
    for (key, value) in ours.iter().filter(|(key, _)| *key != "provenance") {
        let other = theirs.get(key);
        match (value, other) {
            (Value::Table(a), Some(Value::Table(b))) => compare(place, path, a, b, drawn),
            (Value::Array(a), Some(Value::Array(b))) => {
                for (a, b) in a.iter().zip(b) {
                    if let (Value::Table(a), Value::Table(b)) = (a, b) {
                        compare(place, path, a, b, drawn);
                    }
                }
            }
            _ => {}
        }
    }
}

fn spaces_that_differ(ours: Option<&Value>, theirs: Option<&Value>) -> usize {
    let spaces = |track: Option<&Value>| track.and_then(Value::as_array).cloned();
    let (Some(ours), Some(theirs)) = (spaces(ours), spaces(theirs)) else {
        return usize::from(ours != theirs);
    };
    assert_eq!(ours.len(), theirs.len());
    ours.iter().zip(&theirs).filter(|(a, b)| a != b).count()
}

#[test]
fn single_facts_of_drawn_values_hold() {
    for seed in 0..SEEDS {
        let files = sample(seed, 0);
        let epic = |set: usize, id: &str| {
            let card = files.epics[set].epic.iter().find(|e| e.id == id);
            card.expect("every Epic is there").track.clone()
        };
        assert_eq!(epic(0, "loophole")[0], "BOOST black");
        assert_eq!(epic(1, "loophole")[0], "BOOST black");
        assert!(epic(0, "fortuity").contains(&"BASE".to_owned()));
        assert!(epic(1, "refractionary").contains(&"SHIELD blue".to_owned()));
        let ozone = epic(0, "ozone");
        assert_eq!(ozone[0], "ADD_ENF");
        assert!(ozone[1..4].contains(&"ADD_ENF".to_owned()), "{ozone:?}");
        assert!(ozone[1..4].contains(&"BOOST blue".to_owned()), "{ozone:?}");
        let seen = files.epics[0].epic.iter();
        let seen = seen.filter(|e| {
            e.research == 3 && format!("{:?}", e.health) == "Number(7)" && e.weakened < 7
        });
        assert!(seen.count() > 0, "box {seed}: the card of the video");
        assert_eq!(files.setup.movement_die.iter().max(), Some(&5));
        assert!(files.setup.movement_die.iter().all(|steps| *steps > 0));
        let cell = |track: &str, row: usize, column: usize| {
            let track = track.parse().expect("a colour");
            files.limelight.tables[&track][row][column].clone()
        };
        assert_eq!(cell("yellow", 3, 1), "POP_BY equipment p-1");
        assert_eq!(cell("black", 2, 3), "GIFT FORTIFY 3 | FORTIFY 3");
        assert_eq!(cell("red", 1, 0), "GIFT ADD_ENF e | EVERYWHERE POWER_UP");
        assert_eq!(cell("blue", 1, 2), "GIFT BARRICADE b | GIFT COPY_TOKEN");
        for board in &files.babilar.board {
            let aids = board.track.iter().filter(|s| *s == "DAWNSLIGHT").count();
            assert_eq!(aids, 2, "box {seed}, {}", board.id);
        }
        let grand = &files.babilar.board[0].track;
        let base = grand
            .windows(4)
            .any(|w| w[0] == "BASE" && w[1] == "BASE" && w[2..].contains(&"DAWNSLIGHT".to_owned()));
        assert!(base, "box {seed}: {grand:?}");
        let cheap = files.equipment[0].equipment.iter().filter(|e| e.price <= 4);
        assert!(cheap.count() >= 3, "box {seed}: $4 buys something");
    }
}

#[test]
fn written_files_load_as_the_same_box() {
    for seed in 0..20 {
        let files = sample(seed, 0);
        let written = texts(&files).into_iter();
        let written: BTreeMap<String, String> = written
            .map(|(path, text)| (path.to_owned(), text))
            .collect();
        assert_eq!(CardFiles::parse(&written), Ok(files.clone()), "box {seed}");
        assert_eq!(build(&written), files.catalog(), "box {seed}");
    }
}

#[test]
fn training_never_sees_a_held_out_box() {
    let drawn = (0..200).flat_map(|run| (0..50).map(move |n| training_box(run, n)));
    let drawn: Vec<u64> = drawn.collect();
    assert!(drawn.iter().all(|seed| *seed < HELD_OUT));
    let different: HashSet<&u64> = drawn.iter().collect();
    assert!(different.len() > 9_800, "{} of 10000", different.len());
    assert!((0..1000).all(|n| held_out_box(n) >= HELD_OUT));
}

#[test]
fn random_games_on_sampled_boxes_break_no_law() {
    let pairs = [
        (BossKind::Steelheart, CityKind::Newcago, CityCards::NONE),
        (
            BossKind::Steelheart,
            CityKind::Newcago,
            CityCards::all(Side::A),
        ),
        (
            BossKind::Steelheart,
            CityKind::Newcago,
            CityCards::all(Side::B),
        ),
        (BossKind::Regalia, CityKind::Babilar, CityCards::NONE),
        (BossKind::Limelight, CityKind::Ildithia, CityCards::NONE),
        (BossKind::Limelight, CityKind::Babilar, CityCards::NONE),
    ];
    let mut steps = 0;
    for seed in 0..SEEDS {
        let rules = Rules::new(sampled(seed).expect("it loads"));
        let nth = seed as usize;
        let (boss, city, city_cards) = pairs[nth % pairs.len()];
        let modules = Modules::choices().nth(nth / 6 % 8).unwrap_or_default();
        let ruleset = Ruleset {
            boss,
            city,
            city_cards,
            ..Ruleset::base(Difficulty::ALL[nth % 4]).with(modules)
        };
        let seats = MIN_SEATS + nth % (MAX_SEATS - MIN_SEATS + 1);
        let team = &ruleset.reckoners()[..seats];
        let mut luck = stream(seed, 0, 0, Purpose::Search);
        let mut game = rules.new_game(&GameSetup::new(team, ruleset).expect("a team"));
        loop {
            rules.play_chance(&mut game, &mut luck);
            assert_eq!(check_laws(rules.catalog(), &game), Ok(()), "box {seed}");
            let legal = rules.legal(&game);
            if legal.is_empty() {
                break;
            }
            let pick = below(&mut luck, legal.len() as u32) as usize;
            let action = legal.nth(pick).and_then(decode).expect("a legal action");
            rules.apply(&mut game, action).expect("a legal action");
            steps += 1;
        }
        assert!(game.now.is_over(), "box {seed}");
    }
    assert!(steps > 50_000, "{steps} steps");
}
