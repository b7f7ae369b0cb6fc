//! The catalog as readable Markdown tables: `docs/cards.md` and `reckoners cards`.

use std::fmt::Write as _;

use reckoners_env::cards::catalog::{Ability, EquipmentEffect, INFINITE, SymbolMask};
use reckoners_env::cards::{Catalog, Reward};
use reckoners_env::ids::{DieKind, Difficulty, Reckoner, Track};

/// The whole catalog.
pub fn page(catalog: &Catalog) -> String {
    let mut out = format!(
        "# The cards\n\nCard set `{}`, content hash `{}`. Made by `reckoners cards --markdown`.\n\n\
         Most printed numbers of the game are not in any rulebook text. Values marked *placeholder* are\n\
         reconstructions, balanced so that the game plays as the rulebooks describe; *official* values are\n\
         printed in a rulebook (file and line), *derived* ones follow from official text. The files are the\n\
         plain text of the official Spanish (es) and German (de) rulebooks, of the expansion's English one\n\
         (steelslayer), and of an unofficial English guide (guide).\n\n\
         **Correcting a value from a real box:** copy the file from `configs/cards/` into a folder of your own,\n\
         change the value and its provenance, and pass `--cards FOLDER` to any command. Nothing needs to be\n\
         compiled. A changed catalog has another hash, by which checkpoints know that they were trained on\n\
         other values; `configs/train/own-cards.toml` trains the shipped one on for your cards.\n",
        catalog.version, catalog.hash
    );
    setup(catalog, &mut out);
    dice(catalog, &mut out);
    reckoners(catalog, &mut out);
    equipment(catalog, &mut out);
    epics(catalog, &mut out);
    boss(catalog, &mut out);
    out
}

/// The source of one value.
fn source<'a>(catalog: &'a Catalog, file: &str, item: &str, field: &str) -> &'a str {
    catalog
        .sources
        .iter()
        .find(|s| s.file == file && s.item == item && s.field == field)
        .map_or("", |s| s.provenance.as_str())
}

/// The first words of the sources of several fields, shortened when they agree.
fn sources(catalog: &Catalog, file: &str, item: &str, fields: &[&str]) -> String {
    fields
        .iter()
        .map(|f| format!("{f}: {}", source(catalog, file, item, f)))
        .collect::<Vec<_>>()
        .join("<br>")
}

fn heading(out: &mut String, title: &str, columns: &[&str]) {
    let _ = write!(
        out,
        "\n## {title}\n\n| {} |\n|{}\n",
        columns.join(" | "),
        "---|".repeat(columns.len())
    );
}

fn setup(catalog: &Catalog, out: &mut String) {
    heading(out, "Counts and prices", &["value", "number", "source"]);
    let json = serde_json::to_value(&catalog.setup).expect("plain data");
    for (field, value) in json.as_object().into_iter().flatten() {
        if field != "version" {
            let from = source(catalog, "setup.toml", "setup", field);
            let _ = writeln!(out, "| {} | {value} | {from} |", field.replace('_', " "));
        }
    }
}

fn dice(catalog: &Catalog, out: &mut String) {
    heading(out, "Dice", &["die", "faces", "source"]);
    for kind in DieKind::ALL {
        let faces: Vec<String> = catalog.dice[kind.index()]
            .faces
            .iter()
            .map(ToString::to_string)
            .collect();
        let _ = writeln!(
            out,
            "| {kind} | {} | {} |",
            faces.join(", "),
            source(catalog, "dice.toml", kind.key(), "faces")
        );
    }
}

fn symbols_of(mask: SymbolMask) -> String {
    mask.iter()
        .map(reckoners_env::ids::Symbol::key)
        .collect::<Vec<_>>()
        .join(" or ")
}

fn reckoners(catalog: &Catalog, out: &mut String) {
    heading(
        out,
        "Reckoners",
        &["Reckoner", "dice", "ability", "effect", "source"],
    );
    for who in Reckoner::ALL {
        let card = catalog.reckoner(who);
        let effect = match card.ability {
            Ability::Improvise => "change one own unused die to another of its faces".to_owned(),
            Ability::Faith => "reroll any dice of the current roll".to_owned(),
            Ability::Operations => "give another Reckoner a Plan Token, usable at once".to_owned(),
            Ability::Sniper => "count as being in a second district too".to_owned(),
            Ability::Activate { cost, gives } => {
                format!("a die with {} becomes {gives}", symbols_of(cost))
            }
        };
        let from = sources(
            catalog,
            "reckoners.toml",
            who.key(),
            &["dice", "ability", "effect"],
        );
        let _ = writeln!(
            out,
            "| {} | {} | {} | {effect} | {from} |",
            card.name, card.dice, card.ability_name
        );
    }
}

fn equipment(catalog: &Catalog, out: &mut String) {
    heading(out, "Equipment", &["card", "price", "effect", "source"]);
    for card in &catalog.equipment {
        let effect = match card.effect {
            EquipmentEffect::Convert(a, b) => format!("{a} and {b} count as each other"),
            EquipmentEffect::ExtraDie(kind) => format!("one more {kind} die"),
            EquipmentEffect::Double(symbol) => format!("{symbol} on Basic dice counts twice"),
            EquipmentEffect::Symbols {
                cost,
                gives,
                any_district,
            } => {
                let price = if cost.0 == 0 {
                    "once a round".to_owned()
                } else {
                    format!("a die with {} becomes", symbols_of(cost))
                };
                let place = if any_district {
                    ", in any district"
                } else {
                    ""
                };
                format!("{price}: {gives}{place}")
            }
            EquipmentEffect::Move => "once a round: move to any district".to_owned(),
        };
        let from = sources(
            catalog,
            "equipment.toml",
            &card.key,
            &["name", "price", "effect"],
        );
        let _ = writeln!(
            out,
            "| {} | ${} | {effect} | {from} |",
            card.name, card.price
        );
    }
}

fn reward(r: Reward) -> String {
    let parts = [
        ("enforcement", r.enforcement),
        ("contain", r.contain),
        ("plan", r.plan),
        ("money", r.money),
        ("boss research", r.boss_research),
    ];
    parts
        .iter()
        .filter(|(_, n)| *n > 0)
        .map(|(name, n)| format!("{name} {n}"))
        .collect::<Vec<_>>()
        .join(", ")
}

fn epics(catalog: &Catalog, out: &mut String) {
    heading(
        out,
        "Epics",
        &[
            "Epic", "research", "health", "weakened", "track", "reward", "source",
        ],
    );
    for card in &catalog.epics {
        let health = if card.health == INFINITE {
            "infinite".to_owned()
        } else {
            card.health.to_string()
        };
        let track: Vec<String> = card
            .track
            .actions()
            .iter()
            .map(ToString::to_string)
            .collect();
        let fields = ["name", "research", "health", "weakened", "track", "reward"];
        let _ = writeln!(
            out,
            "| {} | {} | {health} | {} | {} | {} | {} |",
            card.name,
            card.research,
            card.weakened,
            track.join(", "),
            reward(card.reward),
            sources(catalog, "epics.toml", &card.key, &fields)
        );
    }
}

fn boss(catalog: &Catalog, out: &mut String) {
    let columns = [
        "Reckoners",
        "difficulty",
        "research = health",
        "yellow",
        "black",
        "red",
        "blue",
        "group",
    ];
    heading(out, "Steelheart", &columns);
    for (i, row) in catalog.boss.iter().enumerate() {
        for difficulty in Difficulty::ALL {
            let boards = &row[difficulty.index()];
            let track = |t: Track| {
                let actions = boards.tracks[t.index()].actions();
                actions
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            let _ = writeln!(
                out,
                "| {} | {difficulty} | {} | {} | {} | {} x ADD_ENF | {} x BARRICADE | {} |",
                i + 2,
                boards.value,
                track(Track::Yellow),
                track(Track::Black),
                boards.tracks[Track::Red.index()].actions().len(),
                boards.tracks[Track::Blue.index()].actions().len(),
                boards.deployment
            );
        }
    }
    heading(
        out,
        "Sources of Steelheart's values",
        &["board", "value", "source"],
    );
    for s in catalog
        .sources
        .iter()
        .filter(|s| s.file == "steelheart.toml")
    {
        let _ = writeln!(out, "| {} | {} | {} |", s.item, s.field, s.provenance);
    }
}
