//! Results as one self-contained page: no network, readable without scripts, on paper and on a phone.
//!
//! | file | what is in it |
//! |---|---|
//! | [`run`] | the page of a run |
//! | `answer` | the pages of the commands that choose |
//! | [`words`] | every sentence of the pages |
//! | `matrix` | the page of a matrix |
//! | `bars` | a distribution as bars, with the chance of that value or more |
//! | `dots` | chances as dots with their intervals |
//! | [`situation`] | the situation in words and drawn, the forces, what was decided |
//! | `scene` | which formation acts on which, drawn |
//! | `placed` | templates and units as placed, drawn to scale |
//! | `forces` | the forces as understood |
//! | [`trial`] | one trial, roll by roll |
//! | `style.css`, `script.js` | the style, and the sorting of rows |

use maud::{DOCTYPE, Markup, PreEscaped, html};

mod answer;
mod bars;
mod dots;
mod forces;
mod matrix;
mod placed;
pub mod run;
mod scene;
pub mod situation;
pub mod trial;
pub mod words;

use battle_odds_words::is_english;
use battle_odds_words::visible::visible_lines;

/// The page makes no network requests: it contains everything it needs.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// A whole page with this title.
fn page(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang=(if is_english() { "en" } else { "fr" }) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title) }
                link rel="icon" href="data:,";
                style { (PreEscaped(include_str!("style.css"))) }
            }
            body {
                main { (body) }
                script { (PreEscaped(include_str!("script.js"))) }
            }
        }
    };
    visible_lines(&page.into_string()).into_owned() + "\n"
}
