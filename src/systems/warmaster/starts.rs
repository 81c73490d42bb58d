//! What a beginner plays.

use crate::systems::start::{Start, Starts};

/// See [`Starts`].
pub const STARTS: Starts = Starts {
    forces: r#"# Profiles as on the sheet of the army list. Leave `armour` out for none.
[units.knights]
type = "cavalry"
attacks = 3
armour = "4+"

[units.crossbows]
type = "infantry"
attacks = 3
armour = "6+"
range = 30

# Who takes part. Beside `count` a group may have stands = 2: what is left of it.
[formations.attackers]
units = [{ unit = "knights", count = 1 }]

[formations.defenders]
units = [{ unit = "crossbows", count = 1 }]
"#,
    formation: r#"[formations.NAME]
units = [{ unit = "UNIT", count = COUNT }]
"#,
    count: 1,
    starts: &[
        Start {
            key: "combat",
            about: "the attackers charge, and fight two rounds",
            goal: "ATTACKER.won",
            steps: r#"# Also: cover = "defended" or "fortified", rounds = 1.
[[steps]]
action = "combat"
by = "ATTACKER"
at = "DEFENDER"
rounds = 2
"#,
        },
        Start {
            key: "shoot",
            about: "the defenders shoot at the attackers",
            goal: "ATTACKER.confused",
            steps: r#"# Also: cover = "defended" or "fortified".
[[steps]]
action = "shoot"
by = "DEFENDER"
at = "ATTACKER"
range = 20
"#,
        },
    ],
};
