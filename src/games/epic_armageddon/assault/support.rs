//! Reading support fire (§1.12.6): `support` and `defender-support`, whole formations or counted units.

use crate::assault::written;
use crate::forces::Forces;
use crate::names;
use battle_odds_scenario::typed::{Either, Marked};
use battle_odds_scenario::{Problem, refuse_if};

/// The supporting units of one side.
#[derive(Default)]
pub struct Support {
    /// Groups, with the units within 15 cm of a fighting enemy: in the first round, and in every later one.
    pub groups: Vec<(usize, [u32; 2])>,
    /// Their formations.
    pub formations: Vec<usize>,
    /// The same in words.
    pub words: Vec<String>,
}

/// A list of names, `["devastators", "guard.ogryn"]`: all of them; or a table of counts, `{ devastators = 3,
/// "guard.ogryn" = [1, 2] }`: this many units of the formation, front to back, or of its units of that name; two counts
/// are those of the first round and of every later one.
pub fn support(forces: &Forces, written: Option<&written::Support>, fighting: &[usize]) -> Result<Support, Problem> {
    let mut support = Support::default();
    let names = match written {
        None => return Ok(support),
        Some(Either::First(counts)) => {
            for (name, counts) in counts {
                support.some(forces, name, counts, fighting)?;
            }
            return Ok(support);
        }
        Some(Either::Second(names)) => names,
    };
    for name in names.iter() {
        let (formation, groups) = supporters(forces, name, fighting)?;
        if let Some((group, _)) = support.groups.iter().find(|(group, _)| groups.contains(group)) {
            let unit = &forces.groups[*group].unit.words;
            let problem =
                name.problem(text!("`{name}` is named twice: {unit} supports already", name = name.value, unit));
            return Err(problem.help(text!("every unit gives support fire once a round (§1.12.6)")));
        }
        let all = groups.into_iter().map(|group| (group, [u32::from(forces.groups[group].start); 2]));
        support.groups.extend(all);
        support.near(formation);
        support.words.push(forces.formations[formation].name.clone());
    }
    support.words.dedup();
    Ok(support)
}

impl Support {
    /// One entry of a table: a count, or two: of the first round and of the later ones; spread over the groups front to
    /// back, after what other entries have taken from them.
    fn some(
        &mut self,
        forces: &Forces,
        key: &Marked<String>,
        written: &Marked<written::SupportCount>,
        fighting: &[usize],
    ) -> Result<(), Problem> {
        let (formation, groups) = supporters(forces, key, fighting)?;
        let counts = match &written.value {
            Either::First(count) => [count, count],
            Either::Second(counts) => match &counts[..] {
                [first, later] => [first, later],
                _ => {
                    let expected =
                        text!("units in support are a count, or two: in the first round, and in every later one");
                    return Err(written.problem(text!(
                        "{expected}; found a list of {counts}",
                        expected,
                        counts = counts.len()
                    )));
                }
            },
        };
        for &group in &groups {
            if !self.groups.iter().any(|(known, _)| *known == group) {
                self.groups.push((group, [0; 2]));
            }
        }
        let mut told = [0; 2];
        for (round, count) in counts.into_iter().enumerate() {
            told[round] = u32::from(count.value);
            let mut left = told[round];
            for (group, units) in self.groups.iter_mut().filter(|(group, _)| groups.contains(group)) {
                let here = left.min(u32::from(forces.groups[*group].start) - units[round]);
                units[round] += here;
                left -= here;
            }
            if left > 0 {
                let (asked, there) = (told[round], told[round] - left);
                return Err(count.problem(text!(
                    "{asked} of `{key}` are more than the {there} there are",
                    asked,
                    key = key.value,
                    there
                )));
            }
        }
        let [first, later] = told;
        self.words.push(match first == later {
            true => format!("{} ({first})", key.value),
            false => text!("{key} ({first}, in later rounds {later})", key = key.value, first, later),
        });
        if first + later > 0 {
            self.near(formation);
        }
        Ok(())
    }

    /// A supporting formation is near enough to suffer from a defeat (§1.12.8).
    fn near(&mut self, formation: usize) {
        if !self.formations.contains(&formation) {
            self.formations.push(formation);
        }
    }
}

/// The formation of a name, and the groups that it means of it.
fn supporters(forces: &Forces, name: &Marked<String>, fighting: &[usize]) -> Result<(usize, Vec<usize>), Problem> {
    let owner = name.split('.').next().unwrap_or(name);
    let formation = names::formation(forces, owner, &name.span)?;
    refuse_if(fighting.contains(&formation), || name.problem(text!("`{owner}` fights in the assault itself", owner)))?;
    let groups = match name.contains('.') {
        true => names::groups(forces, name, &[formation])?,
        false => forces.formations[formation].groups.clone().collect(),
    };
    Ok((formation, groups))
}
