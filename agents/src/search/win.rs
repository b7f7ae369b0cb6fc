//! A win in this round with what lies on the table: a search by the real rules over everything that
//! could lead to the boss's defeat before luck decides anything.
//!
//! It looks only at uses that help: symbols for the boss, ways to him, cards and abilities that give
//! more of either. An upper bound on what the team can still do to him ends most branches at once.
//! What it finds is a sequence of legal actions that wins whatever the dice do; it is sought with
//! ever more dice, so the first one found takes the fewest.

use std::collections::HashMap;

use reckoners_env::action::Action;
use reckoners_env::ids::{DieKind, FACES, FaceIx, SeatIx, Symbol};
use reckoners_env::state::{Ending, Game, Now, Origin, Seat, Spot, Step};
use reckoners_env::{ActionMask, Rules};

use super::order;
use super::reserve::Reserve;

/// A way to win before any luck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Win {
    /// The actions in order; the last one wins.
    pub actions: Vec<Action>,
    /// Dice and Plan Tokens that they use.
    pub uses: u8,
    /// Whether every way with fewer was looked at, so that there is none.
    pub fewest: bool,
}

/// Positions that a hint may look at: a fifth of a second.
pub const POSITIONS: usize = 60_000;

/// Looks for a win before any luck, in at most so many positions. None when there is none, or none
/// was found.
pub fn find(rules: &Rules, game: &Game, positions: usize) -> Option<Win> {
    if game.step != Step::Use || !game.now.is_decision() {
        return None;
    }
    let reserve = Reserve::of(rules, game);
    if !reserve.may_win(usize::MAX) {
        return None;
    }
    let least = (0..).find(|most| reserve.may_win(*most))?;
    let most = reserve.uses();
    let mut seeker = Seeker {
        rules,
        left: positions,
        seen: HashMap::new(),
        path: Vec::new(),
    };
    let mut fewest = true;
    for limit in least..=most {
        // A share of the positions for each limit: one that is hard to refuse must not use up all.
        let share = seeker.left / 2;
        let before = seeker.left;
        seeker.left = share;
        seeker.seen.clear();
        let found = seeker.seek(game, limit);
        let cut = seeker.left == 0;
        seeker.left = before - (share - seeker.left);
        if found {
            let actions = order::needed(rules, game, &seeker.path);
            return Some(Win {
                uses: uses(&actions),
                actions,
                fewest,
            });
        }
        fewest &= !cut;
        seeker.path.clear();
        if seeker.left < 8 {
            return None;
        }
    }
    None
}

/// Dice and Plan Tokens that some actions use.
fn uses(actions: &[Action]) -> u8 {
    actions.iter().filter(|a| is_use(**a)).count() as u8
}

const fn is_use(action: Action) -> bool {
    matches!(action, Action::Take { .. } | Action::TakeToken { .. })
}

struct Seeker<'a> {
    rules: &'a Rules,
    /// Positions that may still be looked at.
    left: usize,
    /// Positions that do not win, with the uses that were left in them.
    seen: HashMap<u64, usize>,
    path: Vec<Action>,
}

impl Seeker<'_> {
    /// Whether the position can be won with so many more dice and tokens; `path` is then the way.
    fn seek(&mut self, game: &Game, uses: usize) -> bool {
        if game.now == Now::Over(Ending::Won) {
            return true;
        }
        if !game.now.is_decision() || game.step != Step::Use || self.left == 0 {
            return false;
        }
        if !Reserve::of(self.rules, game).may_win(uses) {
            return false;
        }
        let digest = game.digest();
        if self.seen.get(&digest).is_some_and(|tried| *tried >= uses) {
            return false;
        }
        self.seen.insert(digest, uses);
        self.left -= 1;
        for action in self.moves(game) {
            let left = match (is_use(action), uses) {
                (false, left) => left,
                (true, 0) => continue,
                (true, left) => left - 1,
            };
            let mut after = *game;
            self.rules.apply_unchecked(&mut after, action);
            self.path.push(action);
            if self.seek(&after, left) {
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// The actions worth trying, the most promising first.
    fn moves(&self, game: &Game) -> Vec<Action> {
        let legal = self.rules.legal(game);
        match game.now {
            Now::Use => self.uses(game, &legal),
            Now::Spend => self.spends(game, &legal),
            Now::SetFace { kind, .. } => self.faces(game, kind, &legal),
            _ => legal.actions().collect(),
        }
    }

    fn uses(&self, game: &Game, legal: &ActionMask) -> Vec<Action> {
        let hits = |action: &Action| -> i32 {
            let worth = |n: u8| 2 * i32::from(n);
            match *action {
                Action::UseCard { .. } | Action::Aid { .. } | Action::DemolitionsRemove { .. } => {
                    40
                }
                Action::Operations { seat } => {
                    let to = game.seat(game.seat_at(seat));
                    30 + i32::from(to.district == game.boss.district)
                }
                Action::Sniper { district } if game.district_at(district) == game.boss.district => {
                    39
                }
                Action::Take { kind, face } => {
                    let die = useful(self.rules, game, game.actor(), kind, face);
                    if near(self.rules, game, game.acting) {
                        worth(die) + 5
                    } else {
                        // The least useful die pays the way.
                        8 - worth(die)
                    }
                }
                Action::TakeToken { symbol } if wanted(game).contains(&symbol) => 3,
                // A token can pay the way too, as any symbol.
                Action::TakeToken {
                    symbol: Symbol::Money,
                } if !near(self.rules, game, game.acting) => 2,
                Action::AbilityDie { kind, face } => {
                    let now = useful(self.rules, game, game.actor(), kind, face);
                    let best = best_face(self.rules, game, game.actor(), kind);
                    if best > now {
                        worth(best - now) + 1
                    } else {
                        i32::MIN
                    }
                }
                Action::UseAbility => 4,
                Action::Focus { seat } => {
                    let seat = game.seat_at(seat);
                    i32::from(near(self.rules, game, seat))
                }
                _ => i32::MIN,
            }
        };
        let mut list: Vec<(i32, Action)> = legal.actions().map(|a| (hits(&a), a)).collect();
        list.retain(|(worth, _)| *worth > i32::MIN);
        list.sort_by_key(|(worth, _)| -worth);
        list.into_iter().map(|(_, action)| action).collect()
    }

    fn spends(&self, game: &Game, legal: &ActionMask) -> Vec<Action> {
        let mut hit = None;
        let mut more = Vec::new();
        let mut other = Vec::new();
        for action in legal.actions() {
            match action {
                Action::AttackBoss | Action::ResearchBoss => hit = Some(action),
                Action::UseCard { .. }
                | Action::UseAbility
                | Action::Tradecraft { .. }
                | Action::Exchange => more.push(action),
                Action::ChangeSymbol { to, .. } if wanted(game).contains(&to) => more.push(action),
                Action::Move { district } => {
                    let to = game.district_at(district);
                    let boss = game.boss.district;
                    let next_door = game.neighbours(boss).contains(&to);
                    let reaches = !self
                        .rules
                        .traits(game, game.actor())
                        .neighbours()
                        .is_empty();
                    if to == boss || next_door && reaches {
                        other.push(action);
                    }
                }
                Action::RemoveBarricade { district } => {
                    let at = game.district_at(district);
                    let holds = |seat: &Seat| seat.district == at;
                    if at == game.boss.district || game.team().iter().any(holds) {
                        other.push(action);
                    }
                }
                // Where defeated Epics pay at once, their reward may be research of the boss.
                Action::AttackEpic { .. } | Action::ResearchEpic { .. } | Action::Marker { .. }
                    if game.ruleset.is_merged() =>
                {
                    other.push(action);
                }
                Action::Plan if self.rules.traits(game, game.actor()).instant_plans() => {
                    other.push(action);
                }
                _ => {}
            }
        }
        // Cards that make more of a die first; what the win does not need is left out afterwards.
        let mut list = more;
        list.extend(hit);
        list.extend(other);
        if list.is_empty() && game.open.origin != Origin::Die {
            list.push(Action::Forfeit);
        }
        list
    }

    fn faces(&self, game: &Game, kind: DieKind, legal: &ActionMask) -> Vec<Action> {
        let best = best_face(self.rules, game, game.actor(), kind);
        let fits = |action: &Action| match *action {
            Action::SetFace { face } => useful(self.rules, game, game.actor(), kind, face) == best,
            _ => true,
        };
        legal.actions().filter(fits).collect()
    }
}

/// The symbols that hurt the boss now or later in this round.
fn wanted(game: &Game) -> &'static [Symbol] {
    if game.boss.research > 0 {
        &[Symbol::Research, Symbol::Attack]
    } else {
        &[Symbol::Attack]
    }
}

/// Symbols of a die that hurt the boss, cards of its owner included.
pub(super) fn useful(rules: &Rules, game: &Game, seat: &Seat, kind: DieKind, face: FaceIx) -> u8 {
    let traits = rules.traits(game, seat);
    let symbols = traits.symbols_of(kind, face);
    let acts_as = traits.acts_as();
    let hurts = |symbol: Symbol| wanted(game).iter().any(|w| acts_as[symbol.index()].has(*w));
    symbols
        .iter()
        .filter(|(s, _)| hurts(*s))
        .map(|(_, n)| n)
        .sum()
}

/// The most that a face of such a die would give.
fn best_face(rules: &Rules, game: &Game, seat: &Seat, kind: DieKind) -> u8 {
    let faces = (0..FACES as u8).map(FaceIx);
    faces
        .map(|f| useful(rules, game, seat, kind, f))
        .max()
        .unwrap_or(0)
}

/// Whether a seat's symbols reach the boss from where it stands.
pub(super) fn near(rules: &Rules, game: &Game, seat: SeatIx) -> bool {
    let owner = game.seat(seat);
    let boss = game.boss.district;
    let next_door = !rules.traits(game, owner).neighbours().is_empty()
        && game.neighbours(owner.district).contains(&boss);
    let sniper = seat == game.acting && rules.own_districts(game) >> boss.0 & 1 == 1;
    owner.district == boss || next_door || sniper
}

/// Dice of a seat that can still be used.
pub(super) fn dice(seat: &Seat) -> impl Iterator<Item = (DieKind, FaceIx, u8)> + '_ {
    seat.dice.shown(Spot::Kept)
}
