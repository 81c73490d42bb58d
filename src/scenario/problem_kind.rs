//! What can be wrong with what a user wrote, as data. The words for it are in `words`.

/// What is wrong.
#[derive(Clone, Debug)]
pub enum ProblemKind {
    /// A rulebook, or a command, refuses something that only it knows of: in its own words, with the section.
    Rule(String),

    /// An unknown name; `what` has no article.
    Unknown {
        /// The kind of thing it should name: `formation`.
        what: String,
        /// The name.
        found: String,
        /// The known names.
        known: Vec<String>,
    },
    /// A word that is none of the allowed ones.
    NotOneOf {
        /// What it should be, with its article.
        what: String,
        /// The word.
        found: String,
        /// The allowed words.
        known: Vec<String>,
    },
    /// A value of another type, or out of range.
    Expected {
        /// What is being read, with its article: `a count`.
        what: String,
        /// What it should be.
        expected: Expected,
        /// What it is.
        found: String,
    },
    /// A text that should be a whole number.
    NotWhole(String),
    /// An entry that may be in a list once is there twice.
    NamedTwice(String),
    /// A list that should name at least one formation is empty.
    NamesNobody(String),
    /// A scenario without formations.
    NoFormations,
    /// A formation without units.
    NoUnits(String),

    /// A table lacks a key.
    MissingKey {
        /// The table, with its article.
        what: String,
        /// The key.
        key: String,
        /// An unknown key that may be meant for it.
        near: Option<String>,
    },
    /// A table has no such key.
    UnknownKey {
        /// The table, with its article.
        what: String,
        /// The key.
        key: String,
        /// The keys that it may have.
        known: Vec<String>,
    },

    /// Brackets or dotted keys are nested too deeply.
    TooDeep,
    /// A key without a value.
    NoValue,
    /// A text without quotes.
    NeedsQuotes(String),
    /// A quote that is not one of TOML.
    CurlyQuote(char),
    /// A key with a letter that only a quoted key may have.
    KeyNeedsQuotes {
        /// The letter.
        letter: char,
        /// The key.
        key: String,
    },
    /// A key is given twice.
    KeyTwice,
    /// Beyond 64 bits.
    TooLarge,
    /// An infinite number.
    NotFinite,
    /// A date.
    Date,
    /// Anything else that TOML does not allow, in the words of its parser.
    NotToml(String),

    /// Not a path.
    NotAPath,
    /// A path leads to a key that does not exist.
    NotHere {
        /// The key.
        name: String,
        /// The keys that do exist.
        known: Vec<String>,
    },
    /// A path leads to a numbered entry of a table.
    TableHasNoEntry {
        /// The entry.
        entry: usize,
        /// The keys of the table.
        known: Vec<String>,
    },
    /// A path leads to an entry beyond the end of a list.
    ListIsShorter {
        /// The entry, from 0.
        entry: usize,
        /// How many there are.
        length: usize,
    },
    /// A path leads to a key of a list.
    ListHasNoKeys {
        /// The key.
        name: String,
        /// How many entries there are.
        length: usize,
    },
    /// A path leads into something without parts.
    NoParts(String),

    /// A change without `=`.
    ChangeForm,
    /// A change without a value.
    ChangeWithoutValue,
    /// What varies, without `=`.
    VaryForm,
    /// A range of which one end is no number.
    RangeForm,
    /// A range of more values than this.
    RangeTooLong(usize),
    /// A range from a larger number to a smaller one.
    RangeDownwards {
        /// The end that should be last.
        from: i64,
        /// The end that should be first.
        to: i64,
    },
    /// More values than this.
    TooManyValues(usize),
    /// Nothing between two commas.
    ListedNothing,
    /// A value is listed twice.
    ValueTwice(String),

    /// A variant without a name.
    VariantWithoutName,
    /// Two variants with the same name.
    VariantTwice(String),
    /// A choice without values.
    ChoiceWithoutValue,
    /// The numbers of prices and values differ.
    ChoicePrices {
        /// How many values.
        values: usize,
        /// How many prices.
        points: usize,
    },
    /// More combinations than this.
    TooManyCombinations(usize),

    /// A scenario without a rules system.
    NoSystem,
    /// Two armies have a formation with the same name.
    FormationOfTwoArmies {
        /// The formation.
        name: String,
        /// The file of the other army.
        file: String,
    },
    /// A file without `army = …` that is named as an army.
    NotAnArmy(String),
    /// A file that is named as an army and is not even TOML; nothing of it is shown.
    NeitherArmyNorToml {
        /// The file.
        file: String,
        /// Where TOML ends: line and column.
        at: (usize, usize),
    },
    /// A catalogue or roster that cannot be imported.
    Import {
        /// What is wrong with it.
        message: String,
        /// What may help.
        help: Option<String>,
    },

    /// A file or folder that cannot be read, and why.
    Unreadable {
        /// The file.
        file: String,
        /// Why.
        why: String,
    },
    /// A folder without scenarios.
    NoTomlFile(String),
    /// A file whose name is not valid text: shown with escapes.
    NoTextName(String),
    /// A file of more than 4 MB.
    FileTooLong(String),
    /// A file without anything but comments.
    FileEmpty(String),
    /// Bytes that are not text.
    NotUtf8,
}

/// What a value should be.
#[derive(Clone, Debug)]
pub enum Expected {
    /// A text.
    Text,
    /// A text or several.
    Texts,
    /// `true` or `false`.
    Boolean,
    /// A list.
    List,
    /// A table.
    Table,
    /// A whole number within limits; a bound at the end of `i64` is no limit.
    Whole(i64, i64),
    /// In the reader's own words.
    Words(String),
}
