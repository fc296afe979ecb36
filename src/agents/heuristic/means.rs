//! What a player has at hand, as far as it decides when they want to be asked: read once for each standing pass.

use bitflags::bitflags;

use crate::cards::card::Card;
use crate::cards::catalog::Catalog;
use crate::cards::effect::{CardId, How};
use crate::cards::type_line::Types;
use crate::game::view::PlayerView;
use crate::turn::Interrupts;

use super::lookahead;
use super::priority::{ANSWERS, TRICKS};
use super::profile::{CardProfile, Profiles, Roles};

bitflags! {
    /// What something at hand is for.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub(super) struct Uses: u8 {
        /// The end of the turn before one's own.
        const LATE = 1;
        /// Fights: to win them, or to save something.
        const TRICK = 1 << 1;
        /// More than what is targeted is saved.
        const SHELTER = 1 << 2;
        /// It enters in place of an attacker.
        const AMBUSH = 1 << 3;
        /// The turns of others, before combat.
        const THEIRS = 1 << 4;
        /// An attack on oneself: it may come to block.
        const BLOCK = 1 << 5;
        /// Abilities on the stack, as an answer to them.
        const ABILITY = 1 << 6;
        /// Removal at any time, which on a bare table may have to come before a spell resolves.
        const REMOVAL = 1 << 7;
    }
}

/// What a card in hand, or a commander in the command zone, is for; of a card of two parts both count.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Held {
    spells: Roles,
    uses: Uses,
}

impl Held {
    /// Reads it from the profiles of the catalog's cards.
    pub(super) fn of(catalog: &Catalog, id: CardId, profiles: &[CardProfile]) -> Held {
        let mut held = Held::default();
        let card = catalog.card(id);
        held.uses.set(Uses::LATE, card.has & Card::IN_HAND != 0);
        for part in [Some(id), card.part_cast(How::Back)].into_iter().flatten() {
            let profile = &profiles[part.index()];
            let mut uses = Uses::empty();
            uses.set(Uses::LATE, profile.is_late());
            uses.set(Uses::AMBUSH, profile.ambushes);
            uses.set(Uses::BLOCK, profile.instant && catalog.card(part).types.contains(Types::CREATURE));
            // What does something as it enters may be wanted before an attack.
            uses.set(Uses::THEIRS, profile.instant && !profile.enters.is_empty());
            let spell = catalog.card(part).spell.as_ref();
            let counters = spell.is_some_and(|spell| spell.targets.iter().any(|spec| spec.kind.is_ability()));
            uses.set(Uses::ABILITY, counters || profile.roles.contains(Roles::END_TURN));
            if let Some(spell) = &profile.spell {
                held.spells |= spell.roles;
                uses.set(Uses::REMOVAL, profile.instant && spell.roles.contains(Roles::REMOVAL));
                uses.set(Uses::TRICK, profile.instant && spell.roles.intersects(TRICKS));
                uses.set(Uses::THEIRS, spell.roles.contains(Roles::THIS_TURN | Roles::SKIP));
                let wide = spell.alike || !spell.sweeps.is_empty();
                uses.set(Uses::SHELTER, wide && spell.roles.contains(Roles::SAVES));
            }
            held.uses |= uses;
        }
        held
    }

    /// Whether it is a spell that may answer an ability.
    pub(super) const fn answers_abilities(&self) -> bool {
        self.uses.contains(Uses::ABILITY)
    }
}

/// What the cards in hand, the commanders in the command zone and the permanents of a player are for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Means {
    /// What their spells are for, whether they may be cast now or not.
    spells: Roles,
    /// What all that is for.
    uses: Uses,
    /// What their permanents are for.
    table: Roles,
    /// What those do as something is about to be lost.
    rescues: Roles,
    /// There are cards elsewhere that could be used; they could be anything.
    elsewhere: bool,
}

impl Means {
    /// Reads them.
    pub(super) fn read(view: &PlayerView, profiles: &Profiles) -> Means {
        let me = view.actor();
        let elsewhere = view.has_cards_elsewhere();
        let mut held = Held::default();
        for card in view.hand_cards(me).chain(view.commander_cards(me)) {
            let Held { spells, uses } = profiles.held(card);
            held.spells |= spells;
            held.uses |= uses;
        }
        let mut means =
            Means { spells: held.spells, uses: held.uses, table: Roles::empty(), rescues: Roles::empty(), elsewhere };
        if elsewhere {
            means.uses |= Uses::LATE | Uses::THEIRS;
        }
        for (id, card) in view.cards_controlled_by(me) {
            let standing = profiles.standing(card);
            means.table |= standing.roles;
            means.rescues |= standing.rescues;
            means.uses.set(Uses::BLOCK, means.uses.contains(Uses::BLOCK) || standing.awakens);
            if !means.uses.contains(Uses::LATE) && (standing.late || view.beneath(id).is_some()) {
                means.uses |= Uses::LATE;
            }
        }
        // What is brought about is only seen by looking ahead.
        if means.uses.contains(Uses::ABILITY) && !lookahead::is_small(view) {
            means.uses.remove(Uses::ABILITY);
        }
        if means.uses.contains(Uses::REMOVAL) && !lookahead::is_bare(view) {
            means.uses.remove(Uses::REMOVAL);
        }
        if means.rescues.contains(Roles::SAVES) {
            means.uses |= Uses::TRICK;
        }
        means
    }

    /// Whether they have anything for that.
    pub(super) const fn are_for(&self, uses: Uses) -> bool {
        self.uses.intersects(uses)
    }

    /// Whether they have a spell for that, or could.
    const fn hold(&self, roles: Roles) -> bool {
        self.elsewhere || self.spells.intersects(roles)
    }

    /// What may be answered, any spell or only what targets something of theirs, and what brings them an answer.
    pub(super) fn wakers(&self) -> Interrupts {
        let any = self.are_for(Uses::SHELTER | Uses::REMOVAL)
            || self.rescues.contains(Roles::SAVES)
            || self.hold(ANSWERS)
            || self.table.contains(Roles::COUNTER);
        let targeted = self.spells.contains(Roles::SAVES) || !self.rescues.is_empty();
        let mut wakers = Interrupts::CARD_GAINED;
        wakers.set(Interrupts::SPELL_CAST, any);
        wakers.set(Interrupts::TARGETED, targeted && !any);
        wakers.set(Interrupts::ABILITY, self.are_for(Uses::ABILITY));
        wakers
    }

    /// Whether there may be something to do once blocks are declared.
    pub(super) const fn fight(&self) -> bool {
        self.are_for(Uses::TRICK) || !self.rescues.is_empty()
    }

    /// Whether they have anything that ends a turn, though it may not be usable now.
    pub(super) fn end_turns(&self) -> bool {
        self.hold(Roles::END_TURN) || self.table.contains(Roles::END_TURN)
    }

    /// Whether they have anything that may be for an attack on them, now or once there are attackers to aim at.
    pub(super) fn defend(&self) -> bool {
        let defence = Roles::FOG | Roles::GUARD | Roles::REMOVAL | Roles::SWEEPER | Roles::END_TURN;
        self.hold(defence) || self.table.intersects(defence) || self.are_for(Uses::BLOCK)
    }
}
