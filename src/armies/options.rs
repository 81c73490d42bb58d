//! Upgrades of a unit that change its own cells (a mark, extra armour), in words: the army file lists them with the unit as
//! it is without them.

use super::element::Element;
use super::library::Library;
use super::normalise::plain;
use super::option_sets::{called, is_of_army};

/// The most options reported for one unit.
const MOST: usize = 24;

/// Fields of modifiers that are not cells.
const NO_CELLS: [&str; 7] = ["hidden", "name", "description", "page", "publicationId", "annotation", "category"];

/// What the upgrades of a profile change, one text each: `Heavy Plates: Armour 4+`.
pub fn options(profile: &Element, modifiers: &[&Element], library: &Library) -> Vec<String> {
    let mut options: Vec<String> = Vec::new();
    for modifier in modifiers.iter().filter(|modifier| is_an_upgrade_s(modifier)) {
        let Some(cell) = library.cell(profile, modifier.attribute("field")) else { continue };
        let value = said(modifier.attribute("value"));
        let change = match modifier.attribute("type") {
            "append" | "prepend" => format!("and {}", value.trim_matches([',', '/', ' '])),
            "increment" => format!("+{value}"),
            "decrement" => format!("-{value}"),
            _ => value,
        };
        let option = format!("{}: {cell} {change}", with(modifier, library));
        if !options.contains(&option) && options.len() < MOST {
            options.push(option);
        }
    }
    options
}

/// The modifiers that change a cell which is defined in no file here: their fields and values.
pub fn lost<'a>(profile: &Element, modifiers: &[&'a Element], library: &Library) -> Vec<(&'a str, &'a str)> {
    let parts = |modifier: &&'a Element| (modifier.attribute("field"), modifier.attribute("value"));
    let is_lost = |(field, _): &(&str, &str)| !NO_CELLS.contains(field) && library.cell(profile, field).is_none();
    modifiers.iter().map(parts).filter(is_lost).collect()
}

/// Whether a modifier depends on an upgrade of the unit itself, or on the number of one.
fn is_an_upgrade_s(modifier: &Element) -> bool {
    let mut hangs = false;
    modifier.walk(&mut |element| {
        hangs |= element.name == "repeat" || element.name == "condition" && !is_of_army(element);
    });
    hangs
}

/// The upgrades, in words.
fn with(modifier: &Element, library: &Library) -> String {
    let mut parts: Vec<String> = modifier
        .listed("repeats")
        .map(|repeat| format!("each {}", called(library.name(repeat.attribute("childId")))))
        .collect();
    parts
        .extend(modifier.listed("conditions").chain(modifier.listed("conditionGroups")).map(|part| one(part, library)));
    parts.join(" and ")
}

fn one(part: &Element, library: &Library) -> String {
    if part.name == "conditionGroup" {
        let parts = part.listed("conditions").chain(part.listed("conditionGroups")).map(|part| one(part, library));
        let how = if part.attribute("type") == "or" { " or " } else { " and " };
        return parts.collect::<Vec<_>>().join(how);
    }
    let name = called(library.name(part.attribute("childId")));
    let number: f64 = part.attribute("value").parse().unwrap_or(1.0);
    match (part.attribute("type"), number) {
        ("equalTo" | "atMost", 0.0) | ("lessThan", 1.0) | ("notInstanceOf", _) => format!("without {name}"),
        ("equalTo" | "atLeast", number) if number > 1.0 => format!("{number}x {name}"),
        _ => name.to_owned(),
    }
}

/// The text of a cell in one line.
fn said(text: &str) -> String {
    let text = text.replace("<BR>", " / ").replace("<br>", " / ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The options that a text does not mention already: weapons to choose from.
pub fn untold<'a>(options: &'a [String], text: &str) -> Vec<&'a str> {
    let letters = |text: &str| plain(text).chars().filter(|letter| letter.is_alphanumeric()).collect::<String>();
    let text = letters(text);
    let is_told = |option: &&String| {
        let added = option.split_once(" and ").map(|(_, added)| added.split(" / ").next().unwrap_or_default());
        let added = added.map(|added| letters(added.trim_start_matches(|letter: char| letter.is_ascii_digit())));
        added.is_some_and(|added| added.len() > 4 && text.contains(added.trim_start_matches('x').trim_end_matches('s')))
    };
    options.iter().filter(|option| !is_told(option)).map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::super::element::parse;
    use super::*;

    #[test]
    fn upgrades_are_told_in_words() {
        let condition =
            "<conditions><condition field='selections' scope='parent' type='TYPE' value='1' childId='u'/></conditions>";
        let modifier = |how: &str, field: &str, value: &str, kind: &str| {
            format!(
                "<modifier type='{how}' field='{field}' value='{value}'>{}</modifier>",
                condition.replace("TYPE", kind)
            )
        };
        let text = [
            modifier("set", "a", "4+", "equalTo"),
            modifier("increment", "d", "2", "atLeast"),
            modifier("append", "a", ", Bigger Guns", "lessThan"),
            modifier("set", "x", "9+", "equalTo"),
            modifier("set", "hidden", "true", "equalTo"),
            "<modifier type='set' field='a' value='6+'/>".to_owned(),
        ];
        let roots = [parse(&format!(
            "<c><profile><characteristics><x name='Armour' typeId='a'/><x name='DC' typeId='d'/></characteristics><modifiers>{}</modifiers></profile><selectionEntry id='u' name='Heavy Plates'/></c>",
            text.concat()
        ))
        .unwrap()];
        let library = Library::of(&roots);
        let profile = &roots[0].children[0];
        let modifiers: Vec<&Element> = profile.listed("modifiers").collect();
        let options = options(profile, &modifiers, &library);
        assert_eq!(
            options,
            ["Heavy Plates: Armour 4+", "Heavy Plates: DC +2", "without Heavy Plates: Armour and Bigger Guns"]
        );
        assert_eq!(lost(profile, &modifiers, &library), [("x", "9+")]);
        assert_eq!(untold(&options, "has a bigger-gun"), options[..2]);
    }
}
