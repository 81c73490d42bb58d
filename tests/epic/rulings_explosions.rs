//! Rulings on explosions (§3.2.3, §3.2.4): how often an engine explodes, and which units are still near when it does.

use crate::support::{Odds, Scene, close, weapon};

/// Lascannons that nearly always hit, and engines of three points without armour, each with its own critical hits.
fn engines() -> Scene {
    let engine = |critical: &str| format!("type = 'war-engine', dc = 3, critical = [{critical}]");
    Scene::new()
        .unit("gun", &weapon("Lascannon", "AT2+", ""))
        .unit("baneblade", &engine("'destroyed', 'explosion 2+'"))
        .unit("twice", &engine("'destroyed', 'explosion 2+', 'explosion 2+'"))
        .unit("thrasher", &engine("'explosion 2+'"))
        .unit("reactor", &engine("{ roll = { '1-3' = ['destroyed', 'explosion 2+'], '4-6' = 'explosion 2+' } }"))
        .unit("kettle", &engine("'explosion 2+', 'shock'"))
}

/// `guns` guns fire at an engine with one of two guards near it.
fn beside(engine: &str, guns: usize) -> Scene {
    engines()
        .force("us 2+", &format!("{guns} gun"))
        .force("them 3+", &format!("1 {engine}, near = {{ 'guards.recruit' = 1 }}"))
        .force("guards 3+", "2 recruit")
        .step("shoot", "us", "them", "")
}

fn lost(odds: &Odds) -> [f64; 2] {
    [1, 2].map(|units| odds.chance("end.guards.losses", units))
}

#[test]
fn section_3_2_4_an_engine_explodes_once_whatever_critical_hits_follow() {
    // Each gun hits with 5/6 and has its critical hit with 1/6: none with 31/36. Then the guard is hit with 5/6, and there
    // is no second guard near.
    let one = (1.0 - (31.0_f64 / 36.0).powi(2)) * 5.0 / 6.0;
    let found = lost(&beside("baneblade", 2).odds());
    close(found[0], one);
    close(found[1], 0.0);
    // §3.2.4: two points of damage, and the third with the critical hit: 1 marker for coming under fire, 3 for the engine.
    let played = beside("baneblade", 2).play(&[
        ("Lascannon AT2+", &[2, 2]),
        ("Baneblade: critical hit", &[6, 6]),
        ("explodes: 2+", &[2]),
    ]);
    assert_eq!((played["1.them.damage"], played["1.them.blast_markers"], played["end.guards.losses"]), (3, 4, 1));
}

#[test]
fn section_3_2_3_nobody_takes_the_place_of_a_guard_who_is_gone() {
    // One critical hit with two explosions: the guard is hit by the first or by the second, 35/36, and his comrade by none.
    let found = lost(&beside("twice", 1).odds());
    close(found[0], 5.0 / 36.0 * 35.0 / 36.0);
    close(found[1], 0.0);
    // An engine that stands explodes at every critical hit, as their effects add up: with one 5/6, with two 35/36.
    let [none, both] = [31.0_f64 / 36.0, 5.0 / 36.0].map(|chance| chance.powi(2));
    let found = lost(&beside("thrasher", 2).odds());
    close(found[0], (1.0 - none - both) * 5.0 / 6.0 + both * 35.0 / 36.0);
    close(found[1], 0.0);
    // The same in two steps, one gun each: it remembers which units it has killed.
    let volley = |scene: Scene| scene.step("shoot", "more", "them", "");
    let found = lost(&volley(beside("thrasher", 1).force("more 2+; side = 'us'", "1 gun")).odds());
    close(found[0], 2.0 * 31.0 / 36.0 * 5.0 / 36.0 * 5.0 / 6.0 + both * 35.0 / 36.0);
    close(found[1], 0.0);
}

#[test]
fn section_3_2_3_a_table_may_spare_the_engine_for_a_second_explosion() {
    // The first critical hit does not destroy it, and it explodes; the second destroys it, and it explodes with no unit
    // left near.
    let dice = |first: &[u8], more: &[(&str, &[u8])]| {
        let start: [(&str, &[u8]); 3] =
            [("Lascannon AT2+", &[2, 2]), ("Reactor: critical hit", &[6, 6]), ("critical hit", first)];
        beside("reactor", 2).play(&[&start[..], more].concat())
    };
    let played = dice(&[4], &[("critical hit", &[1]), ("explodes: 2+", &[2])]);
    assert_eq!((played["1.them.damage"], played["end.guards.losses"]), (3, 1));
    // The first destroys it: no dice are rolled for the second.
    let played = dice(&[1], &[("explodes: 2+", &[1])]);
    assert_eq!((played["1.them.damage"], played["end.guards.losses"]), (3, 0));
}

#[test]
fn section_3_2_3_a_shock_is_felt_by_those_near_when_it_comes() {
    // One gun per step. The guard near it dies in the first explosion and leaves a marker for himself and one for the
    // shock; no unit is near the second. Four guards: they do not break.
    let played = engines()
        .force("us 2+", "1 gun")
        .force("them 3+", "1 kettle, near = { 'guards.recruit' = 1 }")
        .force("guards 3+", "4 recruit")
        .force("more 2+; side = 'us'", "1 gun")
        .step("shoot", "us", "them", "")
        .step("shoot", "more", "them", "")
        .play(&[
            ("Lascannon AT2+", &[2]),
            ("Kettle: critical hit", &[6]),
            ("explodes: 2+", &[2]),
            ("Lascannon AT2+", &[2]),
            ("Kettle: critical hit", &[6]),
        ]);
    assert_eq!((played["end.guards.survivors"], played["end.guards.blast_markers"]), (3, 2));
}
