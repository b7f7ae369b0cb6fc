//! The table of steps: what the file calls each thing a game can wait for, in which step of the rulebook that
//! can be, and the keys that tell more about it.

use crate::ids::{Cause, DieKind, DistrictIx, EquipmentId, FaceIx, SeatIx};
use crate::state::{Ending, Now, Step};

/// What only some steps tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Details {
    /// Key `district`.
    pub(super) district: Option<DistrictIx>,
    /// Key `who`.
    pub(super) who: Option<SeatIx>,
    /// Key `die`.
    pub(super) die: Option<(DieKind, FaceIx)>,
    /// Key `card`.
    pub(super) card: Option<EquipmentId>,
    /// Key `cause`.
    pub(super) cause: Option<Cause>,
}

/// One step of the file.
#[derive(Debug)]
pub(super) struct Row {
    /// Its key.
    pub(super) key: &'static str,
    /// The steps of the rulebook in which it can be.
    pub(super) phases: &'static [Step],
    /// The keys that only some steps have, and this one too.
    pub(super) keys: &'static [&'static str],
}

macro_rules! steps {
    ($($key:literal => ($($now:tt)+) in $($phase:ident)+ [$($also:ident)*] $(, $detail:ident = $args:tt)*;)+) => {
        /// The keys of the steps.
        pub const KEYS: &[&str] = &[$($key,)+];

        const ROWS: &[Row] = &[$(Row {
            key: $key,
            phases: &[$(Step::$phase,)+],
            keys: &[$(stringify!($also),)* $(stringify!($detail),)*],
        },)+];

        /// The key and the details of what a game waits for; none while the rules are at work.
        pub(super) fn describe(now: Now) -> Option<(&'static str, Details)> {
            match now {
                $($($now)+ => Some(($key, Details {
                    $($detail: Some($args),)*
                    ..Details::default()
                })),)+
                // The rules are at work, or a module of the expansion asks: that is in no table file yet.
                _ => None,
            }
        }

        /// What a game waits for; an error is the key of a detail that is missing.
        pub(super) fn now(key: &str, details: &Details) -> Result<Now, &'static str> {
            match key {
                $($key => {
                    $(let $args = details.$detail.ok_or(stringify!($detail))?;)*
                    Ok($($now)+)
                })+
                _ => Err("step"),
            }
        }
    };
}

// Decisions have the keys of the table of decisions. In brackets are keys that some other steps have as well, after them
// the details of what is awaited.
steps! {
    "deal-epic" => (Now::DealEpic { district }) in Prologue Epics [], district = district;
    "deal-equipment" => (Now::DealEquipment) in Prologue Purchase [];
    "place-boss" => (Now::PlaceBoss) in Prologue [];
    "move-boss" => (Now::MoveBoss) in Prologue Epics [];
    "roll-dice" => (Now::RollDice { seat }) in Roll [], who = seat;
    "place" => (Now::Place) in Prologue [];
    "keep" => (Now::Keep) in Roll [handed_over];
    "faith" => (Now::Faith) in Roll [];
    "use" => (Now::Use) in Use [handed_over sniper rewards];
    "set-face" => (Now::SetFace { kind, face }) in Use [sniper rewards], die = (kind, face);
    "spend" => (Now::Spend) in Use [open sniper rewards];
    "reward" => (Now::Reward) in Rewards [rewards];
    "buy" => (Now::Buy) in Prologue Purchase [];
    "receive" => (Now::Receive { card }) in Prologue Purchase [], card = card;
    "lose-die" => (Now::LoseDie) in Epics [agenda];
    "won" => (Now::Over(Ending::Won)) in Over [sniper rewards];
    "lost" => (Now::Over(Ending::Lost(cause))) in Over [], cause = cause;
}

impl Row {
    /// The step with a key.
    pub(super) fn find(key: &str) -> Option<&'static Self> {
        ROWS.iter().find(|row| row.key.eq_ignore_ascii_case(key))
    }
    /// The steps that have a key.
    pub(super) fn with_key(key: &str) -> Vec<&'static str> {
        let rows = ROWS.iter().filter(|row| row.keys.contains(&key));
        rows.map(|row| row.key).collect()
    }
    /// The step of the rulebook in a round; none when it cannot be in that round.
    pub(super) fn phase(&self, round: u16) -> Option<Step> {
        let fits = |phase: &&Step| match phase {
            Step::Prologue => round == 0,
            Step::Over => true,
            _ => round > 0,
        };
        self.phases.iter().find(fits).copied()
    }
    /// Whether the step can be in the prologue only.
    pub(super) fn is_early(&self) -> bool {
        self.phases == [Step::Prologue]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decision::Decision;

    #[test]
    fn decisions_are_called_as_in_their_own_table() {
        let details = Details {
            district: Some(DistrictIx(0)),
            who: Some(SeatIx(0)),
            die: Some((DieKind::Basic, FaceIx(0))),
            card: Some(EquipmentId(0)),
            cause: Some(Cause::ALL[0]),
        };
        let mut keys = Vec::new();
        for row in ROWS {
            let now = now(row.key, &details).unwrap();
            assert_eq!(describe(now).unwrap().0, row.key);
            if let Some(decision) = Decision::of(now) {
                assert_eq!(decision.key(), row.key);
                keys.push(row.key);
            }
        }
        assert_eq!(keys.len(), Decision::BASE, "{keys:?}");
    }
}
