//! The costs of entries, as lists write them: a discount is negative, and half a point stays half a point until everything
//! is summed.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use super::element::Element;
use battle_odds_words::is_english;

/// Points, in thousandths: sums of them are exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(i64);

/// Thousandths in a point, and the largest plausible cost in points.
const PARTS: i64 = 1000;
const MOST: f64 = 1e9;

impl Points {
    /// A whole number of points.
    #[cfg(test)]
    pub fn of(whole: i32) -> Points {
        Points(i64::from(whole) * PARTS)
    }

    /// Reads `25`, `-12.5`; `None` if it is not a number.
    pub fn read(text: &str) -> Option<Points> {
        let value = text.trim().parse::<f64>().ok().filter(|value| value.abs() <= MOST)?;
        Some(Points((value * PARTS as f64).round() as i64))
    }

    /// The value of a cost; 0 if it gives no value, `None` if it is not a number.
    pub fn of_cost(cost: &Element) -> Option<Points> {
        cost.get("value").map_or(Some(Points::default()), Points::read)
    }

    /// These points `number` times.
    pub fn times(self, number: u32) -> Points {
        Points(self.0.saturating_mul(number.into()))
    }

    /// The nearest whole number; of two the higher.
    pub fn rounded(self) -> i64 {
        (self.0 + PARTS / 2).div_euclid(PARTS)
    }

    /// The number, if it is whole and not below zero.
    pub fn whole(self) -> Option<u32> {
        (self.0 % PARTS == 0).then(|| u32::try_from(self.0 / PARTS).ok())?
    }

    /// Whether it is a discount.
    pub fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// Without its sign.
    pub fn size(self) -> Points {
        Points(self.0.abs())
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        *self = *self + other;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(all: I) -> Points {
        all.fold(Points::default(), Add::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = (self.0 as f64 / PARTS as f64).to_string();
        f.write_str(&if is_english() { text } else { text.replace('.', ",") })
    }
}

/// The costs of an entry taken through a link: for each type the link's, if it gives one.
pub fn costs<'a>(entry: &'a Element, link: Option<&'a Element>) -> impl Iterator<Item = &'a Element> {
    let own = move || link.into_iter().flat_map(|link| link.listed("costs"));
    let told = move |cost: &&Element| own().any(|other| other.attribute("typeId") == cost.attribute("typeId"));
    own().chain(entry.listed("costs").filter(move |cost| !told(cost)))
}

/// The only cost of an entry taken through a link, if it has one and nothing changes it.
pub fn points(entry: &Element, link: Option<&Element>) -> Option<Points> {
    let cost = costs(entry, link).find(|cost| is_points(cost))?;
    let changes = |modifier: &Element| modifier.attribute("field") == cost.attribute("typeId");
    let changed = link.into_iter().chain([entry]).flat_map(|part| part.listed("modifiers")).any(changes);
    Points::of_cost(cost).filter(|points| !changed && *points != Points::default())
}

/// Whether a cost is in points.
pub fn is_points(cost: &Element) -> bool {
    let name = cost.attribute("name").trim().to_lowercase();
    // Files that rename the default cost of every list keep its id.
    let is_other = ["vp", "victory points"].contains(&name.as_str());
    ["pts", "points", "pt", "punkte", "puntos"].contains(&name.as_str())
        || cost.attribute("typeId") == "points" && !is_other
}

#[cfg(test)]
mod tests {
    use super::super::element::parse;
    use super::*;

    /// Ten Gretchin at two and a half, and a discount of half a point: 10 × 2.5 − 0.5 = 24.5, which is rounded to 25; a
    /// discount of 24.5 is rounded to −24.
    #[test]
    fn halves_and_discounts_are_kept_until_the_sum() {
        let sum = Points::read("2.5").unwrap().times(10) + Points::read("-0.5").unwrap();
        assert_eq!((sum.to_string(), sum.rounded(), sum.whole()), ("24.5".to_owned(), 25, None));
        assert_eq!(Points::read("-24.5").map(Points::rounded), Some(-24));
        let tenths: Points = (0..10).map(|_| Points::read("0.1").unwrap()).sum();
        assert_eq!((tenths, tenths.whole()), (Points::of(1), Some(1)));
        for text in ["", "many", "NaN", "inf", "1e400", "2,5", "5 pts"] {
            assert_eq!(Points::read(text), None, "{text}");
        }
    }

    /// The link gives the points, and the break point stays that of the entry.
    #[test]
    fn a_link_tells_the_cost_of_its_own_type_alone() {
        let root = parse(
            "<e><costs><cost name='pts' typeId='p' value='9'/><cost name='Break Point' typeId='b' value='3'/></costs>
<link><costs><cost name='pts' typeId='p' value='-4'/></costs></link></e>",
        )
        .unwrap();
        let link = root.all("link").next();
        let values = |link| costs(&root, link).map(|cost| cost.attribute("value")).collect::<Vec<_>>();
        assert_eq!((values(None), values(link)), (vec!["9", "3"], vec!["-4", "3"]));
        assert_eq!((points(&root, None), points(&root, link)), (Some(Points::of(9)), Some(Points::of(-4))));
    }
}
