//! Warmaster Evolution (WME 4.0, the French community rulebook): everything in it that dice decide.
//!
//! The book has no numbered sections: a heading is named by its line in the book's text, `L1088`. Every heading, with the
//! function that plays it or the reason why none does, is in [`sections`] (`battle-odds systems` prints it). Movement,
//! lines of sight and who touches whom are told by the scenario as numbers.
//!
//! | file | chapter |
//! |---|---|
//! | [`profile`], [`items`] | L209, L2344: profiles, special rules, magic items |
//! | [`forces`] | units of stands, commanders, formations; wounds, losses, confusion |
//! | [`cover`] | L1155: open, defended, fortified |
//! | [`orders`] | L469, L2009: orders and blunders |
//! | [`volley`] | L1088: fire and how it drives back |
//! | [`combat`] | L1300 |
//! | [`magic`] | L2320 |
//! | [`fortune`] | single dice: flyers that return, units off the table, making way, the length of the game |
//! | [`readings`] | rules that the book leaves open |
//! | [`written`] | the tables of a scenario |
//! | [`measures`] | what is counted, L2230, L2240 |
//! | [`liveness`] | what can be forgotten between steps |
//! | [`battle`] | what a step can do |
//! | [`compile`] | from a scenario as written to a battle; the last place that can fail |

pub mod battle;
pub mod changes;
pub mod combat;
pub mod compile;
pub mod cover;
pub mod forces;
pub mod fortune;
pub mod items;
pub mod liveness;
pub mod magic;
pub mod measures;
pub mod metrics;
pub mod orders;
pub mod profile;
pub mod readings;
pub mod sections;
pub mod volley;
pub mod written;

#[cfg(test)]
mod tests;
