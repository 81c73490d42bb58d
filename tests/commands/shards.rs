//! Runs in shards: merged, they are the unsharded run to the last byte; an incomplete set is refused by name.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;

use assert_cmd::Command;
use tempfile::TempDir;

const STORM: &str = include_str!("storm.toml");

const README: &str = include_str!("../../results/README.md");

const FILES: [&str; 3] = ["summary.csv", "distribution.csv", "run.json"];

/// Shipped scenarios with variants: shots, placed templates (numbers with many digits), a plan, aircraft.
const SHIPPED: [&str; 4] = [
    "devastators-crossfire-a-warband",
    "deploying-against-basilisks",
    "prepare-crossfire-then-storm",
    "thunderbolts-attack-hydras",
];

/// A folder with the shipped scenarios and all armies.
fn shipped() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let to = folder.path().join("scenarios");
    fs::create_dir_all(to.join("armies")).unwrap();
    fs::create_dir_all(to.join("epic-armageddon")).unwrap();
    let armies =
        fs::read_dir(from.join("armies")).unwrap().map(|entry| Path::new("armies").join(entry.unwrap().file_name()));
    let scenarios = SHIPPED.map(|name| PathBuf::from(format!("epic-armageddon/{name}.toml")));
    for file in armies.chain(scenarios) {
        fs::copy(from.join(&file), to.join(&file)).unwrap();
    }
    folder
}

/// A folder with one small scenario of three variants.
pub(super) fn storm() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("scenarios")).unwrap();
    fs::write(folder.path().join("scenarios/storm.toml"), STORM).unwrap();
    folder
}

/// The program's exit code, and what it prints on standard output and standard error.
fn battle_odds(folder: &Path, arguments: &str) -> (i32, String, String) {
    let mut command = Command::cargo_bin("battle-odds").unwrap();
    command.env("BATTLE_ODDS_LANG", "en").env_remove("COLUMNS");
    let output = command.current_dir(folder).args(arguments.split_whitespace()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// What it prints when all goes well.
pub(super) fn printed(folder: &Path, arguments: &str) -> String {
    let (code, printed, said) = battle_odds(folder, arguments);
    assert_eq!((code, said.as_str()), (0, ""), "{arguments}");
    printed
}

/// What it says when it refuses.
fn refused(folder: &Path, arguments: &str) -> String {
    let (code, printed, said) = battle_odds(folder, arguments);
    assert_eq!((code, printed.as_str()), (2, ""), "{arguments}: {said}");
    said
}

pub(super) fn written(folder: &Path) -> [String; 3] {
    FILES.map(|file| fs::read_to_string(folder.join(file)).unwrap())
}

/// Runs all shards of `scenarios` into a folder.
fn shards(folder: &Path, of: u64, options: &str, out: &str) {
    for number in 1..=of {
        let arguments = format!("run scenarios --shard {number}/{of} {options} --out {out} --quiet");
        assert_eq!(printed(folder, &arguments), "");
    }
}

#[test]
fn merged_shards_are_the_unsharded_run_to_the_last_byte() {
    let folder = shipped();
    let folder = folder.path();
    // Four batches, the last one short: seven shards are more than that.
    let options = "--trials 25_000 --seed 5";
    let table = printed(folder, &format!("run scenarios {options} --out whole --quiet"));
    let whole = written(&folder.join("whole"));
    assert!(whole[2].contains("placements") && whole[2].contains("\"variant\": \"no crossfire\""));
    for of in [1, 2, 3, 7] {
        shards(folder, of, options, &format!("shards/{of}"));
        let merged = printed(folder, &format!("merge shards/{of} --out merged/{of} --quiet"));
        assert!(written(&folder.join(format!("merged/{of}"))) == whole, "{of} shards");
        assert_eq!(merged, table);
        // No other file is left.
        assert_eq!(fs::read_dir(folder.join(format!("shards/{of}"))).unwrap().count() as u64, of);
        assert_eq!(fs::read_dir(folder.join(format!("merged/{of}"))).unwrap().count(), FILES.len());
    }
}

/// A scenario of a million trials is nearly all one block: without a deal of its own each would go to the same shard.
#[test]
fn shards_divide_scenarios_whose_trials_are_one_block() {
    let folder = storm();
    let folder = folder.path();
    let options = "--trials 100_000 --seed 5";
    printed(folder, &format!("run scenarios {options} --out whole --quiet"));
    shards(folder, 3, options, "shards");
    let begins = |number: u64| {
        let text = fs::read_to_string(folder.join(format!("shards/shard-{number}-of-3.json"))).unwrap();
        let shard: serde_json::Value = serde_json::from_str(&text).unwrap();
        let results = shard["results"].as_array().unwrap().clone();
        results.into_iter().map(|result| result["begins"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    // Every shard knows the same deal: each variant begins with another shard.
    let mut dealt = begins(1);
    assert_eq!([begins(2), begins(3)], [dealt.clone(), dealt.clone()]);
    dealt.sort_unstable();
    assert_eq!(dealt, [0, 1, 2]);
    printed(folder, "merge shards --out merged --quiet");
    assert!(written(&folder.join("merged")) == written(&folder.join("whole")));
}

#[test]
fn a_merge_prints_and_says_what_a_run_does() {
    let folder = storm();
    let folder = folder.path();
    shards(folder, 2, "--trials 10_000", "shards");
    for format in ["table", "csv", "json"] {
        let run = printed(folder, &format!("run scenarios --trials 10_000 --format {format} --quiet"));
        // In any order, by file or by folder, each named once or twice.
        let paths = "shards/shard-2-of-2.json shards scenarios/../shards/shard-1-of-2.json";
        assert_eq!(printed(folder, &format!("merge {paths} --format {format} --quiet")), run);
    }
    let (_, _, said) = battle_odds(folder, "run scenarios --trials 10_000 --shard 1/2 --out shards");
    assert_eq!(said, "written: shards/shard-1-of-2.json; when all 2 are there: battle-odds merge shards\n");
    let (_, _, said) = battle_odds(folder, "merge shards --out merged");
    assert_eq!(said, "\nwritten: summary.csv, distribution.csv and run.json in merged\n");
}

#[test]
fn a_wrong_scenario_is_left_out_of_every_shard() {
    let folder = storm();
    let folder = folder.path();
    let wrong = STORM.replace("\"steps[0].crossfire\" = false", "\"steps[0].order\" = \"sustaned\"");
    fs::write(folder.join("scenarios/storm.toml"), wrong).unwrap();
    assert_eq!(battle_odds(folder, "run scenarios --trials 10_000 --out whole --quiet").0, 2);
    for number in [1, 2] {
        let (code, _, said) =
            battle_odds(folder, &format!("run scenarios --trials 10_000 --shard {number}/2 --out shards --quiet"));
        assert!(code == 2 && said.contains("did you mean `sustained`?"), "{said}");
    }
    printed(folder, "merge shards --out merged --quiet");
    assert_eq!(written(&folder.join("merged")), written(&folder.join("whole")));
}

#[test]
fn an_incomplete_set_is_refused() {
    let folder = storm();
    let folder = folder.path();
    shards(folder, 8, "--trials 100", "shards");
    let shard = |number: u64| folder.join(format!("shards/shard-{number}-of-8.json"));
    fs::copy(shard(5), folder.join("copy.json")).unwrap();
    let said = refused(folder, "merge shards copy.json");
    assert!(said.contains("shard 5 is there twice: shards/shard-5-of-8.json and copy.json"), "{said}");
    fs::remove_file(shard(3)).unwrap();
    let said = refused(folder, "merge shards");
    assert!(said.contains("shard 3 of 8 is missing") && said.contains("--shard 3/8"), "{said}");
    fs::remove_file(shard(7)).unwrap();
    let said = refused(folder, "merge shards");
    assert!(said.contains("shards 3 and 7 of 8 are missing"), "{said}");
    assert!(refused(folder, "merge scenarios").contains("scenarios: there is no shard in this folder"));
    assert!(refused(folder, "merge shards nowhere.json").contains("nowhere.json: there is no such file"));
    // A refused command has written nothing.
    assert!(!folder.join("results").exists());
}

#[test]
fn shards_of_other_runs_are_refused() {
    let folder = storm();
    let folder = folder.path();
    shards(folder, 2, "--trials 100", "shards");
    let stranger = |shard: &str, options: &str| {
        printed(folder, &format!("run scenarios --shard {shard} {options} --out others --quiet"));
        let file = format!("others/shard-{}.json", shard.replace('/', "-of-"));
        let said = refused(folder, &format!("merge shards/shard-1-of-2.json {file}"));
        let names = format!("shards/shard-1-of-2.json and {file} are not of the same run: ");
        assert!(said.contains(&names), "{said}");
        said
    };
    assert!(stranger("2/2", "--trials 100 --seed 2").contains("--trials 100 --seed 2`"));
    assert!(stranger("2/2", "--trials 200").contains("--trials 200 --seed 1`"));
    assert!(stranger("2/2", "--trials 100 --set title=x").contains("--set title=x`"));
    assert!(stranger("2/3", "--trials 100").contains("one is of 2 shards, the other of 3"));
    let scenario = folder.join("scenarios/storm.toml");
    fs::write(&scenario, STORM.replace("count = 4 }", "count = 3 }")).unwrap();
    assert!(stranger("2/2", "--trials 100").contains("the scenario `storm` is not the same in both"));
    fs::write(&scenario, STORM.split("[[variants]]").next().unwrap()).unwrap();
    assert!(stranger("2/2", "--trials 100").contains("one has the scenario `storm · no crossfire`, the other has not"));
}

#[test]
fn torn_and_foreign_files_are_refused() {
    let folder = storm();
    let folder = folder.path();
    shards(folder, 2, "--trials 100", "shards");
    printed(folder, "run scenarios --trials 100 --quiet");
    let latest = written(&folder.join("results/latest"));
    let place = folder.join("shards/shard-2-of-2.json");
    let whole = fs::read_to_string(&place).unwrap();
    let wrong = |text: &[u8], why: &str| {
        fs::write(&place, text).unwrap();
        let said = refused(folder, "merge shards");
        assert!(said.contains("shards/shard-2-of-2.json: ") && said.contains(why), "{said}");
    };
    wrong(&whole.as_bytes()[..whole.len() / 2], "the file is torn");
    wrong(b"", "the file is torn");
    wrong(b"{}", "this is no shard of a run");
    wrong(b"\xff\x00", "this is no shard of a run");
    wrong(latest[2].as_bytes(), "this is no shard of a run");
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    wrong(whole.replace(&version, "\"version\":\"0.0.1\"").as_bytes(), "version 0.0.1 wrote it");
    assert_eq!(written(&folder.join("results/latest")), latest);
}

/// The first block of code in the page that contains these words.
pub(super) fn recipe(words: &str) -> &'static str {
    let blocks = README.split("```").skip(1).step_by(2);
    let block = blocks.into_iter().find(|block| block.contains(words)).unwrap();
    block.split_once('\n').unwrap().1
}

/// The path on which programs are found, with this one on it.
#[cfg(unix)]
pub(super) fn path_with_program() -> String {
    let program = assert_cmd::cargo::cargo_bin("battle-odds");
    format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap())
}

/// Runs a recipe of the page, with fewer trials, in a shell.
#[cfg(unix)]
fn shell(folder: &Path, recipe: &str, variable: &str, value: u64) {
    let mut command = process::Command::new("sh");
    let recipe = recipe.replace("100_000_000", "25_000");
    command.current_dir(folder).args(["-c", &recipe]).env("PATH", path_with_program()).env(variable, value.to_string());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{recipe}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Whether the merged files in `results/latest` are those of a run.
#[cfg(unix)]
pub(super) fn assert_whole(folder: &Path) {
    printed(folder, "run scenarios --trials 25_000 --out whole --quiet");
    assert_eq!(written(&folder.join("results/latest")), written(&folder.join("whole")));
}

#[cfg(unix)]
#[test]
fn the_recipe_for_gnu_parallel_works_where_it_is_installed() {
    let version = process::Command::new("parallel").arg("--version").output();
    if version.is_ok_and(|output| output.stdout.starts_with(b"GNU parallel")) {
        let folder = storm();
        shell(folder.path(), recipe("| parallel "), "LC_ALL", 0);
        assert_whole(folder.path());
    }
}

#[cfg(unix)]
#[test]
fn the_recipes_for_clusters_say_what_works() {
    let jobs =
        recipe("completionMode: Indexed").lines().find_map(|line| line.trim().strip_prefix("- battle-odds ")).unwrap();
    let jobs = format!("battle-odds {jobs}");
    for (recipe, variable, first) in
        [(recipe("#SBATCH"), "SLURM_ARRAY_TASK_ID", 1), (jobs.as_str(), "JOB_COMPLETION_INDEX", 0)]
    {
        let folder = storm();
        (first..first + 8).for_each(|index| shell(folder.path(), recipe, variable, index));
        printed(folder.path(), "merge shards --quiet");
        assert_whole(folder.path());
    }
}

/// A shard can be stopped like a run; half of it is worth nothing.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_no_shard() {
    let folder = storm();
    let mut child = process::Command::new(assert_cmd::cargo::cargo_bin("battle-odds"))
        .current_dir(folder.path())
        .args("run scenarios --trials 10_000_000_000 --shard 1/2 --out shards --quiet".split_whitespace())
        .stderr(process::Stdio::piped())
        .spawn()
        .unwrap();
    // The draft exists when the program handles signals.
    let begun = || fs::read_dir(folder.path().join("shards")).is_ok_and(|entries| entries.count() == 1);
    while !begun() {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert_eq!(fs::read_dir(folder.path().join("shards")).unwrap().count(), 0);
}
