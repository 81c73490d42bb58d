//! The formations of the shipped army lists, against figures written down by hand: what each holds and costs, with and without
//! upgrades; what is refused; lists against each other in a matrix.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use battle_odds::scenario::card::cards;
use battle_odds::scenario::{Armies, Loaded, Problem, Scenario};
use battle_odds::systems::{Compiled, check_army, compile, load, matrix};

const LISTS: [&str; 5] = ["space-marines", "orks", "steel-legion", "eldar", "titans"];

fn armies() -> String {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/armies").display().to_string().replace('\\', "/");
    let files = LISTS.map(|list| {
        // Two of the lists have the same fighters.
        let prefix = if list == "steel-legion" { ", as = \"legion\"" } else { "" };
        format!("{{ file = \"{folder}/{list}.toml\"{prefix} }}")
    });
    format!("[{}]", files.join(", "))
}

/// The scenario of a step in which one formation shoots at another, with these tables, changed so.
fn scenario(by: &str, tables: &str, sets: &[&str]) -> Result<Scenario, Problem> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.toml");
    let at = if by == "warband" { "tactical" } else { "warband" };
    let step =
        format!("[[steps]]\naction = \"shoot\"\nby = \"{by}\"\nat = \"{at}\"\norder = \"advance\"\nrange = 30\n");
    let text = format!("system = \"epic-armageddon\"\narmies = {}\ngoal = \"{at}.broken\"\n{tables}\n{step}", armies());
    fs::write(&file, text).unwrap();
    let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
    match load(&file, &sets)? {
        Loaded::Scenarios(scenarios, _) => Ok(scenarios.into_iter().next().unwrap()),
        Loaded::Army(_) => panic!("an army"),
    }
}

fn compiled(by: &str, tables: &str, sets: &[&str]) -> Result<Compiled, Problem> {
    compile(&scenario(by, tables, sets)?)
}

/// The points of a formation, and its groups as the cards of a scenario have them: `6 tactical, 3 rhino`.
fn read(by: &str, tables: &str, sets: &[&str]) -> (u32, String) {
    let scenario = scenario(by, tables, sets).unwrap_or_else(|problem| panic!("{problem}"));
    let equipped = scenario.equipped().unwrap_or_else(|problem| panic!("{problem}"));
    let units = equipped.root.child("formations").unwrap().child(by).unwrap().child("units").unwrap();
    let text = |node: &battle_odds::scenario::Node| node.text("a text").unwrap().to_owned();
    let group = |group: &battle_odds::scenario::Node| {
        let count = group.child("count").map_or(1, |count| count.integer("a count", 1..=1000).unwrap());
        let with = group.child("character").map_or(String::new(), |node| format!(" with {}", text(node)));
        format!("{count} {}{with}", text(group.child("unit").unwrap()))
    };
    let groups: Vec<String> = units.list("units").unwrap().iter().map(group).collect();
    let compiled = compile(&scenario).unwrap_or_else(|problem| panic!("{problem}"));
    let points = compiled.formations.iter().find(|formation| formation.name == by).unwrap().points;
    (points.unwrap(), groups.join(", "))
}

#[test]
fn a_formation_named_in_a_step_is_that_of_the_list() {
    for (by, points, units) in [
        ("tactical", 300, "6 tactical, 3 rhino"),
        ("assault", 175, "4 assault"),
        ("devastator", 250, "4 devastator, 2 rhino"),
        ("terminators", 325, "4 terminator"),
        ("land-speeders", 200, "5 land-speeder"),
        ("whirlwinds", 300, "4 whirlwind"),
        ("warband", 200, "6 boyz, 2 nobz, 2 grotz"),
        ("uge-warband", 500, "18 boyz, 6 nobz, 6 grotz"),
        ("big-kult-of-speed", 350, "16 warbikes"),
        ("blitz-brigade", 150, "4 gunwagonz"),
        ("stompamob", 300, "3 stompa-kombat-ammer"),
        ("great-gargant", 850, "1 great-gargant"),
        ("legion-infantry-company", 250, "6 legion-infantry-autocannon, 6 legion-infantry-lasguns, 1 legion-commander"),
        ("legion-artillery-battery", 250, "3 legion-basilisk"),
        ("legion-super-heavy-tank-company", 500, "3 legion-baneblade"),
        ("legion-vulture-squadron", 300, "4 legion-vulture"),
        ("aspect-warrior-warhost", 300, "8 dire-avengers"),
        ("guardian-warhost", 150, "7 guardians, 1 farseer"),
        ("swords-of-vaul", 250, "5 falcon"),
        ("warhounds", 500, "2 warhound"),
        ("warlord", 850, "1 warlord"),
    ] {
        assert_eq!(read(by, "", &[]), (points, units.to_owned()), "{by}");
    }
}

#[test]
fn upgrades_add_units_characters_and_points() {
    for (by, upgrades, points, units) in [
        ("tactical", "['hunter', 'captain']", 425, "6 tactical with captain, 3 rhino, 1 hunter"),
        ("tactical", "{ razorback-lascannon = 3 }", 375, "6 tactical, 2 rhino, 3 razorback-lascannon"),
        (
            "tactical",
            "['on-foot-6', 'dreadnought-tactical', 'dreadnought-tactical']",
            400,
            "6 tactical, 2 dreadnought-tactical",
        ),
        ("devastator", "['land-raider-for-rhino']", 350, "4 devastator, 1 rhino, 1 land-raider"),
        ("scout", "['scout-sniper']", 175, "3 scout, 1 scout-sniper, 2 rhino"),
        ("bikes", "{ attack-bike = 2, chaplain = 1 }", 250, "3 bike with chaplain, 2 attack-bike"),
        (
            "land-speeders",
            "{ land-speeder-tornado = 1, land-speeder-typhoon = 4 }",
            310,
            "4 land-speeder-typhoon, 1 land-speeder-tornado",
        ),
        ("predators", "{ predator-annihilator = 4 }", 300, "4 predator-annihilator"),
        (
            "warband",
            "{ boyz-grotz = 2, ork-warlord = 1, battlewagonz = 4 }",
            390,
            "6 boyz, 2 nobz with ork-warlord, 2 grotz, 2 boyz, 2 grotz, 4 battlewagonz",
        ),
        ("gunzmob", "['big-gunz-soopagun-for-big-gunz']", 175, "4 big-gunz, 1 big-gunz-soopagun"),
        (
            "legion-infantry-company",
            "['commissar', 'hydra', 'infantry-platoon-chimeras']",
            475,
            "6 legion-infantry-autocannon with legion-commissar, 6 legion-infantry-lasguns, 1 legion-commander, 1 legion-hydra, 3 legion-infantry-autocannon, 3 legion-infantry-lasguns, 3 legion-chimera",
        ),
        (
            "aspect-warrior-warhost",
            "{ fire-dragons = 4, fire-dragon-exarch = 1, wave-serpent = 4 }",
            525,
            "4 dire-avengers, 4 fire-dragons with exarch-ranged, 4 wave-serpent",
        ),
    ] {
        let table = format!("[formations.{by}]\nupgrades = {upgrades}");
        assert_eq!(read(by, &table, &[]), (points, units.to_owned()), "{by} {upgrades}");
    }
    // A second character joins another unit of the same kind.
    let exarchs = "[formations.aspect-warrior-warhost]\nupgrades = ['autarch', 'dire-avenger-exarch']";
    let units = "7 dire-avengers with autarch, 1 dire-avengers with exarch-close-combat";
    assert_eq!(read("aspect-warrior-warhost", exarchs, &[]), (400, units.to_owned()));
}

#[test]
fn what_a_list_does_not_allow_is_refused_in_words() {
    for (table, words) in [
        ("upgrades = ['hunter', 'hunter']", "`tactical` may have at most 1 of `hunter`, here 2"),
        ("upgrades = ['captain', 'chaplain']", "`tactical` may have at most 1 of these together: captain, chaplain,"),
        ("upgrades = { razorback-lascannon = 4, razorback-heavy-bolter = 3 }", "at most 6 of these together"),
        ("upgrades = ['land-raider']", "no upgrade of this formation is called `land-raider`"),
        ("upgrades = ['huntr']", "did you mean `hunter`?"),
        (
            "upgrades = ['on-foot-6', 'razorback-lascannon', 'razorback-lascannon']",
            "comes instead of 1 rhino, and `tactical` has 0",
        ),
        ("upgrades = { hunter = -1 }", "a number of upgrades is a whole number from 0 to 500"),
        ("card = 'tacticals'", "no formation of the army lists is called `tacticals`"),
        ("upgrades = ['hunter']\nunits = [{ unit = 'tactical' }]", "`tactical` is no formation of an army list"),
    ] {
        let problem =
            compiled("tactical", &format!("[formations.tactical]\n{table}"), &[]).err().expect(table).to_string();
        assert!(problem.contains(words), "{table}: {problem}");
    }
}

#[test]
fn a_card_goes_by_another_name_and_may_be_changed() {
    let table = "[formations.second]\ncard = 'tactical'\nupgrades = ['hunter']\ninitiative = '2+'";
    assert_eq!(read("second", table, &[]), (375, "6 tactical, 3 rhino, 1 hunter".to_owned()));
    let other = ["formations.second.card=devastator"];
    assert_eq!(read("second", table, &other), (325, "4 devastator, 2 rhino, 1 hunter".to_owned()));
    assert_eq!(read("second", table, &["formations.second.units[0].count=5"]).1, "5 tactical, 3 rhino, 1 hunter");
    assert_eq!(read("tactical", "", &["formations.tactical.points=275"]).0, 275);
    assert_eq!(read("tactical", "", &["formations.tactical.upgrades=[\"hunter\"]"]).0, 375);
}

#[test]
fn what_a_scenario_says_itself_gets_nothing_from_a_list() {
    let own = "[formations.terminators]\ninitiative = '1+'\nunits = [{ unit = 'terminator', count = 2 }]";
    let compiled = compiled("terminators", own, &[]).unwrap();
    let terminators = compiled.formations.iter().find(|formation| formation.name == "terminators").unwrap();
    assert_eq!(terminators.points, None);
}

/// Each formation and each upgrade of all lists can be played, and names units that there are.
#[test]
fn every_card_can_be_played_with_each_of_its_upgrades() {
    let (mut formations, mut upgrades) = (0, 0);
    for list in LISTS {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/armies/{list}.toml"));
        let Loaded::Army(army) = load(&path, &[]).unwrap() else { panic!("{list}") };
        check_army(&army).unwrap();
        let prefix = if list == "steel-legion" { "legion-" } else { "" };
        let mut tables = String::new();
        for card in cards(&army.root).unwrap() {
            formations += 1;
            assert!(card.points.is_some_and(|points| points > 0) && card.names.len() > 1, "{}", card.key);
            tables += &format!("[formations.x{formations}]\ncard = '{prefix}{}'\n", card.key);
            for offer in &card.offers {
                upgrades += 1;
                // Exarchs and warlords join units that are upgrades themselves.
                tables += &format!("[formations.u{upgrades}]\ncard = '{prefix}{}'\n", card.key);
                let of_joined = offer.key.strip_suffix("-exarch").map(|aspect| format!("{aspect}s"));
                let needed = of_joined.filter(|aspect| card.offers.iter().any(|offer| offer.key == *aspect));
                let nobz = || (offer.key == "ork-warlord").then(|| "nobz".to_owned());
                let needed = needed.or_else(nobz).map_or(String::new(), |needed| format!("{needed} = 1, "));
                tables += &format!("upgrades = {{ {needed}{} = 1 }}\n", offer.key);
            }
        }
        let compiled = compiled("tactical", &tables, &[]).unwrap_or_else(|problem| panic!("{list}: {problem}"));
        assert!(compiled.formations.len() > 2, "{list}");
    }
    assert!(formations >= 70 && upgrades >= 380, "{formations} {upgrades}");
}

const MATRIX: &str = "matrix = \"Lists\"\nsystem = \"epic-armageddon\"\nrows = [\"space-marines.t*\"]\ncolumns = [\"orks.*warband\"]\n\
    both-ways = false\n[[engagements]]\ngoal = \"defender.broken\"\n\
    steps = [{ action = \"shoot\", by = \"attacker\", at = \"defender\", order = \"advance\", range = 30 }]\n";

#[test]
fn a_matrix_takes_whole_lists_with_their_points() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("m.toml");
    let text = format!("{MATRIX}\n").replace("rows", &format!("armies = {}\nrows", armies()));
    let rows = |text: &str, sets: &[String]| {
        fs::write(&file, text).unwrap();
        let field = matrix(&file, sets, &Armies::default()).unwrap_or_else(|problem| panic!("{problem}"));
        let of = |places: &[usize]| {
            places.iter().map(|&at| (field.entrants[at].name.clone(), field.entrants[at].points)).collect::<Vec<_>>()
        };
        (of(&field.rows), of(&field.columns))
    };
    let (of_marines, of_orks) = rows(&text, &[]);
    assert_eq!(of_orks.iter().map(|(_, points)| *points).collect::<Vec<_>>(), [200, 350, 500]);
    assert!(
        of_marines.contains(&("tactical".to_owned(), 300)) && of_marines.contains(&("thunderhawk".to_owned(), 200))
    );
    let set = ["formations.tactical.upgrades=[\"hunter\"]".to_owned()];
    assert!(rows(&text, &set).0.contains(&("tactical".to_owned(), 375)));
    // A bare star takes the file's own formations, if it has some.
    let own = "[formations.mine]\npoints = 100\ninitiative = \"1+\"\nunits = [{ unit = \"tactical\" }]\n[formations.second]\ncard = \"tactical\"\nupgrades = [\"hunter\"]\n";
    let star = text.replace("space-marines.t*", "*").replace("orks.*warband", "warband") + own;
    assert_eq!(rows(&star, &[]).0, [("mine".to_owned(), 100), ("second".to_owned(), 375)]);
    assert!(rows(&star.replace(own, ""), &[]).0.len() > 70);
}

#[test]
fn all_marines_meet_all_orks() {
    let folder = tempfile::tempdir().unwrap();
    let text = MATRIX.replace("space-marines.t*", "space-marines.*").replace("orks.*warband", "orks.*");
    fs::write(folder.path().join("m.toml"), text.replace("rows", &format!("armies = {}\nrows", armies()))).unwrap();
    let mut command = Command::cargo_bin("battle-odds").unwrap();
    let output = command
        .current_dir(folder.path())
        .args(["matrix", "m.toml", "--trials", "20", "--lang", "en", "--out", "out"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let rows = fs::read_to_string(folder.path().join("out/matrix.csv")).unwrap();
    assert!(rows.contains("tactical") && rows.contains("uge-warband"), "{rows:.400}");
}
