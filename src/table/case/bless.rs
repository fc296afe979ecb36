//! Writes what a case really came to into its file, touching nothing else.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use super::CaseReport;

/// What blessing would write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blessing {
    /// The whole file, with the new digest and outline.
    pub text: String,
    /// Whether the digest is a new one.
    pub digest_changed: bool,
    /// The old and the new outline, where they differ.
    pub outline_changed: Option<(String, String)>,
}

/// Why a case is not blessed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BlessError {
    /// It expects neither a digest nor an outline.
    #[error("`{0}` expects neither a digest nor an outline: there is nothing to bless")]
    NothingToBless(String),
    /// The game was not played to its end.
    #[error("`{0}` was not played to its end")]
    NotPlayed(String),
    /// The outline is another one: that is a change of the game, not of its encoding, and wants a second look.
    #[error("the outline of `{name}` has changed; bless outlines too if that is meant\n--- was\n{was}\n--- is\n{is}")]
    OutlineChanged {
        /// The case.
        name: String,
        /// As expected.
        was: String,
        /// As found.
        is: String,
    },
    /// The file is no TOML any more.
    #[error("`{0}` is no TOML")]
    NotToml(String),
}

/// The file of a case with the digest and the outline that its game came to. A changed outline is refused unless
/// `outlines` permits it.
///
/// # Errors
/// See [`BlessError`].
pub fn bless(text: &str, report: &CaseReport, outlines: bool) -> Result<Blessing, BlessError> {
    let name = || report.name.clone();
    let digest = find(text, "digest").map_err(|()| BlessError::NotToml(name()))?;
    let outline = find(text, "outline").map_err(|()| BlessError::NotToml(name()))?;
    if digest.is_none() && outline.is_none() {
        return Err(BlessError::NothingToBless(name()));
    }
    let whole = report.whole.as_ref().ok_or_else(|| BlessError::NotPlayed(name()))?;
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut blessing = Blessing { text: text.to_owned(), digest_changed: false, outline_changed: None };
    if let Some((span, was)) = digest.filter(|(_, was)| *was != whole.digest.to_string()) {
        blessing.digest_changed = !was.eq_ignore_ascii_case(&whole.digest.to_string());
        edits.push((span, format!("\"{}\"", whole.digest)));
    }
    if let Some((span, was)) = outline.filter(|(_, was)| was.trim() != whole.outline) {
        let (was, is) = (was.trim().to_owned(), whole.outline.clone());
        if !outlines {
            return Err(BlessError::OutlineChanged { name: name(), was, is });
        }
        edits.push((span, toml::Value::String(is.clone()).to_string()));
        blessing.outline_changed = Some((was, is));
    }
    // From the end, so that earlier places stay where they are.
    edits.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    for (span, new) in edits {
        blessing.text.replace_range(span, &new);
    }
    Ok(blessing)
}

/// Where a text of `[expect]` stands, and what it says.
fn find(text: &str, key: &str) -> Result<Option<(Range<usize>, String)>, ()> {
    let root = DeTable::parse(text).map_err(|_| ())?;
    let value = root.get_ref().get("expect").and_then(|expect| expect.get_ref().get(key));
    Ok(value.and_then(|value| match value.get_ref() {
        DeValue::String(was) => Some((value.span(), was.to_string())),
        _ => None,
    }))
}
