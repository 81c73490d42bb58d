//! A matrix: formations against formations, in engagements with an attacker and a defender.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use schemars::JsonSchema;

use super::army::{Armies, Army, Known};
use super::entrants::{armies as armies_of, changed, chosen, offered};
use super::load::File;
use super::matched;
use super::naming::FindNaming;
use super::node::{Node, Value, parse};
use super::patch::Patch;
use super::patched::Scenario;
use super::problem::{Problem, unknown};
use super::source::{Source, Span, content_hash};
use super::typed::Several;

pub use super::entrants::{Entrant, is_like};
pub use super::matched::ROLES;

/// What a matrix file has in addition to the keys of a scenario of its rulebook.
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
    /// Only formations meet whose list prices are within this factor of each other, such as 1.5. Left out: all.
    #[schemars(range(min = 1))]
    price_band: Option<f64>,
    /// `"points"`: each side brings up to four of its formation, so that both cost the same within a tenth; they act one
    /// after another. Left out: one each.
    r#match: Option<Match>,
    /// What they fight: scenarios whose formations are `attacker`, the row, and `defender`, the column.
    engagements: Vec<WrittenEngagement>,
}

/// How many formations each side of a battle brings.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[allow(dead_code)]
enum Match {
    /// As many as make both sides cost the same.
    Points,
}

/// What an engagement has in addition to the keys of a scenario of its rulebook.
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

/// A matrix file that has been read.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// Its title.
    pub title: String,
    /// The system's key, as written.
    pub system: String,
    /// All formations that take part, each once.
    pub entrants: Vec<Entrant>,
    /// The rows, as indices of entrants.
    pub rows: Vec<usize>,
    /// The columns.
    pub columns: Vec<usize>,
    /// Whether each engagement is also fought with the roles exchanged.
    pub both_ways: bool,
    /// Only formations meet whose list prices are within this factor of each other.
    pub price_band: Option<f64>,
    /// Whether each side brings as many formations as make both cost the same.
    pub is_matched: bool,
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
    /// The first mistake of the file, with its place.
    pub fn read(path: &Path, sets: &[String], armies: &Armies, naming: FindNaming) -> Result<Matrix, Problem> {
        let source = armies.source(path)?;
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
        let mut known = Known { armies: armies.clone(), named: Default::default(), lists: Default::default(), keys };
        let mut offered = offered(path, &mut root, &mut known)?;
        let sets = changed(sets, &mut offered, path, &root, &mut known)?;
        let both_ways = root.remove("both-ways").map_or(Ok(true), |node| node.boolean("`both-ways`"))?;
        let price_band = root.remove("price-band").map(|node| band(&node)).transpose()?;
        let is_matched = root.remove("match").map_or(Ok(false), |node| is_by_points(&node))?;
        let rows = root.remove("rows").ok_or_else(|| {
            Problem::new(text!("a matrix needs `rows`, the formations that it compares"))
                .at(&root.span)
                .help(text!("rows = [\"*\"] takes all"))
        })?;
        let columns = root.remove("columns");
        let (mut entrants, lists) = (Vec::new(), armies_of(path, &root, &known)?);
        let rows = chosen(&rows, &offered, &lists, &mut entrants)?;
        let columns = columns.map_or(Ok(rows.clone()), |columns| chosen(&columns, &offered, &lists, &mut entrants))?;
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
            price_band,
            is_matched,
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

    /// How many formations an attacker and a defender bring. `None` if they do not meet: their prices are too far apart.
    pub fn counts(&self, attacker: usize, defender: usize) -> Option<[u64; 2]> {
        let prices = [attacker, defender].map(|entrant| self.entrants[entrant].points);
        let factor = prices[0].max(prices[1]) as f64 / prices[0].min(prices[1]) as f64;
        if self.price_band.is_some_and(|band| factor > band) {
            return None;
        }
        if self.is_matched { matched::counts(prices) } else { Some([1, 1]) }
    }

    /// The formations on the attacker's and on the defender's side, and the name under which the points of the attacker's are
    /// counted together.
    pub fn sides(&self, attacker: usize, defender: usize) -> ([Vec<String>; 2], String) {
        let counts = self.counts(attacker, defender).unwrap_or([1, 1]);
        let names = [0, 1].map(|side| matched::names_of(ROLES[side], counts[side]));
        let side = if self.is_matched { matched::SIDES[0].to_owned() } else { format!("side of {}", ROLES[0]) };
        (names, side)
    }

    /// The scenario in which one entrant attacks another.
    ///
    /// # Errors
    /// A problem of that scenario.
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
        if let Some(counts) = self.counts(attacker, defender).filter(|_| self.is_matched) {
            matched::multiply(&mut root, counts)?;
        }
        let name = self.battle_name(&engagement.name, attacker, defender);
        let (source, sets) = (Arc::clone(&self.source), self.sets.clone());
        File::of_tree(self.path.clone(), source, root, sets, self.known.clone(), self.naming).patched(&name, &[])
    }

    /// The name of a battle: `storm: warband against tacticals`.
    fn battle_name(&self, engagement: &str, attacker: usize, defender: usize) -> String {
        let [attacker, defender] = [attacker, defender].map(|entrant| &self.entrants[entrant].name);
        format!("{engagement}: {attacker} against {defender}")
    }

    /// The scenario of the battle with this name, such as `storm: warband against tacticals`.
    ///
    /// # Errors
    /// A problem of that scenario, or one that suggests the nearest name.
    pub fn battle(&self, name: &str) -> Result<Scenario, Problem> {
        let places = 0..self.entrants.len();
        let pairs = || places.clone().flat_map(|one| places.clone().map(move |other| (one, other)));
        let meet = |&(one, other): &(usize, usize)| self.counts(one, other).is_some();
        let all = self.engagements.iter().enumerate().flat_map(|(at, engagement)| {
            pairs()
                .filter(meet)
                .map(move |(one, other)| ((at, one, other), self.battle_name(&engagement.name, one, other)))
        });
        let all: Vec<_> = all.collect();
        let Some(((engagement, attacker, defender), _)) = all.iter().find(|(_, known)| known == name.trim()) else {
            let source = Source::new("--variant", name);
            let known = all.iter().map(|(_, name)| name.as_str());
            return Err(unknown(mark!("battle of this matrix"), name, &Span::new(&source, 0..name.len()), known));
        };
        self.battle_of(*engagement, *attacker, *defender)
    }

    /// The scenario in which one entrant attacks another, as it is played by itself.
    fn battle_of(&self, engagement: usize, attacker: usize, defender: usize) -> Result<Scenario, Problem> {
        let mut scenario = self.scenario(engagement, attacker, defender)?;
        if !self.is_matched {
            let names = [attacker, defender].map(|entrant| self.name(entrant));
            matched::name_them(&mut scenario.root, &mut scenario.goal, names, [1, 1]);
        }
        let (dice, title) = (self.fingerprint(&scenario), scenario.variant.clone());
        Ok(Scenario { dice, has_own_dice: true, title, ..scenario })
    }

    /// The same with the formations' own names where several are on a side too, so that it can stand beside the battle in
    /// which the other attacks.
    ///
    /// # Errors
    /// A problem of that scenario.
    pub fn told_battle(&self, engagement: usize, attacker: usize, defender: usize) -> Result<Scenario, Problem> {
        let mut scenario = self.battle_of(engagement, attacker, defender)?;
        if let Some(counts) = self.counts(attacker, defender).filter(|_| self.is_matched) {
            let names = [attacker, defender].map(|entrant| self.name(entrant));
            matched::name_them(&mut scenario.root, &mut scenario.goal, names, counts);
        }
        Ok(scenario)
    }

    /// A hash of the content of one of its scenarios and of the armies, independent of paths: two with the same hash are
    /// the same.
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

    /// Removes an ability or a rule from all units, weapons and formations; one with a number, such as `extra-attack 1`,
    /// may also be given by its first word.
    ///
    /// # Errors
    /// A problem that suggests the nearest name, if no unit has the ability.
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

    /// A problem of the scenario of two entrants, with the names of the file instead of `attacker` and `defender`, which do
    /// not appear there.
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

/// Removes an ability from every list of `abilities` and `rules` below a node; the entries of these lists are added to
/// `known`.
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

/// A factor of prices.
fn band(node: &Node) -> Result<f64, Problem> {
    let found = match node.value {
        Value::Float(factor) => factor,
        _ => node.integer(mark!("a factor of prices"), 1..=1_000_000)? as f64,
    };
    if found >= 1.0 {
        return Ok(found);
    }
    let problem = Problem::new(text!("`price-band` is a factor from 1 on, such as 1.5, found {found}", found));
    Err(problem.at(&node.span).help(text!("with 1.5 a formation of 200 points meets those of 134 to 300")))
}

fn is_by_points(node: &Node) -> Result<bool, Problem> {
    match node.text("`match`")? {
        "points" => Ok(true),
        other => Err(unknown(mark!("way to match"), other, &node.span, ["points"])),
    }
}
