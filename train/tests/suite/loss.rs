//! The loss against numbers worked out by hand.

use reckoners_train::loss::{Coefficients, entropy_weight};
use reckoners_train::torch::loss::{Inputs, Lesson, imitation, ppo};
use tch::{Kind, Tensor};

const HOW: Coefficients = Coefficients {
    clip: 0.2,
    entropy: 0.1,
    value: 0.5,
};

/// Two samples. The first: legal logits ln 1, ln 3 on actions 0 and 2 (probabilities 1/4, 3/4), the
/// second: one legal action.
struct Case {
    logits: Tensor,
    values: Tensor,
    illegal: Tensor,
    actions: Tensor,
    log_probs: Tensor,
    advantages: Tensor,
    returns: Tensor,
    entropy_weights: Tensor,
}

fn case(old: f32, advantage: f32) -> Case {
    let logits = [0.0, 9.0, 3f32.ln(), 5.0, -2.0, 5.0];
    Case {
        logits: Tensor::from_slice(&logits)
            .view([2, 3])
            .set_requires_grad(true),
        values: Tensor::from_slice(&[0.0f32, 2.0]).set_requires_grad(true),
        illegal: Tensor::from_slice(&[false, true, false, true, false, true]).view([2, 3]),
        actions: Tensor::from_slice(&[2i64, 1]),
        log_probs: Tensor::from_slice(&[old.ln(), 0.0]),
        advantages: Tensor::from_slice(&[advantage, -1.0]),
        returns: Tensor::from_slice(&[1.0f32, 0.25]),
        entropy_weights: Tensor::from_slice(&[1.0f32, 1.0]),
    }
}

fn run(case: &Case) -> (Tensor, Vec<f64>) {
    let inputs = Inputs {
        outlooks: None,
        logits: &case.logits,
        values: &case.values,
        illegal: &case.illegal,
        actions: &case.actions,
        log_probs: &case.log_probs,
        advantages: &case.advantages,
        returns: &case.returns,
        entropy_weights: &case.entropy_weights,
    };
    let (loss, stats) = ppo(&inputs, &HOW);
    (
        loss,
        Vec::<f64>::try_from(stats.to_kind(Kind::Double)).expect("numbers"),
    )
}

fn close(got: f64, want: f64, what: &str) {
    assert!((got - want).abs() < 1e-5, "{what}: {got} is not {want}");
}

/// -t ln s(v) - (1 - t) ln(1 - s(v)) for logit v and target t.
fn cross_entropy(v: f64, t: f64) -> f64 {
    let s = 1.0 / (1.0 + (-v).exp());
    -t * s.ln() - (1.0 - t) * (1.0 - s).ln()
}

#[test]
fn an_unmoved_policy_has_ratio_one() {
    // Ratios 1 and 1: policy loss -(2 - 1)/2 = -0.5, no KL, nothing clipped.
    let (loss, stats) = run(&case(0.75, 2.0));
    close(stats[0], -0.5, "policy loss");
    let value = (cross_entropy(0.0, 1.0) + cross_entropy(2.0, 0.25)) / 2.0;
    close(stats[1], value, "value loss");
    // Entropy of (1/4, 3/4) and of a certain choice.
    let entropy = -(0.25 * 0.25f64.ln() + 0.75 * 0.75f64.ln()) / 2.0;
    close(stats[2], entropy, "entropy");
    close(stats[3], 0.0, "KL");
    close(stats[4], 0.0, "clipped share");
    close(
        loss.double_value(&[]),
        -0.5 + 0.5 * value - 0.1 * entropy,
        "loss",
    );
}

#[test]
fn a_gain_beyond_the_clip_counts_no_more_and_has_no_gradient() {
    // Old probability 1/2, ratio 1.5 > 1.2 with a positive advantage: counts 1.2.
    let beyond = case(0.5, 2.0);
    let (loss, stats) = run(&beyond);
    close(stats[0], -(2.0 * 1.2 - 1.0) / 2.0, "policy loss");
    close(stats[3], (0.5 - 1.5f64.ln()) / 2.0, "KL");
    close(stats[4], 0.5, "clipped share");
    loss.backward();
    // Only the entropy bonus is left: d(-0.1 * H / 2)/dz0 = 0.05 p0 (ln p0 + H).
    let h = -(0.25 * 0.25f64.ln() + 0.75 * 0.75f64.ln());
    let want = 0.05 * 0.25 * (0.25f64.ln() + h);
    close(beyond.logits.grad().double_value(&[0, 0]), want, "gradient");
}

#[test]
fn a_loss_beyond_the_clip_still_counts() {
    // The same ratio with a negative advantage: min(-3, -2.4) = -3.
    let (_, stats) = run(&case(0.5, -2.0));
    close(stats[0], -(-3.0 - 1.0) / 2.0, "policy loss");
}

#[test]
fn illegal_actions_have_no_gradient_and_one_legal_action_stays_finite() {
    let case = case(0.75, 2.0);
    run(&case).0.backward();
    let gradient = Vec::<f32>::try_from(case.logits.grad().reshape([-1])).expect("numbers");
    assert!(gradient.iter().all(|g| g.is_finite()));
    for at in [1, 3, 5] {
        assert_eq!(gradient[at].to_bits() << 1, 0, "illegal logit {at}");
    }
    close(f64::from(gradient[4]), 0.0, "a certain choice");
    // d policy / dz2 = -A (1 - p) / 2 = -0.25; entropy adds 0.05 p2 (ln p2 + H).
    let h = -(0.25 * 0.25f64.ln() + 0.75 * 0.75f64.ln());
    close(
        f64::from(gradient[2]),
        -0.25 + 0.05 * 0.75 * (0.75f64.ln() + h),
        "taken action",
    );
    // d value / dv = 0.5 (s(v) - t) / 2.
    close(
        case.values.grad().double_value(&[0]),
        0.25 * (0.5 - 1.0),
        "value",
    );
}

#[test]
fn entropy_is_counted_as_a_share_of_the_most_possible() {
    assert!((entropy_weight(5, false) - 1.0).abs() < 1e-7);
    assert!(entropy_weight(1, true).abs() < 1e-7);
    assert!((entropy_weight(4, true) * 4f32.ln() - 1.0).abs() < 1e-6);
}

#[test]
fn imitation_is_cross_entropy_where_outcomes_are_known() {
    let case = case(0.5, 1.0);
    let outcomes = Tensor::from_slice(&[1.0f32, -1.0]);
    let lesson = Lesson {
        logits: &case.logits,
        values: &case.values,
        illegal: &case.illegal,
        actions: &case.actions,
        outcomes: &outcomes,
    };
    let (policy, value) = imitation(&lesson);
    close(policy.double_value(&[]), -0.75f64.ln() / 2.0, "policy");
    close(
        value.double_value(&[]),
        cross_entropy(0.0, 1.0) / 2.0,
        "value",
    );
}
