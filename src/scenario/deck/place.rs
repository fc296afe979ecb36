//! What headings, blank lines and sideboards mean in a list that does not say who leads the deck: whatever reading makes a deck.

use crate::cards::catalog::fold;
use crate::cards::effect::CardId;
use crate::cards::mana::ManaSet;
use crate::scenario::decklist::{DeckList, Entry, Zone};

use super::DeckCheck;

/// A sideboard by the habit of text exports is at most so large (CR 100.4a).
const SIDEBOARD: usize = 15;

/// The list with every line in the zone it is meant for, and without lines that are no cards.
pub(super) fn placed(check: &DeckCheck<'_>, list: &DeckList) -> DeckList {
    let list = without_headings(check, list);
    if !check.rules.commander {
        let aside = if list.sectioned { None } else { sideboard(check, &list) };
        return moved(list, |entry| aside == Some(entry.group) && entry.zone == Zone::Main, Zone::Sideboard);
    }
    let list = without_followers(check, list);
    if list.count(Zone::Commander) > 0 {
        return list;
    }
    let leaders: Vec<usize> = leaders(check, &list);
    let spans: Vec<_> = leaders.iter().map(|at| list.entries[*at].span.clone()).collect();
    moved(list, |entry| spans.contains(&entry.span), Zone::Commander)
}

/// The list with those lines elsewhere.
fn moved(mut list: DeckList, which: impl Fn(&Entry) -> bool, to: Zone) -> DeckList {
    list.entries.iter_mut().filter(|entry| which(entry)).for_each(|entry| entry.zone = to);
    list
}

/// Where lines say how many, one that does not and is no card is a heading of its owner's own: `Card Draw`. The section of a
/// commander ends with it.
fn without_headings(check: &DeckCheck<'_>, list: &DeckList) -> DeckList {
    let entries = &list.entries;
    let uncounted = entries.iter().filter(|entry| entry.hints.uncounted).count();
    let cards = list.count(Zone::Main) + list.count(Zone::Commander);
    // A deck that is whole with them has no headings in it.
    if uncounted == 0
        || 3 * uncounted > entries.len()
        || check.rules.fewest == check.rules.most && is_whole(check, cards)
    {
        return list.clone();
    }
    let is_heading = |at: usize| {
        let (entry, next) = (&entries[at], entries.get(at + 1));
        let begins = at == 0 || entries[at - 1].group != entry.group;
        let heads = begins && next.is_some_and(|next| next.group == entry.group) && !is_slip(check, &entry.name);
        entry.hints.uncounted
            && !entry.hints.marked
            && next.is_some_and(|next| !next.hints.uncounted)
            && check.catalog.find(&entry.name).is_none()
            && Zone::meant(&entry.name).is_none()
            && (heads || check.catalog.suggest(&entry.name).is_none())
    };
    let mut kept = Vec::new();
    let mut ended = None;
    for (at, entry) in entries.iter().enumerate() {
        if is_heading(at) {
            ended = Some(entry.hints.section);
            continue;
        }
        let is_short = matches!(entry.zone, Zone::Commander | Zone::Companion) && !entry.hints.marked;
        let zone = if is_short && ended == Some(entry.hints.section) { Zone::Main } else { entry.zone };
        kept.push(Entry { zone, ..entry.clone() });
    }
    DeckList { entries: kept, sectioned: true, ..list.clone() }
}

/// Whether that is the name of a card with a slip or two in several words, as no heading is by chance.
fn is_slip(check: &DeckCheck<'_>, name: &str) -> bool {
    let slips = |card: &str| strsim::damerau_levenshtein(&fold(name), &fold(card));
    name.contains(' ') && check.catalog.suggest(name).is_some_and(|card| slips(card) <= 2)
}

/// A commander's section that nothing ends has the whole deck behind the commander.
fn without_followers(check: &DeckCheck<'_>, list: DeckList) -> DeckList {
    let led: Vec<&Entry> =
        list.entries.iter().filter(|entry| entry.zone == Zone::Commander && !entry.hints.marked).collect();
    let many = led.iter().map(|entry| usize::from(entry.count)).sum::<usize>() > 2;
    let pair = led.len() > 2 && can_lead(check, led[..2].iter().copied());
    let first: Vec<_> = led.iter().take(if pair { 2 } else { 1 }).map(|entry| entry.span.clone()).collect();
    if !many || !can_lead(check, led.iter().take(first.len()).copied()) || list.count(Zone::Main) > 0 {
        return list;
    }
    let follows = |entry: &Entry| entry.zone == Zone::Commander && !entry.hints.marked && !first.contains(&entry.span);
    moved(list, follows, Zone::Main)
}

/// The places of the commanders in a list that does not name them, by the strongest sign there is; none where none is clear.
fn leaders(check: &DeckCheck<'_>, list: &DeckList) -> Vec<usize> {
    let signs = [lone_group, banner, side, ends, lone_unknown, unknown_side, lone_first];
    signs.into_iter().map(|sign| sign(check, list)).find(|found| !found.is_empty()).unwrap_or_default()
}

/// By which end of the list its commander is known, where it shows in no other way; none where it does.
pub(super) fn guess(check: &DeckCheck<'_>, list: &DeckList) -> Option<&'static str> {
    let list = without_followers(check, without_headings(check, list));
    let told = |sign: fn(&DeckCheck<'_>, &DeckList) -> Vec<usize>| !sign(check, &list).is_empty();
    if !check.rules.commander || list.count(Zone::Commander) > 0 || [lone_group, banner, side].into_iter().any(told) {
        return None;
    }
    let found = ends(check, &list);
    let begins = list.entries.iter().position(|entry| entry.zone == Zone::Main) == found.first().copied();
    match (found.len(), begins) {
        (0, _) => None,
        (1, true) => Some("the first line"),
        (1, false) => Some("the last line"),
        (_, true) => Some("the first two lines"),
        (_, false) => Some("the last two lines"),
    }
}

fn group(list: &DeckList, group: usize) -> Vec<usize> {
    positions(list, |entry| entry.group == group && entry.zone == Zone::Main)
}

fn positions(list: &DeckList, which: impl Fn(&Entry) -> bool) -> Vec<usize> {
    (0..list.entries.len()).filter(|at| which(&list.entries[*at])).collect()
}

fn at<'l>(list: &'l DeckList, places: &[usize]) -> impl Iterator<Item = &'l Entry> {
    places.iter().map(|at| &list.entries[*at])
}

/// Whether the deck has the size it should have with those commanders.
fn is_whole(check: &DeckCheck<'_>, cards: usize) -> bool {
    (check.rules.fewest..=check.rules.most).contains(&cards)
}

/// Whether those lines are one or two cards that can lead a deck.
fn can_lead<'a>(check: &DeckCheck<'_>, entries: impl Iterator<Item = &'a Entry>) -> bool {
    let entries: Vec<&Entry> = entries.take(3).collect();
    let cards: Option<Vec<CardId>> = entries.iter().map(|e| check.catalog.find(&e.name)).collect();
    entries.iter().all(|e| e.count == 1) && cards.is_some_and(|cards| check.can_lead(&cards))
}

/// Whether those lines are one or two cards of which nothing is known.
fn may_lead(check: &DeckCheck<'_>, list: &DeckList, places: &[usize]) -> bool {
    let is_unknown = |entry: &Entry| entry.count == 1 && check.is_unknown(&entry.name);
    (1..=2).contains(&places.len()) && at(list, places).all(is_unknown)
}

/// The groups that may stand apart: the last, where blank lines alone divide the list, and the first.
fn ends_by_group(check: &DeckCheck<'_>, list: &DeckList) -> Vec<Vec<usize>> {
    let last = list.entries.last().map_or(0, |entry| entry.group);
    if last == 0 || !is_whole(check, list.count(Zone::Main)) {
        return Vec::new();
    }
    let first = group(list, 0);
    let is_above = at(list, &first).all(|entry| entry.hints.section == 0);
    let last = Some(group(list, last)).filter(|_| !list.sectioned);
    last.into_iter().chain(Some(first).filter(|_| is_above)).collect()
}

/// One or two commanders that stand alone at the end or the start of a list of the right size.
fn lone_group(check: &DeckCheck<'_>, list: &DeckList) -> Vec<usize> {
    let ends = ends_by_group(check, list);
    let mut found = ends.into_iter().filter(|places| can_lead(check, at(list, places)));
    let first = found.next().unwrap_or_default();
    if found.next().is_some() { Vec::new() } else { first }
}

/// The card of the list's picture, if it is one that can lead, and the deck is whole with it.
fn banner(check: &DeckCheck<'_>, list: &DeckList) -> Vec<usize> {
    let Some(shown) = list.banner.as_ref().and_then(|name| check.catalog.find(name)) else { return Vec::new() };
    let is_shown = |entry: &Entry| entry.zone == Zone::Main && check.catalog.find(&entry.name) == Some(shown);
    let found: Vec<usize> = positions(list, is_shown).into_iter().take(1).collect();
    let leads = is_whole(check, list.count(Zone::Main)) && can_lead(check, at(list, &found));
    if leads { found } else { Vec::new() }
}

/// The cards of a sideboard that make the deck whole (CR 903.5e: there are no sideboards).
fn side(check: &DeckCheck<'_>, list: &DeckList) -> Vec<usize> {
    let side = positions(list, |entry| entry.zone == Zone::Sideboard);
    let main = list.count(Zone::Main);
    if is_whole(check, main + list.count(Zone::Sideboard)) && can_lead(check, at(list, &side)) {
        return side;
    }
    let leads = |place: &usize| can_lead(check, at(list, &[*place])) && covers(check, list, &[*place]);
    let mut alone = side.into_iter().filter(leads);
    let (first, second) = (alone.next(), alone.next());
    first.filter(|_| second.is_none() && is_whole(check, main + 1)).into_iter().collect()
}

/// The first or the last card of a list, or two of them, with all other cards in their colours.
fn ends(check: &DeckCheck<'_>, list: &DeckList) -> Vec<usize> {
    let main = positions(list, |entry| entry.zone == Zone::Main);
    if !is_whole(check, list.count(Zone::Main)) || main.len() < 2 {
        return Vec::new();
    }
    let (first, last) = (&main[..1], &main[main.len() - 1..]);
    let (two, last_two) = (&main[..2], &main[main.len() - 2..]);
    let leads = |places: &&[usize]| can_lead(check, at(list, places)) && covers(check, list, places);
    [first, two, last, last_two].into_iter().find(leads).map(<[usize]>::to_vec).unwrap_or_default()
}

/// Whether every known card of the deck is in the colours of those commanders (CR 903.5c).
fn covers(check: &DeckCheck<'_>, list: &DeckList, leaders: &[usize]) -> bool {
    let identity = |entry: &Entry| {
        let card = check.catalog.find(&entry.name).map(|card| check.catalog.card(card).identity);
        card.unwrap_or_default() & ManaSet::COLOURS
    };
    let allowed = at(list, leaders).fold(ManaSet::empty(), |all, entry| all | identity(entry));
    list.entries.iter().filter(|entry| entry.zone == Zone::Main).all(|entry| allowed.contains(identity(entry)))
}

/// Cards that stand where commanders stand, and of which nothing is known.
fn lone_unknown(check: &DeckCheck<'_>, list: &DeckList) -> Vec<usize> {
    let ends = ends_by_group(check, list);
    ends.into_iter().rev().find(|places| may_lead(check, list, places)).unwrap_or_default()
}

/// What stands alone at the start of a list of another size: that the deck is not whole is told, and is no other fault besides.
fn lone_first(check: &DeckCheck<'_>, list: &DeckList) -> Vec<usize> {
    let first = group(list, 0);
    let divided = list.entries.last().is_some_and(|entry| entry.group > 0);
    let is_above = at(list, &first).all(|entry| entry.hints.section == 0);
    let leads = can_lead(check, at(list, &first)) || may_lead(check, list, &first);
    if divided && is_above && leads { first } else { Vec::new() }
}

/// A sideboard of unknown cards that makes the deck whole.
fn unknown_side(check: &DeckCheck<'_>, list: &DeckList) -> Vec<usize> {
    let side = positions(list, |entry| entry.zone == Zone::Sideboard);
    let whole = is_whole(check, list.count(Zone::Main) + list.count(Zone::Sideboard));
    if whole && may_lead(check, list, &side) { side } else { Vec::new() }
}

/// A small last group behind a deck that is complete without it.
fn sideboard(check: &DeckCheck<'_>, list: &DeckList) -> Option<usize> {
    let last = list.entries.last()?.group;
    let aside: usize = at(list, &group(list, last)).map(|entry| usize::from(entry.count)).sum();
    let rest = list.count(Zone::Main) - aside;
    (last > 0 && aside <= SIDEBOARD && rest >= check.rules.fewest).then_some(last)
}
