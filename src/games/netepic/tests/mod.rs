//! Values computed by hand (§8), games with given dice, and the same odds exactly, die by die and sampled.

mod assault;
mod cargo;
mod fire;
mod input;
mod nerve;
mod powers;
mod rows;
mod templates;
mod titans;
mod wrecks;
