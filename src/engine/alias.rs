//! Walker's alias method (A. J. Walker 1977, in the form of M. D. Vose 1991): one random word draws one of many answers,
//! whatever their chances.

/// One column: below `keep` (out of 2^64) the answer is the column's own, otherwise its alias.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Column {
    /// Out of 2^64.
    pub keep: u64,
    /// The other answer.
    pub alias: u32,
}

/// The columns for answers of these weights (not all 0).
pub(crate) fn columns(weights: &[f64]) -> Vec<Column> {
    let total: f64 = weights.iter().sum();
    let scale = weights.len() as f64 / total;
    let mut height: Vec<f64> = weights.iter().map(|weight| weight * scale).collect();
    let mut columns: Vec<Column> = (0..weights.len() as u32).map(|own| Column { keep: u64::MAX, alias: own }).collect();
    let (mut low, mut high): (Vec<usize>, Vec<usize>) = (0..weights.len()).partition(|&at| height[at] < 1.0);
    while let (Some(poor), Some(&rich)) = (low.pop(), high.last()) {
        columns[poor] = Column { keep: (height[poor] * 2f64.powi(64)) as u64, alias: rich as u32 };
        height[rich] -= 1.0 - height[poor];
        if height[rich] < 1.0 {
            high.pop();
            low.push(rich);
        }
    }
    columns
}

/// Splits a random word into a column of `width` and a fraction (out of 2^64) within it: the high and the low half of
/// word × width.
#[inline]
pub(crate) fn split(word: u64, width: usize) -> (usize, u64) {
    let product = u128::from(word) * width as u128;
    ((product >> 64) as usize, product as u64)
}

/// Draws an answer.
#[inline]
pub(crate) fn draw(columns: &[Column], word: u64) -> u32 {
    let (place, fraction) = split(word, columns.len());
    let column = columns[place];
    if fraction < column.keep { place as u32 } else { column.alias }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_hold_exactly_the_weights() {
        for weights in [vec![1.0], vec![0.0, 3.0], vec![0.1, 0.2, 0.3, 0.4], vec![5.0, 1e-12, 2.0, 0.0, 7.0]] {
            let columns = columns(&weights);
            let width = columns.len() as f64;
            let total: f64 = weights.iter().sum();
            let mut held = vec![0.0; columns.len()];
            for (own, column) in columns.iter().enumerate() {
                let keep = column.keep as f64 / 2f64.powi(64);
                held[own] += keep / width;
                held[column.alias as usize] += (1.0 - keep) / width;
            }
            for (held, weight) in held.iter().zip(&weights) {
                assert!((held - weight / total).abs() < 1e-14, "{weights:?}: {held}");
            }
        }
    }
}
