//! The training loop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use reckoners_agents::net::{Checkpoint, MOST_SUM, Manifest, Net, Shape, Weaver};

use crate::adam::Adam;
use crate::config::Config;
use crate::curriculum::{Curriculum, factors};
use crate::env::{TaskScore, World};
use crate::gradient::{Backend, Woven};
use crate::init;
use crate::loss::Coefficients;
use crate::memory::expect_room;
use crate::metrics::{Metrics, Row};
use crate::origin::Origin;
use crate::report::Report;
use crate::rollout::{Estimation, MOST_BYTES, Rollout, Shard, gibibytes};
use crate::run::RunFolder;
use crate::schedule::Scheduled;
use crate::state::{Best, Progress, TrainerState};
use crate::update::{UpdatePlan, UpdateReport, update};
use crate::warm::{Teacher, WarmPlan, catch_up, learn_chunk};
use crate::watch::Watch;
use reckoners_env::rng::{Purpose, stream};

/// A run in memory.
pub struct Trainer<'a> {
    world: &'a dyn World,
    config: Config,
    shape: Shape,
    /// Makes the weights for the cards of each shard of the rollout; empty if the network reads nothing printed.
    weavers: Vec<Weaver>,
    /// The networks that play: one for each weaver, or one for all.
    nets: Vec<Net>,
    backend: Backend,
    rollout: Rollout,
    parameters: Vec<f32>,
    average: Vec<f32>,
    adam: Adam,
    /// The factor of each task; see `curriculum.weights`.
    factors: Vec<f64>,
    progress: Progress,
}

impl std::fmt::Debug for Trainer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trainer")
            .field("progress", &self.progress)
            .finish_non_exhaustive()
    }
}

/// Upper bound on how much training may enlarge the network's weight sums; larger networks are refused now because
/// they could not be saved later.
const GROWTH: f64 = 1e3;

/// Samples taken from the teacher at a time, unless one minibatch is larger: more would only take memory.
const CHUNK: usize = 1 << 16;

/// The plan of the warm start, from the settings.
fn lesson_plan(config: &Config) -> WarmPlan {
    let warm = &config.warm;
    WarmPlan {
        samples: warm.samples,
        chunk: (16 * warm.minibatch)
            .min(CHUNK.max(warm.minibatch))
            .min(warm.samples),
        epochs: warm.epochs,
        minibatch: warm.minibatch,
        rate: warm.lr,
        value: config.ppo.value,
        max_grad_norm: config.ppo.max_grad_norm,
    }
}

/// Number of worker threads that a setting stands for.
#[must_use]
pub fn thread_count(setting: usize) -> usize {
    match setting {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        n => n,
    }
}

/// Refuses weights that could not be saved after training.
fn expect_room_to_grow(shape: &Shape, parameters: &[f32]) -> Result<()> {
    let sum = shape.largest_sum(parameters);
    let spec = &shape.net;
    ensure!(
        sum <= MOST_SUM / GROWTH,
        "net.blocks is {} and net.norm is {}: sums in the network could reach {sum:.0e} before any \
         training, and its checkpoints would be refused; set net.norm = true or fewer net.blocks",
        spec.blocks,
        spec.norm
    );
    Ok(())
}

/// Refuses settings whose rollouts or network do not fit into memory.
fn expect_memory(config: &Config, shape: &Shape, threads: usize) -> Result<()> {
    let (run, net) = (&config.run, &config.net);
    let bytes = Rollout::bytes(run.envs, config.ppo.steps, shape.net.obs_len);
    ensure!(
        bytes <= MOST_BYTES,
        "run.envs is {} and ppo.steps is {}: their observations take {:.1} GiB, and at most {} are \
         allowed; lower one of them",
        run.envs,
        config.ppo.steps,
        gibibytes(bytes),
        gibibytes(MOST_BYTES)
    );
    let settings = format!(
        "net.width is {} and net.blocks is {}",
        net.width, net.blocks
    );
    // Rollouts are filled only after the warm start has ended, so the larger of the two must fit.
    let samples = bytes.max(lesson_plan(config).bytes(shape.net.obs_len));
    expect_room(shape.parameter_count(), threads, samples, &settings)
}

impl<'a> Trainer<'a> {
    /// A new run.
    ///
    /// # Errors
    /// When the settings do not fit the world or the machine.
    pub fn new(world: &'a dyn World, config: &Config) -> Result<Self> {
        let threads = thread_count(config.run.threads);
        let shape = config.net.shape(world);
        shape.validate()?;
        let run = &config.run;
        expect_memory(config, &shape, threads)?;
        let parameters = init::parameters(&shape, run.seed);
        expect_room_to_grow(&shape, &parameters)?;
        let rollout = Rollout::new(world, run.seed, run.envs, threads, config.ppo.steps)?;
        let mut trainer = Self {
            world,
            config: config.clone(),
            weavers: Vec::new(),
            nets: Vec::new(),
            backend: Backend::new(run.backend, &shape.net, run.device, threads)?,
            rollout,
            average: parameters.clone(),
            adam: Adam::new(parameters.len()),
            factors: factors(&world.tasks(), &config.curriculum.weights)?,
            progress: Progress {
                lessons: None,
                updates: 0,
                steps: 0,
                evaluated: 0,
                best: None,
                seconds: 0.0,
                curriculum: Curriculum::new(world.tasks().len()),
            },
            parameters,
            shape,
        };
        trainer.rebuild_networks()?;
        Ok(trainer)
    }

    /// Builds the networks that play, for the cards that each shard plays with now.
    fn rebuild_networks(&mut self) -> Result<()> {
        let weaver = |features| Ok(self.shape.weaver(&features)?);
        let all: Vec<Option<Weaver>> =
            self.rollout.features().map(weaver).collect::<Result<_>>()?;
        self.weavers = all.into_iter().flatten().collect();
        self.nets = match self.weavers.is_empty() {
            true => vec![Net::new(&self.shape.net, &self.parameters)?],
            false => {
                let nets = self.weavers.iter();
                nets.map(|weaver| Net::new(&self.shape.net, &weaver.weave(&self.parameters)))
                    .collect::<Result<_, _>>()?
            }
        };
        Ok(())
    }

    /// Loads the current parameters into the networks that play.
    fn distribute(&mut self) {
        match self.weavers.is_empty() {
            true => self.nets[0].load(&self.parameters),
            false => {
                for (net, weaver) in self.nets.iter_mut().zip(&self.weavers) {
                    net.load(&weaver.weave(&self.parameters));
                }
            }
        }
    }

    /// Goes on from a saved state.
    ///
    /// With the number of threads that the state was saved with, the run goes on as if it had never
    /// stopped. With another number the same games go on, but samples are counted shard by shard, one
    /// shard to a thread, so the minibatches hold other samples.
    ///
    /// # Errors
    /// When the state is of another run or another network.
    pub fn resume(world: &'a dyn World, config: &Config, state: TrainerState) -> Result<Self> {
        let mut trainer = Self::new(world, config)?;
        Origin::new(world, config).check(&state.origin)?;
        state.check()?;
        let TrainerState {
            parameters,
            average,
            adam,
            envs,
            progress,
            ..
        } = state;
        ensure!(
            progress.curriculum.tasks() == world.tasks().len(),
            "the saved state has results of {} tasks, but its run has {}; start over with --fresh",
            progress.curriculum.tasks(),
            world.tasks().len()
        );
        trainer.rollout.set_task_weights(
            &progress
                .curriculum
                .weights(config.curriculum.floor, &trainer.factors),
        );
        trainer.rollout.restore(&envs)?;
        trainer.parameters = parameters;
        trainer.average = average;
        trainer.adam = adam;
        trainer.progress = progress;
        trainer.rebuild_networks()?;
        Ok(trainer)
    }

    /// Everything needed to go on later.
    #[must_use]
    pub fn state(&self) -> TrainerState {
        TrainerState {
            parameters: self.parameters.clone(),
            average: self.average.clone(),
            adam: self.adam.clone(),
            envs: self.rollout.save(),
            origin: Origin::new(self.world, &self.config),
            progress: self.progress.clone(),
        }
    }

    /// How far the run is.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// The weights to play with, averaged if the settings say so.
    #[must_use]
    pub fn player(&self) -> Net {
        let net = self.shape.player(&self.average, &self.world.features());
        net.expect("the shape was checked at the start")
    }

    /// The weights to play with, and what they are.
    #[must_use]
    pub fn checkpoint(&self, win_rates: serde_json::Value) -> Checkpoint {
        let world = self.world;
        let (observation, action) = (world.observation(), world.action());
        let mut manifest = Manifest::new(self.shape.clone(), observation, action, world.catalog());
        manifest.games = world.games();
        manifest.steps = self.progress.steps;
        manifest.config = toml::to_string(&self.config).unwrap_or_default();
        manifest.win_rates = win_rates;
        Checkpoint {
            manifest,
            parameters: self.average.clone(),
        }
    }

    /// Takes over the weights of a checkpoint, which may have been trained on other cards; `net` is the
    /// shipped one.
    ///
    /// # Errors
    /// When it cannot be read, or is another network than this run's.
    pub fn begin_with(&mut self, from: &str) -> Result<()> {
        let parameters = init::from_checkpoint(from, self.world, &self.shape)?;
        expect_room_to_grow(&self.shape, &parameters)?;
        self.parameters = parameters;
        self.restart_average();
        Ok(())
    }

    /// Plays with the present weights and forgets former ones.
    fn restart_average(&mut self) {
        self.average.copy_from_slice(&self.parameters);
        self.distribute();
    }

    /// Marks a new run as one that begins with lessons: its saved state then goes on with them.
    pub fn begin_lessons(&mut self) {
        self.progress.lessons = Some(0);
    }

    /// Learns a teacher's moves first, or goes on with that; whether it came to the end before `stop`
    /// was set. `report` hears after every chunk how many are learned and their mean loss, and may save
    /// the trainer.
    ///
    /// # Errors
    /// When the teacher fails, the loss is not finite, or `report` fails.
    pub fn warm_start(
        &mut self,
        teacher: &mut dyn Teacher,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Self, usize, f64) -> Result<()>,
    ) -> Result<bool> {
        let plan = lesson_plan(&self.config);
        let seed = self.config.run.seed;
        let mut done = self.progress.lessons.unwrap_or(0);
        catch_up(teacher, &plan, done, stop)?;
        while done < plan.samples {
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let learner = (self.parameters.as_mut_slice(), &mut self.adam);
            let how = (&mut self.backend, &self.shape);
            let learned = learn_chunk(how, teacher, learner, &plan, seed, done)?;
            let Some((count, loss)) = learned else { break };
            done += count;
            self.progress.lessons = Some(done);
            self.restart_average();
            report(self, done, loss)?;
        }
        self.end_lessons();
        Ok(true)
    }

    /// Leaves the lessons behind: play is learned with an optimizer of its own.
    pub fn end_lessons(&mut self) {
        self.progress.lessons = None;
        self.adam = Adam::new(self.parameters.len());
    }

    /// One rollout and one update; returns its numbers.
    ///
    /// # Errors
    /// When the network gives numbers that are not finite.
    pub fn update(&mut self) -> Result<Row> {
        let started = Instant::now();
        let scheduled = Scheduled::new(&self.config, self.progress.steps);
        let deviation = self.play(scheduled.shaping)?;
        let played = started.elapsed();
        let (report, samples) = self.learn(&scheduled)?;

        self.progress.updates += 1;
        self.progress.steps += samples as u64;
        self.record_episodes();
        let mut row = Row::new(self.progress.steps);
        self.describe_play(&mut row);
        describe_update(&mut row, &report);
        row.add("losses/advantage_std", deviation);
        row.add("charts/learning_rate", scheduled.rate);
        row.add("charts/entropy_coefficient", scheduled.entropy);
        row.add("charts/shaping", scheduled.shaping);
        let whole = started.elapsed();
        self.progress.seconds += whole.as_secs_f64();
        let speed = |time: Duration| samples as f64 / time.as_secs_f64();
        row.add("charts/SPS", speed(whole));
        row.add("charts/SPS_rollout", speed(played));
        row.add("charts/SPS_update", speed(whole - played));
        row.add("charts/hours", self.progress.seconds / 3600.0);
        self.rollout.turn_over();
        Ok(row)
    }

    /// Plays one rollout and estimates its advantages; gives their standard deviation before they are normalised.
    fn play(&mut self, shaping: f64) -> Result<f64> {
        self.rollout.set_task_weights(&self.task_weights());
        if !self.rollout.renew(self.progress.updates)?.is_empty() {
            self.rebuild_networks()?;
        }
        self.rollout.collect(&self.nets, self.progress.updates)?;
        let ppo = &self.config.ppo;
        Ok(self.rollout.estimate(&Estimation {
            gamma: ppo.gamma,
            lambda: ppo.lambda,
            lambda_value: ppo.lambda_value,
            shaping: shaping as f32,
        }))
    }

    /// Learns from the rollout; gives the report of the update and the number of samples.
    fn learn(&mut self, scheduled: &Scheduled) -> Result<(UpdateReport, usize)> {
        let ppo = &self.config.ppo;
        let loss = Coefficients {
            clip: ppo.clip,
            entropy: scheduled.entropy,
            value: ppo.value,
        };
        let plan = UpdatePlan {
            epochs: ppo.epochs,
            minibatch: ppo.minibatch,
            rate: scheduled.rate,
            max_grad_norm: ppo.max_grad_norm,
            target_kl: ppo.target_kl,
        };
        let shards = self.rollout.shards().collect();
        let mut source = self.backend.ppo(shards, ppo.normalise_entropy, loss);
        if !self.weavers.is_empty() {
            let counts = self.rollout.shards().map(Shard::samples);
            source = Box::new(Woven::new(source, &self.weavers, counts));
        }
        let samples = source.samples();
        let run = self.config.run.seed;
        let mut rng = stream(run, self.progress.updates, 0, Purpose::Shuffle);
        let report = update(
            source.as_mut(),
            &mut self.parameters,
            &mut self.adam,
            &plan,
            &mut rng,
        )
        .context("training stopped; the last saved state is good: resume it with a lower ppo.lr")?;
        drop(source);
        self.distribute();
        let keep = self.config.ppo.ema as f32;
        for (average, parameter) in self.average.iter_mut().zip(&self.parameters) {
            *average = keep * *average + (1.0 - keep) * parameter;
        }
        Ok((report, samples))
    }

    fn task_weights(&self) -> Vec<f32> {
        self.progress
            .curriculum
            .weights(self.config.curriculum.floor, &self.factors)
    }

    /// Enters the finished episodes of the rollout into the results by task.
    fn record_episodes(&mut self) {
        for episode in self.rollout.shards().flat_map(|shard| &shard.episodes) {
            self.progress.curriculum.record(episode);
        }
    }

    fn describe_play(&self, row: &mut Row) {
        let (mut values, mut returns) = (Vec::new(), Vec::new());
        let (mut games, mut score, mut decisions, mut rounds, mut cut) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for shard in self.rollout.shards() {
            values.extend_from_slice(&shard.values[..shard.samples()]);
            returns.extend_from_slice(&shard.returns[..shard.samples()]);
            for episode in &shard.episodes {
                games += 1.0;
                score += f64::from(episode.score);
                decisions += f64::from(episode.decisions);
                rounds += f64::from(episode.rounds);
                cut += f64::from(u8::from(episode.truncated));
            }
        }
        row.add("charts/games", games);
        row.add("charts/win_rate", score / games);
        row.add("charts/episodic_length", decisions / games);
        row.add("charts/rounds", rounds / games);
        row.add("charts/truncated", cut / games);
        let explained = crate::gae::explained_variance(&values, &returns);
        row.add("losses/explained_variance", f64::from(explained));
        let weights = self.task_weights();
        for (task, name) in self.world.tasks().iter().enumerate() {
            if let Some(rate) = self.progress.curriculum.rate(task) {
                row.add(format!("win_rate/{name}"), rate);
            }
            row.add(format!("curriculum/{name}"), f64::from(weights[task]));
        }
    }

    /// Trains until the steps are done or `stop` is set, saving and measuring on the way.
    ///
    /// # Errors
    /// When a file cannot be written or the numbers go bad; the last saved state stays good.
    pub fn run(
        &mut self,
        folder: &RunFolder,
        stop: &AtomicBool,
        report: &mut Report,
    ) -> Result<()> {
        let mut metrics = Metrics::open(folder.root(), self.progress.steps)?;
        metrics.show(self.progress.steps, &self.config.numbers());
        self.measure_best_again(folder, report)?;
        let mut watch = Watch::default();
        if self.start_is_to_be_measured() {
            let mut row = Row::new(0);
            self.evaluate(folder, &mut row)?;
            self.save(folder)?;
            metrics.write(&row)?;
            report.show(&row, &[]);
        }
        let mut saved = Instant::now();
        while self.progress.steps < self.config.run.total_steps && !stop.load(Ordering::Relaxed) {
            let mut row = self.update()?;
            let evaluated = self.evaluation_is_due();
            if evaluated {
                self.evaluate(folder, &mut row)?;
            }
            metrics.write(&row)?;
            report.show(&row, &watch.look(&row));
            // A state that did not know of a new best checkpoint would let a worse one replace it.
            let due = saved.elapsed().as_secs() >= self.config.run.checkpoint_seconds;
            if evaluated || due {
                self.save(folder)?;
                saved = Instant::now();
            }
        }
        self.save(folder)
    }

    /// A checkpoint that a run begins with may play better than anything that comes of it, and is then
    /// the best of the run.
    fn start_is_to_be_measured(&self) -> bool {
        let Progress { steps, best, .. } = &self.progress;
        let begins = *steps == 0 && best.is_none() && !self.config.warm.from.is_empty();
        begins && self.config.eval.every_steps > 0
    }

    /// A best checkpoint that cannot be read any more counts for nothing: the next one replaces it. Scores of
    /// other games say nothing about these: when `eval.games` has changed, the best checkpoint so far plays
    /// the new ones, so that only a better one replaces it.
    fn measure_best_again(&mut self, folder: &RunFolder, report: &Report) -> Result<()> {
        let games = self.config.eval.games;
        let Some(best) = &mut self.progress.best else {
            return Ok(());
        };
        let kept = match Checkpoint::load(&folder.best()) {
            Ok(kept) => kept,
            Err(error) => {
                report.say(&format!("warning: {error}; the next best one replaces it"));
                self.progress.best = None;
                return Ok(());
            }
        };
        if best.games == games || self.config.eval.every_steps == 0 {
            return Ok(());
        }
        let player = kept.net(&self.world.features());
        let scores = self.world.evaluate(&player, games)?;
        let score = mean_rate(&scores);
        *best = Best { score, games };
        report.say(&format!(
            "eval.games is now {games}: the best checkpoint so far wins {:.1} % of these",
            100.0 * score
        ));
        Ok(())
    }

    fn evaluation_is_due(&self) -> bool {
        let every = self.config.eval.every_steps;
        let progress = &self.progress;
        every > 0
            && (progress.steps / every > progress.evaluated / every
                || progress.steps >= self.config.run.total_steps)
    }

    fn evaluate(&mut self, folder: &RunFolder, row: &mut Row) -> Result<()> {
        let games = self.config.eval.games;
        let scores = self.world.evaluate(&self.player(), games)?;
        self.progress.evaluated = self.progress.steps;
        if scores.is_empty() {
            return Ok(());
        }
        let mut rates = serde_json::Map::new();
        for score in &scores {
            let rate = score.rate();
            row.add(format!("eval/win_rate/{}", score.task), rate);
            let cell = serde_json::json!({ "games": score.games, "win_rate": rate });
            rates.insert(score.task.clone(), cell);
        }
        let mean = mean_rate(&scores);
        row.add("eval/win_rate", mean);
        if self.progress.best.is_none_or(|best| mean > best.score) {
            self.progress.best = Some(Best { score: mean, games });
            self.checkpoint(rates.into()).save(&folder.best())?;
        }
        Ok(())
    }

    /// Writes the state to resume from and the checkpoint to play with.
    ///
    /// # Errors
    /// When training has diverged, or the folder cannot be written; what was saved before stays.
    pub fn save(&self, folder: &RunFolder) -> Result<()> {
        let state = self.state();
        state.check().with_context(|| {
            format!(
                "training has diverged at step {}; nothing of it was saved, and what was saved before is \
                 good: go on from there with --resume {} and a lower ppo.lr or warm.lr",
                self.progress.steps,
                folder.root().display()
            )
        })?;
        // The state first: with it alone a run goes on, with the other alone it cannot.
        state.save(&folder.state())?;
        self.checkpoint(serde_json::Value::Null)
            .save(&folder.last())?;
        Ok(())
    }
}

/// Mean share of games won over the tasks.
fn mean_rate(scores: &[TaskScore]) -> f64 {
    scores.iter().map(TaskScore::rate).sum::<f64>() / scores.len().max(1) as f64
}

fn describe_update(row: &mut Row, report: &UpdateReport) {
    let stats = &report.stats;
    for (name, value) in [
        ("losses/policy_loss", stats.policy_loss),
        ("losses/value_loss", stats.value_loss),
        ("losses/entropy", stats.entropy),
        ("losses/approx_kl", stats.approx_kl),
        ("losses/clipfrac", stats.clip_fraction),
        ("losses/grad_norm", report.grad_norm),
        ("charts/epochs", report.epochs),
        ("charts/minibatches", report.minibatches as f64),
    ] {
        row.add(name, value);
    }
}
