//! Shooting, counted by hand: covers, saves, wounds and stands, drive back, rout and confusion, volleys at chargers.

use crate::support::warmaster::Field;
use crate::support::{Odds, close};

/// Six bows at a unit with this profile and these keys of its group.
fn volley(profile: &str, group: &str, keys: &str) -> Field {
    Field::new()
        .unit("target", &format!("attacks = 3, {profile}"))
        .force("us", "2 bows")
        .force("them", &format!("1 target{group}"))
        .step("shoot", &format!("by = 'us'; at = 'them'; range = 30; {keys}"))
}

fn hits(odds: &Odds) -> f64 {
    odds.mean("1.them.hits")
}

// To hit, lines 1149 to 1175.

#[test]
fn four_five_and_six_to_hit() {
    let odds = |cover: &str| volley("hits = 20", "", &format!("cover = '{cover}'")).odds();
    close(hits(&odds("open")), 3.0);
    close(hits(&odds("defended")), 2.0);
    close(hits(&odds("fortified")), 1.0);
    close(hits(&volley("hits = 20", "", "").odds()), 3.0);
}

#[test]
fn only_infantry_and_artillery_take_cover() {
    let odds = |kind: &str| volley(&format!("type = '{kind}', hits = 20"), "", "cover = 'defended'").odds();
    close(hits(&odds("artillery")), 2.0);
    for kind in ["cavalry", "chariot", "monster"] {
        close(hits(&odds(kind)), 3.0);
    }
    close(hits(&volley("type = 'machine', pace = 20, hits = 20", "", "cover = 'defended'").odds()), 3.0);
}

#[test]
fn who_charges_is_in_the_open_and_is_not_driven_back() {
    let odds = volley("hits = 20", "", "cover = 'fortified'; charging = true").odds();
    close(hits(&odds), 3.0);
    close(odds.mean("end.them.confused") + odds.mean("end.them.destroyed"), 0.0);
}

#[test]
fn beyond_range_nobody_shoots_and_some_stands_may_not() {
    let scene = |keys: &str| {
        Field::new()
            .force("us", "2 bows")
            .force("them", "1 wall")
            .step("shoot", &format!("by = 'us'; at = 'them'; {keys}"))
    };
    let said = scene("range = 31").refusal();
    assert!(said.contains("no unit of us can shoot that far"), "{said}");
    close(hits(&scene("range = 30").odds()), 3.0);
    close(hits(&scene("range = 30; shooters = { us = 4 }").odds()), 2.0);
    // A battery shoots twice per stand and farther.
    let battery = Field::new().force("us", "1 gun; 1 bows").force("them", "1 wall");
    close(hits(&battery.step("shoot", "by = 'us'; at = 'them'; range = 45").odds()), 2.0);
}

#[test]
fn stands_lost_shoot_no_more() {
    let scene = Field::new().force("us", "1 bows, stands = 2").force("them", "1 wall");
    close(hits(&scene.step("shoot", "by = 'us'; at = 'them'; range = 30").odds()), 1.0);
}

// Saves, wounds, stands, lines 1187 to 1203.

#[test]
fn saves_cancel_hits_and_every_third_wound_takes_a_stand() {
    let odds = volley("armour = '4+', abilities = ['fanatic']", "", "").odds();
    // Six dice, a quarter of them wounds: two stands in 1 of 4096.
    close(odds.chance("1.them.stands_lost", 2), 1.0 / 4096.0);
    let three_to_five = (20.0 * 27.0 + 15.0 * 9.0 + 6.0 * 3.0) / 4096.0;
    close(odds.chance("1.them.stands_lost", 1), three_to_five);
    // Units with two hits: 2 and 3 wounds one stand, 4 and 5 two, 6 all three.
    let odds = volley("hits = 2, abilities = ['fanatic']", "", "").odds();
    close(odds.chance("1.them.stands_lost", 1), (15.0 + 20.0) / 64.0);
    close(odds.chance("1.them.stands_lost", 2), (15.0 + 6.0) / 64.0);
    close(odds.mean("1.them.destroyed"), 1.0 / 64.0);
}

#[test]
fn no_more_wounds_than_there_are() {
    // One stand of three: 3, 4, 5 and 6 hits are three wounds; 42 of 64.
    let odds = volley("", ", stands = 1", "").odds();
    close(odds.mean("1.them.destroyed"), 42.0 / 64.0);
    close(odds.chance("1.them.wounds", 3), 42.0 / 64.0);
}

#[test]
fn left_over_wounds_are_forgotten_after_the_phase() {
    let scene = Field::new()
        .unit("tough", "attacks = 3, stands = 1, hits = 2, abilities = ['fanatic']")
        .force("us", "1 bows, stands = 1")
        .force("others", "1 bows, stands = 1")
        .force("them", "1 tough");
    // No unit shoots twice in a phase: the second volley is another turn's.
    let turns = scene
        .clone()
        .step("shoot", "by = 'us'; at = 'them'; range = 30")
        .step("shoot", "by = 'us'; at = 'them'; range = 30");
    close(turns.odds().mean("end.them.destroyed"), 0.0);
    // In one phase they add up.
    let together = scene.step("shoot", "by = ['us', 'others']; at = 'them'; range = 30").odds();
    close(together.mean("end.them.destroyed"), 1.0 / 4.0);
}

// Mixed cover, lines 1165 to 1169.

#[test]
fn the_least_protected_are_shot_first() {
    // Two in the open with one hit each, one fortified, three shots: the third needs a 4 until two have hit.
    let odds =
        volley("hits = 1, abilities = ['fanatic']", "", "cover = { open = 2, fortified = 1 }; shooters = { us = 3 }");
    let odds = odds.odds();
    // Ways of eight: none 1, one 3; of the four with two, the pair falls first in one (4, 4, -): that is two of eight if
    // the last die is rolled at the wall, and two if the second die missed.
    close(odds.chance("1.them.stands_lost", 0), 1.0 / 8.0);
    close(odds.chance("1.them.stands_lost", 1), 3.0 / 8.0);
    close(odds.chance("1.them.stands_lost", 3), 1.0 / 4.0 * 1.0 / 6.0);
    close(odds.chance("1.them.stands_lost", 2), 1.0 / 4.0 * 5.0 / 6.0 + 1.0 / 4.0);
}

// Drive back, lines 1207 to 1231.

/// The effect of a drive back with these dice, after as many wounds as it takes.
fn driven(kind: &str, cover: &str, ignored: usize, dice: &[u8], keys: &str) -> (u64, u64, u64) {
    let wounds = dice.len() + ignored;
    let face = match cover {
        "open" => 4,
        "defended" => 5,
        _ => 6,
    };
    let played = Field::new()
        .unit("archer", &format!("attacks = 1, stands = 1, range = 30, shots = {wounds}"))
        .unit("target", &format!("{kind}, attacks = 3, hits = 20"))
        .force("us", "1 archer")
        .force("them", "1 target")
        .step("shoot", &format!("by = 'us'; at = 'them'; range = 30; cover = '{cover}'; {keys}"))
        .play(&[("shots", &vec![face; wounds]), ("drive", dice)]);
    (played["1.them.drive_back"], played["1.them.confused"], played["1.them.routed"])
}

#[test]
fn as_many_dice_as_wounds_and_one_or_two_less_behind_cover() {
    let foot = "type = 'infantry'";
    assert_eq!(driven(foot, "open", 0, &[1, 2, 3], ""), (6, 0, 0));
    assert_eq!(driven(foot, "defended", 1, &[1, 2, 3], ""), (6, 0, 0));
    assert_eq!(driven(foot, "fortified", 2, &[1, 2, 3], ""), (6, 0, 0));
    // The wounds that are ignored do not drive back: no dice.
    assert_eq!(driven(foot, "defended", 1, &[], ""), (0, 0, 0));
    assert_eq!(driven(foot, "fortified", 2, &[], ""), (0, 0, 0));
}

#[test]
fn a_six_confuses_and_more_than_the_pace_routs() {
    let foot = "type = 'infantry'";
    assert_eq!(driven(foot, "open", 0, &[6, 1], ""), (7, 1, 0));
    // Exactly 20 cm are allowed, 21 are a rout; a unit that is destroyed is not confused on the table.
    assert_eq!(driven(foot, "open", 0, &[5, 5, 5, 5], ""), (20, 0, 0));
    let (_, confused, routed) = driven(foot, "open", 0, &[5, 5, 5, 6], "");
    assert_eq!((confused, routed), (0, 1));
    assert_eq!(driven("type = 'artillery'", "open", 0, &[5, 5], "").2, 0);
    assert_eq!(driven("type = 'artillery'", "open", 0, &[5, 6], "").2, 1);
    assert_eq!(driven("type = 'monster'", "open", 0, &[5, 5, 5, 5, 1], "").2, 1);
    for kind in ["cavalry", "chariot"] {
        assert_eq!(driven(&format!("type = '{kind}'"), "open", 0, &[5; 6], ""), (30, 0, 0));
        assert_eq!(driven(&format!("type = '{kind}'"), "open", 0, &[5, 5, 5, 5, 5, 4, 2], "").2, 1);
    }
    assert_eq!(driven("type = 'machine', pace = 7", "open", 0, &[3, 4], ""), (7, 0, 0));
    assert_eq!(driven("type = 'machine', pace = 7", "open", 0, &[4, 4], "").2, 1);
}

#[test]
fn flyers_sit_on_the_ground_when_they_are_shot() {
    let flyers = "type = 'infantry', abilities = ['flyer']";
    assert_eq!(driven(flyers, "open", 0, &[5, 5, 5, 5, 1], "").2, 1);
    let scene = Field::new()
        .top("readings = { flyer-pace = 'air' }")
        .unit("wings", "type = 'infantry', abilities = ['flyer'], attacks = 2, hits = 20")
        .force("us", "2 bows")
        .force("them", "1 wings")
        .step("shoot", "by = 'us'; at = 'them'; range = 30");
    let played = scene.play(&[("shots", &[4; 6]), ("drive", &[5; 6])]);
    assert_eq!((played["1.them.drive_back"], played["1.them.routed"]), (30, 0));
}

#[test]
fn no_room_behind_confuses() {
    let foot = "type = 'infantry'";
    assert_eq!(driven(foot, "open", 0, &[2, 2], "room = 5").1, 0);
    assert_eq!(driven(foot, "open", 0, &[3, 4], "room = 5").1, 1);
    // It is still a rout.
    assert_eq!(driven(foot, "open", 0, &[5, 5, 5, 5, 5], "room = 5").2, 1);
}

#[test]
fn fanatics_are_never_driven_back() {
    let odds = volley("hits = 20, abilities = ['fanatic']", "", "").odds();
    close(odds.mean("1.them.wounds"), 3.0);
    close(odds.mean("1.them.drive_back") + odds.mean("1.them.confused") + odds.mean("1.them.routed"), 0.0);
}

#[test]
fn a_commander_dies_with_his_unit() {
    // Six hits of one each on one stand: destroyed except in one way of 64; excess hits do not drive back.
    let odds = Field::new()
        .unit("frail", "attacks = 3, hits = 1, stands = 1, points = 40")
        .force("us", "2 bows")
        .force("them", "1 frail; 1 hero")
        .step("shoot", "by = 'us'; at = 'them'; range = 30")
        .odds();
    close(odds.mean("end.them.destroyed"), 63.0 / 64.0);
    close(odds.chance("end.them.points_lost", 120), 63.0 / 64.0);
}

#[test]
fn the_confusion_of_a_volley_lasts_through_the_combat_after_it() {
    // Confused by a 6, then charged: -1 per stand; six dice, not nine.
    let scene = Field::new()
        .force("bows; side = 'us'", "1 bows, stands = 1")
        .force("us; side = 'us'", "1 wall")
        .force("them; side = 'them'", "1 wall")
        .step("shoot", "by = 'bows'; at = 'them'; range = 30")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1");
    let played =
        scene.play(&[("shots", &[4]), ("drive", &[6]), ("attacks of them", &[4; 6]), ("attacks of us", &[4; 12])]);
    assert_eq!((played["2.us.wounds"], played["2.them.wounds"]), (12, 6));
    let played =
        scene.play(&[("shots", &[4]), ("drive", &[5]), ("attacks of them", &[4; 9]), ("attacks of us", &[4; 12])]);
    assert_eq!(played["2.them.wounds"], 9);
}

#[test]
fn confusion_is_for_the_combat_alone_not_for_shooting() {
    let odds = Field::new()
        .force("us", "1 bows, confused = true")
        .force("them", "1 wall")
        .step("shoot", "by = 'us'; at = 'them'; range = 30")
        .odds();
    close(hits(&odds), 1.5);
}
