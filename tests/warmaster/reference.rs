//! Odds computed separately from this program: to the six digits of the companion list, or to 1e-9 if a fraction is known.

use crate::support::warmaster::{Field, at_most, printed};
use crate::support::{Odds, close};

/// The order chain of a commander: the chances of 0, 1, 2 and 3 orders.
#[track_caller]
fn chain(commander: &str, unit: &str, chances: [f64; 4]) {
    let odds = Field::default()
        .unit("lord", commander)
        .unit("foot", unit)
        .force("lord", "1 lord")
        .force("foot", "1 foot")
        .step("orders", "by = 'lord'; to = 'foot'; orders = 3")
        .odds();
    for (orders, chance) in chances.into_iter().enumerate() {
        printed(odds.chance("1.foot.orders", orders), chance);
        printed(odds.chance("1.lord.orders", orders), chance);
    }
}

#[test]
fn chains_of_orders() {
    let general = |command: u32| format!("type = 'general', command = {command}, attacks = 1");
    let foot = "attacks = 3";
    chain(&general(10), foot, [0.083333, 0.152778, 0.212191, 715.0 / 1296.0]);
    chain(&general(9), foot, [0.166667, 0.231481, 0.250772, 455.0 / 1296.0]);
    chain(&general(8), foot, [0.277778, 0.300926, 0.245756, 455.0 / 2592.0]);
    chain(&general(7), foot, [0.416667, 0.340278, 0.175540, 175.0 / 2592.0]);
    // A slow unit needs 8, 6 and 5.
    chain(&general(8), "attacks = 3, abilities = ['slow']", [0.277778, 0.421296, 0.217335, 325.0 / 3888.0]);
    // A Hero's chain is a General's, and so is a Wizard's: a 12 fails anyway.
    chain("type = 'hero', command = 8, attacks = 1", foot, [0.277778, 0.300926, 0.245756, 455.0 / 2592.0]);
    chain("type = 'wizard', command = 7, attacks = 1", foot, [0.416667, 0.340278, 0.175540, 175.0 / 2592.0]);
}

#[test]
fn crown_and_orb() {
    let first = |item: &str, keys: &str| {
        Field::default()
            .unit("lord", &format!("type = 'general', command = 9, attacks = 1, items = ['{item}']"))
            .unit("foot", "attacks = 3")
            .force("lord", "1 lord")
            .force("foot", "1 foot")
            .step("orders", &format!("by = 'lord'; to = 'foot'; orders = 1; {keys}"))
            .odds()
            .mean("1.foot.orders")
    };
    // The Crown: a flat 10, whatever the distance.
    close(first("crown-of-command", "distance = 90; enemy-near = true; terrain = true"), at_most(10));
    // The Orb, at -1: a 9 tried at 8, then again at 8 - 1.
    close(first("orb-of-majesty", "distance = 30"), 26.0 / 36.0 + 10.0 / 36.0 * 21.0 / 36.0);
}

/// A volley at one unit of three stands.
fn volley(shots: u32, profile: &str, cover: &str) -> Odds {
    Field::default()
        .unit("bows", &format!("attacks = 1, stands = 1, range = 30, shots = {shots}"))
        .unit("foot", &format!("attacks = 3, {profile}"))
        .force("bows", "1 bows")
        .force("foot", "1 foot")
        .step("shoot", &format!("by = 'bows'; at = 'foot'; range = 20; cover = {cover}"))
        .odds()
}

#[track_caller]
fn comes_to(odds: &Odds, destroyed: f64, routed: f64, confused: f64) {
    printed(odds.mean("1.foot.destroyed"), destroyed);
    printed(odds.mean("1.foot.routed"), routed);
    printed(odds.mean("1.foot.confused"), confused);
}

#[test]
fn s1_to_s5_volleys() {
    let odds = volley(3, "armour = '5+'", "'open'");
    comes_to(&odds, 0.0, 0.0, 0.157579);
    close(odds.mean("1.foot.confused"), 919.0 / 5832.0);
    let odds = volley(3, "armour = '6+'", "'fortified'");
    comes_to(&odds, 0.0, 0.0, 0.000447);
    close(odds.mean("1.foot.confused"), 125.0 / 279936.0);
    comes_to(&volley(12, "", "'open'"), 0.072998, 0.439154, 0.222973);
}

#[test]
fn g10_one_stand_in_the_open_and_two_defended() {
    let odds = volley(6, "", "{ open = 1, defended = 2 }");
    let wounds = [0.015625, 0.09375, 0.234375, 0.401620, 0.201389, 0.048611, 0.004630];
    for (value, chance) in wounds.into_iter().enumerate() {
        printed(odds.chance("1.foot.wounds", value), chance);
    }
    close(odds.mean("1.foot.wounds"), 2.84375);
}

#[test]
fn drive_back_by_the_number_of_wounds() {
    // Wounds, then the chances that the sum passes 10, 20 and 30 cm, and that a 6 shows. Twenty hits per stand: none dies.
    let table = [
        (2, [0.083333, 0.0, 0.0], 0.305556),
        (3, [0.5, 0.0, 0.0], 0.421296),
        (4, [0.841049, 0.027006, 0.0], 0.517747),
        (5, [0.967593, 0.221451, 0.0], 0.598122),
        (6, [0.995499, 0.546425, 0.009902], 0.665102),
        (8, [0.999973, 0.939287, 0.305400], 0.767432),
    ];
    for (wounds, beyond, six) in table {
        // Every shot must wound, 1/2 each, and then give this result.
        let given = |kind: &str, what: &str| {
            let odds = Field::default()
                .unit("bows", &format!("attacks = 1, stands = 1, range = 30, shots = {wounds}"))
                .unit("foot", &format!("type = '{kind}', attacks = 3, hits = 20"))
                .top(&format!("goal = ['1.foot.wounds = {wounds}', '1.foot.{what}']"))
                .force("bows", "1 bows")
                .force("foot", "1 foot")
                .step("shoot", "by = 'bows'; at = 'foot'; range = 20")
                .odds();
            odds.mean("end.scenario.goal") * 2.0_f64.powi(wounds)
        };
        for (kind, beyond) in ["artillery", "infantry", "cavalry"].into_iter().zip(beyond) {
            printed(given(kind, "routed"), beyond);
        }
        printed(given("machine', pace = 60, name = 'Wain", "confused"), six);
    }
}

/// One round: the charger's and the other's profile, and more keys.
fn round(us: &str, them: &str, keys: &str) -> Odds {
    Field::default()
        .unit("chargers", us)
        .unit("others", them)
        .force("us", "1 chargers")
        .force("them", "1 others")
        .step("combat", &format!("by = 'us'; at = 'them'; rounds = 1; {keys}"))
        .odds()
}

#[track_caller]
fn ends(odds: &Odds, won: f64, drew: f64, lost: f64) {
    printed(odds.mean("1.us.won"), won);
    printed(odds.mean("1.us.drew"), drew);
    printed(odds.mean("1.us.lost"), lost);
    printed(odds.mean("1.them.won"), lost);
    printed(odds.mean("1.them.lost"), won);
}

const FOOT: &str = "type = 'infantry', attacks = 3";

#[test]
fn c1_foot_charges_foot_in_the_open() {
    let odds = round(FOOT, FOOT, "");
    ends(&odds, 0.668150, 0.140052, 0.191655);
    // Both destroyed: the rest.
    let one = ["won", "drew", "lost"].map(|end| odds.mean(&format!("1.us.{end}"))).iter().sum::<f64>();
    printed(1.0 - one, 0.000143);
    let retreat = [0.167212, 0.164123, 0.130160, 0.080960, 0.037766, 0.012337, 0.002502, 0.000236];
    for (cm, chance) in (1..).zip(retreat) {
        printed(odds.chance("1.them.retreat", cm), chance);
    }
}

#[test]
fn c1c_foot_charges_foot_behind_a_hedge() {
    ends(&round(FOOT, FOOT, "cover = 'defended'"), 0.165642, 0.145129, 0.689229);
}

#[test]
fn c2_cavalry_charges_foot() {
    let (horse, foot) =
        ("type = 'cavalry', attacks = 3, armour = '4+'", "type = 'infantry', attacks = 3, armour = '6+'");
    ends(&round(horse, foot, ""), 0.853464, 0.081949, 0.064587);
}

#[test]
fn c3_three_chariots_charge_a_terrifying_monster() {
    let carts = "type = 'chariot', attacks = 3, armour = '5+'";
    let beast = "type = 'monster', attacks = 6, hits = 6, stands = 1, armour = '5+', abilities = ['terrifying']";
    ends(&round(carts, beast, ""), 0.772573, 0.124007, 0.103419);
}

#[test]
fn c4_cavalry_on_the_flank_of_a_line() {
    let (horse, foot) =
        ("type = 'cavalry', attacks = 3, armour = '4+'", "type = 'infantry', attacks = 3, armour = '6+'");
    ends(&round(horse, foot, "contact = 'narrow-on-flank-of-wide'"), 0.989359, 0.009130, 0.001511);
    // The same, counted out.
    let counted = "fighting = { us = 3, them = 1 }; flanked = { them = 1 }";
    ends(&round(horse, foot, counted), 0.989359, 0.009130, 0.001511);
}

#[test]
fn c5_the_same_as_c1_and_the_others_are_confused() {
    let odds = Field::default()
        .unit("foot", "attacks = 3")
        .force("us", "1 foot")
        .force("them", "1 foot, confused = true")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1")
        .odds();
    ends(&odds, 0.881058, 0.070816, 0.048126);
}

#[test]
fn m1_two_rounds_of_pursuit() {
    let fight = |rounds: &str| {
        Field::default()
            .unit("foot", "attacks = 3")
            .force("us", "1 foot")
            .force("them", "1 foot")
            .step("combat", &format!("by = 'us'; at = 'them'; rounds = {rounds}"))
            .odds()
    };
    let odds = fight("2");
    printed(odds.mean("1.us.drew"), 0.174436);
    // With or without the other: .149632 and .579515, and .018620 both; unresolved with one or the other winning, .037398
    // and .040399; the sums are rounded after adding.
    printed(odds.mean("1.us.destroyed"), 0.168252);
    printed(odds.mean("1.them.destroyed"), 0.598134);
    printed(odds.mean("1.combat.unresolved"), 0.077797);
    let odds = fight("'to-end'");
    printed(odds.mean("1.us.drew"), 0.176956);
    printed(odds.mean("1.us.destroyed"), 0.212657);
    printed(odds.mean("1.them.destroyed"), 0.651836);
    close(odds.mean("1.combat.unresolved"), 0.0);
}

#[test]
fn off_the_table() {
    for (stands, [gone, off, back, orders]) in [(3, [0, 2, 2, 2]), (2, [1, 2, 2, 1]), (1, [2, 2, 2, 0])] {
        let odds =
            Field::new().force("foot", &format!("1 mob, stands = {stands}")).step("off-table", "by = 'foot'").odds();
        let sixth = |count: u32| f64::from(count) / 6.0;
        close(odds.mean("1.foot.destroyed"), sixth(gone));
        close(odds.mean("1.foot.off_table"), sixth(off));
        close(odds.mean("1.foot.back"), sixth(back + orders));
        close(odds.mean("1.foot.may_be_ordered"), sixth(orders));
    }
}

#[test]
fn flyers_come_home_one_sixth_for_every_ten_centimetres() {
    for (needed, faces) in [(10, 6), (11, 5), (20, 5), (21, 4), (35, 3), (50, 2), (60, 1), (61, 0)] {
        let odds = Field::new()
            .unit("wings", "type = 'cavalry', attacks = 2, abilities = ['flyer']")
            .force("wings", "1 wings")
            .step("home-back", &format!("by = 'wings'; distance = {needed}"))
            .odds();
        close(odds.mean("1.wings.returned"), f64::from(faces) / 6.0);
    }
}

/// A Hero's 12 is a blunder in 1 of 36 orders; then a die, one better for a Wizard.
#[test]
fn blunders() {
    for (commander, results) in [("hero", [1, 1, 1, 1, 1, 1, 0]), ("wizard", [0, 1, 1, 1, 1, 1, 1])] {
        let odds = Field::new()
            .force("lord", &format!("1 {commander}"))
            .force("foot", "1 mob")
            .step("orders", "by = 'lord'; to = 'foot'; orders = 1")
            .odds();
        for (result, ways) in (1..).zip(results) {
            // Everything from 6 on is one result.
            let ways = if result == 6 { ways + results[6] } else { ways };
            let chance = if result == 7 { 0.0 } else { f64::from(ways) / 216.0 };
            close(odds.chance("1.lord.blunder_result", result), chance);
        }
        close(odds.chance("1.lord.blunder_result", 0), 35.0 / 36.0);
        close(odds.mean("1.lord.blunder"), 1.0 / 36.0);
    }
    let odds = Field::new().force("lord", "1 general").force("foot", "1 mob");
    let odds = odds.step("orders", "by = 'lord'; to = 'foot'; orders = 1").odds();
    close(odds.chance("1.lord.blunder", 0), 1.0);
}
