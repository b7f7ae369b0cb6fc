//! PPO must solve problems whose answers are known.

use crate::support::bandit::Bandit;
use crate::support::chain::{Chain, LENGTH};
use crate::support::cutoff::Cutoff;
use crate::support::dice::{self, Dice};
use crate::support::{Toy, ToyWorld, config};
use reckoners_agents::net::{MaskedSoftmax, Scratch};
use reckoners_train::env::World;
use reckoners_train::trainer::Trainer;

/// Trains until `enough` says so, or the steps are spent; returns the last score seen.
fn train<'a>(
    world: &'a dyn World,
    config: &reckoners_train::config::Config,
    enough: f64,
) -> (Trainer<'a>, f64) {
    let mut trainer = Trainer::new(world, config).expect("the settings are good");
    let mut score = 0.0;
    while trainer.progress().steps < config.run.total_steps && score < enough {
        let row = trainer.update().expect("finite numbers");
        if let Some(latest) = row.get("charts/win_rate") {
            score = latest;
        }
    }
    (trainer, score)
}

#[test]
fn masked_bandit_is_solved() {
    let world = ToyWorld::<Bandit>::new();
    let mut config = config();
    config.run.total_steps = 300_000;
    let before = Trainer::new(&world, &config)
        .and_then(|mut trainer| trainer.update())
        .expect("finite numbers")
        .get("charts/win_rate")
        .expect("episodes of one step");
    assert!(before < 0.75, "random play should not solve it: {before}");
    let (_, after) = train(&world, &config, 0.98);
    assert!(
        after >= 0.98,
        "{before:.3} before, {after:.3} after training"
    );
}

#[test]
fn a_reward_after_a_thousand_steps_is_traced_back() {
    let world = ToyWorld::<Chain>::new();
    let mut config = config();
    config.run.envs = 64;
    config.run.total_steps = 3_000_000;
    config.ppo.steps = 256;
    config.ppo.minibatch = 4096;
    config.ppo.lambda = 0.99;
    config.ppo.lambda_value = 0.99;
    let (trainer, after) = train(&world, &config, 0.95);
    assert!(
        after >= 0.95,
        "random play wins 1 in 16; after training {after:.3}"
    );
    assert!(
        trainer.progress().steps > u64::from(LENGTH) * 64,
        "it cannot be known that early"
    );
}

#[test]
fn the_dice_game_is_played_to_98_percent_of_the_optimum() {
    let (best, random) = (dice::optimum(), dice::random());
    assert!(
        random < 0.75 * best,
        "random {random:.4} against {best:.4} leaves something to learn"
    );
    let world = ToyWorld::<Dice>::new();
    let mut config = config();
    config.run.total_steps = 600_000;
    config.run.envs = 128;
    config.ppo.minibatch = 2048;
    config.ppo.lambda = 1.0;
    config.ppo.lambda_value = 1.0;
    let (trainer, _) = train(&world, &config, f64::INFINITY);
    let reached = dice::greedy(&trainer.player());
    assert!(
        reached >= 0.98 * best && reached <= best + 1e-9,
        "optimum {best:.4}, random {random:.4}, reached {reached:.4}"
    );
}

#[test]
fn a_walk_that_is_cut_short_is_worth_what_follows() {
    let world = ToyWorld::<Cutoff>::new();
    let mut config = config();
    config.run.total_steps = 150_000;
    let (trainer, _) = train(&world, &config, f64::INFINITY);
    let net = trainer.player();
    let (mut obs, mut mask) = (vec![0.0; Cutoff::OBS], [0]);
    Cutoff::at(0).show(&mut obs, &mut mask);
    let mut scratch = Scratch::new();
    net.forward(&obs, &mask, &mut scratch);
    let mut softmax = MaskedSoftmax::new();
    softmax
        .set(scratch.logits(0), &mask)
        .expect("finite logits");
    let stays = softmax.log_prob(0).exp();
    assert!(
        stays > 0.9,
        "at the start it stays with probability {stays:.3}"
    );
}
