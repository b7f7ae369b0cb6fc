//! The losses in libtorch: tensors in, scalars out.

use tch::{Kind, Tensor};

use crate::loss::Coefficients;

/// Stands for the logit of an illegal action: its probability underflows to zero.
const ILLEGAL: f64 = -1e8;

/// What the loss is made of; every tensor has one entry for each sample, except where said.
#[derive(Debug)]
pub struct Inputs<'a> {
    /// `[samples, actions]` from the network being trained.
    pub logits: &'a Tensor,
    /// Value logits from the network being trained.
    pub values: &'a Tensor,
    /// `[samples, actions]`, true where an action is illegal.
    pub illegal: &'a Tensor,
    /// `[samples]` actions taken.
    pub actions: &'a Tensor,
    /// Log-probabilities of the actions when they were taken.
    pub log_probs: &'a Tensor,
    /// Advantages of the actions.
    pub advantages: &'a Tensor,
    /// Win chances that the critic learns.
    pub returns: &'a Tensor,
    /// `[samples, outlooks]` logits of what else is foreseen, with what came of it.
    pub outlooks: Option<(&'a Tensor, &'a Tensor)>,
    /// Weight of each sample's entropy; see [`crate::loss::entropy_weight`].
    pub entropy_weights: &'a Tensor,
}

/// Log-probabilities over the legal actions only.
pub fn masked_log_softmax(logits: &Tensor, illegal: &Tensor) -> Tensor {
    logits
        .masked_fill(illegal, ILLEGAL)
        .log_softmax(-1, Kind::Float)
}

/// The loss to descend, and a tensor of the numbers in [`crate::loss::Stats`], in that order.
pub fn ppo(inputs: &Inputs<'_>, how: &Coefficients) -> (Tensor, Tensor) {
    let all = masked_log_softmax(inputs.logits, inputs.illegal);
    let log_probs = all
        .gather(1, &inputs.actions.unsqueeze(1), false)
        .squeeze_dim(1);
    let log_ratio = log_probs - inputs.log_probs;
    let ratio = log_ratio.exp();
    let plain = inputs.advantages * &ratio;
    let clipped = inputs.advantages * ratio.clamp(1.0 - how.clip, 1.0 + how.clip);
    let policy = -plain.minimum(&clipped).mean(Kind::Float);

    let value = inputs.values.binary_cross_entropy_with_logits::<Tensor>(
        inputs.returns,
        None,
        None,
        tch::Reduction::Mean,
    );

    let entropies = -(all.exp() * all).sum_dim_intlist(1, false, Kind::Float);
    let entropy = (entropies * inputs.entropy_weights).mean(Kind::Float);

    let mut loss = &policy + how.value * &value - how.entropy * &entropy;
    if let Some((logits, prospects)) = inputs.outlooks {
        let count = logits.size()[1] as f64;
        // A sum over what is foreseen, a mean over the samples.
        let foreseen = logits.binary_cross_entropy_with_logits::<Tensor>(
            prospects,
            None,
            None,
            tch::Reduction::Mean,
        );
        loss += how.value * count * foreseen;
    }
    let stats = tch::no_grad(|| {
        let kl = ((&ratio - 1.0) - &log_ratio).mean(Kind::Float);
        let beyond = (&ratio - 1.0)
            .abs()
            .gt(how.clip)
            .to_kind(Kind::Float)
            .mean(Kind::Float);
        Tensor::stack(&[policy, value, entropy, kl, beyond], 0)
    });
    (loss, stats)
}

/// Cross-entropy of a teacher's actions, and of the critic where the outcome is known.
pub fn imitation(inputs: &Lesson<'_>) -> (Tensor, Tensor) {
    let all = masked_log_softmax(inputs.logits, inputs.illegal);
    let chosen = all.gather(1, &inputs.actions.unsqueeze(1), false);
    let known = inputs.outcomes.ge(0.0).to_kind(Kind::Float);
    let critic = inputs.values.binary_cross_entropy_with_logits::<Tensor>(
        &inputs.outcomes.clamp(0.0, 1.0),
        None,
        None,
        tch::Reduction::None,
    );
    (
        -chosen.mean(Kind::Float),
        (critic * known).mean(Kind::Float),
    )
}

/// What [`imitation`] is made of.
#[derive(Debug)]
pub struct Lesson<'a> {
    /// `[samples, actions]` from the network being trained.
    pub logits: &'a Tensor,
    /// Value logits from the network being trained.
    pub values: &'a Tensor,
    /// `[samples, actions]`, true where an action is illegal.
    pub illegal: &'a Tensor,
    /// What the teacher did.
    pub actions: &'a Tensor,
    /// Win chances, or negative numbers where the outcome is not known.
    pub outcomes: &'a Tensor,
}
