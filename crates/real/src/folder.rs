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

use crate::days::Daily;
use doubtful::{ExcludedLines, doubtful};

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
        Ok(Self { path: path.to_owned(), absent: RefCell::default(), told: RefCell::default() })
    }

    /// A file by its plain name, read from `name` or `name.gz`; `None` when neither is there or it is empty.
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
                self.tell(format!("{found} is empty: what needs it was left out"));
                return Ok(None);
            }
            let file = File::of(&found, text)?;
            self.told.borrow_mut().extend(file.left_out());
            return Ok(Some(file));
        }
        self.absent.borrow_mut().insert(name.to_owned());
        Ok(None)
    }

    /// The plain names of the files of a folder below, in order; none when there is no such folder.
    pub(crate) fn below(&self, folder: &str) -> Result<Vec<String>, String> {
        if !self.path.join(folder).is_dir() {
            self.absent.borrow_mut().insert(folder.to_owned());
            return Ok(Vec::new());
        }
        let names = self.names(folder)?;
        Ok(names.into_iter().map(|name| format!("{folder}/{name}")).collect())
    }

    /// The plain names of the files that begin so, in order.
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

    /// Takes down what the reader of the scores should know.
    pub(crate) fn tell(&self, words: String) {
        self.told.borrow_mut().insert(words);
    }

    /// What was left out, by file, and what else was told.
    pub(crate) fn told(&self) -> Vec<String> {
        self.told.borrow().iter().cloned().collect()
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
        let header: Vec<String> = header.iter().map(|name| name.trim().to_owned()).collect();
        if header.iter().all(String::is_empty) {
            return Err(format!("{name}: the file has no header row"));
        }
        let doubtful = doubtful(&header, &text);
        Ok(Self { name: name.to_owned(), header, text, doubtful })
    }

    /// What is left out of it, in words.
    fn left_out(&self) -> Option<String> {
        let ExcludedLines { unreal, contradicted, sentinels, .. } = self.doubtful;
        let parts = [
            (unreal, "rows of a 29 February that the year does not have"),
            (contradicted, "rows that contradict each other"),
            (sentinels, "numbers that stand for none, such as -9999"),
        ];
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, what)| format!("{count} {what}")).collect();
        (!parts.is_empty()).then(|| format!("{}: left out {}", self.name, parts.join(", ")))
    }

    /// A column that the file must have.
    pub(crate) fn column(&self, name: &str) -> Result<Column, String> {
        let place = self.header.iter().position(|column| column == name);
        place
            .map(Column)
            .ok_or_else(|| format!("{}: no column {name}; there are {}", self.name, self.header.join(", ")))
    }

    /// A column that the file may have. A place without it is one where nothing was measured.
    pub(crate) fn optional(&self, name: &str) -> Option<Column> {
        self.header.iter().position(|column| column == name).map(Column)
    }

    /// A column of numbers by date; days that lack it are left out.
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

    /// The rows below the header that can be believed.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Result<Row<'_>, String>> {
        // A blank line is no row.
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
    /// The text of a field; empty of a column that the file does not have.
    pub(crate) fn text(&self, column: impl Into<Option<Column>>) -> &str {
        let field = column.into().and_then(|column| self.fields.get(column.0));
        field.map_or("", |field| field.trim())
    }

    /// A number, or nothing where the field says that there is none.
    pub(crate) fn number(&self, column: impl Into<Option<Column>>) -> Result<Option<f64>, String> {
        let Some(column) = column.into() else { return Ok(None) };
        match number(self.text(column)) {
            Some(Field::Number(number)) => Ok(Some(number)),
            Some(Field::Missing | Field::Sentinel) => Ok(None),
            None => Err(self.fault(column, "a number")),
        }
    }

    /// A date, such as 2014-10-25.
    pub(crate) fn date(&self, column: Column) -> Result<NaiveDate, String> {
        let text = self.text(column);
        let date = text.get(..10).and_then(|text| text.parse().ok());
        date.ok_or_else(|| self.fault(column, "a date, such as 2014-10-25"))
    }

    /// An instant in UTC, such as 2014-10-25T06:00Z.
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

/// What a field of a column of numbers says.
#[derive(Debug, PartialEq)]
enum Field {
    Number(f64),
    Missing,
    /// A number that stands for none.
    Sentinel,
}

/// Nothing that is measured here is so low: -999 and the like stand for what is missing.
const SENTINEL: f64 = -900.0;

/// What the text of a field says; `None` when it is no number.
fn number(text: &str) -> Option<Field> {
    let text = text.trim();
    if ["", "nan", "na", "n/a", "null", "none", "-"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return Some(Field::Missing);
    }
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite())?;
    Some(if number <= SENTINEL { Field::Sentinel } else { Field::Number(number) })
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
