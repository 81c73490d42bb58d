//! stub
use crate::systems::Section;
pub static SECTIONS: &[Section] = &[];
