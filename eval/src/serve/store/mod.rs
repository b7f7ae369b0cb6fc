//! All tables, each in a file that `reckoners play --resume` can read too.
//!
//! A file is a trace. Its first line has one key more, `companion`: what people chose, and earlier chapters.
//! It is replaced whole after every change.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use reckoners_agents::file::{read_text_at_most, write_atomically};
use reckoners_env::trace::Trace;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::broadcast;

use super::cards::{Corrections, Source};
use super::live::{Chapter, Live, MOST_CHAPTERS};
use super::settings::Settings;
use crate::analyze::fields::{Fault, FaultKind};

/// Most tables in a folder.
const MOST_TABLES: usize = 1000;
/// From this many tables in memory on, those that no page shows are dropped from it.
const MOST_OPEN: usize = 64;
/// Largest file of a table.
const MOST_BYTES: u64 = 32 << 20;
/// Letters of an id.
const ID_LENGTH: usize = 10;

/// A table with those who look at it.
#[derive(Debug)]
pub struct Slot {
    /// Its id.
    pub id: String,
    live: Mutex<Live>,
    /// Each new state, as the text of a message.
    pub news: broadcast::Sender<Arc<str>>,
    /// Pages that look at it.
    pub pages: AtomicUsize,
    file: PathBuf,
}

impl Slot {
    /// Locks the table. Poisoning is ignored, because [`Slot::edit`] restores the table after a panic.
    pub fn live(&self) -> MutexGuard<'_, Live> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state as a message.
    pub fn message(&self, live: &Live) -> Arc<str> {
        let mut state = live.state();
        state["event"] = json!("state");
        state["id"] = json!(self.id);
        state["pages"] = json!(self.pages.load(Ordering::Relaxed));
        state.to_string().into()
    }

    /// Changes the table, saves it and tells everybody. What cannot be done or saved changes nothing.
    pub fn edit(
        &self,
        version: Option<u64>,
        change: impl FnOnce(&mut Live) -> Result<(), Fault>,
    ) -> Result<u64, Fault> {
        let mut live = self.live();
        live.expect(version)?;
        let before = live.before();
        // A panic too may come when half is done.
        let changed = catch_unwind(AssertUnwindSafe(|| {
            change(&mut live)?;
            live.version += 1;
            self.save(&live)
        }));
        if !matches!(changed, Ok(Ok(())))
            && let Err(fault) = live.restore(before)
        {
            // Whoever asked hears what went wrong first: this is only what came of it.
            eprintln!("table {}: not restored: {}", self.id, fault.message);
        }
        changed.unwrap_or_else(|panic| resume_unwind(panic))?;
        // Nobody may be listening.
        let _ = self.news.send(self.message(&live));
        Ok(live.version)
    }

    /// The text of its file.
    pub fn saved(&self) -> Result<String, Fault> {
        to_text(&self.live()).map_err(|e| Fault::new("", e))
    }

    /// Writes the file.
    fn save(&self, live: &Live) -> Result<(), Fault> {
        let fail = |e: String| {
            Fault::new(
                "",
                format!(
                    "not saved, so nothing was changed: {}: {e}",
                    self.file.display()
                ),
            )
        };
        let text = to_text(live).map_err(fail)?;
        write_atomically(&self.file, text.as_bytes()).map_err(|e| fail(e.to_string()))
    }
}

/// The text of a table's file.
fn to_text(live: &Live) -> Result<String, String> {
    let mut chapters = live.chapters();
    let Some(last) = chapters.pop() else {
        return Err("a table without a game".into());
    };
    let text = |chapter: &Chapter| {
        let rules = &chapter.cards.rules;
        chapter.trace.to_text(rules).map_err(|e| e.to_string())
    };
    let earlier = chapters
        .iter()
        .map(|chapter| {
            Ok(json!({
                "cards": chapter.cards.corrections,
                "taps": chapter.taps,
                "trace": text(chapter)?,
            }))
        })
        .collect::<Result<Vec<Value>, String>>()?;
    let whole = text(&last)?;
    let (header, steps) = whole.split_once('\n').unwrap_or((&whole, ""));
    let mut header: Value = serde_json::from_str(header).map_err(|e| e.to_string())?;
    let game = live.table().game;
    header["companion"] = json!({
        "version": live.version,
        "settings": live.settings,
        "cards": last.cards.corrections,
        "taps": last.taps,
        "earlier": earlier,
        "round": game.round,
        "team": game.team().iter().map(|s| s.reckoner.key()).collect::<Vec<_>>(),
    });
    Ok(format!("{header}\n{steps}"))
}

/// Reads the text of a table's file.
fn from_text(source: &Source, text: &str) -> Result<Live, Fault> {
    let bad = |e: String| Fault::new("", e);
    let header = text.lines().next().unwrap_or_default();
    let header: Value = serde_json::from_str(header).map_err(|e| bad(e.to_string()))?;
    let own = &header["companion"];
    let read = |value: &Value| -> Result<Corrections, Fault> {
        match value {
            Value::Null => Ok(Vec::new()),
            value => Corrections::deserialize(value).map_err(|e| bad(e.to_string())),
        }
    };
    let chapter = |own: &Value, text: &str| -> Result<Chapter, Fault> {
        let cards = source.with(read(&own["cards"])?)?;
        let trace = Trace::parse(&cards.rules, text).map_err(|e| bad(e.to_string()))?;
        Ok(Chapter {
            taps: taps(&own["taps"], trace.steps.len()),
            ..Chapter::new(trace, cards)
        })
    };
    let earlier = own["earlier"].as_array().map_or(&[][..], Vec::as_slice);
    if earlier.len() > MOST_CHAPTERS {
        let message = format!("{} corrections; at most {MOST_CHAPTERS}", earlier.len());
        return Err(bad(message));
    }
    let mut chapters = Vec::new();
    for earlier in earlier {
        let text = earlier["trace"].as_str().unwrap_or_default();
        chapters.push(chapter(earlier, text)?);
    }
    chapters.push(chapter(own, text)?);
    let settings = match &own["settings"] {
        Value::Null => Settings::default(),
        value => Settings::deserialize(value).map_err(|e| bad(e.to_string()))?,
    };
    let version = own["version"].as_u64().unwrap_or(1);
    Live::open(chapters, settings, version)
}

/// Steps at which taps began, without those past the last step: the file may have been shortened by hand.
fn taps(value: &Value, steps: usize) -> Vec<usize> {
    let numbers = value.as_array().into_iter().flatten();
    let numbers = numbers.filter_map(|n| usize::try_from(n.as_u64()?).ok());
    numbers.filter(|tap| *tap < steps).collect()
}

/// All tables.
#[derive(Debug)]
pub struct Store {
    /// Where cards come from.
    pub source: Source,
    folder: PathBuf,
    open: Mutex<HashMap<String, Place>>,
}

/// One table's slot; `None` until loaded. The lock is held while loading, so only callers of this table wait.
type Place = Arc<Mutex<Option<Arc<Slot>>>>;

impl Store {
    /// The tables of a folder, which is made if it is missing.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn new(source: Source, folder: &Path) -> std::io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        Ok(Self {
            source,
            folder: folder.to_path_buf(),
            open: Mutex::default(),
        })
    }

    fn opened(&self) -> MutexGuard<'_, HashMap<String, Place>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The place of a table that is in memory or has a file.
    fn place(&self, id: &str) -> Option<Place> {
        let mut open = self.opened();
        if !open.contains_key(id) {
            if !self.file(id).exists() {
                return None;
            }
            make_room(&mut open);
        }
        Some(Arc::clone(open.entry(id.to_owned()).or_default()))
    }

    /// How many tables are in memory.
    pub fn open_count(&self) -> usize {
        self.opened().len()
    }

    /// A table by its id, from memory or from its file.
    pub fn get(&self, id: &str) -> Result<Arc<Slot>, Fault> {
        let place = Some(id)
            .filter(|id| is_id(id))
            .and_then(|id| self.place(id));
        let place = place.ok_or_else(|| {
            Fault::new("table", "there is no such table here").of_kind(FaultKind::NotThere)
        })?;
        let mut opened = lock_slot(&place);
        if let Some(slot) = &*opened {
            return Ok(Arc::clone(slot));
        }
        let file = self.file(id);
        let text = read_text_at_most(&file, MOST_BYTES).map_err(|e| e.to_string());
        let live = text
            .map_err(|e| Fault::new("", e))
            .and_then(|text| from_text(&self.source, &text))
            .map_err(|fault| {
                let message = format!("{}: {}", file.display(), fault.message);
                Fault::new("table", message)
            })?;
        let slot = Arc::new(slot(id.to_owned(), live, file));
        *opened = Some(Arc::clone(&slot));
        Ok(slot)
    }

    fn file(&self, id: &str) -> PathBuf {
        self.folder.join(format!("{id}.jsonl"))
    }

    /// A new table.
    pub fn create(&self, chapter: Chapter, settings: Settings) -> Result<Arc<Slot>, Fault> {
        self.insert_new(|| Live::open(vec![chapter], settings, 1))
    }

    /// A new table from the text of a saved game.
    pub fn import(&self, text: &str, settings: Option<Settings>) -> Result<Arc<Slot>, Fault> {
        self.insert_new(|| {
            let mut live = from_text(&self.source, text)?;
            if let Some(settings) = settings {
                live.set(settings)?;
            }
            live.version = 1;
            Ok(live)
        })
    }

    /// Takes in a table that is made if there is room for it.
    fn insert_new(&self, make: impl FnOnce() -> Result<Live, Fault>) -> Result<Arc<Slot>, Fault> {
        let count = self.files().map(|files| files.len()).unwrap_or_default();
        if count >= MOST_TABLES {
            let message = format!(
                "{MOST_TABLES} tables lie in {}; remove some files there",
                self.folder.display()
            );
            return Err(Fault::new("", message));
        }
        let live = make()?;
        let id = new_id().map_err(|e| Fault::new("", e))?;
        let slot = Arc::new(slot(id.clone(), live, self.file(&id)));
        // Once its file exists another request can find the table, and must not load it a second time.
        let place = Place::default();
        let mut opened = lock_slot(&place);
        let mut open = self.opened();
        make_room(&mut open);
        open.insert(id, Arc::clone(&place));
        drop(open);
        slot.save(&slot.live())?;
        *opened = Some(Arc::clone(&slot));
        Ok(slot)
    }

    /// The files of tables, the one changed last first.
    fn files(&self) -> std::io::Result<Vec<(String, SystemTime)>> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&self.folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let id = name.to_str().and_then(|n| n.strip_suffix(".jsonl"));
            let Some(id) = id.filter(|id| is_id(id)) else {
                continue;
            };
            let changed = entry.metadata().and_then(|m| m.modified());
            files.push((id.to_owned(), changed.unwrap_or(SystemTime::UNIX_EPOCH)));
        }
        files.sort_by_key(|(_, changed)| std::cmp::Reverse(*changed));
        Ok(files)
    }

    /// The tables that were changed last, with what a list shows of them.
    pub fn list(&self) -> Vec<Value> {
        const SHOWN: usize = 20;
        let files = self.files().unwrap_or_default().into_iter();
        files
            .filter_map(|(id, _)| {
                let own = head(&self.file(&id))?;
                Some(json!({
                    "id": id,
                    "name": own.settings.name,
                    "round": own.round,
                    "team": own.team,
                }))
            })
            .take(SHOWN)
            .collect()
    }
}

/// Drops tables that no page shows from memory when there are many. Their files hold everything but the list for redo,
/// which is lost.
fn make_room(open: &mut HashMap<String, Place>) {
    if open.len() >= MOST_OPEN {
        // A slot in use may stay locked for long, so it is not locked here; the lock of any other is free.
        open.retain(|_, place| {
            let looked_at = |slot: &Arc<Slot>| Arc::strong_count(slot) > 1;
            Arc::strong_count(place) > 1 || lock_slot(place).as_ref().is_some_and(looked_at)
        });
    }
}

/// Locks a slot, ignoring poisoning.
fn lock_slot(place: &Place) -> MutexGuard<'_, Option<Arc<Slot>>> {
    place.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The first line of a table's file.
#[derive(Deserialize)]
struct FirstLine {
    companion: Head,
}

/// What it says for a list.
#[derive(Deserialize)]
struct Head {
    settings: Settings,
    round: u16,
    team: Vec<String>,
}

/// What the first line of a table's file says about it; nothing where the file is not one of ours.
fn head(file: &Path) -> Option<Head> {
    use std::io::{BufRead as _, Read as _};
    let mut line = String::new();
    let file = std::fs::File::open(file).ok()?.take(MOST_BYTES);
    std::io::BufReader::new(file).read_line(&mut line).ok()?;
    let first: FirstLine = serde_json::from_str(&line).ok()?;
    Some(first.companion)
}

fn slot(id: String, live: Live, file: PathBuf) -> Slot {
    Slot {
        id,
        live: Mutex::new(live),
        news: broadcast::channel(4).0,
        pages: AtomicUsize::new(0),
        file,
    }
}

/// Whether a text is an id of ours: so it cannot lead out of the folder.
fn is_id(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    text.len() == ID_LENGTH && text.bytes().all(plain)
}

/// A random id or token of so many letters and digits, from the operating system.
pub fn random_text(letters: usize) -> Result<String, String> {
    // 32 signs, so that every byte gives one without bias; none that looks like another.
    const SIGNS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = vec![0; letters];
    getrandom::fill(&mut bytes).map_err(|e| format!("the system gives no randomness: {e}"))?;
    let sign = |b: &u8| char::from(SIGNS[usize::from(*b) % SIGNS.len()]);
    Ok(bytes.iter().map(sign).collect())
}

fn new_id() -> Result<String, String> {
    random_text(ID_LENGTH)
}

#[cfg(test)]
mod tests;
