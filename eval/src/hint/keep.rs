//! Which dice a Reckoner should keep, as one piece of advice, with the odds behind it.

use reckoners_env::action::decode;
use reckoners_env::ids::{DieKind, SeatIx, Symbol};
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

/// The guide's choice of dice for one seat with dice to decide on. `first` replaces its first one.
pub fn advise(
    rules: &Rules,
    brain: &Brain,
    reasons: &Reasons<'_>,
    game: &Game,
    seat: SeatIx,
    first: Option<Action>,
    rng: &mut GameRng,
) -> Option<KeepAdvice> {
    let mut game = *game;
    let start = *game.seat(seat);
    // While Faith has dice in the air, nobody else can decide.
    let decides = game.now == Now::Keep || (game.now == Now::Faith && game.acting == seat);
    if !start.dice.any(Spot::Rolled) || !decides {
        return None;
    }
    game.acting = seat;
    // The decision stays with this Reckoner until the dice fly.
    game.focused = true;
    let mut first = first.filter(|a| !matches!(a, Action::Focus { .. }));
    let mut kept = FaceCounts::default();
    let mut faith = [0; DieKind::COUNT];
    let mut roll = faith;
    while matches!(game.now, Now::Keep | Now::Faith) && game.acting == seat {
        let legal = rules.legal(&game);
        let action = match first.take() {
            Some(action) => action,
            None => decode(brain.choice(rules, &game, &legal, rng))?,
        };
        let dice = &game.seat(seat).dice;
        match action {
            Action::Keep { kind, face } => *kept.get_mut(kind, face) += 1,
            Action::KeepAll => kept = dice.faces(Spot::Rolled),
            Action::AbilityDie { kind, .. } => faith[kind.index()] += 1,
            Action::RollRest => roll = dice.kinds(Spot::Rolled),
            _ => {}
        }
        rules.apply(&mut game, action).ok()?;
    }
    let name = reasons.speaker.seat(&game, seat).to_owned();
    let (keep, roll_text) = (dice::say(rules.catalog(), &kept), dice::say_kinds(&roll));
    let faith_text = dice::say_kinds(&faith);
    let mut parts = Vec::new();
    if !faith_text.is_empty() {
        let ability = &rules.catalog().reckoner(start.reckoner).ability_name;
        parts.push(format!("{ability}: reroll {faith_text}"));
    }
    if !keep.is_empty() {
        parts.push(format!("keep {keep}"));
    }
    if !roll_text.is_empty() {
        parts.push(format!("roll {roll_text} again"));
    }
    let mut all = start.dice.faces(Spot::Kept);
    for (kind, face, more) in kept.iter() {
        *all.get_mut(kind, face) += more;
    }
    let symbol = main_symbol(rules, &all);
    let goal = symbol.and_then(|s| Some((s, reasons.purpose(&game, seat, s)?)));
    let rolls_left = rolls_left(rules, &start);
    let odds = match symbol {
        Some(symbol) if rolls_left > 0 && roll.iter().any(|n| *n > 0) => {
            let mut chase = Chase::new(rules, &start, symbol);
            let have = chase.shown(&all);
            let needed = goal.as_ref().and_then(|(_, p)| p.needed);
            list_odds(&mut chase, symbol, &roll, rolls_left, have, needed)
        }
        _ => Vec::new(),
    };
    let toward = goal.map(|(symbol, purpose)| format!("{symbol} to {}", purpose.what));
    Some(KeepAdvice {
        text: format!("{name}: {}", parts.join("; ")),
        reckoner: name,
        keep,
        roll: roll_text,
        toward,
        odds,
    })
}

/// The odds behind keeping one die: every other die of the roll that shows its symbol is kept too,
/// the rest is rolled again.
pub fn option_odds(rules: &Rules, reasons: &Reasons<'_>, game: &Game, action: Action) -> Vec<Odds> {
    let seat = game.actor();
    let [kept, rolled] = [Spot::Kept, Spot::Rolled].map(|spot| seat.dice.faces(spot));
    let symbol = match action {
        Action::Keep { kind, face } => {
            let symbols = rules.traits(seat).symbols_of(kind, face);
            symbols.iter().next().map(|(symbol, _)| symbol)
        }
        Action::RollRest => main_symbol(rules, &kept),
        _ => None,
    };
    let rolls_left = rolls_left(rules, seat);
    let Some(symbol) = symbol.filter(|_| rolls_left > 0) else {
        return Vec::new();
    };
    let mut chase = Chase::new(rules, seat, symbol);
    let (have, roll) = if action == Action::RollRest {
        (chase.shown(&kept), rolled.kinds())
    } else {
        (
            chase.shown(&kept) + chase.shown(&rolled),
            chase.idle(&rolled),
        )
    };
    let needed = reasons
        .purpose(game, game.acting, symbol)
        .and_then(|p| p.needed);
    list_odds(&mut chase, symbol, &roll, rolls_left, have, needed)
}

/// Rolls that a seat still has this round.
fn rolls_left(rules: &Rules, seat: &Seat) -> u8 {
    rules.traits(seat).rolls().saturating_sub(seat.rolls)
}

/// The chance of one more, and of what is needed when that is more; nothing when there is enough.
fn list_odds(
    chase: &mut Chase<'_>,
    symbol: Symbol,
    roll: &Kinds,
    rolls: u8,
    have: u8,
    needed: Option<u8>,
) -> Vec<Odds> {
    let enough = needed.is_some_and(|n| n <= have);
    if enough || roll.iter().all(|n| *n == 0) {
        return Vec::new();
    }
    let mut wanted = vec![have + 1];
    wanted.extend(needed.filter(|n| *n > have + 1));
    let odds = wanted.into_iter().map(|wanted| {
        let chance = chase.chance(roll, rolls, wanted - have);
        let text = format!("{} to have {wanted} {symbol} or more", percent(chance));
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
    let p = 100.0 * chance;
    if (1.0..=99.0).contains(&p) {
        format!("{p:.0} %")
    } else {
        format!("{p:.1} %")
    }
}
