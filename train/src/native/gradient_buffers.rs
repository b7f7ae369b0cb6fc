//! Gradients of the loss with respect to the values of the trunk, during the backward pass.

use reckoners_agents::net::kernel::Start;

/// Gradient buffers by trunk value, reused at once to stay in cache.
#[derive(Debug, Default)]
pub(super) struct GradientBuffers {
    by_value: Vec<Option<Vec<f32>>>,
    free: Vec<Vec<f32>>,
    size: usize,
}

impl GradientBuffers {
    /// Begins the backward pass of a batch: so many values of `size` numbers each.
    pub(super) fn begin(&mut self, values: usize, size: usize) {
        self.by_value.resize(values, None);
        for value in 0..values {
            if let Some(buffer) = self.by_value[value].take() {
                self.free.push(buffer);
            }
        }
        self.size = size;
    }

    /// Takes the whole gradient of a value out of its buffer.
    pub(super) fn take(&mut self, value: usize) -> Vec<f32> {
        self.sum(value);
        self.by_value[value].take().unwrap_or_default()
    }

    /// Returns a buffer that is no longer needed.
    pub(super) fn give_back(&mut self, buffer: Vec<f32>) {
        self.free.push(buffer);
    }

    /// Adds to the gradient of a value; the first addition becomes its buffer.
    pub(super) fn put(&mut self, value: usize, buffer: Vec<f32>) {
        match &mut self.by_value[value] {
            Some(sum) => {
                sum.iter_mut().zip(&buffer).for_each(|(s, x)| *s += x);
                self.free.push(buffer);
            }
            empty => *empty = Some(buffer),
        }
    }

    /// The gradient of a value so far, to be added to.
    pub(super) fn sum(&mut self, value: usize) -> &mut [f32] {
        let (start, buffer) = self.write(value);
        if matches!(start, Start::Zero) {
            buffer.fill(0.0);
        }
        buffer
    }

    /// The buffer of a value, and whether a product starts its sums from zero or adds to those it holds.
    pub(super) fn write(&mut self, value: usize) -> (Start<'static>, &mut [f32]) {
        let is_first = self.by_value[value].is_none();
        let buffer = self.by_value[value].get_or_insert_with(|| {
            let mut buffer = self.free.pop().unwrap_or_default();
            buffer.resize(self.size, 0.0);
            buffer
        });
        let start = if is_first { Start::Zero } else { Start::Held };
        (start, buffer)
    }
}
