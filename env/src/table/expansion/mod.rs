//! What the expansion adds to a table: each file reads, writes and checks one place where things lie. A new kind of
//! piece gets its key in `file` and its lines in one of these.
//!
//! [`district`] has the pieces of the districts, [`seat`] those of the Reckoners, [`team`] what belongs to the whole table,
//! [`boss`] the cards and dice of the bosses, [`city`] boards, markers and what a city has, [`aids`] the Dawnslight cards,
//! [`asked`] what the decisions of the modules need.

pub(super) mod aids;
pub(super) mod asked;
pub(super) mod boss;
pub(super) mod city;
pub(super) mod district;
pub(super) mod seat;
pub(super) mod team;

use super::read::Reader;

/// Checks everything that the expansion adds.
pub(super) fn check(reader: &mut Reader<'_>) {
    district::check(reader);
    seat::check(reader);
    team::check(reader);
    boss::check(reader);
    city::check(reader);
    aids::check(reader);
    asked::check(reader);
}
