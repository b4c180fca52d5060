//! A folder of records: CSV files, plain or gzip. An error names its file and line; missing files are noted, and the
//! task continues with the others.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use chrono::{NaiveDate, NaiveDateTime};
use conditions_core::time::Timestamp;
use flate2::read::MultiGzDecoder;

mod doubtful;

use crate::days::Daily;
use doubtful::{ExcludedLines, doubtful};

/// A set of records; the two sets differ in their files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RecordSet {
    First,
    /// Inputs and truth are in separate files, and `winters.csv` lists the winters.
    Second,
}

/// A folder of records.
pub(crate) struct Folder {
    path: PathBuf,
    absent: RefCell<BTreeSet<String>>,
    told: RefCell<BTreeSet<String>>,
}

/// A CSV file with a header row.
pub(crate) struct File {
    name: String,
    header: Vec<String>,
    text: String,
    doubtful: ExcludedLines,
}

/// Index of a column in a file.
#[derive(Clone, Copy)]
pub(crate) struct Column(usize);

/// One line of a file.
pub(crate) struct Row<'a> {
    file: &'a File,
    line: usize,
    fields: Vec<Cow<'a, str>>,
}

impl Folder {
    /// Opens a folder.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        if !path.is_dir() {
            return Err(format!("{}: the folder does not exist; name one with --data", path.display()));
        }
        Ok(Self { path: path.to_owned(), absent: RefCell::default(), told: RefCell::default() })
    }

    /// Reads a file by its plain name, from `name` or `name.gz`; `None` if neither exists or it is empty.
    pub(crate) fn file(&self, name: &str) -> Result<Option<File>, String> {
        for (found, packed) in [(name.to_owned(), false), (format!("{name}.gz"), true)] {
            let failed = |error: &dyn std::fmt::Display| format!("{found}: {error}");
            let bytes = match fs::read(self.path.join(&found)) {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(failed(&error)),
            };
            let mut text = String::new();
            if packed {
                MultiGzDecoder::new(bytes.as_slice()).read_to_string(&mut text).map_err(|e| failed(&e))?;
            } else {
                text = String::from_utf8(bytes).map_err(|error| failed(&error))?;
            }
            if text.trim().is_empty() {
                self.note(format!("{found} is empty: tasks that need it were skipped"));
                return Ok(None);
            }
            let file = File::new(&found, text)?;
            self.told.borrow_mut().extend(file.left_out());
            return Ok(Some(file));
        }
        self.absent.borrow_mut().insert(name.to_owned());
        Ok(None)
    }

    /// Returns the set of records that the folder has.
    pub(crate) fn set(&self) -> RecordSet {
        let is_file = |name: &str| self.path.join(name).is_file();
        if is_file("winters.csv") || is_file("winters.csv.gz") { RecordSet::Second } else { RecordSet::First }
    }

    /// Reads a required file by its plain name.
    pub(crate) fn required(&self, name: &str) -> Result<File, String> {
        self.file(name)?.ok_or_else(|| format!("{name} is not in the folder"))
    }

    /// Returns the plain names of the files of a subfolder, in order; empty if the subfolder does not exist.
    pub(crate) fn below(&self, folder: &str) -> Result<Vec<String>, String> {
        if !self.path.join(folder).is_dir() {
            self.absent.borrow_mut().insert(folder.to_owned());
            return Ok(Vec::new());
        }
        let names = self.names(folder)?;
        Ok(names.into_iter().map(|name| format!("{folder}/{name}")).collect())
    }

    /// Returns the plain names of the files with a prefix, in order.
    pub(crate) fn starting(&self, with: &str) -> Result<Vec<String>, String> {
        Ok(self.names("")?.into_iter().filter(|name| name.starts_with(with)).collect())
    }

    fn names(&self, folder: &str) -> Result<BTreeSet<String>, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", self.path.join(folder).display());
        let mut names = BTreeSet::new();
        for entry in fs::read_dir(self.path.join(folder)).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            let name = name.to_string_lossy();
            let plain = name.strip_suffix(".gz").unwrap_or(&name);
            if Path::new(plain).extension().is_some_and(|ending| ending == "csv") {
                names.insert(plain.to_owned());
            }
        }
        Ok(names)
    }

    /// Records a note for the reader of the scores.
    pub(crate) fn note(&self, words: String) {
        self.told.borrow_mut().insert(words);
    }

    /// Returns the notes and the excluded lines by file.
    pub(crate) fn notes(&self) -> Vec<String> {
        self.told.borrow().iter().cloned().collect()
    }

    /// Returns the names of the requested files that are missing.
    pub(crate) fn absent(&self) -> Vec<String> {
        self.absent.borrow().iter().cloned().collect()
    }
}

impl File {
    fn new(name: &str, mut text: String) -> Result<Self, String> {
        // Blank lines at the end are not rows.
        text.truncate(text.trim_end_matches(['\n', '\r']).len());
        let first = text.lines().next().unwrap_or_default();
        let header = fields(first.trim_start_matches('\u{feff}'))
            .ok_or_else(|| format!("{name}: line 1: a quote is not closed"))?;
        let header: Vec<String> = header.iter().map(|name| name.trim().to_owned()).collect();
        if header.iter().all(String::is_empty) {
            return Err(format!("{name}: the header row is missing"));
        }
        let doubtful = doubtful(&header, &text);
        Ok(Self { name: name.to_owned(), header, text, doubtful })
    }

    /// Describes the excluded lines of the file.
    fn left_out(&self) -> Option<String> {
        let ExcludedLines { unreal, contradicted, sentinels, .. } = self.doubtful;
        let parts = [
            (unreal, "rows of 29 February in common years"),
            (contradicted, "rows that contradict each other"),
            (sentinels, "markers of missing values, such as -9999"),
        ];
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, what)| format!("{count} {what}")).collect();
        (!parts.is_empty()).then(|| format!("{}: left out {}", self.name, parts.join(", ")))
    }

    /// Returns a required column.
    pub(crate) fn column(&self, name: &str) -> Result<Column, String> {
        let place = self.header.iter().position(|column| column == name);
        place
            .map(Column)
            .ok_or_else(|| format!("{}: no column {name}; there are {}", self.name, self.header.join(", ")))
    }

    /// Returns an optional column. At a place without it nothing was measured.
    pub(crate) fn optional(&self, name: &str) -> Option<Column> {
        self.header.iter().position(|column| column == name).map(Column)
    }

    /// Returns a column of numbers by date; days without a number are left out.
    pub(crate) fn daily(&self, date: Column, column: impl Into<Option<Column>>) -> Result<Daily, String> {
        let column = column.into();
        let mut out = Daily::new();
        for row in self.rows() {
            let row = row?;
            if let Some(value) = row.number(column)? {
                out.insert(row.date(date)?, value);
            }
        }
        Ok(out)
    }

    /// Returns the rows below the header that are not excluded.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Result<Row<'_>, String>> {
        // A blank line is not a row.
        let believed =
            |(index, line): &(usize, &str)| !line.trim().is_empty() && !self.doubtful.lines.contains(index);
        self.text.lines().enumerate().skip(1).filter(believed).map(|(index, line)| {
            let failed = |what: &str| format!("{}: line {}: {what}", self.name, index + 1);
            let fields = fields(line).ok_or_else(|| failed("a quote is not closed"))?;
            if fields.len() != self.header.len() {
                return Err(failed(&format!("{} fields under {} columns", fields.len(), self.header.len())));
            }
            Ok(Row { file: self, line: index + 1, fields })
        })
    }
}

impl Row<'_> {
    /// Returns the text of a field; empty if the file lacks the column.
    pub(crate) fn text(&self, column: impl Into<Option<Column>>) -> &str {
        let field = column.into().and_then(|column| self.fields.get(column.0));
        field.map_or("", |field| field.trim())
    }

    /// Returns a number, or `None` if the field is a marker for a missing value.
    pub(crate) fn number(&self, column: impl Into<Option<Column>>) -> Result<Option<f64>, String> {
        let Some(column) = column.into() else { return Ok(None) };
        match number(self.text(column)) {
            Some(Field::Number(number)) => Ok(Some(number)),
            Some(Field::Missing | Field::Sentinel) => Ok(None),
            None => Err(self.fault(column, "a number")),
        }
    }

    /// Parses a date, such as 2014-10-25.
    pub(crate) fn date(&self, column: Column) -> Result<NaiveDate, String> {
        let text = self.text(column);
        let date = text.get(..10).and_then(|text| text.parse().ok());
        date.ok_or_else(|| self.fault(column, "a date, such as 2014-10-25"))
    }

    /// Parses a UTC time, such as 2014-10-25T06:00Z.
    pub(crate) fn time(&self, column: Column) -> Result<Timestamp, String> {
        let text = self.text(column);
        let text = text.strip_suffix('Z').or_else(|| text.strip_suffix("+00:00")).unwrap_or(text);
        let time = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S"]
            .iter()
            .find_map(|form| NaiveDateTime::parse_from_str(text, form).ok());
        time.map(|time| Timestamp::from_millis(time.and_utc().timestamp_millis()))
            .ok_or_else(|| self.fault(column, "an instant, such as 2014-10-25T06:00Z"))
    }

    fn fault(&self, column: Column, expected: &str) -> String {
        let name = self.file.header.get(column.0).map_or("", String::as_str);
        let text = self.text(column);
        format!("{}: line {}: {name} is {text:?}, which is not {expected}", self.file.name, self.line)
    }
}

/// A parsed field of a column of numbers.
#[derive(Debug, PartialEq)]
enum Field {
    Number(f64),
    Missing,
    /// A number that marks a missing value.
    Sentinel,
}

/// Threshold of markers: real values are never this low, and -999 and the like mark missing values.
const SENTINEL: f64 = -900.0;

/// Parses a field; `None` if it is not a number.
fn number(text: &str) -> Option<Field> {
    let text = text.trim();
    if ["", "nan", "na", "n/a", "null", "none", "-"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Some(Field::Missing);
    }
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite())?;
    Some(if number <= SENTINEL { Field::Sentinel } else { Field::Number(number) })
}

/// Splits a line into fields; `None` if a quote is not closed.
fn fields(line: &str) -> Option<Vec<Cow<'_, str>>> {
    if !line.contains('"') {
        return Some(line.split(',').map(Cow::Borrowed).collect());
    }
    let (mut out, mut field, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => out.push(Cow::Owned(std::mem::take(&mut field))),
            other => field.push(other),
        }
    }
    out.push(Cow::Owned(field));
    (!quoted).then_some(out)
}

#[cfg(test)]
mod tests;
