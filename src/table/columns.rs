//! The columns of the tables that turnlab writes: a row's struct names each once, with its meaning and its type.

use std::borrow::Cow;
use std::sync::Arc;

/// What the cells of a column hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Text.
    Text,
    /// `true` or `false`.
    Flag,
    /// A whole number from -2^31 to 2^31 - 1.
    Integer,
    /// A whole number from 0 to 2^32 - 1.
    Natural,
    /// A whole number from 0 to 2^64 - 1.
    Whole,
    /// A number with six decimals.
    Real,
}

/// What can stand in a cell.
pub trait Cell {
    /// What it is.
    const HOLDS: Holds;
    /// Whether the cell may be empty, which says that nothing applies.
    const OPTIONAL: bool = false;
}

impl<T: Cell> Cell for Option<T> {
    const HOLDS: Holds = T::HOLDS;
    const OPTIONAL: bool = true;
}

/// Says what types of cells hold.
macro_rules! cells {
    ($($type:ty => $holds:ident),+ $(,)?) => {
        $(impl $crate::table::columns::Cell for $type {
            const HOLDS: $crate::table::columns::Holds = $crate::table::columns::Holds::$holds;
        })+
    };
}
pub(crate) use cells;

cells! {
    Arc<str> => Text,
    Cow<'static, str> => Text,
    bool => Flag,
    i32 => Integer,
    u32 => Natural,
    u64 => Whole,
    f64 => Real,
}

/// A column of a table, or a key of a JSON line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// The file.
    pub file: &'static str,
    /// The column's name in its header, or the key.
    pub name: &'static str,
    /// What it holds, in lines; empty cells are said where they can be.
    lines: &'static [&'static str],
    /// What its cells hold.
    pub holds: Holds,
    /// Whether they may be empty.
    pub optional: bool,
}

impl Column {
    /// The column of that name of that file, with text in every cell.
    #[must_use]
    pub const fn new(file: &'static str, name: &'static str, lines: &'static [&'static str]) -> Column {
        Column { file, name, lines, holds: Holds::Text, optional: false }
    }

    /// The same with cells of that type.
    #[must_use]
    pub const fn of<T: Cell>(self) -> Column {
        Column { holds: T::HOLDS, optional: T::OPTIONAL, ..self }
    }

    /// What it holds, in one line without a full stop.
    #[must_use]
    pub fn meaning(&self) -> String {
        let lines: Vec<&str> = self.lines.iter().map(|line| line.trim()).collect();
        lines.join(" ").trim_end_matches('.').to_owned()
    }
}

/// The header of a table with these columns.
#[must_use]
pub fn header(columns: &[Column]) -> String {
    columns.iter().map(|column| column.name).collect::<Vec<_>>().join(",")
}

/// A row of a file: the fields are its columns, their documentation is what they hold.
macro_rules! row {
    ($(#[$attribute:meta])* $of:vis struct $row:ident in $file:literal {
        $($(#[doc = $line:literal])+ $visible:vis $field:ident: $type:ty,)+
    }) => {
        $(#[$attribute])*
        $of struct $row { $($(#[doc = $line])+ $visible $field: $type,)+ }

        impl $row {
            /// Its columns, in order.
            $of const COLUMNS: &[$crate::table::columns::Column] =
                &[$($crate::table::columns::Column::new($file, stringify!($field), &[$($line),+]).of::<$type>()),+];
        }
    };
}

pub(crate) use row;

/// Serde by way of the text form, which is what the files hold.
macro_rules! serde_as_text {
    ($type:ty) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                std::borrow::Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use serde_as_text;

#[cfg(test)]
mod tests {
    use super::*;

    row! {
        /// A thing.
        #[derive(Debug, Default)]
        struct Thing in "things.csv" {
            /// Its length,
            /// in metres.
            length: u32,
            /// Its name.
            name: Option<Arc<str>>,
        }
    }

    #[test]
    fn fields_are_columns_and_their_documentation_is_what_they_hold() {
        let Thing { length, name } = Thing::default();
        assert_eq!((length, name, header(Thing::COLUMNS).as_str()), (0, None, "length,name"));
        let first = Thing::COLUMNS[0];
        assert_eq!((first.file, first.meaning().as_str()), ("things.csv", "Its length, in metres"));
        let types: Vec<(Holds, bool)> = Thing::COLUMNS.iter().map(|column| (column.holds, column.optional)).collect();
        assert_eq!(types, [(Holds::Natural, false), (Holds::Text, true)]);
    }
}
