//! Hints from a network: priors, raw and searched answers told apart, checkpoints that do not fit.

#[path = "support/tables.rs"]
mod tables;

use std::path::Path;
use std::process::{Command, Output};

use reckoners_agents::net::agent::{action_encoding, observation_encoding};
use reckoners_agents::net::{Activation, Body, Checkpoint, Manifest, NetSpec};
use reckoners_env::action::ACTION_COUNT;
use reckoners_env::cards::load_dir;
use reckoners_env::chance::below;
use reckoners_env::obs::OBS_LEN;
use reckoners_env::{ActionMask, Rules};
use reckoners_eval::hint::{Advisor, Brain, HintOptions};
use serde_json::Value;
use tables::{luck, root, sample, samples};

/// Saves a network with random weights.
fn save(rules: &Rules, file: &Path, width: usize, blocks: usize) {
    let spec = NetSpec {
        obs_len: OBS_LEN,
        action_count: ACTION_COUNT,
        width,
        blocks,
        body: Body::Residual,
        activation: Activation::Relu,
        norm: false,
        outlooks: 0,
        entities: None,
    };
    let mut rng = luck(99);
    let scale = 0.08;
    let mut weight = || (f64::from(below(&mut rng, 20_001)) / 10_000.0 - 1.0) * scale;
    let parameters = (0..spec.parameter_count())
        .map(|_| weight() as f32)
        .collect();
    let hash = rules.catalog().hash.clone();
    let manifest = Manifest::new(spec, observation_encoding(), action_encoding(), hash);
    Checkpoint {
        manifest,
        parameters,
    }
    .save(file)
    .unwrap();
}

#[test]
fn without_search_the_network_foresees_how_the_game_ends() {
    let rules = Rules::embedded();
    let options = HintOptions {
        raw: true,
        ..HintOptions::default()
    };
    let shipped = Advisor::new(&rules, Brain::usual(&rules));
    let scripted = Advisor::new(&rules, Brain::scripted(&rules));
    for (name, table) in samples(&rules) {
        let hint = shipped.hint(&table, &options).unwrap();
        let first = &hint.options[0];
        let people = first.population.expect("the network foresees it");
        assert!((0.0..=40.0).contains(&people), "{name}: {people}");
        // A round is told where a win is likely, and it is one to come.
        assert_eq!(first.rounds.is_some(), first.win_chance >= 0.9, "{name}");
        assert!(
            first
                .rounds
                .is_none_or(|round| round >= f64::from(table.game.round))
        );
        let hint = scripted.hint(&table, &options).unwrap();
        assert_eq!(
            (hint.options[0].population, hint.options[0].rounds),
            (None, None)
        );
    }
}

#[test]
fn a_network_gives_priors_and_raw_answers_differ_from_searched_ones() {
    let rules = Rules::embedded();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("base.safetensors");
    save(&rules, &file, 64, 1);
    let agent = format!("net:{}", file.display());
    let brain = Brain::load(&rules, Some(&agent)).unwrap();
    assert_eq!(brain.note, None);
    assert_eq!(brain.name, agent);
    let advisor = Advisor::new(&rules, brain);
    for (name, table) in samples(&rules) {
        let raw = HintOptions {
            raw: true,
            top: 100,
            ..HintOptions::default()
        };
        let raw = advisor.hint(&table, &raw).unwrap();
        let priors: Vec<f64> = raw.options.iter().map(|o| o.prior.unwrap()).collect();
        assert_eq!(priors.len(), raw.legal, "{name}");
        assert!(
            (priors.iter().sum::<f64>() - 1.0).abs() < 0.01,
            "{name}: {priors:?}"
        );
        assert!(
            priors.windows(2).all(|p| p[0] >= p[1]),
            "{name}: {priors:?}"
        );
        assert!(
            raw.options
                .iter()
                .all(|o| o.error.is_none() && o.playouts == 0)
        );
        let searched = HintOptions {
            playouts: Some(16),
            ..HintOptions::default()
        };
        let searched = advisor.hint(&table, &searched).unwrap();
        if searched.win.as_ref().is_some_and(|win| win.sure) {
            // A sure win needs no search.
            continue;
        }
        assert!(searched.searched && searched.playouts > 0, "{name}");
        assert!(
            searched
                .options
                .iter()
                .all(|o| o.error.is_some() && o.prior.is_some())
        );
        let legal: ActionMask = rules.legal(&table.game);
        assert!(searched.options.iter().all(|o| legal.has(o.id)));
    }
}

#[test]
fn the_shipped_network_is_there_wherever_the_program_is() {
    let nowhere = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let program = nowhere.path().join("program");
    // A link, not a copy: a file just written can be "busy" while another test starts a program.
    std::fs::hard_link(env!("CARGO_BIN_EXE_reckoners"), &program).unwrap();
    let output = ask(&program, nowhere.path(), &[]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["brain"], "net");
    assert_eq!(answer["note"], Value::Null);
    assert!(answer["options"][0]["prior"].is_number());
}

#[test]
fn other_cards_are_read_or_an_error_unless_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let cards = root().join("configs/cards");
    for part in std::fs::read_dir(&cards).unwrap() {
        let part = part.unwrap();
        let copy = folder.path().join(part.file_name());
        std::fs::create_dir(&copy).unwrap();
        for file in std::fs::read_dir(part.path()).unwrap() {
            let file = file.unwrap();
            let text = std::fs::read_to_string(file.path()).unwrap();
            let dearer = text.replacen("price = 4", "price = 5", 1);
            std::fs::write(copy.join(file.file_name()), dearer).unwrap();
        }
    }
    let program = Path::new(env!("CARGO_BIN_EXE_reckoners"));
    let output = ask(program, folder.path(), &["--cards", "."]);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["brain"], "net");
    assert_eq!(answer["note"], Value::Null, "it reads what is printed");

    // This one knows cards by their place.
    save(
        &Rules::embedded(),
        &folder.path().join("n.safetensors"),
        64,
        1,
    );
    let hash = load_dir(folder.path()).unwrap().hash;
    let named = ["--cards", ".", "--agent", "net:n.safetensors"];
    let output = ask(program, folder.path(), &named);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        error.contains("n.safetensors") && error.contains(&hash),
        "{error}"
    );
    let allowed = ["--cards", ".", "--agent", "net:n.safetensors+any-cards"];
    let output = ask(program, folder.path(), &allowed);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["brain"], "net:n.safetensors+any-cards");
    assert_eq!(answer["note"], Value::Null);
}

/// Asks a program for a raw hint in some folder.
fn ask(program: &Path, folder: &Path, args: &[&str]) -> Output {
    let table = root().join("configs/tables/middle-4.json");
    let mut command = Command::new(program);
    command
        .current_dir(folder)
        .arg("hint")
        .arg(table.canonicalize().unwrap())
        .args(["--json", "--raw"]);
    command.args(args).output().unwrap()
}

#[test]
fn hints_are_timed_over_tables() {
    let rules = Rules::embedded();
    let advisor = Advisor::new(&rules, Brain::scripted(&rules));
    let tables = [
        ("one".to_owned(), sample(&rules, "early-2")),
        ("two".to_owned(), sample(&rules, "late-6")),
    ];
    let options = HintOptions {
        playouts: Some(16),
        ..HintOptions::default()
    };
    let timing = reckoners_eval::hint::bench::run(&advisor, &tables, &options).unwrap();
    assert_eq!(timing.tables.len(), 2);
    assert!(timing.raw_ms > 0.0 && timing.raw_ms <= timing.raw_ms_max);
    assert!(timing.searched_ms > timing.raw_ms);
    let json = serde_json::to_value(&timing).unwrap();
    assert!(json["raw_ms"].is_number() && json["searched_ms"].is_number());
}
