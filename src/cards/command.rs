//! Which cards can be commanders, alone or in pairs (CR 903.3, 702.124).

use serde::{Deserialize, Serialize};

use super::card::Card;
use super::catalog::Catalog;
use super::effect::CardId;
use super::type_line::Types;

/// A partner ability (CR 702.124a): it lets two cards be designated as the commander.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pairing {
    /// Partner (CR 702.124h).
    Partner,
    /// Partner—\[text\], with others of the same text (CR 702.124i).
    PartnerText(PartnerText),
    /// Partner with that card (CR 702.124j).
    PartnerWith(CardId),
    /// Choose a Background (CR 702.124k).
    ChooseBackground,
    /// Doctor's companion (CR 702.124m).
    DoctorsCompanion,
}

/// The texts of partner—\[text\] (CR 702.124i).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PartnerText {
    /// Character select.
    CharacterSelect,
    /// Father & son.
    FatherAndSon,
    /// Friends forever.
    FriendsForever,
    /// Survivors.
    Survivors,
}

/// The keyword of a card that says it can be a commander though its types don't (CR 903.3a).
pub const CAN_LEAD: &str = "can be your commander";

impl Pairing {
    /// The keywords of partner abilities in card files; the one with a name behind it stands apart.
    pub const NAMES: [(&'static str, Pairing); 7] = [
        ("partner", Pairing::Partner),
        ("partner - character select", Pairing::PartnerText(PartnerText::CharacterSelect)),
        ("partner - father & son", Pairing::PartnerText(PartnerText::FatherAndSon)),
        ("partner - friends forever", Pairing::PartnerText(PartnerText::FriendsForever)),
        ("partner - survivors", Pairing::PartnerText(PartnerText::Survivors)),
        ("choose a background", Pairing::ChooseBackground),
        ("doctor's companion", Pairing::DoctorsCompanion),
    ];

    /// What comes before the name of the one partner there is.
    pub const WITH: &'static str = "partner with ";
}

impl Catalog {
    /// Whether a card can be a commander on its own (CR 903.3, 903.3a).
    #[must_use]
    pub fn can_lead(&self, id: CardId) -> bool {
        let card = self.card(id);
        let is = |name: &str| card.subtypes.iter().any(|subtype| self.subtype(*subtype) == name);
        let has_size = card.power != 0 || card.toughness != 0 || card.defined_size.is_any();
        let of_kind = card.types.contains(Types::CREATURE) || is("Vehicle") || is("Spacecraft") && has_size;
        card.can_lead || card.types.contains(Types::LEGENDARY) && of_kind
    }

    /// Whether two cards can be the commanders of one deck together (CR 702.124).
    #[must_use]
    pub fn can_lead_together(&self, [one, two]: [CardId; 2]) -> bool {
        if one == two {
            return false;
        }
        let has = |id: CardId, pairing: Pairing| self.card(id).pairings.contains(&pairing);
        let partners = self.card(one).pairings.iter().any(|pairing| match pairing {
            Pairing::Partner | Pairing::PartnerText(_) => has(two, *pairing),
            Pairing::PartnerWith(other) => *other == two && has(two, Pairing::PartnerWith(one)),
            Pairing::ChooseBackground | Pairing::DoctorsCompanion => false,
        });
        partners && self.can_lead(one) && self.can_lead(two)
            || [(one, two), (two, one)].into_iter().any(|(lead, second)| self.leads(lead, second))
    }

    /// Whether that pair is one of unlike cards: a Background and who chose it, a Doctor and a companion.
    fn leads(&self, lead: CardId, second: CardId) -> bool {
        let pairings = &self.card(lead).pairings;
        self.can_lead(lead)
            && (pairings.contains(&Pairing::ChooseBackground) && self.is_background(self.card(second))
                || pairings.contains(&Pairing::DoctorsCompanion) && self.is_doctor(self.card(second)))
    }

    /// A legendary Background enchantment, which leads no deck alone (CR 702.124k).
    fn is_background(&self, card: &Card) -> bool {
        let background = card.subtypes.iter().any(|subtype| self.subtype(*subtype) == "Background");
        background && card.types.contains(Types::LEGENDARY | Types::ENCHANTMENT)
    }

    /// A legendary Time Lord Doctor creature of no other creature type (CR 702.124m).
    fn is_doctor(&self, card: &Card) -> bool {
        let mut types: Vec<&str> = card.subtypes.iter().map(|subtype| self.subtype(*subtype)).collect();
        types.sort_unstable();
        card.types.contains(Types::LEGENDARY | Types::CREATURE) && types == ["Doctor", "Time Lord"]
    }
}
