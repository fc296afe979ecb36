//! Text into rows, and rows into the height that there is.

/// How many lines everything would like to have.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Wish {
    /// For each player, beside a line of numbers.
    pub(super) permanents: Vec<u16>,
    pub(super) stack: u16,
    pub(super) hand: u16,
    pub(super) question: u16,
}

/// How many lines everything gets; what is left is the log's.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Room {
    /// For each player that is shown.
    pub(super) permanents: Vec<u16>,
    /// A line says that not all players are shown.
    more: bool,
    pub(super) stack: u16,
    pub(super) hand: u16,
    pub(super) question: u16,
}

/// Lines that the log has at least, and those that it gets before others get all that they want.
const LOG: (u16, u16) = (2, 4);

impl Room {
    /// Shares so many lines out: first what can't be missed, then a line of permanents for everybody, then options, log,
    /// hand and the rest.
    pub(super) fn share(height: u16, wish: &Wish) -> Room {
        let mut room = Room {
            stack: wish.stack.min(1),
            hand: wish.hand.min(1),
            question: wish.question.min(3),
            ..Room::default()
        };
        let taken = room.stack + room.hand + room.question + LOG.0;
        let mut free = height.saturating_sub(taken);
        let players = wish.permanents.len();
        room.more = players > usize::from(free);
        let shown = if room.more { usize::from(free.saturating_sub(1)) } else { players };
        room.permanents = vec![0; shown];
        free = free.saturating_sub(shown as u16 + u16::from(room.more));
        let mut give = |to: &mut u16, wanted: u16| {
            let more = wanted.saturating_sub(*to).min(free);
            *to += more;
            free -= more;
        };
        let each = |room: &mut Room, give: &mut dyn FnMut(&mut u16, u16), most: u16| {
            room.permanents.iter_mut().zip(&wish.permanents).for_each(|(to, wanted)| give(to, most.min(*wanted)));
        };
        each(&mut room, &mut give, 1);
        let mut log = LOG.0;
        give(&mut room.question, wish.question.min(4));
        give(&mut log, LOG.1 - 1);
        give(&mut room.hand, wish.hand.min(2));
        give(&mut room.question, wish.question.min(6));
        give(&mut log, LOG.1);
        give(&mut room.stack, wish.stack.min(3));
        each(&mut room, &mut give, 2);
        give(&mut room.question, wish.question.min(12));
        each(&mut room, &mut give, 4);
        give(&mut room.hand, wish.hand.min(4));
        give(&mut log, 10);
        give(&mut room.question, wish.question);
        room
    }

    /// Lines of the players.
    pub(super) fn seats(&self) -> u16 {
        self.permanents.len() as u16 + self.permanents.iter().sum::<u16>() + u16::from(self.more)
    }
}

/// The text, or as much of it as fits and a sign that there is more.
pub(super) fn clipped(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain((width > 0).then_some('…')).collect()
}

/// Parts in a row, commas between them, in at most so many lines; what does not fit is counted at the end. The head stands
/// before the first line, and as much room before the others.
pub(super) fn packed(head: &str, parts: &[String], width: usize, most: usize) -> Vec<String> {
    if parts.is_empty() || most == 0 {
        return Vec::new();
    }
    let indent = head.chars().count();
    let mut rows = vec![head.to_owned()];
    let mut used = indent;
    for (at, part) in parts.iter().enumerate() {
        let left = parts.len() - at - 1;
        let (first, length) = (used == indent, part.chars().count());
        // On the last line there must be room to say that there is more.
        let sign = if rows.len() == most && left > 0 { format!(", +{left} more").len() } else { 0 };
        let comma = if first { 0 } else { 2 };
        if used + comma + length + sign > width && !first {
            if rows.len() == most {
                let row = rows.len() - 1;
                rows[row] += &format!(", +{} more", left + 1);
                return rows.into_iter().map(|row| clipped(&row, width)).collect();
            }
            let row = rows.len() - 1;
            rows[row].push(',');
            rows.push(" ".repeat(indent));
            used = indent;
        }
        let row = rows.len() - 1;
        if used > indent {
            rows[row] += ", ";
            used += 2;
        }
        rows[row] += part;
        used += length;
    }
    rows.into_iter().map(|row| clipped(&row, width)).collect()
}

/// A line of text in rows; what follows the first hangs behind its indentation.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    if text.chars().count() <= width {
        return vec![text.to_owned()];
    }
    let indent = text.chars().take_while(|c| *c == ' ').count().min(width / 2);
    let mut rows = Vec::new();
    let mut row = " ".repeat(indent);
    for word in text.split_whitespace() {
        let empty = row.trim().is_empty();
        let space = usize::from(!empty);
        if !empty && row.chars().count() + space + word.chars().count() > width {
            rows.push(std::mem::replace(&mut row, " ".repeat(indent + 4)));
        } else if space == 1 {
            row.push(' ');
        }
        row += word;
    }
    rows.push(row);
    rows.into_iter().map(|row| clipped(&row, width)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn parts_are_packed_and_the_rest_is_counted() {
        assert_eq!(packed("a: ", &parts("one two three"), 40, 2), ["a: one, two, three"]);
        assert_eq!(packed("a: ", &parts("one two three"), 12, 2), ["a: one, two,", "   three"]);
        assert_eq!(packed("", &parts("one two three four"), 17, 1), ["one, two, +2 more"]);
        assert!(packed("a: ", &[], 10, 3).is_empty() && packed("", &parts("x"), 10, 0).is_empty());
    }

    #[test]
    fn lines_hang_where_they_do_not_fit() {
        assert_eq!(wrapped("  a  b", 20), ["  a  b"]);
        assert_eq!(wrapped("  one two three", 10), ["  one two", "      thr…"]);
        assert_eq!(
            (clipped("abc", 3), clipped("abcd", 3), clipped("abc", 0)),
            ("abc".into(), "ab…".into(), String::new())
        );
    }

    #[test]
    fn what_can_t_be_missed_comes_first() {
        let wish = |players: usize| Wish { permanents: vec![3; players], stack: 2, hand: 5, question: 30 };
        let tight = Room::share(14, &wish(4));
        assert_eq!((tight.permanents.len(), tight.stack, tight.hand), (4, 1, 1));
        assert!(tight.question >= 3 && tight.seats() + tight.stack + tight.hand + tight.question + LOG.0 <= 14);
        let crowded = Room::share(14, &wish(15));
        assert!(crowded.more && crowded.seats() + 1 + 1 + 3 + LOG.0 <= 14, "{crowded:?}");
        let wide = Room::share(80, &wish(4));
        assert_eq!((wide.permanents, wide.stack, wide.hand, wide.question), (vec![3; 4], 2, 4, 30));
    }
}
