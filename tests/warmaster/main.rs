//! Warmaster: the examples of the book, rulings with odds counted by hand, and separate arithmetic.

#[path = "../support/mod.rs"]
mod support;

mod brute_force;
mod examples;
mod orders_decide;
mod reference;
mod reference_more;
mod rulings_advance;
mod rulings_charge;
mod rulings_combat;
mod rulings_contact;
mod rulings_end;
mod rulings_fall_back;
mod rulings_items;
mod rulings_orders;
mod rulings_pursuit;
mod rulings_readings;
mod rulings_room;
mod rulings_shooting;
mod rulings_spells;
mod shooting_phase;
