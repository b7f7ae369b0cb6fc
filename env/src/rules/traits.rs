//! What a Reckoner can do now, derived from the ability and the Equipment in one place. Rules, masks,
//! observations, players and words all ask here; nothing else looks at a card to know what its owner may do.

use super::Rules;
use crate::cards::{Catalog, Gain, Power, SymbolCounts, SymbolMask, Timing};
use crate::ids::{CardSet, DieKind, EquipmentId, FaceIx, Symbol};
use crate::state::{Game, Seat, Span, Spot};

/// Rolls in a round.
const ROLLS: u8 = 3;

/// Equipment cards grouped by what they are good for; made once from the cards.
#[derive(Debug, Clone, Copy)]
pub(super) struct CardGroups {
    /// Cards that convert symbols.
    converters: CardSet,
    /// Cards that double a Basic symbol, by symbol.
    doublers: [CardSet; Symbol::COUNT],
    /// Cards usable once a round without cost.
    free: CardSet,
    /// Cards paid with a die.
    paid: CardSet,
}

impl CardGroups {
    pub(super) fn new(catalog: &Catalog) -> Self {
        let mut groups = Self {
            converters: CardSet::EMPTY,
            doublers: [CardSet::EMPTY; Symbol::COUNT],
            free: CardSet::EMPTY,
            paid: CardSet::EMPTY,
        };
        for (i, card) in (0..).zip(&catalog.equipment) {
            match card.power.timing {
                Timing::Free => groups.free.insert(i),
                Timing::Paid(_) => groups.paid.insert(i),
                Timing::Permanent | Timing::Rolling => {}
            }
            match card.power.gain {
                Gain::Convert(..) => groups.converters.insert(i),
                Gain::Double(symbol) => groups.doublers[symbol.index()].insert(i),
                _ => {}
            }
        }
        groups
    }
}

/// What one Reckoner can do now.
#[derive(Clone, Copy, Debug)]
pub struct Traits<'a> {
    catalog: &'a Catalog,
    groups: &'a CardGroups,
    seat: &'a Seat,
    ability: &'a Power,
}

impl Rules {
    /// What a Reckoner can do now.
    #[inline]
    pub fn traits<'a>(&'a self, seat: &'a Seat) -> Traits<'a> {
        Traits {
            catalog: &self.catalog,
            groups: &self.groups,
            seat,
            ability: &self.catalog.reckoner(seat.reckoner).ability,
        }
    }

    /// Districts (absolute, as bits) in which the open group's symbols may be spent.
    #[inline]
    pub fn reach(&self, game: &Game) -> u8 {
        match game.open.span {
            Span::Anywhere => (1 << game.district_count()) - 1,
            Span::Own => {
                let seat = game.actor();
                let second = game.sniper.is_somewhere()
                    && self.traits(seat).ability.gain == Gain::SecondDistrict;
                1 << seat.district.0 | if second { 1 << game.sniper.0 } else { 0 }
            }
        }
    }
}

impl Traits<'_> {
    /// Rolls in a round.
    #[inline]
    pub const fn rolls(&self) -> u8 {
        ROLLS
    }

    /// For each symbol the symbols it may act as: converters chain.
    pub fn acts_as(&self) -> [SymbolMask; Symbol::COUNT] {
        let mut acts_as = std::array::from_fn(|s| SymbolMask(1 << s));
        for card in self.seat.cards.and(self.groups.converters).equipment() {
            if let Gain::Convert(a, b) = self.catalog.equipment(card).power.gain {
                let joined = acts_as[a.index()].0 | acts_as[b.index()].0;
                for class in &mut acts_as {
                    if class.0 & joined != 0 {
                        class.0 |= joined;
                    }
                }
            }
        }
        acts_as
    }

    /// The symbols that some symbols can act as.
    #[inline]
    pub fn usable(&self, symbols: SymbolCounts) -> SymbolMask {
        if self.seat.cards.and(self.groups.converters).is_empty() {
            return symbols.mask();
        }
        let mut usable = SymbolMask::default();
        for (class, &count) in self.acts_as().iter().zip(&symbols.0) {
            if count > 0 {
                usable.0 |= class.0;
            }
        }
        usable
    }

    /// The symbols that Basic dice count twice.
    #[inline]
    pub fn doubled(&self) -> SymbolMask {
        let mut mask = SymbolMask::default();
        for (s, cards) in self.groups.doublers.iter().enumerate() {
            mask.0 |= u8::from(!self.seat.cards.and(*cards).is_empty()) << s;
        }
        mask
    }

    /// The symbols that a die gives when this Reckoner takes it.
    #[inline]
    pub fn symbols_of(&self, kind: DieKind, face: FaceIx) -> SymbolCounts {
        let face = self.catalog.die(kind).face(face);
        let doublers = self.groups.doublers[face.symbol.index()];
        let doubled = kind == DieKind::Basic && !self.seat.cards.and(doublers).is_empty();
        SymbolCounts::of(
            face.symbol,
            if doubled { face.count * 2 } else { face.count },
        )
    }

    /// Equipment that can still be used this round, without cost.
    #[inline]
    pub const fn free_cards(&self) -> CardSet {
        self.seat
            .cards
            .without(self.seat.spent_cards)
            .and(self.groups.free)
    }

    /// Equipment that a group with one of these symbols can still pay this round.
    pub fn payable(&self, usable: SymbolMask) -> impl Iterator<Item = EquipmentId> {
        let unspent = self.seat.cards.without(self.seat.spent_cards);
        let catalog = self.catalog;
        let paid = unspent.and(self.groups.paid).equipment();
        paid.filter(move |card| catalog.equipment(*card).power.paid_by(usable))
    }

    /// The own ability, if it can still be used this round.
    #[inline]
    pub const fn ability(&self) -> Option<Power> {
        if self.seat.ability_spent {
            None
        } else {
            Some(*self.ability)
        }
    }

    /// Whether the ability rerolls dice of a roll.
    #[inline]
    pub fn rerolls(&self) -> bool {
        self.ability.gain == Gain::RerollRoll
    }

    /// Whether dice of a roll can still be rerolled.
    #[inline]
    pub fn can_reroll_roll(&self) -> bool {
        !self.seat.ability_spent && self.rerolls()
    }

    /// Whether there is still something to use this round: a die, a token, a free card or an ability that
    /// needs none of these.
    #[inline]
    pub fn has_something(&self) -> bool {
        let seat = self.seat;
        !seat.ended
            && (seat.tokens > 0
                || seat.dice.any(Spot::Kept)
                || !self.free_cards().is_empty()
                || (!seat.ability_spent
                    && matches!(self.ability.gain, Gain::GiveToken | Gain::SecondDistrict)))
    }
}
