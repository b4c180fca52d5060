//! Winters as a file that operators share: a header with licence, period and method, one line per winter, and a last
//! line with the number of winters and the checksum of everything before it.
//!
//! A reader passes on a winter only if its line is valid, and reports the end only if the checksum is right. So a
//! caller that stores winters in one transaction and rolls back on an error never stores half of a file.

use std::fmt::Write as _;
use std::io::{BufRead, Read as _, Write};

use chrono::NaiveDate;
use sha2::{Digest as _, Sha256};

use crate::pack;
use crate::winter::{Hemisphere, Winter};

/// First line of a file, with the version of its form.
const FORM: &str = "snow-conditions winters 1";
/// First line without the version.
const FORM_OF_ANY_VERSION: &str = "snow-conditions winters ";
/// Maximum length of a line: a winter whose days all differ has about 9,000 bytes.
const LONGEST_LINE: u64 = 64 * 1024;
/// Largest number of short responses that is plausible.
const MOST_SHORT: u32 = 1_000;

/// Description of a file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Header {
    /// Dataset of all winters.
    pub dataset: String,
    /// Licence of the data.
    pub licence: String,
    /// Credits that anyone who shows the data must give.
    pub credit: String,
    /// Years in which the first and the last winter begin.
    pub period: String,
    /// How the winters were made.
    pub method: String,
    /// Time of the export.
    pub made: String,
}

/// A winter of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedWinter {
    /// Slug of the resort.
    pub slug: String,
    /// Degrees north, for which the archive was queried.
    pub lat: f64,
    /// Degrees east.
    pub lon: f64,
    /// Elevation for which the archive was queried, metres.
    pub asked_m: Option<f64>,
    /// The winter.
    pub winter: Winter,
    /// Last day that the archive was expected to know when it was queried, in days since 1970-01-01.
    pub asked_through: i32,
    /// How often the response up to that day was incomplete.
    pub came_short: u32,
    /// Days, packed by [`pack`].
    pub days: String,
}

/// Reason why a file is rejected as a whole.
#[derive(Debug, thiserror::Error)]
pub enum ExchangeError {
    /// The file cannot be read, or its compression is damaged.
    #[error("the file cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// Another kind of file.
    #[error("not a file of winters: it does not begin with `{FORM}`")]
    Foreign,
    /// Another version of the form.
    #[error(
        "version `{0}` of the form is not known; install the newest version of this program, or export again"
    )]
    Version(String),
    /// Winters of another dataset, which must not be mixed with the stored ones.
    #[error(
        "its winters are of the dataset `{found}`, not of `{wanted}`; winters of two datasets are never mixed"
    )]
    Dataset {
        /// Dataset of the file.
        found: String,
        /// Dataset of the deployment.
        wanted: &'static str,
    },
    /// A line that is not a valid winter.
    #[error("line {line}: {reason}")]
    Line {
        /// Line, from 1.
        line: usize,
        /// Violated rule.
        reason: String,
    },
    /// The last line is missing.
    #[error("the file is cut short after line {0}")]
    CutShort(usize),
    /// The last line does not match the content.
    #[error("the checksum does not match: the file was damaged or changed")]
    Checksum,
    /// There is something after the last line.
    #[error("there is something after the last line")]
    Trailing,
}

/// Writes a file.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    digest: Sha256,
    winters: usize,
}

impl<W: Write> Writer<W> {
    /// Writes the header.
    ///
    /// # Errors
    /// Returns the error of `out`.
    pub fn new(out: W, header: &Header) -> std::io::Result<Self> {
        let mut writer = Self { out, digest: Sha256::new(), winters: 0 };
        let Header { dataset, licence, credit, period, method, made } = header;
        writer.write(&format!(
            "{FORM}\ndataset: {dataset}\nlicence: {licence}\ncredit: {credit}\nperiod: {period}\nmethod: {method}\n\
             made: {made}\n\n"
        ))?;
        Ok(writer)
    }

    fn write(&mut self, text: &str) -> std::io::Result<()> {
        self.digest.update(text.as_bytes());
        self.out.write_all(text.as_bytes())
    }

    /// Writes a winter.
    ///
    /// # Errors
    /// Returns the error of `out`.
    pub fn winter(&mut self, of: &SharedWinter) -> std::io::Result<()> {
        let SharedWinter { slug, lat, lon, asked_m, winter, asked_through, came_short, days } = of;
        let asked_m = asked_m.map_or_else(|| "-".to_owned(), |metres| metres.to_string());
        let year = winter.year();
        self.winters += 1;
        self.write(&format!(
            "{slug}\t{lat}\t{lon}\t{asked_m}\t{year}\t{asked_through}\t{came_short}\t{days}\n"
        ))
    }

    /// Writes the last line, and returns the output and the number of winters.
    ///
    /// # Errors
    /// Returns the error of `out`.
    pub fn finish(mut self) -> std::io::Result<(W, usize)> {
        let end = format!("end\t{}\t{}\n", self.winters, hex(self.digest));
        self.out.write_all(end.as_bytes())?;
        self.out.flush()?;
        Ok((self.out, self.winters))
    }
}

/// Reads a file.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    header: Header,
    digest: Sha256,
    line: usize,
    winters: usize,
    latest: i32,
}

impl<R: BufRead> Reader<R> {
    /// Reads the header of a file with winters of `dataset`. No winter may have been queried after `today`.
    ///
    /// # Errors
    /// Returns an [`ExchangeError`] for a file of another kind, version or dataset.
    pub fn new(input: R, dataset: &'static str, today: NaiveDate) -> Result<Self, ExchangeError> {
        let latest = today.to_epoch_days();
        let mut reader =
            Self { input, header: Header::default(), digest: Sha256::new(), line: 0, winters: 0, latest };
        match reader.next_line()?.as_deref() {
            Some(FORM) => reader.digest_line(FORM),
            Some(other) => {
                let version = other.strip_prefix(FORM_OF_ANY_VERSION);
                return Err(version.map_or(ExchangeError::Foreign, |found| {
                    ExchangeError::Version(found.chars().take(20).collect())
                }));
            }
            None => return Err(ExchangeError::Foreign),
        }
        loop {
            let Some(line) = reader.next_line()? else { return Err(ExchangeError::CutShort(reader.line)) };
            reader.digest_line(&line);
            if line.is_empty() {
                break;
            }
            let Some((key, value)) = line.split_once(": ") else {
                return Err(reader.line_error("a line of the header is not of the form `key: value`"));
            };
            reader.header.set(key, value);
        }
        if reader.header.dataset != dataset {
            let found = std::mem::take(&mut reader.header.dataset);
            return Err(ExchangeError::Dataset { found, wanted: dataset });
        }
        Ok(reader)
    }

    /// Returns the header.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the next winter, or `None` after the last one of an intact file.
    ///
    /// # Errors
    /// Returns an [`ExchangeError`] for an invalid line, and for a file that is damaged or cut short.
    pub fn winter(&mut self) -> Result<Option<SharedWinter>, ExchangeError> {
        let Some(line) = self.next_line()? else { return Err(ExchangeError::CutShort(self.line)) };
        if let Some(end) = line.strip_prefix("end\t") {
            let expected = format!("{}\t{}", self.winters, hex(self.digest.clone()));
            if end != expected {
                return Err(ExchangeError::Checksum);
            }
            return if self.next_line()?.is_some() { Err(ExchangeError::Trailing) } else { Ok(None) };
        }
        self.digest_line(&line);
        self.winters += 1;
        self.parse(&line).map(Some).map_err(|reason| self.line_error(reason))
    }

    fn parse(&self, line: &str) -> Result<SharedWinter, &'static str> {
        let parts: Vec<&str> = line.split('\t').collect();
        let [slug, lat, lon, asked_m, year, asked_through, came_short, days] = parts[..] else {
            return Err("not eight columns");
        };
        let number = |text: &str| text.parse::<f64>().ok().filter(|value| value.is_finite());
        let lat = number(lat).filter(|lat| (-90.0..=90.0).contains(lat)).ok_or("invalid latitude")?;
        let lon = number(lon).filter(|lon| (-180.0..=180.0).contains(lon)).ok_or("invalid longitude")?;
        let asked_m = match asked_m {
            "-" => None,
            metres => Some(number(metres).ok_or("invalid elevation")?),
        };
        let year = year.parse().map_err(|_| "invalid year")?;
        let winter = Winter::new(Hemisphere::from_latitude(lat), year).ok_or("invalid year")?;
        let asked_through: i32 = asked_through.parse().map_err(|_| "invalid day of the query")?;
        if asked_through > self.latest || asked_through < winter.first_day().to_epoch_days() {
            return Err("the day of the query is in the future, or before the winter");
        }
        let came_short =
            came_short.parse().ok().filter(|count| *count <= MOST_SHORT).ok_or("invalid count")?;
        pack::read(winter, days).map_err(|_| "the days cannot be read")?;
        if slug.is_empty() || slug.contains('\0') {
            return Err("invalid slug");
        }
        let (slug, days) = (slug.to_owned(), days.to_owned());
        Ok(SharedWinter { slug, lat, lon, asked_m, winter, asked_through, came_short, days })
    }

    /// Reads a line without its end. A last line without an end is incomplete.
    fn next_line(&mut self) -> Result<Option<String>, ExchangeError> {
        let mut line = Vec::new();
        self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        self.line += 1;
        if line.pop() != Some(b'\n') {
            let is_first = self.line == 1;
            return Err(if is_first { ExchangeError::Foreign } else { ExchangeError::CutShort(self.line) });
        }
        let foreign = |_| if self.line == 1 { ExchangeError::Foreign } else { self.line_error("not UTF-8") };
        String::from_utf8(line).map(Some).map_err(foreign)
    }

    fn digest_line(&mut self, line: &str) {
        self.digest.update(line.as_bytes());
        self.digest.update(b"\n");
    }

    fn line_error(&self, reason: &str) -> ExchangeError {
        ExchangeError::Line { line: self.line, reason: reason.to_owned() }
    }
}

impl Header {
    /// Sets a member; unknown ones of later programs are ignored.
    fn set(&mut self, key: &str, value: &str) {
        let member = match key {
            "dataset" => &mut self.dataset,
            "licence" => &mut self.licence,
            "credit" => &mut self.credit,
            "period" => &mut self.period,
            "method" => &mut self.method,
            "made" => &mut self.made,
            _ => return,
        };
        value.clone_into(member);
    }
}

fn hex(digest: Sha256) -> String {
    digest.finalize().iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// State of a stored winter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredState<'t> {
    /// Days, packed by [`pack`].
    pub days: &'t str,
    /// Like [`SharedWinter::asked_through`].
    pub asked_through: i32,
    /// Like [`SharedWinter::came_short`].
    pub came_short: u32,
}

/// Merges a winter of a file into a stored one and returns days, day of the query and number of short responses.
///
/// A stored value is replaced only if the file's winter was queried later, because the archive checks its days in the
/// months after they are first published. Otherwise the file fills only days that are not known. A winter with weather
/// is never replaced by one without it.
#[must_use]
pub fn merged(known: StoredState<'_>, shared: &SharedWinter) -> (String, i32, u32) {
    let unchanged = || (known.days.to_owned(), known.asked_through, known.came_short);
    let from_file = || (shared.days.clone(), shared.asked_through, shared.came_short);
    let has_weather = |days: &str| days.starts_with(pack::WITH_WEATHER);
    let Ok(own) = pack::read(shared.winter, known.days) else { return from_file() };
    let Ok(other) = pack::read(shared.winter, &shared.days) else { return unchanged() };
    match (has_weather(known.days), has_weather(&shared.days)) {
        (_, false) => return unchanged(),
        (false, true) => return from_file(),
        (true, true) => {}
    }
    let is_newer = shared.asked_through > known.asked_through;
    let (mut days, better) = if is_newer { (own.clone(), other) } else { (other, own.clone()) };
    days.merge(&better);
    if days == own && !is_newer {
        return unchanged();
    }
    let came_short = if is_newer { shared.came_short } else { known.came_short.min(shared.came_short) };
    (pack::write(&days), known.asked_through.max(shared.asked_through), came_short)
}

#[cfg(test)]
mod tests;
