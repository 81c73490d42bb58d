//! The numbers and costs of a roster: all of them must be readable, and its own total must be their sum.

use super::element::Element;
use super::points::{Points, is_points};
use super::refusal::Refusal;
use super::sheet::Remark;

/// Checks that all numbers and costs of selections can be read: an unreadable one is neither 1 nor 0.
///
/// # Errors
/// The first that cannot be read, with its line.
pub fn readable(root: &Element) -> Result<(), Refusal> {
    let (mut number, mut cost) = (None, None);
    root.walk(&mut |element| {
        if element.name == "selection" {
            number = number.or(Some(element).filter(|selection| number_read(selection).is_none()));
            let unread = element.listed("costs").find(|cost| Points::of_cost(cost).is_none());
            cost = cost.or(unread.map(|cost| (element, cost)));
        }
    });
    if let Some(selection) = number {
        let (name, number) = (selection.attribute("name"), selection.attribute("number"));
        return Err(at(selection, text!("the number of `{name}` is `{number}`, not a whole number", name, number)));
    }
    if let Some((selection, cost)) = cost {
        let (name, value) = (selection.attribute("name"), cost.attribute("value"));
        return Err(at(cost, text!("`{name}` costs `{value}`, which is no number such as 25 or 2.5", name, value)));
    }
    Ok(())
}

/// A refusal with the line of an element, if it has one.
fn at(element: &Element, message: String) -> Refusal {
    Refusal::new(match element.line {
        0 => message,
        line => text!("line {line}: {message}", line, message),
    })
}

/// The number of a selection in a [`readable`] roster.
pub fn number_of(selection: &Element) -> u32 {
    number_read(selection).unwrap_or_default()
}

/// The number of a selection: 1 if none is given, `None` if it is not a whole number. Some write `2.0`.
fn number_read(selection: &Element) -> Option<u32> {
    let Some(text) = selection.get("number") else { return Some(1) };
    let number = text.trim().parse::<f64>().ok().filter(|number| number.fract() == 0.0)?;
    (0.0..=f64::from(u32::MAX)).contains(&number).then_some(number as u32)
}

/// The points that an element itself costs.
fn points(element: &Element) -> Points {
    element.listed("costs").filter(|cost| is_points(cost)).filter_map(Points::of_cost).sum()
}

/// A roster's own total, if it gives one.
pub fn total(root: &Element) -> Option<Points> {
    root.listed("costs").any(is_points).then(|| points(root))
}

/// If a roster's own total is not the sum of its content: a remark with both.
pub fn difference(root: &Element) -> Option<Remark> {
    let (total, mut sum) = (total(root)?, Points::default());
    root.walk(&mut |element| {
        if ["selection", "force"].contains(&element.name.as_str()) {
            sum += points(element);
        }
    });
    let reason = text!("not understood: the roster's own total, but what it holds costs {sum} points", sum);
    (total != sum).then(|| Remark::new("points", &total.to_string(), reason))
}

/// Whether a selection is a squad by its kind, or costs points: if it is in no formation, it is reported.
pub fn is_squad_or_costs(top: &Element) -> bool {
    let mut is = false;
    top.walk(&mut |element| {
        is |= element.name == "selection" && ["unit", "model"].contains(&element.attribute("type"));
        is |= element.name == "cost" && is_points(element) && Points::of_cost(element) != Some(Points::default());
    });
    is
}
