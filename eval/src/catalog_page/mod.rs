//! The catalog as readable Markdown tables: `docs/cards.md` and `reckoners cards`.

mod places;

use std::fmt::Write as _;

use reckoners_env::Ruleset;
use reckoners_env::cards::{ActionTrack, Catalog, Modules};
use reckoners_env::ids::{
    BossKind, CardSet, CityKind, DieKind, Difficulty, EpicId, Reckoner, Shield,
};
use reckoners_env::words::{dice, event};

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
    let boxes = boxes(catalog);
    let [base, steelslayer] = &boxes;
    base.cards(catalog, &mut out);
    for boss in BossKind::ALL {
        places::boss_boards(catalog, boss, &mut out);
    }
    pieces(catalog, &mut out);
    steelslayer.cards(catalog, &mut out);
    for city in CityKind::ALL {
        places::city_boards(catalog, city, &mut out);
    }
    out
}

/// The cards of one box.
struct Cards<'a> {
    /// Folder of its files.
    folder: &'static str,
    /// What its headings say.
    of: &'static str,
    reckoners: &'a [Reckoner],
    equipment: CardSet,
    epics: CardSet,
}

/// The base game, then what Steelslayer adds to it or puts in its place.
fn boxes(catalog: &Catalog) -> [Cards<'static>; 2] {
    let base = Ruleset::base(Difficulty::ALL[0]);
    let whole = base.with(Modules::ALL);
    let equipment = catalog.equipment_deck(&base);
    let own = base.reckoners();
    [
        Cards {
            folder: "base",
            of: "",
            reckoners: own,
            equipment,
            epics: catalog.epic_deck(&base),
        },
        Cards {
            folder: "steelslayer",
            of: "Steelslayer: ",
            reckoners: &whole.reckoners()[own.len()..],
            equipment: catalog.equipment_deck(&whole).without(equipment),
            epics: catalog.epic_deck(&whole),
        },
    ]
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
            let from = source(catalog, "base/setup.toml", "setup", field);
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
            source(catalog, "base/dice.toml", kind.key(), "faces")
        );
    }
}

impl Cards<'_> {
    fn cards(&self, catalog: &Catalog, out: &mut String) {
        self.reckoners(catalog, out);
        self.equipment(catalog, out);
        self.epics(catalog, out);
    }

    fn title(&self, what: &str) -> String {
        format!("{}{what}", self.of)
    }

    fn reckoners(&self, catalog: &Catalog, out: &mut String) {
        let columns = ["Reckoner", "dice", "ability", "effect", "source"];
        heading(out, &self.title("Reckoners"), &columns);
        let file = format!("{}/reckoners.toml", self.folder);
        for who in self.reckoners {
            let card = catalog.reckoner(*who);
            let fields = ["dice", "ability", "effect"];
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {} |",
                card.name,
                dice::say_kinds(&card.dice),
                card.ability_name,
                card.ability.phrase(),
                sources(catalog, &file, who.key(), &fields)
            );
        }
    }

    fn equipment(&self, catalog: &Catalog, out: &mut String) {
        let columns = ["card", "price", "effect", "source"];
        heading(out, &self.title("Equipment"), &columns);
        let file = format!("{}/equipment.toml", self.folder);
        for id in self.equipment.equipment() {
            let card = catalog.equipment(id);
            let fields = ["name", "price", "effect"];
            let _ = writeln!(
                out,
                "| {} | ${} | {} | {} |",
                card.name,
                card.price,
                card.power.phrase(),
                sources(catalog, &file, &card.key, &fields)
            );
        }
    }

    fn epics(&self, catalog: &Catalog, out: &mut String) {
        let columns = [
            "Epic", "research", "health", "weakened", "track", "reward", "source",
        ];
        heading(out, &self.title("Epics"), &columns);
        let file = format!("{}/epics.toml", self.folder);
        for id in self.epics.iter().map(EpicId) {
            let card = catalog.epic(id);
            let fields = ["name", "research", "health", "weakened", "track", "reward"];
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {} | {} | {} |",
                card.name,
                card.research,
                event::health(card.health),
                card.weakened,
                track(&card.track),
                card.reward.phrase("the boss"),
                sources(catalog, &file, &card.key, &fields)
            );
        }
    }
}

/// The pieces that Steelslayer adds.
fn pieces(catalog: &Catalog, out: &mut String) {
    let title = "Steelslayer: counts and the Epic Ability Die";
    heading(out, title, &["value", "number", "source"]);
    let pieces = &catalog.pieces;
    let faces: Vec<String> = pieces.ability_die.iter().map(ToString::to_string).collect();
    let shields = |shield: Shield| pieces.shields[shield.index()].to_string();
    for (field, value) in [
        (
            "special_dice_per_colour",
            pieces.special_dice_per_colour.to_string(),
        ),
        ("basic_dice", pieces.basic_dice.to_string()),
        ("red_shields", shields(Shield::Red)),
        ("blue_shields", shields(Shield::Blue)),
        ("copy_tokens", pieces.copy_tokens.to_string()),
        ("demolitions_tokens", pieces.demolitions_tokens.to_string()),
        ("casual_money", pieces.casual_money.to_string()),
        ("ability_die", faces.join(", ")),
    ] {
        let from = source(catalog, "steelslayer/setup.toml", "setup", field);
        let _ = writeln!(out, "| {} | {value} | {from} |", field.replace('_', " "));
    }
}

/// The actions of a track, left to right.
fn track(track: &ActionTrack) -> String {
    let deeds = track.deeds();
    if deeds.iter().all(|deed| *deed == deeds[0]) {
        return format!("{} x {}", deeds.len(), deeds[0]);
    }
    let deeds: Vec<String> = deeds.iter().map(ToString::to_string).collect();
    deeds.join(", ")
}
