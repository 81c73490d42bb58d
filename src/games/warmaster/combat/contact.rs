//! How units of three stands touch, by name; from the widths of their bases (L219, L241): a wide stand has a front of
//! 40 mm, a narrow one of 20 mm. Contact at a corner is enough to fight (L1322).

use crate::combat::Places;
use crate::combat::written::Contact;

const fn places(fighting: u16, support: u16, flanked: u16) -> Places {
    Places { fighting, support, flanked }
}

/// The stands of the two units: chargers, then charged.
pub fn places_of(contact: Contact) -> [Places; 2] {
    match contact {
        Contact::WideOnWide => [places(3, 0, 0), places(3, 0, 0)],
        Contact::NarrowOnNarrow => [places(3, 0, 0), places(3, 0, 0)],
        Contact::NarrowOnWidePacked => [places(3, 0, 0), places(2, 1, 0)],
        Contact::NarrowOnWideSpread => [places(3, 0, 0), places(3, 0, 0)],
        Contact::WideOnNarrowMiddle => [places(3, 0, 0), places(3, 0, 0)],
        Contact::WideOnNarrowEnd => [places(2, 1, 0), places(3, 0, 0)],
        Contact::LineOnColumn => [places(3, 0, 0), places(1, 1, 0)],
        Contact::WideOnFlankOfWide => [places(1, 2, 0), places(1, 0, 1)],
        Contact::NarrowOnFlankOfWide => [places(3, 0, 0), places(1, 0, 1)],
        Contact::WideOnFlankOfNarrow => [places(3, 0, 0), places(1, 0, 1)],
        Contact::OnRear => [places(3, 0, 0), places(3, 0, 3)],
        Contact::OnFlankOfColumn => [places(3, 0, 0), places(3, 0, 3)],
    }
}
