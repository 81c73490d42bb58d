//! The first scenario for beginners.

use battle_odds_plan::start::{Needed, Start, Starts};

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
    count: 5,
    needed: Some(Needed {
        key: "morale",
        question: mark!("Morale of {name}: 2 to 12 on two dice, or such as 4+ on one?"),
        usual: "4",
        known: &[],
        read: |typed| match typed.strip_suffix('+') {
            Some(face) => {
                face.parse().ok().filter(|face: &u8| (1..=6).contains(face)).map(|face| format!("\"{face}+\""))
            }
            None => typed.parse().ok().filter(|morale: &u8| (2..=12).contains(morale)).map(|morale| morale.to_string()),
        },
    }),
    can_begin: |_| true,
    in_inches: false,
    starts: &[
        Start {
            key: "assault",
            about: mark!("the attackers charge"),
            goal: "ATTACKER.won",
            wanted: mark!("the attackers win the assault"),
            range: None,
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
            goal: "DEFENDER.losses >= THIRD",
            wanted: mark!("at least a third of the defenders fall"),
            range: Some(25),
            steps: r#"[[steps]]
action = "shoot"
by = "ATTACKER"
at = "DEFENDER"
range = RANGE
"#,
        },
    ],
};
