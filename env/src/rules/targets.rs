//! What a symbol does to its target, whoever spends it: dice, tokens, cards and rewards alike.

use super::Play;
use super::city::benefit_earned;
use crate::cards::Gain;
use crate::event::{Event, Watch};
use crate::ids::{DistrictIx, EpicId, SeatIx, Shield, Track};
use crate::state::{Earned, Ending, Owed, Step};

impl<W: Watch> Play<'_, W> {
    /// Removes one Enforcement, or a red Shield while one is there.
    pub(super) fn remove_enforcement(&mut self, district: DistrictIx) {
        if self.game.district(district).is_shielded(Shield::Red) {
            self.change_shields(district, Shield::Red, -1);
            return;
        }
        self.game.district_mut(district).enforcement -= 1;
        let change = -1;
        self.watch.event(Event::Enforcement { district, change });
    }

    pub(super) fn remove_barricade(&mut self, district: DistrictIx) {
        self.game.district_mut(district).barricades -= 1;
        let change = -1;
        self.watch.event(Event::Barricades { district, change });
    }

    /// Moves an Epic's bracket left, or removes a blue Shield while one is there.
    pub(super) fn contain_epic(&mut self, district: DistrictIx) {
        if self.game.district(district).is_shielded(Shield::Blue) {
            self.change_shields(district, Shield::Blue, -1);
            return;
        }
        self.game.district_mut(district).bracket -= 1;
        let change = -1;
        self.watch.event(Event::Bracket { district, change });
    }

    pub(super) fn contain_boss(&mut self, track: Track) {
        self.game.boss.brackets[track.index()] -= 1;
        self.watch.event(Event::BossBracket { track, change: -1 });
    }

    pub(super) fn change_shields(&mut self, district: DistrictIx, shield: Shield, change: i8) {
        let count = &mut self.game.district_mut(district).shields[shield.index()];
        *count = count.saturating_add_signed(change);
        self.watch.event(Event::Shields {
            district,
            shield,
            change,
        });
    }

    pub(super) fn change_copy_tokens(&mut self, district: DistrictIx, change: i8) {
        let count = &mut self.game.district_mut(district).copy_tokens;
        *count = count.saturating_add_signed(change);
        self.watch.event(Event::CopyTokens { district, change });
    }

    /// Lowers an Epic's research; `by` is who spent the symbol, none for a reward.
    pub(super) fn research_epic(&mut self, district: DistrictIx, by: Option<SeatIx>) {
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
            self.owe_benefit(district, false);
            self.earn_by_weakening(district, by);
        }
    }

    /// In the Use Dice step a weakening may earn a group: in the owner's district, or anywhere by the owner's symbol.
    pub(super) fn earn_by_weakening(&mut self, district: DistrictIx, by: Option<SeatIx>) {
        if self.game.step != Step::Use {
            return;
        }
        let holder = self
            .rules
            .holder(self.game, |gain| matches!(gain, Gain::OnWeaken(_)));
        if let Some((seat, card)) = holder
            && (by == Some(seat) || self.game.seat(seat).district == district)
        {
            let why = Earned::ByWeakening(card);
            self.game.owed.add(Owed { seat, why });
        }
    }

    /// In the Use Dice step the card on a district's board may pay for what befell its Epic.
    fn owe_benefit(&mut self, district: DistrictIx, defeated: bool) {
        if self.game.step == Step::Use
            && benefit_earned(self.rules, self.game, district, defeated).is_some()
        {
            let (seat, why) = (self.game.acting, Earned::Benefit(district));
            self.game.owed.add(Owed { seat, why });
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
        self.game.defeated_now = self.game.defeated_now.saturating_add(1);
        self.watch.event(Event::Defeated { district, epic });
        self.return_stolen(district);
        let reward = self.rules.catalog.epic(epic).reward;
        if self.game.ruleset.is_merged() {
            self.owe_benefit(district, true);
            self.pay_at_once(district, &reward);
        } else {
            self.game.rewards.add(&reward);
        }
    }

    /// Lowers the boss's research; at zero he is weakened and gets his health.
    pub(super) fn research_boss(&mut self, amount: u8, by: Option<SeatIx>) {
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
            self.earn_by_weakening(self.game.boss.district, by);
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
