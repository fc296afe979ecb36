//! Formats as data: how many play, with how much life, and what a legal deck is.

/// What makes a deck legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeckRules {
    /// The fewest cards, the commander included.
    pub fewest: usize,
    /// The most cards, the commander included.
    pub most: usize,
    /// The most copies of a card that isn't a basic land or says otherwise.
    pub copies: usize,
    /// One legendary creature leads the deck, and every card is within its colour identity (CR 903.3, 903.5c).
    pub commander: bool,
    /// The Commander ban list applies.
    pub ban_list: bool,
}

/// A way to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// Its name in scenarios.
    pub name: &'static str,
    /// Starting life.
    pub life: i32,
    /// The most seats; at least two play.
    pub most_seats: usize,
    /// What a legal deck is.
    pub deck: DeckRules,
}

impl Format {
    /// Commander (CR 903): 40 life, 100 cards with the commander, no card twice.
    pub const COMMANDER: Format = Format {
        name: "commander",
        life: 40,
        most_seats: crate::turn::MAX_SEATS,
        deck: DeckRules { fewest: 100, most: 100, copies: 1, commander: true, ban_list: true },
    };

    /// Constructed (CR 100.2a): two players, 20 life, 60 cards or more (up to a limit of this program's own), at most
    /// four copies.
    pub const CONSTRUCTED: Format = Format {
        name: "constructed",
        life: 20,
        most_seats: 2,
        deck: DeckRules { fewest: 60, most: 1000, copies: 4, commander: false, ban_list: false },
    };
}
