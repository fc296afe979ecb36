//! Turns as people write them: `A`, an extra turn `C*`, one that another player controls `B[by:A]`.

use crate::turn::Seat;

use super::seats::SeatNames;

/// A turn of an expected sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TurnToken {
    /// Whose turn it is.
    pub seat: Seat,
    /// An extra turn (CR 500.7).
    pub extra: bool,
    /// Who makes the decisions when it isn't its player (CR 723).
    pub by: Option<Seat>,
}

/// The signs that a seat's name can't have.
pub(super) const RESERVED: [char; 4] = ['*', '[', ']', '+'];

impl TurnToken {
    /// Reads a token.
    ///
    /// # Errors
    /// A message about what is no token, or no seat.
    pub(super) fn parse(text: &str, seats: SeatNames<'_>) -> Result<TurnToken, String> {
        let bad = || {
            format!(
                "`{text}` is no turn, expected a seat's name, with `*` for an extra turn and `[by:NAME]` for who controls it"
            )
        };
        let (turn, by) = match text.split_once('[') {
            None => (text, None),
            Some((turn, rest)) => {
                let name = rest.strip_prefix("by:").and_then(|r| r.strip_suffix(']')).ok_or_else(bad)?;
                (turn, Some(name))
            }
        };
        let name = turn.strip_suffix('*').unwrap_or(turn);
        if name.is_empty() || name.contains(RESERVED) {
            return Err(bad());
        }
        let find = |name: &str| seats.find(name).ok_or_else(|| seats.unknown(name));
        Ok(TurnToken { seat: find(name)?, extra: turn.ends_with('*'), by: by.map(find).transpose()? })
    }

    /// The token as it is written, with those names of the seats in order.
    #[must_use]
    pub fn show(&self, names: &[String]) -> String {
        let name = |seat: Seat| names.get(seat.index()).map_or("?", String::as_str);
        let star = if self.extra { "*" } else { "" };
        let by = self.by.map(|seat| format!("[by:{}]", name(seat))).unwrap_or_default();
        format!("{}{star}{by}", name(self.seat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_read_and_shown() {
        let names = ["A".to_owned(), "Bob".to_owned()];
        for (text, seat, extra, by) in [
            ("A", 0, false, None),
            ("Bob*", 1, true, None),
            ("Bob[by:A]", 1, false, Some(0)),
            ("A*[by:Bob]", 0, true, Some(1)),
        ] {
            let token = TurnToken::parse(text, SeatNames(&names)).unwrap();
            assert_eq!(token, TurnToken { seat: Seat(seat), extra, by: by.map(Seat) });
            assert_eq!(token.show(&names), text);
        }
    }

    #[test]
    fn what_is_no_token_is_said() {
        let names = ["A".to_owned(), "Bob".to_owned()];
        let error = |text| TurnToken::parse(text, SeatNames(&names)).unwrap_err();
        assert_eq!(error("Bop*"), "unknown seat `Bop`, expected one of `A`, `Bob`; did you mean `Bob`?");
        for text in ["", "*", "A**", "A[by:]x", "A[to:Bob]", "A]", "*A"] {
            let expected = format!(
                "`{text}` is no turn, expected a seat's name, with `*` for an extra turn and `[by:NAME]` for who controls it"
            );
            assert_eq!(error(text), expected);
        }
    }
}
