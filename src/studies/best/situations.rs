//! When something is decided: what is seen of what matters, and what each option is worth then.

use super::question::Question;
use battle_odds_report::best::Situation;

/// Situations that come up less often than this are told together.
const SELDOM: f64 = 0.01;

/// A decision that came up.
pub(super) struct CameUp<'c> {
    /// What was seen.
    pub seen: &'c [i64],
    /// How often.
    pub reached: f64,
    /// What each option is worth; none if it is not possible there.
    pub values: Vec<Option<f64>>,
    /// The options that are taken, with their chances.
    pub taken: Vec<(usize, f64)>,
}

/// The situations of one decision, told apart by some of the things seen.
pub(super) struct Situations<'a> {
    asked: &'a [usize],
    options: usize,
    all: Vec<(Vec<i64>, Sum)>,
}

/// What is added up of a situation: how often it comes up; for each option its values, each times how often it comes up,
/// and how often it is possible; and how often it is taken.
struct Sum {
    reached: f64,
    values: Vec<(f64, f64)>,
    taken: Vec<f64>,
}

impl Situations<'_> {
    /// None yet, of a decision with so many options.
    pub fn new(asked: &[usize], options: usize) -> Situations<'_> {
        Situations { asked, options, all: Vec::new() }
    }

    /// Adds a decision that came up.
    pub fn add(&mut self, one: &CameUp) {
        let seen: Vec<i64> = self.asked.iter().map(|&seen| one.seen[seen]).collect();
        let place = self.all.iter().position(|(known, _)| *known == seen).unwrap_or_else(|| {
            self.all.push((seen, Sum::of(self.options)));
            self.all.len() - 1
        });
        let sum = &mut self.all[place].1;
        sum.reached += one.reached;
        for (of_option, value) in sum.values.iter_mut().zip(&one.values) {
            if let Some(value) = value {
                of_option.0 += one.reached * value;
                of_option.1 += one.reached;
            }
        }
        one.taken.iter().for_each(|(option, chance)| sum.taken[*option] += one.reached * chance);
    }

    /// Those that come up often enough, and the others together; `least` is the least value of the measure.
    pub fn told(mut self, question: &Question, least: f64) -> Vec<Situation> {
        self.all.sort_by(|one, other| one.0.cmp(&other.0));
        let mut rest = Sum::of(self.options);
        let mut situations = Vec::new();
        for (seen, sum) in self.all {
            if sum.reached < SELDOM {
                rest.add(&sum);
                continue;
            }
            let names = self.asked.iter().map(|&seen| &question.seen[seen]);
            let seen = names.zip(seen).map(|(name, value)| format!("{name} = {value}")).collect();
            situations.push(sum.situation(seen, least));
        }
        if rest.reached > 0.0 {
            situations.push(rest.situation(Vec::new(), least));
        }
        situations
    }
}

impl Sum {
    fn of(options: usize) -> Sum {
        Sum { reached: 0.0, values: vec![(0.0, 0.0); options], taken: vec![0.0; options] }
    }

    fn add(&mut self, other: &Sum) {
        self.reached += other.reached;
        self.values.iter_mut().zip(&other.values).for_each(|(sum, more)| *sum = (sum.0 + more.0, sum.1 + more.1));
        self.taken.iter_mut().zip(&other.taken).for_each(|(sum, more)| *sum += more);
    }

    fn situation(&self, seen: Vec<String>, least: f64) -> Situation {
        let mean = |(value, weight): &(f64, f64)| (*weight > 0.0).then(|| value / weight + least);
        Situation {
            seen,
            reached: self.reached,
            values: self.values.iter().map(mean).collect(),
            taken: self.taken.iter().map(|taken| taken / self.reached).collect(),
        }
    }
}
