//! Where entries are: the entries around them, following links to shared ones.

use std::collections::HashMap;

use super::element::Element;
use super::library::Library;

/// The most ways to one entry that are followed, and the longest.
const MOST_PATHS: usize = 40;
const DEEPEST: usize = 12;

/// The entries around entries, through links: a shared entry is taken wherever something links to it.
pub struct Places<'a> {
    parents: HashMap<*const Element, &'a Element>,
    links: HashMap<&'a str, Vec<&'a Element>>,
}

impl<'a> Places<'a> {
    /// All places in the files of a library.
    pub fn of(library: &Library<'a>) -> Places<'a> {
        let mut places = Places { parents: HashMap::new(), links: HashMap::new() };
        for root in library.roots {
            root.walk(&mut |element| {
                for child in &element.children {
                    places.parents.insert(std::ptr::from_ref(child), element);
                }
                if element.name == "entryLink" {
                    places.links.entry(element.attribute("targetId")).or_default().push(element);
                }
            });
        }
        places
    }

    /// The entries in which an entry is taken, the nearest first: one list for each way to get to it.
    pub fn paths(&self, entry: &'a Element) -> Vec<Vec<&'a Element>> {
        let mut paths = Vec::new();
        let mut open = vec![vec![entry]];
        while let Some(mut path) = open.pop().filter(|_| paths.len() < MOST_PATHS) {
            let mut place = *path.last().unwrap_or(&entry);
            let links = loop {
                // A shared entry, or its group.
                let links = self.links.get(place.attribute("id")).filter(|_| place.name != "entryLink");
                if let Some(links) = links {
                    break Some(links);
                }
                match self.parents.get(&std::ptr::from_ref(place)) {
                    Some(parent) => place = parent,
                    None => break None,
                }
                if place.name == "selectionEntry" {
                    path.push(place);
                }
            };
            match links {
                Some(links) if path.len() < DEEPEST => {
                    let on = links.iter().rev().filter(|link| link.attribute("hidden") != "true");
                    let on = on.filter(|link| !path.iter().any(|known| std::ptr::eq(*known, **link)));
                    open.extend(on.map(|link| path.iter().copied().chain([*link]).collect()));
                }
                _ => paths.push(path),
            }
        }
        paths
    }
}

#[cfg(test)]
mod tests {
    use super::super::element::parse;
    use super::*;

    #[test]
    fn what_is_shared_stands_where_it_is_linked_to() {
        let roots = [parse("<c>
<selectionEntry id='a' name='A'><entryLinks><entryLink id='l' name='L' targetId='g'/></entryLinks></selectionEntry>
<selectionEntry id='b' name='B'><entryLinks><entryLink id='m' name='M' targetId='s'/></entryLinks></selectionEntry>
<selectionEntryGroup id='g' name='G'><entryLinks><entryLink id='n' name='N' targetId='s'/></entryLinks></selectionEntryGroup>
<selectionEntry id='s' name='S'><entryLinks><entryLink id='o' name='O' targetId='s'/></entryLinks></selectionEntry>
</c>")
        .unwrap()];
        let library = Library::of(&roots);
        let places = Places::of(&library);
        let paths = |id: &str| -> Vec<String> {
            let paths = places.paths(library.find(id).unwrap());
            paths.iter().map(|path| path.iter().map(|entry| entry.attribute("name")).collect()).collect()
        };
        assert_eq!(paths("a"), ["A"]);
        let shared = paths("s");
        assert!(shared.contains(&"SMB".to_owned()) && shared.contains(&"SNLA".to_owned()), "{shared:?}");
    }
}
