//! §11.24: overwatch.

use crate::arsenal::{odds, play};

const TWO_SQUADS: &str = "[formations]
marines = { units = [{ unit = 'marine', count = 5 }], side = 'a' }
orks = { units = [{ unit = 'ork', count = 5 }], side = 'b' }
";

/// §11.24.2–3: fire from overwatch at −1; it ends the overwatch; and a formation that is shot at may lose its own.
#[test]
fn section_11_24_overwatch() {
    let text = format!(
        "{TWO_SQUADS}[[steps]]\naction = 'overwatch'\nby = 'orks'\n[[steps]]\naction = 'move'\nby = 'marines'\nreactions = [{{ by = 'orks', range = 45, snap = true }}]\n"
    );
    let after = play(&text, &[("orks: boltgun to hit marines", &[4, 4, 4, 4, 4])]);
    assert_eq!((after["2.orks.fired"], after["2.marines.hits"], after["end.orks.overwatch"]), (5, 0, 0));
    let shot = "[[steps]]\naction = 'shoot'\nby = 'marines'\nat = 'orks'\nrange = 100\n[[steps]]\naction = 'shoot'\nby = 'marines'\nat = 'orks'\nrange = 60\ncover = 'hard'\nmodifier = -9\n";
    let text = format!("{TWO_SQUADS}{shot}").replace("side = 'b'", "side = 'b', state = 'overwatch'");
    // Out of range there is no fire; even a hopeless shot makes them test.
    let found = odds(&text);
    assert_eq!((found.mean("1.orks.overwatch_lost"), found.mean("1.marines.fired")), (0.0, 0.0));
    found.has("2.orks.overwatch_lost", &[21.0 / 36.0, 15.0 / 36.0]);
    found.has("end.orks.overwatch", &[15.0 / 36.0, 21.0 / 36.0]);
}
