//! Errors point at the place, with the nearest name.

use crate::trial::{compiled, refused};
use battle_odds_netepic::readings::Readings;

const TWO: &str = "[units.man]\n[units.gun]\nweapons = [{ name = 'Cannon', range = 50, to-hit = '4+' }]\n\
    [formations.guns]\nunits = [{ unit = 'gun', count = 2 }]\n[formations.men]\nmorale = 7\nunits = [{ unit = 'man', count = 4 }]\n";

fn shot(more: &str) -> String {
    format!("{TWO}[[steps]]\naction = 'shoot'\nby = 'guns'\nat = 'men'\n{more}\n")
}

/// The error says what is wrong, and what was probably meant.
#[track_caller]
fn says(text: &str, words: &[&str]) {
    let problem = refused(text);
    assert!(words.iter().all(|words| problem.contains(words)), "{problem}");
}

#[test]
fn units() {
    let unit = |keys: &str| format!("[units.x]\n{keys}\n{}", shot(""));
    says(&unit("class = 8"), &["`class` is a whole number from 1 to 7, found 8"]);
    says(&unit("abilities = ['elit 2']"), &["`elit 2` is not an ability", "did you mean `elite 2`?"]);
    says(&unit("abilities = ['elite']"), &["`elite` is not an ability", "did you mean `elite 2`?"]);
    says(&unit("abilities = ['fear', 'fear']"), &["an ability stands here twice"]);
    says(&unit("save = '7+'"), &["`save` is a save such as \"4+\", \"6+f\" (fixed) or \"4+/6+f\", found \"7+\""]);
    says(&unit("weapons = [{ range = 5 }]"), &["`weapon` needs `to-hit`"]);
    says(&unit("weapons = [{ to-hit = '4+', template = 12, dice = 2 }]"), &["a template and dice"]);
    says(&unit("weapons = [{ to-hit = '4+', barrage-points = 2 }]"), &["`weapon` has `to-hit` and `barrage-points`"]);
    says(
        &unit("weapons = [{ to-hit = '4+', abilities = ['ignore-cover'] }]"),
        &["`ignore-cover` is not an ability of a weapon", "did you mean `ignores-cover`?"],
    );
}

#[test]
fn formations() {
    says(
        &shot("").replace("morale = 7", "morale = 13"),
        &["`morale` is a whole number from 2 to 12, or \"1+\" to \"6+\", found 13"],
    );
    says(
        &shot("").replace("morale = 7", "morale = '9+'"),
        &["`morale` is \"1+\" to \"6+\", or a whole number from 2 to 12, found \"9+\""],
    );
    says(&shot("").replace("morale = 7", "instinct = true"), &["no slaves"]);
    says(&shot("").replace("morale = 7", "break-point = 5"), &["never be broken"]);
    says(&shot("").replace("morale = 7", "near = 'gunz'"), &["no formation is called `gunz`", "did you mean `guns`?"]);
    says(&shot("").replace("morale = 7", "layout = [[0, 0]]"), &["the layout has 1 places for 4 bases"]);
    says(&shot("").replace("count = 4", "count = 4, wounds-lost = 1"), &["`man` has 1 wounds, and lives"]);
    says(&shot("").replace("count = 4", "count = 4, shields-down = 1"), &["`man` has 0 shields"]);
    says(&shot("").replace("count = 4", "count = 4, embarked-in = 'gun'"), &["`gun` does not carry others"]);
}

/// #14, §3.7, #30: auras and transports belong to friends, contact is with enemies: whether sides are written or follow
/// from the step.
#[test]
fn friends_and_enemies() {
    let told = |text: &str| {
        let us = text.replace("[formations.guns]", "[formations.guns]\nside = 'us'");
        us.replace("[formations.men]", "[formations.men]\nside = 'them'")
    };
    let friends = "`men` and `guns` are enemies elsewhere, friends here";
    let near = shot("").replace("morale = 7", "near = 'guns'");
    let aboard = shot("")
        .replace("[units.man]", "[units.van]\nclass = 3\ntransport = 4\n[units.man]")
        .replace("count = 2 }", "count = 2 }, { unit = 'van' }")
        .replace("count = 4", "count = 4, embarked-in = 'guns.van'");
    for text in [near, aboard] {
        says(&text, &[friends]);
        says(&told(&text), &[friends]);
    }
    let more = |keys: &str| format!("{}[formations.more]\n{keys}\nunits = [{{ unit = 'man' }}]\n", shot(""));
    let enemies = "`more` and `guns` are friends elsewhere, enemies here";
    says(&told(&more("side = 'us'\nengaged-by = 'guns'")), &[enemies]);
    says(&more("near = 'guns'\nengaged-by = 'guns'"), &[enemies]);
    compiled(&told(&more("side = 'us'\nnear = 'guns'\nengaged-by = 'men'")));
    compiled(&more("near = 'guns'\nengaged-by = 'men'"));
}

/// The error for an unknown reading names the reading, not a Rust type.
#[test]
fn readings() {
    let schema = schemars::schema_for!(Readings);
    let readings = schema.get("properties").and_then(|keys| keys.as_object()).expect("a table");
    assert!(readings.len() > 10);
    for key in readings.keys() {
        let text = format!("readings = {{ {key} = 'maybe' }}\n{}", shot(""));
        says(&text, &["`maybe` is not a reading of ", "known: "]);
    }
}

#[test]
fn fire() {
    says(&shot("aim = { man = 3 }"), &["3 dice are aimed, and `guns` has 2"]);
    says(&shot("aim = { men = 1, gaunt = 1 }"), &["no unit or formation here is called `gaunt`", "known: man, men"]);
    says(&shot("shooters = 3"), &["3 bases are more than the 2 there are"]);
    says(&shot("weapons = 'Canon'"), &["no weapon of these shooters is called `Canon`", "did you mean `Cannon`?"]);
    says(&shot("close-defences = 1"), &["no close defences"]);
    says(&shot("elite = { guns = 1 }"), &["no Elite bases"]);
    says(&shot("elite = { gunz = 1 }"), &["no formation in this step is called `gunz`", "did you mean `guns`?"]);
    says(&shot("hq = { men = 'lose' }"), &["no HQ bases"]);
    says(&shot("locate = 'leg'"), &["no locations"]);
    says(&shot("").replace("at = 'men'", "at = 'guns'"), &["`guns` cannot fight itself"]);
    says(&format!("elite-rerolls = {{ us = 2 }}\n{}", shot("")), &["no side is called `us`", "known: guns, men"]);
}

/// What is decided for the player, and which readings apply, is reported.
#[test]
fn what_is_told() {
    let told = |text: &str| compiled(text).choices.join("\n");
    let all = told(&shot(""));
    assert!(all.contains("morale-trigger") && all.contains("rout"), "{all}");
    assert!(!all.contains("over-six"), "{all}");
    assert!(told(&shot("cover = 'fortified'")).contains("over-six"));
    let hq = shot("").replace("[units.man]", "[units.man]\nabilities = ['hq', 'special-rules']");
    assert!(told(&hq).contains("key `hq`") && told(&hq).contains("special rules"));
    let remarks = compiled(&shot("range = 51")).remarks.join("\n");
    assert!(remarks.contains("no weapon reaches"), "{remarks}");
}

/// §3.3, §3.6: an order under which no base fires is reported like a target out of reach.
#[test]
fn orders_under_which_nobody_fires() {
    let remarks = |order: &str, more: &str| {
        let text = shot(more).replace("[formations.guns]", &format!("[formations.guns]\norder = '{order}'"));
        compiled(&text).remarks.join("\n")
    };
    for order in ["charge", "fall-back", "none"] {
        let told = remarks(order, "");
        assert!(told.contains(&format!("no base fires under the order `{order}`")), "{told}");
    }
    assert!(remarks("advance", "reaction = 'interception'").contains("no base reacts under the order `advance`"));
    for (order, more) in [("advance", ""), ("first-fire", ""), ("first-fire", "reaction = 'interception'")] {
        assert_eq!(remarks(order, more), "");
    }
}
