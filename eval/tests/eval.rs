//! `reckoners eval`: what it counts, what it accepts, and how it stops.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn eval(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_reckoners"))
        .arg("eval")
        .args(words)
        .output()
        .expect("runs")
}

fn report(words: &[&str]) -> Value {
    let output = eval(&[words, &["--json"]].concat());
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The number of Reckoners of each cell.
fn players(report: &Value) -> Vec<u64> {
    let cells = report["cells"].as_array().expect("cells");
    cells.iter().filter_map(|c| c["players"].as_u64()).collect()
}

#[test]
fn the_numbers_do_not_depend_on_threads() {
    let words = "--agents greedy,search:scripted+playouts=8+horizon=0 --players 2 --difficulty \
                 beginner --games 40 --threads";
    let run = |threads: &str| {
        let words: Vec<&str> = words.split_whitespace().chain([threads]).collect();
        let mut report = report(&words);
        report["timings"].take();
        report
    };
    let one = run("1");
    assert_eq!(one, run("2"));
    for cell in one["cells"].as_array().expect("cells") {
        let count = |key: &str| cell[key].as_u64().expect("a number");
        assert_eq!(count("games"), 40);
        assert!(count("wins") > 0 && count("wins") <= 40);
    }
    // The same games for both: they are compared in pairs.
    assert_eq!(one["comparisons"][0]["games"].as_u64(), Some(40));
}

#[test]
fn a_list_counts_each_entry_once() {
    let report = report(&[
        "--agents",
        "random,random",
        "--players",
        "3,2,3",
        "--difficulty",
        "hard,hard",
        "--games",
        "2",
    ]);
    assert_eq!(players(&report), [3, 2]);
}

/// Of sixty teams of two, Prof is in fewer than twenty.
#[test]
fn whoever_is_left_out_is_named() {
    let words = "--agents greedy --players 2 --games 60";
    let output = eval(&words.split_whitespace().collect::<Vec<_>>());
    let text = String::from_utf8_lossy(&output.stdout).replace('\n', " ");
    assert!(text.contains("for 5 looks"), "{text}");
    assert!(
        text.contains("Not told of prof: fewer than 20 different deals"),
        "{text}"
    );
}

#[test]
fn everyone_of_a_mixed_team_has_a_seat() {
    let small = ["--agents", "random", "--difficulty", "hard", "--games", "1"];
    let trio = [&small[..], &["--team", "scripted,greedy,random"]].concat();
    assert_eq!(players(&report(&trio)), [3, 3, 4, 4, 5, 5, 6, 6]);
    let output = eval(&[&trio[..], &["--players", "2"]].concat());
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("3 agents have no seats in a game of 2"),
        "{error}"
    );
}

#[test]
fn what_cannot_be_evaluated_is_named() {
    for (words, expected) in [
        (["--agents", "scirpted"], "did you mean \"scripted\"?"),
        (["--players", "7"], "--players 7: a game has 2 to 6"),
        (["--difficulty", "hrad"], "did you mean \"hard\"?"),
        (["--games", "0"], "0 is not in 1.."),
        (["--reckoners", "tia,tia"], "--reckoners"),
        (["--team", ""], "--team"),
        (["--html", "no/such/folder/a.html"], "there is no folder"),
        (["--readme", "Cargo.toml"], "results:begin -->` is missing"),
    ] {
        let output = eval(&words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(expected), "{words:?}: {error}");
    }
}

#[test]
fn recorded_games_are_told_kept_and_reviewed() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("kept").display().to_string();
    let few = "--agents scripted --players 2 --difficulty beginner --games 3 --record";
    let few: Vec<&str> = few.split_whitespace().chain([kept.as_str()]).collect();
    let refused = eval(&[&few[..], &["--record-games", "1,3"]].concat());
    let error = String::from_utf8_lossy(&refused.stderr);
    assert!(
        error.contains("--record-games 3") && error.contains("0 to 2"),
        "{error}"
    );
    let output = eval(&[&few[..], &["--record-games", "1"]].concat());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("1 game of scripted, 2 Reckoners, beginner, steelheart in newcago: kept in"),
        "{said}"
    );
    let game = Path::new(&kept).join("steelheart-newcago");
    let mut files = std::fs::read_dir(game).expect("the folder was made");
    let file = files.next().expect("one game").expect("a name").path();
    let review = |words: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_reckoners"))
            .args(["review", "--agent", "scripted"])
            .arg(&file)
            .args(words)
            .output()
            .expect("runs")
    };
    // What could not be done is said before the work.
    for (words, expected) in [
        (["--playouts", "1"], "2..=1000000"),
        (["--playouts", "1000000000"], "2..=1000000"),
        (
            ["--html", "no/such/folder.html"],
            "there is no folder no/such",
        ),
    ] {
        let output = review(&words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(expected), "{error}");
    }
    let reviewed = review(&["--playouts", "2"]);
    assert!(reviewed.status.success(), "{reviewed:?}");
}

#[test]
fn a_suite_plays_its_own_tasks() {
    let report = report(&[
        "--suite",
        "base",
        "--agents",
        "random,greedy",
        "--games",
        "2",
    ]);
    assert_eq!(report["suite"], "base");
    let cells = report["cells"].as_array().expect("cells");
    assert_eq!(cells.len(), 2 * 20);
    assert_eq!(cells[0]["task"], "base, beginner");
    assert_eq!(cells[0]["games"].as_u64(), Some(2));
    assert!(cells[0]["mean_population_low"].is_number());
    assert_eq!(report["comparisons"][0]["games"].as_u64(), Some(40));
    let folder = tempfile::tempdir().expect("a folder");
    let (suite, readme) = (folder.path().join("my.toml"), folder.path().join("R.md"));
    let (suite, readme) = (
        suite.to_str().expect("a name"),
        readme.to_str().expect("a name"),
    );
    std::fs::write(
        suite,
        "about = \"mine\"\n[[tasks]]\ngroup = \"few\"\nname = \"few\"\ndifficulties = [\"hard\"]\nplayers = [2, 3]\n",
    )
    .expect("written");
    let words = [
        "--suite", suite, "--agents", "random", "--games", "2", "--readme", readme,
    ];
    let block = |text: &str| format!("<!-- {suite}:begin -->{text}<!-- {suite}:end -->");
    std::fs::write(readme, block("old")).expect("written");
    assert!(eval(&words).status.success());
    let text = std::fs::read_to_string(readme).expect("it is there");
    assert!(
        text.contains("| few | 0.0") && !text.contains("old"),
        "{text}"
    );
    for (words, expected) in [
        (
            vec!["--suite", "base", "--readme", suite],
            "base:begin -->` is missing",
        ),
        (vec!["--suite", "fronteir"], "did you mean \"frontier\"?"),
        (
            vec!["--suite", "base", "--players", "3"],
            "cannot be used with",
        ),
        (
            vec!["--suite", "base", "--boss", "regalia"],
            "cannot be used with",
        ),
    ] {
        let output = eval(&words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(expected), "{words:?}: {error}");
    }
}

/// Interrupts a long evaluation after a while.
#[cfg(unix)]
fn interrupted(readme: &std::path::Path, after: std::time::Duration) -> Output {
    let child = Command::new(env!("CARGO_BIN_EXE_reckoners"))
        .args(["eval", "--agents", "random", "--players", "2", "--json"])
        .args(["--games", "100000000", "--readme"])
        .arg(readme)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("runs");
    std::thread::sleep(after);
    let interrupt = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(interrupt.expect("kill runs").success());
    child.wait_with_output().expect("ends")
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_long_evaluation_with_what_is_done() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let readme = folder.path().join("README.md");
    let text = "<!-- results:begin -->\nof another day\n<!-- results:end -->\n";
    std::fs::write(&readme, text).expect("written");
    // A busy machine may need longer to start and to finish its first games.
    let done = [1, 4, 16, 64].into_iter().find_map(|seconds| {
        let output = interrupted(&readme, std::time::Duration::from_secs(seconds));
        let report: Value = serde_json::from_slice(&output.stdout).ok()?;
        (report["cells"][0]["games"].as_u64()? > 0).then_some((output, report))
    });
    let (output, report) = done.expect("a report of some games");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(report["stopped_early"].as_bool(), Some(true));
    assert!(String::from_utf8_lossy(&output.stderr).contains("stopped early"));
    assert_eq!(std::fs::read_to_string(&readme).expect("read"), text);
}

/// Every boss named in every city named, side by side and each alone.
#[test]
fn several_bosses_and_cities_are_evaluated_at_once() {
    let games = ["--boss", "regalia,limelight", "--city", "babilar,ildithia"];
    let few = [
        "--agents",
        "random,greedy",
        "--games",
        "3",
        "--players",
        "2",
        "--difficulty",
        "beginner",
    ];
    let run = |more: &[&str]| {
        let output = eval(&[&games[..], &few[..], more].concat());
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let names = [
        "regalia in babilar",
        "regalia in ildithia",
        "limelight in babilar",
        "limelight in ildithia",
    ];
    let reports: serde_json::Value = serde_json::from_str(&run(&["--json"])).unwrap();
    let found = reports.as_array().unwrap().iter();
    let found: Vec<_> = found.map(|r| r["game"].as_str().unwrap()).collect();
    assert_eq!(found, names);
    // Each is what it is alone.
    let alone = ["--boss", "limelight", "--city", "babilar", "--json"];
    let alone = eval(&[&few[..], &alone].concat());
    let alone: serde_json::Value = serde_json::from_slice(&alone.stdout).unwrap();
    assert_eq!(reports[2]["cells"], alone["cells"]);
    assert_eq!(run(&["--csv"]).lines().count(), 1 + 4 * 2);
    let text = run(&[]);
    assert!(text.starts_with("Win rate by game."), "{text}");
    for name in names {
        assert!(text.contains(&format!("The game: {name}")), "{text}");
    }
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    run(&["--html", page.to_str().unwrap()]);
    assert!(folder.path().join("page-limelight-ildithia.html").exists());
    let readme = eval(&[&games[..], &few[..], &["--readme", "README.md"]].concat());
    let said = String::from_utf8_lossy(&readme.stderr);
    assert!(
        !readme.status.success() && said.contains("one game"),
        "{said}"
    );
    let unknown = eval(&["--boss", "regalia,nobody"]);
    let said = String::from_utf8_lossy(&unknown.stderr);
    assert!(
        said.contains("nobody") && said.contains("limelight"),
        "{said}"
    );
}

#[test]
fn games_of_several_bosses_are_all_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().display().to_string();
    let words = "--agents random --players 2 --difficulty beginner --games 2 --boss steelheart,regalia --record-games all \
                 --record";
    let words: Vec<&str> = words.split_whitespace().chain([kept.as_str()]).collect();
    assert!(eval(&words).status.success());
    let list = |folder: &Path| -> Vec<_> {
        let files = std::fs::read_dir(folder).expect("a folder");
        files.map(|file| file.expect("a name").path()).collect()
    };
    let games = list(folder.path());
    assert_eq!(games.len(), 2, "{games:?}");
    for game in games {
        assert_eq!(list(&game).len(), 2, "{game:?}");
    }
}

/// On Unix a path may be anything; the command is told in the report all the same.
#[cfg(unix)]
#[test]
fn a_path_that_is_no_text_is_written_to() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder
        .path()
        .join(std::ffi::OsStr::from_bytes(b"page-\xff.html"));
    let output = Command::new(env!("CARGO_BIN_EXE_reckoners"))
        .args("eval --agents random --players 2 --difficulty beginner --games 2 --html".split(' '))
        .arg(&file)
        .output()
        .expect("runs");
    assert!(output.status.success(), "{output:?}");
    let page = std::fs::read_to_string(&file).expect("was written");
    assert!(page.contains("page-\u{fffd}.html"), "{page}");
}
