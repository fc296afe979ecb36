//! One seat's side of the protocol: who is who, and which object has which token.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use crate::agents::{Over, PhaseBegan, Seated};
use crate::cards::effect::CardId;
use crate::game::decision::Decision;
use crate::game::settle::Reply;
use crate::game::view::PlayerView;
use crate::game::{GameEvent, NO_SOURCE, ObjectId, Outcome, Zone};
use crate::table::cast::{Cast, CastMember};
use crate::table::trace::Namer;
use crate::turn::Seat;

use super::{Deck, ToPlayer, Token, end_name, question, view};

/// Speaks the protocol for one seat of one game.
#[derive(Debug, Clone)]
pub struct Wire {
    game: String,
    seated: Seated,
    namer: Namer,
    tokens: BTreeMap<ObjectId, Token>,
    next: Token,
    asked: u64,
}

impl Wire {
    /// The seat of a game that both sides call by that name.
    #[must_use]
    pub fn new(game: String, seated: &Seated) -> Wire {
        let member = |name: &Arc<str>| CastMember {
            entrant: 0,
            name: Arc::clone(name),
            deck: "".into(),
            agent: "".into(),
            team: None,
            life: seated.rules.starting_life,
        };
        let cast = Cast(seated.names.values().iter().map(member).collect());
        let namer = Namer::new(cast, Arc::clone(&seated.catalog));
        Wire { game, seated: seated.clone(), namer, tokens: BTreeMap::new(), next: 1, asked: 0 }
    }

    /// The game's name.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The seat is taken.
    #[must_use]
    pub fn seated(&self) -> ToPlayer {
        let Seated { seat, names, format, rules, deck, dice, .. } = &self.seated;
        let mut dice = dice.clone();
        let cards = |ids: &[CardId]| ids.iter().map(|id| self.card(*id).to_owned()).collect();
        ToPlayer::Game {
            game: self.game.clone(),
            you: names[*seat].to_string(),
            players: names.values().iter().map(ToString::to_string).collect(),
            format: format.to_string(),
            life: rules.starting_life,
            max_turns: rules.max_turns,
            house_rules: rules.extra_turns,
            ends: rules.ends,
            deck: Deck {
                name: deck.name.to_string(),
                commanders: cards(&deck.commanders),
                cards: cards(deck.cards.as_deref().unwrap_or_default()),
            },
            seed: u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX)),
        }
    }

    /// A step began.
    #[must_use]
    pub fn phase(&self, began: PhaseBegan) -> ToPlayer {
        let names = self.seated.catalog.turn_names();
        let (phase, step) = (names.of_phase(began.phase).to_owned(), names.of_step(began.step).to_owned());
        ToPlayer::Phase { game: self.game.clone(), turn: began.turn, phase, step }
    }

    /// What has happened, as the seat may see it.
    #[must_use]
    pub fn events(&mut self, events: &[GameEvent]) -> ToPlayer {
        let events = events
            .iter()
            .map(|event| {
                let mut value = self.namer.named(event);
                self.name_objects(&mut value);
                value
            })
            .collect();
        ToPlayer::Events { game: self.game.clone(), events }
    }

    /// A question.
    #[must_use]
    pub fn ask(&mut self, at: &PlayerView, decision: &Decision, deadline_ms: u64) -> ToPlayer {
        self.asked += 1;
        let view = Box::new(view::seen(self, at));
        let question = question::asked(self, at, decision);
        ToPlayer::Ask { game: self.game.clone(), ask: self.asked - 1, deadline_ms, view, question }
    }

    /// The number of the question that is out.
    #[must_use]
    pub const fn asking(&self) -> u64 {
        self.asked.saturating_sub(1)
    }

    /// Reads an answer to the question that is pending in the view. Tokens of cards that were shown for it alone end.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn answer(
        &mut self,
        at: &PlayerView,
        decision: &Decision,
        choice: &Value,
        spent: u32,
    ) -> Result<Reply, String> {
        let read = question::read(at, decision, choice);
        self.tokens.retain(|id, _| at.object(*id).is_some_and(|object| object.zone != Zone::Library));
        read.map(|choice| Reply { choice, then: None, spent })
    }

    /// The game is over.
    #[must_use]
    pub fn over(&self, over: &Over) -> ToPlayer {
        let winner = if let Outcome::Win { winner } = over.outcome { Some(self.player(winner)) } else { None };
        ToPlayer::Over { game: self.game.clone(), end: end_name(over.outcome), winner }
    }

    // ---- names ----

    /// The token of an object that the seat sees.
    pub(super) fn token(&mut self, id: ObjectId) -> Token {
        let next = &mut self.next;
        *self.tokens.entry(id).or_insert_with(|| {
            *next += 1;
            *next - 1
        })
    }

    pub(super) fn card(&self, id: CardId) -> &str {
        self.seated.catalog.card(id).name.as_str()
    }

    pub(super) fn player(&self, seat: Seat) -> String {
        self.seated.names[seat].to_string()
    }

    /// Puts tokens where an event names objects; what the seat has lost sight of is `null`.
    fn name_objects(&mut self, value: &mut Value) {
        match value {
            Value::Object(fields) => match object_of(fields) {
                Some(id) if id == NO_SOURCE => *value = Value::Null,
                Some(id) => *value = self.token(id).into(),
                None => fields.values_mut().for_each(|inner| self.name_objects(inner)),
            },
            Value::Array(items) => items.iter_mut().for_each(|item| self.name_objects(item)),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
}

/// The object that a JSON object is the serde form of.
fn object_of(fields: &serde_json::Map<String, Value>) -> Option<ObjectId> {
    let is_id = fields.len() == 2 && fields.contains_key("slot") && fields.contains_key("incarnation");
    is_id.then(|| serde_json::from_value(Value::Object(fields.clone())).ok()).flatten()
}
