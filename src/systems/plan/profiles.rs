//! Unit profiles: those of army files, and those of the scenario itself, which win.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeOwned;

use super::written;
use crate::scenario::typed::{Marked, Named, typed};
use crate::scenario::{Army, Problem, unknown};

/// Unit profiles by key.
pub struct Profiles<U> {
    /// Those known.
    pub units: BTreeMap<String, U>,
    /// Those that two armies have, and differ.
    pub ambiguous: BTreeSet<String>,
}

/// How a rulebook makes a profile of what is written.
pub type MakeProfile<W, U> = fn(&Marked<String>, W) -> Result<U, Problem>;

impl<U: PartialEq> Profiles<U> {
    /// Reads the army files, which must be for this system, and then takes the scenario's own profiles.
    pub fn read<W: DeserializeOwned>(
        armies: &[Army],
        own: Named<W>,
        system: &str,
        make: MakeProfile<W, U>,
    ) -> Result<Self, Problem> {
        let (mut units, mut ambiguous) = (BTreeMap::new(), BTreeSet::new());
        for army in armies {
            for (key, unit) in of_army(army, system, make)? {
                if units.get(&key).is_some_and(|known| *known != unit) {
                    ambiguous.insert(key.clone());
                }
                units.insert(key, unit);
            }
        }
        for (key, unit) in made(own, make)? {
            ambiguous.remove(&key);
            units.insert(key, unit);
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
pub fn of_known_formations<W, F>(own: &Named<W>, formations: &Named<F>) -> Result<(), Problem> {
    for (key, _) in own {
        let Some((formation, _)) = key.split_once('.') else { continue };
        if formations.get(formation).is_none() {
            return Err(unknown("formation", formation, &key.span, formations.names()));
        }
    }
    Ok(())
}

fn made<W, U>(written: Named<W>, make: MakeProfile<W, U>) -> Result<BTreeMap<String, U>, Problem> {
    written.0.into_iter().map(|(key, unit)| Ok((key.value.clone(), make(&key, unit)?))).collect()
}

/// The profiles of an army file of this system.
pub fn of_army<W: DeserializeOwned, U>(
    army: &Army,
    system: &str,
    make: MakeProfile<W, U>,
) -> Result<BTreeMap<String, U>, Problem> {
    let written: written::Army<W> = typed(&army.root, "an army")?;
    if let Some(named) = written.system.filter(|named| named.value != system) {
        let problem = named.problem(format!("`{}` is not this scenario's rules system", named.value));
        return Err(problem.suggest(&named, [system]));
    }
    made(written.units, make)
}
