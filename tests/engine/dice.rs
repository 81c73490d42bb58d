//! Every supplier of dice compared with the definition of a roll, one die at a time: for dice of 3 to 20 faces, and for
//! every kind of roll.

use battle_odds::engine::chart::Chart;
use battle_odds::engine::dice::{Dice, Roll};
use battle_odds::engine::exhaustive::EveryWay;
use battle_odds::engine::narrated::{Line, Narrator};
use battle_odds::engine::paired::{Luck, Paired};
use battle_odds::engine::pool::{Need, Pool, Test};
use battle_odds::engine::sampled::{Sampled, Stream};
use battle_odds::engine::scripted::Scripted;

const ROLL: Roll = Roll::new("test", "0");

/// The kinds of rolls.
enum Question {
    /// How many of a pool pass.
    Pool(Pool, u32),
    Highest(u32, u8),
    Sum(u32, u8),
    Chart(Chart),
}

impl Question {
    fn ask<D: Dice>(&self, dice: &mut D) -> usize {
        match self {
            Question::Pool(pool, count) => dice.successes(pool, *count) as usize,
            Question::Highest(count, faces) => dice.highest_of(&ROLL, *count, *faces).into(),
            Question::Sum(count, faces) => dice.sum_of(&ROLL, *count, *faces) as usize,
            Question::Chart(chart) => dice.answer_of(chart),
        }
    }

    /// The question in words.
    fn words(&self) -> String {
        match self {
            Question::Pool(pool, count) => format!("{count}D{} {:?}", pool.faces, pool.test),
            Question::Highest(count, faces) => format!("highest of {count}D{faces}"),
            Question::Sum(count, faces) => format!("sum of {count}D{faces}"),
            Question::Chart(chart) => format!("{chart:?}"),
        }
    }

    /// The chance of each answer, every die branching on its faces.
    fn chances(&self, mut dice: EveryWay) -> Vec<f64> {
        let mut chances = vec![0.0; 128];
        loop {
            dice.begin();
            let answer = self.ask(&mut dice);
            chances[answer] += dice.chance();
            if !dice.go_on() {
                return chances;
            }
        }
    }
}

/// The questions for a die.
fn questions(faces: u8) -> Vec<Question> {
    let die = i32::from(faces);
    let (some, high, low) = (Need::at_least(die / 2 + 1), Need::at_least(die), Need::at_most(die / 3));
    let tests = [
        (Test::once(some), 3),
        (Test::once(Need::at_least(2)), 3),
        (Test::once(low), 3),
        (Test::once(Need::one_of(&[1, faces])), 3),
        (Test::once(Need::at_least(die + 1)), 2),
        (Test::once(Need::at_least(1)), 2),
        (Test::All(vec![high, some]), 2),
        (Test::Any(vec![some, low, high]), 1),
        (Test::Reroll { faces: Need::one_of(&[1]), need: some }, 2),
        (Test::Reroll { faces: Need::one_of(&[1, faces]), need: low }, 1),
    ];
    let pools = tests.map(|(test, count)| Question::Pool(Pool::of(faces, ROLL, test, 4), count));
    // A scatter die: two faces are a hit. A chart with an answer for each face.
    let scatter = Chart::new(ROLL, [(faces - 2, "arrow"), (2, "hit")]);
    let each = Chart::new(ROLL, (1..=faces).map(|face| (1, face.to_string())));
    let mut questions: Vec<Question> =
        pools.into_iter().chain([Question::Chart(scatter), Question::Chart(each)]).collect();
    for count in 1..=3 {
        questions.extend([Question::Highest(count, faces), Question::Sum(count, faces)]);
    }
    questions
}

fn all_questions() -> impl Iterator<Item = Question> {
    (3..=20).flat_map(questions)
}

#[test]
fn exact_branches_are_those_of_single_faces() {
    for question in all_questions() {
        let (one, two) = (question.chances(EveryWay::default()), question.chances(EveryWay::die_by_die()));
        assert!((two.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{}", question.words());
        let differs = one.iter().zip(&two).any(|(one, two)| (one - two).abs() > 1e-12);
        assert!(!differs, "{}: {one:?}, not {two:?}", question.words());
    }
}

#[test]
fn an_answer_is_a_branch() {
    let branches = |question: &Question| {
        let (mut branches, mut dice) = (0, EveryWay::default());
        loop {
            dice.begin();
            question.ask(&mut dice);
            branches += 1;
            if !dice.go_on() {
                return branches;
            }
        }
    };
    let pool = Pool::of(20, ROLL, Test::once(Need::at_most(7)), 8);
    assert_eq!(branches(&Question::Pool(pool, 8)), 9);
    assert_eq!(branches(&Question::Sum(2, 10)), 19);
    assert_eq!(branches(&Question::Highest(5, 12)), 12);
    assert_eq!(branches(&Question::Chart(Chart::new(ROLL, [(1, "misfire"), (3, "arrow"), (2, "hit")]))), 3);
}

/// The limit that chi-squared exceeds by chance once in 300,000 times (E. B. Wilson and M. M. Hilferty 1931).
fn limit(freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    freedom * (1.0 - spread + 4.5 * spread.sqrt()).powi(3)
}

fn assert_falls(question: &Question, mut ask: impl FnMut(u64) -> usize) {
    let (chances, trials) = (question.chances(EveryWay::default()), 12_000);
    let mut counts = vec![0.0; chances.len()];
    (0..trials).for_each(|trial| counts[ask(trial)] += 1.0);
    let (mut chi, mut classes, mut rest) = (0.0, 0, (0.0, 0.0));
    let mut class = |count: f64, expected: f64| {
        chi += (count - expected).powi(2) / expected;
        classes += 1;
    };
    for (count, expected) in counts.iter().zip(chances.iter().map(|chance| chance * trials as f64)) {
        assert!(expected > 1e-6 || *count == 0.0, "{} never comes out so", question.words());
        if expected < 10.0 {
            rest = (rest.0 + count, rest.1 + expected);
        } else {
            class(*count, expected);
        }
    }
    if rest.1 > 1.0 {
        class(rest.0, rest.1);
    }
    assert!(classes == 1 || chi < limit(f64::from(classes - 1)), "{}: chi-squared {chi}", question.words());
}

#[test]
fn random_dice_fall_as_they_should() {
    for question in all_questions() {
        let mut dice: Sampled = Stream { seed: 8, scenario: question.words() }.batch(0);
        assert_falls(&question, |_| question.ask(&mut dice));
    }
}

fn luck(trial: u64) -> Paired {
    let mut dice = Luck::new(8, "any dice").dice();
    dice.begin(trial);
    dice
}

#[test]
fn paired_dice_fall_as_they_should() {
    for question in all_questions() {
        let mut dice = Luck::new(8, &question.words()).dice();
        assert_falls(&question, |trial| {
            dice.begin(trial);
            question.ask(&mut dice)
        });
    }
}

/// With the same luck more dice are never worse, nor is an easier test, nor a die with more faces.
#[test]
fn better_luck_is_never_worse() {
    for trial in 0..300 {
        for faces in 3..=20 {
            let ask = |question: Question| question.ask(&mut luck(trial));
            for count in 1..4 {
                assert!(ask(Question::Highest(count, faces)) <= ask(Question::Highest(count + 1, faces)));
                assert!(ask(Question::Sum(count, faces)) < ask(Question::Sum(count + 1, faces)));
                assert!(ask(Question::Sum(count, faces)) <= ask(Question::Sum(count, faces + 1)));
            }
        }
    }
    let under: Vec<Pool> = (1..=10).map(|face| Pool::of(10, ROLL, Test::once(Need::at_most(face)), 8)).collect();
    let chart = Chart::new(ROLL, [(1, "misfire"), (3, "short"), (2, "hit")]);
    let better = Chart::new(ROLL, [(1, "misfire"), (2, "short"), (3, "hit")]);
    for trial in 0..2000 {
        let passed = |pool: &Pool, count| luck(trial).successes(pool, count);
        for count in 1..8 {
            assert!(under.windows(2).all(|two| passed(&two[0], count) <= passed(&two[1], count)));
            assert!(under.iter().all(|pool| passed(pool, count) <= passed(pool, count + 1)));
        }
        assert!(luck(trial).answer_of(&chart) <= luck(trial).answer_of(&better));
    }
}

/// A narrated roll, replayed from its faces as a script, gives the narrated result.
#[test]
fn narrated_faces_come_out_as_narrated() {
    // A D3 is narrated as 1 to 3 and scripted as half a D6.
    for question in (4..=20).flat_map(questions) {
        let stream = |name: &str| Stream { seed: 8, scenario: name.into() }.batch(0);
        let (mut silent, mut dice) = (stream("dice"), stream("dice"));
        for number in 0..20 {
            let mut narrator = Narrator::new(stream(&format!("faces {number}")));
            let answer = question.ask(&mut narrator.listen(&mut dice));
            assert_eq!(answer, question.ask(&mut silent), "{}", question.words());
            let lines = narrator.story();
            let [Line::Roll(roll)] = &lines[..] else { panic!("{}: {lines:?}", question.words()) };
            let faces: Vec<(&str, &[u8])> = roll.stages.iter().map(|stage| ("test", &stage.faces[..])).collect();
            let mut script = Scripted::new(&faces);
            assert_eq!(question.ask(&mut script), answer, "{}: {roll:?}", question.words());
            assert_eq!(script.finish(), Ok(()));
        }
    }
}

#[test]
fn narrated_words_say_what_came_of_it() {
    let narrated = |question: &Question, script: &[u8]| {
        let mut narrator = Narrator::new(Stream { seed: 1, scenario: "words".into() }.batch(0));
        question.ask(&mut narrator.listen(&mut Scripted::new(&[("test", script)])));
        match &narrator.story()[..] {
            [Line::Roll(roll)] => roll.result.clone(),
            lines => panic!("{lines:?}"),
        }
    };
    assert_eq!(narrated(&Question::Highest(2, 10), &[7, 9]), "highest 9");
    assert_eq!(narrated(&Question::Sum(2, 6), &[3, 4]), "sum 7");
    assert_eq!(narrated(&Question::Chart(Chart::new(ROLL, [(4, "arrow"), (2, "hit")])), &[5]), "hit");
    let leadership = Pool::of(10, ROLL, Test::once(Need::at_most(7)), 2);
    assert_eq!(narrated(&Question::Pool(leadership, 2), &[7, 8]), "1 of 2");
}
