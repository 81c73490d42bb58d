//! The key `share-hits` of an assault (§1.12.10, §2.1.7).

use super::super::assault::Sharing;
use super::compiler::Compiler;
use super::names;
use crate::scenario::{Node, Problem, Value};

/// How hits are shared among the formations of a side; told where the scenario does not say it.
pub fn sharing(compiler: &mut Compiler, node: Option<&Node>, sides: [&[usize]; 2]) -> Result<Sharing, Problem> {
    let several: Vec<&[usize]> = sides.into_iter().filter(|formations| formations.len() > 1).collect();
    let Some(node) = node else {
        for formations in several {
            let order = "fall on those in contact first, then on those named first (key `share-hits`)";
            compiler.choose(format!("hits on {} {order}", compiler.list(formations)));
        }
        return Ok(Sharing::InOrder);
    };
    if several.is_empty() {
        let problem = Problem::new("nobody shares hits: each side has one formation").at(&node.span);
        return Err(problem.help("leave out `share-hits`, or name several formations in `by` or `at` (§1.12.10)"));
    }
    if let Value::Text(_) = node.value {
        let evenly = node.choice("a way to share hits", &[("in-order", false), ("evenly", true)])?;
        return Ok(if evenly { Sharing::Evenly } else { Sharing::InOrder });
    }
    let told = names::formations(&compiler.forces, node, "formations that take hits one after the other")?;
    let stranger = told.iter().find(|&formation| !several.iter().any(|formations| formations.contains(formation)));
    match stranger {
        None => Ok(Sharing::OneByOne(told)),
        Some(&formation) => {
            let problem =
                Problem::new(format!("`{}` shares no hits with others", compiler.name(formation))).at(&node.span);
            Err(problem.help("name formations that stand together in `by`, or in `at` (§1.12.10)"))
        }
    }
}
