//! What comes after the step. Almost always it follows from the step; only a decision in the middle of the Epics'
//! phase has to tell what was interrupted.

use super::below::Work;
use super::order::Order;
use super::read::Reader;
use super::room::Deeds;
use super::values::WorkText;
use crate::ids::{SeatIx, UnknownName};
use crate::rules::Rules;
use crate::state::agenda::AGENDA_CAPACITY;
use crate::state::{Agenda, Game, Now, Step, Task};
use crate::words::shown;

/// What only the file can tell about the work that follows from the step.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// Cards to be drawn for the market, this one included; until it is full, if not told.
    pub(super) draws: Option<u8>,
    /// Which reroll of a gift is in the air.
    pub(super) reroll: Option<u8>,
}

impl Told {
    /// What the file must tell about a position.
    pub(super) fn of(rules: &Rules, game: &Game) -> Self {
        let next = game.agenda.tasks().last();
        let draws = match (game.now, next) {
            (Now::DealEquipment, Some(Task::FillMarket { left })) => Some(left + 1),
            _ => None,
        };
        let rerolls = matches!(game.now, Now::RollDice { .. }) && game.step == Step::Use;
        let reroll = match next {
            Some(Task::RerollAgain) => 1,
            _ => 2,
        };
        Self {
            draws: draws.filter(|draws| *draws != free_places(rules, game)),
            reroll: rerolls.then_some(reroll),
        }
    }
}

/// Places of the market without a card.
pub(super) fn free_places(rules: &Rules, game: &Game) -> u8 {
    let places = rules.catalog().setup.market;
    places.saturating_sub(game.market.len() as u8)
}

/// Whether a seat's current roll is its first.
pub(super) fn first_roll(rules: &Rules, game: &Game, seat: SeatIx) -> bool {
    let seat = game.seat(seat);
    game.step == Step::Roll
        && seat.rolls == 1
        && !(seat.ability_spent && rules.traits(game, seat).rerolls())
}

/// The pending work that the step implies.
pub(super) fn derived(rules: &Rules, game: &Game, told: &Told) -> Agenda {
    let work = Work { rules, game, told };
    work.below(game.now).into_iter().collect()
}

/// The pending work as the file lists it, next one first; none when the step implies it.
pub(super) fn write(rules: &Rules, game: &Game) -> Option<Vec<Option<WorkText>>> {
    if game.agenda == derived(rules, game, &Told::of(rules, game)) {
        return None;
    }
    let tasks = game.agenda.tasks().iter().rev();
    Some(tasks.map(|task| Some(WorkText(task.say()))).collect())
}

/// The pieces of work that can be interrupted, and how they are written.
pub const FORMS: [&str; 24] = [
    "activate OFFSET",
    "end-activation",
    "advance DISTRICT",
    "copy-tokens DISTRICT NEXT END",
    "perform DISTRICT NEXT END",
    "repeat DISTRICT TIMES",
    "boss PART",
    "track COLOUR NEXT END",
    "act DISTRICT epic/overflow/boss/city DEED",
    "again DISTRICT epic/overflow/boss/city DEED",
    "add-epics OFFSET",
    "city PART",
    "pass DISTRICT HEIGHT",
    "use",
    "spend-on",
    "place-rewards",
    "lower-marker DISTRICT SPACES SEAT",
    "look-weakened SEAT",
    "sale",
    "buy",
    "fill-market CARDS",
    "place RECKONERS",
    "city-prologue",
    "boss-moves",
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
    let game = reader.game;
    let deeds = Deeds::new(reader.rules, &game);
    let order = Order {
        rules: reader.rules,
        game: &game,
        tasks: &tasks,
    };
    for (i, task) in tasks.iter().enumerate().skip(order.given()) {
        let path = format!("agenda[{}]", tasks.len() - 1 - i);
        if !order.fits(i) {
            let what = task.say();
            let problem = match i.checked_sub(1) {
                Some(below) => {
                    format!(
                        "\"{what}\" never comes just before \"{}\"",
                        tasks[below].say()
                    )
                }
                None => format!("\"{what}\" is never the last {}", when(&game)),
            };
            reader.found.add(path, problem);
            return Agenda::EMPTY;
        }
        if let Task::Act { deed, .. } | Task::Again { deed, .. } = *task
            && !deeds.knows(deed)
        {
            let problem = format!("no card of this game does \"{deed}\"");
            reader.found.add(path, problem);
            return Agenda::EMPTY;
        }
    }
    if !tasks.last().is_some_and(|top| order.may_wait_on(*top)) {
        let problem = match game.step {
            Step::Epics => {
                "nothing is interrupted here: first comes what the Epic or the boss was doing"
            }
            _ => "nothing is interrupted here: first comes what was being done",
        };
        reader.found.add("agenda", problem);
    }
    if let (Now::Transform { source, via, .. }, Some(top)) = (game.now, tasks.last())
        && matches!(top, Task::Act { .. } | Task::Again { .. })
        && !order.may_act_on(*top, source, via)
    {
        let problem = format!("no die is rolled for \"by\" just before \"{}\"", top.say());
        reader.found.add("agenda[0]", problem);
    }
    if !deeds.fit(&tasks) {
        let problem = "so many \"act\" never wait";
        reader.found.add("agenda", problem);
    }
    tasks.into_iter().collect()
}

/// Of what an interrupted piece of work would be the last.
fn when(game: &Game) -> &'static str {
    match game.step {
        Step::Epics => "of an Epics' phase",
        Step::Use => "while dice are used: that is \"use\", with \"spend-on\" before it",
        _ => {
            "while cards are bought: that is \"buy\", with \"place-rewards\" and \"fill-market 1\" before it"
        }
    }
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
