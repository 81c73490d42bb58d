//! Which formation of an army does best in a place of the battle.

use std::path::Path;
use std::sync::Arc;

use maud::{Markup, html};
use toml_edit::{ArrayOfTables, InlineTable, Item, Table as Toml, value};

use crate::battle::{Battle, NAME, WithBattle, no_files, value_at};
use crate::control::capital;
use crate::find::{Found, formation, formations_of, put_in_place, title, units_of_army};
use crate::forces::{sides, units_in};
use crate::odds::{Chance, Effort, how_sure, in_words, large};
use crate::packed::{pack_beside, toml};
use crate::place::{Place, Sheet};
use crate::shelf::{Shelf, Table};
use battle_odds_report::compared::{Compared, Contender};
use battle_odds_report::json::Request;
use battle_odds_report::ranking::as_good_as_the_best;
use battle_odds_report::result::Method;
use battle_odds_scenario::{Army, BASE, Node, Problem};
use battle_odds_studies::Way;
use battle_odds_studies::candidates::Candidates;
use battle_odds_studies::rank::Ranking;
use battle_odds_systems::System;

/// The most formations that are tried.
const MOST: usize = 150;

/// Keys of a battle that has no others beside it.
const OF_SEVERAL: [&str; 4] = ["variants", "choices", "exclusions", "max-points"];

/// Where the player says which place, and whose formations are tried in it.
pub(crate) fn trying(battle: &Battle, shelf: &Shelf) -> Markup {
    let [mine, theirs] = sides(battle);
    let groups = [(text!("of a battle": "Mine"), mine), (text!("of a battle": "The enemy"), theirs)];
    let usual = |name: &str| {
        let units = units_in(value_at(&battle.root, &Place::of_formation(name)));
        shelf.all().position(|army| has_all(army, &units))
    };
    let first = groups.iter().find_map(|(_, names)| names.first()).and_then(|name| usual(name));
    html! {
        p.small.soft { (text!("Each formation of a list takes this place in turn, with everything else as it is.")) }
        p.condition {
            select.measure #rank-place data-keep="" aria-label=(text!("Whose place")) {
                @for (title, names) in &groups {
                    optgroup label=(title) { @for name in names { option value=(name) data-army=[usual(name)] { (capital(&name.replace('-', " "))) } } }
                }
            }
            select.measure #rank-army data-keep="" aria-label=(text!("Whose formations")) {
                @for (number, army) in shelf.all().enumerate() { option value=(number) selected[Some(number) == first] { (title(army)) } }
            }
            button type="button" data-do="rank" { (text!("Try them")) }
        }
    }
}

/// Whether an army has all of these units.
fn has_all(army: &Army, units: &[&str]) -> bool {
    let known = |unit: &&str| army.root.child("units").is_some_and(|all| all.child(unit).is_some());
    !units.is_empty() && units.iter().all(known)
}

/// A place in which formations are tried.
pub(crate) struct Trying<'a> {
    pub text: &'a str,
    pub battle: &'a Battle,
    /// The formation whose place it is.
    pub place: &'a str,
    pub system: &'a System,
}

/// A formation that is tried: its name among the others, and what it is.
struct Tried {
    name: String,
    found: Found,
    points: Option<i64>,
}

impl Trying<'_> {
    /// Those of an army, the best first; nothing if it was stopped.
    ///
    /// # Errors
    /// What is wrong with the battle or the army.
    pub fn of(&self, shelf: &Shelf, army: usize, effort: Effort, table: &Table) -> Result<Markup, Problem> {
        let gone = || Problem::new(text!("this army is no longer here"));
        let one = shelf.all().nth(army).ok_or_else(gone)?;
        let all = self.all_of(one, army);
        let (text, tried) = self.with_all(one, &all[..all.len().min(MOST)])?;
        let files = Arc::new(WithBattle { text, files: no_files() });
        let world = Table { files, stop: table.stop };
        let candidates = Candidates::read(Path::new(NAME), &[], None, None, &world)?;
        let request =
            Request { command: String::new(), seed: 1, method: Method::Exact, trials: None, files: Vec::new() };
        let settings = effort.settings(Way::Auto);
        let ranking = Ranking { settings, by: None, margin: None, at_least: None, request };
        let found = ranking.of(&candidates, &world).map_err(in_words)?;
        Ok(html! {
            @if let Some(found) = found {
                h3 { (text!("{name}: {what}", name = capital(&self.place.replace('-', " ")), what = title(one))) }
                (self.drawn(&found.answer, &tried))
            }
            @if all.len() > MOST { p.small.soft { (text!("Of {count} the first {most} were tried.", count = all.len(), most = MOST)) } }
        })
    }

    /// The text with a variant for each formation of an army in this place.
    fn with_all(&self, army: &Army, all: &[Found]) -> Result<(String, Vec<Tried>), Problem> {
        let mut sheet = Sheet::read(self.text)?;
        OF_SEVERAL.iter().for_each(|key| drop(sheet.root().remove(key)));
        let path = Place::of_formation(self.place);
        let before = value_at(&self.battle.root, &path);
        let (mut variants, mut tried) = (ArrayOfTables::new(), Vec::<Tried>::new());
        for found in all {
            let Ok(mut other) = formation(army, found, self.system) else { continue };
            if !self.may_be_here(army, &other) {
                continue;
            }
            let points = other.child("points").and_then(|points| points.integer("", 0..=i64::MAX).ok());
            if let Some(before) = before {
                put_in_place(&mut other, before);
            }
            let name = capital(&found.key.replace('-', " "));
            if name == BASE || tried.iter().any(|tried| tried.name == name) {
                continue;
            }
            let other = pack_beside(&mut sheet, &army.root, other)?;
            let mut set = InlineTable::new();
            set.insert(path.to_string(), toml(&other));
            let mut variant = Toml::new();
            variant.insert("name", value(&name));
            variant.insert("set", value(set));
            variants.push(variant);
            tried.push(Tried { name, found: found.clone(), points });
        }
        sheet.root().insert("variants", Item::ArrayOfTables(variants));
        Ok((sheet.text(), tried))
    }

    /// What of an army is tried: its formations, or its units where it has none, as many as there are now; without those that need
    /// more than a battle has.
    fn all_of(&self, army: &Army, number: usize) -> Vec<Found> {
        let formations = formations_of(army);
        let is_unit = formations.is_empty();
        let count = is_unit.then(|| self.count()).flatten();
        let keys = if is_unit { units_of_army(army) } else { formations };
        let found = |key: String| Found { army: number, key, is_unit, count, ..Found::default() };
        keys.into_iter().map(found).collect()
    }

    /// Whether a formation has no unit that is at home elsewhere, such as a spacecraft; in the place of such a one it may.
    fn may_be_here(&self, army: &Army, formation: &Node) -> bool {
        let Some(starts) = self.system.starts else { return true };
        let all = |root: &Node, formation: &Node| {
            let profile = |unit: &&str| root.child("units").and_then(|all| all.child(unit)).cloned();
            units_in(Some(formation)).iter().filter_map(profile).all(|unit| (starts.can_begin)(&unit))
        };
        let now = value_at(&self.battle.root, &Place::of_formation(self.place));
        all(&army.root, formation) || now.is_some_and(|now| !all(&self.battle.root, now))
    }

    /// How many units stand there now.
    fn count(&self) -> Option<u64> {
        let groups = value_at(&self.battle.root, &Place::of_formation(self.place).then("units"))?.list("").ok()?;
        let count = |group: &Node| group.child("count").map_or(Some(1), |count| count.integer("", 1..=i64::MAX).ok());
        groups.iter().map(count).sum::<Option<i64>>().and_then(|count| u64::try_from(count).ok())
    }

    fn drawn(&self, compared: &Compared, tried: &[Tried]) -> Markup {
        let as_good = as_good_as_the_best(compared);
        let of = |contender: &Contender| tried.iter().find(|tried| tried.name == contender.name);
        let is_ranked = |tried: &Tried| compared.contenders.iter().any(|contender| contender.name == tried.name);
        let most = compared.contenders.iter().map(|contender| contender.chance).fold(f64::MIN_POSITIVE, f64::max);
        html! {
            ol.ranked {
                @for (rank, contender) in compared.contenders.iter().enumerate() {
                    @let Contender { chance, interval, trials, .. } = contender;
                    @let chance = Chance { mean: *chance, interval: *interval, is_exact: trials.is_none() };
                    li data-value=(chance.mean) data-exact[chance.is_exact] {
                        @match of(contender) {
                            Some(tried) => {
                                button.link type="button" data-do="choose" data-slot=(self.place) data-found=(serde_json::to_string(&tried.found).unwrap_or_default()) title=(text!("Put it in this place")) { (tried.name) }
                                @if let Some(points) = tried.points { " " span.small.soft { (text!(points => "{points} point" | "{points} points", points)) } }
                            }
                            None => strong { (text!("as it is now")) }
                        }
                        span.figure { strong { (large(chance)) } " " span.small.soft { (how_sure(chance)) } }
                        span.gauge aria-hidden="true" { span style=(format!("width:{:.1}%", 100.0 * chance.mean / most)) {} }
                        @if rank > 0 && rank < as_good { span.small.soft { (text!("as good as the best, as far as one can tell")) } }
                    }
                }
            }
            p.small.soft {
                @if sides(self.battle)[1].contains(&self.place) { (text!("The first is the one you do best against.")) " " }
                (text!("Press one to put it in this place."))
            }
            @let others: Vec<&str> = tried.iter().filter(|tried| !is_ranked(tried)).map(|tried| tried.name.as_str()).collect();
            @if !others.is_empty() {
                details.more data-more="not-ranked" {
                    summary { (text!("Not possible here")) " (" (others.len()) ")" }
                    p.small { (others.join(", ")) }
                }
            }
        }
    }
}
