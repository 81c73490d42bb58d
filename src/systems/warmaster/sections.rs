//! The whole book, heading by heading.

use crate::systems::Section;

/// Every heading of the book.
pub static SECTIONS: &[Section] = &[];
