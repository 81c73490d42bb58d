//! `[[choices]]`: keys with the values that a player may choose from. All combinations are candidates of `rank`; every other
//! command plays the scenario as written.

use super::head::WrittenChoice;
use super::naming::Named;
use super::node::{Node, Value};
use super::patch::Patch;
use super::path::Path;
use super::problem::Problem;
use super::problem_kind::ProblemKind;
use super::source::Span;
use super::typed::typed;

/// One key, and the values it may have.
#[derive(Clone, Debug)]
struct Choice {
    path: Path,
    name: String,
    values: Vec<Node>,
    /// What each value costs, if that is given.
    points: Vec<u64>,
    /// The key that the points stand in, unless they are added to all others.
    cost: Option<Path>,
}

/// What a player may choose.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    choices: Vec<Choice>,
    span: Option<Span>,
    /// More points than this may not be spent.
    pub max_points: Option<u64>,
}

/// One combination of choices.
#[derive(Clone, Debug)]
pub struct Combination {
    /// Its name: each choice with the value taken.
    pub name: String,
    /// What it changes.
    pub patches: Vec<Patch>,
    /// What the values taken cost, beside what the formations do with these changes.
    pub points: u64,
}

impl Choices {
    /// Takes `choices` and `max-points` out of a scenario.
    ///
    /// # Errors
    /// A problem that points at what is wrong; whether a path leads anywhere shows when a combination is made.
    pub fn take(root: &mut Node) -> Result<Choices, Problem> {
        let written = root.remove("choices");
        let max_points = root.remove("max-points");
        let max_points = max_points.map(|node| node.integer("`max-points`", 0..=1_000_000)).transpose()?;
        let choices = match &written {
            None => Vec::new(),
            Some(node) => node.list("`choices`")?.iter().map(choice).collect::<Result<_, _>>()?,
        };
        Ok(Choices { choices, span: written.map(|node| node.span), max_points: max_points.map(|points| points as u64) })
    }

    /// Adds the formations that the values name.
    pub(super) fn name(&self, named: &mut Named) {
        self.choices.iter().for_each(|choice| named.change(&choice.path, &choice.values));
    }

    /// Whether there is nothing to choose.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// How many combinations there are; 1 where there is nothing to choose.
    ///
    /// # Errors
    /// A problem if there are more than `most`.
    pub fn combinations(&self, most: usize) -> Result<usize, Problem> {
        let count = self.choices.iter().try_fold(1_usize, |count, choice| count.checked_mul(choice.values.len()));
        count.filter(|&count| count <= most).ok_or_else(|| {
            let problem = Problem::of(ProblemKind::TooManyCombinations(most));
            self.span.as_ref().map_or(problem.clone(), |span| problem.at(span))
        })
    }

    /// One of the combinations, from 0; the last choice changes first.
    pub fn combination(&self, number: usize) -> Combination {
        let (mut rest, mut taken) = (number, Vec::new());
        for choice in self.choices.iter().rev() {
            taken.push(rest % choice.values.len());
            rest /= choice.values.len();
        }
        let taken = || self.choices.iter().zip(taken.iter().rev().copied());
        let words = taken().map(|(choice, place)| {
            let value = choice.values[place].value.describe();
            format!("{} = {}", choice.name, value.trim_matches('"'))
        });
        let patch = |(choice, place): (&Choice, usize)| Patch {
            path: choice.path.clone(),
            value: choice.values[place].clone(),
        };
        let mut patches: Vec<Patch> = taken().map(patch).collect();
        let (mut costs, mut points): (Vec<(&Path, &Span, u64)>, u64) = (Vec::new(), 0);
        for (choice, cost) in taken().filter_map(|(choice, place)| Some((choice, *choice.points.get(place)?))) {
            // Several choices about one formation make up its points together.
            let Some(path) = &choice.cost else {
                points += cost;
                continue;
            };
            match costs.iter_mut().find(|(other, ..)| other.is_same(path)) {
                Some((.., sum)) => *sum += cost,
                None => costs.push((path, &choice.values[0].span, cost)),
            }
        }
        patches.extend(costs.into_iter().map(|(path, span, sum)| {
            let value = Value::Integer(i64::try_from(sum).unwrap_or(i64::MAX));
            Patch { path: path.clone(), value: Node { value, span: span.clone() } }
        }));
        Combination { name: words.collect::<Vec<_>>().join(", "), patches, points }
    }
}

fn choice(node: &Node) -> Result<Choice, Problem> {
    let WrittenChoice { path, values, name, points, adds } = typed(node, "a choice")?;
    if values.is_empty() {
        return Err(ProblemKind::ChoiceWithoutValue.at(&values.span));
    }
    if let Some(points) = points.as_ref().filter(|points| points.len() != values.len()) {
        return Err(ProblemKind::ChoicePrices { values: values.len(), points: points.len() }.at(&points.span));
    }
    let parsed = Path::parse(&path, &path.span)?;
    Ok(Choice {
        cost: if adds == Some(true) { None } else { parsed.sibling("formations", "points") },
        name: name.unwrap_or_else(|| path.strip_prefix("formations.").unwrap_or(&path).to_owned()),
        path: parsed,
        values: values.value.into_iter().map(|value| value.0).collect(),
        points: points.map_or_else(Vec::new, |points| points.iter().map(|cost| cost.get() as u64).collect()),
    })
}

#[cfg(test)]
mod tests {
    use super::super::lookup::get;
    use super::super::node::parse;
    use super::super::source::Source;
    use super::*;

    fn choices(text: &str) -> Result<Choices, Problem> {
        Choices::take(&mut parse(Source::new("a.toml", text))?)
    }

    #[test]
    fn all_combinations_are_made() {
        let text = "max-points = 500\n[[choices]]\npath = 'formations.a.units[0].count'\nvalues = [4, 6]\npoints = [100, 150]\n\
            [[choices]]\nname = 'cover'\npath = 'formations.b.units[0].cover'\nvalues = ['ruins', 'open', 'woods']";
        let choices = choices(text).unwrap();
        assert_eq!((choices.combinations(6).unwrap(), choices.max_points), (6, Some(500)));
        let all: Vec<Combination> = (0..6).map(|number| choices.combination(number)).collect();
        assert_eq!(all[0].name, "a.units[0].count = 4, cover = ruins");
        assert_eq!(all[5].name, "a.units[0].count = 6, cover = woods");
        assert_eq!((all[2].points, all[3].patches.len()), (0, 3));
        let shown = choices.combinations(5).unwrap_err().to_string();
        assert!(shown.contains("more than 5 combinations") && shown.contains("a.toml:"), "{shown}");
    }

    #[test]
    fn points_stand_instead_of_the_formations_own_unless_they_add() {
        let text = "[[choices]]\npath = 'formations.a.units[0].count'\nvalues = [4, 6]\npoints = [100, 150]\n\
            [[choices]]\npath = 'formations.a.units[1].count'\nvalues = [1]\npoints = [30]\n\
            [[choices]]\npath = 'formations.b.units[0].count'\nvalues = [1]\npoints = [7]\nadds = true\n\
            [[choices]]\npath = 'steps[0].order'\nvalues = ['double']\npoints = [5]";
        let combination = choices(text).unwrap().combination(1);
        assert_eq!((combination.points, combination.patches.len()), (12, 5));
        let mut root = parse(Source::new("a.toml", "formations = { a = { points = 999 } }")).unwrap();
        combination.patches[4].apply(&mut root).unwrap();
        assert_eq!(get(&root, &combination.patches[4].path).unwrap().value.describe(), "180");
    }

    #[test]
    fn nothing_to_choose_is_one_combination() {
        let none = choices("title = 'x'").unwrap();
        assert!(none.is_empty() && none.combination(0).patches.is_empty());
        assert_eq!(none.combinations(1).unwrap(), 1);
    }

    #[test]
    fn mistakes_are_pointed_at() {
        for (text, words, place) in [
            ("choices = 3", "`choices` is a list", "a.toml:1:11"),
            ("[[choices]]\nvalues = [1]", "a choice needs `path`", "a.toml:1:1"),
            ("[[choices]]\npath = 'a'\nvalues = []", "a choice needs a value", "a.toml:3:10"),
            ("[[choices]]\npath = 'a..b'\nvalues = [1]", "not a path", "a.toml:2:11"),
            ("[[choices]]\npath = 'a'\nvalues = [1]\nvalue = 2", "no key `value`", "a.toml:4:1"),
            ("[[choices]]\npath = 'a'\nvalues = [1, 2]\npoints = [1]", "2 values, but 1 points", "a.toml:4:10"),
            ("max-points = 'many'", "`max-points` is a whole number", "a.toml:1:14"),
        ] {
            let shown = choices(text).unwrap_err().to_string();
            assert!(shown.contains(words) && shown.contains(place), "{text}: {shown}");
        }
    }
}
