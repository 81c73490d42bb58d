//! Questions to the player, asked until an answer will do.

use std::borrow::Cow;
use std::cell::Cell;
use std::io::{BufRead, Write, stdin};

use super::ending::Failure;
use super::out::err;
use super::problems::say;
use crate::report::names::in_a_row;
use crate::scenario::{Problem, Source, Span, meant, nearest, unknown};
use crate::words::shown;

/// Names up to this many are all listed.
const WHOLE: usize = 20;

/// This many are listed of those that part of a name fits.
const LISTED: usize = 12;

/// Who asks.
pub struct Asking {
    /// Whether nothing is asked: what is not given is as it usually is.
    pub quiet: bool,
    /// Whether nobody answers any more.
    over: Cell<bool>,
}

/// Why an answer will not do.
pub struct Refused {
    /// What the player is told.
    words: String,
    /// The answer offered instead.
    instead: Option<String>,
    /// Whether it is part of several names.
    is_part: bool,
    /// The problem, if nobody can be asked again.
    problem: Box<Problem>,
}

impl From<Problem> for Refused {
    fn from(problem: Problem) -> Refused {
        let words = problem.to_string();
        Refused {
            words: words.strip_prefix("error: ").map_or(words.clone(), str::to_owned),
            instead: None,
            is_part: false,
            problem: Box::new(problem),
        }
    }
}

impl Refused {
    /// Says that numbers will do, if it is not part of several names.
    fn or_number(mut self) -> Refused {
        self.words = match &self.instead {
            Some(name) => text!("did you mean `{name}`?", name),
            None if self.is_part => self.words,
            None => text!("type one of the numbers above, or part of a name"),
        };
        self
    }
}

/// What an option or an answer means.
pub type Meaning<T> = Result<T, Refused>;

impl Asking {
    /// Asks, unless everything has to be `quiet`.
    pub fn new(quiet: bool) -> Asking {
        Asking { quiet, over: Cell::new(quiet) }
    }

    /// Whether nobody answers any more.
    pub fn is_over(&self) -> bool {
        self.over.get()
    }

    /// What `read` makes of what is given, or of the first answer that will do; of the usual one where nothing is typed.
    ///
    /// # Errors
    /// What is wrong with what is given, or with the last answer before there were no more.
    pub fn until<T>(
        &self,
        question: &str,
        usual: &str,
        given: Option<&str>,
        read: impl Fn(&str) -> Meaning<T>,
    ) -> Result<T, Failure> {
        if let Some(given) = given {
            return read(given).map_err(|refused| Failure::Problem(*refused.problem));
        }
        let (mut usual, mut last): (_, Option<Box<Problem>>) = (usual.to_owned(), None);
        loop {
            let Some(typed) = self.line(question, &usual)? else {
                return match last {
                    Some(problem) => Err(Failure::Problem(*problem)),
                    None => read(&usual).map_err(|refused| Failure::Problem(*refused.problem)),
                };
            };
            match read(if typed.is_empty() { &usual } else { &typed }) {
                Ok(meaning) => return Ok(meaning),
                Err(Refused { words, instead, problem, .. }) => {
                    say(format_args!("  {words}"));
                    usual = instead.unwrap_or(usual);
                    last = Some(problem);
                }
            }
        }
    }

    /// One of several, by its number from 1, its name, or part of one; the place of the usual one by default.
    ///
    /// # Errors
    /// As of [`Asking::until`].
    pub fn choice(
        &self,
        question: &str,
        (option, given): (&str, Option<&str>),
        of: &[(&str, &str)],
        usual: usize,
    ) -> Result<usize, Failure> {
        if given.is_none() && !self.quiet {
            for (number, (key, about)) in of.iter().enumerate() {
                let (number, about) = (number + 1, shown(about));
                say(format_args!("  {}", text!("{number} {key}: {about}", number, key, about)));
            }
        }
        let keys: Vec<&str> = of.iter().map(|(key, _)| *key).collect();
        let titles: Vec<Cow<str>> = of.iter().map(|(_, about)| shown(about)).collect();
        let titles: Vec<&str> = titles.iter().map(|title| &**title).collect();
        self.until(question, keys[usual], given, |typed| {
            let number = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            match number.filter(|&place| place < of.len()) {
                Some(place) => Ok(place),
                None => one(mark!("answer"), option, typed, &keys)
                    .or_else(|refused| one("", option, typed, &titles).map_err(|_| refused))
                    .map_err(|refused| refused.or_number()),
            }
        })
    }

    /// Says which names there are to choose from.
    pub fn list(&self, names: &[&str], all: impl Fn(String) -> String) {
        if self.quiet || names.is_empty() {
            return;
        }
        match names.len() {
            0..=WHOLE => self.list_all(names, all),
            many => say(format_args!("  {}", all(text!("{many} of them; two letters of a name find it", many)))),
        }
    }

    /// Says all names there are to choose from, however many.
    pub fn list_all(&self, names: &[&str], all: impl Fn(String) -> String) {
        if !self.quiet && !names.is_empty() {
            say(format_args!("  {}", all(names.join(", "))));
        }
    }

    /// What the player types; none if nobody answers.
    fn line(&self, question: &str, usual: &str) -> Result<Option<String>, Failure> {
        if self.is_over() {
            return Ok(None);
        }
        let hint = if usual.is_empty() { String::new() } else { format!(" [{usual}]") };
        let machine = |error: std::io::Error| Failure::Machine(mark!("nothing can be asked"), error.to_string());
        write!(err(), "{question}{hint} ").map_err(machine)?;
        let mut line = String::new();
        let length = stdin().lock().read_line(&mut line).map_err(machine)?;
        self.over.set(length == 0);
        Ok((length > 0).then(|| line.trim().to_owned()))
    }
}

/// The place of the one name that a player means.
pub fn one(what: &str, option: &str, typed: &str, names: &[&str]) -> Meaning<usize> {
    let found = meant(typed, names);
    match found[..] {
        [place] => return Ok(place),
        // A formation is often called as its units are.
        [place, ..] if found.iter().all(|&other| names[other] == names[place]) => return Ok(place),
        _ => {}
    }
    let source = Source::new(option, typed);
    let problem = unknown(what, typed, &Span::new(&source, 0..typed.len()), names.iter().copied());
    if found.is_empty() {
        let instead = nearest(typed, names.iter().copied()).map(str::to_owned);
        let near = instead.as_ref().map(|name| text!("did you mean `{name}`?", name));
        let words = in_a_row(&[Some(problem.message()), near].into_iter().flatten().collect::<Vec<_>>());
        return Err(Refused { words, instead, is_part: false, problem: Box::new(problem) });
    }
    let some: Vec<&str> = found.iter().take(LISTED).map(|&place| names[place]).collect();
    let words = match found.len() - some.len() {
        0 => text!("which one? {names}", names = in_a_row(&some)),
        more => text!("which one? {names} and {more} more", names = in_a_row(&some), more),
    };
    Err(Refused { words, instead: None, is_part: true, problem: Box::new(problem) })
}
