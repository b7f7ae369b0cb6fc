//! Positions, observations and actions for people: tables of what numbers mean, words, text and pictures.

use font8x8::UnicodeFonts;
use numpy::{Element, IntoPyArray, PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use reckoners_env::action::{ACTION_VERSION, Answer, Block, decode};
use reckoners_env::obs::features::Sheet;
use reckoners_env::obs::{OBS_VERSION, SECTIONS, describe_index, layout_hash};
use reckoners_env::table::Table;
use reckoners_env::words::{DistrictNames, Speaker};
use reckoners_env::{ACTION_COUNT, ActionMask, Game, OBS_LEN, Rules, action};
use reckoners_eval::board::{Colour, draw};

use crate::error;
use crate::setup::encoder;

/// A new array of so many numbers, filled in place; they are zero before.
pub(crate) fn filled<'py, T: Element>(
    py: Python<'py>,
    len: usize,
    fill: impl FnOnce(&mut [T]),
) -> Bound<'py, PyArray1<T>> {
    let array = PyArray1::zeros(py, [len], false);
    let mut writer = array.readwrite();
    fill(writer.as_slice_mut().expect("a new array is contiguous"));
    drop(writer);
    array
}

/// Marks legal actions with a 1 in a mask of zeros.
pub(crate) fn mark(legal: &ActionMask, mask: &mut [i8]) {
    for id in legal.ids() {
        mask[id] = 1;
    }
}

/// Pixels of a character, and of a line with its gap.
const CHAR: (usize, usize) = (8, 8);
const LINE: usize = 12;
/// Columns of a picture; longer lines are cut.
const COLUMNS: usize = 120;
/// Lines of a picture; the board of six Reckoners has fewer.
const LINES: usize = 72;

/// Observation and action tables as plain data.
#[pyfunction]
pub(crate) fn tables(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let sections = PyList::empty(py);
    for section in SECTIONS {
        let fields = PyList::empty(py);
        for field in section.fields {
            fields.append((field.name, field.len, field.most, field.meaning))?;
        }
        sections.append((
            section.name,
            section.start,
            section.count,
            section.stride,
            section.meaning,
            fields,
        ))?;
    }
    let blocks = PyList::empty(py);
    for block in Block::ALL {
        let points_at = match block.points_at().0 {
            Answer::District => Some("district"),
            Answer::Seat => Some("seat"),
            Answer::Track => Some("track"),
            Answer::Face => Some("face"),
            Answer::Card => Some("equipment"),
            Answer::Die => Some("die face"),
            Answer::Kind => Some("kind of die"),
            Answer::Aid => Some("Dawnslight card"),
            Answer::Other => None,
        };
        let row = (
            block.name(),
            block.start(),
            block.len(),
            points_at,
            block.meaning(),
        );
        blocks.append(row)?;
    }
    let all = PyDict::new(py);
    all.set_item("obs_len", OBS_LEN)?;
    all.set_item("obs_version", OBS_VERSION)?;
    all.set_item("obs_hash", layout_hash())?;
    all.set_item("sections", sections)?;
    all.set_item("action_count", ACTION_COUNT)?;
    all.set_item("action_version", ACTION_VERSION)?;
    all.set_item("action_hash", action::layout_hash())?;
    all.set_item("blocks", blocks)?;
    Ok(all)
}

/// What is printed on the cards and dice of a box, as numbers: by kind, where it is marked, names and values.
#[pyfunction]
#[pyo3(signature = (cards=None))]
pub(crate) fn features<'py>(py: Python<'py>, cards: Option<&str>) -> PyResult<Bound<'py, PyDict>> {
    let encoder = encoder(cards)?;
    let all = PyDict::new(py);
    for sheet in Sheet::ALL {
        let names = sheet.names();
        let values = sheet.values(encoder.rules().catalog()).into_pyarray(py);
        let values = values.reshape([sheet.rows(), names.len()])?;
        let runs: Vec<usize> = sheet.runs().iter().map(|(_, _, start)| *start).collect();
        let blocks: Vec<&str> = sheet.blocks().map(Block::name).collect();
        all.set_item(sheet.name(), (names, values, runs, blocks))?;
    }
    Ok(all)
}

/// The name of one number of an observation.
#[pyfunction]
pub(crate) fn number_name(index: usize) -> PyResult<String> {
    describe_index(index)
        .ok_or_else(|| error::value(format!("number {index}: an observation has {OBS_LEN}")))
}

/// An action id that exists.
pub(crate) fn known_id(id: i64) -> PyResult<usize> {
    usize::try_from(id)
        .ok()
        .filter(|id| *id < ACTION_COUNT)
        .ok_or_else(|| {
            error::value(format!(
                "action {id}: ids go from 0 to {}",
                ACTION_COUNT - 1
            ))
        })
}

/// An action in the words of a position where it is legal there, otherwise by its name and numbers.
pub(crate) fn action_text(rules: &Rules, game: &Game, id: i64) -> PyResult<String> {
    let id = known_id(id)?;
    let action = decode(id).expect("the id was checked");
    if rules.legal(game).has(id) {
        let names = DistrictNames::default();
        Ok(Speaker::new(rules, &names).sentence(game, action))
    } else {
        Ok(format!("{action:?}"))
    }
}

/// The board as text.
pub(crate) fn ansi(rules: &Rules, game: &Game, colour: bool) -> String {
    let colour = if colour { Colour::Ansi } else { Colour::Plain };
    draw(rules, &Table::new(game), colour)
}

/// The board as a picture: its text, light on dark. Every picture has the same size.
pub(crate) fn picture<'py>(
    py: Python<'py>,
    rules: &Rules,
    game: &Game,
) -> Bound<'py, PyArray3<u8>> {
    let (height, width) = (LINES * LINE, COLUMNS * CHAR.0);
    let pixels = PyArray3::zeros(py, [height, width, 3], false);
    let mut writer = pixels.readwrite();
    let mut view = writer.as_array_mut();
    view.fill(24);
    for (row, line) in ansi(rules, game, false).lines().take(LINES).enumerate() {
        for (column, sign) in line.chars().take(COLUMNS).enumerate() {
            for (y, bits) in glyph(sign).into_iter().enumerate() {
                for x in (0..CHAR.0).filter(|x| bits >> x & 1 == 1) {
                    for colour in 0..3 {
                        view[(row * LINE + y, column * CHAR.0 + x, colour)] = 230;
                    }
                }
            }
        }
    }
    drop(writer);
    pixels
}

fn glyph(sign: char) -> [u8; CHAR.1] {
    font8x8::BASIC_FONTS
        .get(sign)
        .or_else(|| font8x8::LATIN_FONTS.get(sign))
        .or_else(|| font8x8::BOX_FONTS.get(sign))
        .or_else(|| font8x8::BLOCK_FONTS.get(sign))
        .unwrap_or([0; CHAR.1])
}
