//! A round of combat, counted by hand: which units fight with how many dice, and what its result is.

use crate::support::warmaster::Field;
use crate::support::{Odds, close};

/// One round at a wall that no dice wear out: its odds.
fn at_the_wall(profile: &str, group: &str, keys: &str) -> Odds {
    Field::new()
        .unit("us", &format!("attacks = 3, {profile}"))
        .force("us", &format!("1 us{group}"))
        .force("them", "1 wall")
        .step("combat", &format!("by = 'us'; at = 'them'; rounds = 1; {keys}"))
        .odds()
}

/// How many dice were rolled, each of which wounds with this chance.
fn dice(odds: &Odds, who: &str, chance: f64) -> f64 {
    odds.mean(&format!("1.{who}.wounds")) / chance
}

// Attack modifiers, lines 1348 to 1358.

#[test]
fn a_charge_in_the_open_is_one_more_and_one_more_for_chariots_and_monsters() {
    for (kind, stand) in [("infantry", 4.0), ("cavalry", 4.0), ("chariot", 5.0), ("monster", 5.0)] {
        let odds = at_the_wall(&format!("type = '{kind}'"), "", "");
        close(dice(&odds, "us", 0.5), 3.0 * stand);
        // The other side's dice: three of three, without any bonus.
        close(dice(&at_the_wall(&format!("type = '{kind}', hits = 20"), "", ""), "them", 0.5), 9.0);
        close(dice(&at_the_wall(&format!("type = '{kind}'"), "", "charge = false"), "us", 0.5), 9.0);
    }
}

#[test]
fn no_bonus_against_the_defended_or_fortified() {
    for kind in ["infantry", "cavalry", "chariot"] {
        let profile = format!("type = '{kind}'");
        close(dice(&at_the_wall(&profile, "", "cover = 'defended'"), "us", 1.0 / 3.0), 9.0);
    }
    close(dice(&at_the_wall("", "", "cover = 'fortified'"), "us", 1.0 / 6.0), 9.0);
    // The chargers themselves are in the open.
    close(dice(&at_the_wall("hits = 20", "", "cover = 'fortified'"), "them", 0.5), 9.0);
}

#[test]
fn cavalry_is_never_defended() {
    let odds = Field::new()
        .unit("riders", "type = 'cavalry', attacks = 3, hits = 20")
        .force("us", "1 mob")
        .force("them", "1 riders")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1; cover = 'defended'")
        .odds();
    close(dice(&odds, "us", 0.5), 12.0);
}

#[test]
fn only_infantry_and_flyers_charge_the_fortified() {
    for kind in ["cavalry", "chariot", "monster", "artillery"] {
        let scene = Field::new()
            .unit("us", &format!("type = '{kind}', attacks = 3"))
            .force("us", "1 us")
            .force("them", "1 mob")
            .step("combat", "by = 'us'; at = 'them'; cover = 'fortified'");
        let said = scene.refusal();
        assert!(said.contains("cannot charge the fortified"), "{said}");
    }
    close(
        dice(&at_the_wall("type = 'cavalry', abilities = ['flyer']", "", "cover = 'fortified'"), "us", 1.0 / 6.0),
        9.0,
    );
}

#[test]
fn one_less_against_the_terrifying_confused_or_on_the_flank() {
    let terror = |us: &str| {
        Field::new()
            .unit("horror", "attacks = 3, hits = 20, abilities = ['terrifying']")
            .force("us", us)
            .force("them", "1 horror")
            .step("combat", "by = 'us'; at = 'them'; rounds = 1")
            .odds()
    };
    close(dice(&terror("1 wall"), "us", 0.5), 9.0);
    // The horror itself has its nine.
    close(dice(&terror("1 wall"), "them", 0.5), 9.0);
    // The confused cannot have charged.
    close(dice(&at_the_wall("", ", confused = true", "charge = false"), "us", 0.5), 6.0);
    close(dice(&at_the_wall("", "", "flanked = { us = 1 }"), "us", 0.5), 11.0);
    close(dice(&at_the_wall("hits = 20", "", "flanked = { them = 2 }"), "them", 0.5), 7.0);
    // All of them: 4 - 1 - 1 - 1.
    let odds = Field::new()
        .unit("brave", "attacks = 4, hits = 20")
        .unit("horror", "attacks = 3, hits = 20, abilities = ['terrifying']")
        .force("us", "1 brave, confused = true")
        .force("them", "1 horror")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1; charge = false; flanked = { us = 3 }")
        .odds();
    close(dice(&odds, "us", 0.5), 3.0);
}

#[test]
fn only_the_stands_in_contact_fight() {
    close(dice(&at_the_wall("", "", "fighting = { us = 2, them = 3 }"), "us", 0.5), 8.0);
    close(dice(&at_the_wall("hits = 20", "", "fighting = { us = 3, them = 1 }"), "them", 0.5), 3.0);
    // A stand lost before the battle does not.
    close(dice(&at_the_wall("", ", stands = 2", ""), "us", 0.5), 8.0);
}

#[test]
fn a_commander_adds_his_attacks_to_one_stand_and_the_best_alone_does() {
    let with = |commanders: &str| {
        Field::new()
            .force("us", &format!("1 wall; {commanders}"))
            .force("them", "1 wall")
            .step("combat", "by = 'us'; at = 'them'; rounds = 1")
            .odds()
    };
    close(dice(&with("1 hero"), "us", 0.5), 13.0);
    close(dice(&with("1 general"), "us", 0.5), 14.0);
    close(dice(&with("1 hero; 1 general; 1 wizard"), "us", 0.5), 14.0);
    // Given as a number.
    close(dice(&at_the_wall("", "", "commander = { us = 2 }"), "us", 0.5), 14.0);
}

#[test]
fn line_2077_what_a_mount_adds_comes_on_top_and_goes_with_its_rider() {
    let dice_of = |groups: &str, keys: &str| {
        let scene = Field::new().force("us", groups).force("them", "1 wall");
        dice(&scene.step("combat", &format!("by = 'us'; at = 'them'; rounds = 1; {keys}")).odds(), "us", 0.5)
    };
    // Twelve dice of the charge, one of the hero, two of his dragon.
    close(dice_of("1 wall; 1 hero", "commander = { us = 2 }"), 15.0);
    // He rides with the wall, while the mob only supports it.
    let groups = "1 mob; 1 wall; 1 hero, joins = 'wall'";
    close(dice_of(groups, "commander = { us = 2 }; support = { 'us.mob' = 3 }"), 15.0);
}

// The last die, line 1374.

#[test]
fn a_unit_without_any_attack_throws_one_die() {
    let feeble = |attacks: u32, more: &str, group: &str, keys: &str| {
        let odds = Field::new()
            .unit("feeble", &format!("attacks = {attacks}, hits = 20 {more}"))
            .unit("horror", "attacks = 3, hits = 20, abilities = ['terrifying']")
            .force("us", &format!("1 feeble{group}"))
            .force("them", "1 horror")
            .step("combat", &format!("by = 'us'; at = 'them'; rounds = 1; charge = false; {keys}"))
            .odds();
        dice(&odds, "us", 0.5)
    };
    close(feeble(1, "", "", ""), 1.0);
    // No stand goes below zero: two at -1 of 1, one at -2; a commander adds to one stand.
    close(feeble(1, "", ", confused = true", "flanked = { us = 3 }"), 1.0);
    close(feeble(1, "", ", confused = true", "commander = { us = 2 }"), 2.0);
    // Two attacks: one left per stand, none if the flank is turned.
    close(feeble(2, "", "", "flanked = { us = 1 }"), 2.0);
    close(feeble(2, "", "", ""), 3.0);
}

// The result, lines 1376 to 1414.

#[test]
fn wounds_decide_and_the_difference_is_the_retreat() {
    let scene = Field::new()
        .force("us", "1 wall")
        .force("them", "1 wall")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1; charge = false");
    let wounds = |us: usize, them: usize| {
        let faces = |count: usize| (0..9).map(|die| if die < count { 4 } else { 3 }).collect::<Vec<u8>>();
        let played = scene.fight(&[(&faces(us), &faces(them))]);
        (played["1.us.won"], played["1.them.won"], played["1.us.retreat"], played["1.them.retreat"])
    };
    assert_eq!(wounds(5, 2), (1, 0, 0, 3));
    assert_eq!(wounds(2, 6), (0, 1, 4, 0));
}

#[test]
fn counter_fire_is_kept_for_the_first_result() {
    // Three shots at the chargers, all wounds: a stand falls before the fight, and three are added to the score.
    let scene = Field::new()
        .force("us", "1 mob")
        .force("them", "1 bows")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1; counter-fire = { them = 3 }");
    // Two stands of four: eight dice; four wounds against 3 + 2.
    let played = scene.play(&[
        ("counter-fire", &[4, 4, 4]),
        ("attacks of them", &[4, 4, 1, 1, 1, 1, 1, 1, 1]),
        ("attacks of us", &[4, 4, 4, 4, 1, 1, 1, 1]),
    ]);
    assert_eq!((played["1.them.won"], played["1.us.retreat"]), (1, 1));
    assert_eq!(played["1.us.stands_lost"], 1);
    // Two wounds by fire: three stands, twelve dice; four wounds against 2 + 2: a draw, the stand falls in the round.
    let script: [(&str, &[u8]); 3] = [
        ("counter-fire", &[4, 4, 1]),
        ("attacks of them", &[4, 4, 1, 1, 1, 1, 1, 1, 1]),
        ("attacks of us", &[4, 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1]),
    ];
    let played = scene.play(&script);
    assert_eq!((played["1.them.drew"], played["1.us.stands_lost"]), (1, 1));
}

#[test]
fn counter_fire_always_hits_on_a_four() {
    let odds = Field::new()
        .force("us", "1 wall")
        .force("them", "1 bows")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1; cover = 'fortified'; counter-fire = { them = 3 }; fighting = { us = 1, them = 1 }")
        .odds();
    // Three shots and three dice, all at 4+: three wounds (none of the bows' stands can fall before their own dice).
    close(odds.mean("1.them.wounds"), 3.0 / 2.0 + 3.0 / 2.0);
}

#[test]
fn a_side_that_is_wiped_out_loses_whatever_the_score() {
    // One stand of one hit against the wall's nine dice: one hit on it wins, although it scored more itself.
    let scene = Field::new()
        .unit("hare", "attacks = 9, hits = 1, stands = 1")
        .force("us", "1 hare")
        .force("them", "1 wall")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1; charge = false");
    let played = scene.fight(&[(&[4; 9], &[4, 1, 1, 1, 1, 1, 1, 1, 1])]);
    assert_eq!((played["1.us.won"], played["1.them.won"]), (0, 1));
    assert_eq!((played["1.us.destroyed"], played["1.us.wounds"], played["1.them.wounds"]), (1, 9, 1));
}

#[test]
fn both_destroyed_nobody_wins() {
    let odds = Field::new()
        .unit("hare", "attacks = 1, hits = 1, stands = 1")
        .force("us", "1 hare")
        .force("them", "1 hare")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1; charge = false")
        .odds();
    // One die each: both, either, neither in a quarter.
    close(odds.mean("1.us.won"), 0.25);
    close(odds.mean("1.us.lost"), 0.25);
    close(odds.mean("1.us.drew"), 0.25);
    close(odds.mean("1.them.destroyed"), 0.5);
}

#[test]
fn a_supporting_stand_adds_one_to_the_score_and_no_die() {
    let scene = |support: &str| {
        Field::new()
            .unit("hare", "attacks = 1, hits = 20, stands = 1")
            .force("us", "1 hare")
            .force("them", "1 hare; 1 mob")
            .step(
                "combat",
                &format!(
                    "by = 'us'; at = 'them'; rounds = 1; charge = false; fighting = {{ us = 1, them = 1 }}; {support}"
                ),
            )
            .odds()
    };
    // One die each: ahead, even, behind in 1, 2, 1 of 4.
    let odds = scene("");
    close(odds.mean("1.us.won"), 1.0 / 4.0);
    let odds = scene("support = { them = 1 }");
    close(odds.mean("1.us.won"), 0.0);
    close(odds.mean("1.us.drew"), 1.0 / 4.0);
    close(odds.mean("1.us.lost"), 3.0 / 4.0);
    close(odds.mean("1.them.wounds"), 1.0 / 2.0);
    let odds = scene("support = { them = 3 }");
    // 3 ahead, or 4, or 2: one unit retreats as far.
    close(odds.chance("1.us.retreat", 3), 2.0 / 4.0);
    close(odds.chance("1.us.retreat", 4), 1.0 / 4.0);
    close(odds.chance("1.us.retreat", 2), 1.0 / 4.0);
}

#[test]
fn only_infantry_supports() {
    let said = Field::new()
        .force("us", "2 horse")
        .force("them", "1 mob")
        .step("combat", "by = 'us'; at = 'them'; fighting = { us = 3, them = 3 }; support = { us = 2 }")
        .refusal();
    assert!(said.contains("does not have that many stands of infantry that do not fight"), "{said}");
}

// Retreat, lines 1478 to 1540.

#[test]
fn the_retreat_is_shared_by_the_units_of_the_side_and_rounded_up() {
    // Nine dice against two units of which one fights; n more wounds over two units.
    let scene = Field::new()
        .unit("hare", "attacks = 1, hits = 20, stands = 1")
        .force("us", "1 wall")
        .force("them", "2 wall")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1; charge = false; fighting = { us = 3, them = 1 }");
    for (wounds, cm) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (9, 5)] {
        let faces: Vec<u8> = (0..9).map(|die| if die < wounds { 4 } else { 3 }).collect();
        let played = scene.fight(&[(&faces, &[3, 3, 3])]);
        assert_eq!(played["1.them.retreat"], cm, "{wounds} wounds");
    }
}

#[test]
fn the_units_are_counted_at_the_start_of_the_round_unless_the_reading_says_survivors() {
    let scene = |reading: &str| {
        Field::new()
            .top(reading)
            .unit("hare", "attacks = 1, hits = 1, stands = 1")
            .force("us", "1 wall")
            .force("them", "1 hare; 1 wall")
            .step("combat", "by = 'us'; at = 'them'; rounds = 1; charge = false; fighting = { us = 3, them = 4 }")
    };
    // Three stands against four: the first strikes the hare, of whose three wounds one counts, the others the wall, six.
    // Seven wounds over two units are 4 cm, over the remaining one 7.
    let played = scene("").fight(&[(&[4; 9], &[3; 10])]);
    assert_eq!(played["1.them.retreat"], 4);
    let played = scene("readings = { retreat-divisor = 'survivors' }").fight(&[(&[4; 9], &[3; 10])]);
    assert_eq!(played["1.them.retreat"], 7);
}

#[test]
fn artillery_that_must_retreat_is_destroyed() {
    let odds = Field::new()
        .force("us", "1 mob")
        .force("them", "1 gun")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1")
        .odds();
    close(odds.mean("1.them.destroyed"), odds.mean("1.us.won"));
    // Twelve dice against two, each a wound half of the time: it wins with 1 hit or more (4095 of 4096) against none (1/4),
    // with 2 or more (4083) against one (1/2), with 3 or more (4017) against two (1/4).
    close(odds.mean("1.us.won"), (4095.0 / 4.0 + 4083.0 / 2.0 + 4017.0 / 4.0) / 4096.0);
    // Otherwise it draws or wins, and is then not destroyed.
    let stays = Field::new()
        .force("us", "1 mob")
        .force("them", "1 gun")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1; fighting = { us = 1, them = 2 }; charge = false");
    let played = stays.fight(&[(&[4, 1, 1], &[4, 4])]);
    assert_eq!((played["1.them.won"], played["1.them.destroyed"]), (1, 0));
    let played = stays.fight(&[(&[4, 4, 1], &[4, 1])]);
    assert_eq!((played["1.us.won"], played["1.them.destroyed"]), (1, 1));
}

#[test]
fn defence_lasts_one_round() {
    // Neither can be worn out. The first round at 5+ without bonus; the second in the open, the winner with his bonus.
    let scene = Field::new()
        .force("us", "1 wall")
        .force("them", "1 wall")
        .step("combat", "by = 'us'; at = 'them'; rounds = 2; cover = 'defended'");
    // Two 5s to nothing, the 4s miss: pursued 2 cm, +1; then 4s hit.
    let played = scene.fight(&[(&[5, 5, 4, 4, 4, 4, 4, 4, 4], &[3; 9]), (&[4; 12], &[3; 9])]);
    assert_eq!((played["1.us.wounds"], played["1.combat.rounds"]), (14, 2));
}

#[test]
fn wounds_of_a_charger_killed_by_fire_are_kept_as_well() {
    // The imp dies on the way in, the wall arrives: one wound each, and the imp's makes it 1 to 2.
    let scene = Field::new()
        .unit("imp", "attacks = 1, hits = 1, stands = 1")
        .force("us", "1 imp; 1 wall")
        .force("them", "1 bows")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1; counter-fire = { them = 1 }");
    let played = scene.play(&[
        ("counter-fire", &[4]),
        ("attacks of them", &[4, 1, 1, 1, 1, 1, 1, 1, 1]),
        ("attacks of us", &[4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ]);
    assert_eq!((played["1.them.won"], played["1.us.retreat"]), (1, 1));
}

#[test]
fn chargers_who_all_die_by_fire_fight_no_combat() {
    let odds = Field::new()
        .unit("imp", "attacks = 1, hits = 1, stands = 1")
        .force("us", "1 imp")
        .force("them", "1 bows")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1; counter-fire = { them = 3 }")
        .odds();
    // 7 of 8 by fire, and that is not a combat; and then nine dice must all miss: 1 of 512.
    close(odds.mean("1.us.destroyed"), 1.0 - 1.0 / 8.0 / 512.0);
    close(odds.mean("1.them.won"), 1.0 / 8.0 * 511.0 / 512.0);
}

#[test]
fn counter_fire_of_two_units() {
    let odds = Field::new()
        .force("us", "1 wall")
        .force("them", "2 bows")
        .step(
            "combat",
            "by = 'us'; at = 'them'; rounds = 1; counter-fire = { them = 6 }; fighting = { us = 3, them = 1 }",
        )
        .odds();
    // Six shots, and three dice of one stand.
    close(odds.mean("1.them.wounds"), 9.0 / 2.0);
}
