//! The workbench: its answers, and its page in a real browser.

mod answers;
mod asking;
mod browser;
mod exact;
mod page;
mod studies;
