//! The die in use: what is left of it, or which one is being turned.

use super::error::TableError;
use super::json::Object;
use super::read::Reader;
use crate::cards::SymbolCounts;
use crate::state::{Now, Open};
use crate::words::dice;

/// The die that Improvise is turning: one of those that are not listed.
pub(super) fn improvise(reader: &mut Reader<'_>, file: &Object<'_>) -> Result<Now, TableError> {
    let node = file.need(
        "improvising",
        "write the die that is turned, such as \"blue contain x2\"",
    )?;
    let text = node.text("a die such as \"blue contain x2\"")?;
    let (kind, face) =
        dice::read_die(reader.rules.catalog(), text).map_err(|e| node.conflict(e.to_string()))?;
    let used = &mut reader.game.seats[usize::from(reader.game.acting)].used[kind.index()];
    if *used == 0 {
        return Err(node.conflict(format!(
            "all {kind} dice are listed elsewhere; leave this one out of \"kept\""
        )));
    }
    *used -= 1;
    Ok(Now::SetFace { kind, face })
}

/// Most symbols of one kind in an open group.
const MAX_SYMBOLS: u8 = 20;

/// The symbols left of the die, token or card in use.
pub(super) fn group(file: &Object<'_>) -> Result<Open, TableError> {
    let usual = "symbols such as \"2 research\", or \"move\"";
    let node = file.need(
        "open",
        "write the symbols left of the die in use, such as \"2 research\"",
    )?;
    let (text_node, whole, anywhere) = if node.is_object() {
        let object = node.object(&["symbols", "whole", "anywhere"])?;
        let flag = |key, default| object.get(key).map_or(Ok(default), |n| n.flag());
        (
            object.need("symbols", "write the symbols left")?,
            flag("whole", true)?,
            flag("anywhere", false)?,
        )
    } else {
        (node, true, false)
    };
    let text = text_node.text(usual)?;
    if text.trim().eq_ignore_ascii_case("move") {
        if !whole || anywhere {
            return Err(
                text_node.conflict("a Move is whole and has no symbols that reach anywhere")
            );
        }
        return Ok(Open {
            is_move: true,
            whole,
            ..Open::default()
        });
    }
    let symbols = dice::read_symbols(text).map_err(|e| text_node.conflict(e.to_string()))?;
    if symbols.total() == 0 || symbols.0.iter().any(|n| *n > MAX_SYMBOLS) {
        return Err(text_node.wrong(usual));
    }
    let SymbolCounts(symbols) = symbols;
    Ok(Open {
        symbols,
        whole,
        anywhere,
        is_move: false,
    })
}
