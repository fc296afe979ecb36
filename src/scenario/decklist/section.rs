//! Section headers of deck lists, and the zones they stand for.

/// Names of sections with so many letters or fewer are not told from others with a slip in them.
const SHORT: usize = 7;

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
    /// Cards under consideration, and whatever else is not part of the deck.
    Maybeboard,
    /// Tokens and emblems that the deck makes, which some sites list beneath it.
    Tokens,
}

impl Zone {
    /// All zones, in the order in which a list is printed.
    pub const ALL: [Zone; 6] =
        [Zone::Commander, Zone::Companion, Zone::Main, Zone::Sideboard, Zone::Maybeboard, Zone::Tokens];

    /// The header under which the zone is printed.
    #[must_use]
    pub const fn header(self) -> &'static str {
        match self {
            Zone::Commander => "Commander",
            Zone::Companion => "Companion",
            Zone::Main => "Deck",
            Zone::Sideboard => "Sideboard",
            Zone::Maybeboard => "Maybeboard",
            Zone::Tokens => "Tokens",
        }
    }

    /// The zone whose header a word would be but for a slip or two; none of short words, of which too many are alike.
    pub(in crate::scenario) fn meant(word: &str) -> Option<Zone> {
        let names = NAMES.iter().flat_map(|(names, zone)| names.iter().map(move |name| (*name, *zone)));
        let slips = |name: &str| strsim::damerau_levenshtein(&word.to_lowercase(), name);
        let mut near = names.filter(|(name, _)| name.len() > SHORT && !is_type(name) && (1..=2).contains(&slips(name)));
        near.next().map(|(_, zone)| zone).filter(|_| Zone::named(word).is_none())
    }

    /// The zone that a header, a prefix or a category means, whatever its case.
    pub(super) fn named(word: &str) -> Option<Zone> {
        let word = word.to_lowercase();
        NAMES.iter().find(|(names, _)| names.contains(&word.as_str())).map(|(_, zone)| *zone)
    }
}

/// Whether that is a type of cards, as headers have it.
pub(super) fn is_type(word: &str) -> bool {
    TYPES.contains(&word.to_lowercase().as_str())
}

/// Whether a category is one of lands: `Land`, `Utility Lands`, but not `Land Destruction`.
pub(super) fn is_of_lands(category: &str) -> bool {
    let last = category.split(|c: char| !c.is_alphabetic() && c != '-').rfind(|word| !word.is_empty());
    last.is_some_and(|word| matches!(word.to_lowercase().as_str(), "land" | "lands"))
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
    "legendary creatures",
    "artifact creatures",
    "battle",
    "battles",
    "land",
    "lands",
    "basic land",
    "nonbasic land",
    "basic lands",
    "nonbasic lands",
    "non-basic lands",
    "spell",
    "spells",
    "other",
];

const NAMES: &[(&[&str], Zone)] = &[
    (&["commander", "commanders", "commander(s)", "command zone", "general", "cm", "cmdr"], Zone::Commander),
    (&["companion", "companions"], Zone::Companion),
    (&["deck", "main", "maindeck", "main deck", "mainboard", "mb", "cards", "library", "the 99"], Zone::Main),
    (&["sideboard", "side board", "side", "sb"], Zone::Sideboard),
    (&["maybeboard", "maybe board", "maybe", "considering", "wishlist", "acquireboard"], Zone::Maybeboard),
    (&["token", "tokens", "tokens & extras", "emblems"], Zone::Tokens),
    (&["attractions", "stickers", "planes", "schemes", "conspiracy", "contraptions", "avatar"], Zone::Maybeboard),
    (TYPES, Zone::Main),
];
