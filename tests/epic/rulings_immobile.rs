//! §1.13.3: units of speed 0 cannot withdraw, and are destroyed if their formation breaks with enemies within 15 cm; §3.2.4
//! for war engines. The losses of units that can withdraw are given by the scenario, or reported among the choices.

use crate::support::{Scene, close, compiled, weapon, wins_with_lead};

fn people() -> Scene {
    Scene::new()
        .unit("turret", "speed = 0")
        .unit("shrine", "speed = 0, abilities = ['fearless']")
        .unit("gun", &format!("speed = 0, {}", weapon("Gun", "AP4+", "")))
        .unit("fort", "type = 'war-engine', dc = 6, speed = 0")
        .unit("crawler", "type = 'war-engine', dc = 6, critical = 'immobilised'")
        .unit("lander", "type = 'armoured-vehicle', aircraft = 'bomber', transport = 1")
}

/// Two recruits in a firefight with others; neither side has dice.
fn charged(them: &str, keys: &str) -> Scene {
    people().force("us 1+", "2 recruit").force("them 1+", them).step("assault", "us", "them", keys)
}

const FIREFIGHT: &str = "mode = 'firefight'";

#[test]
fn section_1_13_3_the_immobile_are_lost_with_the_assault() {
    // Three against two are one ahead: of 1296 ways they lose in 290 and tie in 215, by 1, 2, 3 and 4 in 148, 89, 42 and 11.
    let lost = 290.0 / 1081.0;
    close(charged("3 turret", FIREFIGHT).odds().chance("1.them.destroyed", 1), lost);
    close(charged("3 turret", "").odds().chance("1.them.destroyed", 1), lost);
    // Units that can move are destroyed by three extra hits or more, and so are those that the scenario says have no
    // enemies near.
    let by_extra_hits = 53.0 / 1081.0;
    close(charged("3 recruit", FIREFIGHT).odds().chance("1.them.destroyed", 1), by_extra_hits);
    let told = format!("{FIREFIGHT}; caught = {{ turret = 0 }}");
    close(charged("3 turret", &told).odds().chance("1.them.destroyed", 1), by_extra_hits);
    // The fearless stay (§2.1.17).
    close(charged("3 shrine", FIREFIGHT).odds().chance("1.them.losses", 0), 1.0);
}

#[test]
fn section_1_13_3_of_mixed_formations_the_immobile_alone() {
    // The turrets are in front: extra hits or the enemy take both; the third and fourth extra hit fall on the recruits.
    let odds = charged("2 turret; 2 recruit", FIREFIGHT).odds();
    for (left, ways) in [(2, 148.0 + 89.0), (1, 42.0), (0, 11.0)] {
        close(odds.chance("end.them.survivors", left), ways / 1081.0);
    }
}

#[test]
fn section_1_13_3_those_out_of_reach_have_no_enemy_within_15_cm() {
    let counted = "firefight = { 'us.recruit' = 2, 'them.turret' = 1 }";
    let odds = charged("3 turret", counted).odds();
    // The first extra hit takes the one within reach: the others are lost only to extra hits.
    for (left, ways) in [(2, 148.0), (1, 89.0), (0, 53.0)] {
        close(odds.chance("end.them.survivors", left), ways / 1081.0);
    }
}

#[test]
fn section_1_12_9_a_winner_broken_by_its_losses_need_not_withdraw() {
    let scene = people()
        .force("us 1+", "1 brawler")
        .force("them 1+; blast-markers = 1", "2 turret")
        .step("assault", "us", "them", "");
    // 1 + 1 for the kill, 1 without markers, 1 for fewer: 4 against 6. The marker for the loss breaks the last turret.
    let played = scene.play(&[("close combat", &[4]), ("result, attacker", &[1, 1]), ("result, defender", &[6, 6])]);
    assert_eq!((played["1.them.won"], played["1.them.broken"], played["end.them.survivors"]), (1, 1, 1));
}

#[test]
fn section_1_13_3_the_immobile_are_lost_to_fire_from_within_15_cm() {
    let lost = |keys: &str| {
        let scene = people().force("us 1+", "4 rifle").force("them 1+", "4 turret");
        scene.step("shoot", "us", "them", keys).odds().chance("end.them.destroyed", 1)
    };
    // Two hits of four break them (11 of 16 ways); otherwise all four hits destroy them.
    close(lost("range = 15"), 11.0 / 16.0);
    close(lost("range = { turret = 10 }"), 11.0 / 16.0);
    for far in ["range = 30", "", "range = 15; caught = { turret = 0 }"] {
        close(lost(far), 1.0 / 16.0);
    }
}

#[test]
fn section_1_13_3_and_those_who_fire_from_so_near() {
    let lost = |range: u8| {
        let keys = format!("activation = 'test'; if-failed = 'nothing'; range = {range}");
        let scene = people().force("us 3+; blast-markers = 1", "2 gun").force("them 1+", "9 recruit");
        scene.step("shoot", "us", "them", &keys).odds().chance("end.us.destroyed", 1)
    };
    // −1 for the marker: 4+; the second marker breaks the two.
    close(lost(15), 1.0 / 2.0);
    close(lost(30), 0.0);
}

#[test]
fn sections_1_12_8_and_1_13_3_friends_near_a_lost_assault() {
    let losses = |near: &str| {
        let scene = people()
            .force("us 1+; side = 'us'", "6 recruit")
            .force("them 1+; side = 'them'", "1 recruit")
            .force("friends 1+; blast-markers = 1; side = 'them'", "2 turret");
        scene.step("assault", "us", "them", near).odds()
    };
    // Six against one are two ahead. The marker of the defeat breaks the two: of those in support one is near an enemy; for
    // those within range nothing more is given.
    close(losses("defender-support = { friends = 1 }").chance("1.friends.losses", 1), wins_with_lead(2));
    close(losses("in-support-range = ['friends']").chance("1.friends.losses", 2), wins_with_lead(2));
    let told = losses("in-support-range = ['friends']; caught = { 'friends.turret' = 1 }");
    close(told.chance("1.friends.losses", 1), wins_with_lead(2));
}

#[test]
fn sections_3_2_4_and_1_13_3_an_immobile_engine() {
    let left = |top: &str, keys: &str, dc: usize| {
        charged("1 fort", &format!("{FIREFIGHT}{keys}")).top(top).odds().chance("end.them.dc_left", dc)
    };
    // Six points against two units are two ahead: it loses by 1, 2 and 3 in 89, 42 and 11 ways of 1296, with 148 ties. It takes
    // as many extra hits, and a point for each enemy near.
    for top in ["", "readings = { immobile-engines = 'point-an-enemy' }"] {
        for (dc, ways) in [(3, 89.0), (2, 42.0), (1, 11.0)] {
            close(left(top, "", dc), ways / 1148.0);
        }
        close(left(top, "; caught = { fort = 1 }", 4), 89.0 / 1148.0);
    }
    close(left("readings = { immobile-engines = 'destroyed' }", "", 0), 142.0 / 1148.0);
}

#[test]
fn section_3_2_3_an_immobilised_engine_cannot_withdraw_either() {
    let left = |critical: u8| {
        let scene = people().force("guns 1+", "1 cannon").force("us 1+", "2 recruit").force("them 1+", "1 crawler");
        let scene = scene.step("shoot", "guns", "them", "").step("assault", "us", "them", FIREFIGHT);
        let near: &[(&str, &[u8])] = if critical == 6 { &[("critical", &[1, 1])] } else { &[] };
        // Both are two ahead: it for its points, they for its two markers. It loses by 1, and is one extra hit worse.
        let lost: &[(&str, &[u8])] = &[
            ("to hit", &[4]),
            ("critical", &[critical]),
            ("result, attacker", &[6, 6]),
            ("result, defender", &[5, 5]),
            ("critical", &[1]),
        ];
        scene.play(&[lost, near].concat())["end.them.dc_left"]
    };
    assert_eq!((left(5), left(6)), (4, 2));
}

#[test]
fn sections_4_2_5_and_1_13_3_aircraft_on_the_ground() {
    let left = |range: u8| {
        let scene = people().force("us 1+", "2 cannon").force("them 1+; state = 'landed'", "2 lander");
        let scene = scene.step("shoot", "us", "them", &format!("range = {range}"));
        scene.play(&[("to hit", &[4, 3])])["end.them.survivors"]
    };
    // One is destroyed: two markers break the other, which does not get away.
    assert_eq!((left(30), left(15)), (1, 0));
}

#[test]
fn sections_4_2_4_and_1_13_3_the_range_of_flak_is_no_place_on_the_ground() {
    let played = people()
        .unit("carrier", "type = 'war-engine', dc = 2, aircraft = 'bomber', transport = 1")
        .unit("hydra", &weapon("Hydra", "AA4+", ""))
        .force("us 1+; blast-markers = 1", "1 carrier")
        .force("them 1+", "1 hydra")
        .step("air-assault", "us", "them", "flak = [{ by = 'them', range = 15 }]")
        // Missed: the second marker breaks it as it lands.
        .play(&[("to hit", &[3])]);
    assert_eq!((played["1.us.broken"], played["end.us.survivors"]), (1, 1));
}

#[test]
fn what_withdrawal_costs_is_told_where_it_is_not_written() {
    let told = |scene: &Scene, words: &str| compiled(&scene.text()).choices.iter().any(|line| line.contains(words));
    let nobody = "the loser has no units within 15 cm of an enemy afterwards (key `caught`)";
    assert!(told(&charged("3 recruit", ""), &format!("us and them: {nobody}")));
    assert!(told(&charged("3 turret", ""), &format!("us: {nobody}")));
    let written = "caught = { 'us.recruit' = 1, 'them.recruit' = 2 }";
    assert!(!told(&charged("3 recruit", written), "(key `caught`)"));
    let stranded = "them.turret cannot withdraw";
    assert!(told(&charged("3 turret", ""), stranded));
    assert!(!told(&charged("3 turret", "caught = { turret = 0 }"), stranded));
    let shot =
        |keys: &str| people().force("us 1+", "1 rifle").force("them 1+", "3 turret").step("shoot", "us", "them", keys);
    assert!(told(&shot(""), stranded) && !told(&shot("range = 30"), stranded) && !told(&shot("range = 15"), stranded));
    let reading = "(immobile-engines)";
    assert!(told(&charged("1 fort", ""), reading) && !told(&charged("3 turret", ""), reading));
}
