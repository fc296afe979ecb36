//! Creatures that come into combat or leave it while an effect resolves (CR 506.4, 508.4, 702.49).

use crate::cards::effect::What;

use crate::game::engine::{Engine, chosen_items};
use crate::game::object::{ObjectId, Target, Zone};

use super::asking::Call;

/// CR 506.4.
pub(super) fn remove_from_combat(engine: &mut Engine<'_>, what: What) {
    for id in engine.objects_of(what) {
        engine.remove_from_combat(id);
    }
}

/// The objects enter tapped and attacking (CR 508.4).
pub(super) fn enter_attacking(engine: &mut Engine<'_>, call: Call<'_>, what: What) {
    match call {
        Call::Perform => {
            let (_, you, _) = engine.frame_source();
            let attacks = engine.in_combat() && engine.s.turns.is_active(you);
            let options = if attacks { engine.attackable() } else { Vec::new() };
            if options.len() > 1 && engine.frame().aims.is_empty() && !engine.objects_of(what).is_empty() {
                return engine.ask_attacked(you, options);
            }
            let aim = engine.frame().aims.first().copied().or(options.first().copied());
            let mut moved = Vec::new();
            for id in engine.objects_of(what) {
                let Some(entered) = engine.enter(id.slot, you, true) else {
                    engine.awaits_attack(id, aim);
                    continue;
                };
                if engine.s.object(entered.slot).is_creature() {
                    engine.attack_as_it_enters(entered, aim);
                }
                moved.push(entered);
            }
            engine.set_them(moved);
            engine.next();
        }
        Call::Answer(decision, choice) => engine.frame().aims.extend(chosen_items(decision, choice).first()),
    }
}

/// CR 702.49c, 508.4a: it attacks what the creature attacked that was returned for it, if that is still there.
pub(super) fn enter_by_ninjutsu(engine: &mut Engine<'_>) {
    let (source, you, _) = engine.frame_source();
    let returned = engine.frame().them.first().copied();
    engine.next();
    if engine.s.get(source).is_none_or(|o| !matches!(o.zone, Zone::Hand | Zone::Command)) {
        return;
    }
    let last = engine.s.combat.aims.iter().rev().find(|aim| Some(aim.id) == returned).copied();
    let aim = last.and_then(|aim| engine.attacked_by(&aim)).map(crate::game::pending_triggers::target_item);
    let aim = aim.filter(|_| engine.in_combat() && engine.s.turns.is_active(you));
    let Some(entered) = engine.enter(source.slot, you, true) else { return engine.awaits_attack(source, aim) };
    if engine.s.object(entered.slot).is_creature() {
        engine.attack_as_it_enters(entered, aim);
    }
}

impl Engine<'_> {
    /// CR 506.4: it neither attacks nor blocks any more.
    pub(in crate::game) fn remove_from_combat(&mut self, id: ObjectId) {
        self.s.combat.attackers.retain(|a| a.id != id);
        self.s.combat.blockers.retain(|b| b.id != id);
        self.log.forget_known();
    }
}

/// CR 701.14: both deal damage equal to the power that they have now; neither does where one of them is no creature any more, or
/// not there (CR 701.14b). One that fights itself is dealt damage twice (CR 701.14c).
pub(super) fn fight(engine: &mut Engine<'_>, a: What, b: What) {
    let fighter = |engine: &Engine<'_>, what| {
        let id = engine.object_of(what)?;
        let object = engine.s.permanent(id).filter(|object| object.is_creature())?;
        Some((id, object.controller, i32::from(object.power)))
    };
    let (Some(a), Some(b)) = (fighter(engine, a), fighter(engine, b)) else { return };
    for ((source, by, power), (to, ..)) in [(a, b), (b, a)] {
        engine.deal_damage(source, by, Target::Object(to), power, false);
    }
}
