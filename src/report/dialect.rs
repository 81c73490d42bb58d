//! How CSV is written: plain, for programs; or as Excel opens it on a double click in the language's country.
//!
//! All rows pass through [`Rows`]: no cell contains a character that a terminal would act on, and none that Excel opens
//! begins a formula.

use std::borrow::Cow;
use std::io;

use csv::{Position, Reader, ReaderBuilder, StringRecord, Writer, WriterBuilder};

use battle_odds_words::is_english;
use battle_odds_words::visible::visible;

/// The byte order mark by which Excel recognises Unicode text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Columns of numbers that may have decimals, in files that the program reads back.
const DECIMALS: [&str; 6] = ["mean", "std_dev", "low", "high", "probability", "at_least"];

/// A way to write CSV.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Commas between cells, points in numbers.
    #[default]
    Plain,
    /// The same for Excel in English.
    Excel,
    /// For Excel in French: semicolons between cells, commas in numbers.
    FrenchExcel,
}

impl Dialect {
    /// That of Excel in the language that is spoken.
    pub fn of_excel() -> Dialect {
        if is_english() { Dialect::Excel } else { Dialect::FrenchExcel }
    }

    /// The dialect of a text, from its first line.
    pub fn of(text: &[u8]) -> Dialect {
        let head = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
        match head.strip_prefix(MARK) {
            None => Dialect::Plain,
            Some(head) if head.contains(&b';') => Dialect::FrenchExcel,
            Some(_) => Dialect::Excel,
        }
    }

    /// Its name for `--csv`.
    pub fn name(self) -> &'static str {
        if self == Dialect::Plain { "plain" } else { "excel" }
    }

    fn separator(self) -> u8 {
        if self == Dialect::FrenchExcel { b';' } else { b',' }
    }

    /// Begins to write.
    pub fn writer<W: io::Write>(self, mut out: W) -> io::Result<Rows<W>> {
        if self != Dialect::Plain {
            out.write_all(MARK)?;
        }
        Ok(Rows { dialect: self, rows: WriterBuilder::new().delimiter(self.separator()).from_writer(out) })
    }

    /// Begins to read what was written in this dialect.
    pub fn reader<R: io::Read>(self, from: R) -> WrittenCells<R> {
        WrittenCells { dialect: self, rows: ReaderBuilder::new().delimiter(self.separator()).from_reader(from) }
    }

    /// A cell as written to the file: Excel takes a cell that begins with `=`, `+`, `-` or `@` for a formula, unless a `'`
    /// precedes it.
    fn cell(self, cell: &str) -> Cow<'_, str> {
        let cell = visible(cell);
        if self != Dialect::Plain && is_formula(cell.trim_start_matches(QUOTE)) {
            return Cow::Owned(format!("{QUOTE}{cell}"));
        }
        cell
    }

    /// The original cell.
    fn read_back(self, cell: &str) -> &str {
        match cell.strip_prefix(QUOTE) {
            Some(rest) if self != Dialect::Plain && is_formula(rest.trim_start_matches(QUOTE)) => rest,
            _ => cell,
        }
    }

    /// The shortest decimal that reads back as the same number; blank where it is none.
    pub(super) fn number(self, number: f64) -> String {
        if number.is_finite() { self.decimal(number.to_string()) } else { String::new() }
    }

    /// A plain decimal as written in this dialect.
    fn decimal(self, number: String) -> String {
        if self == Dialect::FrenchExcel { number.replace('.', ",") } else { number }
    }
}

/// A text written by this program, as plain CSV.
///
/// # Errors
/// If it is not CSV.
pub fn in_plain(text: &str) -> io::Result<Cow<'_, str>> {
    let dialect = Dialect::of(text.as_bytes());
    if dialect == Dialect::Plain {
        return Ok(Cow::Borrowed(text));
    }
    let mut rows = dialect.reader(text.trim_start_matches('\u{feff}').as_bytes());
    let head = rows.head()?;
    let mut plain = Dialect::Plain.writer(Vec::new())?;
    plain.write_record(&head)?;
    let mut row = StringRecord::new();
    while rows.read_record(&mut row)? {
        let cells = head.iter().zip(row.iter());
        let cell = |(name, cell): (&str, &str)| match DECIMALS.contains(&name) {
            true => cell.replace(',', "."),
            false => cell.to_owned(),
        };
        plain.write_record(cells.map(cell))?;
    }
    plain.into_text().map(Cow::Owned)
}

/// Put before a cell that Excel would take for a formula.
const QUOTE: char = '\'';

/// Whether Excel would evaluate a cell, including one that begins with spaces or with the wide signs of Japanese. A
/// negative number is not a formula.
fn is_formula(cell: &str) -> bool {
    let cell = cell.trim_start();
    let is_number = |rest: &str| {
        let (whole, part) = rest.split_once(['.', ',']).unwrap_or((rest, "0"));
        [whole, part].iter().all(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()))
    };
    cell.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) && !cell.strip_prefix('-').is_some_and(is_number)
}

/// Rows being written.
pub struct Rows<W: io::Write> {
    dialect: Dialect,
    rows: Writer<W>,
}

impl<W: io::Write> Rows<W> {
    /// Writes a row.
    pub fn write_record(&mut self, cells: impl IntoIterator<Item = impl AsRef<str>>) -> io::Result<()> {
        for cell in cells {
            self.rows.write_field(&*self.dialect.cell(cell.as_ref()))?;
        }
        Ok(self.rows.write_record(None::<&[u8]>)?)
    }

    /// Passes on all rows so far.
    pub fn flush(&mut self) -> io::Result<()> {
        self.rows.flush()
    }

    /// How they are written.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The writer that receives them.
    pub fn get_ref(&self) -> &W {
        self.rows.get_ref()
    }
}

impl Rows<Vec<u8>> {
    /// All rows as text.
    pub fn into_text(self) -> io::Result<String> {
        let text = self.rows.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
        String::from_utf8(text).map_err(io::Error::other)
    }
}

/// Rows of a file of the program, cell by cell as they were before [`Rows`] wrote them, except for characters that a
/// terminal would act on.
pub struct WrittenCells<R> {
    dialect: Dialect,
    rows: Reader<R>,
}

impl<R: io::Read> WrittenCells<R> {
    /// The names of the columns.
    pub fn head(&mut self) -> io::Result<StringRecord> {
        Ok(self.rows.headers()?.iter().map(|name| self.dialect.read_back(name)).collect())
    }

    /// Reads a row; whether there was one.
    pub fn read_record(&mut self, row: &mut StringRecord) -> io::Result<bool> {
        let is_there = self.rows.read_record(row)?;
        if self.dialect != Dialect::Plain {
            let place = row.position().cloned();
            *row = row.iter().map(|cell| self.dialect.read_back(cell)).collect();
            row.set_position(place);
        }
        Ok(is_there)
    }
}

impl<R: io::Read + io::Seek> WrittenCells<R> {
    /// Goes to a row that has been read before.
    pub fn seek(&mut self, place: &Position) -> io::Result<()> {
        Ok(self.rows.seek(place.clone())?)
    }
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
        writer.into_text().unwrap()
    }

    #[test]
    fn excel_finds_its_separators_and_its_mark() {
        assert_eq!(written(Dialect::Plain), PLAIN);
        assert_eq!(written(Dialect::Excel), format!("\u{feff}{PLAIN}"));
        assert_eq!(written(Dialect::FrenchExcel), "\u{feff}scenario;mean;tags\na, b;0,25;\"x; y\"\nc;1;\n");
    }

    /// Cells that Excel would evaluate, and others that look like them.
    const CELLS: [(&str, &str); 14] = [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-x", "'-x"),
        ("-1+1", "'-1+1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        (" =1", "' =1"),
        ("＝1", "'＝1"),
        ("'=1", "''=1"),
        ("'x", "'x"),
        ("-0.25", "-0.25"),
        ("-3", "-3"),
        ("a=b", "a=b"),
        ("\t=1", "\\u{9}=1"),
        ("\r\u{1b}", "\\u{d}\\u{1b}"),
    ];

    #[test]
    fn no_cell_is_a_formula_and_none_holds_what_a_terminal_obeys() {
        for (cell, shown) in CELLS {
            for dialect in [Dialect::Excel, Dialect::FrenchExcel] {
                assert_eq!(dialect.cell(cell), shown, "{cell}");
                assert_eq!(dialect.read_back(&dialect.cell(cell)), visible(cell), "{cell}");
            }
            assert_eq!(Dialect::Plain.cell(cell), visible(cell));
        }
        assert_eq!(Dialect::FrenchExcel.cell("-0,25"), "-0,25");
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
