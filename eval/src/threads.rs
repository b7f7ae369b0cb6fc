//! How many threads work, and what happens when the system starts fewer.

use anyhow::{Context, Result, ensure};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Beyond any machine: a slip of the keyboard must not start a million threads.
pub const MOST_THREADS: usize = 1024;

/// Stack of a worker: plenty, and not what RUST_MIN_STACK says.
pub(crate) const STACK: usize = 8 << 20;

/// The variable that programs built on rayon listen to.
const VARIABLE: &str = "RAYON_NUM_THREADS";

/// The number of threads asked for by `--threads`, else by the environment, else one a core.
///
/// # Errors
/// When it is not a number from 1 to [`MOST_THREADS`]; the message says where it was given.
pub fn wanted(flag: Option<usize>, variable: Option<&str>) -> Result<usize> {
    let within = |name: &str, threads: usize| {
        ensure!(
            (1..=MOST_THREADS).contains(&threads),
            "{name} {threads}: give a number from 1 to {MOST_THREADS}"
        );
        Ok(threads)
    };
    if let Some(threads) = flag {
        return within("--threads", threads);
    }
    // As in rayon, nothing and 0 mean one a core.
    match variable.map(str::trim).filter(|text| !text.is_empty()) {
        Some(text) if text != "0" => {
            let threads = text.parse().with_context(|| {
                format!("{VARIABLE} {text}: give a number from 1 to {MOST_THREADS}")
            })?;
            within(VARIABLE, threads)
        }
        _ => Ok(std::thread::available_parallelism()
            .map_or(1, std::num::NonZero::get)
            .min(MOST_THREADS)),
    }
}

/// [`wanted`] with the environment of this process.
///
/// # Errors
/// As [`wanted`].
pub fn wanted_here(flag: Option<usize>) -> Result<usize> {
    let variable = std::env::var_os(VARIABLE).map(|text| text.to_string_lossy().into_owned());
    wanted(flag, variable.as_deref())
}

/// Does some work in a pool of so many threads. Where the system does not start them, `complaint` hears of it and the
/// calling thread works alone: results do not depend on the number of threads.
///
/// # Errors
/// When not even that can be had, or what the work says.
pub fn with_pool<T: Send>(
    threads: usize,
    complaint: impl FnOnce(&str),
    work: impl FnOnce() -> Result<T> + Send,
) -> Result<T> {
    let pool = match build(threads) {
        Ok(pool) => pool,
        Err(error) => {
            complaint(&format!(
                "{threads} threads could not be started ({error:#}); going on with one"
            ));
            ThreadPoolBuilder::new()
                .num_threads(1)
                .use_current_thread()
                .build()
                .context("no thread to work in")?
        }
    };
    pool.install(work)
}

/// A pool of so many threads.
///
/// # Errors
/// When the system does not start them.
pub fn build(threads: usize) -> Result<ThreadPool> {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    Ok(builder.stack_size(STACK).build()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_wins_and_absurd_numbers_are_refused_by_name() {
        assert_eq!(wanted(Some(3), Some("100000")).expect("the flag"), 3);
        assert_eq!(wanted(None, Some("5")).expect("the variable"), 5);
        let cores = wanted(None, None).expect("cores");
        assert_eq!(wanted(None, Some("0")).expect("as rayon"), cores);
        assert_eq!(wanted(None, Some(" ")).expect("as rayon"), cores);
        let said = |flag, variable| format!("{:#}", wanted(flag, variable).expect_err("refused"));
        assert!(said(Some(0), None).starts_with("--threads 0: give"));
        for absurd in ["100000", "-1", "many", "99999999999999999999999"] {
            let text = said(None, Some(absurd));
            assert!(
                text.starts_with(&format!(
                    "RAYON_NUM_THREADS {absurd}: give a number from 1 to 1024"
                )),
                "{text}"
            );
        }
    }

    #[test]
    fn work_is_done_with_as_many_threads_as_asked_for() {
        let silent = |text: &str| panic!("{text}");
        let count = with_pool(3, silent, || Ok(rayon::current_num_threads()));
        assert_eq!(count.expect("works"), 3);
    }
}
