//! Turning matrices around.

/// Writes the transpose of a row-major matrix with so many columns; rows of `out` begin `stride` apart.
///
/// # Panics
/// When `out` or the stride is too small.
pub fn transpose(x: &[f32], columns: usize, out: &mut [f32], stride: usize) {
    // In squares that fit the registers.
    const SIDE: usize = 4;
    let rows = x.len() / columns;
    assert!(stride >= rows, "{rows} rows, {stride} apart");
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
            let want: Vec<f32> = (0..out.len())
                .map(|i| (i / stride, i % stride))
                .map(|(column, row)| {
                    let is_inside = row < rows;
                    if is_inside {
                        x[row * columns + column]
                    } else {
                        -1.0
                    }
                })
                .collect();
            assert_eq!(out, want, "{rows} x {columns}, {stride} apart");
        }
    }
}
