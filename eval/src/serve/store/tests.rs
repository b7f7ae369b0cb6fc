//! Tables in files: what is kept, what fails, what is shared.

use std::collections::BTreeMap;

use reckoners_env::Rules;

use super::*;
use crate::serve::advice::Cancel;
use crate::serve::desk;

fn store(folder: &Path) -> Store {
    let source = Source::new(&Rules::embedded(), BTreeMap::new(), Some("scripted".into()));
    Store::new(source.unwrap(), folder).unwrap()
}

fn make(store: &Store, wish: &Value) -> Arc<Slot> {
    let id = desk::create(store, wish.as_object().unwrap()).unwrap();
    store.get(&id).unwrap()
}

/// Asks a table, at its present version.
fn ask(store: &Store, slot: &Slot, mut request: Value) -> Result<Value, Fault> {
    request["version"] = json!(slot.live().version);
    let request = request.as_object().unwrap();
    desk::answer(store, slot, request, &Cancel::default(), &mut |_| {})
}

fn state(slot: &Slot) -> Value {
    slot.live().state()
}

/// The first action that the table offers, as a step.
fn first(slot: &Slot) -> Value {
    json!({ "action": state(slot)["view"]["next"]["actions"][0]["id"] })
}

fn everybody(agent: &str) -> Value {
    let seats = reckoners_env::Reckoner::ALL.iter();
    seats
        .map(|who| (who.key().to_owned(), json!(agent)))
        .collect()
}

/// A table with a move taken back.
fn taken_back(store: &Store) -> Arc<Slot> {
    let slot = make(store, &json!({ "sample": "early-2" }));
    let play = json!({ "request": "play", "steps": [first(&slot)] });
    ask(store, &slot, play).unwrap();
    ask(store, &slot, json!({ "request": "undo" })).unwrap();
    assert_eq!(state(&slot)["can_redo"], json!(true));
    slot
}

#[test]
fn what_was_taken_back_is_forgotten_once_the_program_plays_on() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let slot = taken_back(&store);
    let mut settings = state(&slot)["settings"].clone();
    settings["name"] = json!("Another name");
    let set = |settings: &Value| json!({ "request": "settings", "settings": settings });
    ask(&store, &slot, set(&settings)).unwrap();
    assert_eq!(state(&slot)["can_redo"], json!(true), "nothing was played");
    settings["agents"] = everybody("scripted");
    ask(&store, &slot, set(&settings)).unwrap();
    let now = state(&slot);
    assert_ne!(now["steps"], json!(0));
    assert_eq!(now["can_redo"], json!(false));
    assert!(ask(&store, &slot, json!({ "request": "redo" })).is_err());
}

#[test]
fn an_edit_that_fails_half_way_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let slot = taken_back(&store);
    let before = (state(&slot), slot.saved().unwrap());
    let fail = || Err(Fault::new("", "half way"));
    type Change = fn(&mut Live) -> Result<(), Fault>;
    let changes: [Change; 3] = [
        Live::redo,
        |live| {
            let settings = Settings {
                agents: serde_json::from_value(everybody("scripted")).unwrap(),
                ..live.settings.clone()
            };
            live.set(settings)
        },
        |live| live.correct(live.table()),
    ];
    for change in changes {
        let version = Some(slot.live().version);
        let failed = slot.edit(version, |live| change(live).and_then(|()| fail()));
        assert_eq!(failed.unwrap_err().message, "half way");
        assert_eq!((state(&slot), slot.saved().unwrap()), before);
    }
    let version = Some(slot.live().version);
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        slot.edit(version, |live| live.redo().map(|()| panic!("half way")))
    }));
    assert!(panicked.is_err());
    assert_eq!((state(&slot), slot.saved().unwrap()), before);
}

#[test]
fn a_move_can_be_done_again_after_it_could_not_be_saved() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let slot = taken_back(&store);
    let before = state(&slot);
    std::fs::remove_dir_all(folder.path()).unwrap();
    let fault = ask(&store, &slot, json!({ "request": "redo" })).unwrap_err();
    assert!(fault.message.contains("not saved"), "{fault:?}");
    assert_eq!(state(&slot), before);
    std::fs::create_dir_all(folder.path()).unwrap();
    ask(&store, &slot, json!({ "request": "redo" })).unwrap();
    assert_eq!(state(&slot)["steps"], json!(1));
}

#[test]
fn nothing_can_be_taken_back_where_only_agents_have_played() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let settings =
        json!({ "own_dice": false, "own_cards": false, "agents": everybody("scripted") });
    let slot = make(
        &store,
        &json!({ "sample": "middle-4", "settings": settings }),
    );
    let now = state(&slot);
    assert_ne!(now["steps"], json!(0));
    assert_eq!(now["can_undo"], json!(false));
    assert!(ask(&store, &slot, json!({ "request": "undo" })).is_err());
}

#[test]
fn an_epic_on_the_table_follows_a_corrected_card_unless_play_has_changed_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let slot = make(&store, &json!({ "sample": "middle-4" }));
    let research = |name: &str| {
        let file = ask(&store, &slot, json!({ "request": "file" })).unwrap();
        let districts = file["table"]["districts"].as_array().unwrap();
        let found = districts.iter().find(|d| d["epic"] == json!(name));
        found.unwrap()["research"].as_u64().unwrap()
    };
    let value = |card: &str, value: u64| json!({ "file": "base/epics.toml", "card": card, "field": "research", "value": value });
    let (printed, worn) = (research("Digzone"), research("Nightwielder"));
    let cards = json!([
        value("digzone", printed + 1),
        value("nightwielder", worn + 3)
    ]);
    ask(&store, &slot, json!({ "request": "cards", "cards": cards })).unwrap();
    assert_eq!(research("Digzone"), printed + 1);
    assert_eq!(research("Nightwielder"), worn);
    ask(&store, &slot, json!({ "request": "cards", "cards": [] })).unwrap();
    assert_eq!(research("Digzone"), printed);
    assert_eq!(research("Nightwielder"), worn);
}

#[test]
fn luck_does_not_begin_again_after_a_correction() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let wish = json!({ "reckoners": ["tia", "megan"], "rules": { "difficulty": "standard" }, "under_way": true });
    let slot = make(&store, &wish);
    let start = ask(&store, &slot, json!({ "request": "file" })).unwrap();
    let mut rolls = std::collections::BTreeSet::new();
    for _ in 0..4 {
        let roll = json!({ "request": "play", "steps": [{ "random": true }] });
        ask(&store, &slot, roll).unwrap();
        rolls.insert(state(&slot)["log"][0]["texts"][0].to_string());
        let again = json!({ "request": "correct", "table": start["table"] });
        ask(&store, &slot, again).unwrap();
    }
    assert!(rolls.len() > 1, "the same dice each time: {rolls:?}");
}

#[test]
fn a_saved_game_has_no_more_chapters_than_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let slot = make(&store, &json!({ "sample": "early-2" }));
    let saved = slot.saved().unwrap();
    let (header, steps) = saved.split_once('\n').unwrap();
    let mut header: Value = serde_json::from_str(header).unwrap();
    let chapter = json!({ "cards": [], "taps": [], "trace": saved });
    let mut import = |chapters: usize| {
        header["companion"]["earlier"] = vec![chapter.clone(); chapters].into();
        store.import(&format!("{header}\n{steps}"), None)
    };
    import(100).unwrap();
    let fault = import(101).unwrap_err();
    assert!(fault.message.contains("at most 100"), "{fault:?}");
}

#[test]
fn a_table_that_takes_long_to_open_holds_up_no_other_and_is_opened_once() {
    let folder = tempfile::tempdir().unwrap();
    let wish = json!({ "sample": "early-2" });
    let [slow, other] = [(); 2].map(|()| make(&store(folder.path()), &wish).id.clone());
    let store = Arc::new(store(folder.path()));
    let open = |id: &str| {
        let (store, id) = (Arc::clone(&store), id.to_owned());
        let (tell, told) = std::sync::mpsc::channel();
        std::thread::spawn(move || tell.send(store.get(&id)));
        move || told.recv_timeout(std::time::Duration::from_secs(30))
    };
    // As while its file is read.
    let place = store.place(&slow).unwrap();
    let reading = lock_slot(&place);
    let waiting = [(); 8].map(|()| open(&slow));
    let opened = open(&other)().expect("is not held up");
    assert_eq!(opened.unwrap().id, other);
    assert_eq!(store.open_count(), 2);
    drop(reading);
    let slots = waiting.map(|told| told().unwrap().unwrap());
    assert!(slots.iter().all(|slot| Arc::ptr_eq(slot, &slots[0])));
}

#[test]
fn the_list_leaves_out_files_that_are_no_tables() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let slot = make(&store, &json!({ "sample": "early-2" }));
    for (id, text) in [
        ("aaaaaaaaaa", "[]"),
        ("bbbbbbbbbb", "{}"),
        ("cccccccccc", "{\"companion\": {\"team\": 3}}"),
        ("dddddddddd", "\"companion\""),
        ("eeeeeeeeee", ""),
    ] {
        std::fs::write(store.file(id), text).unwrap();
    }
    let list = store.list();
    assert_eq!(list.len(), 1, "{list:?}");
    assert_eq!(list[0]["id"], json!(slot.id));
    assert_eq!(list[0]["name"], json!("Our table"));
    assert_eq!(list[0]["team"].as_array().unwrap().len(), 2);
}

#[test]
fn a_full_folder_takes_no_table_of_any_kind() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    let wish = json!({ "sample": "early-2" });
    let saved = make(&store, &wish).saved().unwrap();
    for n in 1..MOST_TABLES {
        std::fs::write(store.file(&format!("{n:010}")), "").unwrap();
    }
    for wish in [wish, json!({ "saved": saved })] {
        let fault = desk::create(&store, wish.as_object().unwrap()).unwrap_err();
        assert!(fault.message.contains("1000 tables"), "{fault:?}");
    }
}
