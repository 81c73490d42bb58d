//! The first scenario for beginners.

use battle_odds_plan::start::{Start, Starts};

/// See [`Starts`].
pub const STARTS: Starts = Starts {
    forces: concat!(
        "# ",
        mark!("Profiles as on the sheet of the army list. Leave `armour` out for none."),
        r#"
[units.marine]
type = "infantry"
speed = 15
armour = "4+"
cc = "4+"
ff = "4+"
weapons = [{ name = "Missile launcher", range = 45, fire = "AP5+/AT6+" }]

[units.boy]
type = "infantry"
speed = 15
armour = "6+"
cc = "4+"
ff = "6+"
weapons = [{ name = "Big shootas", range = 30, fire = "AP6+/AT6+" }]

# "#,
        mark!("Who takes part. Besides `count`, a group may have cover = \"ruins\", \"woods\", …"),
        r#"
[formations.attackers]
initiative = "1+"
units = [{ unit = "marine", count = 6 }]

[formations.defenders]
initiative = "3+"
units = [{ unit = "boy", count = 8 }]
"#
    ),
    formation: r#"[formations.NAME]
initiative = "2+"
units = [{ unit = "UNIT", count = COUNT }]
"#,
    count: 6,
    starts: &[
        Start {
            key: "assault",
            about: mark!("the attackers charge into contact"),
            goal: "ATTACKER.won",
            steps: concat!(
                "# ",
                mark!("Also: mode = \"firefight\", support = [\"…\"] (who helps with firefights), crossfire = true."),
                r#"
[[steps]]
action = "assault"
by = "ATTACKER"
at = "DEFENDER"
mode = "contact"
"#
            ),
        },
        Start {
            key: "shoot",
            about: mark!("the attackers advance and shoot"),
            goal: "DEFENDER.broken",
            steps: concat!(
                "# ",
                mark!("Also: order = \"sustained\" or \"double\", crossfire = true, moving = true."),
                r#"
[[steps]]
action = "shoot"
by = "ATTACKER"
at = "DEFENDER"
order = "advance"
range = 30
"#
            ),
        },
        Start {
            key: "shoot, then assault",
            about: mark!("the attackers shoot, and charge in their next activation"),
            goal: "ATTACKER.won",
            steps: r#"[[steps]]
action = "shoot"
by = "ATTACKER"
at = "DEFENDER"
order = "advance"
range = 30

[[steps]]
action = "assault"
by = "ATTACKER"
at = "DEFENDER"
mode = "contact"
"#,
        },
    ],
};
