//! Random scripts of what effects do to turns, readable when one fails.

use std::fmt;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use turnlab::turn::{
    AfterPhase, AfterTurn, ExtraTurnOrder, ExtraTurnRules, Phase, Restrictions, Seat, SkipScope, Skippable,
    StaticSkippable, Step, TurnRestrictions,
};

use crate::turn_table::letter;

/// A table, and what happens at it.
#[derive(Clone)]
pub(crate) struct Script {
    pub(crate) seats: usize,
    pub(crate) rules: ExtraTurnRules,
    pub(crate) choosing: Choosing,
    pub(crate) entries: Vec<Entry>,
}

/// How everybody chooses between several skips (CR 616.1).
#[derive(Debug, Clone, Copy)]
pub(crate) enum Choosing {
    Default,
    OldestCounted,
    NewestCounted,
}

/// An act that happens the first time that step of that turn begins.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) turn: u32,
    pub(crate) step: Step,
    pub(crate) act: Act,
}

#[derive(Clone)]
pub(crate) enum Act {
    ExtraTurn {
        seat: Seat,
        after: AfterTurn,
        restrictions: TurnRestrictions,
    },
    Skip {
        seat: Seat,
        what: Skippable,
        scope: SkipScope,
    },
    /// Replaces all static skips.
    Statics(Vec<(Vec<Seat>, StaticSkippable)>),
    AddPhases(Vec<Phase>, AfterPhase),
    AddStep {
        step: Step,
        after_phase: bool,
    },
    EndTurn,
    EndCombat,
    RepeatCleanup,
    Control {
        player: Seat,
        by: Seat,
    },
    Restrict(Restrictions),
    Reverse,
    Leave(Seat),
    Attack {
        first_strike: bool,
    },
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} seats", self.seats)?;
        if self.rules != ExtraTurnRules::default() {
            write!(f, ", {:?}", self.rules)?;
        }
        write!(f, ", choosing: {:?}", self.choosing)?;
        for entry in &self.entries {
            write!(f, "\n  {entry:?}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turn {}, {}: {:?}", self.turn, self.step, self.act)
    }
}

impl fmt::Debug for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::ExtraTurn { seat, after, restrictions } => {
                write!(f, "extra turn for {} after {}", letter(*seat), after_name(*after))?;
                if restrictions.kinds.is_empty() { Ok(()) } else { write!(f, " with {:?}", restrictions.kinds) }
            }
            Act::Skip { seat, what, scope } => write!(f, "{} skips {what:?}, {scope:?}", letter(*seat)),
            Act::Statics(statics) => {
                let list = statics.iter().map(|(seats, what)| {
                    let seats: String = seats.iter().map(|s| letter(*s)).collect();
                    format!("{seats} skip every {what:?}")
                });
                write!(f, "while in play: [{}]", list.collect::<Vec<_>>().join(", "))
            }
            Act::AddPhases(phases, after) => write!(f, "add {phases:?} after {after:?}"),
            Act::AddStep { step, after_phase } => {
                write!(f, "add {step} after this {}", if *after_phase { "phase" } else { "step" })
            }
            Act::EndTurn => f.write_str("end the turn"),
            Act::EndCombat => f.write_str("end combat"),
            Act::RepeatCleanup => f.write_str("another cleanup"),
            Act::Control { player, by } => write!(f, "{} controls {}'s next turn", letter(*by), letter(*player)),
            Act::Restrict(restrictions) => write!(f, "this turn: {restrictions:?}"),
            Act::Reverse => f.write_str("reverse the turn order"),
            Act::Leave(seat) => write!(f, "{} leaves", letter(*seat)),
            Act::Attack { first_strike: false } => f.write_str("attack"),
            Act::Attack { first_strike: true } => f.write_str("attack with first strike"),
        }
    }
}

fn after_name(after: AfterTurn) -> String {
    match after {
        AfterTurn::This => "this turn".to_owned(),
        AfterTurn::NextOf(seat) => format!("{}'s next turn", letter(seat)),
    }
}

// ---- strategies ----

pub(crate) fn scripts() -> impl Strategy<Value = Script> {
    (2..=6usize).prop_flat_map(|seats| {
        let choosing = select(vec![Choosing::Default, Choosing::OldestCounted, Choosing::NewestCounted]);
        (house_rules(), choosing, vec(entries(seats), 0..14)).prop_map(move |(rules, choosing, entries)| Script {
            seats,
            rules,
            choosing,
            entries,
        })
    })
}

fn house_rules() -> impl Strategy<Value = ExtraTurnRules> {
    let order = select(vec![ExtraTurnOrder::MostRecentFirst, ExtraTurnOrder::CreationOrder]);
    let most = (prop::option::of(0..3u32), prop::option::of(0..4u32), prop::option::weighted(0.3, 1..4u32));
    let capped = (order, prop::bool::weighted(0.1), most).prop_map(
        |(order, skipped, (max_in_a_row, max_in_a_game, from_round))| ExtraTurnRules {
            order,
            skipped,
            max_in_a_row,
            max_in_a_game,
            from_round,
        },
    );
    prop_oneof![3 => Just(ExtraTurnRules::default()), 1 => capped]
}

fn entries(seats: usize) -> impl Strategy<Value = Entry> {
    let anywhere = (1..8u32, select(Step::ALL.to_vec()), acts(seats));
    let attacks = (1..8u32, Just(Step::DeclareAttackers), any::<bool>())
        .prop_map(|(turn, step, first_strike)| (turn, step, Act::Attack { first_strike }));
    prop_oneof![9 => anywhere, 1 => attacks].prop_map(|(turn, step, act)| Entry { turn, step, act })
}

fn acts(seats: usize) -> impl Strategy<Value = Act> {
    let seat = move || (0..seats as u8).prop_map(Seat);
    let two = move || (seat(), seat());
    prop_oneof![
        5 => (seat(), after_turns(seats), of_an_extra_turn())
            .prop_map(|(seat, after, restrictions)| Act::ExtraTurn { seat, after, restrictions }),
        8 => (seat(), skippables(), scopes()).prop_map(|(seat, what, scope)| Act::Skip { seat, what, scope }),
        2 => vec((vec(seat(), 1..=seats), static_skippables()), 0..3).prop_map(Act::Statics),
        3 => (vec(phases(), 1..4), after_phases()).prop_map(|(phases, after)| Act::AddPhases(phases, after)),
        2 => (added_steps(), any::<bool>()).prop_map(|(step, after_phase)| Act::AddStep { step, after_phase }),
        1 => Just(Act::EndTurn),
        1 => Just(Act::EndCombat),
        1 => Just(Act::RepeatCleanup),
        2 => two().prop_map(|(player, by)| Act::Control { player, by }),
        1 => restrictions().prop_map(Act::Restrict),
        1 => Just(Act::Reverse),
        2 => seat().prop_map(Act::Leave),
        2 => any::<bool>().prop_map(|first_strike| Act::Attack { first_strike }),
    ]
}

fn after_turns(seats: usize) -> impl Strategy<Value = AfterTurn> {
    prop_oneof![2 => Just(AfterTurn::This), 1 => (0..seats as u8).prop_map(|s| AfterTurn::NextOf(Seat(s)))]
}

fn of_an_extra_turn() -> impl Strategy<Value = TurnRestrictions> {
    prop_oneof![3 => Just(Restrictions::empty()), 1 => restrictions()]
        .prop_map(|restrictions| TurnRestrictions { kinds: restrictions, max_spells: None })
}

fn restrictions() -> impl Strategy<Value = Restrictions> {
    select(vec![
        Restrictions::NO_UNTAP,
        Restrictions::NO_UPKEEP,
        Restrictions::NO_DRAW,
        Restrictions::NO_MAIN_PHASE,
        Restrictions::NO_COMBAT,
        Restrictions::COMBAT_ONLY,
    ])
}

fn phases() -> impl Strategy<Value = Phase> {
    select(Phase::ALL.to_vec())
}

fn skippables() -> impl Strategy<Value = Skippable> {
    prop_oneof![
        4 => Just(Skippable::Turn),
        2 => phases().prop_map(Skippable::Phase),
        1 => Just(Skippable::MainPhase),
        3 => select(Step::ALL.to_vec()).prop_map(Skippable::Step),
    ]
}

fn static_skippables() -> impl Strategy<Value = StaticSkippable> {
    prop_oneof![1 => Just(StaticSkippable::ExtraTurns), 3 => skippables().prop_map(StaticSkippable::Each)]
}

fn scopes() -> impl Strategy<Value = SkipScope> {
    select(vec![SkipScope::Next, SkipScope::Next, SkipScope::NextThisTurn, SkipScope::ThisTurn, SkipScope::NextTurn])
}

fn after_phases() -> impl Strategy<Value = AfterPhase> {
    prop_oneof![
        3 => Just(AfterPhase::This),
        1 => Just(AfterPhase::ThisMain),
        1 => Just(AfterPhase::ThisCombat),
        2 => phases().prop_map(AfterPhase::Next),
        1 => Just(AfterPhase::FirstPostcombatMain),
    ]
}

fn added_steps() -> impl Strategy<Value = Step> {
    select(Step::ALL.into_iter().filter(|s| *s != Step::Cleanup).collect::<Vec<_>>())
}
