//! `epics.toml`: the Epic cards.

use serde::{Deserialize, Serialize};

use super::setup::SetupFile;
use super::{At, Provenance};
use crate::cards::catalog::{Catalog, Epic, INFINITE, Reward};
use crate::cards::deed::{ActionTrack, Deed};
use crate::cards::load::CatalogError;

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
    /// Research on any Epic or the boss; only on cards that are used at once.
    #[serde(skip_serializing_if = "is_zero")]
    pub research: u8,
    /// Attacks on any Epic or the boss; only on cards that are used at once.
    #[serde(skip_serializing_if = "is_zero")]
    pub attack: u8,
}

/// For serde, which hands a reference.
fn is_zero(count: &u8) -> bool {
    *count == 0
}

impl RewardEntry {
    /// The reward it means.
    pub(crate) fn read(&self) -> Result<Reward, String> {
        /// More than a card can show.
        const MOST: u8 = 20;
        let reward = Reward {
            enforcement: self.enforcement,
            contain: self.contain,
            plan: self.plan,
            money: self.money,
            boss_research: self.boss_research,
            research: self.research,
            attack: self.attack,
        };
        match reward.parts().into_iter().find(|(_, count)| *count > MOST) {
            Some((name, count)) => Err(format!("{name} {count} is more than {MOST}")),
            None => Ok(reward),
        }
    }
}

impl EpicsFile {
    /// The cards in the order of the file.
    pub(crate) fn read(
        &self,
        file: &'static str,
        count: usize,
        setup: &SetupFile,
    ) -> Result<Vec<Epic>, CatalogError> {
        let mut cards: Vec<Epic> = Vec::with_capacity(count);
        for entry in &self.epic {
            let at = At(file, &entry.id);
            let known = cards.iter().map(|c| (c.key.as_str(), c.name.as_str()));
            at.card_name((&entry.id, &entry.name), known)?;
            cards.push(read_epic(&at, entry, setup)?);
        }
        if cards.len() != count {
            let message = format!("{} cards; the box has {count}", cards.len());
            return Err(At(file, "epic").error("count", message));
        }
        Ok(cards)
    }

    /// Records the sources of the values.
    pub(crate) fn sources(
        &self,
        file: &'static str,
        catalog: &mut Catalog,
    ) -> Result<(), CatalogError> {
        for e in &self.epic {
            let fields = ["name", "research", "health", "weakened", "track", "reward"];
            At(file, &e.id).sources(catalog, &fields, &e.provenance)?;
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
    if let Some(message) = track.deeds().iter().find_map(|deed| deed.misplaced(&[])) {
        return Err(at.error("track", message));
    }
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
    let reward = at.read("reward", entry.reward.read())?;
    if (reward.research, reward.attack) != (0, 0) {
        return Err(at.error("reward", "research and attack stand on Equipment only"));
    }
    Ok(Epic {
        key: entry.id.clone(),
        name: entry.name.clone(),
        research: entry.research,
        health,
        weakened: entry.weakened,
        track,
        reward,
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
