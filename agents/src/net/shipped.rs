//! The checkpoint that comes with the program.

use std::path::PathBuf;

/// Where it lies, from the working folder or one of the program's folders.
pub const SHIPPED: &str = "checkpoints/base.safetensors";

/// The shipped checkpoint: in the working folder, or beside the program or above it, so that a
/// program in `target/release` finds it too.
pub fn find() -> Option<PathBuf> {
    let here = PathBuf::from(SHIPPED);
    if here.is_file() {
        return Some(here);
    }
    let program = std::env::current_exe().ok()?;
    program
        .ancestors()
        .skip(1)
        .take(4)
        .map(|dir| dir.join(SHIPPED))
        .find(|p| p.is_file())
}
