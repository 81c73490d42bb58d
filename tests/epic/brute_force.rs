//! Exact odds compared with every single die, on tiny cases of every kind of step: no pool, no shortcut, only faces.

use crate::support::same_die_by_die;

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
[units.bombard]
type = "infantry"
weapons = [{ name = "Bombard", range = 30, fire = "D3+2BP" }]
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
[formations.bombards]
initiative = "2+"
units = [{ unit = "bombard" }]
[formations.tanks]
initiative = "2+"
units = [{ unit = "tank" }, { unit = "trooper", embarked-in = "tank" }]
"#;

/// War engines and units that can hurt them (§3).
const ENGINES: &str = r#"
system = "epic-armageddon"
[units.grenadier]
type = "infantry"
armour = "6+"
cc = "5+"
ff = "5+"
weapons = [{ name = "Tube", range = 30, fire = "AT5+" }]
[units.hunter]
type = "armoured-vehicle"
weapons = [{ name = "Shells", range = 30, fire = "AT3+" }, { name = "Beam", range = 30, fire = "MW4+", abilities = ["titan-killer D3"] }]
[units.knight]
type = "war-engine"
dc = 2
shields = 1
armour = "5+"
cc = "4+"
ff = "5+"
critical = ["damage D3", "explosion 5+"]
abilities = ["invulnerable-save"]
weapons = [{ name = "Cannon", range = 30, fire = "AP5+/AT5+" }]
[units.fortress]
type = "war-engine"
dc = 3
armour = "5+"
transport = 2
critical = [{ end-phase = { "1" = ["destroyed", "explosion 6+"], "2-3" = "damage 1", "4" = "spreads", "5-6" = "repaired" } }]
[formations.hunters]
initiative = "2+"
units = [{ unit = "hunter", count = 2 }]
[formations.grenadiers]
initiative = "3+"
units = [{ unit = "grenadier", count = 2 }]
[formations.knights]
initiative = "1+"
blast-markers = 1
units = [{ unit = "knight", damage = 1, near = { "grenadiers.grenadier" = 1 } }, { unit = "knight" }]
[formations.lancer]
initiative = "1+"
units = [{ unit = "knight", near = { "grenadiers.grenadier" = 2 } }]
[formations.warband]
initiative = "3+"
units = [{ unit = "fortress", damage = 1, near = { grenadier = 1 } }, { unit = "grenadier" }]
[units.walker]
type = "war-engine"
dc = 2
shields = 1
cc = "4+"
ff = "5+"
critical = ["damage 1"]
[formations.walker]
initiative = "1+"
units = [{ unit = "walker" }]
[formations.squad]
initiative = "3+"
units = [{ unit = "grenadier", count = 2 }]
[formations.riders]
initiative = "2+"
units = [{ unit = "grenadier", count = 2, embarked-in = "warband.fortress" }]
[units.shell]
type = "war-engine"
dc = 1
armour = "5+"
cc = "5+"
ff = "5+"
critical = ["destroyed", "explosion 3+"]
[formations.shells]
initiative = "3+"
units = [{ unit = "shell", near = { "shells.grenadier" = 1 } }, { unit = "shell", near = { "shells.grenadier" = 1 } }, { unit = "grenadier" }]
[formations.crowd]
initiative = "3+"
units = [{ unit = "grenadier" }, { unit = "gunner" }, { unit = "shell" }, { unit = "shell" }]
[formations.escort]
initiative = "2+"
units = [{ unit = "walker" }, { unit = "grenadier" }]
[units.mortar]
type = "infantry"
weapons = [{ name = "Mortar", range = 30, fire = "2BP", abilities = ["disrupt"] }]
[formations.mortars]
initiative = "2+"
units = [{ unit = "mortar" }]
[units.gunner]
type = "infantry"
cc = "4+"
ff = "4+"
weapons = [{ name = "Gun", range = 30, fire = "AP5+" }, { name = "Tube", range = 30, fire = "AT5+" }, { name = "Hammer", range = 15, fire = "assault weapon", abilities = ["macro-weapon", "extra-attack 1"] }]
[formations.gunners]
initiative = "2+"
units = [{ unit = "gunner", count = 2 }]
[units.buggy]
type = "light-vehicle"
armour = "4+"
[formations.buggies]
initiative = "3+"
units = [{ unit = "buggy", count = 2 }]
"#;

/// Compares all measures to 1e-12, and the chance left out.
fn same(steps: &str) {
    same_among(UNITS, steps);
}

/// The same with other units.
fn same_among(units: &str, steps: &str) {
    same_die_by_die(&format!("{units}\n{steps}"), 1e-14);
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
        "[[steps]]\naction = 'barrage'\nby = 'bombards'\nat = 'b'\nrange = 30\nunder = [{ leader = 1 }, { trooper = 1 }]",
    );
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

#[test]
fn shooting_at_engines_with_shields_and_critical_hits() {
    same_among(
        ENGINES,
        "[[steps]]\naction = 'shoot'\nby = 'grenadiers'\nat = 'knights'\nrange = 30\norder = 'sustained'",
    );
    same_among(
        ENGINES,
        "[[steps]]\naction = 'shoot'\nby = 'hunters'\nat = 'lancer'\nrange = 30\nfire = { Beam = 'hold' }\n[[steps]]\naction = 'marshal'\nby = 'lancer'\nrestore = 'shields'",
    );
}

#[test]
fn titan_killers_on_two_engines() {
    same_among(
        ENGINES,
        "[[steps]]\naction = 'shoot'\nby = 'hunters'\nat = 'knights'\nrange = 30\nfire = { Shells = 'hold' }",
    );
}

#[test]
fn assaults_with_an_engine() {
    same_among(ENGINES, "[[steps]]\naction = 'assault'\nby = 'walker'\nat = 'squad'\nmode = 'contact'");
    same_among(ENGINES, "[[steps]]\naction = 'assault'\nby = 'squad'\nat = 'walker'\nmode = 'firefight'");
}

/// §3.3.2: hits of an engine and of others are rolled together where all enemies are in contact, and not where some are not.
#[test]
fn an_engine_and_infantry_hit_those_in_contact_and_others() {
    for squad in [[2, 0], [1, 1], [0, 2]] {
        let contact = format!("contact = {{ walker = 1, 'squad.grenadier' = {} }}", squad[0]);
        let firefight = format!("firefight = {{ 'escort.grenadier' = 1, 'squad.grenadier' = {} }}", squad[1]);
        let dice = "dice = { walker = 1 }";
        same_among(
            ENGINES,
            &format!("[[steps]]\naction = 'assault'\nby = 'escort'\nat = 'squad'\n{contact}\n{firefight}\n{dice}"),
        );
    }
}

#[test]
fn engines_that_explode_among_their_own() {
    same_among(ENGINES, "[[steps]]\naction = 'shoot'\nby = 'gunners'\nat = 'shells'\nrange = 30");
    same_among(ENGINES, "[[steps]]\naction = 'shoot'\nby = 'grenadiers'\nat = 'shells'\nrange = 30\ncrossfire = true");
    same_among(
        ENGINES,
        "[[steps]]\naction = 'barrage'\nby = 'mortars'\nat = 'shells'\nrange = 30\nunder = { shells = 1, grenadier = 1 }",
    );
}

#[test]
fn engines_behind_infantry() {
    same_among(ENGINES, "[[steps]]\naction = 'shoot'\nby = 'gunners'\nat = 'crowd'\nrange = 30");
    same_among(
        ENGINES,
        "[[steps]]\naction = 'assault'\nby = 'gunners'\nat = 'crowd'\nmode = 'firefight'\nsupport = ['walker']",
    );
}

#[test]
fn a_barrage_on_engines_of_two_formations() {
    same_among(
        ENGINES,
        "[[steps]]\naction = 'barrage'\nby = 'mortars'\nat = 'lancer'\nrange = 30\nunder = { knight = 1, 'walker.walker' = 1, 'squad.grenadier' = 1 }",
    );
}

#[test]
fn an_assault_on_engines_with_ordinary_hits_and_macro_hits() {
    same_among(ENGINES, "[[steps]]\naction = 'assault'\nby = 'gunners'\nat = 'shells'\nmode = 'contact'");
}

#[test]
fn hits_of_two_kinds_on_light_vehicles() {
    same_among(ENGINES, "[[steps]]\naction = 'shoot'\nby = 'gunners'\nat = 'buggies'\nrange = 30");
}

#[test]
fn an_end_phase_with_a_burning_engine() {
    same_among(
        ENGINES,
        "[[steps]]\naction = 'shoot'\nby = 'hunters'\nat = 'warband'\nrange = 30\nfire = { Beam = 'hold' }\n[[steps]]\naction = 'end-phase'\n[[steps]]\naction = 'end-phase'",
    );
}
