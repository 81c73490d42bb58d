//! Names in the counts of steps: the unit first, then the formation, in every system.

use battle_odds::systems::compile;

use crate::support::warmaster::Field;
use crate::support::{Scene, compiled, scenario, weapon};

/// A formation of this name, with three of a unit `lance` and one of another, shoots with the given numbers of a name.
type Fire = fn(&str, &str) -> String;

fn epic(name: &str, shooters: &str) -> String {
    let more = format!("range = 30; order = 'advance'; activation = 'none'; shooters = {shooters}");
    let scene = Scene::new().unit("lance", &weapon("Gun", "AP4+", "")).force(&format!("{name} 1+"), "3 lance; 1 rifle");
    scene.force("them 1+", "9 recruit").step("shoot", name, "them", &more).text()
}

fn warmaster(name: &str, shooters: &str) -> String {
    let field =
        Field::new().unit("lance", "attacks = 3, range = 30").force(name, "1 lance; 1 bows").force("them", "3 mob");
    field.step("shoot", &format!("by = '{name}'; at = 'them'; range = 20; shooters = {shooters}")).text()
}

fn netepic(name: &str, shooters: &str) -> String {
    format!(
        "system = 'netepic'\n[units.man]\n[units.lance]\nweapons = [{{ range = 50, to-hit = '4+' }}]\n[units.mate]\n\
         weapons = [{{ range = 50, to-hit = '4+' }}]\n[formations.{name}]\nunits = [{{ unit = 'lance', count = 3 }}, \
         {{ unit = 'mate' }}]\n[formations.them]\nmorale = 7\nunits = [{{ unit = 'man', count = 9 }}]\n[[steps]]\n\
         action = 'shoot'\nby = '{name}'\nat = 'them'\nshooters = {shooters}\n"
    )
}

fn wh40k_2nd(name: &str, shooters: &str) -> String {
    format!(
        "system = 'wh40k-2nd'\n[weapons.rifle]\nlong = 60\ns = 3\n[units.lance]\nbs = 3\nt = 3\nweapons = 'rifle'\n\
         [units.mate]\nbs = 3\nt = 3\nweapons = 'rifle'\n[formations.{name}]\nunits = [{{ unit = 'lance', count = 3 }}, \
         {{ unit = 'mate' }}]\n[formations.them]\nunits = [{{ unit = 'mate', count = 9 }}]\n[[steps]]\n\
         action = 'shoot'\nby = '{name}'\nat = 'them'\nshooters = {shooters}\n"
    )
}

#[test]
fn a_unit_stands_before_a_formation_of_its_name() {
    let refused = |text: &str| match scenario(text).and_then(|scenario| compile(&scenario)) {
        Ok(_) => panic!("accepted: {text}"),
        Err(problem) => problem.to_string(),
    };
    let told = "`lance` as a key in a step is the unit `lance` of lance, not the whole formation `lance`".to_owned();
    let all: [Fire; 4] = [epic, warmaster, netepic, wh40k_2nd];
    for fire in all {
        // Only the unit of the formation `lance` is meant, and that is reported.
        let both = compiled(&fire("lance", "{ lance = 3 }"));
        assert!(both.choices.contains(&told), "{:?}", both.choices);
        let more = refused(&fire("lance", "{ lance = 4 }"));
        assert!(more.contains("more than the 3"), "{more}");
        // If no unit has the name, the whole formation is meant.
        let whole = compiled(&fire("line", "{ line = 4 }"));
        assert!(!whole.choices.iter().any(|line| line.contains("as a key in a step")), "{:?}", whole.choices);
        let name = refused(&fire("line", "{ 'line.lanse' = 1 }"));
        assert!(name.contains("did you mean `lance`?"), "{name}");
        let absent = refused(&fire("line", "{ 'them.lance' = 1 }"));
        assert!(absent.contains("`them` has no part in this"), "{absent}");
    }
}
