//! Ctrl-C and similar signals: the program stops in good order, and writes what is finished.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::signal::{SIGINT, SIGTERM};
use signal_hook::flag;

/// A flag that is set by the first Ctrl-C, by `kill`, and when the terminal closes. A second Ctrl-C ends the program at
/// once; of the other signals several usually come when a machine shuts down. If the system cannot listen for one, it
/// ends the program as it does any other.
pub fn listen() -> Arc<AtomicBool> {
    let cancelled = Arc::new(AtomicBool::new(false));
    // In this order: at the first Ctrl-C the flag is not set yet.
    let _ = flag::register_conditional_shutdown(SIGINT, 1, Arc::clone(&cancelled));
    for signal in [SIGINT, SIGTERM].into_iter().chain(hangup()) {
        // If this fails, only the good order is lost.
        let _ = flag::register(signal, Arc::clone(&cancelled));
    }
    cancelled
}

/// From now on a file that would grow longer than the system allows (`ulimit -f`) cannot be written, as on a full disk;
/// without this, the system would end the program.
#[cfg(unix)]
pub fn outlive_long_files() {
    // After the signal the program continues: the write fails.
    let _ = flag::register(signal_hook::consts::signal::SIGXFSZ, Arc::default());
}

#[cfg(not(unix))]
pub fn outlive_long_files() {}

/// The signal for a closed terminal, unless the program was started to ignore it (`nohup`).
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
