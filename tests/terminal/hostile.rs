//! Whatever names, titles, tags and remarks contain, no terminal, spreadsheet or browser acts on it. Every command is given
//! such texts, and all that it prints and writes is checked against the allowed characters.

use std::fs;
use std::path::Path;
use std::time::Instant;

use crate::{battle_odds, root};

/// One of each kind, as escaped in TOML: clear the screen, bell, colours of C1, carriage return, NUL, right-to-left marks,
/// DEL, line and paragraph separators.
const OBEYED: &str = r"\u001b[2J\u0007\u009b31m\r\u0000\u202e\u2066\u200f\u007f\u2028\u2029";

/// The same as a command line can contain them.
const TYPED: &str = "\u{1b}[2J\u{7}\u{9b}31m\r\u{202e}\u{2066}\u{200f}\u{7f}\u{2028}\u{2029}";

/// A scenario in which everything that can have a name has one of these.
fn scenario() -> String {
    let text = r##"system = "epic-armageddon"
title = "T#t"
tags = ["=tag#", "@b"]
[units."boy#"]
name = "Boy#"
type = "infantry"
armour = "5+"
cc = "4+"
ff = "4+"
weapons = [{ name = "Gun#", range = 30, fire = "AP4+" }]
[formations."-a%"]
initiative = "1+"
points = 200
units = [{ unit = "boy#", count = 3 }]
remarks = { "r#" = "why#" }
[formations."=b%"]
initiative = "3+"
points = 200
units = [{ unit = "boy#", count = 3 }]
[[steps]]
action = "shoot"
by = "-a%"
at = "=b%"
range = 30
[[variants]]
name = "+v#"
set = { "steps[0].range" = 15 }
[[choices]]
name = "@c#"
path = "steps[0].order"
values = ["advance", "sustained"]
"##;
    // The command line, which names formations, cannot contain NUL.
    text.replace('#', OBEYED).replace('%', &OBEYED.replace(r"\u0000", ""))
}

fn field() -> String {
    let text = r##"matrix = "M#"
system = "epic-armageddon"
rows = ["*"]
[units.boy]
type = "infantry"
armour = "5+"
cc = "4+"
ff = "4+"
[formations."a#"]
initiative = "1+"
points = 200
units = [{ unit = "boy", count = 2 }]
[formations."=b#"]
initiative = "3+"
points = 150
units = [{ unit = "boy", count = 2 }]
[[engagements]]
name = "e#"
goal = ["attacker.won"]
steps = [{ action = "assault", by = "attacker", at = "defender", mode = "contact" }]
"##;
    text.replace('#', OBEYED)
}

fn is_obeyed(letter: char) -> bool {
    letter.is_control() && !"\n\t".contains(letter)
        || "\u{200e}\u{200f}\u{2028}\u{2029}".contains(letter)
        || ('\u{202a}'..='\u{202e}').contains(&letter)
        || ('\u{2066}'..='\u{2069}').contains(&letter)
}

#[track_caller]
fn harmless(what: &str, bytes: &[u8]) -> String {
    let text = String::from_utf8(bytes.to_vec()).expect("text");
    if let Some(found) = text.find(is_obeyed) {
        panic!("{what}: {:?}", text[found..].chars().take(60).collect::<String>());
    }
    text
}

/// Runs a command, and returns its exit code and what it prints on both streams.
fn told(folder: &Path, language: &str, arguments: &str, typed: &[&str]) -> (Option<i32>, String, String) {
    let output = battle_odds(language, folder, arguments).args(typed).output().expect("the program runs");
    let what = format!("{arguments} {typed:?}");
    let [out, said] = [&output.stdout, &output.stderr].map(|bytes| harmless(&what, bytes));
    assert!(!said.contains("panicked"), "{what}: {said}");
    (output.status.code(), out, said)
}

/// No file of a folder contains any, except those that the test has written.
fn harmless_files(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            harmless_files(&path);
        } else if path.extension().is_none_or(|ending| ending != "toml") {
            harmless(&path.display().to_string(), &fs::read(&path).unwrap());
        }
    }
}

/// No cell is a formula.
fn no_formulas(text: &str, separator: u8) {
    let text = text.strip_prefix('\u{feff}').expect("the mark of Excel");
    let mut rows = csv::ReaderBuilder::new().delimiter(separator).has_headers(false).from_reader(text.as_bytes());
    for cell in rows.records().flat_map(|row| row.unwrap().iter().map(str::to_owned).collect::<Vec<_>>()) {
        let is_number = cell.replace(',', ".").parse::<f64>().is_ok_and(f64::is_finite);
        let is_risky = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
        assert!(!is_risky || is_number && !cell.starts_with('+'), "{cell}");
    }
}

#[test]
fn nothing_that_a_file_says_is_obeyed_by_any_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    fs::write(place.join("h.toml"), scenario()).unwrap();
    fs::write(
        place.join("wrong.toml"),
        scenario().replace("range = 30, fire", "range = \"#\", fire").replace('#', OBEYED),
    )
    .unwrap();
    fs::write(place.join("m.toml"), field()).unwrap();
    let vary = "--vary steps[0].range=15,30 --exact --quiet";
    let commands = [
        "check h.toml".to_owned(),
        "check m.toml".into(),
        "run h.toml --exact --html --quiet".into(),
        "run h.toml wrong.toml --exact --quiet --details --out several".into(),
        "run h.toml --exact --format json --quiet --out o".into(),
        "run h.toml --exact --format csv --quiet --csv excel --out o".into(),
        "report results/latest --scenarios h.toml".into(),
        "explain h.toml".into(),
        "compare h.toml --exact --quiet --html --out c".into(),
        "compare h.toml --exact --quiet --format json --out c".into(),
        "compare h.toml --exact --quiet --format csv --csv excel --out c".into(),
        "rank h.toml --exact --quiet --out r".into(),
        "rank h.toml --exact --quiet --format json --out r".into(),
        "rank h.toml --exact --quiet --format csv --csv excel --out r".into(),
        format!("sweep h.toml {vary} --out s --html"),
        format!("sweep h.toml {vary} --out s --format json"),
        format!("sweep h.toml {vary} --out s --format csv --csv excel"),
        format!("solve h.toml {vary} --at-least 10% --out v --html"),
        format!("solve h.toml {vary} --at-least 10% --out v --format json"),
        format!("solve h.toml {vary} --at-least 10% --out v --format csv --csv excel"),
        "sensitivity h.toml --exact --quiet --out y --html --formation".into(),
        "sensitivity h.toml --exact --quiet --out y --format json --formation".into(),
        "sensitivity h.toml --exact --quiet --out y --format csv --csv excel --formation".into(),
        "luck h.toml --exact --quiet --out l --html --saw".into(),
        "luck h.toml --exact --quiet --out l --format json --saw".into(),
        "luck h.toml --exact --quiet --out l --format csv --csv excel --saw".into(),
        "matrix m.toml --quiet --out x --html".into(),
        "matrix m.toml --quiet --out x --format json".into(),
        "matrix m.toml --quiet --out x --format csv --csv excel".into(),
        "price m.toml --formation * --quiet".into(),
        "run h.toml --trials 50 --quiet --shard 1/2 --out shards".into(),
        "run h.toml --trials 50 --quiet --shard 2/2 --out shards".into(),
        "merge shards --out merged --quiet".into(),
        "systems epic-armageddon".into(),
        "keys epic-armageddon".into(),
    ];
    let (formation, seen) = (format!("=b{TYPED}"), format!("=b{TYPED}.losses=1"));
    for language in ["en", "fr"] {
        for command in &commands {
            let typed: &[&str] = match command.rsplit(' ').next() {
                Some("--formation") => &[&formation],
                Some("--saw") => &[&seen],
                _ => &[],
            };
            let (code, out, said) = told(place, language, command, typed);
            assert_eq!(code, Some(if command.contains("wrong") { 2 } else { 0 }), "{command}: {out}{said}");
            if command.contains("--format json") {
                let known = serde_json::from_str::<serde_json::Value>(&out);
                let known = known.unwrap_or_else(|error| panic!("{command}: {error}")).to_string();
                assert!(
                    known.contains("\\u001b[2J") && known.contains('\u{202e}'),
                    "{command}: names are not what they were: {known}"
                );
            } else if command.contains("--format csv") {
                no_formulas(&out, if language == "fr" { b';' } else { b',' });
            }
            let is_about_names = !["shard ", "systems", "keys", "report"].iter().any(|word| command.contains(word));
            let is_shown = [&out, &said].iter().any(|text| text.contains("u{1b}[2J") || text.contains("u001b[2J"));
            assert!(is_shown || !is_about_names, "{command}: {out}{said}");
        }
    }
    harmless_files(place);
}

/// [`OBEYED`] escaped for XML instead of TOML; NUL cannot be written.
fn as_xml() -> String {
    let escaped = OBEYED.replace(r"\u0000", "").replace(r"\r", r"\u000d");
    let mut letters = escaped.split(r"\u");
    let first = letters.next().unwrap_or_default().to_owned();
    letters.fold(first, |text, letter| format!("{text}&#x{};{}", &letter[..4], &letter[4..]))
}

/// A catalogue or roster with this after every name except those of columns, and after every text.
fn with(text: &str, added: &str, also_texts: bool) -> String {
    let tag = |tag: &str| {
        let (tag, text) = tag.split_once('>').unwrap_or((tag, ""));
        let is_column = ["characteristic", "cost", "profileType"].iter().any(|column| tag.starts_with(column));
        let tag = match tag.split_once(" name=\"") {
            Some((before, rest)) if !is_column => {
                format!("{before} name=\"{}", rest.replacen('"', &format!("{added}\""), 1))
            }
            _ => tag.to_owned(),
        };
        let added = if also_texts && !text.trim().is_empty() { added } else { "" };
        format!("<{tag}>{text}{added}")
    };
    let mut tags = text.split('<');
    tags.next().into_iter().map(str::to_owned).chain(tags.map(tag)).collect()
}

/// The same for catalogues and rosters, whatever they become: an army file, a remark, a name in a scenario.
#[test]
fn nothing_that_a_catalogue_says_is_obeyed_either() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    let mut lists = Vec::new();
    for entry in fs::read_dir(root().join("tests/import")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        if [".cat", ".gst", ".ros"].iter().any(|ending| name.ends_with(ending)) {
            let text = fs::read_to_string(&path).unwrap();
            for (also_texts, kind) in [(false, "names"), (true, "texts")] {
                fs::create_dir_all(place.join(kind)).unwrap();
                fs::write(place.join(kind).join(&name), with(&text, &as_xml(), also_texts)).unwrap();
                lists.extend((!name.ends_with(".gst")).then(|| (kind, format!("{kind}/{name}"))));
            }
        }
    }
    assert!(lists.len() > 12, "{lists:?}");
    let mut read = 0;
    for (kind, list) in lists {
        for language in ["en", "fr"] {
            let (code, out, said) = told(place, language, &format!("import {list}"), &[]);
            let is_shown = [&out, &said].iter().any(|text| text.contains("u{1b}[2J"));
            // A cell that is no longer a number may leave a list without any unit that could be read.
            assert!(code == Some(0) && is_shown || kind == "texts", "{list}: {out}{said}");
            told(place, language, &format!("import {list} --format json"), &[]);
            let (code, ..) = told(place, language, &format!("import {list} --out army.toml"), &[]);
            if code != Some(0) {
                continue;
            }
            read += 1;
            let army = fs::read_to_string(place.join("army.toml")).unwrap();
            assert!(army.contains(r"\u001b[2J") && army.contains("\\u009b31m"), "{army}");
            let (code, out, said) = told(place, language, "check army.toml", &[]);
            assert_eq!(code, Some(0), "{list}: {out}{said}");
            told(place, language, &format!("new battle.toml --army {list} --quiet"), &[]);
            for file in
                ["army.toml", "battle.toml"].map(|file| place.join(file)).into_iter().filter(|file| file.exists())
            {
                harmless(list.as_str(), &fs::read(&file).unwrap());
                fs::remove_file(file).unwrap();
            }
        }
    }
    assert!(read > 12, "{read}");
}

#[test]
fn nothing_that_is_typed_is_obeyed_either() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    let (file, catalogue) = (format!("n{TYPED}.toml"), format!("c{TYPED}.cat"));
    fs::write(place.join("h.toml"), scenario()).unwrap();
    fs::write(place.join(&file), scenario()).unwrap();
    fs::write(place.join("bad.toml"), format!("system = 'epic-armageddon'\ntitle = {TYPED}\n")).unwrap();
    fs::write(place.join(&catalogue), "no catalogue").unwrap();
    let (set, measure) = (format!("title=T{TYPED}"), format!("{TYPED}.losses=3"));
    let commands: [(&str, &[&str]); 13] = [
        ("run --exact --quiet", &[&file, "--set", &set]),
        ("run --exact", &[&file, TYPED]),
        ("check bad.toml", &[]),
        ("check", &[&file, TYPED]),
        ("explain h.toml --variant", &[TYPED]),
        ("compare h.toml --set", &[TYPED]),
        ("sweep h.toml --vary", &[TYPED]),
        ("luck h.toml --quiet --exact --saw", &[&measure]),
        ("import", &[&catalogue]),
        ("new a.toml --quiet --system", &[TYPED]),
        ("keys", &[TYPED]),
        ("systems", &[TYPED]),
        ("run h.toml --trials", &[TYPED]),
    ];
    for language in ["en", "fr"] {
        for (command, typed) in commands {
            let (_, out, said) = told(place, language, command, typed);
            // In its own messages clap leaves out everything that begins with ESC.
            let is_shown = |text: &String| text.contains("u{1b}[2J") || text.contains("u{9b}31m");
            assert!(is_shown(&out) || is_shown(&said), "{command}: {out}{said}");
        }
        let (code, _, said) = told(place, language, "", &[TYPED]);
        assert!(code == Some(2) && said.contains("u{9b}31m"), "{said}");
    }
}

/// The program reads back what a cell was before Excel's dialect.
#[test]
fn a_run_for_excel_is_gone_on_with_and_shown_as_any_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    fs::write(place.join("=h.toml"), scenario()).unwrap();
    assert_eq!(told(place, "en", "run =h.toml --exact --quiet --csv excel --out o", &[]).0, Some(0));
    let before = fs::read_to_string(place.join("o/summary.csv")).unwrap();
    no_formulas(&before, b',');
    assert!(before.contains("\n'=h,"), "{before}");
    fs::write(place.join("z.toml"), scenario()).unwrap();
    let both = "run =h.toml z.toml --exact --quiet --csv excel --out o --resume";
    assert_eq!(told(place, "en", both, &[]).0, Some(0));
    let after = fs::read_to_string(place.join("o/summary.csv")).unwrap();
    assert!(after.starts_with(&before) && after.len() > before.len(), "{after}");
    let (code, _, said) = told(place, "en", "report o", &[]);
    assert_eq!(code, Some(0), "{said}");
}

/// A formation of this name is shot at.
fn shot_at(name: &str, head: &str) -> String {
    format!(
        "system = 'epic-armageddon'\n{head}\n[units.boy]\ntype = 'infantry'\narmour = '5+'\ncc = '4+'\nff = '4+'\n\
         weapons = [{{ name = 'Gun', range = 30, fire = 'AP4+' }}]\n\
         [formations.a]\ninitiative = '1+'\nunits = [{{ unit = 'boy', count = 3 }}]\n\
         [formations.\"{name}\"]\ninitiative = '1+'\nunits = [{{ unit = 'boy', count = 3 }}]\n\
         [[steps]]\naction = 'shoot'\nby = 'a'\nat = \"{name}\"\nrange = 30\n"
    )
}

/// Names that contain comparison signs are still names.
#[test]
fn a_name_with_signs_of_comparison_is_referred_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    for name in ["a=b", "=b", "a<b", "a >= 2"] {
        for goal in [String::new(), format!("goal = '{name}.broken'"), format!("goal = '{name}.losses >= 1'")] {
            fs::write(place.join("n.toml"), shot_at(name, &goal)).unwrap();
            let (code, out, said) = told(place, "en", "run n.toml --exact --quiet", &[]);
            assert!(code == Some(0) && out.contains("goal: "), "{name} {goal}: {said}");
        }
        let (code, out, said) = told(place, "en", "luck n.toml --exact --quiet --saw", &[&format!("{name}.losses=1")]);
        assert!(code == Some(0) && out.contains(name), "{name}: {said}");
    }
}

/// A name that no condition could refer to, or that does not fit into any table, is refused where it is written.
#[test]
fn what_is_too_long_or_can_not_be_referred_to_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    let long = "x".repeat(70_000);
    let wide = format!("goal = '{}'", "a.broken or ".repeat(9_000) + "a.broken");
    let many = format!("goal = [{}]", "'a.broken', ".repeat(100_000));
    let variant = format!("variants = [{{ name = '{}', set = {{}} }}]", "v".repeat(300));
    for (name, head, words) in [
        ("a or b", "", "has no ` or ` in it"),
        (" b", "", "neither begins nor ends with a space"),
        ("", "", "is not empty"),
        ("b.c", "", "no dot"),
        ("b\\nc", "", "a name is one line"),
        (&"x".repeat(201), "", "at most 200 characters, this one has 201"),
        (&long, "", "this one has 70000"),
        ("b", &wide, "a text has at most 10000 characters"),
        ("b", &many, "at most 1000 conditions are allowed here, these are 100000"),
        ("b", &format!("tags = '{long}'"), "this one has 70000"),
        ("b", &variant, "this one has 300"),
    ] {
        fs::write(place.join("n.toml"), shot_at(name, head)).unwrap();
        let before = Instant::now();
        let (code, out, said) = told(place, "en", "run n.toml --exact --quiet", &[]);
        assert_eq!(code, Some(2), "{words}: {said}");
        assert!(said.contains(words) && said.contains("n.toml:") && !said.contains("default goal"), "{said}");
        assert!(head == variant || out.is_empty(), "no table, so no legend: {out}");
        assert!(before.elapsed().as_secs() < 10, "{words}");
    }
}

#[test]
fn what_is_changed_stands_above_the_table_and_no_page_is_left_beside_other_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    fs::write(place.join("h.toml"), scenario()).unwrap();
    let page = place.join("results/latest/report.html");
    assert_eq!(told(place, "en", "run h.toml --exact --quiet --html", &[]).0, Some(0));
    let changed = "--exact --quiet --set steps[0].range=15";
    for command in
        ["run h.toml", "run h.toml --details", "compare h.toml", "sweep h.toml --vary steps[0].order=advance,double"]
    {
        assert!(page.is_file(), "{command}");
        let (code, out, said) = told(place, "en", &format!("{command} {changed}"), &[]);
        assert!(code == Some(0) && out.starts_with("changed: steps[0].range=15\n"), "{command}: {out}{said}");
        assert!(!page.exists(), "{command}");
        // What a report left there is older than the next files.
        fs::write(&page, "an older page").unwrap();
    }
    let (_, out, _) = told(place, "en", "explain h.toml --set steps[0].range=15", &[]);
    assert!(out.starts_with("changed: steps[0].range=15\n"), "{out}");
}

#[test]
fn files_do_not_go_to_standard_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path();
    fs::write(place.join("h.toml"), scenario()).unwrap();
    let sweep = "sweep h.toml --vary steps[0].range=15,30";
    for command in
        ["run h.toml", "compare h.toml", "rank h.toml", sweep, "matrix m", "import h.cat", "merge s", "report s"]
    {
        let (code, _, said) = told(place, "en", &format!("{command} --out -"), &[]);
        assert!(code == Some(2) && said.contains("files cannot go to standard output"), "{command}: {said}");
        assert!(!place.join("-").exists());
    }
}
