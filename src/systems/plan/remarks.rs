//! What an imported formation leaves open: its key `remarks`, a table from keys of the formation to what is said about them.

use crate::scenario::{Node, Problem};

/// What is said about keys of a formation, a line each; about one that it cannot be without nothing, since it is there.
///
/// # Errors
/// The key is no such table.
pub fn remarks(formation: &str, node: Option<&Node>, without: &str) -> Result<Vec<String>, Problem> {
    let mut lines = Vec::new();
    for (key, texts) in node.map_or(Ok(&[][..]), |node| node.entries("`remarks`"))? {
        let texts = texts.texts("a remark")?.into_iter().filter(|_| key.name != without);
        lines.extend(texts.map(|(text, _)| format!("{formation}: {text}")));
    }
    Ok(lines)
}
