//! Spells that are cast for nothing while an effect resolves (CR 118.9, 608.2g).

use crate::cards::effect::{FilterId, How, What, Who};
use crate::turn::Seat;

use crate::game::decision::{Choice, DecisionKind, Item, Shape};
use crate::game::engine::{Engine, chosen_items};
use crate::game::object::{Status, Zone};
use crate::game::permissions::Permission;
use crate::game::state::Resume;

use super::asking::Call;

/// What may be cast for nothing.
#[derive(Clone, Copy)]
pub(super) struct Free {
    pub(super) who: Who,
    /// From among which objects; `None`: from hand.
    pub(super) among: Option<What>,
    pub(super) filter: FilterId,
    pub(super) once: bool,
    /// Lands may be played as well.
    pub(super) lands: bool,
    /// What is cast so from a graveyard is exiled if it would be put there again.
    pub(super) exile: bool,
}

/// One card after another, until the player declines or nothing is left.
pub(super) fn may_cast_free(engine: &mut Engine<'_>, call: Call<'_>, free: Free) {
    match call {
        Call::Perform => {
            let options = offers(engine, free);
            let Some((seat, mut options)) = options.filter(|(_, options)| !options.is_empty()) else {
                engine.frame().done &= !free.once;
                return engine.next();
            };
            options.push(Item::No);
            let default = Choice::option(options.len() as u16 - 1);
            let source = engine.frame().source;
            engine.ask_about(seat, DecisionKind::Play, Some(source), Shape::One(options), default, Resume::Frame);
        }
        Call::Answer(decision, choice) => {
            let item = chosen_items(decision, choice).first().copied();
            let declined = matches!(item, None | Some(Item::No));
            let done = engine.frame().done;
            engine.frame().done = !declined || !free.once && done;
            if free.once || declined {
                engine.next();
            }
            match item {
                Some(Item::PlayLand(id)) => engine.play_land(decision.actor, id, false),
                Some(Item::PlayLandBack(id)) => engine.play_land(decision.actor, id, true),
                Some(_) => {
                    let spell = super::casting::cast_offered(engine, decision, choice);
                    if let Some(spell) = spell.filter(|_| !free.exile) {
                        engine.s.object_mut(spell.slot).status.remove(Status::EXILED_AFTERWARDS);
                    }
                }
                None => {}
            }
        }
    }
}

fn offers(engine: &Engine<'_>, free: Free) -> Option<(Seat, Vec<Item>)> {
    let seat = engine.seats_of(free.who).first().copied().filter(|seat| engine.s.turns.is_living(*seat))?;
    let ids = match free.among {
        Some(what) => engine.objects_of(what),
        None => engine.s.players[seat].hand.iter().map(|slot| engine.s.id(*slot)).collect(),
    };
    let reader = engine.reader();
    let permission = Permission { lands: free.lands, those: Some(engine.those(free.filter)), flashback: false };
    let mut options = Vec::new();
    for id in ids.into_iter().filter(|id| engine.s.object(id.slot).zone != Zone::Stack) {
        let mut found = Vec::new();
        if engine.s.turns.is_active(seat) && reader.may_play_land(seat) {
            found.extend(reader.land_plays(id));
        }
        found.extend(reader.castable_for_effect(seat, id, How::Free));
        options.extend(found.into_iter().filter(|item| reader.lets(&permission, *item)));
    }
    Some((seat, options))
}
