//! Results on standard output, one after the other: tables, CSV or JSON.

use super::ending::Failure;
use super::options::Format;
use super::out::{Out, out, print, unwritable};
use super::style::Style;
use crate::report::csv::SummaryWriter;
use crate::report::json::to_json;
use crate::report::legend::Legend;
use crate::report::overview::Overview;
use crate::report::result::RunResult;
use crate::report::table::table;
use crate::report::text::Width;

/// Shows results as they arrive.
pub struct Show {
    shown: Shown,
    width: Width,
}

enum Shown {
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
    pub fn new(format: Format, details: bool, changed: String, style: Style) -> Result<Show, Failure> {
        let shown = match format {
            Format::Table if details => Shown::Tables(Overview::default(), Legend::default(), changed),
            Format::Table => Shown::Overview(Overview::default(), Box::default(), changed),
            Format::Csv => Shown::Csv(Box::new(SummaryWriter::new(out(), style.dialect).map_err(unwritable)?)),
            Format::Json => {
                print("[")?;
                Shown::Json(false)
            }
        };
        Ok(Show { shown, width: style.width })
    }

    /// Shows one result.
    ///
    /// # Errors
    /// See [`Show::new`].
    pub fn result(&mut self, result: &RunResult) -> Result<(), Failure> {
        match &mut self.shown {
            Shown::Tables(overview, legend, changed) => {
                let gap = if overview.results() > 0 { "\n\n" } else { changed.as_str() };
                overview.add(result);
                legend.add(result);
                print(&format!("{gap}{}", table(result, self.width)))
            }
            Shown::Overview(overview, first, _) => {
                if overview.results() == 0 {
                    **first = Some(result.clone());
                }
                overview.add(result);
                Ok(())
            }
            Shown::Csv(rows) => rows.append(result).map_err(unwritable),
            Shown::Json(some) => {
                let text = to_json(result).map_err(|error| unwritable(error.into()))?;
                let gap = if std::mem::replace(some, true) { ",\n" } else { "\n" };
                print(&format!("{gap}{}", text.trim_end()))
            }
        }
    }

    /// Ends what was started.
    ///
    /// # Errors
    /// See [`Show::new`].
    pub fn close(self) -> Result<(), Failure> {
        let width = self.width;
        match self.shown {
            Shown::Tables(overview, legend, _) => {
                let overview = overview.text(width).map_or(String::new(), |text| format!("\n\n{text}"));
                let legend = legend.text(width);
                if legend.is_empty() { Ok(()) } else { print(&format!("{overview}\n{legend}")) }
            }
            Shown::Overview(overview, first, changed) => match (overview.text(width), *first) {
                (Some(text), _) => {
                    let more = text!("Everything about each of them: --details, or just one file.");
                    print(&(changed + &text + "\n" + &width.wrap(&more, "", "")))
                }
                (None, Some(only)) => {
                    let mut legend = Legend::default();
                    legend.add(&only);
                    print(&format!("{changed}{}\n{}", table(&only, width), legend.text(width)))
                }
                (None, None) => Ok(()),
            },
            Shown::Csv(_) => Ok(()),
            Shown::Json(some) => print(if some { "\n]\n" } else { "]\n" }),
        }
    }
}
