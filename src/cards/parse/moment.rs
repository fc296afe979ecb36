//! Moments: steps, phases, what can be skipped, restrictions of turns, delayed events, the steps triggers wait for.

use crate::cards::ability::TriggerEvent;
use crate::cards::effect::{DelayedEvent, Whose};
use crate::turn::{AfterPhase, Phase, Restrictions, Selector, Skippable, Step, TurnNames};

use super::filter::WHOSE;
use super::{Parsed, Word, first, named, names, nothing_more};

const RIDERS: &[(&str, Restrictions)] = &[
    ("no-untap", Restrictions::NO_UNTAP),
    ("no-upkeep", Restrictions::NO_UPKEEP),
    ("no-draw", Restrictions::NO_DRAW),
    ("no-main-phase", Restrictions::NO_MAIN_PHASE),
    ("no-combat", Restrictions::NO_COMBAT),
    ("no-activated-abilities", Restrictions::NO_ACTIVATED_ABILITIES),
    ("must-attack", Restrictions::MUST_ATTACK),
    ("cant-attack", Restrictions::CANT_ATTACK),
    ("no-artifacts-enchantments-creatures", Restrictions::NO_ARTIFACTS_ENCHANTMENTS_CREATURES),
    ("lose-at-end-step", Restrictions::LOSE_AT_END_STEP),
    ("combat-only", Restrictions::COMBAT_ONLY),
    ("no-prevention", Restrictions::NO_PREVENTION),
    ("no-power-up", Restrictions::NO_POWER_UP),
];

/// What a skip can name beyond steps; a main phase has the name of its one step and means the phase.
const SKIPPABLE: &[(&str, Skippable)] = &[
    ("turn", Skippable::Turn),
    ("main", Skippable::MainPhase),
    ("beginning", Skippable::Phase(Phase::Beginning)),
    ("precombat-main", Skippable::Phase(Phase::PrecombatMain)),
    ("combat", Skippable::Phase(Phase::Combat)),
    ("postcombat-main", Skippable::Phase(Phase::PostcombatMain)),
    ("ending", Skippable::Phase(Phase::Ending)),
];

/// A step by name.
pub(in crate::cards) fn step(turns: &TurnNames, words: &[Word<'_>]) -> Parsed<Step> {
    let (head, rest) = first(words, "a step such as `upkeep`")?;
    nothing_more(rest)?;
    let unknown = || head.is_not("a step", "upkeep, draw, declare-attackers, end, ...", turns.steps());
    turns.step(head.text).ok_or_else(unknown)
}

/// A phase by name; `main` is an added, and so a postcombat, main phase (CR 505.1a).
pub(in crate::cards) fn phase(turns: &TurnNames, words: &[Word<'_>]) -> Parsed<Phase> {
    let (head, rest) = first(words, "a phase such as `combat`")?;
    nothing_more(rest)?;
    match head.text {
        "main" => Ok(Phase::PostcombatMain),
        name => turns.phase(name).ok_or_else(|| {
            head.is_not(
                "a phase",
                "beginning, main, precombat-main, combat, postcombat-main or ending",
                turns.phases().chain(["main"]),
            )
        }),
    }
}

/// After which phase, beyond the next one of a kind.
const AFTER_PHASE: &[(&str, AfterPhase)] = &[
    ("this", AfterPhase::This),
    ("this-main", AfterPhase::ThisMain),
    ("this-combat", AfterPhase::ThisCombat),
    ("first-postcombat-main", AfterPhase::FirstPostcombatMain),
];

/// After which phase: `this`, `this-main`, `this-combat`, `first-postcombat-main`, or the next of a kind.
pub(in crate::cards) fn after_phase(turns: &TurnNames, words: &[Word<'_>]) -> Parsed<AfterPhase> {
    let (head, rest) = first(words, "a phase to come after, such as `this-main`")?;
    nothing_more(rest)?;
    if let Some(after) = named(AFTER_PHASE, head.text) {
        return Ok(after);
    }
    phase(turns, words).map(AfterPhase::Next).map_err(|_| {
        head.is_not(
            "a phase to come after",
            "this, this-main, this-combat, first-postcombat-main, combat, main, ...",
            names(AFTER_PHASE).chain(turns.phases()).chain(["main"]),
        )
    })
}

/// What a skip applies to.
pub(in crate::cards) fn skippable(turns: &TurnNames, words: &[Word<'_>]) -> Parsed<Skippable> {
    let (head, rest) = first(words, "what is skipped, such as `turn` or `untap`")?;
    nothing_more(rest)?;
    let own = || turns.step(head.text).map(Skippable::Step).or_else(|| turns.phase(head.text).map(Skippable::Phase));
    named(SKIPPABLE, head.text).or_else(own).ok_or_else(|| {
        let all = names(SKIPPABLE).chain(turns.steps());
        head.is_not("something to skip", "turn, untap, upkeep, draw, main, combat, or another phase or step", all)
    })
}

/// What a modification applies to: a phase with all its steps, or a step.
pub(in crate::cards) fn selector(turns: &TurnNames, words: &[Word<'_>]) -> Parsed<Selector> {
    let (head, rest) = first(words, "a phase or step such as `combat` or `upkeep`")?;
    nothing_more(rest)?;
    let phase = turns.phase(head.text).map(Selector::Phase);
    phase.or_else(|| turns.step(head.text).map(Selector::Step)).ok_or_else(|| {
        head.is_not("a phase or a step", "combat, ending, upkeep, draw, ...", turns.phases().chain(turns.steps()))
    })
}

/// A restriction of a turn, which cards call a rider.
pub(in crate::cards) fn restrictions(words: &[Word<'_>]) -> Parsed<Restrictions> {
    let (head, rest) = first(words, "a rider such as `no-untap`")?;
    nothing_more(rest)?;
    named(RIDERS, head.text).ok_or_else(|| {
        head.is_not("a rider", "no-untap, lose-at-end-step, cant-attack, combat-only, ...", names(RIDERS))
    })
}

/// Whose, one word.
pub(in crate::cards) fn whose(words: &[Word<'_>]) -> Parsed<Whose> {
    let (head, rest) = first(words, "whose: any, yours, opponents, active or theirs")?;
    nothing_more(rest)?;
    named(WHOSE, head.text).ok_or_else(|| head.is_not("whose", "any, yours, opponents, active or theirs", names(WHOSE)))
}

/// Whose steps come once for each player of a team that shares them (CR 805.4d).
const FOR_EACH: &[(&str, Whose)] =
    &[("each-player", Whose::Any), ("each-opponent", Whose::Opponents), ("opponents", Whose::Opponents)];

/// `your upkeep`, `each combat`, `each-player draw`, `each-opponent end`.
pub(in crate::cards) fn begins(turns: &TurnNames, words: &[Word<'_>]) -> Parsed<TriggerEvent> {
    let (head, rest) = first(words, "a moment such as `your upkeep`")?;
    let for_each = named(FOR_EACH, head.text);
    let whose = for_each.or_else(|| named(WHOSE, head.text)).ok_or_else(|| {
        let all = names(FOR_EACH).chain(names(WHOSE));
        head.is_not("whose step it is", "your, each, each-player, each-opponent or enchanted", all)
    })?;
    match rest {
        [combat] if combat.text == "combat" => Ok(match for_each {
            Some(_) => TriggerEvent::CombatBeginsForEach(whose),
            None => TriggerEvent::CombatBegins(whose),
        }),
        _ => step(turns, rest).map(|step| match for_each {
            Some(_) => TriggerEvent::StepBeginsForEach(step, whose),
            None => TriggerEvent::StepBegins(step, whose),
        }),
    }
}

/// `next upkeep`, `next turn's upkeep`, `your next end`, `each combat this turn`, `that combat`, `your next attack`, `source leaves`.
pub(in crate::cards) fn delayed(turns: &TurnNames, words: &[Word<'_>]) -> Parsed<DelayedEvent> {
    let (head, _) = first(words, "a moment such as `next end`")?;
    let texts: Vec<_> = words.iter().map(|w| w.text).collect();
    match texts.as_slice() {
        ["each", "combat", "this", "turn"] => Ok(DelayedEvent::EachCombatThisTurn),
        ["that", "combat"] => Ok(DelayedEvent::ThatCombat),
        ["your", "next", "main"] => Ok(DelayedEvent::YourNextMain),
        ["your", "next", "attack"] => Ok(DelayedEvent::YouNextAttackThisTurn),
        ["source", "leaves"] => Ok(DelayedEvent::SourceLeaves),
        ["target", "dies", "this", "turn"] => Ok(DelayedEvent::TargetDiesThisTurn),
        ["target's", "death", "this", "turn"] => Ok(DelayedEvent::TargetsDeathThisTurn),
        ["target", "dies", "or", "is", "exiled"] => Ok(DelayedEvent::TargetDiesOrIsExiled),
        ["next", _] => step(turns, &words[1..]).map(DelayedEvent::NextStep),
        ["next", "turn's", _] => step(turns, &words[2..]).map(DelayedEvent::NextTurnsStep),
        ["your", "next", _] => step(turns, &words[2..]).map(DelayedEvent::YourNextStep),
        _ => Err(head.fault(format!(
            "`{}` is not a moment to wait for (expected next <step>, next turn's <step>, your next <step>, your next main, \
             each combat this turn, that combat, your next attack, your next cast <spell>, source leaves, target dies this turn, target's death this turn, target \
             dies or is exiled, or <which> deals combat damage to \
             target this turn)",
            texts.join(" ")
        ))),
    }
}
