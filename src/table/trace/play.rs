//! What happens in a game, in sentences: a piece of it at a time, so that what happens at once is told together.
//!
//! What comes of a spell or ability stands below the line that says that it resolves, and what is put onto the stack while
//! something else is there stands deeper than that.

mod details;
mod moves;

use crate::cards::effect::{CardId, How};
use crate::game::{GameEvent, ObjectId, Remark, Target, Zone};
use crate::turn::{Seat, SeatSet, TurnEvent};

use super::page::{Line, Tint};
use super::saying::{Saying, What, lines};
use super::seen::{Item, Piece, Thing};
use super::words::Words;

/// How much of a game is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Detail {
    /// Turns, what changes them, and who leaves.
    Turns,
    /// What players do and what comes of it.
    #[default]
    Play,
    /// Every step, priority, answer, and card that moves.
    All,
}

/// Tells one piece of a game.
pub(super) struct Play<'a> {
    pub(super) words: &'a Words,
    pub(super) piece: &'a Piece<'a>,
    pub(super) detail: Detail,
    /// Whose cards are named though only they see them.
    pub(super) hands: SeatSet,
    told: Told,
}

/// What has been told of the piece.
#[derive(Default)]
struct Told {
    sayings: Vec<Saying>,
    /// Where what was told as play, and not as a detail, begins.
    play: Option<usize>,
    /// The spell or ability that has just resolved, and whose it is.
    resolved: Option<Seat>,
    sacrificed: Vec<ObjectId>,
    drawn: SeatSet,
}

impl<'a> Play<'a> {
    /// The lines of a piece.
    pub(super) fn lines(words: &'a Words, piece: &'a Piece<'a>, detail: Detail, hands: SeatSet) -> Vec<Line> {
        let mut play = Play { words, piece, detail, hands, told: Told::default() };
        for (at, event) in piece.events.iter().enumerate() {
            play.tell(at, event);
        }
        play.changes_of_control();
        lines(play.told.sayings)
    }

    fn tell(&mut self, at: usize, event: &GameEvent) {
        let about = self.piece.about(event);
        match *event {
            GameEvent::Turn(ref event) => self.turns(event, about),
            GameEvent::PlayerLeft { seat, cause } => {
                let text = format!("{} leaves the game ({})", self.words.seat(seat), cause.name());
                self.say(Saying { tint: Tint::Loss, ..Saying::plain(text) }, about);
            }
            GameEvent::GameOver { outcome } => {
                let text = self.words.ended(outcome);
                self.told.sayings.push(Saying { tint: Tint::End, about, ..Saying::plain(text) });
            }
            _ if self.detail == Detail::Turns => {}
            GameEvent::SpellCast { seat, object, card, from } => self.cast(at, seat, object, card, from),
            GameEvent::AbilityActivated { seat, source, card, .. } => {
                let card = self.words.card(self.piece.named(source, card));
                let text = format!("{} activates {card}", self.words.seat(seat));
                self.put(at, text, seat, true);
            }
            GameEvent::AbilityTriggered { seat, source, card } => {
                let text = format!("{} triggers", self.words.of(self.piece.named(source, card), seat));
                self.put(at, text, seat, false);
            }
            GameEvent::Resolved { seat, source, card } => self.resolved(seat, source, card, "resolves"),
            GameEvent::Fizzled { seat, source, card } => self.resolved(seat, source, card, "does nothing"),
            _ => match self.saying(at, event) {
                Some(saying) => self.say(saying, about),
                None if self.detail == Detail::All => self.detail(event, about),
                None => {}
            },
        }
    }

    /// Says it at its depth. What a player's effect does is about that player too.
    fn say(&mut self, saying: Saying, about: SeatSet) {
        let (depth, by) = self.depth();
        let depth = saying.depth.max(depth);
        self.say_at(Saying { depth, ..saying }, about.or(by.map_or(SeatSet::EMPTY, SeatSet::only)));
    }

    fn say_at(&mut self, saying: Saying, about: SeatSet) {
        self.told.play.get_or_insert(self.told.sayings.len());
        self.told.sayings.push(Saying { about, ..saying });
    }

    /// How deep what happens stands, and whose effect it is, if it is one's.
    fn depth(&self) -> (usize, Option<Seat>) {
        let below = self.piece.before.stack.len();
        match (self.told.resolved, self.piece.before.working) {
            _ if self.words.turn == 0 || self.detail == Detail::Turns => (1, None),
            (Some(seat), _) => (2 + below, Some(seat)),
            (None, Some(seat)) => (3 + below, Some(seat)),
            (None, None) => (2 + below, None),
        }
    }

    // ---- turns ----

    fn turns(&mut self, event: &TurnEvent, about: SeatSet) {
        match self.words.turn_line(event) {
            Some((0, text)) => {
                self.told.sayings.push(Saying { tint: Tint::Turn, about, ..Saying::plain(text) });
            }
            Some((1, text)) => self.say_at(Saying { depth: 1, ..Saying::plain(text) }, about),
            Some((_, text)) => self.say(Saying::plain(text), about),
            None if self.detail == Detail::All => self.detail_of_turns(event, about),
            None => {}
        }
    }

    // ---- the stack ----

    /// A spell or ability is put on the stack. What its cost did before stands below it.
    fn put(&mut self, at: usize, text: String, seat: Seat, paid: bool) {
        let (words, piece) = (self.words, self.piece);
        let place = piece.put(at);
        let targets = place.map_or(&[][..], |(_, item)| &item.targets);
        let depth = 2 + place.map_or(piece.before.stack.len(), |(at, _)| at);
        let text = text + &words.aim(piece, targets);
        let about = SeatSet::only(seat).or(piece.aimed_at(targets));
        let saying = Saying { depth, about, ..Saying::plain(text) };
        match self.told.play.filter(|_| paid) {
            Some(at) => {
                for cost in &mut self.told.sayings[at..] {
                    (cost.depth, cost.about) = (cost.depth.max(depth + 1), cost.about.or(about));
                }
                self.told.sayings.insert(at, saying);
            }
            None => self.say_at(saying, about),
        }
    }

    fn cast(&mut self, at: usize, seat: Seat, object: ObjectId, card: CardId, from: Zone) {
        let from = match from {
            Zone::Hand => String::new(),
            zone => format!(" from {}", zone_name(zone)),
        };
        let (words, way) = (self.words, self.way(object, card));
        let x = self.piece.put(at).filter(|_| words.costs_x(card));
        let x = x.map_or_else(String::new, |(_, item)| format!(", X = {}", item.x));
        let text = format!("{} casts {}{from}{way}{x}", words.seat(seat), words.card(card));
        self.put(at, text, seat, true);
    }

    /// In which way a spell was cast, with which optional cost, and in which modes.
    fn way(&self, spell: ObjectId, card: CardId) -> String {
        let paid = self.piece.state().object(spell.slot).paid;
        let by = paid.how.way().and_then(|n| self.words.way(card, n));
        let by = by.map_or_else(String::new, |way| format!(" by {way}"));
        // The back has a name of its own.
        let price = match paid.how {
            How::Printed | How::Back | How::Way(_) => "",
            How::Free | How::BackFree | How::WayFree(_) => " for nothing",
            How::Life | How::BackLife => " for life",
            How::FaceDown => " face down",
        };
        let extra =
            self.words.extra(card).filter(|_| paid.extra > 0).map_or_else(String::new, |extra| match paid.extra {
                1 => format!(" with {extra}"),
                n => format!(" with {extra} {n}"),
            });
        let modes: Vec<String> = (0..8).filter(|n| paid.modes >> n & 1 == 1).map(|n| (n + 1).to_string()).collect();
        let modes = match modes.len() {
            0 => String::new(),
            1 => format!(", mode {}", modes[0]),
            _ => format!(", modes {}", modes.join(" and ")),
        };
        by + price + &extra + &modes
    }

    fn resolved(&mut self, seat: Seat, source: ObjectId, card: CardId, what: &str) {
        let (words, piece) = (self.words, self.piece);
        let item = piece.resolved(source, card);
        let targets = item.as_ref().map_or(&[][..], |item: &Item| &item.targets);
        let ability = if piece.was_spell(source) { "" } else { "'s ability" };
        let name = words.card(piece.named(source, card));
        let text = format!("{name}{ability} {what}{}", words.aim(piece, targets));
        let about = SeatSet::only(seat).or(piece.aimed_at(targets));
        let depth = 1 + piece.before.stack.len().max(1);
        self.say_at(Saying { depth, ..Saying::plain(text) }, about);
        self.told.resolved = Some(seat);
    }

    // ---- what happens ----

    /// The sentence for an event; nothing for what others tell, or what only details do.
    fn saying(&mut self, at: usize, event: &GameEvent) -> Option<Saying> {
        let words = self.words;
        let (seat, card) = (|seat| words.seat(seat), |card: CardId| words.card(card).to_owned());
        let (plain, act) = (Saying::plain, Saying::act);
        Some(match *event {
            GameEvent::GameSetUp { seats } => plain(format!("{seats} players sit down")),
            GameEvent::GameBegan { starting } => plain(format!("{} begins", seat(starting))),
            GameEvent::MulliganTaken { seat: who, nth } => plain(format!("{} takes mulligan {nth}", seat(who))),
            GameEvent::Kept { seat: who, cards } => plain(format!("{} keeps {cards} cards", seat(who))),
            GameEvent::LandPlayed { seat: who, card: c, .. } => plain(format!("{} plays {}", seat(who), card(c))),
            GameEvent::Countered { card: c, .. } => plain(format!("{} is countered", card(c))),
            GameEvent::AttackerDeclared { object, card: c, defender } => {
                let aims_at =
                    |e: &GameEvent| matches!(e, GameEvent::PlaneswalkerAttacked { object: o, .. } if *o == object);
                if self.piece.events.get(at + 1).is_some_and(aims_at) {
                    return None;
                }
                Saying::things(&self.sized(object, c), ["attacks", "attack"], What::Words(seat(defender).to_owned()), 0)
            }
            GameEvent::PlaneswalkerAttacked { object, planeswalker, .. } => {
                let attacker = self.piece.thing(object).map_or(CardId::NONE, |thing| thing.named);
                let whom = What::Words(words.thing(self.piece, planeswalker));
                Saying::things(&self.sized(object, attacker), ["attacks", "attack"], whom, 0)
            }
            GameEvent::BlockerDeclared { object, card: c, attacker } => {
                let blocker = self.piece.thing(object).map_or_else(String::new, |t| format!(" ({})", seat(t.whose)));
                let attacker = self.piece.thing(attacker).map_or(CardId::NONE, |thing| thing.named);
                let blocked = What::Words(card(attacker));
                Saying::things(&(self.sized(object, c) + &blocker), ["blocks", "block"], blocked, 0)
            }
            GameEvent::DamageDealt { source, to, amount, .. } => self.damage(at, source, to, amount),
            GameEvent::LifeChanged { .. } if self.is_of_damage(at) => return None,
            GameEvent::LifeChanged { seat: who, by, to } => {
                let verb = if by < 0 { "loses" } else { "gains" };
                act(seat(who), verb, What::Measure("life".to_owned()), by.saturating_abs()).ending(format!(": {to}"))
            }
            GameEvent::PoisonChanged { seat: who, to } => plain(format!("{} has {to} poison counters", seat(who))),
            GameEvent::CardDrawn { seat: who } => self.drawn(who)?,
            GameEvent::DrewFromEmptyLibrary { seat: who } => plain(format!("{} can't draw", seat(who))),
            GameEvent::TokenCreated { seat: who, card: c, .. } => {
                act(seat(who), "gets", What::Things(format!("{} token", card(c))), 1)
            }
            GameEvent::CountersChanged { object, kind, by, to } => {
                let verb = if by < 0 { ["loses", "lose"] } else { ["gets", "get"] };
                let counter = What::Things(format!("{} counter", words.catalog.counter(kind)));
                let thing = words.thing(self.piece, object);
                Saying { several: None, ..Saying::things(&thing, verb, counter, by.saturating_abs()) }
                    .ending(format!(": {to}"))
            }
            GameEvent::CoinFlipped { seat: who, heads } => {
                plain(format!("{} flips {}", seat(who), if heads { "heads" } else { "tails" }))
            }
            GameEvent::Scried { seat: who, cards } => {
                act(seat(who), "looks at", What::Things("card".to_owned()), cards.into())
            }
            GameEvent::Discarded { seat: who, card: c } => act(seat(who), "discards", What::Named(card(c)), 1),
            GameEvent::EnergyChanged { seat: who, to } => plain(format!("{} has {to} energy", seat(who))),
            GameEvent::ExperienceChanged { seat: who, to } => {
                let counters = if to == 1 { "counter" } else { "counters" };
                plain(format!("{} has {to} experience {counters}", seat(who)))
            }
            GameEvent::DieRolled { seat: who, sides, rolled } => {
                plain(format!("{} rolls {rolled} on a die of {sides} sides", seat(who)))
            }
            GameEvent::Revealed { seat: who, card: c } => act(seat(who), "reveals", What::Named(card(c)), 1),
            GameEvent::Attached { object, to } => {
                plain(format!("{} is attached to {}", words.thing(self.piece, object), words.thing(self.piece, to)))
            }
            GameEvent::Foretold { seat: who, .. } => plain(format!("{} foretells a card", seat(who))),
            GameEvent::Voted { seat: who, option } => plain(format!("{} votes for option {}", seat(who), option + 1)),
            GameEvent::Scripted { entry } => plain(format!("effect {} of the script", entry + 1)),
            GameEvent::Refused { by, reason, .. } => plain(format!("{}'s answer is refused: {reason:?}", seat(by))),
            GameEvent::TurnedFaceUp { seat: who, card: c, .. } => {
                plain(format!("{} turns {} face up", seat(who), card(c)))
            }
            GameEvent::Transformed { card: c, .. } => plain(format!("{} turns its face up", card(c))),
            GameEvent::InitiativeTaken { seat: who } => plain(format!("{} takes the initiative", seat(who))),
            GameEvent::RoomEntered { seat: who, room } => {
                plain(format!("{} ventures into {}", seat(who), crate::game::room_name(room)))
            }
            GameEvent::MonarchChanged { seat: who } => plain(format!("{} becomes the monarch", seat(who))),
            GameEvent::EmblemCreated { seat: who, card: c, .. } => act(seat(who), "gets", What::Named(card(c)), 1),
            GameEvent::BecameCopy { object, card: c } => {
                plain(format!("{} becomes a copy of {}", words.thing(self.piece, object), card(c)))
            }
            GameEvent::PhasedOut { seat: who, object, card: c } => Saying::things(
                &words.of(self.piece.named(object, c), who),
                ["phases out", "phase out"],
                What::Words(String::new()),
                0,
            ),
            GameEvent::PhasedIn { seat: who, object, card: c } => Saying::things(
                &words.of(self.piece.named(object, c), who),
                ["phases in", "phase in"],
                What::Words(String::new()),
                0,
            ),
            GameEvent::AbilityCopied { seat: who, card: c, .. } => {
                act(seat(who), "copies an ability of", What::Named(card(c)), 1)
            }
            GameEvent::SpellCopied { seat: who, card: c, .. } => act(seat(who), "copies", What::Named(card(c)), 1),
            GameEvent::Remark(Remark::Sacrificed { seat: who, object, card: c }) => {
                self.told.sacrificed.push(object);
                act(seat(who), "sacrifices", What::Named(card(self.piece.named(object, c))), 1)
            }
            GameEvent::Remark(Remark::Suspended { seat: who, card: c, .. }) => {
                act(seat(who), "suspends", What::Named(card(c)), 1)
            }
            GameEvent::ZoneChanged { object, card: c, owner, from, to } => self.moved(object, c, owner, from, to)?,
            // Told elsewhere, or only in detail.
            GameEvent::LibraryShuffled { .. }
            | GameEvent::DecisionMade { .. }
            | GameEvent::ManaAbilityActivated { .. }
            | GameEvent::Tapped { .. }
            | GameEvent::Untapped { .. }
            | GameEvent::SpellCast { .. }
            | GameEvent::AbilityActivated { .. }
            | GameEvent::AbilityTriggered { .. }
            | GameEvent::Resolved { .. }
            | GameEvent::Fizzled { .. }
            | GameEvent::PlayerLeft { .. }
            | GameEvent::GameOver { .. }
            | GameEvent::Remark(Remark::ManaLeft { .. } | Remark::Drawn { .. })
            | GameEvent::Turn(_) => return None,
        })
    }

    /// A creature with its power and toughness.
    fn sized(&self, object: ObjectId, card: CardId) -> String {
        let size = self.piece.thing(object).as_ref().map(Thing::size);
        let name = self.words.card(self.piece.named(object, card));
        size.map_or_else(String::new, |(power, toughness)| format!("{name} {power}/{toughness}"))
    }

    fn damage(&self, at: usize, source: ObjectId, to: Target, amount: i32) -> Saying {
        let (words, piece) = (self.words, self.piece);
        let left = match (at.checked_sub(1).map(|before| piece.events[before]), to) {
            (Some(GameEvent::LifeChanged { seat, to: left, .. }), Target::Player(hurt)) if seat == hurt => {
                format!(": {left} life")
            }
            _ => String::new(),
        };
        let measure = What::Measure(format!("damage to {}", words.target(piece, to)));
        Saying::things(&words.thing(piece, source), ["deals", "deal"], measure, amount).ending(left)
    }

    /// Whether the life is that of the damage told next.
    fn is_of_damage(&self, at: usize) -> bool {
        match (self.piece.events[at], self.piece.events.get(at + 1)) {
            (
                GameEvent::LifeChanged { seat, by, .. },
                Some(GameEvent::DamageDealt { to: Target::Player(hurt), amount, .. }),
            ) => seat == *hurt && by == -amount,
            _ => false,
        }
    }

    /// All cards that a player draws in this piece. Opening hands are told as they are kept.
    fn drawn(&mut self, seat: Seat) -> Option<Saying> {
        if self.told.drawn.contains(seat) || self.words.turn == 0 {
            return None;
        }
        self.told.drawn.insert(seat);
        let is_draw = |e: &&GameEvent| matches!(e, GameEvent::CardDrawn { seat: who } if *who == seat);
        let n = self.piece.events.iter().filter(is_draw).count();
        let names = if self.hands.contains(seat) { self.words.listed(&self.piece.drawn(seat)) } else { String::new() };
        let names = if names.is_empty() { names } else { format!(": {names}") };
        Some(Saying::act(self.words.seat(seat), "draws", What::Things("card".to_owned()), n as i32).ending(names))
    }
}

/// What a zone is called in a sentence.
const fn zone_name(zone: Zone) -> &'static str {
    match zone {
        Zone::Library => "the library",
        Zone::Hand => "the hand",
        Zone::Battlefield => "the battlefield",
        Zone::Graveyard => "the graveyard",
        Zone::Stack => "the stack",
        Zone::Exile => "exile",
        Zone::Command => "the command zone",
        Zone::Phased => "what is phased out",
        Zone::Nowhere => "outside the game",
    }
}
