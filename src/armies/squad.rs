//! Squads that print the profile of their members: the profile on the card is not another model.

use super::element::Element;
use super::sheet::Sheet;

/// Whether an entry or selection of this name only shows a profile of its members: units in it have the profile too. A
/// model with the same name as its profile is one among others of its kind.
pub fn is_squad<'a>(entry: &Element, name: &str, profile: &str, mut members: impl Iterator<Item = &'a str>) -> bool {
    let is_model = entry.attribute("type") == "model" && Sheet::same(name, profile);
    !is_model && members.any(|member| member.trim() == profile.trim())
}

#[cfg(test)]
mod tests {
    use super::super::element::parse;
    use super::*;

    #[test]
    fn a_card_of_its_members_is_none_of_them() {
        let of = |kind: &str, name: &str, members: &[&str]| {
            is_squad(&parse(&format!("<e type='{kind}'/>")).unwrap(), name, "Terminator", members.iter().copied())
        };
        for kind in ["unit", "upgrade", "model"] {
            assert!(of(kind, "Terminator Squad", &["Sergeant", "Terminator"]), "{kind}");
            assert!(!of(kind, "Terminator Squad", &["Sergeant"]), "{kind}");
        }
        assert!(!of("model", "Terminators", &["Terminator"]) && of("unit", "Terminators", &["Terminator"]));
    }
}
