//! What is outside the narrow cells: rules of the entry, and the prose of special rules.

use super::super::diagnostics::Diagnostics;
use super::super::normalise::words;
use super::super::rulebook::Rulebook;
use super::super::sheet::{Context, Entry, Morale, Sheet};
use super::abilities::{Figure, Rule, rule};
use super::columns::{Column, Columns, says_nothing};
use super::profile::Profile;
use super::prose::{figure, sentences};
use super::weapon_lines::weapon_lines;
use super::weapon_sheets::is_weapon;
use battle_odds_words::shown;

/// The rules of the entry.
pub fn rules(profile: &mut Profile, columns: &Columns, context: &Context, told: &mut Diagnostics) {
    let several = context.entry.kits.first().is_some_and(|kit| kit.units.len() > 1);
    for own in context.own_rules {
        let name = own.name.as_str();
        let (meaning, number) = rule(name);
        let changes = !matches!(meaning, Rule::Unplayed(_) | Rule::Differs(_) | Rule::Left | Rule::Other);
        if several && matches!(meaning, Rule::Weapon(_)) && shoot_alone(context.entry) {
            // The others do not shoot.
            if shots(columns.text(Column::Weapons), told) == 0 {
                continue;
            }
        } else if several && changes {
            told.misunderstood(
                "rules",
                name,
                mark!("its entry holds several units, and does not say whose rule this is"),
            );
            continue;
        }
        one(profile, meaning, number, name, context, told);
    }
    for one in context.army_rules.iter().filter(|one| rule(&one.name).0 == Rule::Other) {
        told.not_simulated("rule", &one.name, mark!("a rule of the whole army"));
    }
    let titan = words(columns.text(Column::Type)).contains("titan");
    let imperial = |kind: &str| words(kind) == "imperial titan weapons";
    let wares = context.entry.kits.iter().flat_map(|kit| [&kit.own, &kit.around]);
    let mut extras = wares.flat_map(|wares| wares.given.iter().chain(&wares.offered));
    if titan && extras.any(|extra| extra.sheets.iter().any(|sheet| imperial(&sheet.kind))) {
        profile.locations = Some("imperial-titan");
    }
}

/// Whether a single weapon of all units in an entry shoots.
fn shoot_alone(entry: &Entry) -> bool {
    let Some(kit) = entry.kits.first() else { return false };
    let book = Rulebook::default();
    let of_unit = |unit: &Sheet| {
        let mut beside = Diagnostics::of(&book);
        shots(Columns::of(unit, &mut beside).text(Column::Weapons), &beside)
    };
    let wares = [&kit.own, &kit.around].into_iter().flat_map(|wares| wares.given.iter().chain(&wares.offered));
    let are_apart = wares.flat_map(|extra| &extra.sheets).any(is_weapon);
    !are_apart && kit.units.iter().map(of_unit).sum::<usize>() == 1
}

/// The number of weapons in a cell that shoot, or may.
fn shots(text: &str, told: &Diagnostics) -> usize {
    let armed = weapon_lines("", text, &mut Diagnostics::of(told.rulebook()));
    armed.weapons.len() + armed.modes.len() + armed.others + usize::from(armed.elsewhere)
}

/// Applies one of them.
fn one(
    profile: &mut Profile,
    meaning: Rule,
    number: Option<u32>,
    name: &str,
    context: &Context,
    told: &mut Diagnostics,
) {
    match meaning {
        Rule::Ability("morale-aura 25") => {
            let text = context.own_rules.iter().find(|rule| rule.name == name).map_or("", |rule| &rule.text);
            if text.contains("25cm") || text.contains("25 cm") {
                profile.has("morale-aura 25");
            } else {
                told.misunderstood("rules", name, mark!("it does not say how far it reaches"));
            }
        }
        Rule::Ability(ability) => profile.has(ability),
        Rule::Nearly(ability, how) => {
            profile.has(ability);
            told.not_simulated("rules", how, mark!("one name, a little otherwise"));
        }
        Rule::Figure(Figure::CloseDefences) if number.is_none() => profile.of_weapons.push((name.to_owned(), None)),
        Rule::Figure(figure) => match number {
            Some(number) => profile.figure(figure, number, "rules", name, told),
            None => profile.untold.push((figure, name.to_owned())),
        },
        Rule::Weapon(ability) => profile.of_weapons.push((name.to_owned(), Some(ability))),
        Rule::AllTurrets => profile.of_weapons.push((name.to_owned(), Some("all-turrets"))),
        Rule::Fearless => {
            profile.morale = Morale::Never;
            told.left(name);
        }
        Rule::BioTitan => profile.locations = Some("bio-titan"),
        Rule::Unplayed(reason) => told.not_simulated("rules", name, reason),
        Rule::Differs(how) => {
            told.not_simulated(
                "rules",
                &text!("{name}: {how}", name, how = shown(how)),
                mark!("one name, another rule: no ability is written"),
            );
        }
        Rule::Left => told.left(name),
        Rule::Other => told.not_simulated("rules", name, mark!("a special rule of the list")),
    }
}

/// The prose of special rules.
pub fn prose(profile: &mut Profile, columns: &Columns, told: &mut Diagnostics) {
    let (cell, text) = columns.cell(Column::SpecialRules);
    let mut prose = Vec::new();
    for sentence in sentences(text) {
        match figure(sentence) {
            Some((figure, number)) => profile.figure(figure, number, cell, sentence, told),
            None => prose.push(sentence),
        }
    }
    for (figure, name) in std::mem::take(&mut profile.untold) {
        if profile.number(figure).is_none() {
            told.misunderstood("rules", &name, mark!("it does not say how many, or on what"));
        }
    }
    let prose = prose.join(" ");
    if !says_nothing(&prose) {
        told.not_simulated(cell, &prose, mark!("a special rule of the unit"));
    }
}
