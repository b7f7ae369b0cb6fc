//! The steps of the file: what it calls each thing a game can wait for, in which step of the rulebook that can be, and
//! the keys that tell more about it. They stand in the table of all that a game waits for (`state/waits.rs`).

use crate::ids::Module;
use crate::state::{Details, Ending, Now, Step, waits};

/// One step of the file.
#[derive(Debug)]
pub(super) struct Row {
    /// Its key.
    pub(super) key: &'static str,
    /// The steps of the rulebook in which it can be.
    pub(super) phases: &'static [Step],
    /// The keys that only some steps have, and this one too.
    pub(super) keys: &'static [&'static str],
    /// Without which it never comes.
    pub(super) needs: Option<Needs>,
}

/// Without what some steps never come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Needs {
    /// A module.
    Module(Module),
    /// A module, or another boss or city than those of the base game, or cards on the boards.
    ModuleOrCity(Module),
    /// Another boss or city than those of the base game, or cards on the boards.
    City,
}

macro_rules! steps {
    (chance { $($chance:tt)+ } decisions { $($decisions:tt)+ }) => {
        steps! { rows $($chance)+ $($decisions)+ }
    };
    (rows $(
        $(#[$about:meta])* $name:ident $({ $($fields:tt)+ })? = $key:literal $says:literal $how:tt
            over $over:ident $below:tt
            (in $($phase:ident)+ [$($also:ident)*] $(with $needs:ident)? $(, $detail:ident = $args:tt)*);
    )+) => {
        /// The keys of the steps.
        pub const KEYS: &[&str] = &[$($key,)+ WON.key, LOST.key];

        const ROWS: &[Row] = &[$(Row {
            key: $key,
            phases: &[$(Step::$phase,)+],
            keys: &[$(stringify!($also),)* $(stringify!($detail),)*],
            needs: [$(Some($needs),)? None][0],
        },)+ WON, LOST];
    };
}

waits!(steps);

/// The key of what a game waits for; none while the rules are at work.
pub(super) const fn key(now: Now) -> Option<&'static str> {
    match now {
        Now::Over(Ending::Won) => Some(WON.key),
        Now::Over(Ending::Lost(_)) => Some(LOST.key),
        _ => now.key(),
    }
}

/// What a game waits for; an error is the key of a detail that is missing.
pub(super) fn now(key: &str, details: &Details) -> Result<Now, &'static str> {
    match key {
        _ if key == WON.key => Ok(Now::Over(Ending::Won)),
        _ if key == LOST.key => Ok(Now::Over(Ending::Lost(details.cause.ok_or("cause")?))),
        _ => details.wait(key),
    }
}

const WON: Row = Row {
    key: "won",
    phases: &[Step::Over],
    keys: &["sniper", "rewards", "buying"],
    needs: None,
};
const LOST: Row = Row {
    key: "lost",
    phases: &[Step::Over],
    keys: &["sniper", "rewards", "buying", "using", "cause"],
    needs: None,
};

const EQUIPMENT: Needs = Needs::Module(Module::Equipment);
const EPICS: Needs = Needs::ModuleOrCity(Module::Epics);
const CITY: Needs = Needs::City;

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
    /// The step of the rulebook in a round, the told one of several; none when it cannot be in that round.
    pub(super) fn phase(&self, round: u16, told: Option<Step>) -> Option<Step> {
        let fits = |phase: &Step| match phase {
            Step::Prologue => round == 0,
            Step::Over => true,
            _ => round > 0,
        };
        let fitting = || self.phases.iter().copied().filter(fits);
        fitting()
            .find(|phase| Some(*phase) == told)
            .or_else(|| fitting().next())
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
    use crate::ids::{AidIx, Cause, DieKind, DistrictIx, Effect, EquipmentId, FaceIx, SeatIx};
    use crate::state::{Gift, Source, SwapCard, Via};

    #[test]
    fn decisions_are_called_as_in_their_own_table() {
        let details = Details {
            district: Some(DistrictIx(0)),
            who: Some(SeatIx(0)),
            die: Some((DieKind::Basic, FaceIx(0))),
            card: Some(EquipmentId(0)),
            cause: Some(Cause::ALL[0]),
            by: Some((Source::Epic, Via::NOTHING)),
            gift: Some(Gift::Move),
            again: Some(false),
            moved: Some(0),
            swap: Some(SwapCard::Herman),
            given: Some(DieKind::Basic),
            first: Some(true),
            kind: Some(DieKind::Basic),
            back: Some(false),
            effect: Some(Effect::ALL[0]),
            held: Some(None),
            aid: Some(AidIx(0)),
            pair: Some([AidIx(0); 2]),
        };
        let mut keys = Vec::new();
        for row in ROWS {
            let now = now(row.key, &details).unwrap();
            assert_eq!(key(now), Some(row.key));
            if let Some(decision) = Decision::of(now) {
                assert_eq!(decision.key(), row.key);
                keys.push(row.key);
            }
        }
        assert_eq!(keys.len(), Decision::COUNT, "{keys:?}");
    }
}
