//! Goals and conditions with "or", and steps that are left out.

use crate::support::{Odds, Scene, close, weapon};
use battle_odds::scenario::Loaded;
use battle_odds::systems::{compile, load};

/// One gun that destroys a recruit with a chance of 1/2 fires at `a`, and another at `b`.
fn two_duels() -> Scene {
    Scene::new()
        .unit("gun", &weapon("Gun", "AP4+", ""))
        .force("guns 1+", "1 gun")
        .force("others 1+", "1 gun")
        .force("a 1+", "1 recruit")
        .force("b 1+", "1 recruit")
        .step("shoot", "guns", "a", "range = 30; order = 'advance'; activation = 'none'")
        .step("shoot", "others", "b", "range = 30; order = 'advance'; activation = 'none'")
}

fn chance_of(goal: &str) -> f64 {
    two_duels().top(&format!("goal = {goal}")).odds().chance("end.scenario.goal", 1)
}

/// Two duels of 1/2 each: at least one of them 3/4, both 1/4.
#[test]
fn one_way_of_several_is_enough() {
    close(chance_of("'a.destroyed or b.destroyed'"), 0.75);
    close(chance_of("'1.a.kills = 1 or 2.b.kills = 1'"), 0.75);
    close(chance_of("'1.a.kills = 1 or b.destroyed'"), 0.75);
    close(chance_of("['1.a.kills = 1 or 2.b.kills = 1', '2.b.kills = 1']"), 0.5);
    close(chance_of("['1.a.kills = 1 or 2.b.kills = 1', '1.a.kills = 0 or 2.b.kills = 0']"), 0.5);
    close(chance_of("['1.a.kills = 1', 'a.survivors = 1 or b.destroyed or guns.broken']"), 0.25);
    // The order of the parts makes no difference.
    close(chance_of("['2.b.kills = 1 or 1.a.kills = 1', 'a.destroyed']"), 0.5);
}

/// The third step is played when one of the first two has succeeded: guns fire again at what is left of `c`, 3/4 × 1/2.
#[test]
fn a_step_waits_for_one_of_several_things() {
    let third = |when: &str| {
        let more = format!("range = 30; order = 'advance'; activation = 'none'; when = {when}");
        let scene = two_duels().force("c 1+", "1 recruit").step("shoot", "guns", "c", &more);
        scene.odds().chance("end.c.destroyed", 1)
    };
    close(third("'1.a.kills = 1 or 2.b.kills = 1'"), 0.375);
    close(third("'1.a.kills = 1 or b.destroyed'"), 0.375);
    close(third("['1.a.kills = 1 or 2.b.kills = 1', 'a.destroyed']"), 0.25);
}

#[test]
fn half_a_condition_is_refused() {
    let told = two_duels().top("goal = 'a.destroyed or '").refusal();
    assert!(told.contains("is no condition"), "{told}");
    let told = two_duels().top("goal = 'a.destroyed or b.destroid'").refusal();
    assert!(told.contains("did you mean `destroyed`"), "{told}");
}

/// A condition that the dice cannot change is remarked on: one recruit cannot be lost twice, and a number of survivors is
/// always 0 or more.
#[test]
fn a_condition_that_is_always_or_never_true_is_remarked() {
    let told = |scene: Scene| crate::support::compiled(&scene.text()).choices.join("\n");
    for (goal, remark) in [
        ("'a.losses >= 2'", Some("goal: `a.losses >= 2` is never true, whatever the dice do: it is 0 to 1")),
        ("'a.survivors >= 0'", Some("goal: `a.survivors >= 0` is always true, whatever the dice do: it is 0 to 1")),
        ("'1.a.kills > 1 or b.broken = 2'", Some("is never true, whatever the dice do: it is 0 to 1 and 0 to 1")),
        ("'1.a.kills > 1 or b.broken <= 1'", Some("is always true")),
        ("'a.blast_markers < 0'", Some("is never true, whatever the dice do: it is 0 or more")),
        ("['a.losses = 1', 'a.losses < 1']", Some("goal: `a.losses = 1` and `a.losses < 1` are never true together")),
        ("['a.losses = 1', 'b.losses < 1', 'a.blast_markers <= 99']", None),
    ] {
        let told = told(two_duels().top(&format!("goal = {goal}")));
        match remark {
            Some(remark) => assert!(told.contains(remark), "no {remark} in {told}"),
            None => assert!(!told.contains("never true") && !told.contains("always true"), "{told}"),
        }
    }
    let more = "range = 30; order = 'advance'; activation = 'none'; when = ['a.survivors >= 1', '1.a.kills >= 3']";
    let told = told(two_duels().step("shoot", "guns", "b", more));
    assert!(told.contains("step 3 (key `when`): `1.a.kills >= 3` is never true"), "{told}");
    assert!(!told.contains("`a.survivors >= 1`"), "{told}");
}

/// A step that is left out is not played; those after it keep their numbers.
#[test]
fn a_step_left_out() {
    let left_out = two_duels().text().replacen("action = 'shoot'", "action = 'shoot'\nskip = true", 1);
    let odds = Odds::of(&left_out);
    close(odds.chance("end.a.destroyed", 1), 0.0);
    close(odds.chance("2.b.kills", 1), 0.5);
    // A condition cannot read what it would have counted.
    let told = format!("goal = '1.a.kills = 1'\n{left_out}");
    let told =
        crate::support::scenario(&told).and_then(|scenario| compile(&scenario)).err().expect("a problem").to_string();
    assert!(told.contains("nothing is counted of `a` in step 1"), "{told}");
    let asked = left_out.replace("skip = true", "skip = 3");
    let told =
        crate::support::scenario(&asked).and_then(|scenario| compile(&scenario)).err().expect("a problem").to_string();
    assert!(told.contains("`skip` is true or false, found 3"), "{told}");
}

/// §2.2.8: a slow weapon fires, a turn passes in which it loads, and it fires again: one loss on average. Without the end
/// phases it fires once: half a loss. What is done in the other case can be left out as well.
#[test]
fn no_time_passes_in_a_step_left_out() {
    let fire = "range = 30; order = 'advance'; activation = 'none'";
    let scene = |skip: &str| {
        Scene::new()
            .unit("gun", &weapon("Gun", "AP4+", "'slow-firing'"))
            .force("guns 1+", "1 gun")
            .force("a 1+", "9 recruit")
            .step("shoot", "guns", "a", fire)
            .step("end-phase", "", "", skip)
            .step("end-phase", "", "", skip)
            .step("shoot", "guns", "a", fire)
    };
    close(scene("").odds().mean("end.a.losses"), 1.0);
    close(scene("skip = true").odds().mean("end.a.losses"), 0.5);
    close(scene("skip = false").odds().mean("end.a.losses"), 1.0);
    let otherwise = |skip: &str| {
        let more = format!("{fire}; when = '1.a.kills = 1'; otherwise = {{ action = 'end-phase'{skip} }}");
        let scene = two_duels().step("shoot", "others", "b", &more);
        scene.odds().0.contains_key("3.guns.rallied")
    };
    assert!(otherwise("") && !otherwise(", skip = true"));
}

/// A variant leaves a step out; `--set` puts it back.
#[test]
fn variants_leave_steps_out() {
    let text = two_duels().text() + "[[variants]]\nname = 'b alone'\nset = { 'steps[0].skip' = true }\n";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("test.toml");
    std::fs::write(&path, text).expect("a writable folder");
    let losses = |sets: &[String]| -> Vec<f64> {
        let Ok(Loaded::Scenarios(scenarios, refused)) = load(&path, sets) else { panic!("a scenario") };
        assert!(refused.is_empty());
        let odds = scenarios.iter().map(|scenario| {
            let compiled = compile(scenario).unwrap_or_else(|problem| panic!("{problem}"));
            let go = std::sync::atomic::AtomicBool::new(false);
            let exact = compiled.engagement.exact(Default::default(), &go).expect("a small scenario");
            Odds::named(&compiled, exact).mean("end.a.losses")
        });
        odds.collect()
    };
    assert_eq!(losses(&[]), [0.5, 0.0]);
    assert_eq!(losses(&["steps[0].skip=false".into()]), [0.5, 0.5]);
}
