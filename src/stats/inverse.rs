//! The inverse of a small matrix.

/// The inverse of a square matrix, by elimination with the largest pivot of each column (Gauss and Jordan). `None` if it
/// has none.
pub(crate) fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut result: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for pivot in 0..size {
        let largest = (pivot..size).max_by(|&a, &b| matrix[a][pivot].abs().total_cmp(&matrix[b][pivot].abs()))?;
        matrix.swap(pivot, largest);
        result.swap(pivot, largest);
        let scale = 1.0 / matrix[pivot][pivot];
        if !scale.is_finite() {
            return None;
        }
        matrix[pivot].iter_mut().chain(&mut result[pivot]).for_each(|x| *x *= scale);
        let (row, found) = (matrix[pivot].clone(), result[pivot].clone());
        for other in (0..size).filter(|&other| other != pivot) {
            let factor = matrix[other][pivot];
            matrix[other].iter_mut().zip(&row).for_each(|(x, y)| *x -= factor * y);
            result[other].iter_mut().zip(&found).for_each(|(x, y)| *x -= factor * y);
        }
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_by_two_by_hand() {
        // A first pivot of 0: rows change places. 1 / (0·3 − 2·1) of [[3, −2], [−1, 0]].
        assert_eq!(inverse(vec![vec![0.0, 2.0], vec![1.0, 3.0]]).unwrap(), [[-1.5, 1.0], [0.5, 0.0]]);
        assert_eq!(inverse(vec![vec![1.0, 2.0], vec![2.0, 4.0]]), None);
    }
}
