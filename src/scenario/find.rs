//! The scenario files in the folders a user names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use super::problem::Problem;
use super::problem_kind::ProblemKind;
use super::source::STANDARD_INPUT;

/// The files named, and the `.toml` files in the folders named and in all folders below them: sorted, each once, the same
/// for any order of `paths`. Entries that begin with a dot are skipped. Symbolic links are followed, but never in a circle.
///
/// A path that does not exist or cannot be read, and a folder without any `.toml` file, is a problem; the rest is still
/// found.
pub fn find(paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<Problem>) {
    // By the true path of each file: the first name in the order of names.
    let mut found: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    let mut problems = Vec::new();
    for path in paths.iter().collect::<BTreeSet<_>>() {
        if path.as_os_str() == STANDARD_INPUT {
            found.insert(path.clone(), path.clone());
            continue;
        }
        let files = match path.canonicalize() {
            Ok(true_path) if true_path.is_dir() => search(Place { path: path.clone(), true_path }, &mut problems),
            Ok(true_path) => vec![Place { path: path.clone(), true_path }],
            Err(error) => {
                problems.push(unreadable(path, &error));
                continue;
            }
        };
        for Place { path, true_path } in files {
            if path.to_str().is_none() {
                problems.push(Problem::of(ProblemKind::NoTextName(format!("{path:?}"))));
                continue;
            }
            let name = found.entry(true_path).or_insert_with(|| path.clone());
            *name = path.min(name.clone());
        }
    }
    let mut files: Vec<PathBuf> = found.into_values().collect();
    files.sort();
    (files, problems)
}

/// A file or folder: the path by which it was found, and the path without links.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    path: PathBuf,
    true_path: PathBuf,
}

impl Place {
    /// An entry of this folder, and whether it is a folder itself. Only links are looked up: each look-up walks the whole
    /// path, which may be long.
    fn entry(&self, entry: &DirEntry) -> io::Result<(Place, bool)> {
        let kind = entry.file_type()?;
        let (path, true_path) = (self.path.join(entry.file_name()), self.true_path.join(entry.file_name()));
        if !kind.is_symlink() {
            return Ok((Place { path, true_path }, kind.is_dir()));
        }
        let true_path = true_path.canonicalize()?;
        let is_folder = true_path.is_dir();
        Ok((Place { path, true_path }, is_folder))
    }
}

/// The `.toml` files of a folder and of all folders below it.
fn search(root: Place, problems: &mut Vec<Problem>) -> Vec<Place> {
    let mut files = Vec::new();
    let mut seen = BTreeSet::new();
    let problems_before = problems.len();
    let name = root.path.display().to_string();
    let mut waiting = BTreeSet::from([root]);
    while let Some(folder) = waiting.pop_first() {
        if !seen.insert(folder.true_path.clone()) {
            continue;
        }
        let entries = fs::read_dir(&folder.path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let entries = entries.unwrap_or_else(|error| {
            problems.push(unreadable(&folder.path, &error));
            Vec::new()
        });
        for entry in entries.into_iter().filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b".")) {
            let is_scenario =
                Path::new(&entry.file_name()).extension().is_some_and(|of| of.eq_ignore_ascii_case("toml"));
            match folder.entry(&entry) {
                Ok((place, true)) => drop(waiting.insert(place)),
                Ok((place, false)) if is_scenario => files.push(place),
                Err(error) if is_scenario => problems.push(unreadable(&folder.path.join(entry.file_name()), &error)),
                _ => {}
            }
        }
    }
    if files.is_empty() && problems.len() == problems_before {
        problems.push(Problem::of(ProblemKind::NoTomlFile(name)));
    }
    files
}

/// The problem of a file or folder that the operating system refuses to read.
pub(super) fn unreadable(path: &Path, error: &io::Error) -> Problem {
    let why = match error.kind() {
        io::ErrorKind::NotFound => text!("there is no such file or folder"),
        io::ErrorKind::IsADirectory | io::ErrorKind::InvalidInput => error.to_string(),
        io::ErrorKind::PermissionDenied => text!("this may not be read (permission denied)"),
        _ => text!("this cannot be read ({error})", error),
    };
    Problem::of(ProblemKind::Unreadable { file: path.display().to_string(), why })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with these files, each empty.
    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        folder
    }

    fn names(root: &Path, files: &[PathBuf]) -> Vec<String> {
        let name = |file: &PathBuf| file.strip_prefix(root).unwrap().display().to_string();
        files.iter().map(name).collect()
    }

    #[test]
    fn folders_are_searched_and_the_result_is_sorted_whatever_the_order() {
        let folder =
            folder(&["b/2.toml", "b/1.toml", "a.toml", "c/d/e.TOML", "notes.txt", ".git/x.toml", "b/.#1.toml"]);
        let root = folder.path();
        let expected = ["a.toml", "b/1.toml", "b/2.toml", "c/d/e.TOML"];
        let mut paths = vec![root.join("b"), root.to_owned(), root.join("c/../b/1.toml"), root.join("a.toml")];
        for _ in 0..paths.len() {
            paths.rotate_left(1);
            let (files, problems) = find(&paths);
            assert_eq!(names(root, &files), expected);
            assert!(problems.is_empty(), "{problems:?}");
        }
        let (files, _) = find(&[root.join("notes.txt"), root.join(".git")]);
        assert_eq!(names(root, &files), [".git/x.toml", "notes.txt"]);
    }

    /// Looking each one up walks its whole path: this takes a blink, or most of a minute.
    #[test]
    fn folders_may_be_nested_deep() {
        let folder = tempfile::tempdir().unwrap();
        let mut deep = folder.path().to_owned();
        for _ in 0..1500 {
            deep.push("a");
        }
        fs::create_dir_all(&deep).unwrap();
        fs::write(deep.join("b.toml"), "").unwrap();
        let (files, problems) = find(&[folder.path().to_owned()]);
        assert!(files == [deep.join("b.toml")] && problems.is_empty(), "{problems:?}");
    }

    /// Two such names would look the same when shown.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_name_that_is_no_text_is_refused() {
        use std::os::unix::ffi::OsStrExt;
        let folder = folder(&["a.toml"]);
        for byte in [0xfe, 0xff] {
            let name = [b"b", &[byte][..], b".toml"].concat();
            fs::write(folder.path().join(std::ffi::OsStr::from_bytes(&name)), "").unwrap();
        }
        let (files, problems) = find(&[folder.path().to_owned()]);
        assert_eq!(names(folder.path(), &files), ["a.toml"]);
        let said: Vec<_> = problems.iter().map(Problem::to_string).collect();
        assert!(said[0].contains("b\\xFE.toml") && said[1].contains("b\\xFF.toml"), "{said:?}");
    }

    #[test]
    fn what_is_not_there_is_a_problem_and_hinders_nothing() {
        let folder = folder(&["a.toml", "empty/notes.txt"]);
        let root = folder.path();
        let (files, problems) = find(&[root.join("nowhere.toml"), root.join("a.toml"), root.join("empty")]);
        assert_eq!(names(root, &files), ["a.toml"]);
        let shown: Vec<_> = problems.iter().map(Problem::to_string).collect();
        assert!(shown[0].contains("no .toml file in this folder"), "{shown:?}");
        assert!(shown[1].contains("nowhere.toml: there is no such file"), "{shown:?}");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_but_never_in_a_circle() {
        use std::os::unix::fs::symlink;
        let folder = folder(&["real/a.toml"]);
        let root = folder.path();
        symlink(root, root.join("real/up")).unwrap();
        symlink(root.join("real"), root.join("alias")).unwrap();
        symlink(root.join("nowhere"), root.join("broken.toml")).unwrap();
        let (files, problems) = find(&[root.to_owned()]);
        assert_eq!(names(root, &files), ["alias/a.toml"]);
        assert!(problems.len() == 1 && problems[0].message().contains("broken.toml"), "{problems:?}");
        let (files, _) = find(&[root.join("real"), root.join("alias")]);
        assert_eq!(names(root, &files), ["alias/a.toml"]);
    }
}
