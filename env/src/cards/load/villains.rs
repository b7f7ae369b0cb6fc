//! Epics and Steelheart's boards.

use super::place::{At, check_key, one};
use super::{CatalogError, EPIC_COUNT};
use crate::cards::catalog::{ActionTrack, BossBoards, Deed, Epic, EpicAction, INFINITE, Reward};
use crate::cards::model::{
    AdjustmentEntry, EpicEntry, EpicsFile, HealthEntry, SetupFile, Side, SteelheartFile,
};
use crate::cards::text;
use crate::ids::{Difficulty, MAX_SEATS, MIN_SEATS};

pub(super) fn read_epics(file: &EpicsFile, setup: &SetupFile) -> Result<Vec<Epic>, CatalogError> {
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

pub(super) fn read_boss(
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
            let side_of = |a: &&AdjustmentEntry, side: Side| {
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
