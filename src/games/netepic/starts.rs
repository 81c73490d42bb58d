//! The first scenario for beginners.

use battle_odds_plan::start::{Start, Starts};

/// See [`Starts`].
pub const STARTS: Starts = Starts {
    forces: concat!(
        "# ",
        mark!("Profiles as on the unit pages. Leave `save` out for none."),
        r#"
[units.marine]
save = "6+"
caf = 2
weapons = [{ name = "Bolters", range = 50, to-hit = "4+" }]

[units.boy]
caf = 1
weapons = [{ name = "Boltguns", range = 50, to-hit = "5+" }]

# "#,
        mark!("Who takes part. `morale` is the morale score, 1 to 12."),
        r#"
[formations.attackers]
morale = 2
units = [{ unit = "marine", count = 5 }]

[formations.defenders]
morale = 4
units = [{ unit = "boy", count = 6 }]
"#
    ),
    formation: r#"[formations.NAME]
morale = 3
units = [{ unit = "UNIT", count = COUNT }]
"#,
    count: 5,
    starts: &[
        Start {
            key: "assault",
            about: mark!("the attackers charge"),
            goal: "ATTACKER.won",
            steps: concat!(
                "# ",
                mark!("Also: elite = { ATTACKER = 2 }, Elite dice."),
                r#"
[[steps]]
action = "assault"
by = "ATTACKER"
at = "DEFENDER"
"#
            ),
        },
        Start {
            key: "shoot",
            about: mark!("the attackers fire"),
            goal: "DEFENDER.losses >= 2",
            steps: r#"[[steps]]
action = "shoot"
by = "ATTACKER"
at = "DEFENDER"
range = 25
"#,
        },
    ],
};
