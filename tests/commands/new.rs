//! `new` as users see it: what is asked, and scenarios that can be played at once.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use battle_odds::systems::SYSTEMS;

fn battle_odds(folder: &Path, arguments: &[&str], typed: &str) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("battle-odds").unwrap();
    command.env("BATTLE_ODDS_LANG", "en").env_remove("COLUMNS");
    let output = command.current_dir(folder).args(arguments).write_stdin(typed).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn army(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/armies").join(name).display().to_string()
}

/// Every template of every system can be played, and is neither certain to succeed nor hopeless.
#[test]
fn every_beginning_can_be_played() {
    for system in SYSTEMS {
        let starts = system.starts.unwrap();
        assert!(starts.starts.len() >= 2, "{}", system.key);
        for start in starts.starts {
            let folder = tempfile::tempdir().unwrap();
            let asked = ["new", "a.toml", "--quiet", "--system", system.key, "--action", start.key];
            let (code, _, said) = battle_odds(folder.path(), &asked, "");
            assert_eq!(code, Some(0), "{said}");
            assert!(said.contains("written: a.toml; play it: battle-odds run a.toml"), "{said}");
            let text = fs::read_to_string(folder.path().join("a.toml")).unwrap();
            assert!(
                ["ATTACKER", "DEFENDER", "NAME", "UNIT", "COUNT"].iter().all(|word| !text.contains(word)),
                "{text}"
            );
            let (code, csv, said) =
                battle_odds(folder.path(), &["run", "a.toml", "--trials", "2000", "--quiet", "--format", "csv"], "");
            assert_eq!((code, said.as_str()), (Some(0), ""), "{text}");
            let goal = csv.lines().find(|line| line.contains(",goal,")).unwrap();
            let mean: f64 = csv::Reader::from_reader(csv.as_bytes())
                .deserialize::<std::collections::HashMap<String, String>>()
                .map(Result::unwrap)
                .find(|row| row["metric"] == "goal")
                .unwrap()["mean"]
                .parse()
                .unwrap();
            assert!(mean > 0.02 && mean < 0.98, "{} {}: {goal}", system.key, start.key);
            // The suggested variant can be played too.
            let offered =
                text.replace("# [[", "[[").replace("# name = \"tw", "name = \"tw").replace("# set = ", "set = ");
            fs::write(folder.path().join("b.toml"), offered).unwrap();
            let (code, shown, said) = battle_odds(folder.path(), &["check", "b.toml"], "");
            assert!(code == Some(0) && shown.contains("twice as many"), "{shown}{said}");
        }
    }
}

#[test]
fn armies_are_used_and_what_is_not_given_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let asked = ["new", "--army", &army("space-marines.toml"), "--army", &army("orks.toml")];
    let (code, _, said) = battle_odds(folder.path(), &asked, "\n4 devastator\nBOYZ\n6\n1\n3\n2\n25\n");
    assert_eq!(code, Some(0), "{said}");
    for words in ["Which rules?", "1 epic-armageddon", "Who attacks?", "units: ", "What happens?"] {
        assert!(said.contains(words), "no {words} in {said}");
    }
    let text = fs::read_to_string(folder.path().join("battle.toml")).unwrap();
    for words in [
        "unit = \"devastator\", count = 4",
        "unit = \"boyz\", count = 6",
        "initiative = \"1+\"",
        "initiative = \"3+\"",
        "action = \"shoot\"",
        "range = 25",
        "twice as many: 8 instead of 4",
        "armies = [",
    ] {
        assert!(text.contains(words), "no {words} in {text}");
    }
    let (code, _, said) = battle_odds(folder.path(), &["run", "battle.toml", "--trials", "100", "--quiet"], "");
    assert_eq!((code, said.as_str()), (Some(0), ""));
    // No file is overwritten.
    let (code, _, said) = battle_odds(folder.path(), &["new", "--quiet"], "");
    assert!(code == Some(2) && said.contains("battle.toml exists already"), "{said}");
    let army = army("orks.toml");
    for (more, words) in [
        (vec!["--system", "warmasters"], "did you mean `warmaster`?"),
        (vec!["--action", "shot"], "did you mean `shoot`?"),
        (vec!["--army", &army, "--attacker", "nobs"], "did you mean `nobz`?"),
        (vec!["--army", "nothing.toml"], "nothing.toml: there is no such file"),
    ] {
        let (code, _, said) = battle_odds(folder.path(), &[&["new", "b.toml", "--quiet"], &more[..]].concat(), "");
        assert!(code == Some(2) && said.contains(words), "no {words} in {said}");
        assert!(!folder.path().join("b.toml").exists());
    }
}

/// A wrong answer is asked again; part of a name is enough; the default of who is attacked is somebody else.
#[test]
fn a_wrong_answer_is_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let fenmark = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import/fenmark.ros").display().to_string();
    let typed = "epik\nWARM\n/nowhere.ros\n".to_owned() + &fenmark + "\nLÉVY\n\nflee\nshot\n\nfar\n20\n";
    let (code, _, said) = battle_odds(folder.path(), &["new"], &typed);
    assert_eq!(code, Some(0), "{said}");
    for words in [
        "type one of the numbers above, or part of a name",
        "/nowhere.ros: there is no such file",
        "Who is attacked? [reed-spears]",
        "did you mean `shoot`?",
        "What happens? [shoot]",
        "a number from 0 to 1000",
        "no unit of reed-spears can shoot that far",
        "This cannot be played; try something else.",
    ] {
        assert!(said.contains(words), "no {words} in {said}");
    }
    let text = fs::read_to_string(folder.path().join("battle.toml")).unwrap();
    assert!(text.contains("by = \"pole-levy\"") && text.contains("at = \"reed-spears\""), "{text}");
    // When no more answers come, a wrong one is an error.
    let (code, _, said) = battle_odds(folder.path(), &["new", "b.toml"], "epik\n");
    assert!(code == Some(2) && !folder.path().join("b.toml").exists(), "{said}");
}

/// A roster of one formation meets itself, under another name; 40,000 is asked in inches where the book has inches.
#[test]
fn a_mirror_match_is_asked_in_inches() {
    let folder = tempfile::tempdir().unwrap();
    let rimguard = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import/rimguard.ros").display().to_string();
    let (code, _, said) = battle_odds(folder.path(), &["new", "--army", &rimguard], "\n\n\nshoot\n10\n");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("in inches? [12]"), "{said}");
    let text = fs::read_to_string(folder.path().join("battle.toml")).unwrap();
    for words in ["range = \"10in\"", "at = \"enemy-rim-squad\"", "as = \"enemy\"", "system = \"wh40k-2nd\""] {
        assert!(text.contains(words), "no {words} in {text}");
    }
    let (code, csv, said) =
        battle_odds(folder.path(), &["run", "battle.toml", "--trials", "100", "--quiet", "--format", "csv"], "");
    assert!(code == Some(0) && csv.contains("enemy-rim-squad"), "{said}");
}

/// Formations of an army list are offered with their upgrades; what the list refuses is asked again.
#[test]
fn upgrades_of_an_army_list_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let (marines, orks) = (army("space-marines.toml"), army("orks.toml"));
    let asked = ["new", "a.toml", "--army", &marines, "--army", &orks, "--system", "epic-armageddon"];
    let asked = [&asked[..], &["--attacker", "tactical", "--defender", "warband", "--action", "shoot"]].concat();
    let typed = "hunter, hunter\nhunter, 2 razorback-l\n\n\n";
    let (code, _, said) = battle_odds(folder.path(), &asked, typed);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("Tactical may add: captain (+50), chaplain (+50)"), "{said}");
    assert!(said.contains("`tactical` may have at most 1 of `hunter`, here 2"), "{said}");
    let text = fs::read_to_string(folder.path().join("a.toml")).unwrap();
    let table = "[formations.tactical]\nupgrades = { hunter = 1, razorback-lascannon = 2 }\n";
    assert!(text.contains(table) && !text.contains("[formations.warband]"), "{text}");
    let (code, shown, said) = battle_odds(folder.path(), &["check", "a.toml"], "");
    assert!(code == Some(0) && shown.contains("Hunter"), "{shown}{said}");
}
