//! The Commander Brackets: what of a deck's list they go by, as a dated list kept as data, and what can be told from it.
//!
//! A bracket says how its players mean to play, which no list shows: what is told is the lowest that the list does not rule
//! out, an estimate. Two-card combinations that win are not looked for.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde::Deserialize;

use super::catalog::fold;
use super::wording::counted;

/// Game Changers up to which a deck may be of bracket 3 (announcement of 2025-02-11).
const FEW_GAME_CHANGERS: usize = 3;
/// Extra-turn cards up to which they count as few, which brackets 2 and 3 allow; the announcements give no number.
const FEW_EXTRA_TURNS: usize = 3;

/// What the brackets go by.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brackets {
    /// The day from which the list of Game Changers held, as in `2026-02-09`.
    pub as_of: String,
    game_changers: BTreeSet<String>,
    mass_land_denial: BTreeSet<String>,
}

/// What a deck has that brackets go by, each card by its name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Traits<'a> {
    /// Cards on the list of Game Changers.
    pub game_changers: Vec<&'a str>,
    /// Cards that deny lands to everybody.
    pub mass_land_denial: Vec<&'a str>,
    /// Cards that grant extra turns.
    pub extra_turns: Vec<&'a str>,
}

/// The lowest bracket that a list does not rule out, with the reasons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Estimate {
    /// 1 to 4; 5 is a matter of how the deck is played.
    pub bracket: u8,
    /// What rules out the lower ones; none for bracket 1.
    pub reasons: Vec<String>,
}

static COMMANDER: LazyLock<Brackets> = LazyLock::new(|| {
    let brackets = Brackets::parse(include_str!("../../scenarios/legality/brackets.toml"));
    brackets.unwrap_or_else(|error| panic!("the embedded list of brackets is wrong: {error}"))
});

impl Brackets {
    /// The embedded lists.
    ///
    /// # Panics
    /// If the embedded file were wrong; a test reads it.
    #[must_use]
    pub fn commander() -> &'static Brackets {
        &COMMANDER
    }

    fn parse(text: &str) -> Result<Brackets, toml::de::Error> {
        let mut brackets: Brackets = toml::from_str(text)?;
        for names in [&mut brackets.game_changers, &mut brackets.mass_land_denial] {
            *names = names.iter().map(|name| fold(name)).collect();
        }
        Ok(brackets)
    }

    /// Whether a card of that name is a Game Changer.
    #[must_use]
    pub fn is_game_changer(&self, name: &str) -> bool {
        lists(&self.game_changers, name)
    }

    /// Whether a card of that name denies lands to everybody.
    #[must_use]
    pub fn denies_lands(&self, name: &str) -> bool {
        lists(&self.mass_land_denial, name)
    }
}

/// Whether the list has that card, by its whole name or that of its front face.
fn lists(names: &BTreeSet<String>, name: &str) -> bool {
    let name = fold(name);
    names.contains(&name) || name.split_once(" // ").is_some_and(|(front, _)| names.contains(front))
}

impl Traits<'_> {
    /// What they say of the deck.
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let Traits { game_changers, mass_land_denial, extra_turns } = self;
        let mut bracket = 1;
        let mut reasons = Vec::new();
        let mut rule_out = |at_least: u8, reason: String| {
            bracket = bracket.max(at_least);
            reasons.push((at_least, reason));
        };
        if !game_changers.is_empty() {
            let at_least = if game_changers.len() > FEW_GAME_CHANGERS { 4 } else { 3 };
            rule_out(at_least, counted(game_changers.len(), "Game Changer", "Game Changers"));
        }
        if !mass_land_denial.is_empty() {
            rule_out(4, counted(mass_land_denial.len(), "card that denies lands", "cards that deny lands"));
        }
        if !extra_turns.is_empty() {
            let at_least = if extra_turns.len() > FEW_EXTRA_TURNS { 4 } else { 2 };
            rule_out(at_least, counted(extra_turns.len(), "extra-turn card", "extra-turn cards"));
        }
        // Only what rules out the bracket below is a reason.
        let reasons = reasons.into_iter().filter(|(at_least, _)| *at_least == bracket).map(|(_, reason)| reason);
        Estimate { bracket, reasons: reasons.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_lists_are_dated_and_match_by_folded_name_and_front_face() {
        let brackets = Brackets::commander();
        assert_eq!((brackets.as_of.as_str(), brackets.game_changers.len()), ("2026-02-09", 53));
        assert!(brackets.is_game_changer("gaea\u{2019}s cradle") && brackets.is_game_changer("FAREWELL"));
        assert!(brackets.is_game_changer("Tergrid, God of Fright // Tergrid's Lantern"));
        assert!(!brackets.is_game_changer("Sol Ring") && !brackets.is_game_changer("Expropriate"));
        assert!(brackets.denies_lands("Armageddon") && !brackets.denies_lands("Wasteland"));
    }

    #[test]
    fn the_lowest_bracket_that_the_list_allows_is_told_with_what_rules_out_those_below() {
        let told = |game_changers: usize, mass_land_denial: usize, extra_turns: usize| {
            let cards = |n: usize| vec!["a card"; n];
            let traits = Traits {
                game_changers: cards(game_changers),
                mass_land_denial: cards(mass_land_denial),
                extra_turns: cards(extra_turns),
            };
            let Estimate { bracket, reasons } = traits.estimate();
            (bracket, reasons.join(", "))
        };
        assert_eq!(told(0, 0, 0), (1, String::new()));
        assert_eq!(told(0, 0, 1), (2, "1 extra-turn card".to_owned()));
        assert_eq!(told(0, 0, 3), (2, "3 extra-turn cards".to_owned()));
        assert_eq!(told(1, 0, 3), (3, "1 Game Changer".to_owned()));
        assert_eq!(told(3, 0, 4), (4, "4 extra-turn cards".to_owned()));
        assert_eq!(told(4, 0, 0), (4, "4 Game Changers".to_owned()));
        assert_eq!(told(5, 1, 9), (4, "5 Game Changers, 1 card that denies lands, 9 extra-turn cards".to_owned()));
    }

    #[test]
    fn lists_of_another_shape_are_refused() {
        assert!(Brackets::parse("as_of = \"x\"\ngame_changer = []\nmass_land_denial = []").is_err());
    }
}
