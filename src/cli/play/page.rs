//! One question as a page: numbered rows, what has been marked on them, and what keys do. Knows nothing of the rules.

use ratatui::crossterm::event::KeyCode;

use crate::cards::effect::CardId;
use crate::game::decision::Choice;

/// A page with a question on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Page {
    pub(super) title: String,
    pub(super) form: Form,
    pub(super) rows: Vec<Row>,
    /// The row that keys are about, by its place among all rows.
    pub(super) cursor: usize,
    /// Digits that have been typed.
    pub(super) typed: String,
    /// Only rows with this in them are shown.
    pub(super) filter: String,
    /// What is typed goes into the filter.
    pub(super) filtering: bool,
}

/// What is asked for, and what has been marked so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Form {
    /// One row.
    One,
    /// From `min` to `max` rows.
    Some { min: usize, max: usize, chosen: Vec<usize> },
    /// All rows, in an order.
    Order { placed: Vec<usize> },
    /// A number.
    Number { min: i32, max: i32, now: i32 },
    /// For each row one of these, or nothing.
    Assign { options: Vec<String>, to: Vec<Option<usize>>, barred: Vec<Vec<usize>> },
    /// Shares of a total for the rows.
    Divide { total: i32, shares: Vec<i32> },
}

/// Something that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) text: String,
    /// How many options look the same.
    pub(super) count: usize,
    /// The first of them, by its place in the question.
    pub(super) option: u16,
    pub(super) card: Option<CardId>,
}

/// What a key has come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Turned {
    /// The page has changed, or not.
    Stays,
    /// The key is none of this page's.
    NotMine,
    /// It is answered.
    Answered(Choice),
    /// The person wants to take back what came before.
    Back,
    /// It can't be answered so.
    Wrong(String),
}

impl Page {
    pub(super) fn new(title: String, form: Form, rows: Vec<Row>, cursor: usize) -> Page {
        Page { title, form, rows, cursor, typed: String::new(), filter: String::new(), filtering: false }
    }

    /// The rows that are shown, by their places.
    pub(super) fn shown(&self) -> Vec<usize> {
        let wanted = self.filter.to_lowercase();
        (0..self.rows.len()).filter(|at| self.rows[*at].text.to_lowercase().contains(&wanted)).collect()
    }

    /// The card of the row that keys are about.
    pub(super) fn card(&self) -> Option<CardId> {
        self.rows.get(self.cursor)?.card
    }

    /// What is marked on a row: nothing, a cross, a place, what it is assigned to, a share.
    pub(super) fn mark(&self, at: usize) -> Option<String> {
        match &self.form {
            Form::One | Form::Number { .. } => None,
            Form::Some { chosen, .. } => Some(if chosen.contains(&at) { "[x]" } else { "[ ]" }.to_owned()),
            Form::Order { placed } => {
                let place = placed.iter().position(|row| *row == at);
                Some(place.map_or_else(|| "[ ]".to_owned(), |place| format!("[{}]", place + 1)))
            }
            Form::Assign { options, to, .. } => {
                Some(to[at].map_or_else(|| "[ ]".to_owned(), |n| format!("-> {}", options[n])))
            }
            Form::Divide { shares, .. } => Some(format!("[{}]", shares[at])),
        }
    }

    /// How the question is answered, in a line.
    pub(super) fn hint(&self) -> String {
        match &self.form {
            Form::One => "number and Enter".to_owned(),
            Form::Some { min, max, chosen } => {
                let wanted = if min == max { max.to_string() } else { format!("{min} to {max}") };
                format!("{} of {wanted}: number or Space marks, a all, 0 none, Enter", chosen.len())
            }
            Form::Order { placed } => {
                format!("{} of {} placed: number or Space places, Enter", placed.len(), self.rows.len())
            }
            Form::Number { min, max, now } => format!("{now}: a number from {min} to {max}, Enter"),
            Form::Assign { .. } => "number or Space changes, a all alike, 0 none, Enter".to_owned(),
            Form::Divide { total, shares } => {
                let left = total - shares.iter().sum::<i32>();
                format!("{left} of {total} left: arrows, + -, Enter")
            }
        }
    }

    /// What a key does.
    pub(super) fn turn(&mut self, key: KeyCode) -> Turned {
        if self.filtering {
            return self.filter_key(key);
        }
        match key {
            KeyCode::Up => self.move_by(-1),
            KeyCode::Down => self.move_by(1),
            KeyCode::Home => self.move_by(isize::MIN),
            KeyCode::End => self.move_by(isize::MAX),
            KeyCode::Left => self.change(-1),
            KeyCode::Right => self.change(1),
            KeyCode::Char(' ') => self.mark_row(self.cursor),
            KeyCode::Char('a') => self.mark_all(),
            KeyCode::Char('0') if self.typed.is_empty() && self.clear() => Turned::Stays,
            KeyCode::Char(digit) if digit.is_ascii_digit() => self.digit(digit),
            KeyCode::Char('-') if self.typed.is_empty() => self.change(-1),
            KeyCode::Char('+') => self.change(1),
            KeyCode::Char('/') => {
                (self.filtering, self.typed) = (true, String::new());
                Turned::Stays
            }
            KeyCode::Backspace | KeyCode::Esc => self.back(key),
            KeyCode::Enter => self.enter(),
            _ => Turned::NotMine,
        }
    }

    fn filter_key(&mut self, key: KeyCode) -> Turned {
        match key {
            KeyCode::Char(c) => self.filter.push(c),
            KeyCode::Backspace => drop(self.filter.pop()),
            KeyCode::Esc => (self.filtering, self.filter) = (false, String::new()),
            KeyCode::Enter | KeyCode::Up | KeyCode::Down => self.filtering = false,
            _ => return Turned::NotMine,
        }
        self.keep_cursor_shown();
        Turned::Stays
    }

    fn keep_cursor_shown(&mut self) {
        let shown = self.shown();
        if !shown.contains(&self.cursor) {
            self.cursor = shown.first().copied().unwrap_or(0);
        }
    }

    fn move_by(&mut self, by: isize) -> Turned {
        if let (Form::Number { .. }, true) = (&self.form, by.abs() == 1) {
            return self.change(-by as i32);
        }
        self.typed.clear();
        let shown = self.shown();
        let at = shown.iter().position(|row| *row == self.cursor).unwrap_or(0);
        let to = at.saturating_add_signed(by).min(shown.len().saturating_sub(1));
        self.cursor = shown.get(to).copied().unwrap_or(0);
        Turned::Stays
    }

    fn digit(&mut self, digit: char) -> Turned {
        if self.typed.len() < 6 {
            self.typed.push(digit);
        }
        if !matches!(self.form, Form::Number { .. } | Form::Divide { .. })
            && let Some(row) = self.row_typed()
        {
            self.cursor = row;
        }
        Turned::Stays
    }

    /// The row of the number that has been typed.
    fn row_typed(&self) -> Option<usize> {
        self.typed.parse::<usize>().ok()?.checked_sub(1).filter(|at| *at < self.rows.len())
    }

    fn back(&mut self, key: KeyCode) -> Turned {
        if !self.typed.is_empty() {
            match key {
                KeyCode::Esc => self.typed.clear(),
                _ => drop(self.typed.pop()),
            }
            return Turned::Stays;
        }
        if !self.filter.is_empty() {
            self.filter.clear();
            return Turned::Stays;
        }
        Turned::Back
    }

    /// Marks a row, or takes the mark away.
    fn mark_row(&mut self, at: usize) -> Turned {
        self.typed.clear();
        if at >= self.rows.len() {
            return Turned::Stays;
        }
        self.cursor = at;
        match &mut self.form {
            Form::Some { chosen: list, max, .. } => match list.iter().position(|row| *row == at) {
                Some(place) => drop(list.remove(place)),
                None if list.len() < *max => list.push(at),
                None if *max == 1 => *list = vec![at],
                None => return Turned::Wrong(format!("at most {max} can be chosen: take one back first")),
            },
            Form::Order { placed } => match placed.iter().position(|row| *row == at) {
                Some(place) => drop(placed.remove(place)),
                None => placed.push(at),
            },
            Form::Assign { .. } => return self.change(1),
            Form::One => return self.enter(),
            Form::Number { .. } | Form::Divide { .. } => {}
        }
        Turned::Stays
    }

    fn mark_all(&mut self) -> Turned {
        let (shown, cursor) = (self.shown(), self.cursor);
        match &mut self.form {
            Form::Some { chosen, max, .. } => {
                let more: Vec<usize> = shown.into_iter().filter(|row| !chosen.contains(row)).collect();
                chosen.extend(more.into_iter().take(max.saturating_sub(chosen.len())));
            }
            Form::Assign { options, to, barred } => {
                let Some(like) = to.get(cursor).copied().flatten().or((!options.is_empty()).then_some(0)) else {
                    return Turned::Stays;
                };
                for row in shown.into_iter().filter(|row| !barred[*row].contains(&like)) {
                    to[row] = Some(like);
                }
            }
            _ => return Turned::NotMine,
        }
        Turned::Stays
    }

    /// Takes all marks away; whether there can be any.
    fn clear(&mut self) -> bool {
        match &mut self.form {
            Form::Some { chosen: list, .. } | Form::Order { placed: list } => list.clear(),
            Form::Assign { to, .. } => to.fill(None),
            Form::One | Form::Number { .. } | Form::Divide { .. } => return false,
        }
        true
    }

    fn change(&mut self, by: i32) -> Turned {
        self.typed.clear();
        match &mut self.form {
            Form::Number { min, max, now } => *now = now.saturating_add(by).clamp(*min, *max),
            Form::Divide { total, shares } => {
                if let Some(share) = shares.get_mut(self.cursor) {
                    *share = (*share + by).clamp(0, *total);
                }
            }
            Form::Assign { options, to, barred } => {
                if let Some(now) = to.get_mut(self.cursor) {
                    *now = next(*now, options.len(), &barred[self.cursor], by);
                }
            }
            Form::One | Form::Some { .. } | Form::Order { .. } => return self.move_by(by as isize),
        }
        Turned::Stays
    }

    fn enter(&mut self) -> Turned {
        if !self.typed.is_empty() {
            return self.enter_typed();
        }
        let option = |at: &usize| self.rows[*at].option;
        Turned::Answered(match &self.form {
            Form::One if self.rows.is_empty() => return Turned::Wrong("there is nothing to choose from".to_owned()),
            Form::One => Choice::option(self.rows[self.cursor].option),
            Form::Some { min, chosen, .. } if chosen.len() < *min => {
                return Turned::Wrong(format!("choose {} more", min - chosen.len()));
            }
            Form::Some { chosen, .. } => Choice::Some(chosen.iter().map(option).collect()),
            Form::Order { placed } => {
                let rest = (0..self.rows.len()).filter(|row| !placed.contains(row));
                Choice::Order(placed.iter().copied().chain(rest).map(|row| self.rows[row].option).collect())
            }
            Form::Number { now, .. } => Choice::Number(*now),
            Form::Assign { to, .. } => {
                let pair = |(row, to): (usize, &Option<usize>)| to.map(|to| (self.rows[row].option, to as i32));
                Choice::Assign(to.iter().enumerate().filter_map(pair).collect())
            }
            Form::Divide { shares, .. } => {
                let pair = |(row, share): (usize, &i32)| (*share > 0).then(|| (self.rows[row].option, *share));
                Choice::Assign(shares.iter().enumerate().filter_map(pair).collect())
            }
        })
    }

    /// Enter behind digits: the row of that number, or the number itself.
    fn enter_typed(&mut self) -> Turned {
        let number = self.typed.parse::<i32>().unwrap_or(i32::MAX);
        match &mut self.form {
            Form::Number { min, max, now } => {
                self.typed.clear();
                if (*min..=*max).contains(&number) {
                    *now = number;
                    return self.enter();
                }
                return Turned::Wrong(format!("{number} is not between {min} and {max}"));
            }
            Form::Divide { total, shares } => {
                self.typed.clear();
                if number > *total {
                    return Turned::Wrong(format!("there are only {total} to divide"));
                }
                if let Some(share) = shares.get_mut(self.cursor) {
                    *share = number;
                }
                return self.move_by(1);
            }
            _ => {}
        }
        let Some(row) = self.row_typed() else {
            let wrong = format!("there is no {}: 1 to {}", self.typed, self.rows.len());
            self.typed.clear();
            return Turned::Wrong(wrong);
        };
        self.mark_row(row)
    }
}

/// The next option for a row, nothing being one of them.
fn next(now: Option<usize>, options: usize, barred: &[usize], by: i32) -> Option<usize> {
    let all: Vec<Option<usize>> =
        std::iter::once(None).chain((0..options).filter(|n| !barred.contains(n)).map(Some)).collect();
    let at = all.iter().position(|option| *option == now).unwrap_or(0) as i32;
    all[(at + by).rem_euclid(all.len() as i32) as usize]
}
