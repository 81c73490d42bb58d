//! When things that work once are spent: one-shot weapons of Epic Armageddon (§2.2.10) and magic items of Warmaster, at the
//! first chance or in the step that `spend` names, with odds counted by hand.

use crate::support::warmaster::{Field, at_most};
use crate::support::{Scene, close, compiled, weapon};

/// One rocket of 4+ and one of three barrage points, at units without saves.
fn rockets(us: &str, spend: &str, groups: &str) -> Scene {
    Scene::new()
        .unit("launcher", &weapon("Rocket", "AP4+", "'one-shot'"))
        .unit("mortar", &weapon("Bombs", "3BP", "'one-shot'"))
        .force(&format!("us 1+; {spend}"), us)
        .force("them 3+", groups)
}

/// Mean kills of each step.
fn kills(scene: &Scene, steps: usize) -> Vec<f64> {
    let odds = scene.odds();
    (1..=steps).map(|step| odds.chances(&format!("{step}.them.kills"))[1..].iter().sum()).collect()
}

#[track_caller]
fn all_close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    found.iter().zip(expected).for_each(|(&found, &expected)| close(found, expected));
}

/// Whether it is reported that something is spent at the first chance.
fn said(text: &str) -> bool {
    compiled(text).choices.iter().any(|line| line.contains("is spent at the first chance (key `spend`)"))
}

#[test]
fn section_2_2_10_a_one_shot_weapon_is_fired_in_the_step_told() {
    let scene = |spend: &str| {
        let scene = rockets("1 launcher", spend, "9 recruit");
        scene.step("shoot", "us", "them", "").step("shoot", "us", "them", "")
    };
    all_close(&kills(&scene(""), 2), &[1.0 / 2.0, 0.0]);
    all_close(&kills(&scene("spend = { Rocket = 'first-chance' }"), 2), &[1.0 / 2.0, 0.0]);
    all_close(&kills(&scene("spend = { Rocket = 1 }"), 2), &[1.0 / 2.0, 0.0]);
    all_close(&kills(&scene("spend = { Rocket = 2 }"), 2), &[0.0, 1.0 / 2.0]);
    // Then no unit fires in the first step, and none comes under fire (§1.9.4).
    close(scene("spend = { Rocket = 2 }").odds().mean("1.them.blast_markers"), 0.0);
    assert!(said(&scene("").text()) && !said(&scene("spend = { Rocket = 1 }").text()));
    let once = rockets("1 launcher", "", "9 recruit").step("shoot", "us", "them", "");
    assert!(!said(&once.text()));
}

#[test]
fn section_2_2_10_steps_count_on_over_the_turns() {
    // Turn 1 is a step and its end phase, turn 2 the steps 3 and 4.
    let scene = |spend: &str| {
        let scene = rockets("1 mortar", spend, "9 recruit").top("turns = 2");
        scene.step("barrage", "us", "them", "under = { recruit = 1 }").odds()
    };
    let chances = |spend: &str| [1, 3].map(|step| scene(spend).mean(&format!("{step}.them.kills")));
    // 3 BP hit infantry on 4+.
    all_close(&chances(""), &[1.0 / 2.0, 0.0]);
    all_close(&chances("spend = { Bombs = 3 }"), &[0.0, 1.0 / 2.0]);
}

#[test]
fn section_2_2_10_what_does_not_fit_is_refused() {
    let refused = |spend: &str| {
        let scene = rockets("1 launcher; 1 rifle", spend, "9 recruit");
        let scene =
            scene.step("shoot", "us", "them", "range = 50").step("shoot", "us", "them", "").step("rally", "us", "", "");
        scene.refusal()
    };
    let weapon = refused("spend = { Rockets = 2 }");
    assert!(
        weapon.contains("no weapon of this formation is called `Rockets`") && weapon.contains("did you mean `Rocket`?"),
        "{weapon}"
    );
    assert!(refused("spend = { Rifle = 2 }").contains("`Rifle` is no one-shot weapon"));
    // Out of range in step 1, no shooting in 3, and there is no 4.
    for step in [1, 3, 4] {
        let said = refused(&format!("spend = {{ Rocket = {step} }}"));
        assert!(said.contains(&format!("step {step} has no use for `Rocket`")) && said.contains("in step 2"), "{said}");
    }
    let word = refused("spend = { Rocket = 'last' }");
    assert!(word.contains("first-chance") && word.contains("number of a step"), "{word}");
}

/// Two spells of 5+, one after the other; the mage's item and what he does with it, and the enemy wizard's.
fn spells([item, spend]: [&str; 2], [theirs, spends]: [&str; 2], more: &str) -> Field {
    let wizard = |item: &str| {
        let items = if item.is_empty() { String::new() } else { format!(", items = ['{item}']") };
        format!("type = 'wizard', command = 7, attacks = 1{items}")
    };
    let spell = format!("by = 'mage'; at = 'them'; difficulty = '5+'; shots = 3; {more}");
    Field::new()
        .unit("mage", &wizard(item))
        .unit("shaman", &wizard(theirs))
        // They are never driven back, so they are there in turn 2.
        .unit("zealots", "attacks = 3, hits = 20, abilities = ['fanatic']")
        .force(&format!("mage; side = 'us'; {spend}"), "1 mage")
        .force("them; side = 'them'", "1 zealots")
        .force(&format!("shaman; side = 'them'; {spends}"), "1 shaman")
        .top("turns = 2")
        .step("spell", &spell)
}

/// The means of a measure in both turns.
fn both(field: &Field, measure: &str) -> [f64; 2] {
    let odds = field.odds();
    [1, 2].map(|step| odds.mean(&format!("{step}.{measure}")))
}

#[test]
fn line_2440_the_ring_and_line_2478_the_wand_in_the_step_told() {
    let cast = |item: &str, spend: &str| both(&spells([item, spend], ["", ""], ""), "mage.cast");
    all_close(&cast("ring-of-sorcery", ""), &[1.0, 1.0 / 3.0]);
    all_close(&cast("ring-of-sorcery", "spend = { ring-of-sorcery = 2 }"), &[1.0 / 3.0, 1.0]);
    all_close(&cast("wand-of-power", "spend = { wand-of-power = 'first-chance' }"), &[1.0 / 2.0, 1.0 / 3.0]);
    all_close(&cast("wand-of-power", "spend = { wand-of-power = 2 }"), &[1.0 / 3.0, 1.0 / 2.0]);
}

#[test]
fn line_2472_the_scroll_in_the_step_told() {
    let undone = |spend: &str| both(&spells(["", ""], ["anti-magic-scroll", spend], ""), "mage.dispelled");
    // The second is undone if the first was not cast: 2/3 · 1/3.
    all_close(&undone(""), &[1.0 / 3.0, 2.0 / 9.0]);
    all_close(&undone("spend = { anti-magic-scroll = 2 }"), &[0.0, 1.0 / 3.0]);
    let default = spells(["", ""], ["anti-magic-scroll", ""], "");
    assert!(said(&default.text()) && !said(&spells(["", ""], ["", ""], "").text()));
    assert!(said(&spells(["wand-of-power", ""], ["", ""], "").text()));
}

#[test]
fn line_2484_the_rod_in_the_step_told() {
    // Another spell: the same would not affect them again, and the rod would be kept.
    const OTHER: &str = "second-at = 'them'; spell = ['fire', 'bolt']";
    let cast = |spend: &str| both(&spells(["rod-of-repetition", spend], ["", ""], OTHER), "mage.cast");
    // A first with 1/3, and a second with 1/3 of that; in turn 2 if the rod is left, 2/3.
    all_close(&cast(""), &[4.0 / 9.0, 1.0 / 3.0 + 2.0 / 27.0]);
    all_close(&cast("spend = { rod-of-repetition = 2 }"), &[1.0 / 3.0, 4.0 / 9.0]);
}

/// A general and a hero with their foot.
fn command(item: &str, spend: &str, by: &str) -> Field {
    Field::new()
        .unit("lord", &format!("type = 'general', command = 9, attacks = 2, items = ['{item}']"))
        .force(&format!("lord; side = 'us'; {spend}"), "1 lord")
        .force("hero; side = 'us'", "1 hero")
        .force("foot; side = 'us'", "1 mob")
        .top("turns = 2")
        .step("orders", &format!("by = '{by}'; to = 'foot'; orders = 1"))
}

#[test]
fn line_2446_the_orb_in_the_step_told() {
    let orders = |spend: &str| both(&command("orb-of-majesty", spend, "lord"), "foot.orders");
    let (given, again) = (at_most(9), (1.0 - at_most(9)) * at_most(8));
    all_close(&orders(""), &[given + again, given + at_most(9) * again]);
    all_close(&orders("spend = { orb-of-majesty = 2 }"), &[given, given + again]);
}

#[test]
fn line_2458_the_sceptre_in_the_step_told() {
    let twelve: [(&str, &[u8]); 4] =
        [("order from", &[6, 6]), ("blunder of", &[4]), ("order from", &[6, 6]), ("blunder of", &[4])];
    for (spend, orders) in [("", [1, 0]), ("spend = { sceptre-of-sovereignty = 2 }", [0, 1])] {
        let played = command("sceptre-of-sovereignty", spend, "hero").play(&twelve);
        assert_eq!([played["1.foot.orders"], played["2.foot.orders"]], orders);
    }
}

#[test]
fn line_2344_what_does_not_fit_is_refused() {
    let refused = |item: &str, spend: &str| spells([item, spend], ["", ""], "").refusal();
    let other = refused("wand-of-power", "spend = { ring-of-sorcery = 2 }");
    assert!(
        other.contains("no item of this formation is called `ring-of-sorcery`")
            && other.contains("known: wand-of-power"),
        "{other}"
    );
    let always = refused("staff-of-spellbinding", "spend = { staff-of-spellbinding = 2 }");
    assert!(always.contains("`staff-of-spellbinding` is not spent with one use"), "{always}");
    let never = refused("wand-of-power", "spend = { wand-of-power = 3 }");
    assert!(never.contains("step 3 has no use for `wand-of-power`") && never.contains("in step 1 or 2"), "{never}");
    let helm = command("helm-of-dominion", "spend = { helm-of-dominion = 1 }", "lord").refusal();
    assert!(helm.contains("`helm-of-dominion` is not spent with one use") && helm.contains("`helm`"), "{helm}");
    // A general does not blunder: his sceptre has nothing to undo.
    let sceptre = command("sceptre-of-sovereignty", "spend = { sceptre-of-sovereignty = 1 }", "lord").refusal();
    assert!(
        sceptre.contains("step 1 has no use for `sceptre-of-sovereignty`") && sceptre.contains("no step has"),
        "{sceptre}"
    );
}
