//! A formation under another name: in all steps, goals and variants.

use toml_edit::visit_mut::{VisitMut, visit_table_like_kv_mut};
use toml_edit::{Formatted, Item, KeyMut};

use crate::place::Sheet;

/// The keys at the root that name formations.
const NAMING: [&str; 4] = ["steps", "goal", "variants", "choices"];

/// Calls a formation otherwise wherever it is named.
pub(crate) fn rename(sheet: &mut Sheet, old: &str, new: &str) {
    if old == new {
        return;
    }
    let mut renaming = Renaming { old, new };
    for key in NAMING {
        if let Some(item) = sheet.root().get_mut(key) {
            renaming.visit_item_mut(item);
        }
    }
    // Others may stand beside it, inside it, or be carried by it.
    if let Some(formations) = sheet.root().get_mut("formations") {
        renaming.visit_item_mut(formations);
    }
}

struct Renaming<'a> {
    old: &'a str,
    new: &'a str,
}

impl Renaming<'_> {
    /// `2.warband.kills >= 3` of another formation.
    fn of(&self, text: &str) -> Option<String> {
        let word = |word: &str| {
            let parts: Vec<&str> = word.split('.').map(|part| if part == self.old { self.new } else { part }).collect();
            parts.join(".")
        };
        // A name may have blanks.
        let renamed = if text == self.old {
            self.new.to_owned()
        } else {
            text.split(' ').map(word).collect::<Vec<_>>().join(" ")
        };
        (renamed != text).then_some(renamed)
    }
}

impl VisitMut for Renaming<'_> {
    fn visit_table_like_kv_mut(&mut self, key: KeyMut<'_>, item: &mut Item) {
        // What a formation is made of is not a name of it.
        if !["unit", "units", "weapons", "name", "title"].contains(&key.get()) {
            visit_table_like_kv_mut(self, key, item);
        }
    }

    fn visit_string_mut(&mut self, text: &mut Formatted<String>) {
        if let Some(renamed) = self.of(text.value()) {
            let decor = text.decor().clone();
            *text = Formatted::new(renamed);
            *text.decor_mut() = decor;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formation_has_its_new_name_everywhere() {
        let text = "goal = ['mob.broken', '2.mob.kills >= 3']\n[formations.mob]\nunits = [{ unit = 'mob' }]\n\
            [[steps]]\nby = 'a'\nat = 'mob'\nwhen = \"mob.broken\"\n";
        let mut sheet = Sheet::read(text).unwrap();
        rename(&mut sheet, "mob", "guard");
        let renamed = sheet.text();
        assert_eq!((renamed.matches("guard").count(), renamed.matches("mob").count()), (4, 2), "{renamed}");
    }
}
