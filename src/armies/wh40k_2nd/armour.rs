//! Armour and fields: `3+`, `3+ save, using 2D6.`, `2+ (unmodified)`, `6+/5+`, and what `Special` says of them.

use winnow::ascii::space0;
use winnow::combinator::{alt, opt, preceded, terminated};
use winnow::{Parser, Result};

use super::super::amount::digits;
use super::super::normalise::{plain, words};
use super::super::sheet::Sheet;
use super::super::words::Words;
use super::columns::Column;
use crate::columns::column;

/// A save: its need, and whether two dice are rolled for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Save {
    need: u32,
    two_dice: bool,
}

impl Save {
    /// As an army file has it.
    pub fn toml(self) -> String {
        format!("\"{}+{}\"", self.need, if self.two_dice { " on 2D6" } else { "" })
    }
}

/// What a suit, a hide or a field gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Protection {
    /// Its name.
    pub name: String,
    /// A save that weapons modify.
    pub armour: Option<Save>,
    /// A save that they do not modify.
    pub field: Option<Save>,
    /// What else it says, in its own words.
    pub unplayed: Option<String>,
    /// Whether it has a cell that could not be read.
    pub unread: bool,
}

/// The save is never modified.
const UNMODIFIED: Words = Words(
    "unmodified|not affected by modifier|cannot be modified|cannot be reduced by modifier|not modified by|no modifiers|without modifier|ignores armour modifiers|ignores armor modifiers|ignores modifiers|not affected by any modifier|unaffected by modifier",
);

/// It is another save than the one in the cell.
const ANOTHER: Words = Words("extra save|extra saving throw|additional save|additional saving throw|second save");

/// It protects only sometimes: no save that is always correct can be written.
const SOMETIMES: Words = Words(
    "no protection in|from the front|front facing|front 90|front arc|only against|only work|may not be used|only protect",
);

/// Saves that are rolled with two dice.
const TWO_DICE: Words = Words("2d6|two dice|2 dice|two d6");

/// What no die here depends on.
const IDLE: Words = Words("immune to gas weapons|immune to gas|immune to gas attacks|sealed against gas");

/// A condition under which another save counts.
const CONDITION: Words = Words("if |against |versus |vs |when ");

/// Everything not named before.
const OTHERWISE: Words = Words("all other|any other|other weapons|otherwise");

/// Reads the profile of armour: a cell with a save, and one with special notes.
pub fn protection(sheet: &Sheet) -> Protection {
    let cell = |wanted| sheet.cells.iter().find(|(name, _)| column(name) == Some(wanted)).map_or("", |(_, text)| text);
    let (throw, special) = (cell(Column::SavingThrow), cell(Column::Special).trim());
    let mut protection = Protection { name: sheet.name.clone(), ..Protection::default() };
    let said = plain(special);
    let keep = |text: &str| Some(text.split_whitespace().collect::<Vec<_>>().join(" "));
    if SOMETIMES.within(&said) || throw.contains('*') {
        protection.unplayed = keep(&format!("{throw} {special}"));
        return protection;
    }
    let special = if IDLE.has(&words(special)) { "" } else { special };
    let said = plain(special);
    let saves = saves(throw);
    let Some(save) = general(&saves, &said) else {
        protection.unplayed = keep(&format!("{throw} {special}"));
        protection.unread = saves.is_empty();
        return protection;
    };
    let two_dice = save.two_dice || TWO_DICE.within(&said) && !ANOTHER.within(&said);
    let save = Save { two_dice, ..save };
    let extra = extra(&said);
    let is_field = UNMODIFIED.within(&plain(throw)) || extra.is_none() && UNMODIFIED.within(&said);
    let is_field = is_field || words(&sheet.name).split(' ').any(|word| word == "field");
    let place = if is_field { &mut protection.field } else { &mut protection.armour };
    *place = Some(save);
    if let Some(extra) = extra {
        protection.field = Some(extra);
    }
    let told_all = special.is_empty() || is_told(&said) || extra.is_some() && said.matches('.').count() <= 1;
    protection.unplayed = (!told_all || saves.len() > 1).then(|| keep(special)).flatten();
    protection
}

/// Whether a text only says that the save is unmodified, or rolled with two dice.
fn is_told(said: &str) -> bool {
    let one = said.trim_end_matches('.').split(['.', ';']).count() == 1;
    one && said.len() <= 80
        && (UNMODIFIED.within(said) || TWO_DICE.within(said))
        && !said.contains(" to worse than ")
        && !said.contains(" less than ")
}

/// `4+ extra save with no modifiers`: one more save that nothing modifies.
fn extra(said: &str) -> Option<Save> {
    (ANOTHER.within(said) && UNMODIFIED.within(said))
        .then(|| save.parse_peek(said).ok())
        .flatten()
        .map(|(_, save)| save)
}

/// The saves of a cell: `6+/5+`.
fn saves(text: &str) -> Vec<Save> {
    let said = plain(text);
    let read: Option<Vec<Save>> = said.split('/').map(|part| whole.parse(part.trim()).ok()).collect();
    read.unwrap_or_default()
}

/// The save that applies if no condition is met.
fn general(saves: &[Save], special: &str) -> Option<Save> {
    match saves {
        [only] => Some(*only),
        [_, _] => {
            // Each sentence that names a save, and when it applies.
            let mut open: Vec<Save> = saves.to_vec();
            for part in special.split([',', '.', ';']).map(str::trim) {
                let Ok((rest, named)) = save.parse_peek(part) else { continue };
                let rest = rest.trim_start();
                if OTHERWISE.within(rest) {
                    return Some(named);
                }
                if CONDITION.begin(rest) {
                    open.retain(|save| save.need != named.need);
                }
            }
            (open.len() == 1).then(|| open[0])
        }
        _ => None,
    }
}

/// `3+`, `4+ save`, `3+ save, using 2d6.`, `2+ (unmodified)`.
fn whole(input: &mut &str) -> Result<Save> {
    let how = opt(alt(("using", "on", "with", "rolled on")));
    let using = (opt(','), space0, opt('('), how, space0, two_dice, opt(')'));
    let tail = (space0, opt(alt(("saving throw", "save"))), opt(using), opt(unmodified), opt('.'));
    (save, tail)
        .map(|(save, (_, _, using, _, _))| Save { two_dice: save.two_dice || using.is_some(), ..save })
        .parse_next(input)
}

/// `3+`.
fn save(input: &mut &str) -> Result<Save> {
    let need = terminated(digits.verify(|need| (1..=12).contains(need)), '+');
    need.map(|need| Save { need, two_dice: false }).verify(|save| save.need <= 6).parse_next(input)
}

fn two_dice<'a>(input: &mut &'a str) -> Result<&'a str> {
    alt(("2d6", "two d6", "2 dice", "two dice")).parse_next(input)
}

fn unmodified<'a>(input: &mut &'a str) -> Result<&'a str> {
    preceded(space0, alt(("(unmodified)", "unmodified", "(cannot be modified)"))).parse_next(input)
}

/// Gear that is armour and described only in prose: `3+ save, using 2D6. Built in Targeter.`
pub fn of_prose(name: &str, text: &str) -> Option<Protection> {
    let said = plain(text);
    let first = said.split(['.', ';', '\n']).next().unwrap_or_default().trim();
    let (save, is_field) = match whole.parse(first) {
        Ok(save) => (save, false),
        // `4+ save before the armour save, not affected by modifiers`.
        Err(_) => {
            let (_, save) = (save, space0, "save").parse_peek(first).ok()?;
            (UNMODIFIED.within(first) && !SOMETIMES.within(&said)).then_some((save.0, true))?
        }
    };
    let rest = said[said.find(first)? + first.len()..].trim_start_matches(['.', ';']).trim();
    let unplayed = rest.split(". ").map(|part| part.trim_end_matches('.').trim());
    let unplayed: Vec<&str> = unplayed.filter(|part| !part.is_empty() && !part.ends_with("targeter")).collect();
    Some(Protection {
        name: name.to_owned(),
        armour: (!is_field).then_some(save),
        field: is_field.then_some(save),
        unplayed: (!unplayed.is_empty()).then(|| unplayed.join(". ")),
        ..Protection::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, throw: &str, special: &str) -> (Option<String>, Option<String>, bool) {
        let cell = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        let cells = vec![cell("Saving Throw", throw), cell("Special", special)];
        let read = protection(&Sheet { name: name.into(), kind: "Armour".into(), cells });
        (read.armour.map(Save::toml), read.field.map(Save::toml), read.unplayed.is_some())
    }

    #[test]
    fn suits_and_fields() {
        let some = |text: &str| Some(format!("\"{text}\""));
        for (name, throw, special, armour, field, more) in [
            ("Plate", "3+", "", some("3+"), None, false),
            ("Plate", "4+ Save", "", some("4+"), None, false),
            ("Plate", "3+", "Keeps out fumes", some("3+"), None, true),
            ("Heavy Plate", "3+ save, using 2D6.", "", some("3+ on 2D6"), None, false),
            ("Shell", "3+ (2D6)", "", some("3+ on 2D6"), None, false),
            ("Shell", "3+ on 2D6", "", some("3+ on 2D6"), None, false),
            ("Shell", "3+", "Make save on 2D6", some("3+ on 2D6"), None, false),
            ("Runes", "4+", "This saving throw is not affected by modifiers", None, some("4+"), false),
            ("Hide", "5+", "Cannot be reduced by modifiers. Works at night", None, some("5+"), true),
            ("Glow", "4+", "Cannot be modified", None, some("4+"), false),
            ("Odd Field", "5+", "Taken before regular armour save", None, some("5+"), true),
            ("Aegis", "2+ (unmodified)", "", None, some("2+"), false),
            ("Aegis", "2+ (unmodified)", "No protection in close combat.", None, None, true),
            ("Suit", "2+", "4+ extra save with no modifiers if failed the first save.", some("2+"), some("4+"), false),
            ("Idol", "2+", "A weapon's modifier cannot reduce it to worse than 4+", some("2+"), None, true),
            ("Vest", "6+/5+", "5+ if Blast/Template weapon", some("6+"), None, true),
            ("Hide", "5+/6+", "5+ against sticks, 6+ against all other weapons", some("6+"), None, true),
            ("Hide", "5+/6+", "", None, None, true),
            ("Board", "6+*", "6+ against sticks", None, None, true),
            ("Plate", "thick", "", None, None, true),
        ] {
            assert_eq!(read(name, throw, special), (armour, field, more), "{name} {throw} {special}");
        }
    }

    #[test]
    fn armour_in_prose() {
        let suit = of_prose("Suit", "3+ save, using 2D6. Built in Targeter. Sings").unwrap();
        assert_eq!(
            (suit.armour.map(Save::toml).as_deref(), suit.unplayed.as_deref()),
            (Some("\"3+ on 2D6\""), Some("sings"))
        );
        assert_eq!(of_prose("Shield", "An extra armour save of 4+ from the front"), None);
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_reading_panic(throw in "([0-9]|\\+|/| |save|2D6|é|\\*){0,8}", special in "([0-9]\\+| |if |against |,|\\.|all other|no modifiers){0,8}") {
            read("Field", &throw, &special);
            let _ = of_prose("x", &throw);
        }
    }
}
