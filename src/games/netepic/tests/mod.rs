//! Values worked out by hand (§8), dice that fall as written, and the same odds exactly, die by die and sampled.

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
