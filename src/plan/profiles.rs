//! Unit profiles: those of army files, and those of the scenario itself, which take precedence.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::written;
use battle_odds_scenario::typed::{InTwo, Marked, Named, typed};
use battle_odds_scenario::{Army, Problem, bounds, refuse_if, unknown};

/// The tables of a rulebook's files other than `[units]`: the scenario's own, and those of each army.
pub struct Tables<T> {
    /// The scenario's own, which take precedence.
    pub own: T,
    /// Those of the armies, in order.
    pub armies: Vec<Arc<T>>,
}

impl<T> Tables<T> {
    /// The scenario's own first.
    pub fn all(&self) -> impl Iterator<Item = &T> {
        std::iter::once(&self.own).chain(self.armies.iter().map(Arc::as_ref))
    }

    /// The entry with a name, converted from what is written: the scenario's own, otherwise that of the army file in
    /// which the name is used (`home`), otherwise that of any army.
    pub fn find<W, V: PartialEq>(
        &self,
        (what, table): (&str, fn(&T) -> &Named<W>),
        name: &Marked<String>,
        home: Option<usize>,
        make: impl Fn(&Marked<String>, &W) -> Result<V, Problem>,
    ) -> Result<V, Problem> {
        let of = |tables: &'_ T| -> Option<Result<V, Problem>> {
            let found = table(tables).iter().find(|(key, _)| key.value == name.value)?;
            Some(make(&found.0, &found.1))
        };
        let home = home.and_then(|home| self.armies.get(home)).map(Arc::as_ref);
        if let Some(found) = of(&self.own).or_else(|| home.and_then(of)) {
            return found;
        }
        let mut found = self.armies.iter().map(Arc::as_ref).filter_map(of).collect::<Result<Vec<V>, Problem>>()?;
        refuse_if(found.iter().any(|other| *other != found[0]), || {
            name.problem(text!("two of the armies have a `{name}`, and they differ", name = name.value))
                .help(text!("write the one you mean into this scenario"))
        })?;
        let known = || self.all().flat_map(|tables| table(tables).names());
        found.pop().ok_or_else(|| unknown(what, name, &name.span, known()))
    }
}

/// Unit profiles by key.
pub struct Profiles<U, T> {
    /// The known profiles.
    pub units: BTreeMap<String, U>,
    /// The army file of each that is not the scenario's own.
    pub homes: BTreeMap<String, usize>,
    /// Those that differ between two armies.
    pub ambiguous: BTreeSet<String>,
    /// The other tables.
    pub tables: Tables<T>,
}

/// How a rulebook converts a written profile.
pub struct Make<W, U, T> {
    /// Converts the unit itself.
    pub unit: fn(&Marked<String>, W) -> Result<U, Problem>,
    /// Adds what it names in other tables; the last argument is the army file that it is in.
    pub fill: Fill<U, T>,
}

/// How a rulebook adds to a profile what it names in other tables.
pub type Fill<U, T> = fn(&mut U, &Tables<T>, Option<usize>) -> Result<(), Problem>;

impl<U: Clone + PartialEq + Any + Send + Sync, T: DeserializeOwned + Any + Send + Sync> Profiles<U, T> {
    /// Reads the army files, which must be for this system, and then adds the scenario's own profiles.
    pub fn read<W: DeserializeOwned>(
        armies: &[Army],
        (own, units_of_own): (T, Named<W>),
        system: &str,
        make: &Make<W, U, T>,
    ) -> Result<Self, Problem> {
        let armies = armies.iter().map(|army| army.made(|| ArmyFile::read(army, system, make)));
        let armies: Vec<Arc<ArmyFile<U, T>>> = armies.collect::<Result<_, _>>()?;
        let tables = Tables { own, armies: armies.iter().map(|army| Arc::clone(&army.tables)).collect() };
        let (mut units, mut homes, mut ambiguous) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
        for (home, army) in armies.iter().enumerate() {
            for (key, unit) in filled(army.units.iter().cloned(), make, &tables, Some(home))? {
                if units.get(&key).is_some_and(|known| *known != unit) {
                    ambiguous.insert(key.clone());
                }
                homes.insert(key.clone(), home);
                units.insert(key, unit);
            }
        }
        for (key, unit) in filled(made(units_of_own, make)?, make, &tables, None)? {
            ambiguous.remove(&key);
            homes.remove(&key);
            units.insert(key, unit);
        }
        Ok(Profiles { units, homes, ambiguous, tables })
    }

    /// The profile with that name: the one for this formation only (`[units."warband.boyz"]`) before the one for all.
    pub fn find(&self, written: &Marked<String>, formation: &str) -> Result<&U, Problem> {
        let name = written.as_str();
        if let Some(own) = self.units.get(&format!("{formation}.{name}")) {
            return Ok(own);
        }
        refuse_if(self.ambiguous.contains(name), || {
            written
                .problem(text!("two of the armies have a `{name}`, and they differ", name))
                .help(text!("write the one you mean into this scenario, as [units.{name}]", name))
        })?;
        let known = || self.units.keys().map(String::as_str);
        self.units.get(name).ok_or_else(|| unknown(mark!("unit"), name, &written.span, known()))
    }
}

/// Refuses profiles keyed `formation.unit` for unknown formations.
pub fn of_known_formations<W, F>(own: &Named<W>, formations: &Named<F>) -> Result<(), Problem> {
    for (key, _) in own {
        let Some((formation, _)) = key.split_once('.') else { continue };
        refuse_if(formations.get(formation).is_none(), || {
            unknown(mark!("formation"), formation, &key.span, formations.names())
        })?;
    }
    Ok(())
}

/// An army file of a system, which scenarios share.
struct ArmyFile<U, T> {
    tables: Arc<T>,
    /// Its profiles, without what they name in other tables.
    units: Vec<(String, U)>,
}

impl<U, T: DeserializeOwned> ArmyFile<U, T> {
    fn read<W: DeserializeOwned>(army: &Army, system: &str, make: &Make<W, U, T>) -> Result<Self, Problem> {
        let InTwo(tables, written): InTwo<T, written::Army<W>> = typed(&army.root, mark!("an army"))?;
        if let Some(named) = written.system.filter(|named| named.value != system) {
            let problem = named.problem(text!("`{name}` is not this scenario's rules system", name = named.value));
            return Err(problem.suggest(&named, [system]));
        }
        Ok(ArmyFile { tables: Arc::new(tables), units: made(written.units, make)? })
    }
}

fn made<W, U, T>(written: Named<W>, make: &Make<W, U, T>) -> Result<Vec<(String, U)>, Problem> {
    let one = |(key, unit): (Marked<String>, W)| {
        bounds::name(&key, &key.span)?;
        let unit = (make.unit)(&key, unit)?;
        Ok((key.value, unit))
    };
    written.0.into_iter().map(one).collect()
}

fn filled<W, U, T>(
    units: impl IntoIterator<Item = (String, U)>,
    make: &Make<W, U, T>,
    tables: &Tables<T>,
    home: Option<usize>,
) -> Result<BTreeMap<String, U>, Problem> {
    let fill = |(key, mut unit): (String, U)| {
        (make.fill)(&mut unit, tables, home)?;
        Ok((key, unit))
    };
    units.into_iter().map(fill).collect()
}

/// The profiles of an army file of this system.
pub fn of_army<W: DeserializeOwned, U, T: DeserializeOwned + Default>(
    army: &Army,
    system: &str,
    make: &Make<W, U, T>,
) -> Result<BTreeMap<String, U>, Problem> {
    let ArmyFile { tables, units } = ArmyFile::read(army, system, make)?;
    filled(units, make, &Tables { own: T::default(), armies: vec![tables] }, Some(0))
}
