//! The straight line, plane or higher form nearest to some points: linear least squares (A.-M. Legendre 1805).

/// A column whose square, after what the columns before explain of it, is less than this share of what it was says nothing new.
const DEPENDENT: f64 = 1e-9;

/// What is added up of points: each is a row of numbers, of which the first may be a constant 1, and a value.
#[derive(Clone, Debug)]
pub struct LeastSquares {
    width: usize,
    /// The sums of all products of two columns, row by row, the lower half.
    products: Vec<f64>,
    /// The sums of each column times the value.
    values: Vec<f64>,
    points: usize,
}

impl LeastSquares {
    /// No points yet, of so many columns.
    pub fn new(width: usize) -> LeastSquares {
        LeastSquares { width, products: vec![0.0; width * width], values: vec![0.0; width], points: 0 }
    }

    /// Adds a point.
    pub fn add(&mut self, row: &[f64], value: f64) {
        self.points += 1;
        for (place, of_row) in row.iter().enumerate() {
            self.values[place] += of_row * value;
            let sums = &mut self.products[place * self.width..][..=place];
            sums.iter_mut().zip(row).for_each(|(sum, other)| *sum += of_row * other);
        }
    }

    /// The number of points.
    pub fn points(&self) -> usize {
        self.points
    }

    /// One factor a column: a point is expected to have the sum of its columns times these. Columns that the others make up
    /// have 0. By Cholesky's decomposition of the normal equations.
    pub fn factors(&self) -> Vec<f64> {
        let width = self.width;
        let at = |row: usize, column: usize| row * width + column;
        let mut lower = self.products.clone();
        let mut says_something = vec![true; width];
        for column in 0..width {
            let whole = lower[at(column, column)];
            let rest = whole - (0..column).map(|before| lower[at(column, before)].powi(2)).sum::<f64>();
            says_something[column] = rest > DEPENDENT * whole && rest > 0.0;
            let pivot = if says_something[column] { rest.sqrt() } else { 0.0 };
            lower[at(column, column)] = pivot;
            for row in column + 1..width {
                let known: f64 = (0..column).map(|before| lower[at(row, before)] * lower[at(column, before)]).sum();
                lower[at(row, column)] = if pivot > 0.0 { (lower[at(row, column)] - known) / pivot } else { 0.0 };
            }
        }
        let mut found = self.values.clone();
        for row in 0..width {
            let known: f64 = (0..row).map(|before| lower[at(row, before)] * found[before]).sum();
            found[row] = if says_something[row] { (found[row] - known) / lower[at(row, row)] } else { 0.0 };
        }
        for row in (0..width).rev() {
            let known: f64 = (row + 1..width).map(|after| lower[at(after, row)] * found[after]).sum();
            found[row] = if says_something[row] { (found[row] - known) / lower[at(row, row)] } else { 0.0 };
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parabola_through_its_points_is_found_again() {
        let mut points = LeastSquares::new(4);
        for x in [-2.0, -1.0, 0.0, 1.0, 3.0] {
            // The last column is twice the second: it says nothing new.
            points.add(&[1.0, x, x * x, 2.0 * x], 3.0 - 2.0 * x + 0.5 * x * x);
        }
        let found = points.factors();
        for (found, expected) in found.iter().zip([3.0, -2.0, 0.5, 0.0]) {
            assert!((found - expected).abs() < 1e-9, "{found} for {expected}");
        }
        assert_eq!(points.points(), 5);
    }

    /// (0, 1), (1, 3), (2, 4): slope 3/2, at the middle the mean 8/3.
    #[test]
    fn points_that_lie_on_no_line_have_the_nearest() {
        let mut points = LeastSquares::new(2);
        [(0.0, 1.0), (1.0, 3.0), (2.0, 4.0)].iter().for_each(|(x, y)| points.add(&[1.0, *x], *y));
        let found = points.factors();
        assert!((found[1] - 1.5).abs() < 1e-12 && (found[0] + found[1] - 8.0 / 3.0).abs() < 1e-12, "{found:?}");
    }
}
