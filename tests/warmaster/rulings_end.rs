//! Armies that break, victory points, and units off the table, counted by hand.

use crate::support::warmaster::Field;
use crate::support::{close, compiled};

/// Two armies that are counted without a fight: bows whose shots are beyond their range.
fn counted(us: &[&str], them: &[&str]) -> Field {
    let mut scene = Field::new();
    for (side, forces) in [("us", us), ("them", them)] {
        for (number, groups) in forces.iter().enumerate() {
            scene = scene.force(&format!("{side}{number}; side = '{side}'"), groups);
        }
    }
    scene.step("army-break", "by = 'us0'")
}

#[track_caller]
fn breaks(us: &[&str], broken: f64) {
    let odds = counted(us, &["1 mob"]).odds();
    close(odds.mean("1.us.broken"), broken);
}

// The break point, lines 2196 to 2244.

#[test]
fn half_the_units_lost_break_an_army() {
    // Units of three with one stand left count as a half; with two, as nothing.
    breaks(&["2 mob"], 0.0);
    breaks(&["2 mob, stands = 2"], 0.0);
    breaks(&["2 mob, stands = 1"], 1.0);
    breaks(&["1 mob, stands = 1", "1 mob"], 0.0);
    breaks(&["3 mob, stands = 1"], 1.0);
    // Three halves of four units are less than two.
    breaks(&["3 mob, stands = 1", "1 mob"], 0.0);
    breaks(&["3 mob, stands = 1; 1 guard, stands = 1"], 1.0);
}

#[test]
fn units_of_two_stands_and_commanders_are_no_halves() {
    breaks(&["2 gun, stands = 1"], 0.0);
    breaks(&["2 mob, stands = 1", "1 hero"], 1.0);
    breaks(&["2 mob, stands = 1", "2 mob, counts-for-break = false"], 1.0);
    breaks(&["2 mob, stands = 1, counts-for-break = false", "2 mob"], 0.0);
}

/// A volley that destroys `frail` in one way of two, and then a count.
fn volley(frail: &str, more: &[&str]) -> Field {
    let mut scene = Field::new()
        .unit("frail", "attacks = 3, hits = 1, stands = 1, points = 65")
        .unit("archer", "attacks = 1, stands = 1, range = 30, points = 30")
        .force("archer; side = 'us'", "1 archer")
        .force("frail; side = 'them'", frail);
    for (number, groups) in more.iter().enumerate() {
        scene = scene.force(&format!("more{number}; side = 'them'"), groups);
    }
    scene.step("shoot", "by = 'archer'; at = 'frail'; range = 30").step("army-break", "by = 'archer'")
}

#[test]
fn a_unit_destroyed_is_one_lost() {
    close(volley("1 frail", &["1 mob"]).odds().mean("2.them.broken"), 1.0 / 2.0);
    close(volley("1 frail", &["2 mob"]).odds().mean("2.them.broken"), 0.0);
    // One lost and one half, of three.
    close(volley("1 frail", &["1 mob, stands = 1", "1 mob"]).odds().mean("2.them.broken"), 1.0 / 2.0);
    close(volley("1 frail", &["1 mob, stands = 1", "2 mob"]).odds().mean("2.them.broken"), 0.0);
}

#[test]
fn the_death_of_the_general_breaks_the_army() {
    close(volley("1 frail; 1 general", &["4 mob", "4 mob"]).odds().mean("2.them.broken"), 1.0 / 2.0);
    close(volley("1 frail; 1 hero", &["4 mob", "4 mob"]).odds().mean("2.them.broken"), 0.0);
}

// Victory points.

#[test]
fn the_whole_price_of_the_destroyed_and_half_of_those_with_one_stand_left() {
    // 65 for the unit, 125 for the General in it, half of 45 rounded up to 5.
    let odds = volley("1 frail; 1 general", &["1 mob, stands = 1"]).odds();
    close(odds.chance("2.them.points_lost", 25), 1.0 / 2.0);
    close(odds.chance("2.them.points_lost", 25 + 65 + 125), 1.0 / 2.0);
}

#[test]
fn halves_are_rounded_up_to_five() {
    for (points, half) in [(45, 25), (65, 35), (110, 55), (50, 25), (95, 50), (41, 25)] {
        let odds = Field::new()
            .unit("foot", &format!("attacks = 3, points = {points}"))
            .unit("pair", &format!("attacks = 3, stands = 2, points = {points}"))
            .force("us; side = 'us'", "1 mob")
            .force("them; side = 'them'", "1 foot, stands = 1; 1 pair, stands = 1; 1 foot, stands = 2; 1 foot")
            .step("army-break", "by = 'us'")
            .odds();
        close(odds.chance("1.them.points_lost", half), 1.0);
    }
}

#[test]
fn an_army_that_breaks_scores_no_more_than_the_other() {
    // We are broken (two halves of two): they score 25 + 25. They lost one of 100 with one stand left, a half: 50; and
    // with two such units 100, which count as 50 for us.
    let scene = |them: &str| {
        Field::new()
            .unit("dear", "attacks = 3, points = 100")
            .force("us; side = 'us'", "2 mob, stands = 1")
            .force("them; side = 'them'", them)
            .step("army-break", "by = 'us'")
            .odds()
    };
    let odds = scene("2 dear, stands = 1; 2 mob");
    close(odds.mean("1.us.broken") + odds.mean("1.them.broken"), 1.0);
    close(odds.mean("1.us.won"), 0.0);
    close(odds.mean("1.us.drew"), 1.0);
    // Both broken at once: a draw whatever the points.
    let odds = scene("2 dear, stands = 1");
    close(odds.mean("1.us.broken") + odds.mean("1.them.broken"), 2.0);
    close(odds.mean("1.us.drew"), 1.0);
    // Their side lost nothing: they win.
    close(scene("2 dear").mean("1.them.won"), 1.0);
}

// Off the table, lines 894 to 922.

#[test]
fn off_the_table_and_back() {
    let off = |stands: u32| {
        Field::new()
            .force("foot", &format!("1 mob, stands = {stands}; 1 hero"))
            .step("off-table", "by = 'foot'")
            .step("off-table", "by = 'foot'; when = '1.foot.off_table'")
            .odds()
    };
    // Two stands: 0 destroyed, 1 and 2 wait, otherwise back. Those that wait roll again next turn; those that are back do
    // not.
    let odds = off(2);
    close(odds.mean("1.foot.destroyed"), 1.0 / 6.0);
    close(odds.mean("end.foot.destroyed"), 1.0 / 6.0 + 2.0 / 6.0 * 1.0 / 6.0);
    // The Hero with them: 45 + 80.
    close(odds.chance("end.foot.points_lost", 125), 1.0 / 6.0 + 2.0 / 6.0 * 1.0 / 6.0);
    close(off(3).mean("end.foot.destroyed"), 0.0);
}

#[test]
fn a_general_who_does_not_come_back_at_once_loses_the_battle() {
    let odds = Field::new()
        .force("lord; side = 'us'", "1 mob; 1 general")
        .force("more; side = 'us'", "4 mob")
        .force("them; side = 'them'", "1 mob")
        .step("off-table", "by = 'lord'")
        .step("army-break", "by = 'lord'")
        .odds();
    close(odds.mean("2.us.broken"), 2.0 / 6.0);
}

#[test]
fn line_916_a_general_who_does_not_come_back_at_once_counts_as_lost() {
    let scene = |steps: usize| {
        let mut scene = Field::new()
            .force("lord; side = 'us'", "1 mob; 1 general")
            .force("more; side = 'us'", "5 mob")
            .force("them; side = 'them'", "1 mob");
        for _ in 0..steps {
            scene = scene.step("off-table", "by = 'lord'");
        }
        scene.step("army-break", "by = 'lord'").odds()
    };
    // On a 1 and 2 of six he is lost, which costs his 125. His unit is away, not lost; when it comes back, he does not.
    for (steps, counted) in [(1, "2"), (2, "3")] {
        let odds = scene(steps);
        close(odds.mean("end.lord.general.survivors"), 4.0 / 6.0);
        close(odds.chance("end.lord.points_lost", 125), 2.0 / 6.0);
        close(odds.chance(&format!("{counted}.them.points_won"), 125), 2.0 / 6.0);
        close(odds.mean(&format!("{counted}.us.broken")), 2.0 / 6.0);
        close(odds.mean(&format!("{counted}.them.won")), 2.0 / 6.0);
        close(odds.mean(&format!("{counted}.us.drew")), 4.0 / 6.0);
    }
}

#[test]
fn line_914_who_is_away_with_his_unit_gives_no_orders_and_casts_no_spells() {
    let scene = |rider: &str| {
        Field::new()
            .force("lord; side = 'us'", &format!("1 mob; 1 {rider}"))
            .force("foot; side = 'us'", "1 mob")
            .force("them; side = 'them'", "1 wall")
            .step("off-table", "by = 'lord'")
    };
    // Back on a 3 to 6; then 8 or less on 2D6, or a 4 and more.
    let odds = scene("hero").step("orders", "by = 'hero'; to = 'foot'; orders = 1; distance = 20").odds();
    close(odds.mean("2.foot.orders"), 4.0 / 6.0 * 26.0 / 36.0);
    let odds = scene("wizard").step("spell", "by = 'wizard'; at = 'them'; difficulty = '4+'; shots = 3").odds();
    close(odds.mean("2.wizard.cast"), 4.0 / 6.0 * 3.0 / 6.0);
}

#[test]
fn line_914_a_hero_comes_back_with_his_unit_and_a_general_who_is_lost_does_not() {
    let dice = |lord: &str| {
        let scene = Field::new()
            .force("lord; side = 'us'", &format!("1 mob; 1 {lord}"))
            .force("them; side = 'them'", "1 wall")
            .step("off-table", "by = 'lord'")
            .step("off-table", "by = 'lord'")
            .step("combat", "by = 'them'; at = 'lord'; rounds = 1");
        (scene.odds(), format!("end.lord.{lord}.survivors"))
    };
    // 3 stands of 3 attacks and the rider's, each half a wound, if the unit is back: at once, or in the second test.
    let back = 4.0 / 6.0 + 2.0 / 6.0 * 4.0 / 6.0;
    let (hero, alive) = dice("hero");
    close(hero.mean("3.lord.wounds"), back * 10.0 / 2.0);
    close(hero.mean("1.lord.destroyed") + hero.mean("2.lord.destroyed"), 0.0);
    // He falls only with the unit that has come back: nine of twelve dice hit, in 220 + 66 + 12 + 1 of 4096 ways.
    close(hero.mean(&alive), 1.0 - back * 299.0 / 4096.0);
    let (general, _) = dice("general");
    close(general.mean("3.lord.wounds"), (4.0 / 6.0 * 11.0 + 2.0 / 6.0 * 4.0 / 6.0 * 9.0) / 2.0);
}

#[test]
fn who_is_back_on_a_three_or_four_is_not_ordered() {
    let odds = Field::new()
        .force("lord", "1 general")
        .force("foot", "1 mob")
        .step("off-table", "by = 'foot'")
        .step("orders", "by = 'lord'; to = 'foot'; orders = 1")
        .odds();
    close(odds.mean("2.foot.orders"), 2.0 / 6.0 * 30.0 / 36.0);
}

// Flyers, lines 2127 to 2137.

#[test]
fn flyers_who_came_home_are_ordered_and_confused_ones_are_not() {
    let scene = |group: &str| {
        Field::new()
            .unit("wings", "type = 'cavalry', attacks = 2, abilities = ['flyer']")
            .force("lord", "1 general")
            .force("wings", &format!("1 wings{group}"))
            .step("home-back", "by = 'wings'; distance = 30")
            .step("orders", "by = 'lord'; to = 'wings'; orders = 1; distance = 20; when = '1.wings.returned'")
            .odds()
    };
    close(scene("").mean("2.wings.orders"), 4.0 / 6.0 * 30.0 / 36.0);
    close(scene(", confused = true").mean("1.wings.returned"), 4.0 / 6.0);
    close(scene(", confused = true").mean("2.wings.orders"), 0.0);
}

/// Three bows shoot at the one stand of a mob, which a hero has joined; what is left of each.
fn brigade_under_fire(hits: &[u8], script: &[(&str, &[u8])]) -> std::collections::HashMap<String, u64> {
    let field = Field::new()
        .unit("archer", "attacks = 1, range = 30, shots = 1")
        .force("us", "1 archer")
        .force("them", "1 mob, stands = 1; 1 hero")
        .step("shoot", "by = 'us'; at = 'them'");
    field.play(&[&[("us", hits)], script].concat())
}

#[test]
fn l2063_what_is_left_is_told_by_unit_and_so_is_whether_a_commander_lives() {
    // Three hits take the only stand, and the commander who joined it dies with it.
    let played = brigade_under_fire(&[4, 4, 4], &[]);
    assert_eq!((played["end.them.mob.stands"], played["end.them.mob.survivors"]), (0, 0));
    assert_eq!((played["end.them.hero.survivors"], played["end.them.hero.losses"]), (0, 1));
    assert_eq!(played.get("end.us.archer.stands"), None, "one kind alone is the formation itself");
    // One hit takes none, and only drives back.
    let played = brigade_under_fire(&[4, 1, 1], &[("drive", &[3])]);
    assert_eq!((played["end.them.mob.stands"], played["end.them.hero.survivors"]), (1, 1));
}

// Unit by unit, lines 908 and 2129.

/// A brigade: a whole unit and one that has lost a stand.
fn brigade() -> Field {
    Field::new()
        .force("lord; side = 'us'", "1 general")
        .force("foot; side = 'us'", "1 mob; 1 guard, stands = 2")
        .force("them; side = 'them'", "1 wall")
}

#[test]
fn line_908_every_unit_off_the_table_has_a_die_of_its_own() {
    // Two may be away at once: a goal of two can be reached.
    let scene = brigade().top("goal = '1.foot.off_table >= 2'").step("off-table", "by = 'foot'");
    close(scene.odds().mean("end.scenario.goal"), 2.0 / 6.0 * 2.0 / 6.0);
    let told = compiled(&scene.text()).choices.join("\n");
    assert!(!told.contains("never"), "{told}");
    let odds = brigade().step("off-table", "by = 'foot'").odds();
    // The whole one: away on a 1 and 2, back on 3 to 6, ordered on a 5 and 6. The other with one less: lost on a 1, away on
    // 2 and 3, back on 4 to 6, ordered on a 6.
    close(odds.mean("1.foot.off_table"), 2.0 / 6.0 + 2.0 / 6.0);
    close(odds.chance("1.foot.off_table", 2), 2.0 / 6.0 * 2.0 / 6.0);
    close(odds.chance("1.foot.back", 2), 4.0 / 6.0 * 3.0 / 6.0);
    close(odds.chance("1.foot.back", 0), 2.0 / 6.0 * 3.0 / 6.0);
    close(odds.mean("1.foot.may_be_ordered"), 2.0 / 6.0 + 1.0 / 6.0);
    close(odds.chance("end.foot.stands", 3), 1.0 / 6.0);
}

#[test]
fn line_908_who_is_away_rolls_again_and_who_is_back_does_not() {
    let odds = brigade().step("off-table", "by = 'foot'").step("off-table", "by = 'foot'").odds();
    close(odds.mean("2.foot.off_table"), 2.0 * 2.0 / 6.0 * 2.0 / 6.0);
    // The unit with a stand lost: lost at once, or away and then lost; the whole one never.
    close(odds.chance("end.foot.stands", 3), 1.0 / 6.0 + 2.0 / 6.0 * 1.0 / 6.0);
    close(odds.chance("end.foot.stands", 5), 5.0 / 6.0 - 2.0 / 6.0 * 1.0 / 6.0);
}

#[test]
fn line_908_a_brigade_goes_with_those_who_are_back_and_can_move() {
    let odds = brigade()
        .step("off-table", "by = 'foot'")
        .step("orders", "by = 'lord'; to = 'foot'; orders = 1; distance = 20")
        .step("combat", "by = 'foot'; at = 'them'; rounds = 1")
        .odds();
    // The one on a 5 and 6, the other on a 6; then an order of 9, minus one for its lost stand while it lives: on a 1 it is
    // lost.
    let one = 2.0 / 6.0 * (1.0 / 6.0 * 30.0 / 36.0 + 5.0 / 6.0 * 26.0 / 36.0);
    let other_alone = 4.0 / 6.0 * 1.0 / 6.0 * 26.0 / 36.0;
    close(odds.mean("2.foot.orders"), one + other_alone);
    close(odds.mean("3.combat.rounds"), one + other_alone);
    // Those that strike: 3 stands of 4 attacks with the charge, or 2 of them, each attack half a wound, all of them
    // present.
    let struck =
        (2.0 / 6.0 * (1.0 / 6.0 * 30.0 / 36.0 + 5.0 / 6.0 * 26.0 / 36.0)) * 6.0 + 1.0 / 6.0 * 26.0 / 36.0 * 4.0;
    close(odds.mean("3.foot.wounds"), struck);
}

#[test]
fn line_918_who_is_just_back_charges_by_order_or_not_at_all() {
    // On a 5 and 6 it may be ordered and does not use its initiative; on a 3 and 4 it does not move.
    let charge = |order: &str| {
        let scene = Field::new()
            .force("lord; side = 'us'", "1 general")
            .force("foot; side = 'us'", "1 mob")
            .force("them; side = 'them'", "1 wall")
            .step("off-table", "by = 'foot'");
        let scene = match order {
            "" => scene,
            order => scene.step("orders", &format!("by = 'lord'; to = 'foot'; orders = 1; {order}")),
        };
        let step = if order.is_empty() { 2 } else { 3 };
        scene.step("combat", "by = 'foot'; at = 'them'; rounds = 1").odds().mean(&format!("{step}.combat.rounds"))
    };
    close(charge(""), 0.0);
    close(charge("distance = 20"), 2.0 / 6.0 * 30.0 / 36.0);
}

#[test]
fn line_910_commanders_share_the_fate_of_the_unit_they_joined() {
    // The general rides with the second unit: the first does not affect him.
    let odds = Field::new()
        .force("lord; side = 'us'", "1 mob; 1 guard; 1 general, joins = 'guard'")
        .force("more; side = 'us'", "4 mob")
        .force("them; side = 'them'", "1 mob")
        .step("off-table", "by = 'lord'")
        .step("army-break", "by = 'lord'")
        .odds();
    close(odds.mean("2.us.broken"), 2.0 / 6.0);
}

#[test]
fn line_2129_every_flyer_rolls_for_itself() {
    let scene = Field::new()
        .unit("wings", "type = 'cavalry', attacks = 2, abilities = ['flyer']")
        .unit("eagles", "type = 'monster', attacks = 3, hits = 3, stands = 1, abilities = ['flyer']")
        .force("lord; side = 'us'", "1 general")
        .force("flock; side = 'us'", "1 wings; 1 eagles")
        .force("them; side = 'them'", "1 wall");
    let odds = scene.clone().step("home-back", "by = 'flock'; distance = 30").odds();
    close(odds.chance("1.flock.returned", 2), 4.0 / 6.0 * 4.0 / 6.0);
    close(odds.chance("1.flock.returned", 0), 2.0 / 6.0 * 2.0 / 6.0);
    // The farthest flight: 60 cm unless both roll less.
    close(odds.chance("1.flock.flown", 60), 11.0 / 36.0);
    // Each from where it is: 50 cm for the one, 20 for the other.
    let apart = scene.clone().step("home-back", "by = 'flock'; distance = { wings = 50, eagles = 20 }").odds();
    close(apart.mean("1.flock.returned"), 2.0 / 6.0 + 5.0 / 6.0);
    // A unit that has returned is ordered and charges, the other stays: 3 stands of 2 and the charge, or 1 of 3, the charge
    // and 1 for a monster.
    let odds = scene
        .step("home-back", "by = 'flock'; distance = 30")
        .step("orders", "by = 'lord'; to = 'flock'; orders = 1; distance = 20")
        .step("combat", "by = 'flock'; at = 'them'; rounds = 1")
        .odds();
    close(odds.mean("2.flock.orders"), 8.0 / 9.0 * 30.0 / 36.0);
    let dice = 4.0 / 6.0 * 9.0 + 4.0 / 6.0 * 5.0;
    close(odds.mean("3.flock.wounds"), 30.0 / 36.0 * dice / 2.0);
}
