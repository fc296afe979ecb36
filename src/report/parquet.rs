//! Tables as Parquet files: the cells of those that are CSV, each of the type of its column.
//!
//! Nothing but the table goes into a file: the same rows are the same bytes.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

use super::columns::columns;
use crate::study::folder::PARQUET;
use crate::study::part_file::{FileEntry, PartFile, WriteError};
use crate::table::columns::{Column, Holds};

/// So many rows are in memory at a time, and together in the file.
const ROWS: usize = 1 << 16;

/// Writes a Parquet file beside each of these tables that is CSV.
///
/// # Errors
/// When the disk refuses, or a table is not what was written.
pub(super) fn beside(folder: &Path, tables: &[FileEntry]) -> Result<Vec<FileEntry>, WriteError> {
    let is_table = |file: &&FileEntry| file.name.ends_with(".csv");
    tables.iter().filter(is_table).map(|file| table(&folder.join(&file.name), &file.name)).collect()
}

fn table(csv: &Path, name: &str) -> Result<FileEntry, WriteError> {
    let columns: Vec<&Column> = columns().filter(|column| column.file == name).collect();
    let path = csv.with_extension(PARQUET);
    let file = PartFile::create(&path)?;
    let converted = File::open(csv).and_then(|csv| convert(csv, &columns, file));
    let (file, rows) = converted.map_err(WriteError::at(&path))?;
    file.keep(Some(rows))
}

/// Writes the rows of a CSV table; gives back what they were written to, and how many they are.
fn convert<W: Write + Send>(csv: impl Read, columns: &[&Column], to: W) -> io::Result<(W, u64)> {
    let mut reader = csv::Reader::from_reader(csv);
    if !reader.headers()?.iter().eq(columns.iter().map(|column| column.name)) {
        return Err(io::Error::other("the table has other columns"));
    }
    let properties = WriterProperties::builder()
        .set_created_by(format!("turnlab {}", env!("CARGO_PKG_VERSION")))
        .set_compression(Compression::LZ4_RAW)
        .build();
    let mut writer = SerializedFileWriter::new(to, schema(columns)?, Arc::new(properties))?;
    let mut parts: Vec<Part> = columns.iter().map(|column| Part::new(column)).collect();
    let (mut rows, mut row) = (0, csv::StringRecord::new());
    while reader.read_record(&mut row)? {
        parts.iter_mut().zip(&row).try_for_each(|(part, cell)| part.add(cell))?;
        rows += 1;
        if rows % ROWS as u64 == 0 {
            write(&mut writer, &mut parts)?;
        }
    }
    if rows % ROWS as u64 > 0 {
        write(&mut writer, &mut parts)?;
    }
    Ok((writer.into_inner()?, rows))
}

/// Writes the rows that are there as a group, and leaves none.
fn write<W: Write + Send>(writer: &mut SerializedFileWriter<W>, parts: &mut [Part]) -> io::Result<()> {
    let mut group = writer.next_row_group()?;
    for part in parts {
        let mut column = group.next_column()?.ok_or_else(|| io::Error::other("the file has fewer columns"))?;
        part.write(&mut column)?;
        column.close()?;
    }
    group.close()?;
    Ok(())
}

fn schema(columns: &[&Column]) -> Result<TypePtr, ParquetError> {
    let fields: Result<Vec<TypePtr>, ParquetError> = columns.iter().map(|column| field(column)).collect();
    Ok(Arc::new(Type::group_type_builder("table").with_fields(fields?).build()?))
}

fn field(column: &Column) -> Result<TypePtr, ParquetError> {
    let integer = |bit_width, is_signed| Some(LogicalType::integer(bit_width, is_signed));
    let (physical, logical) = match column.holds {
        Holds::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Holds::Flag => (Physical::BOOLEAN, None),
        Holds::Integer => (Physical::INT32, integer(32, true)),
        Holds::Natural => (Physical::INT32, integer(32, false)),
        Holds::Whole => (Physical::INT64, integer(64, false)),
        Holds::Real => (Physical::DOUBLE, None),
    };
    let repetition = if column.optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    let field = Type::primitive_type_builder(column.name, physical).with_logical_type(logical);
    Ok(Arc::new(field.with_repetition(repetition).build()?))
}

/// Cells of a column.
struct Part {
    column: &'static str,
    values: Values,
    /// Of a column whose cells may be empty, 1 for each that is not.
    present: Option<Vec<i16>>,
}

/// Those cells that are not empty. Numbers without a sign have the bits of those with one, as the format wants it.
enum Values {
    Text(Vec<ByteArray>),
    Flag(Vec<bool>),
    Integer(Vec<i32>),
    Natural(Vec<i32>),
    Whole(Vec<i64>),
    Real(Vec<f64>),
}

impl Part {
    fn new(column: &Column) -> Part {
        let values = match column.holds {
            Holds::Text => Values::Text(Vec::new()),
            Holds::Flag => Values::Flag(Vec::new()),
            Holds::Integer => Values::Integer(Vec::new()),
            Holds::Natural => Values::Natural(Vec::new()),
            Holds::Whole => Values::Whole(Vec::new()),
            Holds::Real => Values::Real(Vec::new()),
        };
        Part { column: column.name, values, present: column.optional.then(Vec::new) }
    }

    fn add(&mut self, cell: &str) -> io::Result<()> {
        if let Some(present) = &mut self.present {
            present.push(i16::from(!cell.is_empty()));
            if cell.is_empty() {
                return Ok(());
            }
        }
        let column = self.column;
        match &mut self.values {
            Values::Text(values) => values.push(cell.into()),
            Values::Flag(values) => values.push(read(column, cell)?),
            Values::Integer(values) => values.push(read(column, cell)?),
            Values::Natural(values) => values.push(read::<u32>(column, cell)?.cast_signed()),
            Values::Whole(values) => values.push(read::<u64>(column, cell)?.cast_signed()),
            Values::Real(values) => values.push(read(column, cell)?),
        }
        Ok(())
    }

    /// Writes the cells, and leaves none.
    fn write(&mut self, to: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let present = self.present.as_mut().map(std::mem::take);
        let present = present.as_deref();
        match &mut self.values {
            Values::Text(values) => to.typed::<ByteArrayType>().write_batch(&std::mem::take(values), present, None),
            Values::Flag(values) => to.typed::<BoolType>().write_batch(&std::mem::take(values), present, None),
            Values::Integer(values) | Values::Natural(values) => {
                to.typed::<Int32Type>().write_batch(&std::mem::take(values), present, None)
            }
            Values::Whole(values) => to.typed::<Int64Type>().write_batch(&std::mem::take(values), present, None),
            Values::Real(values) => to.typed::<DoubleType>().write_batch(&std::mem::take(values), present, None),
        }
        .map(drop)
    }
}

fn read<T: FromStr>(column: &str, cell: &str) -> io::Result<T> {
    cell.parse().map_err(|_| io::Error::other(format!("`{cell}` is nothing that `{column}` holds")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};

    const COLUMNS: [Column; 3] = [
        Column::new("t.csv", "name", &["A name"]),
        Column::new("t.csv", "count", &["A count"]).of::<Option<u32>>(),
        Column::new("t.csv", "seed", &["A seed"]).of::<u64>(),
    ];

    fn converted(csv: &str) -> io::Result<(Vec<u8>, u64)> {
        convert(csv.as_bytes(), &COLUMNS.iter().collect::<Vec<_>>(), Vec::new())
    }

    fn read_back(bytes: &[u8]) -> Vec<String> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect()
    }

    #[test]
    fn cells_have_the_type_of_their_column() {
        let (bytes, rows) = converted("name,count,seed\n\"a,b\",4294967295,18446744073709551615\n,,0\n").unwrap();
        assert_eq!(rows, 2);
        let told =
            ["{name: \"a,b\", count: 4294967295, seed: 18446744073709551615}", "{name: \"\", count: null, seed: 0}"];
        assert_eq!(read_back(&bytes), told);
    }

    #[test]
    fn a_table_without_rows_is_a_file_with_columns() {
        let (bytes, rows) = converted("name,count,seed\n").unwrap();
        assert_eq!((rows, read_back(&bytes).len()), (0, 0));
    }

    #[test]
    fn more_rows_than_a_group_holds_are_all_there() {
        let all = 2 * ROWS + 1;
        let csv: String = (0..all).map(|row| format!("x,{row},7\n")).collect();
        let (bytes, rows) = converted(&format!("name,count,seed\n{csv}")).unwrap();
        let back = read_back(&bytes);
        assert_eq!((rows, back.len()), (all as u64, all));
        assert_eq!(back[all - 1], format!("{{name: \"x\", count: {}, seed: 7}}", all - 1));
    }

    #[test]
    fn what_is_no_such_table_is_refused() {
        let told = |csv: &str| converted(csv).unwrap_err().to_string();
        assert_eq!(told("name,count\n"), "the table has other columns");
        assert_eq!(told("name,count,seed\nx,-1,7\n"), "`-1` is nothing that `count` holds");
    }
}
