//! The text of a catalogue or roster, plain or zipped, never more than a limit.

use std::io::{Cursor, Read};
use std::path::Path;

use zip::ZipArchive;

use super::refusal::Refusal;
use super::regular;
use battle_odds_words::shown;

/// The longest file that is read, and the longest text that is unpacked, in bytes. The longest catalogues of any game have
/// about ten million.
pub const LONGEST: u64 = 32 << 20;

/// How much of a file, in bytes, is enough to identify it.
const BEGINNING: u64 = 4096;

/// The most files in an archive: a catalogue has one.
const MOST_FILES: usize = 64;

/// The most files of an archive that a refusal names.
const MOST_NAMED: usize = 4;

/// The endings of catalogues and rosters, plain and zipped.
const CATALOGUES: [&str; 4] = ["cat", "gst", "catz", "gstz"];
const ROSTERS: [&str; 3] = ["ros", "rosz", "json"];

/// Whether a file is a catalogue, a game system or a roster, by its ending.
pub fn is_named_so(path: &Path) -> bool {
    is_catalogue(path) || ends(path, &ROSTERS)
}

/// Whether a file is a catalogue or a game system, by its ending.
pub fn is_catalogue(path: &Path) -> bool {
    ends(path, &CATALOGUES)
}

fn ends(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| endings.contains(&ending.to_ascii_lowercase().as_str()))
}

/// The text of a file, unpacked if it is an archive.
///
/// # Errors
/// It cannot be read, is too long, is a broken archive, or is not UTF-8.
pub fn text(path: &Path) -> Result<String, Refusal> {
    let name = path.display().to_string();
    read(path).and_then(unpack).map_err(|refusal| refusal.of(&name))
}

/// The beginning of a file that is not an archive, up to where it is text: enough to identify the file.
pub fn beginning(path: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    regular::open(path).ok()?.take(BEGINNING).read_to_end(&mut bytes).ok()?;
    let whole = str::from_utf8(&bytes).map_or_else(|error| error.valid_up_to(), str::len);
    bytes.truncate(whole);
    String::from_utf8(bytes).ok()
}

fn read(path: &Path) -> Result<Vec<u8>, Refusal> {
    let unreadable = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => Refusal::new(mark!("there is no such file")),
        std::io::ErrorKind::IsADirectory | std::io::ErrorKind::InvalidInput => Refusal::new(error.to_string()),
        _ => Refusal::new(text!("this cannot be read ({error})", error)),
    };
    let file = regular::open(path).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.len() > LONGEST {
        return Err(too_long(mark!("the file is")));
    }
    bounded(file, mark!("the file is")).map_err(|error| match error {
        Bounded::TooLong(refusal) => refusal,
        Bounded::Failed(error) => unreadable(error),
    })
}

fn too_long(what: &str) -> Refusal {
    Refusal::new(text!(
        "{what} longer than {most} MB, which no catalogue needs to be",
        what = shown(what),
        most = LONGEST >> 20
    ))
}

enum Bounded {
    TooLong(Refusal),
    Failed(std::io::Error),
}

/// All bytes, if there are no more than the limit.
fn bounded(reader: impl Read, what: &str) -> Result<Vec<u8>, Bounded> {
    let mut bytes = Vec::new();
    reader.take(LONGEST + 1).read_to_end(&mut bytes).map_err(Bounded::Failed)?;
    if bytes.len() as u64 > LONGEST { Err(Bounded::TooLong(too_long(what))) } else { Ok(bytes) }
}

/// The text in a file's bytes.
pub fn unpack(bytes: Vec<u8>) -> Result<String, Refusal> {
    let bytes =
        if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") { unzip(&bytes)? } else { bytes };
    let text = String::from_utf8(bytes).map_err(|_| {
        Refusal::new(mark!("this is neither UTF-8 text nor a zip archive"))
            .help(mark!("save it from the list builder once more, as .cat or .catz"))
    })?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(text) => text.to_owned(),
        None => text,
    })
}

/// The only catalogue, game system or roster of an archive.
fn unzip(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let broken = |error: zip::result::ZipError| Refusal::new(text!("this zip archive is broken ({error})", error));
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if archive.len() > MOST_FILES {
        return Err(Refusal::new(text!(
            "this zip archive holds {files} files, a catalogue is one",
            files = archive.len()
        )));
    }
    let names = (0..archive.len())
        .map(|index| archive.name_for_index(index).and_then(Result::ok).map(|name| name.into_owned()));
    let names: Vec<String> = names.map(Option::unwrap_or_default).collect();
    let is_catalogue = |name: &String| {
        let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        ["cat", "gst", "ros"].contains(&ending.as_str())
    };
    let only = (names.len() == 1 && !is_packed(&names[0])).then_some(0);
    let found: Vec<usize> = (0..names.len()).filter(|&index| is_catalogue(&names[index])).collect();
    let index = match (&found[..], only) {
        (&[index], _) | (&[], Some(index)) => index,
        (&[], None) => {
            let holds = some_of(names.iter());
            let refusal = Refusal::new(text!("this zip archive holds no .cat, .gst or .ros, but {holds}", holds));
            return Err(refusal.help(mark!("unpack it, and import the roster or the catalogue in it, if there is one")));
        }
        (several, _) => {
            let holds = some_of(several.iter().map(|&index| &names[index]));
            let refusal = Refusal::new(text!("this zip archive holds several lists: {holds}", holds));
            return Err(
                refusal.help(mark!("unpack it, and import one of them; the files they name are found next to them"))
            );
        }
    };
    let file = archive.by_index(index).map_err(broken)?;
    bounded(file, mark!("unpacked it is")).map_err(|error| match error {
        Bounded::TooLong(refusal) => refusal,
        Bounded::Failed(error) => Refusal::new(text!("this zip archive is broken ({error})", error)),
    })
}

/// Whether a file in an archive is an archive itself.
fn is_packed(name: &str) -> bool {
    let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    ["zip", "catz", "gstz", "rosz"].contains(&ending.as_str())
}

/// The first names of an archive.
fn some_of<'a>(names: impl Iterator<Item = &'a String>) -> String {
    let mut names: Vec<&str> = names.map(String::as_str).collect();
    let more = names.len() > MOST_NAMED;
    names.truncate(MOST_NAMED);
    let text = names.join(", ");
    if more { text + ", …" } else { text }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn zipped(name: &str, bytes: &[u8]) -> Vec<u8> {
        let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
        archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
        archive.finish().unwrap().into_inner()
    }

    #[test]
    fn plain_and_zipped_texts_are_the_same() {
        assert_eq!(unpack(b"\xef\xbb\xbf<a/>".to_vec()).unwrap(), "<a/>");
        assert_eq!(unpack(zipped("x.cat", b"<a/>")).unwrap(), "<a/>");
        assert_eq!(unpack(zipped("any name", b"<a/>")).unwrap(), "<a/>");
    }

    #[test]
    fn bombs_and_broken_archives_are_refused() {
        let bomb = zipped("x.cat", &vec![b' '; (LONGEST + 1) as usize]);
        assert!(bomb.len() < 1 << 20);
        assert!(unpack(bomb).unwrap_err().message.contains("unpacked it is longer than 32 MB"));
        let whole = zipped("x.cat", b"<catalogue/>");
        for end in 4..whole.len() {
            let message = unpack(whole[..end].to_vec()).unwrap_err().message;
            assert!(message.starts_with("this zip archive is broken ("), "{end}: {message}");
        }
        assert!(
            unpack(vec![0xff, 0xfe, 0]).unwrap_err().message.contains("this is neither UTF-8 text nor a zip archive")
        );
    }

    #[test]
    fn files_are_bounded() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long.cat");
        std::fs::File::create(&path).unwrap().set_len(100 << 20).unwrap();
        assert!(text(&path).unwrap_err().message.contains("the file is longer than 32 MB"));
        assert!(text(folder.path()).unwrap_err().message.contains("this is a folder, not a file"));
        assert!(text(&folder.path().join("x.cat")).unwrap_err().message.contains("no such file"));
    }
}
