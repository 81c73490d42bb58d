//! The first of an ordered list of values for which something holds.

/// The result of a search, and the tests it is based on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The result at each value: whether it holds there, if that was tested and decided.
    pub tested: Vec<Tested>,
    /// The first value for which it holds.
    pub first: Option<usize>,
    /// Whether every value was tested.
    pub all: bool,
}

/// One value of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tested {
    /// It was not tested.
    Not,
    /// It holds.
    Holds,
    /// It does not hold.
    Fails,
    /// There were too few trials to tell.
    Undecided,
}

impl Found {
    /// Values before the first for which it holds that were tested and not decided: any of them may be the first.
    pub fn undecided_before(&self) -> Vec<usize> {
        let end = self.first.unwrap_or(self.tested.len());
        (0..end).filter(|&value| self.tested[value] == Tested::Undecided).collect()
    }

    /// Tested values after the first for which it does not hold: they contradict that it holds for all larger values.
    pub fn fails_after(&self) -> Vec<usize> {
        let start = self.first.map_or(self.tested.len(), |first| first + 1);
        (start..self.tested.len()).filter(|&value| self.tested[value] == Tested::Fails).collect()
    }

    /// Whether no tested value at which it holds comes before one at which it fails.
    fn rises(&self) -> bool {
        let decided = self.tested.iter().filter(|tested| matches!(tested, Tested::Holds | Tested::Fails));
        decided.is_sorted_by_key(|tested| *tested == Tested::Holds)
    }
}

/// How many values of the list are tested before bisection: both ends and others evenly between.
const SPREAD: usize = 9;

/// Tests values until the first is found for which it holds. Up to `whole` values are all tested. If there are more, the
/// first is tested before all others: if it holds there, nothing is left to find. Otherwise nine evenly spread values are
/// tested; if it fails at none of them after one at which it holds, the range between the last that fails and the first
/// that holds is halved (bisection), else all values are tested after all. So no tested value ever contradicts the answer;
/// that it holds from there on for values that were not tested is supposed, and [`Found::all`] says so.
pub fn first(values: usize, whole: usize, mut test: impl FnMut(usize) -> Tested) -> Found {
    let mut found = Found { tested: vec![Tested::Not; values], first: None, all: values <= whole };
    let mut ask = |found: &mut Found, value: usize| {
        if found.tested[value] == Tested::Not {
            found.tested[value] = test(value);
        }
    };
    if !found.all {
        ask(&mut found, 0);
    }
    if !found.all && found.tested[0] != Tested::Holds {
        (0..SPREAD).for_each(|place| ask(&mut found, place * (values - 1) / (SPREAD - 1)));
        while let Some(middle) = between(&found).filter(|_| found.rises()) {
            ask(&mut found, middle);
        }
        found.all = !found.rises();
    }
    if found.all {
        (0..values).for_each(|value| ask(&mut found, value));
    }
    found.all = !found.tested.contains(&Tested::Not);
    found.first = found.tested.iter().position(|tested| *tested == Tested::Holds);
    found
}

/// The value to test next: the middle of those not tested between the last that fails and the first that holds.
fn between(found: &Found) -> Option<usize> {
    let end = found.tested.iter().position(|tested| *tested == Tested::Holds).unwrap_or(found.tested.len());
    let start = found.tested[..end].iter().rposition(|tested| *tested == Tested::Fails).map_or(0, |last| last + 1);
    let open: Vec<usize> = (start..end).filter(|&value| found.tested[value] == Tested::Not).collect();
    open.get(open.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Tested::{Fails, Holds, Undecided};

    fn search(values: usize, whole: usize, holds: impl Fn(usize) -> Tested) -> (Found, usize) {
        let mut tests = 0;
        let found = first(values, whole, |value| {
            tests += 1;
            holds(value)
        });
        (found, tests)
    }

    fn from(least: usize) -> impl Fn(usize) -> Tested {
        move |value| if value >= least { Holds } else { Fails }
    }

    #[test]
    fn it_finds_what_testing_all_finds() {
        for values in [1, 2, 9, 10, 40, 1000] {
            for least in [0, 1, 5, values - 1, values] {
                let (all, tests) = search(values, values, from(least));
                assert_eq!((all.first, tests, all.all), ((least < values).then_some(least), values, true));
                let (some, tests) = search(values, 0, from(least));
                assert_eq!(some.first, all.first, "{least} of {values}");
                assert!(tests <= SPREAD + 8, "{tests} tests of {values}");
            }
        }
    }

    #[test]
    fn the_neighbour_before_the_answer_is_tested() {
        let (found, _) = search(500, 20, from(317));
        assert_eq!((found.tested[316], found.tested[317], found.all), (Fails, Holds, false));
        assert!(found.undecided_before().is_empty() && found.fails_after().is_empty());
    }

    #[test]
    fn where_the_first_does_it_nothing_else_is_asked() {
        let falls = |value: usize| if value < 30 { Holds } else { Fails };
        let (found, tests) = search(100, 20, falls);
        assert_eq!((found.first, tests, found.all), (Some(0), 1, false));
    }

    #[test]
    fn what_falls_again_is_tested_throughout() {
        let hill = |value: usize| if (30..70).contains(&value) { Holds } else { Fails };
        let (found, tests) = search(100, 20, hill);
        assert_eq!((found.first, tests, found.all), (Some(30), 100, true));
        assert_eq!(found.fails_after().len(), 30);
    }

    #[test]
    fn what_is_undecided_is_said() {
        let unclear = |value: usize| match value {
            0..40 => Fails,
            40 => Undecided,
            _ => Holds,
        };
        let (found, _) = search(100, 20, unclear);
        assert_eq!((found.first, found.undecided_before()), (Some(41), vec![40]));
        let (none, _) = search(3, 20, |_| Undecided);
        assert_eq!((none.first, none.undecided_before()), (None, vec![0, 1, 2]));
    }
}
