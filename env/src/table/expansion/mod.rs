//! What the expansion adds to a table: each file reads, writes and checks one place where things lie. A new kind of
//! piece gets its key in `file` and its lines in one of these.
//!
//! [`district`] has the pieces of the districts, [`seat`] those of the Reckoners, [`team`] what belongs to the whole table,
//! [`asked`] what the decisions of the modules need.

pub(super) mod asked;
pub(super) mod district;
pub(super) mod seat;
pub(super) mod team;

use super::read::Reader;

/// Checks everything that the expansion adds.
pub(super) fn check(reader: &mut Reader<'_>) {
    district::check(reader);
    seat::check(reader);
    team::check(reader);
    asked::check(reader);
}
