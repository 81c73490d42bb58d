//! Rolls of which one thing matters and others are only counted: whether a unit dies matters, the number of hits is
//! counted. Exhaustive dice follow what matters, and spread each counted number over its chances.

use std::sync::Arc;

/// One answer of such rolls.
#[derive(Clone, Debug)]
pub struct Way<const N: usize> {
    /// The number of the answer.
    pub answer: usize,
    /// Its chance.
    pub chance: f64,
    /// The distribution, from 0 on, of each number counted with it.
    pub numbers: [Arc<[f64]>; N],
}

/// The answers with the distributions of their numbers, summed up from all single results.
pub fn ways<const N: usize>(all: impl IntoIterator<Item = (usize, [u32; N], f64)>) -> Box<[Way<N>]> {
    let mut sums: Vec<(f64, [Vec<f64>; N])> = Vec::new();
    for (answer, numbers, chance) in all {
        if answer >= sums.len() {
            sums.resize(answer + 1, (0.0, std::array::from_fn(|_| Vec::new())));
        }
        let (sum, of) = &mut sums[answer];
        *sum += chance;
        for (of, number) in of.iter_mut().zip(numbers.map(|number| number as usize)) {
            if number >= of.len() {
                of.resize(number + 1, 0.0);
            }
            of[number] += chance;
        }
    }
    let way = |(answer, (sum, numbers)): (usize, (f64, [Vec<f64>; N]))| {
        let numbers = numbers.map(|of| of.iter().map(|chance| chance / sum).collect());
        (sum > 0.0).then_some(Way { answer, chance: sum, numbers })
    };
    sums.into_iter().enumerate().filter_map(way).collect()
}
