//! The special rules of an entry: by name, or sentence by sentence if the text is English prose.

use super::super::normalise::{number, plain, words};
use super::super::rulebook::Rule;
use super::super::words::{Vocabulary, Words};

/// Abilities of units, by the names of rules and notes.
const NAMES: Vocabulary<&str> = Vocabulary(&[
    ("terrifying", "terror|terrifying|causes terror|terreur|terrifiant|terrifiante|entsetzen|terrorifico"),
    ("flyer", "flying|fly|flyer|flies|can fly|vol|volant|volante|fliegen|flieger|vuelo|volador"),
    ("fanatic", "fanatic|fanatics|fanatique|fanatiques|fanatiker|fanatisch|fanatico"),
    ("slow", "slow|lent|lente|langsam|lento"),
    ("unreliable", "unreliable|non fiable|unzuverlassig|poco fiable"),
    ("all-round-fire", "360|360°|all round fire|all around fire|tir a 360°|tir a 360|rundumfeuer|disparo 360"),
]);

/// The ability that a rule or a note names.
pub fn named(name: &str) -> Option<&'static str> {
    let name = words(name.split('(').next().unwrap_or_default());
    let name = name.trim_end_matches(['.', ':', '*', ' ']);
    NAMES.meaning(name)
}

const COMMAND: Words = Words("command value|command|commandement|befehlswert|befehl|mando");

/// The command values that a text gives in sentences or notes of their own, `Command: 10`, and the rest of it.
pub fn commands(text: &str) -> (Vec<u32>, String) {
    let mut values = Vec::new();
    let mut rest = String::new();
    for part in text.split_inclusive(['\n', '•', ';', ',', '.']) {
        let said = words(part.trim_matches(|letter: char| letter.is_whitespace() || "•;,.".contains(letter)));
        let behind = COMMAND.iter().find_map(|word| said.strip_prefix(word));
        match behind.and_then(|behind| number(behind.trim_matches([':', '=', ' ']))) {
            Some(value) => values.push(value),
            None => rest += part,
        }
    }
    (values, rest.trim().to_owned())
}

/// The result of reading a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// Abilities, as army files write them.
    pub abilities: Vec<&'static str>,
    /// Ranges of its shots in cm.
    pub ranges: Vec<u32>,
    /// Paces in cm.
    pub paces: Vec<u32>,
    /// Whether that is all it says.
    pub whole: bool,
}

/// The longest sentence, in words, that plausibly says only one thing.
const LONGEST: usize = 30;

/// What a sentence says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Ability(&'static str),
    Range(u32),
    Pace(u32),
    /// Parts of what makes fanatics: the charge, no evasion, no drive back, the pursuit.
    Charges,
    NeverEvades,
    NotDriven,
    Pursues,
}

/// Reads a rule.
pub fn read(rule: &Rule) -> Read {
    let mut read = Read::default();
    if let Some(ability) = named(&rule.name) {
        read.abilities.push(ability);
        read.whole = true;
        return read;
    }
    let said = plain(&unwrapped(&rule.text).replace("i.e.", "ie").replace("e.g.", "eg"));
    let sentences: Vec<&str> =
        said.split(['.', ';', '!', '•']).map(str::trim).filter(|sentence| !sentence.is_empty()).collect();
    let meanings: Vec<Vec<Meaning>> = sentences.iter().map(|sentence| meanings(sentence)).collect();
    let all = || meanings.iter().flatten();
    let fanatic = [Meaning::Charges, Meaning::NotDriven, Meaning::Pursues]
        .iter()
        .all(|wanted| all().any(|meaning| meaning == wanted));
    // A penalty with exceptions is not the one of the book.
    let waived = said.contains("waived") || said.contains("no penalty");
    for meaning in all() {
        match *meaning {
            Meaning::Ability("unreliable") if waived => {}
            Meaning::Ability(ability) => add(&mut read.abilities, ability),
            Meaning::Range(cm) => add(&mut read.ranges, cm),
            Meaning::Pace(cm) => add(&mut read.paces, cm),
            _ if fanatic => add(&mut read.abilities, "fanatic"),
            _ => {}
        }
    }
    let is_told = |meaning: &Meaning| match meaning {
        Meaning::Ability("unreliable") => !waived,
        Meaning::Ability(_) | Meaning::Range(_) | Meaning::Pace(_) => true,
        _ => fanatic,
    };
    let told = |(sentence, meanings): (&&str, &Vec<Meaning>)| {
        sentence.split(' ').count() <= LONGEST && meanings.iter().any(is_told)
    };
    read.whole = !sentences.is_empty() && sentences.iter().zip(&meanings).all(told);
    read
}

/// The text with its line breaks as full stops, except for those in the middle of a sentence.
fn unwrapped(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        whole += if line.starts_with(char::is_lowercase) { " " } else { " . " };
        whole += line;
    }
    whole
}

fn add<T: PartialEq>(list: &mut Vec<T>, one: T) {
    if !list.contains(&one) {
        list.push(one);
    }
}

/// A phrase and its meaning: its sentence contains one of each of the words of `all`, and none of `unless`.
struct Phrase {
    means: Meaning,
    all: &'static [Words],
    unless: &'static [Words],
}

/// The ability belongs to another unit.
const OF_OTHERS: Words = Words("unaffected|not affected|immune|not suffer|n't suffer|cannot be terr|n't apply");

/// The ability ends with a rider.
const OF_RIDERS: Words = Words("character|rider|riding|joined|ridden|mount");

const PENALTY: Words = Words("-1 command penalty|-1 to command|-1 penalty to command");
const LATER_ORDERS: Words = Words("second|subsequent|successive");

const PHRASES: &[Phrase] = &[
    Phrase {
        means: Meaning::Ability("terrifying"),
        all: &[Words("cause terror|causes terror|terrifying")],
        unless: &[OF_OTHERS, OF_RIDERS],
    },
    Phrase {
        means: Meaning::Ability("flyer"),
        all: &[Words("can fly|flying machine|flying rules apply")],
        unless: &[OF_RIDERS],
    },
    Phrase {
        means: Meaning::Ability("all-round-fire"),
        all: &[
            Words("shoot|fire|measure|range"),
            Words(
                "all round|all around|360|behind or to the side|any edge|any stand edge|any direction|\
                side or rear as well as",
            ),
        ],
        unless: &[],
    },
    Phrase { means: Meaning::Ability("slow"), all: &[PENALTY, LATER_ORDERS], unless: &[] },
    Phrase {
        means: Meaning::Ability("unreliable"),
        all: &[PENALTY, Words("always|additional")],
        unless: &[LATER_ORDERS],
    },
    Phrase {
        means: Meaning::Charges,
        all: &[Words("initiative to charge"), Words("always use|must use")],
        unless: &[],
    },
    Phrase {
        means: Meaning::NeverEvades,
        all: &[Words("never use|cannot use|can't use"), Words("evade")],
        unless: &[],
    },
    Phrase {
        means: Meaning::NotDriven,
        all: &[Words("never roll for drive back|not roll for drive back")],
        unless: &[],
    },
    Phrase {
        means: Meaning::NotDriven,
        all: &[Words("cannot be|can't be|never|are not"), Words("driven back")],
        unless: &[],
    },
    Phrase {
        means: Meaning::Pursues,
        all: &[Words("pursue"), Words("must|always")],
        unless: &[Words("must not|never|cannot|can't")],
    },
];

fn meanings(sentence: &str) -> Vec<Meaning> {
    let is_said = |phrase: &&Phrase| {
        phrase.all.iter().all(|words| words.within(sentence))
            && !phrase.unless.iter().any(|words| words.within(sentence))
    };
    let mut found: Vec<Meaning> = PHRASES.iter().filter(is_said).map(|phrase| phrase.means).collect();
    if !Words("spell|command range|order range|within range").within(sentence) {
        found.extend(cm_after(sentence, &["range", "ranges"], 6).map(Meaning::Range));
    }
    if !Words("rider|bonus|penalty|within").within(sentence) {
        found.extend(cm_after(sentence, &["move", "moves", "pace"], 4).map(Meaning::Pace));
    }
    found
}

/// `range is restricted to 15cm`: the centimetres, at most `reach` words after one of these.
fn cm_after(sentence: &str, names: &[&str], reach: usize) -> Option<u32> {
    let words: Vec<&str> = sentence.split(' ').map(|word| word.trim_matches([',', ':', '(', ')', '\'', '"'])).collect();
    let start = words.iter().position(|word| names.contains(word))?;
    let after = words.iter().enumerate().skip(start + 1).take(reach);
    let mut cm = after.filter_map(|(place, word)| match word.strip_suffix("cm") {
        Some("") => number(words[place - 1]),
        Some(digits) => number(digits),
        None => None,
    });
    cm.next().filter(|cm| (1..=100).contains(cm))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(text: &str) -> Read {
        read(&Rule { name: "Weird Folk".into(), text: text.into() })
    }

    #[test]
    fn names_say_it_all() {
        for (name, ability) in
            [("Terror", "terrifying"), ("Volant", "flyer"), ("Non fiable", "unreliable"), ("360°", "all-round-fire")]
        {
            let read = read(&Rule { name: name.into(), text: "As in the book, with many words.".into() });
            assert_eq!((read.abilities, read.whole), (vec![ability], true), "{name}");
        }
        assert_eq!(named("Weird Folk"), None);
    }

    #[test]
    fn zealots_are_fanatics() {
        let read = rule(
            "Zealots will always use their initiative to charge the foe. They never use it to evade. They can't be driven back. They must pursue.",
        );
        assert_eq!((read.abilities, read.whole), (vec!["fanatic"], true));
        let half = rule("Swarms cannot be driven back by fire.");
        assert_eq!((half.abilities, half.whole), (vec![], false));
        let more = rule(
            "They always use initiative to charge. They never roll for drive backs. If able to pursue, they must. They are unaffected by terrifying foes.",
        );
        assert_eq!((more.abilities, more.whole), (vec!["fanatic"], false));
    }

    #[test]
    fn ranges_and_paces() {
        assert_eq!(rule("Their range is reduced to 15cm.").ranges, [15]);
        assert_eq!(rule("It has a maximum range of 30 cm. It moves up to 20cm.").ranges, [30]);
        assert_eq!(rule("It has a maximum range of 30 cm. It moves up to 20cm.").paces, [20]);
        let round = rule("They may shoot from any edge. Their range is 15cm.");
        assert_eq!((round.abilities, round.whole), (vec!["all-round-fire"], true));
        let wrapped = rule(
            "Their range is only 15cm but they shoot behind or to the side as\nwell as to the front.\nIt causes terror",
        );
        assert!(wrapped.whole && wrapped.abilities == ["all-round-fire", "terrifying"], "{wrapped:?}");
        for none in ["The range of his spell is 30cm.", "Range 01-10cm 10-20cm", "Foes within 20cm move.", "A range."] {
            assert_eq!(rule(none).ranges, [0; 0], "{none}");
        }
    }

    #[test]
    fn what_others_do_is_no_ability() {
        for none in [
            "They are unaffected by terrifying foes.",
            "A unit with a griffon rider causes terror.",
            "When a king gives the order there is a -1 Command penalty.",
            "There is always a -1 Command penalty. It is waived near a chief.",
        ] {
            let read = rule(none);
            assert!(read.abilities.is_empty() && !read.whole, "{none}: {read:?}");
        }
        assert_eq!(rule("There is always a -1 Command penalty.").abilities, ["unreliable"]);
        assert_eq!(rule("It causes terror.").abilities, ["terrifying"]);
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_reading_panic(text in "(range|of|cm|15| |\\.|\\n|can fly|must pursue|é|terror|causes|moves){0,20}") {
            rule(&text);
        }
    }
}
