//! From card files to a checked [`Catalog`].
//!
//! The embedded files are the default; a directory may replace any of them by name. Whatever the
//! source, the same checks apply, and an error names file, card, field and remedy.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::catalog::{
    Ability, ActionTrack, BossBoards, Catalog, Deed, Die, Epic, EpicAction, Equipment,
    EquipmentEffect, Face, INFINITE, ReckonerCard, Reward, SymbolMask,
};
use super::embedded;
use super::model::{
    AbilityEntry, DiceFile, EpicEntry, EpicsFile, EquipmentEffectEntry, EquipmentFile, HealthEntry,
    Provenance, ReckonersFile, SetupFile, Side, SteelheartFile,
};
use super::text;
use crate::ids::{DieKind, Difficulty, FACES, MAX_SEATS, MIN_SEATS, Reckoner, UnknownName};

/// Equipment cards in the box.
pub const EQUIPMENT_COUNT: usize = 29;
/// Epic cards in the box.
pub const EPIC_COUNT: usize = 25;

/// What is wrong with a card file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CatalogError {
    /// The file could not be read, or a file of that name is not part of the box.
    #[error("{file}: {message}")]
    File {
        /// The file.
        file: String,
        /// What is wrong and what to do.
        message: String,
    },
    /// The file is not valid TOML of the expected shape.
    #[error("{file}: {message}")]
    Syntax {
        /// The file.
        file: String,
        /// The parser's message with line and column.
        message: String,
    },
    /// A value is not possible.
    #[error("{file}: {item}: {field}: {message}")]
    Value {
        /// The file.
        file: String,
        /// The card, die or board.
        item: String,
        /// The field.
        field: String,
        /// What is wrong and what would be right.
        message: String,
    },
}

/// The catalog compiled into the program.
///
/// # Panics
/// Never in a released build: a test loads the embedded files.
pub fn load_embedded() -> Catalog {
    build(&BTreeMap::new()).expect("the embedded card files are checked by a test")
}

/// The embedded catalog with every file replaced that `dir` holds.
pub fn load_dir(dir: &Path) -> Result<Catalog, CatalogError> {
    let shown = dir.display().to_string();
    let fail = |message: String| CatalogError::File {
        file: shown.clone(),
        message,
    };
    let names = || embedded::FILES.iter().map(|(name, _)| *name);
    let mut found = BTreeMap::new();
    let entries = std::fs::read_dir(dir)
        .map_err(|e| fail(format!("cannot be read as a folder of card files: {e}")))?;
    for entry in entries {
        let path = entry.map_err(|e| fail(e.to_string()))?.path();
        if path.extension().is_none_or(|e| e != "toml") {
            continue;
        }
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if !names().any(|n| n == name) {
            return Err(fail(
                UnknownName::new("card file", &name, names()).to_string(),
            ));
        }
        let text = std::fs::read_to_string(&path).map_err(|e| CatalogError::File {
            file: path.display().to_string(),
            message: e.to_string(),
        })?;
        found.insert(name, text);
    }
    if found.is_empty() {
        let all = names().collect::<Vec<_>>().join(", ");
        return Err(fail(format!(
            "no card file in it; put at least one of {all} there"
        )));
    }
    build(&found)
}

/// Builds a catalog from texts by file name, the embedded text where none is given.
pub fn build(replaced: &BTreeMap<String, String>) -> Result<Catalog, CatalogError> {
    let source = |name: &str| -> &str {
        replaced.get(name).map_or_else(
            || {
                embedded::FILES
                    .iter()
                    .find(|(n, _)| *n == name)
                    .map_or("", |(_, text)| *text)
            },
            String::as_str,
        )
    };
    let setup: SetupFile = parse("setup.toml", source("setup.toml"))?;
    let dice: DiceFile = parse("dice.toml", source("dice.toml"))?;
    let reckoners: ReckonersFile = parse("reckoners.toml", source("reckoners.toml"))?;
    let equipment: EquipmentFile = parse("equipment.toml", source("equipment.toml"))?;
    let epics: EpicsFile = parse("epics.toml", source("epics.toml"))?;
    let boss: SteelheartFile = parse("steelheart.toml", source("steelheart.toml"))?;

    check_setup(&setup)?;
    let mut catalog = Catalog {
        version: setup.version.clone(),
        hash: content_hash(&(&setup, &dice, &reckoners, &equipment, &epics, &boss)),
        dice: read_dice(&dice)?,
        reckoners: read_reckoners(&reckoners)?,
        equipment: read_equipment(&equipment)?,
        epics: read_epics(&epics, &setup)?,
        boss: read_boss(&boss, &setup)?,
        sources: Vec::new(),
        setup,
    };
    read_sources(&mut catalog, &dice, &reckoners, &equipment, &epics, &boss)?;
    Ok(catalog)
}

fn parse<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, CatalogError> {
    toml::from_str(text).map_err(|e| CatalogError::Syntax {
        file: file.into(),
        message: e.to_string().trim_end().to_owned(),
    })
}

fn content_hash(files: &impl Serialize) -> String {
    let json = serde_json::to_vec(files).expect("card models are plain data");
    blake3::hash(&json).to_hex()[..16].to_owned()
}

/// Names the place of a value, so that checks stay one line each.
struct At<'a>(&'static str, &'a str);

impl At<'_> {
    fn error(&self, field: &str, message: impl Into<String>) -> CatalogError {
        CatalogError::Value {
            file: self.0.into(),
            item: self.1.into(),
            field: field.into(),
            message: message.into(),
        }
    }
    fn range(
        &self,
        field: &str,
        value: impl Into<u64>,
        low: u64,
        high: u64,
    ) -> Result<(), CatalogError> {
        let value = value.into();
        if (low..=high).contains(&value) {
            Ok(())
        } else {
            Err(self.error(field, format!("{value} is not between {low} and {high}")))
        }
    }
    fn read<T>(&self, field: &str, value: Result<T, String>) -> Result<T, CatalogError> {
        value.map_err(|message| self.error(field, message))
    }
}

fn check_setup(s: &SetupFile) -> Result<(), CatalogError> {
    let at = At("setup.toml", "setup");
    at.range("population", s.population, 1, 999)?;
    at.range("money", s.money, 0, 999)?;
    at.range("market", s.market, 1, 8)?;
    at.range("enforcement", s.enforcement, 1, 200)?;
    at.range("barricades", s.barricades, 1, 200)?;
    at.range("plan_tokens", s.plan_tokens, 1, 200)?;
    at.range(
        "starting_tokens",
        s.starting_tokens,
        0,
        u64::from(s.plan_tokens) / MAX_SEATS as u64,
    )?;
    at.range("special_dice", s.special_dice, 0, 6)?;
    at.range("basic_dice", s.basic_dice, 0, 6)?;
    at.range(
        "special_dice_per_colour",
        s.special_dice_per_colour,
        u64::from(s.special_dice),
        12,
    )?;
    at.range("base_track", s.base_track, 1, 12)?;
    at.range("first_bracket", s.first_bracket, 1, 7)?;
    at.range("new_bracket", s.new_bracket, 1, 7)?;
    at.range("boss_bracket", s.boss_bracket, 1, 7)?;
    at.range("max_research", s.max_research, 1, 20)?;
    at.range("max_health", s.max_health, 1, 50)?;
    at.range("refresh_price", s.refresh_price, 0, 99)?;
    at.range("buy_back_price", s.buy_back_price, 0, 99)?;
    if s.movement_die.len() != FACES {
        return Err(at.error(
            "movement_die",
            format!("{} faces; a die has {FACES}", s.movement_die.len()),
        ));
    }
    for &steps in &s.movement_die {
        at.range("movement_die", steps, 0, 12)?;
    }
    Ok(())
}

fn read_dice(file: &DiceFile) -> Result<[Die; DieKind::COUNT], CatalogError> {
    let mut dice = [None; DieKind::COUNT];
    for entry in &file.die {
        let at = At("dice.toml", entry.kind.key());
        let count = entry.faces.len();
        if count != FACES {
            return Err(at.error("faces", format!("{count} faces; a die has {FACES}")));
        }
        let mut faces = [Face {
            symbol: crate::ids::Symbol::Money,
            count: 1,
        }; FACES];
        for (face, text) in faces.iter_mut().zip(&entry.faces) {
            *face = at.read("faces", text::face(text))?;
            at.range("faces", face.count, 1, 3)?;
        }
        if dice[entry.kind.index()].replace(Die::new(faces)).is_some() {
            return Err(at.error("kind", "given twice"));
        }
    }
    all_given("dice.toml", "die", dice, DieKind::ALL.map(DieKind::key))
}

/// Turns a table of optional entries into a full one, or says which entry is missing.
fn all_given<T, const N: usize>(
    file: &'static str,
    what: &str,
    entries: [Option<T>; N],
    names: [&'static str; N],
) -> Result<[T; N], CatalogError> {
    if let Some(i) = entries.iter().position(Option::is_none) {
        return Err(At(file, names[i]).error(what, "missing; add an entry for it"));
    }
    Ok(entries.map(|e| e.expect("checked above")))
}

fn read_reckoners(file: &ReckonersFile) -> Result<[ReckonerCard; Reckoner::COUNT], CatalogError> {
    let mut cards = [const { None }; Reckoner::COUNT];
    for entry in &file.reckoner {
        let at = At("reckoners.toml", entry.id.key());
        if entry.dice == DieKind::Basic {
            return Err(at.error("dice", "basic dice are everybody's; name a special colour"));
        }
        let ability = match &entry.effect {
            AbilityEntry::Improvise {} => Ability::Improvise,
            AbilityEntry::Faith {} => Ability::Faith,
            AbilityEntry::Operations {} => Ability::Operations,
            AbilityEntry::Sniper {} => Ability::Sniper,
            AbilityEntry::Activate { cost, gives } => {
                let cost = at.read("effect.cost", text::cost(cost))?;
                if cost == SymbolMask::default() {
                    return Err(at.error(
                        "effect.cost",
                        "empty; an ability that gives symbols is paid with a die",
                    ));
                }
                Ability::Activate {
                    cost,
                    gives: at.read("effect.gives", text::symbols(gives))?,
                }
            }
        };
        let card = ReckonerCard {
            name: entry.name.clone(),
            dice: entry.dice,
            ability_name: entry.ability.clone(),
            ability,
        };
        if cards[entry.id.index()].replace(card).is_some() {
            return Err(at.error("id", "given twice"));
        }
    }
    all_given(
        "reckoners.toml",
        "reckoner",
        cards,
        Reckoner::ALL.map(Reckoner::key),
    )
}

fn read_equipment(file: &EquipmentFile) -> Result<Vec<Equipment>, CatalogError> {
    let mut cards: Vec<Equipment> = Vec::with_capacity(EQUIPMENT_COUNT);
    for entry in &file.equipment {
        let at = At("equipment.toml", &entry.id);
        check_key(&at, &entry.id, cards.iter().map(|c| c.key.as_str()))?;
        at.range("price", entry.price, 0, 20)?;
        let symbol = |text: &String| -> Result<crate::ids::Symbol, CatalogError> {
            text.parse()
                .map_err(|e: UnknownName| at.error("effect", e.to_string()))
        };
        let effect = match &entry.effect {
            EquipmentEffectEntry::Convert { between: [a, b] } => {
                let (a, b) = (symbol(a)?, symbol(b)?);
                if a == b {
                    return Err(at.error(
                        "effect.between",
                        format!("{a} twice; name two different symbols"),
                    ));
                }
                EquipmentEffect::Convert(a, b)
            }
            EquipmentEffectEntry::ExtraDie {
                kind: DieKind::Basic,
            } => {
                return Err(at.error("effect.kind", "basic; the supply holds special dice only"));
            }
            EquipmentEffectEntry::ExtraDie { kind } => EquipmentEffect::ExtraDie(*kind),
            EquipmentEffectEntry::Double { symbol: s } => EquipmentEffect::Double(symbol(s)?),
            EquipmentEffectEntry::Symbols {
                cost,
                gives,
                any_district,
            } => EquipmentEffect::Symbols {
                cost: at.read("effect.cost", text::cost(cost))?,
                gives: at.read("effect.gives", text::symbols(gives))?,
                any_district: *any_district,
            },
            EquipmentEffectEntry::Move {} => EquipmentEffect::Move,
        };
        cards.push(Equipment {
            key: entry.id.clone(),
            name: entry.name.clone(),
            price: entry.price,
            effect,
        });
    }
    if cards.len() != EQUIPMENT_COUNT {
        let at = At("equipment.toml", "equipment");
        return Err(at.error(
            "count",
            format!("{} cards; the box has {EQUIPMENT_COUNT}", cards.len()),
        ));
    }
    Ok(cards)
}

fn check_key<'a>(
    at: &At<'_>,
    key: &str,
    mut known: impl Iterator<Item = &'a str>,
) -> Result<(), CatalogError> {
    if key.is_empty()
        || !key
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    {
        return Err(at.error("id", format!("\"{key}\" is not made of a-z, 0-9 and -")));
    }
    if known.any(|k| k == key) {
        return Err(at.error("id", "given twice; each card is one of a kind"));
    }
    Ok(())
}

fn read_epics(file: &EpicsFile, setup: &SetupFile) -> Result<Vec<Epic>, CatalogError> {
    let mut cards: Vec<Epic> = Vec::with_capacity(EPIC_COUNT);
    for entry in &file.epic {
        let at = At("epics.toml", &entry.id);
        check_key(&at, &entry.id, cards.iter().map(|c| c.key.as_str()))?;
        cards.push(read_epic(&at, entry, setup)?);
    }
    if cards.len() != EPIC_COUNT {
        let at = At("epics.toml", "epic");
        return Err(at.error(
            "count",
            format!("{} cards; the box has {EPIC_COUNT}", cards.len()),
        ));
    }
    Ok(cards)
}

fn read_epic(at: &At<'_>, entry: &EpicEntry, setup: &SetupFile) -> Result<Epic, CatalogError> {
    at.range("research", entry.research, 1, u64::from(setup.max_research))?;
    let health = match &entry.health {
        HealthEntry::Number(n) => {
            at.range("health", *n, 1, u64::from(setup.max_health))?;
            *n
        }
        HealthEntry::Word(word) if word == "infinite" => INFINITE,
        HealthEntry::Word(word) => {
            return Err(at.error(
                "health",
                format!("\"{word}\" is neither a number nor \"infinite\""),
            ));
        }
    };
    at.range(
        "weakened",
        entry.weakened,
        1,
        u64::from(setup.max_health.min(health)),
    )?;
    let track = read_track(at, "track", &entry.track)?;
    let widest = setup.first_bracket.max(setup.new_bracket);
    if track.last_bracket() < widest {
        let least = widest + 1;
        return Err(at.error(
            "track",
            format!(
                "{} actions; the bracket starts at {widest}, so at least {least}",
                entry.track.len()
            ),
        ));
    }
    let r = &entry.reward;
    for (field, value) in [
        ("reward.enforcement", r.enforcement),
        ("reward.contain", r.contain),
        ("reward.plan", r.plan),
        ("reward.money", r.money),
        ("reward.boss_research", r.boss_research),
    ] {
        at.range(field, value, 0, 20)?;
    }
    Ok(Epic {
        key: entry.id.clone(),
        name: entry.name.clone(),
        research: entry.research,
        health,
        weakened: entry.weakened,
        track,
        reward: Reward {
            enforcement: r.enforcement,
            contain: r.contain,
            plan: r.plan,
            money: r.money,
            boss_research: r.boss_research,
        },
    })
}

fn read_track(at: &At<'_>, field: &str, texts: &[String]) -> Result<ActionTrack, CatalogError> {
    let actions: Vec<EpicAction> = texts
        .iter()
        .map(|t| at.read(field, text::epic_action(t)))
        .collect::<Result<_, _>>()?;
    at.read(field, ActionTrack::new(&actions))
}

/// The boss's tracks: no boosts (they would feed themselves), red and blue of one kind only.
fn read_boss_track(
    at: &At<'_>,
    field: &str,
    texts: &[String],
    only: Option<Deed>,
    setup: &SetupFile,
) -> Result<ActionTrack, CatalogError> {
    let track = read_track(at, field, texts)?;
    for action in track.actions() {
        if let Some(deed) = only {
            let wanted = EpicAction { deed, gift: false };
            if *action != wanted {
                return Err(at.error(
                    field,
                    format!("\"{action}\": this track holds only {wanted}"),
                ));
            }
        }
        if matches!(action.deed, Deed::Boost(_)) {
            return Err(at.error(
                field,
                format!("\"{action}\": the boss's own tracks cannot boost him"),
            ));
        }
    }
    if track.last_bracket() < setup.boss_bracket {
        let least = setup.boss_bracket + 1;
        return Err(at.error(
            field,
            format!(
                "{} actions; the bracket starts at {}, so at least {least}",
                texts.len(),
                setup.boss_bracket
            ),
        ));
    }
    Ok(track)
}

fn read_boss(
    file: &SteelheartFile,
    setup: &SetupFile,
) -> Result<[[BossBoards; 4]; 5], CatalogError> {
    const FILE: &str = "steelheart.toml";
    let mut all = Vec::with_capacity(5);
    for seats in MIN_SEATS..=MAX_SEATS {
        let item = format!("{seats} Reckoners");
        let at = At(FILE, &item);
        let values = one(
            &at,
            "values",
            file.values
                .iter()
                .filter(|v| usize::from(v.reckoners) == seats),
        )?;
        let mut row = Vec::with_capacity(4);
        for difficulty in Difficulty::ALL {
            let value =
                [values.beginner, values.standard, values.hard, values.sparks][difficulty.index()];
            at.range("values", value, 1, 999)?;
            let at_sides = At(FILE, difficulty.key());
            let sides = one(
                &at_sides,
                "sides",
                file.sides.iter().filter(|s| s.difficulty == difficulty),
            )?;
            let power_item = format!("power board {:?}", sides.power);
            let at_power = At(FILE, &power_item);
            let power = one(
                &at_power,
                "power",
                file.power.iter().filter(|p| p.side == sides.power),
            )?;
            let adjustment_item = format!("adjustment board {seats}{:?}", sides.adjustment);
            let at_adjustment = At(FILE, &adjustment_item);
            let side_of = |a: &&super::model::AdjustmentEntry, side: Side| {
                a.side == side && usize::from(a.reckoners) == seats
            };
            let adjustment = one(
                &at_adjustment,
                "adjustment",
                file.adjustment
                    .iter()
                    .filter(|a| side_of(a, sides.adjustment)),
            )?;
            at_adjustment.range("deployment", adjustment.deployment, 1, 25)?;
            row.push(BossBoards {
                value,
                tracks: [
                    read_boss_track(&at_adjustment, "yellow", &adjustment.yellow, None, setup)?,
                    read_boss_track(&at_power, "black", &power.black, None, setup)?,
                    read_boss_track(
                        &at_power,
                        "red",
                        &power.red,
                        Some(Deed::AddEnforcement),
                        setup,
                    )?,
                    read_boss_track(
                        &at_power,
                        "blue",
                        &power.blue,
                        Some(Deed::Barricade(1)),
                        setup,
                    )?,
                ],
                deployment: adjustment.deployment,
            });
        }
        all.push(<[BossBoards; 4]>::try_from(row).expect("four difficulties"));
    }
    Ok(<[[BossBoards; 4]; 5]>::try_from(all).expect("five numbers of Reckoners"))
}

fn one<'a, T>(
    at: &At<'_>,
    field: &str,
    mut matching: impl Iterator<Item = &'a T>,
) -> Result<&'a T, CatalogError> {
    let first = matching
        .next()
        .ok_or_else(|| at.error(field, "missing; add an entry for it"))?;
    if matching.next().is_some() {
        Err(at.error(field, "given twice"))
    } else {
        Ok(first)
    }
}

/// The fields of each kind of entry that must carry a source.
fn read_sources(
    catalog: &mut Catalog,
    dice: &DiceFile,
    reckoners: &ReckonersFile,
    equipment: &EquipmentFile,
    epics: &EpicsFile,
    boss: &SteelheartFile,
) -> Result<(), CatalogError> {
    const SETUP_FIELDS: &[&str] = &[
        "population",
        "money",
        "market",
        "enforcement",
        "barricades",
        "plan_tokens",
        "starting_tokens",
        "special_dice",
        "basic_dice",
        "special_dice_per_colour",
        "base_track",
        "first_bracket",
        "new_bracket",
        "boss_bracket",
        "max_research",
        "max_health",
        "refresh_price",
        "buy_back_price",
        "movement_die",
    ];
    let mut add = |file, item: &str, fields: &[&str], provenance: &Provenance| {
        check_provenance(&At(file, item), fields, provenance)?;
        catalog.note(file, item, provenance);
        Ok::<_, CatalogError>(())
    };
    for e in &dice.die {
        add("dice.toml", e.kind.key(), &["faces"], &e.provenance)?;
    }
    for e in &reckoners.reckoner {
        add(
            "reckoners.toml",
            e.id.key(),
            &["dice", "ability", "effect"],
            &e.provenance,
        )?;
    }
    for e in &equipment.equipment {
        add(
            "equipment.toml",
            &e.id,
            &["name", "price", "effect"],
            &e.provenance,
        )?;
    }
    for e in &epics.epic {
        let fields = ["name", "research", "health", "weakened", "track", "reward"];
        add("epics.toml", &e.id, &fields, &e.provenance)?;
    }
    for e in &boss.values {
        add(
            "steelheart.toml",
            &format!("values {}", e.reckoners),
            &["values"],
            &e.provenance,
        )?;
    }
    for e in &boss.sides {
        add(
            "steelheart.toml",
            &format!("sides {}", e.difficulty),
            &["sides"],
            &e.provenance,
        )?;
    }
    for e in &boss.power {
        add(
            "steelheart.toml",
            &format!("power {:?}", e.side),
            &["black", "red", "blue"],
            &e.provenance,
        )?;
    }
    for e in &boss.adjustment {
        let item = format!("adjustment {}{:?}", e.reckoners, e.side);
        add(
            "steelheart.toml",
            &item,
            &["yellow", "deployment"],
            &e.provenance,
        )?;
    }
    let provenance = catalog.setup.provenance.clone();
    check_provenance(&At("setup.toml", "setup"), SETUP_FIELDS, &provenance)?;
    catalog.note("setup.toml", "setup", &provenance);
    Ok(())
}

fn check_provenance(at: &At<'_>, fields: &[&str], given: &Provenance) -> Result<(), CatalogError> {
    for field in fields {
        let text = given.get(*field).ok_or_else(|| {
            at.error(
                &format!("provenance.{field}"),
                "missing; write \"official ...\", \"derived ...\" or \"placeholder ...\"",
            )
        })?;
        let word = text.split([' ', ':', ';', ',']).next().unwrap_or_default();
        if !["official", "derived", "placeholder"].contains(&word) {
            return Err(at.error(
                &format!("provenance.{field}"),
                format!(
                    "starts with \"{word}\"; the first word is official, derived or placeholder"
                ),
            ));
        }
    }
    match given.keys().find(|k| !fields.contains(&k.as_str())) {
        Some(extra) => Err(at.error(
            &format!("provenance.{extra}"),
            "names no field of this entry",
        )),
        None => Ok(()),
    }
}
