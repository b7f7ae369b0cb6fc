//! Symbols counted, symbols as a set, and the faces that show them.

use std::fmt;

use crate::ids::{FACES, FaceIx, Symbol, UnknownName};

/// A count for each symbol.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct SymbolCounts(pub [u8; Symbol::COUNT]);

impl SymbolCounts {
    /// How many symbols in all.
    pub fn total(self) -> u8 {
        self.0.iter().sum()
    }
    /// Counts of one symbol only.
    pub fn of(symbol: Symbol, count: u8) -> Self {
        let mut counts = Self::default();
        counts.0[symbol.index()] = count;
        counts
    }
    /// How many of one symbol.
    pub const fn get(self, symbol: Symbol) -> u8 {
        self.0[symbol.index()]
    }
    /// The symbols with a count above zero.
    pub fn mask(self) -> SymbolMask {
        let mut mask = SymbolMask::default();
        for (s, &count) in self.0.iter().enumerate() {
            mask.0 |= u8::from(count > 0) << s;
        }
        mask
    }
    /// Every symbol that is there, with its count.
    pub fn iter(self) -> impl Iterator<Item = (Symbol, u8)> {
        Symbol::ALL
            .into_iter()
            .map(move |s| (s, self.get(s)))
            .filter(|(_, n)| *n > 0)
    }
}

impl fmt::Display for SymbolCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for (symbol, n) in self.iter() {
            if n == 1 {
                write!(f, "{gap}{symbol}")?;
            } else {
                write!(f, "{gap}{symbol} {n}")?;
            }
            gap = ", ";
        }
        if gap.is_empty() {
            f.write_str("nothing")?;
        }
        Ok(())
    }
}

/// A set of symbols.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct SymbolMask(pub u8);

impl SymbolMask {
    /// The set of one symbol.
    pub const fn one(symbol: Symbol) -> Self {
        Self(1 << symbol as u8)
    }
    /// Whether the symbol is in the set.
    pub const fn has(self, symbol: Symbol) -> bool {
        self.0 >> symbol as u8 & 1 == 1
    }
    /// Puts a symbol in.
    pub const fn insert(&mut self, symbol: Symbol) {
        self.0 |= 1 << symbol as u8;
    }
    /// Whether the two sets share a symbol.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The symbols of the set.
    pub fn iter(self) -> impl Iterator<Item = Symbol> {
        Symbol::ALL.into_iter().filter(move |s| self.has(*s))
    }
}

impl FromIterator<Symbol> for SymbolMask {
    fn from_iter<I: IntoIterator<Item = Symbol>>(symbols: I) -> Self {
        let mut mask = Self::default();
        for symbol in symbols {
            mask.insert(symbol);
        }
        mask
    }
}

/// One face of a die: a symbol, once or more often.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face {
    /// What it shows.
    pub symbol: Symbol,
    /// How many of it.
    pub count: u8,
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count == 1 {
            write!(f, "{}", self.symbol)
        } else {
            write!(f, "{} x{}", self.symbol, self.count)
        }
    }
}

/// A kind of die. Equal faces are one outcome: state and actions use the first of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Die {
    /// The six printed faces.
    pub faces: [Face; FACES],
    /// For each face the first face equal to it.
    pub class: [FaceIx; FACES],
    /// For each first face how many faces equal it; 0 for the others.
    pub weight: [u8; FACES],
}

impl Die {
    /// Builds the classes of equal faces.
    pub fn new(faces: [Face; FACES]) -> Self {
        let mut class = [FaceIx(0); FACES];
        let mut weight = [0; FACES];
        for (i, face) in faces.iter().enumerate() {
            let first = faces.iter().position(|f| f == face).unwrap_or(i);
            class[i] = FaceIx(first as u8);
            weight[first] += 1;
        }
        Self {
            faces,
            class,
            weight,
        }
    }
    /// What a face shows.
    pub const fn face(&self, face: FaceIx) -> Face {
        self.faces[face.ix()]
    }
    /// The different faces.
    pub fn classes(&self) -> impl Iterator<Item = FaceIx> + '_ {
        FaceIx::all().filter(|f| self.weight[f.ix()] > 0)
    }
}

/// Reads `symbol` or `symbol count`.
pub fn read_face(text: &str) -> Result<Face, String> {
    let mut words = text.split_whitespace();
    let symbol: Symbol = words
        .next()
        .ok_or("empty text; write a symbol such as \"attack\" or \"attack 2\"")?
        .parse()
        .map_err(|e: UnknownName| e.to_string())?;
    let count = read_count(words.next(), text)?;
    match words.next() {
        None => Ok(Face { symbol, count }),
        Some(extra) => Err(format!(
            "\"{text}\": unexpected \"{extra}\" after the count"
        )),
    }
}

/// Reads a count from 1 to 9; none means one.
pub(super) fn read_count(word: Option<&str>, whole: &str) -> Result<u8, String> {
    match word {
        None => Ok(1),
        Some(w) => match w.parse() {
            Ok(n @ 1..=9) => Ok(n),
            _ => Err(format!("\"{whole}\": \"{w}\" is not a count from 1 to 9")),
        },
    }
}

/// Reads a list of symbols into counts.
pub fn read_symbols(list: &[String]) -> Result<SymbolCounts, String> {
    let mut counts = SymbolCounts::default();
    for text in list {
        let f = read_face(text)?;
        counts.0[f.symbol.index()] += f.count;
    }
    if counts.total() == 0 {
        Err("no symbol given".into())
    } else {
        Ok(counts)
    }
}

/// Reads a list of different symbols without counts, such as those of which any one pays.
pub fn read_mask(list: &[String]) -> Result<SymbolMask, String> {
    let mut mask = SymbolMask::default();
    for text in list {
        let f = read_face(text)?;
        if f.count != 1 {
            return Err(format!("\"{text}\": a cost names symbols without a count"));
        }
        mask.insert(f.symbol);
    }
    Ok(mask)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_notation_says_what_would_be_right() {
        let hint = read_face("contian 2").unwrap_err();
        assert!(hint.contains("did you mean \"contain\"?"), "{hint}");
        let extra = read_face("attack 2 2").unwrap_err();
        assert!(extra.contains("unexpected \"2\""), "{extra}");
        let counted = read_mask(&["attack 2".into()]).unwrap_err();
        assert!(counted.contains("without a count"), "{counted}");
    }
}
