//! How CSV is written: plainly, as programs read it; or as Excel opens it by a double click in the country of the language.

use std::borrow::Cow;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use csv::{Reader, ReaderBuilder, Writer, WriterBuilder};

use crate::words::is_english;

/// What Excel knows a text of all languages by.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Columns of numbers that may have decimals, of files that the program reads back.
const DECIMALS: [&str; 6] = ["mean", "std_dev", "low", "high", "probability", "at_least"];

static FOR_EXCEL: AtomicBool = AtomicBool::new(false);

/// A way to write CSV.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Commas between cells, points in numbers.
    Plain,
    /// The same for Excel in English.
    Excel,
    /// For Excel in French: semicolons between cells, commas in numbers.
    FrenchExcel,
}

/// Writes for Excel from now on.
pub fn write_for_excel() {
    FOR_EXCEL.store(true, Ordering::Relaxed);
}

impl Dialect {
    /// That in which is written.
    pub fn written() -> Dialect {
        match (FOR_EXCEL.load(Ordering::Relaxed), is_english()) {
            (false, _) => Dialect::Plain,
            (true, true) => Dialect::Excel,
            (true, false) => Dialect::FrenchExcel,
        }
    }

    /// That of a text, by its first line.
    pub fn of(text: &[u8]) -> Dialect {
        let head = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
        match head.strip_prefix(MARK) {
            None => Dialect::Plain,
            Some(head) if head.contains(&b';') => Dialect::FrenchExcel,
            Some(_) => Dialect::Excel,
        }
    }

    /// What `--csv` calls it.
    pub fn name(self) -> &'static str {
        if self == Dialect::Plain { "plain" } else { "excel" }
    }

    fn separator(self) -> u8 {
        if self == Dialect::FrenchExcel { b';' } else { b',' }
    }

    /// Begins to write.
    pub fn writer<W: io::Write>(self, mut out: W) -> io::Result<Writer<W>> {
        if self != Dialect::Plain {
            out.write_all(MARK)?;
        }
        Ok(WriterBuilder::new().delimiter(self.separator()).from_writer(out))
    }

    /// Begins to read.
    pub fn reader<R: io::Read>(self, from: R) -> Reader<R> {
        ReaderBuilder::new().delimiter(self.separator()).from_reader(from)
    }

    /// A plain decimal as it is written.
    pub fn decimal(self, number: String) -> String {
        if self == Dialect::FrenchExcel { number.replace('.', ",") } else { number }
    }
}

/// A text of this program as it would be in plain CSV.
///
/// # Errors
/// What is no CSV.
pub fn in_plain(text: &str) -> io::Result<Cow<'_, str>> {
    let dialect = Dialect::of(text.as_bytes());
    if dialect == Dialect::Plain {
        return Ok(Cow::Borrowed(text));
    }
    let mut rows = dialect.reader(text.trim_start_matches('\u{feff}').as_bytes());
    let head = rows.headers()?.clone();
    let mut plain = Dialect::Plain.writer(Vec::new())?;
    plain.write_record(&head)?;
    for row in rows.records() {
        let row = row?;
        let cells = head.iter().zip(row.iter());
        let cell = |(name, cell): (&str, &str)| match DECIMALS.contains(&name) {
            true => cell.replace(',', "."),
            false => cell.to_owned(),
        };
        plain.write_record(cells.map(cell))?;
    }
    let plain = plain.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
    String::from_utf8(plain).map(Cow::Owned).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = "scenario,mean,tags\n\"a, b\",0.25,x; y\nc,1,\n";

    fn written(dialect: Dialect) -> String {
        let mut writer = dialect.writer(Vec::new()).unwrap();
        for [name, mean, tags] in [["scenario", "mean", "tags"], ["a, b", "0.25", "x; y"], ["c", "1", ""]] {
            writer.write_record([name, &dialect.decimal(mean.to_owned()), tags]).unwrap();
        }
        String::from_utf8(writer.into_inner().unwrap()).unwrap()
    }

    #[test]
    fn excel_finds_its_separators_and_its_mark() {
        assert_eq!(written(Dialect::Plain), PLAIN);
        assert_eq!(written(Dialect::Excel), format!("\u{feff}{PLAIN}"));
        assert_eq!(written(Dialect::FrenchExcel), "\u{feff}scenario;mean;tags\na, b;0,25;\"x; y\"\nc;1;\n");
    }

    #[test]
    fn every_dialect_reads_back_as_plain() {
        for dialect in [Dialect::Plain, Dialect::Excel, Dialect::FrenchExcel] {
            let text = written(dialect);
            assert_eq!(Dialect::of(text.as_bytes()), dialect);
            assert_eq!(in_plain(&text).unwrap(), PLAIN, "{dialect:?}");
        }
    }
}
