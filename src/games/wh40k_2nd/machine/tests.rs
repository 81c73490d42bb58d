//! What a card must say (§15.1).

use crate::machine_arsenal::refused;

#[test]
fn mistakes_of_cards() {
    let tank = |card: &str| {
        format!(
            "{card}\nformations.tank.units = [{{ unit = 'tank' }}]\nformations.men.units = [{{ unit = 'man' }}]\n[[steps]]\naction = 'ram'\nby = 'tank'\nat = 'men'"
        )
    };
    let location = |roll: &str, damage: &str| {
        tank(&format!("units.tank.locations.hull = {{ roll = '{roll}', front = 12, damage = {damage} }}"))
    };
    let all = "{ '1-6' = 'nothing' }";
    for (text, words) in [
        (tank(""), "`tank` needs its `locations` to be hit"),
        (location("1-5", all), "no location for a roll of 6"),
        (location("1-6", "{ '1-3' = 'nothing', '3-6' = 'destroyed' }"), "a roll of 3 is `1-3` and `3-6`"),
        (location("1-6", "{ '1-3' = 'nothing', '5-6' = 'destroyed' }"), "no result for a roll of 4"),
        (location("1-6", "{ '1-7' = 'nothing' }"), "`1-7` are no faces of a D6"),
        (location("1-6", "{ '1-6' = 'weapon lascanon' }"), "no weapon of this unit is called `lascanon`"),
        (location("1-6", "{ '1-6' = 'exploded' }"), "`exploded` is not a result of damage"),
        (location("1-6", "{ '1-6' = {} }"), "has `roll` or `explosion`"),
        (tank("units.tank.locations.hull = { roll = '1-6', front = 12 }"), "the location `hull` needs its `damage`"),
        (
            tank("units.tank.locations.hull = { roll = '1-6', crew = 'man', front = 3 }"),
            "at `hull` a crewman is hit: it has no armour",
        ),
    ] {
        let told = refused(&text);
        assert!(told.contains(words), "{told}\nnot: {words}");
    }
}
