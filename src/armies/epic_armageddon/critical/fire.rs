//! Fires that spread, burn on or are put out.

use super::points::damage;
use super::prose::sentences;
use crate::armies::normalise::{number, plain};

/// A fire that spreads, burns on or is put out: `On a 1 a second fire starts. On a 5+ the fire is put out. Any other causes damage.`
pub fn fire(text: &str) -> Option<String> {
    let said = plain(text);
    let sentences = sentences(&said);
    let [roll, spreads, ends, burns] = &sentences[..] else { return None };
    let is = roll.starts_with("roll")
        && roll.contains("d6 for each")
        && burns.contains("not put out")
        && damage(burns).is_some();
    let face = |sentence: &str, what: &str| {
        let rest = sentence.strip_prefix("on a ")?;
        let face = number(rest.get(..1)?).filter(|face| (1..=6).contains(face))?;
        rest.contains(what).then_some((face, rest[1..].starts_with('+')))
    };
    let ((1, false), (from @ 3..=6, _)) = (face(spreads, "second")?, face(ends, "put out")?) else { return None };
    let burns = format!("\"damage {}\"", damage(burns)?);
    let label = |from: u32, to: u32| if from == to { from.to_string() } else { format!("{from}-{to}") };
    let rows = format!(
        "\"1\" = [\"spreads\", {burns}], \"{}\" = [{burns}], \"{}\" = [\"repaired\"]",
        label(2, from - 1),
        label(from, 6)
    );
    is.then(|| format!("{{ end-phase = {{ {rows} }} }}"))
}
