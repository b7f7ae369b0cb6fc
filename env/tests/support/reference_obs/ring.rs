//! The districts and the boss; a part of the reference.

use reckoners_env::cards::{Boards, INFINITE, Reach, Verb};
use reckoners_env::ids::Track;
use reckoners_env::state::Seat;

use super::city::boss_start;
use super::epic::Doing;
use super::{View, flag, number, numbers, one_hot, unknown};

impl View<'_> {
    pub(super) fn district(&self, field: &str, n: usize) -> Vec<f32> {
        let count = self.district_count();
        if n >= count {
            let len = match field {
                "boosts" => Track::COUNT,
                "card" => 64,
                _ => 1,
            };
            return vec![0.0; len];
        }
        let index = self.district_index(n);
        let district = &self.game.districts[index];
        let epic = district.epic.map(|epic| self.cards.epic(epic));
        let (doing, reward) = (&self.doing[n], epic.map(|e| e.reward).unwrap_or_default());
        let neighbours = [
            &self.doing[(n + 1) % count],
            &self.doing[(n + count - 1) % count],
        ];
        let given = |gift: fn(&Doing) -> u32| neighbours.iter().map(|d| gift(d)).sum::<u32>();
        match field {
            "boss" => flag(self.game.boss.district.ix() == index),
            "sniper" => flag(self.game.sniper.ix() == index),
            "reckoners" => {
                let here = |seat: &&Seat| seat.district.ix() == index;
                number(self.game.team().iter().filter(here).count() as u32)
            }
            "epic" => flag(epic.is_some()),
            "weakened" => flag(epic.is_some() && district.research == 0),
            "research" => number(district.research),
            "health" => number(district.health),
            "infinite" => flag(district.health == INFINITE),
            "weakened_health" => number(epic.map_or(0, |e| e.weakened)),
            "bracket" => number(district.bracket),
            "room" => number(doing.room),
            "enforcement" => number(district.enforcement),
            "guarded" => flag(district.enforcement > 0),
            "barricades" => number(district.barricades),
            "blocked" => flag(district.barricades > 0),
            "red_shields" => number(district.shields[0]),
            "blue_shields" => number(district.shields[1]),
            "copy_tokens" => number(district.copy_tokens),
            "stolen" => number(district.stolen.len()),
            "holds" => {
                let fired = epic.map_or(&[][..], |epic| epic.track.deeds());
                let mut fired = fired.iter().take(usize::from(district.bracket));
                flag(fired.any(|deed| deed.verb == Verb::Pull && deed.reach == Reach::Here))
            }
            "population" => number(doing.population),
            "saved" => number(doing.saved),
            "later" => number(doing.later),
            "overflow" => number(doing.overflow),
            "enforcement_in" => number(doing.enforcement + given(|d| d.gift_enforcement)),
            "barricades_in" => number(doing.barricades + given(|d| d.gift_barricades)),
            // Only an Epic can be fortified.
            "fortify_in" if epic.is_none() => number(0),
            "fortify_in" => number(doing.fortify + given(|d| d.gift_fortify)),
            "boosts" => numbers(doing.boosts),
            "base" => number(doing.base),
            "reward_enforcement" => number(reward.enforcement),
            "reward_contain" => number(reward.contain),
            "reward_plan" => number(reward.plan),
            "reward_money" => number(reward.money),
            "reward_research" => number(reward.boss_research),
            "card" => one_hot(64, district.epic.map(|epic| usize::from(epic.0))),
            _ => unknown("districts", field),
        }
    }

    pub(super) fn boss(&self, field: &str) -> Vec<f32> {
        let (boss, sheet) = (&self.game.boss, self.sheet());
        let (research, health) = boss_start(self.cards, self.game);
        let share = |value: u16, of: u16| number(f64::from(value) / f64::from(of));
        match field {
            "research" => number(boss.research),
            "research_share" => share(boss.research, research),
            "weakened" => flag(boss.research == 0),
            "health" => number(boss.health),
            "health_share" => share(boss.health, health),
            "brackets" => {
                let last = |track: Track| match &sheet.boards {
                    Boards::Tracks(tracks) => tracks[track as usize].deeds().len() - 1,
                    Boards::Tables(tables) => usize::from(tables.columns()),
                };
                let share =
                    |track: Track| f64::from(boss.brackets[track as usize]) / last(track) as f64;
                numbers(Track::ALL.map(share))
            }
            "population" => number(self.boss_does(Verb::Population)),
            "enforcement" => number(self.boss_does(Verb::AddEnforcement)),
            "barricades" => number(self.boss_does(Verb::Barricade)),
            "fortify" => number(self.boss_does(Verb::FortifyBoss)),
            "base" => number(self.boss_does(Verb::Base)),
            _ => unknown("boss", field),
        }
    }
}
