//! §15: machines, their locations, and damage to them. The cards are not in the book: they are data.
//!
//! | file | what is in it |
//! |---|---|
//! | [`written`] | a card as written |
//! | [`outcome`] | the words of a damage table |
//! | [`card`], [`cards`] | a card as compiled: locations and damage tables; and how it is read |
//! | [`penetration`], [`hazards`] | formulas, printed tables and dice, without state |
//! | [`blow`] | a hit on a machine: location, penetration, damage (§15.4.3–15.4.9, §15.5) |
//! | [`scene`] | what damage does, and which models explosions and results for passengers reach |
//! | [`each`] | something that happens to models one by one |
//! | [`hard`] | the machines and walls of a formation, near to far |
//! | [`lie`] | templates and psychic powers on several locations of a machine at once (§15.4.3, §17.7) |
//! | [`walls`] | §16.11–16.12: a hit on a building or a door |
//! | [`compile`] | what steps that hit machines and walls share |
//!
//! # How a chapter hits machines and walls
//!
//! While it is compiled, a chapter builds a [`Hard`](hard::Hard) for a formation that it may hit, and
//! [`Stroke`](hard::Stroke)s for each kind of hit ([`compile`]). In play,
//! [`Hard::fall`](hard::Hard::fall) plays one piece of equal hits: it is called until it says that everything is
//! settled.

pub mod blow;
pub mod card;
pub mod cards;
pub mod compile;
pub mod each;
pub mod hard;
pub mod hazards;
pub mod lie;
pub mod outcome;
pub mod penetration;
pub mod scene;
pub mod walls;
pub mod written;

pub use crate::machine::outcome::Outcome;
