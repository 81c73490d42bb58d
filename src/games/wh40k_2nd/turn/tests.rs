//! §9.1: turns of both sides.

use crate::arsenal::same_every_way;

#[test]
fn a_turn_of_both_sides_every_way() {
    same_every_way(
        "[formations]
marines = { units = [{ unit = 'marine', count = 2 }, { unit = 'gunner' }], side = 'a', points = 120 }
orks = { units = [{ unit = 'ork', count = 3 }], side = 'b', state = 'overwatch' }
[[steps]]
action = 'move'
by = 'marines'
reactions = [{ by = 'orks', range = 40, shooters = { orks = 1 } }]
[[steps]]
action = 'shoot'
by = 'marines'
at = 'orks'
range = 40
moved = true
[[steps]]
action = 'end-turn'
[[steps]]
when = 'orks.survivors >= 2'
action = 'shoot'
by = 'orks'
at = 'marines'
range = 40
",
    );
}
