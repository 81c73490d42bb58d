//! If something that decides a battle is left out, it is reported: who fights, how far away, how long, whether there is a
//! charge and support.

use crate::support::compiled;

const EPIC: &str = "system = 'epic-armageddon'
units.man = { type = 'infantry', armour = '5+', cc = '4+', ff = '5+', weapons = [{ name = 'Gun', range = 30, fire = 'AP5+' }] }
formations.us = { initiative = '1+', units = [{ unit = 'man', count = 4 }] }
formations.them = { initiative = '3+', units = [{ unit = 'man', count = 6 }] }
formations.others = { initiative = '3+', units = [{ unit = 'man', count = 2 }] }
formations.theirs = { initiative = '3+', units = [{ unit = 'man', count = 2 }] }";

const WARMASTER: &str = "system = 'warmaster'
units.general = { type = 'general', command = 9 }
units.man = { type = 'infantry', attacks = 3, hits = 3, range = 30 }
formations.us = { side = 'red', units = [{ unit = 'general' }, { unit = 'man', count = 2 }] }
formations.them = { side = 'blue', units = [{ unit = 'man' }] }";

const FORTY: &str = "system = 'wh40k-2nd'
weapons.gun = { short = 30, long = 60, s = 4, abilities = [] }
units.man = { m = 10, ws = 4, bs = 4, s = 4, t = 4, w = 1, i = 4, a = 1, ld = 8, weapons = ['gun'] }
formations.us = { side = 'red', units = [{ unit = 'man', count = 3 }] }
formations.them = { side = 'blue', units = [{ unit = 'man', count = 3 }] }";

const NETEPIC: &str = "system = 'netepic'
units.man = { caf = 1, weapons = [{ name = 'gun', range = 50, to-hit = '4+' }] }
formations.us = { order = 'charge', morale = 6, units = [{ unit = 'man', count = 3 }] }
formations.them = { order = 'first-fire', morale = 6, units = [{ unit = 'man', count = 3 }] }";

/// A scenario, a step without the keys that decide it, and those keys as a player could write them.
type Step = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// The steps.
const STEPS: [Step; 12] = [
    (EPIC, "action = 'shoot'; by = 'us'; at = 'them'", &[("range", "30"), ("shooters", "{ man = 4 }")]),
    (
        EPIC,
        "action = 'assault'; by = 'us'; at = 'them'",
        &[
            ("mode", "'contact'"),
            ("countercharge", "true"),
            ("support", "['others']"),
            ("defender-support", "['theirs']"),
        ],
    ),
    (EPIC, "action = 'rally'; by = 'us'", &[("enemy-within-30", "true")]),
    (EPIC, "action = 'end-phase'", &[("enemy-within-30", "true")]),
    (WARMASTER, "action = 'orders'; by = 'general'; to = 'us'", &[("distance", "20")]),
    (WARMASTER, "action = 'shoot'; by = 'us'; at = 'them'", &[("range", "30"), ("shooters", "{ us = 3 }")]),
    (
        WARMASTER,
        "action = 'combat'; by = 'us'; at = 'them'",
        &[("charge", "true"), ("rounds", "1"), ("fighting", "{ us = 3, them = 3 }"), ("support", "{ us = 1 }")],
    ),
    (FORTY, "action = 'shoot'; by = 'us'; at = 'them'", &[("range", "20"), ("shooters", "{ us = 2 }")]),
    (
        FORTY,
        "action = 'close-combat'; by = 'us'; at = 'them'",
        &[("charge", "true"), ("rounds", "2"), ("contact", "{ us = 2 }")],
    ),
    (NETEPIC, "action = 'shoot'; by = 'us'; at = 'them'", &[("range", "20"), ("shooters", "2")]),
    (
        NETEPIC,
        "action = 'assault'; by = 'us'; at = 'them'",
        &[("charge", "true"), ("fighting", "{ us = 2, them = 2 }"), ("counter-charge", "true")],
    ),
    (EPIC, "action = 'assault'; by = 'us'; at = 'them'; mode = 'firefight'", &[("support", "['others']")]),
];

/// The choices reported for a scenario with this step.
fn told(scenario: &str, step: &str) -> String {
    compiled(&format!("{scenario}\n[[steps]]\n{}\n", step.replace("; ", "\n"))).choices.join("\n")
}

#[test]
fn what_decides_a_step_is_told_where_it_is_left_out() {
    for (scenario, step, keys) in STEPS {
        let left_out = told(scenario, step);
        let all = keys.iter().fold(step.to_owned(), |step, (key, value)| format!("{step}; {key} = {value}"));
        let written = told(scenario, &all);
        for (key, _) in keys {
            let key = format!("`{key}`");
            assert!(left_out.contains(&key), "{step}: nothing of {key} in\n{left_out}");
            assert!(!written.contains(&key), "{all}: still of {key} in\n{written}");
        }
    }
}

/// §1.12.3: four of six are counted, and the two others are named; none of the other side is counted, so they line up.
#[test]
fn who_is_left_out_by_contact_is_told() {
    let step =
        "action = 'assault'; by = 'us'; at = 'them'; contact = { 'them.man' = 3 }; firefight = { 'them.man' = 1 }";
    let told = told(EPIC, step);
    assert!(told.contains("them: out of reach of the enemy: 2 Man (keys `contact`, `firefight`)"), "{told}");
    assert!(told.contains("us: units that find an enemy to touch are in contact"), "{told}");
    assert!(!told.contains("them: units that find an enemy to touch"), "{told}");
}

/// §4.3: the distance of a ship in orbit, and the range of its weapons, need not be given.
#[test]
fn a_ship_in_orbit_is_told_no_range() {
    let ship = "units.ship = { type = 'spacecraft', weapons = [{ name = 'Bombardment', fire = '5BP' }] }
formations.ship = { initiative = '1+', units = [{ unit = 'ship' }] }";
    let step = "action = 'orbital-bombardment'; by = 'ship'; at = 'them'; under = { man = 3 }";
    let told = told(&format!("{EPIC}\n{ship}"), step);
    assert!(!told.contains("`range`"), "{told}");
}
