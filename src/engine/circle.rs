//! Directions, all equally likely: the arcs of a circle within which nothing changes. A scatter of a given distance in any
//! direction, or something that goes off twice, is worked out beforehand, so that an exact walk branches once for each
//! different result.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use super::roll::Roll;
use super::spinner::Spinner;

/// The directions in which a move of `gone` from a point ends exactly `apart` from a place that is at `away` from the
/// point. None if the distance is the same in every direction.
pub fn directions(away: [f64; 2], gone: f64, apart: f64) -> impl Iterator<Item = f64> {
    let (length, bearing) = (away[0].hypot(away[1]), away[1].atan2(away[0]));
    // The law of cosines.
    let cosine = (length * length + gone * gone - apart * apart) / (2.0 * length * gone);
    let angle = if cosine.abs() < 1.0 { cosine.acos() } else { f64::NAN };
    [bearing - angle, bearing + angle].into_iter().filter(|angle| angle.is_finite())
}

/// Where in an arc the test point lies: not in the middle, where a symmetrical layout may be touched without being cut.
const INSIDE: f64 = 0.381_966;

/// Each different result of a circle cut at these directions, with its share of the circle; between two cuts `seen` gives
/// the same result in every direction.
pub fn shares<K: Ord>(cuts: impl Iterator<Item = f64>, seen: impl Fn(f64) -> K) -> BTreeMap<K, f64> {
    let mut cuts: Vec<f64> = cuts.map(|angle| angle.rem_euclid(TAU)).chain([0.0, TAU]).collect();
    cuts.sort_by(f64::total_cmp);
    let mut shares = BTreeMap::new();
    for arc in cuts.windows(2).filter(|arc| arc[1] > arc[0]) {
        *shares.entry(seen(arc[0] + INSIDE * (arc[1] - arc[0]))).or_insert(0.0) += (arc[1] - arc[0]) / TAU;
    }
    shares
}

/// The point at distance `gone` from a point in a direction.
pub fn gone_from(point: [f64; 2], gone: f64, angle: f64) -> [f64; 2] {
    [point[0] + gone * angle.cos(), point[1] + gone * angle.sin()]
}

/// The roll of a direction, and the result in each of its arcs.
pub fn direction<K: Ord>(roll: Roll, shares: BTreeMap<K, f64>, words: impl Fn(&K) -> String) -> (Spinner, Vec<K>) {
    let arcs = shares.iter().map(|(seen, share)| (*share, format!("{} ({:.1}°)", words(seen), share * 360.0)));
    let spinner = Spinner::new(roll, arcs.collect::<Vec<_>>());
    (spinner, shares.into_keys().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_worked_out_by_hand() {
        // A move by the distance of the other place ends within that distance of it if it is within 60° to either side.
        let shares = shares(directions([0.0, 2.0], 2.0, 2.0), |angle| {
            let [x, y] = gone_from([0.0, 0.0], 2.0, angle);
            x.hypot(y - 2.0) <= 2.0
        });
        assert!((shares[&true] - 1.0 / 3.0).abs() < 1e-15 && (shares[&false] - 2.0 / 3.0).abs() < 1e-15);
        let (spinner, seen) = direction(Roll::new("direction", "0"), shares, |near| format!("near: {near}"));
        assert_eq!((spinner.words(1), seen), ("near: true (120.0°)", vec![false, true]));
    }

    /// A place touched from outside in a single direction is touched with chance 0, however the circle is cut.
    #[test]
    fn touching_is_nothing() {
        let cuts = || [5.0, 7.0].into_iter().flat_map(|apart| directions([-9.0, 0.0], 3.0, apart));
        let shares = shares(cuts(), |angle| {
            let [x, y] = gone_from([9.0, 0.0], 3.0, angle);
            x.hypot(y) <= 6.0 + 1e-9
        });
        assert_eq!(shares.into_iter().collect::<Vec<_>>(), [(false, 1.0)]);
    }

    #[test]
    fn nothing_is_cut_where_every_direction_is_the_same() {
        assert_eq!(directions([0.0, 0.0], 2.0, 1.0).count(), 0);
        assert_eq!(directions([9.0, 0.0], 2.0, 1.0).count(), 0);
        assert_eq!(shares(directions([1.0, 0.0], 0.0, 2.0), |_| 'a').into_iter().collect::<Vec<_>>(), [('a', 1.0)]);
    }
}
