//! §1.9.5: the dice to hit: the value of the weapon, and what modifies it.

use battle_odds_engine::pool::{Need, Test};

/// §1.9.5: an order, reduced to what affects dice to hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// Its name.
    pub name: &'static str,
    /// The modifier of the dice to hit.
    modifier: i32,
    /// §2.2.9: whether indirect fire is possible.
    pub sustained: bool,
    /// §1.10: whether it is fired from overwatch.
    pub overwatch: bool,
}

impl Order {
    const fn plain(name: &'static str, modifier: i32) -> Order {
        Order { name, modifier, sustained: false, overwatch: false }
    }
    /// §1.6.1.
    pub const ADVANCE: Order = Order::plain(mark!("advance"), 0);
    /// §1.6.1: −1.
    pub const DOUBLE: Order = Order::plain(mark!("double"), -1);
    /// §1.6.1: +1.
    pub const SUSTAINED: Order = Order { sustained: true, ..Order::plain(mark!("sustained"), 1) };
    /// §1.6.1: −1, and regroups.
    pub const MARSHAL: Order = Order::plain(mark!("marshal"), -1);
    /// §1.6.1.
    pub const HOLD: Order = Order::plain(mark!("hold"), 0);
    /// §1.10.
    pub const OVERWATCH: Order = Order { overwatch: true, ..Order::plain(mark!("overwatch"), 0) };
    /// §4.2.2.
    pub const GROUND_ATTACK: Order = Order::plain(mark!("ground attack"), 0);
    /// §4.2.3: +1.
    pub const INTERCEPTION: Order = Order::plain(mark!("interception"), 1);
    /// §4.2.3: fire of aircraft on another mission at those that intercept them.
    pub const AIR_TO_AIR: Order = Order::plain(mark!("air to air"), 0);
    /// §4.2.4.
    pub const FLAK: Order = Order::plain(mark!("flak"), 0);
    /// §4.2.4: −1 for those that have moved.
    pub const MOVED_FLAK: Order = Order::plain(mark!("flak after moving"), -1);
    /// §4.3.3, §4.3.4.
    pub const FROM_ORBIT: Order = Order::plain(mark!("from orbit"), 0);
}

impl Order {
    /// §1.9.5: the dice to hit with a value: modified by the order, and −1 for a target in cover (§1.8.2).
    pub fn to_hit(self, value: u8, in_cover: bool) -> Option<Test> {
        to_hit(value, self.modifier - i32::from(in_cover))
    }
}

/// §1.9.5: the dice to hit for a value and its modifiers. A natural 1 always misses; a 7+ is a 6, then a 4+, and so on
/// to 9+; 10+ is impossible.
fn to_hit(value: u8, modifier: i32) -> Option<Test> {
    let need = i32::from(value) - modifier;
    let six = Need::at_least(6);
    match need {
        ..=6 => Some(Test::once(Need::at_least(need.max(2)))),
        7 => Some(Test::All(vec![six, Need::at_least(4)])),
        8 => Some(Test::All(vec![six, Need::at_least(5)])),
        9 => Some(Test::All(vec![six, six])),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needs(value: u8, modifier: i32) -> Vec<u8> {
        to_hit(value, modifier).map_or(vec![], |test| test.stages().iter().map(|need| need.face()).collect())
    }

    #[test]
    fn g9_and_g11_section_1_9_5_values_and_modifiers() {
        assert_eq!(needs(5, 0), [5]);
        assert_eq!(needs(5, 1), [4]);
        assert_eq!(needs(6, -1), [6, 4]);
        assert_eq!(needs(6, -2), [6, 5]);
        assert_eq!(needs(6, -3), [6, 6]);
        assert_eq!(needs(6, -4), [] as [u8; 0]);
        // A natural 1 misses whatever the modifiers.
        assert_eq!(needs(2, 1), [2]);
        assert_eq!(needs(1, 0), [2]);
    }
}
