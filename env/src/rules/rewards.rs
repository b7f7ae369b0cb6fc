//! Receive Rewards: one pool for all Epics defeated this round.

use super::Play;
use crate::action::Action;
use crate::event::{Event, Watch};
use crate::state::{Now, RewardPool, Step, Task};

impl<W: Watch> Play<'_, W> {
    /// Money and boss research come at once and whole.
    pub(super) fn reward_step(&mut self) {
        self.game.step = Step::Rewards;
        let pool = &mut self.game.rewards;
        let (money, research) = (
            std::mem::take(&mut pool.money),
            std::mem::take(&mut pool.boss_research),
        );
        if money > 0 {
            self.gain_money(money);
        }
        self.research_boss(research);
        self.push(Task::PlaceRewards);
    }

    /// Asks for the next reward symbol while one can be placed; the rest lapses.
    pub(super) fn place_rewards(&mut self) {
        if super::legal::any_reward_target(self.game) {
            self.push(Task::PlaceRewards);
            self.game.now = Now::Reward;
        } else {
            self.game.rewards = RewardPool::default();
            self.push(Task::BuyStep);
        }
    }

    pub(super) fn place_reward(&mut self, action: Action) {
        self.game.now = Now::Busy;
        match action {
            Action::Enforcement { district } => {
                self.game.rewards.enforcement -= 1;
                self.remove_enforcement(self.game.district_at(district));
            }
            Action::ContainEpic { district } => {
                self.game.rewards.contain -= 1;
                self.contain_epic(self.game.district_at(district));
            }
            Action::ContainBoss { track } => {
                self.game.rewards.contain -= 1;
                self.contain_boss(track);
            }
            Action::GiveToken { seat } => {
                self.game.rewards.plan -= 1;
                self.game.token_supply -= 1;
                let to = self.game.seat_at(seat);
                self.game.seat_mut(to).tokens += 1;
                self.watch.event(Event::Tokens {
                    seat: to,
                    change: 1,
                });
            }
            Action::Forfeit => self.game.rewards = RewardPool::default(),
            other => unreachable!("{other:?}"),
        }
    }
}
