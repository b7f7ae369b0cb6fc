//! The few loops that a network runs on, vectorised through `pulp` (run-time choice of the
//! instruction set, no unsafe code).
//!
//! Weights are packed once into panels of [`PANEL`] output columns, so going forward packs nothing.
//!
//! A position gives the same bits alone and inside any batch, because forward no output is summed
//! across rows and the order of its sum depends on the layer alone. In every product that is one chain
//! of multiply-adds (fused where the machine can) in the order of the inputs, whichever path computes
//! it, so skipping a zero input changes nothing. [`Norm`] and [`Head`] sum in as many lanes as the
//! machine has and add the lanes up at the end; another kind of machine may round them differently.

mod dense;
mod head;
mod norm;
mod panels;
mod sparse;
mod transpose;

pub use dense::{Dense, Finish};
pub use head::Head;
pub use norm::{NORM_EPSILON, Norm};
pub use panels::{PANEL, Panels, Start, multiply, multiply_transposed};
pub use sparse::{SparseRows, multiply_sparse};
pub use transpose::transpose;

#[cfg(test)]
mod tests;

use panels::padded;
use pulp::Simd;

/// Reads one panel row as vectors.
#[inline(always)]
fn vectors<S: Simd, const V: usize>(values: &[f32]) -> [S::f32s; V] {
    let all = S::as_simd_f32s(values).0;
    std::array::from_fn(|v| all[v])
}
