//! A matrix: formations against formations, in engagements with an attacker and a defender.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use schemars::JsonSchema;

use super::army::{self, Army, Known};
use super::army_ref::{army_refs, read_together};
use super::load::File;
use super::naming::FindNaming;
use super::node::{Key, Node, Value, parse};
use super::patch::Patch;
use super::patched::Scenario;
use super::problem::{Problem, unknown};
use super::problem_kind::ProblemKind;
use super::source::{Source, Span, content_hash};
use super::typed::Several;

/// The two formations of an engagement, by the names that they have in it.
pub const ROLES: [&str; 2] = ["attacker", "defender"];

/// What a matrix file has beside what a scenario of its rulebook has.
#[derive(JsonSchema)]
#[schemars(rename = "a matrix", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(dead_code)]
pub struct Written {
    /// Its title: this key makes the file a matrix.
    matrix: String,
    /// The formations that are compared, of this file or of its armies; `*` stands for any letters: `"orks.*"`.
    rows: Several<String>,
    /// The formations that they meet. Left out: the rows.
    columns: Option<Several<String>>,
    /// Whether each engagement is also fought with the roles exchanged. Left out: true.
    both_ways: Option<bool>,
    /// What they fight: scenarios whose formations are `attacker`, the row, and `defender`, the column.
    engagements: Vec<WrittenEngagement>,
}

/// What an engagement has beside what a scenario of its rulebook has.
#[derive(JsonSchema)]
#[schemars(rename = "an engagement", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(dead_code)]
pub struct WrittenEngagement {
    /// Its name. Left out: its number.
    name: Option<String>,
    /// How much it counts in the mean: more than 0. Left out: 1.
    #[schemars(range(min = 0))]
    weight: Option<f64>,
}

/// A matrix file, read.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// Its title.
    pub title: String,
    /// The system's key, as written.
    pub system: String,
    /// All formations that take part, each once.
    pub entrants: Vec<Entrant>,
    /// The rows, as places among the entrants.
    pub rows: Vec<usize>,
    /// The columns.
    pub columns: Vec<usize>,
    /// Whether each engagement is also fought with the roles exchanged.
    pub both_ways: bool,
    /// What they fight.
    pub engagements: Vec<Engagement>,
    path: PathBuf,
    source: Arc<Source>,
    sets: Vec<Patch>,
    naming: FindNaming,
    /// What all engagements share: the system, armies, units.
    shared: Node,
    known: Known,
    /// The hash of its armies.
    armies: OnceLock<String>,
}

/// A formation that takes part.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Its name.
    pub name: String,
    /// Its list price.
    pub points: u64,
    /// The name, with that of its army before a point.
    full: String,
    node: Node,
}

/// One of the engagements.
#[derive(Clone, Debug)]
pub struct Engagement {
    /// Its name.
    pub name: String,
    /// How much it counts.
    pub weight: f64,
    node: Node,
}

impl Matrix {
    /// Reads a matrix file; `sets` change the scenario of every engagement.
    ///
    /// # Errors
    /// The first mistake of the file, pointed at.
    pub fn read(path: &Path, sets: &[String], naming: FindNaming) -> Result<Matrix, Problem> {
        let source = army::text(path)?;
        let mut root = parse(Arc::clone(&source))?;
        let sets = sets.iter().map(|set| Patch::parse(set)).collect::<Result<Vec<_>, _>>()?;
        let Some(title) = root.remove("matrix") else {
            let problem = Problem::new(text!("a matrix file begins with `matrix = \"…\"`, its title")).at(&root.span);
            return Err(problem.help(text!("scenarios are played by `battle-odds run`")));
        };
        let title = title.text(mark!("a title"))?.to_owned();
        let system = root
            .child("system")
            .ok_or_else(|| Problem::new(text!("a matrix needs `system = \"…\"`")).at(&root.span))?;
        let system = system.text(mark!("a system"))?.to_owned();
        let keys = naming(&system).unwrap_or(&super::naming::NamingKeys::NONE);
        let mut known = Known { armies: Default::default(), named: Default::default(), keys };
        let mut offered = offered(path, &mut root, &mut known)?;
        let sets = changed(sets, &mut offered, (path, &root), &mut known)?;
        let both_ways = root.remove("both-ways").map_or(Ok(true), |node| node.boolean("`both-ways`"))?;
        let rows = root.remove("rows").ok_or_else(|| {
            Problem::new(text!("a matrix needs `rows`, the formations that it compares"))
                .at(&root.span)
                .help(text!("rows = [\"*\"] takes all"))
        })?;
        let columns = root.remove("columns");
        let mut entrants = Vec::new();
        let rows = chosen(&rows, &offered, &mut entrants)?;
        let columns = columns.map_or(Ok(rows.clone()), |columns| chosen(&columns, &offered, &mut entrants))?;
        let Some(written) = root.remove("engagements") else {
            let problem = Problem::new(text!(
                "a matrix needs at least one [[engagements]], with `steps` of `attacker` and `defender`"
            ));
            return Err(problem.at(&root.span));
        };
        let engagements =
            written.list("`engagements`")?.iter().enumerate().map(|(place, node)| engagement(node, place));
        let engagements = engagements.collect::<Result<Vec<_>, _>>()?;
        let path = path.to_owned();
        Ok(Matrix {
            title,
            system,
            entrants,
            rows,
            columns,
            both_ways,
            engagements,
            path,
            source,
            sets,
            naming,
            shared: root,
            known,
            armies: OnceLock::new(),
        })
    }

    /// The scenario in which one entrant attacks another.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn scenario(&self, engagement: usize, attacker: usize, defender: usize) -> Result<Scenario, Problem> {
        let engagement = &self.engagements[engagement];
        let mut root = self.shared.clone();
        if let (Value::Table(all), Value::Table(own)) = (&mut root.value, &engagement.node.value) {
            for (key, node) in own {
                all.retain(|(known, _)| known.name != key.name);
                all.push((key.clone(), node.clone()));
            }
        }
        for (role, entrant) in ROLES.into_iter().zip([attacker, defender]) {
            root.put(&["formations", role], self.entrants[entrant].node.clone());
        }
        let [attacker, defender] = [attacker, defender].map(|entrant| &self.entrants[entrant].name);
        let name = format!("{}: {attacker} against {defender}", engagement.name);
        let (source, sets) = (Arc::clone(&self.source), self.sets.clone());
        File::of_tree(self.path.clone(), source, root, sets, self.known.clone(), self.naming).patched(&name, &[])
    }

    /// A hash of all that one of its scenarios and the armies say, wherever it is written: two with the same are the same.
    pub fn fingerprint(&self, scenario: &Scenario) -> String {
        let armies = self.armies.get_or_init(|| {
            let mut armies: Vec<_> = self.known.named.iter().collect();
            armies.sort_by_key(|(named, _)| *named);
            let mut text = String::new();
            armies.iter().for_each(|(_, army)| army.root.tell(&mut text));
            content_hash(&text)
        });
        let mut text =
            format!("{armies} {:?} {:?}", self.system, scenario.goal.iter().map(|(goal, _)| goal).collect::<Vec<_>>());
        scenario.root.tell(&mut text);
        content_hash(&text)
    }

    /// Takes an ability or a rule from all units, weapons and formations; one with a number, such as `extra-attack 1`, goes
    /// by its first word too.
    ///
    /// # Errors
    /// A problem that suggests the nearest name, if nobody has it.
    pub fn knock_out(&mut self, ability: &str) -> Result<(), Problem> {
        self.armies = OnceLock::new();
        let (mut known, mut is_found) = (Vec::new(), false);
        let entrants = self.entrants.iter_mut().map(|entrant| &mut entrant.node);
        let armies = self.known.named.values_mut().map(Army::root_mut);
        for node in entrants.chain(armies).chain([&mut self.shared]) {
            is_found |= without(node, ability, &mut known);
        }
        known.sort();
        known.dedup();
        let source = Source::new("--knockout", ability);
        let nobody = || {
            unknown(mark!("ability"), ability, &Span::new(&source, 0..ability.len()), known.iter().map(String::as_str))
        };
        if is_found { Ok(()) } else { Err(nobody()) }
    }

    /// What is wrong with the scenario of two entrants, in the names of the file: nobody writes `attacker` there.
    pub fn told(&self, problem: Problem, attacker: usize, defender: usize) -> Problem {
        let names = [attacker, defender].map(|entrant| self.name(entrant));
        let problem = ROLES.into_iter().zip(names).fold(problem, |problem, (role, name)| {
            problem.with_help_for(&format!("[formations.{role}]"), &format!("[formations.{name}]"))
        });
        let ([attacker, defender], file) = (names, self.path.display());
        problem.help(text!("this is about {file}: `{attacker}` against `{defender}`", file, attacker, defender))
    }

    /// Names of entrants.
    pub fn name(&self, entrant: usize) -> &str {
        &self.entrants[entrant].name
    }
}

/// A formation that may be chosen.
struct Offered {
    name: String,
    /// The name, with that of its army before a point.
    full: String,
    node: Node,
    /// The file of its army, and where that is named.
    army: Option<(String, Span)>,
}

/// Takes the formations of the file, and finds those of its armies: what the file says of one of these is added to it.
fn offered(path: &Path, root: &mut Node, known: &mut Known) -> Result<Vec<Offered>, Problem> {
    let mut offered = Vec::new();
    let entries = |node: &Node| match &node.value {
        Value::Table(entries) => entries.clone(),
        _ => Vec::new(),
    };
    if let Some(own) = root.remove("formations") {
        own.entries("`formations`")?;
        let own = entries(&own).into_iter();
        offered.extend(own.map(|(Key { name, .. }, node)| Offered { full: name.clone(), name, node, army: None }));
    }
    // These say themselves what is in them, whatever armies have one of the name.
    let says = |own: &&Offered| own.node.child("units").is_some();
    let own: Vec<String> = offered.iter().filter(says).map(|own| own.name.clone()).collect();
    if let Some(armies) = root.child("armies") {
        let folder = path.parent().unwrap_or(Path::new(""));
        let army_refs = army_refs(armies)?;
        read_together(&army_refs, folder, known);
        for (army_ref, span) in army_refs {
            let army = army_ref.army(folder, &span, known)?;
            let of = army_ref.prefix.clone().unwrap_or_else(|| {
                Path::new(&army_ref.file).file_stem().unwrap_or_default().to_string_lossy().into_owned()
            });
            for (Key { name, .. }, node) in army.root.child("formations").map(entries).unwrap_or_default() {
                let full = format!("{of}.{name}");
                // One army named twice brings its formations once.
                if offered.iter().any(|known| known.full == full) {
                    continue;
                }
                let army = Some((army_ref.file.clone(), span.clone()));
                match offered.iter_mut().find(|known| known.name == name && known.army.is_none()) {
                    Some(known) => {
                        army::complete(&mut known.node, &node);
                        (known.full, known.army) = (full, army);
                    }
                    None if own.contains(&name) => {}
                    None => offered.push(Offered { name, full, node, army }),
                }
            }
        }
    }
    Ok(offered)
}

/// Makes those changes that lead to a formation or to a unit of an army; gives back the others, which each engagement takes.
///
/// # Errors
/// A change that cannot be made, or a unit that two armies have.
fn changed(
    sets: Vec<Patch>,
    offered: &mut [Offered],
    (path, root): (&Path, &Node),
    known: &mut Known,
) -> Result<Vec<Patch>, Problem> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let army_refs = root.child("armies").map_or(Ok(Vec::new()), army_refs)?;
    let named: Vec<_> = army_refs.iter().map(|(army_ref, _)| army_ref.key(folder)).collect();
    let mut left = Vec::new();
    for patch in sets {
        let Some((table, name)) = patch.path.entry() else {
            left.push(patch);
            continue;
        };
        let has = |root: &Node| root.child(table).is_some_and(|entries| entries.child(name).is_some());
        let formations: Vec<_> =
            offered.iter_mut().filter(|known| table == "formations" && known.name == name).collect();
        if formations.is_empty() {
            let armies =
                known.named.iter_mut().filter(|(key, army)| !has(root) && named.contains(key) && has(&army.root));
            let mut armies: Vec<_> = armies.map(|(_, army)| army).collect();
            match armies.as_mut_slice() {
                [] => left.push(patch),
                [army] => patch.apply(army.root_mut())?,
                _ => {
                    let problem = Problem::new(text!("two of the armies have a unit `{name}`", name));
                    return Err(problem.at(&patch.value.span).help(text!("change it in the file of its army")));
                }
            }
            continue;
        }
        for Offered { node, .. } in formations {
            let mut around = Node { value: Value::Table(Vec::new()), span: node.span.clone() };
            around.put(&[table, name], node.clone());
            patch.apply(&mut around)?;
            if let Some(changed) = around.child(table).and_then(|entries| entries.child(name)) {
                *node = changed.clone();
            }
        }
    }
    Ok(left)
}

/// Takes an ability out of every list of `abilities` and `rules` below a node; what these lists hold is added to `known`.
fn without(node: &mut Node, ability: &str, known: &mut Vec<String>) -> bool {
    let is_it = |node: &Node| matches!(&node.value, Value::Text(text) if text == ability || text.split(' ').next() == Some(ability));
    match &mut node.value {
        Value::List(list) => list.iter_mut().fold(false, |found, node| without(node, ability, known) | found),
        Value::Table(entries) => entries.iter_mut().fold(false, |found, (key, node)| match &mut node.value {
            Value::List(list) if ["abilities", "rules"].contains(&key.name.as_str()) => {
                let before = list.len();
                known.extend(list.iter().filter_map(|node| node.text(mark!("an ability")).ok().map(str::to_owned)));
                list.retain(|node| !is_it(node));
                list.len() < before || found
            }
            _ => without(node, ability, known) | found,
        }),
        _ => false,
    }
}

/// The entrants that a list of names and patterns chooses, in its order; new ones are added.
fn chosen(list: &Node, offered: &[Offered], entrants: &mut Vec<Entrant>) -> Result<Vec<usize>, Problem> {
    let mut places = Vec::new();
    for (pattern, span) in list.texts(mark!("a formation"))? {
        let fits = |one: &&Offered| is_like(pattern, &one.name) || is_like(pattern, &one.full);
        let found: Vec<_> = offered.iter().filter(fits).collect();
        if found.is_empty() {
            return Err(unknown(mark!("formation"), pattern, span, offered.iter().map(|one| one.name.as_str())));
        }
        for Offered { name, full, node, army } in found {
            let place = match entrants.iter().position(|entrant| entrant.name == *name) {
                Some(place) if entrants[place].full != *full => {
                    let other = offered.iter().find(|one| one.full == entrants[place].full);
                    let file = other.and_then(|other| other.army.as_ref()).map_or("", |(file, _)| file);
                    let at = army.as_ref().map_or(span, |(_, span)| span);
                    let problem = ProblemKind::FormationOfTwoArmies { name: name.clone(), file: file.to_owned() };
                    return Err(problem.at(at));
                }
                Some(place) => place,
                None => {
                    let problem =
                        || Problem::new(text!("`{name}` has no `points`, which a matrix compares by", name)).at(span);
                    let points =
                        node.child("points").ok_or_else(problem)?.integer(mark!("points"), 1..=1_000_000)? as u64;
                    let mut node = node.clone();
                    // Whose side it is on is a matter of its role.
                    node.remove("side");
                    entrants.push(Entrant { name: name.clone(), points, full: full.clone(), node });
                    entrants.len() - 1
                }
            };
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    Ok(places)
}

fn engagement(node: &Node, place: usize) -> Result<Engagement, Problem> {
    node.entries(mark!("an engagement"))?;
    let mut node = node.clone();
    let name = match node.remove("name") {
        Some(name) => name.text(mark!("a name"))?.to_owned(),
        None => format!("engagement {}", place + 1),
    };
    let weight = match node.remove("weight") {
        None => 1.0,
        Some(Node { value: Value::Float(weight), .. }) if weight > 0.0 => weight,
        Some(node) => node.integer(mark!("a weight"), 1..=1_000_000)? as f64,
    };
    Ok(Engagement { name, weight, node })
}

/// Whether a name fits a pattern, in which `*` stands for any letters.
pub fn is_like(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((before, after)) => name.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| is_like(after, &rest[at..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const FILE: &str = r#"matrix = "A field"
system = "epic-armageddon"
rows = ["b*", "marines"]
[formations.boyz]
points = 200
side = "orks"
[formations.bikes]
points = 150
[formations.marines]
points = 300
[[engagements]]
name = "storm"
weight = 2
goal = ["attacker.won"]
steps = [{ action = "assault", by = "attacker", at = "defender" }]
"#;

    fn read(text: &str) -> Result<Matrix, Problem> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("field.toml");
        fs::write(&path, text).unwrap();
        Matrix::read(&path, &[], |_| None)
    }

    #[test]
    fn patterns_choose_formations_in_written_order() {
        for (pattern, name, fits) in [
            ("b*", "boyz", true),
            ("*", "", true),
            ("orks.*", "orks.boyz", true),
            ("b*z", "bozo", false),
            ("a*a*", "aba", true),
        ] {
            assert_eq!(is_like(pattern, name), fits, "{pattern} {name}");
        }
        let matrix = read(FILE).unwrap();
        let names: Vec<&str> = matrix.rows.iter().map(|&row| matrix.name(row)).collect();
        assert_eq!((names, matrix.columns.len(), matrix.both_ways), (vec!["boyz", "bikes", "marines"], 3, true));
        assert_eq!((matrix.engagements[0].name.as_str(), matrix.engagements[0].weight), ("storm", 2.0));
    }

    #[test]
    fn a_cell_is_a_scenario_of_an_attacker_and_a_defender() {
        let scenario = read(FILE).unwrap().scenario(0, 2, 0).unwrap();
        let formations = scenario.root.child("formations").unwrap();
        let points = |role: &str| formations.child(role).unwrap().child("points").unwrap().value.describe();
        assert_eq!(ROLES.map(points), ["300", "200"]);
        assert!(formations.child("defender").unwrap().child("side").is_none() && formations.child("boyz").is_none());
        assert_eq!(
            (scenario.goal[0].0.as_str(), scenario.variant.as_str()),
            ("attacker.won", "storm: marines against boyz")
        );
    }

    #[test]
    fn formations_and_units_of_armies_can_be_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("field.toml");
        let army = "army = \"Orks\"\n[units.boy]\narmour = \"6+\"\nabilities = [\"mob\", \"leader 2\"]\n";
        fs::write(folder.path().join("orks.toml"), army).unwrap();
        fs::write(&path, FILE.replace("rows", "armies = [\"orks.toml\"]\nrows")).unwrap();
        let sets = ["formations.boyz.points=250", "units.boy.armour=4+"].map(str::to_owned);
        let mut matrix = Matrix::read(&path, &sets, |_| None).unwrap();
        assert_eq!(matrix.entrants[0].points, 250);
        let boy = |matrix: &Matrix, key: &str| {
            let scenario = matrix.scenario(0, 0, 1).unwrap();
            scenario.armies[0].root.child("units").unwrap().child("boy").unwrap().child(key).unwrap().value.describe()
        };
        assert_eq!(boy(&matrix, "armour"), "\"4+\"");
        let print = |matrix: &Matrix, row: usize| matrix.fingerprint(&matrix.scenario(0, row, 1).unwrap());
        let before = print(&matrix, 0);
        assert!(before != print(&matrix, 1) && before == print(&matrix, 0));
        matrix.knock_out("leader").unwrap();
        assert_eq!(boy(&matrix, "abilities"), "a list of 1");
        assert!(before != print(&matrix, 0));
        let shown = matrix.knock_out("mobb").unwrap_err().to_string();
        assert!(shown.contains("did you mean `mob`?") && shown.contains("--knockout"), "{shown}");
    }

    /// None of two is taken in silence.
    #[test]
    fn a_formation_or_a_unit_of_two_armies_is_asked_about() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("field.toml");
        for army in ["red", "blue"] {
            let text = format!(
                "army = '{army}'\n[units.boy]\narmour = '6+'\n[formations.band]\npoints = 100\nunits = ['{army}']\n\
                 [formations.{army}]\npoints = 100\nunits = ['boy']\n"
            );
            fs::write(folder.path().join(format!("{army}.toml")), text).unwrap();
        }
        let read = |rows: &str, armies: &str, set: &str| {
            let text = FILE.replace("rows = [\"b*\", \"marines\"]", &format!("rows = {rows}\narmies = [{armies}]"));
            fs::write(&path, text).unwrap();
            let sets: Vec<String> = (!set.is_empty()).then(|| set.to_owned()).into_iter().collect();
            Matrix::read(&path, &sets, |_| None)
        };
        let (both, apart) = ("'red.toml', 'blue.toml'", "'red.toml', { file = 'blue.toml', as = 'b' }");
        let shown = read("['*']", both, "").unwrap_err().to_string();
        assert!(shown.contains("two of the armies have a formation `band`"), "{shown}");
        assert!(shown.contains("field.toml:4:23") && shown.contains("the other is red.toml"), "{shown}");
        let shown = read("['blue']", both, "units.boy.armour=4+").unwrap_err().to_string();
        assert!(shown.contains("two of the armies have a unit `boy`") && shown.contains("--set:1:"), "{shown}");
        let matrix = read("['blue.band', 'red']", both, "").unwrap();
        let scenario = matrix.scenario(0, 0, 1).unwrap();
        let units = scenario.root.child("formations").unwrap().child("attacker").unwrap().child("units").unwrap();
        assert_eq!(units.texts("units").unwrap()[0].0, "blue");
        let matrix = read("['*']", apart, "units.b-boy.armour=4+").unwrap();
        let names: Vec<&str> = matrix.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        assert_eq!(names, ["boyz", "bikes", "marines", "band", "red", "b-band", "b-blue"]);
        let scenario = matrix.scenario(0, 0, 1).unwrap();
        let armour = |army: usize, name: &str| {
            scenario.armies[army]
                .root
                .child("units")
                .unwrap()
                .child(name)
                .unwrap()
                .child("armour")
                .unwrap()
                .value
                .describe()
        };
        assert_eq!((armour(0, "boy"), armour(1, "b-boy")), ("\"6+\"".into(), "\"4+\"".into()));
        // Whoever says himself what is in a formation means that.
        let own = FILE.replace("points = 200", "points = 200\nunits = ['mine']").replace("boyz", "band");
        fs::write(&path, own.replace("rows", &format!("armies = [{both}]\nrows"))).unwrap();
        assert_eq!(Matrix::read(&path, &[], |_| None).unwrap().entrants.len(), 3 + 1);
    }

    #[test]
    fn mistakes_are_pointed_at() {
        for (file, words, place) in [
            (FILE.replace("marines\"]", "marine\"]"), "did you mean `marines`?", "field.toml:3:15"),
            (FILE.replace("matrix = \"A field\"", ""), "a matrix file begins with", "field.toml"),
            (FILE.replace("points = 300", "initiative = \"1+\""), "`marines` has no `points`", "field.toml:3:15"),
            (FILE.replace("weight = 2", "weight = 0"), "a weight", "field.toml:13:10"),
            (FILE.replace("[[engagements]]", "[[engagement]]"), "at least one [[engagements]]", "field.toml"),
        ] {
            let shown = read(&file).unwrap_err().to_string();
            assert!(shown.contains(words) && shown.contains(place), "no {words} or {place} in {shown}");
        }
    }
}
