//! Prices and effects of Equipment, and the one ability whose numbers are not known.
//!
//! The rulebooks sort the cards of the base game into types; a card keeps its type, and what its type leaves open is
//! drawn.

use super::dice::written;
use super::draw::Draw;
use super::{Temper, facts, is_free, odds};
use crate::cards::card_files::CardFiles;
use crate::cards::files::epics::RewardEntry;
use crate::cards::files::equipment::EquipmentEntry;
use crate::cards::power::PowerEntry;
use crate::cards::symbols::{Face, read_symbols};
use crate::ids::{DieKind, Symbol};

/// Symbols that are used in a district: a card that reaches any district gives one of these.
const PLACED: [Symbol; 4] = [
    Symbol::Enforcement,
    Symbol::Contain,
    Symbol::Research,
    Symbol::Attack,
];

pub(super) fn draw(files: &mut CardFiles, temper: &Temper, luck: &mut Draw) {
    let mut deal = Deal::new(files, luck);
    for entry in &mut files.reckoners[0].reckoner {
        if let PowerEntry::Activate { cost, gives } = &mut entry.effect
            && is_free(&entry.provenance, "effect")
        {
            (*cost, *gives) = deal.for_a_die(entry.id.key(), luck);
        }
    }
    for entry in files.equipment.iter_mut().flat_map(|f| &mut f.equipment) {
        if is_free(&entry.provenance, "effect") {
            deal.effect(entry, luck);
        }
    }
    // After the effects: prices follow their worth.
    for entry in files.equipment.iter_mut().flat_map(|f| &mut f.equipment) {
        if is_free(&entry.provenance, "price") {
            entry.price = price(entry, temper, luck);
        }
    }
}

/// What is dealt out so that no two cards have the same: pairs, colours and symbols.
struct Deal {
    pairs: Vec<[Symbol; 2]>,
    colours: Vec<DieKind>,
    doubles: Vec<Symbol>,
    for_a_die: Vec<(&'static str, Symbol)>,
    plain: Vec<Symbol>,
}

/// The cards that cost a die, with what their names suggest.
const NAMED: [(&str, Symbol); 4] = [
    ("bank-vault", Symbol::Money),
    ("bribe", Symbol::Enforcement),
    ("imager", Symbol::Research),
    ("prof", Symbol::Plan),
];

impl Deal {
    fn new(files: &CardFiles, luck: &mut Draw) -> Self {
        let known = |kept: fn(&PowerEntry) -> Option<Vec<Symbol>>| {
            let cards = files.equipment.iter().flat_map(|f| &f.equipment);
            let cards = cards.filter(|card| !is_free(&card.provenance, "effect"));
            cards.filter_map(|card| kept(&card.effect)).collect()
        };
        let taken: Vec<Vec<Symbol>> = known(|effect| match effect {
            PowerEntry::Convert { between } => {
                Some(between.iter().filter_map(|s| s.parse().ok()).collect())
            }
            _ => None,
        });
        let doubled: Vec<Vec<Symbol>> = known(|effect| match effect {
            PowerEntry::Double { symbol } => Some(symbol.parse().into_iter().collect()),
            _ => None,
        });
        let mut symbols = Symbol::ALL.to_vec();
        luck.shuffle(&mut symbols);
        let pairs = if luck.chance(odds::PARTITION) {
            let rest = symbols.iter().filter(|s| !taken.concat().contains(s));
            let rest: Vec<Symbol> = rest.copied().collect();
            rest.chunks_exact(2).map(|p| [p[0], p[1]]).collect()
        } else {
            let all = symbols.iter().enumerate();
            let all = all.flat_map(|(i, a)| symbols[i + 1..].iter().map(|b| [*a, *b]));
            let mut all: Vec<[Symbol; 2]> = all.collect();
            all.retain(|pair| !taken.iter().any(|t| pair.iter().all(|s| t.contains(s))));
            luck.shuffle(&mut all);
            all
        };
        let mut colours = DieKind::ALL[1..].to_vec();
        luck.shuffle(&mut colours);
        let mut doubles = Symbol::ALL.to_vec();
        doubles.retain(|s| !doubled.concat().contains(s));
        luck.shuffle(&mut doubles);
        let mut for_a_die = NAMED.to_vec();
        if !luck.chance(odds::BY_NAME) {
            let mut given = NAMED.map(|(_, symbol)| symbol);
            luck.shuffle(&mut given);
            for (card, symbol) in for_a_die.iter_mut().zip(given) {
                card.1 = symbol;
            }
        }
        let mut plain = Symbol::ALL.to_vec();
        luck.shuffle(&mut plain);
        Self {
            pairs,
            colours,
            doubles,
            for_a_die,
            plain,
        }
    }

    fn effect(&mut self, entry: &mut EquipmentEntry, luck: &mut Draw) {
        let key = |symbol: Symbol| symbol.key().to_owned();
        match &mut entry.effect {
            PowerEntry::Convert { between } => {
                if let Some(pair) = self.pairs.pop() {
                    *between = pair.map(key);
                }
            }
            PowerEntry::ExtraDie { kind } => {
                if let Some(colour) = self.colours.pop() {
                    *kind = colour;
                }
            }
            PowerEntry::Double { symbol } => {
                if let Some(other) = self.doubles.pop() {
                    *symbol = key(other);
                }
            }
            PowerEntry::Symbols {
                cost_two: Some(cost),
                gives,
                ..
            } => {
                let first = (entry.id == facts::DATA_CHIP.0).then_some(facts::DATA_CHIP.1);
                let first = first.and_then(|text| text.parse().ok());
                let first: Symbol = first.unwrap_or_else(|| luck.pick(&Symbol::ALL));
                let others = Symbol::ALL.into_iter().filter(|s| *s != first);
                let second = luck.pick(&others.collect::<Vec<_>>());
                *cost = [first, second].map(key);
                let count = luck.weighted(odds::FOR_TWO_DICE);
                let symbol = luck.pick(&PLACED);
                *gives = vec![written(Face { symbol, count })];
            }
            PowerEntry::Symbols { cost, gives, .. } if !cost.is_empty() => {
                (*cost, *gives) = self.for_a_die(&entry.id, luck);
            }
            PowerEntry::Symbols {
                gives,
                any_district,
                ..
            } => {
                // Exactly two symbols on these two; where Drone is used is a guess.
                let two = ["safe-house", "drone"].contains(&entry.id.as_str());
                if entry.id == "drone" {
                    *any_district = luck.chance(50);
                }
                *gives = self.symbols(*any_district, two, luck);
            }
            PowerEntry::Neighbours { symbols } => {
                *symbols = <[Symbol; 2]>::try_from(luck.some(&PLACED, 2))
                    .expect("two")
                    .map(key);
            }
            PowerEntry::AfterMove { either } => {
                *either = <[Symbol; 2]>::try_from(luck.some(&Symbol::ALL, 2))
                    .expect("two")
                    .map(key);
            }
            PowerEntry::Consume(reward) => {
                *reward = meal(entry.id == facts::SHOWS_ATTACK, luck);
            }
            // The others have nothing to draw.
            _ => {}
        }
    }

    /// Symbols of a card that costs nothing.
    fn symbols(&mut self, anywhere: bool, two: bool, luck: &mut Draw) -> Vec<String> {
        let list = if anywhere {
            odds::ANYWHERE
        } else {
            odds::PLAIN
        };
        let count = if two { 2 } else { luck.weighted(list) };
        let symbol = match self.plain.pop() {
            Some(symbol) if !anywhere => symbol,
            _ if anywhere => luck.pick(&PLACED),
            _ => luck.pick(&Symbol::ALL),
        };
        let mut gives = vec![Face { symbol, count }];
        if !two && luck.chance(odds::MIXED) {
            let others = PLACED.into_iter().filter(|s| *s != symbol);
            let symbol = luck.pick(&others.collect::<Vec<_>>());
            gives = vec![gives[0], Face { symbol, count: 1 }];
            gives[0].count = 1;
        }
        gives.into_iter().map(written).collect()
    }

    /// Cost and symbols of a card or an ability that costs a die.
    fn for_a_die(&self, id: &str, luck: &mut Draw) -> (Vec<String>, Vec<String>) {
        let named = self.for_a_die.iter().find(|(card, _)| *card == id);
        let symbol = named.map_or_else(|| luck.pick(&Symbol::ALL), |(_, symbol)| *symbol);
        let mut count = luck.weighted(odds::FOR_A_DIE);
        if id == facts::BANK_VAULT.0 {
            count = count.max(facts::BANK_VAULT.1);
        }
        let others = Symbol::ALL.into_iter().filter(|s| *s != symbol);
        let costs = 1 + usize::from(luck.chance(odds::SECOND_COST));
        let cost = luck.some(&others.collect::<Vec<_>>(), costs);
        let cost = cost.into_iter().map(|s| s.key().to_owned()).collect();
        (cost, vec![written(Face { symbol, count })])
    }
}

/// What a card gives that is used at once: three to five things of two or three kinds.
fn meal(shows_attack: bool, luck: &mut Draw) -> RewardEntry {
    let mut reward = RewardEntry::default();
    reward.attack += u8::from(shows_attack);
    for _ in 0..luck.between(3, 5) {
        let parts = [
            &mut reward.enforcement,
            &mut reward.contain,
            &mut reward.plan,
            &mut reward.money,
            &mut reward.boss_research,
            &mut reward.research,
            &mut reward.attack,
        ];
        let which = luck.between(0, parts.len() as i32 - 1) as usize;
        *parts[which] += 1;
    }
    reward
}

/// A price around what the effect is worth.
fn price(entry: &EquipmentEntry, temper: &Temper, luck: &mut Draw) -> u8 {
    let (least, most) = odds::PRICES;
    let price = if luck.chance(odds::ANY_PRICE) {
        luck.between(least, most - 1)
    } else {
        worth(entry) + temper.price + luck.weighted(odds::PRICE_NOISE)
    };
    let raised = facts::RAISED.contains(&entry.id.as_str());
    price.clamp(least + i32::from(raised), most) as u8
}

/// What an effect is worth in $; where it has no numbers, our price for it.
fn worth(entry: &EquipmentEntry) -> i32 {
    match &entry.effect {
        PowerEntry::Convert { .. } | PowerEntry::Neighbours { .. } => 4,
        PowerEntry::ExtraDie { .. } => 5,
        PowerEntry::Double { .. } => 3,
        PowerEntry::Move {} => 2,
        PowerEntry::Symbols {
            cost,
            cost_two,
            gives,
            any_district,
        } => {
            let symbols = read_symbols(gives).map_or(1, |counts| i32::from(counts.total()));
            match (cost.is_empty(), cost_two, any_district) {
                (_, Some(_), _) => symbols - 2,
                (false, None, _) => symbols,
                (true, None, true) => 2 * symbols,
                (true, None, false) => 1 + symbols,
            }
        }
        PowerEntry::Consume(reward) => {
            let parts = [
                reward.enforcement,
                reward.contain,
                reward.plan,
                reward.money,
                reward.boss_research,
                reward.research,
                reward.attack,
            ];
            i32::from(parts.iter().sum::<u8>()) - 1
        }
        _ => i32::from(entry.price),
    }
}
