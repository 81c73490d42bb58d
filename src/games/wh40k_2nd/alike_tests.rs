//! Models that may change places between steps.

use std::sync::atomic::AtomicBool;

use battle_odds_engine::exact::{Limit, Size};

use crate::arsenal::{compiled, odds, play};

/// Gunners against men, and steps.
fn battle(gunners: u8, men: u8, steps: &str) -> String {
    let us = format!("{{ units = [{{ unit = 'gunner', count = {gunners}, weapons = 'heavy-bolter' }}], side = 'a' }}");
    let them = format!("{{ units = [{{ unit = 'human', count = {men} }}], side = 'b' }}");
    format!("[formations]\nus = {us}\nthem = {them}\n{steps}")
}

const SHOOT: &str = "[[steps]]\naction = 'shoot'\nby = 'us'\nat = 'them'\nrange = 40\n";
const ARE_SHOT_AT: &str = "[[steps]]\naction = 'shoot'\nby = 'them'\nat = 'us'\nrange = 40\n";

#[test]
fn it_does_not_matter_which_gun_has_jammed() {
    let size = |text: &str| -> Size {
        let exact = compiled(text).engagement.exact(Limit::default(), &AtomicBool::new(false));
        exact.expect("a small battle").size
    };
    let free = battle(3, 12, &SHOOT.repeat(3));
    // The last step tells them apart: who is hit may have a jam token or not.
    let told_apart = battle(3, 12, &(SHOOT.repeat(3) + ARE_SHOT_AT));
    let (one, other) = (odds(&free), odds(&told_apart));
    let of_steps = |(measure, _): &(&str, &Vec<f64>)| !measure.starts_with("end.");
    let mut compared = 0;
    for (measure, chances) in one.all().filter(of_steps) {
        other.has(measure, chances);
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
    let (free, told_apart) = (size(&free), size(&told_apart));
    assert!(free.states * 1.5 < told_apart.states, "{free:?} {told_apart:?}");
}

/// The second gun jams: then the first man is killed, and the token stays.
#[test]
fn models_that_may_be_hit_keep_their_places() {
    let jam = [("to hit", &[1][..]), ("to hit", &[6]), ("sustained fire", &[6, 1]), ("to wound", &[1])];
    let hit = [("to hit", &[6][..]), ("to wound", &[6]), ("save", &[1]), ("break test", &[1, 1])];
    let after = play(&battle(2, 1, &format!("{SHOOT}{ARE_SHOT_AT}")), &[jam, hit].concat());
    assert_eq!((after["1.us.jams"], after["end.us.jams"], after["end.us.survivors"]), (1, 1, 1));
}

/// The second gun jams: then only the first fires.
#[test]
fn models_of_which_only_some_fire_keep_their_places() {
    let jam = [("to hit", &[1][..]), ("to hit", &[6]), ("sustained fire", &[6, 1]), ("to wound", &[1])];
    let text = battle(2, 1, &format!("{SHOOT}{SHOOT}shooters = {{ gunner = 1 }}\n"));
    let after = play(&text, &[&jam[..], &[("to hit", &[1])]].concat());
    assert_eq!((after["1.us.jams"], after["2.us.fired"], after["end.us.jams"]), (1, 1, 1));
}
