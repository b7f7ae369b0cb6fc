//! Making names safe inside other formats.

/// Text for HTML, XML and their attributes. Control characters, which XML cannot hold, become
/// spaces.
pub(crate) fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// One line of Markdown text, safe in a table: nothing in it starts a column, a tag or emphasis.
pub(super) fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '#' => out.extend(['\\', c]),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// One field of a CSV line (RFC 4180): quoted only where needed.
pub(super) fn csv(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// One line for a terminal: no control character gets through, so a name cannot move the cursor.
pub(super) fn terminal(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_escapes() {
        assert_eq!(
            xml("a<b> & \"c\" 'd'\u{1b}"),
            "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39; "
        );
        assert_eq!(markdown("a|b_c*<i>\n`x`"), "a\\|b\\_c\\*&lt;i&gt; \\`x\\`");
        assert_eq!(csv("plain"), "plain");
        assert_eq!(csv("a,b \"c\"\nd"), "\"a,b \"\"c\"\"\nd\"");
        assert_eq!(terminal("a\u{1b}[31mb\tc"), "a [31mb c");
    }
}
