//! Who can_begin in a first scenario, and how far apart.

use std::path::{Path, PathBuf};

use super::asking::{Asking, Meaning, Refused, one};
use super::ending::Failure;
use crate::scenario::card::cards;
use crate::scenario::equip;
use crate::scenario::pasted::{is_list, pasted};
use crate::scenario::typed::cm;
use crate::scenario::{Army, Loaded, Node, Problem, Value, meant, read};
use crate::studies::beginning::{Side, quoted, remark};
use crate::systems::start::{Needed, Starts};
use crate::systems::{System, army_list, load};
use crate::words::{filled, is_english};

/// A participant.
enum Who {
    /// A formation of an army.
    Formation(String),
    /// A number of units of one kind.
    Units(u64, String),
}

/// An army of the new scenario.
pub struct Given {
    /// Its path as the scenario names it.
    pub named: String,
    /// The army.
    pub army: Army,
}

/// Who can_begin, as the options say or the player answers.
pub struct Wanted<'a> {
    /// What `--attacker` says.
    pub attacker: Option<&'a str>,
    /// What `--defender` says.
    pub defender: Option<&'a str>,
}

/// Names to choose from, and how many units there usually are.
struct Names<'a> {
    formations: Vec<&'a str>,
    units: Vec<&'a str>,
    /// Those that may be offered unasked: they can fight on the ground.
    usual: Vec<&'a str>,
    count: u64,
}

impl<'a> Names<'a> {
    fn of(armies: impl Iterator<Item = &'a Given> + Clone, starts: &Starts) -> Names<'a> {
        let names =
            |table: &str| -> Vec<&str> { armies.clone().flat_map(|given| entries(&given.army, table)).collect() };
        let usual = |table: &str| -> Vec<&str> {
            let of = |given: &'a Given| {
                let can_begin = |name: &&str| can_begin(&given.army, table, name, starts);
                entries(&given.army, table).into_iter().filter(can_begin).collect::<Vec<_>>()
            };
            armies.clone().flat_map(of).collect()
        };
        let formations = usual("formations");
        let usual = if formations.is_empty() { usual("units") } else { formations };
        Names { formations: names("formations"), units: names("units"), usual, count: starts.count }
    }

    fn have(&self, name: &str) -> bool {
        self.formations.contains(&name) || self.units.contains(&name)
    }
}

/// Whether a unit, or all units of a formation, can fight in a beginning.
fn can_begin(army: &Army, table: &str, name: &str, starts: &Starts) -> bool {
    let units: Vec<&str> = match army.root.child(table).and_then(|table| table.child(name)?.child("units")) {
        Some(Node { value: Value::List(groups), .. }) if table == "formations" => {
            groups.iter().filter_map(|group| group.child("unit")?.text("a unit").ok()).collect()
        }
        _ => vec![name],
    };
    let profile = |unit: &str| army.root.child("units").and_then(|units| units.child(unit));
    units.into_iter().filter_map(profile).all(starts.can_begin)
}

/// Both sides, and the entries of `armies`.
///
/// # Errors
/// What is wrong with an option, or with the last answer.
pub fn sides(
    ask: &Asking,
    wanted: &Wanted,
    armies: &[Given],
    starts: &Starts,
) -> Result<([Side; 2], Vec<String>), Failure> {
    let names = Names::of(armies.iter(), starts);
    if wanted.attacker.is_none() || wanted.defender.is_none() {
        ask.list(&names.formations, |names| text!("formations: {names}", names));
        ask.list(&names.units, |names| text!("units: {names}", names));
    }
    let first = names.usual.first().copied().unwrap_or_default();
    let attacker = who(ask, &text!("Who attacks?"), ("--attacker", wanted.attacker), first, &names)?;
    let taken = attacker.name();
    // Somebody else is attacked, of another army if there is one.
    let others = armies.iter().filter(|given| !Names::of([*given].into_iter(), starts).have(taken));
    let others = Names::of(others, starts).usual;
    let other = others.iter().chain(&names.usual).copied().find(|name| *name != taken).unwrap_or(taken);
    let defender = who(ask, &text!("Who is attacked?"), ("--defender", wanted.defender), other, &names)?;
    let (listed, prefix) = listed(armies, [&attacker, &defender]);
    let side = |who: &Who, role: &str, prefix: Option<&str>| side(ask, armies, who, (role, prefix), starts);
    Ok(([side(&attacker, "attackers", None)?, side(&defender, "defenders", prefix.as_deref())?], listed))
}

/// Armies that are read, with the names that the new file uses for them; a pasted list is of the others.
pub fn given(paths: &[PathBuf], file: &Path) -> Result<Vec<Given>, Problem> {
    let (lists, others): (Vec<&PathBuf>, Vec<&PathBuf>) = paths.iter().partition(|path| is_list(path));
    let army = |path: &&PathBuf| {
        let Loaded::Army(army) = load(path, &[])? else {
            return Err(Problem::new(text!("{file} is no army file", file = path.display())));
        };
        Ok(Given { named: named(path, file), army })
    };
    let mut given = others.iter().map(army).collect::<Result<Vec<_>, _>>()?;
    let beside: Vec<_> = given.iter().map(|given| (given.army.clone(), None)).collect();
    for path in lists {
        let source = read(path)?;
        let army = pasted(path, &source, &beside)?.army;
        given.push(Given { named: named(path, file), army });
    }
    Ok(given)
}

/// The path of an army as a new file in this place names it.
fn named(path: &Path, file: &Path) -> String {
    // Paths in a scenario are relative to its folder.
    let is_here = file.parent().is_none_or(|folder| folder.as_os_str().is_empty());
    let named = if is_here { path.to_owned() } else { path.canonicalize().unwrap_or_else(|_| path.to_owned()) };
    named.to_string_lossy().replace('\\', "/")
}

/// The rules that an army is for, if it says so.
pub fn rules(army: &Army) -> Option<&str> {
    army.root.child("system")?.text(mark!("a rules system")).ok()
}

/// Refuses an army of other rules.
pub fn suits(given: &Given, system: &System) -> Result<(), Problem> {
    match rules(&given.army).filter(|rules| *rules != system.key) {
        None => Ok(()),
        Some(others) => {
            let file = given.army.path.display();
            Err(Problem::new(text!(
                "{file} is an army for {others}, not for {rules}",
                file,
                others,
                rules = system.key
            )))
        }
    }
}

/// The armies that the player names.
pub fn asked_armies(ask: &Asking, file: &Path, system: &System) -> Result<Vec<Given>, Failure> {
    let question = text!(
        "Army files, catalogues, rosters or lists as text beside their army (with commas between; none: units of an example)"
    );
    ask.until(&question, "", None, |typed| {
        let paths = typed.split(',').map(|path| path.trim().trim_matches(['"', '\''])).filter(|path| !path.is_empty());
        let armies = given(&paths.map(PathBuf::from).collect::<Vec<_>>(), file)?;
        armies.iter().try_for_each(|given| suits(given, system))?;
        Ok(armies)
    })
}

/// Whom the player means: a formation, or a number of units.
fn who(
    ask: &Asking,
    question: &str,
    (option, given): (&str, Option<&str>),
    usual: &str,
    names: &Names,
) -> Result<Who, Failure> {
    let named = ask.until(question, usual, given, |typed| -> Meaning<(Option<u64>, String, bool)> {
        let counted = typed.split_once(' ').and_then(|(count, name)| Some((count.parse().ok()?, name.trim())));
        let (count, name) = counted.map_or((None, typed), |(count, name)| (Some(count), name));
        let formations: &[&str] = if count.is_some() { &[] } else { &names.formations };
        let all: Vec<&str> = formations.iter().chain(&names.units).copied().collect();
        let place = one(mark!("formation or unit of these armies"), option, name, &all)?;
        Ok((count, all[place].to_owned(), place < formations.len()))
    })?;
    Ok(match named {
        (_, name, true) => Who::Formation(name),
        (Some(count), name, false) => Who::Units(count, name),
        (None, name, false) => {
            let usual = names.count.to_string();
            let given = given.map(|_| usual.as_str());
            let many = ask.until(&text!("How many {name}?", name), &usual, given, |typed| {
                let number = typed.parse().ok().filter(|number| (1..=200).contains(number));
                number.ok_or_else(|| {
                    Refused::from(Problem::new(text!("a number from {least} to {most}", least = 1, most = 200)))
                })
            })?;
            Who::Units(many, name)
        }
    })
}

impl Who {
    /// Of the formation, or of the units.
    fn name(&self) -> &str {
        match self {
            Who::Formation(name) | Who::Units(_, name) => name,
        }
    }
}

/// The entries of `armies`, and the prefix of the defender: two formations of one name need one.
fn listed(armies: &[Given], sides: [&Who; 2]) -> (Vec<String>, Option<String>) {
    let mut listed: Vec<String> = armies.iter().map(|given| quoted(&given.named)).collect();
    let [Who::Formation(attacker), Who::Formation(defender)] = sides else { return (listed, None) };
    let having = |name: &str| -> Vec<usize> {
        let has = |given: &Given| entries(&given.army, "formations").contains(&name);
        (0..armies.len()).filter(|&army| has(&armies[army])).collect()
    };
    let (ours, theirs) = (having(attacker), having(defender));
    if attacker != defender && ours.len() < 2 && theirs.len() < 2 {
        return (listed, None);
    }
    let prefix = text!("enemy");
    let (Some(our), Some(their)) = (ours.first(), theirs.last()) else { return (listed, None) };
    let entry = format!("{{ file = {}, as = {} }}", quoted(&armies[*their].named), quoted(&prefix));
    if our == their {
        listed.push(entry)
    } else {
        listed[*their] = entry
    }
    (listed, Some(prefix))
}

/// What the scenario says of one side.
fn side(
    ask: &Asking,
    armies: &[Given],
    who: &Who,
    (role, prefix): (&str, Option<&str>),
    starts: &Starts,
) -> Result<Side, Failure> {
    let table = if matches!(who, Who::Formation(_)) { "formations" } else { "units" };
    let army = armies.iter().map(|given| &given.army).find(|army| entries(army, table).contains(&who.name()));
    let needed = |name: &str| starts.needed.map_or(Ok(String::new()), |needed| needed_of(ask, &needed, army, name));
    match who {
        Who::Units(count, unit) => {
            let needed = needed(unit)?;
            let units = format!("units = [{{ unit = {}, count = {count} }}]", quoted(unit));
            let table = format!("[formations.{role}]\n{needed}{units}\n\n");
            Ok(Side { name: role.to_owned(), table, count: (*count, *count) })
        }
        Who::Formation(name) => {
            let full = prefix.map_or(name.clone(), |prefix| format!("{prefix}-{name}"));
            let formation = army.and_then(|army| army.root.child("formations")?.child(name));
            let says = |needed: Needed| formation.is_some_and(|formation| formation.child(needed.key).is_some());
            let mut said = match starts.needed {
                Some(of) if !says(of) => needed(name)?,
                _ => String::new(),
            };
            let equipped = army.map_or(Ok(None), |army| upgrades(ask, army, name))?;
            if let Some((upgrades, _)) = &equipped {
                said += &format!("upgrades = {upgrades}\n");
            }
            let table = if said.is_empty() { said } else { format!("[formations.{full}]\n{said}\n") };
            let formation = equipped.as_ref().map(|(_, formation)| formation).or(formation);
            let counts: Vec<u64> = formation.map(counts).unwrap_or_default();
            Ok(Side {
                name: full,
                table,
                count: (counts.first().copied().unwrap_or(1), counts.iter().sum::<u64>().max(1)),
            })
        }
    }
}

/// The upgrades that the player wants for a formation of an army list, as they are written, and the formation with them; none if
/// it stays as it is.
fn upgrades(ask: &Asking, army: &Army, name: &str) -> Result<Option<(String, Node)>, Failure> {
    let cards = cards(&army.root)?;
    let Some(card) = cards.iter().find(|card| card.key == name).filter(|card| !card.offers.is_empty()) else {
        return Ok(None);
    };
    let offers: Vec<String> = card.offers.iter().map(army_list::offer).collect();
    let offers: Vec<&str> = offers.iter().map(String::as_str).collect();
    ask.list_all(&offers, |names| text!("{name} may add: {names}", name = card.name(), names));
    let keys: Vec<&str> = card.offers.iter().map(|offer| offer.key.as_str()).collect();
    let question =
        text!("What is added to {name} (with commas between, such as: 2 hunter; none: as it is)?", name = card.name());
    ask.until(&question, "", None, |typed| -> Meaning<Option<(String, Node)>> {
        let parts = typed.split(',').map(str::trim).filter(|part| !part.is_empty());
        let mut taken: Vec<(usize, u16)> = Vec::new();
        for part in parts {
            let counted = part.split_once(' ').and_then(|(count, name)| Some((count.parse().ok()?, name.trim())));
            let (count, name) = counted.unwrap_or((1, part));
            let place = one(mark!("upgrade of this formation"), "", name, &keys)?;
            match taken.iter_mut().find(|(known, _)| *known == place) {
                Some((_, known)) => *known = known.saturating_add(count),
                None => taken.push((place, count)),
            }
        }
        if taken.is_empty() {
            return Ok(None);
        }
        let taken: Vec<String> = taken.into_iter().map(|(place, count)| format!("{} = {count}", keys[place])).collect();
        let written = format!("{{ {} }}", taken.join(", "));
        let formation = equip::with(&army.root, name, &written)?;
        Ok(Some((written, formation)))
    })
}

/// How many units each group of a formation has.
fn counts(formation: &Node) -> Vec<u64> {
    let Some(Value::List(groups)) = formation.child("units").map(|units| &units.value) else { return Vec::new() };
    let count = |group: &Node| match group.child("count").map(|count| &count.value) {
        Some(Value::Integer(count)) => u64::try_from(*count).unwrap_or(1),
        _ => 1,
    };
    groups.iter().map(count).collect()
}

/// The line of what a formation needs: as the army's list has it, or as the player says.
fn needed_of(ask: &Asking, needed: &Needed, army: Option<&Army>, name: &str) -> Result<String, Failure> {
    let title = army.and_then(|army| army.root.child("army")?.text(mark!("a title")).ok()).unwrap_or_default();
    let known = needed.known.iter().find(|(words, _)| !meant(words, &[title]).is_empty());
    let question = filled("", needed.question, &[("name", &name)]);
    let value = ask.until(&question, known.map_or(needed.usual, |(_, value)| value), None, |typed| {
        (needed.read)(typed).ok_or_else(|| {
            Refused::from(Problem::new(text!("this is no answer: {usual}, for example", usual = needed.usual)))
        })
    })?;
    let why = match known {
        Some((_, usual)) if (needed.read)(usual).as_ref() == Some(&value) => {
            remark(&text!("As most formations of {army} have it.", army = title))
        }
        _ if ask.quiet => remark(&text!("A guess: your army list says it.")),
        _ => String::new(),
    };
    Ok(format!("{why}{} = {value}\n", needed.key))
}

/// How far they are apart, as it is written in the file.
///
/// # Errors
/// What is wrong with the last answer.
pub fn distance(ask: &Asking, usual: u16, in_inches: bool) -> Result<String, Failure> {
    let in_inches = in_inches && is_english();
    let (question, usual) = match in_inches {
        true => (text!("How far apart are they, in inches?"), (f64::from(usual) / 2.5).to_string()),
        false => (text!("How far apart are they, in cm?"), usual.to_string()),
    };
    ask.until(&question, &usual, None, |typed| {
        let with_unit = if in_inches { format!("{typed}in") } else { format!("{typed}cm") };
        let far = [typed, &with_unit].into_iter().find(|far| cm(far).is_some_and(|cm| (0.0..=1000.0).contains(&cm)));
        match far {
            Some(far) if in_inches || far == typed => Ok(quoted(far)),
            Some(_) => Ok(typed.replace(',', ".")),
            None => Err(Refused::from(Problem::new(text!("a number from {least} to {most}", least = 0, most = 1000)))),
        }
    })
}

/// The names in a table of an army.
fn entries<'a>(army: &'a Army, table: &str) -> Vec<&'a str> {
    match army.root.child(table).map(|node| &node.value) {
        Some(Value::Table(entries)) => entries.iter().map(|(key, _)| key.name.as_str()).collect(),
        _ => Vec::new(),
    }
}
