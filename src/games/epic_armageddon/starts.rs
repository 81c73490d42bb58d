//! The first scenario for beginners.

use battle_odds_plan::start::{Needed, Start, Starts};
use battle_odds_scenario::Node;

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
        mark!("Who takes part. A group may also have cover = \"ruins\", \"woods\", …"),
        r#"
[formations.attackers]
initiative = "1+"
units = [{ unit = "marine", count = 6 }]

[formations.defenders]
initiative = "3+"
units = [{ unit = "boy", count = 8 }]
"#
    ),
    count: 6,
    needed: Some(Needed {
        key: "initiative",
        question: mark!("Initiative of {name}, as in its army list?"),
        usual: "2+",
        // Space Marines, Imperial Guard and Orks by §1.2.2 (“Valeurs d'Initiative”); the others as the special rules of
        // their lists in the BattleScribe catalogues of Epic have it for all formations but a few. Lists with several
        // (Lost and the Damned, Titan Legions) are left to the player.
        known: &[
            ("space marines", "1+"),
            ("white scars", "1+"),
            ("orks", "3+"),
            ("speed freeks", "3+"),
            ("steel legion", "2+"),
            ("imperial guard", "2+"),
            ("garde imperiale", "2+"),
            ("minervan", "2+"),
            ("biel tan", "2+"),
            ("dark eldar", "2+"),
            ("black legion", "1+"),
            ("necrons", "1+"),
            ("squats", "2+"),
            ("tyranids", "2+"),
            ("tau", "2+"),
        ],
        read: |typed| {
            let face = typed.trim_end_matches('+').parse::<u8>().ok();
            face.filter(|face| (1..=6).contains(face)).map(|face| format!("\"{face}+\""))
        },
    }),
    can_begin,
    in_inches: false,
    starts: &[
        Start {
            key: "assault",
            about: mark!("the attackers charge into contact"),
            goal: "ATTACKER.won",
            wanted: mark!("the attackers win the assault"),
            range: None,
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
            wanted: mark!("the defenders break"),
            range: Some(30),
            steps: concat!(
                "# ",
                mark!("Also: order = \"sustained\" or \"double\", crossfire = true, moving = true."),
                r#"
[[steps]]
action = "shoot"
by = "ATTACKER"
at = "DEFENDER"
order = "advance"
range = RANGE
"#
            ),
        },
        Start {
            key: "shoot, then assault",
            about: mark!("the attackers shoot, and charge in their next activation"),
            goal: "ATTACKER.won",
            wanted: mark!("the attackers win the assault"),
            range: Some(30),
            steps: r#"[[steps]]
action = "shoot"
by = "ATTACKER"
at = "DEFENDER"
order = "advance"
range = RANGE

[[steps]]
action = "assault"
by = "ATTACKER"
at = "DEFENDER"
mode = "contact"
"#,
        },
    ],
};

/// Aircraft and spacecraft have steps of their own.
fn can_begin(unit: &Node) -> bool {
    let kind = unit.child("type").and_then(|kind| kind.text("a type").ok());
    unit.child("aircraft").is_none() && kind != Some("spacecraft")
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle_odds_scenario::meant;

    #[test]
    fn lists_are_known_by_their_titles() {
        let needed = STARTS.needed.unwrap();
        let of = |title: &str| needed.known.iter().find(|(words, _)| !meant(words, &[title]).is_empty());
        for (title, initiative) in [
            ("Chaos: Black Legion", "1+"),
            ("Dark Eldar: Kabal", "2+"),
            ("Garde Impériale", "2+"),
            ("Imperial Guard: Minervan Tank Legion Armoured Regiment", "2+"),
            ("Necrons: Army of the Aeons", "1+"),
            ("Space Marines: White Scars", "1+"),
            ("Orks: Speed Freeks", "3+"),
            ("Squats", "2+"),
            ("Tau", "2+"),
            ("Tyranids", "2+"),
        ] {
            assert_eq!(of(title).map(|(_, value)| *value), Some(initiative), "{title}");
        }
        assert!(of("Chaos: Lost and the Damned, Stigmatus Covenant Cult").is_none());
        assert!(needed.known.iter().all(|(_, value)| (needed.read)(value).is_some()));
    }
}
