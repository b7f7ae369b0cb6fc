//! What can be wrong with a table file.

use crate::ids::UnknownName;
use crate::state::Violation;

/// A table that cannot be: where it is wrong, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{problem}", place(.path))]
pub struct TableError {
    /// The place in the file, such as `districts[2].health`; empty for the file as a whole.
    pub path: String,
    /// What is wrong there.
    pub problem: Problem,
}

fn place(path: &str) -> String {
    if path.is_empty() {
        String::new()
    } else {
        format!("{path}: ")
    }
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// Not JSON.
    #[error("not valid JSON: {0}")]
    Json(String),
    /// More text than a table can have.
    #[error("{bytes} bytes is more than a table can have (at most {most})")]
    TooLong {
        /// Its length.
        bytes: usize,
        /// The limit.
        most: usize,
    },
    /// A key that must be there is not.
    #[error("\"{key}\" is missing; {remedy}")]
    Missing {
        /// The key.
        key: &'static str,
        /// What to write.
        remedy: String,
    },
    /// A key, card, Reckoner or other name that does not exist.
    #[error("{0}")]
    Name(#[from] UnknownName),
    /// A value of the wrong kind or out of its range.
    #[error("{found} is not {expected}")]
    Value {
        /// What was written.
        found: String,
        /// What would be right.
        expected: String,
    },
    /// The same thing in two places.
    #[error("{what} is already in {first}")]
    Twice {
        /// The thing.
        what: String,
        /// Where it was first.
        first: String,
    },
    /// A value that does not fit the rest of the table.
    #[error("{0}")]
    Conflict(String),
    /// A law of the components that nothing else caught.
    #[error("this cannot lie on a table: {0}")]
    Law(#[from] Violation),
}

impl TableError {
    /// An error at a place.
    pub(super) fn new(path: impl Into<String>, problem: impl Into<Problem>) -> Self {
        Self {
            path: path.into(),
            problem: problem.into(),
        }
    }
    /// A value that does not fit the rest.
    pub(super) fn conflict(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self::new(path, Problem::Conflict(message.into()))
    }
}
