//! Receive Rewards: one pool for all Epics defeated this round. A card that is used when it is bought pays in the same
//! way, in the Purchase step.

use super::Play;
use crate::action::Action;
use crate::event::Watch;
use crate::state::{Now, RewardPool, Step, Task};

impl<W: Watch> Play<'_, W> {
    pub(super) fn reward_step(&mut self) {
        self.game.step = Step::Rewards;
        self.pay_rewards();
        self.push(Task::PlaceRewards);
    }

    /// Money and boss research come at once and whole.
    pub(super) fn pay_rewards(&mut self) {
        let pool = &mut self.game.rewards;
        let (money, research) = (
            std::mem::take(&mut pool.money),
            std::mem::take(&mut pool.boss_research),
        );
        if money > 0 {
            self.gain_money(money);
        }
        self.research_boss(research, None);
    }

    /// Asks for the next reward symbol while one can be placed; the rest lapses.
    pub(super) fn place_rewards(&mut self) {
        if super::legal::any_reward_target(self.game) {
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
                self.token_from_supply(to);
            }
            Action::Forfeit => self.game.rewards = RewardPool::default(),
            other => unreachable!("{other:?}"),
        }
    }
}
