//! What cannot be played, with the reason.

/// So many are named.
const NAMED: usize = 8;

/// A paragraph that names what was left out because it cannot be played, each with its reason; none where there is nothing.
pub fn refused(left_out: &[(String, String)]) -> Option<String> {
    let named: Vec<String> = left_out.iter().take(NAMED).map(|(name, reason)| format!("“{name}” ({reason})")).collect();
    let more = match left_out.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    (!named.is_empty()).then(|| format!("Not possible, and left out: {}{more}.", named.join("; ")))
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
