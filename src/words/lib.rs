//! Texts for players in their language. The English texts are in the code; their French translations are in `fr/*.po`, the
//! format of gettext, found by the English text.
//!
//! | in the code | what it is |
//! |---|---|
//! | `text!("{name} breaks", name = of.name)` | a text with its values, a `String` |
//! | `text!(count => "one shot" \| "{count} shots", count)` | a text that depends on a number: French uses the singular
//! below 2, so also for 0 and 1.5 |
//! | `text!("of a turn": "end")` | a word with several translations, distinguished by the context before it |
//! | `mark!("critical hit")` | a constant: English here, and translated by [`shown`] where it is printed |
//!
//! Each thread speaks a language of its own, so that several are spoken at once; whoever hands work to another thread hands on
//! what he speaks: [`speaking`], [`spoken`].
//!
//! Names of keys, columns, files and of the player's own formations are not translated; characters in them that a terminal
//! would act on are shown as their numbers, see [`visible`].

#![warn(unreachable_pub)]

pub mod base;
pub mod keys;
pub mod visible;

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::fmt::{self, Display, Write};
use std::sync::OnceLock;

/// A text in the reader's language, with its values in place of their names in braces.
#[macro_export]
macro_rules! text {
    ($count:expr => $one:literal | $many:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::filled(
            "",
            {
                #[allow(clippy::unnecessary_cast)]
                let number = $count as f64;
                $crate::of_number(number, $one, $many)
            },
            &[$((stringify!($name), &$crate::text!(@value $name $(= $value)?))),*],
        )
    };
    ($context:literal: $text:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        if $crate::is_english() {
            $crate::text!(@english $text $(, $name = $crate::text!(@value $name $(= $value)?))*)
        } else {
            $crate::filled($context, $text, &[$((stringify!($name), &$crate::text!(@value $name $(= $value)?))),*])
        }
    };
    ($text:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::text!("": $text $(, $name $(= $value)?)*)
    };
    (@value $name:ident = $value:expr) => { $value };
    (@value $name:ident) => { $name };
    (@english $text:literal) => { String::from($text) };
    (@english $text:literal, $($name:ident = $value:expr),+) => { format!($text, $($name = $value),+) };
}

/// A constant text that is translated where it is shown.
#[macro_export]
macro_rules! mark {
    ($text:literal) => {
        $text
    };
    ($context:literal: $text:literal) => {
        $text
    };
}

/// The French texts, one file per room.
const FRENCH: &[&str] = &[
    include_str!("fr/answers.po"),
    include_str!("fr/best.po"),
    include_str!("fr/cli.po"),
    include_str!("fr/epic.po"),
    include_str!("fr/help.po"),
    include_str!("fr/keys.po"),
    include_str!("fr/netepic.po"),
    include_str!("fr/page.po"),
    include_str!("fr/report.po"),
    include_str!("fr/scenario.po"),
    include_str!("fr/warmaster.po"),
    include_str!("fr/wh40k.po"),
    include_str!("fr/wh40k_written.po"),
    include_str!("fr/workbench.po"),
];

thread_local! {
    /// What this thread speaks.
    static SPOKEN: Cell<Language> = const { Cell::new(Language::English) };
}

/// The language of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English, as in the code.
    English,
    /// French, as in the rulebooks.
    French,
}

/// Does some work on this thread in a language; after it the thread speaks as before. What the work hands to other threads says so
/// with `speaking(spoken(), …)` there, or with [`begin_in`] where the threads are its own.
pub fn speaking<T>(language: Language, work: impl FnOnce() -> T) -> T {
    struct Before(Language);
    impl Drop for Before {
        fn drop(&mut self) {
            SPOKEN.set(self.0);
        }
    }
    let _before = Before(SPOKEN.replace(language));
    work()
}

/// Begins a thread of a pool: it speaks this language as long as it lives.
pub fn begin_in(language: Language) {
    SPOKEN.set(language);
}

/// The language of this thread; English unless set.
pub fn spoken() -> Language {
    SPOKEN.get()
}

/// Whether this thread speaks English.
pub fn is_english() -> bool {
    spoken() == Language::English
}

/// A constant text in the reader's language; itself if it has no translation.
pub fn shown(text: &str) -> Cow<'_, str> {
    shown_of("", text)
}

/// The same for a word with several translations: the one in this context, else the one without context.
pub fn shown_of<'a>(context: &str, text: &'a str) -> Cow<'a, str> {
    if is_english() {
        return Cow::Borrowed(text);
    }
    french(context, text).or_else(|| french("", text)).map_or(Cow::Borrowed(text), Cow::Borrowed)
}

/// The same for a word that may be a player's own, which is not translated: only the translation in this context is used.
pub fn shown_only_of<'a>(context: &str, text: &'a str) -> Cow<'a, str> {
    if is_english() { None } else { french(context, text) }.map_or(Cow::Borrowed(text), Cow::Borrowed)
}

/// Chooses the singular or the plural for this number: the singular for 1 in English, below 2 in French.
pub fn of_number(number: f64, one: &'static str, many: &'static str) -> &'static str {
    if if is_english() { number == 1.0 } else { number.abs() < 2.0 } { one } else { many }
}

/// A text in the reader's language with its values; the English one if it has no translation.
pub fn filled(context: &str, text: &'static str, values: &[(&str, &dyn Display)]) -> String {
    let text = if is_english() { None } else { french(context, text) }.unwrap_or(text);
    let mut filled = String::with_capacity(2 * text.len());
    let mut rest = text;
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(before, after)| Some((before, after.split_once('}')?)))
    {
        filled.push_str(before);
        match values.iter().find(|(known, _)| *known == name) {
            Some((_, value)) => drop::<fmt::Result>(write!(filled, "{value}")),
            None => drop::<fmt::Result>(write!(filled, "{{{name}}}")),
        }
        rest = after;
    }
    filled + rest
}

type Texts = HashMap<(String, String), String>;

/// The French translation of a text in its context.
fn french(context: &str, text: &str) -> Option<&'static str> {
    static TEXTS: OnceLock<HashMap<&str, HashMap<&str, &str>>> = OnceLock::new();
    let texts = TEXTS.get_or_init(|| {
        let mut texts: HashMap<&str, HashMap<&str, &str>> = HashMap::new();
        for ((context, text), french) in catalogue().iter() {
            texts.entry(context).or_default().insert(text, french);
        }
        texts
    });
    texts.get(context)?.get(text).copied()
}

/// All French texts, by context and English text.
///
/// # Panics
/// If a file of `fr` is not a valid catalogue; a test reads them all.
pub fn catalogue() -> &'static Texts {
    static CATALOGUE: OnceLock<Texts> = OnceLock::new();
    CATALOGUE.get_or_init(|| {
        let read = |file: &&str| polib::po_file::parse_from_reader(file.as_bytes()).expect("a catalogue");
        let mut texts = Texts::new();
        for file in FRENCH.iter().map(read) {
            for message in file.messages().filter(|message| message.is_translated()) {
                let context = message.msgctxt().unwrap_or_default().to_owned();
                let french = message.msgstr().expect("no plural of gettext").to_owned();
                texts.insert((context, message.msgid().to_owned()), french);
            }
        }
        texts
    })
}

#[cfg(test)]
mod tests {
    use std::panic;
    use std::sync::Barrier;
    use std::thread;

    use super::*;

    #[test]
    fn english_stands_in_the_code() {
        let name = "Boyz";
        assert_eq!(text!("{name} break"), "{name} break");
        assert_eq!(text!("{name} break", name), "Boyz break");
        assert_eq!(text!("{who} break", who = name.len()), "4 break");
        let shots = |count: u32| text!(count => "one shot" | "{count} shots", count);
        assert_eq!([0, 1, 2].map(shots), ["0 shots", "one shot", "2 shots"]);
        assert_eq!(shown(mark!("critical hit")), "critical hit");
    }

    #[test]
    fn each_thread_speaks_a_language_of_its_own() {
        let said = || {
            (text!("exact"), shown(mark!("exact")).into_owned(), text!(0 => "1 trial" | "{number} trials", number = 0))
        };
        let [english, french] = [Language::English, Language::French].map(|language| speaking(language, said));
        assert_ne!(english, french);
        assert_eq!(spoken(), Language::English);
        let both = Barrier::new(2);
        thread::scope(|scope| {
            for (language, expected) in [(Language::English, &english), (Language::French, &french)] {
                let both = &both;
                scope.spawn(move || {
                    speaking(language, || {
                        for _ in 0..100 {
                            both.wait();
                            assert_eq!(&said(), expected);
                        }
                    });
                });
            }
        });
    }

    #[test]
    fn a_language_ends_with_its_work_even_where_that_fails() {
        let failed = panic::catch_unwind(|| speaking(Language::French, || panic!("on the way")));
        assert!(failed.is_err() && is_english());
        let inside = speaking(Language::French, || (speaking(Language::English, spoken), spoken()));
        assert_eq!(inside, (Language::English, Language::French));
    }

    #[test]
    fn values_stand_where_their_names_are() {
        let values: [(&str, &dyn Display); 2] = [("a", &1), ("b", &"x {a}")];
        assert_eq!(filled("", "{b}: {a} of {c}{", &values), "x {a}: 1 of {c}{");
    }
}
