//! Work shared among threads.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, scope};

/// Stack of a worker: plenty, and not what RUST_MIN_STACK says.
const STACK: usize = 4 << 20;

/// Does some work on every item with at most so many threads, the calling one among them, and gives the
/// results in their order. Where the system starts fewer threads, those that run do the rest: the results
/// are the same.
pub fn each<T: Send, R: Send>(
    items: &mut [T],
    threads: usize,
    work: impl Fn(&mut T) -> R + Sync,
) -> Vec<R> {
    let helpers = items.len().min(threads).saturating_sub(1);
    let todo = Mutex::new(items.iter_mut().enumerate());
    let run = || {
        let mut done = Vec::new();
        loop {
            let next = todo.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((index, item)) = next else {
                return done;
            };
            done.push((index, work(item)));
        }
    };
    let mut done = scope(|scope| {
        let start = |_| {
            let thread = Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, run).ok()
        };
        let running: Vec<_> = (0..helpers).map_while(start).collect();
        let mut done = run();
        for thread in running {
            done.extend(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_worked_on_once_and_results_keep_their_order() {
        for count in [0, 1, 2, 50] {
            let mut items: Vec<usize> = (0..count).collect();
            let results = each(&mut items, 3, |item| {
                *item += 1;
                *item * 10
            });
            let wanted: Vec<usize> = (0..count).map(|i| (i + 1) * 10).collect();
            assert_eq!(results, wanted);
        }
    }
}
