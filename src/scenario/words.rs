//! The words for everything that can be wrong: the only place to change them.

use std::fmt;

use super::nearest::{all, suggestions};
use super::problem_kind::{Expected, ProblemKind};
use battle_odds_words::shown;

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Text => f.write_str(&text!("text in quotes")),
            Expected::Texts => f.write_str(&text!("text in quotes, or a list of such texts")),
            Expected::Boolean => f.write_str(&text!("true or false")),
            Expected::List => f.write_str(&text!("a list in [brackets]")),
            Expected::Table => f.write_str(&text!("a table of keys and values")),
            Expected::Whole(i64::MIN, i64::MAX) => f.write_str(&text!("a whole number")),
            Expected::Whole(least, i64::MAX) => f.write_str(&text!("a whole number of at least {least}", least)),
            Expected::Whole(least, most) => f.write_str(&text!("a whole number from {least} to {most}", least, most)),
            Expected::Words(words) => f.write_str(&shown(words)),
        }
    }
}

/// What is wrong, in one line.
impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ProblemKind as Kind;
        match self {
            Kind::Rule(words) | Kind::Import { message: words, .. } => f.write_str(words),
            Kind::Unknown { what, found, .. } => {
                f.write_str(&text!("no {what} is called `{found}`", what = shown(what), found))
            }
            Kind::NotOneOf { what, found, .. } => {
                f.write_str(&text!("`{found}` is not {what}", found, what = shown(what)))
            }
            Kind::Expected { what, expected, found } => {
                f.write_str(&text!("{what} is {expected}, found {found}", what = shown(what), expected, found))
            }
            Kind::NotWhole(text) => f.write_str(&text!("`{text}` is not a whole number", text)),
            Kind::NamedTwice(name) => f.write_str(&text!("`{name}` is named twice", name)),
            Kind::NamesNobody(what) => f.write_str(&text!("{what} names no formation", what = shown(what))),
            Kind::NoFormations => f.write_str(&text!("a scenario needs at least one formation")),
            Kind::NoUnits(formation) => f.write_str(&text!("`{formation}` has no units", formation)),
            Kind::MissingKey { what, key, .. } => f.write_str(&text!("{what} needs `{key}`", what = shown(what), key)),
            Kind::UnknownKey { what, key, .. } => {
                f.write_str(&text!("{what} has no key `{key}`", what = shown(what), key))
            }

            Kind::TooDeep => f.write_str(&text!("brackets or dotted keys are nested too deeply")),
            Kind::NoValue => f.write_str(&text!("a value is missing here")),
            Kind::NeedsQuotes(_) => f.write_str(&text!("text needs quotes")),
            Kind::CurlyQuote(quote) => f.write_str(&text!("{quote} is not a quote that TOML knows", quote)),
            Kind::KeyNeedsQuotes { letter, .. } => {
                f.write_str(&text!("a name with `{letter}` in it needs quotes", letter))
            }
            Kind::KeyTwice => f.write_str(&text!("this key is given a second time")),
            Kind::TooLarge => f.write_str(&text!("this whole number is too large")),
            Kind::NotFinite => f.write_str(&text!("a number must be finite")),
            Kind::Date => f.write_str(&text!("a date has no place here")),
            Kind::NotToml(words) => f.write_str(&text!("this is not valid TOML: {words}", words)),

            Kind::NotAPath => f.write_str(&text!("this is not a path")),
            Kind::NotHere { name, .. } => f.write_str(&text!("there is no `{name}` here", name)),
            Kind::TableHasNoEntry { entry, .. } => {
                f.write_str(&text!("this is a table, not a list: it has keys, no entry {entry}", entry))
            }
            Kind::ListIsShorter { entry, length: 0 } => {
                f.write_str(&text!("there is no entry {entry}: the list has 0", entry))
            }
            Kind::ListIsShorter { entry, length } => f.write_str(&text!(
                "there is no entry {entry}: the list has {length}, the last is [{last}]",
                entry,
                length,
                last = length - 1
            )),
            Kind::ListHasNoKeys { name, length } => f.write_str(&text!(
                "this is a list of {length}: `{name}` can only be in one of its entries, counted from [0]",
                length,
                name
            )),
            Kind::NoParts(found) => f.write_str(&text!("this leads into {found}, which has no parts", found)),

            Kind::ChangeForm => f.write_str(&text!("a change is written `path=value`")),
            Kind::ChangeWithoutValue => f.write_str(&text!("there is no value after `=`")),
            Kind::VaryForm => f.write_str(&text!("what varies is written `path=2..8` or `path=a,b,c`")),
            Kind::RangeForm => f.write_str(&text!("a range is written `2..8` or `3+..6+`")),
            Kind::RangeTooLong(most) => f.write_str(&text!("this range has more than {most} values", most)),
            Kind::RangeDownwards { from, to } => {
                f.write_str(&text!("this range runs downwards: write {to}..{from}", to, from))
            }
            Kind::TooManyValues(most) => f.write_str(&text!("these are more than {most} values", most)),
            Kind::ListedNothing => f.write_str(&text!("there is no value here")),
            Kind::ValueTwice(value) => f.write_str(&text!("`{value}` is given twice", value)),

            Kind::VariantWithoutName => f.write_str(&text!("a variant needs a name")),
            Kind::VariantTwice(name) => f.write_str(&text!("there is already a variant called `{name}`", name)),
            Kind::ChoiceWithoutValue => f.write_str(&text!("a choice needs a value")),
            Kind::ChoicePrices { values, points } => f.write_str(&text!(
                "there are {values} values, but {points} points: each value has its own",
                values,
                points
            )),
            Kind::TooManyCombinations(most) => {
                f.write_str(&text!("there are more than {most} combinations of these choices", most))
            }

            Kind::NoSystem => f.write_str(&text!("a scenario needs `system = \"…\"`")),
            Kind::FormationOfTwoArmies { name, .. } => {
                f.write_str(&text!("two of the armies have a formation `{name}`", name))
            }
            Kind::NotAnArmy(file) => {
                f.write_str(&text!("{file}: this is not an army file, it has no `army = \"…\"` at the top", file))
            }
            Kind::NeitherArmyNorToml { file, at: (line, column) } => f.write_str(&text!(
                "{file}: this is not an army file, nor any TOML (line {line}, column {column})",
                file,
                line,
                column
            )),

            Kind::Unreadable { file, why } => f.write_str(&text!("{file}: {why}", file, why)),
            Kind::NoTomlFile(folder) => f.write_str(&text!("{folder}: there is no .toml file in this folder", folder)),
            Kind::NoTextName(file) => f.write_str(&text!(
                "{file}: this name is no text (UTF-8), and would be shown as another: rename it",
                file
            )),
            Kind::FileTooLong(file) => {
                f.write_str(&text!("{file}: the file is longer than 4 MB, which no scenario needs to be", file))
            }
            Kind::FileEmpty(file) => f.write_str(&text!("{file}: the file is empty", file)),
            Kind::NotUtf8 => f.write_str(&text!("the file is not UTF-8 text")),
        }
    }
}

impl ProblemKind {
    /// Words under the caret.
    pub(super) fn label(&self) -> String {
        match self {
            ProblemKind::ChangeForm | ProblemKind::VaryForm => text!("`=` expected here"),
            ProblemKind::FormationOfTwoArmies { file, .. } => text!("the other is {file}", file),
            ProblemKind::NotUtf8 => text!("the first byte that is wrong"),
            _ => String::new(),
        }
    }

    /// What may help, one line each.
    pub(super) fn help(&self) -> Vec<String> {
        let one = |words: &str| vec![shown(words).into_owned()];
        match self {
            ProblemKind::Unknown { found, known, .. }
            | ProblemKind::NotOneOf { found, known, .. }
            | ProblemKind::NotHere { name: found, known } => suggestions(found, known.iter().map(String::as_str)),
            ProblemKind::UnknownKey { key, known, .. } => all(key, known),
            ProblemKind::TableHasNoEntry { known, .. } => suggestions("", known.iter().map(String::as_str)),
            ProblemKind::MissingKey { key, near: Some(near), .. } => {
                vec![text!("is `{near}` meant to be `{key}`?", near, key)]
            }
            ProblemKind::NeedsQuotes(text) | ProblemKind::KeyNeedsQuotes { key: text, .. } => {
                vec![text!("write \"{text}\"", text)]
            }
            ProblemKind::CurlyQuote(_) => one(mark!("write straight quotes: \" before and after the text")),
            ProblemKind::Date => one(mark!("text that looks like a date needs quotes")),
            ProblemKind::NotAPath => one(mark!(
                "a path looks like `formations.warband.units[1].count`, with `\"quotes\"` around a key that has dots \
                 in it"
            )),
            ProblemKind::ChangeWithoutValue => one(mark!("write `\"\"` for an empty text")),
            ProblemKind::ListedNothing => one(mark!("write `2..8` or `a,b,c`")),
            ProblemKind::TooManyCombinations(_) => {
                one(mark!("leave values out, or rank one half first and the best of it against the other"))
            }
            ProblemKind::NoSystem => one(mark!(
                "it stands at the top, before the first [table]; a file of unit profiles has `army = \"…\"` there \
                 instead"
            )),
            ProblemKind::FormationOfTwoArmies { name, .. } => vec![
                text!("write {entry} here, and name it `red-{name}`", entry = "{ file = \"…\", as = \"red\" }", name),
                text!("or give it a name of its own in the list builder"),
            ],
            ProblemKind::NeitherArmyNorToml { .. } => one(mark!("an army file has `army = \"…\"` at the top")),
            ProblemKind::Import { help: Some(help), .. } => one(help),
            ProblemKind::NotUtf8 => one(mark!("save it as UTF-8 in your editor")),
            _ => Vec::new(),
        }
    }
}
