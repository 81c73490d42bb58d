//! A change to a scenario: a path and its new value.

use super::lookup::set;
use super::node::{Node, parse_value};
use super::path::Path;
use super::problem::Problem;
use super::problem_kind::ProblemKind;
use super::source::{Source, Span};
use crate::refuse_if;

/// A path and its new value.
#[derive(Clone, Debug)]
pub struct Patch {
    /// The path.
    pub path: Path,
    /// The new value.
    pub value: Node,
}

impl Patch {
    /// Reads the `PATH=VALUE` of the command line. The value is TOML, or bare text if it is not.
    ///
    /// # Errors
    /// A problem that points into `--set`.
    pub fn parse(argument: &str) -> Result<Self, Problem> {
        let source = Source::new("--set", argument);
        let span = Span::new(&source, 0..argument.len());
        let (path, rest) = Path::parse_start(argument, &span)?;
        let rest_starts = argument.len() - rest.len();
        let no_sign = || ProblemKind::ChangeForm.at(&span.part(rest_starts..argument.len()));
        let value = rest.strip_prefix('=').ok_or_else(no_sign)?;
        let value = value.trim();
        refuse_if(value.is_empty(), || ProblemKind::ChangeWithoutValue.at(&span.part(argument.len()..argument.len())))?;
        let start = argument.trim_end().len() - value.len();
        let value = parse_value(&span.part(start..start + value.len()))?;
        Ok(Self { path, value })
    }

    /// Applies the change.
    ///
    /// # Errors
    /// A problem that points at the part of the path that is not there.
    pub fn apply(&self, root: &mut Node) -> Result<(), Problem> {
        set(root, &self.path, self.value.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::lookup::get;
    use super::super::node::parse;
    use super::*;

    fn patched(argument: &str) -> Result<String, Problem> {
        let mut root = parse(Source::new("a.toml", "formations = { a = { units = [{ count = 6 }] } }"))?;
        let patch = Patch::parse(argument)?;
        patch.apply(&mut root)?;
        Ok(get(&root, &patch.path)?.value.describe())
    }

    #[test]
    fn values_are_toml_or_bare_text() {
        for (argument, found) in [
            ("formations.a.units[0].count=10", "10"),
            ("formations.a.units[0].count = 10 ", "10"),
            ("formations.a.units[0].cover=ruins", "\"ruins\""),
            ("formations.a.units[0].cover=\"ruins\"", "\"ruins\""),
            ("formations.a.broken=true", "true"),
            ("formations.a.rules=[\"x\", \"y\"]", "a list of 2"),
            ("goal=a.losses <= 2", "\"a.losses <= 2\""),
            ("formations.a.units[0]={ unit = \"boy\", count = 2 }", "a table"),
        ] {
            assert_eq!(patched(argument).unwrap(), found, "{argument}");
        }
    }

    #[test]
    fn mistakes_are_pointed_at_in_the_argument() {
        for (argument, column, words) in [
            ("formations.b.units[0].count=10", 12, "no `b` here"),
            ("formations", 11, "`path=value`"),
            ("title=", 7, "no value"),
            ("title= [a]", 9, "text needs quotes"),
            ("=1", 1, "not a path"),
            ("title=2024-01-01", 7, "a date"),
        ] {
            let shown = patched(argument).unwrap_err().to_string();
            assert!(shown.contains(&format!("--set:1:{column}\n")) && shown.contains(words), "{shown}");
        }
    }
}
