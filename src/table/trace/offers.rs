//! What can be chosen, in words, as who is asked sees it.

use crate::cards::effect::How;
use crate::game::decision::Item;
use crate::game::view::PlayerView;
use crate::game::{ObjectId, Zone, source_of};
use crate::table::cast::Cast;
use crate::turn::SkippedBy;

/// Words for the options of a question.
#[derive(Clone, Copy)]
pub struct Offers<'a> {
    view: &'a PlayerView,
    cast: &'a Cast,
}

impl<'a> Offers<'a> {
    /// Words for the question that is pending in that view.
    #[must_use]
    pub const fn new(view: &'a PlayerView, cast: &'a Cast) -> Offers<'a> {
        Offers { view, cast }
    }

    /// An option in a few words.
    #[must_use]
    pub fn item(&self, item: Item) -> String {
        match item {
            Item::Pass => "pass".to_owned(),
            Item::PlayLand(id) => format!("play {}", self.card(id)),
            Item::PlayLandBack(id) => {
                let back = self.view.object(id).and_then(|o| self.view.card(o.card).other_face());
                let name = back.map_or_else(|| self.card(id), |back| self.view.card(back).name.clone());
                format!("play {name}")
            }
            Item::Cast(id, How::Printed) => format!("cast {}", self.card(id)),
            Item::Cast(id, how) => format!("cast {} {}", self.card(id), self.way(id, how)),
            Item::Foretell(id) => format!("foretell {}", self.card(id)),
            Item::TurnUp(id) => format!("turn {} face up", self.card(id)),
            Item::Suspend(id) => format!("suspend {}", self.card(id)),
            Item::Activate(id, _) => format!("activate {}", self.card(id)),
            Item::MakeMana(id, _) => format!("tap {} for mana", self.card(id)),
            Item::Yes => "yes".to_owned(),
            Item::No => "no".to_owned(),
            Item::Keep => "keep".to_owned(),
            Item::Mulligan => "mulligan".to_owned(),
            Item::Object(id) => self.object(id),
            Item::Player(seat) => self.cast.name(seat).to_owned(),
            Item::Mode(n) => format!("mode {n}"),
            Item::Mana(mana) => format!("{mana:?}"),
            Item::Subtype(subtype) => self.view.catalog().subtype(subtype).to_owned(),
            Item::Name(card) => self.view.card(card).name.clone(),
            Item::Skip(by) => self.skipper(by),
            Item::Trigger(n) => match self.view.waiting_trigger(n) {
                Some(card) => format!("trigger of {}", self.view.card(card).name),
                None => "trigger of the rules".to_owned(),
            },
        }
    }

    /// A card by its name.
    #[must_use]
    pub fn card(&self, id: ObjectId) -> String {
        self.seen(id).map_or_else(|| "something".to_owned(), |(name, _)| name)
    }

    /// An object by its name, with its controller on the battlefield.
    #[must_use]
    pub fn object(&self, id: ObjectId) -> String {
        if let Some(card) = self.view.card_of_ability(id) {
            return format!("an ability of {}", self.view.card(card).name);
        }
        match self.seen(id) {
            Some((name, Some(controller))) => format!("{name} ({controller})"),
            Some((name, None)) => name,
            None => "something".to_owned(),
        }
    }

    /// The name of what the decider is asked about, and who controls it if it is a permanent.
    fn seen(&self, id: ObjectId) -> Option<(String, Option<&str>)> {
        let offered = || self.view.offered().map(|(_, object)| object).find(|object| object.id == id);
        let object = self.view.object(id).or_else(offered).filter(|object| object.zone != Zone::Nowhere)?;
        let controller = (object.zone == Zone::Battlefield).then(|| self.cast.name(object.controller));
        Some((self.view.card(self.view.named(&object)).name.clone(), controller))
    }

    /// In which way a card is cast.
    fn way(&self, id: ObjectId, how: How) -> String {
        if how == How::FaceDown {
            return "face down".to_owned();
        }
        let Some(card) = self.view.object(id).map(|object| self.view.card(object.card)) else { return String::new() };
        let price = if how.is_free() { " without paying its mana cost" } else { "" };
        let price = if how.is_for_life() { " for life" } else { price };
        if let Some(part) = card.part_cast(how) {
            return format!("as {}{price}", self.view.card(part).name);
        }
        match card.way_cast(how) {
            Some(way) => format!("by {:?}{price}", way.kind).to_lowercase(),
            None => price.trim_start().to_owned(),
        }
    }

    /// What skips; who has looked on all the time knows more of it.
    fn skipper(&self, by: SkippedBy) -> String {
        match by {
            SkippedBy::Static(tag) => {
                source_of(tag).map_or_else(|| "the script".to_owned(), |card| self.view.card(card).name.clone())
            }
            SkippedBy::Counted(id) => format!("skip {id}"),
            SkippedBy::Restriction => "a restriction of this turn".to_owned(),
            SkippedBy::HouseRule => "a house rule".to_owned(),
            SkippedBy::Rule => "the rules".to_owned(),
        }
    }
}
