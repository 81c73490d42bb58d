//! How far a name is from another one, and the known name nearest to an unknown one.

/// Longer names are not compared: they are not typing errors.
const LONGEST: usize = 64;

/// How many letters differ between two names in any case; `None` if they are too long for names.
pub fn distance(one: &str, other: &str) -> Option<usize> {
    let letters = one.chars().count().max(other.chars().count());
    (letters <= LONGEST).then(|| strsim::damerau_levenshtein(&one.to_lowercase(), &other.to_lowercase()))
}

/// The known name that was probably meant: at most a third of its letters differ.
pub fn nearest<'a>(found: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let letters = |name: &str| name.chars().count().max(found.chars().count());
    known
        .filter_map(|name| Some((distance(found, name)?, name)))
        .filter(|(distance, name)| *distance <= letters(name) / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}
