//! Exact odds against every single die, on tiny cases of every kind of step: no pool, no shortcut, only faces.

mod support;

use std::sync::atomic::AtomicBool;

use battle_odds::engine::exact::Limit;
use support::compiled;

const UNITS: &str = r#"
system = "epic-armageddon"
[units.trooper]
type = "infantry"
armour = "5+"
cc = "4+"
ff = "5+"
abilities = ["teleport"]
weapons = [{ name = "Gun", range = 30, fire = "AP5+/AT6+" }]
[units.leader]
type = "infantry"
armour = "4+"
cc = "4+"
ff = "4+"
abilities = ["leader", "inspiring", "invulnerable-save", "supreme-commander"]
[units.sniper]
type = "infantry"
armour = "6+"
abilities = ["sniper"]
weapons = [{ name = "Rifle", range = 30, fire = "AP4+" }]
[units.mortar]
type = "infantry"
weapons = [{ name = "Mortar", range = 30, fire = "1BP", abilities = ["disrupt"] }]
[units.tank]
type = "armoured-vehicle"
armour = "4+"
ff = "4+"
abilities = ["reinforced-armour"]
transport = 1
weapons = [{ name = "Shells", range = 30, fire = "D3 x AP6+" }, { name = "Melta", range = 15, fire = "small arms", abilities = ["macro-weapon", "extra-attack 1", "first-strike"] }]
[formations.a]
initiative = "2+"
units = [{ unit = "trooper", count = 2 }]
[formations.b]
initiative = "3+"
blast-markers = 1
units = [{ unit = "leader" }, { unit = "trooper", cover = "ruins" }]
[formations.snipers]
initiative = "2+"
side = "a"
units = [{ unit = "sniper" }]
[formations.mortars]
initiative = "2+"
units = [{ unit = "mortar", count = 2 }]
[formations.tanks]
initiative = "2+"
units = [{ unit = "tank" }, { unit = "trooper", embarked-in = "tank" }]
"#;

/// Compares all measures to 1e-12.
fn same(steps: &str) {
    let engagement = compiled(&format!("{UNITS}\n{steps}")).engagement;
    let go = AtomicBool::new(false);
    // Ties make rounds without end: both walks leave out what is rarer than one in a hundred thousand.
    let limit = Limit { rarest: 1e-5, ..Limit::default() };
    let pools = engagement.exact(limit, &go).expect("a tiny case");
    let faces = engagement.exact_die_by_die(limit, &go).expect("a tiny case");
    for ((measure, one), two) in engagement.measures().iter().zip(&pools.chances).zip(&faces.chances) {
        assert_eq!(one.len(), two.len(), "{measure:?}");
        for (value, (one, two)) in one.iter().zip(two).enumerate() {
            assert!((one - two).abs() < 1e-12, "{measure:?} = {value}: {one} against {two}");
        }
    }
}

#[test]
fn shooting() {
    same("[[steps]]\naction = 'shoot'\nby = 'a'\nat = 'b'\nrange = 30\ncrossfire = true\nactivation = 'test'");
    same("[[steps]]\naction = 'shoot'\nby = 'a'\nat = 'b'\nrange = 30\norder = 'double'\naim = { ap = 'all' }");
}

#[test]
fn snipers_and_random_shots() {
    same("[[steps]]\naction = 'shoot'\nby = 'snipers'\nat = 'b'\nrange = 30");
    same("[[steps]]\naction = 'shoot'\nby = 'tanks'\nat = 'a'\nrange = 30\norder = 'sustained'");
}

#[test]
fn barrages() {
    same(
        "[[steps]]\naction = 'barrage'\nby = 'mortars'\nat = 'b'\nrange = 30\nunder = { leader = 1, trooper = 1, 'a.trooper' = 1 }",
    );
}

#[test]
fn assaults() {
    same("[[steps]]\naction = 'assault'\nby = 'a'\nat = 'b'\nmode = 'firefight'");
    same("[[steps]]\naction = 'assault'\nby = 'tanks'\nat = 'a'\nmode = 'contact'\nactivation = 'test'");
}

#[test]
fn passengers_thrown_out() {
    same("[[steps]]\naction = 'shoot'\nby = 'a'\nat = 'tanks'\nrange = 30\norder = 'sustained'");
}

#[test]
fn markers_taken_off_and_arrivals() {
    same("[[steps]]\naction = 'marshal'\nby = 'b'\nactivation = 'test'\n[[steps]]\naction = 'end-phase'");
    same(
        "[[steps]]\naction = 'teleport'\nby = 'a'\n[[steps]]\naction = 'dangerous-terrain'\nby = 'a'\ncareful = true\n[[steps]]\naction = 'rally'\nby = 'a'",
    );
}

#[test]
fn overwatch_in_the_middle_of_a_charge() {
    same(
        "[[steps]]\naction = 'assault'\nby = 'b'\nat = 'mortars'\nmode = 'firefight'\nreactions = [{ by = 'a', range = 20 }]",
    );
}
