//! NetEpic's table of abilities compared with the user's own file, which does not ship: `NETEPIC_ABILITIES=FILE` names it.
//! Without the file, the test says so and reads a small one in the same format.

use std::collections::BTreeMap;

use battle_odds::systems::netepic::abilities::ABILITIES;

/// The names of the abilities in a file: one per line, name and text separated by `;`, with quotes as ordinary characters.
/// An entry that occurs twice with the same text counts once.
///
/// # Errors
/// A line in another format, or a name with two texts.
fn names(text: &str) -> Result<Vec<String>, String> {
    let mut reader = csv::ReaderBuilder::new().delimiter(b';').quoting(false).from_reader(text.as_bytes());
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for row in reader.records() {
        let row = row.map_err(|error| error.to_string())?;
        let (Some(name), Some(text), 2) = (row.get(0), row.get(1), row.len()) else {
            return Err(format!("a line of {} fields", row.len()));
        };
        let known = texts.entry(name.to_owned()).or_insert_with(|| text.to_owned());
        if known != text {
            return Err(format!("`{name}` has two texts"));
        }
    }
    Ok(texts.into_keys().collect())
}

/// The differences between a file and the table.
fn differences(names: &[String]) -> Vec<String> {
    let ours = || ABILITIES.iter().map(|row| row.name).filter(|name| !name.is_empty());
    let missing = names.iter().filter(|name| ours().filter(|own| own == name).count() != 1);
    let more = ours().filter(|own| !names.iter().any(|name| name == own));
    missing
        .map(|name| format!("`{name}` is not once in the table"))
        .chain(more.map(|own| format!("`{own}` is not in the file")))
        .collect()
}

#[test]
fn the_users_file_is_the_table() {
    let Some(file) = std::env::var_os("NETEPIC_ABILITIES") else {
        eprintln!("skipped: NETEPIC_ABILITIES names no file");
        return;
    };
    let text = std::fs::read_to_string(&file).expect("the file that NETEPIC_ABILITIES names");
    let names = names(&text).unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(differences(&names), Vec::<String>::new());
    assert_eq!(names.len(), 32);
}

#[test]
fn a_file_in_its_form() {
    let row = |name: &str, text: &str| format!("{name};{text}\n");
    let all: String = ABILITIES.iter().filter(|row| !row.name.is_empty()).map(|of| row(of.name, "")).collect();
    let twice = format!("nom capacité;texte\n{all}{all}");
    assert_eq!(differences(&names(&twice).expect("a good file")), Vec::<String>::new());
    // Quotes are ordinary characters, tags need not be balanced, some texts are missing.
    let quoted = "nom capacité;texte\nPeur;[justifier]dit \"peur\"\nTerreur;-\nQG;\n";
    assert_eq!(names(quoted).expect("a good file"), ["Peur", "QG", "Terreur"]);
    assert!(differences(&names(quoted).expect("a good file")).iter().any(|line| line.contains("`Psyker`")));
    assert!(
        names(&format!("{twice}{}", row("Peur", "another"))).expect_err("two texts").contains("`Peur` has two texts")
    );
    let three = names("nom capacité;texte\nPeur;a;b\n").expect_err("three fields");
    assert!(three.contains("found record with 3 fields"), "{three}");
    let new = names(&format!("{twice}{}", row("Médecin", ""))).expect("a good file");
    assert_eq!(differences(&new), ["`Médecin` is not once in the table"]);
}
