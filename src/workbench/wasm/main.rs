//! The program as a page in a browser holds it: WebAssembly that takes questions of the workbench and gives answers. The page writes
//! the bytes of a question where [`reserve`] says, and reads those of the answer where [`answered`] says.

// The names by which a page finds the functions need it.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

thread_local! {
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A page ends the worker of a question that is overtaken.
static STOP: AtomicBool = AtomicBool::new(false);

/// The place for the bytes of a question of this length.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|question| {
        question.clear();
        question.resize(length, 0);
        question.as_mut_ptr()
    })
}

/// Answers the question; the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let question = QUESTION.with_borrow(|question| String::from_utf8_lossy(question).into_owned());
    ANSWER.with_borrow_mut(|answer| {
        *answer = battle_odds_workbench::answer(&question, &STOP);
        answer.len()
    })
}

/// The place of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answered() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// The page calls the functions above.
fn main() {}
