//! `matrix` and `price` as users see them.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tempfile::TempDir;

/// Three formations in two engagements; only mortars can bombard.
const FIELD: &str = r#"matrix = "A field"
system = "epic-armageddon"
rows = ["*"]
[units.boy]
type = "infantry"
armour = "6+"
cc = "4+"
ff = "6+"
[units.marine]
type = "infantry"
armour = "4+"
cc = "4+"
ff = "4+"
weapons = [{ name = "Launcher", range = 45, fire = "AP5+/AT6+" }]
[formations.boyz]
initiative = "3+"
points = 200
units = [{ unit = "boy", count = 8 }]
layout = { shape = "line", spacing = 4 }
[formations.marines]
initiative = "1+"
points = 300
units = [{ unit = "marine", count = 6 }]
layout = { shape = "line", spacing = 4 }
[units.mortar]
type = "infantry"
armour = "5+"
ff = "5+"
weapons = [{ name = "Mortar", range = 45, fire = "1BP" }]
[formations.squad]
initiative = "1+"
points = 100
units = [{ unit = "mortar", count = 3 }]
layout = { shape = "line", spacing = 4 }
[[engagements]]
name = "storm"
weight = 2
goal = ["attacker.won"]
steps = [{ action = "assault", by = "attacker", at = "defender", mode = "contact" }]
[[engagements]]
name = "fire"
goal = ["defender.losses >= 1"]
steps = [{ action = "barrage", by = "attacker", at = "defender", range = 30 }]
"#;

fn battle_odds(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::cargo_bin("battle-odds")
        .unwrap()
        .env("BATTLE_ODDS_LANG", "en")
        .env_remove("COLUMNS")
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn field(text: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("field.toml"), text).unwrap();
    folder
}

fn records(text: &str) -> Vec<csv::StringRecord> {
    csv::Reader::from_reader(text.as_bytes()).records().map(Result::unwrap).collect()
}

const FILES: [&str; 5] = ["matrix.csv", "ratings.csv", "matrix-wide.csv", "matrix.svg", "run.json"];

#[test]
fn a_matrix_has_every_cell_of_every_engagement_and_role() {
    let folder = field(FIELD);
    let (code, shown, said) = battle_odds(folder.path(), &["matrix", "field.toml", "--quiet"]);
    assert_eq!((code, said.as_str()), (Some(0), ""));
    assert!(shown.contains("boyz: best against") && shown.contains("storm") && !shown.contains('\u{1b}'), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    let read = |name: &str| fs::read_to_string(folder.path().join("results/latest").join(name)).unwrap();
    let cells = read("matrix.csv");
    assert!(cells.starts_with("matrix,engagement,row,column,row_role,metric,method,trials,mean,low,high\n"), "{cells}");
    let cells = records(&cells);
    // Only the squad has mortars: of nine cells it attacks in three and defends in three, in both against itself.
    let count = |engagement: &str, role: &str| {
        cells.iter().filter(|cell| &cell[1] == engagement && &cell[4] == role && &cell[5] == "goal").count()
    };
    assert_eq!(["attacker", "defender", "both"].map(|role| count("storm", role)), [9; 3]);
    assert_eq!(["attacker", "defender", "both"].map(|role| count("fire", role)), [3, 3, 1]);
    let mean = |engagement: &str, row: &str, column: &str, role: &str, metric: &str| {
        let is_it = |cell: &&csv::StringRecord| {
            [1, 2, 3, 4, 5].map(|place| &cell[place]) == [engagement, row, column, role, metric]
        };
        cells.iter().find(is_it).unwrap()[8].parse::<f64>().unwrap()
    };
    for metric in ["goal", "row_lost", "column_lost", "swing"] {
        let of = |role: &str| mean("storm", "boyz", "marines", role, metric);
        assert!(((of("attacker") + of("defender")) / 2.0 - of("both")).abs() < 1e-9, "{metric}");
    }
    let of = |row: &str, column: &str, metric: &str| mean("storm", row, column, "both", metric);
    assert!((of("boyz", "marines", "goal") + of("marines", "boyz", "goal") - 1.0).abs() < 1e-9);
    assert!((of("boyz", "marines", "swing") + of("marines", "boyz", "swing")).abs() < 1e-9);
    assert_eq!((of("squad", "squad", "goal"), of("squad", "squad", "swing")), (0.5, 0.0));
    // Two thirds storm, one third fire.
    let all = mean("all", "squad", "marines", "attacker", "goal");
    let parts = ["storm", "fire"].map(|engagement| mean(engagement, "squad", "marines", "attacker", "goal"));
    assert!((all - (2.0 * parts[0] + parts[1]) / 3.0).abs() < 1e-9);
    let ratings = records(&read("ratings.csv"));
    assert_eq!(ratings.iter().map(|row| row[1].to_owned()).collect::<Vec<_>>(), ["boyz", "marines", "squad"]);
    let sum = |place: usize| ratings.iter().map(|row| row[place].parse::<f64>().unwrap()).sum::<f64>();
    // Consistent points add up to the list prices, the mixture to 1, the ratings to 0.
    assert!((sum(12) - 600.0).abs() < 1e-6 && (sum(13) - 1.0).abs() < 1e-9 && sum(3).abs() < 1e-6);
    assert!(read("run.json").contains("fire: boyz against marines"));
}

#[test]
fn the_same_seed_gives_the_same_files_on_any_number_of_threads() {
    let folder = field(FIELD);
    let files = |more: &[&str], out: &str| {
        let all = [&["matrix", "field.toml", "--quiet", "--method", "monte-carlo", "--out", out], more].concat();
        assert_eq!(battle_odds(folder.path(), &all).0, Some(0));
        FILES.map(|name| fs::read(folder.path().join(out).join(name)).unwrap())
    };
    let one = files(&["--threads", "1"], "one");
    assert!(one == files(&["--threads", "3"], "three"));
    assert!(one != files(&["--seed", "2"], "other"));
    // With a budget every battle gets a share, and the pairs still open get what is left.
    let all = files(&["--trials", "30000"], "budget");
    let cells = records(&String::from_utf8(all[0].clone()).unwrap());
    let played = cells.iter().filter(|cell| &cell[4] == "attacker" && &cell[1] != "all" && &cell[5] == "goal");
    let played: Vec<u64> = played.map(|cell| cell[7].parse().unwrap()).collect();
    let (least, most) = (played.iter().min().unwrap(), played.iter().max().unwrap());
    assert!(*least == 833 && most > least && played.iter().sum::<u64>() <= 30_000, "{played:?}");
    // Nearly all intervals of trials contain the exact value. Those of one seed depend on few battles, so there are eight
    // seeds.
    assert_eq!(
        battle_odds(folder.path(), &["matrix", "field.toml", "--quiet", "--exact", "--out", "exact"]).0,
        Some(0)
    );
    let exact = records(&fs::read_to_string(folder.path().join("exact/matrix.csv")).unwrap());
    let number = |row: &csv::StringRecord, place: usize| row[place].parse::<f64>().unwrap();
    let (mut held, mut all) = (0, 0);
    for seed in ["1", "2", "3", "4", "5", "6", "7", "8"] {
        let sampled = records(&String::from_utf8(files(&["--seed", seed], "sampled")[0].clone()).unwrap());
        let holds = |(exact, sampled): &(&csv::StringRecord, &csv::StringRecord)| {
            let (truth, low, high) = (number(exact, 8), number(sampled, 9), number(sampled, 10));
            low - 1e-9 <= truth && truth <= high + 1e-9
        };
        held += exact.iter().zip(&sampled).filter(holds).count();
        all += exact.len();
    }
    assert!(held * 100 >= all * 92, "{held} of {all}");
}

#[test]
fn shares_and_a_run_that_goes_on_give_the_whole() {
    let folder = field(FIELD);
    let run = |more: &[&str], out: &str| {
        let all = [&["matrix", "field.toml", "--quiet", "--out", out], more].concat();
        let (code, _, said) = battle_odds(folder.path(), &all);
        assert_eq!((code, said.as_str()), (Some(0), ""));
    };
    let read = |out: &str| FILES.map(|name| fs::read_to_string(folder.path().join(out).join(name)).unwrap());
    run(&[], "whole");
    run(&["--shard", "1/2"], "parts");
    run(&["--shard", "2/2"], "parts");
    assert!(!folder.path().join("parts/matrix.csv").exists());
    let kept = |name: &str| fs::read_to_string(folder.path().join("parts").join(name)).unwrap();
    let count = |text: &str| text.matches("\"trials\"").count();
    let parts = ["battles-1-of-2.json", "battles-2-of-2.json"].map(|name| count(&kept(name)));
    // Nine storms, and three under fire.
    assert!(parts.iter().sum::<usize>() == 12 && parts.iter().all(|&part| part > 3), "{parts:?}");
    run(&["--resume"], "parts");
    assert_eq!(read("parts"), read("whole"));
    assert_eq!(count(&kept("battles.json")), 12);
    // One more formation: what has been played is kept, even if it is not what would be found now.
    let file = folder.path().join("field.toml");
    let text = fs::read_to_string(&file).unwrap();
    let more = "[formations.few]\ninitiative = \"3+\"\npoints = 50\nunits = [{ unit = \"boy\", count = 2 }]\n\
                layout = { shape = \"line\", spacing = 4 }\n[[engagements]]\nname = \"storm\"";
    fs::write(&file, text.replacen("[[engagements]]\nname = \"storm\"", more, 1)).unwrap();
    run(&["--resume"], "parts");
    assert_eq!(count(&kept("battles.json")), 12 + 7 + 1);
    run(&[], "fresh");
    assert_eq!(read("parts"), read("fresh"));
    fs::write(folder.path().join("parts/battles.json"), "{\"a\": 1}").unwrap();
    let (code, _, said) = battle_odds(folder.path(), &["matrix", "field.toml", "--out", "parts", "--resume"]);
    assert!(code == Some(2) && said.contains("battles.json: this keeps no battles"), "{said}");
}

#[test]
fn a_change_is_shown_before_and_after() {
    let folder = field(&FIELD.replace("ff = \"6+\"\n", "ff = \"6+\"\nabilities = [\"fearless\"]\n"));
    let asked = ["matrix", "field.toml", "--quiet", "--change", "units.boy.armour=4+"];
    let (code, shown, said) = battle_odds(folder.path(), &asked);
    assert_eq!((code, said.as_str()), (Some(0), ""));
    assert!(
        shown.contains("What changes with --change units.boy.armour=4+") && shown.contains("boyz against"),
        "{shown}"
    );
    let changes = fs::read_to_string(folder.path().join("results/latest/changes.csv")).unwrap();
    assert!(changes.starts_with("matrix,row,column,metric,before,after,difference,low,high\n"));
    let changes = records(&changes);
    let of = |row: &str, column: &str, metric: &str| {
        let found = changes.iter().find(|line| [1, 2, 3].map(|place| &line[place]) == [row, column, metric]);
        found.map(|line| [4, 5, 6].map(|place| line[place].parse::<f64>().unwrap()))
    };
    let [before, after, difference] = of("boyz", "marines", "swing").unwrap();
    assert!(after > before && (after - before - difference).abs() < 1e-9);
    // Neither side of this cell has changed.
    assert_eq!(of("marines", "squad", "goal"), None);
    let (code, shown, _) = battle_odds(folder.path(), &["matrix", "field.toml", "--quiet", "--knockout", "fearless"]);
    assert!(code == Some(0) && shown.contains("What changes with --knockout fearless"), "{shown}");
    let (code, _, said) = battle_odds(folder.path(), &["matrix", "field.toml", "--quiet", "--knockout", "fearles"]);
    assert!(code == Some(2) && said.contains("did you mean `fearless`?"), "{said}");
}

/// Every figure of the table leads to a page that is there, with what the battle gave, the command for it, and three battles.
#[test]
fn with_pages_a_figure_leads_to_the_page_of_its_battle() {
    let folder = field(FIELD);
    let asked = ["matrix", "field.toml", "--pages", "--trials", "4000", "--method", "monte-carlo"];
    let (code, _, said) = battle_odds(folder.path(), &asked);
    assert!(code == Some(0) && said.contains("6 battles have their pages in report-battles ("), "{said}");
    let out = folder.path().join("results/latest");
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    let links: Vec<&str> =
        page.split("href=\"report-battles/").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!((links.len(), page.contains("class=\"battle\"")), (9, false));
    for link in &links {
        assert!(out.join("report-battles").join(link).is_file(), "{link}");
    }
    let of = fs::read_to_string(out.join("report-battles/boyz-against-marines.html")).unwrap();
    assert!(of.contains("<h1>boyz against marines</h1>") && of.contains("href=\"../report.html\""), "{of}");
    assert!(of.contains("A middling battle") && !of.contains("played with the same dice"), "{of}");
    // The command of the page gives its figures again.
    let command = of.split("<code>battle-odds ").nth(1).unwrap().split("</code>").next().unwrap();
    assert!(command.starts_with("run field.toml --variant 'storm: boyz against marines' --variant"), "{command}");
    let trials = command.split("--trials ").nth(1).and_then(|rest| rest.strip_suffix(" --seed 1 --html")).unwrap();
    let words =
        ["run", "field.toml", "--variant", "storm: boyz against marines", "--trials", trials, "--format", "json"];
    let (_, json, _) = battle_odds(folder.path(), &words);
    let run: serde_json::Value = serde_json::from_str(&json).unwrap();
    let goal = &run[0]["measures"].as_array().unwrap().iter().find(|of| of["metric"] == "goal").unwrap()["mean"];
    assert!(of.contains(&format!("data-value=\"{goal}\"")), "{goal}: {of}");
    // Battles of a matrix have dice of their own, in the terminal, in files and on their pages.
    let words =
        ["run", "field.toml", "--variant", "storm: boyz against marines", "--variant", "storm: boyz against squad"];
    let words = [&words[..], &["--trials", "4000", "--method", "monte-carlo", "--html", "--out", "two"]].concat();
    let (code, shown, _) = battle_odds(folder.path(), &words);
    assert!(code == Some(0) && shown.contains("How likely") && !shown.contains("same dice"), "{shown}");
    let told = fs::read_to_string(folder.path().join("two/run.json")).unwrap();
    assert_eq!(told.matches("\"has_own_dice\": true").count(), 2, "{told}");
    assert!(!fs::read_to_string(folder.path().join("two/report.html")).unwrap().contains("same dice"));
    // Several on a side have the names of the formation, whoever attacks.
    let matched = FIELD.replace("rows =", "match = \"points\"\nrows =");
    fs::write(folder.path().join("matched.toml"), matched).unwrap();
    let asked = ["matrix", "matched.toml", "--pages", "--quiet", "--exact", "--out", "matched"];
    assert_eq!(battle_odds(folder.path(), &asked).0, Some(0));
    let of = fs::read_to_string(folder.path().join("matched/report-battles/boyz-against-squad.html")).unwrap();
    assert!(of.contains("squad-2") && of.contains("boyz assault squad") && !of.contains("defender-2"), "{of}");
    let words = ["run", "matched.toml", "--variant", "storm: boyz against squad", "--exact", "--format", "json"];
    let (_, json, _) = battle_odds(folder.path(), &words);
    let run: serde_json::Value = serde_json::from_str(&json).unwrap();
    let goal = &run[0]["measures"].as_array().unwrap().iter().find(|of| of["metric"] == "goal").unwrap()["mean"];
    assert!(of.contains(&format!("data-value=\"{goal}\"")), "{goal}: {of}");
    // Without the option the page has the command, and nothing is left of the others.
    let (_, _, said) = battle_odds(folder.path(), &["matrix", "field.toml", "--html", "--trials", "4000"]);
    let page = fs::read_to_string(out.join("report.html")).unwrap();
    assert!(!said.contains("pages") && page.contains("--variant") && page.contains("<code>matrix --pages</code>"));
    assert!(!out.join("report-battles").exists());
}

#[test]
fn a_price_is_that_of_the_ratings() {
    let folder = field(FIELD);
    let (code, shown, _) =
        battle_odds(folder.path(), &["price", "field.toml", "--formation", "squad", "--quiet", "--exact"]);
    assert_eq!(code, Some(0));
    let (_, csv, _) = battle_odds(folder.path(), &["matrix", "field.toml", "--quiet", "--exact", "--format", "csv"]);
    let consistent: f64 = records(&csv)[2][12].parse().unwrap();
    assert!(
        shown.starts_with("squad is too ") && shown.contains(&format!("does what {consistent:.0} would")),
        "{shown}"
    );
    let (_, list, _) = battle_odds(
        folder.path(),
        &["price", "field.toml", "--formation", "squad", "--formation", "*", "--quiet", "--exact"],
    );
    let said = shown.lines().next().unwrap();
    assert!(list.contains(said) && list.contains("together are worth 600 points"), "{list}");
    let (code, _, said) = battle_odds(folder.path(), &["price", "field.toml", "--formation", "squat", "--quiet"]);
    assert!(code == Some(2) && said.contains("did you mean `squad`?"), "{said}");
}

/// Two squads of 100 points meet one of 200: what they lose is the sum of what each loses in the same battle played by `run`.
#[test]
fn sides_of_equal_price_are_played_and_told() {
    let matched = FIELD.replace("rows =", "match = \"points\"\nrows =");
    let folder = field(&matched);
    let (code, shown, _) = battle_odds(folder.path(), &["matrix", "field.toml", "--quiet", "--exact"]);
    assert!(code == Some(0) && shown.contains("as many as make both cost the same"), "{shown}");
    assert!(shown.find("Too cheap:").unwrap() < shown.find("How many of a hundred").unwrap(), "{shown}");
    let read = |name: &str| records(&fs::read_to_string(folder.path().join("results/latest").join(name)).unwrap());
    let cells = read("matrix.csv");
    let cell = |metric: &str| -> f64 {
        let wanted = ["storm", "squad", "boyz", "attacker", metric];
        let is_it = |cell: &&csv::StringRecord| [1, 2, 3, 4, 5].map(|place| &cell[place]) == wanted;
        cells.iter().find(is_it).unwrap()[8].parse().unwrap()
    };
    let (code, _, said) = battle_odds(
        folder.path(),
        &["run", "field.toml", "--variant", "storm: squad against boyz", "--quiet", "--exact", "--out", "one"],
    );
    assert_eq!((code, said.as_str()), (Some(0), ""));
    let summary = records(&fs::read_to_string(folder.path().join("one/summary.csv")).unwrap());
    let lost = |subject: &str| -> f64 {
        let is_it = |row: &&csv::StringRecord| (&row[3], &row[4], &row[5]) == ("end", subject, "points_lost");
        summary.iter().find(is_it).unwrap()[8].parse().unwrap()
    };
    let own = lost("attacker") + lost("attacker-2");
    assert!((cell("row_lost") - own).abs() < 1e-9 && own > 0.0, "{own}");
    assert!((cell("column_lost") - lost("defender")).abs() < 1e-9);
    assert!((cell("swing") - lost("defender") + own).abs() < 1e-9);
}

#[test]
fn only_formations_within_the_price_band_meet() {
    let folder = field(FIELD);
    let (_, shown, _) = battle_odds(folder.path(), &["matrix", "field.toml", "--quiet"]);
    assert!(shown.contains("Mind the sizes: these formations cost 100 to 300 points"), "{shown}");
    let folder = field(&FIELD.replace("rows =", "price-band = 2\nrows ="));
    let (_, shown, _) = battle_odds(folder.path(), &["matrix", "field.toml", "--quiet"]);
    assert!(shown.contains("within a factor of 2") && shown.contains("1 pair of formations does not meet"), "{shown}");
    assert!(!shown.contains("Mind the sizes"), "{shown}");
    let cells = fs::read_to_string(folder.path().join("results/latest/matrix.csv")).unwrap();
    assert!(records(&cells).iter().all(|cell| (&cell[2], &cell[3]) != ("squad", "marines")));
}

#[test]
fn a_matrix_is_no_scenario_and_mistakes_are_pointed_at() {
    let folder = field(FIELD);
    let (code, _, said) = battle_odds(folder.path(), &["run", "field.toml", "--quiet"]);
    assert!(
        code == Some(2) && said.contains("a matrix file, no scenario") && said.contains("battle-odds matrix"),
        "{said}"
    );
    let (code, shown, _) = battle_odds(folder.path(), &["check", "field.toml"]);
    assert!(
        code == Some(0) && shown.contains("a matrix file, 3 rows, 3 columns") && shown.contains("empty: 6"),
        "{shown}"
    );
    for (file, words) in [
        (FIELD.replace("[\"*\"]", "[\"boys\"]"), "did you mean `boyz`?"),
        (FIELD.replace("by = \"attacker\", at = \"defender\", mode", "by = \"attacker\", at = \"boyz\", mode"), "boyz"),
        (FIELD.replace("mode = \"contact\"", "mod = \"contact\""), "did you mean `mode`?"),
    ] {
        let folder = field(&file);
        let (code, shown, said) = battle_odds(folder.path(), &["matrix", "field.toml", "--quiet"]);
        assert!(format!("{shown}{said}").contains(words), "{code:?} {words}: {shown}{said}");
    }
}

/// The files in `results/reference` are what the shipped matrices give.
#[test]
fn the_shipped_matrices_give_the_reference_results() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut systems = Vec::new();
    let files = fs::read_dir(root.join("scenarios/matrix")).unwrap().map(|entry| entry.unwrap().path());
    for path in files.filter(|path| path.extension().is_some_and(|ending| ending == "toml")) {
        let out = tempfile::tempdir().unwrap();
        let to = out.path().to_str().unwrap();
        let (code, _, said) =
            battle_odds(root, &["matrix", path.to_str().unwrap(), "--precision", "2%", "--quiet", "--out", to]);
        assert_eq!((code, said.as_str()), (Some(0), ""), "{}", path.display());
        let reference = root.join("results/reference").join(path.file_stem().unwrap());
        for name in ["ratings.csv", "matrix-wide.csv", "matrix.svg"] {
            let [found, kept] = [out.path(), &reference].map(|folder| fs::read_to_string(folder.join(name)).unwrap());
            assert!(found == kept, "{}: {name} is another now", path.display());
        }
        let ratings = records(&fs::read_to_string(reference.join("ratings.csv")).unwrap());
        assert!(ratings.len() >= 12 && ratings.iter().all(|rating| !rating[9].is_empty()), "{}", path.display());
        let text = fs::read_to_string(path).unwrap();
        systems.extend(text.lines().find_map(|line| line.strip_prefix("system = ").map(str::to_owned)));
    }
    systems.sort();
    assert_eq!(systems, ["\"epic-armageddon\"", "\"netepic\"", "\"warmaster\"", "\"wh40k-2nd\""]);
}
