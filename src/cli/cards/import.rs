//! `turnlab cards import`: printed rules text to entries of a card file, with a table of what became of each card.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use super::answer::{Answer, row};
use crate::cards::limits;
use crate::cards::wording::{counted, share_of, short};
use crate::cli::args::{CardArgs, ImportArgs};
use crate::cli::failure::Failure;
use crate::cli::new_file::{absent, write_new};
use crate::cli::shelf::{Own, Shelf};
use crate::cli::term;
use crate::scenario::{
    self, CardFacts, Compared, Comparison, DeckCheck, DeckList, Format, Translation, Typed, Verdict,
};

/// How many causes of refusals are listed.
const CAUSES: usize = 60;

/// How many of the most played cards are told of for themselves.
const MOST_PLAYED: usize = 2000;

/// Translates the cards of some lists that are not known, or of all there are.
pub(super) fn import(args: &ImportArgs) -> Result<(), Failure> {
    if let Some(out) = &args.out {
        absent("--out", out)?;
    }
    let cards = CardArgs { cards: args.cards.clone(), ..CardArgs::default() };
    let (shelf, own) = (Shelf::new(&cards, &[])?, Own::of(&cards)?);
    if args.compare {
        return compared(&args.file, &CardFacts::read_all(&args.file)?.compare(&own.sources)).print(args.format);
    }
    let (answer, translation, hash) = if args.deck.is_empty() {
        let facts = CardFacts::read_all(&args.file)?;
        let translation = facts.translate_all(&own.sources);
        (of_all(&args.file, &translation), translation, facts.hash().to_owned())
    } else {
        let names = Names::of(&shelf, &args.deck)?;
        let facts = CardFacts::read(&args.file, &names.missing)?;
        let mut translation = facts.translate(names.missing.iter().map(String::as_str), &own.sources);
        translation.catalogued = names.known.iter().map(|name| (name.clone(), None)).collect();
        (of_decks(args, &translation), translation, facts.hash().to_owned())
    };
    answer.print(args.format)?;
    args.out.as_ref().map_or(Ok(()), |out| write(out, &args.file, &hash, &translation))
}

/// The names of cards in some lists.
#[derive(Default)]
struct Names {
    known: BTreeSet<String>,
    missing: BTreeSet<String>,
}

impl Names {
    /// Reads the lists; what stays out of the game is left out.
    ///
    /// # Errors
    /// When a list can't be read.
    fn of(shelf: &Shelf, lists: &[String]) -> Result<Names, Failure> {
        let check = DeckCheck { catalog: &shelf.catalog, rules: &Format::COMMANDER.deck };
        let mut names = Names::default();
        for path in lists {
            let (source, _) = scenario::open(&Typed, path).map_err(|e| Failure::Input(format!("--deck: {e}")))?;
            let list = DeckList::parse(&source)?;
            names.known.extend(check.known(&list).into_iter().map(|id| shelf.catalog.card(id).name.clone()));
            names.missing.extend(check.missing(&list).into_keys());
        }
        Ok(names)
    }
}

/// Writes the card file.
fn write(out: &Path, file: &str, hash: &str, translation: &Translation) -> Result<(), Failure> {
    let cards = translation.translated.len();
    if cards > limits::ENTRIES {
        let most = limits::ENTRIES;
        let message =
            format!("--out: found {cards} translated cards, a card file has at most {most}; choose by --deck");
        return Err(Failure::Input(message));
    }
    let name = Path::new(file).file_name().unwrap_or_default().to_string_lossy();
    let comment = format!(
        "Cards translated from their printed text by `turnlab cards import`, version {}.\n\
         From {}, BLAKE3 {hash}.\n\
         Correct an entry where it is wrong: docs/cards.md tells its words. Without `translated = true` it counts as your own.",
        env!("CARGO_PKG_VERSION"),
        name.escape_debug(),
    );
    let name = out.to_string_lossy();
    match translation.source(&name, &comment) {
        Some(source) => write_new("--out", out, &source.text),
        None => {
            term::say("no card is translated, so nothing is written");
            Ok(())
        }
    }
}

/// What became of the cards of some lists.
fn of_decks(args: &ImportArgs, translation: &Translation) -> Answer {
    let Translation { catalogued, translated, refused, absent, .. } = translation;
    let mut lines = format!("{:<12}{}\n", "catalogued", counted(catalogued.len(), "card", "cards"));
    translated.iter().for_each(|card| {
        let _ = writeln!(lines, "{:<12}{}", "translated", short(&card.name));
    });
    for card in refused {
        let _ = writeln!(lines, "{:<12}{}\n{:<12}{}", "refused", short(&card.name), "", card.why);
    }
    absent.iter().for_each(|name| {
        let _ = writeln!(lines, "{:<12}{}", "unknown", short(name));
    });
    let total = catalogued.len() + translated.len() + refused.len() + absent.len();
    let remark = format!(
        "{}: of {}, {} catalogued, {} translated, {} refused, {} not in {}",
        args.deck.join(", "),
        counted(total, "name", "names"),
        catalogued.len(),
        translated.len(),
        refused.len(),
        absent.len(),
        args.file,
    );
    Answer { remarks: vec![remark], lines, rows: rows(translation) }
}

/// What became of all cards that may be in a deck.
fn of_all(file: &str, translation: &Translation) -> Answer {
    let Translation { catalogued, translated, refused, .. } = translation;
    let known = catalogued.len() + translated.len();
    let total = known + refused.len();
    let mut lines = String::new();
    for (state, count) in
        [("catalogued", catalogued.len()), ("translated", translated.len()), ("refused", refused.len())]
    {
        let _ = writeln!(lines, "{state:<12}{count:>7}{:>8}", share_of(count, total));
    }
    let mut causes: BTreeMap<String, usize> = BTreeMap::new();
    refused.iter().for_each(|card| *causes.entry(card.why.cause()).or_default() += 1);
    let mut causes: Vec<(String, usize)> = causes.into_iter().collect();
    causes.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    if !causes.is_empty() {
        lines.push_str(
            "\nwhat stops the others, most frequent first: where the reading of a card ends, or why it is not sure\n",
        );
    }
    for (cause, count) in causes.iter().take(CAUSES) {
        let _ = writeln!(lines, "{count:>7}  {}", short(cause));
    }
    let mut remarks =
        vec![format!("{file}: {known} of {total} cards are known or translated ({})", share_of(known, total))];
    if translation.left_out > 0 {
        let more = counted(translation.left_out, "more card", "more cards");
        remarks.push(format!("left out: {more}, legal in no Commander deck"));
    }
    remarks.extend(most_played(translation));
    Answer { remarks, lines, rows: rows(translation) }
}

/// How many of the most played cards are known, if the file says which these are.
fn most_played(translation: &Translation) -> Option<String> {
    let known = translation.catalogued.iter().map(|(_, rank)| (*rank, true));
    let known = known.chain(translation.translated.iter().map(|card| (card.rank, true)));
    let all = known.chain(translation.refused.iter().map(|card| (card.rank, false)));
    let mut ranked: Vec<(u32, bool)> = all.filter_map(|(rank, known)| Some((rank?, known))).collect();
    ranked.sort_unstable();
    ranked.truncate(MOST_PLAYED);
    let known = ranked.iter().filter(|(_, known)| *known).count();
    let told = || format!("of the {} most played: {known} ({})", ranked.len(), share_of(known, ranked.len()));
    (!ranked.is_empty()).then(told)
}

/// A row for each card, for programs.
fn rows(translation: &Translation) -> Vec<Vec<String>> {
    let Translation { catalogued, translated, refused, absent, .. } = translation;
    let told = |name: &str, state: &str, rank: Option<u32>, why: &str| {
        let rank = rank.map_or_else(String::new, |rank| rank.to_string());
        (name.to_owned(), row([name, state, &rank, why]))
    };
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    rows.extend(catalogued.iter().map(|(name, rank)| told(name, "catalogued", *rank, "")));
    rows.extend(translated.iter().map(|card| told(&card.name, "translated", card.rank, "")));
    rows.extend(refused.iter().map(|card| told(&card.name, "refused", card.rank, &card.why.to_string())));
    rows.extend(absent.iter().map(|name| told(name, "unknown", None, "")));
    rows.sort();
    let header = row(["name", "state", "rank", "why"]);
    std::iter::once(header).chain(rows.into_iter().map(|(_, row)| row)).collect()
}

/// What the entries of known cards are beside their printed text.
fn compared(file: &str, cards: &Comparison) -> Answer {
    let (mut same, mut unread, mut lines) = (0, 0, String::new());
    let mut rows = vec![row(["name", "rank", "verdict", "why", "entry", "translation"])];
    for Compared { name, rank, entry, verdict } in cards {
        let (told, why, translation) = match verdict {
            Verdict::Same => ("same", String::new(), ""),
            Verdict::Untranslated(why) => ("untranslated", why.to_string(), ""),
            Verdict::Facts(facts) => ("facts", facts.join(", "), ""),
            Verdict::Rules { translation } => ("rules", String::new(), translation.as_str()),
        };
        match verdict {
            Verdict::Same => same += 1,
            Verdict::Untranslated(_) => unread += 1,
            Verdict::Facts(_) => {
                let _ = writeln!(lines, "{:<12}{}: {why}", "facts", short(name));
            }
            Verdict::Rules { .. } => {
                let _ = writeln!(lines, "{:<12}{}", "rules", short(name));
            }
        }
        let rank = rank.map_or_else(String::new, |rank| rank.to_string());
        rows.push(row([name, &rank, told, &why, entry, translation]));
    }
    let read = cards.len() - unread;
    let share = share_of(same, read);
    let remark = format!(
        "{file}: of {}, {read} have a text that is understood; {same} of these are what it says ({share})",
        counted(cards.len(), "known card", "known cards"),
    );
    Answer { remarks: vec![remark], lines, rows }
}
