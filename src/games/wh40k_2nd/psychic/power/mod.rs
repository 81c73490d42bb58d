//! §17.4.4, §17.7: the cards of psychic powers, and the tables they are found in.

pub mod written;

use std::collections::BTreeMap;

use crate::damage::{Attack, wound};
use crate::profile::compile::Profiles;
use crate::psychic::power::written::{Avoid, Power as Written, PowerTarget};
use crate::tables::AllTables;
use crate::values::{SaveModifier, Wounds};
use battle_odds_engine::amount::Amount;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, unknown};

/// The tables of powers: those of the scenario and of its armies.
#[derive(Default)]
pub struct Powers {
    tables: Option<AllTables>,
    /// The army file of each unit.
    homes: BTreeMap<String, usize>,
}

/// A power.
#[derive(Clone, Debug, PartialEq)]
pub struct Power {
    /// Its name.
    pub name: String,
    /// §17.4.4: Force cards.
    pub force: u8,
    /// Strength of a hit; none means that it kills.
    pub s: Option<Amount>,
    /// The wounds of a hit.
    damage: Amount,
    /// §17.7.6: none means by its strength.
    save: Option<SaveModifier>,
    /// How many hits.
    pub hits: Amount,
    /// What it hits.
    pub on: PowerTarget,
    /// §17.7.7.
    pub avoid: Option<Avoid>,
    /// What its card says and the program does not play.
    pub not_simulated: Vec<String>,
}

impl Powers {
    /// The powers of the scenario and its armies.
    pub fn of(profiles: &Profiles) -> Powers {
        let tables = AllTables { own: profiles.tables.own.clone(), armies: profiles.tables.armies.clone() };
        Powers { tables: Some(tables), homes: profiles.homes.clone() }
    }

    /// The power with this name: the scenario's own, otherwise that of the army of the caster's unit, otherwise of any
    /// army.
    pub fn find(&self, name: &Marked<String>, caster: &str) -> Result<Power, Problem> {
        let home = self.homes.get(caster).copied();
        match &self.tables {
            Some(tables) => tables.find(("power", |tables| &tables.powers), name, home, |key, of| Ok(power(key, of))),
            None => Err(unknown(mark!("power"), name, &name.span, [])),
        }
    }
}

/// One entry of `powers`.
fn power(key: &Marked<String>, written: &Written) -> Power {
    Power {
        name: written.name.clone().unwrap_or_else(|| key.value.clone()),
        force: written.force.map_or(1, u8::from),
        s: written.s.map(|of| of.0),
        damage: written.damage.map_or(Amount::fixed(1), |of| of.0),
        save: written.save,
        hits: written.hits.map_or(Amount::fixed(1), |of| of.0),
        on: written.on.unwrap_or(PowerTarget::Squad),
        avoid: written.avoid,
        not_simulated: written.not_simulated.clone().map_or_else(Vec::new, |texts| texts.0),
    }
}

/// More wounds than any model has.
const DEADLY: Amount = Amount::fixed(20);

impl Power {
    /// Whether the save modifier depends on a strength that is rolled.
    pub fn is_by_strength(&self) -> bool {
        self.save.is_none() && self.s.is_some_and(Amount::is_rolled)
    }

    /// A hit of it with this strength; without strength it kills, whatever the armour.
    pub fn attack(&self, label: &str, s: Option<Amount>) -> Attack {
        let label = label.to_owned();
        match s {
            Some(s) => {
                let by_strength = || SaveModifier::By(wound::save_modifier(s.most().min(20) as u8));
                let save = self.save.unwrap_or_else(by_strength);
                Attack { label, s, damage: self.damage, save, wound: None, fear: false }
            }
            None => {
                let (s, wound) = (Amount::fixed(0), Some(Wounds::Always));
                Attack { label, s, damage: DEADLY, save: SaveModifier::None, wound, fear: false }
            }
        }
    }
}
