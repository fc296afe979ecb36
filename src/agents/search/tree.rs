//! Lines of several answers in the turn in progress: a tree of them in one imagined world, grown where it pays (UCT with the
//! usual answer preferred; Kocsis and Szepesvari 2006, Rosin 2011). What is found is only proposed: other worlds judge it.

use crate::agents::Agent;
use crate::agents::heuristic::Heuristic;
use crate::game::decision::{Choice, Decision, DecisionKind};
use crate::game::view::PlayerView;

use super::candidates::candidates;
use super::playout::{Line, Manner, Move, Pilot, Playouts, World, in_manner};
use super::value::WIN;

/// Answers in one line at most.
const DEPTH: usize = 12;
/// Beyond so many points more is not better, but for winning and losing.
const ENOUGH: i64 = 1_500;
/// How much what has been tried little is preferred, in points.
const CURIOSITY: i64 = 250;

/// An answer at a node.
struct Edge {
    choice: Choice,
    played: Move,
    visits: i64,
    total: i64,
    best: i64,
    child: Option<usize>,
}

/// A question that came up, with its answers.
struct Node {
    edges: Vec<Edge>,
    visits: i64,
}

/// The tree, with the best line found so far.
pub(super) struct Tree {
    nodes: Vec<Node>,
    best: Option<(i64, Line)>,
    through: u32,
}

impl Tree {
    /// The best line that a tree finds which is grown by so many playouts of that world, with questions up to the end of the
    /// turn of that number.
    pub(super) fn best_line(world: &World, playouts: &mut Playouts, budget: usize, through: u32) -> Option<Line> {
        let mut tree = Tree { nodes: Vec::new(), best: None, through };
        for n in 0..budget {
            let manner = if n % 2 == 0 { Manner::AllOut } else { Manner::Usual };
            let mut climb = Climb { tree: &mut tree, path: Vec::new(), at: Place::Root, manner };
            let value = playouts.run(world, &mut climb, through);
            let path = climb.path;
            tree.learn(&path, manner, value);
            // A win in this turn can't be bettered.
            if value >= WIN || tree.nodes.is_empty() {
                break;
            }
        }
        tree.best.map(|(_, line)| line)
    }

    fn learn(&mut self, path: &[(usize, usize)], manner: Manner, value: i64) {
        let points = squashed(value);
        for (node, edge) in path {
            let node = &mut self.nodes[*node];
            node.visits += 1;
            let edge = &mut node.edges[*edge];
            edge.best = if edge.visits == 0 { points } else { edge.best.max(points) };
            (edge.visits, edge.total) = (edge.visits + 1, edge.total + points);
        }
        if self.best.as_ref().is_none_or(|(best, _)| value > *best) {
            let moves = path.iter().map(|(node, edge)| self.nodes[*node].edges[*edge].played.clone());
            self.best = Some((value, Line { moves: moves.collect(), manner, through: self.through }));
        }
    }

    fn plant(&mut self, view: &PlayerView, decision: &Decision, heuristic: &mut Heuristic) -> Option<usize> {
        let usual = heuristic.choose(view, decision).ok()?.choice;
        let edge = |choice: Choice| Edge {
            played: Move::new(decision, &choice),
            choice,
            visits: 0,
            total: 0,
            best: 0,
            child: None,
        };
        let edges = candidates(view, decision, &usual).into_iter().map(edge).collect();
        self.nodes.push(Node { edges, visits: 0 });
        Some(self.nodes.len() - 1)
    }
}

/// A value among those of boards: a win counts for more than any of them, but not for so much more that they all look alike.
fn squashed(value: i64) -> i64 {
    match value {
        won if won > WIN / 4 => 2 * ENOUGH + (won - WIN) / 100,
        lost if lost < -WIN / 4 => -2 * ENOUGH + (lost + WIN) / 100,
        board => board.clamp(-ENOUGH, ENOUGH),
    }
}

impl Node {
    fn select(&self) -> usize {
        let root = (self.visits + 1).isqrt();
        let score = |(at, edge): (usize, &Edge)| {
            let prior = if at == 0 { 2 } else { 1 };
            let known = if edge.visits == 0 { self.mean() } else { (edge.total / edge.visits + edge.best) / 2 };
            (known + CURIOSITY * prior * root / (1 + edge.visits), std::cmp::Reverse(at))
        };
        (0..self.edges.len()).max_by_key(|at| score((*at, &self.edges[*at]))).unwrap_or(0)
    }

    fn mean(&self) -> i64 {
        let total: i64 = self.edges.iter().map(|edge| edge.total).sum();
        total / self.visits.max(1)
    }
}

/// Where a playout stands in the tree.
#[derive(Clone, Copy)]
enum Place {
    Root,
    /// An answer of that node was given.
    After(usize, usize),
    /// Past the tree.
    Out,
}

struct Climb<'t> {
    tree: &'t mut Tree,
    path: Vec<(usize, usize)>,
    at: Place,
    manner: Manner,
}

impl Climb<'_> {
    /// The node of that question, made if need be; whether it is new.
    fn node(&mut self, view: &PlayerView, decision: &Decision, heuristic: &mut Heuristic) -> Option<(usize, bool)> {
        match self.at {
            Place::Out => None,
            Place::Root if !self.tree.nodes.is_empty() => Some((0, false)),
            Place::Root => Some((self.tree.plant(view, decision, heuristic)?, true)),
            Place::After(node, edge) => match self.tree.nodes[node].edges[edge].child {
                Some(child) => Some((child, false)),
                None => {
                    let child = self.tree.plant(view, decision, heuristic)?;
                    self.tree.nodes[node].edges[edge].child = Some(child);
                    Some((child, true))
                }
            },
        }
    }
}

impl Pilot for Climb<'_> {
    fn answer(&mut self, view: &PlayerView, decision: &Decision, heuristic: &mut Heuristic) -> Option<Choice> {
        if self.path.len() >= DEPTH || decision.kind == DecisionKind::TriggerOrder {
            self.at = Place::Out;
        }
        let Some((node, new)) = self.node(view, decision, heuristic) else {
            return in_manner(self.manner, view, decision);
        };
        // At a new question the playout leaves the tree, in its manner.
        let manner = if new { in_manner(self.manner, view, decision) } else { None };
        let of = &self.tree.nodes[node];
        let wanted = manner.and_then(|choice| of.edges.iter().position(|edge| edge.choice == choice));
        let edge = wanted.unwrap_or_else(|| if new { 0 } else { of.select() });
        let choice = of.edges[edge].choice.clone();
        self.path.push((node, edge));
        self.at = if new && self.path.len() > 1 { Place::Out } else { Place::After(node, edge) };
        Some(choice)
    }
}
