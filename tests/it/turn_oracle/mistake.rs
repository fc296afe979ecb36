//! What engines and the seed documents get wrong about the order of turns.

/// A mistake that a scheduler can make; each is one that somebody has made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// Extra turns are taken in the order they were created (against CR 500.7).
    FirstInFirstOut,
    /// After an extra turn comes the seat after its taker (against CR 500.7).
    OrderResumesAfterTheTaker,
    /// Two skips of one thing are one (against CR 614.10a).
    SkipsAreASet,
    /// A skip of the next player's turn is used up while somebody's extra turn is taken (against CR 614.10a).
    SkipIsSpentBesideAnExtraTurn,
    /// Skips apply to normal turns only (against CR 614.10a).
    SkipsSpareExtraTurns,
    /// A skipped extra turn makes the order go on after its player (against CR 500.7).
    SkippedExtraTurnMovesThePointer,
    /// A skipped turn is offered to the same player again (against CR 500.11).
    SkippedTurnKeepsThePointer,
    /// A skipped turn has a number (against CR 500.11).
    SkippedTurnsAreCounted,
    /// A static skip uses a counted one up too (against CR 616.1).
    StaticSkipsUseCountersUp,
    /// A player who has left takes their turns (against CR 800.4k).
    LeftPlayersTakeTurns,
    /// A player who has left takes their extra turns (against CR 800.4k).
    LeftPlayersTakeExtraTurns,
    /// The turn of a player who leaves ends at once (against CR 800.4j).
    LeavingEndsTheTurn,
    /// A turn under somebody else's control is never over (against CR 723.3).
    ControlledTurnsCannotBePassed,
    /// A skipped turn uses control up (against CR 723.1b).
    SkippedTurnUsesControlUp,
    /// Of several who would control a turn the first does (against CR 723.1a).
    FirstControlWorks,
    /// Who is next is fixed as an extra turn is created (against CR 500.7, 800.4k).
    NextPlayerIsFixedAtCreation,
    /// An extra turn is a skip for everybody else (against CR 500.7).
    ExtraTurnMeansOthersSkip,
    /// An extra turn after a certain turn is due at once (against CR 500.7).
    AfterThatTurnMeansNow,
    /// Added phases come at the end of the turn (against CR 500.8).
    AddedPhasesComeLast,
    /// Phases added after one phase come in the order they were added (against CR 500.8).
    AddedPhasesKeepTheirOrder,
    /// Blockers are declared and damage is dealt without attackers (against CR 508.8).
    BlockersAreAlwaysDeclared,
    /// The first player never draws in the first turn (against CR 103.8c).
    NobodyDrawsFirst,
    /// Whether two are playing is asked when the card would be drawn (against CR 103.8a).
    TwoPlayersAreTwoRemaining,
}

impl Mistake {
    pub(crate) const ALL: [Mistake; 23] = [
        Mistake::FirstInFirstOut,
        Mistake::OrderResumesAfterTheTaker,
        Mistake::SkipsAreASet,
        Mistake::SkipIsSpentBesideAnExtraTurn,
        Mistake::SkipsSpareExtraTurns,
        Mistake::SkippedExtraTurnMovesThePointer,
        Mistake::SkippedTurnKeepsThePointer,
        Mistake::SkippedTurnsAreCounted,
        Mistake::StaticSkipsUseCountersUp,
        Mistake::LeftPlayersTakeTurns,
        Mistake::LeftPlayersTakeExtraTurns,
        Mistake::LeavingEndsTheTurn,
        Mistake::ControlledTurnsCannotBePassed,
        Mistake::SkippedTurnUsesControlUp,
        Mistake::FirstControlWorks,
        Mistake::NextPlayerIsFixedAtCreation,
        Mistake::ExtraTurnMeansOthersSkip,
        Mistake::AfterThatTurnMeansNow,
        Mistake::AddedPhasesComeLast,
        Mistake::AddedPhasesKeepTheirOrder,
        Mistake::BlockersAreAlwaysDeclared,
        Mistake::NobodyDrawsFirst,
        Mistake::TwoPlayersAreTwoRemaining,
    ];
}
