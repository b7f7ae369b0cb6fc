//! A table of texts, before it is known how it will be shown.

/// Which way a column leans: text to the left, numbers to the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lean {
    Left,
    Right,
}

/// One entry: a text, and what belongs to it without weight of its own, such as its interval.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) text: String,
    pub(super) rest: String,
    /// Marked.
    pub(super) strong: bool,
}

impl Entry {
    pub(super) fn new(text: impl ToString) -> Self {
        Self {
            text: text.to_string(),
            ..Self::default()
        }
    }

    pub(super) fn rest(self, rest: String) -> Self {
        Self { rest, ..self }
    }

    pub(super) fn strong(self, strong: bool) -> Self {
        Self { strong, ..self }
    }

    /// Text and rest in one line, the text between two marks if it is strong.
    pub(super) fn line(&self, marks: (&str, &str), safe: impl Fn(&str) -> String) -> String {
        let marks = if self.strong { marks } else { ("", "") };
        let gap = if self.rest.is_empty() { "" } else { " " };
        let (text, rest) = (safe(&self.text), safe(&self.rest));
        format!("{}{text}{}{gap}{rest}", marks.0, marks.1)
    }
}

/// A table with what readers need to know about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sheet {
    /// What it is.
    pub(super) title: String,
    /// How to read it, in whole sentences.
    pub(super) about: String,
    /// The name of each column.
    pub(super) head: Vec<(String, Lean)>,
    /// Rows as long as the head.
    pub(super) rows: Vec<Vec<Entry>>,
}

impl Sheet {
    /// A sheet without rows.
    pub(super) fn new(title: &str, about: String, head: Vec<(String, Lean)>) -> Self {
        Self {
            title: title.to_owned(),
            about,
            head,
            rows: Vec::new(),
        }
    }
}
