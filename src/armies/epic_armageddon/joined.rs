//! One model in several profiles, each with one of its weapons: `Crawler (Mortar)`, `Crawler (Ram)`.

use super::columns::Column;
use super::read::says_nothing;
use crate::columns::column;
use crate::sheet::Sheet;

/// Joins the next profile of an entry to the `whole` read so far, which began with `first`: if it differs from the first
/// only in its weapons, and its name only by these in brackets.
pub fn joined(first: &Sheet, whole: &Sheet, next: &Sheet) -> Option<Sheet> {
    let stem = stem(next)?;
    if self::stem(first) != Some(stem) || whole.cells.len() != next.cells.len() {
        return None;
    }
    let mut whole = Sheet { name: stem.to_owned(), ..whole.clone() };
    for ((cell, text), (name, more)) in whole.cells.iter_mut().zip(&next.cells) {
        let is_weapons = column(cell).is_some_and(is_of_weapons);
        if cell != name || (!is_weapons && text != more) {
            return None;
        }
        if is_weapons {
            let line = |text: &str| if says_nothing(text) { "-".to_owned() } else { text.to_owned() };
            *text = format!("{}<BR><BR>{}", line(text), line(more));
        }
    }
    Some(whole)
}

fn is_of_weapons(column: Column) -> bool {
    matches!(column, Column::Weapons | Column::Range | Column::Firepower | Column::Notes)
}

/// The name without its weapon: `Crawler` of `Crawler (Ram)`, if it has a ram.
fn stem(sheet: &Sheet) -> Option<&str> {
    let (stem, weapon) = sheet.name.strip_suffix(')')?.split_once('(')?;
    let weapons = sheet.cells.iter().find(|(cell, _)| column(cell) == Some(Column::Weapons));
    weapons.filter(|(_, text)| Sheet::same(text, weapon)).map(|_| stem.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crawler(name: &str, armour: &str, cells: [&str; 4]) -> Sheet {
        let names = ["Armour", "Weapons", "Range", "Firepower", "Notes"];
        let texts = [armour, cells[0], cells[1], cells[2], cells[3]];
        let cells = names.iter().zip(texts).map(|(name, text)| ((*name).to_owned(), text.to_owned())).collect();
        Sheet { name: name.into(), kind: "Unit".into(), cells }
    }

    #[test]
    fn profiles_of_one_model_are_joined() {
        let mortar = crawler("Crawler (Mortar)", "4+", ["Mortar", "45cm", "1BP", "Disrupt"]);
        let ram = crawler("Crawler (Rams)", "4+", ["Ram", "(contact)", "Assault Weapons", ""]);
        let gun = crawler("Crawler (Gun)", "4+", ["Gun", "30cm", "AP4+", ""]);
        let two = joined(&mortar, &mortar, &ram).unwrap();
        assert_eq!((two.name.as_str(), two.cells[1].1.as_str()), ("Crawler", "Mortar<BR><BR>Ram"));
        assert_eq!(two.cells[4].1, "Disrupt<BR><BR>-");
        let three = joined(&mortar, &two, &gun).unwrap();
        assert_eq!(three.cells[2].1, "45cm<BR><BR>(contact)<BR><BR>30cm");
        for other in [
            crawler("Crawler (Gun)", "5+", ["Gun", "30cm", "AP4+", ""]),
            crawler("Crawler (Old)", "4+", ["Gun", "30cm", "AP4+", ""]),
            crawler("Tank (Gun)", "4+", ["Gun", "30cm", "AP4+", ""]),
            crawler("Crawler", "4+", ["Gun", "30cm", "AP4+", ""]),
        ] {
            assert_eq!(joined(&mortar, &mortar, &other), None, "{other:?}");
        }
        let plain = crawler("Crawler", "4+", ["Gun", "30cm", "AP4+", ""]);
        assert_eq!(joined(&plain, &plain, &gun), None);
    }
}
