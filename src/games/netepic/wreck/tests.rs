//! §3.9: what destroyed titans do to bases near them.

use crate::trial::{odds, play, refused, same_by_sampling, same_every_way};

/// A titan of two wounds under this many hits that always hit, and men on its side.
fn titan(chart: &str, near: &str, shots: u32, step: &str) -> String {
    format!(
        "[units.gun]\nweapons = [{{ name = 'gun', dice = {shots}, to-hit = 'auto', ap = 1 }}]
         [units.titan]\nclass = 6\nwounds = 2\ntransport = 4\nlocations = '{chart}'
         [units.man]\n[units.guard]\nsave = '3+'\n[units.boss]\nabilities = ['hq']
         [units.brute]\nwounds = 2\nsave = '4+'\n[units.tank]\nclass = 3\nshields = 1
         [formations.us]\nunits = [{{ unit = 'gun' }}]
         [formations.foe]\nside = 'foe'\nunits = [{{ unit = 'titan', {near} }}]
         [formations.men]\nside = 'foe'\nmorale = 7\nunits = [{{ unit = 'man', count = 3 }}]
         [formations.others]\nside = 'foe'
         units = [{{ unit = 'guard' }}, {{ unit = 'boss' }}, {{ unit = 'brute', count = 2 }}, {{ unit = 'tank' }}]
         [[steps]]\naction = 'shoot'\nby = 'us'\nat = 'foe'\n{step}\n"
    )
}

/// One hit from the rear, which on a 4 or a 6 is on the reactor: two wounds, and it explodes.
fn explosion(near: &str) -> String {
    titan("imperial-titan", &format!("explodes-near = {near}"), 1, "facing = 'rear'\nlocate = 'reactor'")
}

/// Two hits from the front, each on a leg on a 1 or a 6: the titan is destroyed by any two, and falls after two on its legs.
fn fall(chart: &str, under: &str) -> String {
    titan(chart, &format!("falls-on = {under}"), 2, "locate = 'leg'")
}

/// §3.9: an explosion hits each base within 3D6 cm on 2+, with penetration 1.
#[test]
fn section_3_9_an_explosion_on_its_neighbours() {
    let found = odds(&explosion("{ man = [4, 10] }"));
    found.happens("1.foe.kills", 1.0 / 3.0);
    // Of 216 results 1 is less than 4, 81 are less than 10. Both men are reached with 135, one of them with 80.
    let [both, one] = [135.0 / 216.0, 80.0 / 216.0].map(|chance| chance / 3.0);
    let kills = [2.0 * 5.0 / 36.0 * both + 5.0 / 6.0 * one, 25.0 / 36.0 * both];
    found.has_printed("1.men.kills", &[1.0 - kills[0] - kills[1], kills[0], kills[1]]);
    // Two of three are half of them: 7 on 2D6 fails with 15/36.
    found.happens("1.men.fall_back", kills[1] * 15.0 / 36.0);
    // A save of 3+ becomes 4+; the distance 3 is always reached, 3.5 counts as 4.
    odds(&explosion("{ guard = [3] }")).has_printed("1.others.kills", &[1.0 - 5.0 / 36.0, 5.0 / 36.0]);
    odds(&explosion("{ man = [3.5] }")).happens("1.men.kills", 5.0 / 6.0 * 215.0 / 216.0 / 3.0);
}

/// §3.9: places decide which bases are within 3D6 cm; templates do not mix up the places.
#[test]
fn section_3_9_an_explosion_among_places() {
    let placed = |steps: &str| {
        let text = explosion("{}")
            .replace("explodes-near = {}", "count = 1")
            .replace("side = 'foe'\nunits", "side = 'foe'\nlayout = [[0, 0]]\nunits");
        let text = text.replace("morale = 7\n", "morale = 7\nlayout = [[4, 0], [0, 9.95], [0, 30]]\n");
        let text = text.replace("weapons = [", "weapons = [{ name = 'bomb', template = 6, to-hit = 'auto' }, ");
        text.replacen("[[steps]]", &format!("{steps}[[steps]]"), 1)
    };
    let [both, one] = [135.0 / 216.0, 80.0 / 216.0].map(|chance| chance / 3.0);
    assert!((odds(&placed("")).mean("1.men.kills") - 5.0 / 6.0 * (2.0 * both + one)).abs() < 1e-9);
    // The second man dies to a template; the first is still the one at 4 cm.
    let bomb = "[[steps]]\naction = 'barrage'\nby = 'us'\nat = 'men'\npoint = [0, 10]\n";
    odds(&placed(bomb)).happens("2.men.kills", 5.0 / 6.0 * (both + one));
    same_every_way(&placed(bomb));
}

/// A reading: cover counts as against shots: 2+ in woods is 3+; a fall on fortified bases is 7+, 6 and 4+.
#[test]
fn readings_of_cover_against_titans() {
    let covered = |text: &str, cover: &str| text.replace("unit = 'man',", &format!("unit = 'man', cover = '{cover}',"));
    let counts = |text: &str| format!("readings = {{ wreck-cover = 'counts' }}\n{text}");
    let near = covered(&explosion("{ man = [3] }"), "woods");
    odds(&near).happens("1.men.kills", 5.0 / 18.0);
    odds(&counts(&near)).happens("1.men.kills", 4.0 / 18.0);
    let under = counts(&covered(&fall("imperial-titan", "{ man = 1 }"), "fortified"));
    odds(&under).happens("1.men.kills", 2.0 / 27.0 / 12.0);
}

/// §3.9: bases are hit once each: two of two wounds lose one each and neither dies; shields stop a hit, and #20
/// applies.
#[test]
fn section_3_9_each_base_takes_its_own_hit() {
    let script = |more: &[(&'static str, &'static [u8])]| {
        let titan: [(&str, &[u8]); 2] = [("location of foe", &[4]), ("reach of the explosion of foe", &[1, 1, 2])];
        [&titan, more].concat()
    };
    let found = play(&explosion("{ brute = [1, 2] }"), &script(&[("to hit others.brute", &[2, 6]), ("save", &[4, 3])]));
    assert_eq!([found["1.others.wounds"], found["1.others.kills"]], [2, 0]);
    let found = play(&explosion("{ tank = [1] }"), &script(&[("to hit others.tank", &[2])]));
    assert_eq!([found["1.others.shields_lost"], found["1.others.kills"]], [1, 0]);
    let found = play(&explosion("{ boss = [1] }"), &script(&[("to hit others.boss", &[2])]));
    assert_eq!([found["1.others.hq_lost"], found["end.others.boss.survivors"]], [0, 1]);
    assert_eq!(found["end.others.guard.survivors"], 0);
}

/// §3.9: a titan falls after two hits on its legs, with four faces of the scatter die on the given bases; 4+,
/// penetration 3.
#[test]
fn section_3_9_a_fall_on_those_under_it() {
    for chart in ["imperial-titan", "bio-titan"] {
        let found = odds(&fall(chart, "{ man = 2 }"));
        found.happens("1.foe.kills", 1.0);
        // Legs: 1 and 6; for a bio-titan 1, 2 and 6.
        let leg: f64 = if chart == "bio-titan" { 3.0 / 6.0 } else { 2.0 / 6.0 };
        let falls = leg.powi(2) * 2.0 / 3.0;
        found.has_printed("1.men.kills", &[1.0 - 0.75 * falls, 0.5 * falls, 0.25 * falls]);
    }
    // A save of 3+ becomes 6+.
    odds(&fall("imperial-titan", "{ guard = 1 }")).happens("1.others.kills", 2.0 / 3.0 / 9.0 * 0.5 * 5.0 / 6.0);
}

/// §3.9: no passenger gets out of an explosion, whatever the reading of exits.
#[test]
fn section_3_9_nobody_gets_out_of_an_explosion() {
    let aboard = explosion("{}").replace("unit = 'man', count = 3", "unit = 'man', count = 3, embarked-in = 'titan'");
    for text in [aboard.clone(), format!("readings = {{ exit = 'four-plus' }}\n{aboard}")] {
        odds(&text).has_printed("1.men.passengers_lost", &[2.0 / 3.0, 0.0, 0.0, 1.0 / 3.0]);
        odds(&text.replace("explodes-near = {}", "count = 1"))
            .has_printed("1.men.passengers_lost", &[2.0 / 3.0, 0.0, 0.0, 1.0 / 3.0]);
    }
    // They get out of a titan that falls as usual: each on 3+ after a shot of penetration 1.
    let fallen = fall("imperial-titan", "{ guard = 1 }").replace("count = 3 }", "count = 3, embarked-in = 'titan' }");
    let [out, lost] = [4.0 / 6.0, 2.0 / 6.0];
    odds(&fallen).has_printed(
        "1.men.passengers_lost",
        &[out * out * out, 3.0 * out * out * lost, 3.0 * out * lost * lost, lost * lost * lost],
    );
}

/// §3.9: a titan that an explosion destroys explodes itself, if its reactor was damaged before.
#[test]
fn section_3_9_one_titan_after_the_other() {
    let next = "[formations.next]\nside = 'foe'\nunits = [{ unit = 'titan', explodes-near = { man = [1] } }]\n";
    let shot = |at: &str| {
        format!("[[steps]]\naction = 'shoot'\nby = 'us'\nat = '{at}'\nfacing = 'rear'\nlocate = 'reactor'\n")
    };
    let first = titan("imperial-titan", "wounds-lost = 1, explodes-near = { next = [1] }", 1, "");
    let (armies, _) = first.split_once("[[steps]]").expect("a step");
    let text = format!("{armies}{next}{}{}", shot("next"), shot("foe"))
        .replace("wounds = 2\ntransport", "wounds = 3\ntransport");
    let found = play(
        &text,
        &[
            ("location of next", &[4]),
            ("location of foe", &[4]),
            ("reach of the explosion of foe", &[1, 1, 1]),
            ("explosion of foe to hit next", &[2]),
            ("location of next", &[1]),
            ("reach of the explosion of next", &[1, 1, 1]),
            ("explosion of next to hit men", &[2]),
        ],
    );
    assert_eq!([found["2.next.kills"], found["2.men.kills"]], [1, 1]);
}

/// Exact odds, die by die and sampled, agree.
#[test]
fn wrecks_every_way() {
    same_every_way(&explosion("{ man = [4, 10], brute = [8] }"));
    same_every_way(&fall("bio-titan", "{ man = 2, brute = 1, tank = 1 }"));
    let both = titan(
        "imperial-titan",
        "falls-on = { man = 2 }, explodes-near = { man = [4, 9, 12], brute = [7, 7] }",
        3,
        "facing = 'rear'",
    );
    same_by_sampling(&both);
}

#[test]
fn neighbours_that_cannot_be() {
    let told = |near: &str| refused(&explosion("{}").replace("explodes-near = {}", near));
    assert!(told("explodes-near = { man = [1, 2, 3, 4] }").contains("4 of 3 bases are near the titan"));
    assert!(told("explodes-near = { 'men.guard' = [1] }").contains("no unit of this formation is called `guard`"));
    assert!(told("falls-on = { mann = 1 }").contains("did you mean `man`?"));
    assert!(told("falls-on = { man = 2, men = 2 }").contains("2 of 1 bases"));
    assert!(told("count = 2, falls-on = { man = 1 }").contains("`falls-on` is for one titan, and this group has 2"));
    let bio = explosion("{ man = [1] }").replace("imperial-titan", "bio-titan").replace("locate = 'reactor'", "");
    assert!(refused(&bio).contains("`titan` has no reactor, and no `explodes-near`"));
    let tank = titan("imperial-titan", "count = 1", 1, "")
        .replace("unit = 'tank' }", "unit = 'tank', falls-on = { man = 1 } }");
    assert!(refused(&tank).contains("`tank` is no titan: it has no `locations`, and no `falls-on`"));
}
