//! The notation of dice: `purple research x2`, `2 basic money`, or short `purple RR`, `white $`.
//!
//! A die is written as its kind and its face. The face is a symbol by name, with `x2` when it shows
//! it twice, or the symbol's letter once for each time: `$` or `M` money, `E` enforcement,
//! `C` contain, `R` research, `A` attack, `P` plan. A number in front counts equal dice.

use super::{WordError, shown};
use crate::cards::{Catalog, Face, SymbolCounts};
use crate::ids::{DieKind, FaceIx, Symbol, UnknownName};
use crate::state::FaceCounts;

/// Most dice of one kind and face that a text may name; no box holds as many.
const MOST: u8 = 30;

/// The letter of a symbol in the short form.
pub const fn letter(symbol: Symbol) -> char {
    match symbol {
        Symbol::Money => '$',
        Symbol::Enforcement => 'E',
        Symbol::Contain => 'C',
        Symbol::Research => 'R',
        Symbol::Attack => 'A',
        Symbol::Plan => 'P',
    }
}

/// A face in the short form, such as `RR`.
pub fn short_face(face: Face) -> String {
    letter(face.symbol)
        .to_string()
        .repeat(usize::from(face.count))
}

/// One die in words: `purple research x2`.
pub fn die(catalog: &Catalog, kind: DieKind, face: FaceIx) -> String {
    format!("{kind} {}", catalog.die(kind).face(face))
}

/// A kind with its article: `an orange`.
pub(super) fn a_kind(kind: DieKind) -> String {
    match kind {
        DieKind::Orange => format!("an {kind}"),
        _ => format!("a {kind}"),
    }
}

/// Dice in words: `2 basic money, purple research x2`.
pub fn say(catalog: &Catalog, dice: &FaceCounts) -> String {
    let parts = dice
        .iter()
        .map(|(kind, face, count)| counted(count, &die(catalog, kind, face)));
    parts.collect::<Vec<_>>().join(", ")
}

/// Counts of kinds in words: `3 basic, 3 purple`.
pub fn say_kinds(kinds: &[u8; DieKind::COUNT]) -> String {
    let some = DieKind::ALL.into_iter().filter(|k| kinds[k.index()] > 0);
    some.map(|k| format!("{} {k}", kinds[k.index()]))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Symbols in words: `2 research, plan`.
pub fn say_symbols(symbols: SymbolCounts) -> String {
    let some = Symbol::ALL.into_iter().filter(|s| symbols.0[s.index()] > 0);
    some.map(|s| counted(symbols.0[s.index()], s.key()))
        .collect::<Vec<_>>()
        .join(", ")
}

fn counted(count: u8, what: &str) -> String {
    if count == 1 {
        what.to_owned()
    } else {
        format!("{count} {what}")
    }
}

/// The parts of a list, without empty ones.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ';'])
        .map(str::trim)
        .filter(|part| !part.is_empty())
}

/// Splits a leading count from an item: `2 basic`, `2x basic` and `basic` are all fine.
fn leading_count(item: &str) -> Result<(u8, &str), WordError> {
    let Some((first, rest)) = item.split_once(char::is_whitespace) else {
        return Ok((1, item));
    };
    let digits = first.strip_suffix(['x', 'X']).unwrap_or(first);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Ok((1, item));
    }
    match digits.parse() {
        Ok(n @ 1..=MOST) => Ok((n, rest.trim())),
        _ => Err(WordError(format!(
            "\"{}\": write a count from 1 to {MOST}",
            shown(item)
        ))),
    }
}

/// Reads a kind of die; `white` is the Basic one.
pub fn read_kind(text: &str) -> Result<DieKind, WordError> {
    if text.eq_ignore_ascii_case("white") {
        return Ok(DieKind::Basic);
    }
    text.parse()
        .map_err(|e: UnknownName| WordError(e.to_string()))
}

/// Reads counts of kinds: `3 purple, 3 basic`.
pub fn read_kinds(text: &str) -> Result<[u8; DieKind::COUNT], WordError> {
    let mut kinds = [0u8; DieKind::COUNT];
    for item in parts(text) {
        let (count, kind) = leading_count(item)?;
        let slot = &mut kinds[read_kind(kind)?.index()];
        *slot = add(*slot, count, item)?;
    }
    Ok(kinds)
}

fn add(have: u8, more: u8, item: &str) -> Result<u8, WordError> {
    have.checked_add(more)
        .filter(|n| *n <= MOST)
        .ok_or_else(|| WordError(format!("\"{}\": too many of these", shown(item))))
}

/// Reads symbols: `2 research, plan` or `RRP`.
pub fn read_symbols(text: &str) -> Result<SymbolCounts, WordError> {
    let mut symbols = SymbolCounts::default();
    for item in parts(text) {
        let (count, rest) = leading_count(item)?;
        let face = |symbol, n| Face { symbol, count: n };
        let found = match letters(rest) {
            Some(list) => list,
            None => vec![face(read_symbol(rest)?, 1)],
        };
        for Face {
            symbol,
            count: times,
        } in found
        {
            let slot = &mut symbols.0[symbol.index()];
            *slot = add(*slot, count.saturating_mul(times), item)?;
        }
    }
    Ok(symbols)
}

/// Reads one symbol by name or letter.
pub fn read_symbol(text: &str) -> Result<Symbol, WordError> {
    match letters(text).as_deref() {
        Some([Face { symbol, count: 1 }]) => Ok(*symbol),
        _ => text
            .parse()
            .map_err(|e: UnknownName| WordError(e.to_string())),
    }
}

/// A run of symbol letters as faces, one for each different letter in order.
pub(super) fn letters(text: &str) -> Option<Vec<Face>> {
    let mut faces: Vec<Face> = Vec::new();
    for c in text.chars() {
        let c = if c.eq_ignore_ascii_case(&'m') {
            '$'
        } else {
            c.to_ascii_uppercase()
        };
        let symbol = Symbol::ALL.into_iter().find(|s| letter(*s) == c)?;
        match faces.iter_mut().find(|f| f.symbol == symbol) {
            Some(face) if face.count < MOST => face.count += 1,
            Some(_) => return None,
            None => faces.push(Face { symbol, count: 1 }),
        }
    }
    (!faces.is_empty()).then_some(faces)
}

/// Reads the face of a die of a known kind: `research x2`, `research 2` or `RR`. Gives the index
/// of the first equal face.
pub fn read_face(catalog: &Catalog, kind: DieKind, text: &str) -> Result<FaceIx, WordError> {
    let die = catalog.die(kind);
    let wanted = match letters(text).as_deref() {
        Some([face]) => *face,
        Some(_) => return Err(no_face(catalog, kind, text)),
        None => {
            let mut words = text.split_whitespace();
            let symbol = read_symbol(words.next().unwrap_or_default())?;
            let times = words.next().map(|w| w.trim_start_matches(['x', 'X', '×']));
            let count = times.map_or(Ok(1), str::parse).unwrap_or(0);
            if words.next().is_some() {
                return Err(no_face(catalog, kind, text));
            }
            Face { symbol, count }
        }
    };
    let found = die.classes().find(|&f| die.face(f) == wanted);
    found.ok_or_else(|| no_face(catalog, kind, text))
}

fn no_face(catalog: &Catalog, kind: DieKind, text: &str) -> WordError {
    let die = catalog.die(kind);
    let faces: Vec<String> = die.classes().map(|f| die.face(f).to_string()).collect();
    let text = shown(text);
    WordError(format!(
        "{} die has no face \"{text}\"; its faces: {} (two equal dice are \"2 {kind} {}\")",
        a_kind(kind),
        faces.join(", "),
        faces[0],
    ))
}

/// Reads one die: kind and face.
pub fn read_die(catalog: &Catalog, item: &str) -> Result<(DieKind, FaceIx), WordError> {
    let Some((kind, face)) = item.trim().split_once(char::is_whitespace) else {
        let item = shown(item);
        return Err(WordError(format!(
            "\"{item}\" is not a die; write kind and face, such as \"purple research x2\" or \"white $\""
        )));
    };
    let kind = read_kind(kind)?;
    Ok((kind, read_face(catalog, kind, face.trim())?))
}

/// Reads dice: `2 basic money, purple RR`.
pub fn read(catalog: &Catalog, text: &str) -> Result<FaceCounts, WordError> {
    let mut dice = FaceCounts::default();
    for item in parts(text) {
        let (count, rest) = leading_count(item)?;
        let (kind, face) = read_die(catalog, rest)?;
        let slot = dice.get_mut(kind, face);
        *slot = add(*slot, count, item)?;
    }
    Ok(dice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::load_embedded;

    #[test]
    fn every_die_reads_back_from_long_and_short_form() {
        let catalog = load_embedded();
        for kind in DieKind::ALL {
            let die_of_kind = catalog.die(kind);
            for face in die_of_kind.classes() {
                let long = die(&catalog, kind, face);
                let short = format!("{kind} {}", short_face(die_of_kind.face(face)));
                for text in [long.to_uppercase(), short.to_lowercase(), short] {
                    assert_eq!(read_die(&catalog, &text), Ok((kind, face)), "{text}");
                }
                let mut two = FaceCounts::default();
                *two.get_mut(kind, face) = 2;
                assert_eq!(read(&catalog, &say(&catalog, &two)), Ok(two));
            }
        }
    }

    #[test]
    fn symbols_and_kinds_read_back() {
        let symbols = SymbolCounts([1, 0, 0, 2, 0, 3]);
        assert_eq!(read_symbols(&say_symbols(symbols)), Ok(symbols));
        assert_eq!(read_symbols("$RRppP"), Ok(symbols));
        assert_eq!(
            read_kinds("3 white, 2x purple, purple"),
            Ok([3, 0, 0, 3, 0, 0, 0])
        );
        assert_eq!(
            read_kinds(&say_kinds(&[3, 0, 0, 3, 0, 0, 0])),
            Ok([3, 0, 0, 3, 0, 0, 0])
        );
    }

    #[test]
    fn bad_dice_say_what_would_be_right() {
        let catalog = load_embedded();
        let error = |text: &str| read(&catalog, text).unwrap_err().to_string();
        assert_eq!(
            error("basic money x2"),
            "a basic die has no face \"money x2\"; its faces: money, enforcement, contain, research, \
             attack, plan (two equal dice are \"2 basic money\")"
        );
        assert_eq!(
            error("purpel RR"),
            "unknown die \"purpel\" (did you mean \"purple\"?); one of: basic, blue, green, purple, red, black, orange"
        );
        assert_eq!(
            error("purple"),
            "\"purple\" is not a die; write kind and face, such as \"purple research x2\" or \"white $\""
        );
        assert_eq!(
            error("99 basic money"),
            "\"99 basic money\": write a count from 1 to 30"
        );
        assert_eq!(
            error("20 white $, 20 white $"),
            "\"20 white $\": too many of these"
        );
        assert!(error("white RE").contains("no face \"RE\""));
    }
}
