//! L1088: fire with given dice.

use crate::trial::{odds, play, refused};

/// L1155: the first three shots kill the stand in the open, the other three need 5+. L1207: one die for each wound, one
/// fewer for defended units.
#[test]
fn mixed_cover_is_shot_at_shot_by_shot() {
    let text = "
formations.bows.units = [{ unit = 'bows', count = 2 }]
formations.spears.units = [{ unit = 'spears' }]
[[steps]]
action = 'shoot'
by = 'bows'
at = 'spears'
cover = { open = 1, defended = 2 }
";
    let script: &[(&str, &[u8])] = &[("shots", &[4, 5, 6]), ("shots", &[4, 4, 5]), ("drive back", &[3, 6, 2])];
    let values = play(text, script);
    assert_eq!((values["1.spears.wounds"], values["1.spears.stands_lost"]), (4, 1));
    assert_eq!((values["1.spears.drive_back"], values["1.spears.confused"]), (11, 1));
}

/// Distances are whole cm: 3 inches, 7.5 cm, are at most 7 and at least 8, and never exactly that.
#[test]
fn a_goal_takes_inches_where_it_is_a_distance() {
    let shot = |goal: &str| {
        format!(
            "
goal = '{goal}'
formations.bows.units = [{{ unit = 'bows' }}]
formations.spears.units = [{{ unit = 'spears' }}]
[[steps]]
action = 'shoot'
by = 'bows'
at = 'spears'
"
        )
    };
    let chance = |goal: &str| odds(&shot(goal))["end.scenario.goal"][1];
    for (inches, cm) in [("<= 3in", "<= 7"), (">= 3in", ">= 8"), ("< 3in", "< 8"), ("> 3in", "> 7"), ("= 2 in", "= 5")]
    {
        let [inches, cm] = [inches, cm].map(|of| chance(&format!("1.spears.drive_back {of}")));
        assert!(inches == cm && 0.0 < cm && cm < 1.0, "{inches} {cm}");
    }
    for goal in ["1.spears.drive_back = 3in", "1.spears.wounds >= 2in"] {
        assert!(refused(&shot(goal)).contains("is not a whole number"), "{goal}");
    }
}
