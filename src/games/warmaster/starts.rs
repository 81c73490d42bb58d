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
        mark!("Who takes part. A group may also have stands = 2: what is left of it."),
        r#"
[formations.attackers]
units = [{ unit = "knights", count = 1 }]

[formations.defenders]
units = [{ unit = "crossbows", count = 1 }]
"#
    ),
    count: 1,
    needed: None,
    can_begin: |_| true,
    in_inches: false,
    starts: &[
        Start {
            key: "combat",
            about: mark!("the attackers charge, and fight two rounds"),
            goal: "ATTACKER.won",
            wanted: mark!("the attackers win the combat"),
            range: None,
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
            wanted: mark!("the attackers are confused by the shooting"),
            range: Some(20),
            steps: concat!(
                "# ",
                mark!("Also: cover = \"defended\" or \"fortified\"."),
                r#"
[[steps]]
action = "shoot"
by = "DEFENDER"
at = "ATTACKER"
range = RANGE
"#
            ),
        },
    ],
};
