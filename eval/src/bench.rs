//! `reckoners bench`: how fast the engine and the environments are.
//!
//! Everything is random legal play. Rates are medians of several runs, with the slowest and fastest.

use std::fmt::Write;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use reckoners_env::action::{WORDS, decode};
use reckoners_env::cards::{CityCards, Modules, Side};
use reckoners_env::chance::below;
use reckoners_env::decision::Decision;
use reckoners_env::ids::{BossKind, CityKind, Module};
use reckoners_env::rng::{GameRng, Purpose, stream};
use reckoners_env::state::Now;
use reckoners_env::{
    ACTION_COUNT, Action, ActionMask, Batch, BatchOptions, Difficulty, Encoder, EnvOptions, Game,
    GameSetup, OBS_LEN, Reckoner, Rules, Ruleset, VecEnv,
};
use serde::Serialize;

use crate::threads::STACK;

/// How to measure.
#[derive(Debug, Clone, Copy)]
pub struct BenchOptions {
    /// Runs of which the median is taken.
    pub runs: usize,
    /// Length of one run.
    pub run: Duration,
    /// Environments of a batch.
    pub envs: usize,
    /// Threads of the measurement on all cores.
    pub cores: usize,
}

impl Default for BenchOptions {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            runs: 7,
            run: Duration::from_millis(400),
            envs: 64,
            cores,
        }
    }
}

/// Slowest and fastest run behind a median.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Spread {
    /// The smallest number.
    pub min: f64,
    /// The largest number.
    pub max: f64,
}

/// One game.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ByGame {
    /// Its name.
    pub game: String,
    /// Engine decisions a second on one core.
    pub engine_decisions_per_s_core: f64,
    /// Decisions a second on one core with observation and mask.
    pub obs_decisions_per_s_core: f64,
}

/// One number of Reckoners.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ByPlayers {
    /// Number of Reckoners.
    pub players: usize,
    /// Engine decisions a second on one core.
    pub engine_decisions_per_s_core: f64,
    /// Decisions a second on one core with observation and mask.
    pub obs_decisions_per_s_core: f64,
}

/// One kind of decision.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ByDecision {
    /// Its name.
    pub decision: &'static str,
    /// Its share of all decisions.
    pub share: f64,
    /// Microseconds to play it, the chance after it included, and to make the next mask.
    pub play_us: f64,
    /// Microseconds to encode it.
    pub encode_us: f64,
}

/// What was measured: 4 Reckoners, Standard, unless it says otherwise.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BenchReport {
    /// Decisions a second on one core: play, chance, mask; no observation.
    pub engine_decisions_per_s_core: f64,
    /// Decisions a second on one core with observation and mask written to a batch.
    pub obs_decisions_per_s_core: f64,
    /// The same on all cores, one shard each.
    pub obs_decisions_per_s_all: f64,
    /// Threads used for that.
    pub cores: usize,
    /// Nanoseconds to copy a game.
    pub clone_ns: f64,
    /// Decisions in a game of random play.
    pub decisions_per_game: f64,
    /// Bytes of a game.
    pub game_bytes: usize,
    /// Numbers of an observation.
    pub obs_len: usize,
    /// Action ids.
    pub action_count: usize,
    /// Spread of `engine_decisions_per_s_core`.
    pub engine_spread: Spread,
    /// Spread of `obs_decisions_per_s_core`.
    pub obs_spread: Spread,
    /// Spread of `obs_decisions_per_s_all`.
    pub obs_all_spread: Spread,
    /// Spread of `clone_ns`.
    pub clone_spread: Spread,
    /// Rates by number of Reckoners.
    pub by_players: Vec<ByPlayers>,
    /// Rates of the base game, with each module alone and with all, of cards on the boards, of every boss in every city;
    /// measured by turns.
    pub by_game: Vec<ByGame>,
    /// Times by kind of decision.
    pub by_decision: Vec<ByDecision>,
}

/// Measures everything.
///
/// # Errors
/// When a batch of this size cannot be made.
pub fn run(rules: &Rules, options: &BenchOptions) -> Result<BenchReport> {
    let encoder = Arc::new(Encoder::new(rules.clone()));
    let four = setup(4)?;
    let mut games = (0u64, 0u64);
    let (engine, engine_spread) = median(options.runs, |run| {
        let (rate, decisions, ended) = engine_rate(encoder.rules(), &four, run, options.run);
        games = (games.0 + decisions, games.1 + ended);
        Ok(rate)
    })?;
    let (core, obs_spread) = median(options.runs, |run| {
        obs_rate(&encoder, &four, options, run as u64, 1)
    })?;
    let (all, obs_all_spread) = median(options.runs, |run| {
        obs_rate(&encoder, &four, options, run as u64, options.cores)
    })?;
    let game = encoder.rules().new_game(&four);
    let (clone_ns, clone_spread) = median(options.runs, |_| Ok(clone_time(&game)))?;
    let by_game = by_game(&encoder, options)?;
    let mut by_players = Vec::new();
    for players in 2..=6 {
        let setup = setup(players)?;
        let (engine, _) = median(3, |run| {
            Ok(engine_rate(encoder.rules(), &setup, run, options.run / 2).0)
        })?;
        let (obs, _) = median(3, |run| obs_rate(&encoder, &setup, options, run as u64, 1))?;
        by_players.push(ByPlayers {
            players,
            engine_decisions_per_s_core: engine,
            obs_decisions_per_s_core: obs,
        });
    }
    Ok(BenchReport {
        engine_decisions_per_s_core: engine,
        obs_decisions_per_s_core: core,
        obs_decisions_per_s_all: all,
        cores: options.cores,
        clone_ns,
        decisions_per_game: games.0 as f64 / games.1.max(1) as f64,
        game_bytes: size_of::<Game>(),
        obs_len: OBS_LEN,
        action_count: ACTION_COUNT,
        engine_spread,
        obs_spread,
        obs_all_spread,
        clone_spread,
        by_players,
        by_game,
        by_decision: by_decision(&encoder, &four, options.runs)?,
    })
}

pub(crate) fn setup(players: usize) -> Result<GameSetup> {
    Ok(GameSetup::new(
        &Reckoner::BASE[..players],
        Difficulty::Standard,
    )?)
}

/// Rates of different games. They take turns, so that a machine that slows down slows all.
fn by_game(encoder: &Arc<Encoder>, options: &BenchOptions) -> Result<Vec<ByGame>> {
    let base = Ruleset::base(Difficulty::Standard);
    let alone = Module::ALL.map(|module| base.with(Modules::NONE.with(module)));
    let mut choices = vec![base];
    choices.extend(alone);
    choices.push(base.with(Modules::ALL));
    let city_cards = CityCards::all(Side::A);
    choices.push(Ruleset { city_cards, ..base });
    for boss in BossKind::ALL {
        for city in CityKind::ALL {
            let game = Ruleset { boss, city, ..base };
            if game != base {
                choices.push(game);
            }
        }
    }
    let mut rates = vec![(Vec::new(), Vec::new()); choices.len()];
    for run in 0..options.runs.max(1) {
        for (ruleset, (engine, obs)) in choices.iter().zip(&mut rates) {
            let team = ruleset.reckoners();
            // The newest of those in play: their abilities are what the module adds.
            let setup = GameSetup::new(&team[team.len() - 4..], *ruleset)?;
            engine.push(engine_rate(encoder.rules(), &setup, run, options.run / 2).0);
            obs.push(obs_rate(encoder, &setup, options, run as u64, 1)?);
        }
    }
    let rows = choices.into_iter().zip(rates);
    Ok(rows
        .map(|(ruleset, (mut engine, mut obs))| ByGame {
            game: ruleset.name(),
            engine_decisions_per_s_core: middle(&mut engine),
            obs_decisions_per_s_core: middle(&mut obs),
        })
        .collect())
}

/// The median.
fn middle(list: &mut [f64]) -> f64 {
    list.sort_by(f64::total_cmp);
    list[list.len() / 2]
}

/// The median of some runs, and their spread.
fn median(runs: usize, mut measure: impl FnMut(usize) -> Result<f64>) -> Result<(f64, Spread)> {
    let mut found = (0..runs.max(1))
        .map(&mut measure)
        .collect::<Result<Vec<f64>>>()?;
    let median = middle(&mut found);
    let spread = Spread {
        min: found[0],
        max: found[found.len() - 1],
    };
    Ok((median, spread))
}

/// A uniformly random legal action.
pub(crate) fn pick(mask: &ActionMask, rng: &mut GameRng) -> Action {
    let id = mask.nth(below(rng, mask.len() as u32) as usize);
    id.and_then(decode).expect("a decision has an option")
}

/// Plays games without observations for a while; decisions a second, decisions, finished games.
fn engine_rate(rules: &Rules, setup: &GameSetup, run: usize, time: Duration) -> (f64, u64, u64) {
    let (mut decisions, mut games) = (0, 0);
    let start = Instant::now();
    while start.elapsed() < time {
        let mut rng = stream(run as u64, games, 0, Purpose::Evaluation);
        let mut game = rules.new_game(setup);
        loop {
            rules.play_chance(&mut game, &mut rng);
            if matches!(game.now, Now::Over(_)) {
                break;
            }
            let action = pick(&rules.legal(&game), &mut rng);
            rules.apply_unchecked(&mut game, action);
            decisions += 1;
        }
        games += 1;
    }
    (
        decisions as f64 / start.elapsed().as_secs_f64(),
        decisions,
        games,
    )
}

/// Steps one shard of a batch on each thread for a while; decisions a second in all.
fn obs_rate(
    encoder: &Arc<Encoder>,
    setup: &GameSetup,
    options: &BenchOptions,
    seed: u64,
    threads: usize,
) -> Result<f64> {
    let work = |shard: usize| -> Result<f64> {
        let batch = BatchOptions {
            seed,
            first_env: (shard * options.envs) as u64,
            envs: options.envs,
            threads: 1,
        };
        let mut env = VecEnv::new(encoder.clone(), *setup, EnvOptions::default(), batch)?;
        let mut buffers = Batch::new(options.envs, false);
        env.observe(buffers.buffers())?;
        let mut rng = stream(seed, shard as u64, 0, Purpose::Agent);
        let mut actions = vec![0u16; options.envs];
        let mut steps = 0u64;
        let start = Instant::now();
        while start.elapsed() < options.run {
            let masks = buffers.masks.as_slice().unwrap_or_default();
            for (action, words) in actions.iter_mut().zip(masks.chunks_exact(WORDS)) {
                let mask = ActionMask::from_words(words);
                let nth = below(&mut rng, mask.len() as u32) as usize;
                *action = mask.nth(nth).expect("a row always has a legal action") as u16;
            }
            env.step(&actions, buffers.buffers())?;
            steps += 1;
        }
        Ok((steps * options.envs as u64) as f64 / start.elapsed().as_secs_f64())
    };
    std::thread::scope(|scope| {
        let start = |shard| {
            let thread = std::thread::Builder::new().stack_size(STACK);
            let started = thread.spawn_scoped(scope, move || work(shard));
            started.with_context(|| format!("{threads} threads could not be started"))
        };
        let workers: Vec<_> = (0..threads).map(start).collect::<Result<_>>()?;
        workers
            .into_iter()
            .map(|w| w.join().expect("a worker does not panic"))
            .sum()
    })
}

/// Nanoseconds to copy a game.
fn clone_time(game: &Game) -> f64 {
    const COPIES: usize = 64;
    const TIMES: usize = 2000;
    let mut copies = vec![*game; COPIES];
    let start = Instant::now();
    for _ in 0..TIMES {
        for copy in &mut copies {
            *copy = *black_box(game);
        }
        black_box(&copies);
    }
    start.elapsed().as_secs_f64() * 1e9 / (COPIES * TIMES) as f64
}

/// Times of each kind of decision, over positions of random games.
fn by_decision(encoder: &Encoder, setup: &GameSetup, runs: usize) -> Result<Vec<ByDecision>> {
    /// Positions of a kind that are timed.
    const TIMED: usize = 256;
    let rules = encoder.rules();
    let mut found: Vec<Vec<(Game, Action)>> = vec![Vec::new(); Decision::COUNT];
    let mut seen = [0u64; Decision::COUNT];
    for n in 0..400 {
        let mut rng = stream(n, 0, 0, Purpose::Evaluation);
        let mut game = rules.new_game(setup);
        loop {
            rules.play_chance(&mut game, &mut rng);
            let Some(kind) = Decision::of(game.now).map(Decision::index) else {
                break;
            };
            let action = pick(&rules.legal(&game), &mut rng);
            seen[kind] += 1;
            if found[kind].len() < TIMED {
                found[kind].push((game, action));
            }
            rules.apply_unchecked(&mut game, action);
        }
    }
    let total: u64 = seen.iter().sum();
    let mut rows = Vec::new();
    for (kind, positions) in found.iter().enumerate().filter(|(_, p)| !p.is_empty()) {
        const TIMES: usize = 20;
        let per_one = 1e6 / (TIMES * positions.len()) as f64;
        let (play_us, _) = median(runs, |run| {
            let mut rng = stream(run as u64, 0, 0, Purpose::Search);
            let start = Instant::now();
            for _ in 0..TIMES {
                for (game, action) in positions {
                    let mut game = *game;
                    rules.apply_unchecked(&mut game, *action);
                    rules.play_chance(&mut game, &mut rng);
                    black_box(rules.legal(&game));
                }
            }
            Ok(start.elapsed().as_secs_f64() * per_one)
        })?;
        let mut obs = vec![0.0; OBS_LEN];
        let (encode_us, _) = median(runs, |_| {
            let start = Instant::now();
            for _ in 0..TIMES {
                for (game, _) in positions {
                    encoder.encode(game, &mut obs);
                    black_box(&obs);
                }
            }
            Ok(start.elapsed().as_secs_f64() * per_one)
        })?;
        let share = seen[kind] as f64 / total as f64;
        rows.push(ByDecision {
            decision: Decision::KEYS[kind],
            share,
            play_us,
            encode_us,
        });
    }
    Ok(rows)
}

impl BenchReport {
    /// The report as tables for people.
    pub fn text(&self) -> String {
        let mega = |rate: f64| rate / 1e6;
        let mut t = String::new();
        let mut line = |name: &str, value: String, spread: String| {
            let _ = writeln!(t, "| {name:<38} | {value:>12} | {spread:>17} |");
        };
        let range = |s: Spread| format!("{:.2} - {:.2}", mega(s.min), mega(s.max));
        line(
            "random play, 4 Reckoners, Standard",
            "median".into(),
            "spread".into(),
        );
        line(&"-".repeat(38), "-".repeat(12), "-".repeat(17));
        let rate = |rate: f64| format!("{:.2}", mega(rate));
        line(
            "engine, M decisions/s, 1 core",
            rate(self.engine_decisions_per_s_core),
            range(self.engine_spread),
        );
        line(
            "with observation, M decisions/s, 1 core",
            rate(self.obs_decisions_per_s_core),
            range(self.obs_spread),
        );
        line(
            &format!("with observation, M decisions/s, {} cores", self.cores),
            rate(self.obs_decisions_per_s_all),
            range(self.obs_all_spread),
        );
        let scale = self.obs_decisions_per_s_all / self.obs_decisions_per_s_core;
        line("all cores / one core", format!("{scale:.2}"), String::new());
        let spread = format!(
            "{:.1} - {:.1}",
            self.clone_spread.min, self.clone_spread.max
        );
        line("copy a game, ns", format!("{:.1}", self.clone_ns), spread);
        line(
            "decisions a game",
            format!("{:.0}", self.decisions_per_game),
            String::new(),
        );
        line(
            "bytes of a game",
            self.game_bytes.to_string(),
            String::new(),
        );
        line(
            "numbers of an observation",
            self.obs_len.to_string(),
            String::new(),
        );
        line("action ids", self.action_count.to_string(), String::new());
        let _ = writeln!(
            t,
            "\n| Reckoners | engine, M/s | with observation, M/s |\n|---:|---:|---:|"
        );
        for p in &self.by_players {
            let (engine, obs) = (p.engine_decisions_per_s_core, p.obs_decisions_per_s_core);
            let _ = writeln!(
                t,
                "| {} | {:.2} | {:.2} |",
                p.players,
                mega(engine),
                mega(obs)
            );
        }
        let _ = writeln!(
            t,
            "\n| game | engine, M/s | with observation, M/s |\n|---|---:|---:|"
        );
        for m in &self.by_game {
            let (engine, obs) = (m.engine_decisions_per_s_core, m.obs_decisions_per_s_core);
            let _ = writeln!(t, "| {} | {:.2} | {:.2} |", m.game, mega(engine), mega(obs));
        }
        let _ = writeln!(
            t,
            "\n| decision | share | play, µs | encode, µs |\n|---|---:|---:|---:|"
        );
        for d in &self.by_decision {
            let share = 100.0 * d.share;
            let _ = writeln!(
                t,
                "| {} | {share:.1} % | {:.3} | {:.3} |",
                d.decision, d.play_us, d.encode_us
            );
        }
        t
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_has_every_key_and_no_empty_number() {
        let options = BenchOptions {
            runs: 1,
            run: Duration::from_millis(5),
            envs: 8,
            cores: 2,
        };
        let report = run(&Rules::embedded(), &options).unwrap();
        let json = serde_json::to_value(&report).unwrap();
        for key in [
            "engine_decisions_per_s_core",
            "obs_decisions_per_s_core",
            "obs_decisions_per_s_all",
            "cores",
            "clone_ns",
            "decisions_per_game",
            "game_bytes",
            "obs_len",
            "action_count",
        ] {
            assert!(
                json[key].as_f64().is_some_and(|n| n > 0.0),
                "{key} is {}",
                json[key]
            );
        }
        assert!(report.text().contains("copy a game"));
    }
}
