//! What a symbol does to its target, whoever spends it: dice, tokens, cards and rewards alike.

use super::Play;
use crate::event::{Event, Watch};
use crate::ids::{DistrictIx, EpicId, Track};
use crate::state::Ending;

impl<W: Watch> Play<'_, W> {
    pub(super) fn remove_enforcement(&mut self, district: DistrictIx) {
        self.game.district_mut(district).enforcement -= 1;
        let change = -1;
        self.watch.event(Event::Enforcement { district, change });
    }

    pub(super) fn remove_barricade(&mut self, district: DistrictIx) {
        self.game.district_mut(district).barricades -= 1;
        let change = -1;
        self.watch.event(Event::Barricades { district, change });
    }

    pub(super) fn contain_epic(&mut self, district: DistrictIx) {
        self.game.district_mut(district).bracket -= 1;
        let change = -1;
        self.watch.event(Event::Bracket { district, change });
    }

    pub(super) fn contain_boss(&mut self, track: Track) {
        self.game.boss.brackets[track.index()] -= 1;
        self.watch.event(Event::BossBracket { track, change: -1 });
    }

    pub(super) fn research_epic(&mut self, district: DistrictIx) {
        let place = self.game.district_mut(district);
        place.research -= 1;
        let epic = place.epic.expect("a legal target is there");
        let weakened = place.research == 0;
        if weakened {
            place.health = place.health.min(self.rules.catalog.epic(epic).weakened);
        }
        self.tell_epic_values(district);
        if weakened {
            self.watch.event(Event::Weakened { district, epic });
        }
    }

    pub(super) fn attack_epic(&mut self, district: DistrictIx) {
        let place = self.game.district_mut(district);
        let epic = place.epic.expect("a legal target is there");
        place.health -= 1;
        let defeated = place.health == 0;
        self.tell_epic_values(district);
        if defeated {
            self.defeat_epic(district, epic);
        }
    }

    fn tell_epic_values(&mut self, district: DistrictIx) {
        let place = self.game.district(district);
        let (research, health) = (place.research, place.health);
        self.watch.event(Event::EpicValues {
            district,
            research,
            health,
        });
    }

    /// Enforcement, Barricades and Reckoners stay where they are.
    fn defeat_epic(&mut self, district: DistrictIx, epic: EpicId) {
        let place = self.game.district_mut(district);
        place.epic = None;
        place.bracket = 0;
        place.research = 0;
        self.game.defeated.insert(epic.0);
        let reward = self.rules.catalog.epic(epic).reward;
        self.game.rewards.add(&reward);
        self.watch.event(Event::Defeated { district, epic });
    }

    /// Lowers the boss's research; at zero he is weakened and gets his health.
    pub(super) fn research_boss(&mut self, amount: u8) {
        let boss = &mut self.game.boss;
        if boss.research == 0 || amount == 0 {
            return;
        }
        boss.research = boss.research.saturating_sub(u16::from(amount));
        let weakened = boss.research == 0;
        if weakened {
            self.game.boss.health = self.rules.boss_values(self.game).health;
        }
        let (research, health) = (self.game.boss.research, self.game.boss.health);
        self.watch.event(Event::BossValues { research, health });
        if weakened {
            self.watch.event(Event::BossWeakened);
        }
    }

    pub(super) fn attack_boss(&mut self) {
        self.game.boss.health -= 1;
        let (research, health) = (0, self.game.boss.health);
        self.watch.event(Event::BossValues { research, health });
        if health == 0 {
            self.end(Ending::Won);
        }
    }
}
