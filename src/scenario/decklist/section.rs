//! Section headers of deck lists, and the zones they stand for.

/// Where the cards of a line belong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Zone {
    /// The commander (CR 903.3).
    Commander,
    /// A companion (CR 702.139); it starts outside the game, where no card of this program reaches it.
    Companion,
    /// The deck itself.
    #[default]
    Main,
    /// The sideboard; not used.
    Sideboard,
    /// Cards under consideration, tokens, and whatever else is not part of the deck.
    Maybeboard,
}

impl Zone {
    /// All zones, in the order in which a list is printed.
    pub const ALL: [Zone; 5] = [Zone::Commander, Zone::Companion, Zone::Main, Zone::Sideboard, Zone::Maybeboard];

    /// The header under which the zone is printed.
    #[must_use]
    pub const fn header(self) -> &'static str {
        match self {
            Zone::Commander => "Commander",
            Zone::Companion => "Companion",
            Zone::Main => "Deck",
            Zone::Sideboard => "Sideboard",
            Zone::Maybeboard => "Maybeboard",
        }
    }

    /// The zone that a header, a prefix or a category means, whatever its case.
    pub(super) fn named(word: &str) -> Option<Zone> {
        let word = word.to_lowercase();
        NAMES.iter().find(|(names, _)| names.contains(&word.as_str())).map(|(_, zone)| *zone)
    }
}

/// Card types as headers: sites group the main deck by them.
const TYPES: &[&str] = &[
    "creature",
    "creatures",
    "instant",
    "instants",
    "sorcery",
    "sorceries",
    "artifact",
    "artifacts",
    "enchantment",
    "enchantments",
    "planeswalker",
    "planeswalkers",
    "battle",
    "battles",
    "land",
    "lands",
    "basic lands",
    "nonbasic lands",
    "spell",
    "spells",
    "other",
];

const NAMES: &[(&[&str], Zone)] = &[
    (&["commander", "commanders", "cm", "cmdr"], Zone::Commander),
    (&["companion"], Zone::Companion),
    (&["deck", "main", "maindeck", "main deck", "mainboard", "mb"], Zone::Main),
    (&["sideboard", "side", "sb"], Zone::Sideboard),
    (&["maybeboard", "maybe", "considering", "tokens", "attractions", "stickers"], Zone::Maybeboard),
    (&["planes", "schemes", "conspiracy", "contraptions", "avatar"], Zone::Maybeboard),
    (TYPES, Zone::Main),
];
