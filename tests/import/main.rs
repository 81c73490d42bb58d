//! Catalogues and rosters become armies.

mod epic;
mod rosters;
mod warmaster;
mod wh40k_2nd;
