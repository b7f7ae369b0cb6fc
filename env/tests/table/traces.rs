use reckoners_env::table::Table;
use reckoners_env::trace::{Trace, TraceMove};
use reckoners_env::{GameSetup, Rules};

use crate::play::{Move, any_setup, city_setup, easy, luck, random_move, setup};

fn record(rules: &Rules, seed: u64) -> (Trace, reckoners_env::Game) {
    record_from(rules, &setup(seed), seed)
}

fn record_from(rules: &Rules, setup: &GameSetup, seed: u64) -> (Trace, reckoners_env::Game) {
    let mut game = if seed.is_multiple_of(2) {
        rules.new_game(setup)
    } else {
        easy(rules, setup)
    };
    let mut trace = Trace::new(Table::new(&game), Some(seed));
    let mut rng = luck(seed);
    while let Some(step) = random_move(rules, &game, &mut rng) {
        let play = match step {
            Move::Action(action) => TraceMove::Action(action),
            Move::Chance(outcome) => TraceMove::Chance(outcome),
        };
        trace.play(rules, &mut game, play, &mut Vec::new()).unwrap();
    }
    (trace, game)
}

#[test]
fn recorded_games_replay_step_for_step_from_their_text() {
    let rules = Rules::embedded();
    let setups = (0..40).map(|seed| (seed, any_setup(seed)));
    let cities = (0..40).map(|seed| (seed, city_setup(seed)));
    for (seed, setup) in setups.chain(cities) {
        let (trace, last) = record_from(&rules, &setup, seed);
        let text = trace.to_text(&rules).unwrap();
        let read = Trace::parse(&rules, &text).unwrap();
        assert_eq!(read, trace);
        assert!(read.replay(&rules).unwrap() == last);
        assert_eq!(read.to_text(&rules).unwrap(), text);
    }
}

#[test]
fn the_log_tells_rounds_decisions_and_the_end() {
    let rules = Rules::embedded();
    let (trace, last) = record(&rules, 1);
    let log = trace.log(&rules).unwrap();
    assert!(log.contains("\nround 1 begins\n"), "{log}");
    assert!(log.contains("Steelheart comes to District "), "{log}");
    assert!(log.contains("the Reckoners "), "{log}");
    assert!(last.round >= 1);
}

#[test]
fn damaged_traces_name_the_line() {
    let rules = Rules::embedded();
    let (trace, _) = record(&rules, 2);
    let text = trace.to_text(&rules).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let error = |text: &str| {
        let refused = Trace::parse(&rules, text).map(drop);
        refused.unwrap_err().to_string()
    };
    let with = |line: usize, new: &str| {
        let mut lines = lines.clone();
        lines[line - 1] = new;
        lines.join("\n")
    };
    assert_eq!(
        error(""),
        "line 1: the file is empty; a trace begins with its header"
    );
    assert_eq!(error("[]"), "line 1: \"[]\" is not an object { ... }");
    assert_eq!(
        error("{}"),
        "line 1: not a trace: its header says \"format\": \"reckoners-trace\""
    );
    let table = trace.start.to_text(&rules);
    assert_eq!(
        error(&table),
        "line 1: this is a table, not a trace: start it with `play --table`"
    );
    let hash = &rules.catalog().hash;
    assert_eq!(
        error(&with(
            1,
            &lines[0].replace(hash.as_str(), "0123456789abcdef")
        )),
        format!(
            "line 1: recorded with the cards 0123456789abcdef, but these are {hash}; replay it with \
             the cards it was recorded with"
        )
    );
    assert_eq!(
        error(&with(
            1,
            &lines[0].replace("\"population\":40", "\"population\":41")
        )),
        "line 1: start: population: 41 is not a whole number from 0 to 40"
    );
    assert_eq!(
        error(&with(2, r#"{"action":9999,"digest":"0000000000000000"}"#)),
        "line 2: there is no action 9999"
    );
    assert_eq!(
        error(&with(2, r#"{"action":0,"digest":"0000000000000000"}"#)),
        "line 2: action 0 does not fit here: an Epic is drawn for District 1"
    );
    assert_eq!(
        error(&with(3, r#"{"chance":"Nightwielder","digest":"12"}"#)),
        "line 3: \"digest\" is not 16 hexadecimal digits"
    );
    assert_eq!(
        error(&with(3, r#"{"digest":"0000000000000000"}"#)),
        "line 3: no step; it has either \"action\" or \"chance\""
    );
    assert_eq!(
        error(&with(
            1,
            &lines[0].replace("\"version\":2,\"cards\"", "\"version\":1,\"cards\"")
        )),
        "line 1: this program reads traces of version 2 only; those of another version are replayed by the \
         program that wrote them"
    );
    assert!(
        error(&with(
            2,
            r#"{"chance":"Rifle","digest":"0000000000000000"}"#
        ))
        .starts_with("line 2: unknown Epic \"Rifle\"")
    );
    assert_eq!(
        error(&with(
            2,
            r#"{"chance":"a","chance":"b","digest":"0000000000000000"}"#
        )),
        "line 2: not valid JSON: the key \"chance\" is given twice at line 1 column 22"
    );
    let wrong = lines[1].rsplit_once("\"digest\":").unwrap().0.to_owned();
    let found = error(&with(
        2,
        &format!("{wrong}\"digest\":\"0000000000000000\"}}"),
    ));
    assert!(
        found.starts_with("line 2: after this step the position is "),
        "{found}"
    );
    // One step less: the next one no longer fits.
    let mut fewer = lines.clone();
    fewer.remove(1);
    assert!(error(&fewer.join("\n")).starts_with("line 2: "));
}
