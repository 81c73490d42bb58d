//! §13.1 (L1607): a break test is taken as soon as the losses happen, before anything else in the step.

use crate::trial::{close, odds, play, same_every_way};

/// A guard on overwatch hits on 2+, at -1 too, and every hit kills.
const SURE: &str = "weapons.sure = { short = 60, wound = 'auto', save = 'none' }
units.guard = { ws = 3, bs = 10, s = 3, t = 3, i = 3, a = 1, ld = 7, weapons = ['sure'] }
units.boy = { ws = 3, s = 3, t = 4, i = 2, a = 1, ld = 7 }
units.marine = { ws = 4, s = 4, t = 4, i = 4, a = 1, ld = 8, abilities = ['space-marine'] }
formations.guards = { units = [{ unit = 'guard' }], side = 'b', state = 'overwatch' }
formations.others = { units = [{ unit = 'guard' }], side = 'b', state = 'overwatch' }
";

fn charge(chargers: &str, reactions: &str) -> String {
    format!(
        "{SURE}[formations.boys]\nunits = [{chargers}]\nside = 'a'
[[steps]]\naction = 'close-combat'\nby = 'boys'\nat = 'guards'\nreactions = [{reactions}]\n"
    )
}

/// Four Orks lose one to five shots in six, which is a quarter, and break on 8 and more, 15 results of 36: then they do
/// not charge.
#[test]
fn line_1607_chargers_who_break_under_fire_do_not_come_to_blows() {
    let text = charge("{ unit = 'boy', count = 4 }", "{ by = 'guards' }");
    let found = odds(&text);
    let breaks = 5.0 / 6.0 * 15.0 / 36.0;
    close(found.mean("1.boys.charged"), 1.0 - breaks);
    close(found.mean("1.combat.rounds"), 1.0 - breaks);
    close(found.chance("1.guards.charged", 0), breaks);
    // One of five is less than a quarter.
    close(odds(&charge("{ unit = 'boy', count = 5 }", "{ by = 'guards' }")).mean("1.boys.charged"), 1.0);
    // §13.4.1: Space Marines that fail are shaken, and come no nearer.
    let marines = odds(&charge("{ unit = 'marine', count = 4 }", "{ by = 'guards' }"));
    close(marines.mean("1.boys.charged"), 1.0 - 5.0 / 6.0 * 10.0 / 36.0);
    same_every_way(&charge("{ unit = 'boy', count = 2 }", "{ by = 'guards' }"));
}

/// The second formation does not fire at a formation that the first has broken: it no longer charges.
#[test]
fn line_1607_between_the_fire_of_two() {
    let found = odds(&charge("{ unit = 'boy', count = 4 }", "{ by = 'others' }, { by = 'guards' }"));
    close(found.mean("1.guards.fired"), 1.0 - 5.0 / 6.0 * 15.0 / 36.0);
}

/// §11.18: a missile explodes on its firer, one of four, who break: the second missile is not fired.
#[test]
fn line_1607_a_mishap_breaks_the_firers() {
    let text = "weapons.missile = { short = 50, long = 100, s = 10, save = 'none', template = 5 }
units.gunner = { ws = 3, bs = 3, s = 3, t = 3, i = 3, a = 1, ld = 7, weapons = ['missile'] }
units.man = { ws = 3, bs = 3, s = 3, t = 3, i = 3, a = 1, ld = 7 }
formations.us = { units = [{ unit = 'gunner', count = 2 }, { unit = 'man', count = 2 }], side = 'a' }
formations.them = { units = [{ unit = 'man', count = 9 }], side = 'b' }
[[steps]]\naction = 'shoot'\nby = 'us'\nat = 'them'\nrange = 20\n";
    let mishap: [(&str, &[u8]); 4] =
        [("to hit", &[1]), ("artillery", &[6]), ("scatter", &[5]), ("to wound us.gunner", &[2])];
    let after = play(text, &[&mishap[..], &[("break test of us", &[4, 4])]].concat());
    assert_eq!((after["1.us.fired"], after["1.us.kills"], after["end.us.broken"]), (1, 1, 1));
    // If they pass, they fire on.
    let more: [(&str, &[u8]); 3] = [("break test of us", &[3, 4]), ("to hit", &[4]), ("to wound them", &[1])];
    let after = play(text, &[&mishap[..], &more[..]].concat());
    assert_eq!((after["1.us.fired"], after["1.them.hits"], after["end.us.broken"]), (2, 1, 0));
}
