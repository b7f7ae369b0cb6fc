//! What comes after the step. Almost always it follows from the step; only when a base is
//! discovered in the middle of the Epics' phase does the file have to tell what was interrupted.

use super::error::TableError;
use super::json::Node;
use super::read::Reader;
use crate::cards::catalog::Ability;
use crate::cards::text::epic_action;
use crate::ids::{Track, UnknownName};
use crate::rules::Rules;
use crate::state::game::NOWHERE;
use crate::state::{Agenda, Game, Now, Seat, Source, Task};

/// Whether the seat's current roll is its first.
pub(super) fn first_roll(rules: &Rules, seat: &Seat) -> bool {
    seat.rolls == 1 && !used_faith(rules, seat)
}

/// Whether the seat has Faith and has used it this round.
pub(super) fn used_faith(rules: &Rules, seat: &Seat) -> bool {
    seat.ability_spent && rules.catalog().reckoner(seat.reckoner).ability == Ability::Faith
}

/// The pending work that the step implies.
pub(super) fn derived(rules: &Rules, game: &Game) -> Agenda {
    let setup = &rules.catalog().setup;
    let prologue = [
        Task::PlaceStep(game.seat_count),
        Task::BuyStep,
        Task::PrologueMove,
        Task::PrologueRed,
        Task::BossArrives,
        Task::FillMarket(setup.market),
    ];
    // How much of the prologue is still to come.
    let early = |count: usize| prologue[..count].to_vec();
    let buying = if game.round == 0 {
        early(2)
    } else {
        vec![Task::BuyStep]
    };
    let mut tasks = match game.now {
        Now::DealEpic { .. } if game.round == 0 => early(6),
        Now::DealEquipment if game.boss.district == NOWHERE => early(5),
        Now::PlaceBoss => early(4),
        Now::MoveBoss if game.round == 0 => early(2),
        Now::MoveBoss => vec![Task::EndRound],
        Now::DealEquipment | Now::Buy | Now::Receive { .. } => buying,
        Now::Place => {
            let left = game.team().iter().filter(|s| s.district == NOWHERE).count();
            vec![Task::PlaceStep(left.saturating_sub(1) as u8)]
        }
        Now::RollDice { seat } if first_roll(rules, &game.seats[usize::from(seat)]) => {
            vec![Task::FirstRolls(game.seat_offset(seat) + 1)]
        }
        Now::RollDice { .. } | Now::Keep | Now::Faith => vec![Task::KeepStep],
        Now::Use | Now::SetFace { .. } | Now::Spend => vec![Task::UseStep],
        Now::Reward => vec![Task::PlaceRewards],
        // Without more knowledge: every Epic has acted and Steelheart is next.
        Now::LoseDie => vec![Task::BossTracks(0)],
        Now::DealEpic { .. } | Now::Over(_) | Now::Busy => Vec::new(),
    };
    match game.now {
        Now::DealEpic { district } if game.round == 0 => tasks.push(Task::DealFirst(district + 1)),
        Now::DealEpic { district } => {
            let count = game.district_count();
            tasks.push(Task::AddEpics(
                (district + count - game.boss.district) % count + 1,
            ));
        }
        Now::DealEquipment => {
            tasks.push(Task::FillMarket(
                setup.market.saturating_sub(game.market.len() as u8 + 1),
            ));
        }
        _ => {}
    }
    let mut agenda = Agenda::EMPTY;
    for task in tasks {
        agenda.push(task);
    }
    agenda
}

/// The pending work as the file lists it, next one first; none when the step implies it.
pub(super) fn write(rules: &Rules, game: &Game) -> Option<Vec<String>> {
    if game.agenda == derived(rules, game) {
        return None;
    }
    Some(
        game.agenda
            .tasks()
            .iter()
            .rev()
            .map(|task| say(*task))
            .collect(),
    )
}

fn say(task: Task) -> String {
    match task {
        Task::Activate(offset) => format!("activate {offset}"),
        Task::Advance(district) => format!("advance {}", district + 1),
        Task::Perform {
            district,
            next,
            end,
        } => format!("perform {} {next} {end}", district + 1),
        Task::Repeat { district, times } => format!("repeat {} {times}", district + 1),
        Task::BossTracks(track) => format!("steelheart {track}"),
        Task::BossPerform { track, next, end } => format!("track {track} {next} {end}"),
        Task::Act {
            action,
            district,
            source,
        } => {
            let source = match source {
                Source::Epic => "epic",
                Source::Overflow => "overflow",
                Source::Boss => "steelheart",
            };
            format!("act {} {source} {action}", district + 1)
        }
        // Work that never lies under a lost die; the words only serve to show it.
        other => format!("{other:?}"),
    }
}

const WORDS: [&str; 7] = [
    "activate",
    "advance",
    "perform",
    "repeat",
    "steelheart",
    "track",
    "act",
];

/// Most single actions that wait: a gift leaves one, and the boss's gift two more.
const MAX_ACTS: usize = 3;

/// Reads the interrupted work of the Epics' phase.
pub(super) fn read(reader: &Reader<'_>, node: &Node<'_>) -> Result<Agenda, TableError> {
    let mut tasks = Vec::new();
    for item in node.list()? {
        tasks.push(task(reader, &item)?);
    }
    tasks.reverse();
    let game = &reader.game;
    let count = game.district_count();
    let acts = tasks
        .iter()
        .rev()
        .take_while(|t| matches!(t, Task::Act { .. }))
        .count();
    let (chain, _) = tasks.split_at(tasks.len() - acts);
    let active = |offset: u8, d: u8| game.clockwise(game.boss.district, offset - 1) == d;
    let fits = match *chain {
        [Task::Activate(n)] => n <= count,
        [
            Task::Activate(n @ 1..),
            Task::Advance(d) | Task::Repeat { district: d, .. },
        ] => active(n, d),
        [
            Task::Activate(n @ 1..),
            Task::Advance(d),
            Task::Perform { district, .. },
        ] => active(n, d) && d == district,
        [Task::BossTracks(_)] => true,
        [Task::BossTracks(t @ 1..), Task::BossPerform { track, .. }] => track + 1 == t,
        _ => false,
    };
    if !fits || acts > MAX_ACTS {
        return Err(node.conflict(
            "this is no interrupted Epics' phase; from last to first it is \"activate n\" (then \
             \"advance d\" and \"perform d next end\", or \"repeat d times\", of the Epic whose turn \
             it is) or \"steelheart t\" (then \"track t next end\"), then up to three \"act\"",
        ));
    }
    let mut agenda = Agenda::EMPTY;
    for task in tasks {
        agenda.push(task);
    }
    Ok(agenda)
}

fn task(reader: &Reader<'_>, node: &Node<'_>) -> Result<Task, TableError> {
    let game = &reader.game;
    let catalog = reader.rules.catalog();
    let text = node.text("a piece of work such as \"advance 2\"")?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let (kind, rest) = words
        .split_first()
        .ok_or_else(|| node.wrong("a piece of work such as \"advance 2\""))?;
    let kind = kind.to_lowercase();
    if !WORDS.contains(&kind.as_str()) {
        return Err(node.error(UnknownName::new(
            "piece of work",
            &kind,
            WORDS.iter().copied(),
        )));
    }
    let number = |i: usize, least: u8, most: u8| {
        let found = rest.get(i).and_then(|w| w.parse::<u8>().ok());
        found.filter(|n| (least..=most).contains(n)).ok_or_else(|| {
            let nth = i + 1;
            node.wrong(format!(
                "\"{kind}\" with its number {nth} from {least} to {most}"
            ))
        })
    };
    let length = |count: usize| {
        if rest.len() == count {
            Ok(())
        } else {
            Err(node.wrong(format!("\"{kind}\" with {count} numbers")))
        }
    };
    let count = game.district_count();
    let district = || number(0, 1, count).map(|d| d - 1);
    // The end of a run of actions cannot be beyond the right-most bracket.
    let epic_end = |d: u8| {
        game.districts[usize::from(d)]
            .epic
            .map_or(0, |e| catalog.epic(e).track.last_bracket())
    };
    Ok(match kind.as_str() {
        "activate" => {
            length(1)?;
            Task::Activate(number(0, 0, count)?)
        }
        "advance" => {
            length(1)?;
            Task::Advance(district()?)
        }
        "perform" => {
            length(3)?;
            let d = district()?;
            let end = number(2, 0, epic_end(d))?;
            Task::Perform {
                district: d,
                next: number(1, 0, end)?,
                end,
            }
        }
        "repeat" => {
            length(2)?;
            Task::Repeat {
                district: district()?,
                times: number(1, 1, catalog.setup.enforcement + 1)?,
            }
        }
        "steelheart" => {
            length(1)?;
            Task::BossTracks(number(0, 0, Track::COUNT as u8)?)
        }
        "track" => {
            length(3)?;
            // Only the two upper tracks hold single actions.
            let track = number(0, 0, 1)?;
            let last = reader.rules.boss_boards(game).tracks[usize::from(track)].last_bracket();
            let end = number(2, 0, last)?;
            Task::BossPerform {
                track,
                next: number(1, 0, end)?,
                end,
            }
        }
        _ => {
            let district = district()?;
            let source =
                match rest.get(1).map(|w| w.to_lowercase()).as_deref() {
                    Some("epic") => Source::Epic,
                    Some("overflow") => Source::Overflow,
                    Some("steelheart") => Source::Boss,
                    _ => return Err(node.wrong(
                        "\"act\" with a district, then \"epic\", \"overflow\" or \"steelheart\"",
                    )),
                };
            let action = epic_action(&rest[2..].join(" ")).map_err(|e| node.conflict(e))?;
            if action.gift {
                return Err(
                    node.conflict("a gift is done at once; its two halves wait as two \"act\"")
                );
            }
            Task::Act {
                action,
                district,
                source,
            }
        }
    })
}
