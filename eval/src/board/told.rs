//! What the drawn board and the page say of a position alike.

use reckoners_env::cards::Gain;
use reckoners_env::ids::{DieKind, DistrictIx, EquipmentId, Module, Shield};
use reckoners_env::state::District;
use reckoners_env::words::Speaker;
use reckoners_env::{Game, Rules};

/// Why an Equipment card cannot be used now, if so.
pub(crate) fn card_state(game: &Game, card: EquipmentId) -> Option<&'static str> {
    let marks = &game.marks;
    if marks.resting.has(card.0) {
        Some("rests this round")
    } else if marks.disabled.has(card.0) {
        Some("does not work this round")
    } else if marks.spent.has(card.0) {
        Some("used")
    } else if marks.waiting().has(card.0) {
        Some("half paid")
    } else {
        None
    }
}

/// The kinds of the dice that a card has given or changed.
pub(crate) fn dice_of(rules: &Rules, game: &Game, card: EquipmentId) -> Vec<&'static str> {
    let swaps = &game.swaps;
    let dice = match rules.catalog().equipment(card).power.gain {
        Gain::SwapDie => [swaps.herman, None],
        Gain::AnyDie => [swaps.extra, swaps.rtich],
        _ => [None, None],
    };
    dice.into_iter().flatten().map(DieKind::key).collect()
}

/// The special colour that a Reckoner has most dice of.
pub(crate) fn own_kind(dice: &[u8; DieKind::COUNT]) -> DieKind {
    let special = DieKind::ALL.into_iter().filter(|k| *k != DieKind::Basic);
    let own = special.max_by_key(|k| dice[k.index()]);
    own.unwrap_or(DieKind::Basic)
}

/// The cards under an Epic, with their owners.
pub(crate) fn stolen(say: &Speaker<'_>, game: &Game, district: &District) -> Vec<String> {
    let whose = |card: EquipmentId| {
        let of = game.seated().find(|(_, s)| s.stolen.has(card.0));
        let owner = of.map_or("", |(seat, _)| say.seat(game, seat));
        format!("{owner}'s {}", say.card(card))
    };
    district.stolen.equipment().map(whose).collect()
}

/// What the boss has left before and after he is weakened.
pub(crate) fn boss_value(rules: &Rules, game: &Game) -> String {
    let boss = &game.boss;
    if boss.research > 0 && !rules.boss_has_track(game) {
        format!(
            "{} spaces of the markers left, health {}",
            boss.research, boss.health
        )
    } else if boss.research > 0 {
        format!("research {}", boss.research)
    } else {
        format!("weakened, health {}", boss.health)
    }
}

/// The rows of the boss's tables that can happen, each once, from the top.
pub(crate) fn table_rows(rules: &Rules, game: &Game) -> Vec<u8> {
    let boss = rules.catalog().boss(game.ruleset.boss);
    let rows = boss.power.as_ref().map_or(&[][..], |power| &power.rows);
    let mut rows = rows.to_vec();
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// The letter of a column of the boss's tables, counted from 1; a bracket that is not on a table yet stands at the first.
pub(crate) const fn column(number: u8) -> char {
    (b'A' + number.saturating_sub(1)) as char
}

/// When the city that goes around comes to a district; nothing before it has begun.
pub(crate) fn city_passes(game: &Game, district: DistrictIx) -> Option<String> {
    let passed = game.city.passed;
    passed.is_somewhere().then(|| {
        let next = game.clockwise(passed, 1);
        match game.offset_from(next, district).0 {
            0 => "the city passes it next".to_owned(),
            1 => "1 district ahead of the city".to_owned(),
            n => format!("{n} districts ahead of the city"),
        }
    })
}

/// What is left in the box of the pieces in play.
pub(crate) struct Supply {
    pub(crate) enforcement: u8,
    pub(crate) barricades: u8,
    pub(crate) plan_tokens: u8,
    /// What only the expansion has, where it is in play.
    pub(crate) expansion: Option<MoreSupply>,
}

/// Shields by their colours, and Copy Tokens.
pub(crate) struct MoreSupply {
    pub(crate) shields: [u8; Shield::COUNT],
    pub(crate) copy_tokens: u8,
}

impl Supply {
    pub(crate) fn of(rules: &Rules, game: &Game) -> Self {
        let (setup, pieces) = (&rules.catalog().setup, &rules.catalog().pieces);
        let expanded = game.ruleset.modules.has(Module::Epics) || game.ruleset.is_merged();
        let shields =
            |shield: Shield| pieces.shields[shield.index()] - game.shields_on_board(shield);
        Self {
            enforcement: setup.enforcement - game.enforcement_on_board(),
            barricades: setup.barricades - game.barricades_on_board(),
            plan_tokens: game.token_supply,
            expansion: expanded.then(|| MoreSupply {
                shields: Shield::ALL.map(shields),
                copy_tokens: pieces.copy_tokens - game.copy_tokens_on_board(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bracket_before_the_first_column_stands_at_the_first() {
        assert_eq!([0, 1, 2, 4].map(column), ['A', 'A', 'B', 'D']);
    }
}
