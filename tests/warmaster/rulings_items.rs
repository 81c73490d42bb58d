//! Magic, counted by hand: spells, and every item of the table (lines 2344 to 2490).

use crate::support::warmaster::{Field, at_most};
use crate::support::{Odds, close};

// Banners.

/// Neither side charges; the first wears the item.
fn fight(item: &str, rounds: &str) -> Field {
    let item = if item.is_empty() { String::new() } else { format!(", items = ['{item}']") };
    Field::new().force("us", &format!("1 wall{item}")).force("them", "1 wall").step(
        "combat",
        &format!(
            "by = 'us'; at = 'them'; charge = false; rounds = {rounds}; on-win = {{ us = 'stand', them = 'stand' }}"
        ),
    )
}

/// Another combat: this time the others charge, so that we have our nine dice.
fn again(scene: Field) -> Field {
    scene.step("combat", "by = 'them'; at = 'us'; rounds = 1; on-win = { us = 'stand', them = 'stand' }")
}

fn dice(odds: &Odds, step: u32) -> f64 {
    odds.mean(&format!("{step}.us.wounds")) * 2.0
}

#[test]
fn banner_of_battle_one_more_a_stand_in_the_first_combat() {
    let odds = again(fight("banner-of-battle", "1")).odds();
    close(dice(&odds, 1), 12.0);
    close(dice(&odds, 2), 9.0);
}

#[test]
fn banner_of_battle_lasts_for_all_rounds_of_it() {
    let scene = Field::new()
        .force("us", "1 wall, items = ['banner-of-battle']")
        .force("them", "1 wall")
        .step("combat", "by = 'us'; at = 'them'; charge = false; rounds = 2");
    // Twelve dice, won by 1; then 3 + 1 + 1.
    let miss = |dice: usize, hits: usize| (0..dice).map(|die| if die < hits { 4 } else { 3 }).collect::<Vec<u8>>();
    let script: [(&[u8], &[u8]); 2] = [(&miss(12, 1), &miss(9, 0)), (&miss(15, 0), &miss(9, 0))];
    assert_eq!(scene.fight(&script)["1.combat.rounds"], 2);
}

#[test]
fn banner_of_protection_until_a_stand_is_lost() {
    // Three stands of two hits, saved on 5+, with the banner on 4+.
    let scene = Field::new()
        .unit("foot", "attacks = 3, hits = 2, armour = '5+', abilities = ['fanatic']")
        .force("us", "1 bows, stands = 2")
        .force("them", "1 foot, items = ['banner-of-protection']")
        .step("shoot", "by = 'us'; at = 'them'; range = 30")
        .step("shoot", "by = 'us'; at = 'them'; range = 30");
    // Two wounds: a stand is lost, and a 4 is no longer a save.
    let played = scene.play(&[("shots", &[4, 4]), ("save", &[3, 3]), ("shots", &[4, 4]), ("save", &[4, 4])]);
    assert_eq!((played["1.them.wounds"], played["2.them.wounds"]), (2, 2));
    let played = scene.play(&[("shots", &[4, 4]), ("save", &[3, 4]), ("shots", &[4, 4]), ("save", &[4, 4])]);
    assert_eq!((played["1.them.wounds"], played["2.them.wounds"]), (1, 0));
}

#[test]
fn banner_of_robustness_one_more_hit_a_stand_in_the_first_combat() {
    let scene = Field::new()
        .force("us", "1 wall")
        .force("them", "1 mob, items = ['banner-of-robustness']")
        .step("combat", "by = 'us'; at = 'them'; charge = false; rounds = 1; on-win = { us = 'stand' }")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1; on-win = { us = 'stand' }");
    // Seven wounds: one stand of four, three wounds dropped; then three take one.
    let nine = |hits: usize| (0..9).map(|die| if die < hits { 4 } else { 3 }).collect::<Vec<u8>>();
    let twelve = [nine(3), vec![3; 3]].concat();
    let script: [(&[u8], &[u8]); 2] = [(&nine(7), &nine(0)), (&twelve, &[3; 6])];
    let played = scene.fight(&script);
    assert_eq!((played["1.them.stands_lost"], played["2.them.stands_lost"]), (1, 1));
}

#[test]
fn banner_of_tenacity_takes_one_wound_off_every_volley_until_a_stand_is_lost() {
    let scene = Field::new()
        .force("us", "1 bows")
        .force("them", "1 mob, items = ['banner-of-tenacity']")
        .step("shoot", "by = 'us'; at = 'them'; range = 30")
        .step("shoot", "by = 'us'; at = 'them'; range = 30");
    // One of three wounds is ignored, and does not drive back; again in the next turn.
    let played = scene.play(&[("shots", &[4, 4, 4]), ("drive", &[1, 1]), ("shots", &[4, 1, 1])]);
    assert_eq!((played["1.them.wounds"], played["1.them.drive_back"]), (2, 2));
    assert_eq!((played["2.them.wounds"], played["2.them.drive_back"]), (0, 0));
    let lost = Field::new()
        .force("us", "2 bows")
        .force("them", "1 mob, items = ['banner-of-tenacity']")
        .step("shoot", "by = 'us'; at = 'them'; range = 30")
        .step("shoot", "by = 'us'; at = 'them'; range = 30");
    let played = lost.play(&[
        ("shots", &[4, 4, 4, 4, 1, 1]),
        ("drive", &[1, 1, 1]),
        ("shots", &[4, 1, 1, 1, 1, 1]),
        ("drive", &[1]),
    ]);
    assert_eq!((played["1.them.stands_lost"], played["2.them.wounds"]), (1, 1));
}

#[test]
fn banner_of_luck_throws_all_dice_again_once() {
    // One die, re-rolled when it misses: 3/4; in the next combat 1/2.
    let scene = Field::new()
        .unit("hare", "attacks = 1, hits = 20, stands = 1")
        .force("us", "1 hare, items = ['banner-of-luck']")
        .force("them", "1 wall")
        .step(
            "combat",
            "by = 'us'; at = 'them'; charge = false; rounds = 1; on-win = { us = 'stand', them = 'stand' }",
        );
    close(scene.odds().mean("1.us.wounds"), 3.0 / 4.0);
    let odds = again(scene).odds();
    // The banner is left for the second unless the first needed it.
    close(odds.mean("2.us.wounds"), 1.0 / 2.0 * 3.0 / 4.0 + 1.0 / 2.0 * 1.0 / 2.0);
}

// Swords.

#[test]
fn swords_of_power_and_destiny_one_more_for_one_stand() {
    let odds = again(fight("sword-of-power", "1")).odds();
    close(dice(&odds, 1), 10.0);
    close(dice(&odds, 2), 10.0);
    let odds = again(fight("sword-of-destiny", "1")).odds();
    close(dice(&odds, 1), 10.0);
    close(dice(&odds, 2), 9.0);
}

#[test]
fn sword_of_mutilation_one_miss_again_every_round() {
    let odds = again(fight("sword-of-mutilation", "1")).odds();
    // Nine dice, and half a hit more unless all nine hit.
    let wounds = 4.5 + (1.0 - 0.5_f64.powi(9)) / 2.0;
    close(odds.mean("1.us.wounds"), wounds);
    close(odds.mean("2.us.wounds"), wounds);
}

#[test]
fn sword_of_destruction_one_save_again_every_round() {
    let scene = Field::new()
        .unit("shield", "attacks = 3, hits = 20, armour = '5+'")
        .force("us", "1 wall, items = ['sword-of-destruction']")
        .force("them", "1 shield")
        .step("combat", "by = 'us'; at = 'them'; charge = false; rounds = 1");
    // Nine dice: hit and saved with 1/6 each. If any is, one of them fails the second time with 2/3.
    close(scene.odds().mean("1.us.wounds"), 9.0 / 3.0 + (1.0 - (5.0_f64 / 6.0).powi(9)) * 2.0 / 3.0);
}

// Enchanted things of a General.

/// A General of 9 with an item orders foot, three turns.
fn lord(item: &str, keys: &str) -> Field {
    let orders = format!("by = 'lord'; to = 'foot'; orders = 1; {keys}");
    Field::new()
        .unit("king", &format!("type = 'general', command = 9, attacks = 1, items = ['{item}']"))
        .force("lord; side = 'us'", "1 king")
        .force("foot; side = 'us'", "1 mob")
        .force("bows; side = 'us'", "1 bows, stands = 1")
        .force("foes; side = 'them'", "1 wall")
        .step("orders", &orders)
        .step("shoot", "by = 'bows'; at = 'foes'; range = 30")
        .step("orders", &orders)
}

#[test]
fn the_crown_gives_a_ten_for_the_first_order_of_a_turn_until_it_fails() {
    let odds = lord("crown-of-command", "distance = 45").odds();
    close(odds.mean("1.foot.orders"), at_most(10));
    // 9 - 2 once it has failed.
    close(odds.mean("3.foot.orders"), at_most(10) * at_most(10) + (1.0 - at_most(10)) * at_most(7));
    // The second order of the turn is his own: 9 - 1.
    let odds = Field::new()
        .unit("king", "type = 'general', command = 9, attacks = 1, items = ['crown-of-command']")
        .force("lord", "1 king")
        .force("foot", "1 mob")
        .step("orders", "by = 'lord'; to = 'foot'; orders = 2")
        .odds();
    close(odds.chance("1.foot.orders", 2), at_most(10) * at_most(8));
}

#[test]
fn the_helm_gives_one_more_up_to_ten_in_one_turn() {
    let odds = lord("helm-of-dominion", "").odds();
    close(odds.mean("1.foot.orders"), at_most(10));
    close(odds.mean("3.foot.orders"), at_most(9));
    let odds = Field::new()
        .unit("king", "type = 'general', command = 10, attacks = 1, items = ['helm-of-dominion']")
        .force("lord", "1 king")
        .force("foot", "1 mob")
        .step("orders", "by = 'lord'; to = 'foot'; orders = 1")
        .odds();
    close(odds.mean("1.foot.orders"), at_most(10));
}

#[test]
fn the_orb_tries_a_failure_again_at_eight_once() {
    let odds = lord("orb-of-majesty", "distance = 30").odds();
    let first = at_most(8) + (1.0 - at_most(8)) * at_most(7);
    close(odds.mean("1.foot.orders"), first);
    // Still there in the second turn if it was not needed.
    close(odds.mean("3.foot.orders"), at_most(8) * first + (1.0 - at_most(8)) * at_most(8));
    // After it he continues with his own 9.
    let odds = Field::new()
        .unit("king", "type = 'general', command = 9, attacks = 1, items = ['orb-of-majesty']")
        .force("lord", "1 king")
        .force("foot", "1 mob")
        .step("orders", "by = 'lord'; to = 'foot'; orders = 2")
        .odds();
    let (again, lost) = (1.0 - at_most(9), 1.0 - at_most(8));
    let two = at_most(9) * (at_most(8) + lost * at_most(7)) + again * at_most(8) * at_most(8);
    close(odds.chance("1.foot.orders", 2), two);
}

#[test]
fn the_sceptre_makes_a_blunder_an_order() {
    let scene = Field::new()
        .unit("king", "type = 'general', command = 9, attacks = 1, items = ['sceptre-of-sovereignty']")
        .force("lord; side = 'us'", "1 king")
        .force("captain; side = 'us'", "1 hero")
        .force("foot; side = 'us'", "1 mob")
        .step("orders", "by = 'captain'; to = 'foot'; orders = 2");
    let played = scene.play(&[("order", &[6, 6]), ("blunder", &[1]), ("order", &[3, 4])]);
    assert_eq!(played["1.foot.orders"], 2);
    // Once a battle.
    let played = scene.play(&[("order", &[6, 6]), ("blunder", &[1]), ("order", &[6, 6]), ("blunder", &[3])]);
    assert_eq!(played["1.foot.orders"], 1);
}

// Spells, lines 2320 to 2342, and what Wizards carry.

/// A spell at 5+ of three shots, twice.
fn spells(item: &str, more: &str) -> Field {
    let item = if item.is_empty() { String::new() } else { format!(", items = ['{item}']") };
    let spell = format!("by = 'mage'; at = 'them'; difficulty = '5+'; shots = 3; {more}");
    Field::new()
        .unit("mage", &format!("type = 'wizard', command = 7, attacks = 1{item}"))
        .force("mage; side = 'us'", "1 mage")
        .force("them; side = 'them'", "1 wall")
        .step("spell", &spell)
        .step("spell", &spell)
}

#[test]
fn a_spell_needs_its_difficulty_and_may_be_dispelled() {
    let odds = spells("", "").odds();
    close(odds.mean("1.mage.cast"), 1.0 / 3.0);
    close(odds.mean("1.them.hits"), 1.0 / 2.0);
    let odds = spells("", "dispel = '4+'").odds();
    close(odds.mean("1.mage.cast"), 1.0 / 3.0);
    close(odds.mean("1.mage.dispelled"), 1.0 / 6.0);
    close(odds.mean("1.them.hits"), 1.0 / 4.0);
}

#[test]
fn one_always_fails_and_six_always_succeeds() {
    for (difficulty, chance) in [("2+", 5.0 / 6.0), ("3+", 4.0 / 6.0), ("6+", 1.0 / 6.0)] {
        let odds = Field::new()
            .force("mage", "1 wizard")
            .force("them", "1 wall")
            .step("spell", &format!("by = 'mage'; at = 'them'; difficulty = '{difficulty}'; shots = 3"))
            .odds();
        close(odds.mean("1.mage.cast"), chance);
    }
    for (modifier, chance) in [(5, 5.0 / 6.0), (-5, 1.0 / 6.0), (1, 4.0 / 6.0)] {
        let odds = Field::new()
            .force("mage", "1 wizard")
            .force("them", "1 wall")
            .step("spell", &format!("by = 'mage'; at = 'them'; difficulty = '4+'; modifier = {modifier}; shots = 3"))
            .odds();
        close(odds.mean("1.mage.cast"), chance);
    }
}

#[test]
fn the_ring_casts_without_a_die_once() {
    let odds = spells("ring-of-sorcery", "").odds();
    close(odds.mean("1.mage.cast"), 1.0);
    close(odds.mean("2.mage.cast"), 1.0 / 3.0);
}

#[test]
fn the_wand_adds_one_once_and_a_one_still_fails() {
    let odds = spells("wand-of-power", "").odds();
    close(odds.mean("1.mage.cast"), 1.0 / 2.0);
    close(odds.mean("2.mage.cast"), 1.0 / 3.0);
    let odds = Field::new()
        .unit("mage", "type = 'wizard', command = 7, attacks = 1, items = ['wand-of-power']")
        .force("mage", "1 mage")
        .force("them", "1 wall")
        .step("spell", "by = 'mage'; at = 'them'; difficulty = '2+'; shots = 3")
        .odds();
    close(odds.mean("1.mage.cast"), 5.0 / 6.0);
}

#[test]
fn the_scroll_dispels_once() {
    let spell = "by = 'mage'; at = 'them'; difficulty = '5+'; shots = 3";
    let odds = Field::new()
        .unit("shaman", "type = 'wizard', command = 7, attacks = 1, items = ['anti-magic-scroll']")
        .force("mage; side = 'us'", "1 wizard")
        .force("them; side = 'them'", "1 wall")
        .force("shaman; side = 'them'", "1 shaman")
        .step("spell", spell)
        .step("spell", spell)
        .odds();
    close(odds.mean("1.mage.dispelled"), 1.0 / 3.0);
    close(odds.mean("1.them.hits"), 0.0);
    // The second is stopped if the first was not cast: both cast with 1/9, 3/2 hits.
    close(odds.mean("2.them.hits"), 1.0 / 9.0 * 3.0 / 2.0);
}

#[test]
fn the_staff_binds_a_wizard_who_fails_on_a_four_for_good() {
    let spell = "by = 'mage'; at = 'them'; difficulty = '5+'; shots = 3";
    let odds = Field::new()
        .unit("shaman", "type = 'wizard', command = 7, attacks = 1, items = ['staff-of-spellbinding']")
        .force("mage; side = 'us'", "1 wizard")
        .force("them; side = 'them'", "1 wall")
        .force("shaman; side = 'them'", "1 shaman")
        .step("spell", spell)
        .step("spell", spell)
        .odds();
    // He fails with 2/3 and is bound with half of that: then only a 6 does.
    close(odds.mean("2.mage.cast"), 2.0 / 3.0 * 1.0 / 3.0 + 1.0 / 3.0 * 1.0 / 6.0);
}

// Which units may carry what, lines 2344 to 2365.

#[test]
fn one_item_each_and_one_of_a_kind() {
    let said = Field::new()
        .force("us", "1 mob, items = ['banner-of-battle', 'sword-of-power']")
        .force("them", "1 mob")
        .step("combat", "by = 'us'; at = 'them'")
        .refusal();
    assert!(said.contains("a unit or commander carries at most one magic item (Magic items)"), "{said}");
    let said = Field::new()
        .force("us", "1 gun, items = ['banner-of-battle']")
        .force("them", "1 mob")
        .step("combat", "by = 'them'; at = 'us'")
        .refusal();
    assert!(said.contains("a unit of this type carries no banner-of-battle"), "{said}");
    let said = Field::new()
        .force("us", "1 mob, items = ['crown-of-command']")
        .force("them", "1 mob")
        .step("combat", "by = 'us'; at = 'them'")
        .refusal();
    assert!(said.contains("a unit of this type carries no crown-of-command"), "{said}");
}

#[test]
fn the_banner_of_tenacity_turns_aside_a_shot_at_its_charge_too() {
    let odds = Field::new()
        .force("us", "1 mob, items = ['banner-of-tenacity']")
        .force("them", "1 bows")
        .step(
            "combat",
            "by = 'us'; at = 'them'; rounds = 1; counter-fire = { them = 1 }; fighting = { us = 3, them = 1 }",
        )
        .odds();
    // The only shot wounds no unit; the three dice of one stand do.
    close(odds.mean("1.them.wounds"), 3.0 / 2.0);
}
