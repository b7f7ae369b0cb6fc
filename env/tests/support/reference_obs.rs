//! The observation a second time, slowly: every number straight from the position and the cards.
//!
//! Only the table of sections and fields is shared with the encoder. Each field is written by its
//! name, so a field without an entry here cannot be forgotten.

use super::reference_epic::{Doing, epic};
use super::{reference_city, reference_printed};
use reckoners_env::Game;
use reckoners_env::cards::{Boards, Catalog, Deed, Gain, INFINITE, Reach, Timing, Verb};
use reckoners_env::ids::{
    BossKind, DieKind, DistrictIx, Effect, EquipmentId, FACES, Module, Symbol, Track,
};
use reckoners_env::obs::SECTIONS;
use reckoners_env::state::{Gift, Now, Origin, Seat, Span, Spot, TableDie};

/// The whole observation.
pub(crate) fn observe(cards: &Catalog, game: &Game) -> Vec<f32> {
    let view = View::new(cards, game);
    let mut numbers = Vec::new();
    for section in SECTIONS {
        for n in 0..section.count {
            for field in section.fields {
                let counts = view.field(section.name, field.name, n);
                let name = (section.name, field.name);
                assert_eq!(counts.len(), field.len, "{name:?}");
                numbers.extend(counts.iter().map(|count| (count / field.most).min(1.0)));
            }
        }
    }
    numbers
}

/// The position with what follows from it for every district.
struct View<'a> {
    cards: &'a Catalog,
    game: &'a Game,
    me: &'a Seat,
    /// What each district's Epic does, by offset.
    doing: Vec<Doing>,
}

fn flag(yes: bool) -> Vec<f32> {
    vec![f32::from(u8::from(yes))]
}

fn one_hot(len: usize, at: Option<usize>) -> Vec<f32> {
    (0..len)
        .map(|i| f32::from(u8::from(at == Some(i))))
        .collect()
}

fn number(count: impl Into<f64>) -> Vec<f32> {
    vec![count.into() as f32]
}

fn numbers<T: Into<f64>>(counts: impl IntoIterator<Item = T>) -> Vec<f32> {
    counts.into_iter().map(|c| c.into() as f32).collect()
}

impl<'a> View<'a> {
    fn new(cards: &'a Catalog, game: &'a Game) -> Self {
        let mut view = Self {
            cards,
            game,
            me: game.seat(game.acting),
            doing: Vec::new(),
        };
        let epic = |n| epic(cards, &game.districts[view.district_index(n)]);
        view.doing = (0..view.district_count()).map(epic).collect();
        view
    }

    fn district_count(&self) -> usize {
        usize::from(self.game.seat_count) + 1
    }

    /// The district so many places clockwise from where the view begins.
    fn district_index(&self, offset: usize) -> usize {
        let places = [self.me.district, self.game.boss.district];
        let known = places.into_iter().find(|d| d.is_somewhere());
        (known.map_or(0, DistrictIx::ix) + offset) % self.district_count()
    }

    /// The deeds of the boss's upper two tracks that fire.
    fn boss_deeds(&self) -> Vec<Deed> {
        let sheet = self.sheet();
        let fires = |track: Track| {
            let bracket = usize::from(self.game.boss.brackets[track as usize]);
            let tracks = sheet.tracks().expect("these games have a boss with tracks");
            tracks[track as usize].deeds()[..bracket].to_vec()
        };
        [fires(Track::Yellow), fires(Track::Black)].concat()
    }

    fn sheet(&self) -> &reckoners_env::cards::BossSheet {
        let (seats, difficulty) = (self.game.seat_count, self.game.ruleset.difficulty);
        let boss = &self.cards.bosses[self.game.ruleset.boss as usize];
        &boss.sheets[usize::from(seats) - 2][difficulty as usize]
    }

    /// How often the boss does something in his activation, both neighbours counted.
    fn boss_does(&self, verb: Verb) -> u32 {
        if self.game.ruleset.boss != BossKind::Steelheart {
            return reference_city::boss_does(self.cards, self.game, verb) + self.token(verb);
        }
        let brackets = self.game.boss.brackets;
        let ring = match verb {
            Verb::AddEnforcement => brackets[Track::Red as usize],
            Verb::Barricade => brackets[Track::Blue as usize],
            _ => 0,
        };
        let times = |deed: &Deed| {
            let places = if deed.reach == Reach::Neighbours {
                2
            } else {
                1
            };
            places * u32::from(deed.times)
        };
        let deeds = self.boss_deeds();
        // Repel brings a Barricade too.
        let same =
            |deed: &&Deed| deed.verb == verb || (verb, deed.verb) == (Verb::Barricade, Verb::Repel);
        let own = deeds.iter().filter(same).map(times);
        u32::from(ring) + own.sum::<u32>() + self.token(verb)
    }

    /// What the Difficulty Adjustment Token adds.
    fn token(&self, verb: Verb) -> u32 {
        match verb {
            Verb::Population => u32::from(self.game.ruleset.adjustment.token()),
            _ => 0,
        }
    }

    /// Population that the coming phase costs.
    fn coming_population(&self) -> u32 {
        let epics = self.doing.iter().map(|d| d.population);
        epics.sum::<u32>() + self.boss_does(Verb::Population)
    }

    fn free_cards(&self, seat: &Seat) -> usize {
        let free = |card: &u8| {
            let idle = seat.spent_cards.or(seat.resting).or(seat.disabled);
            let unused = !idle.has(*card);
            let timing = self.cards.equipment(EquipmentId(*card)).power.timing;
            unused && timing == Timing::Free
        };
        seat.cards.iter().filter(free).count()
    }

    fn has_something(&self, seat: &Seat) -> bool {
        let ability = self.cards.reckoner(seat.reckoner).ability.gain;
        let works = !seat.effects.has(Effect::Ability);
        let free_ability = works
            && matches!(
                ability,
                Gain::GiveToken | Gain::SecondDistrict | Gain::Dispatch | Gain::Demolish
            );
        let any = dice(seat, Spot::Kept).next().is_some()
            || seat.tokens > 0
            || self.free_cards(seat) > 0
            || seat.aids.iter().any(|count| *count > 0)
            || (free_ability && !seat.ability_spent);
        any && !seat.ended
    }

    /// What the Equipment of a seat gives, without cards that rest or are disabled.
    fn working(&self, seat: &Seat) -> impl Iterator<Item = Gain> {
        let idle = seat.resting.or(seat.disabled);
        let awake = seat.cards.iter().filter(move |card| !idle.has(*card));
        awake.map(|card| self.cards.equipment(EquipmentId(card)).power.gain)
    }

    /// The symbols of a seat's dice at some spots.
    fn symbols(&self, seat: &Seat, spots: &[Spot]) -> [u32; Symbol::COUNT] {
        let mut symbols = [0; Symbol::COUNT];
        for die in seat.dice.iter().filter(|die| spots.contains(&die.spot)) {
            let face = self.cards.dice[die.kind as usize].faces[die.face.ix()];
            let owns = |gain: Gain| self.working(seat).any(|other| other == gain);
            let twice = die.kind == DieKind::Basic && owns(Gain::Double(face.symbol));
            let pair = face.count == 2 && seat.effects.has(Effect::Singles);
            let printed = if pair { 1 } else { u32::from(face.count) };
            let count = printed * if twice { 2 } else { 1 };
            let three = count == 2 && owns(Gain::Triple);
            symbols[face.symbol as usize] += if three { 3 } else { count };
        }
        symbols
    }

    /// The symbols that the open group may be spent as.
    fn acts_as(&self) -> Vec<f32> {
        let mut usable: Vec<Symbol> = self.game.open.symbols.iter().map(|(s, _)| s).collect();
        // A benefit is spent as it is shown.
        let mut grows = self.game.open.origin != Origin::Benefit;
        while grows {
            grows = false;
            for gain in self.working(self.me) {
                if let Gain::Convert(a, b) = gain {
                    for (from, to) in [(a, b), (b, a)] {
                        if usable.contains(&from) && !usable.contains(&to) {
                            usable.push(to);
                            grows = true;
                        }
                    }
                }
            }
        }
        numbers(Symbol::ALL.map(|s| u8::from(usable.contains(&s))))
    }

    fn field(&self, section: &str, field: &str, n: usize) -> Vec<f32> {
        match section {
            "turn" => self.turn(field),
            "forecast" => self.forecast(field),
            "me" => self.me(field),
            "open" => self.open(field),
            "others" => self.other(field, n),
            "districts" => self.district(field, n),
            "boss" => self.boss(field),
            "variants" => reference_city::variants(self.cards, self.game, self.me, field),
            "weakened" => {
                let count = usize::from(self.game.seat_count);
                let seat = &self.game.seats[(self.game.acting.ix() + n) % count];
                reference_city::weakened((n < count).then_some(seat), field)
            }
            "city" => {
                let index = (n < self.district_count()).then(|| self.district_index(n));
                reference_city::city(self.cards, self.game, index, field)
            }
            "ruleset" => match field {
                "boss" => one_hot(3, Some(self.game.ruleset.boss as usize)),
                "city" => one_hot(3, Some(self.game.ruleset.city as usize)),
                "modules" => {
                    let modules = self.game.ruleset.modules;
                    numbers(Module::ALL.map(|module| u8::from(modules.has(module))))
                }
                _ => unknown(section, field),
            },
            "tracks" => reference_printed::track(self.cards, self.game, self.sheet(), n, field),
            "faces" => reference_printed::face(self.cards, self.game, n, field),
            "printed" => reference_printed::printed(self.cards, self.game, field),
            "market" => match field {
                "cards" => {
                    let there = |card: u8| match self.game.now {
                        Now::Receive { card: bought } => card == bought.0,
                        _ => self.game.market.has(card),
                    };
                    numbers((0..53).map(|card| u8::from(there(card))))
                }
                _ => unknown(section, field),
            },
            "rewards" => number(match field {
                "enforcement" => self.game.rewards.enforcement,
                "contain" => self.game.rewards.contain,
                "plan" => self.game.rewards.plan,
                "money" => self.game.rewards.money,
                "boss_research" => self.game.rewards.boss_research,
                "research" => self.game.rewards.research,
                "attack" => self.game.rewards.attack,
                _ => panic!("rewards.{field}"),
            }),
            _ => unknown(section, field),
        }
    }

    fn turn(&self, field: &str) -> Vec<f32> {
        let (game, setup) = (self.game, &self.cards.setup);
        let ring = game.ring();
        let enforcement = setup.enforcement - ring.iter().map(|d| d.enforcement).sum::<u8>();
        let barricades = setup.barricades - ring.iter().map(|d| d.barricades).sum::<u8>();
        match field {
            "decision" => one_hot(
                30,
                match game.now {
                    Now::Place => Some(0),
                    Now::Keep => Some(1),
                    Now::Faith => Some(2),
                    Now::Use => Some(3),
                    Now::SetFace { .. } => Some(4),
                    Now::Spend => Some(5),
                    Now::Reward => Some(6),
                    Now::Buy => Some(7),
                    Now::Receive { .. } => Some(8),
                    Now::LoseDie => Some(9),
                    Now::Recipient { .. } => Some(10),
                    Now::Regain => Some(11),
                    Now::Reroll { .. } => Some(12),
                    Now::KidnapTo => Some(13),
                    Now::Kidnap { .. } => Some(14),
                    Now::AfterMove { .. } => Some(15),
                    Now::Steal { .. } => Some(16),
                    Now::Sell => Some(17),
                    Now::DiscardToken => Some(18),
                    Now::SwapGive { .. } => Some(19),
                    Now::SwapTake { .. } => Some(20),
                    Now::ExtraKind { .. } => Some(21),
                    Now::Disable => Some(22),
                    Now::LayAside => Some(23),
                    Now::SecondHalf { .. } => Some(24),
                    Now::LoseFace { .. } => Some(25),
                    Now::KeepAid { .. } => Some(26),
                    Now::GiveAid { .. } => Some(27),
                    Now::Suffer { .. } => Some(28),
                    Now::Perform { .. } => Some(29),
                    _ => None,
                },
            ),
            "prologue" => flag(game.round == 0),
            "focused" => flag(game.focused),
            "round" => number(game.round),
            "late" => numbers([4, 8, 12, 20].map(|from| u8::from(game.round >= from))),
            "difficulty" => one_hot(4, Some(game.ruleset.difficulty as usize)),
            "seats" => one_hot(5, Some(usize::from(game.seat_count) - 2)),
            "money" => number(game.money),
            "can_pay" => numbers([2, 3, 4, 5, 6].map(|price| u8::from(game.money >= price))),
            "population" => number(game.population),
            "few" => numbers([3, 6, 10, 15, 22].map(|most| u8::from(game.population <= most))),
            "base" => number(game.base),
            "base_next" => flag(game.base + 1 >= setup.base_track),
            "tokens_left" => number(game.token_supply),
            "no_tokens" => flag(game.token_supply == 0),
            "enforcement_left" => number(enforcement),
            "no_enforcement" => flag(enforcement == 0),
            "barricades_left" => number(barricades),
            "no_barricades" => flag(barricades == 0),
            "epic_deck" => number(game.epic_deck.len()),
            "defeated" => number(game.defeated.len()),
            "equipment_deck" => number(game.equipment_deck.len()),
            "team_symbols" => {
                let mut sum = [0; Symbol::COUNT];
                for seat in game.team() {
                    let symbols = self.symbols(seat, &[Spot::Rolled, Spot::Kept]);
                    for (sum, count) in sum.iter_mut().zip(symbols) {
                        *sum += count;
                    }
                }
                numbers(sum)
            }
            _ => unknown("turn", field),
        }
    }

    fn forecast(&self, field: &str) -> Vec<f32> {
        let population = self.coming_population();
        match field {
            "population" => number(population),
            "share" => number(f64::from(population) / f64::from(self.game.population.max(1))),
            "fatal" => flag(population >= u32::from(self.game.population)),
            "enforcement" => {
                let comes = |d: &Doing| d.enforcement + 2 * d.gift_enforcement;
                let epics = self.doing.iter().map(comes).sum::<u32>();
                number(epics + self.boss_does(Verb::AddEnforcement))
            }
            _ => unknown("forecast", field),
        }
    }

    fn me(&self, field: &str) -> Vec<f32> {
        let me = self.me;
        let by_kind = |spots: &[Spot]| {
            numbers(DieKind::ALL.map(|kind| {
                let here = |die: &TableDie| die.kind == kind && spots.contains(&die.spot);
                me.dice.iter().filter(here).count() as u32
            }))
        };
        let by_face = |spot: Spot| {
            numbers((0..DieKind::COUNT * FACES).map(|i| {
                let here = |die: &TableDie| die.kind as usize * FACES + die.face.ix() == i;
                dice(me, spot).filter(here).count() as u32
            }))
        };
        match field {
            "reckoner" => one_hot(10, Some(me.reckoner as usize)),
            "ability_spent" => flag(me.ability_spent),
            "tokens" => number(me.tokens),
            "any_token" => flag(me.tokens > 0),
            "fresh_tokens" => number(me.fresh_tokens),
            "rolls" => one_hot(3, usize::from(me.rolls).checked_sub(1)),
            "kept_now" => flag(me.kept_now > 0),
            "dice" => {
                let spots = [Spot::Tray, Spot::Air, Spot::Rolled, Spot::Kept, Spot::Used];
                by_kind(&[&spots[..], &[Spot::Aside]].concat())
            }
            "lost" => by_kind(&[Spot::Lost]),
            "rolled" => by_face(Spot::Rolled),
            "kept" => by_face(Spot::Kept),
            "rolled_symbols" => numbers(self.symbols(me, &[Spot::Rolled])),
            "kept_symbols" => numbers(self.symbols(me, &[Spot::Kept])),
            "resting" => number(me.resting.len()),
            "waiting" => number(me.waiting().len()),
            "demolitions" => number(me.demolitions),
            "cards" => owned_cards(me),
            _ => unknown("me", field),
        }
    }

    fn open(&self, field: &str) -> Vec<f32> {
        let open = &self.game.open;
        let spending = open.is_move || open.symbols.total() > 0;
        let (kind, face) = match self.game.now {
            Now::SetFace { kind, face } => (Some(kind as usize), Some(face.ix())),
            Now::SwapTake { given, .. } => (Some(given as usize), None),
            Now::LoseFace { kind, .. } => (Some(kind as usize), None),
            _ => (None, None),
        };
        let place = match (self.game.now, open.span) {
            (Now::Spend, Span::Fixed(district))
            | (
                Now::Kidnap { to: district, .. }
                | Now::Steal { district }
                | Now::SecondHalf { to: district }
                | Now::KeepAid { district, .. }
                | Now::GiveAid { district, .. }
                | Now::Suffer { district, .. }
                | Now::Perform { district },
                _,
            ) => Some(district),
            _ => None,
        };
        match field {
            "symbols" if spending => numbers(open.symbols.0),
            "acts_as" if spending => self.acts_as(),
            "symbols" | "acts_as" => vec![0.0; Symbol::COUNT],
            "whole" => flag(spending && open.whole),
            "anywhere" => flag(spending && open.span == Span::Anywhere),
            "is_move" => flag(spending && open.is_move),
            "of_token" => flag(spending && open.origin == Origin::Token),
            "after_move" => flag(spending && open.origin == Origin::AfterMove),
            "place" => {
                let here = |n: &usize| place.is_some_and(|d| self.district_index(*n) == d.ix());
                one_hot(7, (0..self.district_count()).find(here))
            }
            "gift" => one_hot(
                3,
                match self.game.now {
                    Now::Recipient { gift: Gift::Move } => Some(0),
                    Now::Recipient { gift: Gift::Regain } => Some(1),
                    Now::Recipient { gift: Gift::Reroll } => Some(2),
                    _ => None,
                },
            ),
            "change_kind" => one_hot(DieKind::COUNT, kind),
            "change_face" => one_hot(FACES, face),
            "faith" => numbers(DieKind::ALL.map(|kind| {
                let chosen = dice(self.me, Spot::Air).filter(|die| die.kind == kind);
                let choosing = self.game.now == Now::Faith;
                if choosing { chosen.count() as u32 } else { 0 }
            })),
            _ => unknown("open", field),
        }
    }

    fn other(&self, field: &str, n: usize) -> Vec<f32> {
        let count = usize::from(self.game.seat_count);
        let present = n + 1 < count;
        let seat = &self.game.seats[(self.game.acting.ix() + n + 1) % count];
        if !present {
            return match field {
                "reckoner" => vec![0.0; 10],
                "symbols" => vec![0.0; 6],
                "district" => vec![0.0; 7],
                "owned" => vec![0.0; 53],
                _ => vec![0.0],
            };
        }
        let rolled = seat.rolls > 0;
        let at = |spot: Spot| dice(seat, spot).count() as u32;
        let owned = || seat.dice.iter().filter(|die| die.spot != Spot::Lost);
        match field {
            "present" => flag(true),
            "reckoner" => one_hot(10, Some(seat.reckoner as usize)),
            "district" => {
                let here = |n: &usize| self.district_index(*n) == seat.district.ix();
                let placed = seat.district.is_somewhere();
                one_hot(7, (0..self.district_count()).find(here).filter(|_| placed))
            }
            "tokens" => number(seat.tokens),
            "fresh_tokens" => number(seat.fresh_tokens),
            "active" => flag(rolled && (at(Spot::Rolled) > 0 || self.has_something(seat))),
            "ability_spent" => flag(seat.ability_spent),
            "rolls" => number(seat.rolls),
            "undecided" => number(at(Spot::Rolled)),
            "kept" => number(at(Spot::Kept)),
            "symbols" => numbers(self.symbols(seat, &[Spot::Rolled, Spot::Kept])),
            "basic_dice" => number(owned().filter(|die| die.kind == DieKind::Basic).count() as u32),
            "special_dice" => {
                number(owned().filter(|die| die.kind != DieKind::Basic).count() as u32)
            }
            "lost" => number(at(Spot::Lost)),
            "cards" => number(seat.cards.len()),
            "owned" => owned_cards(seat),
            "ready_cards" => number(self.free_cards(seat) as u32),
            "resting" => number(seat.resting.len()),
            "waiting" => number(seat.waiting().len()),
            "demolitions" => number(seat.demolitions),
            _ => unknown("others", field),
        }
    }

    fn district(&self, field: &str, n: usize) -> Vec<f32> {
        let count = self.district_count();
        if n >= count {
            let len = match field {
                "boosts" => Track::COUNT,
                "card" => 64,
                _ => 1,
            };
            return vec![0.0; len];
        }
        let index = self.district_index(n);
        let district = &self.game.districts[index];
        let epic = district.epic.map(|epic| self.cards.epic(epic));
        let (doing, reward) = (&self.doing[n], epic.map(|e| e.reward).unwrap_or_default());
        let neighbours = [
            &self.doing[(n + 1) % count],
            &self.doing[(n + count - 1) % count],
        ];
        let given = |gift: fn(&Doing) -> u32| neighbours.iter().map(|d| gift(d)).sum::<u32>();
        match field {
            "boss" => flag(self.game.boss.district.ix() == index),
            "sniper" => flag(self.game.sniper.ix() == index),
            "reckoners" => {
                let here = |seat: &&Seat| seat.district.ix() == index;
                number(self.game.team().iter().filter(here).count() as u32)
            }
            "epic" => flag(epic.is_some()),
            "weakened" => flag(epic.is_some() && district.research == 0),
            "research" => number(district.research),
            "health" => number(district.health),
            "infinite" => flag(district.health == INFINITE),
            "weakened_health" => number(epic.map_or(0, |e| e.weakened)),
            "bracket" => number(district.bracket),
            "room" => number(doing.room),
            "enforcement" => number(district.enforcement),
            "guarded" => flag(district.enforcement > 0),
            "barricades" => number(district.barricades),
            "blocked" => flag(district.barricades > 0),
            "red_shields" => number(district.shields[0]),
            "blue_shields" => number(district.shields[1]),
            "copy_tokens" => number(district.copy_tokens),
            "stolen" => number(district.stolen.len()),
            "holds" => {
                let fired = epic.map_or(&[][..], |epic| epic.track.deeds());
                let mut fired = fired.iter().take(usize::from(district.bracket));
                flag(fired.any(|deed| deed.verb == Verb::Pull && deed.reach == Reach::Here))
            }
            "population" => number(doing.population),
            "saved" => number(doing.saved),
            "later" => number(doing.later),
            "overflow" => number(doing.overflow),
            "enforcement_in" => number(doing.enforcement + given(|d| d.gift_enforcement)),
            "barricades_in" => number(doing.barricades + given(|d| d.gift_barricades)),
            // Only an Epic can be fortified.
            "fortify_in" if epic.is_none() => number(0),
            "fortify_in" => number(doing.fortify + given(|d| d.gift_fortify)),
            "boosts" => numbers(doing.boosts),
            "base" => number(doing.base),
            "reward_enforcement" => number(reward.enforcement),
            "reward_contain" => number(reward.contain),
            "reward_plan" => number(reward.plan),
            "reward_money" => number(reward.money),
            "reward_research" => number(reward.boss_research),
            "card" => one_hot(64, district.epic.map(|epic| usize::from(epic.0))),
            _ => unknown("districts", field),
        }
    }

    fn boss(&self, field: &str) -> Vec<f32> {
        let (boss, sheet) = (&self.game.boss, self.sheet());
        let (research, health) = reference_city::boss_start(self.cards, self.game);
        let share = |value: u16, of: u16| number(f64::from(value) / f64::from(of));
        match field {
            "research" => number(boss.research),
            "research_share" => share(boss.research, research),
            "weakened" => flag(boss.research == 0),
            "health" => number(boss.health),
            "health_share" => share(boss.health, health),
            "brackets" => {
                let last = |track: Track| match &sheet.boards {
                    Boards::Tracks(tracks) => tracks[track as usize].deeds().len() - 1,
                    Boards::Tables(tables) => usize::from(tables.columns()),
                };
                let share =
                    |track: Track| f64::from(boss.brackets[track as usize]) / last(track) as f64;
                numbers(Track::ALL.map(share))
            }
            "population" => number(self.boss_does(Verb::Population)),
            "enforcement" => number(self.boss_does(Verb::AddEnforcement)),
            "barricades" => number(self.boss_does(Verb::Barricade)),
            "fortify" => number(self.boss_does(Verb::FortifyBoss)),
            "base" => number(self.boss_does(Verb::Base)),
            _ => unknown("boss", field),
        }
    }
}

/// Equipment, card by card.
fn owned_cards(seat: &Seat) -> Vec<f32> {
    let idle = |card| {
        let sets = [seat.spent_cards, seat.resting, seat.disabled];
        sets.iter().any(|set| set.has(card))
    };
    numbers((0..53).map(|card| match seat.cards.has(card) {
        true if idle(card) => 1u8,
        true => 2,
        false => 0,
    }))
}

fn dice(seat: &Seat, spot: Spot) -> impl Iterator<Item = TableDie> + '_ {
    seat.dice.iter().filter(move |die| die.spot == spot)
}

fn unknown(section: &str, field: &str) -> Vec<f32> {
    panic!("the reference does not know {section}.{field}")
}
