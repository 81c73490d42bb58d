//! L1088: fire with given dice.

use crate::trial::play;

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
