//! §3.3: orders given in play.

use crate::trial::{compiled, odds, play, refused, same_by_sampling, same_every_way};

/// Four men with their own order meet a gaunt that has no morale value, with steps.
fn meet(top: &str, men: &str, steps: &[&str]) -> String {
    format!(
        "{top}\n[units.man]\nabilities = ['slave-hunt']\nweapons = [{{ to-hit = '4+' }}]\n\
         [units.gaunt]\nweapons = [{{ to-hit = '4+' }}]\n\
         [formations.men]\nunits = [{{ unit = 'man', count = 4 }}]\n{men}\n\
         [formations.brood]\norder = 'first-fire'\nunits = [{{ unit = 'gaunt' }}]\n{}\n",
        steps.iter().map(|step| format!("[[steps]]\n{step}\n")).collect::<String>()
    )
}

/// The same with men who are no slaves.
fn free(top: &str, men: &str, steps: &[&str]) -> String {
    meet(top, men, steps).replacen("abilities = ['slave-hunt']\n", "", 1)
}

fn given(order: &str) -> String {
    format!("action = 'orders'\norders = {{ men = '{order}' }}")
}

const SHOT: &str = "action = 'shoot'\nby = 'men'\nat = 'brood'\nshooters = 1";
const CHARGE: &str = "action = 'assault'\nby = 'men'\nat = 'brood'";
const MORALE: &str = "action = 'morale'\nby = 'men'";
const END: &str = "action = 'end-phase'";

/// §3.3, §8: one shot that hits on a 4+, with ones again in first fire; whatever the formation's own order is.
#[test]
fn fire_under_an_order() {
    for own in ["first-fire", "advance", "charge", "none"] {
        let own = format!("order = '{own}'");
        for (order, fires, kills) in [
            ("first-fire", 1.0, 7.0 / 12.0),
            ("advance", 1.0, 0.5),
            ("charge", 0.0, 0.0),
            ("none", 0.0, 0.0),
            ("fall-back", 0.0, 0.0),
        ] {
            let found = odds(&free("", &own, &[&given(order), SHOT]));
            found.happens("2.men.activated", fires);
            found.happens("2.brood.kills", kills);
        }
    }
}

/// §3.3: with the order to charge alone a formation charges, and it is neither refused nor warned of by its own order.
#[test]
fn who_charges() {
    for own in ["first-fire", "advance", "charge", "none", "fall-back"] {
        let own = format!("order = '{own}'");
        for (order, charges) in
            [("first-fire", 0.0), ("advance", 0.0), ("charge", 1.0), ("none", 0.0), ("fall-back", 0.0)]
        {
            let text = free("", &own, &[&given(order), CHARGE, SHOT]);
            // Who begins by falling back takes no order.
            let charges = if own.contains("fall-back") { 0.0 } else { charges };
            assert_eq!(odds(&text).mean("2.men.charged"), charges, "{text}");
            assert_eq!(compiled(&text).remarks.concat(), "");
        }
    }
    let told = refused(&free("", "order = 'first-fire'", &[CHARGE]));
    assert!(told.contains("cannot charge"), "{told}");
    // Without such a step the order to advance is as good, and is remarked upon.
    let advances = free("", "order = 'advance'", &[CHARGE]);
    assert_eq!(odds(&advances).mean("1.men.charged"), 1.0);
    assert!(compiled(&advances).remarks.concat().contains("charges all the same"));
}

/// §3.6: who is charged shoots in first fire alone, and is then told of by the program if the step does not say so.
#[test]
fn fire_at_those_who_charge() {
    let text = |order: &str, more: &str| {
        let orders = format!("action = 'orders'\norders = {{ men = 'charge', brood = '{order}' }}");
        free("", "", &[&orders, &format!("{CHARGE}\n{more}")])
    };
    for (order, lost) in [("first-fire", 0.5), ("advance", 0.0), ("charge", 0.0), ("none", 0.0)] {
        odds(&text(order, "counter-charge = true")).happens("2.men.lost_to_fire", lost);
    }
    assert!(compiled(&text("first-fire", "")).choices.concat().contains("no fire at those who charge"));
}

/// §3.5: indirect fire takes first fire at that moment.
#[test]
fn indirect_fire() {
    let barrage = "action = 'barrage'\nby = 'men'\nat = 'brood'\nindirect = true\nunder = { brood = 1 }";
    let fires = |order: &str| {
        let text = free("readings = { indirect = 'penalty' }", "order = 'charge'", &[&given(order), barrage]);
        let gun = "weapons = [{ to-hit = '2+', template = 12 }]";
        odds(&text.replacen("weapons = [{ to-hit = '4+' }]", gun, 1)).mean("2.brood.kills")
    };
    assert_eq!((fires("advance"), fires("charge")), (0.0, 0.0));
    assert!(fires("first-fire") > 0.0);
}

/// §3.3: an order holds until the turn ends; then the formation has its own again, until the step comes again.
#[test]
fn an_order_holds_for_the_turn() {
    let top = "turns = 2";
    // Steps 1 and 2, the end of the turn, steps 4 and 5.
    let later = odds(&meet(top, "order = 'none'", &[SHOT, &given("first-fire"), SHOT]));
    assert_eq!([1, 3, 5].map(|step| later.mean(&format!("{step}.men.activated"))), [0.0, 1.0, 0.0]);
    let back = odds(&meet(top, "order = 'advance'", &[SHOT, &given("fall-back")]).replace("'4+'", "'6+'"));
    assert_eq!(back.mean("1.men.activated"), 1.0);
    assert!(back.mean("4.men.activated") > 0.8);
    // Without `turns`, the end phase ends it.
    let ended = odds(&meet("", "order = 'none'", &[&given("advance"), END, SHOT]));
    assert_eq!(ended.mean("3.men.activated"), 0.0);
    let given_anew = odds(&meet("", "order = 'none'", &[&given("charge"), END, &given("advance"), SHOT]));
    assert_eq!(given_anew.mean("4.men.activated"), 1.0);
    let skipped = format!("{END}\nwhen = '1.brood.kills >= 1'");
    let kept = odds(&meet("", "order = 'none'", &[SHOT, &given("advance"), &skipped, SHOT]));
    assert_eq!(kept.mean("4.men.activated"), 0.0);
}

/// §3.8, #6: who falls back after a test or is under instinct takes no order; who has rallied does.
#[test]
fn who_takes_no_order() {
    let script: &[(&str, &[u8])] = &[("morale of men", &[1, 1])];
    let fled = play(&free("", "morale = 7", &[MORALE, &given("advance"), SHOT]), script);
    assert_eq!((fled["3.men.activated"], fled["end.men.fall_back"]), (0, 1));
    // A hunting slave under instinct fires without ones again.
    let slaves = meet("", "morale = 12", &[MORALE, &given("first-fire"), SHOT]);
    let script: &[(&str, &[u8])] = &[("morale of men", &[1, 1]), ("men: weapon to hit brood", &[1])];
    let slaves = play(&slaves, script);
    assert_eq!((slaves["3.men.activated"], slaves["end.men.instinct"]), (1, 1));
    let rallied = free("", "morale = 7\norder = 'fall-back'", &[END, &given("charge"), CHARGE]);
    odds(&rallied).happens("3.men.charged", 7.0 / 12.0);
}

/// §3.8: a formation that falls back because it was ordered to has failed no test: it does not rally, and the first
/// failure does not rout it.
#[test]
fn an_ordered_retreat() {
    let retreat = given("fall-back");
    odds(&free("", "morale = 7", &[&retreat, END])).happens("2.men.rallied", 0.0);
    let once = odds(&free("", "morale = 7", &[&retreat, MORALE, MORALE]));
    once.happens("2.men.routed", 0.0);
    once.happens("2.men.fall_back", 5.0 / 12.0);
    once.happens("3.men.routed", 25.0 / 144.0);
    // It fights at -2: 2D6 against 2D6 - 2, 861 ways of 1296.
    let orders = "action = 'orders'\norders = { men = 'charge', brood = 'fall-back' }";
    let worse = odds(&free("", "", &[orders, &format!("{CHARGE}\nfighting = {{ men = 1 }}")]));
    worse.happens("2.men.kills", 0.664_352);
}

/// #31: tunnellers attack a building with the order to charge.
#[test]
fn tunnellers() {
    let damage = |order: &str| {
        let steps = [given(order), "action = 'structure'\nby = 'men'\nsave = 12\nwounds = 9".to_owned()];
        let text = free("", "order = 'charge'", &[&steps[0], &steps[1]]);
        odds(&text.replacen("[units.man]\n", "[units.man]\nclass = 3\nabilities = ['tunneller']\n", 1))
            .mean("2.structure.damage")
    };
    assert_eq!(damage("advance"), 0.0);
    assert!(damage("charge") > 3.0);
}

#[test]
fn what_is_refused() {
    for (orders, words) in [
        ("orders = {}", "names no formation"),
        ("orders = { mem = 'charge' }", "did you mean `men`?"),
        ("orders = { men = 'chage' }", "did you mean `charge`?"),
        ("", "`orders`"),
    ] {
        let told = refused(&free("", "", &[&format!("action = 'orders'\n{orders}")]));
        assert!(told.contains(words), "{told}");
    }
}

/// Exact, die by die, and sampled: two turns of orders, fire, a test and a charge.
#[test]
fn every_way() {
    let charge = format!("{CHARGE}\ncounter-charge = true");
    let both = "action = 'orders'\norders = { men = 'charge', brood = 'advance' }";
    let text = free("turns = 2", "morale = 9", &[&given("first-fire"), SHOT, MORALE, END, both, &charge]);
    same_by_sampling(&text);
    same_every_way(
        &free("", "morale = 9", &[&given("first-fire"), SHOT, MORALE, END, both, &charge])
            .replace("count = 4", "count = 2"),
    );
}
