//! Writing files whole or not at all.

use std::io::Write;
use std::path::Path;

/// Writes a file under a temporary name beside it and renames it: a reader sees the old bytes or
/// the new ones, never half of them.
///
/// # Errors
/// When the folder is missing or cannot be written; a former file is then untouched.
pub fn write_atomically(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    // The same folder, so that the final rename cannot cross file systems.
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".reckoners-");
    // The default mode of temporary files shuts out everyone else; ask for that of a plain file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut temporary = builder.tempfile_in(folder)?;
    temporary.write_all(bytes)?;
    temporary.as_file().sync_all()?;
    temporary.persist(file).map_err(|error| error.error)?;
    Ok(())
}
