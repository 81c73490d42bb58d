//! Ctrl-C: once to stop in good order, twice to stop at once.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that is set by the first Ctrl-C; the second ends the program. Where the system cannot listen for it, the first
/// ends the program as it does any other.
pub fn listen() -> Arc<AtomicBool> {
    let cancelled = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&cancelled);
    let heard = move || {
        if flag.swap(true, Ordering::Relaxed) {
            process::exit(1);
        }
    };
    // Nothing is lost but the good order.
    let _ = ctrlc::set_handler(heard);
    cancelled
}
