//! Fire at machines and walls (§15.4, §16.11): chances computed by hand.

use crate::machine_arsenal::{TANK, odds, play, refused, same_every_way};
use crate::trial::close;

const GUNS: &str = "
weapons.lascannon = { short = 50, long = 300, s = 9, damage = '2D6', save = -6 }
weapons.twin = { short = 50, long = 300, s = 9, damage = '2D6', linked = 2 }
weapons.autocannon = { short = 50, long = 300, s = 8, damage = 'D6', sustained = 1 }
weapons.rifle = { short = 50, long = 300, s = 3 }
units.gunner = { bs = 4, t = 4, weapons = 'lascannon' }
formations.guns.units = [{ unit = 'gunner' }]
";

fn fire(target: &str, keys: &str) -> String {
    format!("{GUNS}{target}[[steps]]\naction = 'shoot'\nby = 'guns'\n{keys}\n")
}

/// A target of one location with this armour.
fn box_of(front: u8, damage: &str) -> String {
    format!(
        "units.tank.locations.hull = {{ roll = '1-6', front = {front}, side = 13, damage = {damage} }}\nformations.tank.units = [{{ unit = 'tank' }}]\n"
    )
}

#[test]
fn section_15_4_a_lascannon_at_a_tank() {
    // 3+ to hit, a half against 20, and a 5 or 6.
    let all = box_of(20, "{ '1-4' = 'immobilised', '5-6' = 'destroyed' }");
    let found = odds(&fire(&all, "at = 'tank'\nrange = 40"));
    close(found.mean("1.tank.hits"), 2.0 / 3.0);
    close(found.mean("1.tank.penetrations"), 1.0 / 3.0);
    close(found.chance("1.tank.destroyed", 1), 1.0 / 9.0);
    close(found.chance("1.tank.immobilised", 1), 2.0 / 9.0);
    // 12 to 27: against the side's 13 it fails only on three ones.
    let side = odds(&fire(&all, "at = 'tank'\nrange = 40\nfacing = 'side'"));
    close(side.mean("1.tank.penetrations"), 2.0 / 3.0 * 215.0 / 216.0);
    // §15.4.6: at 130 cm two less: 22 of 3D6 + 9, 13 or more: 56 of 216.
    let far = odds(&fire(&all, "at = 'tank'\nrange = 130"));
    close(far.mean("1.tank.penetrations"), 2.0 / 3.0 * 56.0 / 216.0);
    let house = odds(&format!("readings.far-armour = 'ignored'\n{}", fire(&all, "at = 'tank'\nrange = 130")));
    close(house.mean("1.tank.penetrations"), 1.0 / 3.0);
}

#[test]
fn faq_1_18_penetrations_of_several_kinds_of_dice() {
    let shot = |pen: &str, front: u8| {
        let gun = format!("s = 9, damage = '2D6', pen = {pen}");
        let text = fire(&box_of(front, "{ '1-6' = 'crew 1' }"), "at = 'tank'\nrange = 40");
        text.replacen("s = 9, damage = '2D6'", &gun, 1)
    };
    // 3+ to hit; D6 + D4 + 7 reaches 14 in 1 + 2 + 3 + 4 of 24 results.
    close(odds(&shot("'D6+D4+7'", 14)).mean("1.tank.penetrations"), 2.0 / 3.0 * 10.0 / 24.0);
    close(odds(&shot("'7 + 1D4 + D6'", 14)).mean("1.tank.penetrations"), 2.0 / 3.0 * 10.0 / 24.0);
    // 2D6 + D20 + 5 does not reach 27 unless 2D6 + D20 is 22 or more: 1 + 2 + … of 20 by the D20.
    let reached: u32 = (1..=6).flat_map(|one| (1..=6).map(move |two| (one + two - 1).min(20))).sum();
    close(odds(&shot("'2D6+D20+5'", 27)).mean("1.tank.penetrations"), 2.0 / 3.0 * f64::from(reached) / 720.0);
    same_every_way(&shot("'D3+D8+D12+2'", 15));
    close(odds(&shot("15", 15)).mean("1.tank.penetrations"), 2.0 / 3.0);
    let script: &[(&str, &[u8])] =
        &[("to hit", &[3]), ("location of tank", &[1]), ("penetration", &[4, 3]), ("damage of tank (hull)", &[1])];
    assert_eq!(play(&shot("'D6+D4+7'", 14), script)["1.tank.penetrations"], 1);
    for wrong in ["'D6+D7'", "'D6+'", "'D6-1'", "'S+D6'", "'30D6+30D4'", "'D6+40+11'", "51", "''"] {
        let told = refused(&shot(wrong, 14));
        assert!(told.contains("such as \"2D6+D20+8\""), "{told}");
    }
}

#[test]
fn section_15_4_3_locations() {
    let found = odds(&fire(TANK, "at = 'tank'\nrange = 40\nmasked = 'track'"));
    close(found.mean("1.tank.immobilised"), 0.0);
    // 9 + 3D6 against 16: sums of 3 to 6 are too low, 1 + 3 + 6 + 10 of 216.
    let hull = 2.0 / 3.0 * (1.0 - 20.0 / 216.0);
    close(found.mean("1.tank.penetrations"), hull);
    let rolled = odds(&fire(TANK, "at = 'tank'\nrange = 40"));
    close(rolled.chance("1.tank.destroyed", 1), hull * 2.0 / 3.0 / 3.0);
    // Against the track's 12 every sum is enough.
    close(rolled.mean("1.tank.immobilised"), 2.0 / 3.0 / 3.0 / 2.0);
    let told = odds(&fire(TANK, "at = 'tank'\nrange = 40\nlocation = 'track'"));
    close(told.mean("1.tank.immobilised"), 2.0 / 3.0 / 2.0);
    let script: &[(&str, &[u8])] = &[
        ("to hit", &[3]),
        ("location of tank", &[4]),
        ("penetration", &[1, 3, 3]),
        ("damage of tank (hull)", &[4]),
        ("crew", &[4, 1, 5]),
    ];
    let told = play(&fire(TANK, "at = 'tank'\nrange = 40"), script);
    assert_eq!([told["1.tank.penetrations"], told["1.tank.crew_killed"], told["end.tank.survivors"]], [1, 2, 1]);
}

#[test]
fn section_15_4_7_pairs_and_15_4_9_what_is_destroyed_absorbs() {
    let pair = |damage: &str| {
        fire(&box_of(20, damage), "at = 'tank'\nrange = 40").replace("weapons = 'lascannon'", "weapons = 'twin'")
    };
    let found = odds(&pair("{ '1-6' = 'crew 1' }"));
    close(found.mean("1.tank.hits"), 4.0 / 3.0);
    close(found.mean("1.tank.penetrations"), 2.0 / 3.0);
    let gone = odds(&pair("{ '1-6' = 'location-destroyed' }"));
    close(gone.mean("1.tank.penetrations"), 2.0 / 3.0 * 0.75);
    close(gone.mean("1.tank.locations_lost"), 2.0 / 3.0 * 0.75);
    close(odds(&pair("{ '1-6' = 'destroyed' }")).mean("1.tank.penetrations"), 2.0 / 3.0 * 0.75);
}

#[test]
fn section_15_4_8_results() {
    let one = |damage: &str, more: &str| odds(&fire(&box_of(10, damage), &format!("at = 'tank'\nrange = 40\n{more}")));
    let hit = 2.0 / 3.0;
    close(one("{ '1-6' = 'crew 4+' }", "").mean("1.tank.crew_killed"), hit * 1.5);
    close(one("{ '1-6' = 'crew D3' }", "").mean("1.tank.crew_killed"), hit * 2.0);
    close(one("{ '1-6' = 'crew all' }", "").chance("1.tank.crew_killed", 3), hit);
    // §15.3.6: only a machine that has moved.
    close(one("{ '1-6' = 'out-of-control' }", "").mean("1.tank.out_of_control"), 0.0);
    close(one("{ '1-6' = 'out-of-control' }", "speed = 10").mean("1.tank.out_of_control"), hit);
    close(
        one("{ '1-3' = 'nothing', '4-6' = { roll = { '1-5' = 'nothing', '6' = 'destroyed' } } }", "")
            .chance("1.tank.destroyed", 1),
        hit / 12.0,
    );
    let armed = format!("units.tank.weapons = 'rifle'\n{}", box_of(10, "{ '1-6' = ['weapon rifle', 'immobilised'] }"));
    let found = odds(&fire(&armed, "at = 'tank'\nrange = 40"));
    close(found.mean("1.tank.weapons_lost"), hit);
    // §4.3: it neither moves nor shoots.
    let priced = fire(&armed, "at = 'tank'\nrange = 40").replace(
        "formations.tank.units = [{ unit = 'tank' }]",
        "formations.tank = { units = [{ unit = 'tank' }], points = 150 }",
    );
    let found = odds(&priced);
    close(found.chance("end.tank.victory_points", 2), hit);
    // faq 3.38: a penetration without effect is no damage.
    let nothing = fire(&box_of(10, "{ '1-6' = 'nothing' }"), "at = 'tank'\nrange = 40").replace(
        "formations.tank.units = [{ unit = 'tank' }]",
        "formations.tank = { units = [{ unit = 'tank' }], points = 150 }",
    );
    close(odds(&nothing).chance("end.tank.victory_points", 0), 1.0);
    close(odds(&nothing.replace("'nothing' }", "'crew 1' }")).chance("end.tank.victory_points", 1), hit);
}

#[test]
fn section_15_5_1_explosions_and_passengers() {
    let wreck =
        box_of(10, "{ '1-6' = ['destroyed', 'passengers 4+', { explosion = { s = 4, save = -3, radius = 5 } }] }");
    let people = "formations.near.units = [{ unit = 'man', count = 4 }]\nformations.riders = { units = [{ unit = 'saved', count = 2 }], inside = 'tank' }\n";
    let text = fire(&format!("{wreck}{people}"), "at = 'tank'\nrange = 40\nnear = { near = 3 }");
    let found = odds(&text);
    let hit = 2.0 / 3.0;
    close(found.mean("1.near.hits"), hit * 3.0);
    close(found.mean("1.near.kills"), hit * 3.0 * 4.0 / 6.0);
    close(found.mean("1.riders.kills"), hit * 2.0 * 0.5);
    // §20: on a 4+ D3 wounds, each saved on 4+: he survives k of them with one half to the power of k.
    let house = odds(&format!("readings.passengers = 'house'\n{text}"));
    let lives = (0.5 + 0.25 + 0.125) / 3.0;
    close(house.mean("1.riders.kills"), hit * 2.0 * 0.5 * (1.0 - lives));
    // All: D6 wounds on a 4+; otherwise he leaps off a machine that moved 50 cm: S10, -4, no save: wounded on 2+.
    let all = text.replace("passengers 4+", "passengers all");
    close(odds(&all).mean("1.riders.kills"), hit * 2.0);
    let house = odds(&format!("readings.passengers = 'house'\n{all}speed = 50\n"));
    let lives: f64 = (1..=6).map(|wounds| 0.5f64.powi(wounds) / 6.0).sum();
    close(house.mean("1.riders.kills"), hit * 2.0 * (0.5 * (1.0 - lives) + 0.5 * 5.0 / 6.0));
    same_every_way(
        &format!("readings.passengers = 'house'\n{text}")
            .replace("count = 4", "count = 2")
            .replace("near = 3", "near = 1"),
    );
}

#[test]
fn a_crewman_at_his_post() {
    let bike = "
units.bike.type = 'bike'
units.bike.t = 4
units.bike.crew = 1
units.bike.locations.rider = { roll = '1-3', crew = 'saved' }
units.bike.locations.bike = { roll = '4-6', front = 10, damage = { '1-6' = 'destroyed' } }
formations.tank.units = [{ unit = 'bike' }]
";
    let found = odds(&fire(bike, "at = 'tank'\nrange = 40"));
    // S9 against T3: 2+, no save at -6.
    close(found.mean("1.tank.crew_killed"), 2.0 / 3.0 / 2.0 * 5.0 / 6.0);
    close(found.chance("1.tank.destroyed", 1), 2.0 / 3.0 / 2.0);
    let rifles = odds(&fire(bike, "at = 'tank'\nrange = 40").replace("weapons = 'lascannon'", "weapons = 'rifle'"));
    // S3 against T3: 4+, saved on 4+; 3 + D6 never pierces 10.
    close(rifles.mean("1.tank.crew_killed"), 2.0 / 3.0 / 2.0 / 2.0 / 2.0);
    close(rifles.mean("1.tank.penetrations"), 0.0);
}

#[test]
fn section_16_11_walls() {
    let hut = "formations.hut.units = [{ unit = 'hut' }]\nformations.inside = { units = [{ unit = 'saved', count = 3 }], inside = 'hut' }\n";
    let found = odds(&fire(hut, "at = 'hut'\nrange = 40"));
    close(found.mean("1.hut.hits"), 1.0);
    close(found.mean("1.hut.penetrations"), 0.5);
    close(found.chance("1.hut.shaken", 1), 0.25);
    close(found.mean("1.hut.badly_shaken"), 1.0 / 6.0);
    close(found.chance("1.hut.destroyed", 1), 1.0 / 12.0);
    // A 4+ saves from the rubble.
    close(found.mean("1.inside.kills"), 3.0 / 24.0);
    // Two: the second is rolled on a building that the first shook: 6 of 12, 5 of 12 … by the table.
    let twice =
        odds(&fire(hut, "at = 'hut'\nrange = 40").replace("[{ unit = 'gunner' }]", "[{ unit = 'gunner', count = 2 }]"));
    let collapse = |bonus: f64| (1.0 + bonus) / 6.0;
    let second = 0.5 * collapse(0.0) + 0.5 * (0.5 * collapse(1.0) + collapse(2.0) / 3.0);
    close(twice.chance("1.hut.destroyed", 1), 1.0 / 12.0 + 0.5 * second);
    let small = format!("units.hut.abilities = ['small']\n{}", fire(hut, "at = 'hut'\nrange = 40"));
    close(odds(&small.replace("units.hut.abilities = ['small']\n", "")).mean("1.hut.hits"), 1.0);
    let gate = "formations.gate.units = [{ unit = 'gate' }]\n";
    close(odds(&fire(gate, "at = 'gate'\nrange = 15")).mean("1.gate.breaches"), 1.0);
    assert!(refused(&fire(gate, "at = 'gate'\nrange = 15.5")).contains("15 cm at most"));
}

#[test]
fn mistakes_of_fire() {
    for (keys, words) in [
        ("masked = ['track', 'hull']", "all locations of `tank` are masked"),
        ("masked = 'trak'", "no location is called `trak`"),
        ("location = 'hal'", "no location is called `hal`"),
    ] {
        let told = refused(&fire(TANK, &format!("at = 'tank'\nrange = 40\n{keys}")));
        assert!(told.contains(words), "{told}\nnot: {words}");
    }
    let men = "formations.men.units = [{ unit = 'man' }]\n";
    assert!(refused(&fire(men, "at = 'men'\nlocation = 'hull'")).contains("for machines"));
    assert!(
        refused(&fire("formations.tank.units = [{ unit = 'tank' }]\n", "at = 'tank'"))
            .contains("needs its `locations`")
    );
}

/// A walker that any hit of the sniper penetrates, and men without armour, which it wounds on 2+.
const WALKER: &str = "
weapons.sniper = { short = 50, long = 300, s = 10, save = 'none' }
weapons.pair = { short = 50, long = 300, s = 10, save = 'none', linked = 2 }
units.gunner.weapons = 'sniper'
units.walker.type = 'walker'
units.walker.ws = 4
units.walker.crew = 1
units.walker.locations.body = { roll = '1-6', front = 10, damage = { '1-6' = 'destroyed' } }
";

/// The guns of [`GUNS`] with the sniper's weapon.
fn snipe(target: &str, keys: &str) -> String {
    let guns = GUNS
        .replace("units.gunner = { bs = 4, t = 4, weapons = 'lascannon' }", "units.gunner.bs = 4\nunits.gunner.t = 4");
    format!("{guns}{WALKER}{target}[[steps]]\naction = 'shoot'\nby = 'guns'\nrange = 40\n{keys}\n")
}

#[test]
fn section_11_16_fire_into_a_combat_with_a_walker() {
    let both =
        "formations.walker.units = [{ unit = 'walker' }]\nformations.mob.units = [{ unit = 'man', count = 3 }]\n";
    let text = snipe(both, "at = ['walker', 'mob']");
    // A quarter of the hits is on each of the four.
    let hit = 2.0 / 3.0;
    let found = odds(&text);
    close(found.mean("1.walker.hits"), hit / 4.0);
    close(found.chance("1.walker.destroyed", 1), hit / 4.0);
    close(found.mean("1.mob.hits"), hit * 0.75);
    close(found.mean("1.mob.kills"), hit * 0.75 * 5.0 / 6.0);
    same_every_way(&text);
    // A pair hits its model twice.
    let pair = odds(&text.replace("units.gunner.weapons = 'sniper'", "units.gunner.weapons = 'pair'"));
    close(pair.mean("1.walker.hits"), hit / 2.0);
    let script: &[(&str, &[u8])] = &[
        ("to hit", &[3]),
        ("which model", &[1]),
        ("location", &[2]),
        ("penetration", &[1]),
        ("damage of walker", &[1]),
    ];
    assert_eq!(play(&text, script)["1.walker.destroyed"], 1);
    let script: &[(&str, &[u8])] =
        &[("to hit", &[3]), ("which model", &[2]), ("to wound mob", &[2]), ("break test", &[1, 1])];
    assert_eq!(play(&text, script)["1.mob.kills"], 1);
    let tank = format!("{TANK}formations.mob.units = [{{ unit = 'man', count = 3 }}]\n");
    assert!(refused(&snipe(&tank, "at = ['tank', 'mob']")).contains("is in no combat"));
}

#[test]
fn section_8_5_1_fire_at_men_and_machines_of_one_formation() {
    let text = |units: &str| {
        let text = snipe(&format!("formations.mix.units = [{units}]\n"), "at = 'mix'");
        text.replace("[{ unit = 'gunner' }]", "[{ unit = 'gunner', count = 2 }]")
    };
    // The nearest first: of two hits the second is on the walker if the first has killed the man.
    let (hit, wound) = (2.0 / 3.0, 5.0 / 6.0);
    let found = odds(&text("{ unit = 'man' }, { unit = 'walker' }"));
    close(found.mean("1.mix.hits"), 2.0 * hit);
    close(found.mean("1.mix.penetrations"), hit * hit * wound);
    close(found.chance("1.mix.destroyed", 1), hit * hit * wound);
    same_every_way(&text("{ unit = 'man' }, { unit = 'walker' }"));
    let found = odds(&text("{ unit = 'walker' }, { unit = 'man' }"));
    close(found.chance("1.mix.destroyed", 1), 1.0 - (1.0 - hit) * (1.0 - hit));
    close(found.chance("end.mix.destroyed", 1), hit * hit * wound);
    // §7.7: with a character among them each of the three is hit equally often.
    let hero = text("{ unit = 'man' }, { unit = 'man', abilities = ['character'] }, { unit = 'walker' }");
    let found = odds(&hero.replace("count = 2 }]", "count = 1 }]"));
    close(found.chance("1.mix.destroyed", 1), hit / 3.0);
    close(found.mean("1.mix.kills"), hit * (2.0 / 3.0 * wound + 1.0 / 3.0));
}
