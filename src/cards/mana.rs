//! Colours, mana and mana costs (CR 105, 106, 202).

use std::fmt;

use arrayvec::ArrayVec;
use bitflags::bitflags;
use serde::{Deserialize, Serialize};

/// A colour, or colourless: the six types of mana (CR 106.1b), in the order W U B R G C.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Mana {
    /// White.
    W,
    /// Blue.
    U,
    /// Black.
    B,
    /// Red.
    R,
    /// Green.
    G,
    /// Colourless.
    C,
}

impl Mana {
    /// All six types in WUBRGC order.
    pub const ALL: [Mana; 6] = [Mana::W, Mana::U, Mana::B, Mana::R, Mana::G, Mana::C];

    /// The set holding just this type.
    #[must_use]
    pub const fn set(self) -> ManaSet {
        ManaSet::from_bits_truncate(1 << self as u8)
    }

    /// The letter printed in a mana symbol.
    #[must_use]
    pub const fn letter(self) -> char {
        ['W', 'U', 'B', 'R', 'G', 'C'][self as usize]
    }

    /// Its name: a colour, or `colourless`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["white", "blue", "black", "red", "green", "colourless"][self as usize]
    }
}

bitflags! {
    /// A set of mana types; without `C` also a set of colours (a card's colours, a colour identity).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
    pub struct ManaSet: u8 {
        /// White.
        const W = 1;
        /// Blue.
        const U = 2;
        /// Black.
        const B = 4;
        /// Red.
        const R = 8;
        /// Green.
        const G = 16;
        /// Colourless.
        const C = 32;
        /// The five colours.
        const COLOURS = 31;
        /// Any type of mana.
        const ANY = 63;
    }
}

/// One non-generic mana symbol of a cost: paid by one mana of any type in `any_of`, or by `or_generic` generic mana ({2/W}).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pip {
    /// The types of mana that pay it.
    pub any_of: ManaSet,
    /// For monocoloured hybrid symbols: how much generic mana pays it instead; 0 when it can't.
    pub or_generic: u8,
    /// A Phyrexian mana symbol: 2 life may be paid instead (CR 107.4f), which is another way to cast the card.
    pub or_life: bool,
}

impl Pip {
    /// A symbol that one mana of any of those types pays.
    #[must_use]
    pub const fn of(any_of: ManaSet) -> Pip {
        Pip { any_of, or_generic: 0, or_life: false }
    }
}

/// As what mana may be spent, whatever it is (CR 609.4b).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpentAs {
    /// As though it were mana of any colour.
    AnyColour,
    /// As though it were mana of any type.
    AnyType,
}

/// Symbols in one cost, at most.
pub const MAX_PIPS: usize = 12;

/// A mana cost: generic mana, X symbols and pips. Parsed from `{2}{U}{U}`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ManaCost {
    /// Generic mana.
    pub generic: u16,
    /// How many {X} symbols.
    pub x: u8,
    /// Mana of which types alone may be spent on X; any.
    pub x_of: Option<ManaSet>,
    /// All other symbols.
    pub pips: ArrayVec<Pip, MAX_PIPS>,
}

impl ManaCost {
    /// The mana value (CR 202.3), X counting as `x` for each symbol.
    #[must_use]
    pub fn mana_value(&self, x: u16) -> u16 {
        let pips: u16 = self.pips.iter().map(|p| u16::from(p.or_generic.max(1))).sum();
        self.generic + u16::from(self.x) * x + pips
    }

    /// True for a cost of nothing at all, {0}.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.generic == 0 && self.x == 0 && self.pips.is_empty()
    }

    /// The cost reduced by another: symbols take away the same symbols, and generic mana where there are none (CR 118.7c).
    #[must_use]
    pub fn reduced_by(&self, by: &ManaCost) -> ManaCost {
        let mut left = self.clone();
        left.generic = left.generic.saturating_sub(by.generic);
        for pip in &by.pips {
            match left.pips.iter().position(|p| p == pip) {
                Some(at) => drop(left.pips.remove(at)),
                None => left.generic = left.generic.saturating_sub(1),
            }
        }
        left
    }

    /// The colours of its symbols (CR 105.2).
    #[must_use]
    pub fn colours(&self) -> ManaSet {
        self.pips.iter().fold(ManaSet::empty(), |set, p| set | p.any_of) & ManaSet::COLOURS
    }
}

/// A mana cost that can't be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{found}` is not a mana symbol (expected a number, X, W, U, B, R, G, C, or a hybrid such as W/U, 2/W or W/P)")]
pub struct BadManaCost {
    /// The symbol found.
    pub found: String,
}

impl std::str::FromStr for ManaCost {
    type Err = BadManaCost;

    fn from_str(text: &str) -> Result<ManaCost, BadManaCost> {
        let mut cost = ManaCost::default();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let bad = |s: &str| BadManaCost { found: s.to_owned() };
            let inner = rest.strip_prefix('{').ok_or_else(|| bad(rest))?;
            let end = inner.find('}').ok_or_else(|| bad(rest))?;
            add_symbol(&mut cost, &inner[..end]).ok_or_else(|| bad(&inner[..end]))?;
            rest = inner[end + 1..].trim_start();
        }
        Ok(cost)
    }
}

fn add_symbol(cost: &mut ManaCost, symbol: &str) -> Option<()> {
    if let Ok(n) = symbol.parse::<u16>() {
        cost.generic = cost.generic.checked_add(n)?;
    } else if symbol == "X" {
        cost.x += 1;
    } else {
        let mut pip = Pip::of(ManaSet::empty());
        for part in symbol.split('/') {
            match part.parse::<u8>() {
                _ if part == "P" && !pip.any_of.is_empty() => pip.or_life = true,
                Ok(n) => pip.or_generic = n,
                Err(_) => pip.any_of |= mana_letter(part)?.set(),
            }
        }
        if pip.any_of.is_empty() {
            return None;
        }
        cost.pips.try_push(pip).ok()?;
    }
    Some(())
}

/// The mana type of a one-letter name.
#[must_use]
pub fn mana_letter(text: &str) -> Option<Mana> {
    Mana::ALL.into_iter().find(|m| text.len() == 1 && text.starts_with(m.letter()))
}

/// The mana type of a name, such as `green`, or of its letter.
#[must_use]
pub fn mana_named(text: &str) -> Option<Mana> {
    mana_letter(text).or_else(|| Mana::ALL.into_iter().find(|mana| text.eq_ignore_ascii_case(mana.name())))
}

impl fmt::Display for ManaCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for _ in 0..self.x {
            f.write_str("{X}")?;
        }
        if self.generic > 0 || (self.x == 0 && self.pips.is_empty()) {
            write!(f, "{{{}}}", self.generic)?;
        }
        for pip in &self.pips {
            f.write_str("{")?;
            let mut first = true;
            if pip.or_generic > 0 {
                write!(f, "{}", pip.or_generic)?;
                first = false;
            }
            for mana in Mana::ALL.into_iter().filter(|m| pip.any_of.contains(m.set())) {
                if !first {
                    f.write_str("/")?;
                }
                write!(f, "{}", mana.letter())?;
                first = false;
            }
            f.write_str(if pip.or_life { "/P}" } else { "}" })?;
        }
        Ok(())
    }
}
