//! TensorBoard events, and everything that touches tensorboard-rs.
//!
//! The crate panics where it cannot write, some of it in a thread of its own: here such a panic is an
//! answer and never reaches the terminal. It brings protobuf 2.28, whose open advisory
//! (RUSTSEC-2024-0437) concerns reading messages; only writing happens here.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Once;

use tensorboard_rs::summary_writer::SummaryWriter;

/// An event file, until it can no longer be written.
pub struct Events {
    writer: Option<SummaryWriter>,
}

impl std::fmt::Debug for Events {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Events")
            .field("open", &self.writer.is_some())
            .finish()
    }
}

impl Events {
    /// Begins an event file in a folder. Where that cannot be done, the first [`Events::write`] says so.
    #[must_use]
    pub fn open(folder: &Path) -> Self {
        Self {
            writer: quietly(|| SummaryWriter::new(folder)),
        }
    }

    /// Writes named numbers at a step; whether that was possible. After a failure nothing is written
    /// any more.
    pub fn write(&mut self, step: u64, values: &[(String, f64)]) -> bool {
        let Some(writer) = &mut self.writer else {
            return false;
        };
        let step = usize::try_from(step).unwrap_or(usize::MAX);
        let written = quietly(|| {
            for (name, value) in values {
                writer.add_scalar(name, *value as f32, step);
            }
            writer.flush();
        });
        if written.is_none() {
            self.close();
        }
        written.is_some()
    }

    fn close(&mut self) {
        let writer = self.writer.take();
        // Dropping it panics when its thread is gone; there is nothing left to lose then.
        quietly(|| drop(writer));
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.close();
    }
}

thread_local! {
    /// Whether this thread is inside a call of the crate.
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// Calls the crate; nothing if it panicked.
fn quietly<T>(call: impl FnOnce() -> T) -> Option<T> {
    static SILENCE: Once = Once::new();
    SILENCE.call_once(|| {
        let former = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            // Its own thread panics at a line of its own.
            let file = panic.location().map_or("", |at| at.file());
            if !INSIDE.get() && !file.contains("tensorboard-rs") {
                former(panic);
            }
        }));
    });
    INSIDE.set(true);
    let answer = catch_unwind(AssertUnwindSafe(call));
    INSIDE.set(false);
    answer.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_and_a_folder_that_cannot_be_is_an_answer() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let values = [("losses/entropy".to_owned(), 0.5)];
        assert!(Events::open(folder.path()).write(1, &values));
        let file = std::fs::read_dir(folder.path()).expect("lists").next();
        let bytes = std::fs::read(file.expect("one").expect("entry").path()).expect("reads");
        assert!(bytes.windows(14).any(|part| part == b"losses/entropy"));

        let blocked = folder.path().join("file");
        std::fs::write(&blocked, "").expect("writes");
        let mut events = Events::open(&blocked.join("below"));
        assert!(!events.write(1, &values));
    }
}
