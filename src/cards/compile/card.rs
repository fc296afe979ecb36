//! Cards and tokens: the characteristics, the shorthands, the colour identity.

use arrayvec::ArrayVec;
use toml::Spanned;

use crate::cards::ability::{Ability, Makes, ManaAbility, Replacement, Targets, Timing, TriggerEvent, Triggered};
use crate::cards::card::{Card, Spell};
use crate::cards::command::Pairing;
use crate::cards::effect::{AbilityId, Amount, AmountId, CardId, Comparison, Condition, CounterKind, Op, What, Whose};
use crate::cards::keyword::Keywords;
use crate::cards::legality::BanList;
use crate::cards::mana::{Mana, ManaCost, ManaSet};
use crate::cards::parse::{self, Fault, Parsed, Word, first, named, names, nothing_more};
use crate::cards::profile::ManaProfile;
use crate::cards::type_line::{Subtype, Types};
use crate::cards::written::{Afterwards, WrittenCard};
use crate::turn::Step;

use super::Compiler;

/// Basic land types and the mana of their intrinsic abilities (CR 305.6).
const BASIC_LANDS: [(&str, Mana); 5] =
    [("Plains", Mana::W), ("Island", Mana::U), ("Swamp", Mana::B), ("Mountain", Mana::R), ("Forest", Mana::G)];

/// A card of which nothing is known yet but its name.
pub(in crate::cards) fn blank(name: &str, token: bool) -> Card {
    Card {
        name: name.to_owned(),
        cost: None,
        mana_value: 0,
        types: Types::empty(),
        subtypes: ArrayVec::new(),
        colours: ManaSet::empty(),
        identity: ManaSet::empty(),
        power: 0,
        toughness: 0,
        power_toughness: None,
        loyalty: None,
        keywords: Keywords::empty(),
        pairings: ArrayVec::new(),
        can_lead: false,
        abilities: Vec::new(),
        spell: None,
        any_number: false,
        commander_legal: true,
        token,
        stand_in: None,
        has: 0,
        mana: ManaProfile::default(),
    }
}

impl Compiler<'_> {
    /// Fills in the card of that id, whose name is known.
    pub(in crate::cards) fn card(&mut self, id: CardId, written: &WrittenCard) {
        self.symbols = ManaSet::empty();
        self.place = written.name.span();
        let token = self.catalog.card(id).token;
        self.check_name(written, token);
        let mut card = blank(written.name.get_ref(), token);
        self.type_line(&mut card, written);
        self.mana(&mut card, written);
        self.size(&mut card, written);
        let command = self.command(&written.keywords);
        (card.pairings, card.can_lead) = (command.pairings, command.can_lead);
        card.keywords = self.keywords(&command.others);
        card.loyalty = written.loyalty;
        card.spell = self.spell(&card, written);
        card.abilities = self.abilities(&card, written);
        card.stand_in = written.stand_in;
        card.any_number = written.any_number || card.types.contains(Types::BASIC | Types::LAND);
        card.commander_legal = !written.banned && !BanList::commander().bans(&card.name);
        card.identity = match &written.identity {
            Some(text) => self.colour_letters(text),
            None => card.colours | self.symbols,
        };
        for ability in &card.abilities {
            card.has |= Card::has_bit(self.catalog.ability(*ability));
        }
        card.mana = ManaProfile::of(self.catalog, &card.abilities);
        self.catalog.cards[id.index()] = card;
    }

    fn type_line(&mut self, card: &mut Card, written: &WrittenCard) {
        let (types, subtypes) =
            self.read(&written.r#type, (Types::empty(), ArrayVec::new()), Compiler::parse_type_line);
        (card.types, card.subtypes) = (types, subtypes);
    }

    fn parse_type_line(&mut self, words: &[Word<'_>]) -> Parsed<(Types, ArrayVec<Subtype, 6>)> {
        first(words, "a type line such as `Legendary Creature - Angel`")?;
        let dash = words.iter().position(|w| matches!(w.text, "-" | "—" | "–")).unwrap_or(words.len());
        let mut types = Types::empty();
        for word in &words[..dash] {
            types |= named(parse::TYPES, &word.text.to_lowercase())
                .ok_or_else(|| word.is_not("a card type", "types, then ` - `, then subtypes", names(parse::TYPES)))?;
        }
        let mut subtypes = ArrayVec::new();
        let mut rest = words.get(dash + 1..).unwrap_or_default();
        while let [word, more @ ..] = rest {
            let time_lord = word.text == "Time" && more.first().is_some_and(|w| w.text == "Lord");
            let subtype = self.subtype(if time_lord { "Time Lord" } else { word.text });
            subtypes.try_push(subtype).map_err(|_| word.fault("one subtype too many: at most 6"))?;
            rest = if time_lord { &more[1..] } else { more };
        }
        Ok((types, subtypes))
    }

    fn mana(&mut self, card: &mut Card, written: &WrittenCard) {
        card.cost = written.cost.as_ref().map(|text| {
            self.read(text, ManaCost::default(), |this, words| {
                let (word, rest) = first(words, "a mana cost such as `{2}{U}{U}`")?;
                nothing_more(rest)?;
                this.parse_mana_cost(word)
            })
        });
        card.mana_value = card.cost.as_ref().map_or(0, |cost| cost.mana_value(0));
        card.colours = match &written.colours {
            Some(text) => self.colour_letters(text),
            None => card.cost.as_ref().map_or(ManaSet::empty(), ManaCost::colours),
        };
    }

    fn size(&mut self, card: &mut Card, written: &WrittenCard) {
        let is_creature = card.types.contains(Types::CREATURE);
        match &written.pt {
            Some(text) if looks_like_size(text.get_ref()) => {
                (card.power, card.toughness) = self.read(text, (0, 0), |_, words| parse_size(words));
            }
            Some(text) => card.power_toughness = Some(self.read(text, AmountId(0), Compiler::parse_amount)),
            None if is_creature => self.complain(&written.name, "a creature needs `pt`, as in pt = \"3/4\""),
            None => {}
        }
        if written.loyalty.is_none() && card.types.contains(Types::PLANESWALKER) {
            self.complain(&written.name, "a planeswalker needs `loyalty`");
        }
    }

    fn spell(&mut self, card: &Card, written: &WrittenCard) -> Option<Spell> {
        let name = &written.name;
        match (&written.spell, card.types.intersects(Types::INSTANT | Types::SORCERY)) {
            (None, true) => self.complain(name, "an instant or sorcery needs `spell`, its effect"),
            (Some(_), false) => self.complain(name, "only an instant or sorcery has `spell`; write a [[card.ability]]"),
            _ => {}
        }
        let Some(effects) = &written.spell else {
            self.refuse_spell_keys(written);
            return None;
        };
        self.targets = self.targets_of(&written.targets);
        let afterwards = written.afterwards.as_ref().map(|s| *s.get_ref());
        Some(Spell {
            effect: self.run(&effects.0),
            targets: self.targets.clone(),
            timing: written.timing.as_ref().map_or(Timing::Instant, |s| *s.get_ref()),
            condition: written.r#if.as_ref().map(|text| self.condition(text)),
            exile: afterwards == Some(Afterwards::Exile),
            shuffle: afterwards == Some(Afterwards::Shuffle),
        })
    }

    /// Keys that say something about `spell`, which isn't there.
    fn refuse_spell_keys(&mut self, written: &WrittenCard) {
        let keys = [
            ("targets", written.targets.first().map(Spanned::span)),
            ("timing", written.timing.as_ref().map(Spanned::span)),
            ("if", written.r#if.as_ref().map(Spanned::span)),
            ("afterwards", written.afterwards.as_ref().map(Spanned::span)),
        ];
        for (key, span) in keys {
            if let Some(span) = span {
                let message = format!("`{key}` belongs to `spell`, which this card doesn't have");
                self.faults.push(self.source.complain(span, message));
            }
        }
    }

    fn abilities(&mut self, card: &Card, written: &WrittenCard) -> Vec<AbilityId> {
        let mut all = Vec::new();
        if written.enters_tapped {
            all.push(self.add_ability(Ability::Replacement(Replacement::EntersTapped)));
        }
        if let Some(n) = written.vanishing {
            all.extend(self.vanishing(n));
        }
        all.extend(self.intrinsic(card));
        for pairing in &card.pairings {
            if let Pairing::PartnerWith(partner) = pairing {
                all.push(self.partner_search(*partner));
            }
        }
        for ability in &written.ability {
            all.extend(self.ability(ability));
        }
        all
    }

    /// The mana abilities of basic land types (CR 305.6).
    fn intrinsic(&mut self, card: &Card) -> Vec<AbilityId> {
        let mut all = Vec::new();
        if !card.types.contains(Types::LAND) {
            return all;
        }
        for (land, mana) in BASIC_LANDS {
            let subtype = self.subtype(land);
            if card.subtypes.contains(&subtype) {
                self.symbols |= mana.set();
                let mut amounts = [0; 6];
                amounts[mana as usize] = 1;
                let (cost, makes) = (self.tap_cost(), Makes::Exactly(amounts));
                let ability = ManaAbility { cost, makes, then: None, condition: None, plain: true };
                all.push(self.add_ability(Ability::Mana(ability)));
            }
        }
        all
    }

    /// Vanishing n (CR 702.63a): enters with counters, loses one each upkeep, is sacrificed as the last one goes.
    fn vanishing(&mut self, n: u8) -> [AbilityId; 3] {
        let (counters, one) = (self.intern_amount(Amount::Const(n.into())), self.intern_amount(Amount::Const(1)));
        let left = self.intern_amount(Amount::Counters(What::Source, CounterKind::TIME));
        let any_left = self.intern_condition(Condition::Compare(left, Comparison::AtLeast, one));
        let enters = Ability::Replacement(Replacement::EntersWithCounters(CounterKind::TIME, counters));
        let remove = self.ops(&[Op::RemoveCounters(What::Source, CounterKind::TIME, one)]);
        let upkeep = Ability::Triggered(Triggered {
            event: TriggerEvent::StepBegins(Step::Upkeep, Whose::Yours),
            condition: Some(any_left),
            effect: remove,
            targets: Targets::new(),
            once_each_turn: false,
        });
        let sacrifice = self.ops(&[Op::Sacrifice(What::Source)]);
        let last = Ability::Triggered(Triggered {
            event: TriggerEvent::CounterRemoved(CounterKind::TIME, true),
            condition: None,
            effect: sacrifice,
            targets: Targets::new(),
            once_each_turn: false,
        });
        [self.add_ability(enters), self.add_ability(upkeep), self.add_ability(last)]
    }

    /// A run of those instructions.
    fn ops(&mut self, ops: &[Op]) -> crate::cards::effect::EffectId {
        let start = crate::cards::effect::EffectId(self.catalog.ops.len() as u16);
        self.catalog.ops.extend_from_slice(ops);
        self.catalog.ops.push(Op::End);
        start
    }

    /// Notes a name that can't be used, and a key where there is none.
    fn check_name(&mut self, written: &WrittenCard, token: bool) {
        if written.name.get_ref().trim().is_empty() {
            self.complain(&written.name, "a card needs a name");
        }
        if let Some(key) = written.key.as_ref().filter(|_| !token) {
            self.complain(key, "only a [[token]] has a `key`; a card goes by its name");
        }
    }
}

/// Whether the text begins like `3/4`, and not like an amount.
fn looks_like_size(text: &str) -> bool {
    text.contains('/') && !text.starts_with(|c: char| c.is_ascii_lowercase())
}

/// `3/4`.
fn parse_size(words: &[Word<'_>]) -> Parsed<(i16, i16)> {
    let (word, rest) = first(words, "power and toughness such as `3/4`")?;
    nothing_more(rest)?;
    let bad = || -> Fault { word.fault(format!("`{}` is not a power and toughness such as `3/4`", word.text)) };
    let (power, toughness) = word.text.split_once('/').ok_or_else(bad)?;
    Ok((power.parse().map_err(|_| bad())?, toughness.parse().map_err(|_| bad())?))
}
