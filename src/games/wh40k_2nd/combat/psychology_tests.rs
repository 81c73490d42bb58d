//! §13.1, §14: hatred, frenzy, fear and break tests in a combat, or on the way to it.

use crate::combat::{fight, with};
use crate::trial::{close as is, odds, play, same_every_way};

#[test]
fn section_14_4_hatred_rolls_low_dice_again() {
    let hating = |more: &str| {
        let text = fight("1 human", "1 human", more)
            .replace("units.human = { ws = 3,", "units.human = { hates = ['b'], ws = 3,");
        play(&text, &[("attack dice of a", &[2]), ("hatred of a", &[5]), ("attack dice of b", &[6]), ("never", &[])])
    };
    // 3 + 1 + 5 against 3 + 6: a draw.
    assert_eq!(hating("")["1.a.drew"], 1);
    let text = "charge = false";
    let waiting = fight("1 human", "1 human", text).replace("units.human = { ", "units.human = { hates = ['all'], ");
    let values = play(&waiting, &[("attack dice of a", &[6]), ("attack dice of b", &[6])]);
    assert_eq!(values["1.a.drew"], 1);
}

#[test]
fn section_14_5_frenzy_is_over_when_it_breaks() {
    let step = "\n[[steps]]\naction = 'close-combat'\nby = 'b'\nat = 'a'\ncharge = false";
    let text = with("1 fanatic", "1 human", "charge = false", "formations.a.broken = true") + step;
    // It flees: two dice of its own and one for the second weapon, at WS 0; twice.
    let values = play(
        &text,
        &[
            ("attack dice of a", &[2, 2, 5]),
            ("attack dice of b", &[3]),
            ("b to wound a", &[4]),
            ("attack dice of b", &[3]),
            ("attack dice of a", &[2, 2, 5]),
            ("b to wound a", &[4]),
        ],
    );
    // 5 against 3 + 3: a hit, which does not wound.
    assert_eq!((values["1.a.escaped"], values["1.a.lost"], values["2.a.escaped"]), (1, 1, 1));
}

/// Two attacks, doubled while it is frenzied, and another with the second weapon.
#[test]
fn section_14_5_who_was_broken_in_combat_attacks_a_machine_calmly() {
    let target = "units.target = { type = 'vehicle', crew = 1, speed = [20, 45, 60], locations = { hull = { roll = '1-6', front = 10, side = 10, damage = { '1-6' = 'nothing' } } } }
formations.a.side = 'x'\nformations.b.side = 'y'\nformations.c = { units = [{ unit = 'target' }], side = 'y' }";
    let attack = "[[steps]]\naction = 'close-combat'\nby = 'a'\nat = 'c'\nlocation = 'hull'\nfacing = 'side'\n";
    let turn = "\n[[steps]]\naction = 'end-turn'\n";
    let flight = with("1 fanatic", "1 human", "charge = false", &format!("{target}\nformations.a.broken = true"));
    let rally = "[[steps]]\naction = 'rally'\nby = 'a'\n";
    let found = odds(&format!("{flight}{turn}{rally}{turn}{attack}when = '3.a.rallied'"));
    is(found.mean("5.a.hits"), 3.0 * found["3.a.rallied"][1]);
    let (units, _) = flight.split_once("[[steps]]").expect("steps");
    is(odds(&format!("{}{attack}", units.replace("broken = true", "broken = false"))).mean("1.a.hits"), 5.0);
}

#[test]
fn section_14_5_who_is_frenzied_knows_no_hatred() {
    let hating = |abilities: &str| {
        let unit = format!("units.hater = {{ ws = 4, s = 4, t = 4, i = 4, a = 1, hates = ['all']{abilities} }}\n");
        unit + &fight("1 hater", "1 human", "")
    };
    // 4 + 1 + 5 against 3 + 6, with a 2 rerolled through hatred, or another die through frenzy.
    let (b, wound) = (("attack dice of b", &[6][..]), ("to wound", &[1][..]));
    let hatred = [("attack dice of a", &[2][..]), ("hatred of a", &[5]), b, wound];
    assert_eq!(play(&hating(""), &hatred)["1.a.won"], 1);
    let frenzy = [("attack dice of a", &[2, 5][..]), b, wound];
    assert_eq!(play(&hating(", abilities = ['frenzied']"), &frenzy)["1.a.won"], 1);
}

/// The chance that 2D6 are at most this.
fn at_most(ld: usize) -> f64 {
    (1..=6).flat_map(|one| (1..=6).map(move |other| one + other)).filter(|&sum| sum <= ld).count() as f64 / 36.0
}

#[test]
fn section_14_1_the_charged_fear_and_break_or_fight_badly() {
    let fails = 1.0 - at_most(7);
    let many = odds(&fight("3 stealer", "2 guard", ""));
    // Outnumbered, they break before any attack.
    is(many["1.a.charged"][1], 1.0 - fails);
    is(many["1.b.half_ws"].get(1).copied().unwrap_or(0.0), 0.0);
    let few = odds(&fight("1 stealer", "2 guard", ""));
    is(few["1.b.half_ws"][1], fails);
    is(few["1.b.charged"][1], 1.0);
    // Half of WS 3 is 2: the mean of their hits is that of such a fight.
    let bold = |ws: u8| {
        let text =
            fight("1 stealer", "1 human", "").replace("units.human = { ws = 3", &format!("units.human = {{ ws = {ws}"));
        odds(&text).mean("1.b.hits")
    };
    let one = odds(&fight("1 stealer", "1 guard", ""));
    is(one.mean("1.b.hits"), fails * bold(2) + (1.0 - fails) * bold(3));
    // Marines are shaken instead of broken (faq 9.1), and fight.
    let marines = odds(&fight("3 stealer", "2 brother", ""));
    is(marines["1.b.charged"][1], 1.0);
    // No less often than they fail this test; a lost fight shakes them too.
    assert!(marines["1.b.shaken"][1] >= 1.0 - at_most(8));
}

#[test]
fn section_14_1_who_dares_not_charge_stays() {
    let text = fight("2 guard", "1 stealer", "");
    let found = odds(&text);
    is(found["1.a.stays"][1], 1.0 - at_most(7));
    is(found["1.b.charged"][1], at_most(7));
    is(found["1.combat.rounds"][0], 1.0 - at_most(7));
    same_every_way(&fight("1 guard", "1 stealer", ""));
}

#[test]
fn section_14_2_terror_is_tested_once_a_game() {
    let text = with("1 daemon", "2 guard", "contact = { b = 0 }", "");
    let text = format!("{text}\n[[steps]]\naction = 'close-combat'\nby = 'a'\nat = 'b'\ncontact = {{ b = 0 }}");
    let found = odds(&text);
    is(found["1.b.broken"][1], 1.0 - at_most(7));
    is(found["1.combat.rounds"][0], 1.0);
    // Then it is fear: one daemon does not outnumber two.
    is(found["2.b.half_ws"][1], at_most(7) * (1.0 - at_most(7)));
}

#[test]
fn section_13_1_break_tests_of_a_round() {
    // Two guards against two: one dead is a quarter, and the one that is left tests once.
    let found = odds(&fight("2 human", "2 guard", "charge = false"));
    let lost = |count: usize| found["1.b.losses"].get(count).copied().unwrap_or(0.0);
    is(found["1.b.tested"][1], lost(1));
    is(found["1.b.broken"][1], lost(1) * (1.0 - at_most(7)));
    // §14.1: outnumbered by enemies that they fear, they test each round although none of them was killed.
    let contact = "contact = { stealer = 1, daemon = 1, guard = 0 }";
    let outnumbered = odds(&fight("5 stealer", "1 daemon, 1 guard", &format!("charge = false\n{contact}")));
    is(outnumbered["1.b.tested"][1], 1.0);
    let not = odds(&fight("2 stealer", "1 daemon, 1 guard", &format!("charge = false\n{contact}")));
    is(not["1.b.tested"][1], not["1.b.losses"][1]);
}

#[test]
fn section_14_1_a_feared_weapon_frightens_whom_it_hits() {
    let text = fight("1 human", "2 guard", "charge = false\ncontact = { b = 1 }")
        .replace("units.human = { ws = 3, s = 3", "units.human = { weapons = ['whip'], ws = 3, s = 1");
    let found = odds(&text.replace("t = 3, i = 3, a = 1, ld = 7", "t = 6, i = 3, a = 1, ld = 7"));
    is(found["1.b.tested"][1], found["1.a.won"][1]);
}

#[test]
fn section_14_1_who_fears_the_charge_does_not_fire() {
    let text = with("1 stealer", "2 gunner", "reactions = [{ by = 'b' }]", "formations.b.state = 'overwatch'");
    let gunner = "units.gunner = { ws = 3, bs = 3, s = 3, t = 3, i = 3, a = 1, ld = 7, weapons = ['boltgun'] }";
    let found = odds(&format!("{gunner}\n{text}"));
    is(found["1.b.fired"][0], 1.0 - at_most(7));
    is(found["1.b.half_ws"][1], 1.0 - at_most(7));
    // A formation that dares not charge is not fired at.
    let text = with("2 guard", "1 gunner", "reactions = [{ by = 'b' }]", "formations.b.state = 'overwatch'");
    let gunner = gunner.replace("weapons =", "abilities = ['fear'], weapons =");
    is(odds(&format!("{gunner}\n{text}"))["1.b.fired"][0], 1.0 - at_most(7));
}

/// §14.4: in combat a formation that hates tests at Ld 10; §14.5: not if it is frenzied, but a squad with a calm model
/// does.
#[test]
fn section_14_5_break_tests_of_those_who_hate() {
    let breaks = |squad: &str, at: usize| {
        let units = "units.killer = { ws = 9, s = 9, t = 9, i = 9, a = 1 }
units.zealot = { ws = 1, s = 1, t = 1, i = 1, a = 1, ld = 6, hates = ['all'] }
units.berserk = { ws = 1, s = 1, t = 1, i = 1, a = 1, ld = 6, hates = ['all'], abilities = ['frenzied'] }\n";
        let found = odds(&(units.to_owned() + &with("1 killer", squad, "contact = { b = 1 }", "")));
        is(found["1.b.broken"][1] / found["1.b.tested"][1], 1.0 - at_most(at));
    };
    breaks("4 zealot", 10);
    breaks("4 berserk", 6);
    breaks("3 berserk, 1 zealot", 10);
}
