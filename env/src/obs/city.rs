//! The sections of the expansion's bosses and cities: what lies on the Reckoners, what the city's boards do, the
//! variants. They are zeros in every other game, and cost nothing there.

use super::layout::{ACTS, city, variants, weakened};
use crate::cards::{Benefit, BoardCard, Cell, Deed, Reach, Side, Verb};
use crate::ids::{Adjustment, BoardIx, CityKind, DistrictIx, SeatOffset};
use crate::rules::Rules;
use crate::state::{Game, Now, Spot};

/// Counts of what deeds do, in the order of `city.acts`.
pub(super) type Acts = [u8; ACTS];

/// What the boards of the cities do, made once from the cards.
#[derive(Clone, Debug)]
pub(super) struct CityRows {
    /// By city, board and height: what the space does.
    spaces: [Vec<Vec<Acts>>; CityKind::COUNT],
}

impl CityRows {
    pub(super) fn new(rules: &Rules) -> Self {
        let of_city = |kind| {
            let boards = rules.catalog().city(kind).boards.iter();
            let boards = boards.map(|board| board.track.iter().map(acts).collect());
            boards.collect()
        };
        Self {
            spaces: CityKind::ALL.map(of_city),
        }
    }

    /// Writes the sections, which are zeros before.
    pub(super) fn write(&self, rules: &Rules, game: &Game, out: &mut [u8]) {
        reckoners(game, out);
        common(rules, game, out);
        let (origin, count) = (game.origin(), game.district_count());
        for offset in 0..count {
            let district = game.clockwise(origin, offset);
            let start = city::START + usize::from(offset) * city::STRIDE;
            self.district(rules, game, district, &mut out[start..start + city::STRIDE]);
        }
    }

    fn district(&self, rules: &Rules, game: &Game, district: DistrictIx, row: &mut [u8]) {
        let at = |field: usize| field - city::START;
        let place = game.district(district);
        let Some(board) = place.board else { return };
        let spaces = &self.spaces[game.ruleset.city.index()][board.ix()];
        let marker = usize::from(place.marker);
        row[at(city::marker)] = place.marker;
        let own = rules.city(game);
        if own.researched().is_some() {
            row[at(city::bottom)] = u8::from(marker == 0);
            let below = spaces[..marker].iter().rev();
            write_acts(&mut row[at(city::acts)..], below.clone().take(1));
            write_acts(&mut row[at(city::soon)..], below.take(3));
        } else if own.moving().is_some() {
            row[at(city::bottom)] = u8::from(marker == 0);
            let passed = game.city.passed;
            if passed.is_somewhere() {
                let next = game.clockwise(passed, 1);
                row[at(city::away)] = 1 + game.offset_from(next, district).0;
            }
            write_acts(&mut row[at(city::acts)..], spaces[1..=marker].iter());
        }
        if let Some(card) = board_card(rules, game, board) {
            write_acts(&mut row[at(city::acts)..], [deed_acts(card.action)].iter());
            let exchanged = game.city.exchanged >> district.0 & 1;
            write_benefit(card.benefit, exchanged, row);
        }
    }
}

fn board_card<'a>(rules: &'a Rules, game: &Game, board: BoardIx) -> Option<&'a BoardCard> {
    let side: Side = game.ruleset.city_cards.side(board)?;
    rules.city(game).board(board).card(side)
}

fn write_benefit(benefit: Benefit, exchanged: u8, row: &mut [u8]) {
    let at = |field: usize| field - city::START;
    let (kind, gives) = match benefit {
        Benefit::OnDefeat(gives) => (0, gives.0),
        Benefit::OnWeaken(gives) => (1, gives.0),
        Benefit::Exchange { cost, gives } => {
            row[at(city::cost) + cost.index()] = 1;
            (2, gives.0)
        }
        Benefit::Reach(symbols) => {
            let mut mask = [0; crate::ids::Symbol::COUNT];
            for symbol in symbols.iter() {
                mask[symbol.index()] = 1;
            }
            (3, mask)
        }
    };
    row[at(city::benefit) + kind] = 1;
    row[at(city::gives)..][..gives.len()].copy_from_slice(&gives);
    row[at(city::exchanged)] = exchanged;
}

fn write_acts<'a>(row: &mut [u8], spaces: impl Iterator<Item = &'a Acts>) {
    for space in spaces {
        add_acts(row, space);
    }
}

/// Adds counts to others.
pub(super) fn add_acts(sums: &mut [u8], counts: &Acts) {
    for (sum, count) in sums.iter_mut().zip(counts) {
        *sum = sum.saturating_add(*count);
    }
}

/// What a space does, each thing counted in its place.
fn acts(cell: &Cell) -> Acts {
    let mut all = [0; ACTS];
    for deed in cell.deeds() {
        add_acts(&mut all, &deed_acts(deed));
    }
    all
}

/// What a deed does, counted in its place.
pub(super) fn deed_acts(deed: Deed) -> Acts {
    let kind = match deed.verb {
        Verb::Population => 0,
        Verb::AddEnforcement => 1,
        Verb::Barricade | Verb::Repel => 2,
        Verb::Fortify | Verb::FortifyBoss => 3,
        Verb::Base => 4,
        Verb::AttackMoney | Verb::AttackPlan | Verb::Steal => 5,
        Verb::Dawnslight => 6,
        Verb::Affect(_) | Verb::AffectAll(_) => 7,
        _ => 8,
    };
    let mut acts = [0; ACTS];
    let both = if deed.reach == Reach::Neighbours {
        2
    } else {
        1
    };
    acts[kind] = deed.times * both;
    acts
}

fn reckoners(game: &Game, out: &mut [u8]) {
    for offset in game.seat_offsets() {
        let seat = game.seat(game.seat_at(SeatOffset(offset.0)));
        let start = offset.ix() * weakened::STRIDE;
        for effect in seat.effects.iter() {
            out[start + weakened::effects + effect.index()] = 1;
        }
        for effect in seat.coming.iter() {
            out[start + weakened::coming + effect.index()] = 1;
        }
        out[start + weakened::disabled] = game.marks.of(seat).disabled.len() as u8;
        out[start + weakened::aside] = seat.dice.count(Spot::Aside);
        out[start + weakened::aids] = seat.aids.iter().sum();
    }
}

fn common(rules: &Rules, game: &Game, out: &mut [u8]) {
    let mut put = |at: usize, counts: &[u8]| out[at..at + counts.len()].copy_from_slice(counts);
    put(variants::aids, &game.actor().aids);
    put(variants::defeated_now, &[game.defeated_now]);
    put(
        variants::cards,
        &[u8::from(!game.ruleset.city_cards.is_none())],
    );
    let boss = rules.catalog().boss(game.ruleset.boss);
    for (card, left) in boss.cards.iter().zip(game.boss.cards) {
        for effect in &card.effects {
            out[variants::boss_cards + effect.index()] += left;
        }
    }
    match game.now {
        Now::KeepAid { pair, .. } => {
            for card in pair {
                out[variants::drawn + card.ix()] = 1;
            }
        }
        Now::GiveAid { card, .. } => out[variants::drawn + card.ix()] = 1,
        Now::Suffer { effect, .. } => out[variants::suffered + effect.index()] = 1,
        _ => {}
    }
}

/// The adjustment, which any game may have.
#[inline]
pub(super) fn adjustment(game: &Game, out: &mut [u8]) {
    out[variants::token] = game.ruleset.adjustment.token();
    out[variants::casual] = u8::from(game.ruleset.adjustment == Adjustment::Casual);
}
