//! What the tallies mean: distributions, estimates and their intervals, as pure functions of whole counts or exact chances.
//! Nothing here reads a file, prints, or rolls a die.

#![warn(unreachable_pub)]

pub mod agreement;
pub mod binomial;
pub mod consistent_points;
pub mod cycles;
pub mod difference;
pub mod distribution;
pub mod equilibrium;
pub mod estimate;
mod exact_interval;
pub mod fair_points;
pub mod family;
pub mod interval;
mod inverse;
pub mod known;
pub mod least_squares;
pub mod race;
pub mod rarity;
pub mod ratings;
mod reach;
pub mod repeated;
pub mod search;
pub mod sequence;
pub mod threshold;
pub mod verdict;
