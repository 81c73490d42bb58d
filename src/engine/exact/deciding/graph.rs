//! The states that a trial can reach, and what leads where.

use std::ops::Range;

/// A state in which something is decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The step, from 0.
    pub step: usize,
    /// The case of the step.
    pub case: usize,
    /// What the players see.
    pub seen: Vec<i64>,
    /// The number of alternatives.
    pub alternatives: usize,
    /// Its node.
    pub(super) node: usize,
}

/// A way that leads from a node to another: its group, its place there, and its chance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub group: u32,
    pub place: u32,
    pub chance: f64,
}

/// Every state that can be reached, in order of time, with the value that each way has by itself.
#[derive(Debug, Default)]
pub struct Graph {
    /// Where each group of nodes begins; a group is the states of one clock.
    pub(super) groups: Vec<usize>,
    /// For each node what it is worth by itself: what the measure counts on the ways that leave it.
    pub(super) gains: Vec<f64>,
    /// Where the edges of each node end.
    pub(super) ends: Vec<usize>,
    pub(super) edges: Vec<Edge>,
    /// The nodes at which something is decided, in order of time.
    pub(super) decisions: Vec<Decision>,
}

/// The nodes from the first decision of a step to that of the next step with decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The step, from 0.
    pub step: usize,
    /// The nodes.
    pub nodes: Range<usize>,
    /// The decisions among them, by their numbers.
    pub decisions: Range<usize>,
}

/// How players decide: what is taken at each decision of a [`Graph`], in its order.
pub type Policy = Vec<Taken>;

/// What is taken at a decision.
#[derive(Clone, Debug, PartialEq)]
pub enum Taken {
    /// This alternative, always.
    Always(usize),
    /// Each alternative with its chance.
    Mixed(Box<[f64]>),
}

impl Taken {
    /// The alternatives that may be taken, with their chances.
    pub fn shares(&self) -> impl Iterator<Item = (usize, f64)> {
        let (always, mixed) = match self {
            Taken::Always(alternative) => (Some((*alternative, 1.0)), &[][..]),
            Taken::Mixed(chances) => (None, &chances[..]),
        };
        always.into_iter().chain(mixed.iter().copied().enumerate().filter(|(_, chance)| *chance > 0.0))
    }

    /// The value of a decision whose alternatives have these.
    pub fn value(&self, values: &[f64]) -> f64 {
        self.shares().map(|(alternative, chance)| chance * values[alternative]).sum()
    }
}

impl Graph {
    /// The number of states.
    pub fn len(&self) -> usize {
        self.gains.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.gains.is_empty()
    }

    /// The number of ways between states.
    pub fn ways(&self) -> usize {
        self.edges.len()
    }

    /// All decisions, in order of time: whatever comes after one in a trial stands after it.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    fn edges_of(&self, node: usize) -> &[Edge] {
        let start = node.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.edges[start..self.ends[node]]
    }

    fn to(&self, edge: &Edge) -> usize {
        self.groups[edge.group as usize] + edge.place as usize
    }

    /// The nodes, in as many stretches as there are steps with decisions, the first with all that comes before: each stretch
    /// begins with the first decision of its step.
    pub fn stretches(&self) -> Vec<Stretch> {
        let mut stretches: Vec<Stretch> = Vec::new();
        for (number, decision) in self.decisions.iter().enumerate() {
            match stretches.last_mut() {
                Some(last) if last.step == decision.step => last.decisions.end = number + 1,
                _ => {
                    stretches.iter_mut().last().into_iter().for_each(|last| last.nodes.end = decision.node);
                    let from = if stretches.is_empty() { 0 } else { decision.node };
                    stretches.push(Stretch {
                        step: decision.step,
                        nodes: from..self.len(),
                        decisions: number..number + 1,
                    });
                }
            }
        }
        stretches
    }

    /// The values of the nodes of a stretch, given those of all later nodes, if each decision, by its number, is worth what
    /// `decide` makes of the values of its alternatives. It is asked about the last decision first.
    pub fn value_back(&self, stretch: &Stretch, values: &mut [f64], mut decide: impl FnMut(usize, &[f64]) -> f64) {
        let (mut open, mut found) = (stretch.decisions.end, Vec::new());
        for node in stretch.nodes.clone().rev() {
            let edges = self.edges_of(node);
            let is_open = open > stretch.decisions.start && self.decisions[open - 1].node == node;
            values[node] = self.gains[node]
                + if is_open {
                    open -= 1;
                    found.clear();
                    found.extend(edges.iter().map(|edge| values[self.to(edge)]));
                    decide(open, &found)
                } else {
                    edges.iter().map(|edge| edge.chance * values[self.to(edge)]).sum::<f64>()
                };
        }
    }

    /// What a trial is worth if each decision is worth what `decide` makes of the values of its alternatives.
    pub fn value(&self, mut decide: impl FnMut(usize, &[f64]) -> f64) -> f64 {
        let mut values = vec![0.0; self.len()];
        let all = Stretch { step: 0, nodes: 0..self.len(), decisions: 0..self.decisions.len() };
        self.value_back(&all, &mut values, &mut decide);
        values.first().copied().unwrap_or(0.0)
    }

    /// What a trial is worth under a policy.
    pub fn value_of(&self, policy: &[Taken]) -> f64 {
        self.value(|decision, values| policy[decision].value(values))
    }

    /// The chance that each decision comes up under a policy.
    pub fn reached(&self, policy: &[Taken]) -> Vec<f64> {
        let mut chances = vec![0.0; self.len()];
        chances.iter_mut().take(1).for_each(|chance| *chance = 1.0);
        let mut reached = Vec::with_capacity(self.decisions.len());
        for node in 0..self.len() {
            let here = chances[node];
            let edges = self.edges_of(node);
            if self.decisions.get(reached.len()).is_some_and(|next| next.node == node) {
                for (alternative, chance) in policy[reached.len()].shares() {
                    chances[self.to(&edges[alternative])] += here * chance;
                }
                reached.push(here);
            } else if here > 0.0 {
                edges.iter().for_each(|edge| chances[self.to(edge)] += here * edge.chance);
            }
        }
        reached
    }
}
