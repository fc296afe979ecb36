//! What every page has: its head, figures with their numbers, and numbers that say where they come from.

use std::borrow::Cow;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::report::format::decimals;

const STYLE: &str = include_str!("style.css");

/// A whole page; `style` is what it has beside what all pages have.
pub(super) fn page(title: &str, style: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                // Nothing may be fetched or run.
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(style)) }
            }
            body {
                main { (body) }
            }
        }
    };
    page.into_string() + "\n"
}

/// A number with what it is: the row and column of a table, as `scope/key/metric/column`.
pub(super) fn number(of: &str, value: f64, shown: &str) -> Markup {
    html! { data data-of=(of) value=(decimals(Some(value))) { (shown) } }
}

/// A picture with its title, how it is read, and its numbers to fold out.
pub(super) struct Figure {
    pub(super) title: String,
    pub(super) picture: Markup,
    /// What is seen, how it is read, of how many, in which unit.
    pub(super) caption: Markup,
    pub(super) columns: Vec<Cow<'static, str>>,
    pub(super) rows: Vec<Vec<Markup>>,
}

impl Figure {
    pub(super) fn markup(&self) -> Markup {
        html! {
            section {
                h2 { (self.title) }
                figure {
                    (self.picture)
                    figcaption { (self.caption) }
                }
                details {
                    summary { "The numbers: " (self.title) }
                    (table(&self.title, &self.columns, &self.rows))
                }
            }
        }
    }
}

/// A table that can be scrolled where it is too wide.
pub(super) fn table<C: AsRef<str>>(name: &str, columns: &[C], rows: &[Vec<Markup>]) -> Markup {
    html! {
        div.wide tabindex="0" role="region" aria-label={ "table: " (name) } {
            table {
                thead { tr { @for column in columns { th scope="col" { (column.as_ref()) } } } }
                tbody {
                    @for row in rows {
                        tr {
                            @for (i, cell) in row.iter().enumerate() {
                                @if i == 0 { th scope="row" { (cell) } } @else { td { (cell) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Names of columns.
pub(super) fn names<const N: usize>(names: [&'static str; N]) -> Vec<Cow<'static, str>> {
    names.map(Cow::from).into()
}

/// Text as a cell.
pub(super) fn text(text: impl Into<String>) -> Markup {
    let text = text.into();
    html! { (text) }
}
