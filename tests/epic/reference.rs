//! Odds computed separately from this program, to 1e-9.

use crate::support::{Odds, close};

const UNITS: &str = r#"
system = "epic-armageddon"
[units.devastator]
type = "infantry"
weapons = [{ name = "Missile launcher", count = 2, range = 45, fire = "AP5+" }]
[units.boy]
type = "infantry"
armour = "6+"
[units.marine]
type = "infantry"
armour = "4+"
cc = "4+"
ff = "4+"
[units.slugga]
type = "infantry"
armour = "6+"
cc = "4+"
ff = "5+"
"#;

fn volley(more: &str) -> Odds {
    Odds::of(&format!(
        r#"{UNITS}
[formations.devastators]
initiative = "1+"
units = [{{ unit = "devastator", count = 4 }}]
[formations.warband]
initiative = "3+"
units = [{{ unit = "boy", count = 10 }}]
[[steps]]
action = "shoot"
by = "devastators"
at = "warband"
{more}"#
    ))
}

fn fight(mode: &str) -> Odds {
    Odds::of(&format!(
        r#"{UNITS}
[formations.marines]
initiative = "1+"
units = [{{ unit = "marine", count = 6 }}]
[formations.warband]
initiative = "3+"
units = [{{ unit = "slugga", count = 8 }}]
[[steps]]
action = "assault"
by = "marines"
at = "warband"
mode = "{mode}"
"#
    ))
}

#[test]
fn four_devastators_advance_and_fire() {
    close(volley("").mean("1.warband.kills"), 2.222222222);
}

#[test]
fn the_same_in_crossfire() {
    let odds = volley("crossfire = true");
    close(odds.chance("1.warband.blast_markers", 3), 0.156073769);
    close(odds.chance("1.warband.blast_markers", 5), 0.273129096);
}

#[test]
fn six_against_eight_in_a_firefight() {
    close(fight("firefight").mean("1.marines.won"), 0.602963656);
}

#[test]
fn six_against_eight_in_contact() {
    close(fight("contact").mean("1.marines.won"), 0.495481745);
}
