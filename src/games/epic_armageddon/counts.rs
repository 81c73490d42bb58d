//! Numbers of units by name.

use battle_odds_scenario::typed::{Marked, Named, Whole};

/// Numbers of units by name: `"formation.unit"`, or just the unit if only one of the formations has it; a character's
/// name means the unit that it joined.
pub type Counts = Named<Marked<Whole<0, 100_000>>>;

/// Numbers by name, of units of war engines.
pub type Numbers = Named<Marked<Whole<0, 30>>>;
