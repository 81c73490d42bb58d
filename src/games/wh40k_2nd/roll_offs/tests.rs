//! §3.2 with given dice, and against chances computed by hand.

use crate::morale::{FIVE, of};
use crate::trial::{close as is, odds, play, refused, same_by_sampling};

const TWO: &str = "[formations.b]\nunits = [{ unit = 'guard' }]\n[[steps]]\nby = 'a'\n";

#[test]
fn section_3_2_the_first_turn_and_the_length_of_the_game() {
    let strategy = |more: &str| format!("{}{TWO}action = 'strategy'\nat = 'b'\n{more}", of(FIVE, &[]));
    let marines = strategy("rating = 5\nenemy-rating = 2");
    let (mut first, mut second) = (0.0, 0.0);
    for one in 1..=6 {
        for other in 1..=6 {
            match (one + 5).cmp(&(other + 2)) {
                std::cmp::Ordering::Greater => first += 1.0,
                std::cmp::Ordering::Less => second += 1.0,
                std::cmp::Ordering::Equal => {}
            }
        }
    }
    is(odds(&marines)["1.a.first"][1], first / (first + second));
    is(odds(&marines)["1.b.first"][1], second / (first + second));
    same_by_sampling(&marines);
    let script: &[(&str, &[u8])] = &[("of a", &[1]), ("of b", &[4]), ("of a", &[2]), ("of b", &[6])];
    assert_eq!(play(&marines, script)["1.b.first"], 1);
    is(odds(&strategy("rating = 20\nenemy-rating = 1"))["1.a.first"][1], 1.0);

    let length = format!("{}[[steps]]\naction = 'game-length'\n", of(FIVE, &[]));
    assert_eq!(odds(&length)["1.game.turns"][3..6].iter().map(|c| (c * 3.0).round()).collect::<Vec<_>>(), [1.0; 3]);
}

#[test]
fn bad_input() {
    let wrong = refused(&format!("{}{TWO}action = 'strategy'\nat = 'a'\nrating = 1\nenemy-rating = 1", of(FIVE, &[])));
    assert!(wrong.contains("`a` cannot fight itself"), "{wrong}");
}
