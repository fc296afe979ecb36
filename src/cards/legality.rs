//! Which cards are banned in Commander: a dated list, kept as data.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde::Deserialize;

use super::catalog::fold;

/// A list of banned cards.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BanList {
    /// The format it is for.
    pub format: String,
    /// The day from which it held, as in `2026-02-09`.
    pub as_of: String,
    banned: BTreeSet<String>,
    banned_types: BTreeSet<String>,
}

static COMMANDER: LazyLock<BanList> = LazyLock::new(|| {
    let list = BanList::parse(include_str!("../../scenarios/legality/commander.toml"));
    list.unwrap_or_else(|error| panic!("the embedded ban list is wrong: {error}"))
});

impl BanList {
    /// The embedded list of Commander (CR 903.5 leaves it to the format's keepers).
    ///
    /// # Panics
    /// If the embedded file were wrong; a test reads it.
    #[must_use]
    pub fn commander() -> &'static BanList {
        &COMMANDER
    }

    fn parse(text: &str) -> Result<BanList, toml::de::Error> {
        let mut list: BanList = toml::from_str(text)?;
        list.banned = list.banned.iter().map(|name| fold(name)).collect();
        list.banned_types = list.banned_types.iter().map(|name| fold(name)).collect();
        Ok(list)
    }

    /// Whether a card of that name is banned, whatever its case and accents.
    #[must_use]
    pub fn bans(&self, name: &str) -> bool {
        self.banned.contains(&fold(name))
    }

    /// Whether a card with that type line may never be in a deck.
    #[must_use]
    pub fn bans_type(&self, type_line: &str) -> bool {
        type_line.split_whitespace().any(|word| self.banned_types.contains(&fold(word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_list_is_dated_and_bans_by_folded_name() {
        let list = BanList::commander();
        assert_eq!((list.format.as_str(), list.as_of.len()), ("commander", "2026-02-09".len()));
        assert!(list.banned.len() > 50, "{}", list.banned.len());
        assert!(list.bans("time walk") && list.bans("Yawgmoth\u{2019}s Bargain") && list.bans("MANA CRYPT"));
        assert!(!list.bans("Time Warp") && !list.bans("Biorhythm"));
        assert!(list.bans_type("Conspiracy") && !list.bans_type("Legendary Creature"));
    }

    #[test]
    fn a_list_of_another_shape_is_refused() {
        assert!(BanList::parse("format = \"x\"\nas_of = \"y\"\nbaned = []\nbanned_types = []").is_err());
    }
}
