//! Cards and tokens: the characteristics, the shorthands, the colour identity.

use std::sync::Arc;

use arrayvec::ArrayVec;
use toml::Spanned;

use crate::cards::ability::{
    Ability, Activated, Cost, FunctionsIn, Makes, ManaAbility, Removal, Replacement, Subject, TargetKind, TargetSpec,
    Targets, Timing, TriggerEvent, Triggered,
};
use crate::cards::card::{Card, DefinedSize, Extra, ExtraKind, Face, Hints, Layout, Modes, Spell, Spree, Way, WayKind};
use crate::cards::catalog::Catalog;
use crate::cards::command::Pairing;
use crate::cards::effect::{
    AbilityId, Amount, AmountId, CardId, Comparison, Condition, ConditionId, CostId, CounterKind, DelayedEvent,
    Destination, Duration, EffectId, Facts, Filter, How, Op, What, Who, Whose,
};
use crate::cards::keyword::Keywords;
use crate::cards::legality::BanList;
use crate::cards::limits;
use crate::cards::mana::{Mana, ManaCost, ManaSet};
use crate::cards::parse::{self, Parsed, Word, first, named, names, nothing_more};
use crate::cards::profile::ManaProfile;
use crate::cards::type_line::{Subtype, Types};
use crate::cards::written::{
    Afterwards, Text, WrittenAbility, WrittenCard, WrittenEntersTapped, WrittenHints, WrittenMode, WrittenStatic,
};
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
        defined_size: DefinedSize::default(),
        loyalty: None,
        keywords: Keywords::empty(),
        pairings: ArrayVec::new(),
        can_lead: false,
        abilities: Vec::new(),
        spell: None,
        enchant: Targets::new(),
        ways: Vec::new(),
        extra: None,
        additional: None,
        protection: None,
        not_blocked_by: None,
        cant_block: None,
        delve: false,
        morph: None,
        suspend: None,
        dredge: None,
        counts_casts: false,
        strive: None,
        any_number: false,
        commander_legal: true,
        token,
        face: Face::Only,
        stand_in: None,
        translated: false,
        hints: Hints::default(),
        has: 0,
        mana: ManaProfile::default(),
        taps: ArrayVec::new(),
    }
}

impl Compiler<'_> {
    /// Fills in the card of that id, whose name is known.
    pub(in crate::cards) fn card(&mut self, id: CardId, written: &WrittenCard) {
        self.symbols = ManaSet::empty();
        self.counts_casts = false;
        self.place = written.name.span();
        let token = self.catalog.card(id).token;
        self.check_name(written, token);
        let mut card = blank(written.name.get_ref(), token);
        card.face = self.catalog.card(id).face;
        self.type_line(&mut card, written);
        self.mana(&mut card, written);
        self.size(&mut card, written);
        let command = self.command(&written.keywords);
        (card.pairings, card.can_lead) = (command.pairings, command.can_lead);
        card.keywords = self.keywords(&command.others);
        card.loyalty = written.loyalty;
        card.spell = self.spell(&card, written);
        card.enchant = self.enchant(&card, written);
        card.extra = self.extra(&card, written);
        card.additional = self.additional(&card, written);
        card.ways = self.ways(&card, written);
        card.ways.extend(self.ways_by_life(&card, &written.name));
        card.delve = written.delve;
        card.protection = written.protection.as_ref().map(|text| self.filter(text));
        card.not_blocked_by = written.not_blocked_by.as_ref().map(|text| self.filter(text));
        card.cant_block = written.cant_block.as_ref().map(|text| self.filter(text));
        card.abilities = self.abilities(&card, written);
        card.morph = written.morph.as_ref().map(|text| {
            self.read(text, ManaCost::default(), |this, words| {
                let (word, rest) = first(words, "a mana cost such as `{5}{U}{U}`")?;
                nothing_more(rest)?;
                this.parse_mana_cost(word)
            })
        });
        card.dredge = written.dredge;
        card.counts_casts = self.counts_casts;
        card.strive = self.strive(&card, written);
        card.suspend = written.suspend.as_ref().map(|suspend| self.suspend(suspend));
        card.stand_in = written.stand_in;
        card.translated = written.translated;
        card.hints = written.pilot.as_ref().map_or_else(Hints::default, |pilot| self.hints(pilot));
        card.any_number = written.any_number || card.types.contains(Types::BASIC | Types::LAND);
        card.commander_legal = !written.banned && !BanList::commander().bans(&card.name);
        card.identity = match &written.identity {
            Some(text) => self.colour_letters(text),
            None => card.colours | self.symbols,
        };
        if !card.enchant.is_empty() {
            card.has |= Card::AURA;
        }
        for (bit, there) in [
            (Card::EQUIPMENT, self.is_of(&card, "Equipment")),
            (Card::EVASIVE, card.protection.is_some() || card.not_blocked_by.is_some() || card.cant_block.is_some()),
            (Card::TWO_PARTS, card.part_cast(How::Back).is_some()),
            (Card::EXERT, written.exert),
            (Card::ATTACKS_ANEW, written.attacks_anew),
            (Card::BALKS, written.balks),
            (Card::MEGAMORPH, written.megamorph),
            (Card::CHANGELING, written.changeling),
            (Card::DAYBOUND, written.daybound),
            (Card::NIGHTBOUND, written.nightbound),
            (Card::UMBRA, written.umbra_armor),
            (Card::CONVOKE, written.convoke),
            (Card::IMPROVISE, written.improvise),
            (Card::BARE, card.needs_nothing() && !written.convoke && !written.improvise),
            (Card::AFTERMATH, written.aftermath),
            (Card::ECHO, written.echo.is_some()),
            // What may happen while it lies in a graveyard is looked for there.
            (Card::DREDGE | Card::ELSEWHERE, written.dredge.is_some()),
            (Card::FORETELL, card.ways.iter().any(|w| w.kind == WayKind::Foretell)),
        ] {
            card.has |= if there { bit } else { 0 };
        }
        for way in &card.ways {
            card.has |= Card::way_bit(way.kind);
        }
        for ability in &card.abilities {
            card.has |= Card::has_bit(self.catalog.ability(*ability));
        }
        if card.suspend.is_some() {
            card.has |= Card::WATCHES_ELSEWHERE;
        }
        card.mana = ManaProfile::of(self.catalog, &card.abilities);
        card.taps = simple_taps(self.catalog, &card.abilities).unwrap_or_default();
        self.parts(id, &mut card, written);
        Arc::make_mut(&mut self.catalog.cards)[id.index()] = card;
    }

    /// What the parts of a card share (CR 709.4, 712.8e, 903.4d), and what is not played of them. The front, or the left half,
    /// has been compiled when its back, or the right half, is.
    fn parts(&mut self, id: CardId, card: &mut Card, written: &WrittenCard) {
        let name = &written.name;
        if card.types.contains(Types::DUNGEON) && !card.token {
            self.complain(name, "a dungeon is no card of a deck (CR 309.2)");
        }
        match card.face {
            Face::Only | Face::Split { .. } => {}
            Face::Front { layout: Layout::Transforming, .. } | Face::Back { layout: Layout::Transforming, .. }
                if !card.is_permanent() =>
            {
                self.complain(name, "an instant or sorcery does not transform (expected `layout = \"modal\"`)");
            }
            Face::Front { layout: Layout::Adventure, .. } if !card.is_permanent() => {
                self.complain(name, "a card with an Adventure is a permanent card (CR 715.1)");
            }
            Face::Back { layout: Layout::Adventure, .. } if card.is_permanent() => {
                self.complain(name, "an Adventure is an instant or sorcery (CR 715.1)");
            }
            Face::Half { .. } if card.is_permanent() => {
                self.complain(name, "a half of a split card is an instant or sorcery here");
            }
            Face::Front { .. } | Face::Back { .. } | Face::Half { .. } => {}
        }
        let Some(whole) = card.whole() else { return };
        if !card.ways.is_empty() || card.suspend.is_some() || card.morph.is_some() {
            self.complain(name, "the back or a half of a card has one way to cast it here, for its mana cost");
        }
        let is_left = matches!(self.catalog.card(whole).face, Face::Split { left, .. } if left == id);
        if is_left {
            return;
        }
        if let Face::Split { left, .. } = self.catalog.card(whole).face {
            let mut both = both_halves(self.catalog.card(left), card, self.catalog.card(whole));
            if written.fuse {
                both.ways.extend(self.fused(left, card, name));
                both.has |= Card::way_bit(WayKind::Fuse);
            }
            Arc::make_mut(&mut self.catalog.cards)[whole.index()] = both;
            return;
        }
        let identity = card.identity | self.catalog.card(whole).identity;
        Arc::make_mut(&mut self.catalog.cards)[whole.index()].identity = identity;
        card.identity = identity;
        if !card.is_castable_part() {
            card.mana_value = self.catalog.card(whole).mana_value;
        }
    }

    fn hints(&mut self, written: &WrittenHints) -> Hints {
        let mut points = |key: &str, written: &Option<Spanned<i32>>| {
            let points = written.as_ref()?;
            let within = i16::try_from(*points.get_ref()).ok().filter(|n| (-Hints::MOST..=Hints::MOST).contains(n));
            if within.is_none() {
                let most = Hints::MOST;
                self.complain(
                    points,
                    format!("`{key}`: found {}, expected -{most} to {most} points", points.get_ref()),
                );
            }
            within
        };
        let (worth, threat) = (points("worth", &written.worth), points("threat", &written.threat));
        let attack = points("attack", &written.attack);
        Hints { worth, threat, attack, when: written.when.as_ref().map(|text| self.condition(text)) }
    }

    fn type_line(&mut self, card: &mut Card, written: &WrittenCard) {
        let (types, subtypes) =
            self.read(&written.r#type, (Types::empty(), ArrayVec::new()), Compiler::parse_type_line);
        (card.types, card.subtypes) = (types, subtypes);
    }

    pub(super) fn parse_type_line(&mut self, words: &[Word<'_>]) -> Parsed<(Types, ArrayVec<Subtype, 6>)> {
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
        self.mana_cost = card.cost.clone().unwrap_or_default();
        card.mana_value = card.cost.as_ref().map_or(0, |cost| cost.mana_value(0));
        card.colours = match &written.colours {
            Some(text) => self.colour_letters(text),
            None => card.cost.as_ref().map_or(ManaSet::empty(), ManaCost::colours),
        };
    }

    fn size(&mut self, card: &mut Card, written: &WrittenCard) {
        let is_creature = card.types.contains(Types::CREATURE);
        let star = written.star.as_ref().map(|text| (text, self.read(text, AmountId(0), Compiler::parse_amount)));
        let said =
            written.pt.as_ref().is_some_and(|text| looks_like_size(text.get_ref()) && text.get_ref().contains('*'));
        match &written.pt {
            Some(text) if looks_like_size(text.get_ref()) => {
                let [power, toughness] = self.read(text, [Side::Number(0); 2], |_, words| parse_size(words));
                let any = matches!(power, Side::Star(_)) || matches!(toughness, Side::Star(_));
                if any && star.is_none() {
                    self.complain(text, "a `*` needs `star`, the amount it stands for");
                }
                let star = star.as_ref().map_or(AmountId(0), |(_, amount)| *amount);
                (card.power, card.defined_size.power) = self.side(power, star);
                (card.toughness, card.defined_size.toughness) = self.side(toughness, star);
            }
            Some(text) => {
                let amount = Some(self.read(text, AmountId(0), Compiler::parse_amount));
                card.defined_size = DefinedSize { power: amount, toughness: amount };
            }
            None if is_creature => self.complain(&written.name, "a creature needs `pt`, as in pt = \"3/4\""),
            None => {}
        }
        if written.loyalty.is_none() && card.types.contains(Types::PLANESWALKER) {
            self.complain(&written.name, "a planeswalker needs `loyalty`");
        }
        if let Some((text, _)) = star.filter(|_| !said) {
            self.complain(text, "`star` is what a `*` of `pt` stands for, as in pt = \"*/4\"");
        }
    }

    /// What is printed of power or toughness, and what defines it.
    fn side(&mut self, side: Side, star: AmountId) -> (i16, Option<AmountId>) {
        match side {
            Side::Number(number) => (number, None),
            Side::Star(0) => (0, Some(star)),
            Side::Star(more) => {
                let more = self.intern_amount(Amount::Const(more.into()));
                (0, Some(self.intern_amount(Amount::Sum(more, star))))
            }
        }
    }

    fn spell(&mut self, card: &Card, written: &WrittenCard) -> Option<Spell> {
        let name = &written.name;
        self.speaks_of_shares = false;
        let modes = self.modes(written);
        let says = written.spell.is_some() || modes.is_some();
        match (says.then_some(()), card.types.intersects(Types::INSTANT | Types::SORCERY)) {
            (None, true) => self.complain(name, "an instant or sorcery needs `spell`, its effect"),
            (Some(_), false) => self.complain(name, "only an instant or sorcery has `spell`; write a [[card.ability]]"),
            _ => {}
        }
        if !says {
            self.refuse_spell_keys(written);
            return None;
        }
        self.targets = self.targets_of(&written.targets);
        let afterwards = written.afterwards.as_ref().map(|s| *s.get_ref());
        let effect = self.run(written.spell.as_ref().map_or(&[], |effects| effects.0.as_slice()));
        if modes.is_some() && written.divide.is_some() {
            self.complain(name, "a spell with [[card.mode]] divides nothing here (expected `spell` beside `divide`)");
        } else if written.divide.is_some() != self.speaks_of_shares {
            self.complain(
                name,
                "`divide` says how much, and `damage-as-divided` or `counters-as-divided` who gets it (expected both)",
            );
        }
        let divides = written.divide.as_ref().map(|amount| self.amount(amount));
        // CR 601.2d: each target gets something, so that there are no more than there is to divide.
        for spec in self.targets.iter_mut().filter(|spec| spec.many && divides.is_some()) {
            spec.at_most = spec.at_most.or(divides);
        }
        Some(Spell {
            effect,
            targets: self.targets.clone(),
            divides,
            rebound: written.rebound.then(|| self.ops(&[Op::MayCast(What::Source, How::Free)])),
            modes,
            timing: written.timing.as_ref().map_or(Timing::Instant, |s| *s.get_ref()),
            condition: written.r#if.as_ref().map(|text| self.condition(text)),
            exile: afterwards == Some(Afterwards::Exile),
            shuffle: afterwards == Some(Afterwards::Shuffle),
        })
    }

    /// The modes of a modal spell, each with targets of its own.
    fn modes(&mut self, written: &WrittenCard) -> Option<Modes> {
        if written.mode.is_empty() {
            return None;
        }
        if written.spell.is_some() || !written.targets.is_empty() {
            self.complain(&written.name, "a card has either `spell` with `targets` or [[card.mode]], not both");
        }
        let choose = written.choose.as_ref().map_or(1, |n| *n.get_ref());
        // CR 700.2d: a mode chosen twice is there twice, one after the other.
        let times = if written.repeat_modes { usize::from(choose) } else { 1 };
        let modes: Vec<WrittenMode> =
            written.mode.iter().flat_map(|mode| std::iter::repeat_n(mode.clone(), times)).collect();
        if choose == 0 || usize::from(choose) > modes.len() || modes.len() > MAX_MODES {
            self.complain(
                &written.name,
                "`choose` must be from 1 to the number of modes, of which there are at most 8",
            );
        }
        let modes = self.modes_of(&modes, choose)?;
        let spree = self.spree(written);
        let at_least = written.choose_at_least.unwrap_or(choose);
        if at_least == 0 || at_least > choose {
            self.complain(&written.name, "`choose-at-least` must be from 1 to `choose`");
        }
        Some(Modes { spree, at_least, ..modes })
    }

    /// What each choice of modes costs, in mana (CR 702.172a).
    fn spree(&mut self, written: &WrittenCard) -> Option<Spree> {
        if !written.spree {
            for cost in written.mode.iter().filter_map(|mode| mode.cost.as_ref()) {
                self.complain(cost, "only the modes of a card with `spree = true` have a cost");
            }
            return None;
        }
        if let Some(choose) = &written.choose {
            self.complain(choose, "of a card with spree one or more modes are chosen (expected no `choose`)");
        }
        if !written.way.is_empty() || written.mode.len() > MAX_SPREE {
            self.complain(&written.name, "a card with spree has at most 4 modes and no other way to be cast here");
        }
        let mut each = Vec::new();
        for mode in written.mode.iter().take(MAX_SPREE) {
            let Some(text) = &mode.cost else {
                self.complain(&written.name, "each mode of a card with spree needs a `cost`, as in \"{2}{R}\"");
                continue;
            };
            let cost = self.cost(text);
            let cost = self.catalog.cost(cost);
            let mana = cost.mana.clone();
            if *cost != (Cost { mana: mana.clone(), ..Cost::default() }) || mana.x > 0 {
                self.complain(text, "a mode costs mana without X here");
            }
            each.push(mana);
        }
        let (mut added, mut total) = (Vec::new(), Vec::new());
        for chosen in 0..1usize << each.len() {
            let of = each.iter().enumerate().filter(|(n, _)| chosen >> n & 1 == 1).map(|(_, cost)| cost);
            added.extend(sum_of(ManaCost::default(), of.clone()));
            total.extend(sum_of(self.mana_cost.clone(), of));
        }
        if total.len() != 1 << each.len() {
            self.complain(&written.name, "cost and costs of the modes together have too many symbols");
        }
        Some(Spree { added, total })
    }

    /// Modes as written; `None` when there are none.
    pub(super) fn modes_of(&mut self, written: &[WrittenMode], choose: u8) -> Option<Modes> {
        let mut of = Vec::new();
        let own = self.targets.clone();
        for mode in written {
            self.targets = self.targets_of(&mode.targets);
            if let Some(text) = mode.targets.last().filter(|_| self.targets.iter().any(|spec| spec.each_opponent)) {
                self.complain(text, "a mode has no target for each opponent here");
            }
            let effect = self.run(&mode.r#do.0);
            of.push((effect, self.targets.clone()));
        }
        self.targets = own;
        let conditions = written.iter().enumerate().filter_map(|(n, mode)| Some((n, mode.r#if.as_ref()?)));
        let only_if = conditions.map(|(n, text)| (n as u8, self.condition(text))).collect();
        (!of.is_empty()).then_some(Modes { choose, at_least: choose, only_if, of, spree: None })
    }

    /// Whether a card is of that subtype.
    fn is_of(&self, card: &Card, subtype: &str) -> bool {
        card.subtypes.iter().any(|s| self.catalog.subtype(*s) == subtype)
    }

    /// CR 303.4a.
    fn enchant(&mut self, card: &Card, written: &WrittenCard) -> Targets {
        let aura = self.is_of(card, "Aura");
        match &written.enchant {
            None if aura && !card.token => self.complain(&written.name, "an Aura needs `enchant`, as in \"creature\""),
            Some(text) if !aura => self.complain(text, "only an Aura enchants"),
            _ => {}
        }
        let holds = |ability: &WrittenAbility| {
            matches!(
                ability.r#static.as_ref().map(Spanned::get_ref),
                Some(WrittenStatic::ControlAttached(_) | WrittenStatic::Becomes(_))
            )
        };
        if !aura && written.ability.iter().any(holds) {
            self.complain(
                &written.name,
                "only an Aura has `control-attached` and `becomes`, which are about what it enchants",
            );
        }
        written.enchant.as_ref().map(|text| self.targets_of(std::slice::from_ref(text))).unwrap_or_default()
    }

    /// The optional additional cost; there may be one.
    fn extra(&mut self, card: &Card, written: &WrittenCard) -> Option<Extra> {
        let kinds = [
            (ExtraKind::Kicker, &written.kicker),
            (ExtraKind::Multikicker, &written.multikicker),
            (ExtraKind::Buyback, &written.buyback),
            (ExtraKind::Entwine, &written.entwine),
        ];
        if let Some(n) = written.waterbend {
            let mana = ManaCost { generic: n.into(), ..ManaCost::default() };
            let cost = self.intern_cost(Cost { waterbend: n.into(), mana, ..Cost::default() });
            if kinds.iter().any(|(_, cost)| cost.is_some()) {
                self.complain(&written.name, "a card has at most one optional additional cost here");
            }
            let mut total = card.cost.clone().unwrap_or_default();
            total.generic += u16::from(n);
            return Some(Extra { kind: ExtraKind::Waterbend, cost, total });
        }
        let mut found = kinds.into_iter().filter_map(|(kind, cost)| cost.as_ref().map(|cost| (kind, cost)));
        let (kind, text) = found.next()?;
        if let Some((_, second)) = found.next() {
            self.complain(second, "a card has at most one optional additional cost here");
        }
        let cost = self.cost(text);
        let more = self.catalog.cost(cost).mana.clone();
        let mut total = card.cost.clone().unwrap_or_default();
        total.generic += more.generic;
        if total.pips.try_extend_from_slice(&more.pips).is_err() || more.x > 0 {
            self.complain(text, "cost and additional cost together have too many symbols, or a second X");
        }
        if kind == ExtraKind::Multikicker && !more.pips.is_empty() {
            self.complain(text, "a multikicker cost is generic mana here, as in {2}");
        }
        Some(Extra { kind, cost, total })
    }

    /// How it enters tapped, if it does.
    fn entering_tapped(&mut self, written: &WrittenCard) -> Option<Replacement> {
        let unless = match &written.enters_tapped {
            WrittenEntersTapped::Never => return None,
            WrittenEntersTapped::Always => return Some(Replacement::EntersTapped),
            WrittenEntersTapped::Unless(unless) => unless,
        };
        match (&unless.unless, &unless.unless_life, &unless.unless_revealed) {
            (Some(text), None, None) => Some(Replacement::EntersTappedUnless(self.condition(text))),
            (None, Some(life), None) => Some(Replacement::EntersTappedUnlessPaid(*life.get_ref())),
            (None, None, Some(text)) => Some(Replacement::EntersTappedUnlessRevealed(self.filter(text))),
            _ => {
                let message = "`enters-tapped` has one of `unless`, `unless-life` and `unless-revealed`";
                self.complain(&written.name, message);
                None
            }
        }
    }

    /// The additional cost that must be paid; it has no mana, and what may be paid as well is mana alone.
    fn additional(&mut self, card: &Card, written: &WrittenCard) -> Option<CostId> {
        let text = written.additional_cost.as_ref()?;
        let id = self.cost(text);
        let cost = self.catalog.cost(id);
        let of_spells = Cost { tap: false, ..self.payable_apart(cost) };
        if *cost != of_spells || cost.mana != ManaCost::default() {
            self.complain(
                text,
                "an additional cost is life, energy, or something sacrificed, discarded, exiled or returned here",
            );
        }
        let only_mana = |extra: &Extra| {
            let cost = self.catalog.cost(extra.cost);
            *cost == Cost { mana: cost.mana.clone(), ..Cost::default() }
        };
        if card.extra.as_ref().is_some_and(|extra| !only_mana(extra)) {
            self.complain(text, "beside an additional cost the optional one is mana alone here");
        }
        Some(id)
    }

    /// What of a cost can be paid for a spell, which is on the stack by then.
    fn payable_apart(&self, cost: &Cost) -> Cost {
        Cost {
            sacrifice_source: false,
            exile_source: false,
            exile_grantor: false,
            return_source: false,
            bottom_source: false,
            mill: 0,
            discard_source: false,
            waterbend: 0,
            remove_counters: None,
            put_counters: None,
            exile_graveyard: false,
            untap: false,
            remove_x: None,
            crew: None,
            // What is tapped for it would make no mana, which is not looked at before it is chosen.
            tap_others: None,
            ..cost.clone()
        }
    }

    /// What another way costs, with what must be paid however the card is cast (CR 601.2f).
    fn way_cost(&mut self, card: &Card, text: &Text) -> CostId {
        let id = self.cost(text);
        let Some(additional) = card.additional else { return id };
        let (way, more) = (self.catalog.cost(id).clone(), self.catalog.cost(additional).clone());
        if crate::cards::ability::shares_parts(&way, &more) {
            self.complain(text, "what the way costs and the additional cost are paid with different things here");
        }
        let both = Cost {
            life: way.life.saturating_add(more.life),
            sacrifice_x: way.sacrifice_x.or(more.sacrifice_x),
            remove_x: way.remove_x.or(more.remove_x),
            life_x: way.life_x || more.life_x,
            life_amount: way.life_amount.or(more.life_amount),
            discard_hand: way.discard_hand || more.discard_hand,
            energy: way.energy.saturating_add(more.energy),
            sacrifice: way.sacrifice.or(more.sacrifice),
            discard: way.discard.saturating_add(more.discard),
            discard_only: way.discard_only.or(more.discard_only),
            exile_from_hand: way.exile_from_hand.or(more.exile_from_hand),
            exile_from_graveyard: way.exile_from_graveyard.or(more.exile_from_graveyard),
            return_others: way.return_others.or(more.return_others),
            tap_others: way.tap_others.or(more.tap_others),
            ..way
        };
        self.intern_cost(both)
    }

    /// The other ways to cast; a miracle is an ability that triggers as the card is drawn.
    fn ways(&mut self, card: &Card, written: &WrittenCard) -> Vec<Way> {
        let mut ways = Vec::new();
        for way in &written.way {
            if card.extra.is_some() {
                self.complain(
                    &way.cost,
                    "a card with an optional additional cost can't have another way to be cast here",
                );
            }
            if way.kind == WayKind::Life {
                self.complain(&way.cost, "life is paid for Phyrexian mana by itself (expected another `kind`)");
            }
            if way.kind == WayKind::Fuse {
                self.complain(&way.cost, "`fuse = true` is all that is said of a split card (expected another `kind`)");
            }
            let cost = self.way_cost(card, &way.cost);
            let condition = way.r#if.as_ref().map(|text| self.condition(text));
            if let Some(text) = way.r#if.as_ref().filter(|_| matches!(way.kind, WayKind::Miracle | WayKind::Madness)) {
                self.complain(text, "what is cast as it is drawn or discarded has no condition");
            }
            let spell = way.spell.as_ref().map(|effects| {
                self.targets = self.targets_of(&way.targets);
                let (effect, targets) = (self.run(&effects.0), self.targets.clone());
                let printed = card.spell.clone().unwrap_or_else(Spell::blank);
                Spell { effect, targets, modes: None, ..printed }
            });
            ways.push(Way { kind: way.kind, cost, condition, spell });
        }
        ways
    }

    /// A way for each number of Phyrexian mana symbols that life is paid for (CR 107.4f), the most life last.
    fn ways_by_life(&mut self, card: &Card, name: &Text) -> Vec<Way> {
        let printed = card.cost.clone().unwrap_or_default();
        let symbols = printed.pips.iter().filter(|pip| pip.or_life).count();
        if symbols > 0 && (card.extra.is_some() || card.additional.is_some()) {
            self.complain(name, "a card with Phyrexian mana has no additional cost here");
        }
        let way = |paid: usize| {
            let mut mana = printed.clone();
            let mut left = paid;
            mana.pips.retain(|pip| {
                !(pip.or_life && left > 0 && {
                    left -= 1;
                    true
                })
            });
            Cost { mana, life: 2 * paid as u16, ..Cost::default() }
        };
        let ways: Vec<Cost> = (1..=symbols).map(way).collect();
        ways.into_iter()
            .map(|cost| Way { kind: WayKind::Life, cost: self.intern_cost(cost), condition: None, spell: None })
            .collect()
    }

    /// Both halves cast at once: both mana costs are paid, and both do what they do, the left one first (CR 702.102).
    fn fused(&mut self, left: CardId, right: &Card, name: &Text) -> Option<Way> {
        let left = self.catalog.card(left);
        let plain = |half: &Card| half.extra.is_none() && half.additional.is_none();
        let do_what = |half: &Card| {
            let spell = half.spell.as_ref().filter(|spell| spell.modes.is_none() && plain(half))?;
            Some((spell.effect, spell.targets.clone()))
        };
        let parts = do_what(left).zip(do_what(right));
        let cost = left.cost.clone().and_then(|cost| sum_of(cost, right.cost.iter()));
        let Some(((left, right), mana)) = parts.zip(cost) else {
            self.complain(name, "halves that are fused have mana costs, no modes and no additional costs here");
            return None;
        };
        let modes = Modes { choose: 2, at_least: 2, only_if: Vec::new(), of: vec![left, right], spree: None };
        let cost = self.intern_cost(Cost { mana, ..Cost::default() });
        Some(Way {
            kind: WayKind::Fuse,
            cost,
            condition: None,
            spell: Some(Spell { modes: Some(modes), ..Spell::blank() }),
        })
    }

    /// Keys that say something about `spell`, which isn't there.
    fn refuse_spell_keys(&mut self, written: &WrittenCard) {
        if written.divide.is_some() {
            self.complain(&written.name, "`divide` belongs to `spell`, which this card doesn't have");
        }
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
        if written.ability.len() > limits::ABILITIES {
            self.complain_here(limits::too_many(written.ability.len(), "abilities", limits::ABILITIES));
            return Vec::new();
        }
        let mut all = Vec::new();
        all.extend(self.entering_tapped(written).map(|how| self.add_ability(Ability::Replacement(how))));
        if let Some(n) = written.vanishing {
            all.extend(self.vanishing(n));
        }
        if let Some(n) = written.fading {
            all.extend(self.fading(n));
        }
        if let Some(cost) = &written.cumulative_upkeep {
            all.push(self.any_cumulative_upkeep(cost));
        }
        if let Some(cost) = &written.equip {
            all.push(self.equip(cost));
        }
        if let Some(cost) = &written.cycling {
            all.push(self.cycling(cost));
        }
        if let Some(cost) = &written.level_up {
            all.push(self.level_up(cost));
        }
        if let Some(power) = written.crew {
            if !card.subtypes.iter().any(|s| self.catalog.subtype(*s) == "Vehicle") {
                self.complain(&written.name, "only a Vehicle is crewed");
            }
            all.push(self.crew(power));
        }
        all.extend(written.battle_cry.then(|| self.battle_cry()));
        all.extend(written.undying.then(|| self.returning(CounterKind::PLUS_ONE)));
        all.extend(written.persist.then(|| self.returning(CounterKind::MINUS_ONE)));
        for (cost, from) in
            [(&written.ninjutsu, FunctionsIn::Hand), (&written.commander_ninjutsu, FunctionsIn::HandOrCommand)]
        {
            all.extend(cost.as_ref().map(|cost| self.ninjutsu(cost, from)));
        }
        all.extend(written.afflict.map(|n| self.afflict(n)));
        all.extend(written.annihilator.map(|n| self.annihilator(n)));
        all.extend(written.storm.then(|| self.storm()));
        if let Some(n) = written.cascade {
            all.extend((0..n).map(|_| self.cascade()));
        }
        all.extend(card.ways.iter().any(|w| w.kind == WayKind::Evoke).then(|| self.evoke()));
        for kind in [WayKind::Dash, WayKind::Blitz] {
            if card.ways.iter().any(|way| way.kind == kind) {
                all.extend(self.hasty_way(card, kind, &written.name));
            }
        }
        if let Some(n) = card.ways.iter().position(|w| w.kind == WayKind::Miracle) {
            all.push(self.miracle(n as u8));
        }
        if let Some(n) = card.ways.iter().position(|w| w.kind == WayKind::Madness) {
            all.push(self.madness(n as u8));
        }
        self.keyword_abilities(card, written, &mut all);
        all.extend(self.intrinsic(card));
        for pairing in &card.pairings {
            if let Pairing::PartnerWith(partner) = pairing {
                all.push(self.partner_search(*partner));
            }
        }
        for ability in &written.ability {
            all.extend(self.ability(ability));
            if let Some(WrittenStatic::CostsLessMana(text)) = ability.r#static.as_ref().map(Spanned::get_ref)
                && !(card.ways.is_empty() && card.extra.is_none())
            {
                self.complain(
                    text,
                    "a card with another way or an additional cost to be cast can't cost less mana here",
                );
            }
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
                let ability = ManaAbility {
                    cost,
                    makes,
                    then: None,
                    rider: None,
                    only: None,
                    condition: None,
                    from: FunctionsIn::Battlefield,
                    plain: true,
                };
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
        let enters = Ability::Replacement(Replacement::EntersWithCounters(CounterKind::TIME, counters, None));
        let remove = self.ops(&[Op::RemoveCounters(What::Source, CounterKind::TIME, one)]);
        let upkeep = Ability::Triggered(Triggered {
            event: TriggerEvent::StepBegins(Step::Upkeep, Whose::Yours),
            when: None,
            condition: Some(any_left),
            effect: remove,
            targets: Targets::new(),
            once_each_turn: false,
            from: FunctionsIn::Battlefield,
            modes: None,
            divides: None,
        });
        let sacrifice = self.ops(&[Op::Sacrifice(Who::You, What::Source)]);
        let last = Ability::Triggered(Triggered {
            event: TriggerEvent::CounterRemoved(CounterKind::TIME, Removal::Last),
            when: None,
            condition: None,
            effect: sacrifice,
            targets: Targets::new(),
            once_each_turn: false,
            from: FunctionsIn::Battlefield,
            modes: None,
            divides: None,
        });
        [self.add_ability(enters), self.add_ability(upkeep), self.add_ability(last)]
    }

    /// CR 702.29a: discarded from hand for a card.
    fn cycling(&mut self, text: &Text) -> AbilityId {
        let cost = self.cost(text);
        let cost = Cost { discard_source: true, ..self.catalog.cost(cost).clone() };
        let (cost, one) = (self.intern_cost(cost), self.intern_amount(Amount::Const(1)));
        let effect = self.ops(&[Op::Draw(Who::You, one)]);
        self.add_ability(Ability::Activated(Activated {
            cycling: true,
            ..bare_activated(cost, effect, Targets::new(), Timing::Instant, FunctionsIn::Hand)
        }))
    }

    /// CR 702.87a: a level counter, at sorcery speed.
    fn level_up(&mut self, cost: &Text) -> AbilityId {
        let level = self.counter_kind("level");
        let one = self.intern_amount(Amount::Const(1));
        let effect = self.ops(&[Op::PutCounters(What::Source, level, one)]);
        self.at_sorcery_speed(cost, effect, Targets::new())
    }

    /// CR 702.91a: the other attacking creatures get +1/+0.
    fn battle_cry(&mut self) -> AbilityId {
        let others = Filter { all_types: Types::CREATURE, other: true, is: Facts::ATTACKING, ..Filter::default() };
        let what = What::All(self.intern_filter(others));
        let (power, toughness) = (self.intern_amount(Amount::Const(1)), self.intern_amount(Amount::Const(0)));
        let (keywords, duration) = (Keywords::empty(), Duration::EndOfTurn);
        let effect = self.ops(&[Op::Pump { what, power, toughness, keywords, duration }]);
        self.triggered_by(TriggerEvent::Attacks(Subject::Source), None, effect)
    }

    /// CR 702.93a, 702.79a: dead without such a counter on it, it returns with one.
    pub(super) fn returning(&mut self, kind: CounterKind) -> AbilityId {
        let (counters, one) =
            (self.intern_amount(Amount::Counters(What::Source, kind)), self.intern_amount(Amount::Const(1)));
        let there = self.intern_condition(Condition::Compare(counters, Comparison::AtLeast, one));
        let none = self.intern_condition(Condition::Not(there));
        let effect =
            self.ops(&[Op::EntersWith(What::Card, kind, one), Op::Move(What::Card, Destination::BattlefieldOfOwner)]);
        self.triggered_by(TriggerEvent::Dies(Subject::Source), Some(none), effect)
    }

    /// CR 702.49a: an unblocked attacker returns for it, and it attacks instead.
    fn ninjutsu(&mut self, text: &Text, from: FunctionsIn) -> AbilityId {
        let attacker =
            Filter { all_types: Types::CREATURE, whose: Whose::Yours, is: Facts::UNBLOCKED, ..Filter::default() };
        let attacker = self.intern_filter(attacker);
        let cost = self.cost(text);
        let cost = Cost { return_others: Some((attacker, 1)), ..self.catalog.cost(cost).clone() };
        let cost = self.intern_cost(cost);
        let effect = self.ops(&[Op::EnterByNinjutsu]);
        self.own_activated(cost, effect, Targets::new(), Timing::Instant, from)
    }

    /// CR 702.86a: the defending player sacrifices permanents.
    fn annihilator(&mut self, n: u8) -> AbilityId {
        let (any, n) = (self.intern_filter(Filter::default()), self.intern_amount(Amount::Const(n.into())));
        let effect = self.ops(&[Op::SacrificeChosen(Who::Defending, any, n)]);
        self.triggered_by(TriggerEvent::Attacks(Subject::Source), None, effect)
    }

    /// CR 702.130a: who blocks it loses life.
    fn afflict(&mut self, n: u8) -> AbilityId {
        let n = self.intern_amount(Amount::Const(n.into()));
        let effect = self.ops(&[Op::LoseLife(Who::Defending, n)]);
        self.triggered_by(TriggerEvent::BecomesBlocked(Subject::Source), None, effect)
    }

    /// CR 702.6a: attaches to a creature of its controller, at sorcery speed.
    fn equip(&mut self, cost: &Text) -> AbilityId {
        let creature = Filter { all_types: Types::CREATURE, whose: Whose::Yours, ..Filter::default() };
        let kind = TargetKind::Permanent(self.intern_filter(creature));
        let mut targets = Targets::new();
        targets.push(TargetSpec::one(kind));
        let effect = self.ops(&[Op::Attach(What::Source, What::Target(0))]);
        self.at_sorcery_speed(cost, effect, targets)
    }

    /// CR 702.122a: it becomes an artifact creature until end of turn.
    fn crew(&mut self, power: u8) -> AbilityId {
        let cost = self.intern_cost(Cost { crew: Some(power), ..Cost::default() });
        let effect = self.ops(&[Op::Animate {
            what: What::Source,
            size: None,
            types: Types::ARTIFACT | Types::CREATURE,
            subtype: None,
            keywords: Keywords::empty(),
            colours: ManaSet::empty(),
            adds_colours: false,
            every_creature_type: false,
            this_turn: true,
            until_your_next_turn: false,
        }]);
        self.own_activated(cost, effect, Targets::new(), Timing::Instant, FunctionsIn::Battlefield)
    }

    fn at_sorcery_speed(&mut self, cost: &Text, effect: EffectId, targets: Targets) -> AbilityId {
        let cost = self.cost(cost);
        self.own_activated(cost, effect, targets, Timing::Sorcery, FunctionsIn::Battlefield)
    }

    pub(super) fn own_activated(
        &mut self,
        cost: CostId,
        effect: EffectId,
        targets: Targets,
        timing: Timing,
        from: FunctionsIn,
    ) -> AbilityId {
        self.add_ability(Ability::Activated(bare_activated(cost, effect, targets, timing, from)))
    }

    pub(super) fn triggered_by(
        &mut self,
        event: TriggerEvent,
        condition: Option<ConditionId>,
        effect: EffectId,
    ) -> AbilityId {
        self.add_ability(Ability::Triggered(Triggered {
            event,
            when: None,
            condition,
            effect,
            targets: Targets::new(),
            from: FunctionsIn::Battlefield,
            once_each_turn: false,
            modes: None,
            divides: None,
        }))
    }

    /// CR 702.74a: sacrificed as it enters, if it was evoked.
    fn evoke(&mut self) -> AbilityId {
        let condition = Some(self.intern_condition(Condition::CastBy(WayKind::Evoke)));
        let effect = self.ops(&[Op::Sacrifice(Who::ControllerOf(What::Source), What::Source)]);
        self.triggered_by(TriggerEvent::Enters(Subject::Source), condition, effect)
    }

    /// CR 702.94a: it may be revealed as the first card drawn in a turn; then it may be cast for that cost.
    fn miracle(&mut self, way: u8) -> AbilityId {
        let cast = self.ops(&[Op::MayCast(What::Source, How::Way(way))]);
        let start = self.catalog.ops.len() as u32;
        let reveal = Op::May { who: Who::You, otherwise: EffectId(start + 3) };
        let effect = self.ops(&[reveal, Op::Reveal(What::Source), Op::Delay(DelayedEvent::Now, cast)]);
        self.triggered_by(TriggerEvent::MiracleDrawn, None, effect)
    }

    /// Fading n (CR 702.32a): enters with counters, loses one each upkeep, is sacrificed when it can't.
    fn fading(&mut self, n: u8) -> [AbilityId; 2] {
        let kind = self.counter_kind("fade");
        let (counters, one) = (self.intern_amount(Amount::Const(n.into())), self.intern_amount(Amount::Const(1)));
        let left = self.intern_amount(Amount::Counters(What::Source, kind));
        let any_left = self.intern_condition(Condition::Compare(left, Comparison::AtLeast, one));
        let enters = Ability::Replacement(Replacement::EntersWithCounters(kind, counters, None));
        let start = self.catalog.ops.len() as u32;
        let effect = self.ops(&[
            Op::JumpUnless(any_left, EffectId(start + 3)),
            Op::RemoveCounters(What::Source, kind, one),
            Op::End,
            Op::Sacrifice(Who::You, What::Source),
        ]);
        let upkeep = self.own_upkeep(effect);
        [self.add_ability(enters), upkeep]
    }

    /// Cumulative upkeep {n} (CR 702.24a): an age counter, and then mana for each of them, or it is sacrificed.
    pub(super) fn cumulative_upkeep(&mut self, n: u8) -> AbilityId {
        let kind = self.counter_kind("age");
        let one = self.intern_amount(Amount::Const(1));
        let age = self.intern_amount(Amount::Counters(What::Source, kind));
        let amount = self.intern_amount(Amount::Times(age, n as i8));
        let start = self.catalog.ops.len() as u32;
        let effect = self.ops(&[
            Op::PutCounters(What::Source, kind, one),
            Op::UnlessGeneric { who: Who::You, amount, paid: EffectId(start + 3) },
            Op::Sacrifice(Who::You, What::Source),
        ]);
        self.own_upkeep(effect)
    }

    pub(super) fn own_upkeep(&mut self, effect: EffectId) -> AbilityId {
        let event = TriggerEvent::StepBegins(Step::Upkeep, Whose::Yours);
        let (targets, from) = (Targets::new(), FunctionsIn::Battlefield);
        let ability = Triggered {
            event,
            when: None,
            condition: None,
            effect,
            targets,
            once_each_turn: false,
            from,
            modes: None,
            divides: None,
        };
        self.add_ability(Ability::Triggered(ability))
    }

    /// A run of those instructions.
    pub(in crate::cards) fn ops(&mut self, ops: &[Op]) -> crate::cards::effect::EffectId {
        let start = crate::cards::effect::EffectId(self.catalog.ops.len() as u32);
        self.catalog.ops.extend_from_slice(ops);
        self.catalog.ops.push(Op::End);
        start
    }

    /// Notes a name that can't be used, and a key where there is none.
    fn check_name(&mut self, written: &WrittenCard, token: bool) {
        if written.name.get_ref().trim().is_empty() {
            self.complain(&written.name, "a card needs a name");
        }
        if written.name.get_ref().contains(char::is_control) {
            self.complain(&written.name, "a card's name has no control characters");
        }
        if let Some(key) = written.key.as_ref().filter(|_| !token) {
            self.complain(key, "only a [[token]] has a `key`; a card goes by its name");
        }
    }
}

/// A split card as it is anywhere but on the stack: with the characteristics of both halves (CR 709.4). What it does, and for
/// what, is that of its left half, which is cast by the same act.
fn both_halves(left: &Card, right: &Card, whole: &Card) -> Card {
    let mut both = left.clone();
    both.name.clone_from(&whole.name);
    both.face = whole.face;
    both.mana_value = left.mana_value.saturating_add(right.mana_value);
    both.colours = left.colours | right.colours;
    both.identity = left.identity | right.identity;
    both.types = left.types | right.types;
    for subtype in &right.subtypes {
        if !both.subtypes.contains(subtype) && !both.subtypes.is_full() {
            both.subtypes.push(*subtype);
        }
    }
    both.has = (left.has | Card::TWO_PARTS) & !Card::BARE;
    if right.has & Card::AFTERMATH != 0 {
        both.has |= Card::AFTERMATH | Card::ELSEWHERE;
    }
    both
}

/// Modes of a card at most, each counted as often as it may be chosen.
const MAX_MODES: usize = 16;

/// Modes of a card with spree, at most: every choice of them has its cost.
const MAX_SPREE: usize = 4;

/// Costs put together; `None` when they have too many symbols.
pub(super) fn sum_of<'c>(first: ManaCost, more: impl Iterator<Item = &'c ManaCost>) -> Option<ManaCost> {
    let mut sum = first;
    for cost in more {
        sum.generic = sum.generic.checked_add(cost.generic)?;
        sum.pips.try_extend_from_slice(&cost.pips).ok()?;
    }
    Some(sum)
}

/// Whether the text is like `3/4`, and not like an amount, whose parts stand apart.
fn looks_like_size(text: &str) -> bool {
    text.contains('/') && !text.contains(' ')
}

/// Power or toughness as it is printed.
#[derive(Clone, Copy)]
enum Side {
    Number(i16),
    /// `*`, and so much more.
    Star(i16),
}

/// `3/4`, `*/4`, `*/1+*`.
fn parse_size(words: &[Word<'_>]) -> Parsed<[Side; 2]> {
    let (word, rest) = first(words, "power and toughness such as `3/4`")?;
    nothing_more(rest)?;
    let side = |text: &str| match text.split_once('+') {
        Some(("*", number) | (number, "*")) => number.parse().ok().map(Side::Star),
        Some(_) => None,
        None if text == "*" => Some(Side::Star(0)),
        None => text.parse().ok().map(Side::Number),
    };
    let sides = word.text.split_once('/').and_then(|(power, toughness)| Some([side(power)?, side(toughness)?]));
    sides.ok_or_else(|| {
        word.fault(format!("`{}` is not a power and toughness such as `3/4`, `*/4` or `*/1+*`", word.text))
    })
}

/// The mana abilities among these; `None` when one needs more than {T}, or they are many.
fn simple_taps<const N: usize>(catalog: &Catalog, abilities: &[AbilityId]) -> Option<ArrayVec<AbilityId, N>> {
    let mut taps = ArrayVec::new();
    for ability in abilities {
        if let Ability::Mana(mana) = catalog.ability(*ability) {
            let simple = mana.plain && mana.makes != Makes::CommanderColour;
            if !simple || taps.try_push(*ability).is_err() {
                return None;
            }
        }
    }
    Some(taps)
}

/// An activated ability of which nothing more is said.
fn bare_activated(cost: CostId, effect: EffectId, targets: Targets, timing: Timing, from: FunctionsIn) -> Activated {
    Activated {
        cost,
        power_up: None,
        effect,
        targets,
        timing,
        per_turn: None,
        anyone: false,
        from,
        condition: None,
        loyalty: None,
        less: None,
        exhaust: false,
        cycling: false,
        boast: false,
    }
}
