//! Rulings on plans (steps with conditions, turns, coordinated actions, marches, coherency) and on the rules of army
//! lists, with odds counted by hand.

use crate::support::{Scene, close, weapon, wins_with_lead};

// Conditions.

#[test]
fn a_condition_reads_the_values_of_its_moment() {
    let scene = |when: &str| {
        Scene::new()
            .force("us 2+", "2 rifle")
            .force("them 2+", "3 recruit")
            .step("shoot", "us", "them", "")
            .step("shoot", "us", "them", &format!("when = '{when}'"))
            .odds()
    };
    // The first volley kills 0, 1 or 2 in 1, 2, 1 cases of 4. A kill leaves two units with two markers, or one with three:
    // broken. Without one there is a marker on three.
    let odds = scene("them.broken");
    close(odds.chance("1.them.broken", 1), 3.0 / 4.0);
    close(odds.mean("2.us.activated"), 3.0 / 4.0);
    let odds = scene("them.survivors >= 2");
    close(odds.mean("2.us.activated"), 3.0 / 4.0);
    close(scene("them.survivors > 2").mean("2.us.activated"), 1.0 / 4.0);
    close(scene("them.survivors = 1").mean("2.us.activated"), 1.0 / 4.0);
    close(scene("them.losses < 1").mean("2.us.activated"), 1.0 / 4.0);
    close(scene("them.losses <= 1").mean("2.us.activated"), 3.0 / 4.0);
    close(scene("them.destroyed").mean("2.us.activated"), 0.0);
}

#[test]
fn all_conditions_of_a_list_must_hold_and_otherwise_is_played_instead() {
    let scene = |when: &str| {
        Scene::new()
            .force("us 2+; side = 'a'", "2 rifle")
            .force("them 2+; side = 'b'", "9 recruit")
            .force("others 2+; side = 'b'", "9 recruit")
            .step("shoot", "us", "them", "")
            .step(
                "shoot",
                "us",
                "them",
                &format!(
                    "when = {when}; otherwise = {{ action = 'shoot', by = 'us', at = 'others', order = 'sustained' }}"
                ),
            )
            .odds()
    };
    // One kill exactly: 2 of 4.
    let odds = scene("['them.losses >= 1', 'them.losses <= 1']");
    close(odds.mean("2.them.kills"), 1.0 / 2.0 * 2.0 / 2.0);
    close(odds.mean("2.others.kills"), 1.0 / 2.0 * 2.0 * 4.0 / 6.0);
    close(odds.chance("2.others.blast_markers", 0), 1.0 / 2.0);
}

#[test]
fn a_condition_remembers_what_an_earlier_step_came_to() {
    let scene = |when: &str| {
        Scene::new()
            .force("us 2+; side = 'a'", "1 rifle")
            .force("them 2+; side = 'b'", "9 recruit")
            .force("others 2+; side = 'b'", "9 recruit")
            .step("shoot", "us", "them", "")
            .step("shoot", "us", "others", "")
            .step("march", "them", "", &format!("when = '{when}'"))
            .odds()
            .mean("3.them.activated")
    };
    close(scene("1.them.kills >= 1"), 1.0 / 2.0);
    close(scene("2.others.kills >= 1"), 1.0 / 2.0);
    // A step that was not played has no effect.
    let skipped = Scene::new()
        .force("us 2+", "1 rifle")
        .force("them 2+", "9 recruit")
        .step("shoot", "us", "them", "")
        .step("shoot", "us", "them", "when = 'them.losses >= 1'")
        .step("march", "them", "", "when = '2.them.kills = 0'")
        .odds();
    close(skipped.mean("3.them.activated"), 1.0 - 1.0 / 4.0);
}

#[test]
fn conditions_on_later_steps_and_unknown_names_are_refused() {
    let scene = |when: &str| {
        Scene::new()
            .force("us 2+", "1 rifle")
            .force("them 2+", "9 recruit")
            .step("shoot", "us", "them", &format!("when = '{when}'"))
            .step("shoot", "us", "them", "")
            .refusal()
    };
    for (when, words) in [
        ("2.them.kills", "nothing is counted of `them` in step 2"),
        ("nobody.broken", "no formation is called `nobody`"),
        ("them.courage", "no measure of this formation is called `courage`"),
        ("them.kills >= some", "`some` is not a whole number"),
    ] {
        let said = scene(when);
        assert!(said.contains(words), "{said}");
    }
    let otherwise = Scene::new().force("us 2+", "1 rifle").force("them 2+", "9 recruit").step(
        "shoot",
        "us",
        "them",
        "otherwise = { action = 'march', by = 'us' }",
    );
    let said = otherwise.refusal();
    assert!(said.contains("`otherwise` goes with a condition"), "{said}");
}

#[test]
fn a_goal_reached_in_one_branch_only_is_counted_there() {
    let odds = Scene::new()
        .top("goal = ['them.losses >= 2']")
        .force("us 2+", "1 rifle")
        .force("them 2+", "9 recruit")
        .step("shoot", "us", "them", "")
        .step("shoot", "us", "them", "when = 'them.losses >= 1'")
        .odds();
    close(odds.mean("end.scenario.goal"), 1.0 / 4.0);
}

// Turns.

#[test]
fn section_1_4_turns_repeat_the_plan_with_an_end_phase_between() {
    let odds = Scene::new()
        .top("turns = 2")
        .force("us 2+", "1 rifle")
        .force("them 4+", "9 recruit")
        .step("shoot", "us", "them", "")
        .odds();
    // Steps: shoot, end phase, shoot, end phase.
    close(odds.mean("1.them.kills"), 1.0 / 2.0);
    close(odds.mean("2.them.rallied"), 1.0 / 2.0);
    close(odds.mean("3.them.kills"), 1.0 / 2.0);
    close(odds.mean("4.them.rallied"), 1.0 / 2.0);
    // A written end phase is not added again.
    let written = Scene::new()
        .top("turns = 2")
        .force("us 2+", "1 rifle")
        .force("them 4+", "9 recruit")
        .step("shoot", "us", "them", "")
        .step("end-phase", "", "", "")
        .odds();
    assert!(!written.0.keys().any(|measure| measure.starts_with("5.")));
}

#[test]
fn conditions_in_a_later_turn_look_at_the_steps_of_that_turn() {
    let odds = Scene::new()
        .top("turns = 2")
        .force("us 2+", "1 rifle")
        .force("them 1+", "9 recruit")
        .step("shoot", "us", "them", "")
        .step("march", "them", "", "when = '1.them.kills >= 1'")
        .odds();
    close(odds.mean("2.them.activated"), 1.0 / 2.0);
    // Step 5 is the second of turn 2: its condition reads the kills of step 4.
    close(odds.mean("5.them.activated"), 1.0 / 2.0);
    let both = odds.mean("4.them.kills");
    close(both, 1.0 / 2.0);
}

#[test]
fn sections_1_4_and_1_6_1_a_march_ends_with_its_turn() {
    let kills = |between: bool| {
        let scene = Scene::new()
            .force("friends 2+; side = 'a'", "1 recruit")
            .force("us 2+; side = 'a'", "1 rifle")
            .force("them 2+; side = 'b'", "3 veteran")
            .step("march", "friends", "", "");
        let scene = if between { scene.step("end-phase", "", "", "") } else { scene };
        scene.step("shoot", "us", "them", "crossfire = 'friends'").odds()
    };
    // A formation that has marched cannot be one end of a crossfire this turn: saves of 4+, then of 5+.
    close(kills(false).mean("2.them.kills"), 1.0 / 2.0 * 1.0 / 2.0);
    close(kills(true).mean("3.them.kills"), 1.0 / 2.0 * 2.0 / 3.0);
}

#[test]
fn sections_1_6_1_and_1_12_6_who_has_marched_gives_no_support() {
    let killed = |marched: bool| {
        let scene = Scene::new()
            .force("friends 2+; side = 'a'", "3 trooper")
            .force("us 2+; side = 'a'", "3 recruit")
            .force("them 2+; side = 'b'", "3 recruit");
        let scene = if marched { scene.step("march", "friends", "", "activation = 'test'") } else { scene };
        let number = if marched { 2 } else { 1 };
        let scene = scene.step("assault", "us", "them", "mode = 'firefight'; support = ['friends']");
        1.0 - scene.odds().chance(&format!("{number}.us.kills"), 0)
    };
    // One of three hits in 7/8; else 2D6 against 2D6 decide, and are tied in 286 of 1296 ways: then comes another round.
    let supported = 7.0 / 8.0 / (1.0 - 1.0 / 8.0 * 286.0 / 1296.0);
    close(killed(false), supported);
    // Only after a failed test (1/6) have they not marched.
    close(killed(true), 1.0 / 6.0 * supported);
}

#[test]
fn section_1_6_1_a_march_is_a_move_that_overwatch_answers() {
    let scene = |hold: &str| {
        Scene::new()
            .force("guns 2+; side = 'b'; state = 'overwatch'", "1 rifle")
            .force("us 4+; side = 'a'", "9 recruit")
            .step("march", "us", "", &format!("activation = 'test'{hold}; reactions = [{{ by = 'guns' }}]"))
    };
    // Whether it passes or fails and moves; not if it stays and regroups.
    close(scene("").odds().mean("1.us.kills"), 1.0 / 2.0);
    close(scene("; if-failed = 'marshal'").odds().mean("1.us.kills"), 1.0 / 4.0);
}

#[test]
fn section_1_7_4_units_out_of_coherency_are_lost_for_a_marker_each() {
    let played = Scene::new()
        .unit("grot", "abilities = ['expendable']")
        .force("us 2+", "5 recruit; 2 grot")
        .force("them 2+", "1 recruit")
        .step("out-of-coherency", "us", "", "units = { recruit = 2, grot = 1 }")
        .play(&[]);
    assert_eq!((played["end.us.survivors"], played["end.us.blast_markers"]), (4, 2));
    let broken = Scene::new()
        .force("us 2+", "4 recruit")
        .step("out-of-coherency", "us", "", "units = { recruit = 2 }")
        .play(&[]);
    assert_eq!(broken["end.us.broken"], 1);
}

#[test]
fn section_5_1_7_the_game_goes_on_when_both_roll_the_same() {
    let scene = Scene::new().force("us 2+", "1 recruit").force("them 2+", "1 recruit").step("game-end", "", "", "");
    close(scene.odds().mean("1.game.another_turn"), 1.0 / 6.0);
    let next = scene.step("march", "us", "", "when = '1.game.another_turn'");
    close(next.odds().mean("2.us.activated"), 1.0 / 6.0);
}

#[test]
fn section_1_5_who_wins_the_strategy_roll_may_go_first() {
    // Ahead by 1 to 5 of 36: 15, even 6.
    let odds = Scene::new()
        .force("us 2+", "9 rifle")
        .force("them 2+", "9 rifle")
        .step("strategy", "us", "them", "rating = 3; enemy-rating = 3")
        .step("shoot", "us", "them", "when = 'us.first'; otherwise = { action = 'shoot', by = 'them', at = 'us' }")
        .odds();
    close(odds.mean("1.us.first"), 1.0 / 2.0);
    close(odds.mean("2.us.activated"), 1.0 / 2.0);
    close(odds.mean("2.them.activated"), 1.0 / 2.0);
}

// Coordinated actions.

/// A caller, partners and a target for all of them.
fn coordinated(caller: &str, partners: &[&str], list: &str) -> Scene {
    let mut scene = Scene::new()
        .unit("marker", &format!("abilities = ['coordinated-action'], {}", weapon("Rail rifle", "AP4+", "")))
        .force(&format!("caller {caller}; side = 'a'"), "2 marker");
    for (number, head) in partners.iter().enumerate() {
        scene = scene.force(&format!("p{number} {head}; side = 'a'"), "2 rifle");
    }
    scene.force("them 2+; side = 'b'", "30 recruit").step(
        "shoot",
        "caller",
        "them",
        &format!("activation = 'test'; if-failed = 'nothing'; coordinated = [{list}]"),
    )
}

#[test]
fn section_2_1_1_one_test_for_all_with_each_its_order() {
    let list = "{ by = 'p0', at = 'them', order = 'double' }, { by = 'p1', at = 'them', order = 'sustained' }";
    // Initiative 3+, and the 5+ of the partners does not count; one marker anywhere is −1, two are no worse.
    for (first, second, passes) in [
        ("5+", "5+", 4.0),
        ("5+; blast-markers = 1", "5+", 3.0),
        ("5+; blast-markers = 1", "5+; blast-markers = 1", 3.0),
    ] {
        let odds = coordinated("3+", &[first, second], list).odds();
        let passes = passes / 6.0;
        close(odds.mean("1.caller.activated"), passes);
        close(odds.mean("1.p1.activated"), passes);
        close(odds.mean("end.caller.blast_markers"), 1.0 - passes);
        let marked = |head: &str| if head.contains("blast") { 1.0 } else { 0.0 };
        close(odds.mean("end.p0.blast_markers"), marked(first));
        // Two shots each on 4+, 5+ and 3+, minus those of a suppressed unit.
        let shots = 2.0 / 2.0 + (2.0 - marked(first)) * 2.0 / 6.0 + (2.0 - marked(second)) * 4.0 / 6.0;
        close(odds.mean("1.them.kills"), passes * shots);
    }
}

#[test]
fn section_2_1_1_two_more_formations_at_most_called_by_somebody_able() {
    let partner = |number: u32| format!("{{ by = 'p{number}', at = 'them' }}");
    let three = [partner(0), partner(1), partner(2)].join(", ");
    let said = coordinated("2+", &["2+", "2+", "2+"], &three).refusal();
    assert!(said.contains("at most two more formations take part in a coordinated action (§2.1.1)"), "{said}");
    let twice = [partner(0), partner(0)].join(", ");
    let said = coordinated("2+", &["2+"], &twice).refusal();
    assert!(said.contains("`p0` is named twice"), "{said}");
    let order = "{ by = 'p0', at = 'them', order = 'overwatch' }";
    let said = coordinated("2+", &["2+"], order).refusal();
    assert!(said.contains("`overwatch` is not an order of a coordinated action"), "{said}");
    let unable = Scene::new()
        .force("us 2+; side = 'a'", "1 rifle")
        .force("p0 2+; side = 'a'", "1 rifle")
        .force("them 2+", "9 recruit");
    let step = "coordinated = [{ by = 'p0', at = 'them' }]";
    let said = unable.step("shoot", "us", "them", step).refusal();
    assert!(said.contains("no unit in `us` has the ability `coordinated-action`"), "{said}");
}

#[test]
fn section_2_1_1_a_broken_formation_has_no_part_in_it() {
    let odds = coordinated("1+", &["2+; broken = true"], "{ by = 'p0', at = 'them' }").odds();
    close(odds.mean("1.them.kills") / odds.mean("1.caller.activated"), 2.0 / 2.0);
    close(odds.mean("1.p0.activated"), 0.0);
}

#[test]
fn section_2_1_1_a_broken_formation_does_not_weigh_on_the_test() {
    let odds = coordinated("3+", &["2+; broken = true"], "{ by = 'p0', at = 'them' }").odds();
    close(odds.mean("1.caller.activated"), 4.0 / 6.0);
}

#[test]
fn section_2_1_7_broken_formations_do_not_weigh_on_the_test_of_a_combined_assault() {
    let odds = Scene::new()
        .unit("captain", "abilities = ['commander']")
        .force("caller 3+; side = 'a'", "1 captain; 2 recruit")
        .force("runners 3+; side = 'a'; broken = true", "3 recruit")
        .force("them 2+; side = 'b'", "3 recruit")
        .step("assault", "caller, runners", "them", "mode = 'firefight'; activation = 'test'")
        .odds();
    close(odds.mean("1.caller.activated"), 4.0 / 6.0);
}

#[test]
fn section_2_1_1_a_failure_leaves_the_partners_free_to_act() {
    let odds = coordinated("4+", &["1+"], "{ by = 'p0', at = 'them' }")
        .step("shoot", "p0", "them", "activation = 'test'; when = '1.caller.activated = 0'")
        .odds();
    close(odds.mean("2.p0.activated"), 1.0 / 2.0);
}

// They shall know no fear, and other rules of army lists.

const NO_FEAR: &str = "rules = ['they-shall-know-no-fear']";

#[test]
fn they_shall_know_no_fear_breaks_them_at_two_markers_a_unit() {
    // A volley costs one marker, and each loss one: with 1 of 3 killed, n + 2 markers on two units.
    let broken = |rules: &str, markers: u32| {
        let scene = Scene::new()
            .force("us 2+", "1 rifle")
            .force(&format!("them 2+; blast-markers = {markers}{rules}"), "3 recruit")
            .step("shoot", "us", "them", "");
        let hit = scene.play(&[("Rifle AP4+", &[4])])["end.them.broken"];
        let miss = scene.play(&[("Rifle AP4+", &[3])])["end.them.broken"];
        (miss, hit)
    };
    assert_eq!(broken("", 1), (0, 1));
    assert_eq!(broken("", 2), (1, 1));
    let rules = format!("; {NO_FEAR}");
    assert_eq!(broken(&rules, 1), (0, 0));
    assert_eq!(broken(&rules, 2), (0, 1));
    assert_eq!(broken(&rules, 4), (0, 1));
    assert_eq!(broken(&rules, 5), (1, 1));
}

#[test]
fn they_shall_know_no_fear_markers_count_half_for_suppression() {
    let suppressed = |rules: &str, markers: u32| {
        Scene::new()
            .force(&format!("us 2+; blast-markers = {markers}{rules}"), "5 rifle")
            .force("them 2+", "9 recruit")
            .step("shoot", "us", "them", "")
            .odds()
            .mean("1.us.suppressed")
    };
    let rules = format!("; {NO_FEAR}");
    for markers in 0..5 {
        close(suppressed("", markers), markers.into());
        close(suppressed(&rules, markers), (markers / 2).into());
    }
    close(suppressed(&rules, 9), 4.0);
}

#[test]
fn they_shall_know_no_fear_markers_count_half_in_an_assault() {
    // Equal numbers, no fighting: +1 without markers, +1 with fewer than the enemy.
    let margin = |us: &str, them: &str| {
        let played = Scene::new()
            .force(&format!("us 2+; {us}"), "5 recruit")
            .force(&format!("them 2+; {them}"), "5 recruit")
            .step("assault", "us", "them", "mode = 'firefight'")
            .play(&[("assault result, attacker", &[6, 6]), ("assault result, defender", &[1, 1])]);
        played["1.assault.margin"] - 5
    };
    let rules = |markers: u32| format!("{NO_FEAR}; blast-markers = {markers}");
    // One counts as none.
    assert_eq!(margin(&rules(1), "blast-markers = 1"), 2);
    // Three count as one: neither side is without, and they are equal.
    assert_eq!(margin(&rules(3), "blast-markers = 1"), 0);
    assert_eq!(margin(&rules(3), "blast-markers = 2"), 1);
}

#[test]
fn they_shall_know_no_fear_the_markers_of_allies_are_halved_together() {
    let played = Scene::new()
        .unit("captain", "abilities = ['commander']")
        .force(&format!("caller 2+; side = 'a'; {NO_FEAR}; blast-markers = 1"), "1 captain; 2 recruit")
        .force(&format!("partner 2+; side = 'a'; {NO_FEAR}; blast-markers = 1"), "3 recruit")
        .force("them 2+; side = 'b'; blast-markers = 1", "6 recruit")
        .step("assault", "caller, partner", "them", "mode = 'firefight'")
        .play(&[("assault result, attacker", &[6, 6]), ("assault result, defender", &[1, 1])]);
    // (1 + 1) / 2 = 1 against 1: no bonus for either side.
    assert_eq!(played["1.assault.margin"], 5);
}

#[test]
fn they_shall_know_no_fear_half_the_extra_hits_rounded_down() {
    let lost = |rules: &str, dice: [u8; 2]| {
        let played = Scene::new()
            .force("us 2+", "9 recruit")
            .force(&format!("them 2+; {rules}"), "9 recruit")
            .step("assault", "us", "them", "mode = 'firefight'")
            .play(&[("assault result, attacker", &[dice[0], 1]), ("assault result, defender", &[dice[1], 1])]);
        (played["1.assault.margin"], 9 - played["end.them.survivors"])
    };
    assert_eq!(lost("", [6, 1]), (5, 5));
    assert_eq!(lost(NO_FEAR, [6, 1]), (5, 2));
    assert_eq!(lost(NO_FEAR, [2, 1]), (1, 0));
    assert_eq!(lost("extra-hits = 2", [3, 1]), (2, 4));
    assert_eq!(lost("extra-hits = 0", [6, 1]), (5, 0));
    // The scenario's own numbers override the rule's.
    assert_eq!(lost(&format!("{NO_FEAR}; extra-hits = 1"), [6, 1]), (5, 5));
}

#[test]
fn they_shall_know_no_fear_markers_on_the_broken_kill_half_as_many() {
    let left = |rules: &str, dice: &[u8]| {
        let played = Scene::new()
            .force("us 2+", "3 rifle")
            .force(&format!("them 2+; broken = true; {rules}"), "9 recruit")
            .step("shoot", "us", "them", "")
            .play(&[("Rifle AP4+", dice)]);
        played["end.them.survivors"]
    };
    // One marker for coming under fire, n killed by n hits, n markers for them.
    for (dice, hits) in [([3, 3, 3], 0), ([4, 3, 3], 1), ([4, 4, 3], 2), ([4, 4, 4], 3)] {
        assert_eq!(left("", &dice), 9 - hits - (1 + hits));
        assert_eq!(left(NO_FEAR, &dice), 9 - hits - hits.div_ceil(2));
    }
}

#[test]
fn they_shall_know_no_fear_the_broken_rally_to_as_many_markers_as_units() {
    let markers = |rules: &str| {
        let scene =
            Scene::new().force(&format!("us 2+; broken = true; {rules}"), "5 recruit").force("them 2+", "1 recruit");
        let played = scene.step("rally", "us", "", "").play(&[("rally test of us", &[4])]);
        assert_eq!(played["end.us.broken"], 0);
        played["end.us.blast_markers"]
    };
    assert_eq!(markers("break-at = 1"), 5 - 3);
    assert_eq!(markers(NO_FEAR), 5);
}

#[test]
fn break_at_counts_markers_a_unit() {
    let broken = |share: &str, markers: u32| {
        let scene = Scene::new()
            .force("us 2+", "1 rifle")
            .force(&format!("them 2+; blast-markers = {markers}; break-at = {share}"), "3 recruit");
        scene.step("shoot", "us", "them", "").play(&[("Rifle AP4+", &[3])])["end.them.broken"]
    };
    // 1.5 markers a unit: 4.5, rounded up, on three units.
    assert_eq!((broken("1.5", 3), broken("1.5", 4)), (0, 1));
    assert_eq!((broken("3", 7), broken("3", 8)), (0, 1));
}

#[test]
fn initiative_modifiers_of_a_formation_change_its_tests() {
    let scene = |modifier: i32| {
        Scene::new()
            .force(&format!("us 4+; blast-markers = 1; initiative-modifier = {modifier}"), "5 rifle")
            .force("them 2+", "9 truck")
            .step("shoot", "us", "them", "activation = 'test'; if-failed = 'nothing'")
            .odds()
            .mean("1.us.activated")
    };
    close(scene(0), 2.0 / 6.0);
    close(scene(1), 3.0 / 6.0);
    close(scene(-1), 1.0 / 6.0);
    let rallied = |modifier: i32| {
        let scene = Scene::new().force(&format!("us 4+; broken = true; initiative-modifier = {modifier}"), "5 rifle");
        scene.force("them 2+", "1 recruit").step("end-phase", "", "", "").odds().mean("1.us.rallied")
    };
    close(rallied(0), 1.0 / 6.0);
    close(rallied(1), 2.0 / 6.0);
}

#[test]
fn mob_rule_helps_the_many_to_rally() {
    let rallied = |units: &str| {
        Scene::new()
            .unit("grot", "abilities = ['expendable']")
            .force("mob 4+; blast-markers = 1; rules = ['mob-rule']", units)
            .force("them 2+", "1 recruit")
            .step("rally", "mob", "", "")
            .odds()
            .mean("1.mob.rallied")
    };
    // More than five of those that count: +1; more than ten: +2.
    close(rallied("5 recruit"), 3.0 / 6.0);
    close(rallied("6 recruit"), 4.0 / 6.0);
    close(rallied("10 recruit"), 4.0 / 6.0);
    close(rallied("11 recruit"), 5.0 / 6.0);
    close(rallied("5 recruit; 9 grot"), 3.0 / 6.0);
    // Action tests are not helped.
    let action = Scene::new()
        .force("mob 4+; rules = ['mob-rule']", "12 rifle")
        .force("them 2+", "9 truck")
        .step("march", "mob", "", "activation = 'test'")
        .odds();
    close(action.mean("1.mob.activated"), 3.0 / 6.0);
}

// Points.

#[test]
fn section_5_1_7_points_won_lost_and_their_swing() {
    // Ours lose all of a formation of 100, theirs are halved (4 of 8 left, stubborn): 50 of 101, rounded up to 51.
    let scene = |ours: u32, theirs: u32| {
        Scene::new()
            .unit("mule", "abilities = ['stubborn']")
            .force("a 2+; side = 'us'; points = 100", "8 recruit")
            .force("b 2+; side = 'them'; points = 101", "8 mule")
            .step("out-of-coherency", "a", "", &format!("units = {{ recruit = {ours} }}"))
            .step("out-of-coherency", "b", "", &format!("units = {{ mule = {theirs} }}"))
    };
    let compiled = crate::support::compiled(&scene(0, 0).text());
    let least = |subject: &str| {
        let measures = compiled.engagement.measures();
        let swing =
            measures.into_iter().find(|measure| measure.metric.name == "points_swing" && measure.subject == subject);
        swing.expect("a swing").least
    };
    assert_eq!((least("us"), least("them")), (-100, -101));
    for (ours, theirs, lost, won) in [(8, 4, 100, 51), (8, 0, 100, 0), (0, 8, 0, 101), (0, 0, 0, 0), (4, 4, 100, 51)] {
        let played = scene(ours, theirs).play(&[]);
        assert_eq!((played["end.us.points_lost"], played["end.us.points_won"]), (lost, won));
        assert_eq!((played["end.them.points_lost"], played["end.them.points_won"]), (won, lost));
        assert_eq!(played["end.us.points_swing"] as i64 + least("us"), won as i64 - lost as i64);
        assert_eq!(played["end.them.points_swing"] as i64 + least("them"), lost as i64 - won as i64);
    }
}

#[test]
fn out_of_action_is_broken_or_destroyed() {
    let out = |lost: u32| {
        let step = format!("units = {{ recruit = {lost} }}");
        let scene = Scene::new().force("us 2+", "8 recruit").force("them 2+", "1 recruit");
        let played = scene.step("out-of-coherency", "us", "", &step).play(&[]);
        [played["end.us.out_of_action"], played["end.us.broken"], played["end.us.destroyed"]]
    };
    assert_eq!((out(3), out(4), out(8)), ([0, 0, 0], [1, 1, 0], [1, 0, 1]));
}

// Aboard and away.

#[test]
fn section_2_1_2_nobody_survives_a_skimmer_destroyed_aloft() {
    let left = |step: &str| {
        let scene = Scene::new()
            .unit("falcon", "type = 'armoured-vehicle', transport = 1, abilities = ['skimmer']")
            .force("us 2+", "2 cannon")
            .force("them 2+", "3 falcon; 3 veteran, embarked-in = 'falcon'")
            .step("shoot", "us", "them", step);
        scene.odds().mean("end.them.survivors")
    };
    // One falcon down on average: with its passenger, or with half of one.
    close(left("popped-up = ['falcon']"), 6.0 - 2.0);
    close(left(""), 6.0 - 1.5);
}

#[test]
fn section_3_1_3_a_transport_and_those_who_leave_it_shoot_as_one() {
    let played = Scene::new()
        .unit("gorgon", &format!("type = 'war-engine', dc = 3, transport = 5, {}", weapon("Mortar", "AP4+", "")))
        .force("gorgon 2+; side = 'a'", "1 gorgon")
        .force("squad 2+; side = 'a'", "3 rifle, embarked-in = 'gorgon.gorgon'")
        .force("them 2+; side = 'b'", "9 recruit")
        .step("shoot", "unused", "them", "")
        .text()
        .replace("by = 'unused'", "by = ['gorgon', 'squad']");
    let played = crate::support::scripted(&played, &[("AP4+ (advance) to hit them", &[4, 3, 3, 3])]);
    // One marker for coming under fire, one for the loss.
    assert_eq!((played["1.them.kills"], played["1.them.blast_markers"]), (1, 2));
}

#[test]
fn they_shall_know_no_fear_does_not_change_who_wins() {
    let odds = Scene::new()
        .force("us 2+", "3 recruit")
        .force(&format!("them 2+; {NO_FEAR}"), "2 recruit")
        .step("assault", "us", "them", "mode = 'firefight'")
        .odds();
    close(odds.mean("1.us.won"), wins_with_lead(1));
}
