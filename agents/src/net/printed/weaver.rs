//! Making the weights of one box, and the way back.

use std::ops::Range;
use std::sync::Arc;

use super::linear::Linear;
use super::{Features, Place, Printed, Use};
use crate::net::layers::Layers;
use crate::net::spec::{NetSpec, SpecError, TensorSpec};

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
    pub(super) hidden: Vec<Range<usize>>,
    pub(super) features: Arc<Features>,
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

    pub(super) fn bound(&self, parameters: &[f32]) -> Vec<f32> {
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
