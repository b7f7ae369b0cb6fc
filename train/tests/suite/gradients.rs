//! Gradients in plain Rust are those of libtorch.

use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use reckoners_agents::net::mask::uniform;
use reckoners_agents::net::{Activation, Body, MaskedSoftmax, Net, NetSpec, Scratch, TensorSpec};
use reckoners_env::rng::{Purpose, stream};
use reckoners_train::config::DeviceName;
use reckoners_train::env::Ending;
use reckoners_train::gradient::{Backend, BackendName, Gradient};
use reckoners_train::init;
use reckoners_train::loss::{Coefficients, Stats};
use reckoners_train::rollout::Shard;
use reckoners_train::warm::Lessons;

use crate::support::entities;

const HOW: Coefficients = Coefficients {
    clip: 0.2,
    entropy: 0.05,
    value: 0.5,
};

fn specs() -> [NetSpec; 8] {
    let base = NetSpec {
        obs_len: 131,
        action_count: 75,
        width: 64,
        blocks: 2,
        body: Body::Residual,
        activation: Activation::Relu,
        norm: true,
        outlooks: 0,
        entities: None,
    };
    [
        base.clone(),
        NetSpec {
            outlooks: 3,
            entities: Some(entities()),
            ..base.clone()
        },
        NetSpec {
            entities: Some(entities()),
            activation: Activation::Tanh,
            body: Body::Mlp,
            blocks: 0,
            norm: false,
            ..base.clone()
        },
        NetSpec {
            norm: false,
            activation: Activation::Tanh,
            ..base.clone()
        },
        NetSpec {
            body: Body::Mlp,
            activation: Activation::Tanh,
            norm: false,
            ..base.clone()
        },
        NetSpec {
            body: Body::Mlp,
            ..base.clone()
        },
        // An odd number of panels.
        NetSpec {
            width: 96,
            ..base.clone()
        },
        NetSpec {
            blocks: 0,
            norm: false,
            ..base
        },
    ]
}

/// The backends of this build.
const BACKENDS: &[BackendName] = &[
    BackendName::Native,
    #[cfg(feature = "torch")]
    BackendName::Torch,
];

fn backend(name: BackendName, spec: &NetSpec, threads: usize) -> Backend {
    Backend::new(name, spec, DeviceName::Cpu, threads).expect("this build has it")
}

fn parameters(spec: &NetSpec, rng: &mut ChaCha8Rng) -> Vec<f32> {
    let mut values = init::parameters(&spec.clone().into(), 3);
    values
        .iter_mut()
        .for_each(|v| *v += 0.2 * (uniform(rng.next_u32()) - 0.5));
    values
}

/// A rollout of random samples, as played by a somewhat different network.
fn shard(spec: &NetSpec, rows: usize, density: f32, rng: &mut ChaCha8Rng) -> Shard {
    let other = parameters(spec, rng);
    played(spec, &other, rows, density, rng)
}

/// A rollout of random samples, as played with some parameters.
fn played(
    spec: &NetSpec,
    parameters: &[f32],
    rows: usize,
    density: f32,
    rng: &mut ChaCha8Rng,
) -> Shard {
    let steps = 30;
    let slots = (steps + 1) * rows;
    let random = |rng: &mut ChaCha8Rng, n: usize| -> Vec<f32> {
        (0..n).map(|_| uniform(rng.next_u32())).collect()
    };
    let mut obs = random(rng, slots * spec.obs_len);
    obs.iter_mut().for_each(|v| {
        *v = if uniform(rng.next_u32()) < density {
            2.0 * *v - 1.0
        } else {
            0.0
        }
    });
    let mut masks = vec![0u64; slots * spec.mask_words()];
    for mask in masks.chunks_exact_mut(spec.mask_words()) {
        // From one legal action to many.
        for _ in 0..=rng.next_u32() % 20 {
            let action = rng.next_u32() as usize % spec.action_count;
            mask[action / 64] |= 1 << (action % 64);
        }
    }
    let player = Net::new(spec, parameters).expect("good sizes");
    let mut scratch = Scratch::new();
    player.forward(&obs, &masks, &mut scratch);
    let mut softmax = MaskedSoftmax::new();
    let (mut actions, mut log_probs) = (Vec::new(), Vec::new());
    for (slot, mask) in masks.chunks_exact(spec.mask_words()).enumerate() {
        softmax
            .set(scratch.logits(slot), mask)
            .expect("finite logits");
        let (action, log_prob) = softmax.sample(uniform(rng.next_u32()));
        actions.push(action);
        log_probs.push(log_prob);
    }
    Shard {
        rows,
        steps,
        obs,
        masks,
        actions,
        log_probs,
        values: random(rng, slots),
        outlooks: spec.outlooks,
        gains: vec![0.0; slots * spec.outlooks],
        prospects: random(rng, slots * spec.outlooks),
        rewards: vec![0.0; slots],
        shaping: vec![0.0; slots],
        endings: vec![Ending::Running; slots],
        final_values: vec![0.0; slots],
        advantages: random(rng, slots).iter().map(|a| 4.0 * a - 2.0).collect(),
        returns: random(rng, slots),
        episodes: Vec::new(),
    }
}

fn run(source: &mut dyn Gradient, parameters: &[f32]) -> (Vec<f32>, Stats) {
    // A part of the samples, out of order.
    let rows: Vec<u32> = (0..source.samples() as u32)
        .rev()
        .filter(|row| row % 7 != 0)
        .collect();
    let mut out = vec![f32::NAN; parameters.len()];
    let stats = source
        .gradient(parameters, &rows, &mut out)
        .expect("finite");
    (out, stats)
}

#[cfg(feature = "torch")]
/// Largest difference, as a share of the largest entry of that tensor.
fn compare(spec: &NetSpec, ours: &(Vec<f32>, Stats), theirs: &(Vec<f32>, Stats)) {
    for tensor in spec.tensors() {
        let pairs = ours.0[tensor.range()].iter().zip(&theirs.0[tensor.range()]);
        let largest = theirs.0[tensor.range()]
            .iter()
            .fold(0f32, |most, g| most.max(g.abs()));
        let differ = pairs.fold(0f32, |most, (a, b)| most.max((a - b).abs()));
        assert!(
            differ <= 2e-4 * largest + 1e-8,
            "{}: {differ} of {largest}",
            tensor.name
        );
        // Lessons tell nothing of what is foreseen: there alone both are zero.
        let silent = ours.1.entropy == 0.0 && tensor.name.starts_with("outlook.");
        assert!(
            largest > 0.0 || silent,
            "{}: the test must not compare zeros",
            tensor.name
        );
    }
    let list = |s: &Stats| {
        [
            s.policy_loss,
            s.value_loss,
            s.entropy,
            s.approx_kl,
            s.clip_fraction,
        ]
    };
    for (a, b) in list(&ours.1).into_iter().zip(list(&theirs.1)) {
        assert!((a - b).abs() < 1e-4, "{:?} is not {:?}", ours.1, theirs.1);
    }
}

#[test]
#[cfg(feature = "torch")]
fn of_the_ppo_loss_for_every_kind_of_network() {
    // A sum that rounding takes across the kink of a ReLU has two gradients; this seed makes none.
    let mut rng = stream(12, 1, 0, Purpose::Weights);
    for spec in specs() {
        for density in [0.15, 1.0] {
            let (one, two) = (
                shard(&spec, 5, density, &mut rng),
                shard(&spec, 9, density, &mut rng),
            );
            let parameters = parameters(&spec, &mut rng);
            for normalise in [false, true] {
                let gradient = |name: BackendName, threads: usize| {
                    let mut backend = backend(name, &spec, threads);
                    run(
                        backend.ppo(vec![&one, &two], normalise, HOW).as_mut(),
                        &parameters,
                    )
                };
                let torch = gradient(BackendName::Torch, 1);
                assert!(
                    torch.1.clip_fraction > 0.1,
                    "some samples must be beyond the clip"
                );
                compare(&spec, &gradient(BackendName::Native, 1), &torch);
                compare(&spec, &gradient(BackendName::Native, 3), &torch);
            }
        }
    }
}

#[test]
#[cfg(feature = "torch")]
fn of_the_imitation_loss() {
    let mut rng = stream(6, 1, 0, Purpose::Weights);
    for spec in specs() {
        let shard = shard(&spec, 4, 0.2, &mut rng);
        let outcome = |_| [1.0, 0.0, -1.0][rng.next_u32() as usize % 3];
        let lessons = Lessons {
            features: Arc::default(),
            outcomes: (0..shard.actions.len()).map(outcome).collect(),
            obs: shard.obs,
            masks: shard.masks,
            actions: shard.actions,
        };
        let parameters = parameters(&spec, &mut rng);
        let gradient = |name: BackendName| {
            let mut backend = backend(name, &spec, 2);
            run(backend.imitation(&lessons, 0.7).as_mut(), &parameters)
        };
        compare(
            &spec,
            &gradient(BackendName::Native),
            &gradient(BackendName::Torch),
        );
    }
}

#[test]
fn what_was_just_played_has_not_moved_at_all() {
    let mut rng = stream(7, 1, 0, Purpose::Weights);
    for spec in specs() {
        for density in [0.15, 1.0] {
            let parameters = parameters(&spec, &mut rng);
            let shard = played(&spec, &parameters, 5, density, &mut rng);
            let mut backend = backend(BackendName::Native, &spec, 2);
            let mut source = backend.ppo(vec![&shard], true, HOW);
            let (_, stats) = run(source.as_mut(), &parameters);
            assert_eq!(stats.approx_kl.to_bits(), 0f64.to_bits(), "{spec:?}");
            assert_eq!(stats.clip_fraction.to_bits(), 0f64.to_bits(), "{spec:?}");
        }
    }
}

#[test]
fn weights_that_are_not_numbers_are_an_error() {
    let mut rng = stream(8, 1, 0, Purpose::Weights);
    for spec in specs() {
        let shard = shard(&spec, 5, 0.2, &mut rng);
        let good = parameters(&spec, &mut rng);
        let rows: Vec<u32> = (0..100).collect();
        let mut out = vec![0.0; good.len()];
        for &name in BACKENDS {
            let mut backend = backend(name, &spec, 2);
            let mut source = backend.ppo(vec![&shard], true, HOW);
            source.gradient(&good, &rows, &mut out).expect("finite");
            // What is foreseen is no part of the loss that is told; an update refuses its gradient.
            let told = |t: &TensorSpec| !t.name.starts_with("outlook.");
            for tensor in spec.tensors().into_iter().filter(told) {
                // All of it: one number alone may belong to an action that is never legal.
                let mut bad = good.clone();
                bad[tensor.range()].fill(f32::NAN);
                let answer = source.gradient(&bad, &rows, &mut out);
                assert!(answer.is_err(), "{name:?}: {}", tensor.name);
            }
        }
    }
}

#[test]
fn samples_that_cannot_be_are_an_error() {
    let mut rng = stream(9, 1, 0, Purpose::Weights);
    let spec = specs()[0].clone();
    let shard = shard(&spec, 5, 0.2, &mut rng);
    let parameters = parameters(&spec, &mut rng);
    let mut lessons = Lessons {
        features: Arc::default(),
        outcomes: vec![1.0; shard.actions.len()],
        obs: shard.obs,
        masks: shard.masks,
        actions: shard.actions,
    };
    let error = |lessons: &Lessons| {
        let mut backend = backend(BackendName::Native, &spec, 2);
        let mut out = vec![0.0; parameters.len()];
        let answer = backend
            .imitation(lessons, 0.7)
            .gradient(&parameters, &[7, 8, 9], &mut out);
        answer.err().map(|error| error.to_string())
    };
    assert_eq!(error(&lessons), None);

    let legal = usize::from(lessons.actions[8]);
    let words = spec.mask_words();
    lessons.masks[8 * words + legal / 64] &= !(1 << (legal % 64));
    let of_a_teacher = error(&lessons).expect("a teacher's action must be legal");
    assert!(
        of_a_teacher.contains("not a finite number"),
        "{of_a_teacher}"
    );

    lessons.masks[8 * words..9 * words].fill(0);
    let of_nothing = error(&lessons).expect("something must be legal");
    assert!(of_nothing.contains("mask is empty"), "{of_nothing}");
}

#[test]
#[cfg(not(feature = "torch"))]
fn a_build_without_libtorch_names_the_remedy() {
    let answer = Backend::new(BackendName::Torch, &specs()[0], DeviceName::Cpu, 1);
    let message = answer.expect_err("this build has none").to_string();
    for part in ["run.backend", "without libtorch", "native", "make libtorch"] {
        assert!(message.contains(part), "{message}");
    }
}
