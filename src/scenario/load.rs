//! All steps from a path to patched scenarios.

use crate::refuse_if;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::army::{self, Armies, Army, Known};
use super::army_ref::{ArmyRef, army_refs, read_together};
use super::choices::Choices;
use super::naming::{FindNaming, Named, NamingKeys};
use super::node::{Node, parse};
use super::open::Open;
use super::pasted::without_army;
use super::patch::Patch;
use super::patched::Scenario;
use super::problem::Problem;
use super::problem_kind::ProblemKind;
use super::source::{STANDARD_INPUT, Source, Span, content_hash};
use super::variants::{self, BASE, Variant};
use battle_odds_armies::pasted::is_pasted;

/// The content of a file.
#[derive(Clone, Debug)]
pub enum Loaded {
    /// Unit profiles: a file with a key `army` at the top.
    Army(Army),
    /// A scenario as written, then each usable variant; and the variants refused.
    Scenarios(Vec<Scenario>, Vec<Refused>),
}

/// A variant that cannot be used.
#[derive(Clone, Debug)]
pub struct Refused {
    /// Its name; its number in the file if it has none.
    pub variant: String,
    /// What is wrong with it.
    pub problem: Problem,
}

/// Reads a file and the armies it names. A scenario is patched by its variant first, then by `sets`, each the `PATH=VALUE`
/// of a `--set`; an army is not patched. `naming` knows the rules systems.
///
/// # Errors
/// The first problem met in the file, in an army or in a `--set`. A problem of one variant affects only that variant.
pub fn load(path: &Path, sets: &[String], naming: FindNaming) -> Result<Loaded, Problem> {
    load_of_batch(path, sets, &Armies::default(), naming)
}

/// The same for a file of a batch that shares its armies.
///
/// # Errors
/// See [`load`].
pub fn load_of_batch(path: &Path, sets: &[String], armies: &Armies, naming: FindNaming) -> Result<Loaded, Problem> {
    scenarios(open_source(path, armies.source(path)?, sets, armies, naming)?)
}

/// The same for a text that is in no file; armies are looked for in the folder of `path`.
///
/// # Errors
/// See [`load`].
pub fn load_source(path: &Path, source: Arc<Source>, naming: FindNaming) -> Result<Loaded, Problem> {
    scenarios(open_source(path, source, &[], &Armies::default(), naming)?)
}

fn scenarios(opened: Opened) -> Result<Loaded, Problem> {
    let mut file = match opened {
        Opened::Army(army) => return Ok(Loaded::Army(army)),
        Opened::File(file) => file,
    };
    let mut scenarios = vec![file.patched(BASE, &[])?];
    let mut refused = Vec::new();
    for Variant { name, patches } in std::mem::take(&mut file.variants) {
        match patches.and_then(|patches| file.patched(&name, &patches)) {
            Ok(scenario) => scenarios.push(scenario),
            Err(problem) => refused.push(Refused { variant: name, problem }),
        }
    }
    Ok(Loaded::Scenarios(scenarios, refused))
}

/// The content of a file, before any scenario is made of it.
#[derive(Debug)]
pub enum Opened {
    /// Unit profiles.
    Army(Army),
    /// A scenario file.
    File(Box<File>),
}

/// Reads a file as [`load`] does, without making its scenarios.
///
/// # Errors
/// The first problem met in what all of its scenarios share.
pub fn open(path: &Path, sets: &[String], armies: &Armies, naming: FindNaming) -> Result<Opened, Problem> {
    open_source(path, armies.source(path)?, sets, armies, naming)
}

fn open_source(
    path: &Path,
    source: Arc<Source>,
    sets: &[String],
    armies: &Armies,
    naming: FindNaming,
) -> Result<Opened, Problem> {
    if is_pasted(path, &source.text) {
        return Err(without_army(path));
    }
    let mut root = parse(Arc::clone(&source))?;
    let path = path.to_owned();
    if root.child("army").is_some() || root.child("matrix").is_some() {
        return Ok(Opened::Army(Army::new(path, source, root)));
    }
    let sets = sets.iter().map(|set| Patch::parse(set)).collect::<Result<Vec<_>, _>>()?;
    let variants = root.remove("variants").map_or(Ok(Vec::new()), |node| variants::read(&node))?;
    if let Some(base) = root.child("base") {
        let name = base.text("`base`")?.trim();
        refuse_if(name.is_empty() || variants.iter().any(|variant| variant.name == name), || {
            Problem::new(text!("`base` is a name that no variant has")).at(&base.span)
        })?;
    }
    let choices = Choices::take(&mut root)?;
    let mut bare = root.clone();
    let open = Open::take(&mut bare)?;
    let choices = choices.with_open(&open, &mut bare);
    let system = root.child("system").and_then(|system| system.text(mark!("a system")).ok());
    let keys = system.and_then(naming).unwrap_or(&NamingKeys::NONE);
    let mut named = Named::new(keys);
    named.file(&root);
    let changed = variants.iter().filter_map(|variant| variant.patches.as_ref().ok()).flatten();
    sets.iter().chain(changed).for_each(|patch| named.patch(patch));
    choices.name(&mut named);
    let named = named.names;
    let armies = Known { armies: armies.clone(), named: HashMap::new(), lists: HashMap::new(), keys };
    let dice = dice(&bare);
    Ok(Opened::File(Box::new(File { path, source, root, dice, named, sets, variants, choices, armies })))
}

/// The key of a file's dice: a hash of all its content except its armies' paths and what concerns only the answer.
/// Of what is open it is the first value of each key that counts.
fn dice(root: &Node) -> String {
    let mut text = String::new();
    let entries = root.entries(mark!("a scenario")).into_iter().flatten();
    for (key, node) in
        entries.filter(|(key, _)| !["title", "base", "tags", "goal", "armies"].contains(&key.name.as_str()))
    {
        text += &key.name;
        node.tell(&mut text);
    }
    content_hash(&text)
}

/// A scenario file that has been read, from which scenarios are made one by one.
#[derive(Clone, Debug)]
pub struct File {
    path: PathBuf,
    source: Arc<Source>,
    root: Node,
    /// See [`Scenario::dice`].
    dice: String,
    /// The formations named in it and in all its changes, including those of the command line: an army brings no others.
    named: HashSet<String>,
    sets: Vec<Patch>,
    /// Its variants.
    pub variants: Vec<Variant>,
    /// Its choices.
    pub choices: Choices,
    armies: Known,
}

impl File {
    /// A scenario built by the program: its tree, the changes of the command line, and the armies known so far. The caller
    /// sets its dice.
    pub(super) fn of_tree(
        path: PathBuf,
        source: Arc<Source>,
        root: Node,
        sets: Vec<Patch>,
        armies: Known,
        naming: FindNaming,
    ) -> File {
        let system = root.child("system").and_then(|system| system.text(mark!("a system")).ok());
        let mut named = Named::new(system.and_then(naming).unwrap_or(&NamingKeys::NONE));
        named.file(&root);
        sets.iter().for_each(|patch| named.patch(patch));
        let (named, variants, choices) = (named.names, Vec::new(), Choices::default());
        File { path, source, root, dice: String::new(), named, sets, variants, choices, armies }
    }

    /// The scenario with these changes, and then those of the command line, under the name of a variant.
    ///
    /// # Errors
    /// The first problem met.
    pub fn patched(&mut self, variant: &str, patches: &[Patch]) -> Result<Scenario, Problem> {
        let mut root = self.root.clone();
        // Twice: a patch may change what an army says, and which armies there are.
        self.adopt_formations(&mut root)?;
        for patch in patches.iter().chain(&self.sets) {
            patch.apply(&mut root)?;
        }
        self.adopt_formations(&mut root)?;
        let scenario = scenario(&self.path, &self.source, root, variant.to_owned(), &mut self.armies)?;
        Ok(Scenario { dice: self.dice.clone(), ..scenario })
    }

    /// Gives a scenario the formations of its armies that it names.
    fn adopt_formations(&mut self, root: &mut Node) -> Result<(), Problem> {
        let Some(node) = root.child("armies") else { return Ok(()) };
        // Problems of `armies` are reported where it is read.
        let Ok(army_refs) = army_refs(node) else { return Ok(()) };
        let folder = self.path.parent().unwrap_or(Path::new(""));
        read_together(&army_refs, folder, &self.armies);
        let mut before: Vec<(&ArmyRef, Army)> = Vec::new();
        let mut named = self.named.clone();
        // What a list says of a formation stands in place of what its army says of the card of that name.
        let (lists, others): (Vec<_>, Vec<_>) = army_refs.iter().partition(|(army_ref, _)| army_ref.is_text());
        for (army_ref, span) in lists.into_iter().chain(others) {
            // A patch may still name another file in place of one that cannot be read.
            let Ok(army) = army_ref.army(folder, span, &army_refs, &mut self.armies) else { continue };
            if before.iter().any(|(known, _)| *known == army_ref) {
                continue;
            }
            for (of, other) in &before {
                if let Some(name) = army::of_both(&self.root, &named, other, &army) {
                    let (name, file) = (name.to_owned(), of.file.clone());
                    return Err(ProblemKind::FormationOfTwoArmies { name, file }.at(span));
                }
            }
            army::adopt(root, &army, &named);
            if army_ref.is_text() {
                let listed = army.formations();
                named.retain(|name| !listed.contains(&name.as_str()));
            }
            before.push((army_ref, army));
        }
        Ok(())
    }
}

/// Takes the keys that all systems' scenarios have out of a patched root.
fn scenario(
    path: &Path,
    source: &Source,
    mut root: Node,
    variant: String,
    known: &mut Known,
) -> Result<Scenario, Problem> {
    let name = match path.as_os_str() == STANDARD_INPUT {
        true => "standard-input".to_owned(),
        false => path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
    };
    let system = root.remove("system").ok_or_else(|| ProblemKind::NoSystem.at(&root.span))?;
    let title = match root.remove("title") {
        Some(title) => in_one_line(title.text(mark!("a title"))?),
        None => name.clone(),
    };
    let base = root.remove("base");
    let base = base.map(|base| base.text(mark!("a name")).map(in_one_line)).transpose()?;
    let tags = root.remove("tags");
    let tags = tags.as_ref().map_or(Ok(Vec::new()), |tags| tags.texts(mark!("a tag")))?;
    let goal = root.remove("goal");
    let goal = goal.as_ref().map_or(Ok(Vec::new()), |goal| goal.texts(mark!("a goal")))?;
    let named_armies = root.remove("armies");
    let files = named_armies.as_ref().map_or(Ok(Vec::new()), army_refs)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let army = |(army_ref, span): &(ArmyRef, Span)| army_ref.army(folder, span, &files, known);
    let armies = files.iter().map(army).collect::<Result<Vec<_>, _>>()?;
    let open = Open::take(&mut root)?;
    // Hashes of hashes, so that no text can move from one file into the next unnoticed.
    let hash = armies.iter().fold(source.hash().to_owned(), |hash, army| content_hash(&(hash + army.source.hash())));
    Ok(Scenario {
        name,
        path: path.to_owned(),
        hash,
        dice: String::new(),
        has_own_dice: false,
        title,
        base,
        tags: tags.into_iter().map(|(text, _)| in_one_line(text)).collect(),
        system: (system.text(mark!("a system"))?.to_owned(), system.span.clone()),
        goal: goal.into_iter().map(|(text, span)| (text.to_owned(), span.clone())).collect(),
        root,
        open,
        variant,
        named_armies,
        armies,
    })
}

/// A title or a tag written over several lines, as one line.
fn in_one_line(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    let words: Vec<&str> = text.split([' ', '\n', '\t']).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use proptest::prelude::*;

    use super::super::lookup::get;
    use super::super::path;
    use super::*;

    const FILE: &str = r#"system = "epic-armageddon"
title = "A storm"
goal = ["warband.broken", "tacticals.losses <= 2"]
armies = ["armies/orks.toml"]
formations.warband = { units = [{ unit = "nob", count = 2 }, { unit = "boy", count = 6 }] }
[[steps]]
crossfire = true
[[variants]]
name = "more boyz"
set = { "formations.warband.units[1].count" = 10, "steps[0].crossfire" = false }
[[variants]]
name = "no nobz"
set = { "formations.warband.units[0].count" = 0 }
"#;
    const ARMY: &str = "army = \"Orks\"\n[units.boy]\nspeed = 15\n";

    /// Loads a scenario next to an army.
    fn loaded(file: &str, army: &str, sets: &[&str]) -> Result<Loaded, Problem> {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("armies")).unwrap();
        fs::write(folder.path().join("armies/orks.toml"), army).unwrap();
        fs::write(folder.path().join("storm.toml"), file).unwrap();
        let sets: Vec<String> = sets.iter().map(|&set| set.to_owned()).collect();
        load(&folder.path().join("storm.toml"), &sets, |_| None)
    }

    fn scenarios(file: &str, sets: &[&str]) -> Result<Vec<Scenario>, Problem> {
        match loaded(file, ARMY, sets)? {
            Loaded::Scenarios(scenarios, refused) => match refused.into_iter().next() {
                None => Ok(scenarios),
                Some(refused) => Err(refused.problem),
            },
            Loaded::Army(_) => panic!("an army"),
        }
    }

    fn found(scenario: &Scenario, path: &str) -> String {
        let path = path::Path::parse(path, &scenario.root.span).unwrap();
        get(&scenario.root, &path).unwrap().value.describe()
    }

    #[test]
    fn a_file_is_its_scenario_and_then_its_variants() {
        let scenarios = scenarios(FILE, &[]).unwrap();
        let names: Vec<_> = scenarios.iter().map(|scenario| scenario.variant.as_str()).collect();
        assert_eq!(names, [BASE, "more boyz", "no nobz"]);
        let counts = ["formations.warband.units[0].count", "formations.warband.units[1].count", "steps[0].crossfire"];
        let read = |scenario: &Scenario| counts.map(|path| found(scenario, path));
        assert_eq!(read(&scenarios[0]), ["2", "6", "true"]);
        assert_eq!(read(&scenarios[1]), ["2", "10", "false"]);
        assert_eq!(read(&scenarios[2]), ["0", "6", "true"]);
        let first = &scenarios[0];
        assert_eq!(
            (first.name.as_str(), first.title.as_str(), first.system.0.as_str()),
            ("storm", "A storm", "epic-armageddon")
        );
        assert_eq!(first.goal[1].0, "tacticals.losses <= 2");
        assert_eq!(first.goal[1].1.line_and_column(), (3, 27));
        let left: Vec<_> = first.root.entries("a scenario").unwrap().iter().map(|(key, _)| key.name.as_str()).collect();
        assert_eq!(left, ["formations", "steps"]);
        assert!(first.armies[0].path.ends_with("armies/orks.toml"));
        assert!(first.armies[0].root.child("units").is_some());
    }

    #[test]
    fn the_command_line_has_the_last_word() {
        let sets = ["formations.warband.units[1].count=3", "goal=warband.destroyed", "title=Mine", "steps[0].by=x"];
        let scenarios = scenarios(FILE, &sets).unwrap();
        for scenario in &scenarios {
            assert_eq!(found(scenario, "formations.warband.units[1].count"), "3");
            assert_eq!((scenario.title.as_str(), scenario.goal.len()), ("Mine", 1));
        }
        assert_eq!(found(&scenarios[1], "steps[0].crossfire"), "false");
    }

    #[test]
    fn the_hash_covers_the_texts_alone() {
        let hash = |file: &str, army: &str, sets: &[&str]| match loaded(file, army, sets).unwrap() {
            Loaded::Scenarios(scenarios, _) => scenarios[0].hash.clone(),
            Loaded::Army(_) => panic!("an army"),
        };
        let plain = hash(FILE, ARMY, &[]);
        assert_eq!(plain, hash(FILE, ARMY, &["title=x"]));
        assert_ne!(plain, hash(&format!("{FILE}# "), ARMY, &[]));
        assert_ne!(plain, hash(FILE, &format!("{ARMY}# "), &[]));
        let alone = "system = 'x'";
        assert_eq!(hash(alone, ARMY, &[]), content_hash(alone));
    }

    #[test]
    fn a_wrong_variant_is_refused_and_costs_nothing_else() {
        let file = FILE.replace("units[1].count", "units[2].count");
        let Loaded::Scenarios(scenarios, refused) = loaded(&file, ARMY, &[]).unwrap() else { panic!("an army") };
        let names: Vec<_> = scenarios.iter().map(|scenario| scenario.variant.as_str()).collect();
        assert_eq!(names, [BASE, "no nobz"]);
        assert_eq!((refused.len(), refused[0].variant.as_str()), (1, "more boyz"));
    }

    #[test]
    fn a_file_with_an_army_is_an_army() {
        let Loaded::Army(army) = loaded(ARMY, ARMY, &["no path"]).unwrap() else { panic!("no army") };
        assert_eq!(army.source.text, ARMY);
        assert!(army.root.child("army").is_some());
    }

    #[test]
    fn mistakes_are_pointed_at() {
        let army = |name: &str| FILE.replace("armies/orks.toml", name);
        for (file, sets, words, place) in [
            (army("armies/orcs.toml"), vec![], "there is no such file", "storm.toml:4:11"),
            (army("armies"), vec![], "this is a folder", "storm.toml:4:11"),
            (army("storm.toml"), vec![], "not an army file", "storm.toml:4:11"),
            (FILE.into(), vec!["armies=armies/elves.toml"], "there is no such file", "--set:1:8"),
            (FILE.replace("system", "sytem"), vec![], "a scenario needs `system = \"…\"`", "storm.toml:1:1"),
            (FILE.replace("\"epic-armageddon\"", "3"), vec![], "a system is text", "storm.toml:1:10"),
            (FILE.replace("units[1].count", "units[2].count"), vec![], "no entry 2", "storm.toml:10:34"),
            (FILE.into(), vec!["formations.warbnd.points=3"], "did you mean `warband`?", "--set:1:12"),
            (FILE.replace("no nobz", "more boyz"), vec![], "already a variant", "storm.toml:12:8"),
            (FILE.replace("\"warband.broken\"", "1"), vec![], "a goal is text", "storm.toml:3:9"),
            ("# nothing".into(), vec![], "the file is empty", "storm.toml"),
        ] {
            let shown = scenarios(&file, &sets).unwrap_err().to_string();
            assert!(shown.contains(words) && shown.contains(place), "no {words} or {place} in {shown}");
        }
        let shown = loaded(FILE, "army = [", &[]).unwrap_err().to_string();
        assert!(shown.contains("orks.toml:1:9"), "{shown}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn no_bytes_make_loading_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), set in "\\PC{0,40}") {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("a.toml");
            fs::write(&path, &bytes).unwrap();
            if let Err(problem) = load(&path, &[set], |_| None) {
                prop_assert!(!problem.to_string().is_empty());
            }
        }

        #[test]
        fn no_slip_of_the_keyboard_makes_loading_panic(
            slips in prop::collection::vec((0..FILE.len(), 0..4usize, "[\\[\\]{}.,='\"#\n a1é]{0,3}"), 0..4),
            set in "(formations|steps|variants|armies|title|\\.|\\[[0-9]\\]|=|\"|[a-z0-9]){0,8}",
        ) {
            let mut file = FILE.to_owned();
            for (at, cut, put) in slips {
                let end = (at + cut).min(file.len());
                if at <= end {
                    file.replace_range(at..end, &put.replace('é', "e"));
                }
            }
            let source = Source::new("a.toml", file);
            for sets in [vec![], vec![set]] {
                if let Err(problem) = open_source(Path::new("a.toml"), Arc::clone(&source), &sets, &Armies::default(), |_| None).and_then(super::scenarios) {
                    prop_assert!(!problem.to_string().is_empty());
                }
            }
        }
    }
}
