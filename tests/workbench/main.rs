//! The workbench: its answers, and its page in a real browser.

mod accessible;
mod answers;
mod asking;
mod at_hand;
mod browser;
mod exact;
mod page;
mod studies;
