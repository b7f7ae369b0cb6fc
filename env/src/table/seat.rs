//! The Reckoners: where they are, what they own, what they rolled.

use super::error::{Problem, TableError};
use super::json::{Node, Object};
use super::read::Reader;
use super::step::{Dice, StepName};
use crate::cards::catalog::{Ability, EquipmentEffect};
use crate::ids::{CardSet, DieKind, EquipmentId};
use crate::state::game::NOWHERE;
use crate::state::{Seat, SeatDice};
use crate::words::dice;

const KEYS: &[&str] = &[
    "name",
    "district",
    "tokens",
    "tokens_beside",
    "dice",
    "lost_dice",
    "cards",
    "used_cards",
    "ability_used",
    "rolls",
    "rolled",
    "kept",
    "kept_now",
    "done",
];

/// The last of the rolls in a round.
const ROLLS: u8 = 3;

/// The place of a Reckoner's name: an entry is a name alone or an object with it.
pub(super) fn name<'a>(node: &Node<'a>) -> Result<Node<'a>, TableError> {
    if node.is_object() {
        node.object(KEYS)?
            .need("name", "write which Reckoner this is")
    } else {
        Ok(node.clone())
    }
}

/// Reads all seats; tokens and dice are what is left in the box.
pub(super) fn all(reader: &mut Reader<'_>, file: &Object<'_>) -> Result<(), TableError> {
    let node = file.need(
        "reckoners",
        "list the Reckoners in seating order, clockwise",
    )?;
    for (i, node) in node.list()?.iter().enumerate() {
        let seat = if node.is_object() {
            read(reader, i, &node.object(KEYS)?)?
        } else {
            bare(reader, i)
        };
        if seat.district == NOWHERE && reader.game.round > 0 {
            let remedy = "write the district of the miniature".into();
            return Err(node.error(Problem::Missing {
                key: "district",
                remedy,
            }));
        }
        reader.game.seats[i] = seat;
    }
    let setup = &reader.rules.catalog().setup;
    let with_team: u16 = reader
        .game
        .team()
        .iter()
        .map(|s| u16::from(s.tokens) + u16::from(s.fresh_tokens))
        .sum();
    let Some(supply) = u16::from(setup.plan_tokens).checked_sub(with_team) else {
        return Err(node.conflict(format!(
            "{with_team} Plan Tokens with the team; the box has {}",
            setup.plan_tokens
        )));
    };
    reader.game.token_supply = supply as u8;
    for kind in &DieKind::ALL[1..] {
        let k = kind.index();
        let found: u8 = reader
            .game
            .team()
            .iter()
            .map(|s| s.dice[k] + s.lost[k])
            .sum();
        let most = setup.special_dice_per_colour;
        if found > most {
            return Err(node.conflict(format!(
                "{found} {kind} dice with the team; the box has {most}"
            )));
        }
    }
    let mut out = CardSet(reader.game.market.0 | reader.game.discarded.0);
    for seat in reader.game.team() {
        out.0 |= seat.cards.0;
    }
    reader.game.equipment_deck.0 =
        CardSet::first(reader.rules.catalog().equipment.len()).0 & !out.0;
    let mut out = reader.game.defeated;
    for epic in reader.game.ring().iter().filter_map(|d| d.epic) {
        out.insert(epic.0);
    }
    reader.game.epic_deck.0 = CardSet::first(reader.rules.catalog().epics.len()).0 & !out.0;
    Ok(())
}

/// A Reckoner of whom only the name is written.
fn bare(reader: &Reader<'_>, index: usize) -> Seat {
    let mut seat = reader.game.seats[index];
    if reader.game.round > 0 {
        seat.tokens = 0;
    }
    default_rolls(reader, &mut seat);
    seat
}

/// Rolls made, when nothing says so: in the Use Dice step everybody has rolled.
fn default_rolls(reader: &Reader<'_>, seat: &mut Seat) {
    let owns = seat.dice != [0; DieKind::COUNT];
    let shows = !seat.rolled.is_empty() || !seat.kept.is_empty();
    seat.rolls = match reader.step.dice() {
        Dice::InUse if owns => ROLLS,
        Dice::Rolling if shows => 1,
        _ => 0,
    };
}

fn read(reader: &mut Reader<'_>, index: usize, file: &Object<'_>) -> Result<Seat, TableError> {
    let setup = &reader.rules.catalog().setup;
    let (most_tokens, starting_tokens) = (setup.plan_tokens, setup.starting_tokens);
    let mut seat = reader.game.seats[index];
    seat.district = match file.get("district") {
        Some(node) => {
            let district = reader.district_ref(&node)?;
            if reader.game.round == 0 && reader.step != StepName::Place {
                return Err(node.conflict("nobody is on the board before the step \"place\""));
            }
            district
        }
        None => NOWHERE,
    };
    let start = if reader.game.round == 0 {
        starting_tokens
    } else {
        0
    };
    seat.tokens = file
        .get("tokens")
        .map_or(Ok(start), |node| node.small(0, most_tokens))?;
    seat.fresh_tokens = file
        .get("tokens_beside")
        .map_or(Ok(0), |n| n.small(0, most_tokens))?;
    seat.ability_spent = flag(file, "ability_used")?;
    seat.ended = flag(file, "done")?;
    cards(reader, &mut seat, file)?;
    if reader.step.dice() == Dice::Rolling {
        nothing_used(reader, &seat, file)?;
    }
    owned_dice(reader, &mut seat, file)?;
    rolled_dice(reader, &mut seat, file)?;
    Ok(seat)
}

/// While dice are rolled nothing of the round has been used yet, except perhaps Faith. Leftovers of
/// the round before would make the rules pass over a Reckoner.
fn nothing_used(reader: &Reader<'_>, seat: &Seat, file: &Object<'_>) -> Result<(), TableError> {
    let ability = reader.rules.catalog().reckoner(seat.reckoner).ability;
    let leftovers = [
        (
            "done",
            seat.ended,
            "nobody is done with dice while they are rolled; leave it out",
        ),
        (
            "ability_used",
            seat.ability_spent && ability != Ability::Faith,
            "this ability is for the dice in use, which are still being rolled; leave it out",
        ),
        (
            "used_cards",
            !seat.spent_cards.is_empty(),
            "no card is used while dice are rolled; leave it out",
        ),
        (
            "tokens_beside",
            seat.fresh_tokens > 0,
            "new tokens joined the others when the round began: count them under \"tokens\"",
        ),
    ];
    match leftovers.into_iter().find(|(_, found, _)| *found) {
        Some((key, _, why)) => Err(TableError::conflict(file.path(key), why)),
        None => Ok(()),
    }
}

fn flag(file: &Object<'_>, key: &'static str) -> Result<bool, TableError> {
    file.get(key).map_or(Ok(false), |node| node.flag())
}

fn cards(reader: &mut Reader<'_>, seat: &mut Seat, file: &Object<'_>) -> Result<(), TableError> {
    if let Some(node) = file.get("cards") {
        seat.cards = reader.equipment_list(&node)?;
    }
    let Some(list) = file.get("used_cards") else {
        return Ok(());
    };
    let catalog = reader.rules.catalog();
    for node in list.list()? {
        let text = node.text("the name of an Equipment card")?;
        let id = catalog.find_equipment(text).map_err(|e| node.error(e))?;
        let card = catalog.equipment(id);
        if !seat.cards.has(id.0) {
            return Err(node.conflict(format!("{} is not among the \"cards\"", card.name)));
        }
        let usable = matches!(
            card.effect,
            EquipmentEffect::Symbols { .. } | EquipmentEffect::Move
        );
        if !usable {
            return Err(node.conflict(format!(
                "{} works all the time and is never used",
                card.name
            )));
        }
        seat.spent_cards.insert(id.0);
    }
    Ok(())
}

fn owned_dice(reader: &Reader<'_>, seat: &mut Seat, file: &Object<'_>) -> Result<(), TableError> {
    let catalog = reader.rules.catalog();
    let mut whole = seat.dice;
    for card in seat.cards.iter() {
        if let EquipmentEffect::ExtraDie(kind) = catalog.equipment(EquipmentId(card)).effect {
            whole[kind.index()] += 1;
        }
    }
    let most = |node: &Node<'_>, kinds: &[u8; DieKind::COUNT], lost: bool| {
        let over = DieKind::ALL
            .into_iter()
            .find(|k| kinds[k.index()] > whole[k.index()]);
        over.map_or(Ok(()), |kind| {
            let verb = if lost { "lost" } else { "owned" };
            Err(node.conflict(format!(
                "{} {kind} dice {verb}, but the starting dice and the cards give {}",
                kinds[kind.index()],
                whole[kind.index()]
            )))
        })
    };
    if let Some(node) = file.get("lost_dice") {
        let text = node.text("dice such as \"purple, 2 basic\"")?;
        seat.lost = dice::read_kinds(text).map_err(|e| node.conflict(e.to_string()))?;
        most(&node, &seat.lost, true)?;
    }
    seat.dice = std::array::from_fn(|k| whole[k] - seat.lost[k]);
    if let Some(node) = file.get("dice") {
        let text = node.text("dice such as \"3 purple, 3 basic\"")?;
        seat.dice = dice::read_kinds(text).map_err(|e| node.conflict(e.to_string()))?;
        let both = std::array::from_fn(|k| seat.dice[k] + seat.lost[k]);
        most(&node, &both, false)?;
    }
    Ok(())
}

fn rolled_dice(reader: &Reader<'_>, seat: &mut Seat, file: &Object<'_>) -> Result<(), TableError> {
    let usual = "dice such as \"purple research x2, 2 basic money\"";
    for key in ["rolled", "kept"] {
        let Some(node) = file.get(key) else { continue };
        let text = node.text(usual)?;
        let dice =
            dice::read(reader.rules.catalog(), text).map_err(|e| node.conflict(e.to_string()))?;
        let fits = match reader.step.dice() {
            Dice::Away => Err("the dice are put away in this step"),
            Dice::InUse if key == "rolled" => {
                Err("all dice are kept in this step: list them under \"kept\"")
            }
            _ => Ok(()),
        };
        if let (Err(why), false) = (fits, dice.is_empty()) {
            return Err(node.conflict(format!(
                "{}; {why}",
                dice::say(reader.rules.catalog(), &dice)
            )));
        }
        if key == "rolled" {
            seat.rolled = dice;
        } else {
            seat.kept = dice;
        }
        for kind in DieKind::ALL {
            let k = kind.index();
            let shown = u16::from(seat.rolled.of_kind(k)) + u16::from(seat.kept.of_kind(k));
            if shown > u16::from(seat.dice[k]) {
                let owned = seat.dice[k];
                let who = seat.reckoner;
                return Err(node.conflict(format!("{shown} {kind} dice, but {who} has {owned}")));
            }
        }
    }
    default_rolls(reader, seat);
    if let Some(node) = file.get("rolls") {
        seat.rolls = node.small(0, ROLLS)?;
        if reader.step.dice() == Dice::Away && seat.rolls > 0 {
            return Err(node.conflict("the dice are put away in this step; write 0 or nothing"));
        }
        if seat.rolls == 0 && !(seat.rolled.is_empty() && seat.kept.is_empty()) {
            return Err(node.conflict("0, but dice of a roll are listed"));
        }
    }
    let faith = reader.rules.catalog().reckoner(seat.reckoner).ability == Ability::Faith;
    if seat.rolls == ROLLS && !seat.rolled.is_empty() && !faith {
        return Err(TableError::conflict(
            file.path("rolled"),
            "a third roll is kept as it is: list its dice under \"kept\"",
        ));
    }
    let all = seat.dice.iter().sum();
    seat.kept_now = match file.get("kept_now") {
        Some(node) => {
            let most = if reader.step == StepName::Roll {
                seat.kept.total()
            } else {
                all
            };
            node.small(0, most)?
        }
        // Whatever was kept of the first roll was kept of this one.
        None if reader.step == StepName::Roll && seat.rolls == 1 => seat.kept.total(),
        None => 0,
    };
    if seat.rolls == 0 && seat.kept_now > 0 {
        return Err(TableError::conflict(
            file.path("kept_now"),
            "nothing was rolled yet",
        ));
    }
    let kept_before = seat.kept.total().saturating_sub(seat.kept_now);
    if !seat.rolled.is_empty() && kept_before + 1 < seat.rolls {
        return Err(TableError::conflict(
            file.path("rolls"),
            format!(
                "{} rolls, but {kept_before} dice kept before the last: at least one is kept of each",
                seat.rolls
            ),
        ));
    }
    seat.used = [0; DieKind::COUNT];
    Ok(())
}

/// The dice of a seat that are neither rolled nor kept.
pub(super) fn missing(seat: &Seat) -> [u8; DieKind::COUNT] {
    let add = |dice: &SeatDice, k: usize| dice.of_kind(k);
    std::array::from_fn(|k| seat.dice[k] - add(&seat.rolled, k) - add(&seat.kept, k))
}
