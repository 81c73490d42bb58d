//! Shots as catalogues write them, right and wrong. All of them are invented.

use super::shot::*;

fn fair(range: Option<Range>, attack: Attack, to_hit: Option<u32>, less: u32) -> Shot {
    Shot { count: None, range, attack: Some(attack), to_hit, modifier: Some(Modifier::Less(less)), mended: false }
}

#[test]
fn dice_and_barrage_points() {
    let far = |cm| Some(Range::Cm(cm));
    for (text, expected) in [
        ("75cm, 2d 5+ (-2)", fair(far(75), Attack::Dice(2), Some(5), 2)),
        ("75cm, 2bp, (0)", fair(far(75), Attack::Points(2, 6), None, 0)),
        ("100cm, 4lbp 5+ (0)", fair(far(100), Attack::Points(4, 12), Some(5), 0)),
        ("50-150cm, 6bp 4+ (-3)", fair(Some(Range::Between(50, 150)), Attack::Points(6, 6), Some(4), 3)),
        ("los, 12cm template, 1d 3+ (-1)", fair(Some(Range::Sight), Attack::Template(12), Some(3), 1)),
        ("12cm template, 8bp 3+ (-1)", fair(None, Attack::Points(8, 12), Some(3), 1)),
        ("unlimited in los auto hit (-2)", fair(Some(Range::Sight), Attack::Auto, None, 2)),
        ("75cm, 2-10d 5+ (-2)", fair(far(75), Attack::Rolled, Some(5), 2)),
        ("d6+3bp, -3tsm", fair(None, Attack::Rolled, None, 3)),
        ("70cm+d6x10cm, 1d 3+ (-3)", fair(Some(Range::Rolled), Attack::Dice(1), Some(3), 3)),
        ("50cm, d6, 5+ (-1)", fair(far(50), Attack::Rolled, Some(5), 1)),
        ("25-100cm, 4bp (0)", fair(Some(Range::Between(25, 100)), Attack::Points(4, 6), None, 0)),
        ("minimum 50cm/150cm, 4bp (0)", fair(Some(Range::Between(50, 150)), Attack::Points(4, 6), None, 0)),
        ("min. 50/150cm, 4bp (0)", fair(Some(Range::Between(50, 150)), Attack::Points(4, 6), None, 0)),
        ("2x 100cm, 8bp (-1)", Shot { count: Some(2), ..fair(far(100), Attack::Points(8, 6), None, 1) }),
        ("100cm, 2x 8bp (-1)", Shot { count: Some(2), ..fair(far(100), Attack::Points(8, 6), None, 1) }),
    ] {
        assert_eq!(shot(text), Some((expected, "")), "{text}");
    }
    let teardrop = Shot { attack: None, ..fair(Some(Range::Teardrop), Attack::Auto, Some(4), 0) };
    assert_eq!(shot("lt, 4+ (0)"), Some((teardrop, "")));
    assert_eq!(shot("75cm, 1d 4+ (-1) - turret").map(|(_, rest)| rest), Some(" - turret"));
}

#[test]
fn slips_with_one_meaning() {
    for (text, cm, dice, face, less) in [
        ("25cm, 1d6+ (0)", 25, 1, 6, 0),
        ("50cm, 2d 5+ (-2_", 50, 2, 5, 2),
        ("50xm, 2d 5+ (-1)", 50, 2, 5, 1),
        ("50, 2d 5+ (-1)", 50, 2, 5, 1),
        ("50cm, 2 5+ (-1)", 50, 2, 5, 1),
        ("50cm, 2d +5 (-1)", 50, 2, 5, 1),
        ("50cm, 2d 5 (-1)", 50, 2, 5, 1),
        ("50cm, 2d 5+ -1)", 50, 2, 5, 1),
        ("50cm, 2d 5+ (-1", 50, 2, 5, 1),
        ("50cm, 2d 5+ [-1]", 50, 2, 5, 1),
        ("50cm, 2d 5+, -1", 50, 2, 5, 1),
        ("50cm, ld 5+ (-1)", 50, 1, 5, 1),
        ("50cm, 2d 5+ (2)", 50, 2, 5, 2),
        ("50cm, 2d 5+ _-3)", 50, 2, 5, 3),
        ("(50cm, 2d 4+ -3)", 50, 2, 4, 3),
        ("(50cm, 4+ -3)", 50, 1, 4, 3),
        ("2d (50cm, 4+ -3)", 50, 2, 4, 3),
    ] {
        let expected = Shot { mended: true, ..fair(Some(Range::Cm(cm)), Attack::Dice(dice), Some(face), less) };
        assert_eq!(shot(text), Some((expected, "")), "{text}");
    }
    let large = Shot { mended: true, ..fair(Some(Range::Cm(100)), Attack::Points(8, 12), None, 0) };
    assert_eq!(shot("100cm, 8lb (0)"), Some((large, "")));
}

#[test]
fn what_has_no_one_meaning_stays_open() {
    // A modifier of thirteen, with a sign or without; a die that hits on 0+ or 7+.
    for (text, rest) in [("75cm, 6d 5+ (-13)", "(-13)"), ("75cm, 6d 5+ (13)", "(13)")] {
        let (shot, left) = shot(text).unwrap();
        assert_eq!((shot.modifier, left), (None, rest));
    }
    for text in ["75cm, 2d 0+ (-1)", "75cm, 2d 7+ (-1)"] {
        assert_eq!(shot(text).unwrap().0.to_hit, None);
    }
    assert_eq!(shot("75cm, 1d 4+ (-d3 tsm)").unwrap().0.modifier, Some(Modifier::Odd));
    assert_eq!(shot("75cm, 1d 4+ (+1)").unwrap().0.modifier, Some(Modifier::Odd));
    // How many dice, and how many weapons?
    assert_eq!((shot("2x 100cm, 2x 8bp (0)"), shot("minimum 150cm/50cm, 4bp (0)")), (None, None));
    assert_eq!(attack_alone("2x 8bp"), Some((Some(2), Attack::Points(8, 6), false)));
    assert_eq!(range_alone("2x 100cm"), Some((Some(2), Range::Cm(100), false)));
    assert_eq!(modifier_alone("-2"), Some((Modifier::Less(2), false)));
    assert_eq!(
        (attack_alone("6sb"), to_hit_alone("(4+)")),
        (Some((None, Attack::Points(6, 6), false)), Some((4, false)))
    );
    for nothing in ["", "special", "75cm", "see special rules", "-", "(0)"] {
        assert_eq!(shot(nothing), None, "{nothing}");
    }
}

proptest::proptest! {
    #[test]
    fn no_text_makes_reading_panic(text in "([0-9]|\\+|-|d|bp|cm|,|\\(|\\)|é| |_){0,16}") {
        let _ = (shot(&text), range_alone(&text), attack_alone(&text), modifier_alone(&text), to_hit_alone(&text));
    }
}
