//! Lines of bounded length, so that no input can fill the memory.

use std::io::{self, BufRead};

/// Longest line that is read, in bytes.
pub const MAX_LINE: usize = 2 << 20;

/// A line of input.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// Its bytes, without the line break.
    Text(Vec<u8>),
    /// It was longer than [`MAX_LINE`]: its length. It was read over.
    TooLong(usize),
}

/// Reads a line; none at the end of the input.
pub fn read(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut text = Vec::new();
    let mut length = 0;
    loop {
        let buffer = match input.fill_buf() {
            Ok(buffer) => buffer,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(e) => return Err(e),
        };
        if buffer.is_empty() && length == 0 {
            return Ok(None);
        }
        let end = buffer.iter().position(|b| *b == b'\n');
        let piece = end.unwrap_or(buffer.len());
        let at_end = end.is_some() || buffer.is_empty();
        if length + piece <= MAX_LINE {
            text.extend_from_slice(&buffer[..piece]);
        }
        length += piece;
        input.consume(piece + usize::from(end.is_some()));
        if at_end {
            // A line break alone is a line too; only the end of the input is none.
            return Ok(Some(if length <= MAX_LINE {
                Line::Text(text)
            } else {
                Line::TooLong(length)
            }));
        }
        if length > MAX_LINE {
            text = Vec::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_counted_and_read_over() {
        let long = "x".repeat(MAX_LINE + 7);
        let text = format!("a\n\n{long}\nb");
        // A small buffer makes every line come in pieces.
        let mut input = io::BufReader::with_capacity(1000, text.as_bytes());
        let mut lines = Vec::new();
        while let Some(line) = read(&mut input).unwrap() {
            lines.push(line);
        }
        let text = |t: &str| Line::Text(t.as_bytes().to_vec());
        assert_eq!(
            lines,
            [text("a"), text(""), Line::TooLong(MAX_LINE + 7), text("b")]
        );
    }
}
