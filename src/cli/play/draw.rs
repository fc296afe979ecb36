//! Draws the screen: the whole table on 80 columns and 24 rows, more of it where there is more room.

mod fit;
mod sheets;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::page::Page;
use super::scene::{Scene, SeatSeen, StripStep, Thing, When};
use super::screen::{Pace, Screen};
use fit::{Room, Wish, clipped, packed, wrapped};

/// The least room that the table fits into.
pub(super) const LEAST: (u16, u16) = (60, 20);

/// Rows that are always there: three of a heading, a rule above the log and one above the question, the last line.
const FIXED: u16 = 6;

/// The most columns of options.
const COLUMNS: usize = 3;

/// Draws all of it.
pub(super) fn draw(screen: &Screen, frame: &mut Frame<'_>) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        let text = format!(
            "The table needs {} columns and {} rows; here are {} and {}.\nMake the terminal larger, or press q and y to leave.",
            LEAST.0, LEAST.1, area.width, area.height
        );
        return frame.render_widget(Paragraph::new(text).wrap(ratatui::widgets::Wrap { trim: true }), area);
    }
    let buffer = frame.buffer_mut();
    table(screen, area, buffer);
    if let Some(sheet) = &screen.sheet {
        sheets::draw(sheet, screen, area, buffer);
    }
}

fn table(screen: &Screen, area: Rect, buffer: &mut Buffer) {
    let (scene, width) = (&screen.scene, usize::from(area.width));
    let question = Question::of(screen, width);
    let seats = ordered(scene);
    let wishes = wishes(scene, &seats, &question, width);
    let room = Room::share(area.height.saturating_sub(FIXED), &wishes);
    let [heading, table, stack, hand, log_rule, log, rule, options, last] = Layout::vertical([
        Constraint::Length(3),
        Constraint::Length(room.seats()),
        Constraint::Length(room.stack),
        Constraint::Length(room.hand),
        Constraint::Length(1),
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Length(room.question),
        Constraint::Length(1),
    ])
    .areas(area);
    lines(heading_lines(screen, width), heading, buffer);
    lines(seat_lines(&seats, &room, width), table, buffer);
    lines(packed("stack: ", &texts(&scene.stack), width, usize::from(room.stack)), stack, buffer);
    lines(packed("hand: ", &hand_texts(scene), width, usize::from(room.hand)), hand, buffer);
    let told = log_lines(screen, usize::from(log.height), width);
    ruler("log", &log_place(screen, usize::from(log.height)), log_rule, buffer);
    lines(told, log, buffer);
    ruler(&question.title, &question.place(usize::from(options.height)), rule, buffer);
    lines(question.lines(usize::from(options.height), width), options, buffer);
    lines(vec![last_line(screen, width)], last, buffer);
}

/// How many lines everything would like to have.
fn wishes(scene: &Scene, seats: &[&SeatSeen], question: &Question, width: usize) -> Wish {
    let rows = |texts: &[String]| packed("", texts, width.saturating_sub(7), 99).len() as u16;
    let permanents = |seat: &&SeatSeen| rows(&groups(seat));
    Wish {
        permanents: seats.iter().map(permanents).collect(),
        stack: rows(&texts(&scene.stack)),
        hand: rows(&hand_texts(scene)),
        question: question.rows() as u16,
    }
}

fn lines<'a, L: Into<Line<'a>>>(lines: Vec<L>, area: Rect, buffer: &mut Buffer) {
    let lines: Vec<Line<'a>> = lines.into_iter().take(usize::from(area.height)).map(Into::into).collect();
    Paragraph::new(lines).render(area, buffer);
}

/// A rule with a title, and something at its end.
pub(super) fn ruler(title: &str, end: &str, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width);
    let end = if end.is_empty() { String::new() } else { format!(" {end} ──") };
    let title = clipped(title, width.saturating_sub(end.chars().count() + 6));
    let used = title.chars().count() + end.chars().count() + 4;
    let line = Line::from(vec![
        Span::from("── ").dim(),
        Span::from(title).bold(),
        Span::from(format!(" {}", "─".repeat(width.saturating_sub(used)))).dim(),
        Span::from(end).dim(),
    ]);
    line.render(area, buffer);
}

// ---- the heading ----

fn heading_lines(screen: &Screen, width: usize) -> Vec<Line<'static>> {
    let scene = &screen.scene;
    let turn = if scene.turn == 0 {
        "before the first turn".to_owned()
    } else {
        format!("turn {}  {}", scene.turn, scene.whose)
    };
    let title = clipped(&screen.title, width.saturating_sub(turn.chars().count() + 3));
    let gap = width.saturating_sub(turn.chars().count() + title.chars().count());
    let first = Line::from(vec![Span::from(turn).bold(), Span::from(" ".repeat(gap)), Span::from(title).dim()]);
    let ahead = format!("next: {}", scene.ahead.join(", "));
    vec![first, strip_line(&scene.strip, width), Line::from(clipped(&ahead, width))]
}

fn strip_line(strip: &[StripStep], width: usize) -> Line<'static> {
    let (mut spans, mut used) = (Vec::new(), 0);
    // What was is of less interest than what is to come.
    let all: usize = strip.iter().map(|step| step.name.chars().count() + 3).sum();
    let hidden = if all > width { strip.iter().position(|step| step.when != When::Past).unwrap_or(0) } else { 0 };
    for step in &strip[hidden..] {
        let plus = if step.added { "+" } else { "" };
        let (text, style) = match step.when {
            When::Past => (step.name.clone(), Style::new().add_modifier(Modifier::DIM)),
            When::Now => (format!("[{}]", step.name), Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED)),
            When::ToCome => (format!("{plus}{}", step.name), Style::new()),
        };
        used += text.chars().count() + 1;
        if used > width {
            spans.push(Span::from("…"));
            break;
        }
        spans.push(Span::styled(text, style));
        spans.push(Span::from(" "));
    }
    Line::from(spans)
}

// ---- the players ----

/// In turn order from who looks on.
fn ordered(scene: &Scene) -> Vec<&SeatSeen> {
    let mut seats: Vec<&SeatSeen> = scene.seats.iter().collect();
    let you = seats.iter().position(|seat| seat.you).unwrap_or(0);
    seats.rotate_left(you);
    seats
}

fn seat_lines(seats: &[&SeatSeen], room: &Room, width: usize) -> Vec<Line<'static>> {
    let name = seats.iter().map(|seat| seat.name.chars().count()).max().unwrap_or(0).min(14);
    let mut all = Vec::new();
    for (seat, permanents) in seats.iter().zip(&room.permanents) {
        let line = seat_line(seat, name, width);
        let style = match (seat.living, seat.active) {
            (false, _) => Style::new().add_modifier(Modifier::DIM),
            (true, true) => Style::new().add_modifier(Modifier::BOLD),
            (true, false) => Style::new(),
        };
        all.push(Line::styled(line, style));
        let shown = packed("    ", &groups(seat), width, usize::from(*permanents));
        all.extend(shown.into_iter().map(Line::from));
    }
    if room.permanents.len() < seats.len() {
        let more = seats.len() - room.permanents.len();
        all.push(Line::from(format!("  and {more} more: b shows them")));
    }
    all
}

/// `> Talrand  40 life  hand 7  library 92  graveyard 3  mana 4`, with what is rarely there only where it is.
fn seat_line(seat: &SeatSeen, name: usize, width: usize) -> String {
    let sign = if seat.active { '>' } else { ' ' };
    let mut text = format!("{sign} {:<name$}", clipped(&seat.name, name));
    text += if seat.you { " you" } else { "    " };
    if !seat.living {
        return clipped(&format!("{text}  has left the game"), width);
    }
    text += &format!(
        " {:>3} life  hand {:<2} lib {:<3} gy {:<2} mana {}",
        seat.life,
        seat.hand,
        seat.library,
        seat.graveyard.len(),
        seat.mana
    );
    if !seat.pool.is_empty() {
        text += &format!("+{}", seat.pool);
    }
    if seat.poison > 0 {
        text += &format!("  poison {}", seat.poison);
    }
    if seat.commander_damage > 0 {
        text += &format!("  cmdr dmg {}", seat.commander_damage);
    }
    if !seat.command.is_empty() {
        // A first name will do.
        let first = |thing: &Thing| thing.text.split(',').next().unwrap_or_default().to_owned();
        text += &format!("  cmd {}", seat.command.iter().map(first).collect::<Vec<_>>().join(", "));
    }
    clipped(&text, width)
}

fn groups(seat: &SeatSeen) -> Vec<String> {
    if seat.living { seat.permanents.iter().map(super::scene::Group::line).collect() } else { Vec::new() }
}

fn texts(things: &[Thing]) -> Vec<String> {
    things.iter().map(|thing| thing.text.clone()).collect()
}

/// The hands that are seen, equal cards together; with whose they are where there are several.
fn hand_texts(scene: &Scene) -> Vec<String> {
    let hands: Vec<&SeatSeen> = scene.seats.iter().filter(|seat| !seat.cards.is_empty()).collect();
    let mut all = Vec::new();
    for seat in &hands {
        let mut cards: Vec<(&str, usize)> = Vec::new();
        for card in &seat.cards {
            match cards.iter_mut().find(|(text, _)| *text == card.text) {
                Some((_, n)) => *n += 1,
                None => cards.push((&card.text, 1)),
            }
        }
        let of = if hands.len() > 1 || !seat.you { format!("{}'s ", seat.name) } else { String::new() };
        all.extend(
            cards.into_iter().map(|(text, n)| if n > 1 { format!("{of}{text} x{n}") } else { format!("{of}{text}") }),
        );
    }
    all
}

// ---- the log ----

/// How far back the log is scrolled; or how much of it is new.
fn log_place(screen: &Screen, height: usize) -> String {
    let fresh = screen.log.iter().filter(|line| line.fresh).count();
    match screen.log_back {
        0 if fresh > height => format!("{fresh} new lines: PgUp, l"),
        0 => String::new(),
        back => format!("{back} lines back: PgDn"),
    }
}

/// The last lines of the log that fit, wrapped.
fn log_lines(screen: &Screen, height: usize, width: usize) -> Vec<Line<'static>> {
    let end = screen.log.len().saturating_sub(screen.log_back);
    let mut rows: Vec<Line<'static>> = Vec::new();
    for line in screen.log[..end].iter().rev() {
        let style = if line.fresh { Style::new() } else { Style::new().add_modifier(Modifier::DIM) };
        rows.extend(wrapped(&line.text, width).into_iter().rev().map(|row| Line::styled(row, style)));
        if rows.len() >= height {
            break;
        }
    }
    rows.truncate(height);
    rows.reverse();
    rows
}

// ---- the question ----

/// What is asked, ready to be laid out.
struct Question {
    title: String,
    /// Each row, and whether keys are about it.
    rows: Vec<(String, bool)>,
    columns: usize,
}

impl Question {
    fn of(screen: &Screen, width: usize) -> Question {
        if let Some(over) = &screen.over {
            let rows = over.iter().map(|line| (clipped(line, width), false)).collect();
            return Question { title: "the game is over".to_owned(), rows, columns: 1 };
        }
        let Some(asking) = &screen.asking else {
            let title = if screen.pace.is_some() { "following" } else { "the others are playing" };
            return Question { title: title.to_owned(), rows: Vec::new(), columns: 1 };
        };
        let page = asking.page();
        let so_far = asking.so_far().map_or_else(String::new, |act| format!("{act}: "));
        let rows = rows(page, width);
        let longest = rows.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
        let columns = (width / (longest + 2)).clamp(1, COLUMNS);
        Question { title: format!("{so_far}{}", page.title), rows, columns }
    }

    fn rows(&self) -> usize {
        self.rows.len().div_ceil(self.columns)
    }

    /// The first row that is shown where so many lines are free.
    fn first(&self, height: usize) -> usize {
        let at = self.rows.iter().position(|(_, marked)| *marked).unwrap_or(0);
        let page = (height * self.columns).max(1);
        at / page * page
    }

    /// Which part is shown.
    fn place(&self, height: usize) -> String {
        let page = (height * self.columns).max(1);
        if self.rows.len() <= page {
            return String::new();
        }
        let first = self.first(height);
        format!("{} to {} of {}", first + 1, (first + page).min(self.rows.len()), self.rows.len())
    }

    fn lines(&self, height: usize, width: usize) -> Vec<Line<'static>> {
        let (first, column) = (self.first(height), width / self.columns);
        let shown = &self.rows[first.min(self.rows.len())..(first + height * self.columns).min(self.rows.len())];
        // Down the columns, as lists are read.
        let deep = shown.len().div_ceil(self.columns).max(1);
        let line = |row: usize| {
            let cells = shown.iter().skip(row).step_by(deep).map(|(text, marked)| {
                let style = if *marked { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
                let text = clipped(text, column.saturating_sub(1));
                let gap = column.saturating_sub(text.chars().count());
                vec![Span::styled(text, style), Span::from(" ".repeat(gap))]
            });
            Line::from(cells.flatten().collect::<Vec<_>>())
        };
        (0..deep.min(height)).map(line).collect()
    }
}

/// The rows of a page that are shown, with their numbers and marks.
fn rows(page: &Page, width: usize) -> Vec<(String, bool)> {
    let row = |at: usize| {
        let row = &page.rows[at];
        let times = if row.count > 1 { format!(" x{}", row.count) } else { String::new() };
        let mark = page.mark(at).map_or_else(String::new, |mark| format!("{mark} "));
        let text = match mark.starts_with("->") {
            true => format!("{:>2} {}{times} {mark}", at + 1, row.text),
            false => format!("{:>2} {mark}{}{times}", at + 1, row.text),
        };
        (clipped(text.trim_end(), width), at == page.cursor)
    };
    page.shown().into_iter().map(row).collect()
}

// ---- the last line ----

fn last_line(screen: &Screen, width: usize) -> Line<'static> {
    if let Some(notice) = &screen.notice {
        return Line::styled(clipped(notice, width), Style::new().add_modifier(Modifier::BOLD));
    }
    let (left, keys) = match (&screen.asking, &screen.pace) {
        _ if screen.over.is_some() => (String::new(), "b table  l log  u undo  q leave"),
        (Some(asking), _) => (prompt(asking.page()), "? keys  u undo  q leave"),
        (None, Some(pace)) => (paced(pace), "? keys  space hold  n next  + - speed  q leave"),
        (None, None) => ("...".to_owned(), "? keys  q leave"),
    };
    let keys = clipped(keys, width.saturating_sub(left.chars().count() + 2));
    let gap = width.saturating_sub(left.chars().count() + keys.chars().count());
    Line::from(vec![Span::from(left), Span::from(" ".repeat(gap)), Span::from(keys).dim()])
}

fn prompt(page: &Page) -> String {
    match (page.filtering, page.typed.is_empty()) {
        (true, _) => format!("only with: {}_", page.filter),
        (false, false) => format!("> {}_", page.typed),
        (false, true) if !page.filter.is_empty() => format!("only with `{}`; {}", page.filter, page.hint()),
        (false, true) => format!("> {}", page.hint()),
    }
}

fn paced(pace: &Pace) -> String {
    if pace.paused { "held".to_owned() } else { format!("{} a second", pace.speed) }
}
