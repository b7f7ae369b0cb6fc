//! Where each value comes from.

use super::CatalogError;
use super::place::At;
use crate::cards::catalog::Catalog;
use crate::cards::model::{
    DiceFile, EpicsFile, EquipmentFile, Provenance, ReckonersFile, SteelheartFile,
};

/// The fields of each kind of entry that must carry a source.
pub(super) fn read_sources(
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
