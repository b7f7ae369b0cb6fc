//! Whether the step fits the rest of the table: the conditions under which the rules can go on.

use super::agenda;
use super::error::TableError;
use super::read::Reader;
use crate::cards::catalog::Ability;
use crate::ids::{DieKind, FACES};
use crate::state::game::NOWHERE;
use crate::state::{Game, Now, Seat};

/// The last of the rolls in a round.
const ROLLS: u8 = 3;

pub(super) fn check(reader: &Reader<'_>, now: Now) -> Result<(), TableError> {
    let game = &reader.game;
    match now {
        Now::DealEpic { district } => deal_epic(game, district),
        Now::DealEquipment => deal_equipment(reader),
        Now::Place => place(game),
        Now::RollDice { seat } => rolling(reader, seat),
        Now::Keep => keep(reader),
        Now::Faith => {
            everybody_rolled(game)?;
            ability(reader, Ability::Faith, "Faith")
        }
        Now::Use => in_use(reader),
        Now::SetFace { kind, .. } => {
            let die = &reader.rules.catalog().dice[kind.index()];
            if usize::from(die.weight[0]) == FACES {
                let message = format!("a {kind} die has only one face");
                return Err(TableError::conflict("improvising", message));
            }
            ability(reader, Ability::Improvise, "Improvise")
        }
        Now::LoseDie if game.team().iter().all(|s| s.dice == [0; DieKind::COUNT]) => Err(
            TableError::conflict("step", "nobody has a die left to lose"),
        ),
        _ => Ok(()),
    }
}

fn deal_epic(game: &Game, district: u8) -> Result<(), TableError> {
    let at = |d: u8| format!("districts[{d}]");
    if game.districts[usize::from(district)].epic.is_some() {
        return Err(TableError::conflict(
            at(district),
            "an Epic is drawn for it, but it has one",
        ));
    }
    if game.epic_deck.is_empty() {
        return Err(TableError::conflict(
            "defeated",
            "no Epic is left to draw; the defeated ones are shuffled first",
        ));
    }
    // In set-up the first district comes first, later the one where Steelheart is.
    let from = if game.round == 0 {
        0
    } else {
        game.boss.district
    };
    for offset in 0..game.district_count() {
        let d = game.clockwise(from, offset);
        let before = offset < (district + game.district_count() - from) % game.district_count();
        let filled = game.districts[usize::from(d)].epic.is_some();
        if before && !filled {
            return Err(TableError::conflict(
                at(d),
                "this district gets its Epic first",
            ));
        }
        if game.round == 0 && !before && filled {
            return Err(TableError::conflict(
                at(d),
                "this district gets its Epic later",
            ));
        }
    }
    if game.round == 0 && !game.market.is_empty() {
        return Err(TableError::conflict(
            "market",
            "the market is laid out after the Epics",
        ));
    }
    Ok(())
}

fn deal_equipment(reader: &Reader<'_>) -> Result<(), TableError> {
    let game = &reader.game;
    if game.market.len() >= u32::from(reader.rules.catalog().setup.market) {
        return Err(TableError::conflict(
            "market",
            "a card is drawn for it, but it is full",
        ));
    }
    if game.equipment_deck.is_empty() {
        return Err(TableError::conflict(
            "step",
            "no Equipment card is left to draw",
        ));
    }
    Ok(())
}

/// The Reckoners are placed one after the other, clockwise.
fn place(game: &Game) -> Result<(), TableError> {
    let absent = |seat: &&Seat| seat.district == NOWHERE;
    let left = game.team().iter().filter(absent).count();
    for offset in 0..game.seat_count {
        let seat = game.seat_at(offset);
        let placed = game.seats[usize::from(seat)].district != NOWHERE;
        if placed == (usize::from(offset) < left) || left == 0 {
            return Err(TableError::conflict(
                format!("reckoners[{seat}].district"),
                "the acting Reckoner and then those clockwise are placed; nobody else is left out",
            ));
        }
    }
    Ok(())
}

fn everybody_rolled(game: &Game) -> Result<(), TableError> {
    let idle = |s: &Seat| s.rolls == 0 && s.dice != [0; DieKind::COUNT];
    game.team().iter().position(idle).map_or(Ok(()), |i| {
        let who = game.seats[i].reckoner;
        Err(TableError::conflict(
            format!("reckoners[{i}]"),
            format!("{who} has not rolled, but this step begins after everybody's first roll: list the dice under \"rolled\" or \"kept\""),
        ))
    })
}

fn rolling(reader: &Reader<'_>, seat: u8) -> Result<(), TableError> {
    let game = &reader.game;
    let roller = &game.seats[usize::from(seat)];
    let at = format!("reckoners[{seat}]");
    let faith = agenda::used_faith(reader.rules, roller);
    if !roller.rolled.is_empty() && !faith {
        return Err(TableError::conflict(
            format!("{at}.rolled"),
            "all dice that are not kept are in the air",
        ));
    }
    if !agenda::first_roll(reader.rules, roller) {
        lying(reader, seat)?;
        if game.acting != seat {
            return Err(TableError::conflict(
                "acting",
                "a Reckoner who rolls again is the one who acts",
            ));
        }
        return everybody_rolled(game);
    }
    if !roller.kept.is_empty() || roller.kept_now > 0 {
        return Err(TableError::conflict(
            format!("{at}.kept"),
            "nothing is kept before the first roll",
        ));
    }
    let turn = game.seat_offset(seat);
    for offset in 0..game.seat_count {
        let other = game.seat_at(offset);
        let Seat {
            rolls,
            dice,
            reckoner,
            rolled,
            ..
        } = &game.seats[usize::from(other)];
        let wrong = match offset.cmp(&turn) {
            std::cmp::Ordering::Less => {
                *dice != [0; DieKind::COUNT] && (*rolls != 1 || rolled.is_empty())
            }
            std::cmp::Ordering::Equal => false,
            std::cmp::Ordering::Greater => *rolls > 0,
        };
        if wrong {
            return Err(TableError::conflict(
                format!("reckoners[{other}]"),
                format!(
                    "first rolls fall clockwise from the acting Reckoner; {reckoner}'s dice do not fit that"
                ),
            ));
        }
    }
    Ok(())
}

/// Nobody but an unused (or just used) Faith leaves dice of a third roll lying.
fn lying(reader: &Reader<'_>, roller: u8) -> Result<(), TableError> {
    for (i, seat) in reader.game.team().iter().enumerate() {
        let open = seat.rolls == ROLLS && !seat.rolled.is_empty();
        if open && seat.ability_spent && usize::from(roller) != i {
            return Err(TableError::conflict(
                format!("reckoners[{i}].rolled"),
                "a third roll is kept as it is once Faith was used: list its dice under \"kept\"",
            ));
        }
    }
    Ok(())
}

fn keep(reader: &Reader<'_>) -> Result<(), TableError> {
    let game = &reader.game;
    everybody_rolled(game)?;
    lying(reader, NOWHERE)?;
    if game.actor().rolled.is_empty() {
        let who = game.actor().reckoner;
        return Err(TableError::conflict(
            "acting",
            format!(
                "{who} has no dice under \"rolled\" to decide on; when nobody has, the step is \"use\""
            ),
        ));
    }
    Ok(())
}

fn in_use(reader: &Reader<'_>) -> Result<(), TableError> {
    let game = &reader.game;
    if !reader.rules.has_something(game.actor()) {
        let who = game.actor().reckoner;
        return Err(TableError::conflict(
            "acting",
            format!(
                "{who} has no die, token, card or ability left to use; when nobody has, the step is \"rewards\" or \"purchase\""
            ),
        ));
    }
    Ok(())
}

fn ability(reader: &Reader<'_>, wanted: Ability, name: &str) -> Result<(), TableError> {
    let game = &reader.game;
    let seat = game.actor();
    let who = seat.reckoner;
    if reader.rules.catalog().reckoner(who).ability != wanted {
        return Err(TableError::conflict(
            "acting",
            format!("{who} does not have the ability {name}"),
        ));
    }
    if !seat.ability_spent {
        let at = format!("reckoners[{}].ability_used", game.acting);
        return Err(TableError::conflict(
            at,
            format!("{name} is being used: write true"),
        ));
    }
    Ok(())
}
