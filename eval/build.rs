//! Tells the program which git revision it was built from, when that can be known, and which sample tables there are.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    revision();
    samples()
}

fn revision() {
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

/// Lists what lies in the folder, so that a new sample needs no line of code.
fn samples() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../configs/tables");
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(&folder)?.map(|entry| Ok(entry?.path()));
    let mut files: Vec<PathBuf> = entries.collect::<io::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|e| e == "json"));
    files.sort();
    // The files themselves are named, not copied: the compiler then sees when one changes.
    let line = |file: &PathBuf| {
        let name = file.file_stem().unwrap_or_default();
        format!("    ({name:?}, include_str!({file:?})),\n")
    };
    let list: String = files.iter().map(line).collect();
    let out = Path::new(&env::var("OUT_DIR")?).join("samples.rs");
    fs::write(out, format!("&[\n{list}]\n"))?;
    Ok(())
}
