//! Partner abilities (CR 702.124), written among the keywords.

use arrayvec::ArrayVec;

use crate::cards::ability::{Ability, FunctionsIn, Subject, TargetKind, TargetSpec, Targets, TriggerEvent, Triggered};
use crate::cards::command::{CAN_LEAD, Pairing};
use crate::cards::effect::{AbilityId, Amount, CardId, Destination, EffectId, Filter, Op, Who};
use crate::cards::written::Text;

use super::Compiler;

/// What the keywords of a card say about who leads a deck.
#[derive(Debug, Default)]
pub(super) struct Command {
    pub(super) pairings: ArrayVec<Pairing, 2>,
    /// CR 903.3a.
    pub(super) can_lead: bool,
    /// The other keywords.
    pub(super) others: Vec<Text>,
}

impl Compiler<'_> {
    /// Sorts partner abilities out of the keywords.
    pub(super) fn command(&mut self, keywords: &[Text]) -> Command {
        let mut command = Command::default();
        for text in keywords {
            let word = text.get_ref().to_lowercase();
            if word == CAN_LEAD {
                command.can_lead = true;
                continue;
            }
            let named = Pairing::NAMES.iter().find(|(name, _)| *name == word).map(|(_, pairing)| *pairing);
            let pairing = match word.starts_with(Pairing::WITH) {
                true => self.partner_with(text),
                false => named,
            };
            match pairing {
                Some(pairing) if command.pairings.try_push(pairing).is_err() => {
                    self.complain(text, "one partner ability too many: at most 2");
                }
                Some(_) => {}
                None if word.starts_with(Pairing::WITH) => {}
                None => command.others.push(text.clone()),
            }
        }
        command
    }

    /// The partner with that name; a file must have both.
    fn partner_with(&mut self, text: &Text) -> Option<Pairing> {
        let name = text.get_ref()[Pairing::WITH.len()..].trim();
        let known = self.catalog.find(name);
        if known.is_none() {
            let near = self.catalog.suggest(name).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            self.complain(text, format!("there is no card `{name}` to be partner with{near}"));
        }
        known.map(Pairing::PartnerWith)
    }

    /// The other half of "partner with" (CR 702.124j): as the card enters, a player may fetch its partner.
    pub(super) fn partner_search(&mut self, partner: CardId) -> AbilityId {
        let filter = self.intern_filter(Filter { named: Some(partner), ..Filter::default() });
        let count = self.intern_amount(Amount::Const(1));
        let start = self.catalog.ops.len() as u32;
        let who = Who::Target(0);
        let to = Destination::Hand;
        self.catalog.ops.extend_from_slice(&[
            Op::May { who, otherwise: EffectId(start + 2) },
            Op::Search {
                who,
                filter,
                count,
                to,
                rest: to,
                alike: false,
                each: false,
                differ: None,
                of: None,
                graveyard: false,
                others: None,
                counters: None,
            },
            Op::End,
        ]);
        let mut targets = Targets::new();
        targets.push(TargetSpec::one(TargetKind::Player { opponent: false }));
        self.add_ability(Ability::Triggered(Triggered {
            event: TriggerEvent::Enters(Subject::Source),
            when: None,
            condition: None,
            effect: EffectId(start),
            targets,
            from: FunctionsIn::Battlefield,
            once_each_turn: false,
            modes: None,
            divides: None,
        }))
    }
}
