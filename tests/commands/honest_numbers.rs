//! What is said about the certainty of numbers: intervals that hold, verdicts on whole batches, exact answers within their
//! memory.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

const STORM: &str = include_str!("storm.toml");

/// A folder with the printed example.
fn storm() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("storm.toml"), STORM).unwrap();
    folder
}

fn battle_odds(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::cargo_bin("battle-odds").unwrap();
    command.env("BATTLE_ODDS_LANG", "en").env_remove("COLUMNS");
    command.current_dir(folder).args(arguments.split_whitespace());
    command
}

fn output(folder: &Path, arguments: &str) -> String {
    let output = battle_odds(folder, arguments).assert().success().get_output().clone();
    String::from_utf8(output.stdout).unwrap()
}

/// The rows of a summary by their names, each with its numbers by column.
fn summary(folder: &Path, arguments: &str) -> Vec<(String, HashMap<String, f64>)> {
    let text = output(folder, &format!("{arguments} --format csv --quiet"));
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let columns = rows.headers().unwrap().clone();
    let numbers = |row: &csv::StringRecord| {
        let cells = columns.iter().zip(row).skip(7);
        cells.filter_map(|(column, cell)| Some((column.to_owned(), cell.parse().ok()?))).collect()
    };
    let named = rows.records().map(Result::unwrap);
    named.map(|row| (row.iter().take(6).collect::<Vec<_>>().join(" "), numbers(&row))).collect()
}

/// Five shots that hit on 6+; saves of 3+ let a third of the hits through.
const RARE: &str = r#"
system = "epic-armageddon"
goal = ["targets.destroyed"]

[units.gun]
type = "infantry"
speed = 15
cc = "6+"
ff = "6+"
weapons = [{ name = "Gun", range = 30, fire = "AP6+" }]

[units.target]
type = "infantry"
speed = 15
armour = "3+"
cc = "6+"
ff = "6+"
weapons = []

[formations.guns]
initiative = "1+"
units = [{ unit = "gun", count = 5 }]

[formations.targets]
initiative = "1+"
points = 100
units = [{ unit = "target", count = 5 }]

[[steps]]
action = "shoot"
by = "guns"
at = "targets"
range = 30
"#;

/// All five targets fall with chance (1/18)^5 = 5.3e-7. In 1,000 trials that is never seen, and what is said about it still
/// holds.
#[test]
fn what_was_never_seen_is_within_the_interval() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("rare.toml"), RARE).unwrap();
    let exact: HashMap<_, _> = summary(folder.path(), "run rare.toml --exact").into_iter().collect();
    let mut constant = 0;
    for (name, sampled) in summary(folder.path(), "run rare.toml --trials 1000") {
        let truth = exact[&name]["mean"];
        let (low, high) = (sampled["low"], sampled["high"]);
        if sampled["std_dev"] == 0.0 {
            assert!(low <= truth && truth <= high, "{name}: {truth} is not within {low} to {high}");
            constant += usize::from(exact[&name]["std_dev"] > 0.0);
        }
        assert!(low <= sampled["mean"] && sampled["mean"] <= high, "{name}: {low} to {high}");
        assert!(low >= 0.0 || name.ends_with("points_swing") && low >= -100.0, "{name}: {low}");
    }
    assert!(constant > 0, "nothing rare was never seen");
    let table = output(folder.path(), "run rare.toml --trials 1000 --quiet");
    assert!(table.contains("always seen") && !table.contains("always\n"), "{table}");
    assert!(table.contains("Always seen: otherwise with a chance of 0.4 % at most."), "{table}");
    assert!(!output(folder.path(), "run rare.toml --exact --quiet").contains("always seen"));
}

/// A goal that is reached in hardly any trial is found by splitting: all five fall one time in 18⁵, six never.
#[test]
fn of_a_goal_too_rare_for_trials_the_chance_is_said() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("rare.toml"), RARE).unwrap();
    let said = |more: &str| output(folder.path(), &format!("run rare.toml --trials 100000 --quiet {more}"));
    assert!(said("").contains("the goal, exactly: one in 1,889,568\n"), "{}", said(""));
    let never = said("--set goal=targets.losses>=6");
    assert!(never.contains("the goal, exactly: it cannot be reached\n"), "{never}");
    // Few trials do not promise anything of the kind, and a goal that is often reached does not need it.
    assert!(!output(folder.path(), "run rare.toml --trials 1000 --quiet").contains("exactly"));
    assert!(!said("--set goal=targets.losses>=1").contains("exactly"));
}

/// If the whole plan is too much work for so few trials, its first step is exact, and the rest begins there: what is said
/// about it holds, and no value of the first step has an interval.
#[test]
fn the_first_steps_may_be_exact_and_the_rest_sampled() {
    let folder = storm();
    let run = |way: &str| summary(folder.path(), &format!("run storm.toml --variant base {way}"));
    let exact: HashMap<_, _> = run("--exact --out exact").into_iter().collect();
    let (mut sampled, mut held) = (0, 0);
    for (name, row) in run("--method auto --trials 2000 --out mixed") {
        let truth = exact[&name]["mean"];
        if name.contains(" 1 ") {
            assert!(!row.contains_key("trials") && row["low"] == row["high"], "{name}: {row:?}");
            assert!((row["mean"] - truth).abs() < 1e-9, "{name}: {row:?}");
        } else if let Some(trials) = row.get("trials") {
            assert_eq!(*trials, 2000.0);
            sampled += 1;
            held += usize::from((row["low"]..=row["high"]).contains(&truth));
        }
    }
    // 95 of 100, for measures that depend on each other.
    assert!(sampled > 15 && held * 10 >= sampled * 8, "{held} of {sampled} hold");
    let rows = fs::read_to_string(folder.path().join("mixed/summary.csv")).unwrap();
    assert!(rows.lines().skip(1).all(|row| row.contains(",mixed,")), "{rows}");
    let again = fs::read_to_string(folder.path().join("mixed/distribution.csv")).unwrap();
    run("--method auto --trials 2000 --threads 1 --out mixed");
    assert_eq!(again, fs::read_to_string(folder.path().join("mixed/distribution.csv")).unwrap());
    assert!(output(folder.path(), "report mixed").is_empty());
    let page = fs::read_to_string(folder.path().join("mixed/report.html")).unwrap();
    assert!(page.contains("the first steps worked out exactly"), "{page}");
}

/// With a single target the chance that it is destroyed and the mean losses are the same event.
#[test]
fn an_event_and_a_mean_of_it_agree() {
    let folder = tempfile::tempdir().unwrap();
    let one = RARE.replace("unit = \"target\", count = 5", "unit = \"target\", count = 1");
    fs::write(folder.path().join("one.toml"), one.replace("count = 5", "count = 1")).unwrap();
    for way in ["--trials 50", "--trials 20000", "--precision 1%"] {
        let rows: HashMap<_, _> = summary(folder.path(), &format!("run one.toml {way}")).into_iter().collect();
        let ends = |metric: &str| {
            let row = &rows[&format!("one base epic-armageddon end targets {metric}")];
            [row["low"], row["high"]]
        };
        let close = |one: f64, other: f64| (one - other).abs() < 1e-9;
        let [low, high] = ends("destroyed");
        let losses = ends("losses");
        assert!(close(losses[0], low) && close(losses[1], high), "{way}: {losses:?}, {low} to {high}");
        let survivors = ends("survivors");
        assert!(close(survivors[0], 1.0 - high) && close(survivors[1], 1.0 - low), "{way}: {survivors:?}");
    }
}

/// If trials stop because of the goal, all intervals are wider than those of a number fixed beforehand, and this is
/// reported.
#[test]
fn all_intervals_hold_at_the_stopping_time() {
    let folder = storm();
    let stopped = summary(folder.path(), "run storm.toml --precision 1% --out stopped");
    let trials = stopped[0].1["trials"] as u64;
    let fixed = summary(folder.path(), &format!("run storm.toml --trials {trials} --out fixed"));
    let width = |row: &HashMap<String, f64>| row["high"] - row["low"];
    for ((name, stopped), (_, fixed)) in
        stopped.iter().zip(&fixed).filter(|((_, row), _)| row["trials"] as u64 == trials)
    {
        // Other trials with the same chances.
        let error = stopped["std_dev"].max(fixed["std_dev"]) * (2.0 / trials as f64).sqrt();
        assert!((stopped["mean"] - fixed["mean"]).abs() <= 5.0 * error, "{name}: {stopped:?} {fixed:?}");
        // For what was always the same both are nearly equal: 3 / n, and 3.84 / n.
        assert!(width(stopped) > width(fixed) || stopped["std_dev"] == 0.0, "{name}: {stopped:?} {fixed:?}");
    }
    let shares = |out: &str| {
        let text = fs::read_to_string(folder.path().join(out).join("distribution.csv")).unwrap();
        let row = text.lines().nth(1).unwrap().to_owned();
        let cells: Vec<f64> = row.split(',').filter_map(|cell| cell.parse().ok()).collect();
        cells[cells.len() - 2] - cells[cells.len() - 3]
    };
    assert!(shares("stopped") > shares("fixed"));
    let run = fs::read_to_string(folder.path().join("stopped/run.json")).unwrap();
    assert!(run.contains("every interval holds whenever the trials stop"), "{run}");
}

/// There is one verdict for all scenarios and variants: honest dice of ten seeds (the chance that one of them is doubted is
/// at most 10 %, and these are not).
#[test]
fn a_batch_has_one_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let variants = "[[variants]]\nname = \"four\"\nset = { \"formations.guns.units[0].count\" = 4 }\n";
    fs::write(folder.path().join("rare.toml"), format!("{RARE}\n{variants}")).unwrap();
    fs::write(folder.path().join("other.toml"), RARE.replace("AP6+", "AP4+")).unwrap();
    let measures = summary(folder.path(), "run . --trials 10").len();
    for seed in 1..=10 {
        let said = output(folder.path(), &format!("run . --verify --trials 20000 --seed {seed} --quiet"));
        let verdicts: Vec<&str> = said.lines().filter(|line| line.contains("agree with the exact odds")).collect();
        assert_eq!(verdicts.len(), 1, "{said}");
        assert!(verdicts[0].starts_with(&format!("All {measures} measures agree")), "{verdicts:?}");
    }
    let refused = battle_odds(folder.path(), "run . --verify --resume").assert().code(2).get_output().clone();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(said.contains("--verify does not go with --resume"), "{said}");
}

#[test]
fn the_closing_table_says_that_variants_have_the_same_dice() {
    let folder = storm();
    let said = output(folder.path(), "run storm.toml --trials 1000 --quiet");
    assert!(said.contains("Variants of a scenario are played with the same dice"), "{said}");
    assert!(said.contains("`battle-odds compare`"), "{said}");
    fs::write(folder.path().join("rare.toml"), RARE).unwrap();
    let said = output(folder.path(), "run rare.toml --trials 1000 --quiet");
    assert!(!said.contains("same dice"), "{said}");
}

#[test]
fn an_exact_answer_with_little_memory_says_what_it_does_not_know() {
    let folder = storm();
    let run = "run storm.toml --exact --set formations.warband.units[1].count=100";
    let little = format!("{run} --memory 16MB");
    let known = summary(folder.path(), run);
    let rows = summary(folder.path(), &format!("{little} --threads 1"));
    assert!(known.iter().all(|(_, numbers)| numbers["low"] == numbers["high"]));
    for ((name, known), (_, row)) in known.iter().zip(&rows) {
        // But for rounding.
        let within = row["low"] - 1e-12..=row["high"] + 1e-12;
        assert!(within.contains(&known["mean"]), "{name}: {} {row:?}", known["mean"]);
    }
    assert!(rows.iter().any(|(_, row)| row["low"] < row["mean"] && row["mean"] < row["high"]));
    // The same on all threads, and with other variants or without.
    assert_eq!(rows, summary(folder.path(), &format!("{little} --threads 2")));
    let alone = summary(folder.path(), &format!("{little} --variant base"));
    assert!(!alone.is_empty() && alone.len() < rows.len() && rows.starts_with(&alone));
    let said = output(folder.path(), &format!("{little} --variant base --quiet"));
    assert!(said.contains("left out as too rare"), "{said}");
}

/// A plan that needs more memory than allowed is refused, and does not crash, however much the machine has. A test build takes up
/// to 250 MB by itself; allowed 8 GB, this battle does not fit into 300 MB.
#[cfg(target_os = "linux")]
#[test]
fn exact_answers_keep_within_their_memory() {
    let folder = storm();
    let program = assert_cmd::cargo::cargo_bin("battle-odds");
    let run = "run storm.toml --exact --threads 1 --memory 1MB --set formations.warband.units[1].count=100";
    let line = format!("ulimit -v 300000; exec {} {run}", program.display());
    let output = Command::new("sh")
        .env("BATTLE_ODDS_LANG", "en")
        .args(["-c", &line])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("too large for an exact answer: about ") && said.contains("--memory "), "{said}");
}
