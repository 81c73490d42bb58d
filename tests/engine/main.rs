//! The engine with rules that belong to no system of ours, and with paired luck.

mod dice;
mod likely;
mod mixed;
mod paired;
mod published_battles;
mod seam;
mod sums;
