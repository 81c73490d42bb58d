//! #19: psychic powers, which are fired like weapons.

pub mod compile;
#[cfg(test)]
mod tests;
pub mod written;
