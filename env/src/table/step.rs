//! What the game waits for: the step, who acts, and everything that only one step has.

use super::agenda;
use super::error::{Problem, TableError};
use super::json::Object;
use super::read::{Reader, named};
use super::{open, seat};
use crate::cards::catalog::Ability;
use crate::ids::{Cause, DieKind, UnknownName};
use crate::state::game::NOWHERE;
use crate::state::{Ending, Now};
use crate::words::dice;

/// Where the dice are in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dice {
    /// Being rolled and kept.
    Rolling,
    /// Being used.
    InUse,
    /// Not on the table.
    Away,
}

macro_rules! steps {
    ($($name:ident = $key:literal,)+) => {
        /// The steps as the file names them.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum StepName { $($name,)+ }
        impl StepName {
            const ALL: &'static [Self] = &[$(Self::$name,)+];
            /// The word in the file.
            pub(super) const fn key(self) -> &'static str {
                match self { $(Self::$name => $key,)+ }
            }
        }
    };
}

steps! {
    DealEpic = "deal-epic",
    DealEquipment = "deal-equipment",
    PlaceBoss = "place-steelheart",
    MoveBoss = "move-steelheart",
    PrologueBuy = "prologue-buy",
    Place = "place",
    Rolling = "rolling",
    Roll = "roll",
    Faith = "faith",
    Use = "use",
    Improvise = "improvise",
    Spend = "spend",
    Rewards = "rewards",
    Purchase = "purchase",
    Receive = "receive",
    LoseDie = "lose-die",
    Won = "won",
    Lost = "lost",
}

/// Keys of the file that only some steps have.
const ONLY: &[(&str, &[StepName])] = &[
    ("district", &[StepName::DealEpic]),
    ("rolling", &[StepName::Rolling]),
    ("improvising", &[StepName::Improvise]),
    ("open", &[StepName::Spend]),
    ("bought", &[StepName::Receive]),
    ("cause", &[StepName::Lost]),
    ("agenda", &[StepName::LoseDie]),
    ("handed_over", &[StepName::Roll, StepName::Use]),
    (
        "sniper",
        &[
            StepName::Use,
            StepName::Improvise,
            StepName::Spend,
            StepName::Won,
        ],
    ),
    (
        "rewards",
        &[
            StepName::Use,
            StepName::Improvise,
            StepName::Spend,
            StepName::Rewards,
            StepName::Won,
        ],
    ),
];

impl StepName {
    /// The step of a position.
    pub(super) const fn of(now: Now, round: u16) -> Self {
        match now {
            Now::DealEpic { .. } => Self::DealEpic,
            Now::DealEquipment => Self::DealEquipment,
            Now::PlaceBoss => Self::PlaceBoss,
            Now::MoveBoss => Self::MoveBoss,
            Now::Place => Self::Place,
            Now::RollDice { .. } => Self::Rolling,
            Now::Keep => Self::Roll,
            Now::Faith => Self::Faith,
            Now::Use => Self::Use,
            Now::SetFace { .. } => Self::Improvise,
            Now::Spend => Self::Spend,
            Now::Reward => Self::Rewards,
            Now::Buy if round == 0 => Self::PrologueBuy,
            // The rules never rest while they are busy, so nobody can see that.
            Now::Buy | Now::Busy => Self::Purchase,
            Now::Receive { .. } => Self::Receive,
            Now::LoseDie => Self::LoseDie,
            Now::Over(Ending::Won) => Self::Won,
            Now::Over(Ending::Lost(_)) => Self::Lost,
        }
    }
    /// Where the dice are.
    pub(super) const fn dice(self) -> Dice {
        match self {
            Self::Rolling | Self::Roll | Self::Faith => Dice::Rolling,
            Self::Use | Self::Improvise | Self::Spend | Self::Won => Dice::InUse,
            _ => Dice::Away,
        }
    }
    /// Whether Steelheart may still be off the board.
    pub(super) fn before_arrival(self, round: u16) -> bool {
        round == 0 && matches!(self, Self::DealEpic | Self::DealEquipment | Self::PlaceBoss)
    }
    /// The rounds in which the step can be.
    const fn rounds(self) -> (u16, u16) {
        match self {
            Self::PrologueBuy | Self::Place | Self::PlaceBoss => (0, 0),
            Self::DealEpic | Self::DealEquipment | Self::MoveBoss | Self::Receive => (0, u16::MAX),
            _ => (1, u16::MAX),
        }
    }
    /// Whether every district has an Epic in the step.
    fn ring_is_full(self, round: u16) -> bool {
        match self {
            Self::DealEpic => false,
            Self::LoseDie | Self::MoveBoss | Self::Rolling | Self::Roll | Self::Faith => true,
            _ => round == 0,
        }
    }
}

/// Reads the name of the step.
pub(super) fn name(file: &Object<'_>) -> Result<StepName, TableError> {
    let node = file.need(
        "step",
        "write what happens now, such as \"roll\", \"use\" or \"purchase\"",
    )?;
    let text = node.text("the name of a step")?.trim();
    let found = StepName::ALL
        .iter()
        .find(|s| s.key().eq_ignore_ascii_case(text))
        .copied();
    let step = found.ok_or_else(|| {
        node.error(UnknownName::new(
            "step",
            text,
            StepName::ALL.iter().map(|s| s.key()),
        ))
    })?;
    for (key, steps) in ONLY {
        if let Some(node) = file.get(key)
            && !steps.contains(&step)
        {
            let steps = steps
                .iter()
                .map(|s| format!("\"{}\"", s.key()))
                .collect::<Vec<_>>();
            let steps = steps.join(" or ");
            return Err(node.conflict(format!(
                "only the step {steps} has this, not \"{}\"",
                step.key()
            )));
        }
    }
    Ok(step)
}

/// Reads the round; the steps of the prologue need not write it.
pub(super) fn round(file: &Object<'_>, step: StepName) -> Result<u16, TableError> {
    let (least, most) = step.rounds();
    let Some(node) = file.get("round") else {
        return if most == 0 {
            Ok(0)
        } else {
            Err(file.missing("round", "write the round, 0 for the prologue"))
        };
    };
    let round = node.number(0, u16::MAX)?;
    if !(least..=most).contains(&round) {
        let when = if most == 0 {
            "the prologue, round 0"
        } else {
            "rounds from 1 on"
        };
        return Err(node.conflict(format!(
            "{round}, but the step \"{}\" belongs to {when}",
            step.key()
        )));
    }
    Ok(round)
}

/// Reads everything about the step and completes the position with it.
pub(super) fn apply(reader: &mut Reader<'_>, file: &Object<'_>) -> Result<(), TableError> {
    whole_board(reader)?;
    if let Some(node) = file.get("handed_over") {
        reader.game.focused = node.flag()?;
    }
    if let Some(node) = file.get("rewards") {
        reader.rewards(&node)?;
        let pool = &reader.game.rewards;
        if reader.step == StepName::Rewards && (pool.money > 0 || pool.boss_research > 0) {
            return Err(node.conflict(
                "money and Steelheart's research come before the other rewards are placed: \
                 change \"money\" and \"steelheart\" instead",
            ));
        }
    }
    sniper(reader, file)?;
    dice_in_step(reader, file)?;
    acting(reader, file)?;
    reader.game.now = now(reader, file)?;
    reader.game.agenda = match file.get("agenda") {
        Some(node) => agenda::read(reader, &node)?,
        None => agenda::derived(reader.rules, &reader.game),
    };
    Ok(())
}

/// Steelheart, the Epics and the population as the step demands.
fn whole_board(reader: &Reader<'_>) -> Result<(), TableError> {
    let (game, step) = (&reader.game, reader.step);
    let early = step.before_arrival(game.round);
    let there = game.boss.district != NOWHERE;
    if !there && !early {
        let remedy = "write Steelheart's district".into();
        return Err(TableError::new(
            "steelheart",
            Problem::Missing {
                key: "district",
                remedy,
            },
        ));
    }
    if there && early && step != StepName::DealEquipment {
        let message = format!(
            "Steelheart comes to the board after the step \"{}\"",
            step.key()
        );
        return Err(TableError::conflict("steelheart.district", message));
    }
    if step.ring_is_full(game.round)
        && let Some(empty) = game.ring().iter().position(|d| d.epic.is_none())
    {
        return Err(TableError::conflict(
            format!("districts[{empty}]"),
            format!(
                "no \"epic\", but every district has one in the step \"{}\"",
                step.key()
            ),
        ));
    }
    if (game.population == 0) != (step == StepName::Lost) {
        let message = if game.population == 0 {
            "0: the game is lost, so the step is \"lost\"".to_owned()
        } else {
            format!("{}, but the step is \"lost\"", game.population)
        };
        return Err(TableError::conflict("population", message));
    }
    if step == StepName::Won && (game.boss.research, game.boss.health) != (0, 0) {
        return Err(TableError::conflict(
            "steelheart",
            "the step is \"won\", but he is not defeated",
        ));
    }
    Ok(())
}

fn sniper(reader: &mut Reader<'_>, file: &Object<'_>) -> Result<(), TableError> {
    let Some(node) = file.get("sniper") else {
        return Ok(());
    };
    let catalog = reader.rules.catalog();
    let shooter = |s: &&crate::state::Seat| catalog.reckoner(s.reckoner).ability == Ability::Sniper;
    match reader.game.team().iter().find(shooter) {
        None => return Err(node.conflict("nobody in the team has the ability Sniper")),
        Some(seat) if !seat.ability_spent => {
            let who = seat.reckoner;
            return Err(node.conflict(format!(
                "the token lies there, so {who}'s ability was used: write \"ability_used\": true"
            )));
        }
        Some(_) => {}
    }
    reader.game.sniper = reader.district_ref(&node)?;
    Ok(())
}

/// Which dice were used and which are in the air follows from those that are not listed.
fn dice_in_step(reader: &mut Reader<'_>, file: &Object<'_>) -> Result<(), TableError> {
    let rolling = match file.get("rolling") {
        Some(node) => Some(reader.seat_ref(&node)?),
        None => None,
    };
    let in_air = match reader.step {
        StepName::Rolling => Some(match rolling {
            Some(seat) => seat,
            None => {
                return Err(file.missing("rolling", "write who rolls now"));
            }
        }),
        StepName::Faith => match file.get("acting") {
            Some(node) => Some(reader.seat_ref(&node)?),
            None => {
                return Err(file.missing("acting", "write who uses Faith"));
            }
        },
        _ => None,
    };
    for i in 0..usize::from(reader.game.seat_count) {
        let place = format!("reckoners[{i}]");
        let seat = &mut reader.game.seats[i];
        let missing = seat::missing(seat);
        let none = missing == [0; DieKind::COUNT];
        let who = seat.reckoner;
        if in_air == Some(i as u8) {
            if none {
                return Err(TableError::conflict(
                    place,
                    format!("all of {who}'s dice are listed; leave out those in the air"),
                ));
            }
            if seat.rolls == 0
                || (seat.rolls == 1 && !seat.kept.is_empty() && file.get("rolling").is_some())
            {
                // The first roll has nothing kept before it; kept dice mean at least the second.
                seat.rolls = if seat.kept.is_empty() { 1 } else { 2 };
            }
            reader.game.tumbling = missing;
            continue;
        }
        match reader.step.dice() {
            Dice::InUse if seat.rolls > 0 => seat.used = missing,
            Dice::Rolling if seat.rolls > 0 && !none => {
                let dice = dice::say_kinds(&missing);
                return Err(TableError::conflict(
                    place,
                    format!("{who}'s dice {dice} are neither under \"rolled\" nor under \"kept\""),
                ));
            }
            Dice::InUse if !none => {
                return Err(TableError::conflict(
                    format!("{place}.rolls"),
                    format!(
                        "0, but in the step \"{}\" everybody has rolled",
                        reader.step.key()
                    ),
                ));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Who decides; by default the first who can.
fn acting(reader: &mut Reader<'_>, file: &Object<'_>) -> Result<(), TableError> {
    let (rules, step) = (reader.rules, reader.step);
    if let Some(node) = file.get("acting") {
        reader.game.acting = reader.seat_ref(&node)?;
        return Ok(());
    }
    let first = |test: &dyn Fn(&crate::state::Seat) -> bool| {
        reader.game.team().iter().position(test).map(|i| i as u8)
    };
    let found = match step {
        StepName::Place => first(&|s| s.district == NOWHERE),
        StepName::Roll => first(&|s| !s.rolled.is_empty()),
        StepName::Use => first(&|s| rules.has_something(s)),
        StepName::Rolling => {
            // At the first rolls the first seat is asked first; later it is who rolls again.
            let seat = file.get("rolling").map_or(Ok(0), |n| reader.seat_ref(&n))?;
            let roller = reader.game.seats[usize::from(seat)];
            Some(if agenda::first_roll(rules, &roller) {
                0
            } else {
                seat
            })
        }
        StepName::Faith | StepName::Improvise | StepName::Spend => {
            return Err(file.missing("acting", "write whose turn it is"));
        }
        _ => Some(0),
    };
    reader.game.acting = found.unwrap_or(0);
    Ok(())
}

fn now(reader: &mut Reader<'_>, file: &Object<'_>) -> Result<Now, TableError> {
    let step = reader.step;
    let now = match step {
        StepName::DealEpic => {
            let node = file.need("district", "write the district that gets the Epic")?;
            Now::DealEpic {
                district: reader.district_ref(&node)?,
            }
        }
        StepName::DealEquipment => Now::DealEquipment,
        StepName::PlaceBoss => Now::PlaceBoss,
        StepName::MoveBoss => Now::MoveBoss,
        StepName::PrologueBuy | StepName::Purchase => Now::Buy,
        StepName::Place => Now::Place,
        StepName::Rolling => Now::RollDice {
            seat: reader.seat_ref(&file.need("rolling", "write who rolls now")?)?,
        },
        StepName::Roll => Now::Keep,
        StepName::Faith => Now::Faith,
        StepName::Use => Now::Use,
        StepName::Improvise => open::improvise(reader, file)?,
        StepName::Spend => {
            reader.game.open = open::group(file)?;
            Now::Spend
        }
        StepName::Rewards => Now::Reward,
        StepName::Receive => {
            let card = reader.equipment(&file.need("bought", "write which card was bought")?)?;
            reader.game.equipment_deck.remove(card.0);
            Now::Receive { card }
        }
        StepName::LoseDie => Now::LoseDie,
        StepName::Won => Now::Over(Ending::Won),
        StepName::Lost => {
            let node = file.need("cause", "write why the last population was lost")?;
            Now::Over(Ending::Lost(named::<Cause>(&node)?))
        }
    };
    super::fit::check(reader, now)?;
    Ok(now)
}
