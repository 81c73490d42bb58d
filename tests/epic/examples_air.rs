//! The printed examples of chapter 4, and those of turns, initiative and points, each by its number in the companion list
//! and its section. If the book prints no dice they are ours.

use crate::support::{Scene, close, weapon};

#[test]
fn g2_section_1_6_3_the_imperials_win_the_strategy_roll() {
    let scene = |more: &str| {
        Scene::new().force("imperials 2+", "1 recruit").force("orks 3+", "1 recruit").step(
            "strategy",
            "imperials",
            "orks",
            &format!("rating = 2; enemy-rating = 3{more}"),
        )
    };
    // 6 + 2 against 3 + 3.
    let played = scene("").play(&[("strategy roll", &[6, 3])]);
    assert_eq!((played["1.imperials.first"], played["1.orks.first"]), (1, 0));
    let played = scene("").play(&[("strategy roll", &[3, 3])]);
    assert_eq!((played["1.imperials.first"], played["1.orks.first"]), (0, 1));
    // A tie goes to the side that lost the last roll (§1.5).
    let played = scene("; ties = 'orks'").play(&[("strategy roll", &[4, 3])]);
    assert_eq!(played["1.orks.first"], 1);
    // Of 36 throws the Imperials are ahead by 2 or more in 1 + 2 + 3 + 4 = 10, one ahead (a tie) in 5.
    close(scene("; ties = 'orks'").odds().chance("1.imperials.first", 1), 10.0 / 36.0);
    close(scene("; ties = 'imperials'").odds().chance("1.imperials.first", 1), 15.0 / 36.0);
}

#[test]
fn g5_section_1_6_2_q_an_initiative_of_1_never_fails_unmodified() {
    let activated = |marines: &str| {
        let scene = Scene::new().force(marines, "3 rifle").force("orks 3+", "9 recruit");
        scene.step("shoot", "marines", "orks", "activation = 'test'").odds().chance("1.marines.activated", 1)
    };
    close(activated("marines 1+"), 1.0);
    close(activated("marines 1+; blast-markers = 1"), 5.0 / 6.0);
}

/// A company with a Hydra, and Fighta-bommers that attack another formation.
fn hydra(company: &str, units: &str, flak: &str) -> Scene {
    Scene::new()
        .unit("hydra", "type = 'armoured-vehicle', weapons = [{ name = 'Autocannon', range = 45, fire = '2 x AA5+' }]")
        .unit("guard", "weapons = [{ name = 'Lasgun', range = 30, fire = 'AP5+' }]")
        .unit("bommer", "type = 'armoured-vehicle', aircraft = 'fighter-bomber', weapons = [{ name = 'Shootas', range = 30, fire = 'AP4+/AA6+' }]")
        .force(&format!("company 2+; side = 'imperial'{company}"), units)
        .force("others 2+; side = 'imperial'", "9 recruit")
        .force("bommers 3+; side = 'orks'", "3 bommer")
        .step("ground-attack", "bommers", "others", &format!("flak = [{{ by = 'company'{flak} }}]"))
}

const BOMMERS_ATTACK: (&str, &[u8]) = ("bommers: Shootas AP4+ (ground attack) to hit others", &[1, 1, 1]);
const FLAK: &str = "company: Autocannon AA5+ (flak) to hit bommers";

#[test]
fn g51_section_4_2_4_q_the_only_unit_in_range_is_suppressed_others_go_first() {
    // At 40 cm only the Hydra is in range: suppressed, so no unit fires and no marker is placed.
    let alone = hydra("; blast-markers = 2", "1 hydra; 3 guard", ", range = 40").play(&[BOMMERS_ATTACK]);
    assert_eq!(alone["1.bommers.blast_markers"], 0);
    // At 30 cm the two guards at the rear are, although they have no anti-aircraft weapon.
    let script: &[(&str, &[u8])] = &[(FLAK, &[4, 5]), BOMMERS_ATTACK_BY_TWO];
    let covered = hydra("; blast-markers = 2", "1 hydra; 3 guard", ", range = 30").play(script);
    assert_eq!((covered["1.bommers.kills"], covered["1.bommers.blast_markers"]), (1, 2));
}

const BOMMERS_ATTACK_BY_TWO: (&str, &[u8]) = ("bommers: Shootas AP4+ (ground attack) to hit others", &[1, 1]);

#[test]
fn g52_section_4_2_4_q_the_rearmost_is_suppressed_whether_it_is_flak_or_not() {
    let in_front =
        hydra("; blast-markers = 1", "1 hydra; 3 guard", ", range = 30").play(&[(FLAK, &[4, 4]), BOMMERS_ATTACK]);
    assert_eq!(in_front["1.bommers.blast_markers"], 1);
    let at_the_rear = hydra("; blast-markers = 1", "3 guard; 1 hydra", ", range = 30").play(&[BOMMERS_ATTACK]);
    assert_eq!(at_the_rear["1.bommers.blast_markers"], 0);
}

#[test]
fn g53_section_4_2_4_q_each_hydra_fires_once_as_they_come_or_as_they_leave() {
    let scene = |leaving: &str| {
        let leaving = format!("flak = [{{ by = 'company'{leaving} }}]; jink = 'never'");
        hydra("", "3 hydra", ", shooters = { hydra = 1 }").step("departure", "bommers", "", &leaving)
    };
    let played = scene("").play(&[(FLAK, &[1, 1]), BOMMERS_ATTACK, (FLAK, &[1, 1, 1, 1])]);
    // One marker in each of the two movements.
    assert_eq!((played["1.bommers.blast_markers"], played["2.bommers.blast_markers"]), (1, 1));
    let said = scene(", shooters = { hydra = 3 }").refusal();
    assert!(said.contains("3 of Hydra fire, but 2 have not fired at these aircraft yet"), "{said}");
}

#[test]
fn g54_section_4_2_4_q_the_order_of_an_intercepted_ground_attack() {
    let played = Scene::new()
        .unit("hydra", "type = 'armoured-vehicle', weapons = [{ name = 'Autocannon', range = 45, fire = '2 x AA5+' }]")
        .unit("bommer", "type = 'armoured-vehicle', aircraft = 'fighter-bomber', armour = '6+', weapons = [{ name = 'Shootas', range = 30, fire = 'AP4+/AA6+' }]")
        .unit("thunderbolt", "type = 'armoured-vehicle', aircraft = 'fighter', armour = '6+', weapons = [{ name = 'Bolters', range = 30, fire = 'AA5+' }]")
        .force("thunderbolts 2+; side = 'imperial'; state = 'patrol'", "2 thunderbolt")
        .force("company 2+; side = 'imperial'", "1 hydra; 6 recruit")
        .force("bommers 3+; side = 'orks'", "3 bommer")
        .step(
            "ground-attack",
            "bommers",
            "company",
            "activation = 'test'; interception = { by = 'thunderbolts' }; flak = [{ by = 'company' }]",
        )
        .play(&[
            ("action test of bommers", &[3]),
            ("bommers: Shootas AA6+ (air to air) to hit thunderbolts", &[6, 5, 5]),
            ("save of Thunderbolt", &[5]),
            ("company: Autocannon AA5+ (flak) to hit bommers", &[5, 4]),
            ("save of Bommer", &[5]),
            // The one that is left, at +1.
            ("thunderbolts: Bolters AA5+ (interception) to hit bommers", &[4]),
            ("save of Bommer", &[6]),
            ("bommers: Shootas AP4+ (ground attack) to hit company", &[4, 3]),
        ]);
    // The Bommers: one marker for the two that fired at them, one for the loss.
    assert_eq!((played["1.bommers.kills"], played["1.bommers.blast_markers"]), (1, 2));
    assert_eq!((played["1.thunderbolts.kills"], played["1.thunderbolts.blast_markers"]), (1, 2));
    assert_eq!((played["1.company.kills"], played["1.company.blast_markers"]), (1, 2));
}

/// Planes shot at by three formations as they come and by one as they leave, with two losses, and their next mission.
fn shot_at_four_times(next: u8) -> std::collections::HashMap<String, u64> {
    let missed: &[u8] = &[3];
    let script: Vec<(&str, &[u8])> = vec![
        ("one: Quad AA4+ (flak) to hit planes", &[4]),
        ("two: Quad AA4+ (flak) to hit planes", missed),
        ("three: Quad AA4+ (flak) to hit planes", missed),
        ("planes: Bombs AP4+ (ground attack) to hit target", &[3, 3, 3]),
        ("four: Quad AA4+ (flak) to hit planes", &[4]),
        // The planes do not rally (§4.2.7).
        ("rally test of target", &[2]),
    ];
    let next = [next];
    let test: &[(&str, &[u8])] = &[("action test of planes", &next)];
    let attack: &[(&str, &[u8])] = &[("planes: Bombs AP4+ (ground attack) to hit target", &[3, 3])];
    let script = [&script[..], test, if next[0] == 6 { attack } else { &[] }].concat();
    let mut scene = Scene::new()
        .unit("gun", &weapon("Quad", "AA4+", ""))
        .unit("plane", &format!("type = 'armoured-vehicle', aircraft = 'bomber', {}", weapon("Bombs", "AP4+", "")))
        .force("planes 2+; side = 'a'", "4 plane")
        .force("target 3+; side = 'b'", "9 recruit");
    for battery in ["one", "two", "three", "four"] {
        scene = scene.force(&format!("{battery} 2+; side = 'b'"), "1 gun");
    }
    scene
        .step("ground-attack", "planes", "target", "flak = [{ by = 'one' }, { by = 'two' }, { by = 'three' }]")
        .step("departure", "planes", "", "flak = [{ by = 'four' }]")
        .step("end-phase", "", "", "")
        .step("ground-attack", "planes", "target", "activation = 'test'")
        .play(&script)
}

#[test]
fn g55_section_4_2_7_two_movements_and_two_losses_are_four_markers() {
    // Initiative 2+ at −4: a 5 fails, a 6 passes. All markers are removed either way, and a failure costs none.
    for (die, activated) in [(5, 0), (6, 1)] {
        let played = shot_at_four_times(die);
        assert_eq!((played["1.planes.blast_markers"], played["2.planes.blast_markers"]), (2, 2));
        assert_eq!((played["4.planes.activated"], played["end.planes.blast_markers"]), (activated, 0));
    }
}

/// Two formations act together, the second with a marker.
fn together(die: u8) -> std::collections::HashMap<String, u64> {
    let fire: &[(&str, &[u8])] = &[
        ("caller: Rifle AP4+ (advance) to hit target", &[3, 3]),
        ("partner: Rifle AP4+ (sustained) to hit target", &[2, 2]),
    ];
    let hold: &[(&str, &[u8])] = &[("caller: Rifle AP4+ (hold) to hit target", &[3])];
    let die = [die];
    let test: &[(&str, &[u8])] = &[("action test of caller", &die)];
    Scene::new()
        .unit("marker", "abilities = ['coordinated-action']")
        .force("caller 3+; side = 'tau'", "1 marker; 2 rifle")
        .force("partner 2+; side = 'tau'; blast-markers = 1", "3 rifle")
        .force("target 2+", "9 recruit")
        .step(
            "shoot",
            "caller",
            "target",
            "activation = 'test'; coordinated = [{ by = 'partner', at = 'target', order = 'sustained' }]",
        )
        .play(&[test, if die[0] >= 4 { fire } else { hold }].concat())
}

#[test]
fn g56_section_2_1_1_one_test_at_minus_1_and_a_marker_on_the_caller_alone() {
    let passed = together(4);
    assert_eq!((passed["1.caller.activated"], passed["1.partner.activated"]), (1, 1));
    assert_eq!((passed["end.caller.blast_markers"], passed["end.partner.blast_markers"]), (0, 1));
    // A marker from each of two formations.
    assert_eq!(passed["1.target.blast_markers"], 2);
    let failed = together(3);
    assert_eq!((failed["1.caller.activated"], failed["1.partner.activated"]), (0, 0));
    assert_eq!((failed["end.caller.blast_markers"], failed["end.partner.blast_markers"]), (1, 1));
    assert_eq!(failed["1.target.blast_markers"], 1);
}

#[test]
fn g57_section_5_1_7_what_a_formation_of_200_points_is_worth_to_the_enemy() {
    // Units out of coherency cost themselves and a marker each.
    let worth = |formation: &str, units: &str, lost: u32| {
        let scene = Scene::new()
            .unit("mule", "abilities = ['stubborn']")
            .force(&format!("us 2+; points = 200{formation}"), units);
        let unit = units.split(' ').nth(1).expect("a unit").to_owned();
        let step = format!("units = {{ {unit} = {lost} }}");
        scene.force("them 2+", "1 recruit").step("out-of-coherency", "us", "", &step).play(&[])["end.us.points_lost"]
    };
    assert_eq!(worth("", "8 recruit", 8), 200);
    // Four left with four markers: broken at half strength; but not the stubborn, who can take one more.
    assert_eq!(worth("", "8 recruit", 4), 200);
    assert_eq!(worth("", "8 mule", 4), 100);
    // Broken above half.
    assert_eq!(worth("; blast-markers = 3", "8 recruit", 3), 100);
    assert_eq!(worth("", "8 recruit", 3), 0);
}
