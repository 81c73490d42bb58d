//! A key as a name.

/// A key as a name: its first letter large.
pub fn capitalised(key: &str) -> String {
    let mut letters = key.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
