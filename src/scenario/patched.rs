//! A scenario with its changes applied, ready for a rulebook to read.

use std::borrow::Cow;
use std::path::PathBuf;

use super::army::Army;
use super::card::dealt;
use super::equip::{equip, lists};
use super::node::{Key, Node, Value};
use super::open::Open;
use super::path::Path;
use super::problem::Problem;
use super::problem_kind::ProblemKind;
use super::source::Span;
use super::variants::BASE;
use battle_odds_words::base::base_called;

/// One engagement as written, or one variant of it.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The file's name without its ending.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// The hash of the texts of the file and of its armies; changes such as `--set` do not affect it.
    pub hash: String,
    /// What determines its dice in addition to the seed: all content of the file except titles, tags, goals, variants and choices.
    /// A copy has the same dice under any name, and variants share those of their scenario.
    pub dice: String,
    /// Whether other variants do not share them: so it is with the battles of a matrix.
    pub has_own_dice: bool,
    /// The title; the name if there is none.
    pub title: String,
    /// What the scenario as written is called beside its variants, if that is written.
    pub base: Option<String>,
    /// Words to sort results by.
    pub tags: Vec<String>,
    /// The rules system as written, and where.
    pub system: (String, Span),
    /// What the player wants, as written, each with its place; may be empty.
    pub goal: Vec<(String, Span)>,
    /// The rest, patched: what the rules system reads.
    pub root: Node,
    /// What is open in its steps until they are due; the tree has the first value of each key.
    pub open: Open,
    /// The name of the variant; [`BASE`] for the scenario as written.
    pub variant: String,
    /// The entries of `armies`, as written.
    pub named_armies: Option<Node>,
    /// The files named by `armies`, in that order.
    pub armies: Vec<Army>,
}

impl Scenario {
    /// The name of the variant as players read it: that of the scenario as written, if it is that.
    pub fn called_among_variants(&self) -> String {
        // Without a title, the name of the file stands in its place.
        let title = if self.title == self.name { "" } else { &self.title };
        let as_written = || base_called(self.base.as_deref(), title).map_or_else(|| text!("as written"), str::to_owned);
        if self.variant == BASE { as_written() } else { self.variant.clone() }
    }

    /// The scenario with everything in its formations that the cards of army lists and their upgrades put there: what a
    /// rulebook reads.
    ///
    /// # Errors
    /// A formation takes what its list does not offer.
    pub fn equipped(&self) -> Result<Cow<'_, Scenario>, Problem> {
        let needs = |node: &Node| node.child("card").is_some() || node.child("upgrades").is_some();
        let some = |node: &Node| matches!(&node.value, Value::Table(all) if all.iter().any(|(_, node)| needs(node)));
        if !self.root.child("formations").is_some_and(some) {
            return Ok(Cow::Borrowed(self));
        }
        let mut scenario = self.clone();
        let lists = lists(&self.armies);
        if let Some(Value::Table(formations)) = scenario.root.child_mut("formations").map(|node| &mut node.value) {
            for (Key { name, .. }, formation) in formations {
                equip(formation, name, &lists)?;
            }
        }
        Ok(Cow::Owned(scenario))
    }

    /// Copies what only an army has into the scenario, if a path leads into it, so that it can be changed: with
    /// `units.boyz.armour` the whole of `units.boyz`. What the scenario has already, or several armies have, stays as it
    /// is.
    ///
    /// # Errors
    /// A problem that points at a name that neither the scenario nor any army has, if armies have others.
    pub fn adopt(&mut self, path: &Path) -> Result<(), Problem> {
        let Some((table, name)) = path.entry() else { return Ok(()) };
        let own = self.root.child(table);
        if own.is_some_and(|own| own.child(name).is_some()) {
            return Ok(());
        }
        let theirs: Vec<&Node> = self.armies.iter().filter_map(|army| army.root.child(table)).collect();
        let found: Vec<&Node> = theirs.iter().filter_map(|table| table.child(name)).collect();
        let of_list = |army: &Army| table == "formations" && army.is_list() && army.formations().contains(&name);
        let entry = match found[..] {
            [entry] if self.armies.iter().any(of_list) => {
                dealt(&Key { name: name.to_owned(), span: entry.span.clone() }, entry)
            }
            [entry] => entry.clone(),
            [] if !theirs.is_empty() => {
                let keys = |node: &Node| match &node.value {
                    Value::Table(entries) => entries.iter().map(|(key, _)| key.name.clone()).collect(),
                    _ => Vec::new(),
                };
                let known: Vec<String> = own.into_iter().chain(theirs).flat_map(keys).collect();
                return Err(ProblemKind::NotHere { name: name.to_owned(), known }.at(&path.0[1].span));
            }
            _ => return Ok(()),
        };
        self.root.put(&[table, name], entry);
        Ok(())
    }
}
