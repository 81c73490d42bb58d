//! The first scenario for beginners.

use battle_odds_plan::start::{Start, Starts};

/// See [`Starts`].
pub const STARTS: Starts = Starts {
    forces: concat!(
        "# ",
        mark!("Weapons and profiles as on their cards."),
        r#"
[weapons.boltgun]
short = 30
long = 60
to-hit = [1, 0]
s = 4
save = -1

[units.marine]
type = "infantry"
m = 10
ws = 4
bs = 4
s = 4
t = 4
w = 1
i = 4
a = 1
ld = 8
armour = "3+"
weapons = ["boltgun"]

[units.ork]
type = "infantry"
m = 10
ws = 3
bs = 3
s = 3
t = 4
w = 1
i = 2
a = 1
ld = 7
armour = "6+"
weapons = ["boltgun"]

# "#,
        mark!("Who takes part."),
        r#"
[formations.attackers]
units = [{ unit = "marine", count = 5 }]

[formations.defenders]
units = [{ unit = "ork", count = 10 }]
"#
    ),
    count: 5,
    needed: None,
    can_begin: |_| true,
    in_inches: true,
    starts: &[
        Start {
            key: "shoot",
            about: mark!("the attackers fire"),
            goal: "DEFENDER.losses >= THIRD",
            wanted: mark!("at least a third of the defenders fall"),
            range: Some(30),
            steps: concat!(
                "# ",
                mark!("Also: cover = \"soft\" or \"hard\", moved = true."),
                r#"
[[steps]]
action = "shoot"
by = "ATTACKER"
at = "DEFENDER"
range = RANGE
"#
            ),
        },
        Start {
            key: "close-combat",
            about: mark!("the attackers charge"),
            goal: "DEFENDER.losses >= THIRD",
            wanted: mark!("at least a third of the defenders fall"),
            range: None,
            steps: r#"[[steps]]
action = "close-combat"
by = "ATTACKER"
at = "DEFENDER"
"#,
        },
    ],
};
