//! A window that the system opened for the program: somebody clicked on it, or dropped files on it, and types nothing.

use std::ffi::OsString;
use std::path::Path;

/// What is asked for in such a window: the workbench, with the files that were dropped. Elsewhere, what was typed.
pub fn asked(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if is_own() && arguments.get(1).is_none_or(|first| Path::new(first).exists()) {
        arguments.insert(1, "workbench".into());
    }
    arguments
}

/// Whether nobody else is in this window: it closes when the program ends.
#[cfg(windows)]
#[allow(unsafe_code)]
fn is_own() -> bool {
    use super::out::err_is_terminal;
    use windows_sys::Win32::System::Console::GetConsoleProcessList;

    let mut processes = [0; 2];
    // SAFETY: the system is told how many numbers the list has room for.
    let count = unsafe { GetConsoleProcessList(processes.as_mut_ptr(), 2) };
    count == 1 && err_is_terminal()
}

#[cfg(not(windows))]
fn is_own() -> bool {
    false
}
