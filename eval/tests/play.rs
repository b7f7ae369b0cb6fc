//! Games at the terminal, with piped input.

#[path = "support/tables.rs"]
mod tables;

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use reckoners_env::ids::SeatOffset;
use reckoners_env::state::Now;
use reckoners_env::table::Table;
use reckoners_env::trace::{Trace, TraceMove};
use reckoners_env::words::Speaker;
use reckoners_env::{Action, Rules};
use reckoners_eval::hint::{Advisor, Brain};
use reckoners_eval::play::review::{ReviewError, ReviewOptions, review};
use reckoners_eval::play::{Console, Manual, Player, TableGame};
use tables::{luck, random_move, setup};

fn run(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_reckoners"))
        .args(["play", "--agent", "scripted", "--playouts", "16"])
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that stops at a bad argument has closed its input already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn out(output: &Output) -> String {
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_whole_game_of_agents_ends_with_a_review() {
    let args = [
        "--reckoners",
        "tia,cody",
        "--difficulty",
        "hard",
        "--seed",
        "5",
        "--seat",
        "tia=scripted",
        "--seat",
        "cody=greedy",
    ];
    let text = out(&run(&args, ""));
    assert!(
        text.contains("the Reckoners win") || text.contains("the Reckoners lose"),
        "{text}"
    );
    assert!(text.contains("luck and other players"));
    assert!(text.contains("there is nothing to judge"));
    assert_eq!(
        text,
        out(&run(&args, "")),
        "the same seed gives the same game"
    );
}

#[test]
fn commands_work_from_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("saved.jsonl");
    let save = format!("save {}", file.display());
    let precious = folder.path().join("table.json");
    std::fs::write(&precious, "{}").unwrap();
    let careless = format!("save {}", precious.display());
    let input = [
        "help", "board", "hint", "plan", "999", "fly away", "1", "undo", "1", "quit", "save",
        &careless, &save, &save, "quit",
    ]
    .join("\n");
    let text = out(&run(&["--seed", "3"], &input));
    for words in [
        "take back the last line you typed",
        "Chance to win",
        "Plan for the team",
        "999 is not from 1 to",
        "\"fly away\" is none of the",
        "Taken back.",
        "The game is not saved",
        "save needs the name of a file",
        "exists already and is no saved game",
        "Saved; resume with --resume",
        "The game is left.",
    ] {
        assert!(text.contains(words), "no \"{words}\" in\n{text}");
    }
    assert_eq!(std::fs::read_to_string(&precious).unwrap(), "{}");
    let rules = Rules::embedded();
    let saved = Trace::parse(&rules, &std::fs::read_to_string(&file).unwrap()).unwrap();
    let decisions = saved
        .steps
        .iter()
        .filter(|s| matches!(s.play, TraceMove::Action(_)))
        .count();
    assert!(decisions >= 1);
    let resumed = out(&run(&["--resume", file.to_str().unwrap()], "board\n"));
    assert!(resumed.contains("The input has ended"), "{resumed}");
}

#[test]
fn what_the_game_plays_by_itself_is_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.jsonl");
    let args = ["--seed", "3", "--autosave", file.to_str().unwrap()];
    // A card is bought and given; another one comes, and nothing else can be paid, without a line.
    let shown = out(&run(&args, "1\n1\n"));
    assert!(shown.contains("Tia: done buying"), "{shown}");
    let rules = Rules::embedded();
    let saved = Trace::parse(&rules, &std::fs::read_to_string(&file).unwrap()).unwrap();
    let end = saved.replay(&rules).unwrap();
    assert_eq!(end.now, Now::Place);
    let place = format!("It is saved in {}: \"play --resume", file.display());
    assert!(shown.contains(&place), "{shown}");
}

#[test]
fn a_saved_game_is_replaced_by_itself_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.jsonl");
    let name = file.to_str().unwrap();
    let read = || std::fs::read_to_string(&file).unwrap();
    out(&run(&["--seed", "3", "--autosave", name], "1\nquit\n"));
    let kept = read();
    let refused = run(&["--seed", "4", "--autosave", name], "1\nquit\n");
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    for words in ["holds another game", "--force", "--resume"] {
        assert!(said.contains(words), "{said}");
    }
    let said = out(&run(
        &["--seed", "4"],
        &format!("1\nsave {name}\nquit\nquit\n"),
    ));
    assert!(said.contains("holds another game"), "{said}");
    assert_eq!(read(), kept);
    // A game that began in the same way but has less of it is not the same either.
    out(&run(&["--resume", name], "1\n1\n1\nquit\n"));
    let longer = read();
    assert!(longer.len() > kept.len());
    let refused = run(&["--seed", "3", "--autosave", name], "1\nquit\n");
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("holds more of this game"), "{said}");
    let said = out(&run(
        &["--seed", "3"],
        &format!("1\nsave {name}\nquit\nquit\n"),
    ));
    assert!(said.contains("holds more of this game"), "{said}");
    assert_eq!(read(), longer);
    // What is taken back in a game is taken back in its own file, also under another name for it.
    let other = folder.path().join("here");
    std::fs::create_dir(&other).unwrap();
    let other = other.join("../game.jsonl").display().to_string();
    let undone = format!("undo\nundo\nsave {other}\nquit\nquit\n");
    let said = out(&run(&["--resume", name, "--autosave", name], &undone));
    assert!(said.contains("Saved; resume with"), "{said}");
    assert!(read().len() < longer.len());
    std::fs::write(&file, &kept).unwrap();
    // The same game goes on, also after a line was taken back.
    let more = format!("1\nundo\n2\nsave {name}\nquit\n");
    let said = out(&run(&["--resume", name], &more));
    assert!(said.contains("Saved; resume with"), "{said}");
    let said = out(&run(&["--resume", name, "--autosave", name], "quit\n"));
    assert!(said.contains(&format!("It is saved in {name}")), "{said}");
    assert_ne!(read(), kept);
    // Another game only when that is asked for.
    let kept = read();
    out(&run(
        &["--seed", "4"],
        &format!("1\nsave --force {name}\nquit\n"),
    ));
    assert_ne!(read(), kept);
    out(&run(
        &["--seed", "5", "--autosave", name, "--force"],
        "1\nquit\n",
    ));
    let rules = Rules::embedded();
    assert_eq!(Trace::parse(&rules, &read()).unwrap().seed, Some(5));
}

#[test]
fn the_advice_is_done_by_one_word_and_taken_back_by_another() {
    let text = out(&run(
        &["--seed", "3"],
        "hint\ndo\nundo\nhint\ndo 2\ndo plan\nquit\nquit\n",
    ));
    assert!(text.contains("Best first: \"do\" does the first"), "{text}");
    assert!(text.contains("Taken back."), "{text}");
}

#[test]
fn a_resumed_game_goes_on_like_the_one_that_was_never_left() {
    let rules = Rules::embedded();
    let agents = || {
        let make = |name: &str| {
            let spec = reckoners_agents::AgentSpec::parse(name).unwrap();
            Player::Agent(name.into(), spec.load(&rules).unwrap().make())
        };
        vec![
            make("scripted"),
            make("greedy"),
            make("random"),
            make("scripted"),
        ]
    };
    let start = Trace::new(Table::new(&rules.new_game(&setup(2))), Some(77));
    let play_on = |trace: Trace| {
        let mut game = TableGame::new(&rules, trace, agents(), Manual::default()).unwrap();
        while let Some(play) = game.own_move() {
            game.play(play).unwrap();
        }
        game.trace().clone()
    };
    let whole = play_on(start);
    let mut half = whole.clone();
    half.steps.truncate(whole.steps.len() / 2);
    let saved = half.to_text(&rules).unwrap();
    assert_eq!(play_on(Trace::parse(&rules, &saved).unwrap()), whole);
}

#[test]
fn typed_dice_and_cards_make_the_game() {
    let rules = Rules::embedded();
    // What a table of people would type for the first 40 steps of a recorded game.
    let mut game = rules.new_game(&setup(0));
    let mut trace = Trace::new(Table::new(&game), Some(0));
    let names = trace.start.names.clone();
    let speaker = Speaker::new(&rules, &names);
    let mut rng = luck(0);
    let mut typed = String::new();
    for _ in 0..40 {
        let play = random_move(&rules, &game, &mut rng).unwrap();
        match &play {
            TraceMove::Chance(outcome) => {
                typed += &format!("{}\n", speaker.outcome(&game, outcome));
            }
            TraceMove::Action(a) if rules.legal(&game).len() > 1 => {
                typed += &format!("{}\n", speaker.action(&game, *a));
            }
            TraceMove::Action(_) => {}
        }
        trace
            .play(&rules, &mut game, play, &mut Vec::new())
            .unwrap();
    }
    let advisor = Advisor::new(&rules, Brain::scripted(&rules));
    let start = Trace::new(Table::new(&rules.new_game(&setup(0))), Some(0));
    let manual = Manual {
        dice: true,
        cards: true,
    };
    let mut table = TableGame::new(&rules, start, Vec::new(), manual).unwrap();
    let mut output = Vec::new();
    Console::new(typed.as_bytes(), &mut output)
        .run(&mut table, &advisor)
        .unwrap();
    assert_eq!(
        table.trace().steps,
        trace.steps,
        "{}",
        String::from_utf8_lossy(&output)
    );
}

#[test]
fn undo_goes_back_through_everything_people_typed() {
    let rules = Rules::embedded();
    let start = Trace::new(Table::new(&rules.new_game(&setup(1))), Some(4));
    let mut table = TableGame::new(&rules, start, Vec::new(), Manual::default()).unwrap();
    let mut rng = luck(4);
    let mut before = Vec::new();
    while before.len() < 12 {
        let position = *table.game();
        let play = if table.asks_people(&position) {
            before.push(position);
            random_move(&rules, &position, &mut rng)
        } else {
            table.own_move()
        };
        table.play(play.unwrap()).unwrap();
    }
    for position in before.iter().rev() {
        assert!(table.undo().unwrap());
        assert_eq!(table.game(), position);
    }
    assert!(!table.undo().unwrap());
}

#[test]
fn a_detour_of_decisions_meets_the_same_dice() {
    let rules = Rules::embedded();
    let start = Trace::new(Table::new(&rules.new_game(&setup(0))), Some(8));
    let mut table = TableGame::new(&rules, start, Vec::new(), Manual::default()).unwrap();
    let mut rng = luck(8);
    while table.game().now != Now::Keep {
        let position = *table.game();
        let play = if table.asks_people(&position) {
            random_move(&rules, &position, &mut rng)
        } else {
            table.own_move()
        };
        table.play(play.unwrap()).unwrap();
    }
    let here = table.trace().clone();
    let other = Action::Focus {
        seat: SeatOffset(1),
    };
    let keep = |table: &TableGame| {
        let legal = rules.legal(table.game());
        legal
            .actions()
            .find(|a| matches!(a, Action::Keep { .. }))
            .unwrap()
    };
    let roll = |table: &mut TableGame| {
        let kept = keep(table);
        table.play(TraceMove::Action(kept)).unwrap();
        table.play(TraceMove::Action(Action::RollRest)).unwrap();
        assert!(matches!(table.game().now, Now::RollDice { .. }));
        table.own_move().unwrap()
    };
    let straight = roll(&mut table);
    let mut table = TableGame::new(&rules, here, Vec::new(), Manual::default()).unwrap();
    let seat = table.game().acting;
    table.play(TraceMove::Action(other)).unwrap();
    let kept = keep(&table);
    table.play(TraceMove::Action(kept)).unwrap();
    let back = Action::Focus {
        seat: table.game().seat_offset(seat),
    };
    table.play(TraceMove::Action(back)).unwrap();
    assert_eq!(roll(&mut table), straight);
}

#[test]
fn a_review_adds_up_and_grades_only_what_people_chose() {
    let rules = Rules::embedded();
    let advisor = Advisor::new(&rules, Brain::scripted(&rules));
    let mut game = rules.new_game(&setup(2));
    let mut trace = Trace::new(Table::new(&game), Some(2));
    let mut rng = luck(2);
    while let Some(play) = random_move(&rules, &game, &mut rng) {
        trace
            .play(&rules, &mut game, play, &mut Vec::new())
            .unwrap();
    }
    let options = ReviewOptions {
        playouts: 16,
        examined: 60,
        ..ReviewOptions::default()
    };
    let mut parts = Vec::new();
    let mut progress = |done: usize, total: usize| parts.push((done, total));
    let all = review(&advisor, &trace, &|_| true, &options, &mut progress).unwrap();
    let total = all.rounds.len() + 1 + all.different.min(options.examined);
    assert!(parts.into_iter().eq((1..=total).map(|done| (done, total))));
    assert!((all.start + all.luck + all.skill - all.end).abs() < 1e-3);
    let by_round: f32 = all.rounds.iter().map(|r| r.luck + r.skill).sum();
    assert!((by_round - all.luck - all.skill).abs() < 1e-3);
    assert!(all.decisions > 50 && all.different > 20 && all.different < all.decisions);
    assert!(all.skill < 0.0, "random play costs: {}", all.skill);
    assert!(!all.mistakes.is_empty());
    assert!(all.mistakes.windows(2).all(|m| m[0].cost >= m[1].cost));
    assert_eq!(
        all,
        review(&advisor, &trace, &|_| true, &options, &mut |_, _| ()).unwrap()
    );
    let nobody = review(&advisor, &trace, &|_| false, &options, &mut |_, _| ()).unwrap();
    assert_eq!((nobody.decisions, nobody.mistakes.len()), (0, 0));
    // Nobody waits for it any more.
    options.cancel.cancel();
    let stopped = review(&advisor, &trace, &|_| true, &options, &mut |_, _| ());
    assert!(matches!(stopped, Err(ReviewError::Stopped)), "{stopped:?}");
}

#[test]
fn bad_arguments_are_answered() {
    for (args, words) in [
        (vec!["--seat", "tia"], "write NAME=human or NAME=AGENT"),
        (
            vec!["--seat", "prof=human"],
            "prof is not in the team (tia, cody)",
        ),
        (vec!["--seat", "tia=scirpted"], "did you mean \"scripted\""),
        (
            vec!["--seat", "tia=random", "--seat", "tia=human"],
            "tia was named before; one player a seat",
        ),
        (vec!["--reckoners", "tia,tia"], "--reckoners"),
        (vec!["--reckoners", "tia"], "--reckoners"),
        (vec!["--difficulty", "hrad"], "did you mean \"hard\""),
        (vec!["--resume", "no-such-file"], "no-such-file"),
    ] {
        let output = run(&args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(words), "{args:?}: {error}");
    }
}
