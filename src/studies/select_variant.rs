//! One scenario of a file: as written, or one of its variants.

use std::path::Path;

use super::world::World;
use battle_odds_scenario::{Army, BASE, Loaded, Problem, Refused, Scenario, Source, Span, unknown};
use battle_odds_systems::{load_of_batch, matrix};

/// The variant with that name; without one, or with the name `base`, the scenario as written. The variants of a matrix are
/// its battles.
///
/// # Errors
/// What is wrong with the file or the variant, or that there is none with that name.
pub fn open(path: &Path, sets: &[String], variant: Option<&str>, world: &dyn World) -> Result<Scenario, Problem> {
    match load_of_batch(path, sets, &world.armies())? {
        Loaded::Scenarios(scenarios, refused) => choose(scenarios, &refused, variant),
        Loaded::Army(army) => match variant {
            Some(name) if army.is_matrix() => matrix(path, sets, &world.armies())?.battle(name),
            _ => Err(no_scenario(&army)),
        },
    }
}

/// Of a file's scenarios and of its unusable variants, those with one of these names; all, if no name is given.
///
/// # Errors
/// If there is none.
pub fn only(
    (scenarios, refused): (Vec<Scenario>, Vec<Refused>),
    names: &[String],
) -> Result<(Vec<Scenario>, Vec<Refused>), Problem> {
    let Some(first) = names.first() else { return Ok((scenarios, refused)) };
    let base = scenarios.iter().find_map(|scenario| scenario.base.clone());
    let is_base = |name: &str, variant: &str| variant == BASE && base.as_deref() == Some(name);
    let is_wanted = |variant: &str| names.iter().any(|name| name.trim() == variant || is_base(name.trim(), variant));
    if !scenarios.iter().any(|one| is_wanted(&one.variant)) && !refused.iter().any(|one| is_wanted(&one.variant)) {
        return Err(no_variant(&scenarios, &refused, first));
    }
    let scenarios = scenarios.into_iter().filter(|one| is_wanted(&one.variant)).collect();
    Ok((scenarios, refused.into_iter().filter(|one| is_wanted(&one.variant)).collect()))
}

fn choose(mut scenarios: Vec<Scenario>, refused: &[Refused], variant: Option<&str>) -> Result<Scenario, Problem> {
    let variant = variant.unwrap_or(BASE).trim();
    let is_base = scenarios.iter().any(|scenario| scenario.base.as_deref() == Some(variant));
    let variant = if is_base { BASE } else { variant };
    if let Some(place) = scenarios.iter().position(|scenario| scenario.variant == variant) {
        return Ok(scenarios.swap_remove(place));
    }
    if let Some(refused) = refused.iter().find(|refused| refused.variant == variant) {
        return Err(refused.problem.clone());
    }
    Err(no_variant(&scenarios, refused, variant))
}

fn no_variant(scenarios: &[Scenario], refused: &[Refused], variant: &str) -> Problem {
    let source = Source::new("--variant", variant);
    let names = scenarios.iter().map(|scenario| scenario.variant.as_str());
    let known = names.chain(refused.iter().map(|refused| refused.variant.as_str()));
    unknown(mark!("variant"), variant, &Span::new(&source, 0..variant.len()), known)
}

/// The error for an army file, or a matrix file, where a scenario is expected.
pub fn no_scenario(army: &Army) -> Problem {
    let file = army.path.display();
    if army.is_matrix() {
        let problem = Problem::new(text!("{file}: a matrix file, no scenario", file));
        let help = text!(
            "`battle-odds matrix {file}` plays all its battles, `--variant \"ENGAGEMENT: ONE against OTHER\"` one of them",
            file
        );
        return problem.help(help);
    }
    Problem::new(text!("{file}: an army file, no scenario", file))
        .help(text!("a scenario names it under `armies`; `battle-odds check` says what is in it"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn scenarios_and_reports_have_one_name_for_what_is_as_written() {
        assert_eq!(battle_odds_scenario::BASE, battle_odds_report::heading::BASE);
    }
}
