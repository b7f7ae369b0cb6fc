//! Wins that lie on the table: forty positions of scripted games, found by long searches in seeds that no
//! training uses (`reckoners measure wins`), each recognised with a way that wins.

use std::path::{Path, PathBuf};

use reckoners_env::action::decode;
use reckoners_env::state::{Ending, Now};
use reckoners_env::table::Table;
use reckoners_env::{Action, Game, Rules};
use reckoners_eval::hint::{Advisor, Brain, HintOptions, text};

fn tables(rules: &Rules) -> Vec<(String, Table)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/wins");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let read = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).unwrap();
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        (name, Table::parse(rules, &text).unwrap())
    };
    files.iter().map(read).collect()
}

fn quick() -> HintOptions {
    HintOptions {
        playouts: Some(16),
        level: None,
        ..HintOptions::default()
    }
}

#[test]
fn every_win_on_the_table_is_recognised_and_its_plan_wins() {
    let rules = Rules::embedded();
    let advisor = Advisor::new(&rules, Brain::scripted(&rules));
    let tables = tables(&rules);
    assert!(tables.len() >= 30);
    for (name, table) in tables {
        let hint = advisor.hint(&table, &quick()).unwrap();
        let win = hint
            .win
            .as_ref()
            .unwrap_or_else(|| panic!("{name}: no win was seen"));
        assert!(win.sure, "{name}");
        let mut game: Game = table.game;
        let mut dice = 0;
        for id in &win.ids {
            assert!(
                !game.now.is_over(),
                "{name}: the win comes before the end of the way"
            );
            let action = decode(*id).unwrap();
            dice += u8::from(matches!(
                action,
                Action::Take { .. } | Action::TakeToken { .. }
            ));
            rules.apply(&mut game, action).unwrap();
        }
        assert_eq!(game.now, Now::Over(Ending::Won), "{name}");
        assert_eq!(dice, win.dice, "{name}");
        assert_eq!((hint.win_chance, hint.options.len()), (1.0, 1), "{name}");
        // It is the first thing said, and the way is told.
        let text = text::show(&hint);
        assert!(text.starts_with("You win this round"), "{text}");
        assert_eq!(told_steps(&text), win.steps.len(), "{text}");
    }
}

/// The number of the last step that is told; steps that are alike are told as "4 to 6".
fn told_steps(text: &str) -> usize {
    let mut steps = 0;
    for line in text.lines().filter(|l| l.starts_with("  ")) {
        let (numbers, _) = line.trim().split_once(". ").unwrap();
        let (first, last) = numbers.split_once(" to ").unwrap_or((numbers, numbers));
        assert_eq!(first.parse(), Ok(steps + 1), "{text}");
        steps = last.parse().unwrap();
    }
    steps
}

#[test]
fn a_table_without_a_win_is_not_said_to_have_one() {
    let rules = Rules::embedded();
    let advisor = Advisor::new(&rules, Brain::scripted(&rules));
    for name in ["middle-2", "middle-4"] {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../configs/tables/{name}.json"));
        let table = Table::parse(&rules, &std::fs::read_to_string(file).unwrap()).unwrap();
        let hint = advisor.hint(&table, &quick()).unwrap();
        assert!(hint.win.is_none(), "{name}");
    }
}
