//! What a position waits for, with everything that a page must know to offer it: each legal action with its
//! words and what it points at, each thing that chance may bring.

use reckoners_env::action::decode;
use reckoners_env::chance::{self, Outcome, Thing};
use reckoners_env::decision::{Asked, Decision};
use reckoners_env::ids::{DieKind, EpicId, EquipmentId, SeatOffset, Symbol, Track};
use reckoners_env::state::{Ending, Game, Now};
use reckoners_env::table::Table;
use reckoners_env::words::{Speaker, event};
use reckoners_env::{Action, Rules};
use serde_json::{Value, json};

use super::team::die;
use crate::hint::decision;

/// What comes next: a decision, chance, or the end.
pub fn next(rules: &Rules, table: &Table) -> Value {
    let game = &table.game;
    let speaker = Speaker::new(rules, &table.names);
    match game.now {
        Now::Over(ending) => json!({ "kind": "over", "won": ending == Ending::Won }),
        now if now.is_chance() => chance_value(rules, &speaker, game),
        _ => {
            let team = Decision::of(game.now).is_some_and(|d| d.asked() == Asked::Team);
            let ids = rules.legal(game).ids().collect::<Vec<_>>();
            let actions = ids.into_iter().filter_map(|id| Some((id, decode(id)?)));
            let actions: Vec<Value> = actions
                .map(|(id, action)| action_value(rules, &speaker, game, id, action))
                .collect();
            json!({
                "kind": "decision",
                "decision": decision(game),
                "seat": game.acting.0,
                "team": team,
                "actions": actions,
            })
        }
    }
}

/// A legal action: its words, and what it points at.
fn action_value(
    rules: &Rules,
    speaker: &Speaker<'_>,
    game: &Game,
    id: usize,
    action: Action,
) -> Value {
    let mut value = json!({
        "id": id,
        "kind": action.block().name(),
        "text": speaker.action(game, action),
    });
    if let Some(district) = action.district() {
        value["district"] = json!(game.district_at(district).0);
    }
    if let Some(seat) = action.seat() {
        value["seat"] = json!(game.seat_at(seat).0);
    }
    if let Some((label, symbol)) = on_the_board(action) {
        value["label"] = json!(label);
        value["symbol"] = json!(symbol.map(Symbol::key));
    }
    let whose = |seat: SeatOffset| json!(game.seat_at(seat).0);
    match action {
        Action::Keep { kind, face }
        | Action::Take { kind, face }
        | Action::AbilityDie { kind, face } => value["die"] = die(rules, kind, face),
        Action::SetFace { face } => {
            if let Now::SetFace { kind, .. } | Now::LoseFace { kind, .. } = game.now {
                value["die"] = die(rules, kind, face);
            }
        }
        Action::BuyBack { seat, kind } | Action::LoseDie { seat, kind } => {
            value["seat"] = whose(seat);
            value["die_kind"] = json!(kind.key());
        }
        Action::Kind { kind } => value["die_kind"] = json!(kind.key()),
        Action::UseCard { card } | Action::Buy { card } | Action::NameCard { card } => {
            let card = rules.catalog().equipment(card);
            value["card"] = json!(card.name);
            value["detail"] = json!(card.power.phrase());
        }
        Action::UseAbility => {
            let card = rules.catalog().reckoner(game.actor().reckoner);
            value["detail"] = json!(card.ability.phrase());
        }
        Action::TakeToken { symbol }
        | Action::Symbol { symbol }
        | Action::Tradecraft { symbol } => value["symbol"] = json!(symbol.key()),
        Action::ContainBoss { track } => value["track"] = json!(track.key()),
        Action::TakeShield { district, .. } => {
            value["district"] = json!(game.district_at(district).0);
        }
        _ => {}
    }
    if matches!(
        action,
        Action::ContainBoss { .. } | Action::ResearchBoss | Action::AttackBoss | Action::TakeBoss
    ) {
        value["boss"] = json!(true);
    }
    value
}

/// What an action is called on the thing that it points at, and its sign.
const fn on_the_board(action: Action) -> Option<(&'static str, Option<Symbol>)> {
    Some(match action {
        Action::Place { .. } | Action::Move { .. } => ("Go here", None),
        Action::Sniper { .. } => ("Aim here", None),
        Action::Enforcement { .. } => ("Enforcement off", Some(Symbol::Enforcement)),
        Action::ContainEpic { .. } | Action::ContainBoss { .. } => {
            ("Contain", Some(Symbol::Contain))
        }
        Action::ResearchEpic { .. } | Action::ResearchBoss => ("Research", Some(Symbol::Research)),
        Action::AttackEpic { .. } | Action::AttackBoss => ("Attack", Some(Symbol::Attack)),
        Action::RemoveBarricade { .. } => ("Barricade off", None),
        Action::RemoveCopyToken { .. } => ("Copy Token off", None),
        Action::TakeShield { .. } => ("Take a Shield", None),
        Action::TakeBoss => ("Take", None),
        Action::Marker { .. } => ("Marker down", None),
        Action::Money => ("Gain $1", Some(Symbol::Money)),
        Action::Plan => ("Gain a Plan Token", Some(Symbol::Plan)),
        _ => return None,
    })
}

/// A chance event: what is rolled or drawn, and what may come.
fn chance_value(rules: &Rules, speaker: &Speaker<'_>, game: &Game) -> Value {
    let mut value = json!({ "kind": "chance", "event": game.now.key() });
    if let Some(district) = game.now.district() {
        value["district"] = json!(district.0);
    }
    match game.now {
        Now::RollDice { seat } => {
            value["seat"] = json!(seat.0);
            value["dice"] = json!(dice(rules, game));
        }
        Now::PowerDice => value["tracks"] = json!(power_rows(rules, game)),
        _ => {
            let all = chance::outcomes(rules.catalog(), game);
            let list: Vec<Value> = all
                .iter()
                .map(|(outcome, weight)| {
                    json!({
                        "outcome": speaker.outcome(game, outcome),
                        "weight": weight,
                        "detail": detail(rules, game, outcome),
                    })
                })
                .collect();
            value["outcomes"] = json!(list);
        }
    }
    value
}

/// What is printed on a card that may come, so that people find theirs.
fn detail(rules: &Rules, game: &Game, outcome: &Outcome) -> Option<String> {
    let Outcome::Pick(pick) = outcome else {
        return None;
    };
    match Thing::of(game.now)? {
        Thing::Epic => {
            let card = rules.catalog().epic(EpicId(*pick));
            let health = event::health(card.health);
            Some(format!("research {}, health {health}", card.research))
        }
        Thing::Equipment => {
            let card = rules.catalog().equipment(EquipmentId(*pick));
            Some(format!("${}: {}", card.price, card.power.phrase()))
        }
        Thing::AbilityFace => {
            let deed = rules.catalog().pieces.ability_die.get(usize::from(*pick))?;
            Some(deed.phrase(rules.boss_name(game)))
        }
        _ => None,
    }
}

/// The dice in the air with their different faces.
fn dice(rules: &Rules, game: &Game) -> Vec<Value> {
    let air = chance::in_the_air(game);
    let in_air = DieKind::ALL.into_iter().filter(|k| air[k.index()] > 0);
    in_air
        .map(|kind| {
            let faces = rules.catalog().die(kind).classes();
            let faces: Vec<Value> = faces.map(|face| die(rules, kind, face)).collect();
            json!({ "kind": kind.key(), "count": air[kind.index()], "faces": faces })
        })
        .collect()
}

/// The rows that the boss's four dice may name.
fn power_rows(rules: &Rules, game: &Game) -> Vec<Value> {
    let power = rules.catalog().boss(game.ruleset.boss).power.as_ref();
    let mut rows: Vec<u8> = power.map_or_else(Vec::new, |power| power.rows.to_vec());
    rows.sort_unstable();
    rows.dedup();
    let rows: Vec<u8> = rows.iter().map(|row| row + 1).collect();
    let all = Track::ALL.into_iter();
    all.map(|track| json!({ "key": track.key(), "rows": rows }))
        .collect()
}
