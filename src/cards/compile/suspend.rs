//! Suspend (CR 702.62), as cards have it printed.

use crate::cards::card::Suspend;
use crate::cards::effect::Amount;
use crate::cards::mana::ManaCost;
use crate::cards::parse::{first, nothing_more};
use crate::cards::written::WrittenSuspend;

use super::Compiler;

impl Compiler<'_> {
    /// `suspend = { time = 4, cost = "{U}" }`.
    pub(super) fn suspend(&mut self, written: &WrittenSuspend) -> Suspend {
        let time = self.amount(&written.time);
        let cost = self.read(&written.cost, ManaCost::default(), |this, words| {
            let (word, rest) = first(words, "a mana cost such as `{1}{U}`")?;
            nothing_more(rest)?;
            this.parse_mana_cost(word)
        });
        let x = matches!(self.catalog.amount(time), Amount::X);
        if x != (cost.x > 0) || !x && !matches!(self.catalog.amount(time), Amount::Const(n) if n > 0) {
            self.complain(&written.time, "`time` is a number from 1, or `x` where the cost has {X}");
        }
        Suspend { time, cost }
    }
}
