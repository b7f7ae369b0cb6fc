//! Receive Rewards: one pool for all Epics defeated this round, or at once where the step is part of Use Dice. A card that is
//! used when it is bought pays in the same way, in the Purchase step.

use super::Play;
use super::city::raised_markers;
use crate::action::Action;
use crate::cards::Reward;
use crate::event::Watch;
use crate::ids::DistrictIx;
use crate::state::{Now, RewardPool, Step, Task};

impl<W: Watch> Play<'_, W> {
    pub(super) fn reward_step(&mut self) {
        self.game.step = Step::Rewards;
        self.pay_rewards();
        self.push(Task::PlaceRewards);
    }

    /// Money and boss research come at once and whole. Where the boss is researched in the districts, the team first names
    /// one.
    pub(super) fn pay_rewards(&mut self) {
        let money = std::mem::take(&mut self.game.rewards.money);
        if money > 0 {
            self.gain_money(money);
        }
        if self.rules.boss_has_track(self.game) {
            let research = std::mem::take(&mut self.game.rewards.boss_research);
            self.research_boss(research, None);
        }
    }

    /// What an Epic of a district pays as soon as it is defeated: money, research of the boss, then the rest.
    pub(super) fn pay_at_once(&mut self, district: DistrictIx, reward: &Reward) {
        if reward.money > 0 {
            self.gain_money(reward.money);
        }
        self.game.rewards.add(&Reward {
            money: 0,
            boss_research: 0,
            ..*reward
        });
        if self.game.step == Step::Use {
            self.push(Task::PlaceRewards);
        }
        if reward.boss_research > 0 {
            let amount = reward.boss_research;
            self.push(Task::BossResearch { district, amount });
        }
    }

    /// Research of the boss that has no district yet: the team names one, unless there is no choice.
    fn name_researched(&mut self) {
        let amount = self.game.rewards.boss_research;
        let raised = raised_markers(self.game);
        self.push(Task::PlaceRewards);
        if raised.count_ones() > 1 {
            self.game.now = Now::Reward;
            return;
        }
        self.game.rewards.boss_research = 0;
        if raised != 0 {
            let district = DistrictIx(raised.trailing_zeros() as u8);
            self.lower_by_reward(district, amount);
        }
    }

    fn lower_by_reward(&mut self, district: DistrictIx, left: u8) {
        let by = None;
        self.push(Task::LowerMarker { district, left, by });
    }

    /// Asks for the next reward symbol while one can be placed; the rest lapses.
    pub(super) fn place_rewards(&mut self) {
        if self.game.rewards.boss_research > 0 {
            self.name_researched();
            return;
        }
        if super::legal::any_reward_target(self.rules, self.game) {
            self.push(Task::PlaceRewards);
            self.game.now = Now::Reward;
            return;
        }
        self.game.rewards = RewardPool::default();
        if self.game.step == Step::Rewards {
            self.push(Task::BuyStep);
        }
    }

    pub(super) fn place_reward(&mut self, action: Action) {
        self.game.now = Now::Busy;
        let at = |offset| self.game.district_at(offset);
        match action {
            Action::Enforcement { district } => {
                self.game.rewards.enforcement -= 1;
                self.remove_enforcement(self.game.district_at(district));
            }
            Action::ContainEpic { district } => {
                let district = at(district);
                self.game.rewards.contain -= 1;
                self.contain_epic(district);
            }
            Action::ContainBoss { track } => {
                self.game.rewards.contain -= 1;
                self.contain_boss(track);
            }
            Action::ResearchEpic { district } => {
                let district = at(district);
                self.game.rewards.research -= 1;
                self.research_epic(district, None);
            }
            Action::ResearchBoss => {
                self.game.rewards.research -= 1;
                self.research_boss(1, None);
            }
            Action::AttackEpic { district } => {
                let district = at(district);
                self.game.rewards.attack -= 1;
                self.attack_epic(district);
                // What it pays comes into the same pool.
                self.pay_rewards();
            }
            Action::AttackBoss => {
                self.game.rewards.attack -= 1;
                self.attack_boss();
            }
            Action::GiveToken { seat } => {
                self.game.rewards.plan -= 1;
                let to = self.game.seat_at(seat);
                if self.game.step == Step::Use {
                    self.token_beside(to);
                } else {
                    self.token_from_supply(to);
                }
            }
            Action::Marker { district } => {
                let district = at(district);
                let left = match std::mem::take(&mut self.game.rewards.boss_research) {
                    0 => {
                        self.game.rewards.research -= 1;
                        1
                    }
                    all => all,
                };
                self.lower_by_reward(district, left);
            }
            Action::Forfeit => self.game.rewards = RewardPool::default(),
            other => unreachable!("{other:?}"),
        }
    }
}
