//! Rulings on hits that several formations share because they fight as one (§1.12.10 intermingled formations, §2.1.7
//! combined assaults), counted by hand.

use crate::support::{Scene, close, compiled};

/// Four troopers fire at two intermingled formations, `a` and `b`, two recruits each.
fn mixed(step: &str) -> Scene {
    Scene::new()
        .force("us 2+; blast-markers = 1", "4 trooper")
        .force("a 3+", "2 recruit")
        .force("b 3+", "2 recruit")
        .step("assault", "us", "a, b", &format!("mode = 'firefight'; {step}"))
}

const THEY_WIN: [(&str, &[u8]); 2] = [("assault result, attacker", &[1, 1]), ("assault result, defender", &[6, 6])];

/// Survivors of `a` and `b` after this many hits, if they win.
fn after(scene: &Scene, hits: usize) -> [u64; 2] {
    let mut dice = [1; 4];
    dice[..hits].fill(4);
    let script: [(&str, &[u8]); 3] = [("attacker: firefight 4+", &dice), THEY_WIN[0], THEY_WIN[1]];
    let played = scene.play(&script);
    [played["end.a.survivors"], played["end.b.survivors"]]
}

#[test]
fn section_1_12_10_hits_on_intermingled_formations_as_their_player_likes() {
    let shared = |step: &str| [1, 2, 3].map(|hits| after(&mixed(step), hits));
    // Those named first are in front.
    assert_eq!(shared(""), [[1, 2], [0, 2], [0, 1]]);
    assert_eq!(shared("share-hits = 'in-order'"), [[1, 2], [0, 2], [0, 1]]);
    assert_eq!(shared("share-hits = ['a', 'b']"), [[1, 2], [0, 2], [0, 1]]);
    assert_eq!(shared("share-hits = ['b', 'a']"), [[2, 1], [2, 0], [1, 0]]);
    assert_eq!(shared("share-hits = ['b']"), [[2, 1], [2, 0], [1, 0]]);
    // One on each in turn.
    assert_eq!(shared("share-hits = 'evenly'"), [[1, 2], [1, 1], [0, 1]]);
}

#[test]
fn section_1_12_7_those_in_contact_first_within_a_formation() {
    // One of each in contact, one of each within 15 cm; two hits.
    let counts =
        "contact = { brawler = 2, 'a.recruit' = 1, 'b.recruit' = 1 }; firefight = { 'a.recruit' = 1, 'b.recruit' = 1 }";
    let survivors = |step: &str| {
        let scene = Scene::new()
            .force("us 2+", "2 brawler")
            .force("a 3+", "2 recruit")
            .force("b 3+", "2 recruit")
            .step("assault", "us", "a, b", &format!("{counts}; {step}"));
        let script: [(&str, &[u8]); 3] = [("close combat 4+", &[4, 4]), THEY_WIN[0], THEY_WIN[1]];
        let played = scene.play(&script);
        [played["end.a.survivors"], played["end.b.survivors"]]
    };
    assert_eq!(survivors(""), [1, 1]);
    assert_eq!(survivors("share-hits = 'evenly'"), [1, 1]);
    assert_eq!(survivors("share-hits = ['a', 'b']"), [0, 2]);
    assert_eq!(survivors("share-hits = ['b', 'a']"), [2, 0]);
}

#[test]
fn section_1_12_7_extra_hits_are_shared_in_the_same_way() {
    // Five against four are one ahead, and the dice one: two extra hits, none in the fighting.
    let survivors = |step: &str| {
        let scene = Scene::new()
            .force("us 2+", "5 recruit")
            .force("a 3+", "2 recruit")
            .force("b 3+", "2 recruit")
            .step("assault", "us", "a, b", &format!("mode = 'firefight'; {step}"));
        let played = scene.play(&[("assault result, attacker", &[2, 1]), ("assault result, defender", &[1, 1])]);
        assert_eq!(played["1.assault.margin"], 2);
        [played["end.a.survivors"], played["end.b.survivors"]]
    };
    assert_eq!(survivors(""), [0, 2]);
    assert_eq!(survivors("share-hits = 'evenly'"), [1, 1]);
    assert_eq!(survivors("share-hits = ['b', 'a']"), [2, 0]);
}

#[test]
fn section_2_1_7_the_attackers_of_a_combined_assault_share_too() {
    let survivors = |step: &str| {
        let scene = Scene::new()
            .unit("captain", "abilities = ['commander']")
            .force("a 2+", "2 captain")
            .force("b 2+", "2 recruit")
            .force("them 3+", "2 trooper")
            .step("assault", "a, b", "them", &format!("mode = 'firefight'; {step}"));
        let script: [(&str, &[u8]); 3] = [
            ("defender: firefight 4+", &[4, 4]),
            ("assault result, attacker", &[6, 6]),
            ("assault result, defender", &[1, 1]),
        ];
        let played = scene.play(&script);
        [played["end.a.survivors"], played["end.b.survivors"]]
    };
    assert_eq!(survivors(""), [0, 2]);
    assert_eq!(survivors("share-hits = 'evenly'"), [1, 1]);
    assert_eq!(survivors("share-hits = ['b', 'a']"), [2, 0]);
}

#[test]
fn section_1_12_10_how_hits_are_shared_is_told_and_what_does_not_fit_refused() {
    let said = |scene: &Scene| compiled(&scene.text()).choices.iter().any(|line| line.contains("key `share-hits`"));
    assert!(said(&mixed("")) && !said(&mixed("share-hits = 'evenly'")));
    let alone = |step: &str| {
        let scene = Scene::new().force("us 2+", "1 trooper").force("a 3+", "2 recruit");
        scene.step("assault", "us", "a", step)
    };
    assert!(!said(&alone("")));
    assert!(alone("share-hits = 'evenly'").refusal().contains("hits are not shared"));
    let said = mixed("share-hits = 'even'").refusal();
    assert!(said.contains("`even` is not") && said.contains("did you mean `evenly`?"), "{said}");
    assert!(mixed("share-hits = ['us']").refusal().contains("`us` shares no hits"));
    assert!(mixed("share-hits = ['a', 'a']").refusal().contains("`a` is named twice"));
}

#[test]
fn section_1_12_10_hits_shared_evenly_in_odds() {
    // The defenders are so far ahead, with eight heroes and nine times the units, that one round decides. Two troopers: 0,
    // 1, 2 hits with 1/4, 1/2, 1/4.
    let lost = |step: &str| {
        let scene = Scene::new()
            .unit("hero", "abilities = ['inspiring']")
            .force("us 2+", "2 trooper")
            .force("a 3+", "5 recruit")
            .force("b 3+", "5 recruit; 8 hero")
            .step("assault", "us", "a, b", &format!("mode = 'firefight'; {step}"));
        let odds = scene.odds();
        close(odds.chance("1.assault.rounds", 1), 1.0);
        ["1.a.losses", "1.b.losses"].map(|measure| [0, 1, 2].map(|lost| odds.chance(measure, lost)))
    };
    let all_close = |found: [[f64; 3]; 2], expected: [[f64; 3]; 2]| {
        found.concat().into_iter().zip(expected.concat()).for_each(|(found, expected)| close(found, expected));
    };
    all_close(lost(""), [[0.25, 0.5, 0.25], [1.0, 0.0, 0.0]]);
    // The first falls on `a`, the second on `b`.
    all_close(lost("share-hits = 'evenly'"), [[0.25, 0.75, 0.0], [0.75, 0.25, 0.0]]);
}
