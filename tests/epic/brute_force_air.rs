//! Exact odds compared with every single die in the air, from orbit, under flames and in plans with conditions: no pool, no
//! shortcut, only faces.

use std::sync::atomic::AtomicBool;

use crate::support::{compiled, same_by_sampling, same_die_by_die};
use battle_odds::engine::exact::Limit;

const UNITS: &str = r#"
system = "epic-armageddon"
[units.fighter]
type = "armoured-vehicle"
aircraft = "fighter"
armour = "6+"
weapons = [{ name = "Cannon", range = 30, fire = "AP5+/AT6+/AA5+" }]
[units.giant]
type = "war-engine"
aircraft = "bomber"
dc = 2
armour = "5+"
ff = "5+"
transport = 1
critical = ["damage D3"]
weapons = [{ name = "Bombs", range = 15, fire = "D3 x AP4+" }, { name = "Tail guns", range = 15, fire = "AA6+" }]
[units.flak]
type = "light-vehicle"
armour = "6+"
weapons = [{ name = "Quad", range = 45, fire = "2 x AA5+" }]
[units.boy]
type = "infantry"
armour = "5+"
ff = "5+"
weapons = [{ name = "Shoota", range = 30, fire = "AP6+" }, { name = "Burna", range = 15, fire = "flame AP4+/AT5+", abilities = ["ignore-cover"] }]
[units.pathfinder]
type = "infantry"
armour = "5+"
abilities = ["coordinated-action"]
weapons = [{ name = "Rifle", range = 30, fire = "AP5+" }]
[units.ship]
type = "spacecraft"
weapons = [{ name = "Bombardment", range = 999, fire = "6BP", abilities = ["macro-weapon"] }, { name = "Lance", range = 999, fire = "MW4+", abilities = ["titan-killer D3"] }]
[formations.fighters]
initiative = "2+"
side = "sky"
units = [{ unit = "fighter", count = 2 }]
[formations.giant]
initiative = "3+"
side = "ground"
units = [{ unit = "giant" }]
[formations.squad]
initiative = "2+"
side = "ground"
units = [{ unit = "boy", embarked-in = "giant.giant" }]
[formations.battery]
initiative = "2+"
side = "ground"
blast-markers = 1
units = [{ unit = "flak" }, { unit = "boy" }]
[formations.boyz]
initiative = "3+"
side = "ground"
rules = ["they-shall-know-no-fear"]
points = 101
units = [{ unit = "boy" }, { unit = "boy", cover = "ruins" }]
[formations.ship]
initiative = "3+"
side = "sky"
units = [{ unit = "ship" }]
[formations.tau]
initiative = "3+"
side = "sky"
points = 50
units = [{ unit = "pathfinder" }]
[formations.others]
initiative = "3+"
side = "sky"
blast-markers = 1
units = [{ unit = "boy", count = 2 }]
"#;

fn same(steps: &str) {
    same_with("", steps);
}

/// The same with a key at the top of the file.
fn same_with(top: &str, steps: &str) {
    same_die_by_die(&format!("{top}\n{UNITS}\n{steps}"), 1e-14);
}

/// Exact answers record some measures before their step is over, and trials do not.
#[test]
fn hits_of_all_fire_in_a_step_are_counted() {
    let guns = "[formations.guns]\ninitiative = '2+'\nside = 'ground'\nunits = [{ unit = 'flak', count = 2 }]\n";
    let attack = "[[steps]]\naction = 'ground-attack'\nby = 'fighters'\nat = 'boyz'\nrange = 30\n";
    for flak in ["[{ by = 'battery', range = 30 }, { by = 'guns', range = 30 }]", "[{ by = 'guns', range = 30 }]"] {
        let compiled = compiled(&format!("{UNITS}\n{guns}{attack}flak = {flak}"));
        let exact = compiled.engagement.exact(Limit::default(), &AtomicBool::new(false)).expect("a tiny case");
        same_by_sampling(&compiled, &exact);
    }
}

#[test]
fn flak_on_aircraft() {
    same(
        "[[steps]]\naction = 'ground-attack'\nby = 'fighters'\nat = 'boyz'\nrange = 30\nactivation = 'test'\nflak = [{ by = 'battery', range = 30 }]",
    );
    same(
        "[[steps]]\naction = 'ground-attack'\nby = 'fighters'\nat = 'boyz'\nrange = 30\n[[steps]]\naction = 'departure'\nby = 'fighters'\nforeign-edge = true\njink = 'always'\nflak = [{ by = 'battery', moved = true }]",
    );
}

#[test]
fn an_interception_with_jinking() {
    same(
        "[[steps]]\naction = 'patrol'\nby = 'fighters'\nactivation = 'test'\n[[steps]]\naction = 'ground-attack'\nby = 'giant'\nat = 'tau'\nrange = 15\ninterception = { by = 'fighters', jink = 'always' }",
    );
    same(
        "[[steps]]\naction = 'ground-attack'\nby = 'giant'\nat = 'tau'\nrange = 15\n[[steps]]\naction = 'intercept'\nby = 'fighters'\nat = 'giant'\nactivation = 'test'",
    );
}

#[test]
fn an_air_assault() {
    same("[[steps]]\naction = 'air-assault'\nby = 'giant'\nat = 'tau'\nmode = 'firefight'\nactivation = 'test'");
}

#[test]
fn bombardments_and_pin_points_from_orbit() {
    same(
        "[[steps]]\naction = 'orbital-bombardment'\nby = 'ship'\nat = 'boyz'\nactivation = 'test'\nunder = { boy = 2, 'others.boy' = 1 }\n[[steps]]\naction = 'end-phase'",
    );
    same(
        "[formations.engine]\ninitiative = '2+'\nside = 'ground'\nunits = [{ unit = 'giant' }]\nstate = 'landed'\n[[steps]]\naction = 'pin-point-attack'\nby = 'ship'\nat = 'engine'\nactivation = 'test'",
    );
}

#[test]
fn flames() {
    same(
        "[[steps]]\naction = 'shoot'\nby = 'others'\nat = 'boyz'\nrange = 10\nactivation = 'test'\nflames = { boy = 2, 'tau.pathfinder' = 1 }",
    );
}

#[test]
fn planetfall_near_the_edge() {
    same(
        "[units.pod]\ntype = 'armoured-vehicle'\ntransport = 1\n[formations.pods]\ninitiative = '3+'\nside = 'sky'\nunits = [{ unit = 'pod', count = 2 }, { unit = 'boy', embarked-in = 'pod' }]\n[[steps]]\naction = 'planetfall'\nby = 'pods'\nedge = 7\nactivation = 'test'\ndisembark = true\nreactions = [{ by = 'watch' }]\n[formations.watch]\ninitiative = '3+'\nside = 'ground'\nstate = 'overwatch'\nunits = [{ unit = 'boy' }]",
    );
}

#[test]
fn a_coordinated_action() {
    same(
        "[[steps]]\naction = 'shoot'\nby = 'tau'\nat = 'boyz'\nrange = 30\nactivation = 'test'\ncoordinated = [{ by = 'others', at = 'boyz', order = 'sustained', range = 20 }]",
    );
}

#[test]
fn conditions_turns_and_strategy() {
    same(
        "[[steps]]\naction = 'strategy'\nby = 'tau'\nat = 'boyz'\nrating = 2\nenemy-rating = 3\n[[steps]]\naction = 'shoot'\nby = 'tau'\nat = 'boyz'\nwhen = 'tau.first'\nactivation = 'test'\n[steps.otherwise]\naction = 'shoot'\nby = 'boyz'\nat = 'tau'\nactivation = 'test'\n[[steps]]\naction = 'rally'\nby = ['boyz']\nwhen = ['2.tau.activated', 'boyz.blast_markers >= 1']\n[[steps]]\naction = 'game-end'",
    );
    same_with(
        "turns = 2",
        "[[steps]]\naction = 'shoot'\nby = 'tau'\nat = 'boyz'\nactivation = 'test'\n[[steps]]\naction = 'shoot'\nby = 'boyz'\nat = 'tau'\nwhen = '1.tau.activated = 0'",
    );
}
