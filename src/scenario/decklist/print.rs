//! Deck lists written down again, in any format but the JSON of sites.

use std::fmt::{self, Write};

use super::{DeckList, Entry, ListFormat, MOST, Printing, Zone};

/// What XMage gets for a printing that the list does not tell: it goes by the name then.
pub(super) const UNTOLD: (&str, &str) = ("UNK", "0");

/// A list in some format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Printed {
    /// The file's text.
    pub text: String,
    /// Zones that the format has no place for, with the cards that are left out.
    pub left_out: Vec<(Zone, usize)>,
}

impl fmt::Display for DeckList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let printed = self.print(ListFormat::Plain).map(|printed| printed.text);
        f.write_str(&printed.unwrap_or_default())
    }
}

impl DeckList {
    /// The list in that format; `None` for those that are only read.
    #[must_use]
    pub fn print(&self, format: ListFormat) -> Option<Printed> {
        let zones = zones(format, self.count(Zone::Commander) > 0);
        let left_out = |zone: &Zone| !zones.contains(zone) && self.count(*zone) > 0;
        let left_out = Zone::ALL.into_iter().filter(left_out).map(|zone| (zone, self.count(zone))).collect();
        let piles: Vec<Pile> = zones.iter().map(|zone| self.pile(*zone, format)).collect();
        let text = match format {
            ListFormat::MoxfieldJson | ListFormat::ArchidektJson | ListFormat::MtgJson | ListFormat::Table => {
                return None;
            }
            ListFormat::Plain | ListFormat::Arena => self.headed(format, &piles),
            ListFormat::Mtgo => grouped(&piles),
            ListFormat::Dek => dek(&piles),
            ListFormat::Moxfield => moxfield(&piles),
            ListFormat::Archidekt => archidekt(&piles),
            ListFormat::Forge => self.forge(&piles),
            ListFormat::XMage => self.xmage(&piles),
            ListFormat::Cockatrice => self.cockatrice(&piles),
        };
        Some(Printed { text, left_out })
    }

    /// The lines of a zone, equal ones as one.
    fn pile(&self, zone: Zone, format: ListFormat) -> Pile {
        let mut lines: Vec<Entry> = Vec::new();
        for entry in self.entries.iter().filter(|entry| entry.zone == zone) {
            let entry = Entry { printing: kept(&entry.printing, format), ..entry.clone() };
            let same = |old: &&mut Entry| {
                old.name == entry.name && old.printing == entry.printing && old.count + entry.count <= MOST
            };
            match lines.iter_mut().find(same) {
                Some(old) => old.count += entry.count,
                None => lines.push(entry),
            }
        }
        Pile { zone, lines }
    }

    fn headed(&self, format: ListFormat, piles: &[Pile]) -> String {
        let mut text = String::new();
        if let Some(name) = &self.name {
            let _ = writeln!(text, "About\nName {name}");
        }
        for Pile { zone, lines } in piles.iter().filter(|pile| !pile.lines.is_empty()) {
            let gap = if text.is_empty() { "" } else { "\n" };
            let _ = writeln!(text, "{gap}{}", zone.header());
            for line in lines {
                let marks = if format == ListFormat::Arena { marks(&line.printing) } else { String::new() };
                let _ = writeln!(text, "{} {}{marks}", line.count, line.name);
            }
        }
        text
    }

    fn forge(&self, piles: &[Pile]) -> String {
        let mut text = "[metadata]\n".to_owned();
        if let Some(name) = &self.name {
            let _ = writeln!(text, "Name={name}");
        }
        for Pile { zone, lines } in piles.iter().filter(|pile| !pile.lines.is_empty()) {
            let _ = writeln!(text, "[{}]", if *zone == Zone::Main { "Main" } else { zone.header() });
            for Entry { count, name, printing, .. } in lines {
                let foil = if printing.foil { "+" } else { "" };
                // The bar stands behind a foil sign too: without it, the sign would belong to the name.
                let set = match &printing.set {
                    Some(set) => format!("|{set}"),
                    None if printing.foil => "|".to_owned(),
                    None => String::new(),
                };
                let _ = writeln!(text, "{count} {name}{foil}{set}");
            }
        }
        text
    }

    fn xmage(&self, piles: &[Pile]) -> String {
        let mut text = self.name.as_ref().map_or_else(String::new, |name| format!("NAME:{name}\n"));
        for Pile { zone, lines } in piles {
            for Entry { count, name, printing, .. } in lines {
                let side = if *zone == Zone::Main { "" } else { "SB: " };
                let set = printing.set.as_deref().unwrap_or(UNTOLD.0);
                let number = printing.number.as_deref().unwrap_or(UNTOLD.1);
                let _ = writeln!(text, "{side}{count} [{set}:{number}] {name}");
            }
        }
        text
    }

    fn cockatrice(&self, piles: &[Pile]) -> String {
        let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cockatrice_deck version=\"1\">\n".to_owned();
        let _ = writeln!(text, "    <deckname>{}</deckname>", escaped(self.name.as_deref().unwrap_or_default()));
        let leader = piles.iter().find(|pile| pile.zone == Zone::Commander).and_then(|pile| pile.lines.first());
        if let Some(banner) = leader.map(|leader| &leader.name).or(self.banner.as_ref()) {
            let _ = writeln!(text, "    <bannerCard>{}</bannerCard>", escaped(banner));
        }
        for Pile { zone, lines } in piles.iter().filter(|pile| !pile.lines.is_empty()) {
            let _ = writeln!(text, "    <zone name=\"{}\">", if *zone == Zone::Main { "main" } else { "side" });
            for Entry { count, name, printing, .. } in lines {
                let _ = write!(text, "        <card number=\"{count}\" name=\"{}\"", escaped(name));
                for (key, value) in [("setShortName", &printing.set), ("collectorNumber", &printing.number)] {
                    if let Some(value) = value {
                        let _ = write!(text, " {key}=\"{}\"", escaped(value));
                    }
                }
                text.push_str("/>\n");
            }
            text.push_str("    </zone>\n");
        }
        text + "</cockatrice_deck>\n"
    }
}

/// The lines of a zone.
struct Pile {
    zone: Zone,
    lines: Vec<Entry>,
}

/// The zones a format has a place for, in the order it has them in.
fn zones(format: ListFormat, led: bool) -> &'static [Zone] {
    use Zone::{Commander, Companion, Main, Maybeboard, Sideboard};
    match format {
        ListFormat::Plain => &Zone::ALL,
        ListFormat::Arena => &[Commander, Companion, Main, Sideboard],
        ListFormat::Moxfield | ListFormat::Forge => &[Commander, Main, Sideboard],
        ListFormat::Archidekt => &[Commander, Main, Sideboard, Maybeboard],
        _ if led => &[Main, Commander],
        _ => &[Main, Sideboard],
    }
}

/// What a format can say of a printing.
fn kept(printing: &Printing, format: ListFormat) -> Printing {
    let Printing { set, number, foil } = printing.clone();
    let number = number.filter(|_| set.is_some());
    match format {
        ListFormat::Plain | ListFormat::Mtgo | ListFormat::Dek => Printing::default(),
        ListFormat::Arena | ListFormat::XMage | ListFormat::Cockatrice => Printing { set, number, foil: false },
        ListFormat::Forge => Printing { set, number: None, foil },
        _ => Printing { set, number, foil },
    }
}

/// ` (SET) 27 *F*`.
fn marks(printing: &Printing) -> String {
    let mut text = String::new();
    if let Some(set) = &printing.set {
        let _ = write!(text, " ({set})");
    }
    if let Some(number) = &printing.number {
        let _ = write!(text, " {number}");
    }
    if printing.foil {
        text.push_str(" *F*");
    }
    text
}

/// Names with two faces have one slash there; a blank line comes before what stands apart.
fn grouped(piles: &[Pile]) -> String {
    let mut text = String::new();
    for Pile { lines, .. } in piles.iter().filter(|pile| !pile.lines.is_empty()) {
        if !text.is_empty() {
            text.push('\n');
        }
        for line in lines {
            let _ = writeln!(text, "{} {}", line.count, one_slash(&line.name));
        }
    }
    text
}

/// A name with two faces as Magic Online has it.
fn one_slash(name: &str) -> String {
    name.replace(" // ", "/")
}

/// Magic Online has a number of its own for every printing; 0 leaves it with the name.
fn dek(piles: &[Pile]) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Deck>\n".to_owned();
    text.push_str("  <NetDeckID>0</NetDeckID>\n  <PreconstructedDeckID>0</PreconstructedDeckID>\n");
    for Pile { zone, lines } in piles {
        let side = *zone != Zone::Main;
        for Entry { count, name, .. } in lines {
            let name = escaped(&one_slash(name));
            let _ = write!(text, "  <Cards CatID=\"0\" Quantity=\"{count}\" Sideboard=\"{side}\" ");
            let _ = writeln!(text, "Name=\"{name}\" Annotation=\"0\" />");
        }
    }
    text + "</Deck>\n"
}

fn moxfield(piles: &[Pile]) -> String {
    let mut text = String::new();
    for Pile { zone, lines } in piles {
        if *zone == Zone::Sideboard && !lines.is_empty() {
            text.push_str("\nSIDEBOARD:\n");
        }
        let leads = if *zone == Zone::Commander { " *CMDR*" } else { "" };
        for line in lines {
            let _ = writeln!(text, "{} {}{}{leads}", line.count, line.name, marks(&line.printing));
        }
    }
    text
}

fn archidekt(piles: &[Pile]) -> String {
    let mut text = String::new();
    for Pile { zone, lines } in piles {
        let category = match zone {
            Zone::Commander => " [Commander{top}]",
            Zone::Sideboard => " [Sideboard]",
            Zone::Maybeboard => " [Maybeboard{noDeck}{noPrice}]",
            Zone::Main | Zone::Companion | Zone::Tokens => "",
        };
        for line in lines {
            let set = line.printing.set.as_ref().map(|set| set.to_lowercase());
            let printing = Printing { set, ..line.printing.clone() };
            let _ = writeln!(text, "{}x {}{}{category}", line.count, line.name, marks(&printing));
        }
    }
    text
}

/// A text with the signs that mean something in XML spelled out, and without those that it can't have.
fn escaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => plain.push_str("&amp;"),
            '<' => plain.push_str("&lt;"),
            '>' => plain.push_str("&gt;"),
            '"' => plain.push_str("&quot;"),
            '\t' | ' '..='\u{fffd}' | '\u{10000}'.. => plain.push(c),
            _ => {}
        }
    }
    plain
}
