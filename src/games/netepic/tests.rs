//! The tests of the chapters, each beside its chapter. They are a program of their own, which uses the rules as the library has
//! compiled them.

#[path = "abilities/rows.rs"]
mod abilities;
#[path = "assault/tests.rs"]
mod assault;
#[path = "barrage/tests.rs"]
mod barrage;
#[path = "cargo/tests.rs"]
mod cargo;
#[path = "fire/tests.rs"]
mod fire;
mod input_tests;
#[path = "locations/tests.rs"]
mod locations;
#[path = "morale/tests.rs"]
mod morale;
#[path = "orders/tests.rs"]
mod orders;
#[path = "psychic/tests.rs"]
mod psychic;
mod trial;
#[path = "wreck/tests.rs"]
mod wreck;
