//! The scenario files in the folders a user names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::problem::Problem;
use super::problem_kind::ProblemKind;
use super::source::STANDARD_INPUT;

/// The files named, and the `.toml` files in the folders named and in all folders below them: sorted, each once, the same
/// for any order of `paths`. Entries that begin with a dot are passed over. Symbolic links are followed, but never in a circle.
///
/// What does not exist or cannot be read, and a folder without any `.toml` file, is a problem; the rest is found all the same.
pub fn find(paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<Problem>) {
    // By the true path of each file, the first name in the order of names.
    let mut found: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    let mut problems = Vec::new();
    for path in paths.iter().collect::<BTreeSet<_>>() {
        let files = if path.is_dir() { search(path, &mut problems) } else { vec![path.clone()] };
        for file in files {
            if file.as_os_str() == STANDARD_INPUT {
                found.insert(file.clone(), file);
                continue;
            }
            match file.canonicalize() {
                Ok(true_path) => {
                    let name = found.entry(true_path).or_insert_with(|| file.clone());
                    *name = file.min(name.clone());
                }
                Err(error) => problems.push(unreadable(&file, &error)),
            }
        }
    }
    let mut files: Vec<PathBuf> = found.into_values().collect();
    files.sort();
    (files, problems)
}

/// The `.toml` files of a folder and of all folders below it.
fn search(root: &Path, problems: &mut Vec<Problem>) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut seen = BTreeSet::new();
    let mut waiting = BTreeSet::from([root.to_owned()]);
    let problems_before = problems.len();
    while let Some(folder) = waiting.pop_first() {
        if !folder.canonicalize().is_ok_and(|true_path| seen.insert(true_path)) {
            continue;
        }
        let entries = fs::read_dir(&folder)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>());
        match entries {
            Ok(entries) => {
                for entry in entries.into_iter().filter(|entry| !hidden(entry)) {
                    if entry.is_dir() {
                        waiting.insert(entry);
                    } else if entry.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml")) {
                        files.push(entry);
                    }
                }
            }
            Err(error) => problems.push(unreadable(&folder, &error)),
        }
    }
    if files.is_empty() && problems.len() == problems_before {
        problems.push(Problem::of(ProblemKind::NoTomlFile(root.display().to_string())));
    }
    files
}

fn hidden(entry: &Path) -> bool {
    entry.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}

/// The problem of a file or folder that the operating system does not let us read.
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
