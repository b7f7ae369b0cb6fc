//! Exponential, hyperbolic tangent and sigmoid as straight-line arithmetic.
//!
//! The library versions are calls that no compiler vectorises; these are plain multiplications and
//! additions, so a loop over a slice becomes vector code, and every machine gives the same bits.

/// `exp(x)` with a relative error below 3e-7; saturates outside [-87, 88].
#[inline(always)]
pub(crate) fn exp(x: f32) -> f32 {
    // Adding 1.5 * 2^23 rounds to the nearest integer and leaves it in the low bits.
    const ROUND: f32 = 12_582_912.0;
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    let x = x.clamp(-87.0, 88.0);
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let n = shifted - ROUND;
    let r = (x - n * LN2_HIGH) - n * LN2_LOW;
    // Taylor series: |r| <= ln(2)/2, so the next term is below 1.3e-7.
    let p = 1.0 / 720.0;
    let p = p * r + 1.0 / 120.0;
    let p = p * r + 1.0 / 24.0;
    let p = p * r + 1.0 / 6.0;
    let p = p * r + 0.5;
    let p = p * r + 1.0;
    let p = p * r + 1.0;
    let scale = f32::from_bits(shifted.to_bits().wrapping_add(127) << 23);
    p * scale
}

/// `tanh(x)` with an absolute error below 1e-6.
#[inline(always)]
pub(crate) fn tanh(x: f32) -> f32 {
    1.0 - 2.0 / (exp(2.0 * x) + 1.0)
}

/// `1 / (1 + exp(-x))`.
#[inline(always)]
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> impl Iterator<Item = f32> {
        (-8600..=8600i16).map(|i| f32::from(i) * 0.01 + 0.003)
    }

    #[test]
    fn exp_matches_the_library() {
        for x in grid() {
            let want = f64::from(x).exp();
            let error = (f64::from(exp(x)) - want).abs() / want;
            assert!(error < 3e-7, "exp({x}): relative error {error}");
        }
    }

    #[test]
    fn tanh_and_sigmoid_match_the_library() {
        for x in grid() {
            let t = f64::from(tanh(x)) - f64::from(x).tanh();
            assert!(t.abs() < 1e-6, "tanh({x}): error {t}");
            let s = f64::from(sigmoid(x)) - 1.0 / (1.0 + (-f64::from(x)).exp());
            assert!(s.abs() < 1e-6, "sigmoid({x}): error {s}");
        }
    }
}
