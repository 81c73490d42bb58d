//! Independent fights in one plan: each has the odds that it has by itself, and exact answers to all of them take hardly
//! more than to one after the other.

use std::sync::atomic::AtomicBool;

use battle_odds::engine::exact::{Exact, Limit};
use rayon::ThreadPoolBuilder;

use crate::support::{Scene, compiled};

/// `count` times eight rifles that have to pass their test shoot at ten recruits worth 100 points, and all formations
/// rally.
fn fights(count: usize) -> Scene {
    let both = |fight: usize| (format!("us{fight}"), format!("them{fight}"));
    let goal: Vec<String> = (0..count).map(|fight| format!("'end.them{fight}.losses >= 2'")).collect();
    let scene = Scene::new().top(&format!("goal = [{}]", goal.join(", ")));
    let scene = (0..count).map(both).fold(scene, |scene, (us, them)| {
        scene
            .force(&format!("{us} 2+; side = 'us'"), "8 rifle")
            .force(&format!("{them} 3+; side = 'them'; points = 100"), "10 recruit")
    });
    let shoot = |scene: Scene, (us, them): (String, String)| scene.step("shoot", &us, &them, "activation = 'test'");
    (0..count).map(both).fold(scene, shoot).step("end-phase", "", "", "")
}

fn exact(scene: &Scene, whole: bool) -> Exact {
    let limit = Limit { whole, ..Limit::default() };
    compiled(&scene.text()).engagement.exact(limit, &AtomicBool::new(false)).expect("a small scenario")
}

fn close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-10, "{one}, {other}");
}

#[test]
fn each_fight_of_a_turn_has_the_odds_that_it_has_alone() {
    let [one, five] = [1, 5].map(|count| fights(count).odds());
    for fight in 0..5 {
        for measure in ["losses", "blast_markers", "broken", "survivors", "points_lost"] {
            let alone = one.chances(&format!("end.them0.{measure}"));
            for (value, &chance) in alone.iter().enumerate() {
                close(five.chance(&format!("end.them{fight}.{measure}"), value), chance);
            }
        }
    }
    // All five have to succeed, and what a side loses is what its formations lose: their points are added up.
    close(five.chance("end.scenario.goal", 1), one.chance("end.scenario.goal", 1).powi(5));
    close(five.mean("end.them.points_lost"), 5.0 * one.mean("end.them0.points_lost"));
    let nothing = one.chance("end.them0.points_lost", 0);
    close(five.chance("end.them.points_lost", 0), nothing.powi(5));
    close(five.chance("end.us.points_swing", 0), nothing.powi(5));
}

#[test]
fn states_of_fights_add_up() {
    let [one, two, four, eight] = [1, 2, 4, 8].map(|count| exact(&fights(count), false).size.states);
    assert!(two < 2.1 * one && four < 2.1 * two && eight < 2.1 * four, "{one} {two} {four} {eight}");
    let whole = exact(&fights(2), true);
    assert!(whole.size.states > 10.0 * two, "{} {two}", whole.size.states);
}

#[test]
fn what_is_walked_apart_is_the_same_to_the_last_bit_on_any_number_of_threads() {
    let on = |threads: usize| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| exact(&fights(6), false).chances)
    };
    assert_eq!(on(1), on(2));
    assert_eq!(on(1), on(7));
}
