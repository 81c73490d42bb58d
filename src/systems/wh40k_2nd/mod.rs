//! Warhammer 40,000, second edition: the pure parts of its rules, formulas, tables and dice.

pub mod duel;
pub mod hazards;
pub mod layout;
pub mod penetration;
pub mod psychic_dice;
pub mod scatter;
pub mod sustained;
pub mod to_hit;
pub mod wound;
