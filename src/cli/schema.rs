//! `turnlab schema`: every key of scenario files, every column and every metric, or those of one name.

use std::collections::BTreeSet;

use super::failure::Failure;
use super::term;
use crate::cards::source::did_you_mean;
use crate::report::columns;
use crate::scenario;

/// All lines, or those of the table, key, file, column or metric of that name.
pub(super) fn schema(name: Option<&str>) -> Result<(), Failure> {
    let all = format!("{}\n{}", scenario::schema(), columns::schema());
    let Some(name) = name else { return term::print(&all) };
    let text: String = all.lines().filter(|line| names(line).contains(&name)).map(|line| format!("{line}\n")).collect();
    if text.is_empty() {
        let near = did_you_mean(name, all.lines().flat_map(names).collect::<BTreeSet<_>>());
        return Err(Failure::Input(format!("no table, key, file, column or metric `{name}`{near}")));
    }
    term::print(&text)
}

/// What a line tells of: `table.key: ...`, `file, column: ...` or `of what, metric, unit: ...`.
fn names(line: &str) -> Vec<&str> {
    let Some((head, _)) = line.split_once(": ") else { return Vec::new() };
    match head.split_once(", ") {
        Some((file, rest)) => vec![file, rest.split(", ").next().unwrap_or(rest)],
        None => match head.rsplit_once('.') {
            Some((table, key)) => vec![table, key, head],
            None => vec![head],
        },
    }
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn lines_are_found_by_what_they_tell_of() {
        assert_eq!(names("game.max_turns: number from 1; a game"), ["game", "max_turns", "game.max_turns"]);
        assert_eq!(names("expect.state.at: moment; when"), ["expect.state", "at", "expect.state.at"]);
        assert_eq!(names("seat: tables; the seats"), ["seat"]);
        assert_eq!(names("games.csv, turns_skipped: All turns skipped"), ["games.csv", "turns_skipped"]);
        assert_eq!(names("seat, exited, games: Whether"), ["seat", "exited"]);
        assert_eq!(names("What a run writes. file, column"), [""; 0], "no colon and space");
    }
}
