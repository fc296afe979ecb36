//! Which instructions move cards to or from a library: an ability with one of them is no mana ability (CR 605.1a).

use super::{Destination, Op};

impl Destination {
    /// A place in a library.
    #[must_use]
    pub const fn is_library(self) -> bool {
        match self {
            Destination::LibraryShuffled
            | Destination::LibraryTop
            | Destination::LibraryThird
            | Destination::LibrarySeventh
            | Destination::LibraryBottomRandom
            | Destination::LibraryBottom => true,
            Destination::Hand
            | Destination::Battlefield
            | Destination::BattlefieldTapped
            | Destination::BattlefieldOfOwner
            | Destination::BattlefieldTappedOfOwner
            | Destination::BattlefieldTransformed
            | Destination::BattlefieldTransformedOfOwner
            | Destination::Graveyard
            | Destination::Exile
            | Destination::ExileFaceDown => false,
        }
    }
}

impl Destination {
    /// The battlefield, in whatever way.
    #[must_use]
    pub const fn is_battlefield(self) -> bool {
        matches!(
            self,
            Destination::Battlefield
                | Destination::BattlefieldTapped
                | Destination::BattlefieldOfOwner
                | Destination::BattlefieldTappedOfOwner
                | Destination::BattlefieldTransformed
                | Destination::BattlefieldTransformedOfOwner
        )
    }
}

impl Op {
    /// Whether the instruction moves cards to or from a library. To look at cards there and to change their order does not.
    #[must_use]
    pub const fn moves_library_cards(&self) -> bool {
        match self {
            Op::Move(_, to) | Op::Counter { to, .. } | Op::PickFromHand { to: Some(to), .. } => to.is_library(),
            Op::Draw(..)
            | Op::RevealTop(..)
            | Op::LookAtTop { .. }
            | Op::Mill(..)
            | Op::Manifest(..)
            | Op::Search { .. }
            | Op::ShuffleHandAndGraveyard(_)
            | Op::ShuffleGraveyard(_)
            | Op::ExileTop(..)
            | Op::Surveil(..)
            | Op::ExileUntil(..)
            | Op::RevealUntil { .. }
            | Op::PutBack(..)
            | Op::ExileTopHighest
            | Op::DrawOneByOne
            | Op::BottomFromHand(_)
            | Op::SwapHandWithTop(_)
            | Op::ShuffleHand(_)
            | Op::Hideaway(_)
            | Op::ExileUntilKept(_)
            | Op::SeparateTop(..)
            | Op::TakePile { .. }
            | Op::Cascade => true,
            Op::End
            | Op::Jump(_)
            | Op::JumpUnless(..)
            | Op::May { .. }
            | Op::MayPay { .. }
            | Op::Unless { .. }
            | Op::UnlessGeneric { .. }
            | Op::EachPlayer { .. }
            | Op::NextPlayer
            | Op::ChooseMode { .. } => false,
            Op::ExtraTurn { .. }
            | Op::Skip { .. }
            | Op::AddPhases { .. }
            | Op::AddStep { .. }
            | Op::EndTurn
            | Op::EndCombat
            | Op::ControlTurn { .. }
            | Op::ControlPhase { .. }
            | Op::BecomeDaytime(_)
            | Op::GainLevel(_)
            | Op::BecomeMonstrous(_)
            | Op::ReverseTurnOrder
            | Op::RestrictTurn { .. }
            | Op::ModifyPhase { .. } => false,
            Op::LoseGame(_)
            | Op::WinGame(_)
            | Op::DrawGame
            | Op::GainLife(..)
            | Op::LoseLife(..)
            | Op::SetLife(..)
            | Op::PayAnyLife(_)
            | Op::Energy(..)
            | Op::Poison(..)
            | Op::Vote(_)
            | Op::NoMoreSpells { .. }
            | Op::MoreLands(..)
            | Op::Proliferate(_)
            | Op::Discard(..)
            | Op::DiscardHand(..)
            | Op::Scry(..)
            | Op::OrderTop(..)
            | Op::Shuffle(_)
            | Op::AddMana(..)
            | Op::AddManaChoice(..)
            | Op::AddLastingMana(..)
            | Op::FlipCoins(_)
            | Op::BecomeMonarch(_)
            | Op::TakeInitiative(_)
            | Op::Venture(_) => false,
            Op::DamagePlayer(..)
            | Op::DamageObject(..)
            | Op::DamageTarget(..)
            | Op::DamageFrom(..)
            | Op::DamageAttacked(_)
            | Op::DamageThat(_)
            | Op::OneMoreOfEach(_)
            | Op::CounterAll(_)
            | Op::MoveCounters(..)
            | Op::EntersWith(..)
            | Op::DamageAsDivided
            | Op::DamageDivided(_)
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
            | Op::Sacrifice(..)
            | Op::SacrificeChosen(..)
            | Op::Tap(_)
            | Op::Untap(_)
            | Op::UntapUpTo(..)
            | Op::UntapChosen(..)
            | Op::TapChosen(..)
            | Op::SwapTapped(..)
            | Op::Freeze(_)
            | Op::NoUntapNext(..) => false,
            Op::PutCounters(..)
            | Op::DistributeCounters(..)
            | Op::RemoveCounters(..)
            | Op::ChangeCounter { .. }
            | Op::AllTime(_)
            | Op::TimeTravelAdd(_)
            | Op::TimeTravelRemove(_)
            | Op::CreateToken { .. }
            | Op::Pump { .. }
            | Op::Animate { .. }
            | Op::Become { .. }
            | Op::ExchangeControl(..)
            | Op::Fight(..)
            | Op::Attach(..)
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
            | Op::GainControlWhile { .. }
            | Op::Guard(..)
            | Op::BarAttackers(_)
            | Op::CopySpell { .. }
            | Op::CreateCopies { .. }
            | Op::EnterAsCopy(..)
            | Op::BecomeCopy(..)
            | Op::MayCastFree { .. }
            | Op::PhaseOut(_)
            | Op::PickFromHand { .. }
            | Op::LookAtHand(_)
            | Op::RemoveFromCombat(_)
            | Op::LoseKeywords { .. }
            | Op::ChooseInGraveyard { .. }
            | Op::MayBottomTop(_)
            | Op::EnterAttacking(_)
            | Op::NoMaxHandSize(..)
            | Op::LockLife(_)
            | Op::EnterSource
            | Op::AddManaMixed(..)
            | Op::CreateEmblem(..)
            | Op::GainProtection { .. }
            | Op::CantBlockThisTurn(_) => false,
            Op::Delay(..)
            | Op::Suspend(..)
            | Op::MayPlaySuspended(_)
            | Op::Permit { .. }
            | Op::MayCast(..)
            | Op::MayPutFromHand(..)
            | Op::MayExileFromHand(..)
            | Op::Reveal(_)
            | Op::ChooseObjects { .. }
            | Op::CounterThat
            | Op::Transform(_)
            | Op::Reflexive(_)
            | Op::Whenever { .. }
            | Op::Exploited
            | Op::Pair(_)
            | Op::MoreManaThisTurn(..)
            | Op::MustAttackThisTurn(..)
            | Op::PreventCombatDamage
            | Op::ChooseOpponent
            | Op::ChooseCreatureType
            | Op::ClashReveal
            | Op::ClashBottom
            | Op::CountersAsDivided(_)
            | Op::Again
            | Op::Repeat { .. }
            | Op::CopyCards(..)
            | Op::TopOfGraveyard(..)
            | Op::DamageEachFrom(..)
            | Op::DamagePlayersFrom(..)
            | Op::DamageTargets(_)
            | Op::SetX(_)
            | Op::ExileBoundForGraveyard(_)
            | Op::ChangeTargets(..)
            | Op::FlashThisTurn(_)
            | Op::PreventDamageBy(..)
            | Op::PreventDamageTo(..)
            | Op::CantLose(_)
            | Op::DamageLeavesOne(_)
            | Op::CantGainLife(_)
            | Op::CantBeTargeted(_)
            | Op::CommanderToHand(_)
            | Op::Shield(_)
            | Op::EachObject { .. }
            | Op::NextObject
            | Op::SetThem(..)
            | Op::Mark
            | Op::FlipUntilLost
            | Op::RandomInGraveyard(..)
            | Op::CantBeCountered(_)
            | Op::UncounterableThisTurn(_)
            | Op::ReturnEnchanted
            | Op::OpeningCounters
            | Op::Provoke(_)
            | Op::CostsUntilYourNextTurn(..)
            | Op::ExileFromHand(..)
            | Op::EnterAttached(..)
            | Op::CantBeBlocked(..)
            | Op::ChooseInExile { .. }
            | Op::ChooseName(_)
            | Op::CounterThis => false,
        }
    }
}
