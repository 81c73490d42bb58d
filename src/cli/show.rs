//! Results on standard output, one after the other: tables, CSV or JSON.

use super::ending::Failure;
use super::options::Format;
use super::out::{Out, out, print, unwritable};
use crate::report::csv::SummaryWriter;
use crate::report::json::to_json;
use crate::report::legend::Legend;
use crate::report::overview::Overview;
use crate::report::result::RunResult;
use crate::report::table::table;
use crate::report::text::wrap;

/// Shows results as they arrive.
pub enum Show {
    /// Tables, and after the last an overview of all of them and a legend; before the first, what is changed.
    Tables(Overview, Legend, String),
    /// Only the overview, and the first table in case there is no other result; before it, what is changed.
    Overview(Overview, Box<Option<RunResult>>, String),
    /// The rows of summary.csv.
    Csv(Box<SummaryWriter<Out>>),
    /// A list in brackets; whether it has an item yet.
    Json(bool),
}

impl Show {
    /// Starts, with the header if there is one; `details`: with a table for each result. `changed` says what differs
    /// from the files.
    ///
    /// # Errors
    /// A failure if standard output cannot be written to; the same for the functions below.
    pub fn new(format: Format, details: bool, changed: String) -> Result<Show, Failure> {
        match format {
            Format::Table if details => Ok(Show::Tables(Overview::default(), Legend::default(), changed)),
            Format::Table => Ok(Show::Overview(Overview::default(), Box::default(), changed)),
            Format::Csv => SummaryWriter::new(out()).map(|rows| Show::Csv(Box::new(rows))).map_err(unwritable),
            Format::Json => print("[").map(|()| Show::Json(false)),
        }
    }

    /// Shows one result.
    ///
    /// # Errors
    /// See [`Show::new`].
    pub fn result(&mut self, result: &RunResult) -> Result<(), Failure> {
        match self {
            Show::Tables(overview, legend, changed) => {
                let gap = if overview.results() > 0 { "\n\n" } else { changed.as_str() };
                overview.add(result);
                legend.add(result);
                print(&format!("{gap}{}", table(result)))
            }
            Show::Overview(overview, first, _) => {
                if overview.results() == 0 {
                    **first = Some(result.clone());
                }
                overview.add(result);
                Ok(())
            }
            Show::Csv(rows) => rows.append(result).map_err(unwritable),
            Show::Json(shown) => {
                let text = to_json(result).map_err(|error| unwritable(error.into()))?;
                let gap = if std::mem::replace(shown, true) { ",\n" } else { "\n" };
                print(&format!("{gap}{}", text.trim_end()))
            }
        }
    }

    /// Ends what was started.
    ///
    /// # Errors
    /// See [`Show::new`].
    pub fn close(self) -> Result<(), Failure> {
        match self {
            Show::Tables(overview, legend, _) => {
                let overview = overview.text().map_or(String::new(), |text| format!("\n\n{text}"));
                let legend = legend.text();
                if legend.is_empty() { Ok(()) } else { print(&format!("{overview}\n{legend}")) }
            }
            Show::Overview(overview, first, changed) => match (overview.text(), *first) {
                (Some(text), _) => {
                    let more = text!("Everything about each of them: --details, or one file alone.");
                    print(&(changed + &text + "\n" + &wrap(&more, "", "")))
                }
                (None, Some(only)) => {
                    let mut legend = Legend::default();
                    legend.add(&only);
                    print(&format!("{changed}{}\n{}", table(&only), legend.text()))
                }
                (None, None) => Ok(()),
            },
            Show::Csv(_) => Ok(()),
            Show::Json(shown) => print(if shown { "\n]\n" } else { "]\n" }),
        }
    }
}
