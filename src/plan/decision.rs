//! A player's decision in a step: a value with its options, so that it can be reported, and changed.

use serde::Deserialize;

use battle_odds_scenario::called::nested;
use battle_odds_scenario::typed::{spelled, words};
use battle_odds_scenario::{Node, Source, Span, Value};

/// A player's decision, if its possible values can be listed.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The step, by its number in the report; 0 until the compiler records it.
    pub step: usize,
    /// The table in which it is written, or would be, if that is not the step itself but a reaction or a partner in it;
    /// the compiler sets that of the step.
    pub at: Option<Span>,
    /// The formation that decides.
    pub whose: String,
    /// The keys, starting from that table: `on-win`, or `aim` and `ap`.
    pub keys: Vec<String>,
    /// All values that may be written.
    pub options: Vec<Choice>,
    /// The value in force, in words; usually one of the options.
    pub chosen: String,
    /// Whether the program decided it, because the scenario does not.
    pub default: bool,
    /// The line that reports it.
    pub told: Option<String>,
}

/// One of the options of a decision.
#[derive(Clone, Debug)]
pub struct Choice {
    /// In words: as written, or yes and no.
    pub word: String,
    /// As a value in the file.
    pub value: Value,
}

impl Choice {
    /// A text.
    pub fn text(word: &str) -> Choice {
        Choice { word: word.to_owned(), value: Value::Text(word.to_owned()) }
    }

    /// Yes or no.
    pub fn yes_or_no(is: bool) -> Choice {
        Choice { word: if is { "yes" } else { "no" }.to_owned(), value: Value::Boolean(is) }
    }
}

impl Decision {
    /// A decision between options: the written one, otherwise the one that the program decides. The compiler adds the
    /// place.
    pub fn new(whose: &str, key: &str, options: Vec<Choice>, written: Option<String>, decided: &str) -> Decision {
        Decision {
            step: 0,
            at: None,
            whose: whose.to_owned(),
            keys: vec![key.to_owned()],
            options,
            default: written.is_none(),
            chosen: written.unwrap_or_else(|| decided.to_owned()),
            told: None,
        }
    }

    /// A decision between the words of an enum.
    pub fn word<T>(whose: &str, key: &str, written: Option<T>, decided: T) -> Decision
    where
        T: for<'de> Deserialize<'de> + PartialEq + 'static,
    {
        let options = words::<T>().iter().map(|word| Choice::text(word)).collect();
        Decision::new(
            whose,
            key,
            options,
            written.as_ref().map(|written| spelled(written).to_owned()),
            spelled(&decided),
        )
    }

    /// A decision between yes and no.
    pub fn yes_or_no(whose: &str, key: &str, written: Option<bool>, decided: bool) -> Decision {
        let options = vec![Choice::yes_or_no(true), Choice::yes_or_no(false)];
        let written = written.map(|written| Choice::yes_or_no(written).word);
        Decision::new(whose, key, options, written, &Choice::yes_or_no(decided).word)
    }

    /// The same without options that are not possible here.
    #[must_use]
    pub fn without(mut self, words: &[&str]) -> Decision {
        self.options.retain(|option| !words.contains(&option.word.as_str()));
        self
    }

    /// The same for a key below its own.
    #[must_use]
    pub fn below(mut self, key: &str) -> Decision {
        self.keys.insert(0, key.to_owned());
        self
    }

    /// The same, written in another table than that of the step.
    #[must_use]
    pub fn written_in(mut self, table: &Span) -> Decision {
        self.at = Some(table.clone());
        self
    }

    /// The same with a line that reports it if the program decided.
    #[must_use]
    pub fn told(mut self, line: impl Into<String>) -> Decision {
        self.told = self.default.then(|| line.into());
        self
    }

    /// Its key, for messages.
    pub fn key(&self) -> String {
        self.keys.join(".")
    }

    /// Its key in words: `on-win` of the `knights` is “after a win (knights)”.
    pub fn called(&self) -> String {
        nested(self.keys.iter().map(String::as_str))
    }

    /// The options that are not chosen.
    pub fn others(&self) -> impl Iterator<Item = &Choice> {
        self.options.iter().filter(|option| option.word != self.chosen)
    }

    /// Writes an option into a tree, if its table is in it; returns whether it is.
    pub fn write(&self, tree: &mut Node, option: &Choice) -> bool {
        let Some(table) = self.at.as_ref().and_then(|at| tree.spanned(at)) else { return false };
        let keys: Vec<&str> = self.keys.iter().map(String::as_str).collect();
        let span = Span::new(&Source::new("a decision", ""), 0..0);
        table.put(&keys, Node { value: option.value.clone(), span });
        true
    }

    /// Whether both are the same decision.
    pub fn is_same(&self, other: &Decision) -> bool {
        let same = |(one, other): (&Span, &Span)| one.is(other);
        self.at.as_ref().zip(other.at.as_ref()).is_some_and(same) && self.keys == other.keys
    }
}
