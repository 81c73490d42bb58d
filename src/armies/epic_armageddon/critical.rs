//! The prose of critical hits: `Destroyed, units within 5cm hit on D6 roll of 6`, in the words of army files.

use super::super::plain::{number, plain};
use super::super::sheet::quoted;
use super::firepower::Amount;

/// A critical hit in the words of army files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Critical {
    /// What the first does.
    pub first: Vec<String>,
    /// What the others do, where they differ.
    pub further: Vec<String>,
    /// Sentences that are understood, and not simulated.
    pub not_simulated: Vec<String>,
    /// Sentences that are not understood.
    pub unknown: Vec<String>,
}

/// Reads the text of a critical hit. `unit` is who suffers it, `weapons` the names of its weapons.
pub fn critical(text: &str, unit: &str, weapons: &[&str]) -> Critical {
    let reader = Reader { unit: plain(unit), weapons };
    let mut read = Critical::default();
    if let Some(fire) = fire(text) {
        read.first.push(fire);
        return read;
    }
    let (before, faces, after) = table(text);
    if faces.is_empty() {
        reader.prose(text, &mut read);
        return read;
    }
    let mut rows = Vec::new();
    for (label, words) in faces {
        let mut row = Critical::default();
        reader.prose(words, &mut row);
        read.not_simulated.append(&mut row.not_simulated);
        read.unknown.append(&mut row.unknown);
        rows.push((label, row.first));
    }
    // What happens if it is destroyed, told once for all rows.
    let mut aftermath = Critical::default();
    reader.prose(after, &mut aftermath);
    read.not_simulated.append(&mut aftermath.not_simulated);
    read.unknown.append(&mut aftermath.unknown);
    for (_, row) in rows.iter_mut().filter(|(_, row)| row.iter().any(|harm| harm == "\"destroyed\"")) {
        row.extend(aftermath.first.iter().filter(|harm| harm.contains("explosion")).cloned());
    }
    let rows: Vec<String> = rows
        .iter()
        .filter(|(_, row)| !row.is_empty())
        .map(|(label, row)| format!("{} = [{}]", quoted(label), row.join(", ")))
        .collect();
    let later = plain(before);
    let when = if ["end phase", "end of", "fin de", "phase de fin", "endphase"].iter().any(|at| later.contains(at)) {
        "end-phase"
    } else {
        "roll"
    };
    read.first.push(format!("{{ {when} = {{ {} }} }}", rows.join(", ")));
    read
}

/// A fire that spreads, burns on or is put out: `On a 1 a second fire starts. On a 5+ the fire is put out. Any other causes damage.`
fn fire(text: &str) -> Option<String> {
    let said = plain(text);
    let sentences = sentences(&said);
    let [roll, spreads, ends, burns] = &sentences[..] else { return None };
    let is = roll.starts_with("roll")
        && roll.contains("d6 for each")
        && burns.contains("not put out")
        && damage(burns).is_some();
    let face = |sentence: &str, what: &str| {
        let rest = sentence.strip_prefix("on a ")?;
        let face = number(rest.get(..1)?).filter(|face| (1..=6).contains(face))?;
        rest.contains(what).then_some((face, rest[1..].starts_with('+')))
    };
    let ((1, false), (from @ 3..=6, _)) = (face(spreads, "second")?, face(ends, "put out")?) else { return None };
    let burns = format!("\"damage {}\"", damage(burns)?);
    let label = |from: u32, to: u32| if from == to { from.to_string() } else { format!("{from}-{to}") };
    let rows = format!(
        "\"1\" = [\"spreads\", {burns}], \"{}\" = [{burns}], \"{}\" = [\"repaired\"]",
        label(2, from - 1),
        label(from, 6)
    );
    is.then(|| format!("{{ end-phase = {{ {rows} }} }}"))
}

/// What stands before the rows of a table of faces, the rows, and what stands after.
fn table(text: &str) -> (&str, Vec<(String, &str)>, &str) {
    let mut rows: Vec<(String, usize, usize)> = Vec::new();
    let mut from = 0;
    for line in text.split_inclusive('\n') {
        if let Some((label, start)) = face(line) {
            rows.push((label, from, from + start));
        }
        from += line.len();
    }
    if rows.len() < 2 {
        return (text, Vec::new(), "");
    }
    let last = rows[rows.len() - 1].2;
    let end = text[last..].find('\n').map_or(text.len(), |line| last + line);
    let ends: Vec<usize> = rows[1..].iter().map(|row| row.1).chain([end]).collect();
    let faces =
        rows.iter().zip(ends).map(|((label, _, start), end)| (label.clone(), text[*start..end].trim())).collect();
    (&text[..rows[0].1], faces, &text[end..])
}

/// `2-3: …`, `4–6 - …`: the faces of a row, and where its text begins.
fn face(line: &str) -> Option<(String, usize)> {
    let is_dash = |c: char| ['-', '–', '—'].contains(&c);
    let mut letters = line.char_indices().skip_while(|(_, c)| c.is_whitespace()).peekable();
    let digit = |c: char| c.to_digit(7).filter(|face| (1..=6).contains(face));
    let (_, first) = letters.next()?;
    let first = digit(first)?;
    let mut last = first;
    let mut rest: Vec<(usize, char)> = letters.collect();
    if let [(_, dash), (_, to), ..] = rest[..]
        && is_dash(dash)
        && let Some(face) = digit(to)
    {
        last = face;
        rest.drain(..2);
    } else if let [(_, '+'), ..] = rest[..] {
        last = 6;
        rest.drain(..1);
    }
    let mut rest = rest.into_iter().skip_while(|(_, c)| *c == ' ');
    let (at, mark) = rest.next()?;
    if !(mark == ':' || mark == '.' || mark == ')' || is_dash(mark)) || last < first {
        return None;
    }
    let label = if first == last { first.to_string() } else { format!("{first}-{last}") };
    Some((label, at + mark.len_utf8()))
}

struct Reader<'a> {
    unit: String,
    weapons: &'a [&'a str],
}

/// Whether a text has one of the words.
fn has(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

impl Reader<'_> {
    fn prose(&self, text: &str, read: &mut Critical) {
        for sentence in sentences(text) {
            self.sentence(&sentence, read);
        }
    }

    fn sentence(&self, sentence: &str, read: &mut Critical) {
        let said = plain(sentence).replace("1d6", "d6");
        let further =
            ["further critical", "additional critical", "subsequent critical", "any further", "second critical"];
        if let Some(at) = further.iter().filter_map(|words| said.find(words)).min() {
            // What stands before is about the first: `Immobilised, subsequent critical hits destroy it`.
            let head =
                said[..at].trim().trim_end_matches("any").trim_matches([',', ' ', '-']).trim_end_matches(" and").trim();
            if !head.is_empty() {
                self.sentence(head, read);
            }
            let mut harms = Vec::new();
            match self.harms(&said[at..], &mut harms) {
                true if !harms.is_empty() => read.further = harms,
                _ => read.unknown.push(sentence.to_owned()),
            }
            return;
        }
        // `A Hierophant is killed`: of another unit of the table.
        let mut own_words = sentence.split_whitespace();
        let (article, name) = (own_words.next().unwrap_or_default(), own_words.next().unwrap_or_default());
        // What depends on something that is not known here, or befalls another of those that share the text.
        let of_another = article == "The"
            && name.starts_with(char::is_uppercase)
            && said.contains(" is ")
            && !has(&said, &["the titan", "the engine"])
            && name.len() > 4
            && !self.named_here(&said)
            && self.unit.split(' ').all(|word| word != plain(name));
        let never_sure = ["is already", "have already", "which units"];
        if of_another && self.weapons.iter().all(|weapon| !said.contains(&plain(weapon))) || has(&said, &never_sure) {
            read.not_simulated.push(sentence.to_owned());
            return;
        }
        if ["A", "An"].contains(&article) && name.starts_with(char::is_uppercase) && !self.named_here(&said) {
            return;
        }
        // Where it staggers to, and what it then runs into, is a matter of the table.
        let table = [
            "if this move",
            "moves into",
            "runs into",
            "rampages into",
            "run over",
            "random direction",
            "scatters ",
            "runs over",
            "if it stops",
            "if it crashes",
            "crosses or touches",
            "stopping immediately",
        ];
        let mut harms = Vec::new();
        let mut known = self.harms(&said, &mut harms);
        if has(&said, &table) {
            if has(
                &said,
                &[
                    "if this move",
                    "if it stops",
                    "if it crashes",
                    "crosses or touches",
                    "if the unit rampages",
                    "moves into",
                ],
            ) {
                harms.clear();
            }
            read.not_simulated.push(sentence.to_owned());
            known = true;
        }
        // Passengers, and what is lost besides points of damage.
        let beside = [
            "carried",
            "on board",
            "onboard",
            "transported",
            "passenger",
            "aboard",
            "loses its holofield",
            "holofield saves",
            "shadowfield",
            "reduced",
            "to hit modifier",
            "loses the",
            "may no longer",
            "roll again",
            "summoned",
            "gyrocopter",
            "battle car",
            "if these abilities",
            "weapons lose",
            "lose '",
            "no longer possible",
            "loses '",
            "if the war engine is already",
            "maximum weapon range",
            "when the",
            "fires",
            "reverted",
            "barrage template",
            "blast template",
            "saves are allowed",
            "make saving throws",
        ];
        if harms.is_empty() && has(&said, &beside) || has(&said, &["transported", "passengers", "jump pack"]) {
            read.not_simulated.push(sentence.to_owned());
            known = true;
        }
        if has(&said, &["units within", "unit within", "models within"])
            && !harms.iter().any(|harm| harm.contains("explosion") || harm.contains("shock"))
            && !said.contains('(')
        {
            read.not_simulated.push(sentence.to_owned());
        }
        read.first.append(&mut harms);
        if !known {
            read.unknown.push(sentence.to_owned());
        }
    }

    /// The harms of a sentence; whether any were found.
    fn harms(&self, said: &str, harms: &mut Vec<String>) -> bool {
        let before = harms.len();
        let mut known = false;
        let others = has(
            said,
            &[
                "units within",
                "unit within",
                "models within",
                "unites a",
                "formations within",
                "units in base",
                "unit in base",
            ],
        );
        let conditional = said.starts_with("if the unit is destroyed") || said.starts_with("if it is destroyed");
        let holofield = has(said, &["holofield", "shadowfield"]);
        let shields = has(said, &["shield"]) && !holofield;
        let mut died = has(
            said,
            &[
                "destroyed",
                "detruit",
                "zerstort",
                "destruid",
                "is killed",
                "instantly killed",
                "will destroy",
                "destroy the",
                "destroying the",
                "lies still",
            ],
        );
        // Destroyed things that are not the unit itself.
        for own in self.weapons {
            let name = plain(own);
            if name.len() > 3 && said.contains(&format!("{name} destroyed"))
                || said.contains(&format!("{name} is destroyed"))
            {
                harms.push(format!("{{ weapon-lost = {} }}", quoted(own)));
                died = false;
            }
        }
        if died && has(said, &["battle car", "gyrocopter"]) && !has(said, &["destroying the vehicle"]) || conditional {
            died = false;
        }
        if died && has(said, &["dragged"]) {
            died = false;
        }
        if died && (shields || said.contains("deflector")) {
            harms.push("\"shields-lost\"".into());
            died = false;
        }
        if died && !(others && said.starts_with("any ")) {
            harms.push("\"destroyed\"".into());
        }
        if let Some(damage) = damage(said) {
            harms.push(quoted(&format!("damage {damage}")));
        }
        if others {
            match self.explosion(said) {
                Some(Some(explosion)) => harms.push(quoted(&format!("explosion {explosion}"))),
                Some(None) => {}
                // A hit without a roll, or something else that befalls them.
                None if has(said, &["blast marker", " bm", "hit"]) => {}
                None => return false,
            }
        }
        if has(said, &["blast marker", "takes a bm", "takes 1 bm"])
            && has(said, &["formation", "every unit within", "all units within"])
        {
            harms.push("\"shock\"".into());
        }
        if has(said, &["immobilised", "immobilized", "immobilise", "bewegungsunfahig", "inmovilizad"])
            || has(said, &["movement is reduced", "speed is reduced", "speed reduced"])
        {
            harms.push("\"slowed\"".into());
        }
        if has(said, &["repaired", "repare", "repariert", "reparad", "put out"]) {
            harms.push("\"repaired\"".into());
        }
        if has(said, &["no effect", "nothing happens"]) {
            known = true;
        }
        known || harms.len() > before
    }

    /// `A Dominatrix loses d3DC. A Hierophant is instantly killed`: whether this unit is named.
    fn named_here(&self, said: &str) -> bool {
        self.unit.split([' ', '(', ')', ':']).any(|word| word.len() > 4 && said.contains(word))
    }

    /// The value of an explosion: none if there is one that hurts nobody, or nobody whom dice are rolled for.
    fn explosion(&self, said: &str) -> Option<Option<String>> {
        let said = said.replace("macro-weapon", "mw").replace("macro weapon", "mw").replace("macro arme", "mw");
        let at = said.find("within").or_else(|| said.find("unites a")).or_else(|| said.find("in base"))?;
        // The roll stands before or after those who are hit.
        let tail = if said[at..].contains('+') || said[at..].contains("roll of 6") { &said[at..] } else { &said };
        // Face by name of unit: `6+ (Warhound), or 5+ (Reaver)`.
        let mut faces: Vec<(u32, &str)> = Vec::new();
        for (place, _) in tail.match_indices('+') {
            let start = tail[..place].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |start| start + 1);
            if let Some(face) = number(&tail[start..place]).filter(|face| (2..=6).contains(face)) {
                let rest = tail[place + 1..].trim_start();
                let whose = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or("", |(whose, _)| whose);
                faces.push((face, whose));
            }
        }
        let own = faces
            .iter()
            .find(|(_, whose)| whose.split([',', ' ', '/']).any(|name| name.len() > 3 && self.unit.contains(name)));
        let face = match own.or_else(|| faces.iter().find(|(_, whose)| whose.is_empty())) {
            Some((face, _)) => *face,
            // Only others are named.
            None if !faces.is_empty() => return Some(None),
            None if tail.contains("roll of 6") => 6,
            None => return None,
        };
        let strength = ["mw", "ap", "at"].into_iter().find(|kind| tail.contains(&format!("{kind}{face}+")));
        let macro_hit = tail.contains(" mw hit") || tail.contains(" mw ");
        let kind = strength.or(macro_hit.then_some("mw")).unwrap_or_default().to_uppercase();
        Some(Some(format!("{kind}{face}+")))
    }
}

/// How many points of damage a sentence tells of.
fn damage(said: &str) -> Option<String> {
    let points = [
        "point of damage",
        "points of damage",
        "point of dc",
        "points of dc",
        "1dc",
        "1 dc",
        "d3dc",
        "d3 dc",
        "extra damage",
        "point de dommage",
        "point de degat",
        "schadenspunkt",
        "punto de dano",
        "additional damage",
    ];
    if !has(said, &points) && !said.contains("suffers an automatic hit") {
        return None;
    }
    let dice = said.split_whitespace().find_map(|word| {
        let word = word.trim_end_matches("dc").trim_end_matches([',', '.']);
        Amount::leading(word).filter(|(amount, rest)| rest.is_empty() && amount.d3 > 0 && amount.fixed == 0)
    });
    // `D3 points of damage`, but not `D3 units`.
    let rolled = has(said, &["d3 points", "d3 additional", "d3 extra", "d3dc", "d3 dc", "d3 more"]);
    Some(match dice.filter(|_| rolled) {
        Some((amount, _)) if amount.d3 > 1 => format!("{}D3", amount.d3),
        Some(_) => "D3".into(),
        None => "1".into(),
    })
}

/// The sentences of a text.
fn sentences(text: &str) -> Vec<String> {
    let mut sentences = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let ends = match letter {
            '.' | '!' => letters.peek().is_none_or(|next| next.is_whitespace()),
            ';' | '\n' => true,
            _ => false,
        };
        if ends {
            sentences.push(String::new());
        } else if let Some(sentence) = sentences.last_mut() {
            sentence.push(letter);
        }
    }
    sentences.into_iter().map(|sentence| sentence.trim().to_owned()).filter(|sentence| !sentence.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Critical {
        critical(text, "Reaver Titan", &["Phantom Lances"])
    }

    fn first(text: &str) -> String {
        let read = read(text);
        assert!(read.unknown.is_empty(), "{read:?}");
        read.first.join(", ")
    }

    #[test]
    fn one_sentence() {
        for (text, harms) in [
            ("The unit is destroyed.", "\"destroyed\""),
            ("Destroyed", "\"destroyed\""),
            ("Takes 1 additional point of damage.", "\"damage 1\""),
            ("Destroyed, units within 5cm hit on D6 roll of 6.", "\"destroyed\", \"explosion 6+\""),
            ("Destroyed, units within 15cm hit on D6 roll of 5+.", "\"destroyed\", \"explosion 5+\""),
            (
                "The unit is destroyed. All units within 5cm are subject to an AP5+ attack.",
                "\"destroyed\", \"explosion AP5+\"",
            ),
            (
                "Destroyed. All units within 5cm suffer a macro-weapon hit on a roll of 4+.",
                "\"destroyed\", \"explosion MW4+\"",
            ),
            ("The unit is immobilised.", "\"slowed\""),
            ("Phantom Lances destroyed.", "{ weapon-lost = \"Phantom Lances\" }"),
        ] {
            assert_eq!(first(text), harms, "{text}");
        }
    }

    #[test]
    fn fires_spread() {
        let fire = "Roll D6 for each fire. On a 1 a second fire starts. On a 5+ the fire is put out. Any fire not put out causes one point of damage.";
        let rows = "{ end-phase = { \"1\" = [\"spreads\", \"damage 1\"], \"2-4\" = [\"damage 1\"], \"5-6\" = [\"repaired\"] } }";
        assert_eq!(first(fire), rows);
    }

    #[test]
    fn what_befalls_others_is_not_its_own() {
        let read_on = read(
            "Takes an extra point of damage and kill D3 passengers. The player may choose which units are killed.",
        );
        assert_eq!((read_on.first, read_on.unknown.len()), (vec!["\"damage 1\"".into()], 0));
        let shared = read("The Juggernaut is immobilised. If it is already immobilised, it loses a point of damage.");
        assert_eq!((shared.first.len(), shared.not_simulated.len()), (0, 2));
    }

    #[test]
    fn later_hits_differ() {
        let read = read("Immobilised, subsequent critical hits cause an additional 1DC of damage.");
        assert_eq!((read.first, read.further), (vec!["\"slowed\"".into()], vec!["\"damage 1\"".into()]));
        let read = critical("Deflector Shield is destroyed; further critical hits cause a point of damage.", "x", &[]);
        assert_eq!((read.first, read.further), (vec!["\"shields-lost\"".into()], vec!["\"damage 1\"".into()]));
    }

    #[test]
    fn tables_of_faces() {
        let reactor = "Roll a D6 in the end phase of each turn: \n1: the unit is destroyed \n2-3: the unit suffers one more point of damage \n4–6: the breach has been repaired \nIf the unit is destroyed, all units within 5cm suffer a hit on a roll of 5+ (Reaver) or 4+ (Warlord).";
        assert_eq!(
            first(reactor),
            "{ end-phase = { \"1\" = [\"destroyed\", \"explosion 5+\"], \"2-3\" = [\"damage 1\"], \"4-6\" = [\"repaired\"] } }"
        );
        let wounded = "Roll a D6:\n1- Any other unit in base contact suffers a MW6+ attack.\n2-5- The creature loses 1DC.\n6- The creature is instantly killed.";
        assert_eq!(
            first(wounded),
            "{ roll = { \"1\" = [\"explosion MW6+\"], \"2-5\" = [\"damage 1\"], \"6\" = [\"destroyed\"] } }"
        );
    }

    #[test]
    fn what_is_beyond_the_dice_is_kept_and_what_is_strange_is_told() {
        let read_on = read("The unit and all units being carried are destroyed.");
        assert_eq!(read_on.first, ["\"destroyed\""]);
        let holofield = read("May no longer take holofield saves. Any further critical hits will destroy the Titan.");
        assert_eq!((holofield.first.len(), holofield.further.len(), holofield.not_simulated.len()), (0, 1, 1));
        assert_eq!(read("It begins to sing.").unknown.len(), 1);
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_reading_panic(text in "([0-9]|–|-|:|\n|within|\\+|\\(|\\)|destroyed|D3|é|\\. | |6|Reaver|roll of ){0,20}") {
            read(&text);
        }
    }
}
