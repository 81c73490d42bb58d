//! Cells name critical hits; the rules with those names describe them.

use super::effects::critical;
use crate::diagnostics::Diagnostics;
use crate::epic_armageddon::columns::{Column, Columns};
use crate::epic_armageddon::read::says_nothing;
use crate::normalise::words;
use crate::rulebook::Rule;
use crate::sheet::{Context, Sheet};

/// The lines `critical` and `further-critical` of a war engine with these weapons.
pub fn critical_lines(
    sheet: &Sheet,
    columns: &Columns,
    context: &Context,
    weapons: &[&str],
    told: &mut Diagnostics,
) -> Vec<String> {
    let (cell, text) = columns.cell(Column::Critical);
    if says_nothing(text) {
        return Vec::new();
    }
    let mut lines = Vec::new();
    let (mut first, mut further) = (Vec::new(), Vec::new());
    for name in whole_or_parts(text, context) {
        let rule = rule_text(&name, context);
        let mut read = match &rule {
            Ok(text) => critical(text, &sheet.name, weapons),
            Err(_) => critical(&name, &sheet.name, weapons),
        };
        if let (Err(_), false, true) = (&rule, read.unknown.is_empty(), told.is_rule(&name)) {
            told.rule(cell, &name, "");
            continue;
        }
        if let (Err(reason), false) = (&rule, read.unknown.is_empty()) {
            told.misunderstood(cell, &name, *reason);
            continue;
        }
        for sentence in read.unknown {
            told.misunderstood(cell, &format!("{name}: {sentence}"), mark!("no effect of a critical hit"));
        }
        for sentence in read.not_simulated {
            told.not_simulated(cell, &format!("critical hit {name}: {sentence}"), mark!("an effect beyond damage"));
        }
        first.append(&mut read.first);
        further.append(&mut read.further);
    }
    lines.push(format!("critical = [{}]", first.join(", ")));
    if !further.is_empty() {
        lines.push(format!("further-critical = [{}]", further.join(", ")));
    }
    lines
}

/// The name of one rule, or of several with commas between.
fn whole_or_parts(text: &str, context: &Context) -> Vec<String> {
    let parts: Vec<String> = text.split(',').map(|part| part.trim().to_owned()).collect();
    match rule_text(text, context).is_err() && parts.iter().any(|part| rule_text(part, context).is_ok()) {
        true => parts,
        false => vec![text.to_owned()],
    }
}

/// The text of the critical hit with a name: `Critical Hit: Explosion`. The entry's own rule comes first, then those of the
/// list's own file, then those of the files it is based on; a rule that has only the bare name counts if its text gives
/// nothing but effects.
fn rule_text(name: &str, context: &Context) -> Result<String, &'static str> {
    let name = bare(name);
    let says = |rule: &&Rule| about(&rule.name).is_some_and(|about| about == name);
    if let Some(own) = context.own_rules.iter().find(says) {
        return Ok(own.text.clone());
    }
    let (own, others) = context.rules.rules.split_at(context.rules.own);
    for rules in [own, others] {
        let mut all = rules.iter().filter(says);
        let Some(one) = all.next() else { continue };
        return match all.all(|other| other.text == one.text) {
            true => Ok(one.text.clone()),
            false => Err(mark!("several rules have this name, and the entry says not which")),
        };
    }
    let mut same = context.own_rules.iter().chain(&context.rules.rules).filter(|rule| bare(&rule.name) == name);
    let only_effects = |text: &str| {
        let read = critical(text, "", &[]);
        read.unknown.is_empty() && !(read.first.is_empty() && read.further.is_empty())
    };
    match same.next() {
        Some(one) if same.all(|other| other.text == one.text) && only_effects(&one.text) => Ok(one.text.clone()),
        _ => Err(mark!("no critical hit has this name")),
    }
}

/// A name without marks: `*Meltdown*`, `Meltdown?`.
fn bare(name: &str) -> String {
    let name = words(name);
    let name = about(&name).unwrap_or(name);
    name.trim_matches(|letter: char| !letter.is_alphanumeric() && !['(', ')', '+'].contains(&letter)).to_owned()
}

/// The critical hit that the title of a rule names: `Critical Hit: Explosion`, `Critical Hit - Explosion`, `Explosion
/// (Critical Hit)`.
fn about(title: &str) -> Option<String> {
    const HITS: [&str; 9] = [
        "critical hit effect",
        "critical hits",
        "critical hit",
        "critical",
        "crit",
        "kritischer treffer",
        "touche critique",
        "dano critico",
        "colpo critico",
    ];
    let title = words(title);
    let title = title.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    if let Some((what, about)) =
        title.split_once(':').filter(|(what, _)| what.contains("crit") || what.contains("krit"))
    {
        let what = what.trim();
        return Some(bare(if about.trim().is_empty() { what } else { about }));
    }
    let name =
        title.strip_suffix(')').and_then(|title| title.split_once('(')).filter(|(_, what)| HITS.contains(&what.trim()));
    if let Some((name, _)) = name {
        return Some(bare(name));
    }
    let rest = HITS.iter().find_map(|hit| title.strip_prefix(hit))?;
    rest.starts_with(' ').then(|| rest.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::Rulebook;

    fn rule(name: &str, text: &str) -> Rule {
        Rule { name: name.into(), text: text.into() }
    }

    #[test]
    fn names_are_found_however_they_are_marked() {
        let rules = Rulebook::of(vec![
            rule("Critical Hit: Meltdown", "a"),
            rule("Critical Hit - Broken Leg", "b"),
            rule("*Shaken* (Critical Hit)", "c"),
            rule("Wrecked", "The unit is destroyed."),
            rule("Sings", "It sings."),
        ]);
        let context = Context::of(&rules);
        for (name, text) in [
            ("Meltdown?", "a"),
            ("*Meltdown*", "a"),
            ("Critical Hit: Meltdown", "a"),
            ("Broken-Leg", "b"),
            ("Shaken", "c"),
            ("Wrecked", "The unit is destroyed."),
        ] {
            assert_eq!(rule_text(name, &context).as_deref(), Ok(text), "{name}");
        }
        for name in ["Sings", "Leg"] {
            assert_eq!(rule_text(name, &context), Err("no critical hit has this name"), "{name}");
        }
    }

    #[test]
    fn the_list_s_own_rule_wins() {
        let all = vec![
            rule("Critical Hit: Fire", "own"),
            rule("Critical Hit: Fire", "common"),
            rule("Crit: Ash", "x"),
            rule("Crit: Ash", "y"),
        ];
        let rules = Rulebook::of_files(all.clone(), 1);
        let context = Context::of(&rules);
        assert_eq!(rule_text("Fire", &context).as_deref(), Ok("own"));
        let several = Err("several rules have this name, and the entry says not which");
        assert_eq!(rule_text("Ash", &context), several);
        let rules = Rulebook::of(all);
        assert_eq!(rule_text("Fire", &Context { rules: &rules, ..context }), several);
    }
}
