//! Whether rolls, rolled and kept dice agree: at least one die is kept of each roll but the last, of which all are.

use super::agenda::first_roll;
use super::fit::phase;
use super::owned::given;
use super::read::Reader;
use crate::ids::{DieKind, Module, SeatIx};
use crate::rules::Rules;
use crate::state::{Dice, Game, Now, Seat, Spot, Step};

/// A key of the seat, and what is wrong with it.
type Wrong = (&'static str, String);

/// Checks the dice of every seat; of each the first thing is told.
pub(super) fn check(reader: &mut Reader<'_>) {
    let rules = reader.rules;
    let game = reader.game;
    let first = match game.now {
        Now::RollDice { seat } => first_roll(rules, &game, seat).then_some(seat),
        _ => None,
    };
    if let (Now::RollDice { seat }, None) = (game.now, first)
        && game.acting != seat
    {
        let problem = "a Reckoner who rolls again is the one who acts";
        reader.found.add("acting", problem);
    }
    let unrolled = is_unrolled(game.now);
    for (i, seat) in game.seated() {
        let fits = match (phase(reader), first) {
            (Step::Roll, _) if unrolled => away(seat),
            (Step::Roll, Some(roller)) => first_rolls(rules, &game, roller, i),
            (Step::Roll, None) => rolling(rules, &game, i),
            (Step::Use, _) => in_use(rules, &game, seat),
            _ => away(seat),
        };
        if let Err((key, problem)) = fits {
            let dot = if key.is_empty() { "" } else { "." };
            reader
                .found
                .add(format!("reckoners[{}]{dot}{key}", i.0), problem);
        }
    }
    supply(reader);
}

/// Whether the question comes before the first rolls.
pub(super) const fn is_unrolled(now: Now) -> bool {
    matches!(
        now,
        Now::SwapGive { .. }
            | Now::SwapTake { .. }
            | Now::ExtraKind { .. }
            | Now::Disable
            | Now::LayAside
    )
}

/// The dice that are rolled this round: neither lost nor laid aside.
fn in_hand(dice: &Dice) -> u8 {
    dice.total() - dice.count(Spot::Aside)
}

fn away(seat: &Seat) -> Result<(), Wrong> {
    for (key, count) in [("rolls", seat.rolls), ("kept_now", seat.kept_now)] {
        if count > 0 {
            let problem = "the dice are put away in this step; write 0 or nothing";
            return Err((key, problem.into()));
        }
    }
    Ok(())
}

/// First rolls fall clockwise from the acting Reckoner, before anything is decided.
fn first_rolls(rules: &Rules, game: &Game, roller: SeatIx, index: SeatIx) -> Result<(), Wrong> {
    let seat = game.seat(index);
    let dice = &seat.dice;
    let who = seat.reckoner;
    if seat.ability_spent && rules.traits(game, seat).rerolls() {
        let problem = "nothing is used before everybody has rolled; leave it out";
        return Err(("ability_used", problem.into()));
    }
    if dice.any(Spot::Kept) || seat.kept_now > 0 {
        let problem = "nothing is kept before everybody has rolled";
        return Err(("kept", problem.into()));
    }
    let turn = game.seat_offset(roller).0;
    let fits = match game.seat_offset(index).0.cmp(&turn) {
        std::cmp::Ordering::Less => {
            in_hand(dice) == 0 || (seat.rolls == 1 && dice.count(Spot::Rolled) == in_hand(dice))
        }
        std::cmp::Ordering::Equal => !dice.any(Spot::Rolled),
        std::cmp::Ordering::Greater => seat.rolls == 0,
    };
    if fits {
        return Ok(());
    }
    let problem = format!(
        "first rolls fall clockwise from the acting Reckoner; {who}'s dice do not fit that"
    );
    Err(("", problem))
}

/// While dice are kept and rolled again.
fn rolling(rules: &Rules, game: &Game, index: SeatIx) -> Result<(), Wrong> {
    let seat = game.seat(index);
    let (dice, who) = (&seat.dice, seat.reckoner);
    if in_hand(dice) == 0 {
        return away(seat);
    }
    if seat.rolls == 0 {
        let problem = format!(
            "{who} has not rolled, but this step begins after everybody's first roll: list the dice \
             under \"rolled\" or \"kept\""
        );
        return Err(("", problem));
    }
    let last = rules.traits(game, seat).rolls();
    let (rolled, kept, now) = (
        dice.count(Spot::Rolled),
        dice.count(Spot::Kept),
        seat.kept_now,
    );
    let air = dice.any(Spot::Air);
    let rerolls = rules.traits(game, seat).rerolls();
    let faith = rerolls && seat.ability_spent;
    if rolled > 0 && seat.rolls == last && !(rerolls && (air || !seat.ability_spent)) {
        let problem = "a third roll is kept as it is, unless Faith can still change it: list its dice \
                       under \"kept\"";
        return Err(("rolled", problem.into()));
    }
    if air && rolled > 0 && !faith {
        return Err(("rolled", "all dice that are not kept are in the air".into()));
    }
    let most = if air || seat.rolls == last { 0 } else { kept };
    if now > most {
        let problem = format!("{now}; at most {most} of the kept dice are of this roll");
        return Err(("kept_now", problem));
    }
    let before = kept - now;
    if seat.rolls == 1 && before > 0 {
        let problem = format!("{now}, but all {kept} kept dice are of the first roll");
        return Err(("kept_now", problem));
    }
    if before + 1 < seat.rolls && rules.traits(game, seat).must_keep() {
        let rolls = seat.rolls;
        let problem = format!(
            "{rolls} rolls, but {before} dice kept before the last: at least one is kept of each"
        );
        return Err(("rolls", problem));
    }
    if air || rolled > 0 {
        return Ok(());
    }
    all_kept(rules, game, seat)
}

/// All dice were kept: the last of them of the current roll.
fn all_kept(rules: &Rules, game: &Game, seat: &Seat) -> Result<(), Wrong> {
    let last = rules.traits(game, seat).rolls();
    let must_keep = rules.traits(game, seat).must_keep();
    let (all, rolls, now) = (in_hand(&seat.dice), seat.rolls, seat.kept_now);
    if all < rolls && must_keep {
        let problem = format!("{rolls} rolls of {all} dice: at least one is kept of each");
        return Err(("rolls", problem));
    }
    let (least, most) = match rolls {
        1 => (all, all),
        _ if rolls == last => (0, 0),
        _ if must_keep => (1, all + 1 - rolls),
        _ => (1, all),
    };
    if (least..=most).contains(&now) {
        return Ok(());
    }
    let right = if least == most {
        format!("{least}")
    } else {
        format!("{least} to {most}")
    };
    let problem = format!("{now}, but of the last of {rolls} rolls of {all} dice it is {right}");
    Err(("kept_now", problem))
}

/// While dice are used.
fn in_use(rules: &Rules, game: &Game, seat: &Seat) -> Result<(), Wrong> {
    if !rules.boss_has_track(game) {
        // Dice can be lost in the middle of the step, so the rolls tell nothing about those left.
        return Ok(());
    }
    if in_hand(&seat.dice) == 0 {
        return away(seat);
    }
    if seat.rolls == 0 {
        return Err(("rolls", "0, but everybody has rolled in this step".into()));
    }
    all_kept(rules, game, seat)
}

/// The box has so many dice; a die card gives none only when the box has none left.
fn supply(reader: &mut Reader<'_>) {
    let game = &reader.game;
    let catalog = reader.rules.catalog();
    let modules = game.ruleset.modules;
    // Cards that change dice leave other kinds behind, stolen ones take a die with them.
    let exact =
        !modules.has(Module::Equipment) && !modules.has(Module::Epics) && !game.ruleset.is_merged();
    let mut wrong = Vec::new();
    for kind in DieKind::ALL {
        let start = |seat: &Seat| catalog.reckoner(seat.reckoner).dice[kind.index()];
        // Everybody has the starting dice, however few the box may count.
        let begun = game.team().iter().map(start).sum();
        let most = catalog.dice_in_box(&game.ruleset, kind).max(begun);
        let of_kind = |seat: &Seat| seat.dice.iter().filter(|die| die.kind == kind).count();
        let with_team: usize = game.team().iter().map(of_kind).sum();
        if with_team > usize::from(most) {
            let problem = format!("{with_team} {kind} dice with the team; the box has {most}");
            wrong.push(("reckoners".to_owned(), problem));
        }
        if with_team >= usize::from(most) || !exact {
            continue;
        }
        for (i, seat) in game.seated() {
            let due = usize::from(start(seat) + given(catalog, seat.cards)[kind.index()]);
            if of_kind(seat) < due {
                let problem = format!(
                    "{} {kind} dice, but the starting dice and the cards give {due}",
                    of_kind(seat)
                );
                wrong.push((format!("reckoners[{}].dice", i.0), problem));
            }
        }
    }
    for (path, problem) in wrong {
        reader.found.add(path, problem);
    }
}
