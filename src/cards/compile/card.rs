//! Cards and tokens: the characteristics, the shorthands, the colour identity.

use std::sync::Arc;

use arrayvec::ArrayVec;
use toml::Spanned;

use crate::cards::ability::{Ability, Activated, FunctionsIn, Makes, ManaAbility, Replacement, Targets};
use crate::cards::card::{Card, DefinedSize, Face, Hints, Layout, WayKind};
use crate::cards::catalog::Catalog;
use crate::cards::command::Pairing;
use crate::cards::effect::{AbilityId, Amount, AmountId, CardId, How, Op, What};
use crate::cards::keyword::Keywords;
use crate::cards::legality::BanList;
use crate::cards::limits;
use crate::cards::mana::{Mana, ManaCost, ManaSet};
use crate::cards::parse::{self, Parsed, Word, first, named, names, nothing_more};
use crate::cards::profile::ManaProfile;
use crate::cards::type_line::{Subtype, Types};
use crate::cards::written::{WrittenAbility, WrittenCard, WrittenEntersTapped, WrittenHints, WrittenStatic};

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
        castable_if: None,
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
        card.castable_if = self.castable_if(&card, written);
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
            (Card::EXERT, written.exert || written.exert_once_each_turn),
            (Card::EXERT_ONCE, written.exert_once_each_turn),
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
            let ability = self.catalog.ability(*ability);
            card.has |= Card::has_bit(ability) | if self.awakens(ability) { Card::AWAKENS } else { 0 };
        }
        if card.suspend.is_some() {
            card.has |= Card::WATCHES_ELSEWHERE;
        }
        card.mana = ManaProfile::of(self.catalog, &card.abilities);
        card.taps = simple_taps(self.catalog, &card.abilities).unwrap_or_default();
        self.parts(id, &mut card, written);
        Arc::make_mut(&mut self.catalog.cards)[id.index()] = card;
    }

    /// Whether that is an ability that makes its source a creature until end of turn.
    fn awakens(&self, ability: &Ability) -> bool {
        let Ability::Activated(activated) = ability else { return false };
        let Op::Animate { what: What::Source, types, this_turn: true, .. } = self.catalog.op(activated.effect) else {
            return false;
        };
        types.contains(Types::CREATURE)
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
        if let Some(text) = &written.x_mana {
            let types = self.mana_letters(text);
            match card
                .cost
                .as_mut()
                .filter(|cost| cost.x > 0 && !written.delve && !written.convoke && !written.improvise)
            {
                Some(cost) => cost.x_of = Some(types),
                None => self.complain(text, "only an X that mana alone pays is paid with some types of mana"),
            }
        }
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

    /// Whether a card is of that subtype.
    pub(super) fn is_of(&self, card: &Card, subtype: &str) -> bool {
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

    fn abilities(&mut self, card: &Card, written: &WrittenCard) -> Vec<AbilityId> {
        if written.ability.len() > limits::ABILITIES {
            self.complain_here(limits::too_many(written.ability.len(), "abilities", limits::ABILITIES));
            return Vec::new();
        }
        let mut all = Vec::new();
        all.extend(self.entering_tapped(written).map(|how| self.add_ability(Ability::Replacement(how))));
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
        let by_life: Vec<AbilityId> = all.iter().flat_map(|ability| self.by_life(*ability)).collect();
        all.extend(by_life);
        all
    }

    /// The ability with life paid for one or more Phyrexian mana symbols of its cost, the most life last.
    fn by_life(&mut self, ability: AbilityId) -> Vec<AbilityId> {
        let Ability::Activated(printed) = self.catalog.ability(ability).clone() else { return Vec::new() };
        let costs = self.costs_by_life(printed.cost);
        let paid = |cost| Ability::Activated(Activated { cost, by_life_of: Some(ability), ..printed.clone() });
        costs.into_iter().map(|cost| self.add_ability(paid(cost))).collect()
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
