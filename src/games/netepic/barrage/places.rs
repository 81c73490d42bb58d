//! §3.5, A-23: which bases a template covers that falls on a point or scatters from it: a table computed once.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use crate::barrage::field::Field;
use crate::barrage::scatter::{DISTANCES, Deviation};
use battle_odds_engine::circle::{direction, directions, gone_from, shares};
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::{Dice, Roll, Throw};
use battle_odds_engine::spinner::Spinner;
use battle_odds_plan::state::State;

/// Where bases stand, and where templates of one kind are aimed.
#[derive(Debug)]
pub struct Places {
    /// Where the base of each spot stands, in cm.
    pub bases: Vec<[f64; 2]>,
    /// The radius of the template in cm.
    pub radius: f64,
    /// The point that it is aimed at; if nothing, the first living base.
    pub point: Option<[f64; 2]>,
    /// The spots of the target.
    pub target: std::ops::Range<usize>,
    /// The name of the scattering template, for rolls; nothing if it does not scatter.
    pub scatters: Option<String>,
    /// What it covers, by the spot that it is aimed at; if aimed at a point, only the first is used.
    pub aims: Vec<OnceLock<Aim>>,
}

/// What a template aimed at a point can cover.
#[derive(Debug)]
pub struct Aim {
    /// Every set of spots that it can cover.
    ways: Vec<Vec<usize>>,
    /// Which of these sets it covers; if nothing, the first.
    scatter: Option<Compound<Scatter>>,
}

/// Lengths that differ by less are equal: a centre on the edge is covered.
const SAME: f64 = 1e-9;

impl Places {
    /// The spots that it covers now, if any base of the target was there when the action began.
    pub fn covered<D: Dice>(&self, field: &Field, state: &State, dice: &mut D) -> &[usize] {
        let first = || self.target.clone().find(|&spot| field.was_there(state, spot));
        let Some(nth) = (if self.point.is_some() { Some(0) } else { first() }) else { return &[] };
        let point = self.point.unwrap_or(self.bases[nth]);
        let aim = self.aims[nth].get_or_init(|| self.aim(point));
        &aim.ways[aim.scatter.as_ref().map_or(0, |scatter| dice.answer_to(scatter))]
    }

    /// What it covers when aimed at this point.
    fn aim(&self, point: [f64; 2]) -> Aim {
        let here = self.under(point);
        let Some(of) = &self.scatters else { return Aim { ways: vec![here], scatter: None } };
        let mut ways: BTreeMap<Vec<usize>, usize> = BTreeMap::from([(here, 0)]);
        let mut arcs = Vec::new();
        for gone in DISTANCES {
            let (spinner, seen) = self.arcs(point, gone as f64, of);
            let mut place = |way: Vec<usize>| {
                let next = ways.len();
                *ways.entry(way).or_insert(next)
            };
            arcs.push((spinner, seen.into_iter().map(&mut place).collect()));
        }
        let mut list = vec![Vec::new(); ways.len()];
        ways.into_iter().for_each(|(way, place)| list[place] = way);
        let deviation = Deviation::new(of, "3.5");
        let scatter = Compound::new(Scatter { deviation, ways: list.len(), arcs });
        Aim { ways: list, scatter: Some(scatter) }
    }

    /// The spots under a template centred here.
    fn under(&self, centre: [f64; 2]) -> Vec<usize> {
        let apart = |base: &[f64; 2]| (base[0] - centre[0]).hypot(base[1] - centre[1]);
        (0..self.bases.len()).filter(|&spot| apart(&self.bases[spot]) <= self.radius + SAME).collect()
    }

    /// The directions of a scatter over this distance, grouped by the spots that are then covered.
    fn arcs(&self, point: [f64; 2], gone: f64, of: &str) -> (Spinner, Vec<Vec<usize>>) {
        let away = |base: &[f64; 2]| [base[0] - point[0], base[1] - point[1]];
        let cuts = self.bases.iter().flat_map(|base| directions(away(base), gone, self.radius));
        let shares = shares(cuts, |angle| self.under(gone_from(point, gone, angle)));
        let roll = Roll::named(format!("direction of {of}"), "3.5").in_words(text!("direction of {what}", what = of));
        direction(roll, shares, |covered| text!("{covered} under it", covered = covered.len()))
    }
}

/// The dice of a scatter, reduced to the set of spots that the template covers.
#[derive(Clone, Debug)]
pub struct Scatter {
    deviation: Deviation,
    /// The number of sets; the first is that without scatter.
    ways: usize,
    /// For each distance, from the shortest on: the direction, and the set of each arc.
    arcs: Vec<(Spinner, Vec<usize>)>,
}

impl Throw for Scatter {
    fn answers(&self) -> usize {
        self.ways
    }

    fn cast<D: Dice + ?Sized>(&self, dice: &mut D) -> usize {
        match self.deviation.roll(dice) {
            0 => 0,
            gone => {
                let (spinner, ways) = &self.arcs[gone - DISTANCES.start()];
                ways[dice.arc_of(spinner)]
            }
        }
    }
}
