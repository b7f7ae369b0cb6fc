//! Fills an observation from a position.

use super::layout::{
    FEW, LATE, OBS_LEN, PRICES, SCALE, boss, districts, forecast, market, me, open, others,
    rewards, turn,
};
use super::outlook::{Activation, Effects, Forecast, Outlook};
use crate::cards::catalog::{Epic, EquipmentEffect, INFINITE};
use crate::ids::{CardSet, DieKind, FACES, MAX_DISTRICTS, Symbol};
use crate::rules::Rules;
use crate::state::game::NOWHERE;
use crate::state::{Game, Now, Seat, SeatDice};

const DICE: usize = DieKind::COUNT * FACES;

/// Writes observations; holds the rules and tables made from them once.
#[derive(Clone, Debug)]
pub struct Encoder {
    rules: Rules,
    outlook: Outlook,
    /// The widest instructions of this machine, for the one pass over all numbers.
    arch: pulp::Arch,
    /// Symbol of each kind and face, and its count in the lane of the symbol.
    faces: [(u8, u64); DICE],
    /// Cards that double a Basic symbol.
    doublers: CardSet,
    /// Cards usable once a round without cost.
    free_cards: CardSet,
    /// What each Epic pays, and its health once weakened.
    epics: Vec<EpicNumbers>,
}

#[derive(Clone, Copy, Debug)]
struct EpicNumbers {
    reward: [u8; 5],
    weakened: u8,
}

impl Encoder {
    /// Makes the tables.
    pub fn new(rules: Rules) -> Self {
        let catalog = rules.catalog();
        let mut faces = [(0, 0); DICE];
        for (k, die) in catalog.dice.iter().enumerate() {
            for (f, face) in die.faces.iter().enumerate() {
                let symbol = face.symbol.index();
                faces[k * FACES + f] = (symbol as u8, u64::from(face.count) << (LANE * symbol));
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
        let epics = catalog.epics.iter().map(
            |Epic {
                 reward, weakened, ..
             }| EpicNumbers {
                reward: [
                    reward.enforcement,
                    reward.contain,
                    reward.plan,
                    reward.money,
                    reward.boss_research,
                ],
                weakened: *weakened,
            },
        );
        Self {
            arch: pulp::Arch::new(),
            outlook: Outlook::new(&rules),
            faces,
            doublers,
            free_cards,
            epics: epics.collect(),
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
        // Counts first, as bytes: cheap to place, and one pass turns them all into numbers.
        let mut counts = [0u8; OBS_LEN];
        let mut symbols = 0;
        self.me(game, &mut counts, &mut symbols);
        self.others(game, &mut counts, &mut symbols);
        put(&mut counts, turn::team_symbols, unpack(symbols));
        self.turn(game, &mut counts);
        let mut coming = self.districts(game, &mut counts);
        coming.add(&self.boss(game, &mut counts));
        self.open(game, &mut counts);
        counts[forecast::population] = byte(coming.population);
        counts[forecast::fatal] = u8::from(coming.population >= game.population);
        counts[forecast::enforcement] = byte(coming.enforcement);
        let (numbers, counts) = (&mut *out, &counts);
        self.arch.dispatch(
            #[inline(always)]
            || {
                for ((number, &count), &factor) in numbers.iter_mut().zip(counts).zip(&SCALE) {
                    *number = cut(f32::from(count) * factor);
                }
            },
        );
        self.shares(game, out, coming);
    }

    /// What is divided by something that changes with the game.
    fn shares(&self, game: &Game, out: &mut [f32; OBS_LEN], coming: Forecast) {
        let start = f32::from(self.rules.boss_boards(game).value);
        out[boss::research_share] = cut(f32::from(game.boss.research) / start);
        out[boss::health_share] = cut(f32::from(game.boss.health) / start);
        for (t, &bracket) in game.boss.brackets.iter().enumerate() {
            let most = f32::from(self.outlook.boss_end(game, t));
            out[boss::brackets + t] = cut(f32::from(bracket) / most);
        }
        let left = f32::from(game.population.max(1));
        out[forecast::share] = cut(f32::from(coming.population) / left);
    }

    fn turn(&self, game: &Game, out: &mut Counts) {
        if let Some(kind) = decision_index(game.now) {
            out[turn::decision + kind] = 1;
        }
        out[turn::prologue] = u8::from(game.round == 0);
        out[turn::focused] = u8::from(game.focused);
        out[turn::round] = byte(game.round);
        put(
            out,
            turn::late,
            LATE.map(|from| u8::from(game.round >= from)),
        );
        out[turn::difficulty + game.difficulty.index()] = 1;
        out[turn::seats + usize::from(game.seat_count) - 2] = 1;
        out[turn::money] = byte(game.money);
        put(
            out,
            turn::can_pay,
            PRICES.map(|price| u8::from(game.money >= price)),
        );
        out[turn::population] = byte(game.population);
        put(
            out,
            turn::few,
            FEW.map(|most| u8::from(game.population <= most)),
        );
        let setup = &self.rules.catalog().setup;
        out[turn::base] = game.base;
        out[turn::base_next] = u8::from(game.base + 1 >= setup.base_track);
        out[turn::tokens_left] = game.token_supply;
        out[turn::no_tokens] = u8::from(game.token_supply == 0);
        let enforcement = setup.enforcement - game.enforcement_on_board();
        out[turn::enforcement_left] = enforcement;
        out[turn::no_enforcement] = u8::from(enforcement == 0);
        let barricades = setup.barricades - game.barricades_on_board();
        out[turn::barricades_left] = barricades;
        out[turn::no_barricades] = u8::from(barricades == 0);
        out[turn::epic_deck] = game.epic_deck.len() as u8;
        out[turn::defeated] = game.defeated.len() as u8;
        out[turn::equipment_deck] = game.equipment_deck.len() as u8;
    }

    fn me(&self, game: &Game, out: &mut Counts, team: &mut u64) {
        let seat = game.actor();
        out[me::reckoner + seat.reckoner.index()] = 1;
        out[me::ability_spent] = u8::from(seat.ability_spent);
        out[me::tokens] = seat.tokens;
        out[me::any_token] = seat.tokens;
        out[me::fresh_tokens] = seat.fresh_tokens;
        if seat.rolls > 0 {
            out[me::rolls + usize::from(seat.rolls - 1).min(2)] = 1;
        }
        out[me::kept_now] = seat.kept_now;
        put(out, me::dice, seat.dice);
        put(out, me::lost, seat.lost);
        put::<DICE>(out, me::rolled, *flat(&seat.rolled));
        put::<DICE>(out, me::kept, *flat(&seat.kept));
        let doubled = self.doubled(seat);
        let rolled = self.symbols(&seat.rolled, doubled).0;
        let kept = self.symbols(&seat.kept, doubled).0;
        put(out, me::rolled_symbols, unpack(rolled));
        put(out, me::kept_symbols, unpack(kept));
        *team += rolled + kept;
        for card in seat.cards.iter() {
            out[me::cards + usize::from(card)] = 2 - u8::from(seat.spent_cards.has(card));
        }
    }

    fn others(&self, game: &Game, out: &mut Counts, team: &mut u64) {
        for offset in 1..game.seat_count {
            let seat = &game.seats[usize::from(game.seat_at(offset))];
            let start = others::START + usize::from(offset - 1) * others::STRIDE;
            let out: &mut [u8; others::STRIDE] = row(out, start);
            let at = |field: usize| field - others::START;
            out[at(others::present)] = 1;
            out[at(others::reckoner) + seat.reckoner.index()] = 1;
            if seat.district != NOWHERE {
                out[at(others::district) + usize::from(game.offset_of(seat.district))] = 1;
            }
            out[at(others::tokens)] = seat.tokens;
            out[at(others::fresh_tokens)] = seat.fresh_tokens;
            out[at(others::ability_spent)] = u8::from(seat.ability_spent);
            if seat.rolls > 0 {
                let doubled = self.doubled(seat);
                let (rolled, undecided) = self.symbols(&seat.rolled, doubled);
                let (kept, to_use) = self.symbols(&seat.kept, doubled);
                let active = undecided > 0 || self.rules.has_something(seat);
                out[at(others::active)] = u8::from(active);
                out[at(others::rolls)] = seat.rolls;
                out[at(others::undecided)] = undecided;
                out[at(others::kept)] = to_use;
                put(out, at(others::symbols), unpack(rolled + kept));
                *team += rolled + kept;
            }
            let basic = seat.dice[DieKind::Basic.index()];
            out[at(others::basic_dice)] = basic;
            out[at(others::special_dice)] = seat.dice.iter().sum::<u8>() - basic;
            out[at(others::lost)] = seat.lost.iter().sum();
            out[at(others::cards)] = seat.cards.len() as u8;
            let ready = CardSet(seat.cards.0 & !seat.spent_cards.0 & self.free_cards.0);
            out[at(others::ready_cards)] = ready.len() as u8;
        }
    }

    fn districts(&self, game: &Game, out: &mut Counts) -> Forecast {
        let count = usize::from(game.district_count());
        let wrap = |i: usize| if i >= count { i - count } else { i };
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
            let i = wrap(origin + offset);
            let district = &game.districts[i];
            let out: &mut [u8; districts::STRIDE] =
                row(out, districts::START + offset * districts::STRIDE);
            let at = |field: usize| field - districts::START;
            let before = &activations[wrap(i + count - 1)].effects;
            let after = &activations[wrap(i + 1)].effects;
            let Activation {
                effects,
                overflow,
                room,
                saved,
                later,
            } = &activations[i];
            let with_gifts = |own: u8, a: u8, b: u8| own.saturating_add(a).saturating_add(b);
            out[at(districts::boss)] = u8::from(usize::from(game.boss.district) == i);
            out[at(districts::sniper)] = u8::from(usize::from(game.sniper) == i);
            out[at(districts::reckoners)] = crowd[i];
            out[at(districts::enforcement)] = district.enforcement;
            out[at(districts::guarded)] = district.enforcement;
            out[at(districts::barricades)] = district.barricades;
            out[at(districts::blocked)] = district.barricades;
            out[at(districts::enforcement_in)] = with_gifts(
                effects.enforcement,
                before.gift_enforcement,
                after.gift_enforcement,
            );
            out[at(districts::barricades_in)] = with_gifts(
                effects.barricades,
                before.gift_barricades,
                after.gift_barricades,
            );
            let Some(epic) = district.epic else { continue };
            let numbers = &self.epics[usize::from(epic.0)];
            out[at(districts::epic)] = 1;
            out[at(districts::weakened)] = u8::from(district.research == 0);
            out[at(districts::research)] = district.research;
            out[at(districts::health)] = district.health;
            out[at(districts::infinite)] = u8::from(district.health == INFINITE);
            out[at(districts::weakened_health)] = numbers.weakened;
            out[at(districts::bracket)] = district.bracket;
            out[at(districts::room)] = *room;
            out[at(districts::population)] = effects.population;
            out[at(districts::saved)] = *saved;
            out[at(districts::later)] = *later;
            out[at(districts::overflow)] = *overflow;
            out[at(districts::fortify_in)] =
                with_gifts(effects.fortify, before.gift_fortify, after.gift_fortify);
            put(out, at(districts::boosts), effects.boosts);
            out[at(districts::base)] = effects.base;
            put(out, at(districts::reward_enforcement), numbers.reward);
        }
        coming
    }

    fn boss(&self, game: &Game, out: &mut Counts) -> Effects {
        out[boss::research] = byte(game.boss.research);
        out[boss::weakened] = u8::from(game.boss.research == 0);
        out[boss::health] = byte(game.boss.health);
        let effects = self.outlook.boss(game);
        out[boss::population] = effects.population;
        out[boss::enforcement] = effects.enforcement;
        out[boss::barricades] = effects.barricades;
        out[boss::fortify] = effects.fortify_boss;
        out[boss::base] = effects.base;
        effects
    }

    fn open(&self, game: &Game, out: &mut Counts) {
        match game.now {
            Now::Spend => {
                put(out, open::symbols, game.open.symbols);
                for symbol in self.rules.usable_symbols(game).iter() {
                    out[open::acts_as + symbol.index()] = 1;
                }
                out[open::whole] = u8::from(game.open.whole);
                out[open::anywhere] = u8::from(game.open.anywhere);
                out[open::is_move] = u8::from(game.open.is_move);
            }
            Now::SetFace { kind, face } => {
                out[open::change_kind + kind.index()] = 1;
                out[open::change_face + usize::from(face)] = 1;
            }
            Now::Faith => put(out, open::faith, game.tumbling),
            _ => {}
        }
        let shown = match game.now {
            Now::Receive { card } => CardSet(1 << card.0),
            _ => game.market,
        };
        for card in shown.iter() {
            out[market::cards + usize::from(card)] = 1;
        }
        out[rewards::enforcement] = game.rewards.enforcement;
        out[rewards::contain] = game.rewards.contain;
        out[rewards::plan] = game.rewards.plan;
        out[rewards::money] = game.rewards.money;
        out[rewards::boss_research] = game.rewards.boss_research;
    }

    /// The symbols (as bits) that a seat's Basic dice count twice.
    #[inline]
    fn doubled(&self, seat: &Seat) -> u8 {
        let mut bits = 0;
        for card in CardSet(seat.cards.0 & self.doublers.0).iter() {
            let effect = self.rules.catalog().equipment[usize::from(card)].effect;
            if let EquipmentEffect::Double(symbol) = effect {
                bits |= 1 << symbol.index();
            }
        }
        bits
    }

    /// The symbols of some dice, ten bits each, and how many dice there are.
    #[inline]
    fn symbols(&self, dice: &SeatDice, doubled: u8) -> (u64, u8) {
        let (mut symbols, mut total) = (0, 0);
        let counts = flat(dice);
        // Most of the 42 counts are zero: look at eight at a time.
        let mut visit = |start: usize, mut eight: u64| {
            while eight != 0 {
                let i = start + eight.trailing_zeros() as usize / 8;
                let lane = 8 * (i - start);
                let count = counts[i];
                let twice = i < FACES && doubled >> self.faces[i].0 & 1 == 1;
                symbols += (u64::from(count) * self.faces[i].1) << u8::from(twice);
                total += count;
                eight &= !(0xff << lane);
            }
        };
        let (eights, _) = counts.as_chunks::<8>();
        for (chunk, eight) in eights.iter().enumerate() {
            visit(8 * chunk, u64::from_le_bytes(*eight));
        }
        visit(40, u64::from(u16::from_le_bytes([counts[40], counts[41]])));
        (symbols, total)
    }
}

/// The counts from which the numbers are made.
type Counts = [u8; OBS_LEN];

/// A number larger than a byte; every scale is smaller, so nothing is lost.
#[inline]
fn byte(count: u16) -> u8 {
    count.min(255) as u8
}

/// At most 1. Written so that it is one instruction: there is no NaN here.
#[inline]
fn cut(number: f32) -> f32 {
    if number < 1.0 { number } else { 1.0 }
}

/// Copies some counts to their place.
#[inline]
fn put<const N: usize>(out: &mut [u8], at: usize, counts: [u8; N]) {
    out[at..at + N].copy_from_slice(&counts);
}

#[inline]
fn flat(dice: &SeatDice) -> &[u8; DICE] {
    dice.0
        .as_flattened()
        .try_into()
        .expect("seven kinds with six faces")
}

/// Bits of a symbol's count where six of them share a word.
const LANE: usize = 10;

#[inline]
fn unpack(symbols: u64) -> [u8; Symbol::COUNT] {
    std::array::from_fn(|s| ((symbols >> (LANE * s)) & ((1 << LANE) - 1)).min(255) as u8)
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
fn row<const N: usize>(out: &mut Counts, start: usize) -> &mut [u8; N] {
    (&mut out[start..start + N])
        .try_into()
        .expect("a slice of N counts")
}
