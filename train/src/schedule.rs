//! How coefficients move over a run.

/// Straight line from `start` to `end` while `progress` goes from 0 to `until`, flat afterwards.
#[must_use]
pub fn linear(start: f64, end: f64, until: f64, progress: f64) -> f64 {
    if until <= 0.0 {
        return end;
    }
    start + (end - start) * (progress / until).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::linear;

    #[test]
    fn goes_straight_and_stays() {
        for (progress, want) in [(0.0, 4.0), (0.25, 3.0), (0.5, 2.0), (0.9, 2.0)] {
            assert!((linear(4.0, 2.0, 0.5, progress) - want).abs() < 1e-12);
        }
        assert!((linear(4.0, 0.0, 0.0, 0.0)).abs() < 1e-12);
    }
}
