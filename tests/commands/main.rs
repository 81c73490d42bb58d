//! The program on the command line: what it writes, what it prints, and how it ends.

mod bad_input;
mod best_questions;
mod cheaper;
mod choosing;
mod command_line;
mod excel;
mod folders;
mod full_disk;
mod honest_numbers;
mod killed;
mod matrix;
mod new;
mod shards;
mod slurm;
mod varying;
mod varying_questions;
