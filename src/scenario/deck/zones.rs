//! What blank lines and sideboards mean in a list that does not say who leads the deck: whatever reading makes a deck.

use crate::cards::effect::CardId;
use crate::scenario::decklist::{DeckList, Entry, Zone};

use super::DeckCheck;

/// A sideboard by the habit of text exports is at most so large (CR 100.4a).
const SIDEBOARD: usize = 15;

/// The zone of each entry of the list.
pub(super) fn zones(check: &DeckCheck<'_>, list: &DeckList) -> Vec<Zone> {
    let zones: Vec<Zone> = list.entries.iter().map(|e| e.zone).collect();
    if !check.rules.commander {
        let aside = if list.sectioned { None } else { sideboard(check, list) };
        return moved(list, zones, |entry| aside == Some(entry.group) && entry.zone == Zone::Main, Zone::Sideboard);
    }
    if list.count(Zone::Commander) > 0 {
        return zones;
    }
    if let Some(group) = lone_group(check, list).filter(|_| !list.sectioned) {
        return moved(list, zones, |entry| entry.group == group && entry.zone == Zone::Main, Zone::Commander);
    }
    if let Some(banner) = banner(check, list) {
        return moved(list, zones, |entry| entry.span == banner.span, Zone::Commander);
    }
    if leads_from_the_side(check, list) {
        return moved(list, zones, |entry| entry.zone == Zone::Sideboard, Zone::Commander);
    }
    zones
}

/// The zones with those entries put elsewhere.
fn moved(list: &DeckList, mut zones: Vec<Zone>, which: impl Fn(&Entry) -> bool, to: Zone) -> Vec<Zone> {
    for (_, slot) in list.entries.iter().zip(&mut zones).filter(|(entry, _)| which(entry)) {
        *slot = to;
    }
    zones
}

fn group(list: &DeckList, group: usize) -> impl Iterator<Item = &Entry> {
    list.entries.iter().filter(move |e| e.group == group && e.zone == Zone::Main)
}

fn size(list: &DeckList, number: usize) -> usize {
    group(list, number).map(|e| usize::from(e.count)).sum()
}

/// Whether those lines are one or two cards that can lead a deck.
fn can_lead<'a>(check: &DeckCheck<'_>, entries: impl Iterator<Item = &'a Entry>) -> bool {
    let entries: Vec<&Entry> = entries.take(3).collect();
    let cards: Option<Vec<CardId>> = entries.iter().map(|e| check.names.card(&e.name)).collect();
    entries.iter().all(|e| e.count == 1) && cards.is_some_and(|cards| check.can_lead(&cards))
}

/// One or two commanders that stand alone at the end or the start of a list of the right size.
fn lone_group(check: &DeckCheck<'_>, list: &DeckList) -> Option<usize> {
    let last = list.entries.last()?.group;
    if last == 0 || !(check.rules.fewest..=check.rules.most).contains(&list.count(Zone::Main)) {
        return None;
    }
    let mut found = [last, 0].into_iter().filter(|number| can_lead(check, group(list, *number)));
    let first = found.next();
    if found.next().is_some() { None } else { first }
}

/// The card of the list's picture, if it is one that can lead, and the deck is whole with it.
fn banner<'l>(check: &DeckCheck<'_>, list: &'l DeckList) -> Option<&'l Entry> {
    let shown = check.names.card(list.banner.as_ref()?)?;
    let is_shown = |e: &&Entry| e.zone == Zone::Main && check.names.card(&e.name) == Some(shown);
    let whole = (check.rules.fewest..=check.rules.most).contains(&list.count(Zone::Main));
    let entry = list.entries.iter().find(is_shown).filter(|_| whole)?;
    can_lead(check, std::iter::once(entry)).then_some(entry)
}

/// A sideboard that is nothing but commanders, in a list that is whole only with it (CR 903.5e: there are no sideboards).
fn leads_from_the_side(check: &DeckCheck<'_>, list: &DeckList) -> bool {
    let side = || list.entries.iter().filter(|e| e.zone == Zone::Sideboard);
    let total = list.count(Zone::Main) + list.count(Zone::Sideboard);
    (check.rules.fewest..=check.rules.most).contains(&total) && can_lead(check, side())
}

/// A small last group behind a deck that is complete without it.
fn sideboard(check: &DeckCheck<'_>, list: &DeckList) -> Option<usize> {
    let last = list.entries.last()?.group;
    let aside = size(list, last);
    let rest = list.count(Zone::Main) - aside;
    (last > 0 && aside <= SIDEBOARD && rest >= check.rules.fewest).then_some(last)
}
