//! What comes after the step. Almost always it follows from the step; only a decision in the middle of the Epics'
//! phase has to tell what was interrupted.

use super::read::Reader;
use super::values::WorkText;
use crate::cards::Reach;
use crate::ids::{SeatIx, UnknownName};
use crate::rules::Rules;
use crate::state::agenda::AGENDA_CAPACITY;
use crate::state::{Agenda, Game, Now, Source, Task};
use crate::words::shown;

/// Whether a seat's current roll is its first.
pub(super) fn first_roll(rules: &Rules, game: &Game, seat: SeatIx) -> bool {
    let seat = game.seat(seat);
    seat.rolls == 1 && !(seat.ability_spent && rules.traits(seat).rerolls())
}

/// The pending work that the step implies.
pub(super) fn derived(rules: &Rules, game: &Game) -> Agenda {
    let places = rules.catalog().setup.market;
    let prologue = [
        Task::PlaceStep {
            left: game.seat_count,
        },
        Task::BuyStep,
        Task::BossMoves,
        Task::BossPrologue,
        Task::BossArrives,
        Task::FillMarket { left: places },
    ];
    // How much of the prologue is still to come.
    let early = |count: usize| prologue[..count].to_vec();
    let buying = || match game.round {
        0 => early(2),
        _ => vec![Task::BuyStep],
    };
    let with = |mut tasks: Vec<Task>, next: Task| {
        tasks.push(next);
        tasks
    };
    let tasks = match game.now {
        Now::DealEpic { district } if game.round == 0 => {
            let district = crate::ids::DistrictIx(district.0 + 1);
            with(early(6), Task::DealFirst { district })
        }
        Now::DealEpic { district } => {
            let offset = game.offset_from(game.boss.district, district).0 + 1;
            vec![Task::AddEpics { offset }]
        }
        Now::DealEquipment => {
            let left = places.saturating_sub(game.market.len() as u8 + 1);
            let after = if game.boss.district.is_somewhere() {
                buying()
            } else {
                early(5)
            };
            with(after, Task::FillMarket { left })
        }
        Now::PlaceBoss => early(4),
        Now::MoveBoss if game.round == 0 => early(2),
        Now::MoveBoss => vec![Task::EndRound],
        Now::Buy | Now::Receive { .. } => buying(),
        Now::Place => {
            let absent = game.team().iter().filter(|s| !s.district.is_somewhere());
            let left = (absent.count() as u8).saturating_sub(1);
            vec![Task::PlaceStep { left }]
        }
        Now::RollDice { seat } if first_roll(rules, game, seat) => {
            let offset = game.seat_offset(seat).0 + 1;
            vec![Task::FirstRolls { offset }]
        }
        Now::RollDice { .. } | Now::Keep | Now::Faith => vec![Task::KeepStep],
        Now::Use | Now::SetFace { .. } | Now::Spend => vec![Task::UseStep],
        Now::Reward => vec![Task::PlaceRewards],
        // Without more knowledge: every Epic has acted and the boss is next.
        Now::LoseDie => vec![Task::Activate {
            offset: game.district_count(),
        }],
        Now::Over(_) | Now::Busy => Vec::new(),
    };
    tasks.into_iter().collect()
}

/// The pending work as the file lists it, next one first; none when the step implies it.
pub(super) fn write(rules: &Rules, game: &Game) -> Option<Vec<Option<WorkText>>> {
    if game.agenda == derived(rules, game) {
        return None;
    }
    let tasks = game.agenda.tasks().iter().rev();
    Some(tasks.map(|task| Some(WorkText(task.say()))).collect())
}

/// The pieces of work that can be interrupted, and how they are written.
pub const FORMS: [&str; 8] = [
    "activate OFFSET",
    "advance DISTRICT",
    "perform DISTRICT NEXT END",
    "repeat DISTRICT TIMES",
    "boss PART",
    "track COLOUR NEXT END",
    "act DISTRICT epic/overflow/boss DEED",
    "again DISTRICT epic/overflow/boss DEED",
];

/// Reads the interrupted work.
pub(super) fn read(reader: &mut Reader<'_>, list: &[Option<WorkText>]) -> Agenda {
    let mut tasks = Vec::new();
    if list.len() > AGENDA_CAPACITY {
        let n = list.len();
        let problem = format!("{n} pieces of work; there are never more than {AGENDA_CAPACITY}");
        reader.found.add("agenda", problem);
        return Agenda::EMPTY;
    }
    for (i, item) in list.iter().enumerate() {
        let path = format!("agenda[{i}]");
        let Some(WorkText(text)) = item else {
            reader.not_null(&path, "a piece of work such as \"advance 2\"");
            continue;
        };
        match Task::read(text) {
            Some(task) => tasks.push(task),
            None => misread(reader, path, text),
        }
    }
    if tasks.len() < list.len() {
        return Agenda::EMPTY;
    }
    tasks.reverse();
    let mut below = None;
    for (i, task) in tasks.iter().enumerate() {
        if !may_lie_on(reader.rules, &reader.game, below, task) {
            let path = format!("agenda[{}]", tasks.len() - 1 - i);
            let problem = match below {
                Some(below) => {
                    format!(
                        "\"{}\" never comes just before \"{}\"",
                        task.say(),
                        below.say()
                    )
                }
                None => format!("\"{}\" is never the last of an Epics' phase", task.say()),
            };
            reader.found.add(path, problem);
            return Agenda::EMPTY;
        }
        below = Some(task);
    }
    if !may_wait_on(below) {
        reader.found.add(
            "agenda",
            "nothing is interrupted here: first comes what the Epic or the boss was doing",
        );
    }
    let acts = tasks
        .iter()
        .filter(|t| matches!(t, Task::Act { .. } | Task::Again { .. }));
    if acts.count() > MAX_ACTS {
        let problem = format!("more than {MAX_ACTS} \"act\" never wait");
        reader.found.add("agenda", problem);
    }
    tasks.into_iter().collect()
}

/// Tells how a piece of work is written.
fn misread(reader: &mut Reader<'_>, path: String, text: &str) {
    let word = text.split_whitespace().next().unwrap_or_default();
    let first = |form: &&'static str| form.split(' ').next() == Some(word);
    match FORMS.iter().copied().find(first) {
        Some(form) => {
            let text = format!("\"{}\"", shown(text));
            reader
                .found
                .not(path, text, &format!("of the form \"{form}\""));
        }
        None => {
            let words = FORMS.iter().filter_map(|form| form.split(' ').next());
            let error = UnknownName::new("piece of work", word, words);
            reader.found.add(path, error.to_string());
        }
    }
}

/// Most single deeds that wait: each of the chain (an Epic, then the boss's tracks) leaves two at most, its
/// other neighbour and the rest of its number.
const MAX_ACTS: usize = 10;

/// Whether a piece of work can lie on another in an interrupted Epics' phase; on nothing at the bottom.
fn may_lie_on(rules: &Rules, game: &Game, below: Option<&Task>, task: &Task) -> bool {
    let count = game.district_count();
    let is_active = |offset: u8, district| {
        offset > 0 && game.clockwise(game.boss.district, offset - 1) == district
    };
    match (below, *task) {
        (None, Task::Activate { offset }) => (1..=count).contains(&offset),
        (None, Task::BossStep { part }) => part > 0 && part <= rules.boss_parts(game),
        (Some(Task::Activate { offset }), Task::Advance { district }) => {
            is_active(*offset, district)
        }
        (Some(Task::Activate { offset }), Task::Repeat { district, times }) => {
            let most = rules.catalog().setup.enforcement + 1;
            is_active(*offset, district) && (1..=most).contains(&times)
        }
        (
            Some(Task::Advance { district }),
            Task::Perform {
                district: same,
                next,
                end,
            },
        ) => same == *district && end == game.district(same).bracket && (1..=end).contains(&next),
        (Some(Task::BossStep { part }), Task::BossPerform { track, next, end }) => {
            let bracket = game.boss.brackets[track.index()];
            rules.boss_performs(game, part - 1) == Some(track)
                && (1..=bracket).contains(&end)
                && (1..=end).contains(&next)
        }
        (
            Some(below),
            Task::Act {
                district,
                source,
                deed,
            }
            | Task::Again {
                district,
                source,
                deed,
            },
        ) => district.0 < count && deed.reach == Reach::Here && may_act_on(below, source),
        _ => false,
    }
}

/// Whether a deed of a source can wait on some work: of an Epic on its own, of the boss on all that can make
/// him act.
fn may_act_on(below: &Task, source: Source) -> bool {
    match below {
        Task::Perform { .. } => source != Source::Overflow,
        // The last repetition leaves nothing of itself.
        Task::Activate { .. } | Task::Repeat { .. } => source != Source::Epic,
        Task::BossPerform { .. } => source == Source::Boss,
        Task::Act { source: under, .. } | Task::Again { source: under, .. } => {
            source == Source::Boss || source == *under
        }
        _ => false,
    }
}

/// Whether a decision can wait on some work.
fn may_wait_on(below: Option<&Task>) -> bool {
    let unfinished = |task: &Task| {
        matches!(
            task,
            Task::Activate { .. }
                | Task::Repeat { .. }
                | Task::Perform { .. }
                | Task::BossPerform { .. }
                | Task::Act { .. }
                | Task::Again { .. }
        )
    };
    below.is_some_and(unfinished)
}
