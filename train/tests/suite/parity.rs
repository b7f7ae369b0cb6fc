//! The network in libtorch and the one in plain Rust are the same network.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use reckoners_agents::net::mask::uniform;
use reckoners_agents::net::{Activation, Body, Checkpoint, Encoding, Manifest, NetSpec, Scratch};
use reckoners_env::rng::{Purpose, stream};
use reckoners_train::init;
use reckoners_train::torch::model::Model;
use tch::{Device, Tensor};

use crate::support::entities;

const POSITIONS: usize = 1000;

fn specs() -> [NetSpec; 5] {
    let base = NetSpec {
        obs_len: 531,
        action_count: 397,
        width: 256,
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
            entities: Some(entities()),
            ..base.clone()
        },
        NetSpec {
            norm: false,
            blocks: 3,
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
            width: 96,
            blocks: 0,
            obs_len: 7,
            action_count: 3,
            ..base
        },
    ]
}

/// Fresh weights, moved a little so that no bias or scale is left at its start value.
fn weights(spec: &NetSpec, rng: &mut ChaCha8Rng) -> Vec<f32> {
    let mut values = init::parameters(&spec.clone().into(), 3);
    values
        .iter_mut()
        .for_each(|v| *v += 0.04 * (uniform(rng.next_u32()) - 0.5));
    values
}

#[test]
fn same_logits_and_values_from_the_same_file_on_a_thousand_positions() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("net.safetensors");
    let mut rng = stream(11, 0, 0, Purpose::Weights);
    for spec in specs() {
        let encoding = || Encoding {
            version: 1,
            hash: "test".into(),
        };
        let manifest = Manifest::new(spec.clone(), encoding(), encoding(), "test".into());
        let written = Checkpoint {
            manifest,
            parameters: weights(&spec, &mut rng),
        };
        written.save(&file).expect("saves");
        let read = Checkpoint::load(&file).expect("loads");
        assert_eq!(read, written, "a file holds what was written");

        // Every other position mostly empty, as in the game.
        let mut obs: Vec<f32> = Vec::new();
        for position in 0..POSITIONS {
            let density = if position % 2 == 0 { 0.15 } else { 1.0 };
            let value = |rng: &mut ChaCha8Rng| {
                let value = 2.0 * uniform(rng.next_u32()) - 1.0;
                if uniform(rng.next_u32()) < density {
                    value
                } else {
                    0.0
                }
            };
            obs.extend((0..spec.obs_len).map(|_| value(&mut rng)));
        }
        let mut all = vec![0u64; spec.mask_words()];
        (0..spec.action_count).for_each(|action| all[action / 64] |= 1 << (action % 64));
        let mut scratch = Scratch::new();
        read.net(&Default::default())
            .forward(&obs, &all.repeat(POSITIONS), &mut scratch);

        let mut model = Model::new(&spec, Device::Cpu);
        model.load(&read.parameters);
        let shape = [POSITIONS as i64, spec.obs_len as i64];
        let (logits, values, _) =
            tch::no_grad(|| model.forward(&Tensor::from_slice(&obs).view(shape)));
        let logits = Vec::<f32>::try_from(logits.reshape([-1])).expect("floats");
        let values = Vec::<f32>::try_from(values).expect("floats");
        let mut largest = 0f32;
        for position in 0..POSITIONS {
            let theirs = &logits[position * spec.action_count..][..spec.action_count];
            for (a, b) in scratch.logits(position).iter().zip(theirs) {
                largest = largest.max((a - b).abs());
            }
            largest = largest.max((scratch.values()[position] - values[position]).abs());
        }
        assert!(largest < 1e-4, "{spec:?}: they differ by {largest}");
        assert!(
            logits.iter().any(|l| l.abs() > 0.01),
            "the test must not compare zeros"
        );
    }
}
