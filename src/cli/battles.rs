//! The files that keep the battles of a matrix, of all of them or of one share.

use std::io::Read;
use std::path::Path;

use super::ending::Failure;
use super::output::standing;
use crate::armies::regular;
use crate::engine::simulate::Share;
use crate::scenario::Problem;
use crate::studies::matrix::Battles;

/// The name of the file of all.
pub const FILE: &str = "battles.json";

/// The name of the file of a share; of all where there is none.
pub fn file_of(share: Option<Share>) -> String {
    share.map_or(FILE.to_owned(), |Share { number, of }| format!("battles-{number}-of-{of}.json"))
}

/// All battles kept in the files of a folder.
///
/// # Errors
/// A problem that names a file that was not written by this program.
pub fn read(folder: &Path) -> Result<Battles, Failure> {
    let mut all = Battles::default();
    let is_kept = |name: &str| name == FILE || name.starts_with("battles-") && name.ends_with(".json");
    for (name, path) in standing(folder).unwrap_or_default() {
        if !is_kept(&name.to_string_lossy()) {
            continue;
        }
        let mut text = String::new();
        let read = regular::open(&path).and_then(|mut file| file.read_to_string(&mut text));
        let of = read.map_err(|error| error.to_string());
        let of = of.and_then(|_| Battles::read(&text));
        let unusable = |error: String| {
            Problem::new(text!("{file}: this keeps no battles ({error})", file = path.display(), error))
                .help(text!("leave out --resume to start afresh"))
        };
        all.add(of.map_err(unusable)?);
    }
    Ok(all)
}
