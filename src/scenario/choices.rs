//! `[[choices]]`: keys with the values that a player may choose from. All combinations are candidates of `rank`; all other
//! commands play the scenario as written.

use super::decided::Beforehand;
use super::head::{WrittenChoice, WrittenExclusion, WrittenOption};
use super::naming::Named;
use super::node::{Node, Value};
use super::open::Open;
use super::patch::Patch;
use super::patched::Scenario;
use super::path::{Path, Step, To};
use super::problem::{Problem, unknown};
use super::problem_kind::ProblemKind;
use super::source::Span;
use super::typed::{Anything, Marked, typed};
use crate::refuse_if;

/// One choice and its options.
#[derive(Clone, Debug)]
struct Choice {
    /// Its name; empty if it has none.
    name: String,
    /// The key it is about, if it has no name but that.
    path: Option<Path>,
    options: Vec<Taken>,
    /// What each option costs, if that is given.
    points: Vec<u64>,
    /// The key that holds the points, and where they are written, unless they are added to all others.
    cost: Option<(Path, Span)>,
}

/// An option: a value or a name, and what it changes.
#[derive(Clone, Debug)]
struct Taken {
    value: String,
    patches: Vec<Patch>,
}

/// Options that may not be combined: choices by index, each with the options concerned.
type Exclusion = Vec<(usize, Vec<usize>)>;

/// All choices of a scenario.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    choices: Vec<Choice>,
    exclusions: Vec<Exclusion>,
    span: Option<Span>,
    /// No more points than this may be spent.
    pub max_points: Option<u64>,
}

/// One combination of choices.
#[derive(Clone, Debug)]
pub struct Combination {
    /// Its name: each choice with the value taken.
    pub name: String,
    /// The values taken, one per choice.
    pub values: Vec<String>,
    /// Whether an exclusion forbids it.
    pub is_excluded: bool,
    /// What it changes.
    pub patches: Vec<Patch>,
    /// What the values taken cost, in addition to what the formations cost with these changes.
    pub points: u64,
}

impl Choices {
    /// Takes `choices`, `exclusions` and `max-points` out of a scenario.
    ///
    /// # Errors
    /// A problem that points at the mistake; whether a path exists is checked when a combination is made.
    pub fn take(root: &mut Node) -> Result<Choices, Problem> {
        let written = root.remove("choices");
        let max_points = root.remove("max-points");
        let max_points = max_points.map(|node| node.integer("`max-points`", 0..=1_000_000)).transpose()?;
        let choices: Vec<Choice> = match &written {
            None => Vec::new(),
            Some(node) => node.list("`choices`")?.iter().map(choice).collect::<Result<_, _>>()?,
        };
        let exclusions = match root.remove("exclusions") {
            None => Vec::new(),
            Some(node) => {
                let all = node.list("`exclusions`")?.iter();
                all.map(|node| exclusion(node, &choices)).collect::<Result<_, _>>()?
            }
        };
        let (span, max_points) = (written.map(|node| node.span), max_points.map(|points| points as u64));
        Ok(Choices { choices, exclusions, span, max_points })
    }

    /// The same with what is open in the steps of a scenario, decided beforehand.
    #[must_use]
    pub(super) fn with_open(mut self, open: &Open, bare: &mut Node) -> Choices {
        let span = bare.span.clone();
        let way = |to: To| Step { to, span: span.clone() };
        for Beforehand { name, is_key, path, options } in open.beforehand(bare) {
            let path = Path(path.into_iter().map(way).collect());
            let taken = |(value, node)| Taken { value, patches: vec![Patch { path: path.clone(), value: node }] };
            let options: Vec<Taken> = options.into_iter().map(taken).collect();
            self.choices.push(Choice {
                path: is_key.then(|| path.clone()),
                name,
                options,
                points: Vec::new(),
                cost: None,
            });
        }
        if !self.choices.is_empty() {
            self.span.get_or_insert(span);
        }
        self
    }

    /// The names of the choices; one without a name is called by its number.
    pub fn names(&self) -> Vec<String> {
        let name = |(place, choice): (usize, &Choice)| match choice.name.as_str() {
            "" => format!("choice {}", place + 1),
            name => name.to_owned(),
        };
        self.choices.iter().enumerate().map(name).collect()
    }

    /// The names of the choices as players read them: what a key is, in words, if that is the only name.
    pub fn called(&self, scenario: &Scenario) -> Vec<String> {
        let name = |(place, choice): (usize, &Choice)| match (&choice.path, choice.name.as_str()) {
            (Some(path), _) => scenario.called(path),
            (None, "") => text!("choice {number}", number = place + 1),
            (None, name) => name.to_owned(),
        };
        self.choices.iter().enumerate().map(name).collect()
    }

    /// Adds the formations that the values name.
    pub(super) fn name(&self, named: &mut Named) {
        let options = self.choices.iter().flat_map(|choice| &choice.options);
        options.flat_map(|option| &option.patches).for_each(|patch| named.patch(patch));
    }

    /// Whether there is nothing to choose.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }

    /// The number of combinations; 1 if there is nothing to choose.
    ///
    /// # Errors
    /// A problem if there are more than `most`.
    pub fn combinations(&self, most: usize) -> Result<usize, Problem> {
        let count = self.choices.iter().try_fold(1_usize, |count, choice| count.checked_mul(choice.options.len()));
        count.filter(|&count| count <= most).ok_or_else(|| {
            let problem = Problem::of(ProblemKind::TooManyCombinations(most));
            self.span.as_ref().map_or(problem.clone(), |span| problem.at(span))
        })
    }

    /// One of the combinations, counted from 0; the last choice changes first.
    pub fn combination(&self, number: usize) -> Combination {
        let (mut rest, mut taken) = (number, Vec::new());
        for choice in self.choices.iter().rev() {
            taken.push(rest % choice.options.len());
            rest /= choice.options.len();
        }
        taken.reverse();
        let holds = |(choice, options): &(usize, Vec<usize>)| options.contains(&taken[*choice]);
        let is_excluded = self.exclusions.iter().any(|exclusion| exclusion.iter().all(holds));
        let taken = || self.choices.iter().zip(taken.iter().copied());
        let values: Vec<String> = taken().map(|(choice, place)| choice.options[place].value.clone()).collect();
        let words = taken().zip(&values).map(|((choice, _), value)| match choice.name.as_str() {
            "" => value.clone(),
            name => format!("{name} = {value}"),
        });
        let name = words.collect::<Vec<_>>().join(", ");
        let mut patches: Vec<Patch> =
            taken().flat_map(|(choice, place)| choice.options[place].patches.clone()).collect();
        let (mut costs, mut points): (Vec<(&Path, &Span, u64)>, u64) = (Vec::new(), 0);
        for (choice, cost) in taken().filter_map(|(choice, place)| Some((choice, *choice.points.get(place)?))) {
            // If several choices are about one formation, their points are added up.
            let Some((path, span)) = &choice.cost else {
                points += cost;
                continue;
            };
            match costs.iter_mut().find(|(other, ..)| other.is_same(path)) {
                Some((.., sum)) => *sum += cost,
                None => costs.push((path, span, cost)),
            }
        }
        patches.extend(costs.into_iter().map(|(path, span, sum)| {
            let value = Value::Integer(i64::try_from(sum).unwrap_or(i64::MAX));
            Patch { path: path.clone(), value: Node { value, span: span.clone() } }
        }));
        Combination { name, values, is_excluded, patches, points }
    }
}

fn choice(node: &Node) -> Result<Choice, Problem> {
    let WrittenChoice { path, values, options, name, points, adds } = typed(node, mark!("a choice"))?;
    let (mut name, mut unnamed) = (name.unwrap_or_default(), None);
    let (options, span, cost) = match (path, values, options) {
        (Some(path), Some(values), None) => {
            let parsed = Path::parse(&path, &path.span)?;
            if name.is_empty() {
                unnamed = Some(parsed.clone());
                path.strip_prefix("formations.").unwrap_or(&path).clone_into(&mut name);
            }
            let taken =
                |value: Node| Taken { value: words(&value), patches: vec![Patch { path: parsed.clone(), value }] };
            let cost = parsed.sibling("formations", "points").filter(|_| adds != Some(true));
            let options: Vec<Taken> = values.value.into_iter().map(|value| taken(value.0)).collect();
            (options, values.span.clone(), cost.map(|cost| (cost, values.span)))
        }
        (None, None, Some(options)) => {
            let taken = |option: WrittenOption| -> Result<Taken, Problem> {
                let patch = |(path, value): (Marked<String>, Anything)| {
                    Ok(Patch { path: Path::parse(&path, &path.span)?, value: value.0 })
                };
                let patches =
                    option.set.into_iter().flat_map(|set| set.0).map(patch).collect::<Result<_, Problem>>()?;
                Ok(Taken { value: option.name.value, patches })
            };
            let span = options.span;
            (options.value.into_iter().map(taken).collect::<Result<_, _>>()?, span, None)
        }
        _ => {
            let problem = Problem::new(text!("a choice has `path` and `values`, or `options`")).at(&node.span);
            return Err(problem.help(text!(
                "options = [{example}, …]",
                example = "{ name = \"on foot\", set = { \"path\" = value } }"
            )));
        }
    };
    refuse_if(options.is_empty(), || ProblemKind::ChoiceWithoutValue.at(&span))?;
    if let Some(points) = points.as_ref().filter(|points| points.len() != options.len()) {
        return Err(ProblemKind::ChoicePrices { values: options.len(), points: points.len() }.at(&points.span));
    }
    let points = points.map_or_else(Vec::new, |points| points.iter().map(|cost| cost.get() as u64).collect());
    Ok(Choice { name, path: unnamed, options, points, cost })
}

/// A value as part of a name.
fn words(value: &Node) -> String {
    value.value.describe().trim_matches('"').to_owned()
}

/// Reads an exclusion among these choices.
fn exclusion(node: &Node, choices: &[Choice]) -> Result<Exclusion, Problem> {
    let WrittenExclusion(named) = typed(node, mark!("an exclusion"))?;
    refuse_if(named.0.is_empty(), || {
        Problem::new(text!("an exclusion names choices, each with the value that does not go with the others"))
            .at(&node.span)
            .help(text!("such as {example}", example = "{ size = 6, way = [\"on foot\", \"by road\"] }"))
    })?;
    let meant = |(name, values): (Marked<String>, Anything)| {
        let place = choices.iter().position(|choice| choice.name == *name).ok_or_else(|| {
            unknown(mark!("choice"), &name, &name.span, choices.iter().map(|choice| choice.name.as_str()))
        })?;
        let known = || choices[place].options.iter().map(|option| option.value.as_str());
        let option = |value: &Node| {
            let found = words(value);
            let at = known().position(|known| known == found);
            at.ok_or_else(|| unknown(mark!("value"), &found, &value.span, known()))
        };
        let options = match &values.0.value {
            Value::List(list) => list.iter().map(option).collect::<Result<_, _>>()?,
            _ => vec![option(&values.0)?],
        };
        Ok((place, options))
    };
    named.0.into_iter().map(meant).collect()
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
    fn an_option_changes_several_keys_at_once() {
        let text = "[[choices]]\nname = 'way'\npoints = [0, 40]\noptions = [{ name = 'as they are' }, { name = 'mounted', \
            set = { 'formations.a.units[0].count' = 2, 'steps[0].order' = 'double' } }]";
        let choices = choices(text).unwrap();
        let all: Vec<Combination> = (0..2).map(|number| choices.combination(number)).collect();
        assert_eq!((all[0].name.as_str(), all[0].patches.len(), all[0].points), ("way = as they are", 0, 0));
        assert_eq!((all[1].name.as_str(), all[1].patches.len(), all[1].points), ("way = mounted", 2, 40));
    }

    #[test]
    fn what_does_not_go_together_is_excluded() {
        let text = "[[choices]]\npath = 'formations.a.units[0].count'\nvalues = [4, 6]\n\
            [[choices]]\nname = 'way'\noptions = [{ name = 'on foot' }, { name = 'mounted' }, { name = 'flying' }]\n\
            [[exclusions]]\n'a.units[0].count' = 6\nway = ['mounted', 'flying']";
        let choices = choices(text).unwrap();
        assert_eq!(choices.names(), ["a.units[0].count", "way"]);
        let all: Vec<Combination> = (0..6).map(|number| choices.combination(number)).collect();
        let left: Vec<&str> = all.iter().filter(|one| !one.is_excluded).map(|one| one.name.as_str()).collect();
        let of = |count, way| format!("a.units[0].count = {count}, way = {way}");
        assert_eq!(left, [of(4, "on foot"), of(4, "mounted"), of(4, "flying"), of(6, "on foot")]);
        assert_eq!(all[5].values, ["6", "flying"]);
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
            ("[[choices]]\nvalues = [1]", "a choice has `path` and `values`, or `options`", "a.toml:1:1"),
            ("[[choices]]\npath = 'a'\noptions = []", "a choice has `path` and `values`, or `options`", "a.toml:1:1"),
            ("[[choices]]\noptions = [{ set = {} }]", "an option needs `name`", "a.toml:2:12"),
            ("[[choices]]\noptions = [{ name = 'a', set = { 'b..c' = 1 } }]", "not a path", "a.toml:2:37"),
            ("[[choices]]\npath = 'a'\nvalues = []", "a choice needs a value", "a.toml:3:10"),
            ("[[choices]]\npath = 'a..b'\nvalues = [1]", "not a path", "a.toml:2:11"),
            ("[[choices]]\npath = 'a'\nvalues = [1]\nvalue = 2", "no key `value`", "a.toml:4:1"),
            ("[[choices]]\npath = 'a'\nvalues = [1, 2]\npoints = [1]", "2 values, but 1 points", "a.toml:4:10"),
            ("exclusions = [{ way = 1 }]", "no choice is called `way`", "a.toml:1:17"),
            ("exclusions = [{}]", "an exclusion names choices", "a.toml:1:15"),
            (
                "[[choices]]\nname = 'a'\npath = 'b'\nvalues = [1]\n[[exclusions]]\na = [1, 2]",
                "no value is called `2`",
                "a.toml:6:9",
            ),
            ("max-points = 'many'", "`max-points` is a whole number", "a.toml:1:14"),
        ] {
            let shown = choices(text).unwrap_err().to_string();
            assert!(shown.contains(words) && shown.contains(place), "{text}: {shown}");
        }
    }
}
