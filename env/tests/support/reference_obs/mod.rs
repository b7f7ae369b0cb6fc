//! The observation a second time, slowly: every number straight from the position and the cards.
//!
//! Only the table of sections and fields is shared with the encoder. Each field is written by its
//! name, so a field without an entry here cannot be forgotten.
//!
//! Here is what several sections ask; each file has some of the sections.

mod city;
mod epic;
mod printed;
mod ring;
mod team;
mod turn;

use reckoners_env::Game;
use reckoners_env::cards::{Catalog, Deed, Gain, Reach, Timing, Verb};
use reckoners_env::ids::{
    BossKind, DieKind, DistrictIx, Effect, EquipmentId, Module, Symbol, Track,
};
use reckoners_env::obs::SECTIONS;
use reckoners_env::state::{Now, Origin, Seat, Spot, TableDie};

use epic::{Doing, epic};

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
            return city::boss_does(self.cards, self.game, verb) + self.token(verb);
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

    /// Whether a card was used, rests or is disabled.
    fn is_idle(&self, card: u8) -> bool {
        let marks = &self.game.marks;
        let sets = [marks.spent, marks.resting, marks.disabled];
        sets.iter().any(|set| set.has(card))
    }

    fn free_cards(&self, seat: &Seat) -> usize {
        let free = |card: &u8| {
            let unused = !self.is_idle(*card);
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
        let idle = self.game.marks.resting.or(self.game.marks.disabled);
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
            "variants" => city::variants(self.cards, self.game, self.me, field),
            "weakened" => {
                let count = usize::from(self.game.seat_count);
                let seat = &self.game.seats[(self.game.acting.ix() + n) % count];
                city::weakened(self.game, (n < count).then_some(seat), field)
            }
            "city" => {
                let index = (n < self.district_count()).then(|| self.district_index(n));
                city::city(self.cards, self.game, index, field)
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
            "tracks" => printed::track(self.cards, self.game, self.sheet(), n, field),
            "faces" => printed::face(self.cards, self.game, n, field),
            "printed" => printed::printed(self.cards, self.game, field),
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
}

fn dice(seat: &Seat, spot: Spot) -> impl Iterator<Item = TableDie> + '_ {
    seat.dice.iter().filter(move |die| die.spot == spot)
}

fn unknown(section: &str, field: &str) -> Vec<f32> {
    panic!("the reference does not know {section}.{field}")
}
