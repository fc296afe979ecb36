//! What somebody sees of the table at one moment: words and numbers, with nothing hidden left in them.

use crate::cards::effect::CardId;
use crate::cards::type_line::Types;
use crate::game::view::{PlayerView, SeenObject};
use crate::game::{Game, ObjectId};
use crate::table::Cast;
use crate::turn::{Seat, Step, TurnEvent, TurnKind};

/// Turns to come that are told.
const AHEAD: usize = 12;

/// The table at a moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Scene {
    /// Turns begun.
    pub(super) turn: u32,
    /// Whose turn it is, and of which kind.
    pub(super) whose: String,
    /// The steps of the turn: those that were, the one that is, those to come.
    pub(super) strip: Vec<StripStep>,
    /// Whose turns come next, and which are skipped, if nothing changes.
    pub(super) ahead: Vec<String>,
    /// The same with what waits, and why, in lines.
    pub(super) schedule: String,
    /// The players, in turn order.
    pub(super) seats: Vec<SeatSeen>,
    /// The stack, the top first.
    pub(super) stack: Vec<Thing>,
    /// Cards in exile that are seen.
    pub(super) exile: Vec<Thing>,
}

/// A step of the turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StripStep {
    pub(super) name: String,
    pub(super) when: When,
    /// An effect added it, or its phase.
    pub(super) added: bool,
}

/// Where a step is in its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    Past,
    Now,
    ToCome,
}

/// A player.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct SeatSeen {
    pub(super) name: String,
    /// Who looks sits here.
    pub(super) you: bool,
    pub(super) active: bool,
    pub(super) living: bool,
    pub(super) life: i32,
    pub(super) poison: i32,
    /// The most combat damage of one commander.
    pub(super) commander_damage: i32,
    pub(super) hand: usize,
    pub(super) library: usize,
    /// Mana in the pool, by letters.
    pub(super) pool: String,
    /// Mana that could be had.
    pub(super) mana: u16,
    /// Permanents, equal ones together: creatures, others, lands.
    pub(super) permanents: Vec<Group>,
    /// The cards in hand, where they are seen.
    pub(super) cards: Vec<Thing>,
    pub(super) graveyard: Vec<Thing>,
    /// Commanders in the command zone.
    pub(super) command: Vec<Thing>,
}

/// Something with a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Thing {
    pub(super) text: String,
    pub(super) card: CardId,
}

/// Permanents that look the same but for being tapped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) text: String,
    pub(super) card: CardId,
    pub(super) count: usize,
    pub(super) tapped: usize,
    rank: u8,
}

impl Group {
    /// `Island x5 (2 tapped)`.
    pub(super) fn line(&self) -> String {
        let times = if self.count > 1 { format!(" x{}", self.count) } else { String::new() };
        let tapped = match self.tapped {
            0 => String::new(),
            n if n == self.count => " (tapped)".to_owned(),
            n => format!(" ({n} tapped)"),
        };
        format!("{}{times}{tapped}", self.text)
    }
}

/// Who looks at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Eyes {
    /// Who sits there.
    Of(Seat),
    /// Somebody who plays no seat, and sees hands or not.
    Onlooker { hands: bool },
}

impl Scene {
    /// The table as it stands; `begun` are the steps of the turn that have begun, the schedule is told elsewhere.
    pub(super) fn of(game: &Game, cast: &Cast, eyes: Eyes, begun: &[Step], schedule: String) -> Scene {
        let views: Vec<PlayerView> = Seat::first(cast.0.seats()).map(|seat| game.view(seat)).collect();
        let view = match eyes {
            Eyes::Of(seat) => &views[seat.index()],
            Eyes::Onlooker { .. } => &views[0],
        };
        let painter = Painter { view, cast };
        let hand = |seat: Seat| match eyes {
            Eyes::Of(_) => painter.things(view.hand(seat)),
            Eyes::Onlooker { hands: true } => painter.things(views[seat.index()].hand(seat)),
            Eyes::Onlooker { hands: false } => Vec::new(),
        };
        let seats = Seat::first(view.seats());
        let seats = seats.map(|seat| SeatSeen { cards: hand(seat), ..painter.seat(seat, eyes == Eyes::Of(seat)) });
        let turn = view.turn();
        // Who has no seat sees what everybody sees.
        let open = |object: &SeenObject| match eyes {
            Eyes::Of(_) => true,
            Eyes::Onlooker { .. } => views.iter().all(|view| view.object(object.id).is_some()),
        };
        Scene {
            turn: turn.number,
            whose: painter.turn(turn.active, turn.kind, turn.controller),
            strip: strip(game, begun),
            ahead: painter.ahead(game),
            schedule,
            seats: seats.collect(),
            stack: view.stack().rev().map(|item| painter.on_stack(item)).collect(),
            exile: painter.things(view.exile().filter(open)),
        }
    }
}

/// The steps of the turn.
fn strip(game: &Game, begun: &[Step]) -> Vec<StripStep> {
    let turns = &game.state().turns;
    let name =
        |step: Step| short(step).map_or_else(|| game.catalog().turn_names().of_step(step).to_owned(), str::to_owned);
    let past = begun.len().saturating_sub(usize::from(turns.in_step()));
    let was = begun.iter().enumerate().map(|(at, step)| {
        let when = if at < past { When::Past } else { When::Now };
        StripStep { name: name(*step), when, added: false }
    });
    let to_come = turns.steps_to_come().into_iter();
    let to_come = to_come.map(|planned| StripStep {
        name: name(planned.step),
        when: When::ToCome,
        added: planned.added_by.is_some(),
    });
    was.chain(to_come).collect()
}

/// A step of the rules in three or four letters.
const fn short(step: Step) -> Option<&'static str> {
    Some(match step {
        Step::Untap => "unt",
        Step::Upkeep => "upk",
        Step::Draw => "drw",
        Step::PrecombatMain | Step::PostcombatMain => "main",
        Step::BeginningOfCombat => "boc",
        Step::DeclareAttackers => "att",
        Step::DeclareBlockers => "blk",
        Step::FirstStrikeDamage => "1st",
        Step::CombatDamage => "dmg",
        Step::EndOfCombat => "eoc",
        Step::End => "end",
        Step::Cleanup => "cln",
        Step::Custom(_) => return None,
    })
}

/// Puts what a view shows into words.
#[derive(Clone, Copy)]
pub(super) struct Painter<'a> {
    pub(super) view: &'a PlayerView,
    pub(super) cast: &'a Cast,
}

impl Painter<'_> {
    fn turn(&self, seat: Seat, kind: TurnKind, by: Option<Seat>) -> String {
        let extra = if kind.is_extra() { "extra " } else { "" };
        let by = by.map_or_else(String::new, |by| format!(", controlled by {}", self.cast.name(by)));
        format!("{}'s {extra}turn{by}", self.cast.name(seat))
    }

    fn ahead(&self, game: &Game) -> Vec<String> {
        if game.outcome().is_some() {
            return Vec::new();
        }
        let turns = &game.state().turns;
        let events = turns.outlook((turns.living().len() + turns.pending_turns().len()).min(AHEAD) as u32);
        let star = |kind: TurnKind| if kind.is_extra() { "*" } else { "" };
        let told = events.iter().filter_map(|event| match *event {
            TurnEvent::TurnBegan { seat, kind, controller, .. } => {
                let by = controller.map_or_else(String::new, |by| format!(" (by {})", self.cast.name(by)));
                Some(format!("{}{}{by}", self.cast.name(seat), star(kind)))
            }
            TurnEvent::TurnSkipped { seat, kind, .. } => {
                Some(format!("({}{} skipped)", self.cast.name(seat), star(kind)))
            }
            TurnEvent::TurnLost { seat, .. } => Some(format!("({}* lost)", self.cast.name(seat))),
            _ => None,
        });
        told.collect()
    }

    fn seat(&self, seat: Seat, you: bool) -> SeatSeen {
        let view = self.view;
        let pool = view.floating_mana(seat);
        let letters = "WUBRGC".chars().zip(pool);
        let commands = view.command_zone().filter(|object| object.owner == seat);
        SeatSeen {
            name: self.cast.name(seat).to_owned(),
            you,
            active: view.turn().number > 0 && view.turn().active == seat,
            living: view.is_living(seat),
            life: view.life(seat),
            poison: view.poison(seat),
            commander_damage: view.commander_damage(seat),
            hand: view.hand_size(seat),
            library: view.library_size(seat),
            pool: letters.flat_map(|(letter, n)| std::iter::repeat_n(letter, usize::from(n))).collect(),
            mana: view.mana_available(seat),
            permanents: self.groups(seat),
            cards: Vec::new(),
            graveyard: self.things(view.graveyard(seat)),
            command: self.things(commands),
        }
    }

    fn groups(&self, seat: Seat) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for object in self.view.battlefield().filter(|object| object.controller == seat) {
            let text = self.permanent(&object);
            let tapped = usize::from(object.tapped);
            match groups.iter_mut().find(|group| group.text == text && group.card == object.card) {
                Some(group) => (group.count, group.tapped) = (group.count + 1, group.tapped + tapped),
                None => groups.push(Group { text, card: object.card, count: 1, tapped, rank: rank(object.types) }),
            }
        }
        groups.sort_by_key(|group| group.rank);
        groups
    }

    /// A permanent with everything that others like it may not have, but whether it is tapped.
    pub(super) fn permanent(&self, object: &SeenObject) -> String {
        let view = self.view;
        let mut text = self.name(object.card).to_owned();
        if object.types.contains(Types::CREATURE) {
            text += &format!(" {}/{}", object.power, object.toughness);
        }
        let mut notes: Vec<String> = Vec::new();
        if object.commander {
            notes.push("commander".to_owned());
        }
        if object.damage > 0 {
            notes.push(format!("damage {}", object.damage));
        }
        for (kind, n) in view.all_counters(object.id) {
            notes.push(format!("{n} {}", view.catalog().counter(kind)));
        }
        if object.sick && object.types.contains(Types::CREATURE) {
            notes.push("new".to_owned());
        }
        notes.extend(self.in_combat(object.id));
        if let Some(host) = object.attached_to.and_then(|id| view.object(id)) {
            notes.push(format!("on {}", self.name(host.card)));
        }
        if let Some(card) = view.beneath(object.id) {
            notes.push(format!("really {}", self.name(card)));
        }
        if notes.is_empty() { text } else { format!("{text} [{}]", notes.join(", ")) }
    }

    fn in_combat(&self, id: ObjectId) -> Option<String> {
        let attacks = self.view.attackers().find(|(attacker, _)| *attacker == id);
        let blocks = || self.view.blockers().find(|(blocker, _)| *blocker == id);
        match attacks {
            Some((_, defender)) => Some(format!("attacks {}", self.cast.name(defender))),
            None => {
                let blocked = self.view.object(blocks()?.1)?;
                Some(format!("blocks {}", self.name(blocked.card)))
            }
        }
    }

    fn on_stack(&self, item: crate::game::view::SeenStackItem) -> Thing {
        let what = if item.spell { "" } else { "'s ability" };
        let text = format!("{}{what} ({})", self.name(item.card), self.cast.name(item.controller));
        Thing { text, card: item.card }
    }

    fn things(&self, objects: impl Iterator<Item = SeenObject>) -> Vec<Thing> {
        objects.map(|object| Thing { text: self.name(object.card).to_owned(), card: object.card }).collect()
    }

    fn name(&self, card: CardId) -> &str {
        card.known().map_or("an effect", |card| &self.view.card(card).name)
    }
}

/// Creatures first, lands last.
fn rank(types: Types) -> u8 {
    match types {
        types if types.contains(Types::CREATURE) => 0,
        types if types.contains(Types::LAND) => 2,
        _ => 1,
    }
}
