//! Values of an entry, and how they are written.

use std::fmt::Write;

/// A value of the card format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A text.
    Text(String),
    /// A number.
    Number(i32),
    /// True or false.
    Flag(bool),
    /// A list.
    List(Vec<Value>),
    /// An inline table, its keys in written order.
    Table(Vec<(String, Value)>),
}

impl From<&toml::Value> for Value {
    fn from(value: &toml::Value) -> Value {
        match value {
            toml::Value::String(text) => Value::Text(text.clone()),
            toml::Value::Integer(n) => i32::try_from(*n).map_or_else(|_| Value::Text(n.to_string()), Value::Number),
            toml::Value::Boolean(flag) => Value::Flag(*flag),
            toml::Value::Array(values) => Value::List(values.iter().map(Value::from).collect()),
            toml::Value::Table(pairs) => Value::Table(pairs.iter().map(|(k, v)| (k.clone(), v.into())).collect()),
            other => Value::Text(other.to_string()),
        }
    }
}

/// The longest line of an entry.
const WIDTH: usize = 120;

impl Value {
    /// A text.
    pub(super) fn text(text: impl Into<String>) -> Value {
        Value::Text(text.into())
    }

    /// A table of one key.
    pub(super) fn single(key: &str, value: Value) -> Value {
        Value::Table(vec![(key.to_owned(), value)])
    }

    /// A table of those keys.
    pub(super) fn table<const N: usize>(pairs: [(&str, Value); N]) -> Value {
        Value::Table(pairs.into_iter().map(|(k, v)| (k.to_owned(), v)).collect())
    }

    /// One value or a list of them.
    pub(super) fn one_or_many(mut values: Vec<Value>) -> Value {
        if values.len() == 1 { values.remove(0) } else { Value::List(values) }
    }

    /// On one line.
    fn inline(&self, out: &mut String) {
        match self {
            Value::Text(text) => quote(text, out),
            Value::Number(n) => {
                let _ = write!(out, "{n}");
            }
            Value::Flag(b) => out.push_str(if *b { "true" } else { "false" }),
            Value::List(values) => {
                out.push('[');
                for (n, value) in values.iter().enumerate() {
                    out.push_str(if n > 0 { ", " } else { "" });
                    value.inline(out);
                }
                out.push(']');
            }
            Value::Table(pairs) if pairs.is_empty() => out.push_str("{}"),
            Value::Table(pairs) => {
                out.push_str("{ ");
                for (n, (key, value)) in pairs.iter().enumerate() {
                    out.push_str(if n > 0 { ", " } else { "" });
                    out.push_str(key);
                    out.push_str(" = ");
                    value.inline(out);
                }
                out.push_str(" }");
            }
        }
    }

    /// `key = value` and a line end; a long list has a line for each of its values.
    pub(super) fn line(&self, key: &str, out: &mut String) {
        let mut line = format!("{key} = ");
        self.inline(&mut line);
        match self {
            Value::List(values) if line.len() > WIDTH && values.len() > 1 => {
                let _ = writeln!(out, "{key} = [");
                for value in values {
                    out.push_str("    ");
                    value.inline(out);
                    out.push_str(",\n");
                }
                out.push_str("]\n");
            }
            _ => {
                out.push_str(&line);
                out.push('\n');
            }
        }
    }
}

fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
