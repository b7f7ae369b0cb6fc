//! Turning the table: the same position with every seat and every district so many places on.
//! For positions after set-up, which deals to the districts in a fixed order.

use reckoners_env::Game;
use reckoners_env::chance::Outcome;
use reckoners_env::ids::{DistrictIx, SeatIx};
use reckoners_env::state::{Now, Owed, OwedGroups, Span, Task};

/// How far seats and districts are turned, clockwise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) seats: u8,
    pub(crate) districts: u8,
}

impl Turn {
    fn seat(self, game: &Game, seat: SeatIx) -> SeatIx {
        SeatIx((seat.0 + self.seats) % game.seat_count)
    }

    fn district(self, game: &Game, district: DistrictIx) -> DistrictIx {
        if district.is_somewhere() {
            DistrictIx((district.0 + self.districts) % game.district_count())
        } else {
            district
        }
    }

    /// The position, turned.
    pub(crate) fn game(self, game: &Game) -> Game {
        let mut turned = *game;
        for (i, seat) in game.seated() {
            let mut seat = *seat;
            seat.district = self.district(game, seat.district);
            *turned.seat_mut(self.seat(game, i)) = seat;
        }
        for (i, district) in game.placed() {
            *turned.district_mut(self.district(game, i)) = *district;
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
            Now::Transform {
                district,
                source,
                via,
            } => Now::Transform {
                district: self.district(game, district),
                source,
                via,
            },
            Now::Kidnap { to, moved } => Now::Kidnap {
                to: self.district(game, to),
                moved,
            },
            Now::Steal { district } => Now::Steal {
                district: self.district(game, district),
            },
            now => now,
        };
        if let Span::Fixed(district) = game.open.span {
            turned.open.span = Span::Fixed(self.district(game, district));
        }
        turned.owed = OwedGroups::default();
        for Owed { seat, why } in game.owed.iter() {
            let seat = self.seat(game, seat);
            turned.owed.add(Owed { seat, why });
        }
        turned.returns_to = game.returns_to.map(|seat| self.seat(game, seat));
        for (i, _) in game.placed() {
            turned.counting[self.district(game, i).ix()] = game.counting[i.ix()];
        }
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
                district,
                source,
                via,
                deed,
            } => Task::Act {
                district: at(district),
                source,
                via,
                deed,
            },
            Task::Again {
                district,
                source,
                via,
                deed,
            } => Task::Again {
                district: at(district),
                source,
                via,
                deed,
            },
            Task::CopyTokens {
                district,
                next,
                end,
            } => Task::CopyTokens {
                district: at(district),
                next,
                end,
            },
            Task::Advance { district } => Task::Advance {
                district: at(district),
            },
            Task::Repeat { district, times } => Task::Repeat {
                district: at(district),
                times,
            },
            other => other,
        }
    }

    /// The chance outcome, turned.
    pub(crate) fn outcome(self, game: &Game, outcome: Outcome) -> Outcome {
        match (game.now, outcome) {
            (Now::PlaceBoss, Outcome::Pick(district)) => {
                Outcome::Pick(self.district(game, DistrictIx(district)).0)
            }
            (_, other) => other,
        }
    }
}
