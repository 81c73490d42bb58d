//! Rulings on aircraft (§4.1, §4.2), spacecraft (§4.3), planetfall (§4.4) and flame templates (§6.1), with odds counted by
//! hand.

use crate::support::{Scene, close, weapon};

/// Planes, and guns to fire at them, all of which hit on 4+.
fn sky() -> Scene {
    let plane = |class: &str, more: &str| format!("type = 'armoured-vehicle', aircraft = '{class}', {more}");
    let guns = weapon("Guns", "AP4+/AA4+", "");
    Scene::new()
        .unit("flak", &weapon("Quad", "AA4+", ""))
        .unit("fighter", &plane("fighter", &format!("armour = '6+', {guns}")))
        .unit("ace", &plane("fighter", &format!("armour = '3+', {guns}")))
        .unit("bomber", &plane("bomber", &guns))
        .unit("lander", &plane("bomber", &format!("ff = '4+', transport = 2, {guns}")))
        .unit("courier", &plane("fighter-bomber", &format!("ff = '4+', transport = 2, abilities = ['stubborn'], {guns}")))
        .unit("shuttle", &plane("fighter-bomber", &format!("ff = '4+', transport = 2, {guns}")))
        .unit("martyr", &plane("bomber", "transport = 2, abilities = ['fearless']"))
        .unit("barge", &plane("bomber", "transport = 2"))
        .unit("hauler", &plane("bomber", "transport = 2, abilities = ['stubborn']"))
        .unit("giant", &format!("type = 'war-engine', dc = 3, aircraft = 'bomber', {guns}"))
        .unit("walker", "type = 'war-engine', dc = 3")
        .unit("cruiser", "type = 'spacecraft', weapons = [{ name = 'Lances', fire = '3 x MW4+' }, { name = 'Bombs', fire = '10BP' }]")
        .unit("flamer", "weapons = [{ name = 'Flamer', range = 15, fire = 'flame AP4+/AT6+' }]")
}

/// Planes with this head and these units attack nine recruits; a battery on their side can give flak.
fn raid(planes: &str, units: &str, step: &str) -> Scene {
    sky()
        .force(&format!("planes {planes}; side = 'ours'"), units)
        .force("target 3+; side = 'theirs'", "9 recruit")
        .force("battery 2+; side = 'theirs'", "1 flak")
        .step("ground-attack", "planes", "target", step)
}

const FLAK: &str = "battery: Quad AA4+ (flak) to hit planes";
const BOMBS: &str = "planes: Guns AP4+ (ground attack) to hit target";

// Missions.

#[test]
fn sections_4_2_and_4_2_7_a_failed_mission_is_no_mission_and_costs_no_marker() {
    let odds = raid("4+", "9 bomber", "activation = 'test'; flak = [{ by = 'battery' }]")
        .step("departure", "planes", "", "flak = [{ by = 'battery' }]; foreign-edge = true")
        .odds();
    close(odds.chance("1.planes.activated", 1), 1.0 / 2.0);
    // Passed: one marker for coming under fire, and one with 1/2. Failed: none, and no unit is fired at.
    close(odds.chance("1.planes.blast_markers", 0), 1.0 / 2.0);
    close(odds.chance("1.planes.blast_markers", 1), 1.0 / 4.0);
    close(odds.chance("1.target.blast_markers", 0), 1.0 / 2.0);
    // They are not there to leave by an enemy table edge.
    close(odds.chance("2.planes.blast_markers", 0), 1.0 / 2.0);
    close(odds.chance("2.planes.blast_markers", 1), 1.0 / 2.0);
}

#[test]
fn section_4_2_7_minus_1_for_each_marker_and_then_they_are_gone() {
    let odds = raid("2+; blast-markers = 2", "9 bomber", "activation = 'test'").odds();
    // 2+ at −2.
    close(odds.chance("1.planes.activated", 1), 1.0 / 2.0);
    close(odds.chance("end.planes.blast_markers", 0), 1.0);
}

#[test]
fn section_4_1_1_in_flight_markers_neither_suppress_nor_break() {
    // Each of the two still hits with 1/2.
    let odds = raid("2+; blast-markers = 5", "2 bomber", "flak = [{ by = 'battery' }]").odds();
    close(odds.chance("1.planes.suppressed", 0), 1.0);
    close(odds.mean("end.planes.broken"), 0.0);
    // Two planes fire, or one if flak has hit (1/2): 3/2 shots, 1/2 each.
    close(odds.mean("1.target.kills"), 3.0 / 4.0);
    close(odds.mean("end.planes.blast_markers"), 5.0 + 1.0 + 1.0 / 2.0);
    // Nor do they rally in the end phase.
    let later = raid("1+; blast-markers = 5", "2 bomber", "").step("end-phase", "", "", "").odds();
    close(later.chance("end.planes.blast_markers", 5), 1.0);
}

#[test]
fn section_4_2_2_ground_attacks_suffer_cover_and_have_no_crossfire() {
    let kills = |target: &str| {
        let scene = sky().force("planes 2+", "1 bomber").force("target 3+", target);
        scene.step("ground-attack", "planes", "target", "").odds().mean("1.target.kills")
    };
    close(kills("3 veteran"), 1.0 / 2.0 * 1.0 / 2.0);
    close(kills("3 veteran, cover = 'ruins'"), 1.0 / 3.0 * 1.0 / 2.0);
    let crossfire = raid("2+", "1 bomber", "crossfire = true").refusal();
    assert!(crossfire.contains("there is no crossfire with aircraft (§4.2.2)"), "{crossfire}");
}

#[test]
fn sections_4_1_1_and_1_11_planes_hold_the_end_of_a_crossfire_on_the_ground_alone() {
    let kills = |state: &str| {
        let scene = sky()
            .force("shooters 2+; side = 'ours'", "1 rifle")
            .force(&format!("planes 2+; side = 'ours'{state}"), "1 lander")
            .force("target 3+", "3 veteran")
            .step("shoot", "shooters", "target", "crossfire = 'planes'");
        // They land later.
        scene.step("ground-attack", "planes", "target", "landing = true").odds().mean("1.target.kills")
    };
    // Saves of 5+ in crossfire.
    close(kills("; state = 'landed'"), 1.0 / 2.0 * 2.0 / 3.0);
    close(kills(""), 1.0 / 2.0 * 1.0 / 2.0);
}

#[test]
fn section_4_1_1_planes_in_flight_neither_support_an_assault_nor_are_charged() {
    let scene = |state: &str| {
        sky()
            .force("us 2+; side = 'ours'", "3 recruit")
            .force(&format!("planes 2+; side = 'ours'{state}"), "1 lander")
            .force("them 3+", "3 recruit")
    };
    // They land at the end.
    let killed =
        |state: &str| {
            let supported = scene(state)
                .step("assault", "us", "them", "mode = 'firefight'; support = ['planes']")
                .step("ground-attack", "planes", "them", "landing = true");
            1.0 - supported.odds().chance("1.us.kills", 0)
        };
    close(killed(""), 0.0);
    // It hits with 1/2; after a miss 2D6 against 2D6 decide, and are tied in 286 of 1296 ways: then comes another round.
    close(killed("; state = 'landed'"), 1.0 / 2.0 / (1.0 - 1.0 / 2.0 * 286.0 / 1296.0));
    let rounds = |state: &str| {
        let charge = scene(state).step("assault", "them", "planes", "mode = 'firefight'").step(
            "ground-attack",
            "planes",
            "them",
            "landing = true",
        );
        1.0 - charge.odds().chance("1.assault.rounds", 0)
    };
    close(rounds(""), 0.0);
    close(rounds("; state = 'landed'"), 1.0);
    let aloft = scene("").step("assault", "them", "planes", "").refusal();
    assert!(aloft.contains("`planes` are aircraft in flight"), "{aloft}");
}

#[test]
fn section_4_2_3_anti_aircraft_fire_is_for_planes_in_flight_and_nobody_else() {
    let scene = |by: &str, state: &str| {
        sky()
            .force("us 2+", by)
            .force(&format!("planes 2+; side = 'them'{state}"), "3 lander")
            .step("shoot", "us", "planes", "")
    };
    // No unit on the ground shoots at planes in an action of its own, with any weapon.
    for by in ["1 cannon", "1 flak"] {
        let said = scene(by, "").refusal();
        assert!(said.contains("only `flak` and interceptors can hurt them (§4.2.3)"), "{said}");
        let before_they_land = scene(by, "").step("ground-attack", "planes", "us", "landing = true");
        close(before_they_land.odds().mean("1.planes.blast_markers"), 0.0);
    }
    let shot = |by: &str, state: &str| scene(by, state).odds().mean("1.planes.blast_markers");
    // On the ground they are vehicles; an AA value is for the air.
    close(shot("1 cannon", "; state = 'landed'"), 1.0 + 1.0 / 2.0);
    close(shot("1 flak", "; state = 'landed'"), 0.0);
    let at_the_ground = sky().force("us 2+", "3 flak").force("them 3+", "5 recruit").step("shoot", "us", "them", "");
    close(at_the_ground.odds().mean("1.them.blast_markers"), 0.0);
}

// Interception.

/// Bombers come, and others may intercept them.
fn intercepted(hunters: &str, units: &str, interception: &str) -> Scene {
    sky()
        .force(&format!("hunters {hunters}; side = 'theirs'"), units)
        .force("planes 2+; side = 'ours'", "3 bomber")
        .force("target 3+; side = 'theirs'", "9 recruit")
        .step(
            "ground-attack",
            "planes",
            "target",
            &format!("interception = {{ by = 'hunters'{interception} }}; return-fire = false"),
        )
}

#[test]
fn section_4_2_3_interceptors_hit_at_plus_1_and_need_no_test() {
    // Although an initiative of 6+ and four markers would make every test fail.
    let odds = intercepted("6+; state = 'patrol'; blast-markers = 4", "1 fighter", "").odds();
    close(odds.mean("1.planes.kills"), 4.0 / 6.0);
}

#[test]
fn section_4_2_interceptors_come_from_patrol_and_once() {
    let scene = |first: &str| {
        sky()
            .force("hunters 3+; side = 'theirs'", "1 fighter")
            .force("planes 2+; side = 'ours'", "3 bomber")
            .force("more 2+; side = 'ours'", "3 bomber")
            .force("target 3+; side = 'theirs'", "9 truck")
            .step("patrol", "hunters", "", first)
            .step("ground-attack", "planes", "target", "interception = { by = 'hunters' }; return-fire = false")
    };
    // The test of the patrol passes with 4/6, the shot hits with 4/6.
    close(scene("activation = 'test'").odds().mean("2.planes.kills"), 4.0 / 6.0 * 4.0 / 6.0);
    // Their patrol is over with the first interception.
    let again =
        scene("").step("ground-attack", "more", "target", "interception = { by = 'hunters' }; return-fire = false");
    let odds = again.odds();
    close(odds.mean("2.planes.kills"), 4.0 / 6.0);
    close(odds.mean("3.more.blast_markers"), 0.0);
}

#[test]
fn section_4_2_interceptors_that_no_step_sends_on_patrol_begin_there() {
    close(intercepted("6+", "1 fighter", "").odds().mean("1.planes.kills"), 4.0 / 6.0);
}

#[test]
fn section_4_2_6_a_patrol_that_met_nobody_leaves_at_the_end_of_the_turn() {
    let odds = sky()
        .force("hunters 3+; side = 'theirs'", "1 fighter")
        .force("planes 2+; side = 'ours'", "3 bomber")
        .force("target 3+; side = 'theirs'", "9 truck")
        .step("patrol", "hunters", "", "")
        .step("end-phase", "", "", "")
        .step("ground-attack", "planes", "target", "interception = { by = 'hunters' }; return-fire = false")
        .odds();
    close(odds.mean("3.planes.blast_markers"), 0.0);
}

#[test]
fn section_4_2_bombers_neither_patrol_nor_intercept_and_one_formation_at_most_intercepts() {
    let patrol = sky().force("planes 2+", "1 bomber").step("patrol", "planes", "", "").refusal();
    assert!(patrol.contains("there are bombers in `planes`"), "{patrol}");
    let hunters = intercepted("2+; state = 'patrol'", "1 bomber", "").refusal();
    assert!(hunters.contains("there are bombers in `hunters`"), "{hunters}");
    let two = raid("2+", "1 bomber", "interception = [{ by = 'battery' }, { by = 'target' }]").refusal();
    assert!(two.contains("`interception` is a table such as { by = \"fighters\" }, found a list"), "{two}");
}

#[test]
fn section_4_2_interception_as_an_action_needs_a_test_and_a_prey_over_the_table() {
    let scene = |before: bool| {
        let scene = sky()
            .force("hunters 3+; side = 'theirs'", "1 fighter")
            .force("planes 4+; side = 'ours'", "3 bomber")
            .force("target 3+; side = 'theirs'", "9 truck");
        let scene = if before { scene.step("ground-attack", "planes", "target", "activation = 'test'") } else { scene };
        scene.step("intercept", "hunters", "planes", "activation = 'test'; return-fire = false")
    };
    close(scene(false).odds().mean("1.planes.kills"), 4.0 / 6.0 * 4.0 / 6.0);
    // They come with 1/2 (initiative 4+).
    close(scene(true).odds().mean("2.planes.kills"), 1.0 / 2.0 * 4.0 / 6.0 * 4.0 / 6.0);
}

#[test]
fn section_4_2_4_q_flak_of_the_attacker_fires_at_the_interceptors_first() {
    let played = sky()
        .force("hunters 2+; side = 'theirs'; state = 'patrol'", "2 fighter")
        .force("planes 2+; side = 'ours'", "1 bomber")
        .force("escort 2+; side = 'ours'", "1 flak")
        .force("target 3+; side = 'theirs'", "9 recruit")
        .force("battery 2+; side = 'theirs'", "1 flak")
        .step(
            "ground-attack",
            "planes",
            "target",
            "interception = { by = 'hunters' }; escort-flak = [{ by = 'escort' }]; flak = [{ by = 'battery' }]",
        )
        .play(&[
            ("escort: Quad AA4+ (flak) to hit hunters", &[4]),
            ("save of Fighter", &[5]),
            ("planes: Guns AA4+ (air to air) to hit hunters", &[3]),
            (FLAK, &[3]),
            ("hunters: Guns AA4+ (interception) to hit planes", &[2]),
            (BOMBS, &[3]),
        ]);
    assert_eq!((played["1.hunters.kills"], played["1.hunters.blast_markers"]), (1, 2));
    let nobody = raid("2+", "1 bomber", "escort-flak = [{ by = 'escort' }]")
        .force("escort 2+; side = 'ours'", "1 flak")
        .refusal();
    assert!(nobody.contains("no formation intercepts these aircraft"), "{nobody}");
}

// Jinking.

#[test]
fn section_4_2_3_all_jink_save_on_4_and_lose_their_attack() {
    let scene = raid("2+", "3 fighter", "flak = [{ by = 'battery' }]; jink = 'always'");
    let played = scene.play(&[(FLAK, &[4]), ("save of Fighter", &[4])]);
    assert_eq!((played["1.planes.kills"], played["1.target.blast_markers"]), (0, 0));
    // Nothing to save, nothing to jink.
    let played = scene.play(&[(FLAK, &[3]), (BOMBS, &[4, 3, 3])]);
    assert_eq!((played["1.target.kills"], played["1.target.blast_markers"]), (1, 2));
    // It also replaces an armour that is better.
    let aces = raid("2+", "3 ace", "flak = [{ by = 'battery' }]; jink = 'always'");
    assert_eq!(aces.play(&[(FLAK, &[4]), ("save of Ace", &[3])])["1.planes.kills"], 1);
}

#[test]
fn section_4_2_3_who_has_jinked_once_saves_on_4_from_then_on() {
    let played = sky()
        .force("hunters 2+; side = 'theirs'; state = 'patrol'", "1 fighter")
        .force("planes 2+; side = 'ours'", "3 fighter")
        .force("target 3+; side = 'theirs'", "9 recruit")
        .force("battery 2+; side = 'theirs'", "1 flak")
        .step(
            "ground-attack",
            "planes",
            "target",
            "interception = { by = 'hunters' }; return-fire = false; flak = [{ by = 'battery' }]; jink = 'always'",
        )
        .play(&[
            (FLAK, &[4]),
            ("save of Fighter", &[4]),
            ("hunters: Guns AA4+ (interception) to hit planes", &[3]),
            ("save of Fighter", &[4]),
        ]);
    assert_eq!((played["1.planes.kills"], played["1.planes.blast_markers"]), (0, 1));
}

#[test]
fn section_4_2_3_the_next_mission_begins_afresh() {
    let flak = "flak = [{ by = 'battery' }]; jink = 'always'";
    let played = raid("2+", "3 fighter", flak).step("ground-attack", "planes", "target", flak).play(&[
        (FLAK, &[4]),
        ("save of Fighter", &[4]),
        (FLAK, &[3]),
        (BOMBS, &[3, 3, 3]),
    ]);
    assert_eq!((played["1.target.blast_markers"], played["2.target.blast_markers"]), (0, 1));
    // Under fire in each.
    assert_eq!((played["1.planes.blast_markers"], played["2.planes.blast_markers"]), (1, 1));
}

#[test]
fn section_4_2_3_interceptors_that_jink_lose_their_attack() {
    let scene = |jink: &str| {
        sky()
            .force("hunters 2+; side = 'theirs'; state = 'patrol'", "2 fighter")
            .force("planes 2+; side = 'ours'", "1 bomber")
            .force("target 3+; side = 'theirs'", "9 recruit")
            .step("ground-attack", "planes", "target", &format!("interception = {{ by = 'hunters', jink = '{jink}' }}"))
    };
    let answer = "planes: Guns AA4+ (air to air) to hit hunters";
    let attack = (BOMBS, &[3_u8] as &[u8]);
    let played = scene("always").play(&[(answer, &[4]), ("save of Fighter", &[4]), attack]);
    assert_eq!((played["1.hunters.kills"], played["1.planes.blast_markers"]), (0, 0));
    let hunt = ("hunters: Guns AA4+ (interception) to hit planes", &[2_u8, 2] as &[u8]);
    let played = scene("never").play(&[(answer, &[4]), ("save of Fighter", &[6]), hunt, attack]);
    assert_eq!(played["1.planes.blast_markers"], 1);
}

#[test]
fn section_4_2_3_bombers_do_not_jink() {
    for (planes, step) in
        [("1 bomber", "flak = [{ by = 'battery' }]; jink = 'always'"), ("1 fighter; 1 bomber", "jink = 'always'")]
    {
        let said = raid("2+", planes, step).refusal();
        assert!(said.contains("bombers do not jink"), "{said}");
    }
    let odds = raid("2+", "1 bomber", "").step("departure", "planes", "", "flak = [{ by = 'battery' }]").odds();
    close(odds.mean("2.planes.kills"), 1.0 / 2.0);
}

#[test]
fn section_4_2_3_when_free_they_jink_only_with_no_attack_to_lose_and_only_if_it_helps() {
    let kills = |units: &str, jink: &str| {
        let scene = raid("2+", units, &format!("flak = [{{ by = 'battery' }}]{jink}"))
            .force("second 2+; side = 'theirs'", "1 flak")
            .step("departure", "planes", "", &format!("flak = [{{ by = 'second' }}]{jink}"));
        let odds = scene.odds();
        (odds.mean("1.planes.kills"), odds.mean("2.planes.kills"))
    };
    for jink in ["", "; jink = 'when-free'"] {
        // On the way in they save on 6+, on the way out on 4+.
        let (coming, leaving) = kills("9 fighter", jink);
        close(coming, 1.0 / 2.0 * 5.0 / 6.0);
        close(leaving, 1.0 / 2.0 * 1.0 / 2.0);
        // An armour of 3+ is better.
        let (coming, leaving) = kills("9 ace", jink);
        close(coming, 1.0 / 2.0 * 2.0 / 6.0);
        close(leaving, 1.0 / 2.0 * 2.0 / 6.0);
    }
    close(kills("9 fighter", "; jink = 'never'").1, 1.0 / 2.0 * 5.0 / 6.0);
}

#[test]
fn section_4_2_3_q_troops_of_a_plane_that_has_jinked_still_attack() {
    let squad = "2 rifle, embarked-in = 'planes.courier'";
    let flak = "flak = [{ by = 'battery' }]; jink = 'always'";
    let landed = raid("2+", "1 courier", &format!("{flak}; landing = true")).force("squad 2+; side = 'ours'", squad);
    // The stubborn land with a marker and do not break. The plane loses its attack, and nothing more.
    let played = landed.play(&[(FLAK, &[4]), ("save of Courier", &[4]), ("Rifle and Guns AP4+", &[4, 4])]);
    assert_eq!((played["1.planes.kills"], played["1.target.kills"]), (0, 2));
    let assault = sky()
        .force("planes 2+; side = 'ours'", "1 courier")
        .force("squad 2+; side = 'ours'", "2 trooper, embarked-in = 'planes.courier'")
        .force("target 3+; side = 'theirs'", "2 recruit")
        .force("battery 2+; side = 'theirs'", "1 flak")
        .step("air-assault", "planes", "target", &format!("{flak}; mode = 'firefight'"));
    let played = assault.play(&[
        (FLAK, &[4]),
        ("save of Courier", &[4]),
        // Two dice, not three: both recruits die.
        ("attacker: firefight 4+", &[4, 4]),
    ]);
    assert_eq!((played["1.target.losses"], played["1.squad.won"]), (2, 1));
}

// Flak.

#[test]
fn section_4_2_4_neither_broken_nor_marched_formations_give_flak() {
    let markers = |state: &str, first: bool| {
        let scene = sky()
            .force("planes 2+; side = 'ours'", "9 bomber")
            .force("target 3+; side = 'theirs'", "9 recruit")
            .force(&format!("battery 2+; side = 'theirs'{state}"), "1 flak");
        let scene = if first { scene.step("march", "battery", "", "") } else { scene };
        let scene = scene.step("ground-attack", "planes", "target", "flak = [{ by = 'battery' }]");
        scene.odds().mean("end.planes.blast_markers")
    };
    close(markers("", false), 1.0 + 1.0 / 2.0);
    close(markers("; broken = true", false), 0.0);
    close(markers("; state = 'marched'", false), 0.0);
    close(markers("", true), 0.0);
}

#[test]
fn section_4_2_4_flak_that_has_moved_fires_at_minus_1_and_only_as_they_leave() {
    let moved = "flak = [{ by = 'battery', moved = true }]";
    let said = raid("2+", "1 bomber", moved).refusal();
    assert!(said.contains("flak that has moved fires when the aircraft leave, at −1 (§4.2.4)"), "{said}");
    let odds = raid("2+", "9 bomber", "").step("departure", "planes", "", moved).odds();
    close(odds.mean("2.planes.kills"), 2.0 / 6.0);
    let odds = raid("2+", "9 bomber", "").step("departure", "planes", "", "flak = [{ by = 'battery' }]").odds();
    close(odds.mean("2.planes.kills"), 3.0 / 6.0);
}

#[test]
fn section_4_2_4_flak_fires_again_at_others_and_keeps_its_overwatch() {
    let played = sky()
        .unit("hydra", "weapons = [{ name = 'Quad', range = 45, fire = 'AP4+/AA4+' }]")
        .force("planes 2+; side = 'ours'", "1 bomber")
        .force("more 2+; side = 'ours'", "1 bomber")
        .force("boyz 2+; side = 'ours'", "3 recruit")
        .force("target 3+; side = 'theirs'", "9 truck")
        .force("battery 2+; side = 'theirs'; state = 'overwatch'", "1 hydra")
        .step("ground-attack", "planes", "target", "flak = [{ by = 'battery' }]")
        .step("ground-attack", "more", "target", "flak = [{ by = 'battery' }]")
        .step("march", "boyz", "", "reactions = [{ by = 'battery' }]")
        .play(&[
            ("battery: Quad AA4+ (flak) to hit planes", &[3]),
            ("battery: Quad AA4+ (flak) to hit more", &[3]),
            ("battery: Quad AP4+ (overwatch) to hit boyz", &[4]),
        ]);
    assert_eq!(
        (played["3.boyz.kills"], played["end.planes.blast_markers"], played["end.more.blast_markers"]),
        (1, 1, 1)
    );
}

#[test]
fn section_4_2_4_flak_needs_a_formation_without_markers_or_others_to_take_them() {
    let kills = |battery: &str| {
        let scene = sky()
            .force("planes 2+; side = 'ours'", "9 bomber")
            .force("target 3+; side = 'theirs'", "9 recruit")
            .force("battery 2+; side = 'theirs'; blast-markers = 1", battery);
        scene.step("ground-attack", "planes", "target", "flak = [{ by = 'battery' }]").odds().mean("1.planes.kills")
    };
    // Rear to front, of all those with a weapon in range.
    close(kills("2 rifle; 1 flak"), 0.0);
    close(kills("1 flak; 2 rifle"), 1.0 / 2.0);
    // Brawlers have no weapon that reaches.
    close(kills("1 flak; 2 brawler"), 0.0);
}

#[test]
fn section_4_2_7_leaving_by_another_edge_costs_a_marker() {
    let markers = |edge: &str| {
        raid("2+", "3 bomber", "").step("departure", "planes", "", edge).odds().mean("end.planes.blast_markers")
    };
    close(markers(""), 0.0);
    close(markers("foreign-edge = true"), 1.0);
}

#[test]
fn section_4_2_7_a_war_engine_takes_a_marker_a_point_of_damage() {
    let scene = sky()
        .force("planes 2+; side = 'ours'", "1 giant")
        .force("target 3+; side = 'theirs'", "9 recruit")
        .force("battery 2+; side = 'theirs'", "4 flak")
        .step("ground-attack", "planes", "target", "flak = [{ by = 'battery' }]");
    let played = scene.play(&[(FLAK, &[4, 4, 3, 3]), ("critical", &[1, 1]), (BOMBS, &[3])]);
    assert_eq!((played["1.planes.damage"], played["end.planes.dc_left"]), (2, 1));
    // As many markers as damage capacity: it flies on.
    assert_eq!((played["1.planes.blast_markers"], played["end.planes.broken"]), (3, 0));
}

// Troops.

#[test]
fn section_4_2_5_nobody_survives_a_plane_shot_down() {
    let scene = |planes: u32, squad: u32| {
        raid("2+", &format!("{planes} lander"), "flak = [{ by = 'battery' }]")
            .force("squad 2+; side = 'ours'", &format!("{squad} veteran, embarked-in = 'planes.lander'"))
    };
    let alone = scene(1, 2).play(&[(FLAK, &[4])]);
    assert_eq!((alone["end.squad.survivors"], alone["1.planes.blast_markers"]), (0, 2));
    let pair = scene(2, 4).play(&[(FLAK, &[4]), (BOMBS, &[3])]);
    assert_eq!(pair["end.squad.survivors"], 2);
}

#[test]
fn section_4_2_3_q_troops_aboard_a_plane_on_the_ground_save_as_in_any_transport() {
    let played = sky()
        .force("planes 2+; side = 'ours'; state = 'landed'", "1 lander")
        .force("squad 2+; side = 'ours'", "2 veteran, embarked-in = 'planes.lander'")
        .force("them 3+", "1 cannon")
        .step("shoot", "them", "planes", "")
        .play(&[("Cannon AT4+", &[4]), ("save of Veteran thrown out", &[4, 3])]);
    assert_eq!((played["end.planes.survivors"], played["end.squad.survivors"]), (0, 1));
    // A marker for the unit that died.
    assert_eq!(played["end.squad.broken"], 1);
}

#[test]
fn section_4_2_5_landed_planes_and_their_troops_shoot_as_one() {
    let played = raid("2+", "1 lander", "landing = true")
        .force("squad 2+; side = 'ours'", "2 rifle, embarked-in = 'planes.lander'")
        .play(&[("AP4+ (ground attack) to hit target", &[4, 3, 3])]);
    // One marker for coming under fire, one for the loss.
    assert_eq!(played["1.target.blast_markers"], 2);
    let said = raid("2+", "1 bomber", "landing = true").refusal();
    assert!(said.contains("`planes` cannot land"), "{said}");
}

#[test]
fn section_4_2_7_markers_count_once_they_have_landed() {
    let landing = |markers: u32| raid(&format!("2+; blast-markers = {markers}"), "2 lander", "landing = true").odds();
    // One marker suppresses one of the two.
    close(landing(1).mean("1.target.kills"), 1.0 / 2.0);
    close(landing(1).mean("1.planes.suppressed"), 1.0);
    // Two break them.
    close(landing(2).mean("1.target.kills"), 0.0);
    close(landing(2).mean("end.planes.broken"), 1.0);
    // And they may rally at the end of the turn: 2+.
    let waits = sky()
        .force("planes 2+; blast-markers = 1; state = 'landed'", "2 lander")
        .force("them 2+", "1 recruit")
        .step("end-phase", "", "", "")
        .odds();
    close(waits.chance("end.planes.blast_markers", 0), 5.0 / 6.0);
}

/// A plane and its troops, one in contact, assault three recruits.
fn dropped(plane: &str, dice: [u8; 2]) -> std::collections::HashMap<String, u64> {
    sky()
        .force("planes 2+; side = 'ours'", &format!("1 {plane}"))
        .force("squad 2+; side = 'ours'", &format!("2 recruit, embarked-in = 'planes.{plane}'"))
        .force("them 3+; side = 'theirs'", "3 recruit")
        .step(
            "air-assault",
            "planes",
            "them",
            "contact = { 'squad.recruit' = 1, 'them.recruit' = 1 }; firefight = { 'squad.recruit' = 1 }",
        )
        .play(&[("assault result, attacker", &[dice[0], 1]), ("assault result, defender", &[dice[1], 1])])
}

#[test]
fn section_4_2_5_a_lost_air_assault_costs_the_plane_and_the_troops_withdraw() {
    // Three units to three, no markers: behind by 1. One extra hit, on the one in contact.
    let lost = dropped("lander", [1, 2]);
    assert_eq!((lost["1.squad.won"], lost["1.assault.margin"]), (0, 1));
    assert_eq!(lost["end.planes.destroyed"], 1);
    assert_eq!((lost["end.squad.survivors"], lost["end.squad.broken"]), (1, 1));
    // §4.2.5 Q: the fearless are spared.
    let fearless = dropped("martyr", [1, 2]);
    assert_eq!((fearless["end.planes.destroyed"], fearless["end.squad.survivors"]), (0, 1));
    let won = dropped("lander", [2, 1]);
    assert_eq!((won["1.squad.won"], won["1.planes.won"]), (1, 1));
    assert_eq!((won["end.planes.survivors"], won["end.them.survivors"]), (1, 2));
}

#[test]
fn section_4_2_5_a_plane_shot_down_makes_no_assault() {
    let odds = sky()
        .force("planes 2+; side = 'ours'", "1 hauler")
        .force("squad 2+; side = 'ours'", "2 recruit, embarked-in = 'planes.hauler'")
        .force("them 3+; side = 'theirs'", "3 recruit")
        .force("battery 2+; side = 'theirs'", "1 flak")
        .step("air-assault", "planes", "them", "mode = 'firefight'; flak = [{ by = 'battery' }]; activation = 'test'")
        .odds();
    // The stubborn land with a marker and do not break.
    // The test passes with 5/6, flak misses with 1/2; otherwise they never fight.
    close(odds.chance("1.assault.rounds", 0), 1.0 / 6.0 + 5.0 / 6.0 * 1.0 / 2.0);
    close(odds.chance("1.planes.blast_markers", 0), 1.0 / 6.0);
}

#[test]
fn section_4_2_5_landed_planes_that_lose_as_defenders_are_destroyed_and_those_aboard_save() {
    let played = sky()
        .force("planes 2+; side = 'ours'; state = 'landed'", "2 barge")
        .force("squad 2+; side = 'ours'", "2 veteran, embarked-in = 'planes.barge'")
        .force("them 3+; side = 'theirs'", "2 recruit")
        .step("assault", "them", "planes", "firefight = { 'them.recruit' = 2 }")
        .play(&[
            ("assault result, attacker", &[2, 1]),
            ("assault result, defender", &[1, 1]),
            // The extra hit on the first plane, then the loss of the other: those aboard save as in any transport.
            ("save of Veteran thrown out", &[4]),
            ("save of Veteran thrown out", &[3]),
        ]);
    assert_eq!((played["1.assault.margin"], played["end.planes.destroyed"]), (1, 1));
    assert_eq!(played["end.squad.survivors"], 1);
}

// From orbit.

#[test]
fn section_4_3_3_orbital_bombardments_place_one_template_and_the_markers_of_the_table() {
    let scene = |ship: &str| {
        sky()
            .force(&format!("ship {ship}; side = 'ours'"), "1 cruiser")
            .force("them 3+; side = 'theirs'", "9 recruit")
            .force("friends 3+; side = 'ours'", "9 truck")
            .step(
                "orbital-bombardment",
                "ship",
                "them",
                "activation = 'test'; under = { recruit = 6, 'friends.truck' = 2 }",
            )
    };
    // Ten points: AP4+, AT5+, two more markers, and one per loss, for all units under the template.
    let played = scene("3+").play(&[("action test of ship", &[3]), ("AP4+", &[4, 4, 3, 3, 3, 3]), ("AT5+", &[5, 4])]);
    assert_eq!((played["1.them.kills"], played["1.them.blast_markers"]), (2, 1 + 2 + 2));
    assert_eq!((played["1.friends.kills"], played["1.friends.blast_markers"]), (1, 1 + 2 + 1));
    // §4.3.2: a failure only means a delay.
    let played = scene("3+").play(&[("action test of ship", &[2])]);
    assert_eq!((played["1.them.blast_markers"], played["end.ship.blast_markers"]), (0, 0));
}

#[test]
fn section_4_3_3_one_template_whatever_the_points() {
    // The table gives ten points three templates: the second and the third are not placed from orbit.
    let scene = sky().force("ship 2+", "1 cruiser").force("them 3+", "9 recruit");
    let told = scene.step("orbital-bombardment", "ship", "them", "under = [{ recruit = 4 }]").odds();
    close(told.mean("1.them.kills"), 4.0 / 2.0);
}

#[test]
fn sections_4_3_3_and_4_3_4_no_crossfire_from_orbit_and_ships_alone() {
    let from_orbit = |ship: &str, action: &str, step: &str| {
        let scene = sky().force("ship 2+", ship).force("them 3+", "3 recruit; 1 walker");
        scene.step(action, "ship", "them", step)
    };
    let under = "under = { recruit = 3 }";
    let said = from_orbit("1 cruiser", "orbital-bombardment", &format!("{under}; crossfire = true")).refusal();
    assert!(said.contains("there is no crossfire with a ship in orbit (§4.3.3)"), "{said}");
    for (action, step) in [("orbital-bombardment", under), ("pin-point-attack", "")] {
        let said = from_orbit("1 rifle", action, step).refusal();
        assert!(said.contains("`ship` is no spacecraft"), "{said}");
    }
}

#[test]
fn section_4_3_4_pin_point_attacks_hit_war_engines_alone() {
    let scene = |ship: &str, them: &str| {
        sky().force(&format!("ship {ship}"), "1 cruiser").force("them 3+", them).step(
            "pin-point-attack",
            "ship",
            "them",
            "activation = 'test'",
        )
    };
    let hits = ("Lances MW4+", &[4_u8, 4, 3] as &[u8]);
    let test = ("action test of ship", &[4_u8] as &[u8]);
    let played = scene("4+", "4 recruit; 1 walker").play(&[test, hits, ("critical", &[1, 1])]);
    assert_eq!((played["1.them.damage"], played["end.them.survivors"]), (2, 5));
    // One marker for coming under fire, two for the damage.
    assert_eq!(played["1.them.blast_markers"], 3);
    let played = scene("4+", "4 recruit; 1 walker").play(&[("action test of ship", &[3])]);
    assert_eq!((played["1.them.blast_markers"], played["end.ship.blast_markers"]), (0, 0));
    let said = scene("4+", "4 recruit").refusal();
    assert!(said.contains("there is no war engine in `them`"), "{said}");
}

// Planetfall.

/// One pod with two aboard comes down.
fn pod(head: &str, step: &str) -> Scene {
    sky()
        .unit("pod", "type = 'armoured-vehicle', transport = 2")
        .force(&format!("pods {head}; side = 'ours'"), "1 pod; 2 rifle, embarked-in = 'pod'")
        .force("waiting 2+; side = 'theirs'; state = 'overwatch'", "1 rifle")
        .force("them 3+; side = 'theirs'", "9 recruit")
        .step("planetfall", "pods", "", step)
}

#[test]
fn section_4_4_what_scatters_off_the_table_is_lost_with_all_aboard() {
    // 8 cm from the edge. 2D6 of 9 or more come up 4 + 3 + 2 + 1 times in 36. Straight at the edge all ten are off; 30
    // degrees to either side 10 cm and more (8.7 cm towards the edge), six of them; at 60 degrees none (6 cm at most).
    let lost = (10.0 + 2.0 * 6.0) / (36.0 * 12.0);
    let odds = pod("2+", "edge = 8").odds();
    close(odds.chance("1.pods.losses", 3), lost);
    close(odds.chance("1.pods.losses", 0), 1.0 - lost);
    close(odds.mean("end.pods.destroyed"), lost);
    close(odds.chance("1.pods.scatter", 7), 6.0 / 36.0);
    // 12 cm cannot be exceeded.
    close(pod("2+", "edge = 12").odds().mean("1.pods.losses"), 0.0);
    close(pod("2+", "").odds().mean("1.pods.losses"), 0.0);
    let played = pod("2+", "edge = 8").play(&[("scatter", &[4, 5]), ("direction", &[12])]);
    assert_eq!(played["end.pods.survivors"], 0);
    let played = pod("2+", "edge = 8").play(&[("scatter", &[4, 5]), ("direction", &[6])]);
    assert_eq!(played["end.pods.survivors"], 3);
}

#[test]
fn section_4_4_a_landing_exactly_on_the_edge_is_on_the_table() {
    let lost = |edge: u32| pod("2+", &format!("edge = {edge}")).odds().mean("end.pods.destroyed");
    // 6 cm: of 36 ways 21 are 7 cm and more, off the table straight ahead and 30 degrees to either side (6.06 cm); 60
    // degrees off it 12 cm are 6 cm, which is on the table.
    close(lost(6), (3.0 * 21.0) / (36.0 * 12.0));
    assert_eq!(format!("{:.9}", lost(6)), "0.145833333");
    // 3 cm: 4 cm and more 33 ways, straight ahead and 30 degrees off (3.46 cm); 7 cm and more 60 degrees off.
    close(lost(3), (3.0 * 33.0 + 2.0 * 21.0) / (36.0 * 12.0));
    assert_eq!(format!("{:.9}", lost(3)), "0.326388889");
    // On the edge itself: three o'clock and nine o'clock go along it, and five of twelve directions over it.
    close(lost(0), 5.0 / 12.0);
}

#[test]
fn section_4_4_each_unit_scatters_for_itself() {
    let odds = sky()
        .unit("pod", "type = 'armoured-vehicle'")
        .force("pods 2+", "2 pod")
        .step("planetfall", "pods", "", "edge = 11")
        .odds();
    // 12 cm, straight at the edge: 1/36 of 1/12; 30 degrees off it is 10.4 cm.
    let lost = 1.0 / 36.0 / 12.0;
    close(odds.chance("1.pods.losses", 2), lost * lost);
    close(odds.chance("1.pods.losses", 1), 2.0 * lost * (1.0 - lost));
}

#[test]
fn section_4_4_1_a_failed_planetfall_is_late_without_a_marker() {
    let odds = pod("4+", "activation = 'test'; edge = 0").odds();
    close(odds.mean("end.pods.blast_markers"), 0.0);
    close(odds.chance("1.pods.activated", 1), 1.0 / 2.0);
    // It is not there, or in seven of twelve directions not over the edge.
    close(odds.chance("1.pods.losses", 0), 1.0 / 2.0 + 1.0 / 2.0 * 7.0 / 12.0);
}

#[test]
fn section_4_4_disembarking_sets_off_overwatch_landing_does_not() {
    let played = pod("2+", "disembark = true; reactions = [{ by = 'waiting' }]")
        .play(&[("scatter", &[1, 1]), ("waiting: Rifle AP4+ (overwatch) to hit pods", &[4])]);
    assert_eq!((played["1.pods.kills"], played["end.pods.survivors"]), (1, 2));
    let said = pod("2+", "reactions = [{ by = 'waiting' }]").refusal();
    assert!(said.contains("overwatch fires at those who disembark: write `disembark = true`"), "{said}");
}

#[test]
fn sections_1_6_2_and_4_4_once_down_a_formation_fails_tests_like_any_other() {
    let played = pod("4+", "disembark = true")
        .step("shoot", "pods", "them", "activation = 'test'; if-failed = 'shoot'")
        .play(&[("scatter", &[1, 1]), ("action test of pods", &[3]), ("(hold) to hit them", &[3])]);
    // One marker, which suppresses one of the two.
    assert_eq!(played["end.pods.blast_markers"], 1);
}

// Flames.

fn burning(head: &str, flamers: u32, flames: &str, order: &str) -> Scene {
    sky()
        .force(&format!("burners 2+; side = 'ours'{head}"), &format!("{flamers} flamer"))
        .force("them 3+; side = 'theirs'", "6 recruit")
        .force("friends 3+; side = 'ours'", "6 recruit")
        .step("shoot", "burners", "them", &format!("range = 10; flames = {{ {flames} }}; order = '{order}'"))
}

#[test]
fn section_6_1_each_unit_is_attacked_once_friends_too_and_each_formation_takes_a_marker() {
    let odds = burning("", 3, "recruit = 4, 'friends.recruit' = 1", "advance").odds();
    close(odds.mean("1.them.kills"), 4.0 / 2.0);
    close(odds.chance("1.them.kills", 4), 1.0 / 16.0);
    close(odds.mean("1.friends.kills"), 1.0 / 2.0);
    close(odds.mean("1.them.blast_markers"), 1.0 + 4.0 / 2.0);
    close(odds.mean("1.friends.blast_markers"), 1.0 + 1.0 / 2.0);
}

#[test]
fn section_6_1_flames_take_the_modifiers_of_order_and_cover() {
    let kills = |order: &str| burning("", 1, "recruit = 3", order).odds().mean("1.them.kills");
    close(kills("double"), 3.0 * 2.0 / 6.0);
    close(kills("sustained"), 3.0 * 4.0 / 6.0);
    let covered = sky()
        .force("burners 2+", "1 flamer")
        .force("them 3+", "3 recruit; 3 recruit, cover = 'trenches'")
        .step("shoot", "burners", "them", "range = 10; flames = { recruit = 6 }")
        .odds();
    // Three in the open on 4+, three in trenches on 5+ that save on 4+.
    close(covered.mean("1.them.kills"), 3.0 / 2.0 + 3.0 * 1.0 / 3.0 * 1.0 / 2.0);
}

#[test]
fn section_6_1_suppressed_flamers_place_no_templates() {
    let odds = |markers: u32| burning(&format!("; blast-markers = {markers}"), 3, "recruit = 6", "advance").odds();
    // Two of three: four of six.
    close(odds(1).mean("1.them.kills"), 4.0 / 2.0);
    // Fractions are rounded up: of five, 10 / 3.
    let five = burning("; blast-markers = 1", 3, "recruit = 5", "advance").odds();
    close(five.mean("1.them.kills"), 4.0 / 2.0);
    let none = Scene::default()
        .unit("flamer", "abilities = ['stubborn'], weapons = [{ name = 'Flamer', range = 15, fire = 'flame AP4+' }]")
        .unit("recruit", "")
        .force("burners 2+; blast-markers = 1", "1 flamer")
        .force("them 3+", "6 recruit")
        .step("shoot", "burners", "them", "range = 10; flames = { recruit = 6 }")
        .odds();
    close(none.mean("1.them.blast_markers"), 0.0);
}

#[test]
fn section_6_1_a_war_engine_on_the_centre_line_suffers_half_its_capacity() {
    let hits = |place: &str| {
        let scene = sky().force("burners 2+", "1 flamer").force("them 3+", "1 walker; 1 recruit").step(
            "shoot",
            "burners",
            "them",
            &format!("range = 10; flames = {{ walker = '{place}' }}"),
        );
        scene.odds().mean("1.them.hits")
    };
    // DC 3: two attacks on 6+; off the line one.
    close(hits("centre"), 2.0 / 6.0);
    close(hits("edge"), 1.0 / 6.0);
}

#[test]
fn section_6_1_flames_and_shots_of_one_formation_cost_one_marker() {
    let played = sky()
        .force("burners 2+", "1 flamer; 1 rifle")
        .force("them 3+", "6 recruit")
        .step("shoot", "burners", "them", "range = 10; flames = { recruit = 2 }")
        .play(&[("Rifle AP4+", &[3]), ("AP4+ (advance) to hit them", &[3, 3])]);
    assert_eq!(played["1.them.blast_markers"], 1);
}
