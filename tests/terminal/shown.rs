//! The words on the terminal, one example of each kind, in both languages: `snapshots` holds what was read and found
//! correct. After an intended change: `INSTA_UPDATE=always cargo test --test terminal`, and read what has changed.

use std::fs;

use crate::{battle_odds, printed, root};

/// Compares with what was found correct: first the English, then the French.
pub fn both(name: &str, told: impl Fn(&str) -> String) {
    let texts = ["en", "fr"].map(|language| format!("\n{}", told(language)));
    insta::assert_snapshot!(name, texts.join(&format!("\n{}\n", "═".repeat(80))));
}

fn shipped(name: &str, arguments: &str) {
    both(name, |language| printed(&mut battle_odds(language, root(), arguments)));
}

#[test]
fn a_run_of_each_game() {
    let folder = |game: &str, file: &str| format!("run scenarios/{game}/{file}.toml --variant base");
    shipped("epic", &(folder("epic-armageddon", "guard-act-one-after-another") + " --trials 2000"));
    shipped("warmaster", &(folder("warmaster", "knights-charge-crossbows") + " --exact"));
    shipped("wh40k", &(folder("wh40k-2nd", "a-duel-with-and-without-parries") + " --exact"));
    shipped("netepic", &(folder("netepic", "first-fire-on-a-brood") + " --exact"));
}

#[test]
fn an_overview() {
    let files = "scenarios/warmaster/knights-charge-crossbows.toml scenarios/netepic/first-fire-on-a-brood.toml";
    shipped("overview", &format!("run {files} --trials 2000"));
}

#[test]
fn sampled_odds_held_against_exact_ones() {
    shipped("verified", "run scenarios/netepic/first-fire-on-a-brood.toml --variant base --trials 2000 --verify");
}

#[test]
fn a_check_of_a_scenario_and_of_an_army() {
    shipped("check", "check scenarios/wh40k-2nd/lascannons-at-a-tank.toml scenarios/armies/wildwood.toml");
}

#[test]
fn a_battle_explained() {
    shipped("explain", "explain scenarios/warmaster/knights-charge-crossbows.toml --trial 2");
}

/// An unknown name, a text that is not TOML, and an impossible command line.
#[test]
fn mistakes() {
    both("mistakes", |language| {
        let folder = tempfile::tempdir().expect("a folder");
        let scenario = "system = 'warmaster'\ngoal = 'knigths.won'\n\
            [units.knights]\ntype = 'cavalry'\nattacks = 3\nhits = 3\n\
            [formations.knights]\nunits = [{ unit = 'knights' }]\n\
            [formations.foes]\nunits = [{ unit = 'knights' }]\n\
            [[steps]]\naction = 'combat'\nby = 'knights'\nat = 'fose'\n";
        fs::write(folder.path().join("name.toml"), scenario).expect("a file");
        fs::write(folder.path().join("quote.toml"), "system = warmaster\n").expect("a file");
        let said = ["run name.toml quote.toml", "check nowhere.toml", "run name.toml --trials many", "explane"];
        let said = said.map(|arguments| {
            let output = battle_odds(language, folder.path(), arguments).output().expect("the program runs");
            assert_eq!(output.status.code(), Some(2));
            format!("$ battle-odds {arguments}\n{}", String::from_utf8(output.stderr).expect("text"))
        });
        said.join("\n")
    });
}
