//! The tables that a player writes for Warmaster: every key with its meaning, its unit and its default. Ranges stand in the
//! types. What these types cannot say is said by [`compile`](super::compile).
//!
//! | file | tables |
//! |---|---|
//! | [`units`] | `[units.NAME]` |
//! | [`formations`] | `[formations.NAME]` and its groups of units |
//! | [`readings`](super::readings) | `[readings]` |
//! | [`steps`] | `[[steps]]`, one table a kind of step |
//! | [`places`] | who fights, supports and is caught in the flank; protection |

pub mod formations;
pub mod places;
pub mod steps;
pub mod units;
