//! Rulings on actions (§1.6), on shooting (§1.9) and on the chain of command (§2.1.6, §2.1.7), each with odds counted
//! by hand. Cover, crossfire and transports: `rulings_cover.rs`; overwatch and barrages:
//! `rulings_overwatch.rs`; assaults: `rulings_assault.rs`; markers and rallies: `rulings_breaking.rs`;
//! abilities: `rulings_abilities.rs`.

use crate::support::{Scene, close, weapon};

/// The chance that a formation carries out its action.
fn activated(formation: &str, activation: &str) -> f64 {
    let scene = Scene::new().force(formation, "6 recruit").step("marshal", "us", "", activation);
    scene.odds().mean("1.us.activated")
}

#[test]
fn section_1_6_2_action_tests() {
    close(activated("us 3+", "activation = 'test'"), 4.0 / 6.0);
    close(activated("us 3+", "activation = 'retain'"), 3.0 / 6.0);
    close(activated("us 3+; blast-markers = 1", "activation = 'test'"), 3.0 / 6.0);
    // However many markers: −1.
    close(activated("us 3+; blast-markers = 4", "activation = 'retain'"), 2.0 / 6.0);
    close(activated("us 3+", "activation = 'test'; initiative-modifier = 1"), 5.0 / 6.0);
    close(activated("us 6+; blast-markers = 1", "activation = 'retain'"), 0.0);
    close(activated("us 6+; blast-markers = 1", ""), 1.0);
}

/// Two friends of initiative 3+ and a foe of 6+.
fn two_friends() -> Scene {
    Scene::new()
        .force("first 3+; side = 'ours'", "6 recruit")
        .force("second 3+; side = 'ours'", "6 recruit")
        .force("third 3+; side = 'ours'", "6 recruit")
        .force("foe 6+; side = 'theirs'", "6 recruit")
}

#[test]
fn section_1_6_3_after_a_failed_test_nobody_retains() {
    let odds = two_friends()
        .step("marshal", "first", "", "activation = 'test'")
        .step("marshal", "second", "", "activation = 'retain'")
        .odds();
    // Passed (2/3): at −1, 1/2. Failed (1/3): the opponent acts first, and it is a plain test, 2/3.
    close(odds.mean("2.second.activated"), 2.0 / 3.0 * 1.0 / 2.0 + 1.0 / 3.0 * 2.0 / 3.0);
}

#[test]
fn section_1_6_3_the_opponents_failure_changes_nothing() {
    let odds = two_friends()
        .step("marshal", "first", "", "activation = 'test'; initiative-modifier = 2")
        .step("marshal", "foe", "", "activation = 'test'")
        .step("marshal", "second", "", "activation = 'retain'")
        .odds();
    close(odds.mean("2.foe.activated"), 1.0 / 6.0);
    close(odds.mean("3.second.activated"), 1.0 / 2.0);
}

#[test]
fn section_1_6_3_only_the_formation_just_before_must_not_have_failed() {
    let odds = two_friends()
        .step("marshal", "first", "", "activation = 'test'")
        .step("marshal", "third", "", "")
        .step("marshal", "second", "", "activation = 'retain'")
        .odds();
    // Whatever became of the first, the third has acted, and the second retains after it.
    close(odds.mean("3.second.activated"), 1.0 / 2.0);
}

#[test]
fn section_1_13_3_broken_by_its_own_failed_test_it_loses_its_action() {
    let odds = Scene::new()
        .force("us 4+", "1 rifle")
        .force("them 3+", "4 veteran")
        .step("shoot", "us", "them", "activation = 'test'")
        .odds();
    // Half the time the lone unit fails, gets a marker and breaks; otherwise a marker, and one for a loss (1/2 x 1/2).
    close(odds.mean("1.us.activated"), 1.0 / 2.0);
    close(odds.mean("end.us.broken"), 1.0 / 2.0);
    close(odds.mean("1.them.blast_markers"), 1.0 / 2.0 * (1.0 + 1.0 / 4.0));
}

#[test]
fn section_1_6_1_a_formation_that_failed_holds_and_shoots_without_modifier() {
    let odds = |hold: &str| {
        Scene::new()
            .force("us 4+", "2 rifle")
            .force("them 3+", "6 recruit")
            .step("shoot", "us", "them", &format!("activation = 'test'; order = 'sustained'; {hold}"))
            .odds()
            .mean("1.them.hits")
    };
    // Passed: two dice at 3+. Failed: a marker suppresses one of the two; one die at 4+.
    close(odds(""), 1.0 / 2.0 * 4.0 / 3.0 + 1.0 / 2.0 * 1.0 / 2.0);
    close(odds("if-failed = 'shoot'"), 1.0 / 2.0 * 4.0 / 3.0 + 1.0 / 2.0 * 1.0 / 2.0);
    close(odds("if-failed = 'move'"), 1.0 / 2.0 * 4.0 / 3.0);
    close(odds("if-failed = 'marshal'"), 1.0 / 2.0 * 4.0 / 3.0);
}

#[test]
fn section_1_6_1_marshal_shoots_at_minus_1_and_then_regroups() {
    for step in [("shoot", "order = 'marshal'"), ("marshal", "")] {
        let odds = Scene::new()
            .force("us 1+; blast-markers = 6", "8 rifle")
            .force("them 3+", "9 recruit")
            .step(step.0, "us", "them", step.1)
            .odds();
        // Regrouping comes after the shots: six of the eight are suppressed, two dice at 5+.
        close(odds.mean("1.us.suppressed"), 6.0);
        close(odds.mean("1.them.hits"), 2.0 / 3.0);
        // The higher of 2D6 shows 1 to 6 in 1, 3, 5, 7, 9, 11 of 36 ways: that many markers are removed.
        for (left, ways) in [(5, 1.0), (4, 3.0), (3, 5.0), (2, 7.0), (1, 9.0), (0, 11.0)] {
            close(odds.chance("end.us.blast_markers", left), ways / 36.0);
        }
    }
}

#[test]
fn section_1_6_1_a_formation_that_failed_may_regroup_by_holding() {
    let odds = Scene::new()
        .force("us 4+; blast-markers = 2", "8 recruit")
        .step("marshal", "us", "", "activation = 'test'")
        .odds();
    // Passed on 5+: both are removed unless the higher die is a 1 (1 of 36). Failed: all three with a 3 or more (32 of 36).
    close(odds.chance("end.us.blast_markers", 0), 1.0 / 3.0 * 35.0 / 36.0 + 2.0 / 3.0 * 32.0 / 36.0);
}

/// The chances of two tests of 4+ one after the other, in one turn or two, with a headquarters on the table.
fn with_headquarters(headquarters: &str, commanders: u32, two_turns: bool) -> (f64, f64) {
    let mut scene = Scene::new()
        .unit("warmaster", "abilities = ['supreme-commander']")
        .force("first 4+; side = 'ours'", "6 recruit")
        .force("second 4+; side = 'ours'", "6 recruit")
        .force(headquarters, &format!("{commanders} warmaster"))
        .step("marshal", "first", "", "activation = 'test'");
    if two_turns {
        scene = scene.step("end-phase", "", "", "");
    }
    let odds = scene.step("marshal", "second", "", "activation = 'test'").odds();
    let last = if two_turns { "3.second.activated" } else { "2.second.activated" };
    (odds.mean("1.first.activated"), odds.mean(last))
}

#[test]
fn section_2_1_6_a_supreme_commander_has_one_test_rolled_again_a_turn() {
    // 1/2, and half of the other half. The second has the re-roll only if the first did not need it.
    let (first, second) = with_headquarters("headquarters 1+; side = 'ours'", 1, false);
    close(first, 3.0 / 4.0);
    close(second, 1.0 / 2.0 * 3.0 / 4.0 + 1.0 / 2.0 * 1.0 / 2.0);
    // Two commanders, two re-rolls; no die is rolled a third time.
    let (first, second) = with_headquarters("headquarters 1+; side = 'ours'", 2, false);
    close(first, 3.0 / 4.0);
    close(second, 3.0 / 4.0);
    // Next turn it is there again.
    close(with_headquarters("headquarters 1+; side = 'ours'", 1, true).1, 3.0 / 4.0);
    // §2.0: also when his own formation is broken. The enemy's commander does not help.
    close(with_headquarters("headquarters 1+; side = 'ours'; broken = true", 1, false).0, 3.0 / 4.0);
    close(with_headquarters("headquarters 1+; side = 'theirs'", 1, false).0, 1.0 / 2.0);
}

#[test]
fn what_a_test_settled_is_remembered_over_steps_without_one() {
    let scene = || {
        Scene::new()
            .unit("warmaster", "abilities = ['supreme-commander']")
            .force("first 4+; side = 'ours'", "6 recruit")
            .force("second 4+; side = 'ours'; broken = true", "6 recruit")
            .force("third 4+; side = 'ours'", "6 recruit")
    };
    // §2.1.6: the second step is left out if the first test succeeded, and uses no re-roll if not, since it has been used
    // then.
    let odds = scene()
        .force("headquarters 1+; side = 'ours'", "1 warmaster")
        .step("marshal", "first", "", "activation = 'test'")
        .step("marshal", "headquarters", "", "activation = 'test'; when = '1.first.activated = 0'")
        .step("marshal", "third", "", "activation = 'test'")
        .odds();
    close(odds.mean("3.third.activated"), 1.0 / 2.0 * 3.0 / 4.0 + 1.0 / 2.0 * 1.0 / 2.0);
    // §1.6.3: a broken formation takes no test, so the first still decides whether the third retains (5+) or not (4+).
    let odds = scene()
        .step("marshal", "first", "", "activation = 'test'")
        .step("marshal", "second", "", "activation = 'test'")
        .step("marshal", "third", "", "activation = 'retain'")
        .odds();
    close(odds.mean("3.third.activated"), 1.0 / 2.0 * 1.0 / 3.0 + 1.0 / 2.0 * 1.0 / 2.0);
}

#[test]
fn section_2_1_6_rallies_are_tests_of_initiative_too() {
    let odds = Scene::new()
        .unit("warmaster", "abilities = ['supreme-commander']")
        .force("us 4+; broken = true", "1 warmaster; 5 recruit")
        .step("rally", "us", "", "")
        .odds();
    // Broken: a 6, and once more. He is a leader too: of six markers three are removed, and one more.
    close(odds.mean("1.us.rallied"), 1.0 / 6.0 + 5.0 / 6.0 * 1.0 / 6.0);
    close(odds.chance("end.us.blast_markers", 2), 11.0 / 36.0);
}

#[test]
fn section_2_1_7_one_test_for_a_combined_assault() {
    let scene = Scene::new()
        .unit("captain", "abilities = ['commander']")
        .force("caller 3+", "1 captain; 5 recruit")
        .force("partner 3+; blast-markers = 2", "6 recruit")
        .force("them 3+", "6 recruit")
        .step("assault", "caller, partner", "them", "activation = 'test'");
    // −1 for the partner's markers.
    let odds = scene.odds();
    close(odds.mean("1.caller.activated"), 1.0 / 2.0);
    close(odds.mean("1.partner.activated"), 1.0 / 2.0);
    close(odds.chance("1.assault.rounds", 0), 1.0 / 2.0);
    // A failure costs the caller a marker and the partner nothing.
    let failed = scene.play(&[("action test of caller", &[3])]);
    assert_eq!((failed["end.caller.blast_markers"], failed["end.partner.blast_markers"]), (1, 2));
}

#[test]
fn section_2_1_7_a_partner_is_free_to_act_after_a_failed_test() {
    let odds = Scene::new()
        .unit("captain", "abilities = ['commander']")
        .force("caller 6+", "1 captain; 5 recruit")
        .force("partner 3+", "6 rifle")
        .force("them 3+", "9 truck")
        .step("assault", "caller, partner", "them", "activation = 'test'; initiative-modifier = -1")
        .step("shoot", "partner", "them", "")
        .odds();
    close(odds.mean("1.partner.activated"), 0.0);
    close(odds.mean("2.them.blast_markers"), 1.0);
}

/// Mean hits of a formation on nine recruits.
fn hits(us: &str, groups: &str, step: &str) -> f64 {
    let scene = Scene::new()
        .unit("gretchin", "weapons = [{ name = 'Blasta', fire = 'small arms' }]")
        .unit("swordsman", "weapons = [{ name = 'Sword', fire = 'assault weapon' }]")
        .unit("mortar", "weapons = [{ name = 'Mortar', range = 30, fire = 'AP4+' }]")
        .unit("launcher", &weapon("Missile", "AP4+", "'one-shot'"))
        .force(us, groups)
        .force("them 3+", "9 recruit")
        .step("shoot", "us", "them", step);
    scene.odds().mean("1.them.hits")
}

#[test]
fn section_1_6_1_orders_and_their_modifiers() {
    for (order, chance) in [("advance", 3.0), ("hold", 3.0), ("double", 2.0), ("marshal", 2.0), ("sustained", 4.0)] {
        close(hits("us 1+", "1 rifle", &format!("order = '{order}'")), chance / 6.0);
    }
}

#[test]
fn section_1_9_2_markers_suppress_from_rear_to_front() {
    let played = Scene::new()
        .force("us 1+; blast-markers = 1", "1 rifle; 1 cannon")
        .force("them 3+", "3 recruit; 3 truck")
        .step("shoot", "us", "them", "")
        .play(&[("AP4+", &[3])]);
    assert_eq!(played["1.us.suppressed"], 1);
}

#[test]
fn section_1_9_2_q_who_absorbs_suppression() {
    let marked = |groups: &str, range: u32| hits("us 1+; blast-markers = 1", groups, &format!("range = {range}"));
    close(marked("1 rifle; 1 rifle", 45), 1.0 / 2.0);
    // Units with only assault weapons absorb nothing; small arms do within 15 cm; a gun out of range does not.
    close(marked("1 rifle; 1 swordsman", 10), 0.0);
    close(marked("1 rifle; 1 gretchin", 15), 1.0 / 2.0);
    close(marked("1 rifle; 1 gretchin", 16), 0.0);
    close(marked("1 rifle; 1 mortar", 30), 1.0 / 2.0);
    close(marked("1 rifle; 1 mortar", 31), 0.0);
    // §2.2.10 Q: a missile already fired absorbs, though it fires no more.
    close(marked("1 rifle; 1 launcher, spent = ['Missile']", 45), 1.0 / 2.0);
    close(hits("us 1+", "1 rifle; 1 launcher, spent = ['Missile']", ""), 1.0 / 2.0);
}

#[test]
fn section_1_9_4_a_marker_for_whoever_may_be_shot_at() {
    let markers = |us: &str, groups: &str, them: &str, step: &str| {
        let scene = Scene::new()
            .unit("gretchin", "weapons = [{ name = 'Blasta', fire = 'small arms' }]")
            .force(us, groups)
            .force("them 3+", them)
            .step("shoot", "us", "them", step);
        scene.play(&[])["1.them.blast_markers"]
    };
    // No weapon that could hurt them is rolled, but they are under fire.
    assert_eq!(markers("us 1+", "3 rifle", "9 tank", ""), 1);
    assert_eq!(markers("us 1+", "3 cannon", "9 recruit", ""), 1);
    // Small arms do not shoot; nor does a formation that is completely suppressed or out of range.
    assert_eq!(markers("us 1+", "3 gretchin", "9 recruit", "range = 10"), 0);
    assert_eq!(markers("us 1+; blast-markers = 2", "2 rifle; 1 brawler", "9 recruit", ""), 0);
    assert_eq!(markers("us 1+", "3 rifle", "9 recruit", "range = 46"), 0);
    assert_eq!(markers("us 1+; broken = true", "3 rifle", "9 recruit", ""), 0);
}

#[test]
fn section_1_9_6_units_out_of_reach_are_safe() {
    let played = Scene::new()
        .force("us 1+", "3 rifle")
        .force("them 3+", "2 veteran; 6 recruit")
        .step("shoot", "us", "them", "range = { veteran = 40, recruit = 50 }")
        // The third hit is a second one on the first veteran.
        .play(&[("to hit", &[4, 4, 4]), ("save of Veteran", &[4, 3, 4])]);
    assert_eq!(played["1.them.kills"], 1);
}

#[test]
fn section_1_9_6_macro_hits_go_where_macro_weapons_reach() {
    let played = Scene::new()
        .unit("inferno", "weapons = [{ name = 'Inferno', range = 15, fire = 'MW4+' }]")
        .force("us 1+", "1 rifle; 2 inferno")
        .force("them 3+", "1 veteran; 5 recruit")
        .step("shoot", "us", "them", "range = { veteran = 15, recruit = 20 }")
        // The ordinary hit is saved; of the two macro hits the second has no target.
        .play(&[("AP4+", &[4]), ("MW4+", &[4, 4]), ("save of Veteran", &[4])]);
    assert_eq!((played["1.them.hits"], played["1.them.kills"]), (3, 1));
}

#[test]
fn section_1_9_6_macro_hits_come_second_and_begin_at_the_front_again() {
    let scene = Scene::new()
        .unit("heavy", "armour = '4+', abilities = ['reinforced-armour']")
        .force("us 1+", "1 rifle; 1 melta")
        .force("them 3+", "1 veteran; 5 heavy")
        .step("shoot", "us", "them", "");
    // The veteran survives the ordinary hit and dies of the macro hit, or dies of the former and leaves the latter to the
    // next.
    let saved = scene.play(&[("AP4+", &[4]), ("MW4+", &[4]), ("save of Veteran", &[4])]);
    assert_eq!(saved["1.them.kills"], 1);
    let killed = [("AP4+", &[4][..]), ("MW4+", &[4]), ("save of Veteran", &[3]), ("save of Heavy from macro", &[4])];
    assert_eq!(scene.play(&killed)["1.them.kills"], 1);
}

#[test]
fn section_1_9_7_breaking_waits_for_all_shots() {
    let played = Scene::new()
        .force("us 1+", "3 rifle")
        .force("them 3+", "5 recruit")
        .step("shoot", "us", "them", "")
        .play(&[("to hit", &[4, 4, 4])]);
    // Four markers on two units: broken, and no more units die.
    assert_eq!((played["1.them.blast_markers"], played["1.them.broken"], played["end.them.survivors"]), (4, 1, 2));
    assert_eq!(played["end.them.blast_markers"], 0);
}

#[test]
fn markers_placed_are_counted_even_if_the_formation_dies() {
    let played = Scene::new()
        .force("us 1+", "2 rifle")
        .force("them 3+", "2 recruit")
        .step("shoot", "us", "them", "")
        .play(&[("to hit", &[4, 4])]);
    assert_eq!((played["1.them.blast_markers"], played["1.them.broken"], played["end.them.destroyed"]), (3, 0, 1));
}

#[test]
fn section_1_9_q_weapons_may_be_held_back_and_units_may_be_out_of_sight() {
    close(hits("us 1+", "2 rifle; 1 mortar", "fire = { Rifle = 'hold' }"), 1.0 / 2.0);
    close(hits("us 1+", "4 rifle", "shooters = { rifle = 3 }"), 3.0 / 2.0);
    let played = Scene::new()
        .force("us 1+", "3 rifle")
        .force("them 3+", "2 veteran; 6 recruit")
        .step("shoot", "us", "them", "exposed = { veteran = 1, recruit = 0 }")
        // All three hits fall on the only veteran in sight.
        .play(&[("to hit", &[4, 4, 4]), ("save of Veteran", &[4, 4, 3])]);
    assert_eq!(played["1.them.kills"], 1);
}

#[test]
fn section_1_1_3_q_lines_joined_by_or_and_by_and() {
    let hits = |mode: &str| {
        let line = |fire: &str| format!("{{ name = 'Cannon', range = 45, fire = '{fire}'{mode} }}");
        Scene::new()
            .unit("gun", &format!("weapons = [{}, {}]", line("AP4+"), line("AT4+")))
            .force("us 1+", "1 gun")
            .force("them 3+", "5 recruit; 5 truck")
            .step("shoot", "us", "them", "")
            .odds()
            .mean("1.them.hits")
    };
    close(hits(", mode = 'or'"), 1.0 / 2.0);
    close(hits(", mode = 'and'"), 1.0);
    close(hits(""), 1.0);
}

#[test]
fn section_1_1_3_a_weapon_with_two_values_fires_one_of_them() {
    let kills = |fire: &str, them: &str| {
        let scene = Scene::new()
            .unit("gun", &weapon("Gun", fire, ""))
            .force("us 1+", "1 gun")
            .force("them 3+", them)
            .step("shoot", "us", "them", "");
        scene.odds().mean("1.them.kills")
    };
    close(kills("AP5+/AT4+", "5 recruit"), 1.0 / 3.0);
    close(kills("AP5+/AT4+", "5 truck"), 1.0 / 2.0);
    // §2.1.22: a light vehicle can be hit by either, so the better.
    close(kills("AP5+/AT4+", "5 buggy"), 1.0 / 2.0);
    close(kills("AP4+/AT5+", "5 buggy"), 1.0 / 2.0);
}
