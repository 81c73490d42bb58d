//! README is correct: its scenarios play, its links lead somewhere, its examples are what is printed; and it is short.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use battle_odds::scenario::Loaded;
use battle_odds::systems::{compile, load};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn readme() -> String {
    fs::read_to_string(root().join("README.md")).expect("README.md")
}

/// The blocks of code of one language, each with the line of text before it.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<(&'a str, &'a str)> {
    let mut found = Vec::new();
    let mut rest = page;
    while let Some((before, block)) = rest.split_once(&format!("```{language}\n")) {
        let (block, after) = block.split_once("\n```").expect("the end of a block");
        found.push((before.trim_end().lines().last().unwrap_or_default(), block));
        rest = after;
    }
    found
}

/// The pages, including those next to scenarios and results.
fn pages() -> Vec<PathBuf> {
    let folders = ["", "scenarios", "results"].map(|folder| root().join(folder)).into_iter();
    let inner = fs::read_dir(root().join("scenarios")).expect("scenarios").map(|entry| entry.expect("an entry").path());
    folders.chain(inner).map(|folder| folder.join("README.md")).filter(|page| page.exists()).collect()
}

#[test]
fn it_is_short_and_lists_its_contents() {
    let readme = readme();
    assert!(readme.lines().count() <= 300, "{} lines", readme.lines().count());
    for heading in readme.lines().filter_map(|line| line.strip_prefix("## ")) {
        assert!(readme.contains(&format!(". [{heading}](#{})", anchor(heading))), "{heading} is not in the contents");
    }
}

/// The target of a link to a heading.
fn anchor(heading: &str) -> String {
    let is_kept = |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
    heading.to_lowercase().chars().filter(is_kept).collect::<String>().replace(' ', "-")
}

#[test]
fn links_lead_somewhere() {
    assert!(pages().len() > 6);
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
    let readme = readme();
    let complete = |block: &&(&str, &str)| block.1.contains("system = ") && block.1.contains("[[steps]]");
    let scenarios = blocks(&readme, "toml");
    assert!(scenarios.iter().filter(complete).count() == 4);
    for (_, text) in scenarios.iter().filter(complete) {
        let path = folder.path().join("readme.toml");
        let armies = root().join("scenarios").display().to_string().replace('\\', "/");
        fs::write(&path, text.replace("\"scenarios/", &format!("\"{armies}/"))).expect("a file");
        let Loaded::Scenarios(loaded, refused) = load(&path, &[]).unwrap_or_else(|problem| panic!("{problem}")) else {
            panic!("an army")
        };
        assert!(refused.is_empty());
        compile(&loaded[0]).unwrap_or_else(|problem| panic!("{problem}"));
    }
}

#[test]
fn what_it_shows_is_what_is_printed() {
    let readme = readme();
    let shown = blocks(&readme, "text");
    assert!(!shown.is_empty());
    let folder = tempfile::tempdir().expect("a folder");
    for (command, text) in shown {
        let command = command.trim_matches('`').strip_prefix("battle-odds ").expect("a command");
        assert_eq!(printed(command, folder.path()), text, "{command}");
    }
}

/// The output of a command whose arguments contain no spaces.
fn printed(command: &str, out: &Path) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_battle-odds"));
    program.env("BATTLE_ODDS_LANG", "en").env_remove("COLUMNS");
    program.current_dir(root()).args(command.split(' ')).args(["--quiet", "--out"]).arg(out);
    let output = program.output().expect("the program");
    String::from_utf8(output.stdout).expect("text").trim_end().to_owned()
}

#[test]
fn its_figures_of_each_game_are_right() {
    let readme = readme();
    let folder = tempfile::tempdir().expect("a folder");
    let armies = root().join("scenarios").display().to_string().replace('\\', "/");
    let scenarios = readme.split("```toml\n").skip(1).filter_map(|rest| rest.split_once("\n```"));
    let mut seen = 0;
    for (text, after) in scenarios {
        let Some(said) = after.trim_start().strip_prefix("With `--exact`: ") else { continue };
        let path = folder.path().join("game.toml");
        fs::write(&path, text.replace("\"scenarios/", &format!("\"{armies}/"))).expect("a file");
        let table = printed(&format!("run {} --exact", path.display()), folder.path());
        let goal = table.lines().find(|line| line.starts_with("goal: ")).expect("a goal");
        let figure = goal.split_whitespace().rev().nth(1).expect("a figure");
        assert!(said.split_once('.').is_some() && said.contains(&format!(" {figure} %")), "{figure}: {said}");
        seen += 1;
    }
    assert_eq!(seen, 3);
}
