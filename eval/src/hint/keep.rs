//! Which dice a Reckoner should keep, as one piece of advice, with the odds behind it.

use reckoners_env::action::decode;
use reckoners_env::ids::Symbol;
use reckoners_env::rng::GameRng;
use reckoners_env::state::{Now, Seat, SeatDice};
use reckoners_env::words::dice;
use reckoners_env::{Action, Game, Rules};
use serde::Serialize;

use super::odds::{Chase, Kinds, ROLLS, main_symbol};
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
    seat: u8,
    first: Option<Action>,
    rng: &mut GameRng,
) -> Option<KeepAdvice> {
    let mut game = *game;
    let start = game.seats[usize::from(seat)];
    // While Faith has dice in the air, nobody else can decide.
    let decides = game.now == Now::Keep || (game.now == Now::Faith && game.acting == seat);
    if start.rolled.is_empty() || !decides {
        return None;
    }
    game.acting = seat;
    // The decision stays with this Reckoner until the dice fly.
    game.focused = true;
    let mut first = first.filter(|a| !matches!(a, Action::Focus { .. }));
    let mut kept = SeatDice::default();
    let mut faith = [0; reckoners_env::ids::DieKind::COUNT];
    let mut roll = faith;
    while matches!(game.now, Now::Keep | Now::Faith) && game.acting == seat {
        let legal = rules.legal(&game);
        let action = match first.take() {
            Some(action) => action,
            None => decode(brain.choice(rules, &game, &legal, rng))?,
        };
        let me = &game.seats[usize::from(seat)];
        match action {
            Action::Keep { kind, face } => kept.0[kind.index()][usize::from(face)] += 1,
            Action::KeepAll => kept = me.rolled,
            Action::AbilityDie { kind, .. } => faith[kind.index()] += 1,
            Action::RollRest => roll = me.rolled.kinds(),
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
    let mut all = start.kept;
    for (have, more) in all.0.iter_mut().flatten().zip(kept.0.iter().flatten()) {
        *have += more;
    }
    let symbol = main_symbol(rules, &all);
    let goal = symbol.and_then(|s| Some((s, reasons.purpose(&game, seat, s)?)));
    let odds = match symbol {
        Some(symbol) if start.rolls < ROLLS && roll.iter().any(|n| *n > 0) => {
            let mut chase = Chase::new(rules, &start, symbol);
            let have = chase.shown(&all);
            let needed = goal.as_ref().and_then(|(_, p)| p.needed);
            list_odds(&mut chase, symbol, &roll, ROLLS - start.rolls, have, needed)
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
    let seat: &Seat = game.actor();
    let symbol = match action {
        Action::Keep { kind, face } => rules.symbols_of(seat, kind, face).mask().iter().next(),
        Action::RollRest => main_symbol(rules, &seat.kept),
        _ => None,
    };
    let Some(symbol) = symbol.filter(|_| seat.rolls < ROLLS) else {
        return Vec::new();
    };
    let mut chase = Chase::new(rules, seat, symbol);
    let (have, roll) = if action == Action::RollRest {
        (chase.shown(&seat.kept), seat.rolled.kinds())
    } else {
        (
            chase.shown(&seat.kept) + chase.shown(&seat.rolled),
            chase.idle(&seat.rolled),
        )
    };
    let needed = reasons
        .purpose(game, game.acting, symbol)
        .and_then(|p| p.needed);
    list_odds(&mut chase, symbol, &roll, ROLLS - seat.rolls, have, needed)
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
