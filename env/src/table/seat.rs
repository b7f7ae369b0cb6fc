//! The Reckoners: where they are, what they own, what they rolled.

use super::expansion;
use super::file::SeatEntry;
use super::fit::phase;
use super::owned;
use super::read::Reader;
use super::values::{DiceText, KindsText, Short};
use crate::cards::Timing;
use crate::ids::{DieKind, DistrictIx, Effect, FaceIx, SeatIx};
use crate::state::{Dice, FaceCounts, MAX_DICE, Now, Seat, Spot, Step, TableDie};
use crate::words::dice;

/// Counts of dice by kind.
pub(super) type Kinds = [u8; DieKind::COUNT];

/// The dice of a seat as the file lists them.
#[derive(Debug, Default)]
pub(super) struct Draft {
    owned: Option<Kinds>,
    lost: Kinds,
    aside: Kinds,
    rolled: FaceCounts,
    kept: FaceCounts,
    used: FaceCounts,
    rolls: Option<u8>,
    kept_now: Option<u8>,
}

/// Reads all seats, each value on its own.
pub(super) fn read(reader: &mut Reader<'_>) -> Vec<Draft> {
    let file = reader.file;
    let mut drafts = Vec::new();
    let entries = file.reckoners.iter().flatten();
    for (i, entry) in (0..reader.game.seat_count).zip(entries) {
        let Some(Short(entry)) = entry else {
            continue;
        };
        let seat = SeatIx(i);
        let at = format!("reckoners[{i}]");
        table_things(reader, seat, entry, &at);
        cards(reader, seat, entry, &at);
        expansion::seat::read(reader, seat, entry, &at);
        drafts.push(draft(reader, seat, entry, &at));
    }
    drafts
}

fn table_things(reader: &mut Reader<'_>, index: SeatIx, entry: &SeatEntry, at: &str) {
    let setup = &reader.rules.catalog().setup;
    let prologue = reader.game.round == 0;
    let most = setup.plan_tokens;
    let start = if prologue { setup.starting_tokens } else { 0 };
    let mut seat = *reader.game.seat(index);
    seat.district = match &entry.district {
        Some(place) => reader.district_ref(&format!("{at}.district"), place),
        None => DistrictIx::NOWHERE,
    };
    if entry.district.is_none() && !prologue {
        let remedy = "write the district of the miniature";
        reader.found.missing(at, "district", remedy);
    }
    seat.tokens = reader.small(
        &format!("{at}.tokens"),
        entry.tokens.as_ref(),
        (0, most),
        start,
    );
    let path = format!("{at}.tokens_beside");
    seat.fresh_tokens = reader.small(&path, entry.tokens_beside.as_ref(), (0, most), 0);
    seat.ability_spent = entry.ability_used.unwrap_or(false);
    seat.ended = entry.done.unwrap_or(false);
    *reader.game.seat_mut(index) = seat;
}

fn cards(reader: &mut Reader<'_>, index: SeatIx, entry: &SeatEntry, at: &str) {
    let catalog = reader.rules.catalog();
    let path = format!("{at}.cards");
    let owned = reader.equipment_list(&path, entry.cards.as_deref());
    reader.check_owned(&path, owned);
    let path = format!("{at}.used_cards");
    let used = reader.cards_of(&path, entry.used_cards.as_deref(), owned);
    for id in used.equipment() {
        let card = catalog.equipment(id);
        if matches!(card.power.timing, Timing::Permanent | Timing::PhaseStart) {
            let problem = format!("{} works by itself and is never used", card.name);
            reader.found.add(&path, problem);
        }
    }
    reader.game.seat_mut(index).cards = owned;
    reader.game.marks.spent = reader.game.marks.spent.or(used);
}

fn draft(reader: &mut Reader<'_>, index: SeatIx, entry: &SeatEntry, at: &str) -> Draft {
    let last = reader
        .rules
        .traits(&reader.game, reader.game.seat(index))
        .rolls();
    let rolls = reader.number_or(
        &format!("{at}.rolls"),
        entry.rolls.as_ref(),
        0,
        u16::from(last),
    );
    let most = MAX_DICE as u16;
    let kept_now = reader.number_or(&format!("{at}.kept_now"), entry.kept_now.as_ref(), 0, most);
    let mut kinds = |key: &str, text: &Option<KindsText>| {
        let read = dice::read_kinds(&text.as_ref()?.0);
        let problem = |e| reader.found.add(format!("{at}.{key}"), format!("{e}"));
        read.map_err(problem).ok()
    };
    let owned = kinds("dice", &entry.dice);
    let lost = kinds("lost_dice", &entry.lost_dice).unwrap_or_default();
    let aside = kinds("aside", &entry.aside).unwrap_or_default();
    let catalog = reader.rules.catalog();
    let mut faces = |key: &str, text: &Option<DiceText>| {
        let read = dice::read(catalog, text.as_ref().map_or("", |t| &t.0));
        let problem = |e| reader.found.add(format!("{at}.{key}"), format!("{e}"));
        read.map_err(problem).unwrap_or_default()
    };
    Draft {
        owned,
        lost,
        aside,
        rolled: faces("rolled", &entry.rolled),
        kept: faces("kept", &entry.kept),
        used: faces("used", &entry.used),
        rolls: rolls.map(|n| n as u8),
        kept_now: kept_now.map(|n| n as u8),
    }
}

/// Lays all dice on the table; those that are not listed are where the step says.
pub(super) fn lay_dice(reader: &mut Reader<'_>, drafts: &[Draft]) {
    for (i, draft) in (0..).map(SeatIx).zip(drafts) {
        match lay(reader, i, draft) {
            Ok(seat) => *reader.game.seat_mut(i) = seat,
            Err((key, problem)) => {
                let dot = if key.is_empty() { "" } else { "." };
                let path = format!("reckoners[{}]{dot}{key}", i.0);
                reader.found.add(path, problem);
            }
        }
    }
}

/// A key of the seat, and what is wrong with it.
pub(super) type Wrong = (&'static str, String);

pub(super) fn sum(kinds: &Kinds) -> u8 {
    kinds.iter().sum()
}

/// The first kind of which `a` has more than `b`.
pub(super) fn over(a: &Kinds, b: &Kinds) -> Option<DieKind> {
    let mut kinds = DieKind::ALL.into_iter();
    kinds.find(|k| a[k.index()] > b[k.index()])
}

pub(super) fn add(a: &Kinds, b: &Kinds) -> Kinds {
    std::array::from_fn(|k| a[k].saturating_add(b[k]))
}

pub(super) fn less(a: &Kinds, b: &Kinds) -> Kinds {
    std::array::from_fn(|k| a[k].saturating_sub(b[k]))
}

/// Where the unlisted dice of a seat are.
enum Unlisted {
    /// Not rolled.
    Tray,
    /// In the air.
    Air,
    /// Used.
    Used,
}

/// Whether dice of a Reckoner can be laid aside in this step.
fn may_lay_aside(reader: &Reader<'_>, seat: &Seat) -> bool {
    let in_time = matches!(phase(reader), Step::Roll | Step::Use);
    let affected = seat.effects.has(Effect::Die) || seat.effects.has(Effect::Equipment);
    in_time && affected
}

fn lay(reader: &Reader<'_>, index: SeatIx, draft: &Draft) -> Result<Seat, Wrong> {
    let mut seat = *reader.game.seat(index);
    let owned = owned::dice(reader, index, draft.owned, &draft.lost)?;
    let phase = phase(reader);
    let in_air = match reader.game.now {
        Now::RollDice { seat } => seat == index,
        Now::Faith => reader.game.acting == index,
        _ => false,
    };
    let unlisted = match phase {
        Step::Roll | Step::Use if in_air => Unlisted::Air,
        Step::Use => Unlisted::Used,
        _ => Unlisted::Tray,
    };
    let away = |spot: &'static str, dice: &FaceCounts| {
        let why = match (phase, spot) {
            (Step::Roll, "used") => "no die is used while dice are rolled",
            (Step::Use, "rolled") => "all dice are kept in this step: list them under \"kept\"",
            (Step::Roll | Step::Use, _) => return Ok(()),
            _ => "the dice are put away in this step",
        };
        if dice.is_empty() {
            return Ok(());
        }
        let dice = dice::say(reader.rules.catalog(), dice);
        Err((spot, format!("{dice}; {why}")))
    };
    if let Some(kind) = over(&draft.aside, &owned) {
        let (n, has) = (draft.aside[kind.index()], owned[kind.index()]);
        let who = seat.reckoner;
        return Err(("aside", format!("{n} {kind} dice, but {who} has {has}")));
    }
    if sum(&draft.aside) > 0 && !may_lay_aside(reader, &seat) {
        let problem = "an effect or a disabled card lays dice aside, for Roll and Use Dice only; leave it out";
        return Err(("aside", problem.into()));
    }
    let owned = less(&owned, &draft.aside);
    let all = sum(&owned);
    let mut shown = Kinds::default();
    for (key, dice) in [
        ("rolled", &draft.rolled),
        ("kept", &draft.kept),
        ("used", &draft.used),
    ] {
        away(key, dice)?;
        shown = add(&shown, &dice.kinds());
        if let Some(kind) = over(&shown, &owned) {
            let (n, has) = (shown[kind.index()], owned[kind.index()]);
            let who = seat.reckoner;
            return Err((key, format!("{n} {kind} dice, but {who} has {has}")));
        }
    }
    let mut rest = less(&owned, &shown);
    seat.dice = Dice::NONE;
    let mut put = |die: TableDie, count: u8| (0..count).for_each(|_| seat.dice.add(die));
    if let Now::SetFace { kind, .. } = reader.game.now
        && reader.game.acting == index
    {
        if rest[kind.index()] == 0 {
            let problem = format!("all {kind} dice are listed; leave out the one that is turned");
            return Err(("", problem));
        }
        rest[kind.index()] -= 1;
        put(TableDie::hidden(Spot::Air, kind), 1);
    }
    for (k, kind) in DieKind::ALL.into_iter().enumerate() {
        let die = match unlisted {
            Unlisted::Tray => TableDie::hidden(Spot::Tray, kind),
            Unlisted::Air => TableDie::hidden(Spot::Air, kind),
            // Nobody remembers what a used die showed.
            Unlisted::Used => TableDie::shown(Spot::Used, kind, FaceIx(0)),
        };
        put(die, rest[k]);
        put(TableDie::hidden(Spot::Lost, kind), draft.lost[k]);
        put(TableDie::hidden(Spot::Aside, kind), draft.aside[k]);
    }
    for (spot, dice) in [
        (Spot::Rolled, &draft.rolled),
        (Spot::Kept, &draft.kept),
        (Spot::Used, &draft.used),
    ] {
        for (kind, face, count) in dice.iter() {
            put(TableDie::shown(spot, kind, face), count);
        }
    }
    if phase == Step::Roll && !in_air && sum(&rest) > 0 && sum(&shown) > 0 {
        let (who, dice) = (seat.reckoner, dice::say_kinds(&rest));
        let problem =
            format!("{who}'s dice {dice} are neither under \"rolled\" nor under \"kept\"");
        return Err(("", problem));
    }
    if in_air && sum(&rest) == 0 {
        let who = seat.reckoner;
        let problem = format!("all of {who}'s dice are listed; leave out those in the air");
        return Err(("", problem));
    }
    if in_air && phase == Step::Use && sum(&rest) > 1 {
        let (who, dice) = (seat.reckoner, dice::say_kinds(&rest));
        let problem = format!(
            "{who} rolls one die again, but {dice} are neither under \"kept\" nor under \"used\""
        );
        return Err(("", problem));
    }
    let kept = sum(&draft.kept.kinds());
    seat.rolls = draft.rolls.unwrap_or_else(|| match phase {
        Step::Use => all.min(reader.rules.traits(&reader.game, &seat).rolls()),
        Step::Roll if in_air && kept > 0 => 2,
        Step::Roll if in_air || sum(&shown) > 0 => 1,
        _ => 0,
    });
    seat.kept_now = draft.kept_now.unwrap_or(match (phase, seat.rolls) {
        (Step::Use, 1) => all,
        (Step::Use, 2) => 1,
        (Step::Roll, 1) => kept,
        _ => 0,
    });
    Ok(seat)
}
