//! Generalised advantage estimation.

use crate::env::Ending;

/// One rollout of a shard: everything is `[steps, rows]`.
#[derive(Debug, Clone, Copy)]
pub struct Segment<'a> {
    /// Number of environments.
    pub rows: usize,
    /// Rewards.
    pub rewards: &'a [f32],
    /// How each episode went on after the step.
    pub endings: &'a [Ending],
    /// Values of the observations acted on.
    pub values: &'a [f32],
    /// Values of the final observations; read only where an episode was truncated.
    pub final_values: &'a [f32],
    /// Values of the observations after the last step, one for each row.
    pub last_values: &'a [f32],
}

/// Writes the advantage of every step.
///
/// A terminated step is worth its reward; a truncated step is worth its reward plus the value of
/// the final observation; both end the sum that reaches back from later steps.
///
/// # Panics
/// When the lengths do not fit together.
pub fn advantages(segment: &Segment<'_>, gamma: f32, lambda: f32, out: &mut [f32]) {
    let Segment {
        rows,
        rewards,
        endings,
        values,
        final_values,
        last_values,
    } = *segment;
    assert!(
        [
            rewards.len(),
            endings.len(),
            values.len(),
            final_values.len()
        ] == [out.len(); 4]
            && last_values.len() == rows
            && out.len().is_multiple_of(rows),
        "lengths of a rollout of {rows} rows"
    );
    let steps = out.len() / rows;
    for (row, &last) in last_values.iter().enumerate() {
        let mut carried = 0.0;
        let mut next = last;
        for step in (0..steps).rev() {
            let at = step * rows + row;
            let (bootstrap, keep) = match endings[at] {
                Ending::Running => (next, lambda),
                Ending::Terminated => (0.0, 0.0),
                Ending::Truncated => (final_values[at], 0.0),
            };
            let delta = rewards[at] + gamma * bootstrap - values[at];
            carried = delta + gamma * keep * carried;
            out[at] = carried;
            next = values[at];
        }
    }
}

/// Shifts to mean 0 and scales to standard deviation 1 over the whole batch; gives the deviation that
/// there was.
pub fn normalise(advantages: &mut [f32]) -> f64 {
    let n = advantages.len() as f64;
    let mean = advantages.iter().map(|a| f64::from(*a)).sum::<f64>() / n;
    let variance = advantages
        .iter()
        .map(|a| (f64::from(*a) - mean).powi(2))
        .sum::<f64>()
        / n;
    let deviation = variance.sqrt();
    let (mean, scale) = (mean as f32, (1.0 / (deviation + 1e-8)) as f32);
    advantages.iter_mut().for_each(|a| *a = (*a - mean) * scale);
    deviation
}

/// Share of the returns' variance that the values explain: 1 is perfect, 0 is a constant guess.
#[must_use]
pub fn explained_variance(values: &[f32], returns: &[f32]) -> f32 {
    let variance = |x: &mut dyn Iterator<Item = f64>| {
        let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for v in x {
            n += 1.0;
            sum += v;
            squares += v * v;
        }
        squares / n - (sum / n) * (sum / n)
    };
    let total = variance(&mut returns.iter().map(|r| f64::from(*r)));
    let left = variance(
        &mut returns
            .iter()
            .zip(values)
            .map(|(r, v)| f64::from(*r) - f64::from(*v)),
    );
    if total <= 1e-12 {
        0.0
    } else {
        (1.0 - left / total) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(got: &[f32], want: &[f32]) {
        for (g, w) in got.iter().zip(want) {
            assert!((g - w).abs() < 1e-6, "{got:?} is not {want:?}");
        }
    }

    #[test]
    fn matches_numbers_worked_out_by_hand() {
        // Rewards 1, 2, 3; values 0.5, 1, 1.5; value after the end 2; gamma 0.9, lambda 0.8.
        // deltas: 1 + .9*1 - .5 = 1.4;  2 + .9*1.5 - 1 = 2.35;  3 + .9*2 - 1.5 = 3.3
        // A2 = 3.3;  A1 = 2.35 + .72*3.3 = 4.726;  A0 = 1.4 + .72*4.726 = 4.80272
        let segment = Segment {
            rows: 1,
            rewards: &[1.0, 2.0, 3.0],
            endings: &[Ending::Running; 3],
            values: &[0.5, 1.0, 1.5],
            final_values: &[9.0; 3],
            last_values: &[2.0],
        };
        let mut out = [0.0; 3];
        advantages(&segment, 0.9, 0.8, &mut out);
        close(&out, &[4.80272, 4.726, 3.3]);
    }

    #[test]
    fn a_terminated_step_bootstraps_nothing() {
        // As above, but the second step ends the episode: delta1 = 2 - 1 = 1, and nothing flows
        // back over it.  A0 = 1.4 + .72*1 = 2.12
        let segment = Segment {
            rows: 1,
            rewards: &[1.0, 2.0, 3.0],
            endings: &[Ending::Running, Ending::Terminated, Ending::Running],
            values: &[0.5, 1.0, 1.5],
            final_values: &[9.0; 3],
            last_values: &[2.0],
        };
        let mut out = [0.0; 3];
        advantages(&segment, 0.9, 0.8, &mut out);
        close(&out, &[2.12, 1.0, 3.3]);
    }

    #[test]
    fn a_truncated_step_bootstraps_from_its_final_observation() {
        // delta1 = 2 + .9*4 - 1 = 4.6;  A0 = 1.4 + .72*4.6 = 4.712
        let segment = Segment {
            rows: 1,
            rewards: &[1.0, 2.0, 3.0],
            endings: &[Ending::Running, Ending::Truncated, Ending::Running],
            values: &[0.5, 1.0, 1.5],
            final_values: &[9.0, 4.0, 9.0],
            last_values: &[2.0],
        };
        let mut out = [0.0; 3];
        advantages(&segment, 0.9, 0.8, &mut out);
        close(&out, &[4.712, 4.6, 3.3]);
    }

    #[test]
    fn lambda_one_and_gamma_one_is_return_minus_value_in_every_row() {
        let (rows, steps) = (3, 50);
        let n = rows * steps;
        let rewards: Vec<f32> = (0..n).map(|i| ((i * 7) % 5) as f32 * 0.1).collect();
        let values: Vec<f32> = (0..n).map(|i| ((i * 11) % 7) as f32 * 0.1).collect();
        let mut endings = vec![Ending::Running; n];
        (0..n)
            .filter(|i| i % 17 == 3)
            .for_each(|i| endings[i] = Ending::Terminated);
        let last = [0.3, 0.2, 0.1];
        let segment = Segment {
            rows,
            rewards: &rewards,
            endings: &endings,
            values: &values,
            final_values: &values,
            last_values: &last,
        };
        let mut out = vec![0.0; n];
        advantages(&segment, 1.0, 1.0, &mut out);
        for row in 0..rows {
            for step in 0..steps {
                let mut sum = 0.0;
                let mut open = true;
                for later in step..steps {
                    sum += rewards[later * rows + row];
                    if endings[later * rows + row] == Ending::Terminated {
                        open = false;
                        break;
                    }
                }
                let want = sum + if open { last[row] } else { 0.0 } - values[step * rows + row];
                assert!((out[step * rows + row] - want).abs() < 1e-4);
            }
        }
    }

    #[test]
    fn normalising_gives_mean_zero_and_deviation_one() {
        let mut a = [1.0, 2.0, 3.0, 6.0];
        let deviation = normalise(&mut a);
        // Mean 3, deviation sqrt(14/4).
        let d = 3.5f32.sqrt();
        assert!((deviation - 3.5f64.sqrt()).abs() < 1e-12);
        close(&a, &[-2.0 / d, -1.0 / d, 0.0, 3.0 / d]);
    }

    #[test]
    fn explained_variance_is_one_for_a_perfect_critic_and_zero_for_a_constant() {
        assert!((explained_variance(&[0.0, 1.0, 0.5], &[0.0, 1.0, 0.5]) - 1.0).abs() < 1e-6);
        assert!(explained_variance(&[0.4; 3], &[0.0, 1.0, 0.5]).abs() < 1e-6);
    }
}
