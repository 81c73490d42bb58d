//! What players decide while they see the table: every state that a trial can reach whatever they decide, and the value of
//! each way to decide, by backward induction (R. Bellman 1957): a state is worth what its best alternative is worth.
//!
//! [`explore`] makes the [`Graph`] once; any number of policies are then valued on it without another die. Where it would be too
//! large, `trials` plays trials of a policy, and of a player who knows too much.

mod explore;
mod graph;
mod told;
mod trials;

#[cfg(test)]
mod tests;

pub use self::explore::explore;
pub use self::graph::{Decision, Graph, Policy, Stretch, Taken};
pub use self::told::{Tell, told};
pub use self::trials::{Choose, Decided, Met, at_most, decided};
