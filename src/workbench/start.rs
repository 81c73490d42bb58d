//! The first screen: drop a list, choose a game, or an example.

use maud::{Markup, html};

use crate::shipped::examples;
use battle_odds_studies::beginning::{Beginning, example};
use battle_odds_systems::start::Start;
use battle_odds_systems::{SYSTEMS, System};
use battle_odds_words::{is_english, shown};

/// The screen.
pub(crate) fn start() -> Markup {
    html! {
        section.hello {
            h1 { (text!("What are my chances?")) }
            p { (text!("Say who fights whom and what happens: you see your chance at once, and how it changes while you try things.")) }
            label.drop for="drop-file" {
                strong { (text!("Drop your list here")) }
                span.small.soft { (text!("or press to choose it: a roster (.ros, .rosz, .json), a catalogue (.cat), or a list as text")) }
                input #drop-file type="file" multiple accept=".ros,.rosz,.json,.cat,.catz,.toml,.txt";
            }
            p.small.soft { (text!("Nothing leaves this device.")) }
            }
        section #lately hidden {
            h2 { (text!("Your battles")) }
            div #last {}
        }
        section {
            h2 { (text!("Or choose your game")) }
            div.games {
                @for system in SYSTEMS {
                    button.game type="button" data-do="begin" data-system=(system.key) { (called(system)) }
                }
            }
        }
        section {
            h2 { (text!("Or begin with a battle")) }
            @for system in SYSTEMS {
                details.more data-more={ "examples " (system.key) } open[system.key == SYSTEMS[0].key] {
                    summary { (called(system)) }
                    ul.examples {
                        @for (name, text) in examples(system.key) {
                            li { button.link type="button" data-do="example" data-system=(system.key) data-name=(name) { (title(name, text)) } }
                        }
                    }
                }
            }
        }
    }
}

/// The name of a game, without what is said of its rules.
fn called(system: &System) -> String {
    shown(system.title).split(" (").next().unwrap_or_default().to_owned()
}

/// The title in a battle's file.
fn title(name: &str, text: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix("title = "));
    line.map_or_else(|| name.replace('-', " "), |title| title.trim().trim_matches('"').to_owned())
}

/// The text of a first battle of a game.
pub(crate) fn begun(system: &'static System) -> Option<String> {
    let starts = system.starts?;
    let start = starts.starts.first()?;
    let sides = example(&starts);
    let range = range(system, start);
    let beginning = Beginning { system, starts: &starts, start, armies: Vec::new(), sides: &sides, range };
    Some(beginning.text(false))
}

/// The usual distance of a beginning, as it is written.
fn range(system: &System, start: &Start) -> String {
    let in_inches = is_english() && system.starts.is_some_and(|starts| starts.in_inches);
    match start.range {
        Some(range) if in_inches => format!("\"{}in\"", f64::from(range) / 2.5),
        Some(range) => range.to_string(),
        None => String::new(),
    }
}

/// The step of a game's beginning with this action, with the names of those who fight.
pub(crate) fn step_of(system: &System, action: &str, mine: &str, theirs: &str) -> Option<String> {
    let start = system.starts?.starts.iter().find(|start| start.key == action)?;
    let names = start.steps.replace("ATTACKER", mine).replace("DEFENDER", theirs);
    Some(names.replace("RANGE", &range(system, start)))
}
