//! Protection that is gained (CR 702.16), and what else permanents get for a while.

use crate::cards::ability::{StaticEffect, Subject};
use crate::cards::effect::{Duration, Filter, FilterId, From, Op};
use crate::cards::written::{self, Text, WrittenProtection};

use super::Compiler;

impl Compiler<'_> {
    /// Power, toughness and keywords, and protection as an instruction of its own.
    pub(super) fn pump(&mut self, e: &written::Pump) -> Vec<Op> {
        let (what, duration) = (self.what(&e.what), e.until.unwrap_or(Duration::EndOfTurn));
        if e.protection.is_some() {
            self.refuse_while_tapped(duration);
        }
        let from = e.protection.as_ref().map(|text| self.protection_from(text));
        let protects = from.map(|from| Op::GainProtection { what: Some(what), who: None, from, duration });
        let changes = e.power.is_some() || e.toughness.is_some() || !e.keywords.is_empty() || protects.is_none();
        let pump = Op::Pump {
            what,
            power: self.amount_or(e.power.as_ref(), 0),
            toughness: self.amount_or(e.toughness.as_ref(), 0),
            keywords: self.keywords(&e.keywords),
            duration,
        };
        changes.then_some(pump).into_iter().chain(protects).collect()
    }

    pub(super) fn gain_protection(&mut self, e: &written::GainProtection) -> Op {
        if e.what.is_none() && e.player.is_none() {
            self.complain(&e.from, "`gain-protection` says not who gains it (expected `what`, `player`, or both)");
        }
        let duration = e.until.unwrap_or(Duration::EndOfTurn);
        self.refuse_while_tapped(duration);
        Op::GainProtection {
            what: e.what.as_ref().map(|text| self.what(text)),
            who: e.player.as_ref().map(|text| self.who(text)),
            from: self.protection_from(&e.from),
            duration,
        }
    }

    /// CR 702.11: for permanents alone, and from everything, it is a keyword.
    pub(super) fn gain_hexproof(&mut self, e: &written::GainHexproof) -> Op {
        if e.what.is_none() && e.player.is_none() {
            self.complain_here("`gain-hexproof` says not who gains it (expected `what`, `player`, or both)");
        }
        let duration = e.until.unwrap_or(Duration::EndOfTurn);
        self.refuse_while_tapped(duration);
        let from = match &e.from {
            Some(from) => self.filter(from),
            None => self.intern_filter(Filter::default()),
        };
        Op::GainProtection {
            what: e.what.as_ref().map(|text| self.what(text)),
            who: e.player.as_ref().map(|text| self.who(text)),
            from: From::Hexproof(from),
            duration,
        }
    }

    /// `everything`, `chosen-colour`, or a filter.
    fn protection_from(&mut self, text: &Text) -> From {
        if text.get_ref() == "chosen-colour" { From::ChosenColour } else { From::Those(self.sources(text)) }
    }

    /// `everything`, or a filter.
    fn sources(&mut self, text: &Text) -> FilterId {
        if text.get_ref() == "everything" { self.intern_filter(Filter::default()) } else { self.filter(text) }
    }

    /// What a static ability protects, from what.
    pub(super) fn static_protection(&mut self, e: &WrittenProtection) -> StaticEffect {
        let what = e.what.as_ref().map_or(Subject::Source, |text| self.subject(text));
        StaticEffect::Protection(what, self.sources(&e.from))
    }
}
