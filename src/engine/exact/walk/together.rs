//! Playing all states of a clock together, and several pieces as one where that is worth it.

use std::sync::atomic::AtomicU64;

use super::{Walk, likely_enough, state_of};
use crate::exact::alike::{Ahead, Alike};
use crate::exact::expansion::Expansion;
use crate::exact::extent::extent;
use crate::exact::sheets::Sheets;
use crate::exact::spans::{Known, is_plain, play_to};
use crate::exact::walked::{Waiting, Walked};
use crate::rules::Rules;

/// Fewer states than this are played one by one.
const FEW: usize = 32;

/// More states than this are not put into classes together: it would take too much memory.
const MOST_TOGETHER: usize = 1 << 17;

/// For fewer states than this no span is looked for.
const WORTH_A_SPAN: usize = 512;

impl<R: Rules> Walk<'_, R> {
    /// Whether it may be worth the effort to play all states of the clock together.
    pub(super) fn can_play_all(&self) -> bool {
        self.now.states.len() >= FEW && !self.limit.one_by_one
    }

    /// Whether most of the work allowed is done, and playing the states of this clock may be more than the rest: they cannot
    /// be left half played when they are played together.
    pub(super) fn is_next_too_much(&self, allowed: u64) -> bool {
        let Walked { work, done, .. } = self.walked;
        let next = (self.now.states.len() as f64) * work as f64 / done.max(1) as f64;
        self.played == 0 && self.can_play_all() && work > allowed / 2 && work as f64 + next > allowed as f64
    }

    /// Plays all states of the clock together, or as many as there is memory for: up to which one, whether straight into the
    /// total, and whether to the end. `None` if not enough of them are alike.
    pub(super) fn play_all(&mut self, allowed: u64) -> Option<(usize, bool, bool)> {
        const GIVEN_UP: (usize, bool, bool) = (0, false, false);
        if !self.merge() {
            return Some(GIVEN_UP);
        }
        let Walk { rules, limit, cancelled, memory, walked, now, alike, known, guard, rooms, .. } = self;
        let work = AtomicU64::new(walked.work);
        let (rules, limit, guard, measures) = (*rules, *limit, guard.as_ref(), walked.chances.len());
        // What goes straight into the total cannot be taken back, so it may go on for longer.
        let allowed = allowed.saturating_add(limit.outlook.min(limit.plays));
        let expansion = Expansion { rules, limit, work: &work, allowed, memory, cancelled, measures, guard };
        let all = now.states.len();
        let states = likely_enough(now, 0..all, limit);
        let mut of_span = Alike::default();
        let mut found = Some(None);
        if !limit.likely && guard.is_none() && all >= WORTH_A_SPAN {
            found = look_ahead(&expansion, (alike, &mut of_span), known, (now, &states));
        }
        let (alike, ahead) = match found {
            Some(Some(ahead)) => (&of_span, Some(ahead)),
            Some(None) => {
                let ahead = alike.look(&expansion, &states);
                (&*alike, ahead)
            }
            None => (&*alike, None),
        };
        let Some(ahead) = ahead else {
            self.recount();
            return Some(GIVEN_UP);
        };
        walked.plays += ahead.plays;
        walked.work += ahead.work;
        if !alike.knows_all(&ahead) {
            return None;
        }
        memory.give(of_span.bytes());
        let mut played = 0;
        for first in (0..states.len().max(1)).step_by(MOST_TOGETHER) {
            let last = states.len().min(first + MOST_TOGETHER);
            let sheets = Sheets::of(rules, now, alike, &states[first..last], ahead.some(first..last));
            let bytes = sheets.bytes();
            if bytes > memory.left() || !memory.take(bytes) {
                return (played > 0).then_some((played, true, true));
            }
            let end = states.get(last).map_or(all, |(place, _)| *place);
            let chances = &now.states.values()[played..end];
            walked.unexplored += chances.iter().filter(|chance| **chance < limit.rarest).sum::<f64>();
            walked.done += end - played;
            played = end;
            let is_played = sheets.play(&expansion, rooms, walked);
            memory.give(bytes);
            if !is_played {
                return Some((played, true, false));
            }
        }
        Some((all, true, true))
    }
}

/// The outcomes of several pieces of all states of a clock, if it is worth to play them as one; `None` when given up.
fn look_ahead<R: Rules>(
    expansion: &Expansion<R>,
    (alike, of_span): (&mut Alike, &mut Alike),
    known: &mut Known,
    (now, states): (&Waiting, &[(usize, &[u16])]),
) -> Option<Option<Ahead>> {
    let clock = expansion.rules.clock(&state_of(expansion.rules, now.states.state(0)));
    known.insert(clock, std::mem::take(alike));
    let mut end = extent(expansion, known, clock, now)?;
    if end.is_some() {
        let first = known.entry(clock).or_default();
        let ahead = first.look(expansion, states)?;
        end = end.filter(|_| is_plain(first, &ahead));
    }
    let found = match end {
        Some(end) => {
            Some(of_span.look_with(expansion, states, |unlike| play_to(expansion, known, (clock, unlike), end))?)
        }
        None => None,
    };
    *alike = known.remove(&clock).unwrap_or_default();
    Some(found.filter(|_| of_span.is_on()))
}
