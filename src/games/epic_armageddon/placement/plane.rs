//! Points and circles on the table, in cm.

/// Lengths that differ by less than this count as equal: a unit whose base just touches a template is under it,
/// whatever the last digits of the sum.
pub const TOLERANCE: f64 = 1e-9;

/// A point of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right, in cm.
    pub x: f64,
    /// Up, in cm.
    pub y: f64,
}

impl Point {
    /// Its distance to another point. Not `hypot`, whose last digit may differ from one machine to the next.
    pub fn distance(self, other: Point) -> f64 {
        let (x, y) = (other.x - self.x, other.y - self.y);
        (x * x + y * y).sqrt()
    }
}

/// A circle.
#[derive(Clone, Copy, Debug)]
pub struct Circle {
    /// Its centre.
    pub centre: Point,
    /// Its radius; 0 makes it a point.
    pub radius: f64,
}

impl Circle {
    /// Whether a point lies in it or on its edge.
    pub fn holds(&self, point: Point) -> bool {
        self.centre.distance(point) <= self.radius + TOLERANCE
    }

    /// The point of its edge furthest to the right.
    pub fn rightmost(&self) -> Point {
        Point { x: self.centre.x + self.radius, y: self.centre.y }
    }

    /// The two points of its edge that are also on the edge of another circle, the same point twice if they just touch;
    /// nothing if they do not meet or have the same centre.
    pub fn meets(&self, other: &Circle) -> Option<[Point; 2]> {
        let apart = self.centre.distance(other.centre);
        let (sum, difference) = (self.radius + other.radius, (self.radius - other.radius).abs());
        if apart < TOLERANCE || apart > sum + TOLERANCE || apart < difference - TOLERANCE {
            return None;
        }
        // Both points are `along` the way from centre to centre, and `aside` from it.
        let along = (apart * apart + self.radius * self.radius - other.radius * other.radius) / (2.0 * apart);
        let along = along.clamp(-self.radius, self.radius);
        let aside = (self.radius * self.radius - along * along).sqrt();
        let (x, y) = ((other.centre.x - self.centre.x) / apart, (other.centre.y - self.centre.y) / apart);
        Some(
            [aside, -aside].map(|aside| Point {
                x: self.centre.x + along * x - aside * y,
                y: self.centre.y + along * y + aside * x,
            }),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn circle(x: f64, y: f64, radius: f64) -> Circle {
        Circle { centre: Point { x, y }, radius }
    }

    #[test]
    fn circles_meet_twice_or_touch_or_miss() {
        let unit = circle(0.0, 0.0, 5.0);
        assert_eq!(unit.meets(&circle(6.0, 0.0, 5.0)), Some([Point { x: 3.0, y: 4.0 }, Point { x: 3.0, y: -4.0 }]));
        assert_eq!(unit.meets(&circle(0.0, 8.0, 3.0)), Some([Point { x: 0.0, y: 5.0 }; 2]));
        assert_eq!(unit.meets(&circle(3.0, 0.0, 2.0)), Some([Point { x: 5.0, y: 0.0 }; 2]));
        assert_eq!(unit.meets(&circle(0.0, -5.0, 0.0)), Some([Point { x: 0.0, y: -5.0 }; 2]));
        assert_eq!(unit.meets(&circle(9.0, 0.0, 3.0)), None);
        assert_eq!(unit.meets(&circle(1.0, 0.0, 3.0)), None);
        assert_eq!(unit.meets(&circle(0.0, 0.0, 5.0)), None);
    }

    proptest! {
        #[test]
        fn where_circles_meet_both_hold_the_point(
            x in -9.0..9.0f64, y in -9.0..9.0f64, radius in 0.0..9.0f64, other in 0.0..9.0f64,
        ) {
            let (one, two) = (circle(1.0, 2.0, radius), circle(x, y, other));
            for point in one.meets(&two).into_iter().flatten() {
                prop_assert!((one.centre.distance(point) - radius).abs() < TOLERANCE);
                prop_assert!((two.centre.distance(point) - other).abs() < TOLERANCE);
                prop_assert!(one.holds(point) && two.holds(point));
            }
        }
    }
}
