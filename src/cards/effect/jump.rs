//! Where instructions lead that do not lead to the next one alone.

use super::{EffectId, Op};

impl Op {
    /// Where else the effect may go on after the instruction. What it sets going besides, a delayed trigger say, is an effect
    /// of its own, with a place that does not move.
    pub const fn jump_mut(&mut self) -> Option<&mut EffectId> {
        match self {
            Op::Jump(to)
            | Op::JumpUnless(_, to)
            | Op::May { otherwise: to, .. }
            | Op::MayPay { otherwise: to, .. }
            | Op::Unless { paid: to, .. }
            | Op::UnlessGeneric { paid: to, .. }
            | Op::Repeat { past: to, .. }
            | Op::EachObject { past: to, .. }
            | Op::EachPlayer { past: to, .. } => Some(to),
            Op::End
            | Op::NextPlayer
            | Op::NextObject
            | Op::SetThem(..)
            | Op::Mark
            | Op::FlipUntilLost
            | Op::RandomInGraveyard(..)
            | Op::ChooseInExile { .. }
            | Op::ChooseName(_)
            | Op::CantBeCountered(_)
            | Op::UncounterableThisTurn(_)
            | Op::ReturnEnchanted
            | Op::OpeningCounters
            | Op::Provoke(_)
            | Op::CostsUntilYourNextTurn(..)
            | Op::ExileFromHand(..)
            | Op::EnterAttached(..)
            | Op::CantBeBlocked(..)
            | Op::ChooseMode { .. }
            | Op::ExtraTurn { .. }
            | Op::Skip { .. }
            | Op::AddPhases { .. }
            | Op::AddStep { .. }
            | Op::EndTurn
            | Op::EndCombat
            | Op::ControlTurn { .. }
            | Op::ControlPhase { .. }
            | Op::Transform(_)
            | Op::BecomeDaytime(_)
            | Op::GainLevel(_)
            | Op::BecomeMonstrous(_)
            | Op::ReverseTurnOrder
            | Op::RestrictTurn { .. }
            | Op::ModifyPhase { .. }
            | Op::LoseGame(_)
            | Op::WinGame(_)
            | Op::DrawGame
            | Op::Draw(..)
            | Op::GainLife(..)
            | Op::LoseLife(..)
            | Op::Energy(..)
            | Op::Vote(_)
            | Op::NoMoreSpells { .. }
            | Op::MoreLands(..)
            | Op::RevealTop(..)
            | Op::LookAtTop { .. }
            | Op::Proliferate(_)
            | Op::SetLife(..)
            | Op::Poison(..)
            | Op::Discard(..)
            | Op::DiscardHand(..)
            | Op::Mill(..)
            | Op::Scry(..)
            | Op::AddMana(..)
            | Op::AddManaChoice(..)
            | Op::Search { .. }
            | Op::FlipCoins(_)
            | Op::ShuffleHandAndGraveyard(_)
            | Op::ShuffleGraveyard(_)
            | Op::DamagePlayer(..)
            | Op::DamageObject(..)
            | Op::DamageTarget(..)
            | Op::DamageFrom(..)
            | Op::Destroy { .. }
            | Op::Regenerate(_)
            | Op::ExileAsItLeaves(_)
            | Op::Devour(_)
            | Op::Sear(_)
            | Op::Unprevented(_)
            | Op::Exile(_)
            | Op::ExileUntilSourceLeaves(_)
            | Op::ReturnExiled
            | Op::Bounce(_)
            | Op::Move(..)
            | Op::Sacrifice(..)
            | Op::SacrificeChosen(..)
            | Op::Tap(_)
            | Op::Untap(_)
            | Op::UntapUpTo(..)
            | Op::Freeze(_)
            | Op::PutCounters(..)
            | Op::DistributeCounters(..)
            | Op::RemoveCounters(..)
            | Op::CreateToken { .. }
            | Op::Pump { .. }
            | Op::Counter { .. }
            | Op::Delay(..)
            | Op::Reflexive(_)
            | Op::Whenever { .. }
            | Op::Exploited
            | Op::Pair(_)
            | Op::MoreManaThisTurn(..)
            | Op::Suspend(..)
            | Op::MayPlaySuspended(_)
            | Op::OrderTop(..)
            | Op::Shuffle(_)
            | Op::AddLastingMana(..)
            | Op::BecomeMonarch(_)
            | Op::TakeInitiative(_)
            | Op::Venture(_)
            | Op::NoUntapNext(..)
            | Op::MustAttackThisTurn(..)
            | Op::PreventCombatDamage
            | Op::ChooseOpponent
            | Op::ChooseCreatureType
            | Op::ClashReveal
            | Op::ClashBottom
            | Op::UntapChosen(..)
            | Op::TapChosen(..)
            | Op::PayAnyLife(_)
            | Op::ExileTop(..)
            | Op::Permit { .. }
            | Op::AllTime(_)
            | Op::SwapTapped(..)
            | Op::ChangeCounter { .. }
            | Op::Surveil(..)
            | Op::MayPutFromHand(..)
            | Op::TimeTravelAdd(_)
            | Op::TimeTravelRemove(_)
            | Op::ExileUntil(..)
            | Op::RevealUntil { .. }
            | Op::MayExileFromHand(..)
            | Op::PutBack(..)
            | Op::CounterThat
            | Op::GainControl(..)
            | Op::Goad(_)
            | Op::CopyAbility { .. }
            | Op::RollDie(_)
            | Op::DoubleCounters(..)
            | Op::Double { .. }
            | Op::FlashUntilYourNextTurn(..)
            | Op::Experience(..)
            | Op::EnterByNinjutsu
            | Op::MoreLoyalty
            | Op::ExileTopHighest
            | Op::MayCast(..)
            | Op::Reveal(_)
            | Op::Attach(..)
            | Op::ChooseObjects { .. }
            | Op::CounterThis
            | Op::DamageAttacked(_)
            | Op::DamageThat(_)
            | Op::OneMoreOfEach(_)
            | Op::CounterAll(_)
            | Op::Manifest(..)
            | Op::MoveCounters(..)
            | Op::EntersWith(..)
            | Op::DamageAsDivided
            | Op::CountersAsDivided(_)
            | Op::CantBlockThisTurn(_)
            | Op::Animate { .. }
            | Op::Become { .. }
            | Op::ExchangeControl(..)
            | Op::Fight(..)
            | Op::GainControlWhile { .. }
            | Op::DamageDivided(_)
            | Op::Guard(..)
            | Op::BarAttackers(_)
            | Op::DrawOneByOne
            | Op::CopySpell { .. }
            | Op::Cascade
            | Op::CreateCopies { .. }
            | Op::EnterAsCopy(..)
            | Op::MayCastFree { .. }
            | Op::PhaseOut(_)
            | Op::PickFromHand { .. }
            | Op::LookAtHand(_)
            | Op::RemoveFromCombat(_)
            | Op::LoseKeywords { .. }
            | Op::ChooseInGraveyard { .. }
            | Op::BottomFromHand(_)
            | Op::SwapHandWithTop(_)
            | Op::ShuffleHand(_)
            | Op::MayBottomTop(_)
            | Op::EnterAttacking(_)
            | Op::NoMaxHandSize(..)
            | Op::LockLife(_)
            | Op::Hideaway(_)
            | Op::EnterSource
            | Op::AddManaMixed(..)
            | Op::BecomeCopy(..)
            | Op::CreateEmblem(..)
            | Op::SeparateTop(..)
            | Op::TakePile { .. }
            | Op::FlashThisTurn(_)
            | Op::PreventDamageBy(..)
            | Op::PreventDamageTo(..)
            | Op::CantLose(_)
            | Op::DamageLeavesOne(_)
            | Op::CantGainLife(_)
            | Op::CantBeTargeted(_)
            | Op::CommanderToHand(_)
            | Op::Shield(_)
            | Op::ChangeTargets(..)
            | Op::ExileBoundForGraveyard(_)
            | Op::SetX(_)
            | Op::DamageTargets(_)
            | Op::DamageEachFrom(..)
            | Op::DamagePlayersFrom(..)
            | Op::ExileUntilKept(_)
            | Op::TopOfGraveyard(..)
            | Op::CopyCards(..)
            | Op::Again
            | Op::GainProtection { .. } => None,
        }
    }
}
