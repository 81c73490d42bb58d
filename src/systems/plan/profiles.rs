//! Unit profiles: those of army files, and those of the scenario itself, which win.

use std::collections::{BTreeMap, BTreeSet};

use crate::scenario::typed::Marked;
use crate::scenario::{Army, Key, Node, Problem, unknown};

/// Unit profiles by key.
pub struct Profiles<U> {
    /// Those known.
    pub units: BTreeMap<String, U>,
    /// Those that two armies have, and differ.
    pub ambiguous: BTreeSet<String>,
}

/// How a system reads one profile.
pub type ReadUnit<U> = fn(&Key, &Node) -> Result<U, Problem>;

impl<U: PartialEq> Profiles<U> {
    /// Reads the army files, which must be for this system, and then the scenario's own profiles.
    pub fn read(armies: &[Army], own: Option<&Node>, system: &str, unit: ReadUnit<U>) -> Result<Self, Problem> {
        let (mut units, mut ambiguous) = (BTreeMap::new(), BTreeSet::new());
        for army in armies {
            for (key, unit) in of_army(army, system, unit)? {
                if units.get(&key).is_some_and(|known| *known != unit) {
                    ambiguous.insert(key.clone());
                }
                units.insert(key, unit);
            }
        }
        if let Some(own) = own {
            for (key, unit) in table(own, unit)? {
                ambiguous.remove(&key);
                units.insert(key, unit);
            }
        }
        Ok(Profiles { units, ambiguous })
    }

    /// The profile of that name: that of this formation alone (`[units."warband.boyz"]`) before that of all.
    pub fn find(&self, written: &Marked<String>, formation: &str) -> Result<&U, Problem> {
        let name = written.as_str();
        if let Some(own) = self.units.get(&format!("{formation}.{name}")) {
            return Ok(own);
        }
        if self.ambiguous.contains(name) {
            let problem = written.problem(format!("two of the armies have a `{name}`, and they differ"));
            return Err(problem.help(format!("write the one you mean into this scenario, as [units.{name}]")));
        }
        let known = || self.units.keys().map(String::as_str);
        self.units.get(name).ok_or_else(|| unknown("unit", name, &written.span, known()))
    }
}

/// Profiles keyed `formation.unit` are for formations that there are.
pub fn of_known_formations(own: Option<&Node>, formations: &Node) -> Result<(), Problem> {
    for (key, _) in own.map_or(Ok(&[][..]), |own| own.entries("units"))? {
        let Some((formation, _)) = key.name.split_once('.') else { continue };
        if formations.child(formation).is_none() {
            let known = formations.entries("formations")?.iter().map(|(key, _)| key.name.as_str());
            return Err(unknown("formation", formation, &key.span, known));
        }
    }
    Ok(())
}

fn table<U>(node: &Node, unit: ReadUnit<U>) -> Result<BTreeMap<String, U>, Problem> {
    node.entries("units")?.iter().map(|(key, node)| Ok((key.name.clone(), unit(key, node)?))).collect()
}

/// The profiles of an army file of this system.
pub fn of_army<U>(army: &Army, system: &str, unit: ReadUnit<U>) -> Result<BTreeMap<String, U>, Problem> {
    let mut fields = army.root.fields("an army")?;
    fields.take("army");
    if let Some(named) = fields.take("system") {
        named.choice("this scenario's rules system", &[(system, ())])?;
    }
    let units = fields.take("units").map_or(Ok(BTreeMap::new()), |node| table(node, unit))?;
    // Formations of an army are read with the scenario that names them, and may lack what only it can say.
    fields.take("formations");
    fields.finish()?;
    Ok(units)
}
