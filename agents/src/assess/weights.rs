//! What things are worth, in population.

use reckoners_env::cards::{Deed, Reach, Verb};
use reckoners_env::ids::Symbol;

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
    /// A Reckoner weakened for a round.
    pub affect: f32,
    /// A Dawnslight card.
    pub an_aid: f32,
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
            affect: 0.8,
            an_aid: 1.3,
        }
    }
}

impl Weights {
    /// One symbol in hand, wherever it may be spent.
    pub const fn symbol(&self, symbol: Symbol) -> f32 {
        match symbol {
            Symbol::Attack => 1.0,
            Symbol::Research | Symbol::Plan => 0.9,
            Symbol::Contain => 0.8,
            Symbol::Enforcement => 0.7,
            Symbol::Money => 0.5,
        }
    }

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
            Verb::PowerUp | Verb::Copy | Verb::CopyToken | Verb::CopyHere => self.another_action,
            Verb::Transform => self.ability_die,
            Verb::Steal => self.card,
            Verb::AttackMoney => self.money,
            Verb::AttackPlan => self.plan,
            Verb::PopulationPer(_) | Verb::EnforcementPerCard => self.by_count,
            Verb::Shield(_) => self.shield,
            // What it counts comes on top of its number.
            Verb::PopulationBy(_) => return f32::from(deed.times) + 1.0,
            Verb::AffectAll(_) => 3.0 * self.affect,
            Verb::Affect(_) => self.affect,
            Verb::Dawnslight => 0.0,
        };
        let harm = f32::from(deed.times) * once;
        match deed.reach {
            Reach::Here | Reach::Clockwise | Reach::CounterClockwise => harm,
            Reach::Neighbours => 2.0 * harm,
            Reach::Reckoners => 3.0 * harm,
            Reach::Everywhere => 4.0 * harm,
        }
    }
}
