//! Tokens that are created instead of others, or besides them (CR 614.1a).

use crate::cards::ability::{Besides, StaticEffect};
use crate::cards::effect::{CardId, FilterId};
use crate::turn::Seat;

use crate::game::ability_index::StaticKinds;
use crate::game::copies::Model;
use crate::game::engine::Engine;
use crate::game::object::Slot;

/// An ability by which other tokens are created.
struct Replacing {
    by: Slot,
    of: Option<FilterId>,
    besides: Option<Besides>,
    /// What is created for each token, or besides them.
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
        let mut replacing: Vec<Replacing> = mine
            .map(|(by, (of, tokens, besides))| {
                let models = tokens.ids().map(|card| Model::described(card, None)).collect();
                Replacing { by, of, besides, models }
            })
            .collect();
        // What adds one comes before what adds as many as there are.
        replacing.sort_by_key(|other| other.besides == Some(Besides::Each));
        (!replacing.is_empty()).then_some(OtherTokens(replacing))
    }

    /// The tokens that are created, and under whose control. Each ability replaces the event once (CR 614.5), in the order that
    /// makes most of them, which their player would choose (CR 616.1): what is added, what doubles, what is created for each, and
    /// what is added only then. No more than there is room for.
    pub(super) fn replaced_tokens<'m>(
        &self,
        seats: &[Seat],
        n: i32,
        models: &'m [Model],
        others: &'m OtherTokens,
        room: usize,
    ) -> Vec<(Seat, &'m Model)> {
        let mut all = Vec::new();
        for seat in seats {
            let mine: Vec<&Replacing> =
                others.0.iter().filter(|other| self.s.object(other.by).controller == *seat).collect();
            let first = (n.max(0) as usize).saturating_mul(models.len()).min(room);
            let mut created: Vec<&Model> = models.iter().cycle().take(first).collect();
            let mut waiting: Vec<&Replacing> = Vec::new();
            for other in mine.iter().filter(|other| other.besides.is_some()) {
                if !self.adds_tokens(other, &mut created, room) {
                    waiting.push(other);
                }
            }
            let times = self.tokens_created(*seat, 1) as usize;
            let doubled = created.len().saturating_mul(times).min(room);
            created = created.iter().cycle().take(doubled).copied().collect();
            for other in mine.iter().filter(|other| other.besides.is_none()) {
                created = created.into_iter().flat_map(|model| self.for_each_token(other, model)).take(room).collect();
            }
            for other in waiting {
                self.adds_tokens(other, &mut created, room);
            }
            all.extend(created.into_iter().map(|model| (*seat, model)));
        }
        all.truncate(room);
        all
    }

    /// Adds what comes besides, if there is anything that passes.
    fn adds_tokens<'m>(&self, other: &'m Replacing, created: &mut Vec<&'m Model>, room: usize) -> bool {
        let passing = created.iter().filter(|model| self.describes(other.of, model.card)).count();
        let times = if other.besides == Some(Besides::Each) { passing } else { passing.min(1) };
        created.extend(other.models.iter().cycle().take(other.models.len() * times));
        created.truncate(room);
        passing > 0
    }

    fn for_each_token<'m>(&self, other: &'m Replacing, model: &'m Model) -> Vec<&'m Model> {
        if self.describes(other.of, model.card) { other.models.iter().collect() } else { vec![model] }
    }

    /// Whether what is printed on it passes: types and subtypes alone.
    fn describes(&self, filter: Option<FilterId>, card: CardId) -> bool {
        let Some(filter) = filter else { return true };
        let (filter, card) = (self.cat.filter(filter), self.cat.card(card));
        filter.fits_types(card.types)
            && (filter.subtypes.is_empty() || filter.subtypes.iter().any(|subtype| card.subtypes.contains(subtype)))
    }
}
