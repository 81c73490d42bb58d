//! The engine with rules that belong to none of our systems, and with paired luck.

mod dice;
mod likely;
mod mixed;
mod paired;
mod published_battles;
mod seam;
mod sums;
mod together;
