//! Rulings on terrain and cover (§1.8), crossfire (§1.11) and transports (§1.7.5), with odds counted by hand.

use crate::support::{Scene, close, weapon};

/// Mean kills of one shot of 4+ by `us` at `them`.
fn kills(us: &str, them: &str, step: &str) -> f64 {
    let scene = Scene::new()
        .unit("biker", "abilities = ['mounted']")
        .unit("boy", "armour = '6+'")
        .unit("landraider", "type = 'armoured-vehicle', armour = '4+', abilities = ['thick-rear-armour']")
        .unit("speeder", "type = 'light-vehicle'")
        .force("us 1+", &format!("1 {us}"))
        .force("them 3+", them)
        .step("shoot", "us", "them", step);
    scene.odds().mean("1.them.kills")
}

#[test]
fn section_1_8_2_cover_is_minus_1_for_every_type_and_a_save_for_infantry_alone() {
    // 5+ to hit; infantry saves on 4+, vehicles on their armour.
    close(kills("rifle", "5 recruit, cover = 'ruins'", ""), 1.0 / 3.0 * 1.0 / 2.0);
    close(kills("cannon", "5 truck, cover = 'ruins'", ""), 1.0 / 3.0);
    close(kills("cannon", "5 tank, cover = 'ruins'", ""), 1.0 / 3.0 * 1.0 / 2.0);
    close(kills("cannon", "5 speeder, cover = 'forest'", ""), 1.0 / 3.0);
    close(kills("rifle", "5 recruit, cover = 'obscured'", ""), 1.0 / 3.0);
    close(kills("cannon", "5 truck", "cover = 'obscured'"), 1.0 / 3.0);
}

#[test]
fn section_1_8_3_armour_or_cover_the_better_and_never_both() {
    close(kills("rifle", "5 boy, cover = 'ruins'", ""), 1.0 / 3.0 * 1.0 / 2.0);
    close(kills("rifle", "5 veteran, cover = 'scrub'", ""), 1.0 / 3.0 * 1.0 / 2.0);
    close(kills("rifle", "5 veteran, cover = 'fortification'", ""), 1.0 / 3.0 * 1.0 / 3.0);
}

#[test]
fn section_1_8_4_the_table_of_terrain() {
    // The faces of six that save infantry.
    let table = [
        ("buildings", 3.0),
        ("ruins", 3.0),
        ("fortification", 4.0),
        ("bunker", 4.0),
        ("gun-emplacement", 3.0),
        ("trenches", 3.0),
        ("jungle", 3.0),
        ("forest", 2.0),
        ("scrub", 1.0),
        ("river", 1.0),
        ("marsh", 1.0),
        ("obscured", 0.0),
        ("behind-vehicle", 0.0),
    ];
    for (terrain, faces) in table {
        let there = |unit: &str| format!("5 {unit}, cover = '{terrain}'");
        close(kills("rifle", &there("recruit"), ""), 1.0 / 3.0 * (6.0 - faces) / 6.0);
        // Vehicles, and mounted units as vehicles, save on 5+ in gun emplacements and nowhere else; only infantry on foot
        // can hide behind a vehicle.
        let saved = if terrain == "gun-emplacement" { 2.0 / 6.0 } else { 0.0 };
        let hit = if terrain == "behind-vehicle" { 1.0 / 2.0 } else { 1.0 / 3.0 };
        close(kills("cannon", &there("truck"), ""), hit * (1.0 - saved));
        close(kills("rifle", &there("biker"), ""), hit * (1.0 - saved));
    }
}

#[test]
fn section_2_1_12_mounted_units_are_infantry_but_for_terrain() {
    close(kills("rifle", "5 biker", ""), 1.0 / 2.0);
    close(kills("cannon", "5 biker", ""), 0.0);
    close(kills("rifle", "5 biker, cover = 'ruins'", ""), 1.0 / 3.0);
}

#[test]
fn section_2_2_4_weapons_that_ignore_cover() {
    let kills = |abilities: &str, them: &str| {
        let scene = Scene::new()
            .unit("flamer", &weapon("Flamer", "AP4+", abilities))
            .force("us 1+", "1 flamer")
            .force("them 3+", them)
            .step("shoot", "us", "them", "");
        scene.odds().mean("1.them.kills")
    };
    close(kills("", "5 recruit, cover = 'ruins'"), 1.0 / 3.0 * 1.0 / 2.0);
    close(kills("'ignore-cover'", "5 recruit, cover = 'ruins'"), 1.0 / 2.0);
    // The armour save remains.
    close(kills("'ignore-cover'", "5 veteran, cover = 'fortification'"), 1.0 / 2.0 * 1.0 / 2.0);
}

#[test]
fn section_2_2_6_macro_weapons_ignore_the_save_and_not_the_penalty() {
    close(kills("melta", "5 recruit, cover = 'fortification'", ""), 1.0 / 3.0);
    close(kills("melta", "5 veteran", ""), 1.0 / 2.0);
}

#[test]
fn sections_1_9_5_and_1_9_6_q_two_readings_of_mixed_cover() {
    let scene = |reading: &str, aim: &str| {
        Scene::new()
            .top(reading)
            .force("us 1+", "1 rifle")
            .force("them 3+", "3 recruit; 5 veteran, cover = 'ruins'")
            .step("shoot", "us", "them", &format!("aim = {{ ap = '{aim}' }}"))
    };
    // The table: shots at −1 fall on any of them, so on a recruit in front, who has no save.
    for reading in ["", "readings = { mixed-cover = 'all-at-minus-one' }"] {
        let played = scene(reading, "all").play(&[("(advance, in cover) to hit", &[5])]);
        assert_eq!(played["1.them.kills"], 1);
        assert_eq!(scene(reading, "open").play(&[("(advance) to hit", &[4])])["1.them.kills"], 1);
    }
    // The Q: shots at −1 fall on those in cover, those without penalty on those in the open.
    let covered_only = "readings = { mixed-cover = 'covered-only-at-minus-one' }";
    let played = scene(covered_only, "all").play(&[("(advance, in cover) to hit", &[5]), ("save of Veteran", &[4])]);
    assert_eq!((played["1.them.hits"], played["1.them.kills"]), (1, 0));
    assert_eq!(scene(covered_only, "open").play(&[("(advance) to hit", &[4])])["1.them.kills"], 1);
}

#[test]
fn section_1_9_6_cover_beyond_reach_costs_nothing() {
    // The rifle reaches 45 cm: only those in the open can be hit, whatever it aims at.
    let step = "range = { recruit = 45, veteran = 50 }; aim = { ap = 'all' }";
    close(kills("rifle", "3 recruit; 5 veteran, cover = 'ruins'", step), 1.0 / 2.0);
}

/// One shot of 4+ in crossfire.
fn in_crossfire(us: &str, them: &str) -> f64 {
    kills(us, them, "crossfire = true")
}

#[test]
fn section_1_11_crossfire_makes_armour_and_cover_saves_worse() {
    close(in_crossfire("rifle", "5 veteran"), 1.0 / 2.0 * 2.0 / 3.0);
    close(in_crossfire("rifle", "5 boy"), 1.0 / 2.0);
    // Ruins: 5+ to hit, 4+ becomes 5+.
    close(in_crossfire("rifle", "5 recruit, cover = 'ruins'"), 1.0 / 3.0 * 2.0 / 3.0);
    // §1.8.4: not in fortifications. §2.1.4: not for thick rear armour.
    close(in_crossfire("rifle", "5 recruit, cover = 'fortification'"), 1.0 / 3.0 * 1.0 / 3.0);
    close(in_crossfire("cannon", "5 landraider"), 1.0 / 2.0 * 1.0 / 2.0);
}

#[test]
fn sections_1_8_4_and_2_1_4_the_extra_marker_of_a_crossfire_is_placed_all_the_same() {
    for (us, them) in [("rifle", "9 recruit, cover = 'bunker'"), ("cannon", "9 landraider")] {
        let played = Scene::new()
            .unit("landraider", "type = 'armoured-vehicle', armour = '3+', abilities = ['thick-rear-armour']")
            .force("us 1+", &format!("3 {us}"))
            .force("them 3+", them)
            .step("shoot", "us", "them", "crossfire = true")
            // Three hits; a 3 saves, two 2s do not: under fire, two losses, and one more for the first.
            .play(&[("to hit", &[5, 5, 5]), ("save", &[3, 2, 2])]);
        assert_eq!((played["1.them.kills"], played["1.them.blast_markers"]), (2, 4));
    }
}

#[test]
fn section_1_11_no_crossfire_with_a_broken_or_marched_formation() {
    for (friends, chance) in [
        ("friends 1+", 2.0 / 3.0),
        ("friends 1+; blast-markers = 2", 2.0 / 3.0),
        ("friends 1+; broken = true", 1.0 / 2.0),
        ("friends 1+; state = 'marched'", 1.0 / 2.0),
    ] {
        let odds = Scene::new()
            .force("us 1+", "1 rifle")
            .force(friends, "4 recruit")
            .force("them 3+", "9 veteran")
            .step("shoot", "us", "them", "crossfire = 'friends'")
            .odds();
        let dead = 1.0 / 2.0 * chance;
        close(odds.mean("1.them.kills"), dead);
        // Under fire; a loss costs two in crossfire, else one.
        let each = if chance > 0.6 { 2.0 } else { 1.0 };
        close(odds.mean("1.them.blast_markers"), 1.0 + each * dead);
    }
}

#[test]
fn section_1_11_each_formation_in_crossfire_has_its_own_first_loss() {
    let played = Scene::new()
        .force("us 1+", "2 rifle")
        .force("friends 1+", "2 rifle")
        .force("them 3+", "20 recruit")
        .step("shoot", "us", "them", "crossfire = 'friends'")
        .step("shoot", "friends", "them", "crossfire = 'us'")
        .play(&[("us: Rifle", &[4, 4]), ("friends: Rifle", &[4, 3])]);
    assert_eq!((played["1.them.blast_markers"], played["2.them.blast_markers"]), (1 + 2 + 1, 1 + 2));
}

/// Mean kills of one shot of 4+ at a transport with two passengers.
fn transport_shot(weapon_line: &str, passenger: &str) -> f64 {
    Scene::new()
        .unit("gun", weapon_line)
        .unit("rhino", "type = 'armoured-vehicle', transport = 2")
        .unit("marine", passenger)
        .force("us 1+", "1 gun")
        .force("them 3+", "1 rhino; 2 marine, embarked-in = 'rhino'; 6 tank")
        .step("shoot", "us", "them", "")
        .odds()
        .mean("1.them.kills")
}

#[test]
fn section_1_7_5_saves_of_passengers() {
    let by = |fire: &str, abilities: &str, passenger: &str| transport_shot(&weapon("Gun", fire, abilities), passenger);
    // The transport dies half the time; then each passenger saves on its armour, or on 6+ as in cover.
    close(by("AT4+", "", ""), 1.0 / 2.0 * (1.0 + 2.0 * 5.0 / 6.0));
    close(by("AT4+", "", "armour = '4+'"), 1.0 / 2.0 * (1.0 + 2.0 * 1.0 / 2.0));
    // §2.2.4: no cover against a weapon that ignores it.
    close(by("AT4+", "'ignore-cover'", ""), 1.0 / 2.0 * 3.0);
    close(by("AT4+", "'ignore-cover'", "armour = '4+'"), 1.0 / 2.0 * (1.0 + 2.0 * 1.0 / 2.0));
    // §2.2.6, §1.7.5 Q: against macro-weapons and titan killers they have the saves they would have themselves.
    let terminator = "armour = '4+', abilities = ['reinforced-armour']";
    close(by("MW4+", "", "armour = '4+'"), 1.0 / 2.0 * 3.0);
    close(by("MW4+", "", terminator), 1.0 / 2.0 * (1.0 + 2.0 * 1.0 / 2.0));
    close(by("MW4+", "'titan-killer'", terminator), 1.0 / 2.0 * 3.0);
    let blessed = "armour = '4+', abilities = ['invulnerable-save']";
    close(by("MW4+", "'titan-killer'", blessed), 1.0 / 2.0 * (1.0 + 2.0 * 5.0 / 6.0));
    // An ordinary hit leaves reinforced armour its two saves.
    close(by("AT4+", "", terminator), 1.0 / 2.0 * (1.0 + 2.0 * 1.0 / 4.0));
}

#[test]
fn section_1_7_5_passengers_cannot_be_hit_nor_shoot_nor_be_suppressed_but_count() {
    let aboard = |us: &str| {
        Scene::new()
            .unit("rhino", "type = 'armoured-vehicle', transport = 2")
            .force(us, "1 rifle; 1 rhino; 2 rifle, embarked-in = 'rhino'")
            .force("them 3+; blast-markers = 1", "1 rhino; 2 recruit, embarked-in = 'rhino'")
    };
    // One die: that of the rifle on foot. No hit: there is no unit to be hit. Two markers on three units do not break them.
    let shot = aboard("us 1+").step("shoot", "us", "them", "").play(&[]);
    assert_eq!((shot["1.them.blast_markers"], shot["1.them.broken"], shot["1.us.suppressed"]), (1, 0, 0));
    let odds = aboard("us 1+").force("crowd 3+", "9 recruit").step("shoot", "us", "crowd", "").odds();
    close(odds.mean("1.crowd.hits"), 1.0 / 2.0);
    // One marker silences the rifle on foot and none of those aboard.
    let odds =
        aboard("us 1+; blast-markers = 1").force("crowd 3+", "9 recruit").step("shoot", "us", "crowd", "").odds();
    close(odds.mean("1.crowd.blast_markers"), 0.0);
    close(odds.mean("1.us.suppressed"), 1.0);
}

#[test]
fn section_1_7_5_passengers_are_shared_among_the_transports() {
    let odds = Scene::new()
        .unit("rhino", "type = 'armoured-vehicle', transport = 2")
        .force("us 1+", "1 cannon")
        .force("them 3+", "2 rhino; 2 veteran, embarked-in = 'rhino'; 6 recruit")
        .step("shoot", "us", "them", "")
        .odds();
    // One transport of two falls, with one of the two passengers.
    close(odds.mean("1.them.kills"), 1.0 / 2.0 * (1.0 + 1.0 / 2.0));
}

#[test]
fn section_1_7_5_passengers_who_got_out_fight_on_foot() {
    let played = Scene::new()
        .unit("rhino", "type = 'armoured-vehicle', transport = 2")
        .unit("marine", "armour = '4+', weapons = [{ name = 'Bolter', range = 45, fire = 'AP4+' }]")
        .force("us 1+; side = 'us'", "1 cannon")
        .force("them 1+; side = 'them'", "1 rhino; 2 marine, embarked-in = 'rhino'; 6 recruit")
        .force("crowd 1+; side = 'us'", "9 recruit")
        .step("shoot", "us", "them", "")
        .step("shoot", "them", "crowd", "")
        .play(&[
            ("AT4+", &[4]),
            ("save of Marine thrown out", &[4, 3]),
            // Under fire, a Rhino and a marine: three markers. Recruits have no guns, so the last marine is suppressed.
        ]);
    assert_eq!((played["1.them.blast_markers"], played["2.them.suppressed"]), (3, 1));
}

#[test]
fn section_1_7_5_q_a_light_transport_falls_to_rifles_with_those_aboard() {
    let odds = Scene::new()
        .unit("trukk", "type = 'light-vehicle', transport = 2")
        .force("us 1+", "1 rifle")
        .force("them 3+", "1 trukk; 2 veteran, embarked-in = 'trukk'; 6 tank")
        .step("shoot", "us", "them", "")
        .odds();
    close(odds.mean("1.them.kills"), 1.0 / 2.0 * (1.0 + 2.0 * 1.0 / 2.0));
}

#[test]
fn section_2_1_22_light_vehicles_suffer_both_kinds_of_shots() {
    close(kills("rifle", "5 buggy", ""), 1.0 / 2.0);
    close(kills("cannon", "5 buggy", ""), 1.0 / 2.0);
    close(kills("rifle", "5 truck", ""), 0.0);
    close(kills("cannon", "5 recruit", ""), 0.0);
}

/// Mean losses of a formation that crosses dangerous terrain.
fn lost_crossing(groups: &str, step: &str) -> f64 {
    let scene = Scene::new()
        .unit("sentinel", "type = 'light-vehicle', abilities = ['walker']")
        .unit("shielded", "armour = '2+', abilities = ['invulnerable-save']")
        .unit("rhino", "type = 'armoured-vehicle', transport = 2")
        .force("us 1+", groups)
        .step("dangerous-terrain", "us", "", step);
    scene.odds().mean("1.us.losses")
}

#[test]
fn section_1_8_1_dangerous_terrain() {
    close(lost_crossing("6 truck", ""), 1.0);
    // No save at all; with a careful move, and for walkers (§2.1.10), a 1 is re-rolled once.
    close(lost_crossing("6 shielded", ""), 1.0);
    close(lost_crossing("6 truck", "careful = true"), 1.0 / 6.0);
    close(lost_crossing("6 sentinel", ""), 1.0 / 6.0);
    close(lost_crossing("6 sentinel", "careful = true"), 1.0 / 6.0);
    close(lost_crossing("6 truck; 6 tank", "units = { truck = 3 }"), 1.0 / 2.0);
    let odds = Scene::new().force("us 1+", "6 truck").step("dangerous-terrain", "us", "", "").odds();
    close(odds.mean("end.us.blast_markers"), 0.0);
}

#[test]
fn sections_1_7_5_and_1_8_1_those_aboard_do_not_test_but_save_when_their_transport_is_lost() {
    // "If the transport is destroyed, all aboard save": nothing in §1.8.1 says otherwise about them, and they enter no
    // terrain of their own.
    close(lost_crossing("1 rhino; 2 veteran, embarked-in = 'rhino'", ""), 1.0 / 6.0 * (1.0 + 2.0 * 1.0 / 2.0));
}
