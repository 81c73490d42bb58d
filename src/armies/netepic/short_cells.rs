//! The narrow cells: type, move, save, CAF, morale, instinct.

use winnow::ascii::space0;
use winnow::combinator::{alt, opt, preceded, repeat, terminated};
use winnow::token::one_of;
use winnow::{Parser, Result};

use super::super::amount::digits;
use super::super::normalise::{plain, words};
use super::super::sheet::Morale;
use super::super::words::{Vocabulary, Words};
use super::columns::says_nothing;
use super::slips::Read;

/// The meaning of a word of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// §3.1: its class.
    pub class: u8,
    /// The ability that goes with it.
    pub ability: Option<&'static str>,
    /// Whether it is a flyer, which these rules do not have.
    pub flies: bool,
}

const fn kind(class: u8) -> Kind {
    Kind { class, ability: None, flies: false }
}

const TYPES: Vocabulary<Kind> = Vocabulary(&[
    (kind(1), "infantry|light artillery"),
    (kind(2), "cavalry|walker"),
    (kind(3), "vehicle|heavy artillery"),
    (Kind { ability: Some("antigrav"), ..kind(3) }, "skimmer"),
    (Kind { ability: Some("floater"), ..kind(3) }, "floater"),
    (Kind { flies: true, ..kind(3) }, "flyer|flier"),
    (kind(4), "knight"),
    (Kind { ability: Some("super-heavy"), ..kind(4) }, "superheavy|super heavy|superheavy vehicle|super heavy vehicle"),
    (kind(5), "titan|praetorian|bio titan|gargant"),
]);

/// Whether a text names no type.
pub fn has_no_type(text: &str) -> bool {
    words(text) == "special" || !text.trim().is_empty() && says_nothing(text)
}

/// A save in close combat alone: `5+ Fixed (CC Only)`, without the words that say so.
pub fn close_combat_save(text: &str) -> Option<Save> {
    let said = words(text);
    let bare = IN_CLOSE_COMBAT.iter().find_map(|words| said.trim_end_matches(['.', ')']).strip_suffix(words))?;
    let read = save(bare.trim_end_matches(['(', ' ', ',']))?.value;
    // Of two, which one?
    (read.armour.is_none() || read.fixed.is_none()).then_some(read)
}

/// Longer ones first.
const IN_CLOSE_COMBAT: Words = Words(
    "in close combat only|against close combat only|vs close combat only|close combat only|in cc only|cc only|in close combat|in cc",
);

/// The words of a type: `Superheavy, Skimmer`; a misspelt one is corrected.
///
/// # Errors
/// The word that is not understood.
pub fn kinds(text: &str) -> Result<Read<Vec<Kind>>, String> {
    let parts = text.split([',', '/', ';', '+', '&', '(', '\n']).map(str::trim).filter(|part| !part.is_empty());
    let one = |said: &str| TYPES.meaning(said).or_else(|| TYPES.meaning(said.trim_end_matches('s')));
    let mut read = Read::fair(Vec::new());
    for part in parts {
        let said = words(part);
        let said = said.trim_matches(['(', ')', '.', ' ']);
        // `Superheavy Skimmer`.
        let each = || said.split(' ').map(one).collect::<Option<Vec<Kind>>>();
        if let Some(kinds) = one(said).map(|kind| vec![kind]).or_else(each) {
            read.value.extend(kinds);
            continue;
        }
        read.value.push(misspelt(said).ok_or_else(|| part.to_owned())?);
        read.mended = true;
    }
    Ok(read)
}

/// The only type that a word is close to.
fn misspelt(said: &str) -> Option<Kind> {
    let is_near = |word: &str| word.len() > 4 && strsim::damerau_levenshtein(said, word) <= 2;
    let mut near = TYPES.iter().filter(|(word, _)| is_near(word)).map(|(_, kind)| kind);
    near.next().filter(|first| near.all(|other| other == *first))
}

/// Units of length as intended, and as mistyped.
pub fn cm(input: &mut &str) -> Result<bool> {
    let slip = alt(("xm", "vm", "cn", "ccm", "cmm", "c,", "c"));
    (space0, alt((alt(("cms", "cm.", "cm")).value(false), slip.value(true))))
        .map(|(_, mended)| mended)
        .parse_next(input)
}

/// §3.1: `10cm`.
pub fn moves(text: &str) -> Option<Read<u32>> {
    let said = plain(text);
    let length =
        (digits.verify(|cm| *cm <= 300), opt(cm)).map(|(value, unit)| Read { value, mended: unit != Some(false) });
    let mut length = terminated(length, space0);
    length.parse(said.as_str()).ok()
}

/// §3.4: a save, and one that nothing modifies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Save {
    /// The save that penetration modifies.
    pub armour: Option<u32>,
    /// The fixed save.
    pub fixed: Option<u32>,
}

impl Save {
    /// As an army file has it.
    pub fn toml(self) -> String {
        match (self.armour, self.fixed) {
            (Some(armour), Some(fixed)) => format!("{armour}+/{fixed}+f"),
            (Some(armour), None) => format!("{armour}+"),
            (None, fixed) => fixed.map_or(String::new(), |fixed| format!("{fixed}+f")),
        }
    }
}

/// `4+`, and misprints of it: `4`, `4 +`. `+4` may be an assault factor in the wrong cell.
fn face(input: &mut &str) -> Result<Read<u32>> {
    let face = |input: &mut &str| digits.verify(|face: &u32| (1..=6).contains(face)).parse_next(input);
    alt((terminated(face, '+').map(Read::fair), terminated(face, opt((space0, '+'))).map(Read::mended)))
        .parse_next(input)
}

/// §3.4: `4+`, `5+ Fixed`, `4+, 6+ Fixed`.
pub fn save(text: &str) -> Option<Read<Save>> {
    let said = plain(text);
    let word = (space0, opt('('), alt(("fixed", "fix", "f")), opt((space0, "save")), opt(')'));
    let part = (face, opt(word)).map(|(face, fixed)| (face, fixed.is_some()));
    let between = (space0, opt(alt((",", "/", ";", "&", "and", "or"))), space0);
    let mut parts = terminated(repeat(1..=2, terminated(part, between)), opt('.'));
    let parts: Vec<(Read<u32>, bool)> = parts.parse(said.as_str()).ok()?;
    let mended = parts.iter().any(|(face, _)| face.mended);
    let of = |fixed: bool| parts.iter().filter(move |(_, is)| *is == fixed).map(|(face, _)| face.value);
    let one = |fixed: bool| of(fixed).count() <= 1;
    let save = Save { armour: of(false).next(), fixed: of(true).next() };
    (one(true) && one(false)).then_some(Read { value: save, mended })
}

/// §3.7: `+3`, `-1`, `0`; `0+` and `3+` are misprints of `+0` and `+3`.
pub fn caf(text: &str) -> Option<Read<i32>> {
    let said = plain(text);
    let number = |input: &mut &str| digits.verify(|number| *number <= 40).parse_next(input).map(u32::cast_signed);
    let less = preceded(('-', space0), number).verify(|number: &i32| *number <= 20).map(|number| Read::fair(-number));
    let more = preceded((one_of(['+']), space0), number).map(Read::fair);
    let slip = terminated(number, (space0, '+')).map(Read::mended);
    let bare = number.map(Read::fair);
    alt((less, more, slip, bare)).parse(said.as_str()).ok()
}

/// §3.8: the meaning of a morale cell; a misprint has one meaning.
pub fn morale(text: &str) -> Option<Read<Morale>> {
    let is_immune = Words("fearless|auto|automatic|immune|always passes").has(&words(text));
    if is_immune || says_nothing(text) && !text.trim().is_empty() {
        return Some(Read::fair(Morale::Never));
    }
    let said = plain(text);
    let before = preceded(('+', space0), face).map(|read| Read::mended(read.value));
    alt((before, face)).parse(said.as_str()).ok().map(|read| read.map(|face| Morale::Needs(format!("{face}+"))))
}

/// Instincts, as abilities of slaves; `None` for free units.
const INSTINCTS: Vocabulary<Option<&str>> = Vocabulary(&[
    (Some("slave-hunt"), "hunt|hunting|hunter"),
    (Some("slave-devastation"), "rampage|rampaging|devastation"),
    (Some("slave-nest"), "nest|nesting"),
    (None, "independent|n/a|none|command"),
]);

/// #6, #7: the ability that an instinct gives a unit; `None` if it is not known.
pub fn instinct(text: &str) -> Option<Option<&'static str>> {
    INSTINCTS.meaning(&words(text))
}

/// Whether a text refers its reader elsewhere: `See hit template`, `Special`.
pub fn is_elsewhere(text: &str) -> bool {
    let said = words(text);
    Words("see |special|varies|variable|choose |pick |select ").begin(&said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_by_type() {
        let class = |text: &str| kinds(text).map(|read| read.value.iter().map(|kind| kind.class).max());
        for (text, expected) in [
            ("Infantry", 1),
            ("Light artillery", 1),
            ("Walkers", 2),
            ("Heavy Artillery", 3),
            ("Superheavy, Skimmer", 4),
            ("Superheavy / Walker", 4),
            ("Flyer", 3),
            ("Knight", 4),
            ("Praetorian", 5),
            ("Superheavy Skimmer", 4),
            ("Vehicle (Skimmer)", 3),
        ] {
            assert_eq!(class(text), Ok(Some(expected)), "{text}");
        }
        assert_eq!(class("Wagon"), Err("Wagon".into()));
        assert_eq!(kinds("Superheavy, Skimmer").unwrap().value[1].ability, Some("antigrav"));
        let slip = kinds("Infanty, Skimer").unwrap();
        assert!(slip.mended && slip.value.len() == 2 && slip.value[0] == kind(1));
    }

    #[test]
    fn moves_in_cm() {
        assert_eq!(moves("10cm"), Some(Read::fair(10)));
        assert_eq!(moves("25 cm"), Some(Read::fair(25)));
        assert_eq!((moves("10xm"), moves("15")), (Some(Read::mended(10)), Some(Read::mended(15))));
        for open in ["", "10/15cm", "20cm+2D6cm (4D6 on charge)", "Special", "9000cm", "cm"] {
            assert_eq!(moves(open), None, "{open}");
        }
    }

    #[test]
    fn saves_of_both_kinds() {
        let said = |text: &str| save(text).map(|read| (read.value.toml(), read.mended));
        for (text, expected) in
            [("4+", "4+"), ("5+ Fixed", "5+f"), ("4+, 6+ Fixed", "4+/6+f"), ("6+ fixed / 4+", "4+/6+f")]
        {
            assert_eq!(said(text), Some((expected.to_owned(), false)), "{text}");
        }
        assert_eq!((said("4"), said("4 +")), (Some(("4+".into(), true)), Some(("4+".into(), true))));
        for open in ["", "0+", "7+", "+8", "+4", "4+, 5+", "5+ Fixed, 6+ Fixed", "See hit template", "3+ (5+ rear)"] {
            assert_eq!(said(open), None, "{open}");
        }
    }

    #[test]
    fn assault_factors() {
        assert_eq!((caf("+3"), caf("-1"), caf("0")), (Some(Read::fair(3)), Some(Read::fair(-1)), Some(Read::fair(0))));
        assert_eq!((caf("0+"), caf("3+")), (Some(Read::mended(0)), Some(Read::mended(3))));
        for open in ["", "N/A", "+1D6", "+3/+5", "-99", "+999"] {
            assert_eq!(caf(open), None, "{open}");
        }
    }

    #[test]
    fn morale_is_one_die() {
        let needs = |face: &str| Morale::Needs(face.into());
        assert_eq!(morale("4+"), Some(Read::fair(needs("4+"))));
        assert_eq!(morale("N/A"), Some(Read::fair(Morale::Never)));
        assert_eq!((morale("3"), morale("+2")), (Some(Read::mended(needs("3+"))), Some(Read::mended(needs("2+")))));
        assert_eq!((morale(""), morale("Special"), morale("7+"), morale("0+")), (None, None, None, None));
    }

    #[test]
    fn instincts_are_those_of_slaves() {
        assert_eq!(
            (instinct("Hunt"), instinct("Rampage")),
            (Some(Some("slave-hunt")), Some(Some("slave-devastation")))
        );
        assert_eq!((instinct("Independent"), instinct(""), instinct("Dance")), (Some(None), None, None));
        assert!(is_elsewhere("See Card") && is_elsewhere("Special") && !is_elsewhere("4+"));
    }
}
