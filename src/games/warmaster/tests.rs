//! The tests of the chapters, each beside its chapter. They are a program of their own, which uses the rules as the library has
//! compiled them.

#[path = "combat/tests.rs"]
mod combat;
#[path = "fire/tests.rs"]
mod fire;
#[path = "forces/tests.rs"]
mod forces;
#[path = "orders/tests.rs"]
mod orders;
mod trial;
