//! What may be written to the terminal.

use std::ffi::OsStr;
use std::io::IsTerminal as _;

/// Whether the standard output takes colours: at a terminal, unless people have set `NO_COLOR`.
#[must_use]
pub fn is_coloured() -> bool {
    std::io::stdout().is_terminal() && !forbids(std::env::var_os("NO_COLOR").as_deref())
}

/// Whether a value of `NO_COLOR` forbids colours: any but an empty one does (no-color.org).
fn forbids(no_color: Option<&OsStr>) -> bool {
    no_color.is_some_and(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_value_is_as_none() {
        let forbid = [None, Some(""), Some("0"), Some("1")].map(|v| forbids(v.map(OsStr::new)));
        assert_eq!(forbid, [false, false, true, true]);
    }
}
