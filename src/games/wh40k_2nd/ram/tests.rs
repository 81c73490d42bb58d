//! Rams: the book's examples, and chances computed by hand.

use crate::machine_arsenal::{TANK, odds, play, refused, same_every_way};
use crate::trial::close;

fn ram(keys: &str) -> String {
    format!("[[steps]]\naction = 'ram'\nby = 'tank'\n{keys}")
}

#[test]
fn section_15_3_7_over_men() {
    let men = "formations.men.units = [{ unit = 'man', count = 4 }]\n";
    let found = odds(&format!("{TANK}{men}{}", ram("at = 'men'")));
    // I3: 3, 4, 5, 5 of six dodge. S7 against T3 wounds on 2+.
    let struck = (3.0 + 2.0 + 1.0 + 1.0) / 6.0;
    close(found.mean("1.men.dodged"), 4.0 - struck);
    close(found.mean("1.men.hits"), struck);
    close(found.mean("1.men.kills"), struck * 5.0 / 6.0);
    // Each model that is run over hits the tank with D6 + 3: never 12.
    close(found.mean("1.tank.hits"), struck);
    close(found.mean("1.tank.penetrations"), 0.0);
    let once = odds(&format!("readings.creatures-struck = 'once'\n{TANK}{men}{}", ram("at = 'men'\npath = 2")));
    close(once.mean("1.men.hits"), 5.0 / 6.0);
    close(once.mean("1.tank.hits"), 1.0 - 0.5 * 4.0 / 6.0);
    // As printed the fourth has a bonus of four, which for I3 is no better than three: so I1.
    let weak = "units.weak = { t = 3, i = 1 }\nformations.men.units = [{ unit = 'weak', count = 4 }]\n";
    let dodged = |reading: &str| odds(&format!("{reading}{TANK}{weak}{}", ram("at = 'men'"))).mean("1.men.dodged");
    close(dodged(""), (1.0 + 2.0 + 3.0 + 4.0) / 6.0);
    close(dodged("readings.dodge-bonus = 'printed'\n"), (1.0 + 2.0 + 3.0 + 5.0) / 6.0);
    let script: &[(&str, &[u8])] = &[
        ("dodge of men", &[4]),
        ("to wound men", &[2]),
        ("dodge of men", &[4]),
        ("dodge of men", &[6]),
        ("to wound men", &[1]),
        ("location of tank", &[2]),
        ("penetration of men underfoot", &[6]),
        ("location of tank", &[3]),
        ("penetration of men underfoot", &[6]),
        ("break test of men", &[1, 1]),
    ];
    let told = play(&format!("{TANK}{men}{}", ram("at = 'men'\npath = 3")), script);
    assert_eq!([told["1.men.dodged"], told["1.men.hits"], told["1.men.kills"], told["1.tank.hits"]], [1, 2, 1, 2]);
}

/// The chance that D6 and a die with this many faces reach this armour.
fn reach(fixed: i32, faces: i32, armour: i32) -> f64 {
    let ways = (1..=6).flat_map(|one| (1..=faces).map(move |other| fixed + one + other));
    ways.filter(|&total| total >= armour).count() as f64 / f64::from(6 * faces)
}

#[test]
fn section_15_3_7_collisions() {
    let other = "
units.buggy.type = 'vehicle'
units.buggy.ram = { s = 6, damage = 'D6', save = -3 }
units.buggy.locations.body = { roll = '1-4', front = 10, side = 9, damage = { '1-6' = 'destroyed' } }
units.buggy.locations.wheel = { roll = '5-6', front = 12, side = 11, damage = { '1-6' = ['immobilised', 'location-destroyed'] } }
formations.buggy.units = [{ unit = 'buggy' }]
";
    let found = odds(&format!("{TANK}{other}{}", ram("at = 'buggy'\ncontact = 'body'\nown = 'hull'")));
    // The body is hit, the wheel on 4+; the same roll of 7 + D6 + D12 counts against both.
    close(found.mean("1.buggy.hits"), 1.5);
    close(found.chance("1.buggy.destroyed", 1), reach(7, 12, 9));
    // After the body is destroyed, later hits are absorbed.
    close(found.mean("1.buggy.immobilised"), 0.0);
    // The buggy's 6 + D6 + D6 against the hull in front, 16, and on 4+ against the track, 12, unless the tank is
    // destroyed.
    let hull = reach(6, 6, 16);
    close(found.chance("1.tank.destroyed", 1), hull / 3.0);
    close(found.mean("1.tank.hits"), 1.5);
    close(found.mean("1.tank.immobilised"), 0.5 * 0.5 * reach(6, 6, 12));
    let light = odds(&format!("{TANK}{other}{}", ram("at = 'buggy'\ncontact = 'wheel'\nlight = true")));
    close(light.mean("1.buggy.hits"), 1.0);
    close(light.mean("1.buggy.immobilised"), reach(7, 12, 11));
    close(light.mean("1.tank.hits"), 1.0);
}

#[test]
fn section_16_12_a_rhino_with_a_bulldozer() {
    let rhino = "units.tank.abilities = ['bulldozer']\nformations.hut.units = [{ unit = 'hut' }]\n";
    // The example: 17 and 4: the wall takes 21, the Rhino 13: the track of 12 is penetrated, a hull of 16 is not.
    let text = format!("{TANK}{rhino}{}", ram("at = 'hut'\nown = 'track'"));
    let script: &[(&str, &[u8])] =
        &[("penetration", &[4, 6]), ("bulldozer", &[4]), ("damage of tank (track)", &[4]), ("hull", &[6])];
    let told = play(&text, script);
    assert_eq!([told["1.hut.breaches"], told["1.tank.penetrations"], told["1.tank.immobilised"]], [1, 1, 1]);
    let found = odds(&text);
    let mut breach = 0.0;
    let mut track = 0.0;
    for (one, two, die) in (1..=6).flat_map(|one| (1..=12).flat_map(move |two| (1..=6).map(move |die| (one, two, die))))
    {
        let roll = 7 + one + two;
        breach += f64::from(u8::from(roll + die >= 20)) / 432.0;
        track += f64::from(u8::from(roll.min(20) - die >= 12)) / 432.0;
    }
    close(found.mean("1.hut.breaches"), breach);
    close(found.mean("1.tank.immobilised"), track / 2.0);
}

#[test]
fn every_way_of_rolling_agrees() {
    let men = "formations.men.units = [{ unit = 'man', count = 3 }]\n";
    same_every_way(&format!("{TANK}{men}{}", ram("at = 'men'")));
    let hut = "formations.hut.units = [{ unit = 'hut' }]\n";
    same_every_way(&format!("{TANK}{hut}{}", ram("at = 'hut'\nown = 'track'")));
}

#[test]
fn mistakes_of_rams() {
    for (text, words) in [
        (
            format!("{TANK}formations.men.units = [{{ unit = 'man' }}]\n{}", ram("at = 'men'\ncontact = 'hull'")),
            "`contact` is for what is rammed that has locations or walls",
        ),
        (
            format!("{TANK}formations.tonk.units = [{{ unit = 'tank' }}]\n{}", ram("at = 'tonk'\ncontact = 'hul'")),
            "no location is called `hul`",
        ),
    ] {
        let told = refused(&text);
        assert!(told.contains(words), "{told}\nnot: {words}");
    }
}
