//! How units of three stands touch, by name; from the widths of their bases (L219, L241): a wide stand has a front of 40 mm,
//! a narrow one of 20 mm. A corner is contact enough to fight (L1322).

use super::super::combat::Places;

/// Stands of the two units: chargers, then charged.
pub type Contact = [Places; 2];

const fn places(fighting: u16, support: u16, flanked: u16) -> Places {
    Places { fighting, support, flanked }
}

/// All named ways to touch.
pub const CONTACTS: &[(&str, Contact)] = &[
    ("wide-on-wide", [places(3, 0, 0), places(3, 0, 0)]),
    ("narrow-on-narrow", [places(3, 0, 0), places(3, 0, 0)]),
    ("narrow-on-wide-packed", [places(3, 0, 0), places(2, 1, 0)]),
    ("narrow-on-wide-spread", [places(3, 0, 0), places(3, 0, 0)]),
    ("wide-on-narrow-middle", [places(3, 0, 0), places(3, 0, 0)]),
    ("wide-on-narrow-end", [places(2, 1, 0), places(3, 0, 0)]),
    ("line-on-column", [places(3, 0, 0), places(1, 1, 0)]),
    ("wide-on-flank-of-wide", [places(1, 2, 0), places(1, 0, 1)]),
    ("narrow-on-flank-of-wide", [places(3, 0, 0), places(1, 0, 1)]),
    ("wide-on-flank-of-narrow", [places(3, 0, 0), places(1, 0, 1)]),
    ("on-rear", [places(3, 0, 0), places(3, 0, 3)]),
    ("on-flank-of-column", [places(3, 0, 0), places(3, 0, 3)]),
];
