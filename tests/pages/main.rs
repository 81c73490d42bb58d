//! Pages in a real browser, headless Chromium: nothing asked of the network, no errors, nothing wider than a phone, contrast,
//! numbers as in the CSV, rows that sort and bars that say what they stand for. Without Chromium it is skipped, and says so.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

/// What `check.js` has found.
#[derive(Debug, Deserialize)]
struct Found {
    wrong: Vec<String>,
    rows: Vec<(String, String, f64)>,
    big: Vec<f64>,
    dark: bool,
}

/// A row of summary.csv.
#[derive(Debug, Deserialize)]
struct Row {
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

/// Runs the program in the project's folder.
fn battle_odds(arguments: &[&str], out: &Path) {
    let output = Command::new(env!("CARGO_BIN_EXE_battle-odds"))
        .env("BATTLE_ODDS_LANG", "en")
        .env_remove("COLUMNS")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .args(["--quiet", "--out"])
        .arg(out)
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Opens a page as on a screen of 380 pixels, in light or dark colours.
fn opened(chromium: &str, page: &Path, dark: bool) -> Found {
    let folder = tempfile::tempdir().expect("a folder");
    let text = fs::read_to_string(page).expect("a page");
    let is_plain = |word: &str| !text.contains(word);
    assert!(is_plain("http:") && is_plain("https:") && is_plain(" src="), "the page names something outside");
    let check = format!("<head><script>{}</script>", include_str!("check.js"));
    fs::write(folder.path().join("page.html"), text.replacen("<head>", &check, 1)).expect("written");
    let frame = "<!DOCTYPE html><body><script>addEventListener('message', (event) => { document.body.textContent = \
                 event.data; document.title = 'done'; });</script><iframe src=page.html width=380 height=800 \
                 style='border:0'></iframe>";
    fs::write(folder.path().join("frame.html"), frame).expect("written");
    // On a busy machine the browser may close before the page has answered.
    let answer = (0..5).find_map(|_| {
        let output = Command::new(chromium)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=20000"])
            .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
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
        let json = body.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
        json.starts_with('{').then_some((json, said))
    });
    let (json, said) = answer.expect("an answer of the page");
    let found: Found = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {json:.300}\n{said}"));
    assert_eq!(found.dark, dark, "the colours are the other ones");
    assert!(
        found.wrong.is_empty(),
        "{} ({}):\n{}",
        page.display(),
        if dark { "dark" } else { "light" },
        found.wrong.join("\n")
    );
    found
}

#[test]
fn pages_of_runs_read_well_on_a_phone() {
    let Some(chromium) = chromium() else { return };
    for scenario in ["epic-armageddon/deploying-against-basilisks", "netepic/first-fire-on-a-brood"] {
        let out = tempfile::tempdir().expect("a folder");
        let file = format!("scenarios/{scenario}.toml");
        battle_odds(&["run", &file, "--trials", "2000", "--html"], out.path());
        let found = opened(chromium, &out.path().join("report.html"), false);
        opened(chromium, &out.path().join("report.html"), true);

        let rows = csv::Reader::from_path(out.path().join("summary.csv")).expect("summary.csv").into_deserialize();
        let rows: Vec<Row> = rows.collect::<Result<_, _>>().expect("rows");
        let goals: Vec<f64> = rows.iter().filter(|row| row.metric == "goal").map(|row| row.mean).collect();
        assert_eq!(found.big, goals, "the answers");
        let mut known: HashMap<(String, String), Vec<f64>> = HashMap::new();
        for row in rows {
            known.entry((row.subject, row.metric.replace('_', " "))).or_default().push(row.mean);
        }
        assert!(found.rows.len() > 20, "{} numbers", found.rows.len());
        for (subject, metric, mean) in found.rows {
            let means = known.get(&(subject.clone(), metric.clone())).expect("a row of the CSV");
            assert!(means.contains(&mean), "{subject} {metric}: {mean} is none of {means:?}");
        }
    }
}

/// The pages of the commands that choose, and of a matrix: a shipped question each.
#[test]
fn pages_of_answers_read_well_on_a_phone() {
    let Some(chromium) = chromium() else { return };
    let charge = "scenarios/epic-armageddon/tacticals-charge-a-warband.toml";
    let asked: [&[&str]; 7] = [
        &["compare", charge, "--trials", "2000"],
        &["rank", charge, "--margin", "5%"],
        &["sweep", charge, "--vary", "formations.warband.units[0].count=4..8", "--trials", "2000"],
        &[
            "solve",
            charge,
            "--vary",
            "formations.tacticals.units[0].count=2..8",
            "--at-least",
            "50%",
            "--trials",
            "2000",
        ],
        &["sensitivity", charge, "--formation", "tacticals", "--trials", "2000"],
        &["luck", charge, "--saw", "warband.losses=8", "--trials", "2000"],
        &["matrix", "scenarios/matrix/broods-and-detachments.toml"],
    ];
    for arguments in asked {
        let out = tempfile::tempdir().expect("a folder");
        battle_odds(&[arguments, &["--html"]].concat(), out.path());
        opened(chromium, &out.path().join("report.html"), false);
        opened(chromium, &out.path().join("report.html"), true);
    }
}
