//! Positions beyond what a network has learned from: their win chances are guesses.
//!
//! A table file may hold any position that the rules can go on from. A network has seen those that games come to; far
//! outside them it answers as confidently as ever, so the answer says that it is stretched.

use reckoners_env::{Game, Rules};

/// A number on the table, and how large games make it.
struct Gauge {
    /// What it is.
    name: &'static str,
    /// Its value in a position.
    read: fn(&Game) -> u16,
    /// More than this is not learned.
    most: fn(&Rules, &Game) -> u16,
}

/// Each limit is well above the most that a test sees in games of players good and bad.
const GAUGES: [Gauge; 4] = [
    Gauge {
        name: "round",
        read: |game| game.round,
        most: |_, _| 50,
    },
    Gauge {
        name: "money",
        read: |game| game.money,
        most: |_, _| 60,
    },
    Gauge {
        name: "the boss's research",
        read: |game| game.boss.research,
        most: |rules, game| 2 * rules.boss_values(game).research,
    },
    Gauge {
        name: "the boss's health",
        read: |game| game.boss.health,
        most: |rules, game| 2 * rules.boss_values(game).health,
    },
];

/// What in a position is larger than games make it, in words; none in a usual one.
pub fn unusual(rules: &Rules, game: &Game) -> Option<String> {
    let far = GAUGES.iter().filter_map(|gauge| {
        let (value, most) = ((gauge.read)(game), (gauge.most)(rules, game));
        (value > most).then(|| format!("{} {value} (at most {most} in games)", gauge.name))
    });
    let far: Vec<String> = far.collect();
    (!far.is_empty()).then(|| far.join(", "))
}

#[cfg(test)]
mod tests {
    use reckoners_agents::agent::Policy;
    use reckoners_agents::greedy::Greedy;
    use reckoners_agents::random::Random;
    use reckoners_agents::scripted::Scripted;
    use reckoners_env::action::decode;
    use reckoners_env::rng::{Purpose, stream};
    use reckoners_env::{Difficulty, GameSetup, Reckoner};

    use super::*;

    #[test]
    fn no_game_of_any_player_is_unusual() {
        let rules = Rules::embedded();
        let (greedy, scripted) = (Greedy::new(&rules), Scripted::new(&rules));
        let players: [&dyn Policy; 3] = [&Random, &greedy, &scripted];
        for seed in 0..240 {
            let (seats, level) = (
                2 + seed as usize % 5,
                Difficulty::ALL[seed as usize / 5 % 4],
            );
            let mut team = Reckoner::BASE;
            team.rotate_left(seed as usize / 20 % 6);
            let setup = GameSetup::new(&team[..seats], level).expect("a team");
            let mut luck = stream(seed, 0, 0, Purpose::Evaluation);
            let mut game = rules.new_game(&setup);
            loop {
                rules.play_chance(&mut game, &mut luck);
                assert_eq!(unusual(&rules, &game), None, "seed {seed}");
                if game.now.is_over() {
                    break;
                }
                let legal = rules.legal(&game);
                let player = players[seed as usize / 20 % 3];
                let id = player.pick(&rules, &game, &legal, &mut luck);
                let action = decode(id).expect("an action");
                rules.apply(&mut game, action).expect("a legal one");
            }
        }
    }

    #[test]
    fn slips_of_the_keyboard_are_unusual() {
        let rules = Rules::embedded();
        let setup = GameSetup::new(&Reckoner::BASE[..4], Difficulty::Standard).expect("a team");
        let start = rules.new_game(&setup);
        let mut game = start;
        game.boss.research = 1000;
        let most = 2 * rules.boss_values(&game).research;
        let said = format!("the boss's research 1000 (at most {most} in games)");
        assert_eq!(unusual(&rules, &game), Some(said));
        game.money = 150;
        let both = unusual(&rules, &game).expect("two of them");
        assert!(
            both.contains("money 150") && both.contains(", the boss's"),
            "{both}"
        );
        for (round, health) in [(51, 0), (1, 1000)] {
            let mut game = start;
            (game.round, game.boss.health) = (round, health);
            assert!(unusual(&rules, &game).is_some(), "{round} {health}");
        }
    }
}
