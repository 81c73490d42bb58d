//! The first scenario for beginners.

use battle_odds_plan::start::{Start, Starts};

/// See [`Starts`].
pub const STARTS: Starts = Starts {
    forces: concat!(
        "# ",
        mark!("Profiles as on the sheet of the army list. Leave `armour` out for none."),
        r#"
[units.knights]
type = "cavalry"
attacks = 3
armour = "4+"

[units.crossbows]
type = "infantry"
attacks = 3
armour = "6+"
range = 30

# "#,
        mark!("Who takes part. Besides `count`, a group may have stands = 2: what is left of it."),
        r#"
[formations.attackers]
units = [{ unit = "knights", count = 1 }]

[formations.defenders]
units = [{ unit = "crossbows", count = 1 }]
"#
    ),
    formation: r#"[formations.NAME]
units = [{ unit = "UNIT", count = COUNT }]
"#,
    count: 1,
    starts: &[
        Start {
            key: "combat",
            about: mark!("the attackers charge, and fight two rounds"),
            goal: "ATTACKER.won",
            steps: concat!(
                "# ",
                mark!("Also: cover = \"defended\" or \"fortified\", rounds = 1."),
                r#"
[[steps]]
action = "combat"
by = "ATTACKER"
at = "DEFENDER"
rounds = 2
"#
            ),
        },
        Start {
            key: "shoot",
            about: mark!("the defenders shoot at the attackers"),
            goal: "ATTACKER.confused",
            steps: concat!(
                "# ",
                mark!("Also: cover = \"defended\" or \"fortified\"."),
                r#"
[[steps]]
action = "shoot"
by = "DEFENDER"
at = "ATTACKER"
range = 20
"#
            ),
        },
    ],
};
