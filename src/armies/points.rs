//! What entries cost.

use super::element::Element;

/// The one cost of an entry, if nothing changes it.
pub fn points(entry: &Element) -> Option<u32> {
    let cost = entry.listed("costs").find(|cost| is_points(cost))?;
    let id = cost.attribute("typeId");
    let changed = entry.listed("modifiers").any(|modifier| modifier.attribute("field") == id);
    let value: f64 = cost.attribute("value").parse().ok()?;
    (!changed && (1.0..=100_000.0).contains(&value)).then_some(value as u32)
}

/// Whether a cost is in points.
pub fn is_points(cost: &Element) -> bool {
    let name = cost.attribute("name").trim().to_lowercase();
    // Whoever renames the cost that every list begins with keeps its id.
    let is_other = ["vp", "victory points"].contains(&name.as_str());
    ["pts", "points", "pt", "punkte", "puntos"].contains(&name.as_str())
        || cost.attribute("typeId") == "points" && !is_other
}
