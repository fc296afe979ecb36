//! Where a game stands, told: what has just happened, the schedule of turns, the table, the question.

use std::fmt::Write;
use std::mem::{swap, take};
use std::sync::Arc;

use crate::agents::Historian;
use crate::cards::catalog::Catalog;
use crate::game::ObjectId;
use crate::game::decision::{Decision, Item, Shape};
use crate::game::{Game, GameEvent};
use crate::table::cast::Cast;
use crate::table::walk::notation;
use crate::turn::{AwaitedPhase, PendingSkip, ScheduledPhases, Seat, StaticSkippable, TurnKind};

use super::offers::Offers;
use super::page::Look;
use super::play::Detail;
use super::scope::Scope;
use super::seen::{Piece, Seen};
use super::text::Text;
use super::why::Why;
use super::words::Words;

/// Tells where a game stands to somebody who walks through it, and looks on as they go.
pub struct Guide {
    text: Text,
    why: Why,
    /// Through whose eyes; through everybody's, if nobody's alone.
    eyes: Option<Seat>,
    before: Seen,
    after: Seen,
    /// What has been told and not read.
    news: Vec<u8>,
    /// Only where the walk ends is of interest, and not what it jumps over.
    jumping: bool,
    /// The walk has gone on since news were asked for.
    went_on: bool,
}

impl Historian for Guide {
    fn record(&mut self, events: &[GameEvent], game: &Game) {
        self.after.look(game);
        self.went_on = true;
        if self.jumping {
            self.news.clear();
            self.text.turn_over();
        }
        let seen: Vec<GameEvent>;
        let events = match self.eyes {
            None => events,
            Some(seat) => {
                seen = events.iter().filter_map(|event| game.seen_by(seat, event)).collect();
                &seen
            }
        };
        let piece = Piece { events, before: &self.before, after: &self.after, game };
        // A vector takes everything that is written to it.
        let _ = self.text.tell(&piece, &mut self.news);
        for event in events {
            self.why.line(event);
        }
        swap(&mut self.before, &mut self.after);
    }
}

impl Guide {
    /// A guide who knows nothing of the game yet.
    #[must_use]
    pub fn new(cast: Cast, catalog: Arc<Catalog>, detail: Detail, hands: bool, look: Look) -> Guide {
        let shown = cast.seats_if(hands);
        let text = Text::new(cast.clone(), Arc::clone(&catalog), detail, shown, Scope::default(), look);
        let (before, after) = Default::default();
        let (why, news) = (Why::new(cast, catalog), Vec::new());
        Guide { text, why, eyes: None, before, after, news, jumping: false, went_on: false }
    }

    /// The same through the eyes of that seat: what is told is what its player may see.
    #[must_use]
    pub fn for_seat(mut self, seat: Seat) -> Guide {
        self.eyes = Some(seat);
        self.text.name_cards(self.text.words.cast.team_of(seat));
        self
    }

    fn words(&self) -> &Words {
        &self.text.words
    }

    /// The walk goes far: nothing is told but what happens last.
    pub const fn jump(&mut self) {
        self.jumping = true;
    }

    /// What the guide has seen since it was asked last, in lines. The walk has come to where that game stands, perhaps by
    /// going back.
    pub fn news(&mut self, game: &Game) -> String {
        self.before.look(game);
        if !take(&mut self.went_on) {
            self.text.forget_headings();
        }
        self.text.turn_over();
        self.jumping = false;
        String::from_utf8_lossy(&take(&mut self.news)).into_owned()
    }

    // ---- here ----

    /// Where the game stands, in a line; `answered` is the number of the pending decision.
    #[must_use]
    pub fn here(&self, game: &Game, answered: usize) -> String {
        let place = game.place();
        let at = match (game.outcome(), place.turn) {
            (Some(outcome), _) => return format!("the end: {}", self.words().ended_in(outcome, place.turn)),
            (None, 0) => "before the first turn".to_owned(),
            (None, turn) => {
                let (turns, words) = (&game.state().turns, self.words());
                let of = turns.turn();
                let name = words.turn_name(of.active, of.kind, of.controller);
                let step = match turns.next_planned().filter(|_| !turns.in_step()) {
                    Some(next) => format!("before {}", words.step(next.step)),
                    None => words.step(place.step).to_owned(),
                };
                format!("turn {turn}, {name}, {step}")
            }
        };
        match game.decision() {
            Some(decision) => format!("{at}; decision {answered}: {}", self.asked(game, decision)),
            None => at,
        }
    }

    fn asked(&self, game: &Game, Decision { actor, decider, kind, source, .. }: &Decision) -> String {
        let kind = serde_json::to_value(kind).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default();
        let by = if actor == decider { String::new() } else { format!(" (by {})", self.words().seat(*decider)) };
        let about = source.map_or_else(String::new, |id| format!(", {}", self.card(game, id)));
        format!("{}{by}, {kind}{about}", self.words().seat(*actor))
    }

    /// What an object is called, or last was.
    fn card(&self, game: &Game, id: ObjectId) -> &str {
        game.named(id).map_or("the script", |card| self.words().card(card))
    }

    // ---- the schedule ----

    /// The schedule as it stands: the turns to come if nothing changes, what waits, and where the normal order stands.
    #[must_use]
    pub fn schedule(&self, game: &Game) -> String {
        let turns = &game.state().turns;
        let mut out = String::from("to come, if nothing changes:\n");
        if game.outcome().is_some() {
            out = "to come: nothing, the game is over\n".to_owned();
        } else {
            let ahead = turns.living().len() + turns.pending_turns().len();
            for line in self.why.outlook(turns, ahead.min(20) as u32) {
                let _ = writeln!(out, "  {line}");
            }
        }
        self.pending(game, &mut out);
        if let Some(last) = turns.last_normal() {
            let direction = if turns.reversed() { ", reversed" } else { "" };
            let _ = writeln!(out, "normal order: after {}{direction}", self.words().seat(last));
        }
        out
    }

    fn pending(&self, game: &Game, out: &mut String) {
        let (turns, words) = (&game.state().turns, self.words());
        for turn in turns.pending_turns() {
            let name = words.turn_name(turn.seat, TurnKind::Extra(turn.grant), None);
            let waits = turn.waits_for().map_or("", |_| "; waits for it");
            let _ = writeln!(out, "extra turn: {name}: {}{waits}", words.grant_in_short(turn.grant));
        }
        for ScheduledPhases { phases, after, source } in turns.scheduled_phases() {
            let after = match after {
                AwaitedPhase::Next(kind) => format!("the next {} phase", words.phase(*kind)),
                AwaitedPhase::FirstPostcombatMain => "the first postcombat main phase".to_owned(),
            };
            for phase in phases {
                let _ = writeln!(out, "phase: {} after {after}: {}", words.phase(*phase), words.source(*source));
            }
        }
        for skip in turns.pending_skips() {
            let _ = writeln!(out, "skip: {}", self.skip(skip));
        }
        for skip in turns.static_skips() {
            let who: Vec<&str> = skip.seats.iter().map(|seat| words.seat(seat)).collect();
            let what = match skip.what {
                StaticSkippable::ExtraTurns => "every extra turn".to_owned(),
                StaticSkippable::Each(what) => format!("every time {}", words.skippable(what)),
            };
            let _ = writeln!(out, "skip: {}: {what}: {}", who.join(" "), words.source(skip.source));
        }
        for (player, by) in turns.pending_controls() {
            let _ = writeln!(out, "control: {}'s next turn by {}", words.seat(player), words.seat(by));
        }
    }

    fn skip(&self, PendingSkip { id, seat, what, .. }: &PendingSkip) -> String {
        let words = self.words();
        format!("{}: {}: {}", words.seat(*seat), words.skippable(*what), words.skip_in_short(*id))
    }

    // ---- the table ----

    /// The table in short: a line for each player, and the stack.
    #[must_use]
    pub fn table(&self, game: &Game) -> String {
        let (state, mut out) = (game.state(), String::new());
        for (seat, player) in state.players.iter() {
            let name = self.words().seat(seat);
            if let Some(cause) = player.left {
                let _ = writeln!(out, "{name}: left ({})", cause.name());
                continue;
            }
            let library = if player.endless { "-".to_owned() } else { player.library.len().to_string() };
            let _ = write!(out, "{name}: {} life, hand {}", player.life, player.hand.len());
            let _ = write!(out, ", library {library}, graveyard {}", player.graveyard.len());
            let _ = writeln!(out, "{}", self.board(game, seat));
        }
        for item in &state.stack {
            let _ = writeln!(out, "stack: {} ({})", self.words().card(item.card), self.words().seat(item.controller));
        }
        out
    }

    /// What a player controls, equal cards together.
    fn board(&self, game: &Game, seat: Seat) -> String {
        let state = game.state();
        let mut cards: Vec<(&str, usize)> = Vec::new();
        let slots = state.battlefield.iter();
        for slot in slots.filter(|slot| state.object(**slot).controller == seat) {
            let name = self.card(game, state.id(*slot));
            match cards.iter_mut().find(|(other, _)| *other == name) {
                Some((_, n)) => *n += 1,
                None => cards.push((name, 1)),
            }
        }
        let listed = cards.iter().map(|(name, n)| if *n == 1 { (*name).to_owned() } else { format!("{n} {name}") });
        let all = listed.collect::<Vec<_>>().join(", ");
        if all.is_empty() { all } else { format!("; {all}") }
    }

    // ---- the question ----

    /// What can be answered to the pending decision, and the default, as [`notation`] writes it.
    #[must_use]
    pub fn options(&self, game: &Game) -> String {
        let Some(decision) = game.decision() else { return "nobody is asked anything here\n".to_owned() };
        let mut out = self.shape(game, &decision.shape);
        let _ = writeln!(out, "default: {}", notation::write(&decision.default));
        out
    }

    fn shape(&self, game: &Game, shape: &Shape) -> String {
        let list = |items: &[Item]| {
            items.iter().enumerate().fold(String::new(), |mut out, (at, item)| {
                let _ = writeln!(out, "{at:>4}  {}", self.item(game, *item));
                out
            })
        };
        match shape {
            Shape::One(options) => format!("one of:\n{}", list(options)),
            Shape::Some { options, min, max } => format!("{min} to {max} of:\n{}", list(options)),
            Shape::Order(items) => format!("an order of:\n{}", list(items)),
            Shape::Number { min, max } => format!("a number from {min} to {max}\n"),
            Shape::Assign { items, options, .. } if options.is_empty() => {
                format!("a number for each:\n{}", list(items))
            }
            Shape::Assign { items, options, .. } => {
                format!("for each of:\n{}one of, or nothing:\n{}", list(items), list(options))
            }
        }
    }

    /// An option, and the question that comes with it if it is an act.
    fn item(&self, game: &Game, item: Item) -> String {
        let text = match (item, game.decision()) {
            (Item::Skip(by), _) => self.words().skipper(by),
            (_, Some(decision)) => Offers::new(&game.view(decision.decider), &self.words().cast).item(item),
            (_, None) => String::new(),
        };
        match notation::need(game, item, &[]) {
            Some(need) => format!("{text}; then {}", self.inline(game, &need.shape)),
            None => text,
        }
    }

    /// A question in a line: options with their places.
    fn inline(&self, game: &Game, shape: &Shape) -> String {
        let list = |items: &[Item]| {
            let all = items.iter().enumerate().map(|(at, item)| format!("{at} {}", self.item(game, *item)));
            all.collect::<Vec<_>>().join(", ")
        };
        match shape {
            Shape::One(options) => list(options),
            Shape::Some { options, min, max } => format!("{min} to {max} of {}", list(options)),
            Shape::Order(items) => format!("an order of {}", list(items)),
            Shape::Number { min, max } => format!("a number from {min} to {max}"),
            Shape::Assign { items, .. } => format!("something for each of {}", list(items)),
        }
    }
}
