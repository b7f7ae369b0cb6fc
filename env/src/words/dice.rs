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
fn letters(text: &str) -> Option<Vec<Face>> {
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

/// Reads dice whose kinds are known, because these dice were rolled or lie there: either with their kinds, as
/// [`read`] does, or by what they show alone, kind after kind in the order in which the program names them
/// (`A$P CC CC R` for 3 basic and 3 blue dice). A space ends a die; letters that stand together
/// are as many dice as fit. None when the text is not of this form.
pub fn read_shown(
    catalog: &Catalog,
    kinds: &[u8; DieKind::COUNT],
    text: &str,
) -> Option<Result<FaceCounts, WordError>> {
    let groups = shown_symbols(text)?;
    let order: Vec<DieKind> = DieKind::ALL
        .into_iter()
        .flat_map(|kind| std::iter::repeat_n(kind, usize::from(kinds[kind.index()])))
        .collect();
    let mut found = Vec::new();
    spell(catalog, &order, &groups, FaceCounts::default(), &mut found);
    Some(match found.as_slice() {
        [one] => Ok(*one),
        [] => Err(WordError(format!(
            "\"{}\" are not {}: {}; write what they show kind by kind, a space after each die that shows \
             a symbol twice, such as \"A$P CC R R\"",
            shown(text),
            say_kinds(kinds),
            why_not(catalog, &order, &groups),
        ))),
        [one, other, ..] => Err(WordError(format!(
            "\"{}\" could be {} or {}; put a space after each die",
            shown(text),
            say(catalog, one),
            say(catalog, other)
        ))),
    })
}

/// Letters that stand together, as symbols; none when the text is anything else.
fn shown_symbols(text: &str) -> Option<Vec<Vec<Symbol>>> {
    let groups: Vec<Vec<Symbol>> = text
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';'))
        .filter(|group| !group.is_empty())
        .map(|group| group.chars().map(symbol_of).collect::<Option<_>>())
        .collect::<Option<_>>()?;
    (!groups.is_empty()).then_some(groups)
}

/// The symbol of a letter, in any case; money is `$` or `M`.
fn symbol_of(c: char) -> Option<Symbol> {
    match letters(&c.to_string())?.as_slice() {
        [Face { symbol, .. }] => Some(*symbol),
        _ => None,
    }
}

/// Why groups of letters are no dice of these kinds in this order: how many they are, or which die cannot show that.
fn why_not(catalog: &Catalog, kinds: &[DieKind], groups: &[Vec<Symbol>]) -> String {
    // As most people write it, equal letters that stand together are one die.
    let runs: Vec<&[Symbol]> = groups
        .iter()
        .flat_map(|group| group.chunk_by(|a, b| a == b))
        .collect();
    let letters: usize = groups.iter().map(Vec::len).sum();
    let dice = kinds.len();
    if runs.len() > dice {
        return format!(
            "that is {} dice, {} too many",
            runs.len(),
            runs.len() - dice
        );
    }
    if letters < dice {
        return format!("that is {letters} dice, {} too few", dice - letters);
    }
    let at = if runs.len() == dice {
        let all = kinds.iter().zip(&runs);
        let fits = |kind: DieKind, run: &[Symbol]| {
            begins(catalog, kind, run).any(|(_, count)| count == run.len())
        };
        let wrong = all.into_iter().find(|(kind, run)| !fits(**kind, run));
        wrong.map(|(kind, run)| (*kind, run.to_vec()))
    } else {
        let mut furthest = (0, None);
        stuck(catalog, kinds, groups, 0, &mut furthest);
        furthest.1
    };
    let Some((kind, run)) = at else {
        return "they do not come to as many dice".to_owned();
    };
    let said: String = run.iter().map(|symbol| letter(*symbol)).collect();
    let die = catalog.die(kind);
    let faces: Vec<String> = die.classes().map(|f| short_face(die.face(f))).collect();
    format!(
        "no {kind} die shows {said} (its faces: {})",
        faces.join(", ")
    )
}

/// The faces of a kind with which a group can begin, each with its number of letters.
fn begins(
    catalog: &Catalog,
    kind: DieKind,
    group: &[Symbol],
) -> impl Iterator<Item = (FaceIx, usize)> {
    let die = catalog.die(kind);
    die.classes().filter_map(move |face| {
        let Face { symbol, count } = die.face(face);
        let count = usize::from(count);
        let shows = group.len() >= count && group[..count].iter().all(|s| *s == symbol);
        shows.then_some((face, count))
    })
}

/// The die at which reading gets no further, of all ways the one that got furthest.
fn stuck(
    catalog: &Catalog,
    kinds: &[DieKind],
    groups: &[Vec<Symbol>],
    read: usize,
    furthest: &mut (usize, Option<(DieKind, Vec<Symbol>)>),
) {
    let (Some((&kind, later)), Some((group, rest))) = (kinds.split_first(), groups.split_first())
    else {
        return;
    };
    let mut faces = begins(catalog, kind, group).peekable();
    if faces.peek().is_none() && (furthest.1.is_none() || read > furthest.0) {
        let run = group.iter().take_while(|s| **s == group[0]);
        *furthest = (read, Some((kind, run.copied().collect())));
    }
    for (_, count) in faces {
        let mut left = rest.to_vec();
        if count < group.len() {
            left.insert(0, group[count..].to_vec());
        }
        stuck(catalog, later, &left, read + 1, furthest);
    }
}

/// All ways to read groups of letters as dice of these kinds in this order.
fn spell(
    catalog: &Catalog,
    kinds: &[DieKind],
    groups: &[Vec<Symbol>],
    dice: FaceCounts,
    found: &mut Vec<FaceCounts>,
) {
    let (Some((&kind, later)), Some((group, rest))) = (kinds.split_first(), groups.split_first())
    else {
        if kinds.is_empty() && groups.is_empty() && !found.contains(&dice) {
            found.push(dice);
        }
        return;
    };
    for (face, count) in begins(catalog, kind, group) {
        let mut more = dice;
        *more.get_mut(kind, face) += 1;
        if group.len() == count {
            spell(catalog, later, rest, more, found);
        } else {
            let mut left = groups.to_vec();
            left[0].drain(..count);
            spell(catalog, later, &left, more, found);
        }
    }
}

/// Finds dice among others by what they show: `RR R` of the dice that lie there. Letters that stand together are
/// as many dice as fit; kinds of which a die shows the same are told apart by writing the kind.
pub fn pick_shown(
    catalog: &Catalog,
    among: &FaceCounts,
    text: &str,
) -> Option<Result<FaceCounts, WordError>> {
    let groups = shown_symbols(text)?;
    let mut found = Vec::new();
    pick(catalog, *among, &groups, FaceCounts::default(), &mut found);
    Some(match found.as_slice() {
        [one] => Ok(*one),
        [] => Err(WordError(format!(
            "\"{}\" is not among the dice that lie there: {}",
            shown(text),
            say(catalog, among)
        ))),
        [one, other, ..] => Err(WordError(format!(
            "\"{}\" could be {} or {}; write the kinds",
            shown(text),
            say(catalog, one),
            say(catalog, other)
        ))),
    })
}

fn pick(
    catalog: &Catalog,
    among: FaceCounts,
    groups: &[Vec<Symbol>],
    dice: FaceCounts,
    found: &mut Vec<FaceCounts>,
) {
    let Some((group, rest)) = groups.split_first() else {
        if !found.contains(&dice) {
            found.push(dice);
        }
        return;
    };
    // The largest face that fits first: "CC" is one die where one shows it.
    let mut fitting: Vec<(DieKind, FaceIx, usize)> = among
        .iter()
        .map(|(kind, face, _)| (kind, face, usize::from(catalog.die(kind).face(face).count)))
        .filter(|&(kind, face, count)| {
            let symbol = catalog.die(kind).face(face).symbol;
            group.len() >= count && group[..count].iter().all(|s| *s == symbol)
        })
        .collect();
    let largest = fitting
        .iter()
        .map(|(_, _, count)| *count)
        .max()
        .unwrap_or(0);
    fitting.retain(|(_, _, count)| *count == largest);
    for (kind, face, count) in fitting {
        let (mut left, mut more) = (among, dice);
        *left.get_mut(kind, face) -= 1;
        *more.get_mut(kind, face) += 1;
        if group.len() == count {
            pick(catalog, left, rest, more, found);
        } else {
            let mut groups = groups.to_vec();
            groups[0].drain(..count);
            pick(catalog, left, &groups, more, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::load_embedded;

    #[test]
    fn dice_are_read_by_what_they_show_alone() {
        let catalog = load_embedded();
        let [mut kinds, mut other] = [[0; DieKind::COUNT]; 2];
        kinds[DieKind::Basic.index()] = 3;
        kinds[DieKind::Blue.index()] = 3;
        let dice = read_shown(&catalog, &kinds, "a$P cc CC c")
            .unwrap()
            .unwrap();
        let whole = "basic attack, basic money, basic plan, 2 blue contain x2, blue contain";
        assert_eq!(dice, read(&catalog, whole).unwrap());
        // What was said is what was read, whatever the spaces between single symbols.
        assert_eq!(
            read_shown(&catalog, &kinds, "A $ P CC CC C"),
            Some(Ok(dice))
        );
        let error = read_shown(&catalog, &kinds, "a$P").unwrap().unwrap_err();
        assert!(
            error.to_string().contains("are not 3 basic, 3 blue"),
            "{error}"
        );
        // What cannot be is said of the very die, and how many dice are missing.
        let refused = |text: &str| read_shown(&catalog, &kinds, text).unwrap().unwrap_err().0;
        for (text, why) in [
            ("A$P AA C R", ": no blue die shows AA (its faces: "),
            (
                "CC A$P C R",
                ": no basic die shows CC (its faces: $, E, C, R, A, P)",
            ),
            ("AAP $ C C", ": no blue die shows $ "),
            ("A$P CC", ": that is 5 dice, 1 too few"),
            ("A$P CC C R E", ": that is 7 dice, 1 too many"),
        ] {
            assert!(refused(text).contains(why), "{text}: {}", refused(text));
        }
        other[DieKind::Blue.index()] = 2;
        let two = read_shown(&catalog, &other, "ccc").unwrap().unwrap();
        assert_eq!(say(&catalog, &two), "blue contain x2, blue contain");
        // Words are no letters.
        assert_eq!(read_shown(&catalog, &kinds, "white $"), None);
    }

    #[test]
    fn dice_that_lie_there_are_picked_by_what_they_show() {
        let catalog = load_embedded();
        let there = read(&catalog, "2 basic contain, blue contain x2, basic research").unwrap();
        let picked = |text: &str| pick_shown(&catalog, &there, text).unwrap();
        assert_eq!(picked("cc r"), read(&catalog, "blue CC, white R"));
        assert_eq!(picked("ccc"), read(&catalog, "blue CC, white C"));
        assert!(
            picked("a")
                .unwrap_err()
                .to_string()
                .contains("not among the dice")
        );
        let same = read(&catalog, "basic contain, blue contain").unwrap();
        let error = pick_shown(&catalog, &same, "c").unwrap().unwrap_err();
        assert!(error.to_string().contains("write the kinds"), "{error}");
    }

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
