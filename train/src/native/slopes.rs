//! Derivatives of the loss by the values of the trunk, on the way back.

use reckoners_agents::net::kernel::Start;

/// One buffer for each value whose derivatives are under way. Buffers that are done with are used
/// again at once, so that few of them stay in the cache.
#[derive(Debug, Default)]
pub(super) struct Slopes {
    by_value: Vec<Option<Vec<f32>>>,
    free: Vec<Vec<f32>>,
    size: usize,
}

impl Slopes {
    /// Begins the way back of a batch whose values have so many numbers.
    pub(super) fn begin(&mut self, values: usize, size: usize) {
        self.by_value.resize(values, None);
        for value in 0..values {
            if let Some(buffer) = self.by_value[value].take() {
                self.free.push(buffer);
            }
        }
        self.size = size;
    }

    /// All derivatives by a value; none are left.
    pub(super) fn take(&mut self, value: usize) -> Vec<f32> {
        self.sum(value);
        self.by_value[value].take().unwrap_or_default()
    }

    /// A buffer that is no longer needed.
    pub(super) fn give_back(&mut self, buffer: Vec<f32>) {
        self.free.push(buffer);
    }

    /// Adds derivatives by a value, as its buffer if they are the first.
    pub(super) fn put(&mut self, value: usize, buffer: Vec<f32>) {
        match &mut self.by_value[value] {
            Some(sum) => {
                sum.iter_mut().zip(&buffer).for_each(|(s, x)| *s += x);
                self.free.push(buffer);
            }
            empty => *empty = Some(buffer),
        }
    }

    /// The derivatives by a value so far, to add to.
    pub(super) fn sum(&mut self, value: usize) -> &mut [f32] {
        let (start, buffer) = self.write(value);
        if matches!(start, Start::Zero) {
            buffer.fill(0.0);
        }
        buffer
    }

    /// The buffer of a value, and whether a product begins its sums or goes on with them.
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
