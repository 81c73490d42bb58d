//! What the tallies say: distributions, estimates and their intervals, as pure functions of whole counts or exact
//! chances. Nothing here reads a file, prints, or throws a die.

pub mod agreement;
pub mod binomial;
pub mod difference;
pub mod distribution;
pub mod estimate;
pub mod family;
pub mod interval;
pub mod known;
pub mod race;
pub mod rarity;
pub mod repeated;
pub mod search;
pub mod sequence;
pub mod threshold;
pub mod verdict;
