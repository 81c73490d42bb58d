//! Results as one self-contained page: no network, readable without scripts, on paper and on a phone.
//!
//! | file | what is in it |
//! |---|---|
//! | [`run`] | the pages of a run: of one battle, or an overview and a page for each |
//! | `listed` | the overview |
//! | `battle` | a scenario with its variants |
//! | [`breaking`] | when formations broke: what colours bars |
//! | `charts`, `expected` | what is drawn of a battle; what was counted, in tables |
//! | [`side`] | whose goal it is |
//! | `answer` | the pages of the commands that choose |
//! | `best` | the page of best play: bars, and a rule as a ladder |
//! | [`words`] | every sentence of the pages |
//! | [`matrix`] | the page of a matrix |
//! | `bars` | a distribution as bars, with the chance of that value or more; several as curves |
//! | `dots` | chances as dots with their intervals |
//! | [`situation`] | the situation in words and drawn, the forces, what was decided |
//! | `scene` | who stands on the table, and which formation acts on which |
//! | `placed` | templates and units as placed, drawn to scale |
//! | [`forces`] | the forces as understood |
//! | [`beside`] | one answer for a page that another program draws |
//! | [`trial`] | one trial, roll by roll |
//! | `style.css`, `script.js` | the style; sorting and finding rows |

use maud::{DOCTYPE, Markup, PreEscaped, html};

mod answer;
mod bars;
mod battle;
pub mod beside;
mod best;
pub mod breaking;
mod charts;
mod dots;
mod expected;
pub mod forces;
mod listed;
pub mod matrix;
mod placed;
pub mod run;
mod scene;
pub mod side;
pub mod situation;
pub mod trial;
pub mod words;

use battle_odds_words::is_english;
use battle_odds_words::visible::visible_lines;

/// The page makes no network requests: it contains everything it needs.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// The element by which a page says that it is ours.
pub const OURS: &str = "<meta name=\"generator\" content=\"battle-odds\">";

/// The style of the pages.
pub const STYLE: &str = include_str!("style.css");

/// A whole page with this title.
fn page(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang=(if is_english() { "en" } else { "fr" }) {
            head {
                meta charset="utf-8";
                (PreEscaped(OURS))
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title) }
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) }
            }
            body {
                main { (body) }
                script { (PreEscaped(include_str!("script.js"))) }
            }
        }
    };
    visible_lines(&page.into_string()).into_owned() + "\n"
}
