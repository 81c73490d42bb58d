//! Pages in a real browser, headless Chromium: no network requests, no errors, nothing wider than a phone or a desk’s screen, sufficient
//! contrast, numbers as in the CSV, sortable rows, and bars that say what they stand for. Without Chromium it is skipped,
//! and says so.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;
use serde_json::Value;

/// What `check.js` has found on a page.
#[derive(Debug, Deserialize)]
struct Found {
    wrong: Vec<String>,
    lang: String,
    /// Step, subject, metric and number of each row of expected results.
    rows: Vec<(String, String, String, f64)>,
    /// The answers.
    big: Vec<f64>,
    /// The numbers of other tables.
    numbers: Vec<f64>,
    /// All readable text, and the texts that are headings.
    texts: Vec<String>,
    heads: Vec<String>,
    dark: bool,
}

/// A row of summary.csv.
#[derive(Debug, Deserialize)]
struct Row {
    step: String,
    subject: String,
    metric: String,
    mean: f64,
}

/// Chromium by one of its names, if it is there.
fn chromium() -> Option<&'static str> {
    let runs = |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
    let found = ["chromium", "chromium-browser", "google-chrome"].into_iter().find(runs);
    if found.is_none() {
        eprintln!("SKIPPED: there is no Chromium here, so no page is opened (Debian: apt-get install chromium)");
    }
    found
}

/// Runs the program in the project's folder in this language, and returns its page.
fn page(language: &str, arguments: &[&str], out: &Path) -> PathBuf {
    let output = Command::new(env!("CARGO_BIN_EXE_battle-odds"))
        .env("BATTLE_ODDS_LANG", language)
        .env_remove("COLUMNS")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .args(["--html", "--quiet", "--out"])
        .arg(out)
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    out.join("report.html")
}

/// Browsers that run at the same time slow each other down.
static ONE_BROWSER: Mutex<()> = Mutex::new(());

/// A screen: its width in pixels, and whether its colours are dark.
#[derive(Clone, Copy)]
struct Screen {
    width: u32,
    dark: bool,
}

const PHONE: Screen = Screen { width: 380, dark: false };
const DESK: Screen = Screen { width: 1280, dark: true };

/// Checks pages one after the other on a screen; there must be nothing wrong with them.
fn looked_at(chromium: &str, pages: &[PathBuf], screen: Screen) -> Vec<Found> {
    let Screen { width, dark } = screen;
    let folder = tempfile::tempdir().expect("a folder");
    for (number, page) in pages.iter().enumerate() {
        let text = fs::read_to_string(page).expect("a page");
        let is_plain = |word: &str| !text.contains(word);
        assert!(is_plain("http:") && is_plain("https:") && is_plain(" src="), "the page names something outside");
        let check = format!("<head><script>{}</script>", include_str!("check.js"));
        fs::write(folder.path().join(format!("{number}.html")), text.replacen("<head>", &check, 1)).expect("written");
    }
    let frame = include_str!("frame.html").replace("PAGES", &pages.len().to_string());
    let frame = frame.replace("WIDTH", &width.to_string());
    fs::write(folder.path().join("frame.html"), frame).expect("written");
    // On a busy machine the browser may fail to start.
    let answer = (0..3).find_map(|number| {
        let _alone = ONE_BROWSER.lock().unwrap_or_else(PoisonError::into_inner);
        let output = Command::new(chromium)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
            .arg("--allow-file-access-from-files")
            .args(["--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .arg(format!("--user-data-dir={}", folder.path().join(format!("profile-{number}")).display()))
            .arg(format!("--blink-settings=preferredColorScheme={}", u8::from(!dark)))
            .args(["--enable-logging=stderr", "--dump-dom"])
            .arg(format!("file://{}", folder.path().join("frame.html").display()))
            .output()
            .expect("Chromium runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let console: Vec<&str> = said.lines().filter(|line| line.contains(":CONSOLE")).collect();
        assert!(console.is_empty(), "{console:#?}");
        let dom = String::from_utf8_lossy(&output.stdout);
        let body = dom.split_once("<body>").and_then(|(_, body)| body.split_once("</body>"))?.0.trim();
        let json = body.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", "\u{a0}").replace("&amp;", "&");
        json.starts_with('[').then_some((json, said))
    });
    let (json, said) = answer.expect("an answer of the pages");
    let found: Vec<Found> = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {json:.300}\n{said}"));
    assert_eq!(found.len(), pages.len());
    let colours = if dark { "dark" } else { "light" };
    assert!(found.iter().all(|found| found.dark == dark), "the colours are the other ones");
    let wrong = found.iter().zip(pages).filter(|(found, _)| !found.wrong.is_empty());
    let wrong =
        wrong.map(|(found, page)| format!("{} ({width} px, {colours}):\n{}", page.display(), found.wrong.join("\n")));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    found
}

const LANGUAGES: [&str; 2] = ["en", "fr"];

/// English words that do not exist in French.
const ENGLISH: [&str; 22] = [
    "the", "of", "and", "with", "is", "are", "by", "from", "no", "which", "not", "at", "to", "need", "step", "who",
    "how", "this", "that", "wins", "fires", "loses",
];

/// The texts with English words, not counting these names.
fn english(texts: &[String], names: &BTreeSet<String>) -> Vec<String> {
    let mut longest_first: Vec<&String> = names.iter().collect();
    longest_first.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let is_english = |text: &&String| {
        let own = longest_first.iter().fold(text.to_lowercase(), |text, name| text.replace(&name.to_lowercase(), "…"));
        own.split(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '-' | '_'))
            .any(|word| ENGLISH.contains(&word))
    };
    // A text cut short in a drawing is a name that no longer equals any of those.
    texts.iter().filter(|text| !text.ends_with('…')).filter(is_english).cloned().collect()
}

/// Titles and names in a run: the player's own.
fn names(run: &Value, found: &mut BTreeSet<String>) {
    match run {
        Value::Object(table) => table.iter().for_each(|(key, value)| match value {
            Value::String(name)
                if ["title", "variant", "scenario", "formation", "name", "unit"].contains(&key.as_str()) =>
            {
                found.insert(name.clone());
            }
            Value::Array(list) if key == "weapons" => {
                found.extend(list.iter().filter_map(Value::as_str).map(str::to_owned))
            }
            Value::Array(list) if key == "goal" => {
                found.extend(list.iter().filter_map(Value::as_str).map(str::to_owned))
            }
            _ => names(value, found),
        }),
        Value::Array(list) => list.iter().for_each(|value| names(value, found)),
        _ => {}
    }
}

fn read(out: &Path, name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(out.join(name)).expect("a file")).expect("a JSON file")
}

/// A scenario of each game; some have variants, templates, turns or conditions.
const RUNS: [&str; 6] = [
    "epic-armageddon/deploying-against-basilisks",
    "epic-armageddon/a-whole-turn-for-the-crossroads",
    "warmaster/a-whole-turn-at-the-ford",
    "wh40k-2nd/a-whole-turn-of-both-sides",
    "wh40k-2nd/a-frag-missile-on-a-mob",
    "netepic/first-fire-on-a-brood",
];

#[test]
fn pages_of_runs_read_well_on_a_phone_and_a_desk() {
    let Some(chromium) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let places = LANGUAGES.iter().flat_map(|language| RUNS.iter().map(move |scenario| (*language, *scenario)));
    let places: Vec<_> = places.map(|(language, of)| (language, of, folder.path().join(language).join(of))).collect();
    let pages: Vec<PathBuf> = places
        .iter()
        .map(|(language, scenario, out)| {
            let file = format!("scenarios/{scenario}.toml");
            page(language, &["run", &file, "--trials", "2000"], out)
        })
        .collect();
    looked_at(chromium, &pages, DESK);
    for (found, (language, _, out)) in looked_at(chromium, &pages, PHONE).into_iter().zip(&places) {
        assert_eq!(found.lang, *language);
        let rows = csv::Reader::from_path(out.join("summary.csv")).expect("summary.csv").into_deserialize();
        let rows: Vec<Row> = rows.collect::<Result<_, _>>().expect("rows");
        let goals: Vec<f64> = rows.iter().filter(|row| row.metric == "goal").map(|row| row.mean).collect();
        assert_eq!(found.big, goals, "the answers");
        let mut known: HashMap<[String; 3], Vec<f64>> = HashMap::new();
        for Row { step, subject, metric, mean } in rows {
            known.entry([step, subject, metric]).or_default().push(mean);
        }
        assert!(found.rows.len() > 10, "{} numbers", found.rows.len());
        for (step, subject, metric, mean) in found.rows {
            let name = format!("{step}.{subject}.{metric}");
            let means = known.get(&[step, subject, metric]).unwrap_or_else(|| panic!("no row of the CSV: {name}"));
            assert!(means.contains(&mean), "{name}: {mean} is none of {means:?}");
        }
        if *language == "fr" {
            let mut own = BTreeSet::new();
            names(&read(out, "run.json"), &mut own);
            own.insert(read(out, "run.json")["command"].as_str().expect("a command").to_owned());
            let english = english(&found.texts, &own);
            assert!(english.is_empty(), "{}:\n{}", out.display(), english.join("\n"));
        }
    }
}

/// All shipped scenarios in one batch: its overview, and the page of each battle.
#[test]
fn nothing_lies_on_anything_else_on_the_pages_of_all_shipped_files() {
    let Some(chromium) = chromium() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    for language in LANGUAGES {
        let out = folder.path().join(language);
        let overview = page(language, &["run", "scenarios", "--trials", "60"], &out);
        let size = fs::metadata(&overview).expect("a page").len();
        assert!(size < 200_000, "the overview has {size} bytes");
        let text = fs::read_to_string(&overview).expect("a page");
        let linked: BTreeSet<PathBuf> =
            text.split("href=\"").skip(1).filter_map(|rest| rest.split_once('"')).map(|(to, _)| out.join(to)).collect();
        let files =
            fs::read_dir(out.join("report-battles")).expect("a folder").map(|file| file.expect("a file").path());
        let pages: BTreeSet<PathBuf> = files.collect();
        assert!(pages.len() > 100 && pages.is_subset(&linked), "{} pages, {} links", pages.len(), linked.len());
        let all: Vec<PathBuf> = std::iter::once(overview).chain(pages).collect();
        looked_at(chromium, &all, PHONE);
        looked_at(chromium, &all, DESK);
    }
}

/// The numbers in the CSV files of a folder.
fn numbers(out: &Path) -> Vec<f64> {
    let files = fs::read_dir(out).expect("a folder").map(|file| file.expect("a file").path());
    let files = files.filter(|path| path.extension().is_some_and(|ending| ending == "csv"));
    let records = files.flat_map(|path| csv::Reader::from_path(path).expect("a CSV file").into_records());
    let records = records.map(|record| record.expect("a row"));
    records.flat_map(|record| record.iter().filter_map(|cell| cell.parse().ok()).collect::<Vec<f64>>()).collect()
}

/// The pages of the commands that choose, and of a matrix: one shipped question each.
#[test]
fn pages_of_answers_read_well_on_a_phone_and_a_desk() {
    let Some(chromium) = chromium() else { return };
    let charge = "scenarios/epic-armageddon/tacticals-charge-a-warband.toml";
    let boyz = "formations.warband.units[0].count=4..8";
    let tacticals = "formations.tacticals.units[0].count=2..8";
    let asked: [&[&str]; 10] = [
        &["compare", charge, "--trials", "2000"],
        &["rank", charge, "--margin", "5%"],
        &["sweep", charge, "--vary", boyz, "--trials", "2000"],
        &["sweep", charge, "--vary", boyz, "--vary", "formations.tacticals.units[0].count=4,6", "--trials", "2000"],
        &["solve", charge, "--vary", tacticals, "--at-least", "50%", "--trials", "2000"],
        &["sensitivity", charge, "--formation", "tacticals", "--trials", "2000"],
        &["luck", charge, "--saw", "warband.losses=8", "--trials", "2000"],
        &["best", "scenarios/best/whom-to-aim-at.toml"],
        &["best", "scenarios/best/pursue-or-hold.toml", "--maximise", "halberdiers.points_lost"],
        &["matrix", "scenarios/matrix/broods-and-detachments.toml"],
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let places = LANGUAGES.iter().flat_map(|language| asked.iter().enumerate().map(move |of| (*language, of)));
    let places: Vec<_> = places
        .map(|(language, (number, asked))| (language, asked, folder.path().join(format!("{language}-{number}"))))
        .collect();
    let pages: Vec<PathBuf> = places.iter().map(|(language, asked, out)| page(language, asked, out)).collect();
    looked_at(chromium, &pages, DESK);
    for (found, (language, asked, out)) in looked_at(chromium, &pages, PHONE).into_iter().zip(&places) {
        assert_eq!(found.lang, *language);
        let known = numbers(out);
        assert!(!found.numbers.is_empty(), "{asked:?} has no numbers");
        // Of Warmaster's units only attacks are known, and a matrix has no forces.
        let weapon = match asked[1] {
            "scenarios/best/whom-to-aim-at.toml" => "heavy-bolter (",
            "scenarios/best/pursue-or-hold.toml" | "scenarios/matrix/broods-and-detachments.toml" => "",
            _ => "Missile launcher (fire AP5+/AT6+",
        };
        assert!(found.texts.iter().any(|text| text.contains(weapon)), "{asked:?} shows the forces without {weapon}");
        for number in &found.numbers {
            let is_it = |known: &f64| (known.abs() - number.abs()).abs() <= 1e-9 * number.abs().max(1e-3);
            assert!(known.iter().any(is_it), "{asked:?}: {number} stands in no CSV file");
        }
        if *language == "fr" {
            let own = asked.iter().map(|word| word.split('=').next().unwrap_or(word).to_string());
            let english = english(&found.heads, &own.collect());
            assert!(english.is_empty(), "{asked:?}:\n{}", english.join("\n"));
        }
    }
}
