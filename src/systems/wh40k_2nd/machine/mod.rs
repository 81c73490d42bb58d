//! §15: machines, their locations, and what damage does to them. The cards are not in the book: they are data.
//!
//! | file | what is in it |
//! |---|---|
//! | [`outcome`] | the words of a damage table |
//! | [`card`] | a card as it is played: locations and damage tables |
//! | [`blow`] | a hit on a machine: location, penetration, damage (§15.4.3–15.4.9, §15.5) |
//! | [`scene`] | what damage does, and whom an explosion and the fate of passengers reach |
//! | [`each`] | something that befalls models one by one |
//! | [`walls`] | §16.11–16.12: a hit on a building or a door |
//!
//! # How a chapter hits machines and walls
//!
//! While it is compiled a chapter makes a [`Scene`](scene::Scene) for each machine that it may hit
//! ([`compile::machines`](super::compile::machines)) and a [`Blow`](blow::Blow) for each kind of hit on it. In play, one hit
//! is [`Blow::land`](blow::Blow::land); then [`Scene::settle`](scene::Scene::settle) is played, a piece each, until it says
//! that all is settled.

pub mod blow;
pub mod card;
pub mod each;
pub mod outcome;
pub mod scene;
#[cfg(test)]
mod tests;
pub mod walls;

pub use outcome::Outcome;
