//! Fills an observation from a position.

use std::sync::atomic::{AtomicU64, Ordering};

use super::city::{self, CityRows};
use super::counts::{Counts, cut};
use super::dice::{DicePlaces, DiceSymbols, TeamSymbols, by_symbol};
use super::layout::{
    FEW, LATE, OBS_LEN, PRICES, boss, districts, faces, forecast, market, me, open, others,
    printed, rewards, ruleset, turn,
};
use super::ring::{EpicRows, RingSums};
use super::seen::{Beside, Changed, FarSums, Seen};
use super::tracks::TrackRows;
use crate::decision::Decision;
use crate::forecast::{Activations, Effects, boss_ends};
use crate::ids::{DieKind, MAX_DISTRICTS, SeatOffset};
use crate::rules::Rules;
use crate::state::{CardMarks, Game, Now, Origin, Seat, Span, Spot};

/// The id of the next encoder.
static NEXT_ID: AtomicU64 = AtomicU64::new(0);

/// Writes observations; holds the rules and tables made from them once.
#[derive(Clone, Debug)]
pub struct Encoder {
    rules: Rules,
    /// Which encoder this is: what another one wrote may come from other cards.
    id: u64,
    activations: Activations,
    /// The widest instructions of this machine: all of an observation is written with them.
    arch: pulp::Arch,
    dice: DiceSymbols,
    places: DicePlaces,
    epic_rows: EpicRows,
    city_rows: CityRows,
    track_rows: TrackRows,
}

impl Encoder {
    /// Makes the tables.
    pub fn new(rules: Rules) -> Self {
        let activations = Activations::new(&rules);
        Self {
            arch: pulp::Arch::new(),
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            dice: DiceSymbols::new(rules.catalog()),
            places: DicePlaces::new(),
            epic_rows: EpicRows::new(&rules, &activations),
            city_rows: CityRows::new(&rules),
            track_rows: TrackRows::new(&rules),
            activations,
            rules,
        }
    }

    /// The rules it encodes for.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What each Epic and each boss does when it is activated.
    pub fn activations(&self) -> &Activations {
        &self.activations
    }

    /// Writes the observation of a position; every number is overwritten.
    ///
    /// # Panics
    /// When `out` is not [`OBS_LEN`] long.
    pub fn encode(&self, game: &Game, out: &mut [f32]) {
        let mut counts = Counts::NONE;
        self.encode_over(game, None, &mut counts, out);
    }

    /// Writes the observation of a position over another one of which is known what it shows, and notes what this one
    /// shows: sections that are made of the same things as before stay as they are. `counts` is room to work in, whatever
    /// it holds: the same for many observations, since it is then at hand.
    ///
    /// # Panics
    /// When `out` is not [`OBS_LEN`] long.
    pub(crate) fn encode_over(
        &self,
        game: &Game,
        seen: Option<&mut Seen>,
        counts: &mut Counts,
        out: &mut [f32],
    ) {
        let out: &mut [f32; OBS_LEN] = out.try_into().expect("an observation has OBS_LEN numbers");
        self.arch.dispatch(Encoding {
            encoder: self,
            game,
            seen,
            counts,
            out,
        });
    }

    #[inline(always)]
    fn write(
        &self,
        game: &Game,
        seen: Option<&mut Seen>,
        counts: &mut Counts,
        out: &mut [f32; OBS_LEN],
    ) {
        let (changed, mut sums) = match &seen {
            Some(Seen(Some(known))) => (known.changed(self.id, game), known.sums),
            _ => (Changed::ALL, FarSums::default()),
        };
        counts.clear(changed);
        let all = counts.all();
        if changed.others {
            sums.symbols = self.others(game, all);
        }
        if changed.board {
            sums.ring = self.board(game, all);
        }
        if changed.beside {
            self.beside(game, all);
        }
        if changed.variants {
            city::adjustment(game, all);
            if game.ruleset.is_merged() {
                self.city_rows.write(&self.rules, game, all);
            }
        }
        self.near(game, sums, all);
        counts.write(changed, usize::from(game.seat_count), out);
        if changed.places {
            places(game, out);
        }
        // What follows is not made from counts alone.
        let left = f32::from(game.population.max(1));
        out[forecast::share] = cut(f32::from(sums.ring.coming.population) / left);
        if changed.board {
            self.shares(game, out);
        }
        if changed.board || changed.beside {
            self.track_rows.write(game, out);
        }
        if let Some(seen) = seen {
            seen.note(changed, self.id, game, sums);
        }
    }

    /// The districts, the boss and the game that is played. Gives what the near sections take from them.
    #[inline(always)]
    fn board(&self, game: &Game, counts: &mut [u8; OBS_LEN]) -> RingSums {
        let (rows, _) = counts[districts::START..].as_chunks_mut();
        let rows = rows.first_chunk_mut().expect("a row for each district");
        let mut ring = self
            .epic_rows
            .write(&self.rules, &self.activations, game, rows);
        ring.coming.add(&self.boss(game, counts));
        counts[ruleset::boss + game.ruleset.boss.index()] = 1;
        counts[ruleset::city + game.ruleset.city.index()] = 1;
        for module in game.ruleset.modules.iter() {
            counts[ruleset::modules + module.index()] = 1;
        }
        ring
    }

    /// What a Reckoner's own decisions change.
    #[inline(always)]
    fn near(&self, game: &Game, sums: FarSums, counts: &mut [u8; OBS_LEN]) {
        let FarSums { mut symbols, ring } = sums;
        self.me(game, counts, &mut symbols);
        put(counts, turn::team_symbols, symbols.by_symbol());
        self.turn(game, &ring, counts);
        self.open(game, counts);
        let coming = ring.coming;
        counts[forecast::population] = byte(coming.population);
        counts[forecast::fatal] = u8::from(coming.population >= game.population);
        counts[forecast::enforcement] = byte(coming.enforcement);
    }

    /// What is divided by something that changes with the game.
    #[inline(always)]
    fn shares(&self, game: &Game, out: &mut [f32; OBS_LEN]) {
        let start = self.rules.boss_values(game);
        out[boss::research_share] = cut(f32::from(game.boss.research) / f32::from(start.research));
        out[boss::health_share] = cut(f32::from(game.boss.health) / f32::from(start.health));
        let ends = boss_ends(self.rules.catalog(), game);
        for (t, (&bracket, most)) in game.boss.brackets.iter().zip(ends).enumerate() {
            out[boss::brackets + t] = cut(f32::from(bracket) / f32::from(most));
        }
    }

    #[inline(always)]
    fn turn(&self, game: &Game, sums: &RingSums, out: &mut [u8; OBS_LEN]) {
        if let Some(decision) = Decision::of(game.now) {
            out[turn::decision + decision.index()] = 1;
        }
        out[turn::prologue] = u8::from(game.round == 0);
        out[turn::focused] = u8::from(game.focused);
        out[turn::round] = byte(game.round);
        put(
            out,
            turn::late,
            LATE.map(|from| u8::from(game.round >= from)),
        );
        out[turn::difficulty + game.difficulty().index()] = 1;
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
        let enforcement = setup.enforcement - sums.enforcement;
        out[turn::enforcement_left] = enforcement;
        out[turn::no_enforcement] = u8::from(enforcement == 0);
        let barricades = setup.barricades - sums.barricades;
        out[turn::barricades_left] = barricades;
        out[turn::no_barricades] = u8::from(barricades == 0);
        out[turn::epic_deck] = game.epic_deck.len() as u8;
        out[turn::defeated] = game.defeated.len() as u8;
        out[turn::equipment_deck] = game.equipment_deck.len() as u8;
    }

    #[inline(always)]
    fn me(&self, game: &Game, out: &mut [u8; OBS_LEN], team: &mut TeamSymbols) {
        let (seat, marks) = (game.actor(), game.marks.of(game.actor()));
        out[me::reckoner + seat.reckoner.index()] = 1;
        out[me::ability_spent] = u8::from(seat.ability_spent);
        out[me::tokens] = seat.tokens;
        out[me::any_token] = seat.tokens;
        out[me::fresh_tokens] = seat.fresh_tokens;
        if seat.rolls > 0 {
            out[me::rolls + usize::from(seat.rolls - 1).min(2)] = 1;
        }
        out[me::kept_now] = seat.kept_now;
        self.places.count(&seat.dice, out);
        let shown = self.dice.count(&seat.dice, &self.rules.traits(game, seat));
        put(out, me::dice, shown.owned);
        put(out, me::rolled_symbols, by_symbol(shown.rolled));
        put(out, me::kept_symbols, by_symbol(shown.kept));
        team.add(shown.rolled + shown.kept);
        own(seat, &marks, &mut out[me::cards..]);
        out[me::resting] = marks.resting.len() as u8;
        out[me::waiting] = marks.waiting().len() as u8;
        out[me::demolitions] = seat.demolitions;
    }

    /// The other Reckoners, but for where they are.
    #[inline(always)]
    fn others(&self, game: &Game, out: &mut [u8; OBS_LEN]) -> TeamSymbols {
        let mut team = TeamSymbols::default();
        for offset in 1..game.seat_count {
            let seat = game.seat(game.seat_at(SeatOffset(offset)));
            let (traits, marks) = (self.rules.traits(game, seat), game.marks.of(seat));
            let start = others::START + usize::from(offset - 1) * others::STRIDE;
            let out: &mut [u8; others::STRIDE] = row(out, start);
            let at = |field: usize| field - others::START;
            out[at(others::present)] = 1;
            out[at(others::reckoner) + seat.reckoner.index()] = 1;
            out[at(others::tokens)] = seat.tokens;
            out[at(others::fresh_tokens)] = seat.fresh_tokens;
            out[at(others::ability_spent)] = u8::from(seat.ability_spent);
            let shown = self.dice.count(&seat.dice, &traits);
            if seat.rolls > 0 {
                let active = shown.undecided > 0 || traits.has_something();
                out[at(others::active)] = u8::from(active);
                out[at(others::rolls)] = seat.rolls;
                out[at(others::undecided)] = shown.undecided;
                out[at(others::kept)] = shown.to_use;
                put(
                    out,
                    at(others::symbols),
                    by_symbol(shown.rolled + shown.kept),
                );
                team.add(shown.rolled + shown.kept);
            }
            out[at(others::basic_dice)] = shown.basic;
            out[at(others::special_dice)] = shown.special;
            out[at(others::lost)] = shown.lost;
            out[at(others::cards)] = seat.cards.len() as u8;
            out[at(others::ready_cards)] = traits.free_cards().len() as u8;
            out[at(others::resting)] = marks.resting.len() as u8;
            out[at(others::waiting)] = marks.waiting().len() as u8;
            out[at(others::demolitions)] = seat.demolitions;
            own(seat, &marks, &mut out[at(others::owned)..]);
        }
        team
    }

    /// What lies beside the board.
    #[inline(always)]
    fn beside(&self, game: &Game, out: &mut [u8; OBS_LEN]) {
        let beside = Beside::of(game);
        for card in beside.market.iter() {
            out[market::cards + usize::from(card)] = 1;
        }
        let rewards = beside.rewards;
        out[rewards::enforcement] = rewards.enforcement;
        out[rewards::contain] = rewards.contain;
        out[rewards::plan] = rewards.plan;
        out[rewards::money] = rewards.money;
        out[rewards::boss_research] = rewards.boss_research;
        out[rewards::research] = rewards.research;
        out[rewards::attack] = rewards.attack;
        if let Some(kind) = beside.faces {
            self.faces(kind, out);
        }
        let setup = &self.rules.catalog().setup;
        out[printed::base_left] = setup.base_track.saturating_sub(beside.base + 1);
    }

    /// The faces of a die to choose from.
    fn faces(&self, kind: DieKind, out: &mut [u8; OBS_LEN]) {
        let shown = self.rules.catalog().die(kind).faces.iter();
        for (row, face) in shown.enumerate() {
            out[faces::symbols + row * faces::STRIDE + face.symbol.index()] = face.count;
        }
    }

    #[inline(always)]
    fn boss(&self, game: &Game, out: &mut [u8; OBS_LEN]) -> Effects {
        out[boss::research] = byte(game.boss.research);
        out[boss::weakened] = u8::from(game.boss.research == 0);
        out[boss::health] = byte(game.boss.health);
        let effects = self.activations.boss(game);
        out[boss::population] = effects.population;
        out[boss::enforcement] = effects.enforcement;
        out[boss::barricades] = effects.barricades;
        out[boss::fortify] = effects.fortify_boss;
        out[boss::base] = effects.base;
        effects
    }

    #[inline(always)]
    fn open(&self, game: &Game, out: &mut [u8; OBS_LEN]) {
        if !game.open.is_closed() {
            put(out, open::symbols, game.open.symbols.0);
            for symbol in self.rules.usable(game).iter() {
                out[open::acts_as + symbol.index()] = 1;
            }
            out[open::whole] = u8::from(game.open.whole);
            out[open::anywhere] = u8::from(game.open.span == Span::Anywhere);
            out[open::is_move] = u8::from(game.open.is_move);
            out[open::of_token] = u8::from(game.open.origin == Origin::Token);
            out[open::after_move] = u8::from(game.open.origin == Origin::AfterMove);
        }
        match game.now {
            Now::Spend => {
                if let Span::Fixed(district) = game.open.span {
                    out[open::place + game.offset_of(district).ix()] = 1;
                }
            }
            Now::Kidnap { to: district, .. }
            | Now::Steal { district }
            | Now::SecondHalf { to: district }
            | Now::KeepAid { district, .. }
            | Now::GiveAid { district, .. }
            | Now::Suffer { district, .. }
            | Now::Perform { district } => {
                out[open::place + game.offset_of(district).ix()] = 1;
            }
            Now::Recipient { gift } => out[open::gift + gift.index()] = 1,
            Now::LoseFace { kind, .. } => out[open::change_kind + kind.index()] = 1,
            Now::SwapTake { given, .. } => out[open::change_kind + given.index()] = 1,
            Now::SetFace { kind, face } => {
                out[open::change_kind + kind.index()] = 1;
                out[open::change_face + face.ix()] = 1;
            }
            Now::Faith => put(out, open::faith, game.actor().dice.kinds(Spot::Air)),
            _ => {}
        }
    }
}

/// Where the other Reckoners are: that changes with every step of the one who decides, and nothing else of them does.
#[inline(always)]
fn places(game: &Game, out: &mut [f32; OBS_LEN]) {
    let origin = game.origin();
    for offset in 1..game.seat_count {
        let seat = game.seat(game.seat_at(SeatOffset(offset)));
        let start = others::district + usize::from(offset - 1) * others::STRIDE;
        let row = &mut out[start..start + MAX_DISTRICTS];
        row.fill(0.0);
        if seat.district.is_somewhere() {
            row[game.offset_from(origin, seat.district).ix()] = 1.0;
        }
    }
}

/// One observation to be written, for whatever instructions the machine has. Not a closure: a
/// closure this large is not inlined, and only what is inlined uses those instructions.
struct Encoding<'a> {
    encoder: &'a Encoder,
    game: &'a Game,
    seen: Option<&'a mut Seen>,
    counts: &'a mut Counts,
    out: &'a mut [f32; OBS_LEN],
}

impl pulp::WithSimd for Encoding<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        self.encoder
            .write(self.game, self.seen, self.counts, self.out);
    }
}

/// A number larger than a byte; every scale is smaller, so nothing is lost.
#[inline]
fn byte(count: u16) -> u8 {
    count.min(255) as u8
}

/// The Equipment of a seat: 2 for a card, 1 while it is of no use.
#[inline]
fn own(seat: &Seat, marks: &CardMarks, cards: &mut [u8]) {
    let idle = marks.spent.or(marks.idle());
    for card in seat.cards.iter() {
        cards[usize::from(card)] = 2 - u8::from(idle.has(card));
    }
}

/// Copies some counts to their place.
#[inline]
fn put<const N: usize>(out: &mut [u8], at: usize, counts: [u8; N]) {
    out[at..at + N].copy_from_slice(&counts);
}

/// One repetition of a section.
#[inline]
fn row<const N: usize>(out: &mut [u8; OBS_LEN], start: usize) -> &mut [u8; N] {
    (&mut out[start..start + N])
        .try_into()
        .expect("a slice of N counts")
}
