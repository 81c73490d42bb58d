//! The losses of each kind of unit in a formation, and the points of damage that war engines lose in assaults.

use crate::support::{Scene, close};

/// Two veterans, the rear one with a captain, under the fire of two rifles: two dice hit on 4+, the first hit falls on the
/// front unit, the second on the captain's, and each is saved on 4+.
fn captain() -> Scene {
    Scene::new()
        .unit("captain", "type = 'character', abilities = ['commander']")
        .force("us 1+", "2 rifle")
        .force("them 1+", "2 veteran, character = 'captain'")
        .step("shoot", "us", "them", "")
}

#[test]
fn section_2_1_15_a_character_is_lost_with_the_unit_he_joined() {
    let odds = captain().top("goal = 'them.captain.survivors'").odds();
    // Both dice hit in 1 of 4 ways, and the captain's unit fails its save in 1 of 2: he dies in 1 of 8.
    close(odds.chance("end.them.captain.losses", 1), 1.0 / 8.0);
    close(odds.chance("end.them.captain.survivors", 1), 7.0 / 8.0);
    close(odds.chance("end.scenario.goal", 1), 7.0 / 8.0);
    // One hit on average, of which half is saved; his unit is a veteran too.
    close(odds.mean("end.them.veteran.losses"), 0.5);
    close(odds.mean("end.them.veteran.survivors"), 1.5);
}

#[test]
fn a_kind_of_unit_can_decide_about_a_step() {
    // A gun that cannot hurt them fires if the captain is dead. Then a single unit with two markers is left, so it is
    // broken, and the marker for coming under fire is its death (§1.13.4): with the captain they are all lost.
    let odds = captain()
        .force("gun 1+", "1 cannon")
        .step("shoot", "gun", "them", "when = 'them.captain.losses'; activation = 'none'")
        .odds();
    close(odds.chance("end.them.destroyed", 1), 1.0 / 8.0);
}

#[test]
fn kinds_are_told_apart_group_by_group() {
    // Nobz in front and behind are one kind; three hits on 2 of 4+: the two in front and one boy.
    let played = Scene::new()
        .force("us 1+", "3 rifle")
        .force("them 1+", "1 recruit; 1 trooper; 2 recruit")
        .step("shoot", "us", "them", "")
        .play(&[("to hit", &[4, 4, 4])]);
    assert_eq!((played["end.them.recruit.survivors"], played["end.them.recruit.losses"]), (1, 2));
    assert_eq!((played["end.them.trooper.survivors"], played["end.them.trooper.losses"]), (0, 1));
    assert_eq!(played["end.them.losses"], 3);
    // A formation of a single kind has only its own measures.
    assert!(!played.contains_key("end.us.rifle.survivors"));
}

#[test]
fn a_unit_that_is_not_there_is_pointed_at() {
    let said = captain().top("goal = 'them.captian.survivors'").refusal();
    assert!(said.contains("no unit of a formation is called `them.captian`"), "{said}");
    assert!(said.contains("did you mean `them.captain`?"), "{said}");
    let said = captain().top("goal = 'them.captain.broken'").refusal();
    assert!(said.contains("no measure of this formation is called `broken`"), "{said}");
    assert!(said.contains("known: losses, survivors"), "{said}");
}

/// Two brawlers against an engine of damage capacity 3 that cannot hit back: one hit, no critical hit. Attacker +1 for the
/// point and +1 without markers, defender +1 for three units against two and +1 without markers.
fn damage_in_an_assault(attacker: u8, defender: u8, flight: &[(&str, &[u8])]) -> (u64, u64) {
    let scene = Scene::new()
        .unit("engine", "type = 'war-engine', dc = 3")
        .force("us 1+", "2 brawler")
        .force("them 1+", "1 engine")
        .step("assault", "us", "them", "");
    let result = [attacker, 1, defender, 1];
    let script = [
        &[("close combat", &[4, 1][..]), ("critical", &[1]), ("result", &result[..2]), ("result", &result[2..])],
        flight,
    ];
    let played = scene.play(&script.concat());
    assert_eq!(played.get("1.us.damage"), None, "brawlers have no damage capacity");
    (played["1.them.damage"], played["1.them.losses"])
}

#[test]
fn section_3_2_2_points_of_damage_are_counted_in_assaults() {
    // 3 against 8: the attacker loses; only one point is lost.
    assert_eq!(damage_in_an_assault(1, 6, &[]), (1, 0));
    // 8 against 3: extra hits take the two points left (§3.3.3), and with them the engine.
    assert_eq!(damage_in_an_assault(6, 1, &[("critical", &[1, 1])]), (3, 1));
}

#[test]
fn section_2_1_15_a_characters_name_means_the_unit_he_joined() {
    let scene = |keys: &str| {
        Scene::new()
            .unit("captain", "type = 'character'")
            .unit("ranger", "weapons = [{ name = 'Rifle', range = 45, fire = 'AP4+', abilities = ['sniper'] }]")
            .force("us 1+", "1 ranger")
            .force("them 1+", "3 recruit, character = 'captain'")
            .step("shoot", "us", "them", keys)
    };
    // The only hit falls on the unit that the sniper picks (§2.1.20), or on the only unit that can be seen.
    for keys in ["sniper-at = ['captain']", "exposed = { captain = 1, recruit = 0 }"] {
        let played = scene(keys).play(&[("to hit", &[4])]);
        assert_eq!((played["end.them.captain.losses"], played["end.them.recruit.survivors"]), (1, 2), "{keys}");
    }
    // He is one of the three: listed in addition to all of them he would be a fourth.
    let said = scene("exposed = { recruit = 3, captain = 1 }").refusal();
    assert!(said.contains("1 of `captain` are more than the 0 there are"), "{said}");
}
