//! A key as a name.

/// A key as a name: with a capital first letter.
pub fn capitalised(key: &str) -> String {
    let mut letters = key.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
