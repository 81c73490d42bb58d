//! A file and the files it names, with every element by its id.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::archive;
use super::element::{Element, parse};
use super::foreign::{foreign, is_json, pasted, roster};
use super::refusal::Refusal;
use super::rulebook::Rule;
use super::sheet::Sheet;

/// The most files next to a catalogue that are looked at, and the most that one leads to.
const MOST_BESIDE: usize = 1000;
const MOST_LINKED: usize = 100;

/// The files, the one asked for first.
#[derive(Debug)]
pub struct Files {
    /// The roots of the files.
    pub roots: Vec<Element>,
    /// Files that are named and not found, in the words of the file that names them.
    pub missing: Vec<String>,
    /// Whether line breaks in cells had to be repaired to be valid XML.
    pub mended: bool,
}

/// Reads XML. If only its line breaks are invalid (`<BR>` in a cell, as if it were an element, or `<BR>;` for two of them),
/// they are read as intended; returns whether that was necessary.
///
/// # Errors
/// Why it is not XML.
pub fn parsed(text: &str) -> Result<(Element, bool), Refusal> {
    let refusal = match parse(text) {
        Ok(root) => return Ok((root, false)),
        Err(refusal) => refusal,
    };
    if !text.contains("<BR>") {
        return Err(refusal);
    }
    let mended = text.replace("<BR>;", "&lt;BR&gt;&lt;BR&gt;").replace("<BR>", "&lt;BR&gt;");
    parse(&mended).map(|root| (root, true)).map_err(|_| Refusal { help: None, ..refusal })
}

/// Reads a file, and those it names if they are in the same folder.
///
/// # Errors
/// The file itself cannot be read, or is neither a catalogue, a game system nor a roster.
pub fn files(path: &Path) -> Result<Files, Refusal> {
    let name = path.display().to_string();
    let text = archive::text(path)?;
    let strange = |refusal: Refusal| match text.trim_start().starts_with('<') || text.contains("<?xml") {
        true => foreign(&text).unwrap_or(refusal),
        false if text.trim().is_empty() => refusal,
        false => foreign(&text).unwrap_or_else(pasted),
    };
    let read = if is_json(&text) { roster(&text).map(|root| (root, false)) } else { parsed(&text).map_err(strange) };
    let (root, mended) = read.map_err(|refusal| refusal.of(&name))?;
    if !["catalogue", "gameSystem", "roster"].contains(&root.name.as_str()) {
        let refusal = Refusal::new(text!(
            "this is neither a catalogue, a game system nor a roster, but `<{element}>`",
            element = root.name
        ));
        return Err(refusal
            .of(&name)
            .help(mark!("a list builder's files end in .cat, .catz, .gst, .gstz, .ros, .rosz or .json")));
    }
    let mut files = Files { roots: vec![root], missing: Vec::new(), mended };
    let mut beside: Option<HashMap<String, PathBuf>> = None;
    let mut next = 0;
    while next < files.roots.len() && files.roots[0].name != "roster" {
        for (id, called) in named(&files.roots[next]) {
            if files.roots.iter().any(|root| root.attribute("id") == id) {
                continue;
            }
            let beside = beside.get_or_insert_with(|| ids(path));
            let linked = beside.get(&id).filter(|_| files.roots.len() < MOST_LINKED);
            match linked.map(|path| archive::text(path).and_then(|text| parsed(&text))) {
                Some(Ok((root, mended))) => {
                    files.roots.push(root);
                    files.mended |= mended;
                }
                Some(Err(refusal)) => files.missing.push(format!("{called}: {refusal}")),
                None if !files.missing.contains(&called) => files.missing.push(called),
                None => {}
            }
        }
        next += 1;
    }
    Ok(files)
}

/// Ids and names of the files that a file needs.
fn named(root: &Element) -> Vec<(String, String)> {
    let system = root.get("gameSystemId").map(|id| (id.to_owned(), text!("the game system")));
    let links = root.listed("catalogueLinks").map(|link| {
        let name = link.get("name").unwrap_or(mark!("a linked catalogue"));
        (link.attribute("targetId").to_owned(), text!("the catalogue `{name}`", name))
    });
    system.into_iter().chain(links).filter(|(id, _)| !id.is_empty()).collect()
}

/// The ids of the catalogues and game systems in the folder of a file.
fn ids(path: &Path) -> HashMap<String, PathBuf> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut ids = HashMap::new();
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths.into_iter().filter(|path| archive::is_catalogue(path)).take(MOST_BESIDE) {
        // For most files the beginning is enough.
        let begun = archive::beginning(&path).and_then(|text| id(&text));
        if let Some(id) = begun.or_else(|| archive::text(&path).ok().and_then(|text| id(&text))) {
            ids.entry(id).or_insert(path);
        }
    }
    ids
}

/// The id of a file, from its first element.
fn id(text: &str) -> Option<String> {
    let start = ["<catalogue", "<gameSystem"].into_iter().find_map(|tag| text.find(tag))?;
    let tag = &text[start..start + text[start..].find('>')?];
    let root = parse(&format!("{}/>", tag.trim_end_matches('/'))).ok()?;
    root.get("id").map(str::to_owned)
}

/// The id of a cell's type, by which modifiers refer to it.
fn cell_id(cell: &Element) -> &str {
    cell.get("typeId").or(cell.get("characteristicTypeId")).unwrap_or_default()
}

/// Everything in the files by its id.
pub struct Library<'a> {
    /// The files.
    pub roots: &'a [Element],
    by_id: HashMap<&'a str, &'a Element>,
    /// Which profiles are units, as far as that was asked: it is asked of each many times.
    units: RefCell<HashMap<*const Element, bool>>,
}

impl<'a> Library<'a> {
    /// Finds the ids.
    pub fn of(roots: &'a [Element]) -> Library<'a> {
        let mut by_id = HashMap::new();
        for root in roots {
            root.walk(&mut |element| {
                if let Some(id) = element.get("id") {
                    by_id.entry(id).or_insert(element);
                }
            });
        }
        Library { roots, by_id, units: RefCell::default() }
    }

    /// The element with an id.
    pub fn find(&self, id: &str) -> Option<&'a Element> {
        self.by_id.get(id).copied()
    }

    /// The name of the element with an id; the id itself if there is none.
    pub fn name<'b>(&self, id: &'b str) -> &'b str
    where
        'a: 'b,
    {
        self.find(id).and_then(|element| element.get("name")).unwrap_or(id)
    }

    /// The name of the cell of a profile that a modifier's field refers to, if a file here defines it: the profile's own
    /// cells first.
    pub fn cell<'b>(&self, profile: &'b Element, field: &str) -> Option<&'b str>
    where
        'a: 'b,
    {
        let own = profile.listed("characteristics").find(|cell| cell_id(cell) == field);
        let named = |element: &'b Element| element.get("name").filter(|name| !name.is_empty());
        own.and_then(named).or_else(|| self.find(field).and_then(named))
    }

    /// Whether a profile is a unit, as `is_unit` of the game says.
    pub fn is_unit(&self, profile: &'a Element, is_unit: fn(&Sheet) -> bool) -> bool {
        let place = std::ptr::from_ref(profile);
        if let Some(&is_one) = self.units.borrow().get(&place) {
            return is_one;
        }
        let is_one = is_unit(&self.sheet(profile));
        self.units.borrow_mut().insert(place, is_one);
        is_one
    }

    /// A profile's cells as written. Old files keep texts in an attribute.
    pub fn sheet(&self, profile: &Element) -> Sheet {
        let cells = profile.listed("characteristics").map(|cell| {
            let id = cell_id(cell);
            let name = cell.get("name").filter(|name| !name.is_empty()).unwrap_or_else(|| self.name(id));
            let text = cell.get("value").filter(|_| cell.text.trim().is_empty()).unwrap_or(&cell.text);
            (name.to_owned(), text.trim().to_owned())
        });
        let kind_id = profile.get("typeId").or(profile.get("profileTypeId")).unwrap_or_default();
        let kind = profile.get("typeName").or(profile.get("profileTypeName")).unwrap_or_else(|| self.name(kind_id));
        Sheet { name: profile.attribute("name").trim().to_owned(), kind: kind.to_owned(), cells: cells.collect() }
    }

    /// A rule's name and text.
    pub fn rule(rule: &Element) -> Rule {
        let text: Vec<&str> = rule.all("description").map(|text| text.text.trim()).collect();
        Rule { name: rule.attribute("name").trim().to_owned(), text: text.join("\n") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_by_their_own_ids() {
        let roots = [parse("<c><p><characteristics><x name='Armour' typeId='a'/><x name='Speed' characteristicTypeId='b'/></characteristics></p><y id='d' name='Notes'/></c>").unwrap()];
        let library = Library::of(&roots);
        let cell = |field| library.cell(&roots[0].children[0], field);
        assert_eq!((cell("a"), cell("b"), cell("d"), cell("e")), (Some("Armour"), Some("Speed"), Some("Notes"), None));
    }

    #[test]
    fn line_breaks_that_are_no_xml_are_mended() {
        let (root, mended) = parsed("<a><b t='1<BR>;2&lt;BR&gt;or 3'>x<BR>y</b></a>").unwrap();
        assert!(mended && root.children[0].text == "x<BR>y");
        assert_eq!(root.children[0].attribute("t"), "1<BR><BR>2<BR>or 3");
        let refusal = parsed("<a><b t='1<BR>;2'></a>").unwrap_err();
        assert!(refusal.help.is_none(), "{refusal:?}");
        assert!(!parsed("<a><b/></a>").unwrap().1);
    }
}
