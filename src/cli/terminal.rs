//! The terminal as the surroundings of a study: the files of the disk, bars or lines on standard error, and Ctrl-C.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use super::interrupt;
use super::progress::Progress;
use crate::scenario::{Disk, Files};
use crate::studies::World;
use crate::studies::world::{Length, Piece};

/// The surroundings of a command.
#[derive(Debug)]
pub struct Terminal {
    /// What shows how far it is.
    pub progress: Progress,
    stop: OnceLock<Arc<AtomicBool>>,
}

impl Terminal {
    /// Shows how far the command is, unless it is to be quiet.
    pub fn new(quiet: bool) -> Terminal {
        Terminal { progress: Progress::new(quiet), stop: OnceLock::new() }
    }
}

impl World for Terminal {
    fn files(&self) -> Arc<dyn Files> {
        Arc::new(Disk)
    }

    /// Listens for Ctrl-C from the first call on: before, there is nothing to put in order, and the program just ends.
    fn stop(&self) -> &AtomicBool {
        self.stop.get_or_init(interrupt::listen)
    }

    fn begin(&self, name: String, length: Length) -> Box<dyn Piece + '_> {
        Box::new(self.progress.named(&name, length))
    }
}
