//! §13.2–13.5 with given dice, and against chances computed by hand.

use crate::morale::{FIVE, at_most, of};
use crate::trial::{close as is, odds, play, refused, same_every_way};

#[test]
fn section_13_2_flight() {
    let text = of(FIVE, &["action = 'flee'"]);
    assert_eq!(play(&text, &[("flight of a", &[2, 5])])["1.a.fled"], 175);
    is(odds(&text)["1.a.fled"][300], 1.0 / 36.0);
    assert_eq!(play(&of("units = [{ unit = 'guard' }]", &["action = 'flee'"]), &[])["1.a.fled"], 0);
}

#[test]
fn section_13_4_rallying() {
    let text = of(FIVE, &["action = 'rally'"]);
    let with = |faces: &[u8]| play(&text, &[("rally of a", faces)]);
    let values = with(&[3, 4]);
    assert_eq!((values["1.a.rallied"], values["1.a.acts"], values["end.a.broken"]), (1, 0, 0));
    let values = with(&[1, 1]);
    assert_eq!((values["1.a.rallied"], values["1.a.acts"]), (1, 1));
    let values = with(&[6, 6]);
    assert_eq!((values["1.a.dispersed"], values["end.a.survivors"], values["end.a.losses"]), (1, 0, 5));
    let odds = odds(&text);
    is(odds["1.a.rallied"][1], 21.0 / 36.0);
    is(odds["1.a.dispersed"][1], 1.0 / 36.0);
    same_every_way(&text);
}

#[test]
fn section_13_4_three_turns() {
    let text = format!("turns = 3\n{}", of(FIVE, &["action = 'rally'"]));
    let odds = odds(&text);
    let (rally, stay) = (21.0 / 36.0, 14.0 / 36.0);
    is(odds["end.a.survivors"][5], 1.0 - (1.0 + stay + stay * stay) / 36.0);
    is(odds["end.a.out_of_action"][0], rally * (1.0 + stay + stay * stay));
}

#[test]
fn section_13_4_who_may_not_rally() {
    for key in ["cover = false", "fled = true", "nearest-broken = true"] {
        let values = play(&of(FIVE, &[&format!("action = 'rally'\n{key}")]), &[]);
        assert_eq!((values["1.a.tested"], values["1.a.rallied"], values["end.a.broken"]), (0, 0, 1), "{key}");
    }
    // A formation that flees in a step of the turn cannot rally in that turn, but can in the next.
    let values = play(&of(FIVE, &["action = 'flee'", "action = 'rally'"]), &[("flight of a", &[2, 5])]);
    assert_eq!((values["2.a.tested"], values["end.a.broken"]), (0, 1));
    let later =
        of(FIVE, &["action = 'flee'"]) + "\n[[steps]]\naction = 'end-turn'\n[[steps]]\naction = 'rally'\nby = 'a'";
    is(odds(&later)["3.a.rallied"][1], 21.0 / 36.0);
    // Five of twenty are a quarter, of nineteen they are more than a quarter.
    let few = |strength: &str| {
        let formation = FIVE.replace("strength = 10", &format!("strength = {strength}"));
        odds(&of(&formation, &["action = 'rally'"]))["1.a.removed"][..].to_vec()
    };
    assert_eq!([few("20"), few("19")], [vec![0.0, 1.0], vec![1.0]]);
    let values = play(&of("units = [{ unit = 'guard' }]", &["action = 'rally'"]), &[]);
    assert_eq!((values["1.a.tested"], values["1.a.rallied"]), (0, 0));
}

/// §13.4.1, §13.5.1: shaken Marines rally by the roll alone: cover, numbers, and a 2 or a 12 do not matter.
#[test]
fn section_13_5_1_shaken_marines() {
    let shaken = "units = [{ unit = 'marine', count = 2 }]\nstrength = 10\nshaken = true";
    let odds = odds(&of(shaken, &["action = 'rally'\ncover = false\nhated = true"]));
    is(odds["1.a.rallied"][1], at_most(10));
    is(odds["end.a.shaken"][1], 1.0 - at_most(10));
    is(odds["1.a.acts"][0], 1.0);
    is(odds["1.a.removed"][0] * odds["1.a.dispersed"][0], 1.0);
}

#[test]
fn bad_input() {
    let wrong = refused(&of(FIVE, &["action = 'rally'\nhate = true"]));
    assert!(wrong.contains("a step `rally` has no key `hate`"), "{wrong}");
}
