//! All ways to compute a product give the same bits, with vectors of every width.

use pulp::{Scalar, Scalar128b, Scalar256b, Scalar512b, Simd, WithSimd};

use super::panels::{product, product_transposed};
use super::sparse::product_sparse;
use super::{Head, Panels, SparseRows, Start, padded, transpose};
use crate::net::mask;

/// Numbers whose sums depend on their order; about two thirds are zero, and so is all of row 2.
fn sparse_values(rows: usize, columns: usize) -> Vec<f32> {
    let value = |i: usize| {
        let is_set = (i * 7 + i / 3).is_multiple_of(3) && i / columns != 2;
        if is_set { values(1, i)[0] } else { 0.0 }
    };
    (0..rows * columns).map(value).collect()
}

/// Numbers whose sums depend on their order.
fn values(len: usize, seed: usize) -> Vec<f32> {
    (0..len)
        .map(|i| ((i * 37 + seed * 11) % 23) as f32 * 0.37 - 4.1)
        .collect()
}

fn bits(x: &[f32]) -> Vec<u32> {
    // Which zero it is does not count.
    x.iter().map(|value| (value + 0.0).to_bits()).collect()
}

fn collected(x: &[f32], columns: usize) -> SparseRows {
    let mut rows = SparseRows::default();
    rows.collect(x, columns);
    rows
}

/// Compares the three products with one chain of multiply-adds in the order of the inputs.
fn check<S: Simd>(simd: S, add: fn(f32, f32, f32) -> f32) {
    // Every rest of rows, and sizes with and without rests of columns, panels and slices.
    let sizes = [(1, 1), (128, 32), (130, 64), (5, 40), (257, 33), (40, 96)];
    for (rows, (depth, columns)) in (1..=13).flat_map(|rows| sizes.map(|size| (rows, size))) {
        let (x, matrix) = (sparse_values(rows, depth), values(depth * columns, 2));
        let mut turned = vec![0.0; x.len()];
        transpose(&x, depth, &mut turned, rows);
        let mut panels = Panels::new(0, columns);
        // What was there before must leave no trace.
        panels.load(&values(300 * columns, 5));
        panels.load(&matrix);
        let stride = padded(columns);
        let (bias, held) = (values(stride, 3), values(rows * stride, 4));
        for start in [
            Start::Zero,
            Start::Bias(&bias),
            Start::Held,
            Start::HeldAndBias(&bias),
        ] {
            let mut out = held.clone();
            product(&x, &panels, start, &mut out).with_simd(simd);
            for (r, out) in out.chunks_exact(stride).enumerate() {
                let sum = |c: usize| {
                    let held = held[r * stride + c];
                    let first = match start {
                        Start::Zero => 0.0,
                        Start::Bias(bias) => bias[c],
                        Start::Held => held,
                        Start::HeldAndBias(bias) => held + bias[c],
                    };
                    (0..depth).fold(first, |sum, k| {
                        add(x[r * depth + k], matrix[k * columns + c], sum)
                    })
                };
                let want: Vec<f32> = (0..columns).map(sum).collect();
                assert_eq!(bits(&out[..columns]), bits(&want), "row {r} from {start:?}");
            }
            let mut other = held.clone();
            let strips = &mut Vec::new();
            product_transposed(&turned, rows, strips, &panels, start, &mut other).with_simd(simd);
            assert_eq!(bits(&other), bits(&out), "transposed, from {start:?}");
            let mut other = held.clone();
            product_sparse(&collected(&x, depth), &panels, start, &mut other).with_simd(simd);
            assert_eq!(bits(&other), bits(&out), "sparse, from {start:?}");
        }
    }
}

#[test]
fn products_are_those_of_the_definition_with_vectors_of_every_width() {
    check(Scalar128b, f32::mul_add);
    check(Scalar256b, f32::mul_add);
    check(Scalar512b, f32::mul_add);
    check(Scalar, |x, w, sum| x * w + sum);
}

#[test]
fn a_matrix_and_its_transpose_pack_alike() {
    for (depth, columns) in [(1, 1), (5, 32), (130, 33), (64, 70)] {
        let matrix = values(depth * columns, 5);
        let mut turned = vec![0.0; matrix.len()];
        transpose(&matrix, columns, &mut turned, depth);
        let (mut one, mut other) = (Panels::new(depth, columns), Panels::new(depth, columns));
        one.load(&matrix);
        other.load_transposed(&turned);
        assert_eq!(one.values(), other.values(), "{depth} x {columns}");
    }
}

#[test]
fn a_sparse_transpose_is_that_of_the_whole_matrix() {
    let mut turned = SparseRows::default();
    for (rows, columns) in [(5, 40), (3, 1), (1, 7), (0, 4)] {
        let x = sparse_values(rows, columns);
        let mut dense = vec![0.0; x.len()];
        transpose(&x, columns, &mut dense, rows);
        turned.transpose_from(&collected(&x, columns), columns);
        assert_eq!(turned.len(), columns);
        if rows > 0 {
            assert!(turned.rows().eq(collected(&dense, rows).rows()));
        } else {
            assert!(turned.rows().all(<[_]>::is_empty));
        }
    }
}

/// Outputs of a head for chosen entries and for masks.
fn check_head<S: Simd>(simd: S) {
    for inputs in [32, 96, 128] {
        let outputs = 7;
        let mut head = Head::new(inputs, outputs);
        head.load(&values(outputs * inputs, 1), &values(outputs, 2));
        let x = values(3 * inputs, 3);
        let masks = [0b101_0011u64, 0b1, 0b111_0110];
        let mut entries = SparseRows::default();
        for mask in masks {
            mask::iter(&[mask]).for_each(|action| entries.push(action, 0.0));
            entries.end_row();
        }
        let mut out = vec![0.0; 3 * outputs];
        head.masked(&x, &masks, &mut out).with_simd(simd);
        head.entries(&x, &mut entries).with_simd(simd);
        for (row, (entries, out)) in entries.rows().zip(out.chunks_exact(outputs)).enumerate() {
            assert_eq!(entries.len(), masks[row].count_ones() as usize);
            let legal = mask::iter(&masks[row..=row]);
            for (action, (column, value)) in legal.zip(entries) {
                assert_eq!(*column as usize, action);
                assert_eq!(value.to_bits(), out[action].to_bits(), "{inputs} inputs");
            }
        }
    }
}

#[test]
fn a_head_gives_the_same_bits_for_entries_and_masks() {
    check_head(Scalar128b);
    check_head(Scalar256b);
    check_head(Scalar512b);
    check_head(Scalar);
}
