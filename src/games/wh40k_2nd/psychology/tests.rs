//! §14 against chances computed by hand.

use crate::morale::{FIVE, at_most, of};
use crate::trial::{Odds, close as is, odds, refused, same_every_way};

fn psychology(unit: &str, keys: &str) -> Odds {
    let text = of(&format!("units = [{{ unit = '{unit}', count = 3 }}]"), &[&format!("action = 'psychology'\n{keys}")]);
    same_every_way(&text);
    odds(&text)
}

#[test]
fn section_14_1_fear() {
    let fails = 1.0 - at_most(7);
    let charged = psychology("guard", "test = 'fear'");
    is(charged["1.a.half_ws"][1], fails);
    is(charged["1.a.broken"][0], 1.0);
    let outnumbered = psychology("guard", "test = 'fear'\noutnumbered = true");
    is(outnumbered["1.a.broken"][1], fails);
    is(outnumbered["1.a.half_ws"][0], 1.0);
    is(psychology("guard", "test = 'fear'\ncharging = true")["1.a.stays"][1], fails);
    // faq 9.1.
    is(psychology("marine", "test = 'fear'\noutnumbered = true")["1.a.shaken"][1], 1.0 - at_most(8));
    for fearless in ["ogryn", "daemon", "fanatic", "cold"] {
        is(psychology(fearless, "test = 'fear'")["1.a.tested"][0], 1.0);
    }
}

#[test]
fn section_14_2_terror() {
    let terror = psychology("guard", "test = 'terror'");
    is(terror["1.a.broken"][1], 1.0 - at_most(7));
    // §14.2.1: units that cause fear treat terror as fear.
    let ogryns = psychology("ogryn", "test = 'terror'");
    is(ogryns["1.a.half_ws"][1], 1.0 - at_most(6));
    is(ogryns["1.a.broken"][0], 1.0);
    is(psychology("daemon", "test = 'terror'")["1.a.tested"][0], 1.0);
    // One terror test in a game: the second is a fear test.
    let test = "action = 'psychology'\ntest = 'terror'";
    let odds = odds(&of("units = [{ unit = 'guard', count = 3 }]", &[test, test]));
    is(odds["2.a.half_ws"][1], at_most(7) * (1.0 - at_most(7)));
    is(odds["end.a.broken"][1], 1.0 - at_most(7));
}

#[test]
fn section_14_3_stupidity() {
    let (fails, strictly) = (1.0 - at_most(6), 1.0 - at_most(5));
    let alone = psychology("ogryn", "test = 'stupidity'");
    is(alone["1.a.wanders"][1], fails / 2.0);
    is(alone["1.a.stands"][1], fails / 2.0);
    let fighting = psychology("ogryn", "test = 'stupidity'\nin-combat = true");
    is(fighting["1.a.idle"][3], fails / 8.0);
    is(fighting["1.a.idle"][1], fails * 3.0 / 8.0);
    let below = of("units = [{ unit = 'ogryn' }]", &["action = 'psychology'\ntest = 'stupidity'"]);
    is(odds(&format!("readings.stupidity = 'below'\n{below}"))["1.a.passed"][0], strictly);
    is(psychology("cold", "test = 'stupidity'")["1.a.tested"][0], 1.0);
    let broken = of("units = [{ unit = 'ogryn' }]\nbroken = true", &["action = 'psychology'\ntest = 'stupidity'"]);
    is(odds(&broken)["1.a.tested"][0], 1.0);
}

#[test]
fn section_14_5_frenzy() {
    is(psychology("fanatic", "test = 'frenzy'")["1.a.charges"][1], 1.0 - at_most(7));
}

#[test]
fn bad_input() {
    let wrong = refused(&of(FIVE, &["action = 'psychology'\ntest = 'feer'"]));
    assert!(wrong.contains("`feer` is not a test") && wrong.contains("did you mean `fear`?"), "{wrong}");
}
