//! What formations cost.

use crate::trial::compiled;

/// L2344: an item costs points in addition to the unit (a banner 50, a sword of power 10); written points count as they
/// are; if a unit has none, the formation has none.
#[test]
fn a_formation_costs_its_units_and_their_items() {
    let compiled = compiled(
        "units.pikes = { type = 'infantry', attacks = 3, points = 45 }\n\
         units.marshal = { type = 'general', command = 9, points = 100 }\n\
         formations.host.units = [{ unit = 'pikes', count = 3 }, \
         { unit = 'pikes', items = ['banner-of-luck'] }, { unit = 'marshal', items = ['sword-of-power'] }]\n\
         formations.priced = { points = 77, units = [{ unit = 'pikes' }] }\n\
         formations.unpriced.units = [{ unit = 'pikes' }, { unit = 'guard' }]\n\
         [[steps]]\naction = 'combat'\nby = 'host'\nat = ['priced', 'unpriced']\n",
    );
    let of = |name: &str| compiled.formations.iter().find(|formation| formation.name == name).unwrap();
    assert_eq!(of("host").points, Some(4 * 45 + 50 + 100 + 10));
    assert_eq!((of("priced").points, of("unpriced").points), (Some(77), None));
    assert_eq!(of("host").groups, ["3 Pikes", "1 Pikes with banner-of-luck", "1 Marshal with sword-of-power"]);
}
