//! Lists in formats that are not read: what such a file is, and what to do with it.

use serde_json::Value;

use super::refusal::Refusal;

/// Identifies a file that cannot be a scenario, army file or catalogue by its beginning; `None` for anything else.
pub fn foreign(text: &str) -> Option<Refusal> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let begins = |words: &str| text.get(..words.len()).is_some_and(|start| start.eq_ignore_ascii_case(words));
    if begins("<!doctype html") || begins("<html") {
        let refusal = Refusal::new(mark!("this is a web page, not the file that it offers"));
        return Some(refusal.help(mark!("download the file itself: on GitHub by its button `Raw`")));
    }
    if text.starts_with('{') || text.starts_with("[{") {
        return Some(json(text));
    }
    None
}

/// A file in JSON: New Recruit offers lists in it.
fn json(text: &str) -> Refusal {
    let is_roster = serde_json::from_str::<Value>(text).is_ok_and(|value| value.get("roster").is_some());
    let refusal = Refusal::new(if is_roster {
        mark!("this is a roster as JSON, one of the formats that New Recruit writes; it is not read here")
    } else {
        mark!("this is JSON, which is neither read as a list nor as a scenario")
    });
    refusal.help(export())
}

/// A list as people write it in a forum, or paste it from a list builder.
pub fn pasted() -> Refusal {
    Refusal::new(mark!("this is a list as plain text, not XML, which says too little of its units to play them"))
        .help(mark!("export it as a roster, .ros or .rosz, or write its formations into an army file, with units of `battle-odds import CATALOGUE --out FILE`"))
}

/// What to export from a list builder so that it can be read.
fn export() -> &'static str {
    mark!("export the list once more as a roster, .ros or .rosz: New Recruit and BattleScribe both offer it")
}

/// A zip archive in place of a scenario or an army file.
pub fn zipped() -> Refusal {
    Refusal::new(mark!("this is a zip archive"))
        .help(mark!("a zipped roster ends in .rosz, a zipped catalogue in .catz: give it that ending, or unpack it and name what is in it"))
}

/// Recognises a list builder's file by its text alone.
pub fn misnamed(text: &str) -> Option<Refusal> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let endings = [("<roster", ".ros"), ("<catalogue", ".cat"), ("<gameSystem", ".gst")];
    let ending = endings.into_iter().find(|(tag, _)| text.starts_with('<') && text.contains(tag))?.1;
    Some(Refusal::new(text!("this is a list builder's file without its ending: name it …{ending}", ending)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_is_stands_in_its_first_letters() {
        let told = |text: &str| foreign(text).map(|refusal| refusal.message);
        assert!(told("\u{feff}\n{\"roster\": {\"name\": \"A\"}}").unwrap().contains("New Recruit"));
        assert!(told("{\"a\": 1}").unwrap().contains("this is JSON") && told("{\"roster\": {").is_some());
        assert!(told("<!DOCTYPE html><p>").unwrap().contains("web page"));
        for other in ["<roster/>", "system = \"x\"", "[units.a]", "[[steps]]", "", "é"] {
            assert_eq!(told(other), None, "{other}");
        }
        assert!(misnamed("<?xml?><roster/>").is_some() && misnamed("a = 'x <roster'").is_none());
    }
}
