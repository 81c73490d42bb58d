//! What all rules systems share: dice and their suppliers, measures, tallies, the sampling loop and the exact walk. The
//! engine names no system and no file format.

#![warn(unreachable_pub)]

mod alias;
mod alone;
pub mod amount;
pub mod block;
pub mod bucket;
pub mod chart;
pub mod circle;
pub mod compound;
pub mod counters;
mod dealt;
pub mod dice;
pub mod engagement;
pub mod exact;
pub mod exhaustive;
mod flow;
mod known;
pub mod likely;
pub mod measure;
mod memory;
pub mod mixed;
pub mod narrated;
pub mod need;
pub mod odds;
pub mod pair_counts;
pub mod paired;
pub mod paired_run;
#[cfg(test)]
mod player;
pub mod pool;
pub mod roll;
pub mod row;
pub mod rules;
pub mod sampled;
pub mod scripted;
pub mod simulate;
pub mod spinner;
pub mod splitting;
pub mod spread;
pub mod tally;
mod urn;
