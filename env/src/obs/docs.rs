//! The pages that document observations and actions, made from the tables in code.

use std::fmt::Write;

use super::features::Sheet;
use super::layout::{OBS_LEN, OBS_VERSION, SECTIONS, layout_hash};
use crate::action::{ACTION_COUNT, ACTION_VERSION, Answer, Block, layout_hash as action_hash};
use crate::cards::load_embedded;
use crate::decision::Decision;
use crate::ids::{
    BossKind, CityKind, DieKind, Difficulty, Effect, Module, Reckoner, Symbol, Track,
};

const NOTE: &str = "Made from the tables in code; do not edit. To make it again: \
`UPDATE_DOCS=1 cargo test -p reckoners-env --test env_behaviour`.";

/// `docs/observation.md`.
pub fn observation_page() -> String {
    let mut page = String::new();
    let _ = write!(
        page,
        "# Observation\n\n{NOTE}\n\n\
         One observation is {OBS_LEN} numbers of type f32 from 0 to 1: counts divided by the number in the table, larger ones cut at 1. Version {OBS_VERSION}, layout hash \
         `{}`: both are in every checkpoint, and a checkpoint with another hash is refused.\n\n\
         Seats are counted clockwise from the Reckoner who decides, districts clockwise from that \
         Reckoner's district, so the same position looks the same from every seat and under every \
         rotation of the ring. Nothing hidden is in it: the decks are seen only by their size.\n\n\
         | section | first | numbers | what |\n|---|---:|---:|---|\n",
        layout_hash()
    );
    for s in SECTIONS {
        let times = if s.count > 1 {
            format!("{} x {}", s.count, s.stride)
        } else {
            s.len().to_string()
        };
        let _ = writeln!(
            page,
            "| [{0}](#{0}) | {1} | {times} | {2} |",
            s.name, s.start, s.meaning
        );
    }
    for s in SECTIONS {
        let _ = write!(
            page,
            "\n## {}\n\n{}\n\n| field | first | numbers | divided by | meaning |\n|---|---:|---:|---:|---|\n",
            s.name, s.meaning
        );
        let mut at = s.start;
        for f in s.fields {
            let _ = writeln!(
                page,
                "| {} | {at} | {} | {} | {} |",
                f.name, f.len, f.most, f.meaning
            );
            at += f.len;
        }
        if s.count > 1 {
            let _ = writeln!(
                page,
                "\nThe next repetition starts {} numbers later.",
                s.stride
            );
        }
    }
    page + &orders() + &printed()
}

/// The features of what is printed.
fn printed() -> String {
    let mut page = String::from(
        "\n## What is printed\n\nCards, dice and Reckoners are marked by their numbers, in observations and in actions. What a \
         number stands for differs from box to box, so there is a table of features for each kind of printed thing: a row a \
         thing, every number from 0 to 1, the same columns for every box. The shipped network makes all weights of these \
         numbers from the features, and so plays with boxes it has never seen.\n",
    );
    for sheet in Sheet::ALL {
        let fields = sheet.fields().iter();
        let fields: Vec<String> = fields.map(|(s, f)| format!("`{s}.{f}`")).collect();
        let blocks: Vec<String> = sheet.blocks().map(|b| format!("`{}`", b.name())).collect();
        let names = sheet.names();
        let _ = write!(
            page,
            "\n### {}\n\n{} rows of {} features. Marked in {}",
            sheet.name(),
            sheet.rows(),
            names.len(),
            fields.join(", ")
        );
        if !blocks.is_empty() {
            let _ = write!(page, "; named by {}", blocks.join(", "));
        }
        let _ = writeln!(page, ".\n\n{}.", names.join(", "));
    }
    page
}

/// `docs/actions.md`.
pub fn actions_page() -> String {
    let mut page = String::new();
    let _ = write!(
        page,
        "# Actions\n\n{NOTE}\n\n\
         An action is an integer below {ACTION_COUNT}. Version {ACTION_VERSION}, table hash `{}`. An id means the same in every \
         position; the mask says which ids are legal. Seats and districts are offsets, clockwise from the \
         Reckoner who decides. Dice are numbered kind x 6 + face, owned dice seat offset x 7 + kind, \
         in the [orders](#orders) below. Some blocks point at one thing after the other, districts and Reckoners from the \
         offset given.\n\n\
         | ids | count | name | points at | meaning |\n|---|---:|---|---|---|\n",
        action_hash()
    );
    for block in Block::ALL {
        let (first, last) = (block.start(), block.start() + block.len() - 1);
        let ids = if first == last {
            first.to_string()
        } else {
            format!("{first} - {last}")
        };
        let _ = writeln!(
            page,
            "| {ids} | {} | {} | {} | {} |",
            block.len(),
            block.name(),
            match block.points_at() {
                (Answer::District, first) => format!("district {first}"),
                (Answer::Seat, first) => format!("seat {first}"),
                (Answer::Track, _) => "track".into(),
                (Answer::Face, _) => "face".into(),
                (Answer::Card, _) => "equipment".into(),
                (Answer::Die, _) => "die face".into(),
                (Answer::Kind, _) => "kind of die".into(),
                (Answer::Aid, _) => "Dawnslight card".into(),
                (Answer::Other, _) => String::new(),
            },
            block.meaning()
        );
    }
    page + &orders()
}

/// The orders in which things are counted.
fn orders() -> String {
    fn keys<T>(all: impl IntoIterator<Item = T>, key: impl Fn(T) -> &'static str) -> String {
        all.into_iter().map(key).collect::<Vec<_>>().join(", ")
    }
    let catalog = load_embedded();
    let mut page = String::from(
        "\n## Orders\n\nWherever several numbers or ids stand for a list, it has this order. The faces and cards \
         are those of the built-in card files; equal faces of a die are all counted as the first of them.\n\n| list | order |\n|---|---|\n",
    );
    for (name, list) in [
        ("decisions", Decision::KEYS.join(", ")),
        ("symbols", keys(Symbol::ALL, Symbol::key)),
        ("kinds of dice", keys(DieKind::ALL, DieKind::key)),
        ("Reckoners", keys(Reckoner::ALL, Reckoner::key)),
        ("difficulties", keys(Difficulty::ALL, Difficulty::key)),
        ("bosses", keys(BossKind::ALL, BossKind::key)),
        ("cities", keys(CityKind::ALL, CityKind::key)),
        ("modules", keys(Module::ALL, Module::key)),
        ("boss tracks", keys(Track::ALL, Track::key)),
        ("effects", keys(Effect::ALL, Effect::key)),
    ] {
        let _ = writeln!(page, "| {name} | {list} |");
    }
    for kind in DieKind::ALL {
        let faces = catalog.dice[kind.index()].faces;
        let faces = faces.map(|face| face.to_string()).join(", ");
        let _ = writeln!(page, "| faces of {kind} dice | {faces} |");
    }
    let cities = CityKind::ALL.map(|city| catalog.city(city).aids());
    let aids: Vec<String> = cities
        .iter()
        .flat_map(|all| all.iter().map(crate::cards::Aid::name))
        .collect();
    let _ = writeln!(page, "| Dawnslight cards | {} |", aids.join("; "));
    let names: Vec<&str> = catalog.equipment.iter().map(|c| c.name.as_str()).collect();
    let _ = writeln!(page, "| Equipment | {} |", names.join(", "));
    page
}
