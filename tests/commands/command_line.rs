//! The program as users see it: what they type, what is printed and written, the exit code.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// The printed example of a scenario, with two variants.
const STORM: &str = include_str!("storm.toml");

const FILES: [&str; 3] = ["summary.csv", "distribution.csv", "run.json"];

/// A folder with two good scenarios of three variants each, and an army file.
fn scenarios() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("storm.toml"), STORM).unwrap();
    fs::write(folder.path().join("another.toml"), STORM.replace("count = 4 }", "count = 2 }")).unwrap();
    fs::create_dir(folder.path().join("armies")).unwrap();
    fs::write(folder.path().join("armies/orks.toml"), "army = \"Orks\"\nsystem = \"epic-armageddon\"\n").unwrap();
    folder
}

/// The program run in a folder.
fn battle_odds(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::cargo_bin("battle-odds").unwrap();
    command.env("BATTLE_ODDS_LANG", "en").env_remove("COLUMNS");
    command.current_dir(folder).args(arguments.split_whitespace());
    command
}

/// What it prints when all goes well.
fn output(folder: &Path, arguments: &str) -> String {
    let output = battle_odds(folder, arguments).assert().success().get_output().clone();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    String::from_utf8(output.stdout).unwrap()
}

/// Its exit code, and what it reports about mistakes.
fn mistakes(folder: &Path, arguments: &str) -> (i32, String) {
    let output = battle_odds(folder, arguments).output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

fn rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

/// The scenarios and variants in a summary, each once.
fn names(summary: &str) -> Vec<(String, String)> {
    let mut names: Vec<_> = rows(summary).into_iter().map(|row| (row[0].clone(), row[1].clone())).collect();
    names.dedup();
    names
}

fn everything_in(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

#[test]
fn the_files_are_the_same_on_any_number_of_threads_in_any_order() {
    let folder = scenarios();
    let mut first: Option<[Vec<u8>; 3]> = None;
    for (threads, files) in [
        (1, "another.toml storm.toml"),
        (2, "storm.toml another.toml"),
        (3, "storm.toml . another.toml armies/../storm.toml"),
    ] {
        let out = format!("out/{threads}");
        output(folder.path(), &format!("run {files} --trials 20_000 --threads {threads} --out {out} --quiet"));
        let written = FILES.map(|file| fs::read(folder.path().join(&out).join(file)).unwrap());
        // No other file is left behind.
        assert_eq!(everything_in(&folder.path().join(out)).len(), FILES.len());
        // The record says which files were named, and nothing else is another.
        let [named, first] =
            [&written, &*first.get_or_insert_with(|| written.clone())].map(|[summary, values, run]| {
                let run: Value = serde_json::from_slice(run).unwrap();
                ([summary.clone(), values.clone()], run["scenarios"].clone(), run)
            });
        assert!((&named.0, &named.1) == (&first.0, &first.1), "{files}");
        assert!(threads == 3 || named.2 == first.2, "{files}");
    }
    let [summary, _, run] = first.unwrap().map(|bytes| String::from_utf8(bytes).unwrap());
    let variants = ["base", "no crossfire", "more-boyz"];
    let expected = ["another", "storm"].map(|name| variants.map(|variant| (name.to_owned(), variant.to_owned())));
    assert_eq!(names(&summary), expected.concat());
    let run: Value = serde_json::from_str(&run).unwrap();
    assert_eq!(run["command"], "battle-odds run --trials 20000 --seed 1");
    assert_eq!(run["scenarios"].as_array().unwrap().len(), 6);
}

#[test]
fn results_go_to_results_latest_and_to_standard_output() {
    let folder = scenarios();
    let csv = output(folder.path(), "run storm.toml --trials 1000 --quiet --format csv");
    let latest = folder.path().join("results/latest");
    assert_eq!(csv, fs::read_to_string(latest.join("summary.csv")).unwrap());
    let json = output(folder.path(), "run . --trials 1000 --quiet --format json");
    let results: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(results.as_array().unwrap().len(), 6);
    assert_eq!((&results[5]["scenario"], &results[5]["variant"]), (&"storm".into(), &"more-boyz".into()));
    assert_eq!(names(&fs::read_to_string(latest.join("summary.csv")).unwrap()).len(), 6);
    let table = output(folder.path(), "run storm.toml --trials 1000 --quiet");
    assert_eq!(table.matches("storm · ").count(), 3);
    assert!(table.contains("1,000 trials") && table.contains("goal: warband.broken"), "{table}");
}

#[test]
fn an_overview_of_all_goals_comes_last_and_alone_where_there_are_many_files() {
    let folder = scenarios();
    let alone = output(folder.path(), "run . --trials 1000 --quiet");
    let (alone, hint) = alone.rsplit_once("\n\n").unwrap_or_else(|| panic!("{alone}"));
    assert_eq!(hint, "Everything about each of them: --details, or just one file.\n");
    let printed = output(folder.path(), "run . --trials 1000 --quiet --details");
    let (tables, legend) = printed.split_once(&format!("\n\n{alone}\n\n")).unwrap_or_else(|| panic!("{printed}"));
    assert_eq!(tables.matches("storm · ").count(), 3, "{printed}");
    // How to read tables is printed once, below all of them.
    assert!(legend.starts_with("A chance has its 95 % interval") && !tables.contains("interval"), "{printed}");
    let (_, overview) = printed.split_once("\n\nHow likely each goal is\n").unwrap_or_else(|| panic!("{printed}"));
    let (overview, note) = overview.split_once("\n\n").unwrap_or_else(|| panic!("{printed}"));
    assert!(note.starts_with("Variants of a scenario are played with the same dice"), "{note}");
    let names: Vec<_> = overview.lines().skip(1).map(|line| line.split("  ").find(|word| !word.is_empty())).collect();
    let expected = ["another", "no crossfire", "more-boyz", "storm", "no crossfire", "more-boyz"].map(Some);
    assert_eq!(names, expected);
    assert!(
        overview.lines().skip(1).all(|line| line.contains(" %  [") && line.contains("warband.broken")),
        "{overview}"
    );
    fs::write(folder.path().join("alone.toml"), STORM.split("[[variants]]").next().unwrap()).unwrap();
    assert!(!output(folder.path(), "run alone.toml --trials 1000 --quiet").contains("How likely"));
    // Only one of two files has results: they are shown.
    let printed =
        battle_odds(folder.path(), "run alone.toml nowhere.toml --trials 1000 --quiet").output().unwrap().stdout;
    assert!(String::from_utf8(printed).unwrap().contains("alone · "));
}

#[test]
fn shells_and_man_know_every_command() {
    let folder = tempfile::tempdir().unwrap();
    for printed in [output(folder.path(), "completions bash"), output(folder.path(), "man")] {
        for command in ["compare", "sensitivity", "resume"] {
            assert!(printed.contains(command), "{command}: {printed}");
        }
    }
}

#[test]
fn seeds_and_changes_change_results() {
    let folder = scenarios();
    let run =
        |options: &str| output(folder.path(), &format!("run storm.toml --trials 1000 --quiet --format csv {options}"));
    let plain = run("");
    assert_ne!(plain, run("--seed 2"));
    assert_ne!(plain, run("--set formations.tacticals.units[0].count=3"));
    assert_eq!(plain, run("--set title=Another"));
    let run_json = fs::read_to_string(folder.path().join("results/latest/run.json")).unwrap();
    let run_json: Value = serde_json::from_str(&run_json).unwrap();
    assert_eq!(run_json["command"], "battle-odds run --trials 1000 --seed 1 --set title=Another");
    assert_eq!(run_json["scenarios"][0]["title"], "Another");
}

#[test]
fn exact_odds_agree_with_sampled_ones() {
    let folder = scenarios();
    let small = "--set formations.warband.units[1].count=1 --set formations.tacticals.units[0].count=2";
    let goal = |options: &str| -> f64 {
        let summary = output(folder.path(), &format!("run storm.toml --quiet --format csv {small} {options}"));
        rows(&summary).into_iter().find(|row| row[5] == "goal").unwrap()[8].parse().unwrap()
    };
    // Five standard deviations of 40,000 trials are at most 5 · 0.5 / 200.
    assert!((goal("--exact") - goal("--trials 40_000")).abs() < 0.0125);
}

#[test]
fn bad_scenarios_do_not_stop_the_others() {
    let folder = scenarios();
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    put("a.toml", &STORM.replace("by = \"tacticals\"", "by = \"tactical\""));
    put("b.toml", "system = \"epic-armageddon\"\ntitle = \"x\n");
    put("armies/storm.toml", STORM);
    let (code, said) = mistakes(folder.path(), "run . nowhere.toml armies/orks.toml --trials 100 --quiet");
    assert_eq!(code, 2);
    let (_, list) = said.split_once("4 of 7 files could not be used:\n").unwrap_or_else(|| panic!("{said}"));
    let lines: Vec<_> = list.lines().map(str::trim_start).collect();
    assert_eq!(lines.len(), 4, "{list}");
    for start in [
        "nowhere.toml: there is no such file",
        "./b.toml:2:11: ",
        "./armies/orks.toml: an army file, no scenario",
        "./a.toml:",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(start)), "{start} is not in {list}");
    }
    assert!(said.contains("did you mean `tacticals`?"), "{said}");
    let summary = fs::read_to_string(folder.path().join("results/latest/summary.csv")).unwrap();
    let scenarios: Vec<_> = names(&summary).into_iter().map(|(scenario, _)| scenario).collect();
    // Two files with the same name are shown with their folders.
    let expected = ["another", "armies/storm", "storm"];
    assert_eq!(scenarios, expected.map(|name| [name; 3]).concat());
}

#[test]
fn a_bad_variant_does_not_stop_the_others() {
    let folder = scenarios();
    let text = STORM.replace("\"steps[0].crossfire\" = false", "\"steps[0].order\" = \"sustaned\"");
    fs::write(folder.path().join("storm.toml"), text).unwrap();
    let (code, said) = mistakes(folder.path(), "run storm.toml --trials 100 --quiet");
    assert_eq!(code, 2);
    assert!(said.contains("did you mean `sustained`?") && said.contains("variant `no crossfire`"), "{said}");
    assert!(said.contains("\n1 variant could not be used:\n  storm.toml:"), "{said}");
    let summary = fs::read_to_string(folder.path().join("results/latest/summary.csv")).unwrap();
    assert_eq!(names(&summary).len(), 2);
}

#[test]
fn a_variant_that_changes_what_is_not_there_costs_itself_alone() {
    let folder = scenarios();
    let text = STORM.replace("steps[0].crossfire\" = false", "steps[7].crossfire\" = false");
    let text = text.replace("no crossfire", "no-crossfire");
    fs::write(folder.path().join("storm.toml"), text).unwrap();
    fs::write(folder.path().join("another.toml"), "system = \n").unwrap();
    let (code, said) = mistakes(folder.path(), "run storm.toml another.toml --trials 100 --quiet");
    assert_eq!(code, 2);
    let (_, list) =
        said.split_once("\n1 of 2 files and 1 variant could not be used:\n").unwrap_or_else(|| panic!("{said}"));
    assert!(
        list.lines().any(|line| line.starts_with("  storm.toml:") && line.ends_with("(variant `no-crossfire`)")),
        "{list}"
    );
    let summary = fs::read_to_string(folder.path().join("results/latest/summary.csv")).unwrap();
    let variants: Vec<_> = names(&summary).into_iter().map(|(_, variant)| variant).collect();
    assert_eq!(variants, ["base", "more-boyz"]);
    let (code, said) = mistakes(folder.path(), "check storm.toml");
    assert!(code == 2 && said.contains("no entry 7"), "{said}");
    let (code, said) = mistakes(folder.path(), "explain storm.toml --variant no-crossfire");
    assert!(code == 2 && said.contains("no entry 7"), "{said}");
    let (code, said) = mistakes(folder.path(), "explain storm.toml --variant nope");
    assert!(code == 2 && said.contains("known: base, more-boyz, no-crossfire"), "{said}");
    assert!(output(folder.path(), "explain storm.toml").contains("Step 1"));
    // The name of the scenario as written is taken.
    fs::write(folder.path().join("storm.toml"), STORM.replace("more-boyz", "base")).unwrap();
    let (code, said) = mistakes(folder.path(), "check storm.toml");
    assert!(code == 2 && said.contains("`base`") && said.contains("as written"), "{said}");
}

#[test]
fn what_was_written_before_stays_if_nothing_better_comes() {
    let folder = scenarios();
    output(folder.path(), "run storm.toml --trials 100 --quiet");
    let latest = folder.path().join("results/latest");
    let contents =
        || everything_in(&latest).into_iter().map(|file| (fs::read(&file).unwrap(), file)).collect::<Vec<_>>();
    let before = contents();
    for (set, words) in [("steps[7].by=x", "there is no entry 7"), ("steps[0].by=x", "no formation is called `x`")] {
        let (code, said) = mistakes(folder.path(), &format!("run storm.toml --set {set} --quiet"));
        assert!(code == 2 && said.contains(words), "{said}");
    }
    assert_eq!(contents(), before);
}

#[test]
fn what_is_there_and_unchanged_is_taken_over() {
    let folder = scenarios();
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let contents = |out: &str| FILES.map(|file| fs::read(folder.path().join(out).join(file)).unwrap());
    let resumed = "run . --trials 100 --resume --out part";
    output(folder.path(), "run another.toml --trials 100 --quiet --resume --out part");
    output(folder.path(), "run . --trials 100 --quiet --out whole");
    let shown = output(folder.path(), &format!("{resumed} --quiet --details"));
    assert_eq!((shown.matches("another · ").count(), shown.matches("storm · ").count()), (0, 3));
    assert!(contents("part") == contents("whole"));
    let (code, said) = mistakes(folder.path(), resumed);
    assert_eq!((code, said.as_str()), (0, "nothing to do: all of it (6) is in part\n"));
    // Mistakes in other files do not stop the run, and are reported again.
    put("alas.toml", "system = \n");
    let (code, said) = mistakes(folder.path(), resumed);
    assert!(code == 2 && said.contains("alas.toml:1:10") && said.contains("a value is missing here"), "{said}");
    fs::remove_file(folder.path().join("alas.toml")).unwrap();

    let refused = |arguments: &str, what: &str| {
        let (code, said) = mistakes(folder.path(), &format!("{resumed} {arguments}"));
        assert!(code == 2 && said.contains(what) && said.contains("leave out --resume"), "{said}");
        assert!(contents("part") == contents("whole"));
        assert_eq!(everything_in(&folder.path().join("part")).len(), FILES.len());
    };
    refused("--seed 2", "part/run.json: this is of another run: its seed is 1, not 2");
    refused("--exact", "its trials is 100, not null");
    refused("--set title=Another", "its command is \"battle-odds run --trials 100 --seed 1\", not ");
    // Whatever was added, edited or removed, the files are those of a run in one go, and only what is new is played.
    let again = |played: [usize; 3]| {
        let shown = output(folder.path(), &format!("{resumed} --quiet --details"));
        output(folder.path(), "run . --trials 100 --quiet --out whole");
        assert!(contents("part") == contents("whole"));
        assert_eq!(["another", "early", "storm"].map(|name| shown.matches(&format!("{name} · ")).count()), played);
    };
    put("early.toml", STORM);
    again([0, 3, 0]);
    // A copy has the same dice.
    let rows = fs::read_to_string(folder.path().join("part/summary.csv")).unwrap();
    let of = |name: &str| rows.lines().filter_map(|row| row.strip_prefix(name)).collect::<Vec<_>>();
    assert_eq!(of("early,"), of("storm,"));
    put("storm.toml", &STORM.replace("count = 4 }", "count = 3 }"));
    again([0, 0, 3]);
    fs::remove_file(folder.path().join("early.toml")).unwrap();
    again([0; 3]);
    put("storm.toml", STORM);
    again([0, 0, 3]);
    let summary = fs::read_to_string(folder.path().join("part/summary.csv")).unwrap();
    put("part/summary.csv", summary.split("another,more-boyz").next().unwrap());
    let (code, said) = mistakes(folder.path(), resumed);
    assert!(code == 2 && said.contains("part/summary.csv: this is not what the run has written"), "{said}");
    put("part/summary.csv", &summary);
    // Digits that have changed since: in rows, in the entry of a scenario, in a checksum.
    for (file, from, to) in [
        ("summary.csv", ",100,", ",101,"),
        ("distribution.csv", "0.0", "0.1"),
        ("run.json", "\"unexplored\": 0.0", "\"unexplored\": 0.1"),
        ("run.json", "\"summary.csv\": \"", "\"summary.csv\": \"0"),
    ] {
        let path = format!("part/{file}");
        let text = fs::read_to_string(folder.path().join(&path)).unwrap();
        put(&path, &text.replacen(from, to, 1));
        let (code, said) = mistakes(folder.path(), resumed);
        assert!(code == 2 && said.contains("its checksum in run.json is another"), "{said}");
        put(&path, &text);
    }
    assert_eq!(mistakes(folder.path(), resumed).0, 0);
}

#[test]
fn exit_codes() {
    let folder = scenarios();
    let code = |arguments: &str| mistakes(folder.path(), arguments).0;
    assert_eq!(code("run storm.toml --trials 10"), 0);
    assert_eq!(code("check ."), 0);
    for wrong in [
        "",
        "run",
        "runn storm.toml",
        "run storm.toml --trials 0",
        "run storm.toml --trials 1e6",
        "run storm.toml --set steps[0].range",
        "run storm.toml --threads 0",
        "run storm.toml --shard 0/3",
        "run storm.toml --shard 4/3",
        "run storm.toml --shard 1/100001",
        "run storm.toml --shard 1/3 --exact",
        "run storm.toml --shard 1/3 --format csv",
        "run storm.toml --shard 1/3 --format json",
        "merge",
        "merge nowhere.json",
        "check nowhere.toml",
        "explain .",
        "explain armies/orks.toml",
        "explain storm.toml --variant less",
        "explain storm.toml --trial 0",
        "systems chess",
    ] {
        assert_eq!(code(wrong), 2, "{wrong}");
    }
    let (code, said) = mistakes(folder.path(), "run storm.toml --trials 10 --out storm.toml");
    assert_eq!(code, 1);
    assert!(said.starts_with("error: storm.toml: this cannot be written"), "{said}");
}

#[test]
fn check_says_what_it_understood() {
    let folder = scenarios();
    let said = output(folder.path(), "check storm.toml armies");
    for words in
        ["storm.toml: Devastators soften", "variant more-boyz:", "step 2: ", "goal: ", "orks.toml: an army file"]
    {
        assert!(said.contains(words), "{words} is not in {said}");
    }
}

#[test]
fn explain_tells_one_trial_with_the_rules() {
    let folder = scenarios();
    let told = output(folder.path(), "explain storm.toml --trial 3 --seed 7");
    assert!(told.contains("\nstorm · seed 7 · trial 3\n"), "{told}");
    for words in ["Step 1 — devastators", "Step 2 — tacticals", "(§1.9.5)", "need 4+", "→", "Now:"] {
        assert!(told.contains(words), "{words} is not in {told}");
    }
    assert_eq!(told, output(folder.path(), "explain storm.toml --trial 3 --seed 7"));
    assert_ne!(told, output(folder.path(), "explain storm.toml --trial 4 --seed 7"));
    assert!(output(folder.path(), "explain storm.toml --variant more-boyz").contains("\nstorm · more-boyz · "));
    assert_eq!(told, output(folder.path(), "explain storm.toml --trial 3 --seed 7 --variant base"));
    let (_, said) = mistakes(folder.path(), "explain storm.toml --variant less");
    assert!(said.contains("known: base, no crossfire, more-boyz"), "{said}");
}

#[test]
fn explain_says_whether_the_goal_was_reached() {
    let folder = scenarios();
    let csv = output(folder.path(), "run storm.toml --trials 20 --quiet --format csv");
    let share: f64 = rows(&csv).iter().find(|row| row[5] == "goal").unwrap()[8].parse().unwrap();
    let told = (1..=20).map(|trial| output(folder.path(), &format!("explain storm.toml --trial {trial}")));
    let lasts: Vec<String> = told.map(|told| told.lines().next_back().unwrap().to_owned()).collect();
    let reached = lasts.iter().filter(|last| last.starts_with("Goal reached: warband.broken")).count();
    let missed = lasts.iter().filter(|last| last.starts_with("Goal not reached: warband.broken")).count();
    assert_eq!((reached as f64 / 20.0, reached + missed), (share, 20));
}

#[test]
fn systems_lists_sections() {
    let said = output(Path::new("."), "systems");
    assert!(said.starts_with("Epic Armageddon") && said.contains("§1.9.6") && said.contains("simulated: "), "{said}");
    let of = |key: &str| output(Path::new("."), &format!("systems {key}"));
    assert_eq!(said, ["epic-armageddon", "warmaster", "wh40k-2nd", "netepic"].map(of).join("\n"));
    assert!(
        of("warmaster").contains("\nRetreats\n")
            && of("wh40k-2nd").contains("§11.23.1")
            && of("netepic").contains("#5"),
        "{said}"
    );
}

#[test]
fn help_names_every_command_and_option() {
    let help = output(Path::new("."), "--help");
    for command in ["run ", "merge ", "check ", "explain ", "systems "] {
        assert!(help.contains(&format!("\n  {command}")), "{help}");
    }
    let help = output(Path::new("."), "run --help");
    for option in [
        "trials",
        "precision",
        "exact",
        "method",
        "verify",
        "shard",
        "seed",
        "threads",
        "out",
        "resume",
        "set",
        "quiet",
        "format",
    ] {
        assert!(help.contains(&format!("--{option}")), "{option}");
    }
    assert!(help.contains("[default: 1,000,000;") && help.contains("[default: results/latest]"), "{help}");
}

#[cfg(unix)]
mod unix {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    use super::*;

    fn started(folder: &Path, arguments: &str) -> std::process::Child {
        Command::new(assert_cmd::cargo::cargo_bin("battle-odds"))
            .current_dir(folder)
            .args(arguments.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn said(child: &mut std::process::Child) -> String {
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        said
    }

    #[test]
    fn a_reader_who_leaves_disturbs_nothing() {
        let folder = scenarios();
        let mut child = started(folder.path(), "run . --trials 1000 --quiet");
        drop(child.stdout.take());
        assert_eq!(said(&mut child), "");
        assert_eq!(child.wait().unwrap().code(), Some(0));
        assert_eq!(everything_in(&folder.path().join("results/latest")).len(), FILES.len());
    }

    #[test]
    fn ctrl_c_keeps_what_is_finished() {
        let folder = scenarios();
        for number in 0..20 {
            fs::write(folder.path().join(format!("x{number}.toml")), STORM).unwrap();
        }
        let mut child = started(folder.path(), "run . --trials 100_000 --quiet --format csv");
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.nth(1).is_some());
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let shown = lines.count();
        let said = said(&mut child);
        assert_eq!(child.wait().unwrap().code(), Some(1), "{said}");
        let summary = fs::read_to_string(folder.path().join("results/latest/summary.csv")).unwrap();
        let finished = names(&summary).len();
        assert!((1..66).contains(&finished));
        let run = fs::read_to_string(folder.path().join("results/latest/run.json")).unwrap();
        let run: serde_json::Value = serde_json::from_str(&run).unwrap();
        let cut = run["scenarios"].as_array().unwrap().iter().filter(|of| of.get("stopped").is_some()).count();
        let counted = |number: usize, of: &str| {
            if number == 1 { format!("1 scenario is {of}") } else { format!("{number} scenarios are {of}") }
        };
        let begin = match finished - cut {
            0 => format!("stopped: {} with the trials played so far", counted(cut, "written")),
            whole => format!("stopped: {}", counted(whole, "finished and written")),
        };
        assert!(said.starts_with(&begin) && said.contains("with the trials played so far") == (cut > 0), "{said}");
        // Everything shown has been written, and nothing else; the header and one row had been read before.
        assert_eq!(rows(&summary).len(), shown + 1);
        assert_eq!(everything_in(&folder.path().join("results/latest")).len(), FILES.len());
        // After resuming, the files are those of a run that was never stopped.
        let contents = |out: &str| FILES.map(|file| fs::read(folder.path().join(out).join(file)).unwrap());
        let rest = output(folder.path(), "run . --trials 100_000 --quiet --format csv --resume");
        assert_eq!(names(&rest).len(), 66 - (finished - cut));
        output(folder.path(), "run . --trials 100_000 --quiet --out whole --threads 1");
        assert!(contents("results/latest") == contents("whole"));
    }
}

/// `run --variant`: of files those named, of a folder's files those that have the variant.
#[test]
fn one_variant_alone_is_run() {
    let folder = scenarios();
    let run = |arguments: &str| {
        output(folder.path(), &format!("run {arguments} --trials 100 --quiet"));
        names(&fs::read_to_string(folder.path().join("results/latest/summary.csv")).unwrap())
    };
    let all = run("storm.toml");
    assert!(all.len() == 3 && all[0].1 == "base");
    let second = all[2].1.clone();
    let of = |file: &str, variant: &str| (file.to_owned(), variant.to_owned());
    assert_eq!(run("storm.toml --variant base"), [of("storm", "base")]);
    assert_eq!(run(&format!("storm.toml --variant {second} --variant base")), [all[0].clone(), all[2].clone()]);
    assert_eq!(run(&format!(". --variant {second}")), [of("another", &second), of("storm", &second)]);
    let (code, said) = mistakes(folder.path(), "run storm.toml --variant bas");
    assert!(code == 2 && said.contains("did you mean `base`?"), "{said}");
    let (code, said) = mistakes(folder.path(), "run . --variant nobody");
    assert!(code == 2 && said.contains("none of these scenarios has a variant `nobody`"), "{said}");
    let told = fs::read_to_string(folder.path().join("results/latest/run.json")).unwrap();
    assert!(told.contains(&format!("--variant {second}")), "{told:.300}");
}

#[test]
fn a_scenario_may_come_from_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let run = |text: &str| {
        let mut command = battle_odds(folder.path(), "run - --trials 100 --quiet --html");
        let output = command.write_stdin(text).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(run(STORM), (Some(0), String::new()));
    let summary = fs::read_to_string(folder.path().join("results/latest/summary.csv")).unwrap();
    assert!(names(&summary).iter().all(|(name, _)| name == "standard-input") && names(&summary).len() == 3);
    let (code, said) = run(&STORM.replace("action", "acton"));
    assert!(code == Some(2) && said.contains("standard input:67:1") && said.contains("needs `action`"), "{said}");
}

/// One command repeats a run from its record, and says whether anything is another.
#[test]
fn a_run_is_repeated_from_its_record() {
    let folder = scenarios();
    output(folder.path(), "run storm.toml another.toml --trials 500 --seed 3 --set title=Ard --out then --quiet");
    let (code, said) = mistakes(folder.path(), "run --again then/run.json --out now");
    assert!(code == 0 && said.contains("the results are the same as then, byte for byte"), "{said}");
    let read = |at: &str| fs::read(folder.path().join(at)).unwrap();
    FILES.iter().for_each(|name| assert!(read(&format!("then/{name}")) == read(&format!("now/{name}")), "{name}"));
    fs::write(folder.path().join("another.toml"), STORM.replace("count = 4 }", "count = 3 }")).unwrap();
    let (code, said) = mistakes(folder.path(), "run --again then --out now");
    assert!(
        code == 0 && said.contains("another (base) is not what it was") && !said.contains("storm (base)"),
        "{said}"
    );
    assert!(!said.contains("are the same"), "{said}");
    // Where nothing could be played, what an earlier run has left is not held against itself.
    fs::rename(folder.path().join("storm.toml"), folder.path().join("storm")).unwrap();
    fs::rename(folder.path().join("another.toml"), folder.path().join("another")).unwrap();
    let (code, said) = mistakes(folder.path(), "run --again then --out then");
    assert!(code == 2 && !said.contains("the same as then"), "{said}");
    let (code, said) = mistakes(folder.path(), "run --again then --trials 7");
    assert!(code == 2 && said.contains("cannot be used with"), "{said}");
    let (code, said) = mistakes(folder.path(), "run --again storm.toml");
    assert!(code == 2 && said.contains("this is no record of a run"), "{said}");
}

#[test]
fn every_row_of_the_summary_says_the_goal() {
    let folder = scenarios();
    output(folder.path(), "run storm.toml --trials 100 --quiet");
    let summary = fs::read_to_string(folder.path().join("results/latest/summary.csv")).unwrap();
    assert!(summary.lines().next().unwrap().ends_with(",tags,goal"), "{summary}");
    let rows = rows(&summary);
    assert!(rows.iter().all(|row| row.len() == 21 && row[20].contains("warband.broken")), "{summary}");
}
