//! What the forces of all rulebooks have in common: formations with names and sides, and unit profiles.

use std::collections::BTreeSet;

/// A unit profile.
pub trait UnitProfile: PartialEq {
    /// Its key.
    fn key(&self) -> &str;
    /// Its name.
    fn name(&self) -> &str {
        self.key()
    }
    /// What its army list says about it that is not simulated.
    fn not_simulated(&self) -> &[String] {
        &[]
    }
}

/// All formations on the table, in the order of the scenario.
pub trait Formations: Default {
    /// Its unit profiles.
    type Profile: UnitProfile + Clone + PartialEq + Send + Sync + 'static;

    /// How many formations there are.
    fn formations(&self) -> usize;
    /// The key of a formation in the scenario.
    fn name(&self, formation: usize) -> &str;
    /// The side that a formation fights on.
    fn side(&self, formation: usize) -> usize;
    /// Whether a formation has points.
    fn is_priced(&self, _formation: usize) -> bool {
        true
    }
    /// The names of a formation's units in its scenario.
    fn called(&self, _formation: usize) -> Vec<&str> {
        Vec::new()
    }
    /// Puts a formation on a side.
    fn join(&mut self, formation: usize, side: usize);
    /// The profiles of all formations that take part.
    fn profiles(&self) -> impl Iterator<Item = &Self::Profile>;

    /// The names of all formations.
    fn names(&self) -> Vec<&str> {
        (0..self.formations()).map(|formation| self.name(formation)).collect()
    }

    /// The formations of a side.
    fn of_side(&self, side: usize) -> impl Iterator<Item = usize> {
        (0..self.formations()).filter(move |&formation| self.side(formation) == side)
    }

    /// What is not simulated of the formations that take part, one line for each profile.
    fn not_simulated(&self) -> BTreeSet<String> {
        let told = self.profiles().filter(|profile| !profile.not_simulated().is_empty());
        told.map(|profile| {
            text!("{unit}: not simulated: {what}", unit = profile.name(), what = profile.not_simulated().join("; "))
        })
        .collect()
    }
}

/// Implements the list methods of [`Formations`] for forces with a field of formations, each with a `name` and a
/// `side`.
#[macro_export]
macro_rules! listed {
    ($formations:tt) => {
        fn formations(&self) -> usize {
            self.$formations.len()
        }

        fn name(&self, formation: usize) -> &str {
            &self.$formations[formation].name
        }

        fn side(&self, formation: usize) -> usize {
            self.$formations[formation].side
        }

        fn join(&mut self, formation: usize, side: usize) {
            self.$formations[formation].side = side;
        }
    };
}
