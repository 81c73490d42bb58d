//! `sweep`, `solve`, `luck` and `sensitivity` as users see them: what is printed and written, how trials agree with exact
//! answers, and what is reported about mistakes.

use std::collections::HashMap;
use std::fs;

use assert_cmd::Command;
use tempfile::TempDir;

const DUEL: &str = r#"system = "epic-armageddon"
title = "Guns & boyz"
goal = ["boyz.losses >= 2"]
[units.gun]
type = "infantry"
weapons = [{ name = "Gun", count = 2, range = 45, fire = "AP4+" }, { name = "Knife", fire = "assault weapon" }]
[units.boy]
type = "infantry"
armour = "5+"
abilities = ["fearless"]
[formations.guns]
initiative = "2+"
units = [{ unit = "gun", count = 4 }]
[formations.others]
initiative = "2+"
units = [{ unit = "boy", count = 2 }]
[formations.boyz]
initiative = "3+"
units = [{ unit = "boy", count = 6 }]
[[steps]]
action = "shoot"
by = "guns"
at = "boyz"
range = 30
[[variants]]
name = "in ruins"
set = { "steps[0].cover" = "ruins" }
[[variants]]
name = "at others"
set = { "steps[0].at" = "others" }
"#;

/// Runs the program on the duel: exit code, standard output, standard error, the folder with its files.
fn run(arguments: &[&str]) -> (i32, String, String, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("duel.toml"), DUEL).unwrap();
    let mut command = Command::cargo_bin("battle-odds").unwrap();
    command.env("BATTLE_ODDS_LANG", "en").env_remove("COLUMNS");
    let (name, more) = arguments.split_first().unwrap();
    command.current_dir(folder.path()).args([name, "duel.toml"]).args(more).args(["--out", "out", "--quiet"]);
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr), folder)
}

fn well(arguments: &[&str]) -> (String, TempDir) {
    let (code, out, error, folder) = run(arguments);
    assert_eq!((code, error.as_str()), (0, ""), "{arguments:?}");
    (out, folder)
}

/// The rows of a CSV, by the names of their columns.
fn rows(text: &str) -> Vec<HashMap<String, String>> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
}

fn number(row: &HashMap<String, String>, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} of {row:?}"))
}

const COUNTS: &str = "formations.guns.units[0].count=2..7";

#[test]
fn a_sweep_by_trials_agrees_with_the_exact_one() {
    let sweep = |more: &[&str]| {
        let (out, folder) = well(&[&["sweep", "--vary", COUNTS, "--format", "csv"], more].concat());
        assert_eq!(fs::read_to_string(folder.path().join("out/sweep.csv")).unwrap(), out);
        rows(&out)
    };
    let (exact, sampled) = (sweep(&["--exact"]), sweep(&["--method", "monte-carlo", "--trials", "30000"]));
    assert_eq!((exact.len(), sampled.len()), (6, 6));
    for (place, (known, found)) in exact.iter().zip(&sampled).enumerate() {
        assert_eq!(
            (&known["value"], &known["method"], &known["trials"]),
            (&(place + 2).to_string(), &"exact".into(), &"".into())
        );
        assert_eq!((&found["method"], &found["trials"]), (&"monte-carlo".into(), &"30000".into()));
        let truth = number(known, "chance");
        assert!(number(found, "low") <= truth && truth <= number(found, "high"), "{found:?}");
        if place > 0 {
            let step = number(known, "difference");
            assert!((step - truth + number(&exact[place - 1], "chance")).abs() < 1e-12);
            assert!(number(found, "difference_low") <= step && step <= number(found, "difference_high"), "{found:?}");
            assert_eq!((&found["against"], &found["verdict"]), (&(place + 1).to_string(), &"better".into()));
        }
    }
    // By default it is exact if that is cheaper.
    assert_eq!(sweep(&[]), exact);
    let precise = sweep(&["--method", "monte-carlo", "--precision", "1%"]);
    for (known, found) in exact.iter().zip(&precise) {
        let truth = number(known, "chance");
        assert!(number(found, "low") <= truth && truth <= number(found, "high"), "{found:?}");
        assert!(number(found, "high") - number(found, "low") <= 0.02);
    }
}

#[test]
fn three_keys_have_curves_for_each_value_of_the_third() {
    let keys = [COUNTS, "steps[0].cover=open,ruins", "formations.boyz.units[0].count=3,6"];
    let vary: Vec<&str> = keys.iter().flat_map(|key| ["--vary", key]).collect();
    let (table, folder) = well(&[&["sweep", "--exact"], &vary[..]].concat());
    // A heading is wrapped where the terminal ends.
    let heading = "(cover of step 1: ruins, boy in the formation: 3) 2 ";
    let words = table.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(heading), "no {heading} in {table}");
    assert_eq!(table.matches("A = open, B = ruins").count(), 2);
    let picture = fs::read_to_string(folder.path().join("out/sweep.svg")).unwrap();
    assert_eq!((picture.matches("<polyline").count(), picture.matches("<g ").count()), (4, 2));
    let all = rows(&fs::read_to_string(folder.path().join("out/sweep.csv")).unwrap());
    assert_eq!(all.len(), 24);
    for (cover, count) in [("open", "3"), ("ruins", "3"), ("open", "6"), ("ruins", "6")] {
        let set = [
            "--set".to_owned(),
            format!("steps[0].cover={cover}"),
            "--set".to_owned(),
            format!("{}={count}", "formations.boyz.units[0].count"),
        ];
        let set: Vec<&str> = set.iter().map(String::as_str).collect();
        let (alone, _) = well(&[&["sweep", "--vary", COUNTS, "--exact", "--format", "csv"], &set[..]].concat());
        let of = all.iter().filter(|row| row["value2"] == cover && row["value3"] == count);
        let (of, alone): (Vec<_>, _) = (of.collect(), rows(&alone));
        assert_eq!((of.len(), &of[0]["path3"]), (6, &"formations.boyz.units[0].count".to_owned()));
        for (one, other) in of.iter().zip(&alone) {
            assert_eq!(
                (&one["value"], &one["chance"], &one["against"]),
                (&other["value"], &other["chance"], &other["against"])
            );
        }
    }
    let (code, _, error, _) = run(&[&["sweep"], &vary[..], &["--vary", "steps[0].range=10,20"]].concat());
    assert!(code == 2 && error.contains("up to three keys can vary, `steps[0].range` is the fourth"), "{error}");
}

#[test]
fn two_keys_have_a_curve_for_each_value_of_the_second() {
    let (table, folder) = well(&[
        "sweep",
        "--vary",
        COUNTS,
        "--vary",
        "steps[0].order=advance,sustained,double",
        "--method",
        "monte-carlo",
        "--trials",
        "20000",
    ]);
    assert_eq!(table.matches("Gun in the formation (order of step 1: ").count(), 3, "{table}");
    assert!(table.contains("A = advance, B = sustained, C = double"), "{table}");
    let picture = fs::read_to_string(folder.path().join("out/sweep.svg")).unwrap();
    assert_eq!((picture.matches("<polygon").count(), picture.matches("<circle").count()), (3, 21));
    assert!(picture.contains("Guns &amp; boyz") && picture.ends_with("</svg>\n"));
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let by_trials = ["--method", "monte-carlo", "--trials", "20000"];
    // A row a value, 2 to 7; one for each thing seen and one for both; of the others it depends on what is tried.
    let commands: [(&[&str], Option<usize>); 4] = [
        (&["sweep", "--vary", COUNTS], Some(6)),
        (&["solve", "--vary", COUNTS, "--at-least", "60%"], None),
        (&["luck", "--saw", "boyz.losses=4", "--saw", "1.boyz.hits=4"], Some(3)),
        (&["sensitivity", "--formation", "boyz"], None),
    ];
    for (command, rows) in commands {
        for format in ["table", "csv", "json"] {
            let out = |threads| well(&[command, &by_trials, &["--threads", threads, "--format", format]].concat()).0;
            assert_eq!(out("1"), out("3"), "{command:?}");
        }
        let (json, _) = well(&[command, &["--format", "json"]].concat());
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!((&json["scenario"], &json["goal"][0]), (&"duel".into(), &"boyz.losses >= 2".into()));
        let written = json["rows"].as_array().unwrap().len();
        assert!(rows.map_or(written > 0, |rows| written == rows), "{command:?}: {written}");
    }
}

#[test]
fn what_is_solved_is_the_smallest_and_proven() {
    let (out, _) = well(&["sweep", "--vary", "formations.guns.units[0].count=1..20", "--exact", "--format", "csv"]);
    let chances: Vec<f64> = rows(&out).iter().map(|row| number(row, "chance")).collect();
    let sampled = &["--method", "monte-carlo", "--trials", "200_000"];
    for (asked, at_least, more) in [
        ("75%", 0.75, &["--exact"][..]),
        ("75%", 0.75, sampled),
        ("30%", 0.3, &["--all"]),
        ("0.99", 0.99, &["--exact"]),
    ] {
        let smallest = 1 + chances.iter().position(|&chance| chance >= at_least).unwrap();
        let vary = ["solve", "--vary", "formations.guns.units[0].count=1..20", "--at-least", asked, "--format", "csv"];
        let (out, _) = well(&[&vary, more].concat());
        let rows = rows(&out);
        let answer = rows.iter().position(|row| row["answer"] == "yes").unwrap();
        assert_eq!(rows[answer]["value"], smallest.to_string());
        assert!(number(&rows[answer], "low") >= 0.0);
        let before = &rows[answer - 1];
        assert_eq!((&before["value"], &before["verdict"]), (&(smallest - 1).to_string(), &"fails".into()));
        assert!(number(before, "high") < 0.0);
        assert_eq!(rows.len() < 20, more != ["--all"], "{}", rows.len());
    }
    let falls = ["solve", "--vary", "units.boy.armour=2+..6+", "--at-most", "30%", "--largest"];
    let (text, _) = well(&falls);
    assert!(text.contains("Armour of boy: 2+ (13.848 %) is the largest"), "{text}");
    let (text, _) = well(&["solve", "--vary", COUNTS, "--at-least", "100%"]);
    assert!(text.contains("Gun in the formation: none of the 6 has a chance of at least 100 %"), "{text}");
    let few = ["--method", "monte-carlo", "--trials", "1000"];
    let (text, _) = well(&[&["solve", "--vary", "steps[0].range=30,40", "--at-least", "80%"], &few[..]].concat());
    assert!(text.contains("Range of step 1: none is known to have a chance of at least 80 %"), "{text}");
}

#[test]
fn luck_is_read_off_the_distribution() {
    // Six dice for a 4+ against armour of 5+: each kills with 1/2 · 2/3 = 1/3; five or more of six: (6·2 + 1)/3^6.
    let six = "formations.guns.units[0].count=3";
    let (out, _) = well(&["luck", "--saw", "boyz.losses=5", "--set", six, "--exact", "--format", "csv"]);
    let row = &rows(&out)[0];
    assert!((number(row, "chance") - 13.0 / 729.0).abs() < 1e-9, "{row:?}");
    assert_eq!((&row["verdict"], &row["direction"]), (&"one in 56".into(), &"at-least".into()));
    let (text, _) = well(&["luck", "--saw", "boyz.losses=7", "--exact"]);
    assert!(text.contains("impossible"), "{text}");
    let (text, _) = well(&["luck", "--saw", "boyz.losses=7", "--trials", "10000", "--method", "monte-carlo"]);
    assert!(text.contains("never seen: rarer than one in 2,6"), "{text}");
    let both = ["luck", "--saw", "1.boyz.hits=8", "--saw", "boyz.losses=0", "--exact", "--format", "csv"];
    let (out, _) = well(&both);
    let rows = rows(&out);
    assert_eq!((rows.len(), rows[2]["direction"].as_str()), (3, "together"));
    assert!((number(&rows[0], "chance") - 1.0 / 256.0).abs() < 1e-9);
    // All eight hit, and all are saved: (1/2 · 1/3)^8.
    assert!((number(&rows[2], "chance") * 6_f64.powi(8) - 1.0).abs() < 1e-6, "{:?}", rows[2]);
    let (ruins, _) = well(&["luck", "--saw", "boyz.losses=6", "--variant", "in ruins", "--exact", "--format", "csv"]);
    assert!(ruins.contains("duel,in ruins,"), "{ruins}");
}

#[test]
fn sensitivity_changes_one_formation_alone() {
    let card = |more: &[&str]| {
        let (out, _) = well(&[&["sensitivity", "--formation", "boyz", "--format", "csv"], more].concat());
        rows(&out)
    };
    let exact = card(&["--exact"]);
    let of = |change: &str| exact.iter().find(|row| row["change"] == change).unwrap_or_else(|| panic!("no {change}"));
    // The same as changing the profile, which the other formation does not need here.
    let (out, _) = well(&["sweep", "--vary", "units.boy.armour=4+,6+", "--exact", "--format", "csv"]);
    for (row, change) in rows(&out).iter().zip(["armour 5+ → 4+", "armour 5+ → 6+"]) {
        assert!((number(row, "chance") - number(of(change), "chance")).abs() < 1e-12);
    }
    assert_eq!(of("initiative 3+ → 2+")["verdict"], "equivalent");
    assert_eq!(of("armour 5+ → 6+")["verdict"], "better");
    assert_eq!(of("order advance → double")["subject"], "step 1");
    assert!(exact.iter().any(|row| row["change"] == "without fearless"));
    // Ranked, and by trials the same within the intervals.
    let sizes: Vec<f64> = exact.iter().map(|row| number(row, "difference").abs()).collect();
    assert!(sizes.is_sorted_by(|one, other| one >= other), "{sizes:?}");
    for row in card(&["--method", "monte-carlo", "--trials", "20000"]) {
        let known = number(of(&row["change"]), "difference");
        assert!(number(&row, "low") <= known + 1e-12 && known <= number(&row, "high") + 1e-12, "{row:?}: {known}");
    }
    let (text, _) = well(&["sensitivity", "--formation", "guns", "--exact"]);
    assert!(text.contains("Gun AP4+ → AP3+") && text.contains("Brings most"), "{text}");
}

#[test]
fn a_profile_may_be_one_formations_alone() {
    let own = ["--vary", "units.\"boyz.boy\"={ type = \"infantry\", armour = \"3+\" }"];
    let (mine, _) = well(&[&["sweep", "--exact", "--format", "csv"], &own[..]].concat());
    let (all, _) = well(&["sweep", "--vary", "units.boy.armour=3+", "--exact", "--format", "csv"]);
    assert_eq!(rows(&mine)[0]["chance"], rows(&all)[0]["chance"]);
    let (code, _, error, _) = run(&["sweep", "--vary", "units.\"boy.boyz\"={ type = \"infantry\" }"]);
    assert!(
        code == 2 && error.contains("no formation is called `boy`") && error.contains("did you mean `boyz`"),
        "{error}"
    );
}

/// Values that cannot be played are left out and reported; the others are answered as if those had not been asked about.
#[test]
fn one_impossible_value_ends_nothing() {
    let csv = |command: &[&str]| well(&[command, &["--format", "csv"]].concat()).0;
    let none = "formations.guns.units[0].count=0..2";
    let some = "formations.guns.units[0].count=1..2";
    assert_eq!(csv(&["sweep", "--vary", none]), csv(&["sweep", "--vary", some]));
    let ask = ["--at-least", "5%"];
    assert_eq!(
        csv(&[&["solve", "--vary", none], &ask[..]].concat()),
        csv(&[&["solve", "--vary", some], &ask[..]].concat())
    );
    for command in [&["sweep", "--vary", none][..], &["solve", "--vary", none, "--at-least", "5%"]] {
        let text = well(command).0.split_whitespace().collect::<Vec<_>>().join(" ");
        let words = "left out: “formations.guns.units[0].count = 0” (";
        assert!(text.contains(words) && text.contains("found 0"), "{text}");
    }
    let (_, folder) = well(&["sweep", "--vary", none, "--vary", "steps[0].order=advance,sustained"]);
    let picture = fs::read_to_string(folder.path().join("out/sweep.svg")).unwrap();
    assert_eq!((picture.matches("<polygon").count(), picture.matches("<circle").count()), (2, 6));
}

#[test]
fn what_happened_is_seen_once() {
    let csv = |saw: &str| well(&["luck", "--saw", saw, "--format", "csv"]).0;
    assert_eq!(csv("boyz.broken"), csv("boyz.broken=1"));
    assert_ne!(csv("boyz.broken"), csv("boyz.broken=0"));
}

#[test]
fn a_formation_in_no_step_is_told_with_the_variant_that_has_it() {
    let (text, _) = well(&["sensitivity", "--formation", "others"]);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("others takes part in no step; it does with --variant \"at others\"."), "{text}");
    let (text, _) = well(&["sensitivity", "--formation", "boyz"]);
    assert!(!text.contains("in no step"), "{text}");
}

#[test]
fn mistakes_are_pointed_at() {
    for (arguments, words, place) in [
        (&["sweep", "--vary", "formations.gns.units[0].count=1..2"][..], "did you mean `guns`", "--vary:1:12"),
        (&["sweep", "--vary", "formations.guns.units[0].count=0"], "found 0", "--vary:1:32"),
        (&["solve", "--vary", "formations.guns.units[0].count=0", "--at-least", "50%"], "found 0", "--vary:1:32"),
        (&["sweep", "--vary", "formations.guns.units[0].count"], "path=2..8", "--vary:1:31"),
        (&["sweep", "--vary", "a=1..2", "--vary", "b=1", "--vary", "c=1", "--vary", "d=1"], "`d` is the fourth", ""),
        (&["sweep", "--vary", COUNTS, "--vary", "steps[0].range=1..1000"], "6000 combinations", ""),
        (&["solve", "--vary", "steps[0].range=9..2", "--at-least", "50%"], "write 2..9", "--vary:1:16"),
        (&["luck", "--saw", "boyz.loses=3"], "did you mean `losses`", "--saw:1:1"),
        (&["luck", "--saw", "boys.losses=3"], "did you mean `boyz`", "--saw:1:1"),
        (&["luck", "--saw", "2.boyz.hits=3"], "nothing is counted of `boyz` in step 2", "--saw:1:1"),
        (&["luck", "--saw", "boyz.losses"], "formation.measure=value", "--saw:1:12"),
        (&["luck", "--saw", "boyz.losses=many"], "`many` is not a whole number", "--saw:1:13"),
        (
            &["luck", "--saw", "boyz.losses=3", "--saw", "boyz.losses=4"],
            "3 and 4 of the same: not in one game",
            "--saw:1:13",
        ),
        (&["luck", "--saw", "boyz.losses=3", "--saw", "end.boyz.losses=3"], "seen before", "--saw:1:17"),
        (&["luck", "--saw", "boyz.losses=3", "--saw", "boyz.survivors=4", "--exact"], "no game has all of this", ""),
        (&["luck", "--saw", "losses=1"], "formation.metric", "--saw:1:1"),
        (&["sensitivity", "--formation", "boys"], "did you mean `boyz`", "--formation:1:1"),
        (&["sweep", "--vary", COUNTS, "--variant", "in runs"], "did you mean `in ruins`", "--variant:1:1"),
    ] {
        let (code, out, error, _) = run(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {error}");
        assert!(error.contains(words) && error.contains(place), "{arguments:?}: {error}");
    }
    for (arguments, words) in [
        (&["sweep"][..], "not provided:\n  --vary <PATH=VALUES>"),
        (&["solve", "--vary", COUNTS], "not provided:\n  <--at-least <P>|--at-most <P>>"),
        (&["solve", "--vary", COUNTS, "--at-least", "60%", "--at-most", "70%"], "cannot be used with"),
        (&["solve", "--vary", COUNTS, "--at-least", "60"], "a chance from 0 to 1 is expected"),
        (&["luck"], "not provided:\n  --saw <MEASURE=VALUE>"),
        (&["sensitivity"], "not provided:\n  --formation <NAME>"),
        (&["sweep", "--vary", COUNTS, "--exact", "--trials", "10"], "cannot be used with"),
    ] {
        let (code, out, error, _) = run(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {error}");
        assert!(error.contains(words), "{arguments:?}: {error}");
    }
}
