//! Rolls of which one thing matters and others are only counted: whether somebody dies, and of how many hits. Exhaustive
//! dice that know that numbers are only counted follow what matters, and spread each number over its chances.

use std::sync::Arc;

/// One thing that rolls can come to, as far as it matters.
#[derive(Clone, Debug)]
pub struct Way<const N: usize> {
    /// Which it is.
    pub answer: usize,
    /// Its chance.
    pub chance: f64,
    /// The chances of each number that is counted with it, from 0 on.
    pub numbers: [Arc<[f64]>; N],
}

/// All answers with the chances of their numbers, from those of all together.
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
