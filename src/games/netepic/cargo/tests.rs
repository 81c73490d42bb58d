//! #30, §3.11: transports, and their passengers getting out.

use crate::trial::{compiled, odds, play, refused, same_every_way};

/// Transports with men aboard, under this many shots that always hit.
fn rhinos(shots: &str, rhinos: u32, more: &str, men: &str) -> String {
    format!(
        "[units.gun]\nweapons = [{{ {shots}, to-hit = 'auto' }}]
         [units.rhino]\nclass = 3\ntransport = 2\n{more}\n[units.man]
         [formations.us]\nunits = [{{ unit = 'gun' }}]
         [formations.apc]\nside = 'foe'\nunits = [{{ unit = 'rhino', count = {rhinos} }}]
         [formations.squad]\nside = 'foe'\nmorale = 7\nunits = [{{ unit = 'man', embarked-in = 'rhino', {men} }}]
         [[steps]]\naction = 'shoot'\nby = 'us'\nat = 'apc'\n"
    )
}

/// §3.11, A-22: 2+ and the penetration of the shot; 4+ if it removes.
#[test]
fn exits() {
    let lost = |shots: &str| rhinos(shots, 1, "", "count = 1");
    odds(&lost("ap = 0")).happens("1.squad.passengers_lost", 1.0 / 6.0);
    odds(&lost("ap = 1")).happens("1.squad.passengers_lost", 2.0 / 6.0);
    odds(&lost("ap = 4")).happens("1.squad.passengers_lost", 5.0 / 6.0);
    odds(&lost("ap = 5")).happens("1.squad.passengers_lost", 1.0);
    odds(&lost("ap = 1, abilities = ['removes']")).happens("1.squad.passengers_lost", 0.5);
    let four = format!("readings = {{ exit = 'four-plus' }}\n{}", lost("ap = 1"));
    odds(&four).happens("1.squad.passengers_lost", 0.5);
}

/// #30: if loads differ, dice decide which is lost.
#[test]
fn unequal_loads() {
    let text = rhinos("ap = 1", 2, "", "count = 2, loads = [2, 0]");
    odds(&text).has_printed("1.squad.passengers_lost", &[0.5 + 0.5 * 4.0 / 9.0, 0.5 * 4.0 / 9.0, 0.5 / 9.0]);
    let found = play(&text, &[("which apc is lost", &[1]), ("exit of squad", &[3, 2]), ("morale of squad", &[6, 1])]);
    assert_eq!([found["1.squad.passengers_lost"], found["1.apc.kills"]], [1, 1]);
    assert_eq!(play(&text, &[("which apc is lost", &[2])])["1.squad.passengers_lost"], 0);
}

/// §3.8: half of the passengers are lost: their formation tests.
#[test]
fn passengers_test() {
    let found = odds(&rhinos("ap = 5", 2, "", "count = 4"));
    found.has_printed("1.squad.passengers_lost", &[0.0, 0.0, 1.0]);
    found.happens("1.squad.fall_back", 15.0 / 36.0);
}

/// #8: only jump packs get out of transports in the air.
#[test]
fn in_the_air() {
    let text = rhinos("ap = 0", 1, "abilities = ['floater']", "count = 1");
    odds(&text).happens("1.squad.passengers_lost", 1.0);
    odds(&text.replace("[units.man]", "[units.man]\nabilities = ['jump-packs']"))
        .happens("1.squad.passengers_lost", 1.0 / 6.0);
    odds(&text.replace(
        "side = 'foe'\nunits = [{ unit = 'rhino'",
        "side = 'foe'\naltitude = 'ground'\nunits = [{ unit = 'rhino'",
    ))
    .happens("1.squad.passengers_lost", 1.0 / 6.0);
}

/// #30: passengers are no targets while aboard; those that are out are.
#[test]
fn passengers_are_no_targets() {
    let shot = "[[steps]]\naction = 'shoot'\nby = 'us'\nat = 'squad'\n";
    let text = rhinos("ap = 0", 1, "", "count = 1");
    let found =
        odds(&(text.replace("action = 'shoot'\nby = 'us'\nat = 'apc'", "action = 'morale'\nby = 'apc'") + shot));
    found.happens("2.squad.kills", 0.0);
    odds(&(text + shot)).happens("2.squad.kills", 5.0 / 6.0);
}

/// #30: a step at or by a formation that is wholly aboard has no effect, and a remark says so, unless its transports
/// may have been lost before.
#[test]
fn who_is_wholly_aboard_is_told() {
    let told = |step: &str, before: bool| {
        let text = rhinos("ap = 0", 1, "", "count = 1").replace("[formations.us]", "[formations.us]\nside = 'us'");
        let (head, shot) = text.split_at(text.find("[[steps]]").expect("steps"));
        let shot = if before { shot } else { "" };
        compiled(&format!("{head}{shot}[[steps]]\n{step}\n")).remarks.join("\n")
    };
    let steps = [
        "action = 'shoot'\nby = 'us'\nat = 'squad'",
        "action = 'shoot'\nby = 'squad'\nat = 'us'",
        "action = 'assault'\nby = 'us'\nat = 'squad'",
        "action = 'assault'\nby = 'squad'\nat = 'us'",
    ];
    for step in steps {
        assert!(told(step, false).contains("squad: all bases are aboard transports"), "{step}");
        assert!(!told(step, true).contains("all bases are aboard"), "{step}");
    }
}

#[test]
fn cargo_every_way() {
    same_every_way(&rhinos("dice = 2, ap = 1", 3, "save = '5+'", "count = 5"));
}

#[test]
fn cargo_that_does_not_fit() {
    let men = |men: &str| refused(&rhinos("ap = 1", 2, "", men));
    assert!(men("count = 5").contains("3 places are taken in a `rhino` that has 2"));
    assert!(men("count = 2, loads = [2]").contains("1 loads for 2 transports"));
    assert!(men("count = 2, loads = [2, 1]").contains("the loads are 3 bases, and 2 are aboard"));
    assert!(men("count = 3, loads = [3, 0]").contains("3 places are taken"));
    assert!(men("count = 1, shields-down = 0, wounds-lost = 0, loads = [0, 0]").contains("the loads are 0 bases"));
    let text = rhinos("ap = 1", 2, "", "count = 1");
    let aboard = |of: &str| refused(&text.replace("embarked-in = 'rhino'", &format!("embarked-in = '{of}'")));
    assert!(aboard("rihno").contains("did you mean `rhino`?"));
    assert!(aboard("man").contains("`man` cannot carry itself"));
    assert!(aboard("gun").contains("`gun` does not carry others"));
    assert!(aboard("us.rhino").contains("apc.rhino"));
    assert!(
        refused(&text.replace("[units.man]", "[units.man]\nclass = 2"))
            .contains("`man` is of class 2 and finds no room")
    );
    assert!(
        refused(&text.replace("embarked-in = 'rhino', ", "loads = [1], "))
            .contains("`loads` says how many bases of a group each transport carries")
    );
}
