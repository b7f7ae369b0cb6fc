use std::collections::BTreeSet;

use rand::Rng;
use reckoners_env::chance::below;
use reckoners_env::ids::DistrictIx;
use reckoners_env::state::check_laws;
use reckoners_env::table::Table;
use reckoners_env::{Game, Rules};

use crate::play::{easy, kind, luck, make, play, random_move, setup};

fn goes_round(rules: &Rules, game: &Game) {
    let text = Table::new(game).to_text(rules);
    let table = match Table::parse(rules, &text) {
        Ok(table) => table,
        Err(error) => panic!("{error}\n{text}\n{game:?}"),
    };
    assert!(
        table.game == *game,
        "{text}\nread as\n{:?}\ninstead of\n{game:?}",
        table.game
    );
    assert_eq!(table.to_text(rules), text);
}

#[test]
fn every_reachable_position_goes_out_and_comes_back_identical() {
    let rules = Rules::embedded();
    let mut kinds = BTreeSet::new();
    let mut see = |game: &Game| {
        kinds.insert(kind(game));
        goes_round(&rules, game);
    };
    for seed in 0..30 {
        play(&rules, rules.new_game(&setup(seed)), seed, &mut see);
        play(&rules, easy(&rules, seed), seed, &mut see);
    }
    let all = [
        "Buy",
        "DealEpic",
        "DealEquipment",
        "Faith",
        "Keep",
        "LoseDie",
        "Lost",
        "MoveBoss",
        "Place",
        "PlaceBoss",
        "Receive",
        "Reward",
        "RollDice",
        "SetFace",
        "Spend",
        "Use",
        "Won",
    ];
    let missed: Vec<_> = all.iter().filter(|k| !kinds.contains(**k)).collect();
    assert!(missed.is_empty(), "never met: {missed:?}");
}

#[test]
fn district_names_are_kept() {
    let rules = Rules::embedded();
    let mut rng = luck(3);
    let mut game = rules.new_game(&setup(3));
    rules.play_chance(&mut game, &mut rng);
    let mut table = Table::new(&game);
    table.names.set(DistrictIx(1), "The Loop").unwrap();
    let text = table.to_text(&rules);
    assert!(text.contains("The Loop"));
    assert_eq!(Table::parse(&rules, &text).unwrap(), table);
}

/// Changes a file a little: a byte, a number, or two places exchanged.
fn mutate(text: &str, rng: &mut impl Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=below(rng, 3) {
        let at = below(rng, bytes.len() as u32) as usize;
        match below(rng, 5) {
            0 => bytes[at] = below(rng, 128) as u8,
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, b"0129\"{}[],:-"[below(rng, 12) as usize]),
            _ => {
                // A digit somewhere becomes another one: most of these files stay well-formed.
                let digits: Vec<usize> = (0..bytes.len())
                    .filter(|i| bytes[*i].is_ascii_digit())
                    .collect();
                let at = digits[below(rng, digits.len() as u32) as usize];
                bytes[at] = b'0' + below(rng, 10) as u8;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Replaces, removes or copies whole values of a table's JSON.
fn mutate_fields(value: &mut serde_json::Value, rng: &mut impl Rng) {
    use serde_json::{Value, json};
    match value {
        Value::Object(map) if !map.is_empty() && below(rng, 6) > 0 => {
            let n = below(rng, map.len() as u32) as usize;
            let key = map.keys().nth(n).unwrap().clone();
            if below(rng, 6) == 0 {
                map.remove(&key);
            } else {
                mutate_fields(&mut map[&key], rng);
            }
        }
        Value::Array(list) if !list.is_empty() && below(rng, 6) > 0 => {
            let n = below(rng, list.len() as u32) as usize;
            match below(rng, 6) {
                0 => drop(list.remove(n)),
                1 => list.push(list[n].clone()),
                _ => mutate_fields(&mut list[n], rng),
            }
        }
        Value::Number(_) => *value = json!(below(rng, 12)),
        Value::Bool(flag) => *flag = !*flag,
        other => {
            let words = [
                "use",
                "roll",
                "spend",
                "lose-die",
                "purchase",
                "rolling",
                "tia",
                "david",
                "abraham",
                "cody",
                "rifle",
                "2 basic money",
                "purple RR",
                "infinite",
                "District 2",
                "",
            ];
            let n = below(rng, 20) as usize;
            *other = words.get(n).map_or_else(|| json!(null), |word| json!(word));
        }
    }
}

#[test]
fn changed_files_are_answered_and_what_is_accepted_can_be_played() {
    let rules = Rules::embedded();
    let mut rng = luck(11);
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..40 {
        let mut positions = Vec::new();
        let start = if seed % 2 == 0 {
            easy(&rules, seed)
        } else {
            rules.new_game(&setup(seed))
        };
        play(&rules, start, seed, |game| positions.push(*game));
        for _ in 0..60 {
            let game = positions[below(&mut rng, positions.len() as u32) as usize];
            let text = Table::new(&game).to_text(&rules);
            let changed = if below(&mut rng, 2) == 0 {
                mutate(&text, &mut rng)
            } else {
                let mut value = Table::new(&game).to_value(&rules);
                for _ in 0..=below(&mut rng, 2) {
                    mutate_fields(&mut value, &mut rng);
                }
                value.to_string()
            };
            match Table::parse(&rules, &changed) {
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                }
                Ok(table) => {
                    accepted += 1;
                    goes_round(&rules, &table.game);
                    let mut game = table.game;
                    for _ in 0..150 {
                        assert_eq!(check_laws(rules.catalog(), &game), Ok(()), "{changed}");
                        let Some(step) = random_move(&rules, &game, &mut rng) else {
                            break;
                        };
                        make(&rules, &mut game, step);
                    }
                }
            }
        }
    }
    assert!(
        accepted > 200 && refused > 200,
        "{accepted} accepted, {refused} refused"
    );
}
