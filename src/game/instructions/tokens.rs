//! Creating tokens (CR 111.2), those that enter attacking or blocking among them (CR 508.4, 509.4).

use arrayvec::ArrayVec;

use crate::cards::effect::{AmountId, Attacking, CardId, Except, What, Who};
use crate::turn::{MAX_SEATS, Seat};

use crate::game::copies::Model;
use crate::game::decision::{Choice, DecisionKind, Item, Shape};
use crate::game::engine::{Engine, chosen_items};
use crate::game::event::StallCause;
use crate::game::object::ObjectId;
use crate::game::state::Resume;

use super::asking::Call;

/// What each token attacks, token by token; nothing for those that attack nothing.
type Aims = Vec<Option<Item>>;

/// Which tokens are created.
#[derive(Clone, Copy)]
pub(super) enum TokenKind {
    /// Those that the catalog describes so, perhaps with another power and toughness.
    Described(CardId, Option<(i16, i16)>),
    /// Copies of permanents, but for what is excepted.
    Copies(What, Except),
}

/// The tokens that an instruction creates.
pub(super) struct NewTokens {
    pub(super) who: Who,
    pub(super) kind: TokenKind,
    pub(super) count: AmountId,
    pub(super) tapped: bool,
    pub(super) attacking: Option<Attacking>,
    /// They enter blocking the attacker that the effect is about.
    pub(super) blocking: bool,
}

pub(super) fn create(engine: &mut Engine<'_>, call: Call<'_>, new: &NewTokens) {
    match call {
        Call::Perform => engine.create_tokens(new),
        Call::Answer(decision, choice) => engine.frame().aims.extend(chosen_items(decision, choice).first()),
    }
}

/// CR 114.1, 114.2: in the command zone, under the control of its owner; it stays there for the rest of the game.
pub(super) fn create_emblems(engine: &mut Engine<'_>, who: Who, emblem: CardId) {
    for seat in engine.seats_of(who) {
        engine.create_emblem(seat, emblem);
    }
    engine.refresh();
}

impl Engine<'_> {
    /// Creates the tokens of an instruction, once it is known what they attack. They become "them".
    fn create_tokens(&mut self, new: &NewTokens) {
        let NewTokens { who, kind, count, tapped, attacking, blocking } = *new;
        if self.frame().begun {
            return self.tokens_have_entered();
        }
        let (seats, n) = (self.seats_of(who), self.times(count));
        let most = self.fix.rules.max_permanents as usize;
        let room = (most + 1).saturating_sub(self.s.battlefield.len());
        let models = self.models(kind);
        let others = self.tokens_instead_of(&seats, &models);
        let each = |seat: &Seat| {
            let n = self.tokens_created(*seat, n) as usize;
            let all = models.iter().cycle().take(n * models.len());
            all.map(|model| (*seat, model)).collect::<Vec<_>>()
        };
        let new: Vec<(Seat, &Model)> = match &others {
            Some(others) => self.replaced_tokens(&seats, n, &models, others, room),
            None => seats.iter().flat_map(each).take(room).collect(),
        };
        let under: Vec<Seat> = new.iter().map(|(seat, _)| *seat).collect();
        let Some(aims) = self.aims(&under, attacking) else { return };
        // CR 707.5: what the model does as it enters, its copies do.
        if new.iter().any(|(_, model)| self.effect_before(model.card).is_some()) {
            let new: Vec<(Seat, Model)> = new.into_iter().map(|(seat, model)| (seat, model.clone())).collect();
            return self.tokens_wait(new, tapped, &aims);
        }
        let mut made = Vec::with_capacity(under.len());
        for ((seat, model), aim) in new.into_iter().zip(aims) {
            let Some(id) = self.create_token(model.card, seat, tapped) else { continue };
            self.differ_as_copy(id, model);
            self.attack_as_it_enters(id, aim);
            made.push(id);
        }
        let blocked = self.frame().about.object.filter(|_| blocking);
        for (id, attacker) in made.iter().zip(blocked.into_iter().cycle()) {
            self.put_blocking(*id, attacker);
        }
        self.announce_entered(&made);
        if self.s.battlefield.len() > most {
            return self.stall(StallCause::Permanents);
        }
        self.set_them(made);
        self.next();
    }

    /// Tokens of which somebody has to be asked as they enter are there once that has been answered.
    fn tokens_wait(&mut self, new: Vec<(Seat, Model)>, tapped: bool, aims: &[Option<Item>]) {
        let mut waiting = Vec::with_capacity(new.len());
        for ((seat, model), aim) in new.into_iter().zip(aims) {
            let Some(id) = self.token_waits(model, seat, tapped) else { continue };
            self.awaits_attack(id, *aim);
            waiting.push(id);
        }
        let frame = self.frame();
        (frame.begun, frame.chosen) = (true, waiting);
    }

    fn tokens_have_entered(&mut self) {
        let waited = std::mem::take(&mut self.frame().chosen);
        let made: Vec<ObjectId> = waited.into_iter().filter_map(|id| self.token_waited(id)).collect();
        self.set_them(made);
        self.next();
    }

    /// What the tokens are, one for each different one.
    fn models(&self, kind: TokenKind) -> Vec<Model> {
        let (of, except) = match kind {
            TokenKind::Described(card, size) => return vec![Model::described(card, size)],
            TokenKind::Copies(of, except) => (of, except),
        };
        let ids = match self.object_of(of) {
            Some(id) if !matches!(of, What::Them | What::ExiledWithSource) => vec![id],
            _ => self.objects_of(of),
        };
        ids.into_iter().filter_map(|id| self.model(id, except)).collect()
    }

    /// What the tokens will attack, in order; `None` while it is asked for. Only the attacking player's creatures attack
    /// (CR 506.3b), and nobody who has left is attacked (CR 508.4a).
    fn aims(&mut self, under: &[Seat], attacking: Option<Attacking>) -> Option<Aims> {
        let mine: Vec<bool> = under.iter().map(|seat| self.in_combat() && self.s.turns.is_active(*seat)).collect();
        let named = match attacking {
            None => return Some(vec![None; under.len()]),
            Some(Attacking::Chosen) => None,
            Some(Attacking::Player(who)) => Some(self.seats_of(who).first().copied().map(Item::Player)),
        };
        if let Some(player) = named {
            return Some(mine.iter().map(|mine| player.filter(|_| *mine)).collect());
        }
        let options = self.attackable();
        let mut choosing = under.iter().zip(&mine).filter(|(_, mine)| **mine).map(|(seat, _)| *seat);
        if options.len() > 1
            && let Some(seat) = choosing.nth(self.frame().aims.len())
        {
            self.ask_attacked(seat, options);
            return None;
        }
        let mut chosen = self.frame().aims.clone().into_iter();
        // Who has been chosen may have left while others were.
        let mut next = || chosen.next().filter(|item| options.contains(item)).or(options.first().copied());
        Some(mine.iter().map(|mine| if *mine { next() } else { None }).collect())
    }

    /// What the source attacks is the default.
    pub(super) fn ask_attacked(&mut self, seat: Seat, options: Vec<Item>) {
        let source = self.frame().source;
        let last = |id| self.s.combat.aims.iter().rev().find(|aim| Some(aim.id) == id);
        let attacker = last(Some(source)).or_else(|| last(self.about_object()));
        let same = attacker.and_then(|aim| self.attacked_by(aim)).map(crate::game::pending_triggers::target_item);
        let at = options.iter().position(|option| Some(*option) == same).unwrap_or(0);
        let (shape, default) = (Shape::One(options), Choice::option(at as u16));
        self.ask_about(seat, DecisionKind::Attacked, Some(source), shape, default, Resume::Frame);
    }

    fn about_object(&self) -> Option<ObjectId> {
        self.s.frames.last().and_then(|frame| frame.about.object)
    }

    /// CR 508.4: the defending players, and the planeswalkers that they control.
    pub(super) fn attackable(&self) -> Vec<Item> {
        let players: ArrayVec<Seat, MAX_SEATS> = self.defending_players();
        let planeswalkers = self.attackable_planeswalkers().into_iter().map(Item::Object);
        players.into_iter().map(Item::Player).chain(planeswalkers).collect()
    }

    pub(in crate::game) fn attack_as_it_enters(&mut self, id: ObjectId, aim: Option<Item>) {
        match aim {
            Some(Item::Player(seat)) => self.put_attacking(id, seat, None),
            Some(Item::Object(planeswalker)) => {
                let defender = self.s.object(planeswalker.slot).controller;
                self.put_attacking(id, defender, Some(planeswalker));
            }
            _ => {}
        }
    }
}
