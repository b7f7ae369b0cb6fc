//! Turning the table: the same position with every seat and every district so many places on.
//! For positions after set-up, which deals to the districts in a fixed order.

use reckoners_env::Game;
use reckoners_env::chance::Outcome;
use reckoners_env::state::game::NOWHERE;
use reckoners_env::state::{Now, Task};

/// How far seats and districts are turned, clockwise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) seats: u8,
    pub(crate) districts: u8,
}

impl Turn {
    fn seat(self, game: &Game, seat: u8) -> u8 {
        (seat + self.seats) % game.seat_count
    }

    fn district(self, game: &Game, district: u8) -> u8 {
        if district == NOWHERE {
            district
        } else {
            (district + self.districts) % game.district_count()
        }
    }

    /// The position, turned.
    pub(crate) fn game(self, game: &Game) -> Game {
        let mut turned = *game;
        for i in 0..game.seat_count {
            let mut seat = game.seats[usize::from(i)];
            seat.district = self.district(game, seat.district);
            turned.seats[usize::from(self.seat(game, i))] = seat;
        }
        for i in 0..game.district_count() {
            turned.districts[usize::from(self.district(game, i))] = game.districts[usize::from(i)];
        }
        turned.acting = self.seat(game, game.acting);
        turned.boss.district = self.district(game, game.boss.district);
        turned.sniper = self.district(game, game.sniper);
        turned.now = match game.now {
            Now::DealEpic { district } => Now::DealEpic {
                district: self.district(game, district),
            },
            Now::RollDice { seat } => Now::RollDice {
                seat: self.seat(game, seat),
            },
            now => now,
        };
        turned.agenda.clear();
        for &task in game.agenda.tasks() {
            turned.agenda.push(self.task(game, task));
        }
        turned
    }

    fn task(self, game: &Game, task: Task) -> Task {
        let at = |district| self.district(game, district);
        match task {
            Task::Perform {
                district,
                next,
                end,
            } => Task::Perform {
                district: at(district),
                next,
                end,
            },
            Task::Act {
                action,
                district,
                source,
            } => Task::Act {
                action,
                district: at(district),
                source,
            },
            Task::Advance(district) => Task::Advance(at(district)),
            Task::Repeat { district, times } => Task::Repeat {
                district: at(district),
                times,
            },
            other => other,
        }
    }

    /// The chance outcome, turned.
    pub(crate) fn outcome(self, game: &Game, outcome: Outcome) -> Outcome {
        match outcome {
            Outcome::District(district) => Outcome::District(self.district(game, district)),
            other => other,
        }
    }
}
