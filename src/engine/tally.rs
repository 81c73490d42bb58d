//! Whole counts: one histogram per measure.

/// For every measure, how many trials had each value. Merging is exact and independent of order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// `histograms[measure][value]` trials, by values as recorded. Each value up to the largest takes eight bytes, whether
    /// it occurs or not: little, even for tens of thousands of points.
    pub histograms: Vec<Vec<u64>>,
}

impl Tally {
    /// An empty tally of this many measures.
    pub fn new(measures: usize) -> Tally {
        Tally { histograms: vec![Vec::new(); measures] }
    }

    /// Counts a value `times` times.
    pub fn add(&mut self, measure: usize, value: u64, times: u64) {
        let histogram = &mut self.histograms[measure];
        let value = value as usize;
        if value >= histogram.len() {
            histogram.resize(value + 1, 0);
        }
        histogram[value] += times;
    }

    /// Adds another tally of the same measures.
    pub fn merge(mut self, other: Tally) -> Tally {
        for (measure, histogram) in other.histograms.into_iter().enumerate() {
            for (value, times) in histogram.into_iter().enumerate().filter(|(_, times)| *times > 0) {
                self.add(measure, value as u64, times);
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_adds() {
        let mut one = Tally::new(2);
        one.add(0, 3, 2);
        let mut two = Tally::new(2);
        two.add(0, 1, 5);
        two.add(1, 0, 7);
        let merged = one.clone().merge(two.clone());
        assert_eq!(merged.histograms, vec![vec![0, 5, 0, 2], vec![7]]);
        assert_eq!(two.merge(one), merged);
    }
}
