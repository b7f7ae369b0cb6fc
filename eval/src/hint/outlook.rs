//! What must be said before anything else: a win that lies on the table, or a loss that the coming Epic
//! phase will bring.

use reckoners_agents::search::rolls::{chance_of_win, keeps_for_win};
use reckoners_agents::search::weigh::{Mean, Weighed};
use reckoners_agents::search::win::{POSITIONS, find};
use reckoners_env::action::{decode, encode};
use reckoners_env::forecast::Forecast;
use reckoners_env::state::{Ending, Now, Step};
use reckoners_env::{Action, Game, Rules};
use serde::Serialize;

use super::advice::Weighings;
use super::reasons::{Reasons, costs, count, join};
use super::{hands_over, phrase, told};

/// A win in this round.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WinNow {
    /// Whether nothing can come between: it needs no luck.
    pub sure: bool,
    /// The chance of it; 1 when it is sure, otherwise that of everybody rolling for it.
    pub chance: f64,
    /// Standard error of that; null when it is sure.
    pub error: Option<f64>,
    /// In words.
    pub text: String,
    /// Dice and Plan Tokens that it takes; 0 while dice are rolled.
    pub dice: u8,
    /// Whether it was proved that no fewer are enough.
    pub fewest: bool,
    /// The whole way in ids; empty while dice are rolled.
    pub ids: Vec<usize>,
    /// The way in words, one text for each use.
    pub steps: Vec<String>,
    /// Imagined rolls behind the chance.
    pub rolls: u32,
    /// Lengths of the uses of the way.
    #[serde(skip)]
    uses: Vec<usize>,
}

impl WinNow {
    /// The whole way.
    pub fn actions(&self) -> Vec<Action> {
        self.ids.iter().filter_map(|id| decode(*id)).collect()
    }

    /// The first use of the way.
    pub(super) fn first_use(&self) -> Vec<Action> {
        let first = self.uses.first().copied().unwrap_or(self.ids.len());
        self.actions().into_iter().take(first.max(1)).collect()
    }
}

/// A loss that the coming Epic phase brings as things stand.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Danger {
    /// Population left.
    pub population: u16,
    /// Population that the phase would cost if nothing more was done and there were enough people.
    pub lost: u16,
    /// Population that it costs after the advised way; null when no way out was found.
    pub after: Option<u16>,
    /// In words.
    pub text: String,
    /// A way out in words, where the advice alone is none.
    pub steps: Vec<String>,
}

/// Imagined rolls behind the odds of a win in this round.
const ROLLS: f64 = 200.0;

/// A win in this round, if there is one or hope for one. `effort` is 1 for all the thought that it gets
/// without a limit of time, less for a part of it.
pub(super) fn win(
    rules: &Rules,
    reasons: &Reasons<'_>,
    game: &Game,
    effort: f64,
    seed: u64,
) -> Option<WinNow> {
    let boss = reasons.speaker.boss(game);
    if game.step == Step::Roll {
        let rolls = (ROLLS * effort).max(16.0) as u64;
        let chance = chance_of_win(rules, game, rolls, seed)?;
        let way = match keeps_for_win(rules, game).as_slice() {
            [] => String::new(),
            keeps => format!(" ({})", phrase::whole(&reasons.speaker, game, keeps)),
        };
        return Some(WinNow {
            sure: false,
            chance: told(chance.value),
            error: Some(told(chance.error)),
            text: format!(
                "{boss} can be defeated this round: {} if everybody rolls for that alone{way}; the advice below weighs the whole game, and may win later instead",
                odds(&chance)
            ),
            dice: 0,
            fewest: false,
            ids: Vec::new(),
            steps: Vec::new(),
            rolls: chance.count,
            uses: Vec::new(),
        });
    }
    let win = find(rules, game, (POSITIONS as f64 * effort) as usize)?;
    let parts = split(rules, game, &win.actions);
    let mut at = *game;
    let mut steps = Vec::new();
    for part in &parts {
        steps.push(phrase::whole(&reasons.speaker, &at, part));
        for action in part {
            rules.apply(&mut at, *action).ok()?;
        }
    }
    let dice = count(win.uses, "die or Plan Token", "dice and Plan Tokens");
    let order = if steps.len() > 1 {
        ", in this order"
    } else {
        ""
    };
    Some(WinNow {
        sure: true,
        chance: 1.0,
        error: None,
        text: format!(
            "You win this round: {boss} can be defeated now, with {dice} and without any luck{order}"
        ),
        dice: win.uses,
        fewest: win.fewest,
        ids: win.actions.iter().map(|a| encode(*a)).collect(),
        steps,
        rolls: 0,
        uses: parts.iter().map(Vec::len).collect(),
    })
}

/// The chance of a win in whole percent.
pub(super) fn odds(chance: &Mean) -> String {
    match 100.0 * chance.value {
        p if p < 1.0 => "under 1 %".to_owned(),
        p => format!("{p:.0} % ± {:.0}", 100.0 * chance.error),
    }
}

/// Whether a position is lost, or will be in the coming Epic phase as things stand.
pub(super) fn is_lost(rules: &Rules, game: &Game) -> bool {
    match game.now {
        Now::Over(ending) => ending != Ending::Won,
        _ => Forecast::of(rules, game).fatal,
    }
}

/// A line of the Use Dice step in its uses: a new one begins wherever something is chosen to be used.
pub(super) fn split(rules: &Rules, game: &Game, line: &[Action]) -> Vec<Vec<Action>> {
    let mut at = *game;
    let mut parts: Vec<Vec<Action>> = Vec::new();
    let mut open = false;
    for action in line {
        let chooses = at.now == Now::Use;
        if !open || chooses && !after_focus(&parts) {
            parts.push(Vec::new());
        }
        open = true;
        if let Some(last) = parts.last_mut() {
            last.push(*action);
        }
        if rules.apply(&mut at, *action).is_err() {
            break;
        }
    }
    parts
}

/// Whether the last thing done was a hand-over, which belongs to what comes after it.
fn after_focus(parts: &[Vec<Action>]) -> bool {
    let last = parts.last().and_then(|part| part.last());
    last.is_some_and(|action| hands_over(*action))
}

/// People that the coming Epic phase costs when it does not end early for want of them.
pub(super) fn whole_cost(rules: &Rules, game: &Game) -> u16 {
    let mut many = *game;
    // Enough for any phase, and far from where numbers end.
    many.population = many.population.max(u16::MAX / 2);
    Forecast::of(rules, &many).population()
}

/// Most uses that are told of those that save people.
const SAVING: usize = 6;

/// What the line of an option does to save people in the coming Epic phase, use by use.
fn saving(reasons: &Reasons<'_>, game: &Game, option: &Weighed) -> String {
    let rules = reasons.speaker.rules;
    let line = [option.whole.actions.as_slice(), &option.whole.rest].concat();
    let mut at = *game;
    let mut cost = whole_cost(rules, game);
    let mut uses = Vec::new();
    for part in split(rules, game, &line) {
        let text = phrase::whole(&reasons.speaker, &at, &part);
        for action in &part {
            if rules.apply(&mut at, *action).is_err() {
                return String::new();
            }
        }
        if at.round != game.round || at.now.is_over() {
            break;
        }
        let now = whole_cost(rules, &at);
        if now < cost {
            uses.push(format!("\"{text}\" saves {}", cost - now));
        }
        cost = now;
    }
    if uses.len() > SAVING {
        uses.truncate(SAVING);
        uses.push("more".to_owned());
    }
    match uses.as_slice() {
        [] => String::new(),
        uses => format!(
            ". Of all that it then does, this saves people: {}",
            join(uses)
        ),
    }
}

/// The danger of the coming Epic phase, and whether the advice averts it.
pub(super) fn danger(reasons: &Reasons<'_>, game: &Game, weighed: &Weighings) -> Option<Danger> {
    let rules = reasons.speaker.rules;
    let waits = matches!(game.step, Step::Use | Step::Rewards | Step::Purchase);
    let now = Forecast::of(rules, game);
    if !waits || !now.fatal {
        return None;
    }
    let (population, lost) = (game.population, whole_cost(rules, game));
    // What the phase costs after an option: played already where the option ends the round, else by forecast.
    let saved = |option: &Weighed| {
        let end = &option.whole.end;
        let cost = match end.round == game.round && !end.now.is_over() {
            true => Forecast::of(rules, end).population(),
            false => population.saturating_sub(end.population),
        };
        (!is_lost(rules, end)).then_some(cost)
    };
    let options = &weighed.weighing.options;
    let people = count(population, "person is", "people are");
    // A game can be lost otherwise than by its people.
    let by_people = lost >= population;
    let stands = match by_people {
        true => format!(
            "As things stand you lose in the coming Epic phase: {people} left, and it costs {lost}, so {} must be saved",
            lost - population + 1
        ),
        false => "As things stand you lose in the coming Epic phase".to_owned(),
    };
    let mut steps = Vec::new();
    let (after, text) = if let Some(after) = saved(&options[0]) {
        (
            Some(after),
            format!(
                "{stands}. The advice averts it if the engine plays the step to its end: then the phase {}{}",
                costs(&options[0].whole.end, after),
                saving(reasons, game, &options[0])
            ),
        )
    } else if let Some(escape) = &weighed.escape {
        let mut at = *game;
        for part in &escape.uses {
            steps.push(phrase::whole(&reasons.speaker, &at, part));
            for action in part {
                rules.apply(&mut at, *action).ok()?;
            }
        }
        let way = join(&steps.iter().map(|s| format!("\"{s}\"")).collect::<Vec<_>>());
        (
            Some(escape.lost),
            format!(
                "{stands}, unless you do this: {way}. Then the phase {}",
                costs(&at, escape.lost)
            ),
        )
    } else if let Some((other, after)) = options.iter().find_map(|o| Some((o, saved(o)?))) {
        let way = phrase::whole(&reasons.speaker, game, &other.whole.actions);
        steps.push(way.clone());
        (
            Some(after),
            format!(
                "{stands}. The advice does not avert it by itself; \"{way}\" does: then the phase {}",
                costs(&other.whole.end, after)
            ),
        )
    } else if weighed.weighing.futures == 0 {
        // Nobody looked for one.
        (None, stands)
    } else {
        (None, format!("{stands}. No way to avert it was found"))
    };
    Some(Danger {
        population,
        lost,
        after,
        text,
        steps,
    })
}
