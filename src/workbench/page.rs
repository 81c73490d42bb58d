//! The page: its frame, its style and its script. What stands in it is drawn by the answers.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use battle_odds_report::page::STYLE;

/// How the page asks.
#[derive(Clone, Copy, Debug)]
pub enum Way<'a> {
    /// A server on this computer, which knows its pages by this token; and what stands on the bench at the start.
    Served {
        /// The token.
        token: &'a str,
        /// Battles to choose from: their folder, title and text. A single one stands on the bench at once.
        battles: &'a [[String; 3]],
    },
    /// The program itself, which the page holds: WebAssembly, zipped with gzip.
    Alone(&'a [u8]),
}

/// The script of the page, and that of the worker in which the program runs.
const SCRIPT: &str = include_str!("bench.js");
const WORKER: &str = include_str!("worker.js");

/// The page for one of both ways.
pub fn page(way: Way) -> String {
    let (program, start) = match way {
        Way::Served { token, battles } => (String::new(), json!({ "token": token, "battles": battles })),
        Way::Alone(program) => (STANDARD.encode(program), Json::Object(serde_json::Map::new())),
    };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="generator" content="battle-odds";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(policy(&way));
                title { "battle-odds" }
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) (PreEscaped(include_str!("bench.css"))) }
            }
            body {
                div #shell { p.loading { "…" } }
                script type="application/json" id="begin" { (PreEscaped(harmless(&start.to_string()))) }
                @if !program.is_empty() {
                    script type="text/plain" id="worker" { (PreEscaped(WORKER)) }
                    script type="text/plain" id="program" { (PreEscaped(program)) }
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string() + "\n"
}

/// JSON in a page: no text in it ends the element.
fn harmless(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// What the page may do: run its own script, and ask nobody but its server.
pub fn policy(way: &Way) -> String {
    let script = STANDARD.encode(Sha256::digest(SCRIPT.as_bytes()));
    let own = match way {
        Way::Served { .. } => format!("script-src 'sha256-{script}'; connect-src 'self'"),
        Way::Alone(_) => format!("script-src 'sha256-{script}' 'wasm-unsafe-eval' blob:; worker-src blob:"),
    };
    format!("default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; {own}")
}

/// Everything on the page that does not change with the battle.
pub(crate) fn shell(start: &Markup) -> Markup {
    html! {
        header.bar {
            button.home type="button" data-do="home" { "battle-odds" }
            span.grow {}
            button type="button" data-do="undo" disabled title=(text!("Undo")) aria-label=(text!("Undo")) { "↶" }
            button type="button" data-do="redo" disabled title=(text!("Do it again")) aria-label=(text!("Do it again")) { "↷" }
        }
        main {
            div #start { (start) }
            div #bench hidden {
                div.headline { div #head.answer aria-live="polite" {} div #trouble {} }
                div #notice.notice role="status" {}
                div #read {}
                div.bench {
                    div.setup {
                        h1 #title.title {}
                        div #forces {}
                        div #happens.panel {}
                        div #goal.panel {}
                        div #unsaid.panel {}
                    }
                    div.result-side {
                        div #curve {}
                        div #odds.panel {}
                        div.panel {
                            div #luck {}
                            div #luck-said aria-live="polite" {}
                        }
                        div.panel {
                            div #best {}
                            div #best-said aria-live="polite" {}
                        }
                        div.panel {
                            details.more data-more="rank" data-draws="trying" {
                                summary { (text!("Who does best here?")) }
                                div #rank {}
                                div #ranked aria-live="polite" {}
                            }
                        }
                        (comparing())
                        div.panel {
                            details.more data-more="field" {
                                summary { (text!("All against all")) }
                                div #field-offer {}
                                div #field {}
                            }
                        }
                        div.panel { div #scene {} }
                        (taking())
                    }
                }
            }
        }
        div #said.toast role="status" hidden {}
    }
}

fn comparing() -> Markup {
    html! {
        div.panel {
            h2 { (text!("Compare")) }
            p { button type="button" data-do="keep" { (text!("Keep this, then change something")) } }
            div #compare {}
            div #questions {}
        }
    }
}

fn taking() -> Markup {
    html! {
        div.panel.take {
            h2 { (text!("Take it with you")) }
            div.buttons {
                button type="button" data-do="link" { (text!("Copy a link")) }
                button type="button" data-do="save" data-kind="toml" { (text!("Save the battle")) }
                button type="button" data-do="save" data-kind="html" { (text!("Save as a page")) }
                button type="button" data-do="save" data-kind="csv" { (text!("Save as a table")) }
            }
            details.more data-more="told" {
                summary { (text!("One battle, roll by roll")) }
                button type="button" data-do="tell" { (text!("Another one")) }
                div #told {}
            }
            details.more data-more="file" {
                summary { (text!("Show the file")) }
                p.small.soft { (text!("Every control changes this text; change it here, and the controls follow. In a terminal: {command}", command = "battle-odds run battle.toml --exact")) }
                textarea #file spellcheck="false" rows="18" aria-label=(text!("The file")) {}
            }
            details.more data-more="lists" {
                summary { (text!("My lists")) }
                p.small.soft { (text!("Lists that you drop stay on this device, and nowhere else.")) }
                div #lists {}
                button type="button" data-do="forget" { (text!("Forget everything on this device")) }
            }
        }
    }
}
