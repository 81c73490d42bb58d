//! `compare` and `rank` as users see them: what is printed and written, and what is reported about mistakes.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A shipped scenario.
fn shipped(name: &str) -> String {
    root().join("scenarios/epic-armageddon").join(name).with_extension("toml").display().to_string()
}

/// A thousand combinations of three choices.
fn mix() -> String {
    root().join("tests/commands/mix.toml").display().to_string()
}

/// Runs the program with a folder of its own for its files: exit code, standard output, standard error.
fn run(arguments: &[&str]) -> (i32, String, String, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().display().to_string();
    let mut command = Command::cargo_bin("battle-odds").unwrap();
    command.env("BATTLE_ODDS_LANG", "en").env_remove("COLUMNS");
    let output = command.args(arguments).args(["--out", &out, "--quiet"]).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr), folder)
}

fn well(arguments: &[&str]) -> (String, TempDir) {
    let (code, out, error, folder) = run(arguments);
    assert_eq!((code, error.as_str()), (0, ""), "{arguments:?}");
    (out, folder)
}

/// What is printed when all goes well, ignoring line breaks.
fn told(arguments: &[&str]) -> (String, TempDir) {
    let (out, folder) = well(arguments);
    (out.split_whitespace().collect::<Vec<_>>().join(" "), folder)
}

fn wrong(arguments: &[&str]) -> String {
    let (code, out, error, _) = run(arguments);
    assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {error}");
    error
}

fn rows(path: PathBuf) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

fn number(text: &str) -> f64 {
    text.parse().unwrap()
}

/// Which battery breaks the Guardians: the exact chances are 4.1, 15.4 and 45.0 %.
const BATTERIES: &str = "which-battery-against-guardians-in-ruins";

#[test]
fn a_comparison_says_who_is_better_by_how_much() {
    let (text, folder) = told(&["compare", &shipped(BATTERIES), "--method", "monte-carlo", "--trials", "30000"]);
    for words in [
        "30,000 paired trials",
        "“three Bombards” beats “three Manticores” by 29.8 ± 0.6 percentage points.",
        "only “three Bombards”",
        "army points",
        "The ± of all 3 differences hold together with a chance of 95 %.",
    ] {
        assert!(text.contains(words), "no {words} in {text}");
    }
    let differences = rows(folder.path().join("compare.csv"));
    assert_eq!(differences.len(), 3);
    let first = &differences[0];
    assert_eq!(first[..5], [BATTERIES, "base", "three Manticores", "goal", "monte-carlo"]);
    let (difference, low, high) = (number(&first[7]), number(&first[8]), number(&first[9]));
    assert!(
        low < difference && difference < high && (difference - (number(&first[5]) - number(&first[6]))).abs() < 1e-12
    );
    assert_eq!((first[10].as_str(), first[15].as_str()), ("30000", "worse"));
    assert_eq!(first[11..15].iter().map(|count| number(count)).sum::<f64>(), 30_000.0);
    let chances = rows(folder.path().join("chances.csv"));
    assert_eq!((chances.len(), chances[0][8].as_str()), (3, "250"));
    assert!((number(&chances[2][9]) - number(&chances[2][5]) / 2.5).abs() < 1e-12);
}

#[test]
fn exact_chances_have_exact_differences_and_sampled_ones_hold_them() {
    let (text, exact) = told(&["compare", &shipped(BATTERIES), "--exact"]);
    assert!(text.contains("· exact ") && !text.contains('±'), "{text}");
    let (_, sampled) =
        well(&["compare", &shipped(BATTERIES), "--trials", "100000", "--seed", "3", "--method", "monte-carlo"]);
    let (exact, sampled) = (rows(exact.path().join("compare.csv")), rows(sampled.path().join("compare.csv")));
    for (exact, sampled) in exact.iter().zip(&sampled) {
        assert_eq!((&exact[8], &exact[9], exact[10].as_str()), (&exact[7], &exact[7], ""));
        assert!(number(&sampled[8]) <= number(&exact[7]) && number(&exact[7]) <= number(&sampled[9]), "{sampled:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
    for command in [
        vec!["compare", "boyz-swarm-a-warlord", "--trials", "20000"],
        vec!["compare", "devastators-crossfire-a-warband", "--until-decided"],
        vec!["compare", "boyz-swarm-a-warlord", "--trials", "20000", "--method", "monte-carlo"],
        vec!["rank", "tacticals-charge-a-warband", "--margin", "5%"],
    ] {
        let file = shipped(command[1]);
        let bytes = |threads: &str| {
            let (text, folder) = well(&[&[command[0], &file], &command[2..], &["--threads", threads]].concat());
            let name = format!("{}.csv", command[0]);
            let files = [name.as_str(), "chances.csv"].map(|name| fs::read(folder.path().join(name)).unwrap());
            (text, files)
        };
        assert_eq!(bytes("1"), bytes("3"), "{command:?}");
    }
}

#[test]
fn it_goes_on_until_it_is_decided_or_may_not() {
    let file = shipped("boyz-swarm-a-warlord");
    let (text, _) = told(&["compare", &file, "--until-decided", "--margin", "1%", "--method", "monte-carlo"]);
    assert!(text.contains("Decided after") && text.contains("however often one has looked"), "{text}");
    assert!(text.contains("“half and half” beats “A mob at the Warlord's feet” by 3."), "{text}");
    // Two variants that cannot differ: soon within a margin, undecided for ever without one.
    let same = ["--set", "steps[0].crossfire=true", "--method", "monte-carlo"];
    let two = shipped("devastators-crossfire-a-warband");
    let (text, folder) = told(&[&["compare", &two, "--until-decided", "--margin", "1%"], &same[..]].concat());
    assert!(
        text.contains("“as written” and “no crossfire”: no difference larger than 1 percentage point (0.00 ±"),
        "{text}"
    );
    assert_eq!(rows(folder.path().join("compare.csv"))[1][15], "equivalent");
    let capped = ["compare", &two, "--until-decided", "--max-trials", "50000"];
    let (text, _) = told(&[&capped, &same[..]].concat());
    assert!(text.contains("50,000 trials were not enough to decide all of it"), "{text}");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("Neither “as written” nor “no crossfire” is shown to be better"), "{text}");
    assert!(text.contains("no number of trials would tell"), "{text}");
}

#[test]
fn other_formats_hold_the_same() {
    let file = shipped(BATTERIES);
    let (json, folder) = well(&["compare", &file, "--trials", "5000", "--format", "json"]);
    let value: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["command"], "battle-odds compare --trials 5000 --seed 1");
    assert_eq!(
        (value["contenders"][2]["points"].as_u64(), value["differences"].as_array().unwrap().len()),
        (Some(250), 3)
    );
    assert_eq!(value["contenders"][0]["trials"], Value::Null);
    let (csv, _) = well(&["compare", &file, "--trials", "5000", "--format", "csv"]);
    assert_eq!(csv, fs::read_to_string(folder.path().join("compare.csv")).unwrap());
}

/// All thousand within seconds; 200 more excluded by price; the winner is as good as the best found by playing all in full.
#[test]
fn the_best_of_a_thousand_is_found_with_little_work() {
    let (text, folder) = told(&["rank", &mix(), "--max-points", "100000"]);
    for words in ["The best: “whirlwinds: ", "With a chance of 95 % no other of the 1,000 ", "… and 988 more"] {
        assert!(text.contains(words), "no {words} in {text}");
    }
    let chances = rows(folder.path().join("chances.csv"));
    let trials: Vec<f64> = chances.iter().filter_map(|row| row[4].parse().ok()).collect();
    let most = trials.iter().copied().fold(0.0, f64::max);
    assert!(chances.len() == 1000 && trials.iter().sum::<f64>() < 0.2 * 1000.0 * most, "{trials:?}");
    let differences = rows(folder.path().join("rank.csv"));
    assert_eq!(differences.len(), 999);
    assert!(differences.iter().all(|row| row[15] == "better" || row[15] == "equivalent" || row[15] == "undecided"));
    // With a limit on points.
    let (text, folder) = told(&["rank", &mix(), "--margin", "5%"]);
    assert!(text.contains("more cost too many points, and were not played."), "{text}");
    let prices = rows(folder.path().join("chances.csv")).into_iter().map(|row| number(&row[8]));
    assert!(prices.fold(0.0, f64::max) <= 700.0);
}

#[test]
fn a_race_of_variants_is_won_by_the_exactly_best() {
    for name in [BATTERIES, "macro-weapons-against-land-raiders", "deathstrikes-at-a-reaver"] {
        let (_, race) = well(&["rank", &shipped(name)]);
        let (_, exact) = well(&["rank", &shipped(name), "--exact"]);
        let first = |folder: &TempDir| rows(folder.path().join("chances.csv"))[0].clone();
        let (race, exact) = (first(&race), first(&exact));
        assert_eq!(race[1], exact[1]);
        assert!(number(&race[6]) <= number(&exact[5]) && number(&exact[5]) <= number(&race[7]), "{race:?} {exact:?}");
    }
}

/// Guns at boyz, two shots a gun: how many guns, at 50 points each, and whether they stand still, for 40.
const GUNS: &str = r#"
system = "epic-armageddon"
goal = ["boyz.losses >= 2"]
[units.gun]
type = "infantry"
weapons = [{ name = "Gun", count = 2, range = 45, fire = "AP4+" }]
[units.boy]
type = "infantry"
armour = "5+"
[formations.guns]
initiative = "2+"
units = [{ unit = "gun", count = 1 }]
[formations.boyz]
initiative = "3+"
units = [{ unit = "boy", count = 6 }]
[[steps]]
action = "shoot"
by = "guns"
at = "boyz"
range = 30
[[choices]]
name = "guns"
path = "formations.guns.units[0].count"
values = [1, 2, 3, 4, 5, 6]
points = [50, 100, 150, 200, 250, 300]
[[choices]]
name = "order"
path = "steps[0].order"
values = ["advance", "sustained"]
points = [0, 40]
"#;

/// The cheapest that is good enough, whether raced or exact. A shot kills on a 4+ and then a failed 5+: 1/3; on a 3+ where the
/// guns stand still: 4/9. At least two of the six are lost to n shots with chance 1 − (1 − p)^n − n p (1 − p)^(n − 1): four shots of
/// 1/3 do it 40.7 % of the time, four of 4/9 60.0 %, six of 1/3 64.9 %; two guns that stand still cost 140, three that do not 150.
/// Twelve shots of 4/9, the most there are, do it 99.1 % of the time.
#[test]
fn the_cheapest_that_reaches_a_chance_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("guns.toml");
    fs::write(&path, GUNS).unwrap();
    let path = path.display().to_string();
    for more in [&[][..], &["--exact"]] {
        let (text, out) = told(&[&["rank", &path, "--at-least", "50%"], more].concat());
        let cheapest =
            "The cheapest that reaches its goal at least 50 % of the time: “guns: 2, order: sustained”, 140 points";
        assert!(text.contains(cheapest), "{text}");
        let chances = rows(out.path().join("chances.csv"));
        assert_eq!(chances.len(), 12);
        let enough = chances.iter().filter(|row| number(&row[6]) >= 0.5);
        assert_eq!(enough.map(|row| number(&row[8])).fold(f64::INFINITY, f64::min), 140.0);
    }
    let (text, _) = told(&["rank", &path, "--at-least", "99.9%"]);
    assert!(text.contains("None that has a price reaches its goal 99.9 % of the time for certain."), "{text}");
}

/// Options that change several keys at once.
#[test]
fn options_are_ranked_by_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ways.toml");
    let text = fs::read_to_string(mix())
        .unwrap()
        .replace("../../scenarios/armies", &root().join("scenarios/armies").display().to_string());
    let text = &text[..text.find("[[choices]]").unwrap()];
    let options = "[[choices]]\nname = \"way\"\npoints = [0, 75]\noptions = [\n  { name = \"as they are\" },\n  \
                   { name = \"closer\", set = { \"steps[0].range\" = 60, \"steps[1].range\" = 30 } },\n]\n";
    fs::write(&path, format!("{text}{options}")).unwrap();
    let (text, out) = told(&["rank", &path.display().to_string(), "--max-points", "100000"]);
    let mut names: Vec<String> = rows(out.path().join("chances.csv")).into_iter().map(|row| row[1].clone()).collect();
    names.sort();
    assert_eq!(names, ["way = as they are", "way = closer"], "{text}");
    let prices: Vec<f64> = rows(out.path().join("chances.csv")).iter().map(|row| number(&row[8])).collect();
    assert_eq!((prices[0] - prices[1]).abs(), 75.0);
}

/// Four combinations of two choices in the storm, without the excluded one.
const EXCLUDED: &str = r#"
[[choices]]
name = "Tacticals"
path = "formations.tacticals.units[0].count"
values = [2, 4]
points = [100, 200]
[[choices]]
name = "way"
options = [{ name = "gunline", set = { "steps[0].order" = "sustained" } }, { name = "on the move" }]
[[exclusions]]
Tacticals = 4
way = ["on the move"]
"#;

fn storm_with(folder: &TempDir, choices: &str) -> String {
    let path = folder.path().join("storm.toml");
    let plain = include_str!("storm.toml").split("[[variants]]").next().unwrap();
    fs::write(&path, format!("{plain}{choices}")).unwrap();
    path.display().to_string()
}

#[test]
fn exclusions_are_left_out_and_each_choice_has_a_column() {
    let folder = tempfile::tempdir().unwrap();
    let (text, out) = told(&["rank", &storm_with(&folder, EXCLUDED), "--margin", "5%"]);
    assert!(text.contains("1 more is excluded, and was not played."), "{text}");
    let written = fs::read_to_string(out.path().join("chances.csv")).unwrap();
    assert!(
        written.lines().next().unwrap().ends_with(",points,per_100_points,seed,goal,tags,Tacticals,way"),
        "{written}"
    );
    let mut taken: Vec<Vec<String>> =
        rows(out.path().join("chances.csv")).iter().map(|row| row[13..].to_vec()).collect();
    taken.sort();
    assert_eq!(taken, [["2", "gunline"], ["2", "on the move"], ["4", "gunline"]]);
    let none = EXCLUDED.replace("Tacticals = 4", "Tacticals = [2, 4]").replace("[\"on", "[\"gunline\", \"on");
    let shown = wrong(&["rank", &storm_with(&folder, &none)]);
    assert!(shown.contains("0 of 4 candidates are not excluded"), "{shown}");
    let shown = wrong(&["rank", &storm_with(&folder, &EXCLUDED.replace("[\"on the move", "[\"on the mov"))]);
    assert!(
        shown.contains("no value is called `on the mov`") && shown.contains("did you mean `on the move`?"),
        "{shown}"
    );
}

/// By a mean: the exact one is that of `run`, the leader of a race is as good within the margin, and intervals hold.
#[test]
fn candidates_are_ranked_by_the_mean_of_a_measure() {
    let folder = tempfile::tempdir().unwrap();
    let path = storm_with(&folder, EXCLUDED);
    for (measure, first, less_is_better) in [
        ("tacticals.losses", "smallest", true),
        ("warband.losses", "largest", false),
        ("tacticals.points_swing", "largest", false),
    ] {
        let by = |more: &[&str]| {
            let (text, out) = told(&[&["rank", &path, "--by", measure], more].concat());
            assert!(text.contains(&format!("by: the mean of {measure}, the {first} first")), "{text}");
            let written = fs::read_to_string(out.path().join("means.csv")).unwrap();
            assert!(written.starts_with("scenario,variant,metric,method,trials,mean,low,high,"), "{written}");
            let differences = fs::read_to_string(out.path().join("rank.csv")).unwrap();
            assert!(differences.starts_with("scenario,variant,other,metric,method,mean,other_mean,"), "{differences}");
            assert!(rows(out.path().join("rank.csv")).iter().all(|row| row[15] != "worse"), "{differences}");
            rows(out.path().join("means.csv"))
        };
        let exact = by(&["--exact"]);
        let means: Vec<f64> = exact.iter().map(|row| number(&row[5])).collect();
        assert!(
            means.windows(2).all(|two| if less_is_better { two[0] <= two[1] } else { two[0] >= two[1] }),
            "{means:?}"
        );
        // The price of the choice replaces that of the formation.
        let (set, value) = ("formations.tacticals.units[0].count=2", ["2", "on the move"]);
        let priced = "formations.tacticals.points=100";
        let (_, out) = well(&["run", &path, "--exact", "--set", set, "--set", priced]);
        let metric = measure.split_once('.').unwrap().1;
        let summary = rows(out.path().join("summary.csv"));
        let run = summary.iter().filter(|row| row.iter().any(|cell| cell == metric));
        let known = number(&exact.iter().find(|row| row[13..] == value).unwrap()[5]);
        let is_it =
            |row: &Vec<String>| row.iter().any(|cell| cell.parse().is_ok_and(|mean: f64| (mean - known).abs() < 1e-9));
        assert!(run.clone().any(is_it), "{known}: {:?}", run.collect::<Vec<_>>());
        let raced = by(&["--method", "monte-carlo", "--within", "1"]);
        for row in &raced {
            let truth = number(&exact.iter().find(|exact| exact[1] == row[1]).unwrap()[5]);
            assert!(number(&row[6]) <= truth && truth <= number(&row[7]), "{measure}: {row:?} {truth}");
        }
        let leader = number(&exact.iter().find(|exact| exact[1] == raced[0][1]).unwrap()[5]);
        assert!((leader - means[0]).abs() <= 1.0, "{leader} {means:?}");
    }
    // An event is ranked by its chance.
    let (text, out) = told(&["rank", &path, "--by", "warband.broken", "--exact"]);
    assert!(text.contains("by: the chance of warband.broken, the largest first") && text.contains('%'), "{text}");
    assert_eq!(rows(out.path().join("chances.csv"))[0][2], "warband.broken");
    let (json, _) = well(&["rank", &path, "--by", "tacticals.losses", "--exact", "--format", "json"]);
    let value: Value = serde_json::from_str(&json).unwrap();
    assert!(value["contenders"][0]["mean"].is_number() && value["contenders"][0]["chance"].is_null(), "{json}");
    assert!(wrong(&["rank", &path, "--by", "tacticals.loses"]).contains("did you mean `losses`?"));
    assert!(wrong(&["rank", &path, "--by", "tacticals.losses", "--within", "0"]).contains("a number above 0"));
}

#[test]
fn other_commands_play_a_scenario_with_choices_as_written() {
    let (text, _) = told(&["run", &mix(), "--trials", "1000"]);
    assert!(text.contains("How many Whirlwinds") && !text.contains("How likely each goal"), "{text}");
}

/// Candidates that cannot be played are left out and reported; the others are compared and ranked.
#[test]
fn one_impossible_candidate_ends_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let scenario = include_str!("storm.toml");
    let variant = scenario.replacen("set = {", "set = { \"formations.nobody.points\" = 3, ", 1);
    let (text, left) = told(&["compare", &write("variant.toml", &variant)]);
    assert!(text.contains("left out: “no crossfire” (") && text.contains("no `nobody`"), "{text}");
    assert_eq!(rows(left.path().join("chances.csv")).len(), 2);
    let plain = scenario.split("[[variants]]").next().unwrap();
    let choice = "[[choices]]\npath = \"formations.tacticals.units[0].count\"\nvalues = [2, 0, 4]\n";
    let (text, left) = told(&["rank", &write("none.toml", &format!("{plain}{choice}")), "--margin", "5%"]);
    assert!(text.contains("left out: “Tactical in the formation: 0” ("), "{text}");
    assert_eq!(rows(left.path().join("chances.csv")).len(), 2);
    // A formation that has charged does not shoot as well.
    let twice = "[[choices]]\npath = \"steps[0].by\"\nvalues = [\"devastators\", \"tacticals\"]\n\
        [[choices]]\npath = \"steps[0].range\"\nvalues = [30, 15]\n";
    let (text, left) = told(&["rank", &write("twice.toml", &format!("{plain}{twice}")), "--margin", "5%"]);
    assert!(text.contains("`tacticals` acts in two steps"), "{text}");
    assert_eq!(rows(left.path().join("chances.csv")).len(), 2);
}

/// Candidates known exactly are called equal, and have no interval; the price of a choice replaces the formation's own
/// points, unless it adds to them.
#[test]
fn equal_candidates_are_called_equal_and_prices_replace_or_add() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let plain = include_str!("storm.toml").split("[[variants]]").next().unwrap().to_owned();
    let alike = "[[choices]]\nname = \"alike\"\npath = \"units.tactical.name\"\nvalues = [\"a\", \"b\"]\n";
    let shot = ["--set", "steps[1].skip=true", "--set", "goal=warband.broken"];
    let file = write("alike.toml", &(plain.clone() + alike));
    let (text, left) = told(&[&["rank", &file], &shot[..]].concat());
    assert!(text.contains("· exact") && text.contains("The 2 in the bracket at the top are equal."), "{text}");
    let row = &rows(left.path().join("rank.csv"))[0];
    assert_eq!((row[4].as_str(), row[7].as_str(), row[15].as_str()), ("exact", "0", "equivalent"));
    let priced = "[[choices]]\nname = \"n\"\npath = \"formations.tacticals.units[0].count\"\nvalues = [2, 4]\npoints = [100, 200]\n";
    let points = |name: &str, text: String| {
        let (_, left) = told(&["rank", &write(name, &text), "--margin", "5%"]);
        let mut points: Vec<f64> = rows(left.path().join("chances.csv")).iter().map(|row| number(&row[8])).collect();
        points.sort_by(f64::total_cmp);
        points
    };
    // The Devastators cost 250, the Tacticals 300 as written.
    assert_eq!(points("instead.toml", plain.clone() + priced), [350.0, 450.0]);
    assert_eq!(points("beside.toml", plain + priced + "adds = true\n"), [650.0, 750.0]);
}

/// Some are known exactly, others by their likely ways and trials of the rare ones: each row says which, and only the
/// sampled ones have intervals.
#[test]
fn what_is_too_large_is_sampled_and_the_rest_is_exact() {
    let (_, exact) = told(&["compare", &shipped(BATTERIES)]);
    assert!(rows(exact.path().join("compare.csv")).iter().all(|row| row[4] == "exact" && row[8] == row[9]));
    let (text, sampled) = told(&["compare", &shipped("boyz-swarm-a-warlord"), "--trials", "50000"]);
    let differences = rows(sampled.path().join("compare.csv"));
    for row in &differences {
        assert_eq!((row[4].as_str(), row[10].as_str(), row[11].as_str()), ("mixed", "50000", ""));
        assert!(number(&row[8]) < number(&row[7]) && number(&row[7]) < number(&row[9]), "{row:?}");
    }
    assert!(text.contains("which are rolled: as sure as 50,000 trials each"), "{text}");
    assert!(text.contains("each has had luck of its own"), "{text}");
    let (_, paired) =
        told(&["compare", &shipped("boyz-swarm-a-warlord"), "--method", "monte-carlo", "--trials", "50000"]);
    for (apart, paired) in differences.iter().zip(rows(paired.path().join("compare.csv"))) {
        assert!(number(&apart[8]) <= number(&paired[9]) && number(&paired[8]) <= number(&apart[9]), "{paired:?}");
    }
}

#[test]
fn mistakes_are_pointed_at() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let scenario = include_str!("storm.toml");
    let plain = scenario.split("[[variants]]").next().unwrap();
    let bare = write("bare.toml", plain);
    assert!(wrong(&["compare", &bare]).contains("nothing to compare: the scenario has no variants"));
    assert!(wrong(&["rank", &bare]).contains("nothing to rank: no variants and no choices"));
    let choice =
        |key: &str| format!("{plain}\n[[choices]]\npath = \"formations.{key}.units[0].count\"\nvalues = [1, 2]\n");
    let shown = wrong(&["rank", &write("far.toml", &choice("warbnd"))]);
    assert!(
        shown.contains("no `warbnd`") && shown.contains("did you mean `warband`") && shown.contains("far.toml:"),
        "{shown}"
    );
    let shown = wrong(&["rank", &write("wild.toml", &choice("warband").replace("[1, 2]", "[1, 'many']"))]);
    assert!(
        shown.contains("wild.toml:")
            && shown.contains("found \"many\"")
            && shown.contains("this is about the candidate"),
        "{shown}"
    );
    let shown = wrong(&["rank", &write("dear.toml", &choice("warband")), "--max-points", "1"]);
    assert!(shown.contains("0 of 2 candidates cost no more than max-points"), "{shown}");
    assert!(shown.contains("the cheapest costs"), "{shown}");
    let many = format!("[{}]", (0..1001).map(|count| count.to_string()).collect::<Vec<_>>().join(", "));
    let second = "[[choices]]\npath = \"steps[0].range\"\nvalues = [1, 2]\n";
    let shown = wrong(&["rank", &write("many.toml", &(choice("warband") + second).replace("[1, 2]", &many))]);
    assert!(shown.contains("more than 1000000 combinations"), "{shown}");
    let army = root().join("scenarios/armies/orks.toml").display().to_string();
    assert!(wrong(&["compare", &army]).contains("an army file, no scenario"));
    let variant = scenario.replace("set = {", "set = { \"formations.nobody.points\" = 3, ");
    let shown = wrong(&["compare", &write("variant.toml", &variant)]);
    assert!(shown.contains("no `nobody`") && shown.contains("this is about the variant"), "{shown}");
    let share = "a share from 0.000001 to 0.5 is expected, e.g. 0.5% or 0.005";
    assert!(wrong(&["compare", &bare, "--margin", "70%"]).contains(share));
    assert!(wrong(&["compare", &bare, "--max-trials", "5"]).contains("not provided:\n  --until-decided"));
}
