//! From a position to the file: everything that lies on the table, in one order.

use serde_json::Value;

use super::agenda::Told;
use super::awaited::NOTHING;
use super::expansion::asked::effect_of;
use super::file::{
    BossEntry, DistrictEntry, OpenEntry, RewardsEntry, SeatEntry, TableFile, TracksEntry,
};
use super::values::{
    AidName, ByText, CardName, DiceText, DieText, EpicName, FreeName, GiftName, Health, KindText,
    KindsText, Object, OriginName, Place, Short, StepName, SymbolsText, Whole,
};
use super::{FORMAT, Table, VERSION, agenda, expansion, read, step};
use crate::cards::INFINITE;
use crate::ids::{CardSet, DistrictIx, EquipmentId, Module, Track};
use crate::rules::Rules;
use crate::state::agenda::say_origin;
use crate::state::{
    Details, District, Ending, Game, Now, Origin, RewardPool, Seat, Span, Spot, Step, SwapCard,
    Task,
};
use crate::words::dice;

/// The table as JSON.
pub(super) fn table(rules: &Rules, table: &Table) -> Value {
    let value = serde_json::to_value(file(rules, table));
    let mut value = value.expect("the structs of the file are plain data");
    strip(&mut value);
    value
}

/// Leaves out what is not there.
fn strip(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|_, value| !value.is_null());
            map.values_mut().for_each(strip);
        }
        Value::Array(list) => list.iter_mut().for_each(strip),
        _ => {}
    }
}

fn whole(n: impl Into<u64>) -> Option<Whole> {
    Some(Whole::Number(n.into()))
}

/// A number, left out when it is 0.
pub(super) fn some_whole(n: u8) -> Option<Whole> {
    whole(n).filter(|_| n > 0)
}

fn flag(flag: bool) -> Option<bool> {
    flag.then_some(true)
}

fn file(rules: &Rules, table: &Table) -> TableFile {
    let Table { game, names } = table;
    let catalog = rules.catalog();
    let (key, details) = (step::key(game.now).unwrap_or_default(), game.now.details());
    let place = |district: DistrictIx| {
        let somewhere = district.is_somewhere();
        somewhere.then(|| Place::Name(names.get(district)))
    };
    let districts = game.placed().map(|(i, d)| {
        let mut entry = district(rules, d, names.get(i));
        expansion::district::write(rules, game, i, &mut entry);
        expansion::city::write_district(rules, game, i, &mut entry);
        Some(Object(entry))
    });
    let epics = game.defeated.iter();
    let epics = epics.map(|e| Some(EpicName(catalog.epics[usize::from(e)].name.clone())));
    let team = game.team().iter();
    let team = team.map(|s| Some(Short(seat(rules, game, s, place(s.district)))));
    let told = Told::of(rules, game);
    let mut file = TableFile {
        format: Some(FreeName(FORMAT.into())),
        version: whole(VERSION),
        rules: Some(Object(game.ruleset)),
        difficulty: None,
        round: whole(game.round),
        step: Some(StepName(key.into())),
        acting: Some(game.actor().reckoner),
        handed_over: flag(game.focused),
        district: details.district.and_then(place),
        who: details.who.map(|who| game.seat(who).reckoner),
        die: details
            .die
            .map(|(kind, face)| DieText(dice::die(catalog, kind, face))),
        card: details
            .card
            .or_else(|| swap_card(rules, details.swap?))
            .map(|card| card_name(rules, card)),
        cause: details.cause,
        by: details
            .by
            .map(|(source, via)| ByText(say_origin(source, via))),
        gift: details.gift.map(GiftName),
        reroll: match (told.reroll, details.again) {
            (None, None) => None,
            (Some(n), _) => whole(n),
            (None, Some(again)) => whole(1 + u8::from(again)),
        },
        moved: details.moved.and_then(some_whole),
        given: details.given.map(|kind| KindText(kind.key().to_owned())),
        kind: details.kind.map(|kind| KindText(kind.key().to_owned())),
        back: details.back.filter(|back| *back),
        effect: details.effect,
        aids: drawn(rules, game, &details),
        draws: told.draws.and_then(whole),
        buying: flag(is_buying(rules, game)),
        using: flag(is_using(game)),
        open: (game.now == Now::Spend || game.agenda.tasks().contains(&Task::SpendOn))
            .then(|| Short(open(game, place))),
        rewards: (game.rewards != RewardPool::default()).then(|| Object(rewards(&game.rewards))),
        sniper: place(game.sniper),
        agenda: agenda::write(rules, game),
        population: whole(game.population),
        money: whole(game.money),
        base: whole(game.base),
        boss: Some(Object(boss(rules, game, place(game.boss.district)))),
        districts: Some(districts.collect()),
        market: Some(equipment(rules, game.market)),
        discarded: Some(equipment(rules, game.discarded)),
        defeated: Some(epics.collect()),
        reckoners: Some(team.collect()),
        unusual: flag(read::is_unusual(rules, game)),
        ..TableFile::default()
    };
    expansion::team::write(rules, game, &mut file, place);
    expansion::city::write(rules, game, &mut file, place);
    file
}

/// Whether a card that is used at once pays, where the step alone does not tell. Such a card has left its place in the
/// market, and the dice are put away.
fn is_buying(rules: &Rules, game: &Game) -> bool {
    match game.now {
        _ if game.round == 0 => false,
        Now::Over(Ending::Won) => {
            game.ruleset.modules.has(Module::Equipment)
                && agenda::free_places(rules, game) > 0
                && !in_use(game)
        }
        Now::Over(Ending::Lost(_)) => {
            let beside = |seat: &Seat| seat.fresh_tokens > 0;
            let buying = game.team().iter().any(beside) || game.rewards != RewardPool::default();
            buying && !in_use(game)
        }
        Now::Buy | Now::Receive { .. } | Now::DealEquipment => false,
        _ => game.step == Step::Purchase,
    }
}

/// Whether something lies on the table that is put away when the dice are.
fn in_use(game: &Game) -> bool {
    let seats = || game.team().iter();
    game.sniper.is_somewhere()
        || !game.marks.waiting().is_empty()
        || seats().any(|seat| seat.rolls > 0 || seat.dice.any(Spot::Aside))
}

/// Whether the game was lost while dice were used, where the step alone does not tell.
fn is_using(game: &Game) -> bool {
    matches!(game.now, Now::Over(Ending::Lost(_))) && in_use(game)
}

/// The Dawnslight cards that the step is about.
fn drawn(rules: &Rules, game: &Game, details: &Details) -> Option<Vec<Option<AidName>>> {
    let one = details.held.flatten().or(details.aid);
    let cards = match details.pair {
        Some(pair) => pair.to_vec(),
        None => vec![one?],
    };
    let names = cards.into_iter();
    Some(
        names
            .map(|card| expansion::aids::name(rules, game, card))
            .collect(),
    )
}

/// The card that changes dice in this way.
fn swap_card(rules: &Rules, card: SwapCard) -> Option<EquipmentId> {
    let cards = (0..).map(EquipmentId).zip(&rules.catalog().equipment);
    let mut fitting = cards.filter(|(_, c)| c.power.gain == effect_of(card));
    fitting.next().map(|(id, _)| id)
}

/// The name of a card.
pub(super) fn card_name(rules: &Rules, card: EquipmentId) -> CardName {
    CardName(rules.catalog().equipment(card).name.clone())
}

fn open(game: &Game, place: impl Fn(DistrictIx) -> Option<Place>) -> OpenEntry {
    let open = &game.open;
    let symbols = if open.is_move {
        "move".to_owned()
    } else if open.symbols.total() == 0 {
        NOTHING.to_owned()
    } else {
        dice::say_symbols(open.symbols)
    };
    OpenEntry {
        symbols: Some(SymbolsText(symbols)),
        whole: (!open.whole).then_some(false),
        anywhere: flag(open.span == Span::Anywhere),
        district: match open.span {
            Span::Fixed(district) => place(district),
            Span::Own | Span::Anywhere => None,
        },
        from: (open.origin != Origin::Die && !open.is_move).then_some(OriginName(open.origin)),
    }
}

fn rewards(pool: &RewardPool) -> RewardsEntry {
    RewardsEntry {
        enforcement: whole(pool.enforcement),
        contain: whole(pool.contain),
        plan: whole(pool.plan),
        money: whole(pool.money),
        boss_research: whole(pool.boss_research),
        research: some_whole(pool.research),
        attack: some_whole(pool.attack),
    }
}

fn boss(rules: &Rules, game: &Game, place: Option<Place>) -> BossEntry {
    let boss = &game.boss;
    let mut brackets = TracksEntry::default();
    for track in Track::ALL {
        *brackets.get_mut(track) = whole(boss.brackets[track.index()]);
    }
    let has_health = boss.research == 0 || !rules.boss_has_track(game);
    let mut entry = BossEntry {
        district: place,
        research: whole(boss.research),
        health: whole(boss.health).filter(|_| has_health),
        brackets: Some(Object(brackets)),
        ..BossEntry::default()
    };
    expansion::boss::write(rules, game, &mut entry);
    entry
}

fn district(rules: &Rules, place: &District, name: String) -> DistrictEntry {
    let health = match place.health {
        INFINITE => Health::Infinite,
        n => Health::Finite(Whole::Number(n.into())),
    };
    let of_epic = |n: u8| place.epic.and(whole(n));
    DistrictEntry {
        name: Some(FreeName(name)),
        epic: place
            .epic
            .map(|epic| EpicName(rules.catalog().epic(epic).name.clone())),
        bracket: of_epic(place.bracket),
        research: of_epic(place.research),
        health: place.epic.and(Some(health)),
        enforcement: whole(place.enforcement),
        barricades: whole(place.barricades),
        ..DistrictEntry::default()
    }
}

pub(super) fn equipment(rules: &Rules, cards: CardSet) -> Vec<Option<CardName>> {
    let name = |card| Some(card_name(rules, card));
    cards.equipment().map(name).collect()
}

fn seat(rules: &Rules, game: &Game, seat: &Seat, district: Option<Place>) -> SeatEntry {
    let dice = |spot: Spot| {
        let text = dice::say(rules.catalog(), &seat.dice.faces(spot));
        seat.dice.any(spot).then_some(DiceText(text))
    };
    let rolled = seat.rolls > 0;
    let lost = seat.dice.kinds(Spot::Lost);
    let mut entry = SeatEntry {
        name: Some(seat.reckoner),
        district,
        tokens: whole(seat.tokens),
        tokens_beside: whole(seat.fresh_tokens),
        dice: Some(KindsText(dice::say_kinds(&seat.dice.owned()))),
        lost_dice: seat
            .dice
            .any(Spot::Lost)
            .then(|| KindsText(dice::say_kinds(&lost))),
        aside: seat
            .dice
            .any(Spot::Aside)
            .then(|| KindsText(dice::say_kinds(&seat.dice.kinds(Spot::Aside)))),
        cards: Some(equipment(rules, seat.cards)),
        ability_used: flag(seat.ability_spent),
        done: flag(seat.ended),
        rolls: whole(seat.rolls).filter(|_| rolled),
        rolled: dice(Spot::Rolled),
        kept: dice(Spot::Kept),
        kept_now: whole(seat.kept_now).filter(|_| rolled),
        used: dice(Spot::Used),
        ..SeatEntry::default()
    };
    expansion::seat::write(rules, game, seat, &mut entry);
    expansion::aids::write_seat(rules, game, seat, &mut entry);
    entry
}
