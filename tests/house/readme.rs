//! README is correct: its scenarios play, its links lead somewhere, its examples are what is printed; and it is short.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use battle_odds::scenario::Loaded;
use battle_odds::systems::{compile, load};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The page of the folder in each language.
const README: [(&str, &str); 2] = [("en", "README.md"), ("fr", "README.fr.md")];

fn readmes() -> [(&'static str, String); 2] {
    README.map(|(language, page)| (language, fs::read_to_string(root().join(page)).expect("a page")))
}

/// The blocks of code of one language, each with the line of text before it.
pub(crate) fn blocks<'a>(page: &'a str, language: &str) -> Vec<(&'a str, &'a str)> {
    let mut found = Vec::new();
    let mut rest = page;
    while let Some((before, block)) = rest.split_once(&format!("```{language}\n")) {
        let (block, after) = block.split_once("\n```").expect("the end of a block");
        found.push((before.trim_end().lines().last().unwrap_or_default(), block));
        rest = after;
    }
    found
}

/// The folders that have a page, including those next to scenarios and results.
pub(crate) fn folders() -> Vec<PathBuf> {
    let folders = ["", "scenarios", "results"].map(|folder| root().join(folder)).into_iter();
    let inner = fs::read_dir(root().join("scenarios")).expect("scenarios").map(|entry| entry.expect("an entry").path());
    folders.chain(inner).filter(|folder| folder.join("README.md").exists()).collect()
}

/// The pages of all folders, in both languages.
fn pages() -> Vec<PathBuf> {
    folders().iter().flat_map(|folder| README.map(|(_, page)| folder.join(page))).collect()
}

#[test]
fn it_is_short_and_lists_its_contents() {
    for (_, readme) in readmes() {
        assert!(readme.lines().count() <= 300, "{} lines", readme.lines().count());
        for heading in readme.lines().filter_map(|line| line.strip_prefix("## ")) {
            let entry = format!(". [{heading}](#{})", anchor(heading));
            assert!(readme.contains(&entry), "{heading} is not in the contents");
        }
    }
}

/// The target of a link to a heading.
pub(crate) fn anchor(heading: &str) -> String {
    let is_kept = |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
    heading.to_lowercase().chars().filter(is_kept).collect::<String>().replace(' ', "-")
}

#[test]
fn links_lead_somewhere() {
    assert!(pages().len() > 12);
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            if link.starts_with("http") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().expect("a folder").join(file) };
            assert!(target.exists(), "{}: {link} leads nowhere", page.display());
            if !heading.is_empty() {
                let text = fs::read_to_string(&target).expect("a page");
                let headings = text.lines().filter(|line| line.starts_with('#'));
                let mut anchors = headings.map(|line| anchor(line.trim_start_matches('#').trim()));
                assert!(anchors.any(|anchor| anchor == heading), "{}: {link} leads nowhere", page.display());
            }
        }
    }
}

#[test]
fn its_scenarios_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let complete = |block: &&(&str, &str)| block.1.contains("system = ") && block.1.contains("[[steps]]");
    for (_, readme) in readmes() {
        let scenarios = blocks(&readme, "toml");
        assert!(scenarios.iter().filter(complete).count() == 4);
        for (_, text) in scenarios.iter().filter(complete) {
            let path = folder.path().join("readme.toml");
            fs::write(&path, with_armies(text)).expect("a file");
            let Loaded::Scenarios(loaded, refused) = load(&path, &[]).unwrap_or_else(|problem| panic!("{problem}"))
            else {
                panic!("an army")
            };
            assert!(refused.is_empty());
            compile(&loaded[0]).unwrap_or_else(|problem| panic!("{problem}"));
        }
    }
}

/// A scenario with the paths of its armies as seen from anywhere.
fn with_armies(text: &str) -> String {
    let armies = root().join("scenarios").display().to_string().replace('\\', "/");
    text.replace("\"scenarios/", &format!("\"{armies}/"))
}

/// All that pages show of commands that are quick.
#[test]
fn what_it_shows_is_what_is_printed() {
    let out = tempfile::tempdir().expect("a folder");
    for folder in ["", "scenarios/wh40k-2nd", "scenarios/netepic", "scenarios/best"] {
        for (language, page) in README {
            let page = fs::read_to_string(root().join(folder).join(page)).expect("a page");
            let shown = blocks(&page, "text");
            assert!(!shown.is_empty());
            for (line, text) in shown {
                let command = line.trim_matches('`');
                let command =
                    ["battle-odds ", "cargo run --release -- "].iter().find_map(|of| command.strip_prefix(of));
                assert_eq!(printed(language, command.expect("a command"), out.path()), text, "{line}");
            }
        }
    }
}

/// The output of a command whose arguments contain no spaces.
fn printed(language: &str, command: &str, out: &Path) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_battle-odds"));
    program.env("BATTLE_ODDS_LANG", language).env_remove("COLUMNS");
    program.current_dir(root()).args(command.split(' ')).args(["--quiet", "--out"]).arg(out);
    let output = program.output().expect("the program");
    String::from_utf8(output.stdout).expect("text").trim_end().to_owned()
}

#[test]
fn its_figures_of_each_game_are_right() {
    let folder = tempfile::tempdir().expect("a folder");
    for (language, readme) in readmes() {
        let (start, goal) = if language == "en" {
            ("With `--exact`: ", "goal: ")
        } else {
            ("Avec `--exact`\u{202f}: ", "but\u{202f}: ")
        };
        let scenarios = readme.split("```toml\n").skip(1).filter_map(|rest| rest.split_once("\n```"));
        let mut seen = 0;
        for (text, after) in scenarios {
            let Some(said) = after.trim_start().strip_prefix(start) else { continue };
            let path = folder.path().join("game.toml");
            fs::write(&path, with_armies(text)).expect("a file");
            let table = printed(language, &format!("run {} --exact", path.display()), folder.path());
            let line = table.lines().find(|line| line.starts_with(goal)).expect("a goal");
            // The figure, and the sign after it.
            let figure = line.rsplit("  ").next().expect("a figure").trim();
            assert!(figure.contains(['.', ',']) && said.contains(figure), "{figure}: {said}");
            seen += 1;
        }
        assert_eq!(seen, 3);
    }
}
