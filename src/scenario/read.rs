//! Reads one file as text, with a helpful refusal if it is not text.

use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::find::unreadable;
use super::problem::Problem;
use super::problem_kind::ProblemKind;
use super::source::{STANDARD_INPUT, Source, Span};
use battle_odds_armies::regular;

/// The longest file that is read, in bytes.
const LONGEST: u64 = 4 << 20;

/// The content of standard input: it can be read only once, and is needed several times.
static TYPED: OnceLock<Result<Vec<u8>, String>> = OnceLock::new();

/// Reads standard input.
fn typed() -> Result<Arc<Source>, Problem> {
    let read = || {
        let mut bytes = Vec::new();
        let read = io::stdin().take(LONGEST + 1).read_to_end(&mut bytes);
        read.map(|_| bytes).map_err(|error| error.to_string())
    };
    let bytes =
        TYPED.get_or_init(read).as_ref().map_err(|error| Problem::new(text!("standard input: {error}", error)))?;
    if bytes.len() as u64 > LONGEST {
        return Err(Problem::of(ProblemKind::FileTooLong(text!("standard input"))));
    }
    decode(text!("standard input"), bytes)
}

/// Reads a file; `-` is standard input.
///
/// # Errors
/// A problem that names the file: it cannot be read, is a folder or a pipe, is longer than 4 MB, is empty or all comments,
/// or is not UTF-8 (with the place of the first wrong byte).
pub fn read(path: &Path) -> Result<Arc<Source>, Problem> {
    if path.as_os_str() == STANDARD_INPUT {
        return typed();
    }
    let name = path.display();
    let unreadable = |error: io::Error| unreadable(path, &error);
    let too_long = || Problem::of(ProblemKind::FileTooLong(name.to_string()));
    let file = regular::open(path).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.len() > LONGEST {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    // The length of a file that is still growing is not reliable.
    file.take(LONGEST + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > LONGEST {
        return Err(too_long());
    }
    decode(name.to_string(), &bytes)
}

/// The text of a file, without the byte order mark that some editors put before it.
fn decode(name: String, bytes: &[u8]) -> Result<Arc<Source>, Problem> {
    let foreign = |refusal: battle_odds_armies::Refusal| {
        let refusal = refusal.of(&name);
        Problem::of(ProblemKind::Import { message: refusal.message, help: refusal.help })
    };
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(foreign(battle_odds_armies::foreign::zipped()));
    }
    let text = match str::from_utf8(bytes) {
        Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text),
        Err(error) => {
            let start = error.valid_up_to();
            let shown = Source::new(name, String::from_utf8_lossy(bytes));
            return Err(ProblemKind::NotUtf8.at(&Span::new(&shown, start..start + '\u{fffd}'.len_utf8())));
        }
    };
    let blank = |line: &str| line.is_empty() || line.starts_with('#');
    if text.lines().all(|line| blank(line.trim())) {
        return Err(Problem::of(ProblemKind::FileEmpty(name)));
    }
    if let Some(refusal) =
        battle_odds_armies::foreign::foreign(text).or_else(|| battle_odds_armies::foreign::misnamed(text))
    {
        return Err(foreign(refusal));
    }
    Ok(Source::new(name, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(bytes: &[u8]) -> String {
        decode("a.toml".to_owned(), bytes).unwrap_err().to_string()
    }

    #[test]
    fn text_is_read_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        std::fs::write(&path, "\u{feff}a = 'ö'\r\n").unwrap();
        let source = read(&path).unwrap();
        assert_eq!((source.text.as_str(), source.name.as_str()), ("a = 'ö'\r\n", path.to_str().unwrap()));
    }

    #[test]
    fn what_is_no_file_of_a_sensible_length_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let shown = read(folder.path()).unwrap_err().to_string();
        assert!(shown.contains("this is a folder"), "{shown}");
        let path = folder.path().join("long.toml");
        let shown = read(&path).unwrap_err().to_string();
        assert!(shown.contains("long.toml: there is no such file"), "{shown}");
        std::fs::File::create(&path).unwrap().set_len(LONGEST + 1).unwrap();
        let shown = read(&path).unwrap_err().to_string();
        assert!(shown.contains("longer than 4 MB"), "{shown}");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_without_end_is_refused() {
        let shown = read(Path::new("/dev/zero")).unwrap_err().to_string();
        assert!(shown.contains("/dev/zero: this is a device, not a file"), "{shown}");
    }

    #[test]
    fn the_first_byte_that_is_not_utf_8_is_pointed_at() {
        let shown = message(b"a = 1\nb = '\xc3\xb6\xff'\n");
        assert!(shown.contains("not UTF-8") && shown.contains("a.toml:2:7"), "{shown}");
        assert!(message(b"\xff\xfea\0").contains("a.toml:1:1"));
    }

    #[test]
    fn a_file_of_nothing_or_comments_is_empty() {
        for text in ["", " \n\t\r\n", "# nothing\n  # yet", "\u{feff}"] {
            assert!(message(text.as_bytes()).contains("a.toml: the file is empty"), "{text:?}");
        }
    }
}
