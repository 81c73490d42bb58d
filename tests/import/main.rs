//! Catalogues and rosters become armies.

mod epic;
mod rosters;
mod warmaster;
