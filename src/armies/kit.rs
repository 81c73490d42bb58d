//! What the models of an entry have: the profiles attached to it, what is taken whatever the player chooses, and what is on
//! offer. What belongs to other models of the same entry is not theirs.

use super::bounds::at_least;
use super::element::Element;
use super::library::Library;
use super::option_sets;
use super::points::points;
use super::roster_sums::number_of;
use super::scope::rules_of;
use super::sheet::{Extra, Kit, Sheet, Wares};

/// The most things that one entry plausibly contains, and how deeply they are nested.
const MOST: usize = 400;
const DEEPEST: usize = 12;

/// The kit of the models of an entry: the entry first, then those around it.
pub fn kit(entries: &[&Element], library: &Library, is_unit: fn(&Sheet) -> bool) -> Kit {
    let wares = |entry: &Element| {
        let mut gathering = Gathering { library, is_unit, wares: Wares::default(), left: MOST };
        let own = gathering.direct(entry, None, gathering.sheets_of(entry));
        gathering.inside(entry, Choice::All, None, 0);
        let mut wares = gathering.wares;
        if !own.sheets.is_empty() {
            wares.given.insert(0, own);
        }
        wares
    };
    let Some((first, others)) = entries.split_first() else { return Kit::default() };
    let units_on = |entry: &Element| -> Vec<Sheet> { sheets_of(entry, library).into_iter().filter(&is_unit).collect() };
    let units = units_on(first);
    // What is attached to another unit belongs to that unit.
    let is_squad = |entry: &&&Element| {
        let other = units_on(entry);
        other.is_empty() || other.iter().any(|sheet| units.contains(sheet))
    };
    let others: Vec<&Element> = others.iter().filter(is_squad).copied().collect();
    let mut around = Wares::default();
    for other in others.iter().map(|entry| wares(entry)) {
        around.given.extend(other.given);
        around.offered.extend(other.offered);
    }
    let rules = [first].into_iter().chain(&others).flat_map(|entry| rules_of(entry, &Vec::new(), library)).collect();
    let name = entries.last().unwrap_or(first).attribute("name").trim().to_owned();
    Kit { entry: name, rules, units, own: wares(first), around }
}

/// An entry with everything taken with it; the units on it, and what belongs to them, are left out.
pub fn package(entry: &Element, library: &Library, is_unit: fn(&Sheet) -> bool) -> Extra {
    let mut gathering = Gathering { library, is_unit, wares: Wares::default(), left: MOST };
    let mut package = gathering.direct(entry, None, gathering.sheets_of(entry));
    gathering.inside(entry, Choice::All, Some(&mut package), 0);
    package
}

/// What of a list is taken in any case.
#[derive(Clone, Copy)]
enum Choice<'a> {
    /// What must be taken at least once.
    All,
    /// In addition, the one with this id: the default of a group of which one must be taken.
    Default(&'a str),
    /// The only one there is, in such a group.
    Only,
}

struct Gathering<'a, 'b> {
    library: &'b Library<'a>,
    is_unit: fn(&Sheet) -> bool,
    wares: Wares,
    left: usize,
}

impl<'a> Gathering<'a, '_> {
    /// The profiles on an element, without units.
    fn sheets_of(&self, element: &Element) -> Vec<Sheet> {
        sheets_of(element, self.library).into_iter().filter(|sheet| !(self.is_unit)(sheet)).collect()
    }

    /// What is attached to an element itself, whose profiles without units are these, and to the link to it.
    fn direct(&self, element: &'a Element, link: Option<&'a Element>, sheets: Vec<Sheet>) -> Extra {
        let named = link.unwrap_or(element);
        let mut extra = Extra { name: renamed(named), points: points(element, link), ..Extra::default() };
        extra.number = link.map_or(0, at_least).max(at_least(element));
        extra.sheets = link.map(|link| self.sheets_of(link)).unwrap_or_default();
        extra.sheets.extend(sheets);
        for part in link.into_iter().chain([element]) {
            extra.rules.extend(rules_of(part, &Vec::new(), self.library));
        }
        extra
    }

    /// Sorts what can be taken in an element: into the package that it is part of, if it is taken with it in any case; else
    /// on offer.
    fn inside(&mut self, element: &'a Element, choice: Choice, mut package: Option<&mut Extra>, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        let library = self.library;
        let own = ["selectionEntries", "selectionEntryGroups"].into_iter().flat_map(|list| element.listed(list));
        let own = own.map(|target| (target, None));
        let links = element.listed("entryLinks");
        let linked = links.filter_map(|link| Some((library.find(link.attribute("targetId"))?, Some(link))));
        for (target, link) in own.chain(linked) {
            let hidden = [Some(target), link].into_iter().flatten().any(|part| part.attribute("hidden") == "true");
            if hidden || self.left == 0 {
                continue;
            }
            self.left -= 1;
            let given = is_given(target, link, choice);
            match target.name.as_str() {
                "selectionEntry" => self.item(target, link, given, package.as_deref_mut(), depth),
                "selectionEntryGroup" => {
                    let within = of_group(target, link);
                    self.inside(target, within, package.as_deref_mut(), depth + 1);
                }
                _ => {}
            }
        }
    }

    fn item(
        &mut self,
        entry: &'a Element,
        link: Option<&'a Element>,
        given: bool,
        package: Option<&mut Extra>,
        depth: usize,
    ) {
        let sheets = sheets_of(entry, self.library);
        if sheets.iter().any(self.is_unit) {
            return;
        }
        let mut extra = self.direct(entry, link, sheets);
        // What comes with it is part of it.
        for part in link.into_iter().chain([entry]) {
            self.inside(part, Choice::All, Some(&mut extra), depth + 1);
        }
        match package {
            Some(package) if given => {
                package.sheets.extend(extra.sheets);
                package.rules.extend(extra.rules);
            }
            _ if given => self.wares.given.push(extra),
            _ => self.wares.offered.push(extra),
        }
    }
}

/// The profiles on an element.
fn sheets_of(element: &Element, library: &Library) -> Vec<Sheet> {
    let own = element.listed("profiles").filter(|profile| profile.name == "profile").map(|profile| (profile, None));
    let links = element.listed("infoLinks").filter(|link| link.attribute("type") == "profile");
    let linked = links.filter_map(|link| Some((library.find(link.attribute("targetId"))?, Some(link))));
    let shown = linked.filter(|(_, link)| link.is_none_or(|link| link.attribute("hidden") != "true"));
    let sheet = |(profile, link): (&Element, Option<&Element>)| {
        let modifiers: Vec<&Element> =
            profile.listed("modifiers").chain(link.into_iter().flat_map(|link| link.listed("modifiers"))).collect();
        option_sets::sheet(profile, &modifiers, &Vec::new(), library)
    };
    own.chain(shown).filter_map(sheet).collect()
}

/// Whether something is taken whatever the player chooses.
fn is_given(target: &Element, link: Option<&Element>, choice: Choice) -> bool {
    let must = link.map_or(0, at_least).max(at_least(target)) > 0;
    let ids = [Some(target), link].into_iter().flatten().map(|part| part.attribute("id"));
    match choice {
        Choice::All => must,
        Choice::Default(id) => must || ids.into_iter().any(|own| own == id),
        Choice::Only => true,
    }
}

/// What of a group is taken in any case.
fn of_group<'a>(group: &'a Element, link: Option<&'a Element>) -> Choice<'a> {
    let must = link.map_or(0, at_least).max(at_least(group)) > 0;
    let default = link.into_iter().chain([group]).find_map(|part| part.get("defaultSelectionEntryId"));
    let lists = ["selectionEntries", "selectionEntryGroups", "entryLinks"];
    let count = lists.into_iter().flat_map(|list| group.listed(list)).count();
    match default {
        Some(id) if must && !id.is_empty() => Choice::Default(id),
        _ if must && count == 1 => Choice::Only,
        _ => Choice::All,
    }
}

/// The name of a link or an entry, or the one that a modifier sets.
fn renamed(element: &Element) -> String {
    let is_set = |modifier: &&Element| {
        modifier.attribute("type") == "set" && modifier.attribute("field") == "name" && modifier.children.is_empty()
    };
    let set = element.listed("modifiers").find(is_set).map(|modifier| modifier.attribute("value"));
    set.unwrap_or_else(|| element.attribute("name")).trim().to_owned()
}

/// The kit of a selection of a roster, in which all choices have been made: what is in it is its own; what is next to it in
/// the selections around has been taken for some model there.
pub fn chosen(selections: &[&Element], library: &Library, is_unit: fn(&Sheet) -> bool) -> Kit {
    let sheets = |selection: &Element| -> Vec<Sheet> {
        let sheets = selection.listed("profiles").map(|profile| library.sheet(profile));
        sheets.filter(|sheet| !is_unit(sheet)).collect()
    };
    let is_model = |selection: &Element| selection.listed("profiles").any(|profile| is_unit(&library.sheet(profile)));
    let package = |selection: &Element| {
        let name = selection.attribute("name").trim().to_owned();
        let mut extra = Extra { name, number: number_of(selection), ..Extra::default() };
        let mut parts = vec![selection];
        while let Some(part) = parts.pop().filter(|_| extra.sheets.len() < MOST) {
            extra.sheets.extend(sheets(part));
            extra.rules.extend(part.listed("rules").map(Library::rule));
            parts.extend(part.listed("selections").filter(|part| !is_model(part)));
        }
        extra
    };
    let taken = |selection: &Element| -> Vec<Extra> {
        selection.listed("selections").filter(|part| !is_model(part)).take(MOST).map(package).collect()
    };
    let own = |selection: &Element| Extra {
        name: selection.attribute("name").trim().to_owned(),
        sheets: sheets(selection),
        ..Extra::default()
    };
    let Some((first, others)) = selections.split_first() else { return Kit::default() };
    let units_on = |selection: &Element| -> Vec<Sheet> {
        selection.listed("profiles").map(|profile| library.sheet(profile)).filter(is_unit).collect()
    };
    let units = units_on(first);
    // What is attached to another unit belongs to that unit.
    let is_squad = |other: &&&Element| {
        let others = units_on(other);
        others.is_empty() || others.iter().any(|sheet| units.iter().any(|unit| unit.name == sheet.name))
    };
    let others: Vec<&Element> = others.iter().filter(is_squad).copied().collect();
    let given = [own(first)].into_iter().chain(taken(first)).collect();
    let around = Wares {
        given: others.iter().map(|other| own(other)).collect(),
        offered: others.iter().flat_map(|other| taken(other)).collect(),
    };
    let rules =
        [first].into_iter().chain(&others).flat_map(|selection| selection.listed("rules")).map(Library::rule).collect();
    let name = selections.last().unwrap_or(first).attribute("name").trim().to_owned();
    Kit { entry: name, rules, units, own: Wares { given, offered: Vec::new() }, around }
}

#[cfg(test)]
mod tests {
    use super::super::element::parse;
    use super::super::points::Points;
    use super::*;

    const LIST: &str = "<c>
<selectionEntry id='squad' name='Squad'>
  <selectionEntries><selectionEntry id='men' name='Men'><profiles><profile name='Man' typeName='Unit'/></profiles></selectionEntry></selectionEntries>
  <selectionEntryGroups>
    <selectionEntryGroup id='g' name='Armour' defaultSelectionEntryId='l1'>
      <constraints><constraint type='min' field='selections' scope='parent' value='1'/></constraints>
      <entryLinks>
        <entryLink id='l1' name='Plate' targetId='plate'><infoLinks><infoLink type='profile' targetId='gun'/></infoLinks></entryLink>
        <entryLink id='l2' name='Hide' targetId='hide'/>
      </entryLinks>
    </selectionEntryGroup>
    <selectionEntryGroup id='o' name='Options'><entryLinks>
      <entryLink id='l3' name='Sword' targetId='sword'>
        <modifiers><modifier type='set' field='name' value='Old Sword'/></modifiers>
        <costs><cost name='pts' value='5'/></costs>
      </entryLink>
      <entryLink id='l4' name='Chief' targetId='chief'/>
    </entryLinks></selectionEntryGroup>
  </selectionEntryGroups>
</selectionEntry>
<selectionEntry id='plate' name='Plate'><profiles><profile name='Plate' typeName='Armour'/></profiles></selectionEntry>
<selectionEntry id='hide' name='Hide'><profiles><profile name='Hide' typeName='Armour'/></profiles></selectionEntry>
<selectionEntry id='sword' name='Sword'><profiles><profile name='Sword' typeName='Weapon'/></profiles>
  <entryLinks><entryLink id='l5' name='Scabbard' targetId='scabbard'>
    <constraints><constraint type='min' field='selections' scope='parent' value='1'/></constraints></entryLink></entryLinks>
</selectionEntry>
<selectionEntry id='scabbard' name='Scabbard'><profiles><profile name='Scabbard' typeName='Gear'/></profiles></selectionEntry>
<selectionEntry id='chief' name='Chief'><profiles><profile name='Chief' typeName='Unit'/></profiles>
  <entryLinks><entryLink id='l6' name='Sword' targetId='sword'/></entryLinks></selectionEntry>
<profile id='gun' name='Gun' typeName='Weapon'/>
</c>";

    fn told(extras: &[Extra]) -> Vec<String> {
        let sheets = |extra: &Extra| extra.sheets.iter().map(|sheet| sheet.name.clone()).collect::<Vec<_>>().join(" ");
        extras.iter().map(|extra| format!("{}: {}", extra.name, sheets(extra))).collect()
    }

    #[test]
    fn what_is_given_and_what_is_offered() {
        let roots = [parse(LIST).unwrap()];
        let library = Library::of(&roots);
        let [squad, men] = ["squad", "men"].map(|id| library.find(id).unwrap());
        let kit = kit(&[men, squad], &library, |sheet| sheet.kind == "Unit");
        assert_eq!((kit.entry.as_str(), kit.own.given.len()), ("Squad", 0));
        assert_eq!(told(&kit.around.given), ["Plate: Gun Plate"]);
        assert_eq!(told(&kit.around.offered), ["Hide: Hide", "Old Sword: Sword Scabbard"]);
        assert_eq!(kit.around.offered[1].points, Some(Points::of(5)));
    }

    #[test]
    fn what_was_chosen() {
        let roots = [parse("<selection name='Squad'><selections>
<selection name='Men'><profiles><profile name='Man' typeName='Unit'/><profile name='Hide' typeName='Armour'/></profiles>
  <selections><selection name='Sword'><profiles><profile name='Sword' typeName='Weapon'/></profiles></selection></selections></selection>
<selection name='Gun'><profiles><profile name='Gun' typeName='Weapon'/></profiles></selection></selections></selection>")
        .unwrap()];
        let library = Library::of(&roots);
        let men = roots[0].listed("selections").next().unwrap();
        let kit = chosen(&[men, &roots[0]], &library, |sheet| sheet.kind == "Unit");
        assert_eq!(told(&kit.own.given), ["Men: Hide", "Sword: Sword"]);
        assert_eq!(told(&kit.around.offered), ["Gun: Gun"]);
    }
}
