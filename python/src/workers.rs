//! Threads that outlive a fork: a pool belongs to the process that made it, and another process makes its own.

use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use pyo3::prelude::*;
use rayon::ThreadPool;
use reckoners_eval::threads::{self, MOST_THREADS};

use crate::error;

/// A pool of so many threads (0: one a core, or as `RAYON_NUM_THREADS` says), made when it is first wanted.
#[derive(Debug)]
pub(crate) struct Workers {
    threads: usize,
    made: Option<(u32, Arc<ThreadPool>)>,
}

impl Workers {
    /// As many as somebody asks for, within limits.
    pub(crate) fn asked_for(threads: usize) -> PyResult<Self> {
        if threads > MOST_THREADS {
            let limit = format!("threads={threads}: give a number from 0 to {MOST_THREADS}");
            return Err(error::value(limit));
        }
        Ok(Self::new(threads))
    }

    const fn new(threads: usize) -> Self {
        Self {
            threads,
            made: None,
        }
    }

    /// The pool of this process.
    pub(crate) fn pool(&mut self) -> PyResult<Arc<ThreadPool>> {
        let process = std::process::id();
        if let Some((maker, pool)) = &self.made
            && *maker == process
        {
            return Ok(Arc::clone(pool));
        }
        let threads = match self.threads {
            0 => threads::wanted_here(None).map_err(|e| error::value(format!("{e:#}")))?,
            some => some,
        };
        let pool = threads::build(threads)
            .map_err(|e| error::state(format!("{threads} threads could not be started: {e:#}")))?;
        let pool = Arc::new(pool);
        // The threads of a parent's pool do not exist here; nothing may wait for them.
        std::mem::forget(self.made.replace((process, Arc::clone(&pool))));
        Ok(pool)
    }
}

/// Runs work of the evaluator, the hints and searching agents in a common pool, without Python's lock.
pub(crate) fn in_pool<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let pool = common()?;
    Ok(py.detach(|| pool.install(work)))
}

/// How long a signal may wait until it is looked at.
const SIGNAL_PAUSE: Duration = Duration::from_millis(50);

/// [`in_pool`] for long work: after Ctrl-C (or another signal whose handler raises an exception) it calls `stop`, which
/// must end the work soon, and gives that exception.
pub(crate) fn in_pool_until_signal<T: Send>(
    py: Python<'_>,
    stop: impl Fn() + Sync,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let pool = common()?;
    py.detach(|| {
        // Python runs the handlers of signals in its main thread alone, which therefore must not do the work.
        std::thread::scope(|scope| {
            let (done, end) = mpsc::channel();
            let worker = scope.spawn(move || {
                let result = pool.install(work);
                // Nobody listens any more once a signal has been seen.
                let _ = done.send(());
                result
            });
            let mut seen = Ok(());
            while seen.is_ok() && end.recv_timeout(SIGNAL_PAUSE) == Err(RecvTimeoutError::Timeout) {
                seen = Python::attach(|py| py.check_signals().inspect_err(|_| stop()));
            }
            let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            seen.map(|()| result)
        })
    })
}

/// The pool that everything but environments shares.
fn common() -> PyResult<Arc<ThreadPool>> {
    static COMMON: Mutex<Workers> = Mutex::new(Workers::new(0));
    match COMMON.lock() {
        Ok(mut workers) => workers.pool(),
        Err(_) => Err(error::state("the threads were lost by an earlier error")),
    }
}
