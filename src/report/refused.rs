//! What cannot be played, with the reason.

use super::names::{and_more, in_quotes};

/// How many are named.
const NAMED: usize = 8;

/// A paragraph that names what was left out because it cannot be played, each with its reason; `None` if there is nothing.
pub fn refused(left_out: &[(String, String)]) -> Option<String> {
    let named = left_out.iter().take(NAMED).map(|(name, reason)| format!("{} ({reason})", in_quotes(name)));
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| text!("Not possible, and left out: {names}.", names = and_more(&named, left_out.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_are_named_and_the_rest_is_counted() {
        assert_eq!(refused(&[]), None);
        let one = |number: usize| (format!("a = {number}"), "there is none".to_owned());
        assert_eq!(refused(&[one(0)]).unwrap(), "Not possible, and left out: “a = 0” (there is none).");
        let many: Vec<_> = (0..10).map(one).collect();
        assert!(refused(&many).unwrap().ends_with("“a = 7” (there is none); and 2 more."));
    }
}
