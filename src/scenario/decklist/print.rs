//! A deck list printed back as plain text, with a header for each zone.

use std::fmt;

use super::{DeckList, Zone};

impl fmt::Display for DeckList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        if let Some(name) = &self.name {
            writeln!(f, "About\nName {name}")?;
            first = false;
        }
        for zone in Zone::ALL {
            let entries: Vec<_> = self.entries.iter().filter(|e| e.zone == zone).collect();
            if entries.is_empty() {
                continue;
            }
            writeln!(f, "{}{}", if first { "" } else { "\n" }, zone.header())?;
            for entry in entries {
                writeln!(f, "{} {}", entry.count, entry.name)?;
            }
            first = false;
        }
        Ok(())
    }
}
