//! Limits on the length of names and texts and on the number of conditions: far more than a player writes, and few enough
//! for every table and every answer.

use super::problem::Problem;
use super::source::Span;
use crate::refuse_if;

/// The most characters of a name.
pub const LONGEST_NAME: usize = 200;

/// The most characters of any text or key.
pub const LONGEST_TEXT: usize = 10_000;

/// The most variants of a scenario.
pub const MOST_VARIANTS: usize = 10_000;

/// The most conditions of a goal, or of a step.
pub const MOST_CONDITIONS: usize = 1_000;

/// Checks a text or a key of a file. Text that an import has made of a catalogue may have any length.
pub(super) fn text(text: &str, span: &Span) -> Result<(), Problem> {
    match text.len() > LONGEST_TEXT && !span.source().made {
        true => short(text, LONGEST_TEXT, span, |most, count| {
            text!("a text has at most {most} characters, this one has {count}", most, count)
        }),
        false => Ok(()),
    }
}

/// Checks a name that appears in tables: one line, and not too long.
///
/// # Errors
/// A problem that says what is wrong.
pub fn name(name: &str, span: &Span) -> Result<(), Problem> {
    refuse_if(name.contains('\n'), || Problem::new(text!("a name is one line")).at(span))?;
    short(name, LONGEST_NAME, span, |most, count| {
        text!("a name has at most {most} characters, this one has {count}", most, count)
    })
}

fn short(text: &str, most: usize, span: &Span, words: impl FnOnce(usize, usize) -> String) -> Result<(), Problem> {
    match text.chars().count() {
        count if count > most => Err(Problem::new(words(most, count)).at(span)),
        _ => Ok(()),
    }
}

/// Checks the number of conditions of a goal or of a step, counting all alternatives of each; the place is that of the
/// first one too many.
///
/// # Errors
/// A problem that says how many there are.
pub fn conditions<'a>(texts: impl Iterator<Item = (&'a str, &'a Span)>) -> Result<(), Problem> {
    let (mut count, mut first) = (0, None);
    for (text, span) in texts {
        count += 1 + text.matches(" or ").count();
        first = first.or((count > MOST_CONDITIONS).then_some(span));
    }
    let problem = |span| {
        let words =
            text!("at most {most} conditions are allowed here, these are {count}", most = MOST_CONDITIONS, count);
        Problem::new(words).at(span)
    };
    first.map_or(Ok(()), |span| Err(problem(span)))
}

#[cfg(test)]
mod tests {
    use super::super::node::parse;
    use super::super::source::Source;
    use super::*;

    fn span() -> Span {
        Span::new(&Source::new("a.toml", "x"), 0..1)
    }

    #[test]
    fn names_and_texts_end_somewhere() {
        assert!(name(&"ö".repeat(200), &span()).is_ok());
        let said = name(&"ö".repeat(201), &span()).unwrap_err().to_string();
        assert!(said.contains("at most 200 characters, this one has 201"), "{said}");
        assert!(name("two\nlines", &span()).unwrap_err().to_string().contains("one line"));
        for text in ["a = '#'", "'#' = 1", "a = [{ b = '#' }]"] {
            let read = |length: usize| parse(Source::new("a.toml", text.replace('#', &"x".repeat(length))));
            assert!(read(10_000).is_ok());
            let said = read(70_000).unwrap_err().to_string();
            assert!(said.contains("at most 10000 characters, this one has 70000"), "{said}");
            assert!(said.contains("a.toml:1:"), "{said}");
        }
    }

    #[test]
    fn the_ways_of_a_condition_count_too() {
        let span = span();
        let count = |texts: &[&'static str]| conditions(texts.iter().map(|text| (*text, &span)));
        assert!(count(&["a.broken"; 1000]).is_ok());
        let said = count(&["a.broken or b.broken"; 501]).unwrap_err().to_string();
        assert!(said.contains("at most 1000 conditions are allowed here, these are 1002"), "{said}");
    }
}
