//! Set-up numbers, dice, Reckoners and Equipment.

use super::place::{At, all_given, check_key};
use super::{CatalogError, EQUIPMENT_COUNT};
use crate::cards::catalog::{
    Ability, Die, Equipment, EquipmentEffect, Face, ReckonerCard, SymbolMask,
};
use crate::cards::model::{
    AbilityEntry, DiceFile, EquipmentEffectEntry, EquipmentFile, ReckonersFile, SetupFile,
};
use crate::cards::text;
use crate::ids::{DieKind, FACES, MAX_SEATS, Reckoner, UnknownName};

pub(super) fn check_setup(s: &SetupFile) -> Result<(), CatalogError> {
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

pub(super) fn read_dice(file: &DiceFile) -> Result<[Die; DieKind::COUNT], CatalogError> {
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

pub(super) fn read_reckoners(
    file: &ReckonersFile,
) -> Result<[ReckonerCard; Reckoner::COUNT], CatalogError> {
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

pub(super) fn read_equipment(file: &EquipmentFile) -> Result<Vec<Equipment>, CatalogError> {
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
