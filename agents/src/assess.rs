//! Reading a board: how much each district will hurt, and what one symbol is worth where.
//!
//! Everything is counted in population: an action that costs one person is worth 1. The weights
//! say what the other things are worth in that coin; they were fitted once by playing many games.

use reckoners_env::action::Action;
use reckoners_env::cards::{ActionTrack, Deed, INFINITE, Reach, Verb};
use reckoners_env::forecast::Activations;
use reckoners_env::ids::{
    DistrictIx, DistrictOffset, EpicId, MAX_DISTRICTS, Shield, Symbol, Track,
};
use reckoners_env::state::{Seat, Spot};
use reckoners_env::{Game, Rules};

/// What things are worth, in population.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// One Enforcement coming to the board.
    pub enforcement_comes: f32,
    /// An Epic growing by Fortify.
    pub fortify: f32,
    /// The boss growing by one.
    pub fortify_boss: f32,
    /// A Barricade coming.
    pub barricade: f32,
    /// A boss track growing.
    pub boost: f32,
    /// The base marker going down.
    pub base: f32,
    /// Share of next round's harm that counts today.
    pub future: f32,
    /// An Enforcement that stays, beyond the coming activation.
    pub enforcement_stays: f32,
    /// One reward symbol: Enforcement, contain, plan, money, boss research.
    pub reward: [f32; 5],
    /// Finishing an Epic early rather than late.
    pub kill: f32,
    /// One symbol against the boss while much is left to do.
    pub boss: f32,
    /// How the worth of a boss symbol grows as the end comes near.
    pub boss_end: f32,
    /// How many more rounds a contained boss track keeps paying.
    pub boss_track_lasts: f32,
    /// One dollar.
    pub money: f32,
    /// One Plan Token.
    pub plan: f32,
    /// Making room for a piece that would otherwise cost population.
    pub short_box: f32,
    /// Reckoners put where they do not want to be.
    pub scatter: f32,
    /// One more action of an Epic, now or in each round to come.
    pub another_action: f32,
    /// What the Epic Ability Die does on average.
    pub ability_die: f32,
    /// An Equipment card lost for some rounds.
    pub card: f32,
    /// An attack that counts things in its district.
    pub by_count: f32,
    /// A Shield that has to be removed first.
    pub shield: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            enforcement_comes: 1.15,
            fortify: 0.7,
            fortify_boss: 0.6,
            barricade: 0.7,
            boost: 1.5,
            base: 0.7,
            future: 0.95,
            enforcement_stays: 0.5,
            reward: [0.4, 0.7, 1.05, 0.6, 0.65],
            kill: 1.2,
            boss: 0.9,
            boss_end: 1.0,
            boss_track_lasts: 2.2,
            money: 0.55,
            plan: 0.65,
            short_box: 0.8,
            scatter: 0.8,
            another_action: 1.2,
            ability_die: 1.0,
            card: 2.0,
            by_count: 2.0,
            shield: 0.7,
        }
    }
}

/// Most Enforcement for which danger is tabulated; more hurts in proportion.
const ENFORCEMENT_TABLE: usize = 12;

/// What is known of one Epic card.
#[derive(Debug, Clone, Copy)]
struct EpicTable {
    /// Harm of the actions left of bracket `b`, by `b`.
    harm: [f32; 9],
    /// Harm of the final action.
    last_harm: f32,
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
                EpicTable {
                    harm,
                    last_harm: weights.harm(card.track.last()),
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
        for (place, district) in places.iter_mut().zip(game.ring()) {
            let enforcement = district.enforcement;
            place.enforcement_here = enforcement;
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
        let mut contain = [0.0; Track::COUNT];
        let (mut danger, mut containable) = (0.0, 0);
        for track in Track::ALL {
            let t = track.index();
            let bracket = boss.brackets[t];
            danger += self.track_harm(&boards.tracks[t], bracket);
            if bracket > 1 {
                containable += bracket - 1;
                contain[t] = w.boss_track_lasts * w.harm(boards.tracks[t].at(bracket - 1));
                if track == Track::Blue && no_barricades || track == Track::Red && no_enforcement {
                    contain[t] += w.short_box;
                }
            }
        }
        Assessment {
            places,
            boss_hit: w.boss + w.boss_end * 10.0 / (f32::from(left) + 5.0),
            boss_contain: contain,
            boss_danger: danger,
            boss_containable: containable,
            boss_contain_best: contain.into_iter().fold(0.0, f32::max),
            barricade: w.barricade + if no_barricades { w.short_box } else { 0.0 },
        }
    }

    fn track_harm(&self, track: &ActionTrack, bracket: u8) -> f32 {
        let fired = &track.deeds()[..usize::from(bracket)];
        fired.iter().map(|deed| self.weights.harm(*deed)).sum()
    }
}

impl Weights {
    /// Harm of one deed.
    pub fn harm(&self, deed: Deed) -> f32 {
        let once = match deed.verb {
            Verb::Fortify => self.fortify,
            Verb::FortifyBoss => self.fortify_boss,
            Verb::AddEnforcement => self.enforcement_comes,
            Verb::Population => 1.0,
            Verb::Barricade => self.barricade,
            Verb::Boost(_) => self.boost,
            Verb::Base => self.base,
            Verb::Repel => self.barricade + self.scatter,
            Verb::Pull => self.scatter,
            Verb::PowerUp | Verb::Copy | Verb::CopyToken => self.another_action,
            Verb::Transform => self.ability_die,
            Verb::Steal => self.card,
            Verb::AttackMoney => self.money,
            Verb::AttackPlan => self.plan,
            Verb::PopulationPer(_) | Verb::EnforcementPerCard => self.by_count,
            Verb::Shield(_) => self.shield,
        };
        let harm = f32::from(deed.times) * once;
        match deed.reach {
            Reach::Here | Reach::Clockwise => harm,
            Reach::Neighbours => 2.0 * harm,
        }
    }
}

/// Symbols a Reckoner can spend, by [`Symbol`] index.
pub type Hand = [u8; Symbol::COUNT];

/// The symbols of a seat's kept dice.
pub fn hand_of(rules: &Rules, seat: &Seat) -> Hand {
    let mut hand = [0; Symbol::COUNT];
    let traits = rules.traits(seat);
    for die in seat.dice.iter().filter(|die| die.spot == Spot::Kept) {
        let symbols = traits.symbols_of(die.kind, die.face);
        for (have, more) in hand.iter_mut().zip(symbols.0) {
            *have += more;
        }
    }
    hand
}

impl Assessment {
    /// What spending one symbol in this way achieves at once; `f32::MIN` for other actions.
    pub fn effect(&self, w: &Weights, game: &Game, action: Action) -> f32 {
        let place = |offset: DistrictOffset| &self.places[game.district_at(offset).ix()];
        match action {
            Action::Money => w.money,
            Action::Plan => w.plan,
            Action::Enforcement { district } => {
                let shielded = game
                    .district(game.district_at(district))
                    .is_shielded(Shield::Red);
                place(district)
                    .enforcement
                    .max(if shielded { w.shield } else { 0.0 })
            }
            Action::ContainEpic { district } => {
                let shielded = game
                    .district(game.district_at(district))
                    .is_shielded(Shield::Blue);
                place(district)
                    .contain
                    .max(if shielded { w.shield } else { 0.0 })
            }
            Action::ContainBoss { track } => self.boss_contain[track.index()],
            Action::ResearchEpic { district } => place(district).research,
            Action::AttackEpic { district } => {
                let p = place(district);
                // Attacking an Epic that will be weakened is wasted down to its weakened health.
                if p.research_left > 0 {
                    0.1 * p.attack
                } else {
                    p.attack
                }
            }
            Action::ResearchBoss | Action::AttackBoss => self.boss_hit,
            _ => f32::MIN,
        }
    }

    /// What a hand of symbols achieves from one district, spent sensibly. `research_help` is
    /// research that others can do there first.
    pub fn hand_value(
        &self,
        w: &Weights,
        game: &Game,
        district: DistrictIx,
        hand: &Hand,
        research_help: u8,
    ) -> f32 {
        let place = &self.places[district.ix()];
        let at_boss = game.boss.district == district;
        let [money, enforcement, contain, research, attack, plan] = *hand;
        let mut value = f32::from(money) * w.money + f32::from(plan) * w.plan;
        value += f32::from(enforcement.min(place.enforcement_here)) * place.enforcement;
        let boss_first = at_boss && self.boss_contain_best > place.contain;
        let on_boss = if !at_boss { 0 } else { self.boss_containable };
        let (first, second) = if boss_first {
            (
                (on_boss, self.boss_contain_best),
                (place.containable, place.contain),
            )
        } else {
            (
                (place.containable, place.contain),
                (on_boss, self.boss_contain_best),
            )
        };
        let n = contain.min(first.0);
        value += f32::from(n) * first.1 + f32::from((contain - n).min(second.0)) * second.1;
        let boss_weak = game.boss.research == 0;
        let boss_research = if at_boss && !boss_weak {
            self.boss_hit
        } else {
            0.0
        };
        let boss_attack = if at_boss && boss_weak {
            self.boss_hit
        } else {
            0.0
        };
        let n = research.min(place.research_left);
        value += two_targets(research, n, place.research, boss_research);
        let opened =
            place.attackable || place.research_left <= research.saturating_add(research_help);
        let n = if opened {
            attack.min(place.health_left)
        } else {
            0
        };
        value + two_targets(attack, n, place.attack, boss_attack)
    }
}

/// Symbols on an Epic (at most `cap` of them) and on the boss, the better first.
fn two_targets(count: u8, cap: u8, epic: f32, boss: f32) -> f32 {
    if boss > epic {
        f32::from(count) * boss
    } else {
        f32::from(cap) * epic + f32::from(count - cap) * boss
    }
}
