//! The key `share-hits` of an assault (§1.12.10, §2.1.7).

use crate::assault::Sharing;
use crate::assault::written::ShareHits;
use crate::compiler::Compiler;
use crate::names;
use battle_odds_plan::decision::{Choice, Decision};
use battle_odds_scenario::Problem;
use battle_odds_scenario::typed::{Either, Marked, Names, spelled, words};

/// How hits are shared among the formations of a side; reported if the scenario does not say.
pub fn sharing(
    compiler: &mut Compiler,
    written: Option<&Marked<Either<ShareHits, Names>>>,
    sides: [&[usize]; 2],
) -> Result<Sharing, Problem> {
    let several: Vec<&[usize]> = sides.into_iter().filter(|formations| formations.len() > 1).collect();
    for formations in &several {
        let told = text!(
            "hits on {formations} fall on those in contact first, then on those named first (key `share-hits`)",
            formations = compiler.list(formations)
        );
        let way = written.map(|written| match &written.value {
            Either::First(way) => spelled(way).to_owned(),
            Either::Second(names) => names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", "),
        });
        let options = words::<ShareHits>().iter().map(|word| Choice::text(word)).collect();
        let decided = spelled(&ShareHits::InOrder);
        let decision = Decision::new(compiler.name(formations[0]), "share-hits", options, way, decided);
        compiler.decide(decision.told(told));
    }
    let Some(written) = written else { return Ok(Sharing::InOrder) };
    if several.is_empty() {
        let problem = written.problem(text!("hits are not shared: each side has one formation"));
        return Err(
            problem.help(text!("leave out `share-hits`, or name several formations in `by` or `at` (§1.12.10)"))
        );
    }
    let told = match &written.value {
        Either::First(ShareHits::InOrder) => return Ok(Sharing::InOrder),
        Either::First(ShareHits::Evenly) => return Ok(Sharing::Evenly),
        Either::Second(names) => names::formations(&compiler.forces, names, "`share-hits`")?,
    };
    let stranger = told.iter().find(|&formation| !several.iter().any(|formations| formations.contains(formation)));
    match stranger {
        None => Ok(Sharing::OneByOne(told)),
        Some(&formation) => {
            let problem = written
                .problem(text!("`{formation}` shares no hits with others", formation = compiler.name(formation)));
            Err(problem.help(text!("name formations that stand together in `by`, or in `at` (§1.12.10)")))
        }
    }
}
