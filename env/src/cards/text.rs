//! The notations inside card files: `contain 2` for symbols, `GIFT POP 2` for Epic actions.

use super::catalog::{Deed, EpicAction, Face, SymbolCounts, SymbolMask};
use crate::ids::{Symbol, Track};

/// Reads `symbol` or `symbol count`.
pub fn face(text: &str) -> Result<Face, String> {
    let mut words = text.split_whitespace();
    let symbol: Symbol = words
        .next()
        .ok_or("empty text; write a symbol such as \"attack\" or \"attack 2\"")?
        .parse()
        .map_err(|e: crate::ids::UnknownName| e.to_string())?;
    let count = count(words.next(), text)?;
    match words.next() {
        None => Ok(Face { symbol, count }),
        Some(extra) => Err(format!(
            "\"{text}\": unexpected \"{extra}\" after the count"
        )),
    }
}

fn count(word: Option<&str>, whole: &str) -> Result<u8, String> {
    match word {
        None => Ok(1),
        Some(w) => match w.parse() {
            Ok(n @ 1..=9) => Ok(n),
            _ => Err(format!("\"{whole}\": \"{w}\" is not a count from 1 to 9")),
        },
    }
}

/// Reads a list of symbols into counts.
pub fn symbols(list: &[String]) -> Result<SymbolCounts, String> {
    let mut counts = SymbolCounts::default();
    for text in list {
        let f = face(text)?;
        counts.0[f.symbol.index()] += f.count;
    }
    if counts.total() == 0 {
        Err("no symbol given".into())
    } else {
        Ok(counts)
    }
}

/// Reads a list of symbols of which any one pays.
pub fn cost(list: &[String]) -> Result<SymbolMask, String> {
    let mut mask = SymbolMask::default();
    for text in list {
        let f = face(text)?;
        if f.count != 1 {
            return Err(format!("\"{text}\": a cost names symbols without a count"));
        }
        mask.insert(f.symbol);
    }
    Ok(mask)
}

/// Reads one Epic action.
pub fn epic_action(text: &str) -> Result<EpicAction, String> {
    let words: Vec<String> = text
        .split_whitespace()
        .map(str::to_ascii_uppercase)
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (gift, words) = match words.as_slice() {
        ["GIFT", rest @ ..] => (true, rest),
        all => (false, all),
    };
    let deed = match words {
        ["FORTIFY"] => Deed::Fortify,
        ["FORTIFY_BOSS"] => Deed::FortifyBoss,
        ["ADD_ENF"] => Deed::AddEnforcement,
        ["BASE"] => Deed::Base,
        ["POP"] => Deed::Population(1),
        ["POP", n] => Deed::Population(count(Some(n), text)?),
        ["BARRICADE"] => Deed::Barricade(1),
        ["BARRICADE", n] => Deed::Barricade(count(Some(n), text)?),
        ["BOOST", colour] => Deed::Boost(
            colour
                .parse::<Track>()
                .map_err(|e| format!("\"{text}\": {e}"))?,
        ),
        _ => {
            return Err(format!(
                "\"{text}\" is not an Epic action; one of: FORTIFY, FORTIFY_BOSS, ADD_ENF, POP n, BARRICADE n, \
                 BOOST yellow|black|red|blue, BASE, each with GIFT before it if both neighbours get it"
            ));
        }
    };
    Ok(EpicAction { deed, gift })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_read_and_print_alike() {
        for text in [
            "FORTIFY",
            "FORTIFY_BOSS",
            "ADD_ENF",
            "BASE",
            "POP 2",
            "BARRICADE 1",
            "BOOST red",
            "GIFT POP 3",
            "GIFT BOOST blue",
        ] {
            assert_eq!(epic_action(text).unwrap().to_string(), text);
        }
        assert_eq!(epic_action("pop").unwrap().to_string(), "POP 1");
    }

    #[test]
    fn bad_notation_says_what_would_be_right() {
        assert!(
            epic_action("JUMP")
                .unwrap_err()
                .contains("is not an Epic action; one of: FORTIFY")
        );
        assert!(
            epic_action("BOOST green")
                .unwrap_err()
                .contains("unknown track")
        );
        assert!(
            epic_action("POP 0")
                .unwrap_err()
                .contains("is not a count from 1 to 9")
        );
        assert!(
            face("contian 2")
                .unwrap_err()
                .contains("did you mean \"contain\"?")
        );
        assert!(face("attack 2 2").unwrap_err().contains("unexpected \"2\""));
        assert!(
            cost(&["attack 2".into()])
                .unwrap_err()
                .contains("without a count")
        );
    }
}
