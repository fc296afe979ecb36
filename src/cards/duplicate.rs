//! Keys that stand twice in a table of TOML: the reader tells of the second, and people look for the first.

use std::ops::Range;

/// Where the key stands for the first time that stands again at `again`; none where it is written in another way there.
pub(super) fn first_of(text: &str, again: &Range<usize>) -> Option<usize> {
    let line = text[..again.start].rfind('\n').map_or(0, |end| end + 1);
    let (before, key) = (&text[line..again.start], &text[again.clone()]);
    if before.contains('{') {
        return in_braces(text, again.start, key);
    }
    let wanted = bare(&format!("{before}{key}"));
    if before.trim_start().starts_with('[') {
        let name = wanted.trim_start_matches('[');
        return lines(&text[..line])
            .find(|(_, line)| is_header(line, name))
            .and_then(|(at, line)| place(at, line, key));
    }
    let section = lines(&text[..line]).filter(|(_, line)| line.trim_start().starts_with('[')).last();
    let from = section.map_or(0, |(at, line)| at + line.len());
    let mut keys = lines(&text[from..again.start]).filter(|(_, line)| is_key(&bare(line), &wanted));
    keys.next().and_then(|(at, line)| place(from + at, line, key))
}

/// The lines of a text, and where each begins.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line))
    })
}

/// A line without blanks, which may stand around every dot and bracket.
fn bare(line: &str) -> String {
    line.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Whether a line is the header of that table.
fn is_header(line: &str, name: &str) -> bool {
    let line = bare(line);
    let header = line.trim_start_matches('[');
    header.len() < line.len() && header.strip_prefix(name).is_some_and(|rest| rest.starts_with(']'))
}

/// Whether a line gives that key a value, or a key within it.
fn is_key(line: &str, key: &str) -> bool {
    line.strip_prefix(key).is_some_and(|rest| rest.starts_with(['=', '.']))
}

/// Where the key stands in a line that has it.
fn place(start: usize, line: &str, key: &str) -> Option<usize> {
    line.find(key).map(|at| start + at)
}

/// The same in a table in braces.
fn in_braces(text: &str, again: usize, key: &str) -> Option<usize> {
    let mut inner = 0;
    let open = text[..again].char_indices().rev().find(|(_, c)| {
        inner += match c {
            '}' => 1,
            '{' => -1,
            _ => 0,
        };
        inner < 0
    });
    let start = open?.0 + 1;
    let of_key = |at: usize| {
        let (before, after) = (text[..at].trim_end(), text[at + key.len()..].trim_start());
        before.ends_with(['{', ',', '.']) && after.starts_with(['=', '.'])
    };
    text[start..again].match_indices(key).map(|(at, _)| start + at).find(|at| of_key(*at))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Line and column of the first and of the second, in bytes from 1.
    fn found(text: &str) -> Option<(usize, usize)> {
        let (_, errors) = toml::de::DeTable::parse_recoverable(text);
        let again = errors[0].span().expect("a place");
        let at = first_of(text, &again)?;
        let line = text[..at].matches('\n').count() + 1;
        Some((line, at - text[..at].rfind('\n').map_or(0, |end| end + 1) + 1))
    }

    #[test]
    fn the_first_of_two_keys_is_found() {
        for (text, at) in [
            ("x = 0\na = 1\nb.a = 2\na = 3\n", (2, 1)),
            ("[[s]]\na = 1\n[[s]]\n  a = 2\nb = 3\na = 4\n", (4, 3)),
            ("t.a = 1\nt . a = 2\n", (1, 3)),
            ("x = { a = 1, b = { a = 2 }, a = 3 }\n", (1, 7)),
            ("[t]\na = 1\n[ t ]\nb = 2\n", (1, 2)),
        ] {
            assert_eq!(found(text), Some(at), "{text}");
        }
        assert_eq!(found("\"a\" = 1\na = 2\n"), None);
    }
}
