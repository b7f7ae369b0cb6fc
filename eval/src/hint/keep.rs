//! Which dice a Reckoner should keep, as one piece of advice, with the odds behind it.

use reckoners_env::action::decode;
use reckoners_env::cards::{Gain, Power};
use reckoners_env::ids::{SeatIx, Symbol};
use reckoners_env::rng::GameRng;
use reckoners_env::state::{FaceCounts, Now, Seat, Spot};
use reckoners_env::words::dice;
use reckoners_env::{Action, Game, Rules};
use serde::Serialize;

use super::odds::{Chase, Kinds, main_symbol};
use super::reasons::Reasons;
use super::{Brain, rounded};

/// The exact chance that the dice bring enough of a symbol.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Odds {
    /// The symbol.
    pub symbol: &'static str,
    /// How many, the kept ones included.
    pub wanted: u8,
    /// The chance, 0 to 1.
    pub chance: f64,
    /// In words.
    pub text: String,
}

/// What one Reckoner should do with the dice of the current roll.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KeepAdvice {
    /// Who.
    pub reckoner: String,
    /// Dice to keep now.
    pub keep: String,
    /// Dice to roll again, by kind.
    pub roll: String,
    /// The whole advice.
    pub text: String,
    /// What the kept dice are for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toward: Option<String>,
    /// Exact odds.
    pub odds: Vec<Odds>,
}

/// The choice of dice for whoever decides on some: `actions` of an option first, the guide goes on.
pub fn advise(
    rules: &Rules,
    brain: &Brain,
    reasons: &Reasons<'_>,
    game: &Game,
    actions: &[Action],
    rng: &mut GameRng,
) -> Option<KeepAdvice> {
    let (mut game, mut rest) = (*game, actions);
    while let [handed @ Action::Focus { .. }, others @ ..] = rest {
        rules.apply(&mut game, *handed).ok()?;
        rest = others;
    }
    advise_seat(rules, brain, reasons, &game, game.acting, rest, rng)
}

/// The choice of dice for one seat: some actions first, then as the guide goes on.
pub fn advise_seat(
    rules: &Rules,
    brain: &Brain,
    reasons: &Reasons<'_>,
    begun: &Game,
    seat: SeatIx,
    first: &[Action],
    rng: &mut GameRng,
) -> Option<KeepAdvice> {
    let mut game = *begun;
    let start = begun.seat(seat);
    // While Faith has dice in the air, nobody else can decide.
    let decides = game.now == Now::Keep || (game.now == Now::Faith && game.acting == seat);
    if !start.dice.any(Spot::Rolled) || !decides {
        return None;
    }
    game.acting = seat;
    // The decision stays with this Reckoner until the dice fly.
    game.focused = true;
    let mut first = first.iter();
    let mut set = Set::default();
    while matches!(game.now, Now::Keep | Now::Faith) && game.acting == seat {
        let legal = rules.legal(&game);
        let action = match first.next() {
            Some(action) => *action,
            None => decode(brain.choice(rules, &game, &legal, rng))?,
        };
        set.note(&game, seat, action);
        rules.apply(&mut game, action).ok()?;
    }
    let name = reasons.speaker.seat(&game, seat).to_owned();
    let (keep, roll) = (
        dice::say(rules.catalog(), &set.kept),
        dice::say_kinds(&set.roll),
    );
    let faith = dice::say_kinds(&set.faith);
    let mut parts = Vec::new();
    if !faith.is_empty() {
        let ability = &rules.catalog().reckoner(start.reckoner).ability_name;
        parts.push(format!("{ability}: reroll {faith}"));
    }
    if !keep.is_empty() {
        parts.push(format!("keep {keep}"));
    }
    if !roll.is_empty() {
        parts.push(format!("roll {roll} again"));
    }
    let aim = aim(rules, reasons, &game, seat, &set.all(start));
    let odds = match &aim {
        Some(aim) if set.roll.iter().any(|n| *n > 0) => aim.odds(rules, begun, start, &set),
        _ => Vec::new(),
    };
    Some(KeepAdvice {
        text: format!("{name}: {}", parts.join("; ")),
        reckoner: name,
        keep,
        roll,
        toward: aim.and_then(|aim| aim.text()),
        odds,
    })
}

/// Dice of one roll: what is kept, what is rolled again.
#[derive(Debug, Clone, Copy, Default)]
struct Set {
    kept: FaceCounts,
    roll: Kinds,
    faith: Kinds,
}

impl Set {
    /// What a decision of a seat does with its dice.
    fn note(&mut self, game: &Game, seat: SeatIx, action: Action) {
        let dice = &game.seat(seat).dice;
        match action {
            Action::Keep { kind, face } => *self.kept.get_mut(kind, face) += 1,
            Action::KeepAll => self.kept = dice.faces(Spot::Rolled),
            Action::AbilityDie { kind, .. } => self.faith[kind.index()] += 1,
            Action::RollRest => self.roll = dice.kinds(Spot::Rolled),
            _ => {}
        }
    }

    /// With the dice that were kept before.
    fn all(&self, seat: &Seat) -> FaceCounts {
        let mut all = seat.dice.faces(Spot::Kept);
        for (kind, face, more) in self.kept.iter() {
            *all.get_mut(kind, face) += more;
        }
        all
    }
}

/// What kept dice are for.
struct Aim {
    symbol: Symbol,
    have: FaceCounts,
    purpose: Option<super::purpose::Purpose>,
}

/// The aim of some kept dice: the symbol that most of them show. What is not kept is no aim.
fn aim(
    rules: &Rules,
    reasons: &Reasons<'_>,
    game: &Game,
    seat: SeatIx,
    kept: &FaceCounts,
) -> Option<Aim> {
    let symbol = main_symbol(rules, kept)?;
    Some(Aim {
        symbol,
        have: *kept,
        purpose: reasons.purpose(game, seat, symbol),
    })
}

impl Aim {
    fn text(&self) -> Option<String> {
        let purpose = self.purpose.as_ref()?;
        Some(format!("{} to {}", self.symbol, purpose.what))
    }

    fn odds(&self, rules: &Rules, game: &Game, start: &Seat, set: &Set) -> Vec<Odds> {
        let rolls = rolls_left(rules, game, start);
        if rolls == 0 {
            return Vec::new();
        }
        let mut chase = Chase::new(rules, game, start, self.symbol);
        let have = chase.shown(&self.have);
        let needed = self.purpose.as_ref().and_then(|p| p.needed);
        let rolls = Rolls {
            dice: &set.roll,
            rolls,
            without: rerolls(rules, game, start),
        };
        list_odds(&mut chase, self.symbol, &rolls, have, needed)
    }
}

/// The set of dice that an option keeps, when that is what it is about, with its Reckoner.
fn kept_by(rules: &Rules, game: &Game, actions: &[Action]) -> Option<(Game, Set)> {
    let mut at = *game;
    let mut set = Set::default();
    let mut start = None;
    for action in actions {
        match action {
            Action::Focus { .. } => {}
            Action::Keep { .. } | Action::RollRest | Action::KeepAll => {
                start.get_or_insert(at);
                set.note(&at, at.acting, *action);
            }
            _ => return None,
        }
        rules.apply(&mut at, *action).ok()?;
    }
    start.map(|start| (start, set))
}

/// The odds behind keeping a set of dice: the rest is rolled again for what most of them show.
pub fn set_odds(
    rules: &Rules,
    reasons: &Reasons<'_>,
    game: &Game,
    actions: &[Action],
) -> Vec<Odds> {
    let Some((start, set)) = kept_by(rules, game, actions) else {
        return Vec::new();
    };
    let seat = start.actor();
    match aim(rules, reasons, &start, start.acting, &set.all(seat)) {
        Some(aim) if set.roll.iter().any(|n| *n > 0) => aim.odds(rules, &start, seat, &set),
        _ => Vec::new(),
    }
}

/// Why a set of dice is kept: what its symbols are for, those that most dice show first. None for other
/// decisions.
pub fn set_reasons(
    rules: &Rules,
    reasons: &Reasons<'_>,
    game: &Game,
    actions: &[Action],
) -> Option<Vec<String>> {
    if actions.contains(&Action::KeepAll) {
        return None;
    }
    let (start, set) = kept_by(rules, game, actions)?;
    let seat = start.actor();
    let all = set.all(seat);
    // What is kept now tells this option from others.
    let mut shown: Vec<(u8, u8, Symbol)> = Symbol::ALL
        .into_iter()
        .map(|symbol| {
            let chase = Chase::new(rules, &start, seat, symbol);
            (chase.shown(&set.kept), chase.shown(&all), symbol)
        })
        .filter(|(_, count, _)| *count > 0)
        .collect();
    shown.sort_by_key(|(now, count, _)| std::cmp::Reverse((*now, *count)));
    let mut list = Vec::new();
    for (_, have, symbol) in shown.into_iter().take(2) {
        if let Some(purpose) = reasons.purpose(&start, start.acting, symbol) {
            let so = match purpose.needed {
                Some(needed) => format!(": {have} shown, {needed} needed"),
                None => format!(": {have} shown"),
            };
            list.push(format!("{symbol} to {}{so}", purpose.what));
        }
    }
    if list.is_empty() {
        let again = dice::say_kinds(&set.roll);
        list.push(match again.as_str() {
            "" => "the dice stay as they are".into(),
            dice => format!("{dice} may show something better"),
        });
    }
    Some(list)
}

/// Rolls that a seat still has this round.
fn rolls_left(rules: &Rules, game: &Game, seat: &Seat) -> u8 {
    rules.traits(game, seat).rolls().saturating_sub(seat.rolls)
}

/// The ability that can still roll some dice once more, if the seat has it: the odds leave it out.
fn rerolls<'a>(rules: &'a Rules, game: &Game, seat: &Seat) -> Option<&'a str> {
    let rerolls = |power: Power| power.gain == Gain::RerollRoll;
    let ready = rules.traits(game, seat).ability().is_some_and(rerolls);
    ready.then(|| {
        rules
            .catalog()
            .reckoner(seat.reckoner)
            .ability_name
            .as_str()
    })
}

/// Rolls that are still to come.
struct Rolls<'a> {
    dice: &'a Kinds,
    rolls: u8,
    /// An ability that is left out.
    without: Option<&'a str>,
}

/// The chance of one more, and of what is needed when that is more; nothing when there is enough.
fn list_odds(
    chase: &mut Chase<'_>,
    symbol: Symbol,
    coming: &Rolls<'_>,
    have: u8,
    needed: Option<u8>,
) -> Vec<Odds> {
    let enough = needed.is_some_and(|n| n <= have);
    let without = coming
        .without
        .map_or_else(String::new, |name| format!(", without {name}"));
    if enough || coming.dice.iter().all(|n| *n == 0) {
        return Vec::new();
    }
    let mut wanted = vec![have + 1];
    wanted.extend(needed.filter(|n| *n > have + 1));
    let odds = wanted.into_iter().map(|wanted| {
        let chance = chase.chance(coming.dice, coming.rolls, wanted - have);
        let text = format!(
            "{} to have {wanted} {symbol} or more after the last roll{without}",
            percent(chance)
        );
        Odds {
            symbol: symbol.key(),
            wanted,
            chance: rounded(chance),
            text,
        }
    });
    odds.filter(|o| o.chance > 0.0).collect()
}

/// A chance as whole percent, or finer near the ends.
fn percent(chance: f64) -> String {
    let decimals = usize::from(!(1.0..=99.0).contains(&(100.0 * chance)));
    format!("{} %", crate::rounded::percent(chance, decimals))
}
