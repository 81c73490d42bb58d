//! The words for everything that can be wrong: the one place to change or translate them.

use std::fmt;

use super::nearest::{all, suggestions};
use super::problem_kind::{Expected, ProblemKind};

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Text => f.write_str("text in quotes"),
            Expected::Texts => f.write_str("text in quotes, or a list of such texts"),
            Expected::Boolean => f.write_str("true or false"),
            Expected::List => f.write_str("a list in [brackets]"),
            Expected::Table => f.write_str("a table of keys and values"),
            Expected::Whole(i64::MIN, i64::MAX) => f.write_str("a whole number"),
            Expected::Whole(least, i64::MAX) => write!(f, "a whole number of at least {least}"),
            Expected::Whole(least, most) => write!(f, "a whole number from {least} to {most}"),
            Expected::Words(words) => f.write_str(words),
        }
    }
}

/// What is wrong, in one line.
impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ProblemKind as Kind;
        match self {
            Kind::Rule(words) | Kind::Import { message: words, .. } => f.write_str(words),
            Kind::Unknown { what, found, .. } => write!(f, "no {what} is called `{found}`"),
            Kind::NotOneOf { what, found, .. } => write!(f, "`{found}` is not {what}"),
            Kind::Expected { what, expected, found } => write!(f, "{what} is {expected}, found {found}"),
            Kind::NotWhole(text) => write!(f, "`{text}` is not a whole number"),
            Kind::NamedTwice(name) => write!(f, "`{name}` is named twice"),
            Kind::NamesNobody(what) => write!(f, "{what} names nobody"),
            Kind::NoFormations => f.write_str("a scenario needs at least one formation"),
            Kind::NoUnits(formation) => write!(f, "`{formation}` has no units"),
            Kind::MissingKey { what, key, .. } => write!(f, "{what} needs `{key}`"),
            Kind::UnknownKey { what, key, .. } => write!(f, "{what} has no key `{key}`"),

            Kind::TooDeep => f.write_str("brackets or dotted keys are nested too deeply"),
            Kind::NoValue => f.write_str("a value is missing here"),
            Kind::NeedsQuotes(_) => f.write_str("text needs quotes"),
            Kind::CurlyQuote(quote) => write!(f, "{quote} is no quote of TOML"),
            Kind::KeyNeedsQuotes { letter, .. } => write!(f, "a name with `{letter}` in it needs quotes"),
            Kind::KeyTwice => f.write_str("this key is given a second time"),
            Kind::TooLarge => f.write_str("this whole number is too large"),
            Kind::NotFinite => f.write_str("a number must be finite"),
            Kind::Date => f.write_str("a date has no place here"),
            Kind::NotToml(words) => write!(f, "this is not valid TOML: {words}"),

            Kind::NotAPath => f.write_str("this is not a path"),
            Kind::NotHere { name, .. } => write!(f, "there is no `{name}` here"),
            Kind::TableHasNoEntry { entry, .. } => {
                write!(f, "this is a table, not a list: it has keys, no entry {entry}")
            }
            Kind::ListIsShorter { entry, length: 0 } => write!(f, "there is no entry {entry}: the list has 0"),
            Kind::ListIsShorter { entry, length } => {
                write!(f, "there is no entry {entry}: the list has {length}, the last is [{}]", length - 1)
            }
            Kind::ListHasNoKeys { name, length } => {
                write!(f, "this is a list of {length}: `{name}` can only be in one of its entries, counted from [0]")
            }
            Kind::NoParts(found) => write!(f, "this leads into {found}, which has no parts"),

            Kind::ChangeForm => f.write_str("a change is written `path=value`"),
            Kind::ChangeWithoutValue => f.write_str("there is no value after `=`"),
            Kind::VaryForm => f.write_str("what varies is written `path=2..8` or `path=a,b,c`"),
            Kind::RangeForm => f.write_str("a range is written `2..8` or `3+..6+`"),
            Kind::RangeTooLong(most) => write!(f, "this range has more than {most} values"),
            Kind::RangeDownwards { from, to } => write!(f, "this range runs downwards: write {to}..{from}"),
            Kind::TooManyValues(most) => write!(f, "these are more than {most} values"),
            Kind::ListedNothing => f.write_str("there is no value here"),
            Kind::ValueTwice(value) => write!(f, "`{value}` is given twice"),

            Kind::VariantWithoutName => f.write_str("a variant needs a name"),
            Kind::VariantTwice(name) => write!(f, "there is already a variant called `{name}`"),
            Kind::ChoiceWithoutValue => f.write_str("a choice needs a value"),
            Kind::ChoicePrices { values, points } => {
                write!(f, "there are {values} values, but {points} points: each value has its own")
            }
            Kind::TooManyCombinations(most) => write!(f, "there are more than {most} combinations of these choices"),

            Kind::NoSystem => f.write_str("a scenario needs `system = \"…\"`"),
            Kind::FormationOfTwoArmies { name, .. } => write!(f, "two of the armies have a formation `{name}`"),
            Kind::NotAnArmy(file) => {
                write!(f, "{file}: this is not an army file, it has no `army = \"…\"` at the top")
            }
            Kind::NeitherArmyNorToml { file, at: (line, column) } => {
                write!(f, "{file}: this is not an army file, nor any TOML (line {line}, column {column})")
            }

            Kind::Unreadable { file, why } => write!(f, "{file}: {why}"),
            Kind::NoTomlFile(folder) => write!(f, "{folder}: there is no .toml file in this folder"),
            Kind::FileTooLong(file) => {
                write!(f, "{file}: the file is longer than 4 MB, which no scenario needs to be")
            }
            Kind::FileEmpty(file) => write!(f, "{file}: the file is empty"),
            Kind::NotUtf8 => f.write_str("the file is not UTF-8 text"),
        }
    }
}

impl ProblemKind {
    /// Some words under the caret.
    pub(super) fn label(&self) -> String {
        match self {
            ProblemKind::ChangeForm | ProblemKind::VaryForm => "`=` expected here".to_owned(),
            ProblemKind::FormationOfTwoArmies { file, .. } => format!("the other is {file}"),
            ProblemKind::NotUtf8 => "the first byte that is wrong".to_owned(),
            _ => String::new(),
        }
    }

    /// What may help, a line each.
    pub(super) fn help(&self) -> Vec<String> {
        let one = |words: &str| vec![words.to_owned()];
        match self {
            ProblemKind::Unknown { found, known, .. }
            | ProblemKind::NotOneOf { found, known, .. }
            | ProblemKind::NotHere { name: found, known } => suggestions(found, known.iter().map(String::as_str)),
            ProblemKind::UnknownKey { key, known, .. } => all(key, known),
            ProblemKind::TableHasNoEntry { known, .. } => suggestions("", known.iter().map(String::as_str)),
            ProblemKind::MissingKey { key, near: Some(near), .. } => vec![format!("is `{near}` meant to be `{key}`?")],
            ProblemKind::NeedsQuotes(text) | ProblemKind::KeyNeedsQuotes { key: text, .. } => {
                vec![format!("write \"{text}\"")]
            }
            ProblemKind::CurlyQuote(_) => one("write straight quotes: \" before and after the text"),
            ProblemKind::Date => one("text that looks like a date needs quotes"),
            ProblemKind::NotAPath => one(
                "a path looks like `formations.warband.units[1].count`, with `\"quotes\"` around a key that has dots \
                 in it",
            ),
            ProblemKind::ChangeWithoutValue => one("write `\"\"` for an empty text"),
            ProblemKind::ListedNothing => one("write `2..8` or `a,b,c`"),
            ProblemKind::TooManyCombinations(_) => {
                one("leave values out, or rank one half first and the best of it against the other")
            }
            ProblemKind::NoSystem => {
                one("it stands at the top, before the first [table]; a file of unit profiles has `army = \"…\"` there \
                 instead")
            }
            ProblemKind::FormationOfTwoArmies { name, .. } => vec![
                format!("write {{ file = \"…\", as = \"red\" }} here, and name it `red-{name}`"),
                "or give it a name of its own in the list builder".to_owned(),
            ],
            ProblemKind::NeitherArmyNorToml { .. } => one("an army file has `army = \"…\"` at the top"),
            ProblemKind::Import { help: Some(help), .. } => one(help),
            ProblemKind::NotUtf8 => one("save it as UTF-8 in your editor"),
            _ => Vec::new(),
        }
    }
}
