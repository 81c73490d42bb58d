//! One trial as a player reads it at the table: step by step, roll by roll, successes in brackets.

use battle_odds_engine::narrated::{Line, RollRecord, Stage};
use battle_odds_report::page::trial::{ToldLine, ToldStep};
use battle_odds_report::text::Width;
use battle_odds_systems::cited;
use battle_odds_words::shown;

/// Names of rolls come before their dice, lined up to this width; longer ones have a line of their own.
const LONGEST_NAME: usize = 48;

/// The story in words. `steps` are the titles of the steps; every step ends with the state of the formations.
pub fn story(lines: &[Line], steps: &[String], within: Width) -> String {
    let mut text = String::new();
    for (number, step) in (1..).zip(lines.split_inclusive(|line| matches!(line, Line::State(_)))) {
        let head = match steps.get(number - 1) {
            Some(title) => text!("Step {number} — {title}", number, title = shown(title)),
            None => text!("Step {number}", number),
        };
        text += &format!("\n{head}\n{}", told(step, within));
    }
    text
}

/// The same story for a page.
pub fn steps_told(lines: &[Line], steps: &[String]) -> Vec<ToldStep> {
    let played = lines.split_inclusive(|line| matches!(line, Line::State(_))).enumerate();
    let step = |(place, lines)| {
        let lines = together(lines).into_iter().map(told_on_a_page).collect();
        ToldStep { title: steps.get(place).map_or(String::new(), |title: &String| shown(title).into_owned()), lines }
    };
    played.map(step).collect()
}

fn told_on_a_page(line: Line) -> ToldLine {
    let roll = match line {
        Line::Note(words) => return ToldLine::Note(shown(&words).into_owned()),
        Line::State(state) => {
            return ToldLine::Now(state.iter().map(|words| shown(words).into_owned()).collect());
        }
        Line::Roll(roll) => roll,
    };
    let stage = |stage: &Stage| {
        let mut faces = stage.faces.clone();
        faces.sort_unstable();
        (need(stage), faces.into_iter().map(|face| (face, is_enough(stage, face))).collect())
    };
    let is_said = roll.stages.last().is_some_and(|stage| is_plain(stage, &roll.result));
    let result = if is_said { String::new() } else { come_of(&roll.result) };
    ToldLine::Roll { name: name(&roll), stages: roll.stages.iter().map(stage).collect(), result }
}

/// The lines of one step.
fn told(lines: &[Line], within: Width) -> String {
    let lines = together(lines);
    let rolls = || lines.iter().filter_map(|line| if let Line::Roll(roll) = line { Some(roll) } else { None });
    let names = rolls().map(|roll| name(roll).chars().count());
    let columns = Columns {
        name: names.filter(|&width| width <= LONGEST_NAME).max().unwrap_or(0).max(re_roll().chars().count()),
        need: rolls().flat_map(|roll| &roll.stages).map(|stage| need(stage).chars().count()).max().unwrap_or(0),
    };
    let mut text = String::new();
    for line in &lines {
        match line {
            Line::Note(words) => text += &format!("  · {}\n", shown(words)),
            Line::Roll(roll) => text += &columns.roll(roll, within),
            Line::State(state) => {
                text += &format!("  {}\n", text!("Now:"));
                state.iter().for_each(|words| text += &format!("    {}\n", shown(words)));
            }
        }
    }
    text
}

/// The lines with consecutive rolls for the same thing merged: three attack dice are one line of three.
fn together(lines: &[Line]) -> Vec<Line> {
    let mut all: Vec<Line> = Vec::new();
    for line in lines {
        let joined = match (all.last(), line) {
            (Some(Line::Roll(before)), Line::Roll(next)) => joined(before, next),
            _ => None,
        };
        match (joined, all.last_mut()) {
            (Some(joined), Some(last)) => *last = Line::Roll(joined),
            _ => all.push(line.clone()),
        }
    }
    all
}

/// Two rolls merged, if nothing is lost by it: counts of dice that show enough, or bare dice; a die and the sum of
/// others for the same thing are parts of a larger sum.
fn joined(before: &RollRecord, next: &RollRecord) -> Option<RollRecord> {
    let ([first], [second]) = (&before.stages[..], &next.stages[..]) else { return None };
    if before.roll != next.roll || first.need != second.need {
        return None;
    }
    let counts = |roll: &RollRecord| {
        let (passed, of) = roll.result.split_once(" of ")?;
        Some([passed.parse::<usize>().ok()?, of.parse().ok()?])
    };
    let is_bare = |roll: &RollRecord| is_plain(&roll.stages[0], &roll.result);
    let is_part = |roll: &RollRecord| is_bare(roll) || roll.result.starts_with("sum ");
    let faces = [&first.faces[..], &second.faces].concat();
    let result = match (first.need.and_then(|_| counts(before)), counts(next)) {
        (Some([passed, of]), Some([more, others])) => format!("{} of {}", passed + more, of + others),
        _ if is_bare(before) && is_part(next) || is_part(before) && is_bare(next) => faces_in_a_row(&faces),
        _ => return None,
    };
    Some(RollRecord { roll: next.roll.clone(), stages: vec![Stage { faces, need: first.need }], result })
}

/// The result of bare dice: their faces.
fn faces_in_a_row(faces: &[u8]) -> String {
    faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// The columns in the lines of a step.
struct Columns {
    name: usize,
    need: usize,
}

impl Columns {
    fn roll(&self, roll: &RollRecord, within: Width) -> String {
        let enough: usize = roll.stages.iter().map(enough).sum();
        // If every success counts, later dice are a second chance for the ones before; otherwise another condition for
        // them.
        let again = if roll.result.starts_with(&format!("{enough} of ")) {
            re_roll()
        } else {
            format!("  {}", text!("of dice": "then"))
        };
        let mut text = String::new();
        for (index, stage) in roll.stages.iter().enumerate() {
            let name = if index == 0 { name(roll) } else { again.clone() };
            let is_last = index + 1 == roll.stages.len();
            let is_plain = is_last && is_plain(stage, &roll.result);
            let bare = || stage.faces.iter().map(u8::to_string).collect();
            let mut dice = if is_plain { bare() } else { dice(stage) };
            if is_last && !is_plain {
                dice.push(format!("→ {}", come_of(&roll.result)));
            }
            let mut line = format!("  {name:<0$}", self.name);
            if name.chars().count() > self.name {
                text += &format!("  {name}\n");
                line = format!("  {:<1$}", "", self.name);
            }
            if self.need > 0 {
                line += &format!("  {:<1$}", need(stage), self.need);
            }
            text += &fill(&format!("{line}  "), &dice, within);
        }
        text
    }
}

/// The word for later dice that are a second chance.
fn re_roll() -> String {
    format!("  {}", text!("of dice": "re-roll"))
}

/// What a roll is for, and the rule that requires it.
fn name(roll: &RollRecord) -> String {
    let words = shown(roll.roll.words());
    if roll.roll.section.is_empty() { words.into_owned() } else { format!("{words} ({})", cited(roll.roll.section)) }
}

/// The result of a roll, in the chosen language.
fn come_of(result: &str) -> String {
    let is_number = |text: &str| text.parse::<u32>().is_ok();
    if let Some((passed, count)) = result.split_once(" of ").filter(|(passed, of)| is_number(passed) && is_number(of)) {
        return text!("{passed} of {count}", passed, count);
    }
    match result.split_once(' ').filter(|(_, number)| is_number(number)) {
        Some(("sum", number)) => text!("sum {number}", number),
        Some(("highest", number)) => text!("highest {number}", number),
        _ => shown(result).into_owned(),
    }
}

/// What a die must show.
fn need(stage: &Stage) -> String {
    let Some((need, die)) = stage.need else { return String::new() };
    let faces: Vec<u8> = need.faces_of(die).collect();
    let are_neighbours = faces.windows(2).all(|two| two[0] + 1 == two[1]);
    match faces[..] {
        [] => text!("never"),
        [1, .., last] if last == die && are_neighbours => text!("always"),
        [first, ..] if faces.last() == Some(&die) && are_neighbours => {
            text!("need {faces}", faces = format!("{first}+"))
        }
        [1, .., last] if are_neighbours => text!("need {last} or less", last),
        _ => {
            let faces: Vec<String> = faces.iter().map(u8::to_string).collect();
            text!("need {faces}", faces = faces.join(&text!(" or ")))
        }
    }
}

/// The faces from low to high, those that are enough in brackets.
fn dice(stage: &Stage) -> Vec<String> {
    let mut faces = stage.faces.clone();
    faces.sort_unstable();
    let shown = |face: u8| if is_enough(stage, face) { format!("[{face}]") } else { face.to_string() };
    faces.into_iter().map(shown).collect()
}

/// Whether the faces are the result: one die and its sum, or bare dice in a row.
fn is_plain(stage: &Stage, result: &str) -> bool {
    result == faces_in_a_row(&stage.faces) || matches!(stage.faces[..], [face] if result == format!("sum {face}"))
}

/// How many dice show enough.
fn enough(stage: &Stage) -> usize {
    stage.faces.iter().filter(|&&face| is_enough(stage, face)).count()
}

fn is_enough(stage: &Stage, face: u8) -> bool {
    stage.need.is_some_and(|(need, _)| need.met_by(face))
}

/// Words after a beginning, wrapped into lines below each other.
fn fill(beginning: &str, words: &[String], within: Width) -> String {
    let indent = beginning.chars().count();
    let mut text = beginning.to_owned();
    let mut used = indent;
    for word in words {
        let width = word.chars().count();
        if used > indent && used + 1 + width > within.figures() {
            text += &format!("\n{:indent$}", "");
            used = indent;
        } else if used > indent {
            text.push(' ');
            used += 1;
        }
        text += word;
        used += width;
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle_odds_engine::dice::Roll;
    use battle_odds_engine::need::Need;

    fn roll(name: &'static str, section: &'static str, stages: &[(Option<u8>, &[u8])], result: &str) -> Line {
        let need = |face: u8| (Need::at_least(face.into()), 6);
        let stages =
            stages.iter().map(|&(face, faces)| Stage { faces: faces.to_vec(), need: face.map(need) }).collect();
        Line::Roll(RollRecord { roll: Roll::new(name, section), stages, result: result.into() })
    }

    #[test]
    fn a_story_is_told_step_by_step() {
        let lines = [
            Line::Note("the warband comes under fire: 1 blast marker".into()),
            roll("Missile launcher to hit", "1.9.5", &[(Some(5), &[6, 1, 5, 2, 6, 4, 2, 5])], "4 of 8"),
            roll("save of Nobz", "1.9.6", &[(Some(4), &[6, 3, 1]), (Some(6), &[2, 6])], "2 of 3"),
            roll("Rokkits to hit", "1.9.5", &[(Some(6), &[6, 6, 1, 2]), (Some(4), &[3, 4])], "1 of 4"),
            roll("number of shots", "", &[(None, &[2])], "2"),
            Line::State(vec!["warband: 7 of 8 units".into(), "devastators: 4 of 4 units".into()]),
            roll("assault result", "1.12.7", &[(None, &[3, 5])], "highest 5"),
            Line::State(vec!["warband: destroyed".into()]),
        ];
        let expected = "
Step 1 — devastators shoot at warband
  · the warband comes under fire: 1 blast marker
  Missile launcher to hit (§1.9.5)  need 5+  1 2 2 4 [5] [5] [6] [6] → 4 of 8
  save of Nobz (§1.9.6)             need 4+  1 3 [6]
    re-roll                         need 6+  2 [6] → 2 of 3
  Rokkits to hit (§1.9.5)           need 6+  1 2 [6] [6]
    then                            need 4+  3 [4] → 1 of 4
  number of shots                            2
  Now:
    warband: 7 of 8 units
    devastators: 4 of 4 units

Step 2
  assault result (§1.12.7)  3 5 → highest 5
  Now:
    warband: destroyed
";
        assert_eq!(story(&lines, &["devastators shoot at warband".into()], Width::default()), expected);
    }

    #[test]
    fn rolls_for_the_same_stand_in_one_line() {
        let lines = [
            roll("attack dice of brood", "12.4", &[(None, &[3])], "3"),
            roll("attack dice of brood", "12.4", &[(None, &[6])], "6"),
            roll("attack dice of brood", "12.4", &[(None, &[2])], "2"),
            roll("attack dice of marines", "12.4", &[(None, &[2])], "2"),
            Line::Note("brood wins".into()),
            roll("to wound", "11.11", &[(Some(2), &[5])], "1 of 1"),
            roll("to wound", "11.11", &[(Some(2), &[1, 4])], "1 of 2"),
            roll("save", "11.12", &[(None, &[5, 2])], "0 of 1"),
            roll("save", "11.12", &[(None, &[6, 6])], "1 of 1"),
            roll("damage", "11.11", &[(None, &[4])], "sum 4"),
            roll("penetration", "15.4.5", &[(None, &[6])], "sum 6"),
            roll("penetration", "15.4.5", &[(None, &[5, 2])], "sum 7"),
            roll("flight", "13.2", &[(None, &[5, 2])], "sum 7"),
            roll("flight", "13.2", &[(None, &[1, 1])], "sum 2"),
        ];
        let expected = "
Step 1
  attack dice of brood (§12.4)             3 6 2
  attack dice of marines (§12.4)           2
  · brood wins
  to wound (§11.11)               need 2+  1 [4] [5] → 2 of 3
  save (§11.12)                            2 5 → 0 of 1
  save (§11.12)                            6 6 → 1 of 1
  damage (§11.11)                          4
  penetration (§15.4.5)                    6 5 2
  flight (§13.2)                           2 5 → sum 7
  flight (§13.2)                           1 1 → sum 2
";
        assert_eq!(story(&lines, &[], Width::default()), expected);
    }

    #[test]
    fn needs_are_told_for_any_die() {
        let words = |faces, die| need(&Stage { faces: vec![], need: Some((faces, die)) });
        let at_least = Need::at_least;
        assert_eq!(
            [words(at_least(7), 10), words(at_least(10), 10), words(at_least(7), 6)],
            ["need 7+", "need 10+", "never"]
        );
        assert_eq!(
            [words(Need::at_most(3), 8), words(Need::at_most(1), 8), words(at_least(1), 20)],
            ["need 3 or less", "need 1", "always"]
        );
        assert_eq!(words(Need::one_of(&[1, 3, 6]), 6), "need 1 or 3 or 6");
    }

    #[test]
    fn many_dice_stand_below_each_other() {
        let shown = story(&[roll("shots", "1", &[(Some(7), &[1; 60])], "0 of 60")], &[], Width::default());
        let lines: Vec<_> = shown.lines().skip(2).collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("  shots (§1)  never  1 1 1"));
        assert!(lines[1].starts_with("                     1 1") && lines[1].ends_with("→ 0 of 60"));
        assert!(lines.iter().all(|line| line.chars().count() <= Width::default().figures()));
    }

    #[test]
    fn a_long_name_has_a_line_of_its_own() {
        let long = "a name that is far too long to line all the others up with it";
        let lines =
            [roll(long, "1", &[(Some(2), &[1])], "0 of 1"), roll("save of Boyz", "2", &[(Some(2), &[2])], "1 of 1")];
        let shown = story(&lines, &[], Width::default());
        assert!(shown.contains(&format!("  {long} (§1)\n                     need 2+  1 → 0 of 1\n")), "{shown}");
        assert!(shown.contains("  save of Boyz (§2)  need 2+  [2] → 1 of 1\n"), "{shown}");
    }
}
