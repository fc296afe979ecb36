//! What instructions ask players while they are performed.

use super::{AmountId, CostId, EffectId, Op, Who};

/// What an instruction asks a player for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskedFor {
    /// Nothing.
    Nothing,
    /// Whether to do what follows.
    Whether {
        /// Who decides.
        who: Who,
        /// Where the effect goes on when they don't.
        otherwise: EffectId,
    },
    /// Whether to pay a cost.
    Cost {
        /// Who pays.
        who: Who,
        /// What.
        cost: CostId,
        /// The end of what is bought, or averted.
        to: EffectId,
        /// What follows is averted by paying, rather than bought.
        averts: bool,
    },
    /// Whether to pay so much generic mana to avert what follows.
    Generic {
        /// Who pays.
        who: Who,
        /// How much.
        amount: AmountId,
        /// The end of what is averted.
        paid: EffectId,
    },
    /// How much life to pay.
    Life,
    /// A mode, or a kind of counter.
    Mode,
    /// An opponent.
    Opponent,
    /// A creature type.
    CreatureType,
    /// The name of a card (CR 201.4).
    Name,
    /// A vote (CR 701.38).
    Vote,
    /// Whether to cast or play a card now (CR 608.2g).
    Play,
    /// A new target for a copy of a spell (CR 707.10c).
    Target,
    /// What a token attacks (CR 508.4).
    Attacked,
    /// A type of mana.
    Mana,
    /// A colour to be protected from.
    Colour,
    /// Whether to replace a draw (CR 614.11).
    Replacement,
    /// How to separate cards into piles, or which pile to take (CR 700.3).
    Pile,
    /// A source of damage (CR 609.7).
    Source,
    /// Whether to keep the card that has just been exiled.
    Keep,
    /// Cards of a library or hand, or their order.
    Cards,
    /// Objects, for something.
    Objects(Purpose),
}

/// What objects are chosen for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To be "them" of what follows.
    Them,
    /// To be sacrificed.
    Sacrifice,
    /// To be devoured (CR 702.82a).
    Devoured,
    /// To be tapped.
    Tap,
    /// To be untapped.
    Untap,
    /// To get one more of each kind of counter (CR 701.34).
    Proliferate,
    /// To share counters.
    Counters,
    /// To get a time counter.
    MoreTime,
    /// To lose a time counter.
    LessTime,
    /// To be exiled from the hand, if anything is.
    ExileFromHand,
    /// To be exiled from the hand, as something has to be.
    LostFromHand,
    /// To come from the hand onto the battlefield.
    OntoBattlefield,
    /// To be what something enters as a copy of.
    Copied,
}

impl Op {
    /// What the instruction asks players for.
    #[must_use]
    pub const fn asked_for(self) -> AskedFor {
        match self {
            Op::May { who, otherwise } => AskedFor::Whether { who, otherwise },
            Op::MayPay { who, cost, otherwise: to, .. } => AskedFor::Cost { who, cost, to, averts: false },
            Op::Unless { who, cost, paid: to } => AskedFor::Cost { who, cost, to, averts: true },
            Op::UnlessGeneric { who, amount, paid } => AskedFor::Generic { who, amount, paid },
            Op::PayAnyLife(_) => AskedFor::Life,
            Op::ChooseMode { .. } | Op::ChangeCounter { .. } => AskedFor::Mode,
            Op::ChooseOpponent => AskedFor::Opponent,
            Op::ChooseCreatureType => AskedFor::CreatureType,
            Op::ChooseName(_) => AskedFor::Name,
            Op::Vote(_) => AskedFor::Vote,
            Op::MayCast(..) | Op::MayPlaySuspended(_) | Op::Cascade | Op::MayCastFree { .. } => AskedFor::Play,
            Op::CopySpell { .. } | Op::CopyAbility { .. } => AskedFor::Target,
            Op::CreateToken { .. } | Op::CreateCopies { .. } | Op::EnterAttacking(_) => AskedFor::Attacked,
            Op::EnterAsCopy(..) => AskedFor::Objects(Purpose::Copied),
            Op::AddManaChoice(..) | Op::AddManaMixed(..) => AskedFor::Mana,
            Op::GainProtection { .. } => AskedFor::Colour,
            Op::DrawOneByOne => AskedFor::Replacement,
            Op::Search { .. }
            | Op::LookAtTop { .. }
            | Op::Discard(..)
            | Op::PutBack(..)
            | Op::Scry(..)
            | Op::Surveil(..)
            | Op::OrderTop(..)
            | Op::PickFromHand { .. }
            | Op::BottomFromHand(_)
            | Op::SwapHandWithTop(_)
            | Op::MayBottomTop(_)
            | Op::Hideaway(_)
            | Op::ChooseInGraveyard { .. }
            | Op::ChooseInExile { .. }
            | Op::ClashBottom => AskedFor::Cards,
            Op::ExileUntilKept(_) => AskedFor::Keep,
            Op::ChangeTargets(..) => AskedFor::Target,
            Op::Shield(_) => AskedFor::Source,
            Op::SeparateTop(..) | Op::TakePile { .. } => AskedFor::Pile,
            Op::Devour(_) => AskedFor::Objects(Purpose::Devoured),
            Op::SacrificeChosen(..) => AskedFor::Objects(Purpose::Sacrifice),
            Op::TapChosen(..) => AskedFor::Objects(Purpose::Tap),
            Op::UntapUpTo(..) | Op::UntapChosen(..) => AskedFor::Objects(Purpose::Untap),
            Op::Proliferate(_) => AskedFor::Objects(Purpose::Proliferate),
            Op::DistributeCounters(..) => AskedFor::Objects(Purpose::Counters),
            Op::TimeTravelAdd(_) => AskedFor::Objects(Purpose::MoreTime),
            Op::TimeTravelRemove(_) => AskedFor::Objects(Purpose::LessTime),
            Op::MayExileFromHand(..) => AskedFor::Objects(Purpose::ExileFromHand),
            Op::ExileFromHand(..) => AskedFor::Objects(Purpose::LostFromHand),
            Op::MayPutFromHand(..) => AskedFor::Objects(Purpose::OntoBattlefield),
            Op::ChooseObjects { .. } => AskedFor::Objects(Purpose::Them),
            Op::End
            | Op::Jump(_)
            | Op::JumpUnless(..)
            | Op::EachPlayer { .. }
            | Op::NextPlayer
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
            | Op::NoMoreSpells { .. }
            | Op::MoreLands(..)
            | Op::RevealTop(..)
            | Op::SetLife(..)
            | Op::Poison(..)
            | Op::DiscardHand(..)
            | Op::Mill(..)
            | Op::AddMana(..)
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
            | Op::Sear(_)
            | Op::Unprevented(_)
            | Op::Exile(_)
            | Op::ExileUntilSourceLeaves(_)
            | Op::ReturnExiled
            | Op::Bounce(_)
            | Op::Move(..)
            | Op::Sacrifice(..)
            | Op::Tap(_)
            | Op::Untap(_)
            | Op::Freeze(_)
            | Op::PutCounters(..)
            | Op::RemoveCounters(..)
            | Op::Pump { .. }
            | Op::Counter { .. }
            | Op::Delay(..)
            | Op::Reflexive(_)
            | Op::Whenever { .. }
            | Op::Exploited
            | Op::Pair(_)
            | Op::MoreManaThisTurn(..)
            | Op::Suspend(..)
            | Op::Shuffle(_)
            | Op::AddLastingMana(..)
            | Op::BecomeMonarch(_)
            | Op::TakeInitiative(_)
            | Op::Venture(_)
            | Op::NoUntapNext(..)
            | Op::MustAttackThisTurn(..)
            | Op::PreventCombatDamage
            | Op::ClashReveal
            | Op::ExileTop(..)
            | Op::Permit { .. }
            | Op::PhaseOut(_)
            | Op::LookAtHand(_)
            | Op::RemoveFromCombat(_)
            | Op::LoseKeywords { .. }
            | Op::ShuffleHand(_)
            | Op::NoMaxHandSize(..)
            | Op::LockLife(_)
            | Op::EnterSource
            | Op::AllTime(_)
            | Op::SwapTapped(..)
            | Op::ExileUntil(..)
            | Op::RevealUntil { .. }
            | Op::CounterThat
            | Op::GainControl(..)
            | Op::Goad(_)
            | Op::RollDie(_)
            | Op::DoubleCounters(..)
            | Op::Double { .. }
            | Op::FlashUntilYourNextTurn(..)
            | Op::Experience(..)
            | Op::EnterByNinjutsu
            | Op::MoreLoyalty
            | Op::ExileTopHighest
            | Op::Reveal(_)
            | Op::Attach(..)
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
            | Op::BecomeCopy(..)
            | Op::Again
            | Op::Repeat { .. }
            | Op::CopyCards(..)
            | Op::TopOfGraveyard(..)
            | Op::DamageEachFrom(..)
            | Op::DamagePlayersFrom(..)
            | Op::DamageTargets(_)
            | Op::SetX(_)
            | Op::ExileBoundForGraveyard(_)
            | Op::FlashThisTurn(_)
            | Op::PreventDamageBy(..)
            | Op::PreventDamageTo(..)
            | Op::CantLose(_)
            | Op::DamageLeavesOne(_)
            | Op::CantGainLife(_)
            | Op::CantBeTargeted(_)
            | Op::CommanderToHand(_)
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
            | Op::EnterAttached(..)
            | Op::CantBeBlocked(..)
            | Op::CreateEmblem(..) => AskedFor::Nothing,
        }
    }
}
