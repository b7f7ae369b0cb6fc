//! Writing files whole or not at all.

use std::io::Write;
use std::path::Path;

/// How the temporary names begin: what a killed program leaves behind can be told by it.
pub const TEMPORARY: &str = ".reckoners-";

/// Writes a file under a temporary name beside it and renames it: a reader sees the old bytes or
/// the new ones, never half of them. Follows symbolic links and keeps the permissions of a file that
/// exists. What is not a plain file (a pipe, a device) is simply written to.
///
/// # Errors
/// When the folder is missing or cannot be written; a former file is then untouched.
pub fn write_atomically(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    // A rename would replace a link by a file; write to what it points at.
    let target = file.canonicalize().unwrap_or_else(|_| file.to_path_buf());
    // A pipe or a device is written to, not replaced.
    if target.metadata().is_ok_and(|old| !old.is_file()) {
        return std::fs::OpenOptions::new()
            .write(true)
            .open(&target)?
            .write_all(bytes);
    }
    // The same folder, so that the final rename cannot cross file systems.
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY);
    // The default mode of temporary files shuts out everyone else; ask for that of a plain file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut temporary = builder.tempfile_in(folder)?;
    temporary.write_all(bytes)?;
    if let Ok(old) = target.metadata() {
        temporary.as_file().set_permissions(old.permissions())?;
    }
    temporary.as_file().sync_all()?;
    temporary.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_a_device_is_not() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let file = folder.path().join("a");
        write_atomically(&file, b"one").expect("writes");
        write_atomically(&file, b"two").expect("writes");
        assert_eq!(std::fs::read(&file).expect("reads"), b"two");
        assert_eq!(
            std::fs::read_dir(folder.path()).expect("lists").count(),
            1,
            "nothing temporary is left"
        );
        #[cfg(unix)]
        {
            let link = folder.path().join("null");
            std::os::unix::fs::symlink("/dev/null", &link).expect("links");
            write_atomically(&link, b"gone").expect("writes");
            assert!(std::fs::read(&link).expect("reads").is_empty());
        }
    }
}
