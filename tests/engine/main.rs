//! The engine with rules that belong to no system of ours, and with paired luck.

mod dice;
mod mixed;
mod paired;
mod published_battles;
mod seam;
