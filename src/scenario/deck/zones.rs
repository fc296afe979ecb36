//! What blank lines mean in a list that has neither sections nor marks: whatever reading makes a deck.

use crate::scenario::decklist::{DeckList, Entry, Zone};

use super::DeckCheck;

/// A sideboard by the habit of text exports is at most so large (CR 100.4a).
const SIDEBOARD: usize = 15;

/// The zone of each entry of the list.
pub(super) fn zones(check: &DeckCheck<'_>, list: &DeckList) -> Vec<Zone> {
    let mut zones: Vec<Zone> = list.entries.iter().map(|e| e.zone).collect();
    let set_apart = if list.sectioned || list.count(Zone::Commander) > 0 {
        None
    } else if check.rules.commander {
        lone_commander(check, list).map(|group| (group, Zone::Commander))
    } else {
        sideboard(check, list).map(|group| (group, Zone::Sideboard))
    };
    if let Some((group, zone)) = set_apart {
        for (_, slot) in list.entries.iter().zip(&mut zones).filter(|(e, _)| e.group == group) {
            *slot = zone;
        }
    }
    zones
}

fn group(list: &DeckList, group: usize) -> impl Iterator<Item = &Entry> {
    list.entries.iter().filter(move |e| e.group == group && e.zone == Zone::Main)
}

fn size(list: &DeckList, number: usize) -> usize {
    group(list, number).map(|e| usize::from(e.count)).sum()
}

/// A legendary creature that stands alone at the end or the start of a list of the right size.
fn lone_commander(check: &DeckCheck<'_>, list: &DeckList) -> Option<usize> {
    let last = list.entries.last()?.group;
    if last == 0 || !(check.rules.fewest..=check.rules.most).contains(&list.count(Zone::Main)) {
        return None;
    }
    let alone = |number: &usize| {
        let lead = |e: &Entry| check.names.card(&e.name).is_some_and(|card| check.can_lead(card));
        size(list, *number) == 1 && group(list, *number).all(lead)
    };
    let mut found = [last, 0].into_iter().filter(alone);
    let first = found.next();
    if found.next().is_some() { None } else { first }
}

/// A small last group behind a deck that is complete without it.
fn sideboard(check: &DeckCheck<'_>, list: &DeckList) -> Option<usize> {
    let last = list.entries.last()?.group;
    let aside = size(list, last);
    let rest = list.count(Zone::Main) - aside;
    (last > 0 && aside <= SIDEBOARD && rest >= check.rules.fewest).then_some(last)
}
