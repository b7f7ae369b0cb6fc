//! Turning matrices around.

/// Writes the transpose of a row-major matrix with so many columns; rows of `out` begin `stride` apart.
///
/// # Panics
/// When `out` is too small.
pub fn transpose(x: &[f32], columns: usize, out: &mut [f32], stride: usize) {
    // Small squares, so that neither side strides through the whole cache.
    const SIDE: usize = 4;
    let rows = x.len() / columns;
    let (whole_rows, whole_columns) = (rows / SIDE * SIDE, columns / SIDE * SIDE);
    for r in (0..whole_rows).step_by(SIDE) {
        for c in (0..whole_columns).step_by(SIDE) {
            let square: [[f32; SIDE]; SIDE] =
                std::array::from_fn(|i| std::array::from_fn(|j| x[(r + i) * columns + c + j]));
            for j in 0..SIDE {
                let line = &mut out[(c + j) * stride + r..][..SIDE];
                line.copy_from_slice(&square.map(|row| row[j]));
            }
        }
    }
    for r in 0..rows {
        let from = if r < whole_rows { whole_columns } else { 0 };
        for c in from..columns {
            out[c * stride + r] = x[r * columns + c];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_lands_in_its_place_and_the_rest_is_left_alone() {
        for (rows, columns, stride) in [(1, 1, 1), (4, 8, 4), (7, 5, 7), (9, 6, 32), (32, 33, 40)] {
            let x: Vec<f32> = (0..rows * columns).map(|i| i as f32).collect();
            let mut out = vec![-1.0; columns * stride];
            transpose(&x, columns, &mut out, stride);
            for (i, value) in out.iter().enumerate() {
                let (column, row) = (i / stride, i % stride);
                let want = if row < rows {
                    (row * columns + column) as f32
                } else {
                    -1.0
                };
                assert_eq!(
                    *value, want,
                    "{rows} x {columns}, column {column}, row {row}"
                );
            }
        }
    }
}
