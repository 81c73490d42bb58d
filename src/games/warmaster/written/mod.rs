//! The tables that a player writes for Warmaster: every key with its meaning, its unit and its default. The types
//! contain the ranges. What they cannot express is checked in [`compile`](super::compile).
//!
//! | file | tables |
//! |---|---|
//! | [`units`] | `[units.NAME]` |
//! | [`formations`] | `[formations.NAME]` and its groups of units |
//! | [`readings`](super::readings) | `[readings]` |
//! | [`steps`] | `[[steps]]`, one table for each kind of step |
//! | [`places`] | which stands fight, support and are caught in the flank; protection |

pub mod formations;
pub mod places;
pub mod steps;
pub mod units;
