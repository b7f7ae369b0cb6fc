//! Fills an observation from a position.

use super::layout::{
    FEW, LATE, OBS_LEN, PRICES, boss, districts, forecast, market, me, open, others, rewards, turn,
};
use super::outlook::{Activation, Forecast, Outlook};
use crate::cards::catalog::{EquipmentEffect, INFINITE};
use crate::ids::{CardSet, DieKind, FACES, MAX_DISTRICTS, Symbol, Track};
use crate::rules::Rules;
use crate::state::game::NOWHERE;
use crate::state::{Game, Now, Seat, SeatDice};

const DICE: usize = DieKind::COUNT * FACES;

/// Writes observations; holds the rules and tables made from them once.
#[derive(Clone, Debug)]
pub struct Encoder {
    rules: Rules,
    outlook: Outlook,
    /// Symbol and count of each kind and face.
    faces: [(u8, u8); DICE],
    /// Cards that double a Basic symbol.
    doublers: CardSet,
    /// Cards usable once a round without cost.
    free_cards: CardSet,
    /// What each Epic pays and its health once weakened, scaled.
    epics: Vec<EpicNumbers>,
    epic_share: f32,
    equipment_share: f32,
}

#[derive(Clone, Copy, Debug)]
struct EpicNumbers {
    reward: [f32; 5],
    weakened: f32,
}

/// `count / most`, at most 1.
#[inline]
fn part(count: impl Into<u16>, most: f32) -> f32 {
    (f32::from(count.into()) * (1.0 / most)).min(1.0)
}

#[inline]
fn flag(condition: bool) -> f32 {
    f32::from(u8::from(condition))
}

impl Encoder {
    /// Makes the tables.
    pub fn new(rules: Rules) -> Self {
        let catalog = rules.catalog();
        let mut faces = [(0, 0); DICE];
        for (k, die) in catalog.dice.iter().enumerate() {
            for (f, face) in die.faces.iter().enumerate() {
                faces[k * FACES + f] = (face.symbol.index() as u8, face.count);
            }
        }
        let (mut doublers, mut free_cards) = (CardSet(0), CardSet(0));
        for (i, card) in catalog.equipment.iter().enumerate() {
            match card.effect {
                EquipmentEffect::Double(_) => doublers.insert(i as u8),
                EquipmentEffect::Symbols { cost, .. } if cost.0 == 0 => free_cards.insert(i as u8),
                EquipmentEffect::Move => free_cards.insert(i as u8),
                _ => {}
            }
        }
        let epics = catalog.epics.iter().map(|epic| EpicNumbers {
            reward: [
                part(epic.reward.enforcement, 3.0),
                part(epic.reward.contain, 3.0),
                part(epic.reward.plan, 3.0),
                part(epic.reward.money, 5.0),
                part(epic.reward.boss_research, 5.0),
            ],
            weakened: part(epic.weakened, 10.0),
        });
        Self {
            outlook: Outlook::new(&rules),
            faces,
            doublers,
            free_cards,
            epics: epics.collect(),
            epic_share: catalog.epics.len() as f32,
            equipment_share: catalog.equipment.len() as f32,
            rules,
        }
    }

    /// The rules it encodes for.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What is to come.
    pub fn outlook(&self) -> &Outlook {
        &self.outlook
    }

    /// Writes the observation of a position; every number is overwritten.
    ///
    /// # Panics
    /// When `out` is not [`OBS_LEN`] long.
    pub fn encode(&self, game: &Game, out: &mut [f32]) {
        let out: &mut [f32; OBS_LEN] = out.try_into().expect("an observation has OBS_LEN numbers");
        out.fill(0.0);
        let mut symbols = [0u16; Symbol::COUNT];
        self.me(game, out, &mut symbols);
        self.others(game, out, &mut symbols);
        self.turn(game, out, &symbols);
        let coming = self.districts(game, out);
        self.boss(game, out, coming);
        self.open(game, out);
    }

    fn turn(&self, game: &Game, out: &mut [f32; OBS_LEN], symbols: &[u16; Symbol::COUNT]) {
        if let Some(kind) = decision_index(game.now) {
            out[turn::decision + kind] = 1.0;
        }
        out[turn::prologue] = flag(game.round == 0);
        out[turn::focused] = flag(game.focused);
        out[turn::round] = part(game.round, 50.0);
        for (i, from) in LATE.into_iter().enumerate() {
            out[turn::late + i] = flag(game.round >= from);
        }
        out[turn::difficulty + game.difficulty.index()] = 1.0;
        out[turn::seats + usize::from(game.seat_count) - 2] = 1.0;
        out[turn::money] = part(game.money, 20.0);
        for (i, price) in PRICES.into_iter().enumerate() {
            out[turn::can_pay + i] = flag(game.money >= price);
        }
        out[turn::population] = part(game.population, 40.0);
        for (i, most) in FEW.into_iter().enumerate() {
            out[turn::few + i] = flag(game.population <= most);
        }
        let setup = &self.rules.catalog().setup;
        out[turn::base] = part(game.base, 4.0);
        out[turn::base_next] = flag(game.base + 1 >= setup.base_track);
        out[turn::tokens_left] = part(game.token_supply, 20.0);
        out[turn::no_tokens] = flag(game.token_supply == 0);
        let enforcement = setup.enforcement - game.enforcement_on_board();
        out[turn::enforcement_left] = part(enforcement, 25.0);
        out[turn::no_enforcement] = flag(enforcement == 0);
        let barricades = setup.barricades - game.barricades_on_board();
        out[turn::barricades_left] = part(barricades, 8.0);
        out[turn::no_barricades] = flag(barricades == 0);
        out[turn::epic_deck] = part(game.epic_deck.len() as u16, self.epic_share);
        out[turn::defeated] = part(game.defeated.len() as u16, self.epic_share);
        out[turn::equipment_deck] = part(game.equipment_deck.len() as u16, self.equipment_share);
        for (i, &count) in symbols.iter().enumerate() {
            out[turn::team_symbols + i] = part(count, 24.0);
        }
    }

    fn me(&self, game: &Game, out: &mut [f32; OBS_LEN], team: &mut [u16; Symbol::COUNT]) {
        let seat = game.actor();
        out[me::reckoner + seat.reckoner.index()] = 1.0;
        out[me::ability_spent] = flag(seat.ability_spent);
        out[me::tokens] = part(seat.tokens, 5.0);
        out[me::any_token] = flag(seat.tokens > 0);
        out[me::fresh_tokens] = part(seat.fresh_tokens, 5.0);
        if seat.rolls > 0 {
            out[me::rolls + usize::from(seat.rolls - 1).min(2)] = 1.0;
        }
        out[me::kept_now] = flag(seat.kept_now > 0);
        for k in 0..DieKind::COUNT {
            out[me::dice + k] = part(seat.dice[k], 4.0);
            out[me::lost + k] = part(seat.lost[k], 2.0);
        }
        let doubled = self.doubled(seat);
        for (dice, faces_at, symbols_at) in [
            (&seat.rolled, me::rolled, me::rolled_symbols),
            (&seat.kept, me::kept, me::kept_symbols),
        ] {
            let mut symbols = [0u16; Symbol::COUNT];
            for_each_die(dice, |i, count| {
                out[faces_at + i] = part(count, 3.0);
                self.count_symbols(i, count, doubled, &mut symbols);
            });
            for (i, count) in symbols.into_iter().enumerate() {
                out[symbols_at + i] = part(count, 8.0);
                team[i] += count;
            }
        }
        for card in seat.cards.iter() {
            out[me::cards + usize::from(card)] = if seat.spent_cards.has(card) { 0.5 } else { 1.0 };
        }
    }

    fn others(&self, game: &Game, out: &mut [f32; OBS_LEN], team: &mut [u16; Symbol::COUNT]) {
        for offset in 1..game.seat_count {
            let seat = &game.seats[usize::from(game.seat_at(offset))];
            let start = others::START + usize::from(offset - 1) * others::STRIDE;
            let out: &mut [f32; others::STRIDE] = row(out, start);
            let at = |field: usize| field - others::START;
            out[at(others::present)] = 1.0;
            out[at(others::reckoner) + seat.reckoner.index()] = 1.0;
            if seat.district != NOWHERE {
                out[at(others::district) + usize::from(game.offset_of(seat.district))] = 1.0;
            }
            out[at(others::tokens)] = part(seat.tokens, 5.0);
            out[at(others::fresh_tokens)] = part(seat.fresh_tokens, 5.0);
            out[at(others::ability_spent)] = flag(seat.ability_spent);
            out[at(others::rolls)] = part(seat.rolls, 3.0);
            let doubled = self.doubled(seat);
            let mut symbols = [0u16; Symbol::COUNT];
            let (mut undecided, mut kept) = (0u8, 0u8);
            for_each_die(&seat.rolled, |i, count| {
                undecided += count;
                self.count_symbols(i, count, doubled, &mut symbols);
            });
            for_each_die(&seat.kept, |i, count| {
                kept += count;
                self.count_symbols(i, count, doubled, &mut symbols);
            });
            out[at(others::active)] =
                flag(undecided > 0 || (seat.rolls > 0 && self.rules.has_something(seat)));
            out[at(others::undecided)] = part(undecided, 9.0);
            out[at(others::kept)] = part(kept, 9.0);
            for (i, count) in symbols.into_iter().enumerate() {
                out[at(others::symbols) + i] = part(count, 8.0);
                team[i] += count;
            }
            let basic = seat.dice[DieKind::Basic.index()];
            let dice: u8 = seat.dice.iter().sum();
            out[at(others::basic_dice)] = part(basic, 4.0);
            out[at(others::special_dice)] = part(dice - basic, 6.0);
            out[at(others::lost)] = part(seat.lost.iter().sum::<u8>(), 3.0);
            out[at(others::cards)] = part(seat.cards.len() as u16, 6.0);
            let ready = CardSet(seat.cards.0 & !seat.spent_cards.0 & self.free_cards.0);
            out[at(others::ready_cards)] = part(ready.len() as u16, 4.0);
        }
    }

    fn districts(&self, game: &Game, out: &mut [f32; OBS_LEN]) -> Forecast {
        let count = usize::from(game.district_count());
        let mut coming = Forecast::default();
        let mut activations = [Activation::default(); MAX_DISTRICTS];
        for (activation, district) in activations.iter_mut().zip(game.ring()) {
            *activation = self.outlook.activation(district);
            coming.add(&activation.effects);
        }
        let mut crowd = [0u8; MAX_DISTRICTS];
        for seat in game.team().iter().filter(|s| s.district != NOWHERE) {
            crowd[usize::from(seat.district)] += 1;
        }
        let origin = usize::from(game.origin());
        for offset in 0..count {
            let wrap = |i: usize| if i >= count { i - count } else { i };
            let i = wrap(origin + offset);
            let district = &game.districts[i];
            let out: &mut [f32; districts::STRIDE] =
                row(out, districts::START + offset * districts::STRIDE);
            let at = |field: usize| field - districts::START;
            let (before, after) = (
                &activations[wrap(i + count - 1)].effects,
                &activations[wrap(i + 1)].effects,
            );
            let (enforcement_in, barricades_in, fortify_in) = (
                before.gift_enforcement + after.gift_enforcement,
                before.gift_barricades + after.gift_barricades,
                before.gift_fortify + after.gift_fortify,
            );
            out[at(districts::boss)] = flag(usize::from(game.boss.district) == i);
            out[at(districts::sniper)] = flag(usize::from(game.sniper) == i);
            out[at(districts::reckoners)] = part(crowd[i], 3.0);
            out[at(districts::enforcement)] = part(district.enforcement, 6.0);
            out[at(districts::guarded)] = flag(district.enforcement > 0);
            out[at(districts::barricades)] = part(district.barricades, 3.0);
            out[at(districts::blocked)] = flag(district.barricades > 0);
            let Activation {
                effects,
                overflow,
                room,
                saved,
                later,
            } = &activations[i];
            out[at(districts::enforcement_in)] = part(effects.enforcement + enforcement_in, 4.0);
            out[at(districts::barricades_in)] = part(effects.barricades + barricades_in, 3.0);
            let Some(epic) = district.epic else { continue };
            let numbers = &self.epics[usize::from(epic.0)];
            out[at(districts::epic)] = 1.0;
            out[at(districts::weakened)] = flag(district.research == 0);
            out[at(districts::research)] = part(district.research, 5.0);
            out[at(districts::health)] = part(district.health, 10.0);
            out[at(districts::infinite)] = flag(district.health == INFINITE);
            out[at(districts::weakened_health)] = numbers.weakened;
            out[at(districts::bracket)] = part(district.bracket, 7.0);
            out[at(districts::room)] = part(*room, 7.0);
            out[at(districts::population)] = part(effects.population, 6.0);
            out[at(districts::saved)] = part(*saved, 3.0);
            out[at(districts::later)] = part(*later, 6.0);
            out[at(districts::overflow)] = part(*overflow, 4.0);
            out[at(districts::fortify_in)] = part(effects.fortify + fortify_in, 3.0);
            for (t, &times) in effects.boosts.iter().enumerate() {
                out[at(districts::boosts) + t] = part(times, 3.0);
            }
            out[at(districts::base)] = part(effects.base, 2.0);
            out[at(districts::reward)..at(districts::reward) + 5].copy_from_slice(&numbers.reward);
        }
        coming
    }

    fn boss(&self, game: &Game, out: &mut [f32; OBS_LEN], mut coming: Forecast) {
        let him = &game.boss;
        let start = f32::from(self.rules.boss_boards(game).value);
        out[boss::research] = part(him.research, 50.0);
        out[boss::research_share] = part(him.research, start);
        out[boss::weakened] = flag(him.research == 0);
        out[boss::health] = part(him.health, 50.0);
        out[boss::health_share] = part(him.health, start);
        for t in 0..Track::COUNT {
            let most = f32::from(self.outlook.boss_end(game, t));
            out[boss::brackets + t] = part(him.brackets[t], most);
        }
        let effects = self.outlook.boss(game);
        out[boss::population] = part(effects.population, 6.0);
        out[boss::enforcement] = part(effects.enforcement, 8.0);
        out[boss::barricades] = part(effects.barricades, 6.0);
        out[boss::fortify] = part(effects.fortify_boss, 3.0);
        out[boss::base] = part(effects.base, 2.0);
        coming.add(&effects);
        out[forecast::population] = part(coming.population, 20.0);
        out[forecast::share] = part(coming.population, f32::from(game.population.max(1)));
        out[forecast::fatal] = flag(coming.population >= game.population);
        out[forecast::enforcement] = part(coming.enforcement, 12.0);
    }

    fn open(&self, game: &Game, out: &mut [f32; OBS_LEN]) {
        match game.now {
            Now::Spend => {
                for (i, &count) in game.open.symbols.iter().enumerate() {
                    out[open::symbols + i] = part(count, 4.0);
                }
                for symbol in self.rules.usable_symbols(game).iter() {
                    out[open::acts_as + symbol.index()] = 1.0;
                }
                out[open::whole] = flag(game.open.whole);
                out[open::anywhere] = flag(game.open.anywhere);
                out[open::is_move] = flag(game.open.is_move);
            }
            Now::SetFace { kind, face } => {
                out[open::change_kind + kind.index()] = 1.0;
                out[open::change_face + usize::from(face)] = 1.0;
            }
            Now::Faith => {
                for (k, &count) in game.tumbling.iter().enumerate() {
                    out[open::faith + k] = part(count, 4.0);
                }
            }
            _ => {}
        }
        if let Now::Receive { card } = game.now {
            out[market::cards + usize::from(card.0)] = 1.0;
        } else {
            for card in game.market.iter() {
                out[market::cards + usize::from(card)] = 1.0;
            }
        }
        let pool = &game.rewards;
        out[rewards::pool] = part(pool.enforcement, 4.0);
        out[rewards::pool + 1] = part(pool.contain, 4.0);
        out[rewards::pool + 2] = part(pool.plan, 4.0);
        out[rewards::pool + 3] = part(pool.money, 6.0);
        out[rewards::pool + 4] = part(pool.boss_research, 8.0);
    }

    /// The symbols (as bits) that a seat's Basic dice count twice.
    #[inline]
    fn doubled(&self, seat: &Seat) -> u8 {
        let mut bits = 0;
        for card in CardSet(seat.cards.0 & self.doublers.0).iter() {
            if let EquipmentEffect::Double(symbol) =
                self.rules.catalog().equipment[usize::from(card)].effect
            {
                bits |= 1 << symbol.index();
            }
        }
        bits
    }

    #[inline]
    fn count_symbols(&self, die: usize, dice: u8, doubled: u8, symbols: &mut [u16; Symbol::COUNT]) {
        let (symbol, count) = self.faces[die];
        let twice = die < FACES && doubled >> symbol & 1 == 1;
        symbols[usize::from(symbol)] += u16::from(dice) * u16::from(count) << u8::from(twice);
    }
}

/// The index of a decision in `turn.decision`; `None` while chance is awaited or after the end.
pub fn decision_index(now: Now) -> Option<usize> {
    Some(match now {
        Now::Place => 0,
        Now::Keep => 1,
        Now::Faith => 2,
        Now::Use => 3,
        Now::SetFace { .. } => 4,
        Now::Spend => 5,
        Now::Reward => 6,
        Now::Buy => 7,
        Now::Receive { .. } => 8,
        Now::LoseDie => 9,
        Now::DealEpic { .. }
        | Now::DealEquipment
        | Now::PlaceBoss
        | Now::MoveBoss
        | Now::RollDice { .. }
        | Now::Over(_)
        | Now::Busy => return None,
    })
}

/// One repetition of a section.
#[inline]
fn row<const N: usize>(out: &mut [f32; OBS_LEN], start: usize) -> &mut [f32; N] {
    (&mut out[start..start + N])
        .try_into()
        .expect("a slice of N numbers")
}

/// Visits the kinds and faces (as one index) with at least one die.
#[inline]
fn for_each_die(dice: &SeatDice, mut visit: impl FnMut(usize, u8)) {
    let counts = dice.0.as_flattened();
    let mut start = 0;
    // Most of the 42 counts are zero: look at eight at a time.
    while start < DICE {
        let end = (start + 8).min(DICE);
        let mut eight = [0u8; 8];
        eight[..end - start].copy_from_slice(&counts[start..end]);
        let mut rest = u64::from_le_bytes(eight);
        while rest != 0 {
            let i = rest.trailing_zeros() as usize / 8;
            visit(start + i, eight[i]);
            rest &= !(0xff << (8 * i));
        }
        start = end;
    }
}
