//! `battle-odds systems`: the rulebooks, and what the program makes of each section.

use std::borrow::Cow;

use clap::Args;

use super::ending::{Ending, Outcome};
use super::out::print;
use crate::scenario::{Problem, Source, Span, unknown};
use crate::systems::{SYSTEMS, Section, Status, System, cited, is_line};
use crate::words::{is_english, shown};

/// List the rules systems, what each simulates, section by section
#[derive(Args, Debug)]
pub struct Systems {
    /// Only this system
    #[arg(value_name = "KEY")]
    key: Option<String>,
}

impl Systems {
    /// Prints all systems, or one.
    pub(super) fn run(&self) -> Outcome {
        let text = match &self.key {
            Some(key) => whole(named(key)?),
            None => SYSTEMS.into_iter().map(whole).collect::<Vec<_>>().join("\n"),
        };
        print(&text)?;
        Ok(Ending::Well)
    }
}

/// The rulebook with that key.
pub(super) fn named(key: &str) -> Result<&'static System, Problem> {
    let source = Source::new("battle-odds systems", key);
    let unknown = || {
        unknown(mark!("rules system"), key, &Span::new(&source, 0..key.len()), SYSTEMS.iter().map(|system| system.key))
    };
    SYSTEMS.into_iter().find(|system| system.key == key).ok_or_else(unknown)
}

/// Two lines about a system.
fn head(system: &System) -> String {
    let count = |is: fn(&Status) -> bool| system.sections.iter().filter(|section| is(&section.status)).count();
    let sections = text!(
        "{count} sections: {simulated} simulated, {given} from the scenario, {others} not simulated",
        count = system.sections.len(),
        simulated = count(|status| matches!(status, Status::Simulated(_))),
        given = count(|status| matches!(status, Status::Given(_))),
        others = count(|status| matches!(status, Status::Not(_))),
    );
    format!("{} (system = \"{}\")\n  {sections}\n", shown(system.title), system.key)
}

/// A system with all its sections.
fn whole(system: &System) -> String {
    let numbers = system.sections.iter().filter(|section| !is_line(section.key));
    let width = numbers.map(|section| section.key.chars().count() + 3).max().unwrap_or(0);
    let headings = match system.french_headings && is_english() {
        true => format!("  {}\n", text!("The headings are those of the French book.")),
        false => String::new(),
    };
    system.sections.iter().fold(head(system) + &headings + "\n", |text, section| text + &described(section, width))
}

/// A section, its heading beginning at this column, after its number if it has one.
fn described(section: &Section, width: usize) -> String {
    let what = match section.status {
        Status::Simulated(code) => text!("simulated: {code}", code),
        Status::Given(keys) => text!("from the scenario: {keys}", keys = shown(keys)),
        Status::Not(why) => text!("not simulated: {why}", why = shown(why)),
    };
    let number = if is_line(section.key) { Cow::Borrowed("") } else { cited(section.key) };
    // What is made of a heading without a number is indented below it.
    let indent = width.max(4);
    format!("{number:<width$}{}\n{:<indent$}{what}\n", section.heading(), "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_says_what_is_made_of_it() {
        let section = |status| described(&Section { key: "1.9.6", title: "Saves", status }, 10);
        assert_eq!(section(Status::Simulated("saves")), "§1.9.6    Saves\n          simulated: saves\n");
        assert!(section(Status::Given("armour")).contains("from the scenario: armour"));
        assert!(section(Status::Not("why")).contains("not simulated: why"));
    }

    #[test]
    fn a_misspelt_system_is_answered_with_the_nearest() {
        let problem = named("epic-armagedon").map(|system| system.key).unwrap_err();
        assert!(problem.to_string().contains("did you mean `epic-armageddon`?"), "{problem}");
    }
}
