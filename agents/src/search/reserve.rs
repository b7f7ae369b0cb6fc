//! What the team can still do to the boss in this Use Dice step, at the very most: the bound by which the
//! search for a win leaves hopeless branches. It may be too high, never too low.

use reckoners_env::Rules;
use reckoners_env::cards::{Benefit, Gain, SymbolCounts};
use reckoners_env::ids::{BoardIx, DieKind, FACES, FaceIx, SeatIx, Symbol};
use reckoners_env::state::{Game, Now, Seat};

use super::win::{dice, near};

/// Research and attack that one source gives, each at most.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Hits {
    research: u16,
    attack: u16,
}

impl Hits {
    fn most(self) -> u16 {
        self.research.max(self.attack)
    }
}

/// The sources of hits that are left, and what it takes to win.
#[derive(Debug, Clone)]
pub(super) struct Reserve {
    /// Dice and Plan Tokens that can hit.
    paid: Vec<Hits>,
    /// Cards, abilities and what is open: they use up nothing.
    free: Vec<Hits>,
    /// Dice and tokens in all; those that hit nothing can still pay a way.
    uses: usize,
    research: u16,
    health: u16,
}

impl Reserve {
    pub(super) fn of(rules: &Rules, game: &Game) -> Self {
        // Where he is researched in the districts, or defeated Epics pay at once, it is not bounded.
        let bounded = rules.boss_has_track(game) && !game.ruleset.is_merged();
        let research = if bounded { game.boss.research } else { 0 };
        let health = if game.boss.research > 0 {
            rules.boss_values(game).health.max(game.boss.health)
        } else {
            game.boss.health
        };
        let mut reserve = Self {
            paid: Vec::new(),
            free: Vec::new(),
            uses: 0,
            research,
            health,
        };
        if game.now == Now::Spend {
            let seat = game.actor();
            reserve
                .free
                .push(hits(rules, game, seat, game.open.symbols));
        }
        for (index, seat) in game.seated() {
            if !seat.ended {
                reserve.add_seat(rules, game, index, seat);
            }
        }
        reserve.add_exchanges(rules, game);
        reserve
            .paid
            .sort_by_key(|hits| std::cmp::Reverse(hits.most()));
        reserve
    }

    fn add_seat(&mut self, rules: &Rules, game: &Game, index: SeatIx, seat: &Seat) {
        let traits = rules.traits(game, seat);
        let first = self.paid.len();
        for (kind, face, count) in dice(seat) {
            self.uses += usize::from(count);
            let mut symbols = traits.symbols_of(kind, face);
            if traits.instant_plans() {
                // A token gained at once is any symbol.
                let plans = std::mem::take(&mut symbols.0[Symbol::Plan.index()]);
                symbols.0[Symbol::Attack.index()] += plans;
            }
            let hits = hits(rules, game, seat, symbols);
            self.paid
                .extend(std::iter::repeat_n(hits, usize::from(count)));
        }
        let token = Hits {
            research: 1,
            attack: 1,
        };
        self.uses += usize::from(seat.tokens);
        self.paid
            .extend(std::iter::repeat_n(token, usize::from(seat.tokens)));
        // Somebody far away spends at least one die on the way, unless something carries him.
        let carried = game.ruleset.is_expanded() || self.moves_free(rules, game, seat);
        if !near(rules, game, index) && !carried && self.paid.len() > first {
            let least = (first..self.paid.len()).min_by_key(|i| self.paid[*i].most());
            if let Some(least) = least {
                self.paid.swap_remove(least);
            }
        }
        self.paid.retain(|hits| hits.most() > 0);
        self.add_cards(rules, game, seat);
    }

    /// Whether a card, the Sniper token or an open group carries a seat to the boss without a die.
    fn moves_free(&self, rules: &Rules, game: &Game, seat: &Seat) -> bool {
        let traits = rules.traits(game, seat);
        let moves = |gain: Gain| matches!(gain, Gain::Move | Gain::SecondDistrict);
        let mut cards = traits.free_cards().equipment();
        cards.any(|card| moves(rules.catalog().equipment(card).power.gain))
            || traits.ability().is_some_and(|ability| moves(ability.gain))
            || game.sniper == game.boss.district
                && matches!(
                    rules.catalog().reckoner(seat.reckoner).ability.gain,
                    Gain::SecondDistrict
                )
            || game.now != Now::Use && std::ptr::eq(seat, game.actor())
    }

    /// Cards and abilities: whatever they could give, without what they cost.
    fn add_cards(&mut self, rules: &Rules, game: &Game, seat: &Seat) {
        let traits = rules.traits(game, seat);
        let unspent = seat.cards.without(game.marks.spent).equipment();
        let gains = unspent.map(|card| rules.catalog().equipment(card).power.gain);
        for gain in gains.chain(traits.ability().map(|ability| ability.gain)) {
            let gives = match gain {
                Gain::Symbols { gives, .. } | Gain::OnWeaken(gives) => {
                    hits(rules, game, seat, traits.formed(gives))
                }
                Gain::SetFace => best_die(rules, game, seat),
                // A die that any of the others has used.
                Gain::Regain => game.team().iter().fold(Hits::default(), |best, seat| {
                    let of = best_die(rules, game, seat);
                    Hits {
                        research: best.research.max(of.research),
                        attack: best.attack.max(of.attack),
                    }
                }),
                Gain::GiveToken | Gain::PlanToken | Gain::ChangeSymbol | Gain::Enlarge => Hits {
                    research: 1,
                    attack: 1,
                },
                Gain::AfterMove(_) => {
                    let most = u16::from(seat.dice.total());
                    Hits {
                        research: most,
                        attack: most,
                    }
                }
                Gain::Demolish => Hits {
                    research: 0,
                    attack: 2 * u16::from(seat.demolitions) + 1,
                },
                _ => Hits::default(),
            };
            if gives.most() > 0 {
                self.free.push(gives);
            }
        }
        let aids: u16 = seat.aids.iter().map(|n| u16::from(*n)).sum();
        if aids > 0 {
            let most = 3 * aids;
            self.free.push(Hits {
                research: most,
                attack: most,
            });
        }
    }

    /// What the cards on the boards give in exchange for a symbol, without what they cost; whoever may be there.
    fn add_exchanges(&mut self, rules: &Rules, game: &Game) {
        for (district, place) in game.placed() {
            let side = |board: BoardIx| game.ruleset.city_cards.side(board);
            let card = place.board.and_then(|board| {
                let side = side(board)?;
                rules.city(game).board(board).card(side)
            });
            let unused = game.city.exchanged >> district.0 & 1 == 0;
            if let Some(Benefit::Exchange { gives, .. }) = card.map(|card| card.benefit)
                && unused
            {
                let of_seat =
                    |seat: &Seat| hits(rules, game, seat, rules.traits(game, seat).formed(gives));
                let all = game.team().iter().map(of_seat);
                self.free.push(Hits {
                    research: all.clone().map(|h| h.research).max().unwrap_or(0),
                    attack: all.map(|h| h.attack).max().unwrap_or(0),
                });
            }
        }
    }

    /// Dice and tokens in hand.
    pub(super) const fn uses(&self) -> usize {
        self.uses
    }

    /// Whether so many dice and tokens may be enough.
    pub(super) fn may_win(&self, uses: usize) -> bool {
        let paid = || self.paid.iter().take(uses);
        // The sources are sorted by their best, so a bound on one kind looks at all of them.
        let best_of = |kind: fn(&Hits) -> u16| -> u16 {
            let mut all: Vec<u16> = self.paid.iter().map(kind).collect();
            all.sort_unstable_by(|a, b| b.cmp(a));
            let free: u16 = self.free.iter().map(kind).sum();
            all.into_iter().take(uses).sum::<u16>() + free
        };
        let all: u16 =
            paid().map(|h| h.most()).sum::<u16>() + self.free.iter().map(|h| h.most()).sum::<u16>();
        all >= self.research + self.health
            && best_of(|h| h.attack) >= self.health
            && best_of(|h| h.research) >= self.research
    }
}

/// What some symbols of a seat can do to the boss.
fn hits(rules: &Rules, game: &Game, seat: &Seat, symbols: SymbolCounts) -> Hits {
    let acts_as = rules.traits(game, seat).acts_as();
    let sum = |wanted: Symbol| {
        symbols
            .iter()
            .filter(|(s, _)| acts_as[s.index()].has(wanted))
            .map(|(_, n)| u16::from(n))
            .sum()
    };
    Hits {
        research: sum(Symbol::Research),
        attack: sum(Symbol::Attack),
    }
}

/// The most that any face of any of a seat's dice gives.
fn best_die(rules: &Rules, game: &Game, seat: &Seat) -> Hits {
    let traits = rules.traits(game, seat);
    let mut best = Hits::default();
    for kind in DieKind::ALL {
        if seat.dice.owned()[kind.index()] == 0 {
            continue;
        }
        for face in (0..FACES as u8).map(FaceIx) {
            let of = hits(rules, game, seat, traits.symbols_of(kind, face));
            best.research = best.research.max(of.research);
            best.attack = best.attack.max(of.attack);
        }
    }
    best
}
