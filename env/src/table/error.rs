//! What is wrong with a table file: every place at once, each with what would be right.

use std::fmt;

/// One thing that is wrong: where, and what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{problem}", place(.path))]
pub struct TableError {
    /// The place in the file, such as `districts[2].health`; empty for the file as a whole.
    pub path: String,
    /// What is wrong there.
    pub problem: String,
}

fn place(path: &str) -> String {
    if path.is_empty() {
        String::new()
    } else {
        format!("{path}: ")
    }
}

/// Everything that is wrong with a file, wrong shapes first; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableErrors(Vec<TableError>);

/// Most errors that are found and told.
pub(super) const MOST: usize = 20;

impl TableErrors {
    /// One error.
    pub(super) fn one(path: impl Into<String>, problem: impl Into<String>) -> Self {
        Self(vec![TableError {
            path: path.into(),
            problem: problem.into(),
        }])
    }
    /// The errors.
    pub fn list(&self) -> &[TableError] {
        &self.0
    }
    /// The first error.
    pub fn first(&self) -> &TableError {
        &self.0[0]
    }
}

/// One error a line.
impl fmt::Display for TableErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.0.iter().enumerate() {
            let gap = if i == 0 { "" } else { "\n" };
            write!(f, "{gap}{error}")?;
        }
        if self.0.len() == MOST {
            f.write_str("\n(there may be more)")?;
        }
        Ok(())
    }
}

impl std::error::Error for TableErrors {}

/// The errors found so far.
#[derive(Debug, Default)]
pub(super) struct Found(Vec<TableError>);

impl Found {
    /// Adds an error, unless there are enough.
    pub(super) fn add(&mut self, path: impl Into<String>, problem: impl Into<String>) {
        if self.0.len() < MOST {
            self.0.push(TableError {
                path: path.into(),
                problem: problem.into(),
            });
        }
    }
    /// Adds that a value is not what it should be.
    pub(super) fn not(&mut self, path: impl Into<String>, found: impl fmt::Display, right: &str) {
        self.add(path, format!("{found} is not {right}"));
    }
    /// Adds that a key is missing, unless its value was there and could not be read.
    pub(super) fn missing(&mut self, path: &str, key: &str, remedy: &str) {
        if !self.is_known(&join(path, key)) {
            self.add(path, format!("\"{key}\" is missing; {remedy}"));
        }
    }
    /// Whether something is known to be wrong at a place or inside it.
    pub(super) fn is_known(&self, path: &str) -> bool {
        self.0.iter().any(|e| {
            let rest = e.path.strip_prefix(path);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        })
    }
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
    /// An error if anything is wrong.
    pub(super) fn check(self) -> Result<(), TableErrors> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(TableErrors(self.0))
        }
    }
}

/// The place of a key.
pub(super) fn join(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_owned()
    } else {
        format!("{path}.{key}")
    }
}
