//! `reckoners table edit`: what belongs together changes together, and everything that changed is told.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

/// A sample table in a folder.
fn sample(folder: &Path, name: &str) -> PathBuf {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/tables");
    let file = folder.join("mine.json");
    std::fs::copy(from.join(name), &file).expect("copies");
    file
}

fn edit(file: &Path, changes: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_reckoners"))
        .args(["table", "edit"])
        .arg(file)
        .args(changes)
        .output()
        .expect("runs")
}

/// What an edit said and the table after it.
fn edited(file: &Path, changes: &[&str]) -> (String, Value) {
    let output = edit(file, changes);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{changes:?}: {said}");
    let text = std::fs::read_to_string(file).expect("reads");
    (said, serde_json::from_str(&text).expect("is JSON"))
}

fn values(district: &Value) -> [Value; 3] {
    ["bracket", "research", "health"].map(|key| district[key].clone())
}

#[test]
fn an_epic_that_comes_new_has_its_printed_values_and_a_new_bracket() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = sample(folder.path(), "middle-4.json");
    // Snowfall lies there weakened, Nightwielder researched in part.
    let (said, table) = edited(&file, &["snowfall.epic=Ozone"]);
    let at = |table: &Value, name: &str| {
        let districts = table["districts"].as_array().expect("is a list");
        let found = districts.iter().find(|d| d["epic"] == json!(name));
        found.cloned().unwrap_or_default()
    };
    assert_eq!(at(&table, "Snowfall"), Value::Null);
    let rules = reckoners_env::Rules::embedded();
    let catalog = rules.catalog();
    let card = catalog.epic(catalog.find_epic("Ozone").expect("is a card"));
    let [bracket, research, health] = values(&at(&table, "Ozone"));
    assert_eq!(bracket, json!(catalog.setup.new_bracket));
    assert_eq!(research, json!(card.research));
    assert_eq!(health, json!("infinite"));
    for words in [
        "snowfall.epic: \"Snowfall\" -> \"Ozone\"",
        &format!("snowfall.research: 0 -> {}", card.research),
        "-> \"infinite\"",
        "Snowfall is in the deck again",
    ] {
        assert!(said.contains(words), "no {words} in {said}");
    }
    // What is named in the same edit stays as it was named, in any order.
    let (_, table) = edited(
        &file,
        &[
            "nightwielder.research=1",
            "nightwielder.epic=Snowfall",
            "snowfall.bracket=1",
        ],
    );
    let [bracket, research, _] = values(&at(&table, "Snowfall"));
    assert_eq!((bracket, research), (json!(1), json!(1)));
    // The Epic that is there already loses nothing.
    let (_, table) = edited(&file, &["snowfall.epic=snowfall"]);
    let [bracket, research, _] = values(&at(&table, "Snowfall"));
    assert_eq!((bracket, research), (json!(1), json!(1)));
}

#[test]
fn an_epic_that_is_gone_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = sample(folder.path(), "middle-4.json");
    let (said, table) = edited(&file, &["digzone.epic=", "defeated=Digzone"]);
    let districts = table["districts"].as_array().expect("is a list");
    let empty = districts.iter().find(|d| d.get("epic").is_none());
    assert_eq!(
        values(empty.expect("one is empty")),
        [Value::Null, Value::Null, Value::Null]
    );
    assert!(said.contains("-> (not given)"), "{said}");
    assert!(!said.contains("in the deck again"), "{said}");
    // What it had stolen goes back to its owner, and rests.
    let file = sample(folder.path(), "modules-3.json");
    let (said, table) = edited(&file, &["knighthawk.epic=none"]);
    let cody = &table["reckoners"][2];
    assert_eq!(cody["cards"], json!(["Disguise", "Rifle"]));
    assert_eq!(cody["resting_cards"], json!(["Disguise", "Rifle"]));
    assert!(said.contains("knighthawk.stolen"), "{said}");
}

#[test]
fn dice_that_are_rolled_anew_are_not_kept() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = sample(folder.path(), "early-2.json");
    let kept = "tia.kept=white E";
    let rest = "tia.rolled=white R, white plan, 3 purple RR";
    let (_, table) = edited(&file, &[kept, rest]);
    let tia = |table: &Value| table["reckoners"][0].clone();
    assert_eq!(tia(&table)["kept"], "basic enforcement");
    // Other faces of the dice that lie there: the kept one stays.
    let (_, table) = edited(&file, &["tia.rolled=white $, white plan, 3 purple RR"]);
    assert_eq!(tia(&table)["kept"], "basic enforcement");
    // All dice.
    let (said, table) = edited(&file, &["tia.rolled=2 white $, white plan, 3 purple RR"]);
    assert_eq!(tia(&table).get("kept"), None);
    assert_eq!(tia(&table)["kept_now"], 0);
    assert!(said.contains("tia.kept: "), "{said}");
}

#[test]
fn the_boss_and_the_difficulty_are_found_where_they_are_written() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = sample(folder.path(), "early-2.json");
    let (_, table) = edited(
        &file,
        &["Steelheart.research=3", "difficulty=hard", "tia.cards=none"],
    );
    assert_eq!(table["boss"]["research"], 3);
    assert_eq!(table["rules"]["difficulty"], "hard");
    assert_eq!(table["reckoners"][0]["cards"], json!([]));
}

#[test]
fn markers_and_dawnslight_cards_take_what_they_change_along() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = sample(folder.path(), "regalia-babilar-3.json");
    let (said, table) = edited(&file, &["1.marker=3"]);
    assert_eq!(table["boss"]["research"], 23);
    assert!(said.contains("boss.research: 22 -> 23"), "{said}");
    // None of these is left in the deck, two lie below it.
    let (_, table) = edited(&file, &["megan.dawnslight=contain 2"]);
    assert_eq!(table["city"]["below"], json!(["money 2", "money 2"]));
    let (said, table) = edited(&file, &["megan.dawnslight=2 research"]);
    assert_eq!(table["city"]["deck"]["research 2"], 1);
    assert_eq!(
        table["city"]["below"],
        json!(["money 2", "money 2", "contain 2"])
    );
    assert!(said.contains("city.deck.research 2: 2 -> 1"), "{said}");
    let file = sample(folder.path(), "limelight-ildithia-4.json");
    edited(&file, &["1.marker=3"]);
}

#[test]
fn what_cannot_be_is_answered_with_what_could() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = sample(folder.path(), "early-2.json");
    let refused = |file: &Path, change: &str| {
        let output = edit(file, &[change]);
        assert_eq!(output.status.code(), Some(2), "{change}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    // Cards in play, those that are like it first, by their names.
    let said = refused(&file, "tia.cards=Gausgun");
    assert!(said.contains("one of: Gauss Gun, "), "{said}");
    assert!(
        !said.contains("Newcago Dog") && !said.contains("gauss-gun"),
        "{said}"
    );
    let said = refused(&folder.path().join("nofile.json"), "money=1");
    assert!(
        said.contains("nofile.json: there is no such file"),
        "{said}"
    );
}

#[test]
fn what_lies_beside_a_table_is_changed_after_it_and_only_for_it() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = sample(folder.path(), "early-2.json");
    let to = |out: &Path, change: &str| {
        Command::new(env!("CARGO_BIN_EXE_reckoners"))
            .args(["table", "edit"])
            .arg(&file)
            .arg("--out")
            .arg(out)
            .arg(change)
            .output()
            .expect("runs")
    };
    // A table that cannot be written leaves no cards behind.
    let blocked = folder.path().join("blocked.json");
    std::fs::create_dir(&blocked).expect("a folder");
    let output = to(&blocked, "cards.fault.research=4");
    assert!(!output.status.success(), "{output:?}");
    assert!(!folder.path().join("blocked.cards.json").exists());
    // The cards of another table are neither removed nor replaced.
    let (other, cards) = (
        folder.path().join("other.json"),
        folder.path().join("other.cards.json"),
    );
    assert!(to(&other, "cards.fault.research=4").status.success());
    let kept = [&other, &cards].map(|file| std::fs::read(file).expect("reads"));
    for change in ["population=12", "cards.fault.research=5"] {
        let output = to(&other, change);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && said.contains("choose another name"),
            "{said}"
        );
        assert_eq!(
            kept,
            [&other, &cards].map(|file| std::fs::read(file).expect("reads"))
        );
    }
    // With the same cards it is the same box.
    assert!(to(&other, "cards.fault.research=4").status.success());
}
