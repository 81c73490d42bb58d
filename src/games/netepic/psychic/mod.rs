//! #19: psychic powers, which are fired like weapons.

pub mod compile;
pub mod written;
