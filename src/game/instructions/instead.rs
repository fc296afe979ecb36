//! Tokens that are created instead of others, or besides them (CR 614.1a).

use crate::cards::ability::StaticEffect;
use crate::cards::effect::{CardId, FilterId};
use crate::turn::Seat;

use crate::game::ability_index::StaticKinds;
use crate::game::copies::Model;
use crate::game::engine::Engine;
use crate::game::object::Slot;

/// An ability by which other tokens are created.
struct Replacing {
    by: Slot,
    of: FilterId,
    besides: bool,
    /// What is created for each token, or besides all of them.
    models: Vec<Model>,
}

/// All that could replace the tokens of one instruction.
pub(super) struct OtherTokens(Vec<Replacing>);

impl Engine<'_> {
    /// What could replace tokens that are created under the control of those players.
    pub(super) fn tokens_instead_of(&self, seats: &[Seat], models: &[Model]) -> Option<OtherTokens> {
        if !self.s.static_kinds.contains(StaticKinds::DOUBLING) || models.is_empty() {
            return None;
        }
        let all = self.statics(StaticKinds::DOUBLING, |effect| match effect {
            StaticEffect::TokensInstead { of, tokens, besides } => Some((of, tokens, besides)),
            _ => None,
        });
        let mine = all.filter(|(by, _)| seats.contains(&self.s.object(*by).controller));
        let replacing: Vec<Replacing> = mine
            .map(|(by, (of, tokens, besides))| {
                let models = tokens.ids().map(|card| Model::described(card, None)).collect();
                Replacing { by, of, besides, models }
            })
            .collect();
        (!replacing.is_empty()).then_some(OtherTokens(replacing))
    }

    /// The tokens that are created, and under whose control. Each ability replaces the event once (CR 614.5), in the order that
    /// makes most of them, which their player would choose (CR 616.1): what is added, what doubles, what is created for each, and
    /// what is added only then.
    pub(super) fn replaced_tokens<'m>(
        &self,
        seats: &[Seat],
        n: i32,
        models: &'m [Model],
        others: &'m OtherTokens,
    ) -> Vec<(Seat, &'m Model)> {
        let mut all = Vec::new();
        for seat in seats {
            let mine: Vec<&Replacing> =
                others.0.iter().filter(|other| self.s.object(other.by).controller == *seat).collect();
            let mut created: Vec<&Model> = models.iter().cycle().take(n.max(0) as usize * models.len()).collect();
            let mut waiting: Vec<&Replacing> = Vec::new();
            for other in mine.iter().filter(|other| other.besides) {
                if !self.adds_tokens(other, &mut created) {
                    waiting.push(other);
                }
            }
            let times = self.tokens_created(*seat, 1) as usize;
            created = created.iter().cycle().take(created.len() * times).copied().collect();
            for other in mine.iter().filter(|other| !other.besides) {
                created = created.into_iter().flat_map(|model| self.for_each_token(other, model)).collect();
            }
            for other in waiting {
                self.adds_tokens(other, &mut created);
            }
            all.extend(created.into_iter().map(|model| (*seat, model)));
        }
        all
    }

    /// Adds what comes besides, if there is anything that passes.
    fn adds_tokens<'m>(&self, other: &'m Replacing, created: &mut Vec<&'m Model>) -> bool {
        let any = created.iter().any(|model| self.describes(other.of, model.card));
        if any {
            created.extend(&other.models);
        }
        any
    }

    fn for_each_token<'m>(&self, other: &'m Replacing, model: &'m Model) -> Vec<&'m Model> {
        if self.describes(other.of, model.card) { other.models.iter().collect() } else { vec![model] }
    }

    /// Whether what is printed on it passes: types and subtypes alone.
    fn describes(&self, filter: FilterId, card: CardId) -> bool {
        let (filter, card) = (self.cat.filter(filter), self.cat.card(card));
        filter.fits_types(card.types)
            && (filter.subtypes.is_empty() || filter.subtypes.iter().any(|subtype| card.subtypes.contains(subtype)))
    }
}
