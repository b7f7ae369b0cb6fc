//! Whether a run fits into memory, asked before it begins: running out of it later is an abort without
//! a word.

use anyhow::{Result, ensure};

use crate::rollout::gibibytes;

/// Copies of the parameters that a run holds at its largest moment, beside one for each thread: weights,
/// average, two moments, gradient, three packed copies, and three times the state while it is saved.
const COPIES: u64 = 20;

/// Most parameters: their checkpoint is then no larger than a checkpoint may be.
const MOST_PARAMETERS: u64 = reckoners_agents::net::checkpoint::MOST_BYTES / 4 - (1 << 20);

/// Checks that a network can be trained here, with so many bytes of samples beside it; `settings` says
/// which keys make it that large.
///
/// # Errors
/// Names the settings, what they need and what there is.
pub fn expect_room(parameters: usize, threads: usize, samples: u64, settings: &str) -> Result<()> {
    let parameters = parameters as u64;
    ensure!(
        parameters <= MOST_PARAMETERS,
        "{settings}: the network has {parameters} parameters, and at most {MOST_PARAMETERS} are \
         allowed; lower them"
    );
    let copies = COPIES + threads as u64;
    let needed = (parameters * 4).saturating_mul(copies) + samples;
    let Some(free) = available() else {
        return Ok(());
    };
    ensure!(
        needed <= free,
        "{settings}: training takes about {:.1} GiB of memory, and {:.1} are free; lower them, run.envs, \
         ppo.steps or warm.minibatch",
        gibibytes(needed),
        gibibytes(free)
    );
    Ok(())
}

/// Bytes of memory that can be had, where the system says so.
fn available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|l| l.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_told_with_its_settings() {
        expect_room(400_000, 2, 1 << 20, "net.width is 256").expect("fits anywhere");
        let said = expect_room(1 << 31, 2, 0, "net.width is 4096").expect_err("too large");
        assert!(said.to_string().contains("net.width is 4096"), "{said}");
        if available().is_some() {
            let said = expect_room(1000, 2, u64::MAX / 2, "net.width is 32");
            let said = said.expect_err("more than any memory").to_string();
            assert!(said.contains("GiB") && said.contains("free"), "{said}");
        }
    }
}
