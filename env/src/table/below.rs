//! The work that waits below what a game waits for. Which of these methods is meant, the table of all that a game waits
//! for says (`state/waits.rs`).

use super::agenda::{Told, first_roll, free_places};
use crate::ids::{DistrictIx, SeatIx};
use crate::rules::Rules;
use crate::rules::swaps::{EXTRA_DIE, FIRST_ASIDE, HERMAN, RTICH};
use crate::state::{Game, Now, Step, SwapCard, Task, waits};

/// The prologue, last step first, as far as it is still to come before a step and that one left out.
fn prologue(rules: &Rules, game: &Game, until: impl Fn(&Task) -> bool) -> Vec<Task> {
    let mut tasks = vec![
        Task::PlaceStep {
            left: game.seat_count,
        },
        Task::BuyStep,
    ];
    if rules.city(game).moving().is_some() {
        tasks.push(Task::CityPrologue);
    }
    let left = rules.catalog().setup.market;
    let district = DistrictIx(0);
    tasks.extend([
        Task::BossMoves,
        Task::BossPrologue,
        Task::BossArrives,
        Task::FillMarket { left },
        Task::DealFirst { district },
        Task::DealBoards { district },
    ]);
    let end = tasks.iter().position(until).unwrap_or(tasks.len());
    tasks.truncate(end);
    tasks
}

/// What waits below a Purchase step, and the step itself.
pub(super) fn buying(rules: &Rules, game: &Game) -> Vec<Task> {
    match game.round {
        0 => prologue(rules, game, |task| {
            matches!(task, Task::CityPrologue | Task::BossMoves)
        }),
        _ => vec![Task::BuyStep],
    }
}

/// What waits below the boss's action in the prologue.
pub(super) fn boss_prologue(rules: &Rules, game: &Game) -> Vec<Task> {
    prologue(rules, game, |task| *task == Task::BossPrologue)
}

/// What waits below a card that pays when it is bought.
pub(super) fn consuming(rules: &Rules, game: &Game) -> Vec<Task> {
    let mut tasks = buying(rules, game);
    tasks.extend([Task::FillMarket { left: 1 }, Task::PlaceRewards]);
    tasks
}

/// What waits below something that interrupts the group in use.
pub(super) const SPENDING: [Task; 2] = [Task::UseStep, Task::SpendOn];

/// A position whose pending work follows from what it waits for.
pub(super) struct Work<'a> {
    pub(super) rules: &'a Rules,
    pub(super) game: &'a Game,
    pub(super) told: &'a Told,
}

macro_rules! works_below {
    (chance { $($chance:tt)+ } decisions { $($decisions:tt)+ }) => {
        works_below! { rows $($chance)+ $($decisions)+ }
    };
    (rows $(
        $(#[$about:meta])* $name:ident $({ $($(#[$field_about:meta])* $field:ident: $type:ty,)+ })? = $key:literal
            $says:literal $how:tt over $over:ident($($given:ident),*) $file:tt;
    )+) => {
        impl Work<'_> {
            /// What waits below a wait, next one last.
            #[allow(unused_variables)] // Few methods want all fields.
            pub(super) fn below(&self, now: Now) -> Vec<Task> {
                match now {
                    $(Now::$name $({ $($field,)+ })? => self.$over($($given),*),)+
                    Now::Over(_) | Now::Busy => Vec::new(),
                }
            }
        }
    };
}

waits!(works_below);

impl Work<'_> {
    /// The prologue until a step, and the step as it goes on.
    fn early(&self, until: impl Fn(&Task) -> bool, next: Option<Task>) -> Vec<Task> {
        let mut tasks = prologue(self.rules, self.game, until);
        tasks.extend(next);
        tasks
    }

    fn boards(&self, district: DistrictIx) -> Vec<Task> {
        let district = DistrictIx(district.0 + 1);
        let next = Task::DealBoards { district };
        self.early(|task| matches!(task, Task::DealBoards { .. }), Some(next))
    }

    fn deals(&self, district: DistrictIx) -> Vec<Task> {
        if self.game.round == 0 {
            let district = DistrictIx(district.0 + 1);
            let next = Task::DealFirst { district };
            return self.early(|task| matches!(task, Task::DealFirst { .. }), Some(next));
        }
        let boss = self.game.boss.district;
        let offset = self.game.offset_from(boss, district).0 + 1;
        vec![Task::AddEpics { offset }]
    }

    fn market(&self) -> Vec<Task> {
        let places = || free_places(self.rules, self.game);
        let draws = self.told.draws.unwrap_or_else(places);
        let left = draws.saturating_sub(1);
        let mut tasks = if self.game.boss.district.is_somewhere() {
            self.buys()
        } else {
            self.early(|task| matches!(task, Task::FillMarket { .. }), None)
        };
        tasks.push(Task::FillMarket { left });
        tasks
    }

    fn boss_arrives(&self) -> Vec<Task> {
        self.early(|task| *task == Task::BossArrives, None)
    }

    fn boss_moves(&self) -> Vec<Task> {
        match self.game.round {
            0 => self.early(|task| *task == Task::BossMoves, None),
            _ => self.round_end(),
        }
    }

    fn round_end(&self) -> Vec<Task> {
        vec![Task::EndRound]
    }

    fn boss_step(&self) -> Vec<Task> {
        vec![Task::BossStep { part: 1 }]
    }

    fn buys(&self) -> Vec<Task> {
        buying(self.rules, self.game)
    }

    fn places(&self) -> Vec<Task> {
        let team = self.game.team().iter();
        let absent = team.filter(|s| !s.district.is_somewhere()).count() as u8;
        let left = absent.saturating_sub(1);
        vec![Task::PlaceStep { left }]
    }

    fn rolls(&self, seat: SeatIx) -> Vec<Task> {
        if first_roll(self.rules, self.game, seat) {
            let offset = self.game.seat_offset(seat).0 + 1;
            return vec![Task::FirstRolls { offset }];
        }
        match (self.game.step, self.told.reroll) {
            (Step::Use, Some(2)) => self.uses(),
            (Step::Use, _) => vec![Task::UseStep, Task::RerollAgain],
            _ => self.keeps(),
        }
    }

    fn keeps(&self) -> Vec<Task> {
        vec![Task::KeepStep]
    }

    fn uses(&self) -> Vec<Task> {
        vec![Task::UseStep]
    }

    fn rewards(&self) -> Vec<Task> {
        match self.game.step {
            Step::Rewards => vec![Task::PlaceRewards],
            Step::Use => [&SPENDING[..], &[Task::PlaceRewards]].concat(),
            _ => consuming(self.rules, self.game),
        }
    }

    /// After a part of the start of a round.
    fn part(&self, part: u8) -> Vec<Task> {
        let part = part + 1;
        vec![Task::FirstRolls { offset: 0 }, Task::PhaseStart { part }]
    }

    fn disabling(&self) -> Vec<Task> {
        self.part(self.game.acting.0)
    }

    fn swaps(&self, card: SwapCard) -> Vec<Task> {
        self.part(match card {
            SwapCard::Herman => HERMAN,
            SwapCard::Rtich => RTICH,
        })
    }

    fn extra_die(&self) -> Vec<Task> {
        self.part(EXTRA_DIE)
    }

    fn laying_aside(&self) -> Vec<Task> {
        self.part(FIRST_ASIDE + self.game.acting.0)
    }

    /// What an Epic, the boss or the city does can interrupt dice in use, a purchase and the Epics' phase.
    fn interrupted(&self) -> Vec<Task> {
        match self.game.step {
            Step::Use => SPENDING.to_vec(),
            Step::Prologue | Step::Purchase => consuming(self.rules, self.game),
            // Without more knowledge: every Epic has acted and the boss is next.
            _ => vec![Task::Activate {
                offset: self.game.district_count(),
            }],
        }
    }

    /// Without more knowledge: the first card acts, for the first time.
    fn city_step(&self) -> Vec<Task> {
        vec![Task::Activate { offset: 0 }, Task::CityStep { part: 1 }]
    }
}
