//! Files that are not what they are named as, or lists in formats that are not read: what such a file is, and what to do
//! with it.

use super::element::Element;
use super::json;
use super::refusal::Refusal;

/// Identifies a file that cannot be a scenario, army file or catalogue by its beginning; `None` for anything else.
pub fn foreign(text: &str) -> Option<Refusal> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let begins = |words: &str| text.get(..words.len()).is_some_and(|start| start.eq_ignore_ascii_case(words));
    if begins("<!doctype html") || begins("<html") {
        let refusal = Refusal::new(mark!("this is a web page, not the file that it offers"));
        return Some(refusal.help(mark!("download the file itself: on GitHub by its button `Raw`")));
    }
    is_json(text).then(|| match roster(text) {
        Ok(_) => without_ending(".json"),
        Err(refusal) => refusal,
    })
}

/// Whether a text is JSON, by how it begins; lists in a scenario begin otherwise.
pub fn is_json(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let in_list = text.strip_prefix('[').map(str::trim_start);
    text.starts_with('{') || in_list.is_some_and(|text| text.starts_with('{'))
}

/// The roster in JSON, as New Recruit writes it.
///
/// # Errors
/// It is not JSON, or something else in JSON.
pub fn roster(text: &str) -> Result<Element, Refusal> {
    let mut file = json::parse("json", text.trim_start_matches('\u{feff}'))?;
    if let Some(place) = file.children.iter().position(|part| part.name == "roster") {
        return Ok(file.children.swap_remove(place));
    }
    let is_ours = file.get("command").is_some() && file.get("version").is_some();
    Err(match is_ours {
        true => Refusal::new(mark!("this is what a run of battle-odds has written, no list"))
            .help(mark!("name the army or the scenario that was run; `battle-odds report` shows the run once more")),
        false => Refusal::new(mark!("this is JSON, but no roster")).help(mark!(
            "export the list from New Recruit once more, as .json, .ros or .rosz, and name that file as it is"
        )),
    })
}

/// A list as people write it in a forum, or paste it from a list builder.
pub fn pasted() -> Refusal {
    Refusal::new(mark!("this is a list as plain text, not XML"))
        .help(mark!("name it …txt, and the army that has its units: `battle-odds import list.txt --with army.toml`"))
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
    endings
        .into_iter()
        .find(|(tag, _)| text.starts_with('<') && text.contains(tag))
        .map(|found| without_ending(found.1))
}

fn without_ending(ending: &str) -> Refusal {
    Refusal::new(text!("this is a list builder's file without its ending: name it …{ending}", ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_is_stands_in_its_first_letters() {
        let told = |text: &str| foreign(text).map(|refusal| refusal.message);
        assert!(told("\u{feff}\n{\"roster\": {\"name\": \"A\"}}").unwrap().contains("name it ….json"));
        assert!(told("{\"a\": 1}").unwrap().contains("no roster") && told("{\"roster\": {").is_some());
        let run = "{\"version\": \"0.1.0\", \"command\": \"run\"}";
        assert!(told(run).unwrap().contains("what a run of battle-odds has written"));
        assert!(told("<!DOCTYPE html><p>").unwrap().contains("web page"));
        for other in ["<roster/>", "system = \"x\"", "[units.a]", "[[steps]]", "", "é"] {
            assert_eq!(told(other), None, "{other}");
        }
        assert!(misnamed("<?xml?><roster/>").is_some() && misnamed("a = 'x <roster'").is_none());
    }
}
