//! A table as Parquet: one row group, every column optional, without compression, so that any reader takes it.

use std::sync::Arc;

use anyhow::Context;
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

use super::table::{Table, Value};

pub fn parquet(table: &Table) -> anyhow::Result<Vec<u8>> {
    written(table).context("failed to write Parquet")
}

fn written(table: &Table) -> parquet::errors::Result<Vec<u8>> {
    let properties = WriterProperties::builder().set_created_by(format!("paragone {}", env!("CARGO_PKG_VERSION")));
    let mut bytes = Vec::new();
    let mut file = SerializedFileWriter::new(&mut bytes, schema(table)?, Arc::new(properties.build()))?;
    let mut group = file.next_row_group()?;
    for (_, values) in &table.columns {
        match values[0] {
            Value::Text(_) => column::<ByteArrayType>(&mut group, values, |value| match value {
                Value::Text(text) => text.as_ref().map(|text| ByteArray::from(text.as_bytes().to_vec())),
                other => unreachable!("a column of texts holds {other:?}"),
            })?,
            Value::Count(_) => column::<Int64Type>(&mut group, values, |value| match value {
                Value::Count(count) => *count,
                other => unreachable!("a column of counts holds {other:?}"),
            })?,
            Value::Number(_) => column::<DoubleType>(&mut group, values, |value| match value {
                Value::Number(number) => *number,
                other => unreachable!("a column of numbers holds {other:?}"),
            })?,
        }
    }
    group.close()?;
    file.close()?;
    Ok(bytes)
}

fn schema(table: &Table) -> parquet::errors::Result<Arc<Type>> {
    let fields = table.columns.iter().map(|(name, values)| {
        let (physical, logical) = match values[0] {
            Value::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Value::Count(_) => (Physical::INT64, None),
            Value::Number(_) => (Physical::DOUBLE, None),
        };
        let field = Type::primitive_type_builder(name, physical).with_logical_type(logical);
        Ok(Arc::new(field.with_repetition(Repetition::OPTIONAL).build()?))
    });
    let fields = fields.collect::<parquet::errors::Result<Vec<_>>>()?;
    Ok(Arc::new(Type::group_type_builder("table").with_fields(fields).build()?))
}

/// Values that are there, and for each row whether it has one.
fn column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, &mut Vec<u8>>,
    values: &[Value],
    stored: impl Fn(&Value) -> Option<T::T>,
) -> parquet::errors::Result<()> {
    let Some(mut column) = group.next_column()? else { unreachable!("the schema has a column for each") };
    let stored: Vec<Option<T::T>> = values.iter().map(stored).collect();
    let levels: Vec<i16> = stored.iter().map(|value| i16::from(value.is_some())).collect();
    let there: Vec<T::T> = stored.into_iter().flatten().collect();
    column.typed::<T>().write_batch(&there, Some(&levels), None)?;
    column.close()
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use ::parquet::file::reader::{FileReader, SerializedFileReader};
    use ::parquet::record::Field;

    use super::*;
    use crate::report::formats::{compare_table, csv};
    use crate::report::specimen::compare_specimen;

    /// As CSV has it: the shortest that gives back the same number, and nothing where nothing is known.
    fn text(field: &Field) -> String {
        match field {
            Field::Null => String::new(),
            Field::Str(text) => text.clone(),
            Field::Long(count) => count.to_string(),
            Field::Double(number) => number.to_string(),
            other => panic!("a table has no {other:?}"),
        }
    }

    #[test]
    fn read_back_it_is_the_table_of_csv() {
        let table = compare_table(&compare_specimen::both("c.\u{fc}, \"b\""));
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&parquet(&table).unwrap()).unwrap();
        let reader = SerializedFileReader::new(file).unwrap();
        let csv = csv(&table).unwrap();
        let mut lines = ::csv::Reader::from_reader(csv.as_slice());
        let heads: Vec<String> = lines.headers().unwrap().iter().map(str::to_owned).collect();
        let lines: Vec<Vec<String>> =
            lines.records().map(|line| line.unwrap().iter().map(str::to_owned).collect()).collect();
        let mut rows = 0;
        for (row, line) in reader.get_row_iter(None).unwrap().zip(&lines) {
            let row = row.unwrap();
            let names: Vec<&String> = row.get_column_iter().map(|(name, _)| name).collect();
            assert_eq!(names, heads.iter().collect::<Vec<_>>());
            let fields: Vec<String> = row.get_column_iter().map(|(_, field)| text(field)).collect();
            assert_eq!(&fields, line);
            rows += 1;
        }
        assert!(rows == lines.len() && rows == table.rows() && rows > 20, "{rows} of {}", lines.len());
        assert_eq!(reader.metadata().num_row_groups(), 1);
    }
}
