//! Which formations may be named and which may act, and how often: lists in which a formation may appear only once (§1.10,
//! §1.12.6), one action a turn (§1.6.1), and the initiative retained once (§1.6.3).

use crate::support::{Scene, compiled};

/// Two friends and two enemies.
fn field() -> Scene {
    Scene::new()
        .force("a 2+; side = 'ours'", "3 rifle")
        .force("b 2+; side = 'ours'", "2 trooper; 2 rifle")
        .force("c 2+; side = 'ours'", "3 trooper")
        .force("x 3+; side = 'theirs'", "5 recruit")
        .force("y 3+; side = 'theirs'; state = 'overwatch'", "3 rifle")
}

#[test]
fn section_1_12_6_who_supports_twice_is_refused() {
    let storm = |keys: &str| field().step("assault", "a", "x", &format!("mode = 'firefight'; {keys}"));
    for keys in [
        "support = ['b', 'c', 'b']",
        "support = ['b', 'b.trooper']",
        "support = ['b.trooper', 'b']",
        "support = ['b.trooper', 'b.trooper']",
        "defender-support = ['y', 'y']",
        "in-support-range = ['c', 'c']",
        "reactions = [{ by = 'y' }, { by = 'y' }]",
    ] {
        let said = storm(keys).refusal();
        assert!(said.contains("is named twice") && said.contains("test.toml:"), "{keys}: {said}");
    }
    // Different units of one formation are as good as all of it, and a supporter is within range.
    let whole = storm("support = ['b']").odds().mean("1.a.won");
    assert_eq!(storm("support = ['b.trooper', 'b.rifle']").odds().mean("1.a.won"), whole);
    assert_eq!(storm("support = ['b']; in-support-range = ['b']").odds().mean("1.a.won"), whole);
    // A formation that fights does not also stand by.
    assert!(storm("in-support-range = ['x']").refusal().contains("fights in the assault itself"));
    assert!(storm("support = ['a']").refusal().contains("fights in the assault itself"));
}

#[test]
fn section_1_12_10_who_charges_or_is_charged_twice_is_refused() {
    assert!(field().step("assault", "a, b, a", "x", "").refusal().contains("`a` is named twice"));
    assert!(field().step("assault", "a", "x, y, x", "").refusal().contains("`x` is named twice"));
    assert!(field().step("rally", "a, a", "", "").refusal().contains("`a` is named twice"));
}

#[test]
fn section_4_2_4_flak_named_twice_is_refused() {
    let sky = |action: &str, keys: &str| {
        Scene::new()
            .unit("plane", "type = 'armoured-vehicle', aircraft = 'bomber', weapons = [{ name = 'Bombs', range = 15, fire = 'AP4+' }]")
            .unit("gun", "type = 'armoured-vehicle', weapons = [{ name = 'Flak', range = 30, fire = 'AA4+' }]")
            .force("planes 2+; side = 'ours'", "2 plane")
            .force("guns 2+; side = 'theirs'", "2 gun")
            .force("x 2+; side = 'theirs'", "4 recruit")
            .step(action, "planes", if action == "departure" { "" } else { "x" }, keys)
    };
    for action in ["ground-attack", "departure"] {
        let said = sky(action, "flak = [{ by = 'guns' }, { by = 'guns' }]").refusal();
        assert!(said.contains("`guns` is named twice"), "{said}");
    }
}

/// The remarks, except for those about fire without a target.
fn remarks(scene: Scene) -> Vec<String> {
    let remarks = compiled(&scene.text()).remarks.into_iter();
    remarks.filter(|remark| !remark.starts_with("! ")).collect()
}

#[test]
fn section_1_6_1_a_formation_that_acts_twice_in_a_turn_is_remarked() {
    let shoots = |scene: Scene, by: &str, keys: &str| scene.step("shoot", by, "x", keys);
    let twice = remarks(shoots(shoots(field(), "a", ""), "a", ""));
    assert_eq!(twice.len(), 1, "{twice:?}");
    assert!(twice[0].contains("`a` acts in step 1 and again in step 2") && twice[0].contains("§1.6.1"));
    // Once each; and with an end phase between.
    assert_eq!(remarks(shoots(shoots(field(), "a", ""), "b", "")), [""; 0]);
    let next = shoots(field(), "a", "").step("end-phase", "", "", "");
    assert_eq!(remarks(shoots(next, "a", "")), [""; 0]);
    let turns = shoots(shoots(field().top("turns = 2"), "a", ""), "b", "");
    assert_eq!(remarks(turns), [""; 0]);
    // In a plan of two turns it is said once.
    assert_eq!(remarks(shoots(shoots(field().top("turns = 2"), "a", ""), "a", "")).len(), 1);
    // Support is not an action, nor is rallying.
    let supports = shoots(field(), "b", "").step("assault", "a", "x", "mode = 'firefight'; support = ['b']");
    assert_eq!(remarks(supports.step("rally", "a, b", "", "")), [""; 0]);
    // Marching, regrouping and going on overwatch are actions.
    for action in ["march", "marshal", "overwatch"] {
        assert_eq!(remarks(shoots(field(), "a", "").step(action, "a", "", "")).len(), 1, "{action}");
    }
    // One thing or the other.
    let or_else = shoots(shoots(field(), "a", "when = 'x.broken'"), "a", "when = 'x.broken = 0'");
    assert_eq!(remarks(or_else), [""; 0]);
    let both = shoots(shoots(field(), "a", "when = 'x.broken'"), "a", "when = 'y.broken = 0'");
    assert_eq!(remarks(both).len(), 1);
    let otherwise = "when = 'x.broken = 0'; otherwise = { action = 'shoot', by = 'a', at = 'y' }";
    assert_eq!(remarks(shoots(field(), "a", otherwise)), [""; 0]);
    let again = "when = 'b.broken = 0'; otherwise = { action = 'shoot', by = 'a', at = 'y' }";
    assert_eq!(remarks(shoots(shoots(field(), "a", ""), "b", again)).len(), 1);
}

#[test]
fn section_2_1_7_who_follows_a_commander_has_acted() {
    let led = || {
        Scene::new()
            .unit("captain", "ff = '4+', abilities = ['commander']")
            .force("a 2+", "1 captain; 2 trooper")
            .force("b 2+", "2 rifle")
            .force("x 3+", "5 recruit")
            .step("assault", "a, b", "x", "mode = 'firefight'")
            .step("shoot", "b", "x", "")
    };
    assert_eq!(remarks(led()).len(), 1);
}

#[test]
fn section_1_10_fire_from_overwatch_kept_since_the_turn_before_is_an_action() {
    let charged = |scene: Scene| {
        scene.step("assault", "a", "x", "mode = 'firefight'; reactions = [{ by = 'y' }]").step("shoot", "y", "b", "")
    };
    let said = remarks(charged(field()));
    assert!(said.len() == 1 && said[0].contains("`y` fires from overwatch in step 1") && said[0].contains("§1.10"));
    // Going on overwatch and firing is one action.
    let waits = field().step("overwatch", "y", "", "");
    let waits = waits.step("assault", "a", "x", "mode = 'firefight'; reactions = [{ by = 'y' }]");
    assert_eq!(remarks(waits), [""; 0]);
}

#[test]
fn section_1_6_3_two_that_retain_in_a_row_are_remarked() {
    let row = |steps: &[(&str, &str)]| {
        let steps = steps.iter().fold(field(), |scene, (by, activation)| {
            let at = if *by == "y" { "a" } else { "x" };
            scene.step("shoot", by, at, &format!("activation = '{activation}'"))
        });
        remarks(steps)
    };
    let said = row(&[("a", "test"), ("b", "retain"), ("c", "retain")]);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("`b` retains the initiative in step 2, and `c` again in step 3"), "{said:?}");
    assert!(said[0].contains("§1.6.3"));
    assert_eq!(row(&[("a", "test"), ("b", "retain"), ("y", "test"), ("c", "retain")]), [""; 0]);
    assert_eq!(row(&[("a", "test"), ("b", "retain"), ("c", "test")]), [""; 0]);
    // Each side for itself, and each turn.
    assert_eq!(row(&[("a", "test"), ("b", "retain"), ("y", "retain")]), [""; 0]);
    let turns = field().step("shoot", "a", "x", "activation = 'retain'").step("end-phase", "", "", "").step(
        "shoot",
        "b",
        "x",
        "activation = 'retain'",
    );
    assert_eq!(remarks(turns), [""; 0]);
}
