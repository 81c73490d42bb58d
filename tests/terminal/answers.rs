//! The answers of the commands that choose, one of each, in both languages.

use std::fs;

use crate::shown::both;
use crate::{battle_odds, printed, root};

/// The answer of a command, on standard output only.
fn answers(name: &str, arguments: &str) {
    let out = tempfile::tempdir().expect("a folder");
    both(name, |language| {
        printed(battle_odds(language, root(), arguments).arg("--quiet").arg("--out").arg(out.path()))
    });
}

#[test]
fn what_is_compared() {
    answers("compare", "compare scenarios/warmaster/which-banner-for-the-high-knights.toml --exact");
    answers("rank", "rank scenarios/warmaster/which-banner-for-the-high-knights.toml --exact");
}

#[test]
fn what_is_varied() {
    let file = "scenarios/choosing/more-devastators-or-crossfire.toml";
    answers("sweep", &format!("sweep {file} --vary formations.devastators.units[0].count=3..5"));
    answers("solve", &format!("solve {file} --vary formations.devastators.units[0].count=3..8 --at-least 30%"));
}

#[test]
fn what_it_hangs_on_and_whether_it_was_luck() {
    let file = "scenarios/choosing/more-devastators-or-crossfire.toml";
    answers("sensitivity", &format!("sensitivity {file} --formation devastators --exact"));
    answers("luck", "luck scenarios/choosing/was-that-bad-luck.toml --saw 1.tanks.kills=0 --saw 2.falcons.kills=4");
}

#[test]
fn what_to_do() {
    answers("best", "best scenarios/best/pursue-or-hold.toml");
    answers("best_of_both", "best scenarios/best/pursue-or-hold.toml --decide all");
}

/// Three formations, the third too expensive to be chosen.
#[test]
fn a_matrix_and_what_a_change_of_it_brings() {
    let folder = tempfile::tempdir().expect("a folder");
    let matrix = "matrix = 'Three units'\nsystem = 'warmaster'\nrows = ['few', 'many', 'dear']\n\
        [units.few]\ntype = 'infantry'\nattacks = 3\nhits = 3\n\
        [units.many]\ntype = 'infantry'\nattacks = 4\nhits = 3\n\
        [formations.few]\npoints = 50\nunits = [{ unit = 'few' }]\n\
        [formations.many]\npoints = 60\nunits = [{ unit = 'many' }]\n\
        [formations.dear]\npoints = 90\nunits = [{ unit = 'few' }]\n\
        [[engagements]]\nname = 'charge'\ngoal = ['attacker.won']\n\
        steps = [{ action = 'combat', by = 'attacker', at = 'defender', rounds = 1 }]\n";
    fs::write(folder.path().join("three.toml"), matrix).expect("a file");
    both("matrix", |language| {
        let arguments = "matrix three.toml --exact --change units.few.attacks=4 --quiet --out out";
        printed(&mut battle_odds(language, folder.path(), arguments))
    });
}

#[test]
fn an_import() {
    both("import", |language| printed(&mut battle_odds(language, root(), "import tests/import/dune-men.cat")));
}
