//! Values, tracks and rewards of the Epics.

use super::draw::Draw;
use super::facts::Known;
use super::{Temper, facts, is_free, odds};
use crate::cards::files::epics::{EpicEntry, EpicsFile, HealthEntry, RewardEntry};

/// The most research and health of an Epic (official).
const MOST: (i32, u8) = (5, 10);

pub(super) fn draw(file: &mut EpicsFile, expanded: bool, temper: &Temper, luck: &mut Draw) {
    for entry in &mut file.epic {
        if is_free(&entry.provenance, "research") {
            let research = luck.weighted(odds::RESEARCH) + temper.research;
            entry.research = research.min(MOST.0) as u8;
        }
        draw_health(entry, expanded, luck);
        let known = facts::epic(&entry.id, expanded);
        // A track that is derived up to single spaces has these drawn too.
        if is_free(&entry.provenance, "track") || known.whole {
            entry.track = track(&known, expanded, temper, luck);
        }
        if is_free(&entry.provenance, "reward") {
            entry.reward = reward(luck);
        }
    }
    if !expanded {
        show_seen(file, luck);
    }
}

fn draw_health(entry: &mut EpicEntry, expanded: bool, luck: &mut Draw) {
    let (free, weakened_free) = (
        is_free(&entry.provenance, "health"),
        is_free(&entry.provenance, "weakened"),
    );
    if weakened_free {
        entry.weakened = luck.weighted(odds::WEAKENED);
    }
    if free {
        let (faultline, least) = facts::FAULTLINE;
        let finite = !expanded && entry.id == faultline;
        entry.health = if !finite && luck.chance(odds::INFINITE) {
            HealthEntry::Word("infinite".into())
        } else {
            let health = entry.weakened + luck.weighted(odds::MORE_HEALTH);
            let least = if finite { least } else { 1 };
            HealthEntry::Number(health.clamp(least, MOST.1))
        };
    } else if let HealthEntry::Number(health) = entry.health
        && weakened_free
    {
        entry.weakened = entry.weakened.min(health);
    }
}

/// A card with the values of one that was seen, if there is none.
fn show_seen(file: &mut EpicsFile, luck: &mut Draw) {
    let (research, health) = facts::SEEN;
    let seen = |e: &EpicEntry| e.research == research && e.health == HealthEntry::Number(health);
    if file.epic.iter().any(seen) {
        return;
    }
    let values = ["research", "health", "weakened"];
    let free = file.epic.iter_mut();
    let free = free.filter(|e| values.iter().all(|field| is_free(&e.provenance, field)));
    let mut free: Vec<&mut EpicEntry> = free.collect();
    if !free.is_empty() {
        let which = luck.between(0, free.len() as i32 - 1) as usize;
        free[which].research = research;
        free[which].health = HealthEntry::Number(health);
    }
}

fn track(known: &Known, expanded: bool, temper: &Temper, luck: &mut Draw) -> Vec<String> {
    let length = match (known.whole, temper.even) {
        (true, _) => known.spaces.len(),
        (_, true) => odds::USUAL_LENGTH,
        (_, false) => luck.weighted(odds::TRACK_LENGTH),
    };
    let first = if luck.chance(temper.bite) {
        action(odds::BITING, odds::NEW_BITING, expanded, luck)
    } else {
        action(odds::MILD, odds::NEW_MILD, expanded, luck)
    };
    let mut track = vec![first];
    while track.len() < length - 1 {
        // No action twice in a row, so that tracks look made.
        let next = action(odds::MIDDLE, odds::NEW_MIDDLE, expanded, luck);
        if track.last() != Some(&next) {
            track.push(next);
        }
    }
    track.push(action(odds::LAST, odds::NEW_LAST, expanded, luck));
    for (space, action) in track.iter_mut().zip(known.spaces) {
        *space = action.unwrap_or(space);
    }
    // In the first four spaces, but not in place of what is known.
    let places: Vec<usize> = (known.spaces.len()..length.min(4)).collect();
    let places = luck.some(&places, known.somewhere.len());
    for (place, action) in places.into_iter().zip(known.somewhere) {
        track[place] = action;
    }
    track.into_iter().map(str::to_owned).collect()
}

/// An action of the base game, or of Steelslayer where it is in the box.
fn action(
    base: &[(&'static str, u32)],
    new: &[(&'static str, u32)],
    expanded: bool,
    luck: &mut Draw,
) -> &'static str {
    let own = expanded && luck.chance(odds::NEW_ACTION);
    luck.weighted(if own { new } else { base })
}

fn reward(luck: &mut Draw) -> RewardEntry {
    let mut reward = RewardEntry {
        boss_research: luck.weighted(odds::BOSS_RESEARCH),
        ..RewardEntry::default()
    };
    let two = luck.chance(odds::SECOND_REWARD);
    for _ in 0..1 + u8::from(two) {
        let (part, most) = luck.weighted(odds::REWARDS);
        // Two parts are small ones.
        let count = if two {
            1
        } else {
            luck.between(1, i32::from(most)) as u8
        };
        match part {
            "enforcement" => reward.enforcement = count,
            "contain" => reward.contain = count,
            "plan" => reward.plan = count,
            _ => reward.money = count,
        }
    }
    reward
}
