//! `epics.toml`: the Epic cards.

use serde::{Deserialize, Serialize};

use super::setup::SetupFile;
use super::{At, Provenance};
use crate::cards::catalog::{Catalog, Epic, INFINITE, Reward};
use crate::cards::deed::{ActionTrack, Deed};
use crate::cards::load::{CatalogError, EPIC_COUNT};

const FILE: &str = "base/epics.toml";

/// `epics.toml`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EpicsFile {
    /// One entry a card.
    pub epic: Vec<EpicEntry>,
}

/// One Epic card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EpicEntry {
    /// Key used in table files.
    pub id: String,
    /// Printed name.
    pub name: String,
    /// Starting research.
    pub research: u8,
    /// Starting health: a number or `"infinite"`.
    pub health: HealthEntry,
    /// Health once weakened.
    pub weakened: u8,
    /// Actions, left to right.
    pub track: Vec<String>,
    /// What defeating it pays.
    pub reward: RewardEntry,
    /// Sources of the values.
    #[serde(skip_serializing)]
    pub provenance: Provenance,
}

/// A printed health.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum HealthEntry {
    /// Attackable from the start.
    Number(u8),
    /// The word `infinite`: not attackable before weakening.
    Word(String),
}

/// A printed reward.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RewardEntry {
    /// Enforcement removed anywhere.
    pub enforcement: u8,
    /// Bracket spaces anywhere.
    pub contain: u8,
    /// Plan Tokens for anybody.
    pub plan: u8,
    /// Money.
    pub money: u8,
    /// Research of the boss.
    pub boss_research: u8,
}

impl EpicsFile {
    /// The cards in the order of the file.
    pub(crate) fn read(&self, setup: &SetupFile) -> Result<Vec<Epic>, CatalogError> {
        let mut cards: Vec<Epic> = Vec::with_capacity(EPIC_COUNT);
        for entry in &self.epic {
            let at = At(FILE, &entry.id);
            let known = cards.iter().map(|c| (c.key.as_str(), c.name.as_str()));
            at.card_name((&entry.id, &entry.name), known)?;
            cards.push(read_epic(&at, entry, setup)?);
        }
        if cards.len() != EPIC_COUNT {
            let message = format!("{} cards; the box has {EPIC_COUNT}", cards.len());
            return Err(At(FILE, "epic").error("count", message));
        }
        Ok(cards)
    }

    /// Records the sources of the values.
    pub(crate) fn sources(&self, catalog: &mut Catalog) -> Result<(), CatalogError> {
        for e in &self.epic {
            let fields = ["name", "research", "health", "weakened", "track", "reward"];
            At(FILE, &e.id).sources(catalog, &fields, &e.provenance)?;
        }
        Ok(())
    }
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
        at.range(field, value, 0, 99)?;
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

/// Reads an action track.
pub(super) fn read_track(
    at: &At<'_>,
    field: &str,
    texts: &[String],
) -> Result<ActionTrack, CatalogError> {
    let deeds = texts.iter().map(|t| at.read(field, Deed::read(t)));
    let deeds = deeds.collect::<Result<Vec<_>, _>>()?;
    at.read(field, ActionTrack::new(&deeds))
}
