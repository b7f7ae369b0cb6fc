//! Where reports go: files of their own, and the results table of a README.

use std::path::Path;

use anyhow::{Context, Result, bail};
use reckoners_agents::file::{self, read_text_at_most, write_atomically};

/// The block of a README with the results of one game; a suite's results have a block of its name.
pub const RESULTS: &str = "results";

/// The lines between which [`readme_block`] writes.
fn markers(block: &str) -> [String; 2] {
    ["begin", "end"].map(|side| format!("<!-- {block}:{side} -->"))
}

/// Most bytes of a README: a file that has more is another file.
const MOST_BYTES: u64 = 16 << 20;

/// Writes a file whole or not at all.
///
/// # Errors
///
/// If the folder is missing or cannot be written; the message names the file.
pub fn write_atomic(file: &Path, text: &str) -> Result<()> {
    write_atomically(file, text.as_bytes())
        .with_context(|| format!("cannot write {}", file.display()))
}

/// Replaces the text between the lines `<!-- BLOCK:begin -->` and `<!-- BLOCK:end -->` in `file` by `markdown`.
///
/// # Errors
///
/// If the file cannot be read or written, or does not have each marker once in this order. The file
/// is then unchanged.
pub fn readme_block(block: &str, markdown: &str, file: &Path) -> Result<()> {
    let name = file.display();
    let old = read_text_at_most(file, MOST_BYTES).with_context(|| format!("cannot read {name}"))?;
    let new = replace_block(&old, block, markdown)
        .with_context(|| format!("cannot put the results into {name}"))?;
    if new == old {
        Ok(())
    } else {
        write_atomic(file, &new)
    }
}

/// Whether [`write_atomic`] could write a file now: long work should not end in one that it cannot.
///
/// # Errors
///
/// If it could not; the message names the file.
pub fn expect_writable(file: &Path) -> Result<()> {
    file::expect_writable(file).with_context(|| format!("cannot write {}", file.display()))
}

/// Whether [`readme_block`] will find its place in a file.
///
/// # Errors
///
/// If it will not.
pub fn expect_readme(block: &str, file: &Path) -> Result<()> {
    let name = file.display();
    let old = read_text_at_most(file, MOST_BYTES).with_context(|| format!("cannot read {name}"))?;
    replace_block(&old, block, "")
        .with_context(|| format!("cannot put the results into {name}"))?;
    Ok(())
}

fn replace_block(old: &str, block: &str, markdown: &str) -> Result<String> {
    let [first, last] = markers(block);
    let once = |marker: &str| match old.match_indices(marker).collect::<Vec<_>>()[..] {
        [(at, _)] => Ok(at),
        [] => bail!("the line `{marker}` is missing; add it where the results belong"),
        ref many => bail!(
            "the line `{marker}` is there {} times; keep one",
            many.len()
        ),
    };
    let (begin, end) = (once(&first)?, once(&last)?);
    if end < begin {
        bail!("`{last}` stands before `{first}`; swap them");
    }
    let head = &old[..begin + first.len()];
    Ok(format!("{head}\n\n{}\n\n{}", markdown.trim(), &old[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn block_is_replaced_and_the_rest_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("README.md");
        std::fs::write(
            &file,
            "# T\n<!-- results:begin -->\nold\n<!-- results:end -->\ntail\n",
        )
        .unwrap();
        readme_block(RESULTS, "| new |\n", &file).unwrap();
        let want = "# T\n<!-- results:begin -->\n\n| new |\n\n<!-- results:end -->\ntail\n";
        assert_eq!(std::fs::read_to_string(&file).unwrap(), want);
        readme_block(RESULTS, "| new |", &file).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), want);
        let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(left.len(), 1, "a temporary file was left behind: {left:?}");
    }

    #[test]
    fn missing_markers_are_named_and_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("README.md");
        let [begin, end] = markers(RESULTS);
        for (text, complaint) in [
            ("nothing".to_owned(), "`<!-- results:begin -->` is missing"),
            (begin.clone(), "`<!-- results:end -->` is missing"),
            (format!("{end}{begin}"), "swap them"),
            (format!("{begin}{begin}{end}"), "2 times"),
        ] {
            std::fs::write(&file, &text).unwrap();
            let error = format!("{:#}", readme_block(RESULTS, "x", &file).unwrap_err());
            assert_eq!(
                error,
                format!("{:#}", expect_readme(RESULTS, &file).unwrap_err())
            );
            assert!(
                error.contains(complaint) && error.contains("README.md"),
                "{error}"
            );
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        }
        let absent = folder.path().join("absent.md");
        let error = format!("{:#}", readme_block(RESULTS, "x", &absent).unwrap_err());
        assert!(
            error.starts_with("cannot read ") && error.contains("absent.md"),
            "{error}"
        );
    }

    #[test]
    fn writing_into_a_missing_folder_names_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("no/such/report.html");
        let error = format!("{:#}", write_atomic(&file, "x").unwrap_err());
        assert!(error.contains("report.html"), "{error}");
        let before = format!("{:#}", expect_writable(&file).unwrap_err());
        assert_eq!(before, error, "the same words before and after the work");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_survive() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("real"), folder.path().join("link"));
        std::fs::write(&file, "old").unwrap();
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_atomic(&link, "new").unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "new");
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o640);
    }
}
