//! How often several engagements reached a goal in the same trials, and how often each two of them did together.

/// For two engagements played with the same luck, how many trials ended in each of the four ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Both reached the goal.
    pub both: u64,
    /// Only the first did.
    pub first: u64,
    /// Only the second did.
    pub second: u64,
    /// Neither did.
    pub neither: u64,
}

impl Pairs {
    /// The number of trials.
    pub fn trials(&self) -> u64 {
        self.both + self.first + self.second + self.neither
    }

    /// By how much the first reached the goal more often, as a share of the trials; 0 without trials.
    pub fn difference(&self) -> f64 {
        (self.first as f64 - self.second as f64) / self.trials().max(1) as f64
    }

    /// In how many trials the two differed.
    pub fn changed(&self) -> u64 {
        self.first + self.second
    }
}

/// Trials of several engagements with the same luck. Adding is exact and independent of order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joint {
    engagements: usize,
    trials: u64,
    /// `together[i * engagements + j]`: trials in which both i and j reached the goal, for j >= i.
    together: Vec<u64>,
}

impl Joint {
    /// No trials of this many engagements.
    pub fn new(engagements: usize) -> Joint {
        Joint { engagements, trials: 0, together: vec![0; engagements * engagements] }
    }

    /// How many trials each has played.
    pub fn trials(&self) -> u64 {
        self.trials
    }

    /// In how many of them an engagement reached the goal.
    pub fn reached(&self, one: usize) -> u64 {
        self.together(one, one)
    }

    /// The counts of two of them.
    pub fn pairs(&self, first: usize, second: usize) -> Pairs {
        let both = self.together(first, second);
        let (first, second) = (self.reached(first) - both, self.reached(second) - both);
        Pairs { both, first, second, neither: self.trials - both - first - second }
    }

    /// Counts one trial: `reached` says which engagements reached the goal in it.
    pub fn count(&mut self, reached: impl Fn(usize) -> bool) {
        for (one, row) in self.rows(1).filter(|(one, _)| reached(*one)) {
            row.iter_mut().enumerate().skip(one).for_each(|(other, times)| *times += u64::from(reached(other)));
        }
    }

    fn together(&self, one: usize, other: usize) -> u64 {
        self.together[one.min(other) * self.engagements + one.max(other)]
    }

    /// The rows of counts, one per engagement, to add this many trials to.
    pub(super) fn rows(&mut self, trials: u64) -> impl Iterator<Item = (usize, &mut [u64])> {
        self.trials += trials;
        self.together.chunks_mut(self.engagements.max(1)).enumerate()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_read_off_what_came_together() {
        let mut joint = Joint::new(3);
        for (row, counts) in joint.rows(10) {
            counts.copy_from_slice([[6, 4, 1], [0, 5, 0], [0, 0, 2]][row].as_slice());
        }
        assert_eq!(joint.pairs(0, 1), Pairs { both: 4, first: 2, second: 1, neither: 3 });
        assert_eq!(joint.pairs(1, 0), Pairs { both: 4, first: 1, second: 2, neither: 3 });
        assert_eq!(joint.pairs(1, 2), Pairs { both: 0, first: 5, second: 2, neither: 3 });
        assert_eq!((joint.pairs(1, 2).difference(), joint.pairs(1, 2).changed()), (0.3, 7));
        let mut counted = joint.clone();
        counted.count(|one| one != 1);
        assert_eq!(counted.pairs(0, 2), Pairs { both: 2, ..joint.pairs(0, 2) });
        assert_eq!(counted.pairs(0, 1), Pairs { first: 3, ..joint.pairs(0, 1) });
        assert_eq!(Pairs::default().difference(), 0.0);
    }
}
