//! Effects in progress: where each stands, and what it is bound to (CR 608).

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::cards::effect::{AbilityId, CardId, EffectId};
use crate::game::decision::Item;
use crate::game::object::ObjectId;
use crate::turn::{MAX_SEATS, Seat, Tag};

use super::about::{About, Chosen};
use super::stack::{StackItem, StackKind};

/// Half-finished work: an effect, where it stands, and what it is bound to.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Frame {
    pub(crate) at: EffectId,
    pub(crate) source: ObjectId,
    pub(crate) card: CardId,
    pub(crate) controller: Seat,
    pub(crate) x: i32,
    pub(crate) targets: Chosen,
    pub(crate) about: About,
    pub(crate) them: Vec<ObjectId>,
    pub(crate) divided: Vec<i32>,
    /// Who voted for which option, in the order of voting.
    pub(crate) votes: ArrayVec<(Seat, u8), MAX_SEATS>,
    pub(crate) result: i32,
    pub(crate) done: bool,
    pub(crate) each: Option<Each>,
    /// The bodies that are repeated, the innermost last, and how often each has still to begin anew.
    pub(crate) repeats: Vec<(EffectId, i32)>,
    /// The bodies that are performed for one object after another, the innermost last.
    #[serde(default)]
    pub(crate) over: Vec<Over>,
    /// Players whom the current instruction has still to ask, in order.
    pub(crate) asking: ArrayVec<Seat, MAX_SEATS>,
    /// What players have chosen to sacrifice, until all have chosen (CR 101.4, 608.2e).
    pub(crate) chosen: Vec<ObjectId>,
    /// What each of the tokens to come will attack, as far as it has been chosen, in order (CR 508.4).
    pub(crate) aims: Vec<Item>,
    /// Who makes the choice of the current instruction instead of a player who has left (CR 800.4g).
    pub(crate) stand_in: Option<Seat>,
    pub(crate) begun: bool,
    /// Cards of a library that the player who is asked has still to put in order.
    pub(crate) sorting: Vec<Sorting>,
    /// New targets are being chosen for copies, rather than for what was there.
    #[serde(default)]
    pub(crate) copying: bool,
    /// Its source is a land that is being played, whatever becomes of it.
    #[serde(default)]
    pub(crate) plays_land: bool,
    /// What is done before something enters: how many permanents had entered this turn before those that enter together with it.
    #[serde(default)]
    pub(crate) entered_before: Option<u32>,
    /// What the last instruction puts onto the battlefield once somebody has been asked about it.
    #[serde(default)]
    pub(crate) awaited: Vec<Awaited>,
    /// The spell this frame resolves, which has a place to go when it is done.
    pub(crate) resolves: Option<ObjectId>,
    /// The tag of the phases this effect added last.
    pub(crate) added: Tag,
    /// Which of all that have been on the stack it was; the greatest number for what was not.
    pub(crate) serial: u32,
    /// The activated or triggered ability that it resolves.
    #[serde(default)]
    pub(crate) ability: Option<AbilityId>,
}

impl Frame {
    /// Work at its beginning.
    pub(crate) fn new(at: EffectId, source: ObjectId, item: StackItem) -> Frame {
        let ability = match item.kind {
            StackKind::Activated { ability, .. } | StackKind::Triggered { ability, .. } => Some(ability),
            StackKind::Spell(_) | StackKind::Delayed { .. } | StackKind::LoseGame { .. } => None,
        };
        Frame {
            at,
            source,
            card: item.card,
            controller: item.controller,
            x: item.x,
            targets: item.targets,
            about: item.about,
            them: item.them,
            divided: item.divided,
            votes: ArrayVec::new(),
            result: 0,
            done: false,
            each: None,
            repeats: Vec::new(),
            over: Vec::new(),
            asking: ArrayVec::new(),
            chosen: Vec::new(),
            aims: Vec::new(),
            stand_in: None,
            begun: false,
            sorting: Vec::new(),
            copying: false,
            plays_land: false,
            entered_before: None,
            awaited: Vec::new(),
            resolves: None,
            added: Tag::default(),
            serial: item.serial,
            ability,
        }
    }
}

/// Something that is to enter the battlefield.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Awaited {
    /// What it is before.
    pub(crate) was: ObjectId,
    /// What it attacks as it enters (CR 508.4).
    pub(crate) aim: Option<Item>,
}

/// A body that is performed for one object after another.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Over {
    /// Where it begins.
    pub(crate) body: EffectId,
    /// The objects that are still to come.
    pub(crate) rest: Vec<ObjectId>,
    /// What the effect was about before.
    pub(crate) was: Option<ObjectId>,
}

/// Cards that go to one place of a library in any order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Sorting {
    /// Who puts them in order.
    pub(crate) by: Seat,
    /// Whose library.
    pub(crate) of: Seat,
    /// At the bottom, rather than on top.
    pub(crate) bottom: bool,
    /// The highest first.
    pub(crate) cards: Vec<ObjectId>,
}

/// An [`Op::EachPlayer`](crate::cards::effect::Op::EachPlayer) in progress.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct Each {
    pub(crate) current: Seat,
    pub(crate) rest: ArrayVec<Seat, MAX_SEATS>,
    pub(crate) body: EffectId,
    /// What which instruction gave to whom so far, and how often, where a team gets it once (CR 805.8).
    pub(crate) given: Vec<(EffectId, Seat, i32)>,
}
