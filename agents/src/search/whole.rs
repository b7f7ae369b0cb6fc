//! Options as people weigh them: a die or card with everything it is used for, a set of dice to keep, a
//! card with the one who gets it, a hand-over with what the next Reckoner then does.
//!
//! The rules ask for one small step at a time. Here steps are put together until the decision is made, the
//! likeliest in the guide's eyes first. Options of the Use Dice step are then followed to its end by the
//! guide: no luck comes in between, so two options that end alike only change the order of things,
//! and one of them is left.

use std::collections::{BinaryHeap, HashSet};

use reckoners_env::action::{Action, decode, encode};
use reckoners_env::decision::Decision;
use reckoners_env::ids::SeatIx;
use reckoners_env::rng::GameRng;
use reckoners_env::state::{Game, Now, Step};
use reckoners_env::{ActionMask, Rules};

use super::{Guide, Players, order};
use crate::agent::Turn;

/// A whole option.
#[derive(Debug, Clone, PartialEq)]
pub struct Whole {
    /// Its actions in order.
    pub actions: Vec<Action>,
    /// The position after them.
    pub after: Game,
    /// How the guide goes on from there to the end of the step, as far as no luck comes in between.
    pub rest: Vec<Action>,
    /// The position after that: what is played out.
    pub end: Game,
    /// The guide's share for it: the product of those of its actions.
    pub share: f32,
    /// Whether somebody asked for it by name: then it is told even if it comes to the same as another.
    pub asked: bool,
}

/// Positions opened in the search for options.
const OPENED: usize = 96;
/// Steps of one option: dice of many symbols, cards that give more.
const LONGEST: usize = 24;
/// Steps that the guide is followed to the end of a step.
const FOLLOWED: usize = 400;

/// An unfinished option; the likeliest is opened first.
#[derive(Clone)]
struct Branch {
    share: f32,
    actions: Vec<Action>,
    game: Game,
    done: bool,
}

impl PartialEq for Branch {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Branch {}
impl PartialOrd for Branch {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Branch {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let by_share = self.share.total_cmp(&other.share);
        // Equal shares: the shorter, then the one that came first in the order of ids.
        by_share.then_with(|| other.actions.len().cmp(&self.actions.len()))
    }
}

/// The whole options of a decision that are worth a look, the guide's own choice first, the others by
/// their shares; at most `most`. Only options that begin with one of `wanted`, which is not empty.
pub fn wholes(
    rules: &Rules,
    guide: &dyn Guide,
    players: &Players,
    game: &Game,
    wanted: &ActionMask,
    most: usize,
    rng: &mut GameRng,
) -> Vec<Whole> {
    let own = own_choice(rules, guide, game, wanted, rng);
    let asked = asked(&own);
    let mut found = vec![own];
    let mut seen: HashSet<u64> = HashSet::from([key(&found[0].game)]);
    let mut queue = BinaryHeap::from([Branch {
        share: 1.0,
        actions: Vec::new(),
        game: *game,
        done: false,
    }]);
    let mut opened = 0;
    // Some turn out to be the same in the end.
    let enough = 2 * most;
    while let Some(branch) = queue.pop() {
        if branch.done {
            if !is_idle(&branch) && asked_alike(&branch, asked) && seen.insert(key(&branch.game)) {
                found.push(branch);
            }
            if found.len() >= enough {
                break;
            }
            continue;
        }
        opened += 1;
        if opened > OPENED {
            break;
        }
        let first = branch.actions.is_empty();
        let legal = rules.legal(&branch.game);
        for (id, share) in guide.shares(rules, &branch.game, &legal, rng) {
            let Some(action) = decode(id).filter(|_| !first || wanted.has(id)) else {
                continue;
            };
            let next = step(rules, &branch, action, share.max(1e-6));
            if next.done || seen.insert(key(&next.game)) {
                queue.push(next);
            }
        }
    }
    // The limit is reached: branches that are not finished are left out, finished ones are kept.
    while found.len() < enough {
        let Some(branch) = queue.pop() else { break };
        if branch.done
            && !is_idle(&branch)
            && asked_alike(&branch, asked)
            && seen.insert(key(&branch.game))
        {
            found.push(branch);
        }
    }
    follow(rules, players, found, most, rng)
}

/// The option that the guide itself would take, of those wanted. If that one changes nothing, the guide's next choice:
/// advice must tell people something to do.
fn own_choice(
    rules: &Rules,
    guide: &dyn Guide,
    game: &Game,
    wanted: &ActionMask,
    rng: &mut GameRng,
) -> Branch {
    let mut words = *wanted.words();
    let favourite = likeliest(rules, guide, game, wanted, rng);
    let mut own = favourite.clone();
    while leaves_all(&own.actions) {
        let id = encode(own.actions[0]);
        words[id / 64] &= !(1 << (id % 64));
        let left = ActionMask::from_words(&words);
        if left.is_empty() {
            return favourite;
        }
        own = likeliest(rules, guide, game, &left, rng);
    }
    own
}

/// Whether an option ends with a use that leaves everything as it is.
fn leaves_all(actions: &[Action]) -> bool {
    let last = actions.len().saturating_sub(2);
    order::is_idle(&actions[last..])
}

/// The likeliest option, of those wanted.
fn likeliest(
    rules: &Rules,
    guide: &dyn Guide,
    game: &Game,
    wanted: &ActionMask,
    rng: &mut GameRng,
) -> Branch {
    let mut branch = Branch {
        share: 1.0,
        actions: Vec::new(),
        game: *game,
        done: false,
    };
    while !branch.done {
        let legal = rules.legal(&branch.game);
        let shares = guide.shares(rules, &branch.game, &legal, rng);
        let first = branch.actions.is_empty();
        let best = shares.into_iter().find(|(id, _)| !first || wanted.has(*id));
        let Some((action, share)) = best.and_then(|(id, share)| Some((decode(id)?, share))) else {
            break;
        };
        branch = step(rules, &branch, action, share);
    }
    branch
}

fn step(rules: &Rules, branch: &Branch, action: Action, share: f32) -> Branch {
    let mut game = branch.game;
    rules.apply_unchecked(&mut game, action);
    let mut actions = branch.actions.clone();
    actions.push(action);
    let done = is_whole(&branch.game, action, &game) || actions.len() >= LONGEST;
    Branch {
        share: branch.share * share,
        actions,
        game,
        done,
    }
}

/// Whether an action finishes an option.
fn is_whole(before: &Game, action: Action, after: &Game) -> bool {
    if !after.now.is_decision() {
        return true;
    }
    if matches!(action, Action::Focus { .. }) {
        return false;
    }
    match after.now {
        // The dice of one Reckoner are one decision, until they fly or lie.
        Now::Keep | Now::Faith => {
            before.now != Now::Keep && before.now != Now::Faith
                || before.acting != after.acting
                || before.actor().rolls != after.actor().rolls
        }
        // What an option began, it ends.
        now => !Decision::of(now).is_some_and(Decision::is_midway),
    }
}

/// Whether an option only gives something up while there is more to do.
fn is_idle(branch: &Branch) -> bool {
    let actions = branch.actions.as_slice();
    let gives_up = matches!(
        actions,
        [.., Action::EndDice]
            | [
                ..,
                Action::Take { .. } | Action::TakeToken { .. },
                Action::Forfeit,
            ]
            | [Action::UseCard { .. }, Action::Forfeit]
    );
    gives_up || leaves_all(actions)
}

/// Whose roll an option is about. Keeps of different Reckoners do not exclude each other, so they are not compared.
fn asked(own: &Branch) -> Option<Handed> {
    let keeps = own
        .actions
        .iter()
        .any(|a| matches!(a, Action::Keep { .. } | Action::RollRest | Action::KeepAll));
    keeps.then(|| handed(own))
}

/// A number of seats clockwise, if the decision was handed on.
type Handed = Option<u8>;

/// To whom the decision was handed first.
fn handed(branch: &Branch) -> Handed {
    match branch.actions.first() {
        Some(Action::Focus { seat }) => Some(seat.0),
        _ => None,
    }
}

/// Whether an option is about the same dice. One that turns to another Reckoner half-way is about both.
fn asked_alike(branch: &Branch, asked: Option<Handed>) -> bool {
    let turns = |action: &Action| matches!(action, Action::Focus { .. });
    asked.is_none_or(|who| handed(branch) == who && !branch.actions.iter().skip(1).any(turns))
}

/// What tells outcomes apart: everything but how the decision came to whoever has it.
fn key(game: &Game) -> u64 {
    let plain = Game {
        focused: false,
        ..*game
    };
    plain.digest()
}

/// What tells the ends of a step apart: whoever acted last.
fn end_key(game: &Game) -> u64 {
    let mut plain = *game;
    plain.focused = false;
    if game.step != Step::Roll && (game.now.is_chance() || game.now.is_over()) {
        plain.acting = SeatIx(0);
    }
    plain.digest()
}

/// Follows options of the Use Dice step to its end, and leaves out those that end alike.
fn follow(
    rules: &Rules,
    players: &Players,
    found: Vec<Branch>,
    most: usize,
    rng: &mut GameRng,
) -> Vec<Whole> {
    let mut all: Vec<Whole> = found
        .into_iter()
        .map(|branch| Whole {
            actions: branch.actions,
            after: branch.game,
            rest: Vec::new(),
            end: branch.game,
            share: branch.share,
            asked: false,
        })
        .collect();
    go_on(rules, players, &mut all, rng);
    let mut seen = HashSet::new();
    all.retain(|whole| seen.insert(end_key(&whole.end)));
    all.truncate(most);
    all
}

/// Lets the players go on in each option until the step is over or luck decides.
fn go_on(rules: &Rules, players: &Players, all: &mut [Whole], rng: &mut GameRng) {
    let mut player = players.player();
    let mut choices = Vec::new();
    for _ in 0..FOLLOWED {
        let waiting: Vec<(usize, ActionMask, Game)> = all
            .iter()
            .enumerate()
            .filter(|(_, whole)| whole.end.step == Step::Use && whole.end.now.is_decision())
            .map(|(i, whole)| (i, rules.legal(&whole.end), whole.end))
            .collect();
        if waiting.is_empty() {
            return;
        }
        let mut own: Vec<GameRng> = waiting.iter().map(|_| rng.clone()).collect();
        let turns = waiting.iter().zip(&mut own);
        let mut turns: Vec<Turn<'_>> = turns
            .map(|((_, legal, game), rng)| Turn { game, legal, rng })
            .collect();
        player.act(rules, &mut turns, &mut choices);
        for ((i, ..), choice) in waiting.iter().zip(&choices) {
            let action = decode(*choice).expect("a player answers with legal ids");
            let whole = &mut all[*i];
            rules.apply_unchecked(&mut whole.end, action);
            whole.rest.push(action);
        }
    }
}
