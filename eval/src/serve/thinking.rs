//! Searches take turns: as many at once as there are cores, a bounded queue behind them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::analyze::fields::Fault;

/// Most searches that wait for their turn.
const MOST_WAITING: usize = 64;

/// The turns.
#[derive(Debug)]
pub struct Thinking {
    turns: Arc<Semaphore>,
    most: usize,
    waiting: AtomicUsize,
}

/// Permit for one search, released on drop. It moves into the search, which may outlive the request.
pub type Turn = OwnedSemaphorePermit;

/// Counts one waiting request until dropped, so that cancelled ones are counted out too.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Default for Thinking {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let most = cores.max(2);
        Self {
            turns: Arc::new(Semaphore::new(most)),
            most,
            waiting: AtomicUsize::new(0),
        }
    }
}

impl Thinking {
    /// Waits for a turn.
    pub async fn turn(&self) -> Result<Turn, Fault> {
        let busy = || Fault::new("", "too many searches at once; ask again in a moment");
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let waiting = Waiting(&self.waiting);
        if before >= MOST_WAITING {
            return Err(busy());
        }
        let turn = Arc::clone(&self.turns).acquire_owned().await;
        drop(waiting);
        turn.map_err(|_| busy())
    }

    /// Searches under way.
    pub fn running(&self) -> usize {
        self.most - self.turns.available_permits()
    }

    /// Searches that wait.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }
}
