//! Draws a sheet over the table.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Widget};

use super::fit::{clipped, wrapped};
use super::lines;
use crate::cli::play::screen::Screen;
use crate::cli::play::sheet::{STEPS, Sheet, StopList, TOPS};
use crate::turn::Step;

/// Lines of a question that is asked twice, with its frame.
const SMALL: u16 = 5;

pub(super) fn draw(sheet: &Sheet, screen: &Screen, area: Rect, buffer: &mut Buffer) {
    match sheet {
        Sheet::Text { title, lines: text, top, card } => {
            let back = if card.is_some() { "Enter back" } else { "Esc back" };
            let inner = frame(&format!("{title}: {back}, arrows and PgUp, PgDn"), area, buffer);
            let (width, height) = (usize::from(inner.width), usize::from(inner.height));
            let rows: Vec<String> = text.iter().flat_map(|line| wrapped(line, width)).collect();
            // The end of the text stays at the end of the sheet.
            let top = (*top).min(rows.len().saturating_sub(height));
            lines(rows.into_iter().skip(top).collect(), inner, buffer);
        }
        Sheet::Cards { rows, cursor } => cards(rows, *cursor, area, buffer),
        Sheet::Stops(list) => stops(*list, screen, area, buffer),
        Sheet::Concede => asked("Concede the game?", "y concedes, any other key goes back", area, buffer),
        Sheet::Quit => {
            let what = if screen.over.is_some() { "Leave?" } else { "Leave the game? It is not kept." };
            asked(what, "y leaves, any other key goes back", area, buffer);
        }
    }
}

fn frame(title: &str, area: Rect, buffer: &mut Buffer) -> Rect {
    let block = Block::bordered().title(clipped(&format!(" {title} "), usize::from(area.width.saturating_sub(2))));
    let inner = block.inner(area);
    Clear.render(area, buffer);
    block.render(area, buffer);
    inner
}

fn cards<C>(rows: &[(String, Option<C>)], cursor: usize, area: Rect, buffer: &mut Buffer) {
    let inner = frame("the table: arrows choose, Enter shows the card, Esc back", area, buffer);
    let height = usize::from(inner.height).max(1);
    let top = (cursor + 1).saturating_sub(height.div_ceil(2)).min(rows.len().saturating_sub(height));
    let line = |(at, (text, card)): (usize, &(String, Option<C>))| {
        let style = match (at == cursor, card.is_some()) {
            (true, _) => Style::new().add_modifier(Modifier::REVERSED),
            (false, false) => Style::new().add_modifier(Modifier::BOLD),
            (false, true) => Style::new(),
        };
        Line::styled(clipped(text, usize::from(inner.width)), style)
    };
    lines(rows.iter().enumerate().skip(top).map(line).collect(), inner, buffer);
}

fn stops(list: StopList, screen: &Screen, area: Rect, buffer: &mut Buffer) {
    let inner = frame("stops: where you are asked; arrows, Space, Esc back", area, buffer);
    let stops = &screen.stops;
    let sign = |on: bool| if on { "[x]" } else { "[ ]" };
    let marked = |here: bool, text: String| {
        let style = if here { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
        ratatui::text::Span::styled(text, style)
    };
    let mut rows = vec![Line::from(format!("{:<24}{:<12}{}", "with an empty stack, in", "own turns", "others' turns"))];
    for (at, step) in STEPS.iter().enumerate() {
        let name = if matches!(step, Step::Custom(_)) { "steps of the format" } else { step.name() };
        let here = |others: bool| list.step == at && list.others == others;
        rows.push(Line::from(vec![
            ratatui::text::Span::from(format!("  {name:<22}")),
            marked(here(false), sign(stops.own.contains(*step)).to_owned()),
            ratatui::text::Span::from(" ".repeat(9)),
            marked(here(true), sign(stops.others.contains(*step)).to_owned()),
        ]));
    }
    rows.push(Line::from("with something on top of the stack"));
    let tops = TOPS.iter().map(|(name, top)| (*name, stops.top.contains(*top)));
    for (at, (name, on)) in tops.chain([("also where you can only pass", stops.forced)]).enumerate() {
        let text = format!("  {name:<32}");
        rows.push(Line::from(vec![text.into(), marked(list.step == STEPS.len() + at, sign(on).to_owned())]));
    }
    let at = if list.step < STEPS.len() { list.step + 1 } else { list.step + 2 };
    let top = (at + 2).saturating_sub(usize::from(inner.height));
    lines(rows.into_iter().skip(top).collect(), inner, buffer);
}

fn asked(what: &str, keys: &str, area: Rect, buffer: &mut Buffer) {
    let width = area.width.min(50);
    let at = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height.saturating_sub(SMALL)) / 2,
        width,
        height: SMALL.min(area.height),
    };
    let inner = frame("", at, buffer);
    lines(vec![format!(" {what}"), String::new(), format!(" {keys}")], inner, buffer);
}
