//! The workbench: its answers, and its page in a real browser.

mod answers;
mod browser;
mod exact;
mod page;
mod studies;
