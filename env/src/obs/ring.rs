//! The section `districts`: the ring as the deciding Reckoner sees it.
//!
//! Most of a district's numbers follow from its Epic, the bracket and the Enforcement beside it.
//! They are worked out once, as whole rows of counts to be copied.

use super::layout::districts::{self, START, STRIDE};
use crate::cards::{Epic, INFINITE, MAX_TRACK};
use crate::forecast::{Activation, Activations, Effects};
use crate::ids::{DistrictIx, EpicId, MAX_DISTRICTS, Shield};
use crate::rules::Rules;
use crate::state::{District, Game};

/// The counts of one district.
pub(super) type Row = [u8; STRIDE];

/// Those before the one-hot of the card, which is the last field: what is worked out beforehand. With the one-hot a row
/// would take two cache lines of which one holds zeros.
type Known = [u8; at(districts::card)];

/// The place of a field in a row.
const fn at(field: usize) -> usize {
    field - START
}

/// Amounts of Enforcement for which rows are worked out beforehand; more is rare.
const KNOWN: usize = 12;

/// A district as its Epic, bracket and Enforcement make it: a cache line each.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct EpicRow {
    row: Known,
    /// What the Epic gives to each neighbour.
    gifts: Gifts,
}

impl EpicRow {
    // Not inlined: while games are played it is hardly ever needed.
    #[inline(never)]
    fn new(rules: &Rules, epic: &Epic, district: &District, activation: &Activation) -> Self {
        let Activation {
            effects,
            overflow,
            room,
            saved,
            later,
            ..
        } = *activation;
        let mut row = [0; at(districts::card)];
        row[at(districts::epic)] = 1;
        row[at(districts::weakened_health)] = epic.weakened;
        row[at(districts::bracket)] = district.bracket;
        row[at(districts::room)] = room;
        row[at(districts::enforcement)] = district.enforcement;
        row[at(districts::guarded)] = district.enforcement;
        row[at(districts::holds)] = u8::from(rules.holds_reckoners(district));
        row[at(districts::population)] = effects.population;
        row[at(districts::saved)] = saved;
        row[at(districts::later)] = later;
        row[at(districts::overflow)] = overflow;
        row[at(districts::enforcement_in)] = effects.enforcement;
        row[at(districts::barricades_in)] = effects.barricades;
        row[at(districts::fortify_in)] = effects.fortify;
        row[at(districts::boosts)..][..effects.boosts.len()].copy_from_slice(&effects.boosts);
        row[at(districts::base)] = effects.base;
        row[at(districts::reward_enforcement)] = epic.reward.enforcement;
        row[at(districts::reward_contain)] = epic.reward.contain;
        row[at(districts::reward_plan)] = epic.reward.plan;
        row[at(districts::reward_money)] = epic.reward.money;
        row[at(districts::reward_research)] = epic.reward.boss_research;
        let gifts = Gifts {
            enforcement: effects.gift_enforcement,
            barricades: effects.gift_barricades,
            fortify: effects.gift_fortify,
        };
        Self { row, gifts }
    }
}

/// What an Epic gives to each neighbour when it is activated.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Gifts {
    enforcement: u8,
    barricades: u8,
    fortify: u8,
}

/// What the Epics and the boss will do together.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Coming {
    /// Population lost.
    pub(super) population: u16,
    /// Enforcement that comes.
    pub(super) enforcement: u16,
}

impl Coming {
    /// Adds what one Epic or the boss does.
    #[inline]
    pub(super) fn add(&mut self, effects: &Effects) {
        self.population += u16::from(effects.population);
        self.enforcement +=
            u16::from(effects.enforcement) + 2 * u16::from(effects.gift_enforcement);
    }
}

/// What the ring adds up to.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct RingSums {
    /// What the Epics will do.
    pub(super) coming: Coming,
    /// Enforcement on the board.
    pub(super) enforcement: u8,
    /// Barricades on the board.
    pub(super) barricades: u8,
}

/// The rows by Epic, bracket and Enforcement, made once from the cards.
#[derive(Clone, Debug)]
pub(super) struct EpicRows(Vec<[[EpicRow; KNOWN]; MAX_TRACK]>);

impl EpicRows {
    pub(super) fn new(rules: &Rules, activations: &Activations) -> Self {
        let known = |(id, epic): (u8, &Epic)| {
            std::array::from_fn(|bracket| {
                // Brackets past the end do not occur; the table repeats the last one.
                let bracket = (bracket as u8).min(epic.track.last_bracket());
                std::array::from_fn(|enforcement| {
                    let district = District {
                        epic: Some(EpicId(id)),
                        bracket,
                        enforcement: enforcement as u8,
                        ..District::EMPTY
                    };
                    EpicRow::new(rules, epic, &district, &activations.of(rules, &district))
                })
            })
        };
        Self((0..).zip(&rules.catalog().epics).map(known).collect())
    }

    /// Writes the rows of the districts in play, which are zeros before.
    #[inline(always)]
    pub(super) fn write(
        &self,
        rules: &Rules,
        activations: &Activations,
        game: &Game,
        rows: &mut [Row; MAX_DISTRICTS],
    ) -> RingSums {
        let count = usize::from(game.district_count());
        let wrap = |i: usize| if i >= count { i - count } else { i };
        let origin = game.origin().ix();
        let mut sums = RingSums::default();
        let mut givers = 0u8;
        let mut gifts = [Gifts::default(); MAX_DISTRICTS];
        for (offset, row) in rows.iter_mut().enumerate().take(count) {
            let district = &game.districts[wrap(origin + offset)];
            sums.enforcement += district.enforcement;
            sums.barricades += district.barricades;
            if let Some(epic) = district.epic {
                let bracket = usize::from(district.bracket) % MAX_TRACK;
                let by_enforcement = &self.0[usize::from(epic.0)][bracket];
                let rare;
                let known = match by_enforcement.get(usize::from(district.enforcement)) {
                    Some(known) => known,
                    None => {
                        let activation = activations.of(rules, district);
                        let card = rules.catalog().epic(epic);
                        rare = EpicRow::new(rules, card, district, &activation);
                        &rare
                    }
                };
                row[..known.row.len()].copy_from_slice(&known.row);
                row[at(districts::card) + usize::from(epic.0)] = 1;
                row[at(districts::weakened)] = u8::from(district.research == 0);
                row[at(districts::research)] = district.research;
                row[at(districts::health)] = district.health;
                row[at(districts::infinite)] = u8::from(district.health == INFINITE);
                gifts[offset] = known.gifts;
                givers |= u8::from(known.gifts != Gifts::default()) << offset;
                sums.coming.population += u16::from(known.row[at(districts::population)]);
                sums.coming.enforcement += u16::from(known.row[at(districts::enforcement_in)]);
            } else {
                row[at(districts::enforcement)] = district.enforcement;
                row[at(districts::guarded)] = district.enforcement;
            }
            row[at(districts::barricades)] = district.barricades;
            row[at(districts::blocked)] = district.barricades;
            row[at(districts::red_shields)] = district.shields[Shield::Red.index()];
            row[at(districts::blue_shields)] = district.shields[Shield::Blue.index()];
            row[at(districts::copy_tokens)] = district.copy_tokens;
            row[at(districts::stolen)] = district.stolen.len() as u8;
        }
        // Few Epics have gifts.
        while givers != 0 {
            let offset = givers.trailing_zeros() as usize;
            givers &= givers - 1;
            let gifts = gifts[offset];
            sums.coming.enforcement += 2 * u16::from(gifts.enforcement);
            give(gifts, &mut rows[wrap(offset + 1)]);
            give(gifts, &mut rows[wrap(offset + count - 1)]);
        }
        let mut mark = |district: DistrictIx, field: usize| {
            if district.is_somewhere() {
                rows[wrap(district.ix() + count - origin)][at(field)] += 1;
            }
        };
        mark(game.boss.district, districts::boss);
        mark(game.sniper, districts::sniper);
        for seat in game.team() {
            mark(seat.district, districts::reckoners);
        }
        sums
    }
}

/// Adds an Epic's gifts to the row of a neighbour.
fn give(gifts: Gifts, row: &mut Row) {
    let add = |count: &mut u8, gift: u8| *count = count.saturating_add(gift);
    add(&mut row[at(districts::enforcement_in)], gifts.enforcement);
    add(&mut row[at(districts::barricades_in)], gifts.barricades);
    // Only an Epic can be fortified.
    if row[at(districts::epic)] > 0 {
        add(&mut row[at(districts::fortify_in)], gifts.fortify);
    }
}
