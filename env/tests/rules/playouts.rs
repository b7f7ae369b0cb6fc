//! The playout checksum: what the random players do on fixed seeds, as exact integers.
//!
//! Any change of a rule or of a card moves them; a refactor must not.
//! `UPDATE_PLAYOUTS=1` writes `tests/data/playouts.tsv` anew.

use std::fmt::Write;
use std::path::PathBuf;

use reckoners_env::Rules;
use reckoners_env::state::{Ending, Now};

use crate::support::random::{Played, RandomGame, all_tables};

const GAMES: u64 = 25;

#[test]
fn playouts_of_the_random_players_are_pinned() {
    let rules = Rules::embedded();
    let mut text = format!(
        "# cards {}\nplayer\treckoners\tdifficulty\tgames\twins\trounds\tdecisions\n",
        rules.catalog().hash
    );
    for (player, eager) in [("uniform", false), ("eager", true)] {
        for (seats, difficulty) in all_tables() {
            let (mut wins, mut rounds, mut decisions) = (0u32, 0u64, 0u64);
            for seed in 0..GAMES {
                let mut play = RandomGame {
                    eager,
                    ..RandomGame::new(&rules, seats, difficulty, seed)
                };
                while let Some(next) = play.next() {
                    decisions += u64::from(matches!(next, Played::Decision(_)));
                    play.play(next);
                }
                wins += u32::from(play.game.now == Now::Over(Ending::Won));
                rounds += u64::from(play.game.round);
            }
            writeln!(
                text,
                "{player}\t{seats}\t{difficulty}\t{GAMES}\t{wins}\t{rounds}\t{decisions}"
            )
            .unwrap();
        }
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/playouts.tsv");
    if std::env::var_os("UPDATE_PLAYOUTS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let pinned = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        pinned,
        text,
        "{}: if the card hash differs, the cards changed: bless with UPDATE_PLAYOUTS=1. \
         If it is the same, a rule moved.",
        path.display()
    );
}
