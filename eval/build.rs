//! Tells the program which git revision it was built from, when that can be known.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=../.git/HEAD");
    println!("cargo::rerun-if-changed=../.git/refs/heads");
    let revision = Command::new("git")
        .args(["rev-parse", "--short=10", "HEAD"])
        .output()
        .ok()
        .filter(|out| out.status.success())
        .and_then(|out| String::from_utf8(out.stdout).ok());
    if let Some(revision) = revision {
        println!("cargo::rustc-env=RECKONERS_REVISION={}", revision.trim());
    }
}
