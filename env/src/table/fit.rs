//! Whether all that the file says can be together. What the rules can never reach is refused, so that every table that
//! is read can be played to its end and written again; `rolled` looks at the dice.

use super::agenda::first_roll;
use super::expansion::asked::effect_of;
use super::read::Reader;
use super::{expansion, rolled, source};
use crate::cards::Gain;
use crate::ids::{DistrictIx, Module, SeatIx};
use crate::rules::Rules;
use crate::state::{Ending, Game, Now, Origin, RewardPool, Seat, Spot, Step, Task};

/// Who decides when the file does not say: the first who can.
pub(super) fn first_able(rules: &Rules, game: &Game) -> SeatIx {
    let first = |test: &dyn Fn(&Seat) -> bool| {
        let found = game.seated().find(|(_, seat)| test(seat));
        found.map_or(SeatIx(0), |(seat, _)| seat)
    };
    let holder = |effect| {
        let holder = rules.holder(game, |gain| gain == effect);
        holder.map_or(SeatIx(0), |(seat, _)| seat)
    };
    match game.now {
        Now::Place => first(&|s| !s.district.is_somewhere()),
        Now::Keep => first(&|s| s.dice.any(Spot::Rolled)),
        Now::Use => first(&|s| rules.traits(game, s).has_something()),
        Now::SwapGive { card } | Now::SwapTake { card, .. } => holder(effect_of(card)),
        Now::ExtraKind { .. } => holder(Gain::AnyDie),
        // At the first rolls the first seat is asked first; later it is who rolls again.
        Now::RollDice { seat } if !first_roll(rules, game, seat) => seat,
        _ => SeatIx(0),
    }
}

/// The step of the rulebook; of a game that is over, the one in which it ended.
pub(super) fn phase(reader: &Reader<'_>) -> Step {
    let game = &reader.game;
    match game.now {
        Now::Over(_) if game.round == 0 => Step::Prologue,
        Now::Over(Ending::Won) if reader.file.buying == Some(true) => Step::Purchase,
        Now::Over(Ending::Won) => Step::Use,
        Now::Over(Ending::Lost(_)) if reader.file.using == Some(true) => Step::Use,
        Now::Over(Ending::Lost(_)) if reader.file.buying == Some(true) => Step::Purchase,
        Now::Over(Ending::Lost(_)) => Step::Epics,
        _ => game.step,
    }
}

/// Checks everything and tells all that does not fit.
pub(super) fn check(reader: &mut Reader<'_>) {
    ending(reader);
    boss(reader);
    ring(reader);
    market(reader);
    prologue(reader);
    leftovers(reader);
    sniper(reader);
    rolled::check(reader);
    step(reader);
    expansion::check(reader);
}

fn ending(reader: &mut Reader<'_>) {
    let game = &reader.game;
    let lost = matches!(game.now, Now::Over(Ending::Lost(_)));
    let won = game.now == Now::Over(Ending::Won);
    if game.population == 0 && !lost {
        let problem = "0: the game is lost, so the step is \"lost\"";
        reader.found.add("population", problem);
    } else if game.population > 0 && lost {
        let problem = format!("{}, but the step is \"lost\"", game.population);
        reader.found.add("population", problem);
    }
    if lost {
        lost_where(reader);
    }
    let game = &reader.game;
    if won && (game.boss.research, game.boss.health) != (0, 0) {
        let problem = "the step is \"won\", but he is not defeated";
        reader.found.add("boss", problem);
    }
    if won && reader.game.round == 0 && !has_consumables(reader) {
        let problem = "0, but the step \"won\" belongs to rounds from 1 on";
        reader.found.add("round", problem);
    }
}

/// Only where markers act can a game be lost while dice are used or cards are bought; elsewhere no reward waits by then.
fn lost_where(reader: &mut Reader<'_>) {
    let acts = !reader.rules.boss_has_track(&reader.game);
    let (using, buying) = (reader.file.using, reader.file.buying);
    for (key, given) in [("using", using), ("buying", buying)] {
        if given == Some(true) && !acts {
            let problem = "nothing costs population in that step of this game; leave it out";
            reader.found.add(key, problem);
        }
    }
    let waits = reader.game.rewards != RewardPool::default();
    if waits && phase(reader) == Step::Epics {
        let problem = "all rewards are placed before the Epics' phase; leave it out";
        reader.found.add("rewards", problem);
    }
}

/// Whether cards that are used when they are bought are in the game: they can defeat Epics and the boss in any Purchase step.
fn has_consumables(reader: &Reader<'_>) -> bool {
    let modules = reader.game.ruleset.modules;
    modules.has(Module::Equipment)
}

/// Where the boss comes to the board, he is not there yet.
fn boss(reader: &mut Reader<'_>) {
    let there = reader.game.boss.district.is_somewhere();
    let arriving = reader.before_arrival() && reader.game.now != Now::DealEquipment;
    if there && arriving {
        let name = reader.rules.boss_name(&reader.game);
        let key = reader.row.key;
        let problem = format!("{name} comes to the board after the step \"{key}\"");
        reader.found.add("boss.district", problem);
    }
}

/// Every district has an Epic, except while dice are used until new ones are drawn.
fn ring(reader: &mut Reader<'_>) {
    match reader.game.now {
        Now::DealEpic { district } => return deal_epic(reader, district),
        Now::DealBoard { .. } => return,
        _ => {}
    }
    // What a card defeats while buying in the prologue is missing until the first Epics' phase.
    let bought = has_consumables(reader) && market_is_open(reader);
    let full = match phase(reader) {
        Step::Prologue => !bought,
        Step::Roll => !(bought && reader.game.round == 1),
        // A city that moves passes districts before new Epics come.
        Step::Epics => !reader
            .rules
            .city(&reader.game)
            .moving()
            .is_some_and(|_| is_passing(reader)),
        _ => false,
    };
    if !full {
        return;
    }
    for d in 0..reader.game.district_count() {
        if reader.game.district(DistrictIx(d)).epic.is_none() {
            let key = reader.row.key;
            let problem = format!("no \"epic\", but every district has one in the step \"{key}\"");
            reader.found.add(format!("districts[{d}]"), problem);
        }
    }
}

/// Whether a moving city may be passing districts.
fn is_passing(reader: &Reader<'_>) -> bool {
    let first = reader.game.agenda.tasks().first();
    reader.game.now.is_over() || matches!(first, Some(Task::AddEpics { .. }))
}

/// Whether something can have been bought already.
fn market_is_open(reader: &Reader<'_>) -> bool {
    let game = &reader.game;
    let before = !game.boss.district.is_somewhere() || game.now == Now::MoveBoss;
    let lost = matches!(game.now, Now::Over(Ending::Lost(_)));
    game.round > 0 || !before && !lost
}

fn deal_epic(reader: &mut Reader<'_>, district: DistrictIx) {
    let game = &reader.game;
    let at = |d: DistrictIx| format!("districts[{}]", d.0);
    let prologue = game.round == 0;
    // In set-up the first district comes first, later the one where the boss is.
    let from = if prologue {
        DistrictIx(0)
    } else {
        game.boss.district
    };
    let turn = game.offset_from(from, district).0;
    let mut wrong = Vec::new();
    for offset in 0..game.district_count() {
        let d = game.clockwise(from, offset);
        let filled = game.district(d).epic.is_some();
        let problem = match offset.cmp(&turn) {
            std::cmp::Ordering::Less if !filled => "this district gets its Epic first",
            std::cmp::Ordering::Equal if filled => "an Epic is drawn for it, but it has one",
            std::cmp::Ordering::Greater if filled && prologue => {
                "this district gets its Epic later"
            }
            _ => continue,
        };
        wrong.push((at(d), problem));
    }
    if game.epic_deck.is_empty() {
        let problem = "no Epic is left to draw; the defeated ones are shuffled first";
        wrong.push(("defeated".into(), problem));
    }
    for (path, problem) in wrong {
        reader.found.add(path, problem);
    }
}

/// Whether a card that is used when it was bought still pays.
fn is_paying(game: &Game) -> bool {
    let pending = game.agenda.tasks().contains(&Task::PlaceRewards);
    pending && matches!(game.step, Step::Prologue | Step::Purchase)
}

/// Whether rewards lie there that nobody is about to place.
fn waits_for_nothing(game: &Game) -> bool {
    game.ruleset.is_merged()
        && game.rewards != RewardPool::default()
        && !game.now.is_over()
        && !game.agenda.tasks().contains(&Task::PlaceRewards)
}

/// Whether rewards are such as only cards pay.
const fn from_cards(rewards: &RewardPool) -> bool {
    rewards.research > 0 || rewards.attack > 0
}

/// The market is full as long as there are cards, except while one is drawn for it.
fn market(reader: &mut Reader<'_>) {
    let game = &reader.game;
    let places = u32::from(reader.rules.catalog().setup.market);
    let (lying, deck) = (game.market.len(), game.equipment_deck.len());
    let before =
        game.round == 0 && matches!(game.now, Now::DealEpic { .. } | Now::DealBoard { .. });
    // A sold card goes into the deck and leaves the places of the market empty.
    let sold =
        game.round > 0 && game.ruleset.modules.has(Module::Epics) || game.ruleset.is_merged();
    let purchase = matches!(phase(reader), Step::Prologue | Step::Purchase);
    let bought = match game.now {
        Now::Receive { .. } => true,
        Now::Reward | Now::Over(Ending::Won) => purchase,
        _ => is_paying(game),
    };
    let problem = match game.now {
        _ if before && lying > 0 => "the market is laid out after the Epics".into(),
        _ if before => return,
        _ if lying > places => format!("{lying} cards; it has {places} places"),
        Now::DealEquipment if lying == places => "a card is drawn for it, but it is full".into(),
        Now::DealEquipment if deck == 0 => "no Equipment card is left to draw".into(),
        Now::DealEquipment => return,
        _ if bought && lying == places => {
            format!("{lying} cards, but the bought one left a place free: it has {places} in all")
        }
        _ if bought && lying + 1 == places || deck == 0 || sold => return,
        _ if lying == places => return,
        _ => {
            let all = places - u32::from(bought);
            format!("{lying} cards; {all} lie there as long as the deck has cards")
        }
    };
    reader.found.add("market", problem);
}

/// In the prologue nothing has happened yet, and the Reckoners come one by one.
fn prologue(reader: &mut Reader<'_>) {
    if reader.game.round > 0 {
        return;
    }
    let game = reader.game;
    let may_defeat = has_consumables(reader) && market_is_open(reader);
    if !game.defeated.is_empty() && !may_defeat {
        let problem = "nobody is defeated in the prologue";
        reader.found.add("defeated", problem);
    }
    let first_market = !market_is_open(reader);
    if first_market && !game.discarded.is_empty() {
        let problem = "nothing was bought yet";
        reader.found.add("discarded", problem);
    }
    let placing = game.now == Now::Place;
    if !placing && game.acting != SeatIx(0) {
        let problem = "the first Reckoner speaks for the team in the prologue";
        reader.found.add("acting", problem);
    }
    for (i, seat) in game.seated() {
        let at = format!("reckoners[{}]", i.0);
        if first_market && !seat.cards.is_empty() {
            reader
                .found
                .add(format!("{at}.cards"), "nothing was bought yet");
        }
        let there = seat.district.is_somewhere();
        let problem = if !placing && there {
            "nobody is on the board before the step \"place\""
        } else if placing && there != (i < game.acting) {
            "the acting Reckoner and those after are placed next; all before are on the board"
        } else {
            continue;
        };
        reader.found.add(format!("{at}.district"), problem);
    }
}

/// What a round leaves behind is put away when the next one begins, tokens beside the tray when Purchase ends.
fn leftovers(reader: &mut Reader<'_>) {
    let game = reader.game;
    let phase = phase(reader);
    let fresh = matches!(phase, Step::Prologue | Step::Roll);
    let no_tokens = !matches!(phase, Step::Use | Step::Rewards | Step::Purchase);
    for (i, seat) in game.seated() {
        let faith = phase == Step::Roll
            && !rolled::is_unrolled(game.now)
            && reader.rules.traits(&game, seat).rerolls();
        let checks = [
            (
                "done",
                fresh && seat.ended,
                "nobody is done with dice before they are used; leave it out",
            ),
            (
                "ability_used",
                fresh && seat.ability_spent && !faith,
                "this ability is for the dice in use, which are still to be rolled; leave it out",
            ),
            (
                "used_cards",
                fresh && !game.marks.of(seat).spent.is_empty(),
                "no card is used before the dice are; leave it out",
            ),
            (
                "tokens_beside",
                no_tokens && seat.fresh_tokens > 0,
                "new tokens join the others when Purchase ends: count them under \"tokens\"",
            ),
        ];
        for (key, wrong, problem) in checks {
            if wrong {
                reader
                    .found
                    .add(format!("reckoners[{}].{key}", i.0), problem);
            }
        }
    }
}

fn sniper(reader: &mut Reader<'_>) {
    let game = &reader.game;
    if !game.sniper.is_somewhere() {
        return;
    }
    if phase(reader) != Step::Use {
        let problem = "the token lies there only while dice are used; leave it out";
        return reader.found.add("sniper", problem);
    }
    let catalog = reader.rules.catalog();
    let shooter = |s: &&Seat| catalog.reckoner(s.reckoner).ability.gain == Gain::SecondDistrict;
    let problem = match game.team().iter().find(shooter) {
        None => "nobody in the team has the ability Sniper".to_owned(),
        Some(seat) if !seat.ability_spent => format!(
            "the token lies there, so {}'s ability was used: write \"ability_used\": true",
            seat.reckoner
        ),
        Some(_) => return,
    };
    reader.found.add("sniper", problem);
}

/// Whether a group is open, perhaps interrupted.
fn is_open(game: &Game) -> bool {
    game.now == Now::Spend || game.agenda.tasks().contains(&Task::SpendOn)
}

/// A group of which the file does not say what opened it comes from a die, or else from what gives it.
fn find_origin(reader: &mut Reader<'_>) {
    let told = (reader.file.open.as_ref()).is_some_and(|open| open.0.from.is_some());
    if !is_open(&reader.game) || reader.game.open.is_move || told {
        return;
    }
    for origin in [
        Origin::Die,
        Origin::Card,
        Origin::Token,
        Origin::AfterMove,
        Origin::Benefit,
    ] {
        reader.game.open.origin = origin;
        if source::is_known(reader) {
            return;
        }
    }
}

/// What the step itself needs.
fn step(reader: &mut Reader<'_>) {
    find_origin(reader);
    let game = &reader.game;
    let rules = reader.rules;
    let actor = game.actor();
    let who = actor.reckoner;
    let wrong = match game.now {
        _ if waits_for_nothing(game) => Some((
            "rewards",
            "an Epic of this game pays as soon as it is defeated, so nothing waits here; leave it out".into(),
        )),
        _ if game.step == Step::Use && game.ruleset.is_merged() && from_cards(&game.rewards) => Some((
            "rewards",
            "no Epic pays research or attacks; only cards do that, when they are bought".into(),
        )),
        _ if is_paying(game) && !has_consumables(reader) => Some((
            "step",
            "nothing is used when it is bought without the module \"equipment\", so nothing comes of it here".into(),
        )),
        Now::Keep if !actor.dice.any(Spot::Rolled) => Some((
            "acting",
            format!("{who} has no dice under \"rolled\" to decide on; when nobody has, the step is \"use\""),
        )),
        Now::Use if !rules.traits(game, actor).has_something() => Some((
            "acting",
            format!("{who} has no die, token, card or ability left to use; when nobody has, the step is \"reward\" or \"buy\""),
        )),
        Now::Faith => ability(rules, game, Gain::RerollRoll, "Faith"),
        Now::SetFace { kind, .. } => {
            if rules.catalog().die(kind).classes().nth(1).is_none() {
                Some(("die", format!("a {kind} die has only one face")))
            } else {
                ability(rules, game, Gain::SetFace, "Improvise")
            }
        }
        _ if is_open(game) && !source::is_known(reader) => Some((
            "open",
            format!("no used die, card or ability of {who} gives these symbols, and a token gives one"),
        )),
        Now::Reward if game.rewards.money > 0 || game.rewards.boss_research > 0 && rules.boss_has_track(game) => Some((
            "rewards",
            "money and the boss's research come before the other rewards are placed: change \"money\" \
             and \"boss\" instead"
                .into(),
        )),
        // Giving them up is always possible.
        Now::Reward if rules.legal(game).len() == 1 => {
            Some(("rewards", "none of them can be placed; the next step is \"buy\"".into()))
        }
        Now::LoseDie if game.team().iter().all(|s| s.dice.total() == 0) => {
            Some(("step", "nobody has a die left to lose".into()))
        }
        Now::LoseDie if game.base > 0 => Some((
            "base",
            format!("{}, but the base was just discovered, and the marker is back at the top", game.base),
        )),
        _ => None,
    };
    if let Some((path, problem)) = wrong {
        reader.found.add(path, problem);
    }
}

/// The acting Reckoner is using an ability.
fn ability(rules: &Rules, game: &Game, gain: Gain, name: &str) -> Option<(&'static str, String)> {
    let seat = game.actor();
    let who = seat.reckoner;
    if rules.catalog().reckoner(who).ability.gain != gain {
        return Some(("acting", format!("{who} does not have the ability {name}")));
    }
    (!seat.ability_spent).then(|| {
        (
            "acting",
            format!("{who} is using {name}: write \"ability_used\": true there"),
        )
    })
}
