//! What befalls those near.

use crate::armies::normalise::number;

/// The value of an explosion that `unit` makes: none if there is one that hurts nobody, or nobody whom dice are rolled for.
pub fn explosion(said: &str, unit: &str) -> Option<Option<String>> {
    let said = said.replace("macro-weapon", "mw").replace("macro weapon", "mw").replace("macro arme", "mw");
    let at = said.find("within").or_else(|| said.find("unites a")).or_else(|| said.find("in base"))?;
    // The roll stands before or after those who are hit.
    let tail = if said[at..].contains('+') || said[at..].contains("roll of 6") { &said[at..] } else { &said };
    // Face by name of unit: `6+ (Warhound), or 5+ (Reaver)`.
    let mut faces: Vec<(u32, &str)> = Vec::new();
    for (place, _) in tail.match_indices('+') {
        let start = tail[..place].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |start| start + 1);
        if let Some(face) = number(&tail[start..place]).filter(|face| (2..=6).contains(face)) {
            let rest = tail[place + 1..].trim_start();
            let whose = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or("", |(whose, _)| whose);
            faces.push((face, whose));
        }
    }
    let own =
        faces.iter().find(|(_, whose)| whose.split([',', ' ', '/']).any(|name| name.len() > 3 && unit.contains(name)));
    let face = match own.or_else(|| faces.iter().find(|(_, whose)| whose.is_empty())) {
        Some((face, _)) => *face,
        // Only others are named.
        None if !faces.is_empty() => return Some(None),
        None if tail.contains("roll of 6") => 6,
        None => return None,
    };
    let strength = ["mw", "ap", "at"].into_iter().find(|kind| tail.contains(&format!("{kind}{face}+")));
    let macro_hit = tail.contains(" mw hit") || tail.contains(" mw ");
    let kind = strength.or(macro_hit.then_some("mw")).unwrap_or_default().to_uppercase();
    Some(Some(format!("{kind}{face}+")))
}
