//! A single file that a player names: written completely or not at all, and never over something that this program has not
//! written.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use super::ending::Failure;
use super::files;
use crate::scenario::Problem;

/// Writes a text that begins with a mark into a file, which may be there already if it begins with the mark too; `option` is
/// what names the file.
pub(super) fn write(path: &Path, mark: &str, text: &str, option: &str) -> Result<(), Failure> {
    is_ours(path, mark, option)?;
    let (name, folder) = (path.file_name().unwrap_or_default(), path.parent().unwrap_or(Path::new("")));
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if !folder.is_dir() {
        let problem = Problem::new(text!("there is no folder `{folder}` to write in", folder = folder.display()));
        return Err(problem.help(text!("make it first, or choose another {option}", option)).into());
    }
    files::write(folder, &[(&name.to_string_lossy(), text.to_owned())])
}

fn is_ours(path: &Path, mark: &str, option: &str) -> Result<(), Problem> {
    let file = path.display();
    match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Ok(text) if text.is_empty() || text.starts_with(mark.as_bytes()) => Ok(()),
        Err(error) => Err(Problem::new(text!("{file}: {error}", file, error))),
        Ok(_) => {
            let problem = Problem::new(text!("{file} exists, and this program has not written it", file));
            Err(problem.help(text!("choose another name for {option}, or move that file away", option)))
        }
    }
}
