//! Nothing is wider than the terminal, and available room is used.

use crate::{battle_odds, printed, root};

/// A scenario with everything in its table: an assault of three formations, with the longest names that are shipped.
const RUN: &str = "run scenarios/epic-armageddon/prepare-crossfire-then-storm.toml --variant base --trials 2000";
const OVERVIEW: &str = "run scenarios/warmaster scenarios/wh40k-2nd --trials 20";
const CHECK: &str = "check scenarios/netepic";
const CHOOSING: [&str; 4] = [
    "rank tests/commands/mix.toml --max-points 700 --trials 200",
    "compare scenarios/epic-armageddon/prepare-crossfire-then-storm.toml --trials 200",
    "sensitivity scenarios/choosing/what-makes-the-storm-work.toml --formation tacticals --trials 200",
    "sweep scenarios/choosing/more-devastators-or-crossfire.toml --vary formations.devastators.units[0].count=3..4 \
     --vary steps[0].crossfire=false,true --trials 200",
];

fn in_columns(language: &str, columns: usize, arguments: &str) -> String {
    let out = tempfile::tempdir().expect("a folder");
    let mut program = battle_odds(language, root(), arguments);
    if CHOOSING.contains(&arguments) {
        program.args(["--quiet", "--out"]).arg(out.path());
    }
    printed(program.env("COLUMNS", columns.to_string()))
}

/// The columns of the widest line; one word alone, such as a path, cannot be broken.
fn widest(text: &str) -> usize {
    text.lines().filter(|line| line.trim().contains(' ')).map(|line| line.chars().count()).max().unwrap_or(0)
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for language in ["en", "fr"] {
        for arguments in [RUN, OVERVIEW, CHECK].into_iter().chain(CHOOSING) {
            for columns in [60, 80, 140] {
                let text = in_columns(language, columns, arguments);
                assert!(widest(&text) <= columns, "{} of {columns} in {language}:\n{text}", widest(&text));
            }
        }
    }
}

#[test]
fn a_wide_terminal_is_used_and_a_narrow_one_loses_no_figure() {
    let text = |columns| in_columns("en", columns, RUN);
    let (narrow, wide) = (text(60), text(140));
    assert!(widest(&wide) > 100, "{wide}");
    let bar = |text: &str| text.lines().map(|line| line.matches('█').count()).max();
    assert!(bar(&wide) > bar(&narrow), "{narrow}\n{wide}");
    let figures = |text: &str| {
        let mut figures: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        figures.retain(|word| word.starts_with(|first: char| first.is_ascii_digit() || "[−".contains(first)));
        figures.sort();
        figures
    };
    assert_eq!(figures(&narrow), figures(&wide));
    // Goals that are cut in a narrow terminal are complete in a wide one.
    let cut = |columns| in_columns("en", columns, OVERVIEW).matches('…').count();
    assert!(cut(60) > cut(140), "{} {}", cut(60), cut(140));
}

#[test]
fn beyond_what_can_be_read_the_width_is_not_followed() {
    assert_eq!(in_columns("en", 20, OVERVIEW), in_columns("en", 60, OVERVIEW));
    assert_eq!(in_columns("en", 500, OVERVIEW), in_columns("en", 140, OVERVIEW));
}
