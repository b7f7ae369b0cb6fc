//! Weights made from what is printed: how one network plays with any box.
//!
//! Observations mark cards by their numbers, and actions name them by their numbers; but what a number stands for
//! differs from box to box. So the weights of such inputs and actions are not learned: they are made from the
//! features of the card. An encoder for each kind of printed thing turns the features into a code, and a matrix for
//! each use turns the code into a column of the input layer, a column of an entity's encoder, or a row of the policy.
//! That is done once for a box ([`Weaver::weave`]); the network that plays is then an ordinary one.
//! [`Weaver::unravel`] is the way back, for training.
//!
//! Two cards that do the same have the same weights, wherever they lie in the file.

use std::ops::Range;
use std::sync::Arc;

use pulp::Arch;
use serde::{Deserialize, Serialize};

use super::layers::Layers;
use super::spec::{NetSpec, SpecError, TensorSpec};

/// What a network reads by its features.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Printed {
    /// Numbers of one code; a multiple of 16.
    pub width: usize,
    /// Kinds of printed things.
    pub kinds: Vec<PrintedKind>,
    /// Which weights are made of them.
    pub uses: Vec<Use>,
    /// Inputs that the input layer does not read, because entities read them: runs of `[start, length]`.
    pub unread: Vec<[usize; 2]>,
}

/// Printed things with the same features.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintedKind {
    /// Its name, for the checkpoint.
    pub name: String,
    /// How many there are.
    pub rows: usize,
    /// Features of one.
    pub features: usize,
}

/// Where made weights go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Columns of the input layer.
    Input,
    /// Columns of the encoder of a kind of entities.
    Entity(usize),
    /// Rows and biases of the policy.
    Policy,
}

/// Weights that are made of one kind of printed things.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// Its name, for the checkpoint.
    pub name: String,
    /// Index of the kind.
    pub kind: usize,
    /// Which weights.
    pub place: Place,
    /// The first column or row of each run, one for each thing; all runs get the same weights.
    pub starts: Vec<usize>,
}

/// The features of every kind in one box, `[rows, features]` each.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Features(pub Vec<Vec<f32>>);

/// Two tensors and what they do.
#[derive(Debug, Clone)]
struct Linear {
    weight: TensorSpec,
    bias: TensorSpec,
    inputs: usize,
    outputs: usize,
}

/// Where the made weights of one use lie.
#[derive(Debug, Clone)]
struct Slots {
    weight: TensorSpec,
    bias: TensorSpec,
    inputs: usize,
}

/// [`Printed`] worked out for a network: where every number lies.
#[derive(Debug, Clone)]
pub struct Weaver {
    printed: Printed,
    /// Parameters of the network that plays.
    plain: usize,
    encoders: Vec<Linear>,
    makers: Vec<Linear>,
    slots: Vec<Slots>,
    /// Plain parameters that are made or not read: ranges.
    hidden: Vec<Range<usize>>,
    features: Arc<Features>,
}

impl Printed {
    /// The tensors that make weights, which lie behind those of the network.
    #[must_use]
    pub fn tensors(&self, spec: &NetSpec) -> Vec<TensorSpec> {
        let (encoders, makers) = self.linears(spec);
        let both = |linear: Linear| [linear.weight, linear.bias];
        encoders.into_iter().chain(makers).flat_map(both).collect()
    }

    fn linears(&self, spec: &NetSpec) -> (Vec<Linear>, Vec<Linear>) {
        let mut offset = spec.parameter_count();
        let mut linear = |name: String, inputs: usize, outputs: usize| {
            let mut tensor = |part: &str, shape: Vec<usize>| {
                let tensor = TensorSpec {
                    name: format!("{name}.{part}"),
                    shape,
                    offset,
                };
                offset = tensor.range().end;
                tensor
            };
            Linear {
                weight: tensor("weight", vec![outputs, inputs]),
                bias: tensor("bias", vec![outputs]),
                inputs,
                outputs,
            }
        };
        let kinds = self.kinds.iter();
        let encoders = kinds
            .map(|kind| linear(format!("printed.{}", kind.name), kind.features, self.width))
            .collect();
        let uses = self.uses.iter();
        let makers = uses
            .map(|made| {
                let outputs = match made.place {
                    Place::Input => spec.width,
                    Place::Entity(_) => spec.entities.as_ref().map_or(0, |e| e.width),
                    // The last one is the bias of the action.
                    Place::Policy => spec.width + 1,
                };
                linear(format!("made.{}", made.name), self.width, outputs)
            })
            .collect();
        (encoders, makers)
    }

    /// Checks that everything lies within a network, and nothing is made twice.
    ///
    /// # Errors
    /// Names the first value out of range and its rule.
    pub fn validate(&self, spec: &NetSpec) -> Result<(), SpecError> {
        let fail = |field, value, rule| Err(SpecError { field, value, rule });
        if self.width == 0 || self.width > 1024 || !self.width.is_multiple_of(16) {
            let rule = "a multiple of 16 from 16 to 1024";
            return fail("printed.width", self.width, rule);
        }
        if self.kinds.is_empty() || self.kinds.len() > 32 || self.uses.len() > 256 {
            let rule = "from 1 to 32 kinds with at most 256 uses";
            return fail("printed.kinds", self.kinds.len(), rule);
        }
        for kind in &self.kinds {
            if !(1..=4096).contains(&kind.rows) || !(1..=4096).contains(&kind.features) {
                let rule = "from 1 to 4096 rows of 1 to 4096 features";
                return fail("printed.kinds.rows", kind.rows, rule);
            }
        }
        let entities = spec.entities.as_ref();
        let strides: Vec<usize> = entities
            .map(|e| e.kinds.iter().map(|k| k.stride).collect())
            .unwrap_or_default();
        let mut input = vec![false; spec.obs_len];
        let mut policy = vec![false; spec.action_count];
        let mut encoders: Vec<Vec<bool>> = strides.iter().map(|n| vec![false; *n]).collect();
        for made in &self.uses {
            let Some(kind) = self.kinds.get(made.kind) else {
                return fail("printed.uses.kind", made.kind, "one of the kinds");
            };
            let taken = match made.place {
                Place::Input => &mut input,
                Place::Policy => &mut policy,
                Place::Entity(index) => match encoders.get_mut(index) {
                    Some(encoder) => encoder,
                    None => return fail("printed.uses.place", index, "a kind of entities"),
                },
            };
            if !take(taken, made.starts.iter().map(|s| [*s, kind.rows])) {
                let start = made.starts.first().copied().unwrap_or_default();
                let rule = "the starts of runs within the network that nothing else makes";
                return fail("printed.uses.starts", start, rule);
            }
        }
        if !take(&mut input, self.unread.iter().copied()) {
            let rule = "runs of inputs that nothing makes";
            return fail("printed.unread", self.unread.len(), rule);
        }
        Ok(())
    }
}

impl Printed {
    /// Parameters of the playing network, with the largest values that made weights can have with any features
    /// from 0 to 1.
    ///
    /// # Panics
    /// When this is not part of the network, or there are fewer parameters than both have.
    #[must_use]
    pub fn bound(&self, spec: &NetSpec, parameters: &[f32]) -> Vec<f32> {
        self.placeless(spec).bound(parameters)
    }
}

impl Printed {
    /// Clears the plain parameters that are made, or that nobody reads.
    ///
    /// # Panics
    /// When this is not part of the network, or there are fewer parameters than it has.
    pub fn clear(&self, spec: &NetSpec, parameters: &mut [f32]) {
        for range in self.placeless(spec).hidden {
            parameters[range].fill(0.0);
        }
    }

    /// A weaver for a box on which nothing is printed.
    fn placeless(&self, spec: &NetSpec) -> Weaver {
        let nothing = self.kinds.iter().map(|k| vec![0.0; k.rows * k.features]);
        let weaver = Weaver::new(self, spec, Arc::new(Features(nothing.collect())));
        weaver.expect("checked before")
    }
}

/// Marks some runs; whether they were within and free.
fn take(taken: &mut [bool], runs: impl Iterator<Item = [usize; 2]>) -> bool {
    for [start, len] in runs {
        let end = start.checked_add(len);
        match end.and_then(|end| taken.get_mut(start..end)) {
            Some(run) if len > 0 && !run.contains(&true) => run.fill(true),
            _ => return false,
        }
    }
    true
}

impl Weaver {
    /// Works out where everything lies, for the features of one box.
    ///
    /// # Errors
    /// When something does not lie within the network.
    pub fn new(
        printed: &Printed,
        spec: &NetSpec,
        features: Arc<Features>,
    ) -> Result<Self, SpecError> {
        printed.validate(spec)?;
        for (kind, values) in printed.kinds.iter().zip(&features.0) {
            if values.len() != kind.rows * kind.features {
                return Err(SpecError {
                    field: "printed.kinds.features",
                    value: kind.features,
                    rule: "as many as the cards have",
                });
            }
        }
        if features.0.len() != printed.kinds.len() {
            return Err(SpecError {
                field: "printed.kinds",
                value: printed.kinds.len(),
                rule: "as many kinds as the cards have",
            });
        }
        let layers = Layers::new(spec);
        let named = |name: &str| {
            let found = layers.list.iter().find(|layer| {
                let own = layer.weight.name.strip_suffix(".weight");
                own == Some(name)
            });
            let layer = found.expect("every network has this layer");
            Slots {
                weight: layer.weight.clone(),
                bias: layer.bias.clone(),
                inputs: layer.inputs,
            }
        };
        let slots: Vec<Slots> = printed
            .uses
            .iter()
            .map(|made| match made.place {
                Place::Input => named("input"),
                Place::Policy => named("policy"),
                Place::Entity(index) => {
                    let entities = spec.entities.as_ref().expect("checked before");
                    named(&format!("entities.{}", entities.kinds[index].name))
                }
            })
            .collect();
        let mut hidden = Vec::new();
        let columns = |slots: &Slots, start: usize, len: usize| {
            let rows = slots.weight.shape[0];
            let (offset, inputs) = (slots.weight.offset, slots.inputs);
            (0..rows).map(move |row| {
                let at = offset + row * inputs + start;
                at..at + len
            })
        };
        for (made, slots) in printed.uses.iter().zip(&slots) {
            let rows = printed.kinds[made.kind].rows;
            for start in &made.starts {
                if made.place == Place::Policy {
                    let at = slots.weight.offset + start * slots.inputs;
                    hidden.push(at..at + rows * slots.inputs);
                    let at = slots.bias.offset + start;
                    hidden.push(at..at + rows);
                } else {
                    hidden.extend(columns(slots, *start, rows));
                }
            }
        }
        let input = named("input");
        for [start, len] in &printed.unread {
            hidden.extend(columns(&input, *start, *len));
        }
        let (encoders, makers) = printed.linears(spec);
        Ok(Self {
            plain: spec.parameter_count(),
            printed: printed.clone(),
            encoders,
            makers,
            slots,
            hidden,
            features,
        })
    }

    /// The same for another box.
    ///
    /// # Panics
    /// When the features have another shape.
    #[must_use]
    pub fn with(&self, features: Arc<Features>) -> Self {
        let shape = |all: &Features| all.0.iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(
            shape(&features),
            shape(&self.features),
            "features of the same kinds"
        );
        Self {
            features,
            ..self.clone()
        }
    }

    /// The parameters of the network that plays with this box.
    #[must_use]
    pub fn weave(&self, parameters: &[f32]) -> Vec<f32> {
        let mut plain = parameters[..self.plain].to_vec();
        for range in &self.hidden {
            plain[range.clone()].fill(0.0);
        }
        let codes = self.codes(parameters);
        let uses = self.printed.uses.iter().zip(&self.makers);
        for ((made, maker), slots) in uses.zip(&self.slots) {
            let weights = maker.run(parameters, &codes[made.kind]);
            for (row, weights) in weights.chunks_exact(maker.outputs).enumerate() {
                for start in &made.starts {
                    self.each_slot(made, slots, start + row, |i, at| plain[at] = weights[i]);
                }
            }
        }
        plain
    }

    /// Adds to the gradient by all parameters what the gradient by those of the playing network means, times
    /// `share`.
    pub fn unravel(&self, parameters: &[f32], by_plain: &mut [f32], share: f32, out: &mut [f32]) {
        let codes = self.codes(parameters);
        let mut by_codes: Vec<Vec<f32>> = codes.iter().map(|c| vec![0.0; c.len()]).collect();
        by_plain.iter_mut().for_each(|slope| *slope *= share);
        let uses = self.printed.uses.iter().zip(&self.makers);
        for ((made, maker), slots) in uses.zip(&self.slots) {
            let rows = self.printed.kinds[made.kind].rows;
            let mut by_weights = vec![0.0; rows * maker.outputs];
            for (row, by_weights) in by_weights.chunks_exact_mut(maker.outputs).enumerate() {
                for start in &made.starts {
                    self.each_slot(made, slots, start + row, |i, at| {
                        by_weights[i] += by_plain[at];
                    });
                }
            }
            let (code, by_code) = (&codes[made.kind], &mut by_codes[made.kind]);
            maker.back(parameters, code, &by_weights, Some(by_code), out);
        }
        let kinds = self.encoders.iter().zip(&self.features.0);
        for ((encoder, features), (code, mut by_code)) in kinds.zip(codes.iter().zip(by_codes)) {
            let made = by_code.iter_mut().zip(code);
            made.filter(|(_, code)| **code <= 0.0)
                .for_each(|(slope, _)| *slope = 0.0);
            encoder.back(parameters, features, &by_code, None, out);
        }
        for range in &self.hidden {
            by_plain[range.clone()].fill(0.0);
        }
        let plain = out[..self.plain].iter_mut().zip(by_plain.iter());
        plain.for_each(|(sum, slope)| *sum += slope);
    }

    /// Parameters of the playing network.
    #[must_use]
    pub fn plain_count(&self) -> usize {
        self.plain
    }

    fn codes(&self, parameters: &[f32]) -> Vec<Vec<f32>> {
        let kinds = self.encoders.iter().zip(&self.features.0);
        kinds
            .map(|(encoder, features)| {
                let mut codes = encoder.run(parameters, features);
                codes.iter_mut().for_each(|code| *code = code.max(0.0));
                codes
            })
            .collect()
    }

    /// Visits the plain parameters that the weights of one thing go to.
    #[inline]
    fn each_slot(&self, made: &Use, slots: &Slots, at: usize, mut visit: impl FnMut(usize, usize)) {
        let (offset, inputs) = (slots.weight.offset, slots.inputs);
        if made.place == Place::Policy {
            (0..inputs).for_each(|i| visit(i, offset + at * inputs + i));
            visit(inputs, slots.bias.offset + at);
        } else {
            let outputs = slots.weight.shape[0];
            (0..outputs).for_each(|i| visit(i, offset + i * inputs + at));
        }
    }

    fn bound(&self, parameters: &[f32]) -> Vec<f32> {
        let mut plain = parameters[..self.plain].to_vec();
        for range in &self.hidden {
            plain[range.clone()].fill(0.0);
        }
        let ones = |linear: &Linear, most: &[f64]| -> Vec<f64> {
            let rows = parameters[linear.weight.range()].chunks_exact(linear.inputs);
            rows.zip(&parameters[linear.bias.range()])
                .map(|(row, bias)| {
                    let sum = row.iter().zip(most).map(|(w, m)| f64::from(w.abs()) * m);
                    sum.sum::<f64>() + f64::from(bias.abs())
                })
                .collect()
        };
        let codes: Vec<Vec<f64>> = self
            .encoders
            .iter()
            .map(|encoder| ones(encoder, &vec![1.0; encoder.inputs]))
            .collect();
        let uses = self.printed.uses.iter().zip(&self.makers);
        for ((made, maker), slots) in uses.zip(&self.slots) {
            let most = ones(maker, &codes[made.kind]);
            for row in 0..self.printed.kinds[made.kind].rows {
                for start in &made.starts {
                    self.each_slot(made, slots, start + row, |i, at| {
                        plain[at] = most[i].min(f64::from(f32::MAX)) as f32;
                    });
                }
            }
        }
        plain
    }
}

impl Linear {
    /// `[rows, outputs]` from `[rows, inputs]`.
    fn run(&self, parameters: &[f32], x: &[f32]) -> Vec<f32> {
        let weight = &parameters[self.weight.range()];
        let bias = &parameters[self.bias.range()];
        let mut out = Vec::with_capacity(x.len() / self.inputs * self.outputs);
        Arch::new().dispatch(|| {
            for x in x.chunks_exact(self.inputs) {
                let rows = weight.chunks_exact(self.inputs).zip(bias);
                out.extend(rows.map(|(row, bias)| bias + dot(row, x)));
            }
        });
        out
    }

    /// Adds to the gradient, and to the derivatives by what was read if they are wanted.
    fn back(
        &self,
        parameters: &[f32],
        x: &[f32],
        by_out: &[f32],
        mut by_x: Option<&mut Vec<f32>>,
        gradient: &mut [f32],
    ) {
        let weight = &parameters[self.weight.range()];
        Arch::new().dispatch(|| {
            for (row, by_out) in by_out.chunks_exact(self.outputs).enumerate() {
                let range = row * self.inputs..(row + 1) * self.inputs;
                let x = &x[range.clone()];
                let by_weight = &mut gradient[self.weight.range()];
                for (by_row, slope) in by_weight.chunks_exact_mut(self.inputs).zip(by_out) {
                    if *slope != 0.0 {
                        add_scaled(*slope, x, by_row);
                    }
                }
                let by_bias = &mut gradient[self.bias.range()];
                add_scaled(1.0, by_out, by_bias);
                if let Some(by_x) = &mut by_x {
                    let by_x = &mut by_x[range];
                    for (row, slope) in weight.chunks_exact(self.inputs).zip(by_out) {
                        if *slope != 0.0 {
                            add_scaled(*slope, row, by_x);
                        }
                    }
                }
            }
        });
    }
}

/// `out += value * x`.
#[inline(always)]
fn add_scaled(value: f32, x: &[f32], out: &mut [f32]) {
    out.iter_mut().zip(x).for_each(|(o, x)| *o += value * x);
}

#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    // In lanes, so that it becomes vector code.
    const LANES: usize = 16;
    let mut sums = [0.0f32; LANES];
    let (a_lanes, a_rest) = a.as_chunks::<LANES>();
    let (b_lanes, b_rest) = b.as_chunks::<LANES>();
    for (a, b) in a_lanes.iter().zip(b_lanes) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::net::entities::{Entities, EntityKind, Pointer};
    use crate::net::{Activation, Body, Net, Scratch};

    fn random(rng: &mut ChaCha8Rng, len: usize, scale: f32) -> Vec<f32> {
        let mut one = || (rng.next_u32() >> 8) as f32 / (1 << 24) as f32 - 0.5;
        (0..len).map(|_| 2.0 * scale * one()).collect()
    }

    fn spec() -> NetSpec {
        NetSpec {
            obs_len: 40,
            action_count: 12,
            width: 32,
            blocks: 1,
            body: Body::Residual,
            activation: Activation::Relu,
            norm: true,
            outlooks: 0,
            entities: Some(Entities {
                width: 32,
                kinds: vec![EntityKind::new("things", 20, 5, 4)],
                pointers: vec![Pointer::new(0, 4, 0, 0)],
            }),
        }
    }

    fn printed() -> Printed {
        let made = |name: &str, kind, place, starts: &[usize]| Use {
            name: name.into(),
            kind,
            place,
            starts: starts.to_vec(),
        };
        Printed {
            width: 16,
            kinds: vec![
                PrintedKind {
                    name: "cards".into(),
                    rows: 3,
                    features: 6,
                },
                PrintedKind {
                    name: "dice".into(),
                    rows: 2,
                    features: 4,
                },
            ],
            uses: vec![
                made("owned", 0, Place::Input, &[1, 6]),
                made("market", 0, Place::Input, &[10]),
                made("things", 1, Place::Entity(0), &[2]),
                made("buy", 0, Place::Policy, &[5]),
                made("take", 1, Place::Policy, &[8, 10]),
            ],
            unread: vec![[20, 20]],
        }
    }

    fn all(rng: &mut ChaCha8Rng) -> (Weaver, Vec<f32>) {
        let features = Features(vec![random(rng, 18, 1.0), random(rng, 8, 1.0)]);
        let weaver = Weaver::new(&printed(), &spec(), Arc::new(features)).expect("it fits");
        let count = printed()
            .tensors(&spec())
            .last()
            .expect("tensors")
            .range()
            .end;
        (weaver, random(rng, count, 0.3))
    }

    #[test]
    fn cards_in_another_order_play_the_same() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (weaver, parameters) = all(&mut rng);
        let mut moved = (*weaver.features).clone();
        // Cards 0 and 2 change places in the file.
        for i in 0..6 {
            moved.0[0].swap(i, 12 + i);
        }
        let other = weaver.with(Arc::new(moved));
        let net = |weaver: &Weaver| Net::new(&spec(), &weaver.weave(&parameters)).expect("good");
        let obs = random(&mut rng, 40, 1.0);
        let mut swapped = obs.clone();
        for start in [1, 6, 10] {
            swapped.swap(start, start + 2);
        }
        let (mut a, mut b) = (Scratch::new(), Scratch::new());
        net(&weaver).forward(&obs, &[0xfff], &mut a);
        net(&other).forward(&swapped, &[0xfff], &mut b);
        let mut logits = b.logits(0).to_vec();
        logits.swap(5, 7);
        for (a, b) in a.logits(0).iter().zip(&logits) {
            assert!((a - b).abs() < 1e-4, "{a} {b}");
        }
        assert!((a.values()[0] - b.values()[0]).abs() < 1e-4);
        // And a card that does something else is another card.
        net(&weaver).forward(&swapped, &[0xfff], &mut b);
        assert!((a.values()[0] - b.values()[0]).abs() > 1e-4);
    }

    #[test]
    fn the_way_back_is_the_derivative() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let (weaver, mut parameters) = all(&mut rng);
        // A linear function of the playing network's parameters has this gradient by them.
        let by_plain = random(&mut rng, weaver.plain_count(), 1.0);
        let value = |parameters: &[f32]| -> f64 {
            let plain = weaver.weave(parameters);
            plain
                .iter()
                .zip(&by_plain)
                .map(|(p, g)| f64::from(*p) * f64::from(*g))
                .sum()
        };
        let mut gradient = vec![0.0; parameters.len()];
        weaver.unravel(&parameters, &mut by_plain.clone(), 1.0, &mut gradient);
        let mut tried = 0;
        for i in (0..parameters.len()).step_by(7) {
            let (kept, step) = (parameters[i], 1e-2);
            parameters[i] = kept + step;
            let more = value(&parameters);
            parameters[i] = kept - step;
            let less = value(&parameters);
            parameters[i] = kept;
            let slope = (more - less) / f64::from(2.0 * step);
            let found = f64::from(gradient[i]);
            // A code at the kink of its non-linearity has no derivative.
            if (slope - found).abs() > 1e-2 * (1.0 + slope.abs()) {
                tried += 1;
            }
        }
        assert!(tried <= parameters.len() / 7 / 100, "{tried} differ");
    }

    #[test]
    fn no_weight_is_larger_than_its_bound() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let (weaver, parameters) = all(&mut rng);
        let bound = weaver.bound(&parameters);
        let woven = weaver.weave(&parameters);
        assert!(
            woven
                .iter()
                .zip(&bound)
                .all(|(w, b)| w.abs() <= b.abs() + 1e-5)
        );
        assert_ne!(woven, bound);
    }

    #[test]
    fn what_does_not_lie_within_the_network_is_refused() {
        type Change = fn(&mut Printed);
        let cases: [(Change, &str); 8] = [
            (|p| p.width = 0, "printed.width"),
            (|p| p.width = 20, "printed.width"),
            (|p| p.kinds.clear(), "printed.kinds"),
            (|p| p.kinds[0].rows = 0, "printed.kinds.rows"),
            (|p| p.uses[0].kind = 2, "printed.uses.kind"),
            (|p| p.uses[0].starts[0] = 38, "printed.uses.starts"),
            (|p| p.uses[1].starts[0] = 8, "printed.uses.starts"),
            (|p| p.unread[0] = [19, 30], "printed.unread"),
        ];
        printed().validate(&spec()).expect("it fits");
        for (number, (change, field)) in cases.into_iter().enumerate() {
            let mut bad = printed();
            change(&mut bad);
            let error = bad.validate(&spec()).expect_err(field);
            assert_eq!(error.field, field, "case {number}");
        }
    }
}
