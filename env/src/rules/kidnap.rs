//! Kidnap: the boss, or up to three things of other districts, are put into one district.

use super::{Play, Rules};
use crate::action::{Action, ActionMask, Block};
use crate::event::{Event, Watch};
use crate::ids::{DistrictIx, MAX_DISTRICTS, Shield};
use crate::state::{Game, Now};

/// Things that one kidnapping may move.
const MOST: u8 = 3;

/// Whether some other district has a thing that could be put into this one.
fn has_things_elsewhere(game: &Game, to: DistrictIx) -> bool {
    game.placed().any(|(district, place)| {
        let things = place.enforcement
            + place.barricades
            + place.copy_tokens
            + place.shields.iter().sum::<u8>();
        district != to && things > 0
    })
}

/// The districts (absolute) into which something can be put.
pub(super) fn destinations(game: &Game) -> impl Iterator<Item = DistrictIx> {
    game.placed()
        .map(|(district, _)| district)
        .filter(|&to| game.boss.district != to || has_things_elsewhere(game, to))
}

impl Rules {
    pub(super) fn kidnap_places(&self, game: &Game, mask: &mut ActionMask) {
        for district in destinations(game) {
            mask.add(Block::Place, game.offset_of(district).ix());
        }
    }

    /// What can be put into a district.
    pub(super) fn kidnap_things(
        &self,
        game: &Game,
        to: DistrictIx,
        moved: u8,
        mask: &mut ActionMask,
    ) {
        if moved == 0 && game.boss.district != to {
            mask.add(Block::TakeBoss, 0);
        }
        for (district, place) in game.placed().filter(|(district, _)| *district != to) {
            let offset = game.offset_of(district).ix();
            let mut offer = |count: u8, block, index| {
                if count > 0 {
                    mask.add(block, index);
                }
            };
            offer(place.enforcement, Block::Enforcement, offset);
            offer(place.barricades, Block::RemoveBarricade, offset);
            offer(place.copy_tokens, Block::RemoveCopyToken, offset);
            for shield in Shield::ALL {
                let index = shield.index() * MAX_DISTRICTS + offset;
                offer(place.shields[shield.index()], Block::TakeShield, index);
            }
        }
        if moved > 0 {
            mask.add(Block::Forfeit, 0);
        }
    }
}

impl<W: Watch> Play<'_, W> {
    pub(super) fn kidnap_to(&mut self, action: Action) {
        let Action::Place { district } = action else {
            unreachable!("{action:?}")
        };
        let to = self.game.district_at(district);
        self.game.now = Now::Kidnap { to, moved: 0 };
    }

    /// Moves one thing. Moving is not removing: Shields do not stop it.
    pub(super) fn kidnap(&mut self, to: DistrictIx, moved: u8, action: Action) {
        self.game.now = Now::Busy;
        let at = |offset| self.game.district_at(offset);
        match action {
            Action::Forfeit => return,
            Action::TakeBoss => {
                self.boss_to(to);
                return;
            }
            Action::Enforcement { district } => {
                let from = at(district);
                self.game.district_mut(from).enforcement -= 1;
                self.game.district_mut(to).enforcement += 1;
                for (district, change) in [(from, -1), (to, 1)] {
                    self.watch.event(Event::Enforcement { district, change });
                }
            }
            Action::RemoveBarricade { district } => {
                let from = at(district);
                self.game.district_mut(from).barricades -= 1;
                self.game.district_mut(to).barricades += 1;
                for (district, change) in [(from, -1), (to, 1)] {
                    self.watch.event(Event::Barricades { district, change });
                }
            }
            Action::RemoveCopyToken { district } => {
                let from = at(district);
                self.change_copy_tokens(from, -1);
                self.change_copy_tokens(to, 1);
            }
            Action::TakeShield { shield, district } => {
                let from = at(district);
                self.change_shields(from, shield, -1);
                self.change_shields(to, shield, 1);
            }
            other => unreachable!("{other:?}"),
        }
        let moved = moved + 1;
        if moved < MOST && has_things_elsewhere(self.game, to) {
            self.game.now = Now::Kidnap { to, moved };
        }
    }
}
