//! The grammar of shots, as catalogues write them: `75cm, 2d 5+ (-2)`, `100cm, 6BP 4+ (0)`, `LT, 4+ (0)`.

use winnow::ascii::space0;
use winnow::combinator::{alt, eof, not, opt, peek, preceded, terminated};
use winnow::token::one_of;
use winnow::{Parser, Result};

use super::super::amount::digits;
use super::short_cells::cm;

/// The range of a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// A number of cm.
    Cm(u32),
    /// From one number of cm to another.
    Between(u32, u32),
    /// As far as its crew can see.
    Sight,
    /// A teardrop template, laid at its muzzle.
    Teardrop,
    /// A rolled range.
    Rolled,
}

/// The attack of a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// A number of dice.
    Dice(u32),
    /// Barrage points under a template of this many cm.
    Points(u32, u32),
    /// A template of this many cm.
    Template(u32),
    /// It hits without a roll.
    Auto,
    /// A rolled number.
    Rolled,
}

/// The save modifier of a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// This much is taken off saves.
    Less(u32),
    /// Something else: it helps the save, or is rolled.
    Odd,
}

/// The parts of a shot that are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shot {
    /// How many such weapons there are, if that is told here.
    pub count: Option<u32>,
    /// Range.
    pub range: Option<Range>,
    /// Attack.
    pub attack: Option<Attack>,
    /// The face that hits.
    pub to_hit: Option<u32>,
    /// TSM.
    pub modifier: Option<Modifier>,
    /// Whether there was a misprint with one meaning.
    pub mended: bool,
}

/// The diameters of barrage templates in cm: the usual one, the large one.
pub const USUAL: u32 = 6;
const LARGE: u32 = 12;

/// The largest plausible range, number of dice and modifier; ten bolters fire with one die each.
const LONGEST: u32 = 1000;
const MOST: u32 = 50;
const HIGHEST: u32 = 6;

/// Reads a shot at the start of a [plain](super::super::normalise::plain) text; returns the rest too.
pub fn shot(text: &str) -> Option<(Shot, &str)> {
    let (rest, shot) = whole.parse_peek(text).ok()?;
    Some((shot, rest))
}

/// Reads a text that is only a range, of one weapon or several: `100cm`, `2x 100cm`.
pub fn range_alone(text: &str) -> Option<(Option<u32>, Range, bool)> {
    let counted = (opt(times), range).map(|(count, (range, mended))| (count, range, mended));
    terminated(counted, (space0, opt('.'))).parse(text.trim()).ok()
}

/// Reads a text that is only attacks, of one weapon or several: `2`, `D6+3BP`, `2x 8BP`.
pub fn attack_alone(text: &str) -> Option<(Option<u32>, Attack, bool)> {
    let either = alt((attack, many.map(|dice| (Attack::Dice(dice), false))));
    (opt(times), either).map(|(count, (attack, mended))| (count, attack, mended)).parse(text.trim()).ok()
}

/// Reads a text that is only a modifier: `-2`, `0`, `(-2)`.
pub fn modifier_alone(text: &str) -> Option<(Modifier, bool)> {
    alt((bare_modifier.map(|modifier| (modifier, false)), modifier)).parse(text.trim()).ok()
}

/// Reads a text that is only what hits: `5+`.
pub fn to_hit_alone(text: &str) -> Option<(u32, bool)> {
    alt((to_hit, in_brackets)).parse(text.trim()).ok()
}

/// A shot; `2x` before it or behind its range counts weapons, and brackets may be around it: `(50cm, 1d 4+ -3)`.
fn whole(input: &mut &str) -> Result<Shot> {
    space0.parse_next(input)?;
    let before = opt(times).parse_next(input)?;
    let mut throw = opt(terminated(attack, (gap, peek(('(', space0, range))))).parse_next(input)?;
    let is_in_brackets = opt(('(', space0, peek(range))).parse_next(input)?.is_some();
    let range = opt(terminated(range, after_range)).parse_next(input)?;
    let behind = opt(times).parse_next(input)?;
    if throw.is_none() {
        throw = opt(terminated(attack, gap)).parse_next(input)?;
    }
    if throw.is_none() && range.is_some() {
        throw = opt(forgotten).parse_next(input)?;
    }
    let hits = opt(terminated(alt((to_hit, in_brackets)), gap)).parse_next(input)?;
    let less = opt(alt((modifier, with_tsm))).parse_next(input)?;
    // Of a whole shot in brackets only the number of dice may be missing: it is one.
    if is_in_brackets && throw.is_none() && range.is_some() && hits.is_some() && less.is_some() {
        throw = Some((Attack::Dice(1), true));
    }
    if throw.is_none() && hits.is_none() || before.and(behind).is_some() {
        return fail_here(input);
    }
    let slips = [range.map(|part| part.1), throw.map(|part| part.1), hits.map(|part| part.1), less.map(|part| part.1)];
    Ok(Shot {
        count: before.or(behind),
        range: range.map(|part| part.0),
        attack: throw.map(|part| part.0),
        to_hit: hits.map(|part| part.0),
        modifier: less.map(|part| part.0),
        mended: slips.contains(&Some(true)),
    })
}

fn fail_here<T>(input: &mut &str) -> Result<T> {
    winnow::combinator::fail.parse_next(input)
}

/// `2x`.
fn times(input: &mut &str) -> Result<u32> {
    (many, space0, 'x', space0, peek(one_of('0'..='9'))).map(|parts| parts.0).parse_next(input)
}

/// Commas and spaces between parts.
fn gap(input: &mut &str) -> Result<()> {
    (space0, opt(one_of([',', ';', '.', ':'])), space0).void().parse_next(input)
}

/// What follows a range; also a hyphen.
fn after_range(input: &mut &str) -> Result<()> {
    (gap, opt(('-', space0))).void().parse_next(input)
}

fn long(input: &mut &str) -> Result<u32> {
    digits.verify(|cm| (1..=LONGEST).contains(cm)).parse_next(input)
}

fn many(input: &mut &str) -> Result<u32> {
    digits.verify(|many| (1..=MOST).contains(many)).parse_next(input)
}

/// The end of a word, or of the text.
fn ends_word(input: &mut &str) -> Result<()> {
    not(one_of(char::is_alphanumeric)).parse_next(input)
}

/// `75cm`, `50-150cm`, `Minimum 50cm/150cm`, `LoS`, `LT`, `70cm+D6x10cm`.
fn range(input: &mut &str) -> Result<(Range, bool)> {
    let times = opt((one_of(['x', '*']), digits));
    let rolled = (long, opt(cm), space0, '+', space0, opt(digits), 'd', digits, times, opt(cm));
    let between = (long, opt(cm), space0, '-', space0, long, cm).verify(|parts| parts.0 < parts.5);
    let least = (alt(("minimum", "min")), opt(one_of(['.', ':'])), space0, long, opt(cm)).map(|parts| parts.3);
    let most = (space0, one_of(['/', ',', '-']), space0, opt((alt(("maximum", "max")), space0)), long, cm);
    let told = (least, most).map(|(least, (.., most, mended))| (least, most, mended)).verify(|parts| parts.0 < parts.1);
    // Without its unit only if a comma ends it and dice follow.
    let dice = (many, alt(("d", "bp", "sb", "lb")));
    let bare = (long, space0, peek((',', space0, dice)));
    let sight = (opt("unlimited"), space0, opt(alt(("in", "within"))), space0, alt(("los", "line of sight")));
    let shape = (opt(alt(("large", "small"))), space0, alt(("teardrop", "triangle", "flame")), space0, opt("template"));
    let is_template = (space0, "template");
    alt((
        rolled.value((Range::Rolled, false)),
        told.map(|(least, most, mended)| (Range::Between(least, most), mended)),
        between.map(|parts| (Range::Between(parts.0, parts.5), parts.6)),
        (long, cm, not(is_template)).map(|(far, mended, ())| (Range::Cm(far), mended)),
        bare.map(|(far, ..)| (Range::Cm(far), true)),
        sight.value((Range::Sight, false)),
        "unlimited".value((Range::Sight, false)),
        shape.value((Range::Teardrop, false)),
        terminated(alt(("lt", "st")), ends_word).value((Range::Teardrop, false)),
    ))
    .parse_next(input)
}

/// `2d`, `6BP`, `12cm template, 1d`, `D6+3=BP`.
fn attack(input: &mut &str) -> Result<(Attack, bool)> {
    // `1d6+` can only be one die that needs a 6.
    let joined = (many, 'd', peek((one_of('1'..='6'), '+', not((space0, one_of('0'..='9'))))));
    let dice = (many, space0, alt(("dice", "d", "attacks", "shots")), ends_word);
    // A letter that looks like a one.
    let letter = (one_of(['l', 'i']), 'd', ends_word);
    alt((
        template,
        joined.map(|(dice, ..)| (Attack::Dice(dice), true)),
        rolled.value((Attack::Rolled, false)),
        points.map(|(points, cm, mended)| (Attack::Points(points, cm), mended)),
        dice.map(|parts| (Attack::Dice(parts.0), false)),
        letter.value((Attack::Dice(1), true)),
        ("auto", opt('-'), space0, opt(alt(("hits", "hit")))).value((Attack::Auto, false)),
    ))
    .parse_next(input)
}

/// `12cm template`, `12cm template, 1d`, `12cm template, 8BP`.
fn template(input: &mut &str) -> Result<(Attack, bool)> {
    let size = (digits.verify(|cm| (1..=100).contains(cm)), space0, "cm", space0, "template").map(|parts| parts.0);
    let one = ("1", space0, 'd', ends_word).value(None);
    let (size, points) = (size, opt((gap, alt((one, points.map(Some)))))).parse_next(input)?;
    let points = points.and_then(|(_, points)| points);
    let attack = points.map(|(points, _, mended)| (Attack::Points(points, size), mended));
    Ok(attack.unwrap_or((Attack::Template(size), false)))
}

/// `6BP`, `4LBP`, `2SB`: points, and the size of their template; `4LB` is a misprint.
fn points(input: &mut &str) -> Result<(u32, u32, bool)> {
    let usual = alt(("bp", "sb", "barrage points", "barrage point")).value((USUAL, false));
    let short = terminated("lb", ends_word).value((LARGE, true));
    let unit = alt(("lbp".value((LARGE, false)), short, usual));
    (many, space0, opt('='), space0, unit).map(|parts| (parts.0, parts.4.0, parts.4.1)).parse_next(input)
}

/// Dice with their `d` missing.
fn forgotten(input: &mut &str) -> Result<(Attack, bool)> {
    (many, space0, peek(to_hit)).map(|(dice, ..)| (Attack::Dice(dice), true)).parse_next(input)
}

/// `D6+3=BP`, `2-10d`, `2-10SB`, `D6`, `2D6BP`.
fn rolled(input: &mut &str) -> Result<()> {
    let between = (digits, space0, '-', space0, digits, rolled_unit).void();
    let sum = (opt(digits), 'd', digits, opt((space0, '+', space0, digits)), opt(rolled_unit)).void();
    alt((between, sum)).parse_next(input)
}

fn rolled_unit(input: &mut &str) -> Result<()> {
    (space0, opt('='), space0, alt(("bp", "lbp", "sb", "d")), ends_word).void().parse_next(input)
}

fn face(input: &mut &str) -> Result<u32> {
    digits.verify(|face| (2..=6).contains(face)).parse_next(input)
}

/// `5+`; `+5` and `5` before a bracket are misprints of it.
fn to_hit(input: &mut &str) -> Result<(u32, bool)> {
    alt((
        terminated(face, '+').map(|face| (face, false)),
        terminated(face, (space0, '+')).map(|face| (face, true)),
        preceded('+', face).map(|face| (face, true)),
        terminated(face, peek((space0, '('))).map(|face| (face, true)),
    ))
    .parse_next(input)
}

/// `(4+)`.
fn in_brackets(input: &mut &str) -> Result<(u32, bool)> {
    ('(', space0, face, '+', space0, ')').map(|parts| (parts.2, false)).parse_next(input)
}

/// `(-2)`, `(0)`; a bracket that is missing, mistyped or of another kind is a misprint, and so is a missing sign: what helps
/// a save has a plus.
fn modifier(input: &mut &str) -> Result<(Modifier, bool)> {
    let begin = alt(('('.value(false), one_of(['[', '{', '_']).value(true)));
    let end = alt((')'.value(false), one_of(['_', ']', '}']).value(true), missing));
    let known = (begin, space0, bare_modifier, tsm, end).map(|parts| (parts.2, parts.0 | parts.4));
    let die = (opt('-'), opt(digits), 'd', digits).void();
    let odd = ('(', space0, alt((die, "special".void())), tsm, ')').value((Modifier::Odd, false));
    // `-2)`.
    let headless = (bare_modifier, tsm, ')').map(|parts| (parts.0, true));
    // `-2`, without any brackets.
    let bare = (bare_modifier.verify(|modifier| matches!(modifier, Modifier::Less(1..))), space0, missing);
    // `(2)`.
    let unsigned = ('(', space0, digits.verify(|by| (1..=HIGHEST).contains(by)), tsm, ')');
    let unsigned = unsigned.map(|parts| (Modifier::Less(parts.2), true));
    alt((known, odd, unsigned, headless, bare.map(|parts| (parts.0, true)))).parse_next(input)
}

fn tsm(input: &mut &str) -> Result<()> {
    (space0, opt("tsm"), space0).void().parse_next(input)
}

/// The end of a text, or the start of a note, in place of a bracket.
fn missing(input: &mut &str) -> Result<bool> {
    let next = alt((eof.void(), one_of([',', ';']).void(), "- ".void()));
    peek(next).value(true).parse_next(input)
}

/// `-3TSM`.
fn with_tsm(input: &mut &str) -> Result<(Modifier, bool)> {
    (bare_modifier, space0, "tsm").map(|parts| (parts.0, false)).parse_next(input)
}

/// `-2`, `0`. A number without a sign may be either.
fn bare_modifier(input: &mut &str) -> Result<Modifier> {
    let zero = alt(('0', terminated('o', peek((space0, ')')))));
    let nothing = (opt(one_of(['+', '-'])), zero, not(one_of('0'..='9'))).value(Modifier::Less(0));
    let less = preceded(('-', opt('-'), space0), digits.verify(|by| *by <= HIGHEST)).map(Modifier::Less);
    let more = ('+', digits.verify(|by| *by <= HIGHEST)).value(Modifier::Odd);
    alt((nothing, less, more)).parse_next(input)
}
