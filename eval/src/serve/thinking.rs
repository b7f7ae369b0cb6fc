//! Searches take turns: as many at once as there are cores, a bounded queue behind them.

use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::analyze::fields::Fault;

/// Most searches that wait for their turn.
const MOST_WAITING: usize = 64;

/// The turns.
#[derive(Debug)]
pub struct Thinking {
    turns: Semaphore,
    waiting: AtomicUsize,
    running: AtomicUsize,
}

/// A turn; whoever drops it ends it.
#[derive(Debug)]
pub struct Turn<'a> {
    _permit: SemaphorePermit<'a>,
    running: &'a AtomicUsize,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.running.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Counts who waits, also when the waiting is given up.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Default for Thinking {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            turns: Semaphore::new(cores.max(2)),
            waiting: AtomicUsize::new(0),
            running: AtomicUsize::new(0),
        }
    }
}

impl Thinking {
    /// Waits for a turn.
    pub async fn turn(&self) -> Result<Turn<'_>, Fault> {
        let busy = || Fault::new("", "too many searches at once; ask again in a moment");
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let waiting = Waiting(&self.waiting);
        if before >= MOST_WAITING {
            return Err(busy());
        }
        let permit = self.turns.acquire().await.map_err(|_| busy())?;
        drop(waiting);
        self.running.fetch_add(1, Ordering::Relaxed);
        Ok(Turn {
            _permit: permit,
            running: &self.running,
        })
    }

    /// Searches under way.
    pub fn running(&self) -> usize {
        self.running.load(Ordering::Relaxed)
    }

    /// Searches that wait.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }
}
