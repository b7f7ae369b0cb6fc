//! Adam on one flat parameter vector.
//!
//! Written out, because libtorch's optimizer does not give its state away, and a run that resumes
//! must go on bit for bit.

use pulp::Arch;

/// First and second moments, and the number of steps taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Adam {
    /// Running mean of the gradient.
    pub mean: Vec<f32>,
    /// Running mean of its square.
    pub square: Vec<f32>,
    /// Steps taken.
    pub steps: u64,
}

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
/// Larger than the usual 1e-8: the published PPO value.
const EPSILON: f32 = 1e-5;

impl Adam {
    /// Fresh state for so many parameters.
    #[must_use]
    pub fn new(parameters: usize) -> Self {
        Self {
            mean: vec![0.0; parameters],
            square: vec![0.0; parameters],
            steps: 0,
        }
    }

    /// The first parameter with moments that no gradients can have: the square of the mean is at most
    /// 53 times the mean of the squares, by the Cauchy-Schwarz inequality for these two memories.
    #[must_use]
    pub fn first_impossible(&self) -> Option<usize> {
        let is_possible = |(mean, square): (&f32, &f32)| {
            let (mean, square) = (f64::from(*mean), f64::from(*square));
            // What is too small for single precision leaves a little of the one and none of the other.
            square >= 0.0 && mean * mean <= 100.0 * square + 1e-12
        };
        let mut moments = self.mean.iter().zip(&self.square);
        moments.position(|moment| !is_possible(moment))
    }

    /// One step along a gradient.
    ///
    /// # Panics
    /// When the lengths differ.
    pub fn step(&mut self, parameters: &mut [f32], gradient: &[f32], rate: f64) {
        assert!(parameters.len() == self.mean.len() && gradient.len() == self.mean.len());
        self.steps += 1;
        let t = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let rate = (rate / (1.0 - f64::from(BETA1).powi(t))) as f32;
        let correct = (1.0 / (1.0 - f64::from(BETA2).powi(t))) as f32;
        let moments = self.mean.iter_mut().zip(&mut self.square);
        Arch::new().dispatch(|| {
            for ((p, g), (m, s)) in parameters.iter_mut().zip(gradient).zip(moments) {
                *m += (1.0 - BETA1) * (g - *m);
                *s += (1.0 - BETA2) * (g * g - *s);
                *p -= rate * *m / ((*s * correct).sqrt() + EPSILON);
            }
        });
    }
}

/// Length of the gradient; scales it down to `limit` when it is longer.
pub fn clip(gradient: &mut [f32], limit: f64) -> f64 {
    let squares: f64 = gradient
        .chunks(4096)
        .map(|g| f64::from(sum_of_squares(g)))
        .sum();
    let norm = squares.sqrt();
    if norm > limit {
        let scale = (limit / (norm + 1e-6)) as f32;
        Arch::new().dispatch(|| gradient.iter_mut().for_each(|g| *g *= scale));
    }
    norm
}

/// In lanes, so that it becomes vector code: the same ones on every machine.
fn sum_of_squares(x: &[f32]) -> f32 {
    const LANES: usize = 32;
    let mut sums = [0.0f32; LANES];
    let (groups, rest) = x.as_chunks::<LANES>();
    Arch::new().dispatch(|| {
        for group in groups {
            for (sum, value) in sums.iter_mut().zip(group) {
                *sum += value * value;
            }
        }
    });
    let rest: f32 = rest.iter().map(|x| x * x).sum();
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_steps_match_numbers_worked_out_by_hand() {
        // p = 1, g = 2 then 1, rate 0.1.
        // t=1: m = .2, s = .004; corrected 2 and 4; p = 1 - .1*2/(2 + 1e-5) = 0.9000005
        // t=2: m = .28, s = .004996; corrected .28/.19 = 1.4736842 and .004996/.001999 = 2.4992496;
        //      p = 0.9000005 - .1*1.4736842/(1.5809015 + 1e-5) = 0.8067833
        let mut adam = Adam::new(1);
        let mut p = [1.0f32];
        adam.step(&mut p, &[2.0], 0.1);
        assert!((p[0] - 0.900_000_5).abs() < 1e-6, "{}", p[0]);
        adam.step(&mut p, &[1.0], 0.1);
        assert!((p[0] - 0.806_783_3).abs() < 1e-5, "{}", p[0]);
    }

    #[test]
    fn moments_of_any_gradients_are_possible_and_others_are_not() {
        let mut adam = Adam::new(3);
        let mut p = [0.0f32; 3];
        // Nothing for long, then the same again and again: the mean forgets sooner than the square.
        for step in 0..3000 {
            let g = if step < 2900 { 0.0 } else { 1e3 };
            adam.step(&mut p, &[g, 1e-20 * g, (step % 2) as f32 - 0.5], 0.1);
            assert_eq!(adam.first_impossible(), None, "{step}");
        }
        for (mean, square) in [(1.0, 0.0), (0.0, -1.0), (f32::NAN, 1.0), (1e20, 1e30)] {
            (adam.mean[1], adam.square[1]) = (mean, square);
            assert_eq!(adam.first_impossible(), Some(1), "{mean} {square}");
        }
    }

    #[test]
    fn clips_only_what_is_too_long() {
        let mut g = [3.0, 4.0];
        assert!((clip(&mut g, 10.0) - 5.0).abs() < 1e-6);
        assert!((g[0] - 3.0f32).abs() < 1e-6 && (g[1] - 4.0f32).abs() < 1e-6);
        assert!((clip(&mut g, 1.0) - 5.0).abs() < 1e-6);
        assert!((g[0] - 0.6).abs() < 1e-5 && (g[1] - 0.8).abs() < 1e-5);
    }
}
