//! Catalogues and rosters become armies.

mod epic;
mod json;
mod netepic;
mod pasted;
mod rosters;
mod sums;
mod warmaster;
mod wh40k_2nd;
mod wh40k_rosters;
