//! Ctrl-C and its like: asked to stop, the program stops in good order, and what is finished is written.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::signal::{SIGINT, SIGTERM};
use signal_hook::flag;

/// A flag that is set by the first Ctrl-C, by `kill`, and when the terminal goes. A second Ctrl-C ends the program at once;
/// of the others commonly several come when a machine goes down. Where the system cannot listen for one, it ends the program
/// as it does any other.
pub fn listen() -> Arc<AtomicBool> {
    let cancelled = Arc::new(AtomicBool::new(false));
    // In this order: the first Ctrl-C finds the flag not set yet.
    let _ = flag::register_conditional_shutdown(SIGINT, 1, Arc::clone(&cancelled));
    for signal in [SIGINT, SIGTERM].into_iter().chain(hangup()) {
        // Nothing is lost but the good order.
        let _ = flag::register(signal, Arc::clone(&cancelled));
    }
    cancelled
}

/// From now on a file that would grow longer than the system allows (`ulimit -f`) cannot be written, as on a full disk; by
/// itself the system ends the program.
#[cfg(unix)]
pub fn outlive_long_files() {
    // Whoever hears it may go on: the write fails.
    let _ = flag::register(signal_hook::consts::signal::SIGXFSZ, Arc::default());
}

#[cfg(not(unix))]
pub fn outlive_long_files() {}

/// The signal that the terminal has gone, unless the program has been told not to mind (`nohup`).
#[cfg(unix)]
fn hangup() -> Option<i32> {
    use signal_hook::consts::signal::SIGHUP;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    (ignored.unwrap_or(0) & 1 << (SIGHUP - 1) == 0).then_some(SIGHUP)
}

#[cfg(not(unix))]
fn hangup() -> Option<i32> {
    None
}
