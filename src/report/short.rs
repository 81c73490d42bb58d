//! Long names as they stand in tables: shortened where no other name can be meant.

use super::text::columns;

/// What stands for the words left out.
const GAP: char = '…';

/// Each of these names in at most `most` columns, if it is the only one that can be meant; else whole.
pub fn shortened(names: &[&str], most: usize) -> Vec<String> {
    let short = |name: &&str| {
        let is_only = |(head, tail): &(&str, &str)| {
            let fits = |other: &&&str| {
                **other == *name
                    || other.len() > head.len() + tail.len() && other.starts_with(head) && other.ends_with(tail)
            };
            names.iter().filter(fits).all(|other| other == name)
        };
        let (words, letters) = (ends(name, most).map(|ends| (ends, " ")), letters(name, most).map(|ends| (ends, "")));
        let ((head, tail), between) = words.chain(letters).find(|(ends, _)| is_only(ends))?;
        let between = if tail.is_empty() { "" } else { between };
        Some(format!("{head}{between}{GAP}{between}{tail}"))
    };
    let is_long = |name: &&str| columns(name) > most;
    names
        .iter()
        .map(|name| Some(name).filter(|name| is_long(name)).and_then(short).unwrap_or((*name).to_owned()))
        .collect()
}

/// The beginnings and ends of a name that fit together, with as many of the first words as there is room for: first without any of
/// the last words, then with ever more of them.
fn ends(name: &str, most: usize) -> impl Iterator<Item = (&str, &str)> {
    let gaps = || name.match_indices(' ').map(|(place, _)| place);
    let tails = std::iter::once("").chain(gaps().collect::<Vec<_>>().into_iter().rev().map(|place| &name[place + 1..]));
    let heads: Vec<&str> = gaps().map(|place| name[..place].trim_end_matches([' ', ',', '-', '–'])).collect();
    tails.filter_map(move |tail| {
        let between = if tail.is_empty() { 1 } else { 3 };
        let is_room = |head: &&&str| columns(head) + between + columns(tail) <= most;
        let head = heads.iter().rev().find(|head| !head.is_empty() && is_room(head))?;
        (head.len() + tail.len() < name.len()).then_some((*head, tail))
    })
}

/// Where no words do: the first letters, or the first and the last.
fn letters(name: &str, most: usize) -> impl Iterator<Item = (&str, &str)> {
    let starts: Vec<usize> = name.char_indices().map(|(place, _)| place).collect();
    let (count, room) = (starts.len(), most.saturating_sub(1));
    let with =
        move |last: usize| (&name[..starts[room - last]], starts.get(count - last).map_or("", |&place| &name[place..]));
    [0, room / 2].into_iter().filter(move |_| room > 0 && room < count).map(with)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_keeps_the_words_that_tell_it_from_others() {
        let names = [
            "Space Marine Devastator Detachment with Razorbacks",
            "Space Marine Tactical Detachment with Rhinos",
            "Space Marine Tactical Detachment with Razorbacks",
            "Boyz",
        ];
        // “Space Marine … Razorbacks” may be either of two: it stays whole.
        assert_eq!(shortened(&names, 24), ["Space Marine Devastator…", "Space Marine … Rhinos", names[2], "Boyz"]);
        assert_eq!(shortened(&names[1..], 34)[1], "Space Marine Tactical … Razorbacks");
    }

    #[test]
    fn what_cannot_be_shortened_stays_whole() {
        let names = ["Company of the fourth foot A", "Company of the fourth foot B"];
        assert_eq!(shortened(&names, 12), ["Company … A", "Company … B"]);
        let names = ["Gargantuanfortressmonitor", "Gargantuanfortress", "Gargantuanfortmonitor"];
        assert_eq!(shortened(&names, 12), [names[0], "Gargan…tress", names[2]]);
        assert_eq!(shortened(&names[..2], 20), ["Gargantuanfortressm…", names[1]]);
        assert_eq!(shortened(&["a name", "a name"], 3), ["a…", "a…"]);
    }
}
