//! The bar of long work: how far it is, and how long it will still take.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of so many of something. It is drawn on the error stream, and only in a terminal.
pub(crate) fn bar(total: u64, what: &str) -> ProgressBar {
    let template = format!("{{bar:30}} {{human_pos}}/{{human_len}} {what}, {{eta}} left  {{msg}}");
    let style = ProgressStyle::with_template(&template).expect("the template is a fixed one");
    ProgressBar::new(total).with_style(style)
}
