//! Rulings on war engines in assaults (§3.3), on the markers that a lost one costs (§3.2.4), and on whole formations aboard
//! (§3.1.3). Shooting, criticals and markers: `rulings_engines.rs`.

use crate::support::{Scene, close, weapon, wins_with_lead};

/// Engines, most of them without critical effects, so that a 6 is a point like any other.
fn engines() -> Scene {
    Scene::new()
        .unit("titan", "type = 'war-engine', dc = 4, shields = 2")
        .unit("hull", "type = 'war-engine', dc = 3")
        .unit("stompa", "type = 'war-engine', dc = 3, cc = '3+', ff = '5+'")
        .unit("brute", "type = 'war-engine', dc = 2, cc = '4+'")
        .unit("brittle", "type = 'war-engine', dc = 5, shields = 2, armour = '2+', critical = ['damage 1']")
        .unit("saint", "type = 'war-engine', dc = 4, abilities = ['fearless']")
        .unit("zealot", "type = 'war-engine', dc = 3, abilities = ['fearless']")
        .unit("mule", "type = 'war-engine', dc = 4, abilities = ['stubborn']")
}

/// An assault of `us` on `them`.
fn assault(scene: Scene, us: &str, them: &str, step: &str) -> Scene {
    scene.force("us 2+", us).force("them 3+", them).step("assault", "us", "them", step)
}

const WE_WIN: [(&str, &[u8]); 2] = [("assault result, attacker", &[6, 6]), ("assault result, defender", &[1, 1])];
const THEY_WIN: [(&str, &[u8]); 2] = [("assault result, attacker", &[1, 1]), ("assault result, defender", &[6, 6])];
const CRITICAL: &str = "critical hit on a 6";

/// Scripts one after the other.
fn and<'a>(parts: &[&[(&'a str, &'a [u8])]]) -> Vec<(&'a str, &'a [u8])> {
    parts.concat()
}

// Hits (§3.2.5, §3.3.2).

#[test]
fn section_3_2_5_close_combat_ignores_shields_and_a_firefight_does_not() {
    let played = assault(engines(), "2 brawler", "1 titan", "")
        .play(&and(&[&[("close combat 4+", &[4, 4]), (CRITICAL, &[5, 5])], &THEY_WIN]));
    assert_eq!((played["end.them.dc_left"], played["end.them.shields_left"]), (2, 2));
    let played = assault(engines(), "3 trooper", "1 titan", "mode = 'firefight'")
        .play(&and(&[&[("firefight 4+", &[4, 4, 4]), (CRITICAL, &[5])], &THEY_WIN]));
    assert_eq!((played["end.them.dc_left"], played["end.them.shields_left"]), (3, 0));
    // Both at once.
    let counts = "contact = { brawler = 1, titan = 1 }; firefight = { trooper = 1 }";
    let played = assault(engines(), "1 brawler; 1 trooper", "1 titan", counts)
        .play(&and(&[&[("close combat 4+", &[4]), ("firefight 4+", &[4]), (CRITICAL, &[5])], &THEY_WIN]));
    assert_eq!((played["end.them.dc_left"], played["end.them.shields_left"]), (3, 1));
    // Support fire is a firefight too.
    let played = engines()
        .force("us 2+", "1 recruit")
        .force("ours 2+", "2 trooper")
        .force("them 3+", "1 titan")
        .step("assault", "us", "them", "support = ['ours']")
        .play(&and(&[&[("support fire 4+", &[4, 4])], &THEY_WIN]));
    assert_eq!((played["end.them.dc_left"], played["end.them.shields_left"]), (4, 0));
}

#[test]
fn section_3_2_3_q_extra_damage_ignores_shields_that_are_up() {
    let played = assault(engines(), "1 brawler", "1 brittle", "").play(&and(&[
        &[("close combat 4+", &[4]), ("save of Brittle", &[1])],
        &[(CRITICAL, &[6]), (CRITICAL, &[6]), (CRITICAL, &[5])],
        &THEY_WIN,
    ]));
    assert_eq!((played["end.them.dc_left"], played["end.them.shields_left"]), (2, 2));
    // §1.12.9: the winner pays a marker for each of the three points.
    assert_eq!(played["1.them.blast_markers"], 3);
}

#[test]
fn section_3_2_3_a_shield_whose_generator_is_destroyed_goes_down() {
    let shields = |critical: &str| {
        let scene =
            engines().unit("relic", &format!("type = 'war-engine', dc = 4, shields = 3, critical = ['{critical}']"));
        let fight: [(&str, &[u8]); 2] = [("close combat 4+", &[4]), (CRITICAL, &[6])];
        assault(scene, "1 brawler", "1 relic", "").play(&and(&[&fight, &THEY_WIN]))["end.them.shields_left"]
    };
    assert_eq!(shields("shield-lost"), 2);
    assert_eq!(shields("shields-lost"), 0);
}

#[test]
fn section_3_2_1_an_engine_takes_hits_up_to_its_damage_capacity_in_an_assault() {
    let played = assault(engines(), "5 trooper", "1 titan; 3 recruit", "mode = 'firefight'")
        .play(&and(&[&[("firefight 4+", &[4; 5]), (CRITICAL, &[5, 5])], &THEY_WIN]));
    // Four on the titan, two of them stopped; the fifth on a recruit.
    assert_eq!((played["end.them.dc_left"], played["end.them.survivors"]), (2, 3));
}

#[test]
fn section_3_3_2_as_many_dice_as_damage_capacity_whatever_is_left_of_it() {
    let played = assault(engines(), "1 stompa, damage = 2", "5 recruit", "mode = 'firefight'")
        .play(&and(&[&[("attacker: firefight 5+", &[5, 5, 4])], &WE_WIN]));
    assert_eq!(played["1.us.kills"], 2);
    // In support as well.
    let played = engines()
        .force("us 2+", "1 recruit")
        .force("ours 2+", "1 stompa")
        .force("them 3+", "5 recruit")
        .step("assault", "us", "them", "support = ['ours']")
        .play(&and(&[&[("support fire 5+", &[5, 5, 4])], &WE_WIN]));
    assert_eq!(played["1.us.kills"], 2);
}

#[test]
fn section_3_3_2_close_combat_hits_those_in_contact_and_the_firefight_the_others() {
    let fight = |step: &str, dice: &[(&str, &[u8])]| {
        assault(engines(), "1 stompa", "4 recruit", step).play(&and(&[dice, &WE_WIN]))["1.us.kills"]
    };
    let counts = "contact = { stompa = 1, recruit = 1 }; firefight = { recruit = 3 }";
    // All three dice in close combat, three hits: one recruit touches it.
    assert_eq!(fight(counts, &[("close combat 3+", &[3, 3, 3])]), 1);
    // Two dice in the firefight: they fall on others than the one it has killed.
    let split = format!("{counts}; dice = {{ stompa = 1 }}");
    assert_eq!(fight(&split, &[("close combat 3+", &[3]), ("firefight 5+", &[5, 5])]), 3);
    assert_eq!(fight(&split, &[("close combat 3+", &[2]), ("firefight 5+", &[5, 4])]), 1);
    // All in the firefight: the one in contact is safe.
    let far = "contact = { stompa = 1, recruit = 3 }; firefight = { recruit = 1 }; dice = { stompa = 0 }";
    assert_eq!(fight(far, &[("firefight 5+", &[5, 5, 5])]), 1);
}

#[test]
fn section_3_3_2_dice_without_a_target_of_their_kind_go_to_the_other() {
    let fight = |step: &str, dice: &[(&str, &[u8])]| {
        assault(engines(), "1 stompa", "4 recruit", step).play(&and(&[dice, &WE_WIN]))["1.us.kills"]
    };
    let touching = "contact = { stompa = 1, recruit = 4 }; dice = { stompa = 1 }";
    assert_eq!(fight(touching, &[("close combat 3+", &[3, 3, 2])]), 2);
    // Those it touched died of a first strike: the dice meant for them fire at the others.
    let scene = engines()
        .unit("ninja", "cc = '4+', abilities = ['first-strike']")
        .force("us 2+", "1 stompa; 1 ninja")
        .force("them 3+", "1 recruit; 3 tank")
        .step("assault", "us", "them", "contact = { stompa = 1, ninja = 1, recruit = 1 }; firefight = { tank = 3 }");
    let played = scene
        .play(&and(&[&[("close combat 4+", &[4]), ("firefight 5+", &[5, 5, 4]), ("save of Tank", &[3, 4])], &WE_WIN]));
    assert_eq!(played["1.us.kills"], 2);
}

#[test]
fn section_3_2_3_an_assault_weapon_that_is_destroyed_strikes_no_more() {
    let claw = "weapons = [{ name = 'Claw', fire = 'assault weapon', abilities = ['extra-attack 2'] }]";
    let fight = |face: u8, dice: usize| {
        engines()
            .unit(
                "clawed",
                &format!("type = 'war-engine', dc = 2, cc = '4+', critical = [{{ weapon-lost = 'Claw' }}], {claw}"),
            )
            .force("us 2+", "1 clawed")
            .force("them 3+", "5 recruit")
            .step("dangerous-terrain", "us", "", "")
            .step("assault", "us", "them", "")
            .play(&and(&[
                &[("dangerous terrain", &[1]), (CRITICAL, &[face]), ("close combat 4+", &[1; 4][..dice])],
                &WE_WIN,
            ]));
    };
    fight(5, 4);
    fight(6, 2);
}

// The result (§3.3.3).

/// The lead of the attacker with equal dice, or of the defender; no dice but those given are rolled.
fn lead(scene: Scene, dice: &[(&str, &[u8])], winner: &str) -> u64 {
    let equal: [(&str, &[u8]); 2] = [("assault result, attacker", &[3, 2]), ("assault result, defender", &[1, 3])];
    let played = scene.play(&and(&[dice, &equal]));
    assert_eq!(played[&format!("1.{winner}.won")], 1);
    played["1.assault.margin"]
}

#[test]
fn section_3_3_3_an_engine_counts_as_its_damage_capacity_at_the_start() {
    // Fearless engines, which take no extra hits; no markers on either side. Four against three: one; four against one: two.
    assert_eq!(lead(assault(engines(), "1 saint", "3 recruit", ""), &[], "us"), 1);
    assert_eq!(lead(assault(engines(), "1 saint", "1 recruit", ""), &[], "us"), 2);
    assert_eq!(lead(assault(engines(), "1 saint, damage = 3", "3 recruit", ""), &[], "us"), 1);
    // Five against four, nine against four.
    assert_eq!(lead(assault(engines(), "5 recruit", "1 saint, damage = 3", ""), &[], "us"), 1);
    assert_eq!(lead(assault(engines(), "9 recruit", "1 saint", ""), &[], "us"), 2);
    assert_eq!(lead(assault(engines(), "8 recruit", "1 saint", ""), &[], "us"), 1);
    // §3.2.4: a broken engine has as many markers as its damage capacity at the start: the defender's are three.
    let broken = |markers: u32| {
        engines()
            .force(&format!("us 2+; blast-markers = {markers}"), "4 recruit")
            .force("them 3+; broken = true", "1 saint, damage = 3")
            .step("assault", "us", "them", "")
    };
    assert_eq!(lead(broken(3), &[], "us"), 1);
    assert_eq!(lead(broken(0), &[], "us"), 2);
}

#[test]
fn section_3_3_3_every_point_lost_counts_as_a_kill() {
    // Four against four; two points are two kills.
    let scene = || assault(engines(), "4 trooper", "1 titan, shields-down = 2", "mode = 'firefight'");
    let dice: [(&str, &[u8]); 2] = [("firefight 4+", &[4, 4, 1, 1]), (CRITICAL, &[5, 5])];
    // The margin of two then costs two points more.
    let equal: [(&str, &[u8]); 2] = [("assault result, attacker", &[3, 2]), ("assault result, defender", &[1, 3])];
    let played = scene().play(&and(&[&dice, &equal, &[(CRITICAL, &[5, 5])]]));
    assert_eq!((played["1.assault.margin"], played["end.them.destroyed"]), (2, 1));
    // Shields shot down do not count: both hits stopped, a tie.
    let played = assault(engines(), "4 trooper", "1 titan", "mode = 'firefight'").play(&and(&[
        &[("firefight 4+", &[4, 4, 1, 1])],
        &equal,
        &[("firefight 4+", &[1; 4])],
        &THEY_WIN,
    ]));
    assert_eq!((played["1.assault.rounds"], played["1.assault.margin"]), (2, 5));
    // An engine that a critical hit destroys at once counts with all it had left: a first engine of four points, and four
    // fewer to outnumber with; four against four again, a lead of four.
    let scene = engines().unit("pyre", "type = 'war-engine', dc = 4, critical = ['destroyed']");
    let played = assault(scene, "4 trooper", "1 pyre; 4 recruit", "mode = 'firefight'")
        .play(&and(&[&[("firefight 4+", &[4, 1, 1, 1]), (CRITICAL, &[6])], &equal]));
    assert_eq!((played["1.assault.margin"], played["end.them.destroyed"]), (4, 1));
}

#[test]
fn sections_1_12_5_and_3_3_odds_of_an_engine_against_a_recruit() {
    let odds = assault(engines(), "1 brute", "1 recruit", "").odds();
    // Two dice at 4+: dead with 3/4, an outright win. Else two units against one, a lead of one: 791 win, 215 tie of 1296.
    let won = (3.0 / 4.0 + 1.0 / 4.0 * 791.0 / 1296.0) / (1.0 - 1.0 / 4.0 * 215.0 / 1296.0);
    close(odds.mean("1.us.won"), won);
    // Two recruits: both hit 1/4; one 1/2: a kill, and two against one: +1 + 1; none 1/4: two against two.
    let odds = assault(engines(), "1 brute", "2 recruit", "contact = { brute = 1, recruit = 2 }").odds();
    // After a tie the recruit dead stays dead: two dice at one left.
    let one_left = (3.0 / 4.0 + 1.0 / 4.0 * 1006.0 / 1296.0) / (1.0 - 1.0 / 4.0 * 148.0 / 1296.0);
    let round = 1.0 / 4.0 + 1.0 / 2.0 * (1006.0 + 148.0 * one_left) / 1296.0 + 1.0 / 4.0 * 505.0 / 1296.0;
    close(odds.mean("1.us.won"), round / (1.0 - 1.0 / 4.0 * 286.0 / 1296.0));
    // Neither side hits: a lead of one on the dice.
    close(assault(engines(), "1 titan", "3 recruit", "").odds().mean("1.us.won"), wins_with_lead(1));
}

// Defeat and victory (§3.2.4, §1.12.7 to §1.12.9).

#[test]
fn section_3_2_4_extra_hits_are_points_without_save_or_shield_and_roll_critical_hits() {
    // Equal dice but one: the attacker leads by two (nine against four) and one on the dice.
    let dice: [(&str, &[u8]); 2] = [("assault result, attacker", &[4, 1]), ("assault result, defender", &[3, 1])];
    let played = assault(engines(), "9 recruit", "1 titan", "").play(&and(&[&dice, &[(CRITICAL, &[5; 3])]]));
    assert_eq!((played["end.them.dc_left"], played["end.them.shields_left"]), (1, 2));
    assert_eq!((played["1.them.broken"], played["end.them.blast_markers"]), (1, 0));
    // A critical hit takes more; armour does not help. Eleven against five lead by two as well.
    let played = assault(engines(), "11 recruit", "1 brittle", "")
        .play(&and(&[&dice, &[(CRITICAL, &[6, 5, 5]), (CRITICAL, &[5])]]));
    assert_eq!((played["end.them.dc_left"], played["end.them.shields_left"]), (1, 2));
    // §2.1.14: one less for the stubborn; §2.1.17: none for the fearless.
    let played = assault(engines(), "9 recruit", "1 mule", "").play(&and(&[&dice, &[(CRITICAL, &[5; 2])]]));
    assert_eq!(played["end.them.dc_left"], 2);
    let played = assault(engines(), "7 recruit", "1 zealot", "").play(&and(&[&dice]));
    assert_eq!((played["end.them.dc_left"], played["1.them.broken"]), (3, 1));
    // The first engine takes all it can, then the next; then the men behind them.
    let played = assault(engines(), "17 recruit", "1 titan, damage = 2; 1 titan", "")
        .play(&and(&[&dice, &[(CRITICAL, &[5; 2]), (CRITICAL, &[5])]]));
    assert_eq!((played["end.them.survivors"], played["end.them.dc_left"]), (1, 3));
    let played = assault(engines(), "17 recruit", "1 titan, damage = 2; 4 recruit", "")
        .play(&and(&[&dice, &[(CRITICAL, &[5; 2])]]));
    assert_eq!(played["end.them.survivors"], 3);
}

#[test]
fn section_3_2_4_enemies_near_after_the_flight_cost_a_point_each() {
    let dice: [(&str, &[u8]); 2] = [("assault result, attacker", &[3, 1]), ("assault result, defender", &[3, 1])];
    let scene = |them: &str, caught: &str| assault(engines(), "11 recruit", them, &format!("caught = {caught}"));
    // Eleven against five: a lead of two; then two enemies near, one point critical. Shields and armour do not help.
    let played = scene("1 brittle", "{ brittle = 2 }")
        .play(&and(&[&dice, &[(CRITICAL, &[5, 5]), (CRITICAL, &[6, 5]), (CRITICAL, &[5])]]));
    assert_eq!(played["end.them.destroyed"], 1);
    let played =
        scene("1 brittle", "{ brittle = 2 }").play(&and(&[&dice, &[(CRITICAL, &[5, 5]), (CRITICAL, &[5, 5])]]));
    assert_eq!((played["end.them.dc_left"], played["end.them.shields_left"]), (1, 2));
    // §2.1.17: the fearless stay where they are.
    let played = scene("1 zealot", "{ zealot = 2 }").play(&and(&[&dice]));
    assert_eq!(played["end.them.dc_left"], 3);
}

#[test]
fn section_1_12_9_the_winner_pays_a_marker_for_every_point_and_may_break() {
    let won = |markers: u32| {
        let played = engines()
            .force("us 2+", "2 trooper")
            .force(&format!("them 3+; blast-markers = {markers}"), "1 hull")
            .step("assault", "us", "them", "mode = 'firefight'; caught = { hull = 2 }")
            .play(&and(&[&[("firefight 4+", &[4, 4]), (CRITICAL, &[5, 5])], &THEY_WIN]));
        (played["1.them.won"], played["1.them.blast_markers"], played["1.them.broken"], played["end.them.dc_left"])
    };
    assert_eq!(won(0), (1, 2, 0, 1));
    // §1.12.9: it breaks, but does not withdraw.
    assert_eq!(won(1), (1, 2, 1, 1));
}

#[test]
fn section_1_12_8_a_broken_engine_that_loses_is_destroyed() {
    let played = engines()
        .force("us 2+", "4 recruit")
        .force("them 3+; broken = true; points = 300", "1 titan; 1 titan")
        .step("assault", "us", "them", "")
        // Six and two for the markers against one and one for eight against four: a lead of six.
        .play(&and(&[&WE_WIN, &[(CRITICAL, &[5; 4]), (CRITICAL, &[5; 2])]]));
    assert_eq!((played["end.them.destroyed"], played["end.them.dc_left"], played["end.them.shields_left"]), (1, 0, 0));
    assert_eq!(played["end.them.points_lost"], 300);
}

// Whole formations aboard (§3.1.3).

/// A fortress of DC 2 that carries a formation of three.
fn carriers() -> Scene {
    engines()
        .unit("fortress", "type = 'war-engine', dc = 2, transport = 3, cc = '6+', ff = '6+', weapons = [{ name = 'Kannon', range = 45, fire = 'AT4+' }]")
        .unit("terminator", "armour = '4+', abilities = ['reinforced-armour']")
        .unit("marine", &format!("armour = '4+', ff = '4+', {}", weapon("Bolter", "AP4+", "")))
}

#[test]
fn sections_1_7_5_and_3_1_3_a_formation_aboard_saves_by_what_destroyed_its_transport() {
    let lost = |us: &str, riders: &str, state: &str, dice: &[(&str, &[u8])]| {
        let played = carriers()
            .force("us 2+", us)
            .force("them 3+", "1 fortress; 4 recruit")
            .force(&format!("riders 2+; side = 'them'{state}"), &format!("3 {riders}, embarked-in = 'them.fortress'"))
            .step("shoot", "us", "them", "at-war-engines = true")
            .play(dice);
        // Under fire and two points; the dead aboard are another formation's.
        assert_eq!((played["1.them.blast_markers"], played["1.them.kills"]), (3, 1));
        (played["end.riders.losses"], played["end.riders.blast_markers"], played["end.riders.broken"])
    };
    let by_shells: [(&str, &[u8]); 2] = [("AT4+", &[4, 4]), (CRITICAL, &[5, 5])];
    let by_melta: [(&str, &[u8]); 2] = [("MW4+", &[4, 4]), (CRITICAL, &[5, 5])];
    let saves: [(&str, &[u8]); 1] = [("save of Veteran thrown out", &[4, 4, 3])];
    assert_eq!(lost("2 cannon", "veteran", "", &and(&[&by_shells, &saves])), (1, 1, 0));
    let saves: [(&str, &[u8]); 1] = [("save of Veteran thrown out", &[4, 3, 3])];
    assert_eq!(lost("2 cannon", "veteran", "", &and(&[&by_shells, &saves])), (2, 0, 1));
    // Without armour a cover save of 6+.
    let saves: [(&str, &[u8]); 1] = [("save of Recruit thrown out", &[6, 6, 5])];
    assert_eq!(lost("2 cannon", "recruit", "", &and(&[&by_shells, &saves])), (1, 1, 0));
    // Against a macro-weapon only reinforced armour has a save (§2.2.6).
    assert_eq!(lost("2 melta", "veteran", "", &by_melta), (3, 0, 0));
    let saves: [(&str, &[u8]); 1] = [("save of Terminator thrown out", &[4, 4, 3])];
    assert_eq!(lost("2 melta", "terminator", "", &and(&[&by_melta, &saves])), (1, 1, 0));
}

#[test]
fn section_3_1_3_a_formation_aboard_is_untouched_while_its_transport_lasts() {
    let played = carriers()
        .force("us 2+", "1 cannon; 2 rifle")
        .force("them 3+", "1 fortress; 4 recruit")
        .force("riders 2+; side = 'them'", "3 veteran, embarked-in = 'them.fortress'")
        .step("shoot", "us", "them", "")
        .play(&[("AT4+", &[4]), ("AP4+", &[4, 4]), (CRITICAL, &[5])]);
    // Two recruits left and an engine that counts as two: four markers break them.
    assert_eq!((played["end.riders.losses"], played["end.riders.blast_markers"]), (0, 0));
    assert_eq!((played["1.them.blast_markers"], played["1.them.broken"]), (4, 1));
}

#[test]
fn sections_1_7_5_and_3_2_4_passengers_of_its_own_formation_cost_that_formation_markers() {
    let played = carriers()
        .force("us 2+", "2 cannon")
        .force("them 3+", "1 fortress; 3 veteran, embarked-in = 'fortress'; 8 recruit")
        .step("shoot", "us", "them", "at-war-engines = true")
        .play(&[("AT4+", &[4, 4]), (CRITICAL, &[5, 5]), ("save of Veteran thrown out", &[4, 3, 3])]);
    assert_eq!((played["1.them.kills"], played["1.them.blast_markers"]), (3, 1 + 2 + 2));
}

#[test]
fn sections_1_12_7_and_1_13_4_q_they_save_when_extra_hits_or_markers_destroyed_it() {
    let dice: [(&str, &[u8]); 2] = [("assault result, attacker", &[3, 1]), ("assault result, defender", &[3, 1])];
    let saves: [(&str, &[u8]); 2] = [(CRITICAL, &[5, 5]), ("save of Veteran thrown out", &[4, 4, 3])];
    let scene = |us: &str, step: &str| {
        carriers()
            .force("us 2+", us)
            .force("them 3+", "1 fortress")
            .force("riders 2+; side = 'them'", "3 veteran, embarked-in = 'them.fortress'")
            .step("assault", "us", "them", step)
    };
    let rounds: [(&str, &[u8]); 1] = [("defender: firefight 6+", &[1, 1])];
    // Five against two: a lead of two, and both points are gone.
    let played = scene("5 recruit", "mode = 'firefight'").play(&and(&[&rounds, &dice, &saves]));
    assert_eq!((played["end.them.destroyed"], played["end.riders.losses"]), (1, 1));
    // §1.13.3 Q: passengers do not get out of a transport that is caught as it flees. Three against two: a lead of one,
    // then one caught.
    let played = scene("3 recruit", "mode = 'firefight'; caught = { fortress = 1 }").play(&and(&[
        &rounds,
        &dice,
        &[(CRITICAL, &[5]), (CRITICAL, &[5])],
    ]));
    assert_eq!((played["end.them.destroyed"], played["end.riders.destroyed"]), (1, 1));
    // §1.13.4 Q: a broken fortress falls to a marker.
    let played = carriers()
        .force("us 2+", "1 rifle")
        .force("them 3+; broken = true", "1 fortress, damage = 1")
        .force("riders 2+; side = 'them'", "3 veteran, embarked-in = 'them.fortress'")
        .step("shoot", "us", "them", "")
        .play(&[(CRITICAL, &[5]), ("save of Veteran thrown out", &[4, 4, 3])]);
    assert_eq!((played["end.them.destroyed"], played["end.riders.losses"]), (1, 1));
}

#[test]
fn section_1_12_8_a_formation_aboard_a_broken_engine_that_loses_is_thrown_out() {
    // The engine is destroyed because it is broken already, but not the formation it carries, which saves (§1.7.5).
    let played = carriers()
        .force("us 2+; blast-markers = 1", "3 recruit")
        .force("them 3+; broken = true", "1 fortress")
        .force("riders 2+; side = 'them'", "3 veteran, embarked-in = 'them.fortress'")
        .step("assault", "us", "them", "mode = 'firefight'")
        // One marker against two and three units against two, but one less on the dice: a lead of one, so one extra hit.
        .play(&and(&[
            &[("defender: firefight 6+", &[1, 1])],
            &[("assault result, attacker", &[3, 1]), ("assault result, defender", &[4, 1])],
            &[(CRITICAL, &[5]), ("save of Veteran thrown out", &[4, 4, 3])],
        ]));
    assert_eq!((played["end.them.destroyed"], played["end.riders.losses"]), (1, 1));
}

#[test]
fn section_3_3_q_a_broken_formation_aboard_counts_its_markers_and_dies_with_the_engine() {
    let scene = |riders: &str| {
        let mut scene = carriers().force("us 2+", "1 fortress").force("them 3+", "2 recruit");
        if !riders.is_empty() {
            scene = scene.force("riders 2+; side = 'us'; broken = true", riders);
        }
        scene.step("assault", "us", "them", "mode = 'firefight'")
    };
    let fire: [(&str, &[u8]); 1] = [("attacker: firefight 6+", &[1, 1])];
    // Two against two, no markers: with three on those aboard the defender has +1 for having fewer, the attacker no +1 for
    // having none.
    let result: [(&str, &[u8]); 2] = [("assault result, attacker", &[3, 1]), ("assault result, defender", &[4, 1])];
    let played = scene("").play(&and(&[&fire, &result, &[(CRITICAL, &[5])]]));
    assert_eq!((played["1.them.won"], played["1.assault.margin"]), (1, 1));
    let played = scene("3 veteran, embarked-in = 'us.fortress'").play(&and(&[&fire, &result, &[(CRITICAL, &[5, 5])]]));
    assert_eq!((played["1.them.won"], played["1.assault.margin"]), (1, 3));
    // Without a save.
    assert_eq!((played["end.us.destroyed"], played["end.riders.destroyed"]), (1, 1));
}

#[test]
fn section_3_1_3_transport_and_passengers_shoot_as_one() {
    let scene = |order: &str| {
        carriers()
            .force("them 3+", "1 fortress")
            .force("riders 2+; side = 'them'", "3 marine, embarked-in = 'them.fortress'")
            .force("prey 3+", "5 tank; 5 recruit")
            .step("shoot", "", "prey", &format!("by = ['them', 'riders']; order = '{order}'"))
    };
    let played = scene("advance").play(&[("AP4+", &[4, 4, 3]), ("AT4+", &[4]), ("save of Tank", &[3])]);
    // One marker for coming under fire, three for the dead.
    assert_eq!((played["1.prey.kills"], played["1.prey.blast_markers"]), (3, 4));
    // Both at −1.
    let played = scene("double").play(&[("AP4+", &[4, 4, 4]), ("AT4+", &[4])]);
    assert_eq!(played["1.prey.hits"], 0);
}

#[test]
fn section_3_1_3_transport_and_passengers_charge_as_one_and_pay_apart() {
    let scene = |end: &[(&'static str, &'static [u8])]| {
        carriers()
            .force("them 3+", "1 fortress")
            .force("riders 2+; side = 'them'", "3 marine, embarked-in = 'them.fortress'")
            .force("prey 3+", "1 trooper; 9 recruit")
            .step("assault", "them, riders", "prey", "mode = 'firefight'")
            .play(&and(&[
                &[("attacker: firefight 6+", &[1, 1]), ("attacker: firefight 4+", &[1, 1, 1])],
                &[("defender: firefight 4+", &[4]), (CRITICAL, &[5])],
                end,
            ]))
    };
    // They win: the point is the engine's, and so is the marker.
    let played = scene(&WE_WIN);
    assert_eq!((played["1.them.won"], played["1.riders.won"]), (1, 1));
    assert_eq!((played["end.them.blast_markers"], played["end.riders.blast_markers"]), (1, 0));
    assert_eq!((played["end.them.dc_left"], played["end.riders.survivors"]), (1, 3));
}
