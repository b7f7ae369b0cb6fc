//! The server as people start it, in a process of its own: only so is its memory told apart from that of its clients.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server that ends with its test.
pub(crate) struct Process {
    pub(crate) at: SocketAddr,
    child: Child,
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// glibc keeps much of what was freed, by thread and by chance, and a leak would hide in it. With one arena and no
/// caches it keeps little.
const TUNABLES: (&str, &str) = (
    "GLIBC_TUNABLES",
    "glibc.malloc.arena_max=1:glibc.malloc.tcache_count=0",
);

/// Starts `reckoners serve` with tables in a folder. Tunables that are set already, or set to nothing, stay.
pub(crate) fn launch(folder: &Path) -> Process {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reckoners"));
    if std::env::var_os(TUNABLES.0).is_none() {
        command.env(TUNABLES.0, TUNABLES.1);
    }
    let mut child = command
        .args(["serve", "--port", "0", "--agent", "scripted", "--tables"])
        .arg(folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut said = BufReader::new(child.stdout.take().unwrap());
    said.read_line(&mut line).unwrap();
    let at = line.trim().split_once("http://");
    let at = at.map(|(_, at)| at.trim_end_matches('/').parse());
    let at = at.expect("the address comes first").unwrap();
    // A server that nobody hears any more would end with its next line.
    child.stdout = Some(said.into_inner());
    Process { at, child }
}

/// Memory of a process in MiB.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Memory {
    /// Now.
    pub(crate) resident: f64,
    /// Most so far.
    pub(crate) peak: f64,
}

impl Process {
    /// Its memory, on systems that tell.
    pub(crate) fn memory(&self) -> Option<Memory> {
        let file = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(file).ok()?;
        let mebibytes = |key: &str| {
            let line = status.lines().find(|line| line.starts_with(key))?;
            let kibibytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
            Some(kibibytes / 1024.0)
        };
        Some(Memory {
            resident: mebibytes("VmRSS:")?,
            peak: mebibytes("VmHWM:")?,
        })
    }
}
