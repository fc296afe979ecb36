//! The page as Markdown.

use std::fmt::Write;

use super::{Align, Section, Validation};
use crate::report::format::wrapped;

/// Lines of prose are no longer.
const WIDTH: usize = 125;

impl Validation {
    /// The page as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let sections = self.sections();
        let about = format!(
            "What `{}` measures, and draws where `--out` names a file that ends in `.html`: simulated games beside figures from \
             elsewhere, which stand with their sources in `scenarios/validation/published.toml`. Every estimate has its 95% interval: \
             Wilson's or a t interval on deals for shares, t on deals for means, from ranks for quantiles, the bootstrap for standard \
             deviations; a maximum has none. The last column says how the intervals lie: *agree* where they meet, and otherwise \
             whether ours is low or high; without an interval of theirs, their figure is held against ours.",
            self.command()
        );
        let mut page = format!("# Held against the world\n\n{}", paragraph(&about));
        let _ = write!(page, "\n{}", paragraph(&Validation::verdict(&sections)));
        sections.iter().for_each(|section| section.write(&mut page));
        page
    }
}

impl Section {
    fn write(&self, page: &mut String) {
        let _ = write!(page, "\n## {}\n\n", self.title);
        if !self.about.is_empty() {
            let _ = writeln!(page, "{}", paragraph(&self.about));
        }
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        page.push_str(&line(self.columns.iter().map(|(name, _)| (*name).to_owned()).collect()));
        let rule = |(_, align): &(&str, Align)| if *align == Align::Right { "---:" } else { "---" };
        let _ = writeln!(page, "|{}|", self.columns.iter().map(rule).collect::<Vec<_>>().join("|"));
        for row in &self.rows {
            page.push_str(&line(row.cells.iter().map(super::Cell::shown).collect()));
        }
        for (at, (id, text)) in self.sources.iter().enumerate() {
            let _ = writeln!(page, "{}- *{id}*: {text}.", if at == 0 { "\n" } else { "" });
        }
        for remark in &self.remarks {
            let _ = write!(page, "\n{}", paragraph(remark));
        }
        if !self.commands.is_empty() {
            let commands: Vec<String> = self.commands.iter().map(|command| format!("`{command}`")).collect();
            let _ = write!(page, "\n{}", paragraph(&format!("The same games by themselves: {}.", commands.join(", "))));
        }
    }
}

/// Prose in lines.
fn paragraph(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    wrapped(&words, WIDTH, "").join("\n") + "\n"
}
