//! A folder of records: CSV files, plain or gzip. A fault names its file and line; a file that is not there is noted, and
//! the task goes on with the others.

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

use crate::labels::Daily;
use doubtful::{Doubtful, doubtful};

/// A folder of records.
pub(crate) struct Folder {
    path: PathBuf,
    absent: RefCell<BTreeSet<String>>,
    left_out: RefCell<BTreeSet<String>>,
}

/// A CSV file with a header row.
pub(crate) struct File {
    name: String,
    header: Vec<String>,
    text: String,
    doubtful: Doubtful,
}

/// The place of a column in a file.
#[derive(Clone, Copy)]
pub(crate) struct Column(usize);

/// One line of a file.
pub(crate) struct Row<'a> {
    file: &'a File,
    line: usize,
    fields: Vec<Cow<'a, str>>,
}

impl Folder {
    /// The folder, if it is one.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        if !path.is_dir() {
            return Err(format!("{}: no such folder; name one with --data", path.display()));
        }
        Ok(Self { path: path.to_owned(), absent: RefCell::default(), left_out: RefCell::default() })
    }

    /// A file by its plain name, read from `name` or `name.gz`; `None` when neither is there.
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
            let file = File::of(&found, text)?;
            self.left_out.borrow_mut().extend(file.left_out());
            return Ok(Some(file));
        }
        self.absent.borrow_mut().insert(name.to_owned());
        Ok(None)
    }

    /// The plain names of the files of a folder below, in order; none when there is no such folder.
    pub(crate) fn below(&self, folder: &str) -> Result<Vec<String>, String> {
        let entries = match fs::read_dir(self.path.join(folder)) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                self.absent.borrow_mut().insert(folder.to_owned());
                return Ok(Vec::new());
            }
            Err(error) => return Err(format!("{folder}: {error}")),
        };
        let mut names = BTreeSet::new();
        for entry in entries {
            let name = entry.map_err(|error| format!("{folder}: {error}"))?.file_name();
            let name = name.to_string_lossy();
            let plain = name.strip_suffix(".gz").unwrap_or(&name);
            if Path::new(plain).extension().is_some_and(|ending| ending == "csv") {
                names.insert(format!("{folder}/{plain}"));
            }
        }
        Ok(names.into_iter().collect())
    }

    /// Rows that were left out, by file.
    pub(crate) fn left_out(&self) -> Vec<String> {
        self.left_out.borrow().iter().cloned().collect()
    }

    /// What was asked for and is not there.
    pub(crate) fn absent(&self) -> Vec<String> {
        self.absent.borrow().iter().cloned().collect()
    }
}

impl File {
    fn of(name: &str, mut text: String) -> Result<Self, String> {
        // Blank lines at the end are no rows.
        text.truncate(text.trim_end_matches(['\n', '\r']).len());
        let first = text.lines().next().unwrap_or_default();
        let header = fields(first.trim_start_matches('\u{feff}'))
            .ok_or_else(|| format!("{name}: line 1: a quote is not closed"))?;
        let header: Vec<String> = header.into_iter().map(Cow::into_owned).collect();
        if header.iter().all(String::is_empty) {
            return Err(format!("{name}: the file has no header row"));
        }
        let doubtful = doubtful(&header, &text);
        Ok(Self { name: name.to_owned(), header, text, doubtful })
    }

    /// What is left out of it, in words.
    fn left_out(&self) -> Option<String> {
        let Doubtful { unreal, contradicted, .. } = self.doubtful;
        let words = format!(
            "{}: left out {unreal} rows of a 29 February that the year does not have, {contradicted} that contradict each other",
            self.name
        );
        (unreal + contradicted > 0).then_some(words)
    }

    /// A column that the file must have.
    pub(crate) fn column(&self, name: &str) -> Result<Column, String> {
        let place = self.header.iter().position(|column| column == name);
        place
            .map(Column)
            .ok_or_else(|| format!("{}: no column {name}; there are {}", self.name, self.header.join(", ")))
    }

    /// A column of numbers by date; days that lack it are left out.
    pub(crate) fn daily(&self, date: Column, column: Column) -> Result<Daily, String> {
        let mut out = Daily::new();
        for row in self.rows() {
            let row = row?;
            if let Some(value) = row.number(column)? {
                out.insert(row.date(date)?, value);
            }
        }
        Ok(out)
    }

    /// The rows below the header that can be believed.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Result<Row<'_>, String>> {
        let believed = |(index, _): &(usize, &str)| !self.doubtful.lines.contains(index);
        self.text.lines().enumerate().skip(1).filter(believed).map(|(index, line)| {
            let failed = |what: &str| format!("{}: line {}: {what}", self.name, index + 1);
            if line.trim().is_empty() {
                return Err(failed("empty; take it out"));
            }
            let fields = fields(line).ok_or_else(|| failed("a quote is not closed"))?;
            if fields.len() != self.header.len() {
                return Err(failed(&format!("{} fields under {} columns", fields.len(), self.header.len())));
            }
            Ok(Row { file: self, line: index + 1, fields })
        })
    }
}

impl Row<'_> {
    /// The text of a field.
    pub(crate) fn text(&self, column: Column) -> &str {
        self.fields.get(column.0).map_or("", |field| field.as_ref())
    }

    /// A number, or nothing where the field is empty.
    pub(crate) fn number(&self, column: Column) -> Result<Option<f64>, String> {
        let text = self.text(column);
        if text.is_empty() {
            return Ok(None);
        }
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        number.map(Some).ok_or_else(|| self.fault(column, "a number"))
    }

    /// A date, such as 2014-10-25.
    pub(crate) fn date(&self, column: Column) -> Result<NaiveDate, String> {
        let text = self.text(column);
        let date = text.get(..10).and_then(|text| text.parse().ok());
        date.ok_or_else(|| self.fault(column, "a date, such as 2014-10-25"))
    }

    /// An instant in UTC, such as 2014-10-25T06:00Z.
    pub(crate) fn time(&self, column: Column) -> Result<Timestamp, String> {
        let text = self.text(column).trim_end_matches('Z');
        let time = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]
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

/// The fields of a line; `None` when a quote is not closed.
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
