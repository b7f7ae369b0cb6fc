//! Reading a board: how much each district will hurt, and what one symbol is worth where.
//!
//! Everything is counted in population: an action that costs one person is worth 1. The weights
//! say what the other things are worth in that coin; they were fitted once by playing many games.

mod city;
mod hand;
mod weights;

pub use hand::{Hand, hand_of};
pub use weights::Weights;

use reckoners_env::cards::{Deed, INFINITE, Verb};
use reckoners_env::forecast::Activations;
use reckoners_env::ids::{DistrictIx, EpicId, MAX_DISTRICTS, Measure, Shield, Track};
use reckoners_env::{Game, Rules};

/// Most Enforcement for which danger is tabulated; more hurts in proportion.
const ENFORCEMENT_TABLE: usize = 12;

/// What is known of one Epic card.
#[derive(Debug, Clone, Copy)]
struct EpicTable {
    /// Harm of the actions left of bracket `b`, by `b`.
    harm: [f32; 9],
    /// Harm of the final action.
    last_harm: f32,
    /// Actions of its track.
    actions: u8,
    /// The first action that counts things, by its place on the track.
    counts: Option<(u8, Measure)>,
    /// Worth of the reward.
    reward: f32,
    /// Health once weakened.
    weakened: u8,
}

/// Tables made once from the cards.
#[derive(Debug, Clone)]
pub struct Assessor {
    /// The weights in use.
    pub weights: Weights,
    epics: Vec<EpicTable>,
    activations: Activations,
    /// Mean danger of a new Epic, by Enforcement in its district.
    newcomer: [f32; ENFORCEMENT_TABLE + 1],
}

/// What one symbol is worth in a district, and what stands there.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Place {
    /// Harm of the coming activation, with its share of the future.
    pub danger: f32,
    /// Removing one Enforcement.
    pub enforcement: f32,
    /// Containing the Epic by one.
    pub contain: f32,
    /// One research on the Epic.
    pub research: f32,
    /// One attack on the Epic, once it can be attacked.
    pub attack: f32,
    /// Defeating the Epic.
    pub kill: f32,
    /// Enforcement here.
    pub enforcement_here: u8,
    /// Times the Epic can be contained.
    pub containable: u8,
    /// Research that is worth doing.
    pub research_left: u8,
    /// Attacks to defeat it on the cheaper route.
    pub health_left: u8,
    /// Whether it can be attacked now.
    pub attackable: bool,
    /// Shields here, by colour; they go before what they guard.
    pub shields: [u8; Shield::COUNT],
    /// Removing one Shield, by colour.
    pub shield: [f32; Shield::COUNT],
    /// Removing one Copy Token; 0 where none is.
    pub copy_token: f32,
    /// A symbol that lowers the city's marker here.
    pub marker: f32,
    /// Spaces that it can go down.
    pub marker_left: u8,
}

/// A board, read.
#[derive(Debug, Clone, Copy)]
pub struct Assessment {
    /// By absolute district.
    pub places: [Place; MAX_DISTRICTS],
    /// One research or attack symbol on the boss.
    pub boss_hit: f32,
    /// Containing each of the boss's tracks by one; 0 where it cannot be.
    pub boss_contain: [f32; Track::COUNT],
    /// Harm of the boss's own activation.
    pub boss_danger: f32,
    /// Times each track can be contained, in all.
    pub boss_containable: u8,
    /// Best of [`Assessment::boss_contain`].
    pub boss_contain_best: f32,
    /// Removing a Barricade that holds nobody.
    pub barricade: f32,
    /// Whether every symbol can lower a marker, not research alone.
    pub protects: bool,
    /// Whether the boss himself is researched.
    pub boss_has_track: bool,
}

impl EpicTable {
    /// Harm of the actions that so many Copy Tokens repeat.
    fn copied(&self, tokens: u8) -> f32 {
        let beyond = f32::from(tokens.saturating_sub(self.actions));
        self.harm[usize::from(tokens.min(self.actions))] + beyond * self.last_harm
    }
}

/// What an attack that counts these things in a district counts.
fn counted(game: &Game, at: DistrictIx, what: Measure) -> f32 {
    let district = game.district(at);
    let count = match what {
        Measure::Barricade => district.barricades,
        Measure::Enforcement => district.enforcement,
        Measure::Shield => district.shields.iter().sum(),
        Measure::CopyToken => district.copy_tokens,
        Measure::Research if district.research > 0 => district.research,
        Measure::Research => district.health,
        Measure::Reckoner => game.team().iter().filter(|s| s.district == at).count() as u8,
    };
    f32::from(count)
}

impl Assessor {
    /// Reads the cards.
    pub fn new(rules: &Rules, weights: Weights) -> Self {
        let catalog = rules.catalog();
        let epics: Vec<EpicTable> = catalog
            .epics
            .iter()
            .map(|card| {
                let mut harm = [0.0; 9];
                for (i, deed) in card.track.deeds().iter().enumerate() {
                    harm[i + 1] = harm[i] + weights.harm(*deed);
                }
                let r = card.reward;
                let w = weights.reward;
                let counting = |(place, deed): (u8, &Deed)| match deed.verb {
                    Verb::PopulationPer(what) => Some((place, what)),
                    _ => None,
                };
                EpicTable {
                    harm,
                    last_harm: weights.harm(card.track.last()),
                    actions: card.track.deeds().len() as u8,
                    counts: (0..).zip(card.track.deeds()).find_map(counting),
                    reward: f32::from(r.enforcement) * w[0]
                        + f32::from(r.contain) * w[1]
                        + f32::from(r.plan) * w[2]
                        + f32::from(r.money) * w[3]
                        + f32::from(r.boss_research) * w[4],
                    weakened: card.weakened,
                }
            })
            .collect();
        let mut this = Self {
            weights,
            epics,
            activations: Activations::new(rules),
            newcomer: [0.0; ENFORCEMENT_TABLE + 1],
        };
        for enforcement in 0..=ENFORCEMENT_TABLE {
            let all = (0..this.epics.len() as u8).map(EpicId);
            let sum: f32 = all
                .map(|e| this.danger(rules, e, 1, enforcement as u8))
                .sum();
            this.newcomer[enforcement] = sum / this.epics.len() as f32;
        }
        this
    }

    /// Harm of an Epic's coming activation plus its share of the next one.
    fn danger(&self, rules: &Rules, id: EpicId, bracket: u8, enforcement: u8) -> f32 {
        let epic = &self.epics[usize::from(id.0)];
        let coming = self.activations.at(rules, id, bracket, enforcement);
        let next = epic.harm[usize::from(coming.next)];
        epic.harm[usize::from(bracket)]
            + f32::from(coming.overflow) * epic.last_harm
            + self.weights.future * next
    }

    /// Reads a board.
    pub fn assess(&self, rules: &Rules, game: &Game) -> Assessment {
        let w = &self.weights;
        let mut places = [Place::default(); MAX_DISTRICTS];
        for (place, (at, district)) in places.iter_mut().zip(game.placed()) {
            let enforcement = district.enforcement;
            place.enforcement_here = enforcement;
            place.shields = district.shields;
            let Some(id) = district.epic else {
                let now = self.newcomer[usize::from(enforcement).min(ENFORCEMENT_TABLE)];
                let less = self.newcomer
                    [usize::from(enforcement.saturating_sub(1)).min(ENFORCEMENT_TABLE)];
                place.danger = now;
                place.enforcement = now - less + w.enforcement_stays;
                continue;
            };
            let epic = &self.epics[usize::from(id.0)];
            let bracket = district.bracket;
            place.danger = self.danger(rules, id, bracket, enforcement);
            if enforcement > 0 {
                let less = self.danger(rules, id, bracket, enforcement - 1);
                place.enforcement = place.danger - less + w.enforcement_stays;
            }
            if bracket > 1 {
                place.contain = place.danger - self.danger(rules, id, bracket - 1, enforcement);
                place.containable = bracket - 1;
            }
            if district.copy_tokens > 0 {
                let copies = |tokens: u8| (1.0 + w.future) * epic.copied(tokens);
                let all = copies(district.copy_tokens);
                place.copy_token = all - copies(district.copy_tokens - 1);
                place.danger += all;
            }
            if let Some((first, what)) = epic.counts
                && first < bracket
            {
                place.danger += (counted(game, at, what) - w.by_count).max(-1.0);
                match what {
                    Measure::Enforcement if enforcement > 0 => place.enforcement += 1.0,
                    Measure::Shield => place.shield = [1.0; Shield::COUNT],
                    Measure::CopyToken if district.copy_tokens > 0 => place.copy_token += 1.0,
                    _ => {}
                }
            }
            let newcomer = self.newcomer[usize::from(enforcement).min(ENFORCEMENT_TABLE)];
            place.kill = (w.kill * (place.danger - newcomer) + epic.reward).max(0.2);
            place.attackable = district.health != INFINITE;
            let weak = district.health.min(epic.weakened);
            let by_research = u16::from(district.research) + u16::from(weak);
            if district.research > 0 && by_research <= u16::from(district.health) {
                place.research_left = district.research;
                place.health_left = weak;
                place.research = place.kill / f32::from(by_research);
                place.attack = place.research;
            } else {
                place.health_left = district.health;
                place.attack = place.kill / f32::from(district.health);
            }
        }
        for (place, (at, district)) in places.iter_mut().zip(game.placed()) {
            let guards = [
                place.enforcement_here > 0,
                place.containable > 0 || game.boss.district == at,
            ];
            for shield in Shield::ALL {
                let i = shield.index();
                if district.is_shielded(shield) && guards[i] {
                    place.shield[i] += w.shield;
                }
            }
        }
        let boss = &game.boss;
        let boards = rules.boss_sheet(game);
        let start = rules.boss_values(game);
        // What cannot come costs a person instead, so a nearly empty box makes room precious.
        let setup = &rules.catalog().setup;
        let short = |on_board: u8, coming: u8, total: u8| on_board + coming > total;
        let blue = boss.brackets[Track::Blue.index()];
        let red = boss.brackets[Track::Red.index()];
        let no_barricades = short(game.barricades_on_board(), blue, setup.barricades);
        let no_enforcement = short(
            game.enforcement_on_board(),
            red + game.seat_count,
            setup.enforcement,
        );
        if no_enforcement {
            for place in &mut places {
                place.enforcement += w.short_box;
            }
        }
        let left = if boss.research > 0 {
            boss.research + start.health
        } else {
            boss.health
        };
        let boss_hit = w.boss + w.boss_end * 10.0 / (f32::from(left) + 5.0);
        if game.ruleset.is_merged() {
            city::read_markers(w, rules, game, boss_hit, &mut places);
        }
        let dice = rules.catalog().boss(game.ruleset.boss).power.as_ref();
        let mut contain = [0.0; Track::COUNT];
        let (mut danger, mut containable) = (0.0, 0);
        for track in Track::ALL {
            let t = track.index();
            let bracket = boss.brackets[t];
            let harm = w.boss_harm(boards, dice, track, bracket);
            danger += harm;
            if bracket > 1 {
                containable += bracket - 1;
                let less = w.boss_harm(boards, dice, track, bracket - 1);
                contain[t] = w.boss_track_lasts * (harm - less);
                if track == Track::Blue && no_barricades || track == Track::Red && no_enforcement {
                    contain[t] += w.short_box;
                }
            }
        }
        Assessment {
            places,
            boss_hit,
            boss_contain: contain,
            boss_danger: danger,
            boss_containable: containable,
            boss_contain_best: contain.into_iter().fold(0.0, f32::max),
            barricade: w.barricade + if no_barricades { w.short_box } else { 0.0 },
            protects: rules.city(game).moving().is_some(),
            boss_has_track: rules.boss_has_track(game),
        }
    }
}
