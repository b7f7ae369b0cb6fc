//! Reading files within bounds, and writing them whole or not at all.

use std::fs::{File, OpenOptions};
use std::io::{Error, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Reads a plain file of at most so many bytes. What is not one (a device such as /dev/zero, a pipe, a
/// folder) may have no end or never answer, and is refused unopened.
///
/// # Errors
/// When it cannot be read, is no plain file, or is larger; the message says which.
pub fn read_at_most(file: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(Error::other(
            "it is not a regular file; name a file, not a folder, a device or a pipe",
        ));
    }
    let too_large = |bytes: u64| {
        Error::other(format!(
            "it has {bytes} bytes, and at most {most} are read; it is probably another file"
        ))
    };
    if metadata.len() > most {
        return Err(too_large(metadata.len()));
    }
    let mut bytes = Vec::new();
    // It may grow meanwhile.
    File::open(file)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large(bytes.len() as u64));
    }
    Ok(bytes)
}

/// The same for a text.
///
/// # Errors
/// As [`read_at_most`], and when it is not UTF-8.
pub fn read_text_at_most(file: &Path, most: u64) -> std::io::Result<String> {
    String::from_utf8(read_at_most(file, most)?)
        .map_err(|_| Error::other("it is not a text (UTF-8); it is probably another file"))
}

/// A checksum over some parts, as text; where one part ends and the next begins counts.
#[must_use]
pub fn checksum<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().to_hex().to_string()
}

/// How the temporary names begin: what a killed program leaves behind can be told by it.
pub const TEMPORARY: &str = ".reckoners-";

/// Writes a file under a temporary name beside it and renames it: a reader sees the old bytes or
/// the new ones, never half of them. Follows symbolic links and keeps the permissions of a file that
/// exists. What is not a plain file (a pipe, a device) is simply written to.
///
/// # Errors
/// When the folder is missing or cannot be written; a former file is then untouched.
pub fn write_atomically(file: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let target = target(file);
    if is_stream(&target) {
        return OpenOptions::new()
            .write(true)
            .open(&target)?
            .write_all(bytes);
    }
    let mut temporary = temporary_beside(&target)?;
    temporary.write_all(bytes)?;
    if let Ok(old) = target.metadata() {
        temporary.as_file().set_permissions(old.permissions())?;
    }
    temporary.as_file().sync_all()?;
    temporary.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

/// Whether [`write_atomically`] could write here now; long work asks before it begins.
///
/// # Errors
/// When it could not.
pub fn expect_writable(file: &Path) -> std::io::Result<()> {
    let target = target(file);
    if target.is_dir() {
        return Err(Error::other("it is a folder"));
    }
    match is_stream(&target) {
        // To open a pipe would wait for its reader.
        true => Ok(()),
        false => temporary_beside(&target).map(drop),
    }
}

/// Whether two names lead to the same file, there or still to be written.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    one == other || target(one) == target(other)
}

/// What is written to: a rename would replace a link by a file, so it is what the link points at.
fn target(file: &Path) -> PathBuf {
    file.canonicalize().unwrap_or_else(|_| file.to_path_buf())
}

/// A pipe or a device, which is written to, not replaced.
fn is_stream(target: &Path) -> bool {
    target.metadata().is_ok_and(|old| !old.is_file())
}

/// A temporary file in the folder of `target`, so that the final rename cannot cross file systems.
fn temporary_beside(target: &Path) -> std::io::Result<NamedTempFile> {
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY);
    // The default mode of temporary files shuts out everyone else; ask for that of a plain file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The system's message names the temporary file, of which nobody knows.
    builder.tempfile_in(folder).map_err(|error| {
        let place = folder.display();
        let what = match error.kind() {
            ErrorKind::NotFound if !folder.is_dir() => {
                format!("there is no folder {place}; make it first")
            }
            // Some folders of the system hold no files of ours, and say that there is nothing.
            ErrorKind::NotFound => format!("folder {place} takes no files"),
            kind => format!("folder {place}: {kind}"),
        };
        Error::new(error.kind(), what)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_folder_is_named_and_the_temporary_file_is_not() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let missing = folder.path().join("missing");
        let error = write_atomically(&missing.join("file"), b"text").expect_err("no folder");
        let said = error.to_string();
        assert!(said.contains(&missing.display().to_string()), "{said}");
        assert!(!said.contains(TEMPORARY), "{said}");
    }

    #[test]
    fn whether_a_file_can_be_written_is_known_before() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let said = |file: &Path| {
            let error = expect_writable(file).expect_err("refused");
            error.to_string()
        };
        expect_writable(&folder.path().join("file")).expect("a new file");
        assert_eq!(
            std::fs::read_dir(folder.path()).expect("lists").count(),
            0,
            "asking leaves nothing"
        );
        expect_writable(Path::new("file-of-the-working-folder")).expect("a bare name");
        assert!(said(folder.path()).contains("it is a folder"));
        let missing = folder.path().join("missing");
        assert!(said(&missing.join("file")).contains("there is no folder"));
        #[cfg(target_os = "linux")]
        {
            expect_writable(Path::new("/dev/null")).expect("a device");
            let system = said(Path::new("/proc/file"));
            assert!(!system.contains("there is no folder"), "{system}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn only_plain_files_within_the_bound_are_read() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let said = |file: &Path| {
            let error = read_at_most(file, 10).expect_err("refused");
            error.to_string()
        };
        assert!(said(Path::new("/dev/zero")).contains("not a regular file"));
        assert!(said(folder.path()).contains("not a regular file"));
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo is there").success());
        assert!(said(&pipe).contains("not a regular file"));
        let sparse = folder.path().join("sparse");
        let file = File::create(&sparse).expect("creates");
        file.set_len(5 << 30).expect("a sparse file");
        assert!(said(&sparse).contains("5368709120 bytes"));
        file.set_len(10).expect("shorter");
        assert_eq!(read_at_most(&sparse, 10).expect("fits"), [0; 10]);
        std::fs::write(&sparse, [0xff]).expect("writes");
        let text = read_text_at_most(&sparse, 10).expect_err("no text");
        assert!(text.to_string().contains("UTF-8"));
    }

    #[test]
    fn a_checksum_tells_where_parts_end() {
        let sum = |parts: &[&str]| checksum(parts.iter().map(|part| part.as_bytes()));
        assert_ne!(sum(&["ab", "c"]), sum(&["a", "bc"]));
        assert_eq!(sum(&["ab", "c"]), sum(&["ab", "c"]));
    }

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
