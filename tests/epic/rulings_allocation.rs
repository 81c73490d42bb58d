//! Rulings on the allocation of hits (§1.9.6): second and third hits where some units can take more kinds than others.

use crate::support::{Scene, close};

/// Guns that always hit but for a 1, and targets that save on 4+.
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
    // 2 AP hits go to the boy, 2 AT hits to the buggy, whoever of them stands in front: each saves twice. Each hit comes
    // with 5/6, and one AP hit alone goes to the one in front.
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
    // By the numbers of AP and AT hits: who takes how many.
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
    // Three hits reach both stands, three the one in front alone: three each, and not four or more on the first.
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
