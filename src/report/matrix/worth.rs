//! Who is too cheap: what each formation is worth, against what it costs.

use super::{Matrix, Rated};
use battle_odds_stats::interval::Interval;

/// A price that is off by no more than this share is about right.
const TENTH: f64 = 0.1;

/// Prices that differ by more than this factor are not compared one against one.
const UNEQUAL: f64 = 2.0;

/// What a formation is worth and costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worth {
    /// Its index among the formations.
    pub entrant: usize,
    /// Its list price.
    pub list: f64,
    /// What it is worth, and the 95 % interval of that.
    pub worth: f64,
    /// The interval.
    pub interval: Interval,
}

/// What is to be said of a price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is worth more than a tenth more than it costs.
    TooCheap,
    /// It costs more than a tenth more than it is worth.
    TooDear,
    /// Within a tenth.
    AboutRight,
    /// The interval reaches over one of these limits.
    Open,
}

impl Worth {
    /// What is certain of its price, by the 95 % interval.
    pub fn verdict(&self) -> Verdict {
        let (dear, cheap) = (self.list / (1.0 + TENTH), self.list * (1.0 + TENTH));
        let Interval { low, high } = self.interval;
        match () {
            () if low > cheap => Verdict::TooCheap,
            () if high < dear => Verdict::TooDear,
            () if low >= dear && high <= cheap => Verdict::AboutRight,
            () => Verdict::Open,
        }
    }

    /// By which factor the price is off, the larger by the smaller.
    fn off(&self) -> f64 {
        (self.worth / self.list).max(self.list / self.worth)
    }
}

impl Matrix {
    /// What each row is worth, those whose price is off most first: by prices that are fair for all at once or, if there are
    /// none, by the list prices of the others. Rows that give up no points have no worth.
    pub fn worths(&self, rated: &[Rated]) -> Vec<Worth> {
        let is_consistent = rated.iter().any(|one| one.consistent_points.is_some());
        let worth = |one: &Rated| {
            let (worth, interval) = if is_consistent { one.consistent_points? } else { one.fair_points? };
            Some(Worth { entrant: one.entrant, list: self.entrants[one.entrant].points, worth, interval })
        };
        let mut worths: Vec<Worth> = rated.iter().filter_map(worth).collect();
        worths.sort_by(|one, other| other.off().total_cmp(&one.off()));
        worths
    }

    /// Who is too cheap, who is too dear, who about right, and of whom it is open.
    pub fn verdicts(&self, rated: &[Rated]) -> Vec<String> {
        let worths = self.worths(rated);
        let of = |verdict: Verdict| worths.iter().filter(move |one| one.verdict() == verdict);
        let name = |one: &Worth| self.entrants[one.entrant].name.clone();
        let list = |verdict: Verdict, said: &dyn Fn(&Worth) -> String| {
            let all: Vec<String> = of(verdict).map(said).collect();
            (!all.is_empty()).then(|| all.join(", "))
        };
        let does = |one: &Worth| {
            let [list, worth] = [one.list, one.worth].map(|points| format!("{points:.0}"));
            text!("{name} ({list} points, does what {worth} would)", name = name(one), list, worth)
        };
        let more = |one: &Worth| format!("{} ({:.0}, {:.0})", name(one), one.list, one.worth);
        let between = |one: &Worth| {
            let [list, low, high] =
                [one.list, one.interval.low, one.interval.high].map(|points| format!("{points:.0}"));
            text!("{name} ({list}, worth {low} to {high})", name = name(one), list, low, high)
        };
        // The first of a list says what the numbers of the others are.
        let first_in_full = |verdict: Verdict| {
            let first = of(verdict).next().copied();
            list(verdict, &|one| if Some(*one) == first { does(one) } else { more(one) })
        };
        [
            first_in_full(Verdict::TooCheap).map(|formations| text!("Too cheap: {formations}.", formations)),
            first_in_full(Verdict::TooDear).map(|formations| text!("Too dear: {formations}.", formations)),
            list(Verdict::AboutRight, &more)
                .map(|formations| text!("About right, within a tenth: {formations}.", formations)),
            list(Verdict::Open, &between).map(|formations| text!("Not certain yet: {formations}.", formations)),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// What the worths depend on: who met whom, and from what they were found.
    pub fn conditions(&self, rated: &[Rated]) -> Vec<String> {
        let mut said = Vec::new();
        let apart = self.apart();
        if let Some(band) = self.price_band {
            let factor = crate::figures::in_decimals(band.to_string());
            said.push(text!(
                "Only formations meet whose prices are within a factor of {factor} (`price-band`).",
                factor
            ));
        }
        if self.is_matched {
            said.push(text!(
                "Each side brings up to four of its formation, as many as make both cost the same within a tenth (`match`). A battle is a win if the goal is reached for every attacker."
            ));
        }
        if apart > 0 {
            said.push(text!(apart => "{count} pair of formations does not meet: their prices are too far apart."
                | "{count} pairs of formations do not meet: their prices are too far apart.", count = apart));
        }
        let prices = || self.rows.iter().map(|&row| self.entrants[row].points);
        let (least, most) =
            prices().fold((f64::INFINITY, 0.0_f64), |(least, most), price| (least.min(price), most.max(price)));
        if self.price_band.is_none() && !self.is_matched && most > UNEQUAL * least {
            said.push(text!(
                "Mind the sizes: these formations cost {least} to {most} points, and one meets one. The larger side loses less than its share, so large formations look too cheap here and small ones too dear. `match = \"points\"` in the file lets each side bring as many as cost the same, `price-band = 1.5` lets only those of a similar price meet.",
                least,
                most
            ));
        }
        let is_worth = rated.iter().any(|one| one.fair_points.is_some());
        if is_worth && rated.iter().all(|one| one.consistent_points.is_none()) {
            said.push(match self.rows == self.columns {
                true => text!(
                    "What each is worth is reckoned at the list prices of the others: no prices are fair for all at once, since some formations give up nothing, or take nothing."
                ),
                false => text!(
                    "What each is worth is reckoned at the list prices of those it meets: prices that are fair for all at once need the same formations as rows and columns."
                ),
            });
        }
        for one in rated.iter().filter(|one| is_worth && one.fair_points.is_none()) {
            let name = &self.entrants[one.entrant].name;
            said.push(text!("{name} loses no points to this field: no price is too high.", name));
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_judged_by_its_whole_interval() {
        let verdict = |low: f64, high: f64| {
            let worth = (low + high) / 2.0;
            Worth { entrant: 0, list: 100.0, worth, interval: Interval { low, high } }.verdict()
        };
        assert_eq!(verdict(111.0, 130.0), Verdict::TooCheap);
        assert_eq!(verdict(60.0, 90.0), Verdict::TooDear);
        assert_eq!(verdict(95.0, 105.0), Verdict::AboutRight);
        assert_eq!(verdict(105.0, 130.0), Verdict::Open);
        assert_eq!(verdict(f64::NAN, f64::NAN), Verdict::Open);
    }
}
