//! Three dice, two rerolls: a triple pays 1, a straight 0.7, a pair 0.2. The best play is known by
//! dynamic programming, and so is the exact worth of any policy.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use reckoners_agents::net::{MaskedSoftmax, Net, Scratch};
use serde::{Deserialize, Serialize};

use super::{Outcome, Toy};

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Dice {
    /// Faces 0 to 5, sorted.
    faces: [u8; 3],
    rerolls: u8,
}

fn pay(faces: [u8; 3]) -> f64 {
    let [a, b, c] = faces;
    if a == c {
        1.0
    } else if b == a + 1 && c == b + 1 {
        0.7
    } else if a == b || b == c {
        0.2
    } else {
        0.0
    }
}

fn sorted(mut faces: [u8; 3]) -> [u8; 3] {
    faces.sort_unstable();
    faces
}

/// The sets of dice to keep, as bits; of two sets with the same faces only the first.
fn keeps(faces: [u8; 3]) -> Vec<u16> {
    let kept = |bits: u16| -> Vec<u8> {
        (0..3)
            .filter(|i| bits >> i & 1 == 1)
            .map(|i| faces[i])
            .collect()
    };
    (0..8)
        .filter(|bits| (0..*bits).all(|former| kept(former) != kept(*bits)))
        .collect()
}

/// Every way the dice that are not kept can fall.
fn falls(faces: [u8; 3], keep: u16) -> Vec<[u8; 3]> {
    let mut all = vec![faces];
    for die in (0..3).filter(|i| keep >> i & 1 == 0) {
        let each = all.iter().flat_map(|f| {
            (0..6).map(move |face| {
                let mut f = *f;
                f[die] = face;
                f
            })
        });
        all = each.collect();
    }
    all
}

/// Worth of a position under a rule of choice, which sees the options and their worths.
fn worth(faces: [u8; 3], rerolls: u8, choose: &mut dyn FnMut(&Dice, &[f64; 8]) -> f64) -> f64 {
    if rerolls == 0 {
        return pay(sorted(faces));
    }
    let dice = Dice {
        faces: sorted(faces),
        rerolls,
    };
    let mut options = [f64::NEG_INFINITY; 8];
    for keep in keeps(dice.faces) {
        let falls = falls(dice.faces, keep);
        let n = falls.len() as f64;
        let sum: f64 = falls
            .into_iter()
            .map(|f| worth(f, rerolls - 1, choose))
            .sum();
        options[usize::from(keep)] = sum / n;
    }
    choose(&dice, &options)
}

fn from_the_start(choose: &mut dyn FnMut(&Dice, &[f64; 8]) -> f64) -> f64 {
    let starts = falls([0; 3], 0);
    let n = starts.len() as f64;
    starts
        .into_iter()
        .map(|faces| worth(faces, 2, choose))
        .sum::<f64>()
        / n
}

/// Worth of the best play.
pub(crate) fn optimum() -> f64 {
    from_the_start(&mut |_, options| options.iter().copied().fold(f64::NEG_INFINITY, f64::max))
}

/// Worth of choosing evenly among the options.
pub(crate) fn random() -> f64 {
    from_the_start(&mut |_, options| {
        let legal: Vec<f64> = options.iter().copied().filter(|v| v.is_finite()).collect();
        legal.iter().sum::<f64>() / legal.len() as f64
    })
}

/// Worth of a network that always takes its most probable action.
pub(crate) fn greedy(net: &Net) -> f64 {
    let mut scratch = Scratch::new();
    let mut softmax = MaskedSoftmax::new();
    from_the_start(&mut |dice, options| {
        let mut obs = vec![0.0; Dice::OBS];
        let mut mask = [0];
        dice.show(&mut obs, &mut mask);
        net.forward(&obs, &mask, &mut scratch);
        softmax
            .set(scratch.logits(0), &mask)
            .expect("finite logits");
        options[usize::from(softmax.best().0)]
    })
}

impl Toy for Dice {
    const OBS: usize = 18 + 3;
    const ACTIONS: usize = 8;

    fn start(rng: &mut ChaCha8Rng) -> Self {
        let faces = [(); 3].map(|()| (rng.next_u32() % 6) as u8);
        Self {
            faces: sorted(faces),
            rerolls: 2,
        }
    }

    fn show(&self, obs: &mut [f32], mask: &mut [u64]) {
        for (die, face) in self.faces.iter().enumerate() {
            obs[die * 6 + usize::from(*face)] = 1.0;
        }
        obs[18 + usize::from(self.rerolls)] = 1.0;
        for keep in keeps(self.faces) {
            mask[0] |= 1 << keep;
        }
    }

    fn act(&mut self, action: u16, rng: &mut ChaCha8Rng) -> Outcome {
        for die in 0..3 {
            if action >> die & 1 == 0 {
                self.faces[die] = (rng.next_u32() % 6) as u8;
            }
        }
        self.faces = sorted(self.faces);
        self.rerolls -= 1;
        if self.rerolls == 0 {
            Outcome::Ends(pay(self.faces) as f32)
        } else {
            Outcome::Goes
        }
    }
}
