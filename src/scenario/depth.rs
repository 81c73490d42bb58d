//! Detects nesting that would exhaust the stack before it is parsed.
//!
//! The TOML parser bounds brackets, and the dots of one key, but not their product: a few kilobytes of long dotted keys in
//! nested braces make a tree thousands of levels deep, and merely dropping that overflows the stack. So brackets and dots
//! are counted first, over the same tokens as the parser sees.

/// How deeply brackets and dotted keys may be nested.
pub(super) const DEEPEST: usize = 64;

/// The position, in bytes, where a TOML text first nests deeper than [`DEEPEST`].
pub(super) fn too_deep(text: &str) -> Option<usize> {
    // For each open bracket: what closes it, and the number of dots of the key being written in it.
    let mut open: Vec<(u8, usize)> = Vec::new();
    let mut dots = 0;
    let mut depth = 0;
    let mut at = 0;
    while let Some(rest @ &[byte, ..]) = text.as_bytes().get(at..) {
        match byte {
            b'[' | b'{' => {
                open.push((byte + 2, dots));
                dots = 0;
                depth += 1;
            }
            b']' | b'}' => {
                if let Some((_, outer)) = open.pop_if(|(close, _)| *close == byte) {
                    depth -= dots + 1;
                    dots = outer;
                }
            }
            b'.' => {
                dots += 1;
                depth += 1;
            }
            b',' | b'\n' if byte == b',' || open.is_empty() => {
                depth -= dots;
                dots = 0;
            }
            _ => {}
        }
        if depth > DEEPEST {
            return Some(at);
        }
        at += token(rest);
    }
    None
}

/// The length of the token at the start of a text.
fn token(text: &[u8]) -> usize {
    let until = |ends: &[u8]| text.iter().position(|byte| ends.contains(byte)).unwrap_or(text.len());
    match text {
        [quote @ (b'"' | b'\''), ..] => string(text, *quote),
        [b'#', ..] => until(b"\r\n"),
        [b'.' | b'=' | b',' | b'[' | b']' | b'{' | b'}' | b' ' | b'\t' | b'\r' | b'\n', ..] => 1,
        _ => until(b".=,[]{} \t#\r\n"),
    }
}

/// The length of the quoted string at the start of a text. A string that is not closed ends with its line or, between
/// triple quotes, with the text.
fn string(text: &[u8], quote: u8) -> usize {
    let triple = [quote; 3];
    let long = text.starts_with(&triple);
    let mark = if long { &triple[..] } else { &triple[..1] };
    let mut at = mark.len();
    while let Some(rest @ [_, ..]) = text.get(at..) {
        if rest.starts_with(mark) {
            let end = at + mark.len();
            // Up to two more quotes belong to a long string that ends in quotes.
            let more = text.iter().skip(end).take(2).take_while(|&&byte| long && byte == quote);
            return end + more.count();
        }
        match rest {
            [b'\\', b'\\' | b'"', ..] if quote == b'"' => at += 2,
            [b'\n', ..] if !long => return at,
            _ => at += 1,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use toml::de::{DeTable, DeValue};

    use super::*;

    /// The depth of a tree of the parser.
    fn depth(value: &DeValue) -> usize {
        match value {
            DeValue::Array(list) => 1 + list.iter().map(|value| depth(value.get_ref())).max().unwrap_or(0),
            DeValue::Table(table) => 1 + table.values().map(|value| depth(value.get_ref())).max().unwrap_or(0),
            _ => 0,
        }
    }

    #[test]
    fn brackets_and_dots_add_up() {
        let nested =
            |levels: usize, key: &str| format!("x = {}1{}", format!("{{{key} = ").repeat(levels), "}".repeat(levels));
        assert_eq!(too_deep(&nested(64, "a")), None);
        assert!(too_deep(&nested(65, "a")).is_some());
        assert_eq!(too_deep(&nested(8, "a.b.c.d.e.f.g.h")), None);
        assert!(too_deep(&nested(9, "a.b.c.d.e.f.g.h")).is_some());
    }

    #[test]
    fn what_is_closed_counts_no_more() {
        assert_eq!(too_deep(&"[[a.b]]\nx.y = [1.5, {z.w = 2.5}, 3.5]\n".repeat(1000)), None);
        assert_eq!(too_deep(&"a = ']' # {[{[.....\n".repeat(1000)), None);
        assert_eq!(too_deep(&format!("a = [{}]", "1.5, ".repeat(1000))), None);
    }

    #[test]
    fn strings_and_comments_neither_open_nor_close() {
        for quiet in [
            "\"[[[\"",
            "'[[['",
            "\"\"\"[\n\"[\\\"\"\"\"\"\"",
            "'''[\n'['''''",
            "\"\\\\\"",
            "'\\'",
            "[#]\n]",
            "abc\"",
            "'unclosed[",
        ] {
            let doc = format!("a = {quiet}\n").repeat(100);
            assert_eq!(too_deep(&doc), None, "{quiet}");
        }
        // None of these closing brackets closes anything.
        for quiet in ["']'", "\"\\\"]\"", "'''\n]'''", "#]\n"] {
            assert!(too_deep(&format!("[{quiet}").repeat(100)).is_some(), "{quiet}");
        }
    }

    proptest! {
        /// Also text that is not TOML: the parser builds a tree before it gives up.
        #[test]
        fn what_is_let_through_is_shallow(
            part in "(\\{a\\.a\\.a\\.a\\.a\\.a\\.a=|\\{a=|\\[|\\]|\\}|'|\"|'''|\"\"\"|\\\\|#|\n|,|a){1,6}",
        ) {
            let text = format!("x={}", part.repeat(79));
            if too_deep(&text).is_none() {
                let (tree, _) = DeTable::parse_recoverable(&text);
                // Each key of a header may lead through a list, and they do not count for the values below it.
                prop_assert!(depth(&DeValue::Table(tree.into_inner())) <= 4 * DEEPEST);
            }
        }
    }
}
