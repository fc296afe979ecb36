//! From card files as written to the catalog's arenas.
//!
//! A [`Compiler`] goes through one file and never stops at a fault: it notes it, goes on with a stand-in, and the file is
//! refused at the end with all faults together.

mod ability;
mod card;
mod command;
mod copies;
mod costs;
mod effect;
mod emblem;
mod inherent;
mod keywords;
mod protection;
mod spell;
mod statics;
mod suspend;
#[cfg(test)]
mod tests;

pub(super) use card::blank;
pub(super) use inherent::add_inherent;

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;

use super::ability::{Cost, TargetKind, TargetSpec, Targets};
use super::catalog::Catalog;
use super::effect::{
    Amount, AmountId, Condition, ConditionId, CostId, CounterKind, EffectId, Filter, FilterId, Op, PhasesId, What, Who,
};
use super::keyword::{self, Keywords};
use super::limits;
use super::mana::{ManaCost, ManaSet};
use super::parse::{Fault, Parsed, Word, named, words};
use super::source::{Diagnostic, Diagnostics, Source};
use super::type_line::Subtype;
use super::vocabulary::Kind;
use super::written::{Number, Text, WrittenAmount, WrittenEffect};

/// One file, or one script, on its way into a catalog.
pub(super) struct Compiler<'a> {
    pub(super) catalog: &'a mut Catalog,
    pub(super) source: &'a Source,
    /// The seats' names, in scripts.
    pub(super) seats: &'a [String],
    /// What is wrong so far.
    pub(super) faults: Vec<Diagnostic>,
    /// The targets of the ability at hand.
    pub(super) targets: Targets,
    /// Who is meant when an effect doesn't say.
    pub(super) default_who: Who,
    /// The colours of all mana symbols of the card at hand (CR 903.4).
    pub(super) symbols: ManaSet,
    /// The mana cost of the card at hand.
    pub(super) mana_cost: ManaCost,
    /// The ability at hand is one that other permanents have.
    pub(super) granting: bool,
    /// What has been read of the ability at hand speaks of the player its trigger event is about.
    pub(in crate::cards) speaks_of_that_player: bool,
    /// Whether what has been read of the card asks how often spells of its name have been cast.
    pub(in crate::cards) counts_casts: bool,
    /// Whether what is being read speaks of what was divided.
    speaks_of_shares: bool,
    /// Where faults are noted that have no better place: the name of the card at hand.
    pub(super) place: Range<usize>,
    /// The runs of effects of a script, and where they are.
    scripts: HashMap<Vec<Op>, EffectId>,
}

/// The place of an equal entry in an arena, or of a new one.
pub(super) fn intern<T: PartialEq>(arena: &mut Vec<T>, entry: T) -> u16 {
    let at = arena.iter().position(|old| *old == entry).unwrap_or_else(|| {
        arena.push(entry);
        arena.len() - 1
    });
    at as u16
}

/// The same in an arena that catalogs share.
pub(super) fn intern_shared<T: PartialEq + Clone>(arena: &mut Arc<Vec<T>>, entry: T) -> u16 {
    let at = arena.iter().position(|old| *old == entry).unwrap_or_else(|| {
        Arc::make_mut(arena).push(entry);
        arena.len() - 1
    });
    at as u16
}

impl<'a> Compiler<'a> {
    pub(super) fn new(catalog: &'a mut Catalog, source: &'a Source, seats: &'a [String]) -> Compiler<'a> {
        Compiler {
            catalog,
            source,
            seats,
            faults: Vec::new(),
            targets: Targets::new(),
            default_who: Who::You,
            symbols: ManaSet::empty(),
            mana_cost: ManaCost::default(),
            granting: false,
            speaks_of_that_player: false,
            counts_casts: false,
            speaks_of_shares: false,
            place: 0..0,
            scripts: HashMap::new(),
        }
    }

    /// A script's effects as one effect, which equal ones share.
    pub(super) fn script(&mut self, effects: &[WrittenEffect]) -> EffectId {
        let run = self.assembled(effects);
        if let Some(same) = self.scripts.get(&run) {
            return *same;
        }
        let effect = self.placed(run.clone());
        self.scripts.insert(run, effect);
        effect
    }

    /// All faults in order of their places, if there are any.
    pub(super) fn finish(mut self) -> Result<(), Diagnostics> {
        // What stands behind the last entry that fits was compiled with the numbers of others: faults of it would be wrong.
        if let Some((kind, found, most)) = self.overflow() {
            self.faults.clear();
            let message = format!("the catalog is full: {}", limits::too_many(found, kind, most));
            self.faults.push(self.source.complain_whole(message));
        }
        self.faults.sort_by_key(|fault| fault.at);
        if self.faults.is_empty() { Ok(()) } else { Err(Diagnostics(self.faults)) }
    }

    /// The kind of entries of which there are more than an id can number, if there is one: how many, and how many fit.
    fn overflow(&self) -> Option<(&'static str, usize, usize)> {
        let c = &self.catalog;
        let numbered = [
            ("cards", c.cards.len()),
            ("abilities", c.abilities.len()),
            ("costs", c.costs.len()),
            ("lists of phases", c.phases.len()),
            ("filters", c.filters.len()),
            ("amounts", c.amounts.len()),
            ("conditions", c.conditions.len()),
            ("subtypes", c.subtypes.len()),
            ("kinds of counters", c.counters.len()),
        ];
        let all = numbered.map(|(kind, found)| (kind, found, limits::CATALOG));
        let ops = ("instructions", c.ops.len(), limits::CATALOG_INSTRUCTIONS);
        all.into_iter().chain([ops]).find(|(_, found, most)| found > most)
    }

    /// Notes a fault at the place of a written value.
    pub(super) fn complain<T>(&mut self, at: &Spanned<T>, message: impl Into<String>) {
        self.faults.push(self.source.complain(at.span(), message));
    }

    /// Notes a fault of the card at hand.
    fn complain_here(&mut self, message: impl Into<String>) {
        self.faults.push(self.source.complain(self.place.clone(), message));
    }

    /// Notes a fault at a byte of a written text.
    fn complain_within(&mut self, text: &Text, fault: Fault) {
        let span = text.span();
        let quoted = self.source.text.get(span.start + 1..span.start + 1 + text.get_ref().len());
        let start = if quoted == Some(text.get_ref()) { span.start + 1 + fault.at } else { span.start };
        self.faults.push(self.source.complain(start..span.end, fault.message));
    }

    /// Parses a text; a fault is noted and the stand-in returned.
    pub(super) fn read<T>(
        &mut self,
        text: &Text,
        stand_in: T,
        parse: impl FnOnce(&mut Self, &[Word<'_>]) -> Parsed<T>,
    ) -> T {
        let found = words(text.get_ref());
        if let Some(over) = found.get(limits::WORDS) {
            let fault = over.fault(limits::too_many(found.len(), "words", limits::WORDS));
            self.complain_within(text, fault);
            return stand_in;
        }
        parse(self, &found).unwrap_or_else(|fault| {
            self.complain_within(text, fault);
            stand_in
        })
    }

    fn who(&mut self, text: &Text) -> Who {
        self.read(text, Who::You, Compiler::parse_who)
    }

    fn who_or_default(&mut self, text: Option<&Text>) -> Who {
        text.map_or(self.default_who, |text| self.who(text))
    }

    fn what(&mut self, text: &Text) -> What {
        self.read(text, What::Source, Compiler::parse_what)
    }

    fn filter(&mut self, text: &Text) -> FilterId {
        let filter = self.read(text, Filter::default(), Compiler::parse_filter);
        self.intern_filter(filter)
    }

    fn condition(&mut self, text: &Text) -> ConditionId {
        self.read(text, ConditionId(0), Compiler::parse_condition)
    }

    fn amount(&mut self, amount: &WrittenAmount) -> AmountId {
        match amount.get_ref() {
            Number::Integer(n) => {
                if n.unsigned_abs() > limits::NUMBER.unsigned_abs() {
                    self.complain(
                        amount,
                        format!("`{n}` is too great a number (expected {0} at most)", limits::NUMBER),
                    );
                }
                self.intern_amount(Amount::Const(*n))
            }
            Number::Words(text) => {
                let text = Spanned::new(amount.span(), text.clone());
                self.read(&text, AmountId(0), Compiler::parse_amount)
            }
        }
    }

    fn amount_or(&mut self, amount: Option<&WrittenAmount>, default: i32) -> AmountId {
        match amount {
            Some(amount) => self.amount(amount),
            None => self.intern_amount(Amount::Const(default)),
        }
    }

    fn cost(&mut self, text: &Text) -> CostId {
        let cost = self.read(text, Cost::default(), |this, _| this.parse_cost(text.get_ref()));
        self.intern_cost(cost)
    }

    fn targets_of(&mut self, texts: &[Text]) -> Targets {
        let mut targets = Targets::new();
        for text in texts {
            let any = TargetSpec::one(TargetKind::Any);
            let spec = self.read(text, any, Compiler::parse_target);
            if targets.iter().any(|before| before.each_opponent) {
                self.complain(text, "a target for each opponent is the last of all");
            }
            if targets.try_push(spec).is_err() {
                self.complain(text, "one target too many: at most 6");
            }
        }
        targets
    }

    fn keywords(&mut self, texts: &[Text]) -> Keywords {
        let mut all = Keywords::empty();
        for text in texts {
            match named(keyword::NAMES, text.get_ref()) {
                Some(keyword) => all |= keyword,
                None => {
                    let word = Word { text: text.get_ref(), at: 0 };
                    let fault = word.is_not("a keyword", "a name such as flying", Kind::Keyword.words());
                    self.complain_within(text, fault);
                }
            }
        }
        all
    }

    /// A kind of counter: any word, since cards make up their own.
    fn kind_of_counter(&mut self, text: &Text) -> CounterKind {
        if text.get_ref().trim().is_empty() || text.get_ref().contains(char::is_whitespace) {
            self.complain(
                text,
                format!("`{}` is not a kind of counter (expected one word such as time)", text.get_ref()),
            );
        }
        self.counter_kind(text.get_ref())
    }

    /// Colours by their letters, as in `WU`.
    /// Letters of types of mana: WUBRG and C.
    fn mana_letters(&mut self, text: &Text) -> ManaSet {
        let mut set = ManaSet::empty();
        for letter in text.get_ref().chars() {
            match super::mana::mana_letter(&letter.to_string()) {
                Some(mana) => set |= mana.set(),
                None => self.complain(text, format!("`{letter}` is no type of mana (expected letters of WUBRGC)")),
            }
        }
        set
    }

    fn colour_letters(&mut self, text: &Text) -> ManaSet {
        let mut set = ManaSet::empty();
        for letter in text.get_ref().chars().filter(|c| *c != 'C') {
            match super::mana::mana_letter(&letter.to_string()) {
                Some(mana) => set |= mana.set(),
                None => self
                    .complain(text, format!("`{letter}` is not a colour (expected letters of WUBRG, or C for none)")),
            }
        }
        set
    }

    /// A run of those instructions.
    pub(in crate::cards) fn ops(&mut self, ops: &[Op]) -> EffectId {
        let start = EffectId(self.catalog.ops.len() as u32);
        self.catalog.ops.extend_from_slice(ops);
        self.catalog.ops.push(Op::End);
        start
    }

    pub(super) fn intern_filter(&mut self, mut filter: Filter) -> FilterId {
        filter.simple = filter.is_simple();
        FilterId(intern(&mut self.catalog.filters, filter))
    }

    pub(super) fn intern_cost(&mut self, cost: Cost) -> CostId {
        CostId(intern(&mut self.catalog.costs, cost))
    }

    pub(super) fn intern_amount(&mut self, amount: Amount) -> AmountId {
        AmountId(intern(&mut self.catalog.amounts, amount))
    }

    pub(super) fn intern_condition(&mut self, condition: Condition) -> ConditionId {
        ConditionId(intern(&mut self.catalog.conditions, condition))
    }

    fn intern_phases(&mut self, phases: Vec<crate::turn::Phase>) -> PhasesId {
        PhasesId(intern(&mut self.catalog.phases, phases))
    }

    /// A subtype by name; the one of two words, Time Lord, is written with a hyphen where words count.
    pub(super) fn subtype(&mut self, name: &str) -> Subtype {
        let name = if name == "Time-Lord" { "Time Lord" } else { name };
        self.catalog.intern_subtype(name)
    }
}
