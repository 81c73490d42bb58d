//! One file, and nothing asked for that needs trials: an exact answer where that costs less. What scripts and batches ask for
//! stays as it was.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use super::killed::MELEE;
use super::shards::{printed, written};

/// Five shots: hardly anything to work out.
const SHOTS: &str = r#"system = "epic-armageddon"
[units]
gun = { type = "infantry", speed = 15, armour = "4+", cc = "5+", ff = "4+", weapons = [{ name = "Gun", range = 45, fire = "AP5+" }] }
target = { type = "infantry", speed = 15, armour = "5+", cc = "4+", ff = "6+" }
[formations.guns]
initiative = "1+"
units = [{ unit = "gun", count = 5 }]
[formations.targets]
initiative = "3+"
units = [{ unit = "target", count = 5 }]
[[steps]]
action = "shoot"
by = "guns"
at = "targets"
range = 30
"#;

/// The ways in which the results in a folder were found, each once.
fn methods(out: &Path) -> Vec<String> {
    let text = fs::read_to_string(out.join("summary.csv")).unwrap();
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let column = rows.headers().unwrap().iter().position(|name| name == "method").unwrap();
    let mut methods: Vec<String> = rows.records().map(|row| row.unwrap()[column].to_owned()).collect();
    methods.sort_unstable();
    methods.dedup();
    methods
}

#[test]
fn one_file_is_answered_exactly_where_that_costs_less() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::create_dir(folder.join("scenarios")).unwrap();
    fs::write(folder.join("scenarios/shots.toml"), SHOTS).unwrap();
    let latest = folder.join("results/latest");
    let said = "exact, as that costs less than about 1,000,000 trials; --method monte-carlo plays them";
    let table = printed(folder, "run scenarios/shots.toml --quiet");
    assert!(table.split_whitespace().collect::<Vec<_>>().join(" ").contains(said), "{table}");
    assert_eq!(methods(&latest), ["exact"]);
    let of_itself = written(&latest);
    // The command in the files repeats them, wherever they go.
    let command = "battle-odds run --method cheaper --trials 1000000 --seed 1";
    assert!(of_itself[2].contains(command), "{}", of_itself[2]);
    printed(folder, "run scenarios/shots.toml --method cheaper --trials 1000000 --seed 1 --out again --quiet");
    assert!(written(&folder.join("again")) == of_itself);
    // Whoever asks for trials, for dice, for files, or for a folder gets trials.
    for asked in ["--trials 1000", "--method monte-carlo", "--seed 1", "--format csv"] {
        let printed = printed(folder, &format!("run scenarios/shots.toml --quiet {asked}"));
        assert!(!printed.contains("exact, as"), "{asked}: {printed}");
        assert_eq!(methods(&latest), ["monte-carlo"], "{asked}");
    }
    printed(folder, "run scenarios/shots.toml --quiet --out elsewhere");
    assert_eq!(methods(&folder.join("elsewhere")), ["monte-carlo"]);
    printed(folder, "run scenarios --quiet");
    assert_eq!(methods(&latest), ["monte-carlo"]);
    let by_trials = written(&latest);
    printed(folder, "run scenarios/shots.toml --quiet --seed 1");
    assert!(written(&latest)[..2] == by_trials[..2]);
}

#[test]
fn what_costs_more_exactly_is_answered_by_trials() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("melee.toml"), MELEE).unwrap();
    let cheaper = printed(folder, "run melee.toml --variant base --method cheaper --trials 2000 --out cheaper --quiet");
    let trials = printed(folder, "run melee.toml --variant base --trials 2000 --out trials --quiet");
    assert_eq!(cheaper, trials);
    let [cheaper, trials] = ["cheaper", "trials"].map(|out| written(&folder.join(out)));
    assert_eq!(cheaper[..2], trials[..2]);
}
