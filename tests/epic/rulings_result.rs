//! Rulings on assaults, second part: the result, extra hits, winners and losers (§1.12.7 to §1.12.10), and how stubborn,
//! fearless, expendable and inspiring units change them (§2.1).

use crate::support::{Scene, close, wins_with_lead};
use std::collections::HashMap;

/// Units that cannot hurt each other, so that only the result counts.
fn people() -> Scene {
    Scene::new()
        .unit("hero", "abilities = ['inspiring']")
        .unit("veteran_hero", "abilities = ['inspiring', 'inspiring']")
        .unit("priest", "type = 'character', abilities = ['inspiring']")
        .unit("grot", "abilities = ['expendable']")
        .unit("mule", "abilities = ['stubborn']")
        .unit("zealot", "abilities = ['fearless']")
        .unit("blessed", "armour = '2+', abilities = ['invulnerable-save']")
        .unit("rhino", "type = 'armoured-vehicle', transport = 2")
}

/// A firefight of these formations, with these highest dice.
fn decided(us: [&str; 2], them: [&str; 2], dice: [u8; 2], step: &str) -> HashMap<String, u64> {
    people()
        .force(us[0], us[1])
        .force(them[0], them[1])
        .step("assault", "us", "them", &format!("mode = 'firefight'; {step}"))
        .play(&[("assault result, attacker", &[dice[0], 1]), ("assault result, defender", &[1, dice[1]])])
}

/// How far `us` are ahead before the dice.
fn lead(us: [&str; 2], them: [&str; 2]) -> i64 {
    let played = decided(us, them, [6, 1], "");
    assert_eq!(played["1.us.won"], 1);
    played["1.assault.margin"] as i64 - 5
}

#[test]
fn section_1_12_7_the_table_of_modifiers() {
    let units = |us: &str, them: &str| lead(["us 2+", us], ["them 2+", them]);
    assert_eq!(units("2 recruit", "2 recruit"), 0);
    // More units, and more than twice as many.
    assert_eq!(units("3 recruit", "2 recruit"), 1);
    assert_eq!(units("4 recruit", "2 recruit"), 1);
    assert_eq!(units("5 recruit", "2 recruit"), 2);
    assert_eq!(units("2 recruit", "3 recruit"), -1);
    assert_eq!(units("2 recruit", "5 recruit"), -2);
    // §1.12.7 note: those embarked are units too.
    assert_eq!(units("1 rhino; 2 recruit, embarked-in = 'rhino'", "1 recruit"), 2);
    // +1 for none, +1 for the enemy having more.
    let markers =
        |us: &str, them: &str| lead([&format!("us 2+; {us}"), "4 recruit"], [&format!("them 2+; {them}"), "4 recruit"]);
    assert_eq!(markers("blast-markers = 1", ""), -2);
    assert_eq!(markers("", "blast-markers = 3"), 2);
    assert_eq!(markers("blast-markers = 1", "blast-markers = 1"), 0);
    assert_eq!(markers("blast-markers = 1", "blast-markers = 2"), 1);
    // A broken formation counts one marker per unit.
    assert_eq!(markers("", "broken = true"), 2);
    assert_eq!(markers("blast-markers = 3", "broken = true"), 1);
    // §2.1.5: each stand with an inspiring unit, once (§2.1 Q).
    assert_eq!(units("2 hero", "2 recruit"), 2);
    assert_eq!(units("2 veteran_hero", "2 recruit"), 2);
    assert_eq!(units("2 recruit, character = 'priest'", "2 recruit"), 1);
    assert_eq!(units("1 hero, character = 'priest'", "1 recruit"), 1);
    assert_eq!(units("2 recruit", "1 hero; 1 recruit"), -1);
}

#[test]
fn section_1_12_7_the_higher_of_two_dice_each_until_one_is_ahead() {
    let won = |us: &str, them: &str| {
        let scene = people().force("us 2+", us).force("them 2+", them);
        scene.step("assault", "us", "them", "mode = 'firefight'").odds().mean("1.us.won")
    };
    // 1/2 when even; 791 of 1296 against 290 with a lead of 1, and so on; with a lead of 5 one cannot lose.
    close(won("2 recruit", "2 recruit"), 1.0 / 2.0);
    close(won("3 recruit", "2 recruit"), 791.0 / 1081.0);
    close(won("2 recruit", "3 recruit"), 290.0 / 1081.0);
    close(won("5 recruit", "2 recruit"), wins_with_lead(2));
    close(won("4 recruit; 1 hero", "2 recruit"), wins_with_lead(3));
    close(won("3 recruit; 2 hero", "2 recruit"), wins_with_lead(4));
    close(won("2 recruit; 3 hero", "2 recruit"), wins_with_lead(5));
    close(wins_with_lead(5), 1.0);
}

#[test]
fn section_2_1_5_the_inspiring_must_live_and_take_part() {
    let margin = |step: &str, groups: &str, script: &[(&str, &[u8])]| {
        let end: [(&str, &[u8]); 2] = [("assault result, attacker", &[6, 6]), ("assault result, defender", &[1, 1])];
        let scene = people().force("us 2+", "3 trooper").force("them 2+", groups).step("assault", "us", "them", step);
        scene.play(&[script, &end].concat())["1.assault.margin"]
    };
    let miss: (&str, &[u8]) = ("attacker: firefight 4+", &[3, 3, 3]);
    let hit: (&str, &[u8]) = ("attacker: firefight 4+", &[4, 3, 3]);
    assert_eq!(margin("mode = 'firefight'", "1 hero; 2 recruit", &[miss]), 5 - 1);
    // Dead: a kill, and more units.
    assert_eq!(margin("mode = 'firefight'", "1 hero; 2 recruit", &[hit]), 5 + 2);
    // Out of reach.
    assert_eq!(margin("firefight = { trooper = 3, recruit = 2 }", "1 hero; 2 recruit", &[miss]), 5);
}

#[test]
fn section_2_1_19_expendable_losses_count_in_the_result() {
    let played = people()
        .force("us 2+", "2 trooper")
        .force("them 2+", "4 grot")
        .step("assault", "us", "them", "mode = 'firefight'")
        .play(&[
            ("attacker: firefight 4+", &[4, 4]),
            // Two kills; two units against two.
            ("assault result, attacker", &[1, 1]),
            ("assault result, defender", &[4, 4]),
        ]);
    // The winner's grots cost no markers.
    assert_eq!((played["1.them.won"], played["1.assault.margin"], played["1.them.blast_markers"]), (1, 1, 0));
}

#[test]
fn section_1_13_4_the_broken_count_as_many_markers_as_units_are_left() {
    let played = people()
        .force("us 2+; blast-markers = 3", "5 trooper")
        .force("them 2+; broken = true", "4 recruit")
        .step("assault", "us", "them", "mode = 'firefight'")
        .play(&[
            ("attacker: firefight 4+", &[4, 4, 3, 3, 3]),
            // 1 + 2 kills + 2 (five to two), against 6 + 1: our three markers are more than their two.
            ("assault result, attacker", &[1, 1]),
            ("assault result, defender", &[6, 6]),
        ]);
    assert_eq!((played["1.them.won"], played["1.assault.margin"]), (1, 2));
    // §1.12.9: broken winners take no markers, lose no units to them, and stay broken.
    assert_eq!((played["end.them.survivors"], played["end.them.broken"]), (2, 1));
}

#[test]
fn section_1_12_10_markers_of_intermingled_formations_are_added_up() {
    let played = people()
        .force("us 2+; blast-markers = 1", "3 recruit")
        .force("first 2+; blast-markers = 1", "2 recruit")
        .force("second 2+; blast-markers = 1", "2 recruit")
        .step("assault", "us", "first, second", "mode = 'firefight'")
        // 6 + 1 (one marker to two) against 1 + 1 (four units to three).
        .play(&[("assault result, attacker", &[6, 6]), ("assault result, defender", &[1, 1])]);
    assert_eq!(played["1.assault.margin"], 5);
}

#[test]
fn section_2_1_7_losers_of_a_combined_assault_break_one_and_all() {
    let played = people()
        .unit("captain", "abilities = ['commander']")
        .force("caller 2+; side = 'us'", "1 captain; 3 recruit")
        .force("partner 2+; side = 'us'; blast-markers = 1", "4 recruit")
        .force("them 2+", "4 recruit")
        .step("assault", "caller, partner", "them", "mode = 'firefight'")
        // 1 + 1 (eight units to four), against 6 + 1 + 1: we have a marker, they none.
        .play(&[("assault result, attacker", &[1, 1]), ("assault result, defender", &[6, 6])]);
    assert_eq!((played["1.assault.margin"], played["end.caller.survivors"]), (6, 0));
    assert_eq!((played["end.partner.survivors"], played["1.partner.broken"]), (2, 1));
    assert_eq!(played["end.partner.blast_markers"], 0);
}

#[test]
fn section_1_12_7_q_extra_hits_take_anybody_without_a_save() {
    // Us 6 + 1, them 1 + 1 + 2 (five to one): three hits, although only one of them was within 15 cm.
    let reach = "firefight = { 'us.recruit' = 1, 'them.blessed' = 1 }";
    let played = people()
        .force("us 2+", "1 recruit")
        .force("them 2+", "5 blessed")
        .step("assault", "us", "them", reach)
        .play(&[("assault result, attacker", &[6, 6]), ("assault result, defender", &[1, 1])]);
    assert_eq!((played["1.assault.margin"], played["end.them.survivors"]), (3, 2));
    // No kills of ours, no markers of theirs: they are broken.
    assert_eq!((played["1.us.kills"], played["1.them.losses"], played["end.them.blast_markers"]), (0, 3, 0));
}

#[test]
fn section_2_1_14_the_stubborn_lose_one_less() {
    let left =
        |them: &str, dice: u8| decided(["us 2+", "6 recruit"], ["them 2+", them], [6, dice], "")["end.them.survivors"];
    // Even: ahead by 3, by 1.
    assert_eq!(left("6 recruit", 3), 3);
    assert_eq!(left("6 mule", 3), 4);
    assert_eq!(left("6 mule", 5), 6);
    // §2.0: all of the formation must be stubborn.
    assert_eq!(left("1 recruit; 5 mule", 3), 3);
    // A broken one is still destroyed.
    let broken = decided(["us 2+", "6 recruit"], ["them 2+; broken = true", "6 mule"], [6, 5], "");
    assert_eq!(broken["1.them.destroyed"], 1);
}

#[test]
fn section_2_1_17_the_fearless_are_spared() {
    let left = |state: &str, them: &str| {
        let played = decided(["us 2+", "5 recruit"], [&format!("them 2+{state}"), them], [6, 2], "");
        assert_eq!(played["1.us.won"], 1);
        (played["end.them.survivors"], played["end.them.broken"])
    };
    // Ahead by at least 4: three recruits are lost, and no zealot.
    assert_eq!(left("", "2 zealot; 3 recruit"), (2, 1));
    assert_eq!(left("", "5 zealot"), (5, 1));
    // Nor is one caught: it may stay where it is, unharmed.
    let played = decided(["us 2+", "5 recruit"], ["them 2+", "5 zealot"], [6, 2], "caught = { zealot = 5 }");
    assert_eq!(played["end.them.survivors"], 5);
    // Broken already: the others are destroyed.
    assert_eq!(left("; broken = true", "2 zealot; 9 recruit"), (2, 1));
}

#[test]
fn section_1_12_8_the_loser_withdraws_and_loses_those_caught() {
    let played = decided(["us 2+", "6 recruit"], ["them 2+", "6 recruit"], [6, 5], "caught = { 'them.recruit' = 2 }");
    assert_eq!((played["1.them.losses"], played["1.them.broken"]), (3, 1));
}

#[test]
fn section_1_12_9_a_winner_broken_by_its_losses_does_not_withdraw() {
    let played = people()
        .force("us 2+", "3 trooper")
        .force("them 2+", "3 trooper")
        .step("assault", "us", "them", "mode = 'firefight'; caught = { 'us.trooper' = 1 }")
        .play(&[
            ("attacker: firefight 4+", &[4, 3, 3]),
            ("defender: firefight 4+", &[4, 4, 3]),
            // 6 + 1 + 1 against 1 + 2 + 1 (two to one) + 1: ahead by 3.
            ("assault result, attacker", &[6, 6]),
            ("assault result, defender", &[1, 1]),
        ]);
    assert_eq!((played["1.us.won"], played["1.assault.margin"]), (1, 3));
    assert_eq!((played["1.us.blast_markers"], played["1.us.broken"], played["end.us.survivors"]), (2, 1, 1));
}

#[test]
fn section_1_12_9_the_winners_markers_come_on_top_of_its_own() {
    let played = people()
        .force("us 2+; blast-markers = 1", "5 trooper")
        .force("them 2+", "1 trooper")
        .step("assault", "us", "them", "mode = 'firefight'")
        .play(&[("attacker: firefight 4+", &[4, 3, 3, 3, 3]), ("defender: firefight 4+", &[4])]);
    assert_eq!((played["1.us.blast_markers"], played["end.us.blast_markers"]), (1, 2));
}

#[test]
fn section_1_12_8_the_losers_neighbours_take_a_marker() {
    let played = people()
        .force("us 2+; side = 'us'", "3 recruit")
        .force("friends 2+; side = 'us'", "3 recruit")
        .force("them 2+; side = 'them'", "3 recruit")
        .force("helpers 2+; side = 'them'", "3 recruit")
        .force("idlers 2+; side = 'them'", "3 recruit")
        .force("lone 2+; side = 'them'", "1 recruit")
        .force("marchers 2+; side = 'them'; state = 'marched'", "3 recruit")
        .force("runners 2+; side = 'them'; broken = true", "3 recruit")
        .step(
            "assault",
            "us",
            "them",
            "mode = 'firefight'; support = ['friends']; defender-support = ['helpers']; \
             in-support-range = ['idlers', 'lone', 'marchers', 'runners']",
        )
        .play(&[("assault result, attacker", &[6, 6]), ("assault result, defender", &[1, 1])]);
    // Whether they helped, could have, or had marched; none for the winner's; broken ones lose a unit.
    let markers = ["helpers", "idlers", "marchers", "friends"].map(|name| played[&format!("end.{name}.blast_markers")]);
    assert_eq!(markers, [1, 1, 1, 0]);
    assert_eq!((played["1.lone.broken"], played["end.runners.survivors"]), (1, 2));
}

/// Three transports of two passengers each lose by 1: us 4 + 1, them 1 + 1 + 2 (nine units to one).
fn transports_lose(step: &str, script: &[(&str, &[u8])]) -> u64 {
    let end: [(&str, &[u8]); 2] = [("assault result, attacker", &[4, 4]), ("assault result, defender", &[1, 1])];
    people()
        .force("us 2+", "1 recruit")
        .force("them 2+", "3 rhino; 6 veteran, embarked-in = 'rhino'")
        .step("assault", "us", "them", &format!("mode = 'firefight'; {step}"))
        .play(&[&end, script].concat())["1.them.losses"]
}

#[test]
fn section_1_7_5_q_passengers_save_when_their_transport_is_an_extra_hit() {
    assert_eq!(transports_lose("", &[("save of Veteran thrown out", &[4, 3])]), 2);
}

#[test]
fn section_1_13_3_q_passengers_of_a_transport_caught_in_withdrawal_do_not_save() {
    let step = "caught = { 'them.rhino' = 1 }";
    assert_eq!(transports_lose(step, &[("save of Veteran thrown out", &[4, 4])]), 1 + 3);
}

#[test]
fn section_1_12_4_without_a_commander_the_others_are_drawn_in() {
    let odds = people()
        .force("caller 3+; side = 'us'", "3 recruit")
        .force("drawn 3+; side = 'us'; blast-markers = 2", "3 recruit")
        .force("them 2+", "3 recruit")
        .step("assault", "caller, drawn", "them", "activation = 'test'; mode = 'firefight'")
        .odds();
    // Only the caller takes the test.
    close(odds.chance("1.assault.rounds", 0), 1.0 / 3.0);
    // All count as one: ahead by 1 (six units to three), behind by 2 (two markers to none).
    close(odds.mean("1.caller.won") / (2.0 / 3.0), 1.0 - wins_with_lead(1));
}
