//! Whole units.
