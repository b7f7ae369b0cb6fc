//! The few loops that a network runs on, vectorised through `pulp` (run-time choice of the
//! instruction set, no unsafe code).
//!
//! Weights are packed once into panels of [`PANEL`] output columns, so a call packs nothing. Every
//! output is one chain of fused multiply-adds in the order of the inputs, whatever the batch size
//! and whichever path computes it: a position gives the same bits alone and inside any batch, and
//! skipping a zero input changes nothing.

mod dense;
mod head;
mod norm;
mod panels;
mod sparse;

pub use dense::{Dense, Finish};
pub use head::Head;
pub use norm::Norm;
pub use panels::{PANEL, Panels, Start, multiply, padded};
pub use sparse::SparseRows;

use pulp::Simd;

/// Reads one panel row as vectors.
#[inline(always)]
fn vectors<S: Simd, const V: usize>(values: &[f32]) -> [S::f32s; V] {
    let all = S::as_simd_f32s(values).0;
    std::array::from_fn(|v| all[v])
}
