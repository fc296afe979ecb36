//! The random agent: each item of an answer is drawn independently and uniformly; what breaks a constraint is drawn again,
//! up to 16 times, and then the default is taken.

use crate::game::Dice;
use crate::game::decision::{Choice, Constraint, Decision, Item, Need, Shape};
use crate::game::settle::{Fault, Reply};
use crate::game::stops::Stops;
use crate::game::view::PlayerView;

use super::otherwise::otherwise;
use super::{Agent, Seated, Wants};

/// Redraws before the default is taken.
const DRAWS: usize = 16;

/// Plays at random, with dice of its own.
#[derive(Debug, Clone)]
pub struct Random {
    dice: Dice,
}

impl Random {
    /// A random agent with those dice.
    #[must_use]
    pub const fn new(dice: Dice) -> Random {
        Random { dice }
    }

    /// A legal answer.
    pub(crate) fn any(&mut self, view: &PlayerView, decision: &Decision) -> Choice {
        for _ in 0..DRAWS {
            if let Some(choice) = self.draw(view, &decision.shape)
                && view.is_legal(&choice)
                && !view.tried().contains(&choice)
            {
                return choice;
            }
        }
        otherwise(view, decision, decision.default.clone())
    }

    fn draw(&mut self, view: &PlayerView, shape: &Shape) -> Option<Choice> {
        Some(match shape {
            Shape::One(options) => {
                let index = self.dice.below(options.len() as u32) as u16;
                Choice::One(index, self.fill(view, options[usize::from(index)])?)
            }
            Shape::Some { options, min, max } => Choice::Some(self.subset(options.len(), *min, *max)),
            Shape::Order(items) => {
                let mut order: Vec<u16> = (0..items.len() as u16).collect();
                self.dice.shuffle(&mut order);
                Choice::Order(order)
            }
            Shape::Number { min, max } => Choice::Number(self.number(*min, *max)),
            Shape::Assign { items, options, constraint } => Choice::Assign(self.assign(items, options, constraint)),
        })
    }

    /// Fills every need of an act; `None` when one can't be filled.
    fn fill(&mut self, view: &PlayerView, item: Item) -> Option<Vec<Choice>> {
        let mut fills = Vec::new();
        while let Some(need) = view.next_need(item, &fills) {
            if is_impossible(&need) {
                return None;
            }
            fills.push(self.draw(view, &need.shape)?);
        }
        Some(fills)
    }

    fn subset(&mut self, len: usize, min: u16, max: u16) -> Vec<u16> {
        let n = self.number(i32::from(min), i32::from(max)) as usize;
        let mut indices: Vec<u16> = (0..len as u16).collect();
        self.dice.shuffle(&mut indices);
        indices.truncate(n);
        indices
    }

    fn number(&mut self, min: i32, max: i32) -> i32 {
        min + self.dice.below((max - min + 1).max(1) as u32) as i32
    }

    /// Nothing, or one of the options, for each item; numbers are thrown one by one.
    fn assign(&mut self, items: &[Item], options: &[Item], constraint: &Constraint) -> Vec<(u16, i32)> {
        let (Constraint::Damage { total, .. } | Constraint::Sum(total) | Constraint::Shares(total)) = constraint else {
            let mut pairs = Vec::new();
            for item in 0..items.len() as u16 {
                let drawn = self.dice.below(options.len() as u32 + 1);
                if drawn > 0 {
                    pairs.push((item, drawn as i32 - 1));
                }
            }
            return pairs;
        };
        let mut numbers = vec![0; items.len()];
        for _ in 0..*total {
            numbers[self.dice.below(items.len() as u32) as usize] += 1;
        }
        numbers.into_iter().enumerate().map(|(at, n)| (at as u16, n)).collect()
    }
}

fn is_impossible(need: &Need) -> bool {
    matches!(&need.shape, Shape::One(options) if options.is_empty())
}

impl Agent for Random {
    fn seated(&mut self, _seated: &Seated) -> Wants {
        Wants::only_asked(Stops::ALL)
    }

    fn choose(&mut self, view: &PlayerView, decision: &Decision) -> Result<Reply, Fault> {
        Ok(Reply::plain(self.any(view, decision)))
    }
}
