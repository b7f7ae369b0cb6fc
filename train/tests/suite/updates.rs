//! How far one update goes.

use anyhow::Result;
use reckoners_env::rng::{Purpose, stream};
use reckoners_train::adam::Adam;
use reckoners_train::gradient::Gradient;
use reckoners_train::loss::Stats;
use reckoners_train::update::{UpdatePlan, UpdateReport, update};

/// Eight samples whose minibatches find the policy moved so far, one after the other.
struct Moving {
    kl: &'static [f64],
    asked: usize,
}

impl Gradient for Moving {
    fn samples(&self) -> usize {
        8
    }

    fn gradient(&mut self, _parameters: &[f32], rows: &[u32], out: &mut [f32]) -> Result<Stats> {
        assert_eq!(rows.len(), 2);
        out.fill(1.0);
        self.asked += 1;
        Ok(Stats {
            approx_kl: self.kl[self.asked - 1],
            entropy: 0.5,
            ..Stats::default()
        })
    }
}

fn moved(kl: &'static [f64], epochs: usize, target_kl: f64) -> (usize, UpdateReport) {
    let mut source = Moving { kl, asked: 0 };
    let plan = UpdatePlan {
        epochs,
        minibatch: 2,
        rate: 0.1,
        max_grad_norm: 1.0,
        target_kl,
    };
    let mut rng = stream(1, 0, 0, Purpose::Shuffle);
    let report = update(&mut source, &mut [0.0], &mut Adam::new(1), &plan, &mut rng);
    (source.asked, report.expect("finite numbers"))
}

#[test]
fn an_update_stops_within_a_pass_when_the_policy_has_moved_too_far() {
    // Means over the pass: 0, then 0.03 of two minibatches, which is beyond the target.
    let (asked, report) = moved(&[0.0, 0.06, 0.06, 0.06], 1, 0.02);
    assert_eq!(asked, 2);
    assert!((report.epochs - 0.5).abs() < 1e-12);
    assert!((report.stats.approx_kl - 0.03).abs() < 1e-12);
    assert!((report.stats.entropy - 0.5).abs() < 1e-12);
    assert_eq!(report.minibatches, 2);
    // In the second pass: the first is within the target.
    let (asked, report) = moved(&[0.0, 0.01, 0.02, 0.03, 0.03], 3, 0.02);
    assert_eq!(asked, 5);
    assert!((report.epochs - 1.25).abs() < 1e-12);
    assert!((report.stats.approx_kl - 0.03).abs() < 1e-12);
}

#[test]
fn an_update_that_stays_near_or_has_no_target_makes_every_pass() {
    for (kl, target) in [(&[0.015; 8], 0.02), (&[9.0; 8], 0.0)] {
        let (asked, report) = moved(kl, 2, target);
        assert_eq!(asked, 8);
        assert!((report.epochs - 2.0).abs() < 1e-12);
    }
}
