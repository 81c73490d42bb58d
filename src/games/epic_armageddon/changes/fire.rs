//! A weapon's fire made one better or one worse, as it is written.

/// §1.9.5, §1.9.8: every value of a shot one easier, or one barrage point more; none if nothing can be better.
pub fn improved(fire: &str) -> Option<String> {
    shifted(fire, -1)
}

/// Every value one harder, or one barrage point less. A value that no die can reach is left out.
pub fn harder(fire: &str) -> Option<String> {
    shifted(fire, 1)
}

fn shifted(fire: &str, by: i64) -> Option<String> {
    if let Some(points) = fire.strip_suffix("BP") {
        let points = points.trim().parse::<i64>().ok()? - by;
        return (1..=18).contains(&points).then(|| format!("{points}BP"));
    }
    // The values may be preceded by "flame " or "2 x ".
    let values = fire.rfind(' ').map_or(0, |space| space + 1);
    let (before, values) = fire.split_at(values);
    let mut shots = Vec::new();
    for value in values.split('/') {
        let letters = value.get(..2)?;
        let face = value.get(2..)?.strip_suffix('+')?.parse::<i64>().ok()? + by;
        if (1..=6).contains(&face) {
            shots.push(format!("{letters}{face}+"));
        }
    }
    let shots = shots.join("/");
    (!shots.is_empty() && shots != values).then(|| format!("{before}{shots}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shifted() {
        for (fire, better, worse) in [
            ("AP5+/AT6+", Some("AP4+/AT5+"), Some("AP6+")),
            ("2 x MW2+", Some("2 x MW1+"), Some("2 x MW3+")),
            ("flame AP4+/AT5+", Some("flame AP3+/AT4+"), Some("flame AP5+/AT6+")),
            ("3BP", Some("4BP"), Some("2BP")),
            ("1BP", Some("2BP"), None),
            ("AP6+", Some("AP5+"), None),
            ("small arms", None, None),
            ("assault weapon", None, None),
        ] {
            assert_eq!((improved(fire).as_deref(), harder(fire).as_deref()), (better, worse), "{fire}");
        }
    }
}
