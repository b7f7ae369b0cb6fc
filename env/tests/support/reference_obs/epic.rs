//! The next activation of an Epic, alone on the board, step by step: what the observation says of its district.

use reckoners_env::cards::{Catalog, Deed, Reach, Verb};
use reckoners_env::ids::Track;
use reckoners_env::state::District;

/// What an Epic does when it is activated.
#[derive(Default)]
pub(super) struct Doing {
    pub(super) population: u32,
    pub(super) enforcement: u32,
    pub(super) barricades: u32,
    pub(super) fortify: u32,
    pub(super) boosts: [u32; Track::COUNT],
    pub(super) base: u32,
    pub(super) gift_enforcement: u32,
    pub(super) gift_barricades: u32,
    pub(super) gift_fortify: u32,
    pub(super) overflow: u32,
    pub(super) saved: u32,
    pub(super) later: u32,
    pub(super) room: u32,
}

/// The next activation of a district's Epic, alone on the board.
pub(super) fn epic(cards: &Catalog, district: &District) -> Doing {
    let mut doing = Doing::default();
    let Some(epic) = district.epic else {
        return doing;
    };
    let deeds = cards.epic(epic).track.deeds();
    let activate = |bracket| Alone::new(cards, deeds, bracket, district.enforcement).activate();
    let bracket = usize::from(district.bracket);
    let now = activate(bracket);
    for deed in now.fired.iter().chain(&now.repeated) {
        let gift = deed.reach == Reach::Neighbours;
        let times = u32::from(deed.times);
        let twice = if gift { 2 * times } else { times };
        match deed.verb {
            _ if deed.reach == Reach::Clockwise => {}
            Verb::Fortify if gift => doing.gift_fortify += times,
            Verb::Fortify => doing.fortify += times,
            Verb::AddEnforcement if gift => doing.gift_enforcement += times,
            Verb::AddEnforcement => doing.enforcement += times,
            Verb::Barricade | Verb::Repel if gift => doing.gift_barricades += times,
            Verb::Barricade | Verb::Repel => doing.barricades += times,
            Verb::Population => doing.population += twice,
            Verb::Boost(track) => doing.boosts[track as usize] += twice,
            Verb::Base => doing.base += twice,
            Verb::FortifyBoss
            | Verb::Pull
            | Verb::PowerUp
            | Verb::Transform
            | Verb::Steal
            | Verb::AttackMoney
            | Verb::AttackPlan
            | Verb::PopulationPer(_)
            | Verb::Shield(_)
            | Verb::Copy
            | Verb::CopyToken
            | Verb::EnforcementPerCard
            | Verb::PopulationBy(_)
            | Verb::AffectAll(_)
            | Verb::Affect(_)
            | Verb::CopyHere
            | Verb::Dawnslight => {}
        }
    }
    doing.overflow = now.repeated.len() as u32;
    doing.room = (deeds.len() - 1 - bracket) as u32;
    doing.later = attack(&activate(now.bracket).fired);
    if bracket > 1 {
        let then = activate(bracket - 1);
        let contained = attack(&then.fired) + attack(&then.repeated);
        doing.saved = doing.population.saturating_sub(contained);
    }
    doing
}

/// Population that some deeds cost.
fn attack(deeds: &[Deed]) -> u32 {
    let cost = |deed: &Deed| match (deed.verb, deed.reach) {
        (Verb::Population, Reach::Here) => u32::from(deed.times),
        (Verb::Population, Reach::Neighbours) => 2 * u32::from(deed.times),
        _ => 0,
    };
    deeds.iter().map(cost).sum()
}

/// An Epic alone on the board in its activation.
struct Alone<'a> {
    deeds: &'a [Deed],
    bracket: usize,
    enforcement: usize,
    /// Enforcement in the box.
    left: usize,
    /// What it does before its bracket moves.
    fired: Vec<Deed>,
    /// What it does because its bracket is blocked.
    repeated: Vec<Deed>,
    moved: bool,
}

impl<'a> Alone<'a> {
    fn new(cards: &Catalog, deeds: &'a [Deed], bracket: usize, enforcement: u8) -> Self {
        Self {
            deeds,
            bracket,
            enforcement: usize::from(enforcement),
            left: usize::from(cards.setup.enforcement) - usize::from(enforcement),
            fired: Vec::new(),
            repeated: Vec::new(),
            moved: false,
        }
    }

    fn activate(mut self) -> Self {
        for n in 0..self.bracket {
            self.perform(self.deeds[n], false);
        }
        let spaces = self.enforcement + 1;
        let moved = spaces.min(self.last() - self.bracket);
        self.bracket += moved;
        self.moved = true;
        for _ in moved..spaces {
            self.perform(self.deeds[self.last()], false);
        }
        self
    }

    fn last(&self) -> usize {
        self.deeds.len() - 1
    }

    fn perform(&mut self, deed: Deed, powered_up: bool) {
        if self.moved {
            self.repeated.push(deed);
        } else {
            self.fired.push(deed);
        }
        let times = usize::from(deed.times);
        match (deed.verb, deed.reach) {
            (Verb::AddEnforcement, Reach::Here) => {
                let comes = times.min(self.left);
                self.enforcement += comes;
                self.left -= comes;
            }
            (Verb::AddEnforcement, Reach::Neighbours) => self.left -= (2 * times).min(self.left),
            (Verb::AddEnforcement, Reach::Clockwise) => self.left -= times.min(self.left),
            (Verb::PowerUp, Reach::Here) => {
                for _ in 0..times {
                    if self.bracket < self.last() {
                        self.bracket += 1;
                    } else if !powered_up {
                        self.perform(self.deeds[self.last()], true);
                    }
                }
            }
            _ => {}
        }
    }
}
