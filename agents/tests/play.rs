//! The agents at play: legal, deterministic, within budget, and in order of strength.

use std::sync::Arc;
use std::time::Duration;

use rand::Rng;
use reckoners_agents::AgentSpec;
use reckoners_agents::agent::{Agent, Policy, Turn};
use reckoners_agents::greedy::Greedy;
use reckoners_agents::random::Random;
use reckoners_agents::scripted::{Scripted, ScriptedGuide};
use reckoners_agents::search::{Guide, Playout, SearchAgent, SearchOptions, search};
use reckoners_env::action::decode;
use reckoners_env::chance::below;
use reckoners_env::rng::{Purpose, stream};
use reckoners_env::state::{Ending, Now};
use reckoners_env::{Difficulty, Game, GameSetup, Reckoner, Rules};

/// Plays one game through the checked door; an illegal choice fails the test.
fn play(rules: &Rules, policy: &dyn Policy, seed: u64, players: usize, level: Difficulty) -> Game {
    let mut luck = stream(seed, players as u64, 0, Purpose::Evaluation);
    let mut own = stream(seed, players as u64, 0, Purpose::Agent);
    let mut team = Reckoner::BASE;
    for i in (1..team.len()).rev() {
        team.swap(i, below(&mut own, i as u32 + 1) as usize);
    }
    let setup = GameSetup::new(&team[..players], level).unwrap();
    let mut game = rules.new_game(&setup);
    loop {
        rules.play_chance(&mut game, &mut luck);
        if matches!(game.now, Now::Over(_)) || game.round > 50 {
            return game;
        }
        let legal = rules.legal(&game);
        let id = policy.pick(rules, &game, &legal, &mut own);
        rules.apply(&mut game, decode(id).unwrap()).unwrap();
    }
}

/// Searches ask about positions that the players themselves would never come to.
#[test]
fn policies_and_candidates_are_legal_wherever_random_play_leads() {
    let rules = Rules::embedded();
    let (greedy, scripted) = (Greedy::new(&rules), Scripted::new(&rules));
    let guide = ScriptedGuide::new(&rules);
    for seed in 0..400 {
        let mut luck = stream(seed, 0, 0, Purpose::Evaluation);
        let mut own = stream(seed, 0, 0, Purpose::Agent);
        let players = 2 + (seed % 5) as usize;
        let start = below(&mut own, 7 - players as u32) as usize;
        let team = &Reckoner::BASE[start..start + players];
        let setup = GameSetup::new(team, Difficulty::ALL[(seed % 4) as usize]).unwrap();
        let mut game = rules.new_game(&setup);
        loop {
            rules.play_chance(&mut game, &mut luck);
            if matches!(game.now, Now::Over(_)) {
                break;
            }
            let legal = rules.legal(&game);
            let told = |name: &str, id: usize| {
                let action = decode(id);
                assert!(legal.has(id), "{name}: {action:?} in {game:#?}");
            };
            told("greedy", greedy.pick(&rules, &game, &legal, &mut own));
            told("scripted", scripted.pick(&rules, &game, &legal, &mut own));
            for id in guide.candidates(&rules, &game, &legal, 8, &mut own) {
                told("candidate", id);
            }
            // Half random, half scripted: strange positions in games that last.
            let random = below(&mut own, 2) == 0;
            let id = if random {
                Random.pick(&rules, &game, &legal, &mut own)
            } else {
                scripted.pick(&rules, &game, &legal, &mut own)
            };
            rules.apply(&mut game, decode(id).unwrap()).unwrap();
        }
    }
}

fn wins(rules: &Rules, policy: &dyn Policy, games: u64) -> u64 {
    (0..games)
        .filter(|&seed| {
            let players = 2 + (seed % 5) as usize;
            play(rules, policy, seed, players, Difficulty::Beginner).now == Now::Over(Ending::Won)
        })
        .count() as u64
}

#[test]
fn every_policy_is_legal_and_the_ladder_holds() {
    let rules = Rules::embedded();
    let random = wins(&rules, &Random, 100);
    let greedy = wins(&rules, &Greedy::new(&rules), 100);
    let scripted = wins(&rules, &Scripted::new(&rules), 100);
    assert!(random < 5, "random wins {random} of 100");
    assert!(greedy > random + 20, "greedy wins {greedy} of 100");
    assert!(scripted > greedy + 10, "scripted wins {scripted} of 100");
}

#[test]
fn policies_are_legal_on_every_difficulty() {
    let rules = Rules::embedded();
    let policies: [&dyn Policy; 3] = [&Random, &Greedy::new(&rules), &Scripted::new(&rules)];
    for policy in policies {
        for level in Difficulty::ALL {
            for players in 2..=6 {
                play(&rules, policy, 77, players, level);
            }
        }
    }
}

/// A guide that counts the playouts asked of it.
struct Counting {
    inner: ScriptedGuide,
    playouts: std::sync::atomic::AtomicU32,
}

impl Guide for Counting {
    fn candidates(
        &self,
        rules: &Rules,
        game: &Game,
        legal: &reckoners_env::ActionMask,
        most: usize,
        rng: &mut reckoners_env::rng::GameRng,
    ) -> Vec<usize> {
        self.inner.candidates(rules, game, legal, most, rng)
    }
    fn play_on(&self, rules: &Rules, playouts: &mut [Playout]) {
        let count = playouts.len() as u32;
        self.playouts
            .fetch_add(count, std::sync::atomic::Ordering::Relaxed);
        self.inner.play_on(rules, playouts);
    }
    fn win_chances(&self, rules: &Rules, games: &[Game]) -> Vec<f32> {
        self.inner.win_chances(rules, games)
    }
}

#[test]
fn search_is_legal_deterministic_and_within_its_budget() {
    let rules = Rules::embedded();
    let options = SearchOptions {
        playouts: 40,
        ..SearchOptions::default()
    };
    let guide = Arc::new(Counting {
        inner: ScriptedGuide::new(&rules),
        playouts: 0.into(),
    });
    let agent = SearchAgent::new(Arc::clone(&guide) as Arc<dyn Guide>, options);
    let setup = GameSetup::new(&Reckoner::BASE[..3], Difficulty::Hard).unwrap();
    let mut game = rules.new_game(&setup);
    let mut luck = stream(5, 0, 0, Purpose::Evaluation);
    let mut searched = 0;
    while searched < 60 {
        rules.play_chance(&mut game, &mut luck);
        if matches!(game.now, Now::Over(_)) {
            break;
        }
        let legal = rules.legal(&game);
        let id = match legal.single() {
            Some(only) => only,
            None => {
                searched += 1;
                let seed = luck.next_u64();
                guide
                    .playouts
                    .store(0, std::sync::atomic::Ordering::Relaxed);
                let mut own = stream(seed, 0, 0, Purpose::Agent);
                let found = agent.examine(&rules, &game, &legal, &mut own);
                let spent = guide.playouts.load(std::sync::atomic::Ordering::Relaxed);
                assert!(spent <= options.playouts, "{spent} playouts");
                assert_eq!(spent, found.playouts);
                for c in &found.candidates {
                    assert!(legal.has(c.action));
                    assert!((0.0..=1.0).contains(&c.win_chance) && c.error.is_finite());
                }
                let mut again = stream(seed, 0, 0, Purpose::Agent);
                assert_eq!(agent.examine(&rules, &game, &legal, &mut again), found);
                found.choice
            }
        };
        rules.apply(&mut game, decode(id).unwrap()).unwrap();
    }
    assert!(searched > 20);
}

/// Decisions with more than one legal action, one from each of `count` games.
fn decisions(rules: &Rules, count: u64) -> Vec<(Game, reckoners_env::ActionMask)> {
    let scripted = Scripted::new(rules);
    let decision = |seed: u64| {
        let setup = GameSetup::new(&Reckoner::BASE[..3], Difficulty::Hard).unwrap();
        let mut game = rules.new_game(&setup);
        let mut luck = stream(seed, 1, 0, Purpose::Evaluation);
        for passed in 0.. {
            rules.play_chance(&mut game, &mut luck);
            let legal = rules.legal(&game);
            if passed >= 10 * seed && legal.len() > 1 {
                return (game, legal);
            }
            let id = scripted.pick(rules, &game, &legal, &mut luck);
            rules.apply(&mut game, decode(id).unwrap()).unwrap();
        }
        unreachable!()
    };
    (0..count).map(decision).collect()
}

#[test]
fn decisions_searched_together_come_out_as_each_alone() {
    let rules = Rules::embedded();
    let options = SearchOptions {
        playouts: 24,
        certainty: 0.0,
        ..SearchOptions::default()
    };
    let positions = decisions(&rules, 12);
    let luck = |i: usize| stream(i as u64, 3, 0, Purpose::Agent);
    // The network plays them out in shared batches, the scripted player one by one.
    for name in ["scripted", "net"] {
        let guide = AgentSpec::parse(name).unwrap().load_guide(&rules).unwrap();
        let mut agent = SearchAgent::new(guide, options);
        let alone: Vec<usize> = positions
            .iter()
            .enumerate()
            .map(|(i, (game, legal))| agent.examine(&rules, game, legal, &mut luck(i)).choice)
            .collect();
        let mut lucks: Vec<_> = (0..positions.len()).map(luck).collect();
        let mut turns: Vec<Turn<'_>> = positions
            .iter()
            .zip(&mut lucks)
            .map(|((game, legal), rng)| Turn { game, legal, rng })
            .collect();
        let mut together = Vec::new();
        agent.act(&rules, &mut turns, &mut together);
        assert_eq!(together, alone, "{name}");
    }
}

#[test]
fn playouts_end_at_a_decision_even_before_the_first_round() {
    let rules = Rules::embedded();
    let setup = GameSetup::new(&Reckoner::BASE[..2], Difficulty::Hard).unwrap();
    let mut game = rules.new_game(&setup);
    let mut luck = stream(2, 0, 0, Purpose::Evaluation);
    rules.play_chance(&mut game, &mut luck);
    assert_eq!(game.round, 0, "Reckoners are still being placed");
    let guides: [Arc<dyn Guide>; 2] = [
        Arc::new(ScriptedGuide::new(&rules)),
        AgentSpec::parse("net").unwrap().load_guide(&rules).unwrap(),
    ];
    for guide in guides {
        let mut playouts = [Playout {
            game,
            luck: luck.clone(),
            last: 0,
        }];
        guide.play_on(&rules, &mut playouts);
        assert_eq!(playouts[0].game.round, 1);
        assert!(playouts[0].game.now.is_decision(), "the dice are rolled");
    }
}

#[test]
fn few_playouts_are_spent_on_few_candidates_and_never_on_none() {
    let rules = Rules::embedded();
    let guide = Arc::new(ScriptedGuide::new(&rules));
    let (game, legal) = decisions(&rules, 40)
        .into_iter()
        .max_by_key(|(_, legal)| legal.len())
        .unwrap();
    assert!(legal.len() >= 8);
    let wide = guide.candidates(
        &rules,
        &game,
        &legal,
        8,
        &mut stream(0, 0, 0, Purpose::Agent),
    );
    for (playouts, candidates) in [(8, 2), (16, 2), (40, 5), (64, 8)] {
        let options = SearchOptions {
            playouts,
            ..SearchOptions::default()
        };
        let found = search(&rules, guide.as_ref(), &game, &wide, &options, 1);
        assert_eq!(found.candidates.len(), candidates, "{playouts} playouts");
        assert!(found.playouts <= playouts && found.playouts + 8 > playouts);
        assert!(found.candidates.iter().all(|c| c.playouts > 0));
    }
}

#[test]
fn a_time_budget_ends_the_search() {
    let rules = Rules::embedded();
    let options = SearchOptions {
        playouts: 100_000_000,
        time: Some(Duration::from_millis(30)),
        ..SearchOptions::default()
    };
    let agent = SearchAgent::new(Arc::new(ScriptedGuide::new(&rules)), options);
    let setup = GameSetup::new(&Reckoner::BASE[..2], Difficulty::Standard).unwrap();
    let mut game = rules.new_game(&setup);
    rules.play_chance(&mut game, &mut stream(1, 0, 0, Purpose::Evaluation));
    let legal = rules.legal(&game);
    let mut own = stream(1, 0, 0, Purpose::Agent);
    let found = agent.examine(&rules, &game, &legal, &mut own);
    assert!(legal.has(found.choice));
    assert!(found.playouts < options.playouts);
    // Time is shared by the stages: the weakest candidates leave the race before the others.
    let playouts = found.candidates.iter().map(|c| c.playouts);
    assert!(found.candidates.len() > 2 && playouts.clone().min() < playouts.max());
}

#[test]
fn an_agent_that_cannot_be_loaded_says_why() {
    let rules = Rules::embedded();
    let missing = AgentSpec::parse("net:no/such/file.safetensors").unwrap();
    let message = missing.load(&rules).unwrap_err().to_string();
    assert!(message.contains("no/such/file.safetensors"), "{message}");
    let guide = AgentSpec::parse("search:random").unwrap();
    let message = guide.load(&rules).unwrap_err().to_string();
    assert!(message.contains("cannot guide a search"), "{message}");
}
