//! Epic Armageddon: the examples of the book, rulings with odds counted by hand, and separate arithmetic.

#[path = "../support/mod.rs"]
mod support;

mod apart;
mod brute_force;
mod brute_force_air;
mod by_unit;
mod cards;
mod examples;
mod examples_abilities;
mod examples_air;
mod examples_engines;
mod readings;
mod reference;
mod rulings;
mod rulings_abilities;
mod rulings_air;
mod rulings_allocation;
mod rulings_assault;
mod rulings_breaking;
mod rulings_cover;
mod rulings_engines;
mod rulings_engines_assault;
mod rulings_explosions;
mod rulings_immobile;
mod rulings_overwatch;
mod rulings_partners;
mod rulings_plans;
mod rulings_reaction_kills;
mod rulings_result;
mod rulings_sharing;
mod rulings_support;
mod rulings_turn_order;
mod rulings_withdrawal;
mod sections;
