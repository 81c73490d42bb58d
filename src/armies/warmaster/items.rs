//! Magic items, by their names in rulebooks and lists.

use super::super::normalise::words;
use super::values::commands;

/// What may carry an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearer {
    /// Infantry, cavalry, chariots.
    Troops,
    /// These, and commanders.
    TroopsAndCommanders,
    /// A general.
    General,
    /// A wizard.
    Wizard,
}

/// An item as army files write it, what may carry it, and its other names.
type Named = (&'static str, Bearer, &'static [&'static str]);

const ITEMS: &[Named] = &[
    ("banner-of-battle", Bearer::Troops, &["battle banner", "banniere de bataille", "kampfbanner"]),
    ("banner-of-protection", Bearer::Troops, &["banner of shielding", "banniere de protection"]),
    ("banner-of-robustness", Bearer::Troops, &["banner of fortitude", "banniere de robustesse"]),
    ("banner-of-tenacity", Bearer::Troops, &["banner of steadfastness", "banniere de tenacite"]),
    ("banner-of-luck", Bearer::Troops, &["banner of fortune", "banniere de chance"]),
    ("sword-of-destruction", Bearer::TroopsAndCommanders, &["epee de destruction", "schwert der zerstorung"]),
    ("sword-of-destiny", Bearer::TroopsAndCommanders, &["sword of fate", "epee du destin", "schwert des schicksals"]),
    ("sword-of-mutilation", Bearer::TroopsAndCommanders, &["sword of cleaving", "epee de mutilation"]),
    ("sword-of-power", Bearer::TroopsAndCommanders, &["sword of might", "epee de puissance", "schwert der macht"]),
    ("crown-of-command", Bearer::General, &["couronne de commandement"]),
    ("helm-of-dominion", Bearer::General, &["heaume de domination", "casque de domination"]),
    ("orb-of-majesty", Bearer::General, &["orbe de majeste"]),
    ("sceptre-of-sovereignty", Bearer::General, &["scepter of sovereignty", "sceptre de souverainete"]),
    ("ring-of-sorcery", Bearer::Wizard, &["ring of magic", "anneau de sorcellerie", "anneau de magie"]),
    ("staff-of-spellbinding", Bearer::Wizard, &["baton d'envoutement"]),
    ("anti-magic-scroll", Bearer::Wizard, &["scroll of dispelling", "dispel scroll", "parchemin d'anti magie"]),
    ("wand-of-power", Bearer::Wizard, &["baguette de pouvoir"]),
    ("rod-of-repetition", Bearer::Wizard, &["baton de repetition"]),
];

/// The longest name that is compared.
const LONGEST: usize = 60;

/// The item that a text names, and what may carry it.
pub fn item(text: &str) -> Option<(&'static str, Bearer)> {
    let said = words(text);
    if said.len() > LONGEST {
        return None;
    }
    let said = ["the ", "la ", "le ", "l'"].into_iter().find_map(|article| said.strip_prefix(article)).unwrap_or(&said);
    let is = |name: &str, slips: usize| strsim::damerau_levenshtein(&words(name), said) <= slips;
    let find =
        |slips: usize| ITEMS.iter().find(|(key, _, names)| is(key, slips) || names.iter().any(|name| is(name, slips)));
    find(0).or_else(|| find(2).filter(|_| said.len() >= 10)).map(|(key, bearer, _)| (*key, *bearer))
}

impl Bearer {
    /// Whether troops or commanders of this type may carry it.
    pub fn may_be(self, kind: &str) -> bool {
        let troops = matches!(kind, "infantry" | "cavalry" | "chariot");
        match self {
            Bearer::Troops => troops,
            Bearer::TroopsAndCommanders => troops || commands(kind),
            Bearer::General => kind == "general",
            Bearer::Wizard => kind == "wizard",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_have_several_names() {
        for (name, expected) in [
            ("The Battle Banner", "banner-of-battle"),
            ("Banner of Shielding", "banner-of-protection"),
            ("Épée du Destin", "sword-of-destiny"),
            ("Sceptre of Sovreignty", "sceptre-of-sovereignty"),
            ("Anti-magic Scroll", "anti-magic-scroll"),
        ] {
            assert_eq!(item(name).map(|(key, _)| key), Some(expected), "{name}");
        }
        assert_eq!(item("Griffon"), None);
        assert_eq!(item("Wand of Sorcery"), None);
    }
}
