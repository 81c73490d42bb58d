//! How many of something may be taken if an entry or a group offers it.

use super::element::Element;

/// How many of something are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least number.
    pub least: u32,
    /// The largest number, if it is given.
    pub most: Option<u32>,
    /// Whether other choices change these numbers.
    pub changed: bool,
}

impl Bounds {
    /// The bounds of an entry or a group and of the link to it; `None` if one of them does not count models.
    pub fn of(target: &Element, link: Option<&Element>) -> Option<Bounds> {
        let parts = || link.into_iter().chain([target]);
        let all = || parts().flat_map(|part| part.listed("constraints"));
        let changes = |modifier: &Element| all().any(|of| of.attribute("id") == modifier.attribute("field"));
        let numbers = |kind| all().filter(|of| is_number(of, kind)).map(number).collect::<Option<Vec<_>>>();
        let share = |of: &Element| of.attribute("percentValue") == "true" && of.attribute("field") == "selections";
        Some(Bounds {
            least: numbers("min")?.into_iter().flatten().max().unwrap_or(0),
            most: numbers("max")?.into_iter().flatten().min(),
            changed: parts().flat_map(|part| part.listed("modifiers")).any(changes) || all().any(share),
        })
    }
}

/// How many of something must be taken at least; 0 if that is not a number.
pub fn at_least(element: &Element) -> u32 {
    let numbers = element.listed("constraints").filter(|of| is_number(of, "min"));
    numbers.filter_map(number).flatten().max().unwrap_or(0)
}

/// Whether a constraint is about the number taken where it is offered.
fn is_number(constraint: &Element, kind: &str) -> bool {
    constraint.attribute("type") == kind
        && constraint.attribute("field") == "selections"
        && constraint.attribute("scope") == "parent"
        && constraint.attribute("percentValue") != "true"
}

/// The number of a constraint: `None` if it is not a whole number, `Some(None)` if it is below zero, which sets no bound.
fn number(constraint: &Element) -> Option<Option<u32>> {
    let value = constraint.attribute("value").trim().parse::<f64>().ok()?;
    (value.fract() == 0.0).then_some((0.0..=1e9).contains(&value).then_some(value as u32))
}

#[cfg(test)]
mod tests {
    use super::super::element::parse;
    use super::*;

    #[test]
    fn bounds_of_a_link_and_its_target() {
        let of = |own: &str, link: &str| {
            let constraint = |text: &str| -> String {
                let all = text.split_whitespace().filter_map(|one| one.split_once('='));
                let all = all.map(|(kind, value)| {
                    format!("<c id='{kind}' type='{kind}' value='{value}' field='selections' scope='parent'/>")
                });
                format!("<constraints>{}</constraints>", all.collect::<String>())
            };
            let root = parse(&format!("<e>{}<link>{}</link></e>", constraint(own), constraint(link))).unwrap();
            Bounds::of(&root, root.all("link").next())
        };
        let told = |least, most| Some(Bounds { least, most, changed: false });
        assert_eq!(of("min=2.0 max=6", "max=4"), told(2, Some(4)));
        assert_eq!((of("", ""), of("max=-1", "min=1")), (told(0, None), told(1, None)));
        for strange in ["min=many", "max=2.5", "min=", "max=NaN"] {
            assert_eq!(of("max=4", strange), None, "{strange}");
        }
    }
}
