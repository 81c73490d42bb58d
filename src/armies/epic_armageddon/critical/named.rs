//! Cells name critical hits; rules of that name tell them.

use super::critical;
use crate::armies::epic_armageddon::columns::{Column, Columns};
use crate::armies::epic_armageddon::read::says_nothing;
use crate::armies::epic_armageddon::told::Told;
use crate::armies::plain::words;
use crate::armies::sheet::{Context, Sheet};

/// The lines `critical` and `further-critical` of a war engine with these weapons.
pub fn critical_lines(
    sheet: &Sheet,
    columns: &Columns,
    context: &Context,
    weapons: &[&str],
    told: &mut Told,
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
            told.misunderstood(cell, &format!("{name}: {sentence}"), "no effect of a critical hit");
        }
        for sentence in read.not_simulated {
            told.not_simulated(cell, &format!("critical hit {name}: {sentence}"), "an effect beyond damage");
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

/// The text of the critical hit with a name: `Critical Hit: Explosion`.
fn rule_text(name: &str, context: &Context) -> Result<String, &'static str> {
    let name = words(name);
    let says = |title: &str| {
        let title = words(title);
        let about = title.split_once(':').map(|(what, name)| (what.trim().to_owned(), name.trim().to_owned()));
        about.is_some_and(|(what, about)| about == name && (what.contains("crit") || what.contains("krit")))
    };
    if let Some(own) = context.own_rules.iter().find(|rule| says(&rule.name)) {
        return Ok(own.text.clone());
    }
    let mut all = context.rules.rules.iter().filter(|rule| says(&rule.name));
    let Some(one) = all.next() else { return Err("no critical hit has this name") };
    match all.all(|other| other.text == one.text) {
        true => Ok(one.text.clone()),
        false => Err("several rules have this name, and the entry says not which"),
    }
}
