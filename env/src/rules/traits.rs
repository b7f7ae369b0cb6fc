//! What a Reckoner can do now, derived from the ability and the Equipment in one place. Rules, masks,
//! observations, players and words all ask here; nothing else looks at a card to know what its owner may do.

use super::Rules;
use super::city::reach_of_board;
use crate::cards::{Catalog, Deed, Gain, Power, SymbolCounts, SymbolMask, Timing};
use crate::ids::{CardSet, DieKind, Effect, EquipmentId, FACES, FaceIx, MAX_AIDS, SeatIx, Symbol};
use crate::state::{CardMarks, Game, Origin, Seat, Span, Spot};

/// Rolls in a round.
const ROLLS: u8 = 3;

/// Cards and dice grouped by what they are good for; made once from the cards.
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
    /// Cards paid with two dice.
    paid_two: CardSet,
    /// Cards of which exactly one effect is asked for, by a rare question.
    special: CardSet,
    /// Cards by which symbols reach the neighbours.
    neighbours: CardSet,
    /// Cards by which two of a symbol count as three.
    triple: CardSet,
    /// Epics with an action that holds Reckoners in their district.
    pub(super) pullers: CardSet,
    /// Dice that have another face to show, as bits by kind and face.
    pub(super) changeable: u64,
}

impl CardGroups {
    pub(super) fn new(catalog: &Catalog) -> Self {
        let mut groups = Self {
            converters: CardSet::EMPTY,
            doublers: [CardSet::EMPTY; Symbol::COUNT],
            free: CardSet::EMPTY,
            paid: CardSet::EMPTY,
            paid_two: CardSet::EMPTY,
            special: CardSet::EMPTY,
            neighbours: CardSet::EMPTY,
            triple: CardSet::EMPTY,
            pullers: CardSet::EMPTY,
            changeable: 0,
        };
        for (k, die) in catalog.dice.iter().enumerate() {
            if usize::from(die.weight[0]) < FACES {
                groups.changeable |= ((1 << FACES) - 1) << (k * FACES);
            }
        }
        for (i, epic) in (0..).zip(&catalog.epics) {
            if epic.track.deeds().iter().any(Deed::pulls_here) {
                groups.pullers.insert(i);
            }
        }
        for (i, card) in (0..).zip(&catalog.equipment) {
            match card.power.timing {
                Timing::Free => groups.free.insert(i),
                Timing::Paid(_) => groups.paid.insert(i),
                Timing::PaidTwo(_) => groups.paid_two.insert(i),
                Timing::Permanent
                | Timing::Rolling
                | Timing::InUse
                | Timing::PhaseStart
                | Timing::Bought => {}
            }
            match card.power.gain {
                Gain::Convert(..) => groups.converters.insert(i),
                Gain::Double(symbol) => groups.doublers[symbol.index()].insert(i),
                Gain::Neighbours(_) => groups.neighbours.insert(i),
                Gain::Triple => groups.triple.insert(i),
                Gain::ChangeSymbol
                | Gain::SwapDie
                | Gain::AnyDie
                | Gain::AfterMove(_)
                | Gain::OnWeaken(_)
                | Gain::Blackmail
                | Gain::Sabotage
                | Gain::InstantPlans => groups.special.insert(i),
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
    /// Those on all cards, the own ones among them.
    marks: &'a CardMarks,
    /// The own Equipment that works.
    cards: CardSet,
}

impl Rules {
    /// What a Reckoner can do now.
    #[inline]
    pub fn traits<'a>(&'a self, game: &'a Game, seat: &'a Seat) -> Traits<'a> {
        Traits {
            catalog: &self.catalog,
            groups: &self.groups,
            seat,
            marks: &game.marks,
            cards: seat.cards.without(game.marks.idle()),
        }
    }

    /// Districts (absolute, as bits) in which the open group may spend each symbol.
    #[inline]
    pub fn reach(&self, game: &Game) -> [u8; Symbol::COUNT] {
        match game.open.span {
            Span::Anywhere => [(1 << game.district_count()) - 1; Symbol::COUNT],
            Span::Fixed(district) => [1 << district.0; Symbol::COUNT],
            Span::Own => {
                let traits = self.traits(game, game.actor());
                let mut reach = [self.own_districts(game); Symbol::COUNT];
                let own = game.actor().district;
                let on_board = reach_of_board(self, game, own);
                let symbols = SymbolMask(traits.neighbours().0 | on_board.0);
                if !symbols.is_empty() {
                    let [after, before] = game.neighbours(own);
                    for symbol in symbols.iter() {
                        reach[symbol.index()] |= 1 << after.0 | 1 << before.0;
                    }
                }
                reach
            }
        }
    }

    /// The symbols that the open group can be spent as; those of a benefit as they are shown.
    #[inline]
    pub fn usable(&self, game: &Game) -> SymbolMask {
        let symbols = game.open.symbols;
        if game.open.origin == Origin::Benefit {
            symbols.mask()
        } else {
            self.traits(game, game.actor()).usable(symbols)
        }
    }

    /// The districts (absolute, as bits) in which the acting Reckoner is: the own one, and where the Sniper token lies.
    #[inline]
    pub fn own_districts(&self, game: &Game) -> u8 {
        let seat = game.actor();
        let aims = || {
            matches!(
                self.traits(game, seat).own_ability().gain,
                Gain::SecondDistrict
            )
        };
        let second = game.sniper.is_somewhere() && aims();
        1 << seat.district.0 | if second { 1 << game.sniper.0 } else { 0 }
    }

    /// The Reckoner whose Equipment has a rare effect that works, with the card.
    pub(crate) fn holder(
        &self,
        game: &Game,
        effect: impl Fn(Gain) -> bool,
    ) -> Option<(SeatIx, EquipmentId)> {
        if !game.ruleset.is_expanded() {
            return None;
        }
        game.seated().find_map(|(i, seat)| {
            let card = self.traits(game, seat).special(&effect)?;
            Some((i, card))
        })
    }
}

impl<'a> Traits<'a> {
    /// The ability card, used or not; nothing while that effect lies on the Reckoner.
    #[inline]
    fn own_ability(&self) -> &'a Power {
        if self.seat.effects.has(Effect::Ability) {
            &Power::NONE
        } else {
            &self.catalog.reckoner(self.seat.reckoner).ability
        }
    }

    /// Rolls in a round.
    #[inline]
    pub const fn rolls(&self) -> u8 {
        ROLLS - self.seat.effects.has(Effect::Reroll) as u8
    }

    /// For each symbol the symbols it may act as: converters chain.
    pub fn acts_as(&self) -> [SymbolMask; Symbol::COUNT] {
        let mut acts_as = std::array::from_fn(|s| SymbolMask(1 << s));
        for card in self.cards.and(self.groups.converters).equipment() {
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
        if self.cards.and(self.groups.converters).is_empty() {
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
            mask.0 |= u8::from(!self.cards.and(*cards).is_empty()) << s;
        }
        mask
    }

    /// The symbols that a die gives when this Reckoner takes it.
    #[inline]
    pub fn symbols_of(&self, kind: DieKind, face: FaceIx) -> SymbolCounts {
        let face = self.catalog.die(kind).face(face);
        let doublers = self.groups.doublers[face.symbol.index()];
        let doubled = kind == DieKind::Basic && !self.cards.and(doublers).is_empty();
        let mut symbols = self.printed(SymbolCounts::of(face.symbol, face.count));
        if doubled {
            symbols.0[face.symbol.index()] *= 2;
        }
        self.formed(symbols)
    }

    /// What printed symbols count for: one instead of a pair, if there are no others, while that effect lies on the Reckoner.
    #[inline]
    pub fn printed(&self, mut symbols: SymbolCounts) -> SymbolCounts {
        if self.seat.effects.has(Effect::Singles) && symbols.total() == 2 {
            for count in symbols.0.iter_mut().filter(|count| **count == 2) {
                *count = 1;
            }
        }
        symbols
    }

    /// Whether exactly two of a symbol count as three.
    #[inline]
    pub const fn triples(&self) -> bool {
        !self.cards.and(self.groups.triple).is_empty()
    }

    /// Whether two of a symbol may count as another number than two.
    #[inline]
    pub fn counts_pairs_otherwise(&self) -> bool {
        self.triples() || self.seat.effects.has(Effect::Singles)
    }

    /// The symbols of a group when it is formed: exactly two of a symbol may count as three.
    #[inline]
    pub fn formed(&self, mut symbols: SymbolCounts) -> SymbolCounts {
        if self.triples() {
            for count in symbols.0.iter_mut().filter(|count| **count == 2) {
                *count = 3;
            }
        }
        symbols
    }

    /// The symbols that reach the neighbouring districts.
    #[inline]
    pub fn neighbours(&self) -> SymbolMask {
        let cards = self.cards.and(self.groups.neighbours);
        if cards.is_empty() {
            return SymbolMask::default();
        }
        let symbols =
            cards
                .equipment()
                .filter_map(|card| match self.catalog.equipment(card).power.gain {
                    Gain::Neighbours(symbols) => Some(symbols.0),
                    _ => None,
                });
        SymbolMask(symbols.fold(0, |all, more| all | more))
    }

    /// The card with a rare effect that works.
    #[inline]
    fn special(&self, effect: impl Fn(Gain) -> bool) -> Option<EquipmentId> {
        let mut cards = self.cards.and(self.groups.special).equipment();
        cards.find(|card| effect(self.catalog.equipment(*card).power.gain))
    }

    /// The card by which a Move earns one of two symbols.
    pub fn after_move(&self) -> Option<EquipmentId> {
        self.special(|gain| matches!(gain, Gain::AfterMove(_)))
    }

    /// Whether Plan Tokens gained by symbols are usable at once.
    pub fn instant_plans(&self) -> bool {
        self.special(|gain| gain == Gain::InstantPlans).is_some()
    }

    /// The card that can still change a symbol of the open group this round.
    #[inline]
    pub fn changes_symbol(&self) -> Option<EquipmentId> {
        let unspent = |card: &EquipmentId| !self.marks.spent.has(card.0);
        self.special(|gain| gain == Gain::ChangeSymbol)
            .filter(unspent)
    }

    /// Equipment that can still be used this round, without cost.
    #[inline]
    pub const fn free_cards(&self) -> CardSet {
        self.cards.without(self.marks.spent).and(self.groups.free)
    }

    /// Equipment that a group with these symbols can still pay this round, in full or in half.
    pub fn payable(&self, usable: SymbolMask) -> impl Iterator<Item = EquipmentId> {
        let unspent = self.cards.without(self.marks.spent);
        let (catalog, half_paid) = (self.catalog, self.marks.half_paid);
        let paid = unspent
            .and(self.groups.paid.or(self.groups.paid_two))
            .equipment();
        paid.filter(move |card| match catalog.equipment(*card).power.timing {
            Timing::PaidTwo(symbols) => {
                let [a, b] = symbols.map(|symbol| usable.has(symbol));
                match half_paid.map(|cards| cards.has(card.0)) {
                    [false, false] => a || b,
                    [first_a, first_b] => first_a && b || first_b && a,
                }
            }
            _ => catalog.equipment(*card).power.paid_by(usable),
        })
    }

    /// The own ability, if it can still be used this round.
    #[inline]
    pub fn ability(&self) -> Option<Power> {
        if self.seat.ability_spent {
            None
        } else {
            Some(*self.own_ability())
        }
    }

    /// Whether the ability rerolls dice of a roll.
    #[inline]
    pub fn rerolls(&self) -> bool {
        matches!(self.own_ability().gain, Gain::RerollRoll)
    }

    /// Whether dice of a roll can still be rerolled.
    #[inline]
    pub fn can_reroll_roll(&self) -> bool {
        !self.seat.ability_spent && self.rerolls()
    }

    /// Whether a die must be kept of each roll but the last.
    #[inline]
    pub fn must_keep(&self) -> bool {
        !matches!(self.own_ability().gain, Gain::KeepNone)
    }

    /// Whether there is still something to use this round: a die, a token, a free card or an ability that
    /// needs none of these.
    #[inline(always)]
    pub fn has_something(&self) -> bool {
        let seat = self.seat;
        !seat.ended
            && (seat.tokens > 0
                || seat.dice.any(Spot::Kept)
                || !self.free_cards().is_empty()
                || seat.aids != [0; MAX_AIDS]
                || (!seat.ability_spent
                    && matches!(
                        self.own_ability().gain,
                        Gain::GiveToken | Gain::SecondDistrict | Gain::Dispatch | Gain::Demolish
                    )))
    }
}
