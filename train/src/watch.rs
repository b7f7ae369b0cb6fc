//! Early warnings in words: what goes wrong, and what usually helps.

use crate::metrics::Row;

/// Looks at the numbers of every update and says what looks wrong, not too often.
#[derive(Debug, Clone, Default)]
pub struct Watch {
    updates: u64,
    /// For each kind of trouble, for how many updates it has lasted.
    lasting: [u64; 6],
}

/// Updates that a trouble must last before it is spoken of: one alone is noise.
const PATIENCE: u64 = 10;

impl Watch {
    /// Warnings that the numbers of an update call for.
    pub fn look(&mut self, row: &Row) -> Vec<String> {
        self.updates += 1;
        let get = |name: &str| row.get(name).unwrap_or(0.0);
        let kl = get("losses/approx_kl");
        let clipped = get("losses/clipfrac");
        let entropy = get("losses/entropy");
        let explained = get("losses/explained_variance");
        let norm = get("losses/grad_norm");
        let late = self.updates > 5 * PATIENCE;
        // The KL is measured before each step, so that of a single one is always nothing.
        let kl_tells = get("charts/minibatches") > 1.0;
        let troubles = [
            (
                kl > 0.05,
                format!(
                    "the policy moves too far in one update (approx_kl {kl:.3}); \
                     lower ppo.lr or ppo.epochs, or set ppo.target_kl"
                ),
            ),
            (
                clipped > 0.4,
                format!(
                    "{:.0} % of the samples are beyond the clip; lower ppo.lr or ppo.epochs",
                    100.0 * clipped
                ),
            ),
            (
                entropy < 0.01,
                format!(
                    "the policy hardly tries anything new (entropy {entropy:.4}); \
                     raise ppo.entropy"
                ),
            ),
            (
                late && explained < 0.0,
                format!(
                    "the critic is worse than a constant guess (explained variance \
                     {explained:.2}); raise ppo.value or lower ppo.lr"
                ),
            ),
            (
                norm < 1e-6,
                format!(
                    "the gradient is nearly zero ({norm:.1e}): nothing is being learned; check \
                     that games end and that wins and losses both occur"
                ),
            ),
            (
                late && kl_tells && kl < 1e-5,
                format!(
                    "the policy hardly moves (approx_kl {kl:.1e}); raise ppo.lr unless this is \
                     the end of the run"
                ),
            ),
        ];
        let mut said = Vec::new();
        for ((bad, words), lasting) in troubles.into_iter().zip(&mut self.lasting) {
            *lasting = if bad { *lasting + 1 } else { 0 };
            // Again only when it has lasted ten times as long.
            if *lasting == PATIENCE || *lasting == 10 * PATIENCE {
                said.push(words);
            }
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(values: &[(&str, f64)]) -> Row {
        let healthy = [
            ("losses/approx_kl", 0.01),
            ("losses/clipfrac", 0.1),
            ("losses/entropy", 0.5),
            ("losses/explained_variance", 0.5),
            ("losses/grad_norm", 0.3),
            ("charts/minibatches", 4.0),
        ];
        let mut row = Row::new(0);
        for (name, value) in values.iter().chain(&healthy) {
            row.add(*name, *value);
        }
        row
    }

    #[test]
    fn health_is_silent() {
        let mut watch = Watch::default();
        assert!((0..500).all(|_| watch.look(&row(&[])).is_empty()));
    }

    #[test]
    fn each_trouble_is_named_once_it_lasts() {
        for (name, value, word) in [
            ("losses/approx_kl", 0.2, "too far"),
            ("losses/clipfrac", 0.6, "beyond the clip"),
            ("losses/entropy", 0.001, "hardly tries"),
            ("losses/explained_variance", -0.5, "constant guess"),
            ("losses/grad_norm", 0.0, "nearly zero"),
            ("losses/approx_kl", 0.0, "hardly moves"),
        ] {
            let mut watch = Watch::default();
            let said: Vec<String> = (0..80)
                .flat_map(|_| watch.look(&row(&[(name, value)])))
                .collect();
            assert_eq!(said.len(), 1, "{name}: {said:?}");
            assert!(said[0].contains(word), "{said:?}");
        }
    }

    #[test]
    fn a_single_gradient_says_nothing_of_how_far_the_policy_moves() {
        let mut watch = Watch::default();
        let still = row(&[("losses/approx_kl", 0.0), ("charts/minibatches", 1.0)]);
        assert!((0..500).all(|_| watch.look(&still).is_empty()));
    }

    #[test]
    fn one_bad_update_is_noise() {
        let mut watch = Watch::default();
        assert!(watch.look(&row(&[("losses/approx_kl", 0.2)])).is_empty());
    }
}
