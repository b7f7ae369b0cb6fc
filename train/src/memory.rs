//! Checks before a run begins that it fits into memory: a process that runs out of it later is killed without a
//! message.

use std::fs::read_to_string;
use std::path::Path;

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

/// Bytes of memory that can still be used, where the system tells: what the machine has left, or what the limit of
/// the container leaves if that is less.
fn available() -> Option<u64> {
    let groups = read_to_string("/proc/self/cgroup").unwrap_or_default();
    let container = left_in_groups(&groups, Path::new("/sys/fs/cgroup"));
    left_on_machine().into_iter().chain(container).min()
}

fn left_on_machine() -> Option<u64> {
    let text = read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|l| l.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// The files in which a version of Linux control groups keeps its memory limit.
struct GroupFiles {
    limit: &'static str,
    used: &'static str,
    /// Fields of `memory.stat` with the file cache, which counts as used but is given back before a process is killed.
    cache: [&'static str; 2],
}

const VERSION_1: GroupFiles = GroupFiles {
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    cache: ["total_active_file", "total_inactive_file"],
};

const VERSION_2: GroupFiles = GroupFiles {
    limit: "memory.max",
    used: "memory.current",
    cache: ["active_file", "inactive_file"],
};

impl GroupFiles {
    /// Bytes that the limit of one group leaves; none without a limit.
    fn left(&self, group: &Path) -> Option<u64> {
        let number = |file| -> Option<u64> {
            let text = read_to_string(group.join(file)).ok()?;
            text.trim().parse().ok()
        };
        // Version 2 writes "max" where there is no limit, version 1 a number beyond any memory.
        let limit = number(self.limit)?;
        let stat = read_to_string(group.join("memory.stat")).unwrap_or_default();
        let fields = stat.lines().filter_map(|line| line.split_once(' '));
        let cache = fields.filter(|(name, _)| self.cache.contains(name));
        let cache: u64 = cache
            .filter_map(|(_, n)| n.trim().parse::<u64>().ok())
            .sum();
        let used = number(self.used)?.saturating_sub(cache);
        Some(limit.saturating_sub(used))
    }
}

/// Bytes that the tightest memory limit leaves to a process, given the text of its `/proc/PID/cgroup` and where control
/// groups are mounted. The limits of all groups around its own hold as well.
fn left_in_groups(groups: &str, mount: &Path) -> Option<u64> {
    let left = |line: &str| {
        let (_, rest) = line.split_once(':')?;
        let (controllers, path) = rest.split_once(':')?;
        let (files, root) = match controllers {
            "" => (VERSION_2, mount.to_owned()),
            _ if controllers.split(',').any(|name| name == "memory") => {
                (VERSION_1, mount.join("memory"))
            }
            _ => return None,
        };
        // Inside a container the path may be that of the host. Nothing is found there, but the root is the container.
        let own = root.join(path.trim_start_matches('/'));
        let around = own.ancestors().take_while(|group| group.starts_with(&root));
        around.filter_map(|group| files.left(group)).min()
    };
    groups.lines().filter_map(left).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes the files of a group.
    fn group(folder: &Path, files: &[(&str, &str)]) {
        std::fs::create_dir_all(folder).expect("a folder");
        for (name, text) in files {
            std::fs::write(folder.join(name), text).expect("a file");
        }
    }

    #[test]
    fn the_tightest_limit_around_a_process_counts_and_the_file_cache_is_free() {
        let root = tempfile::tempdir().expect("a folder");
        let (mount, groups) = (root.path(), "0::/pod/one\n");
        assert_eq!(left_in_groups(groups, mount), None, "no such files");
        let stat = "anon 600\nactive_file 100\ninactive_file 300\nfile 9999\n";
        group(
            &mount.join("pod/one"),
            &[
                ("memory.max", "max\n"),
                ("memory.current", "1000\n"),
                ("memory.stat", stat),
            ],
        );
        assert_eq!(left_in_groups(groups, mount), None, "no limit");
        group(&mount.join("pod/one"), &[("memory.max", "5000\n")]);
        assert_eq!(left_in_groups(groups, mount), Some(5000 - 600));
        group(
            &mount.join("pod"),
            &[("memory.max", "4096\n"), ("memory.current", "4000\n")],
        );
        assert_eq!(left_in_groups(groups, mount), Some(96));
        assert_eq!(left_in_groups("0::/other\n", mount), None);
    }

    #[test]
    fn limits_of_the_first_version_are_found_also_where_the_path_is_that_of_the_host() {
        let root = tempfile::tempdir().expect("a folder");
        let groups = "5:cpu,cpuacct:/\n4:memory:/docker/0123\n0::/\n";
        group(
            &root.path().join("memory"),
            &[
                ("memory.limit_in_bytes", "8192\n"),
                ("memory.usage_in_bytes", "5000\n"),
                ("memory.stat", "active_file 1\ntotal_active_file 1000\n"),
            ],
        );
        assert_eq!(left_in_groups(groups, root.path()), Some(8192 - 4000));
        let over = [("memory.usage_in_bytes", "99999\n")];
        group(&root.path().join("memory"), &over);
        assert_eq!(left_in_groups(groups, root.path()), Some(0));
    }

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
