//! Confidence sequences: intervals that hold for all numbers of trials at once, so that a run may stop when it has seen
//! enough, or be stopped by hand, and its interval still holds as often as it says.
//!
//! A fixed-size interval (Wilson's, the normal one) misses the truth one time in twenty *each time it is read*; anyone who
//! reads it again and again until it looks right is misled far more often. A confidence sequence promises that the chance
//! of *ever* missing, over the endless run, is at most alpha (Robbins, 1970; Howard, Ramdas, McAuliffe and Sekhon, 2021).
//! All of them here are based on one fact (Ville, 1939): a game that is fair when the truth is θ and can never go into debt
//! multiplies the first stake by 1/alpha, at any time ever, with chance at most alpha. Each candidate θ has its own game,
//! decided before the first trial; θ is ruled out when its game has won 1/alpha.

pub mod chance;
pub mod difference;
pub mod mean;
pub mod stopping;

#[cfg(test)]
mod coverage;

/// How closely an end is found, as a share of its distance from the estimate.
const CLOSE: f64 = 1e-7;

/// One end of an interval: halves the way from the estimate, which is `inside`, to `outside` until they are close.
/// `ruled_out` must be false on the inside up to some point and true beyond. The answer errs outwards only.
pub(super) fn end(inside: f64, outside: f64, ruled_out: impl Fn(f64) -> bool) -> f64 {
    let (centre, mut inside, mut outside) = (inside, inside, outside);
    while (outside - inside).abs() > CLOSE * (outside - centre).abs() {
        let middle = f64::midpoint(inside, outside);
        if middle == inside || middle == outside {
            break;
        }
        if ruled_out(middle) {
            outside = middle;
        } else {
            inside = middle;
        }
    }
    outside
}
