//! What holds for every system: the layers, what ships, large and broken input, and the parts of a plan.

#[path = "../support/mod.rs"]
mod support;

mod abilities;
mod changes;
mod circles;
mod decisions;
mod defaults;
mod french;
mod golden;
mod guides;
mod keys;
mod large_counts;
mod layers;
mod module;
mod modules;
mod mutations;
mod names;
mod no_game;
mod parameters;
mod plan_conditions;
mod readme;
mod schema;
mod shipped;
mod spending;
