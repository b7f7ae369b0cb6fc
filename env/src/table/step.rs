//! The table of steps: what the file calls each thing a game can wait for, in which step of the rulebook that
//! can be, and the keys that tell more about it.

use crate::ids::{Cause, DieKind, DistrictIx, EquipmentId, FaceIx, Module, SeatIx};
use crate::state::{Ending, Gift, Now, Source, Step, SwapCard, Via};

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
    /// Key `by`.
    pub(super) by: Option<(Source, Via)>,
    /// Key `gift`.
    pub(super) gift: Option<Gift>,
    /// Key `reroll`: whether it is the second.
    pub(super) again: Option<bool>,
    /// Key `moved`.
    pub(super) moved: Option<u8>,
    /// Key `card`, where it is one that changes dice.
    pub(super) swap: Option<SwapCard>,
    /// Key `given`.
    pub(super) given: Option<DieKind>,
    /// Whether no die was changed or given before; follows from `swaps`.
    pub(super) first: Option<bool>,
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
    /// The module without which it never comes.
    pub(super) module: Option<Module>,
}

macro_rules! steps {
    ($($key:literal => ($($now:tt)+) in $($phase:ident)+ [$($also:ident)*] $(with $module:ident)? $(, $detail:ident = $args:tt)*;)+) => {
        /// The keys of the steps.
        pub const KEYS: &[&str] = &[$($key,)+];

        const ROWS: &[Row] = &[$(Row {
            key: $key,
            phases: &[$(Step::$phase,)+],
            keys: &[$(stringify!($also),)* $(stringify!($detail),)*],
            module: [$(Some(Module::$module),)? None][0],
        },)+];

        /// The key and the details of what a game waits for; none while the rules are at work.
        pub(super) fn describe(now: Now) -> Option<(&'static str, Details)> {
            match now {
                $($($now)+ => Some(($key, Details {
                    $($detail: Some($args),)*
                    ..Details::default()
                })),)+
                Now::Busy => None,
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
    "deal-equipment" => (Now::DealEquipment) in Prologue Purchase [draws];
    "place-boss" => (Now::PlaceBoss) in Prologue [];
    "move-boss" => (Now::MoveBoss) in Prologue Epics [];
    "roll-dice" => (Now::RollDice { seat }) in Roll Use [reroll returns_to sniper rewards], who = seat;
    "transform" => (Now::Transform { district, source, via }) in Epics [agenda] with Epics, district = district, by = (source, via);
    "place" => (Now::Place) in Prologue [];
    "keep" => (Now::Keep) in Roll [handed_over];
    "faith" => (Now::Faith) in Roll [];
    "use" => (Now::Use) in Use [handed_over sniper rewards];
    "set-face" => (Now::SetFace { kind, face }) in Use [sniper rewards], die = (kind, face);
    "spend" => (Now::Spend) in Use [open owed returns_to sniper rewards];
    "reward" => (Now::Reward) in Rewards Purchase Prologue [rewards buying];
    "buy" => (Now::Buy) in Prologue Purchase [];
    "receive" => (Now::Receive { card }) in Prologue Purchase [], card = card;
    "lose-die" => (Now::LoseDie) in Epics [agenda];
    "recipient" => (Now::Recipient { gift }) in Use [sniper rewards], gift = gift;
    "regain" => (Now::Regain) in Use [returns_to sniper rewards] with Equipment;
    "reroll" => (Now::Reroll { again }) in Use [reroll returns_to sniper rewards] with Equipment, again = again;
    "kidnap-to" => (Now::KidnapTo) in Use [sniper rewards] with Equipment;
    "kidnap" => (Now::Kidnap { to, moved }) in Use [sniper rewards] with Equipment, district = to, moved = moved;
    "after-move" => (Now::AfterMove) in Use [owed returns_to sniper rewards] with Equipment;
    "steal" => (Now::Steal { district }) in Epics [agenda] with Epics, district = district;
    "sell" => (Now::Sell) in Epics [agenda] with Epics;
    "discard-token" => (Now::DiscardToken) in Epics [agenda] with Epics;
    "swap-give" => (Now::SwapGive { card }) in Roll [card] with Equipment, swap = card;
    "swap-take" => (Now::SwapTake { card, given, named }) in Roll [card] with Equipment, swap = card, given = given, first = named;
    "extra-kind" => (Now::ExtraKind { first }) in Roll [] with Equipment, first = first;
    "won" => (Now::Over(Ending::Won)) in Over [sniper rewards buying];
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
        assert_eq!(keys.len(), Decision::COUNT, "{keys:?}");
    }
}
