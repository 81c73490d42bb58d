//! Rulings on the allocation of hits (§1.9.6): second and third hits if some units can take more kinds of hits than others.

use crate::support::{Scene, close};

/// Guns that always hit except on a 1, and targets that save on 4+.
fn guns() -> Scene {
    let gun = |fire: &str, range: u8| format!("weapons = [{{ name = 'Gun', range = {range}, fire = '{fire}' }}]");
    Scene::new()
        .unit("stubber", &gun("2 x AP2+", 45))
        .unit("autocannon", &gun("2 x AT2+", 45))
        .unit("long", &gun("3 x AP2+", 45))
        .unit("short", &gun("3 x AP2+", 15))
        .unit("car", "type = 'light-vehicle', armour = '4+'")
        .unit("boy", "armour = '4+'")
        .unit("scout", "armour = '3+'")
}

#[test]
fn section_1_9_6_two_hits_each_on_a_buggy_and_a_boy() {
    // 2 AP hits go to the boy, 2 AT hits to the buggy, whichever is in front: each saves twice. Each hit comes with 5/6,
    // and a single AP hit goes to the one in front.
    let played = guns()
        .force("us 2+", "1 stubber; 1 autocannon")
        .force("them 3+", "1 car; 1 boy")
        .step("shoot", "us", "them", "")
        .play(&[
            ("Gun AP2+", &[2, 2]),
            ("Gun AT2+", &[2, 2]),
            ("save of Car", &[4]),
            ("save of Car", &[4]),
            ("save of Boy", &[4]),
            ("save of Boy", &[3]),
        ]);
    assert_eq!((played["1.them.hits"], played["1.them.kills"]), (4, 1));
    // By the numbers of AP and AT hits: which of them takes how many.
    let ways = [1.0 / 36.0, 10.0 / 36.0, 25.0 / 36.0];
    let (mut lost_car, mut lost_boy) = (0.0, 0.0);
    for (ap, chance_ap) in ways.iter().enumerate() {
        for (at, chance_at) in ways.iter().enumerate() {
            let (car, boy) = match (ap, at) {
                (0, at) => (at, 0),
                (1, 0) => (1, 0),
                (1, at) => (at, 1),
                (_, 0) => (1, 1),
                (_, at) => (at, 2),
            };
            let dies = |hits: usize| 1.0 - 0.5_f64.powi(hits as i32);
            lost_car += chance_ap * chance_at * dies(car);
            lost_boy += chance_ap * chance_at * dies(boy);
        }
    }
    let odds = guns()
        .force("us 2+", "1 stubber; 1 autocannon")
        .force("them 3+", "1 car; 1 boy")
        .step("shoot", "us", "them", "")
        .odds();
    close(odds.mean("1.them.kills"), lost_car + lost_boy);
}

#[test]
fn section_1_9_6_hits_of_two_ranges_fill_up_all_units_together() {
    // Three hits reach both units, three only the one in front: three each, and not four or more on the first.
    let played = guns()
        .force("us 2+", "1 long; 1 short")
        .force("them 3+", "1 scout; 1 boy")
        .step("shoot", "us", "them", "range = { scout = 15, boy = 30 }")
        .play(&[
            ("Gun AP2+", &[2, 2, 2]),
            ("Gun AP2+", &[2, 2, 2]),
            ("save of Scout", &[3]),
            ("save of Scout", &[3]),
            ("save of Scout", &[3]),
            ("save of Boy", &[4]),
            ("save of Boy", &[4]),
            ("save of Boy", &[3]),
        ]);
    assert_eq!((played["1.them.hits"], played["1.them.kills"]), (6, 1));
}

/// Two macro-weapons and a titan killer, in fire and in close combat, and targets with reinforced armour of 4+.
fn slayers() -> Scene {
    let fire = |name: &str, shots: &str, more: &str| {
        format!("weapons = [{{ name = '{name}', range = 45, fire = '{shots}', abilities = [{more}] }}]")
    };
    Scene::new()
        .unit("melter", &fire("Melter", "2 x MW2+", ""))
        .unit("volcano", &fire("Volcano", "MW2+", "'titan-killer'"))
        .unit("beam", &fire("Beam", "MW2+", "'titan-killer D3'"))
        .unit("claw", &format!("cc = '2+', {}", fire("Claw", "assault weapon", "'macro-weapon'")))
        .unit("maw", &format!("cc = '2+', {}", fire("Maw", "assault weapon", "'titan-killer'")))
        .unit("walker", "type = 'armoured-vehicle', armour = '4+', abilities = ['reinforced-armour']")
        .unit("hull", "type = 'war-engine', dc = 3, armour = '4+', abilities = ['reinforced-armour']")
        .unit("tower", "type = 'war-engine', dc = 3, armour = '4+', abilities = ['reinforced-armour']")
}

/// The same with a reading; the default if it is empty.
fn by_reading(scene: &Scene, reading: &str) -> Scene {
    match reading {
        "" => scene.clone(),
        _ => scene.clone().top(&format!("readings = {{ titan-killer-allocation = '{reading}' }}")),
    }
}

#[test]
fn section_2_2_11_titan_killers_are_allocated_with_macro_weapons() {
    let scene =
        slayers().force("us 2+", "1 melter; 1 volcano").force("them 3+", "2 walker").step("shoot", "us", "them", "");
    // Together: three hits (125 of 216 ways) are a macro hit on each walker and the titan killer on the first: both die
    // with 1/2, if the second fails its save. A macro hit and the titan killer (50) are one on each: 1/2. Two macro hits
    // (25): 1/4.
    let together = (125.0 / 2.0 + 50.0 / 2.0 + 25.0 / 4.0) / 216.0;
    // One after the other, the titan killer falls on a walker that has saved. After two macro hits (25 of 36) both die with
    // 3/4 if it hits, else with 1/4; after one (10) with 1/2 if it hits.
    let after = 25.0 / 36.0 * (5.0 / 6.0 * 3.0 / 4.0 + 1.0 / 6.0 / 4.0) + 10.0 / 36.0 * 5.0 / 6.0 / 2.0;
    for (reading, both) in [("", together), ("with-macro", together), ("after-macro", after)] {
        close(by_reading(&scene, reading).odds().chance("1.them.kills", 2), both);
    }
}

#[test]
fn sections_2_2_11_and_3_2_6_a_titan_killer_behind_macro_hits_finds_the_first_engine_full() {
    let scene = slayers()
        .unit("trident", "weapons = [{ name = 'Trident', range = 45, fire = '3 x MW2+' }]")
        .force("us 2+", "1 trident; 1 beam")
        .force("them 3+", "1 hull; 1 tower")
        .step("shoot", "us", "them", "");
    // Three macro hits fill the hull, which saves them all: the two points of the titan killer go to the tower, or to the
    // hull if it was allocated by itself.
    for (reading, hull, tower) in [("", 3, 1), ("with-macro", 3, 1), ("after-macro", 1, 3)] {
        let mut script: Vec<(&str, &[u8])> = vec![("Trident MW2+", &[2, 2, 2]), ("Beam MW2+", &[2])];
        // The points of titan killers that are allocated together with other hits are rolled at allocation, before any
        // save.
        let points: (&str, &[u8]) = ("damage of a titan killer", &[4]);
        match reading {
            "after-macro" => {
                script.push(("save of Hull", &[4, 4, 4]));
                script.push(points);
                script.push(("Hull: critical", &[1, 1]));
            }
            _ => {
                script.push(points);
                script.extend([("save of Hull", &[4_u8][..]); 3]);
                script.push(("Tower: critical", &[1, 1]));
            }
        }
        let played = by_reading(&scene, reading).play(&script);
        assert_eq!((played["end.them.hull.dc_left"], played["end.them.tower.dc_left"]), (hull, tower), "{reading}");
    }
}

#[test]
fn section_2_2_11_titan_killers_in_close_combat_too() {
    let scene =
        slayers().force("us 2+", "2 claw; 1 maw").force("them 3+", "2 walker").step("assault", "us", "them", "");
    // All hit; the first walker dies of the claw, the second saves. The maw falls on the first, dead already, or on the second.
    let hits: [(&str, &[u8]); 4] = [
        ("close combat 2+, macro-weapons", &[2, 2]),
        ("close combat 2+, titan killers", &[2]),
        ("save of Walker", &[3, 4]),
        ("assault result, attacker", &[6, 1]),
    ];
    for reading in ["", "with-macro"] {
        let played = by_reading(&scene, reading).play(&[&hits[..], &[("assault result, defender", &[1, 1])]].concat());
        assert_eq!(played["1.us.kills"], 1, "{reading}");
    }
    assert_eq!(by_reading(&scene, "after-macro").play(&hits[..3])["1.us.kills"], 2);
}
