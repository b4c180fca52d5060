//! The content that a resort writes about itself: descriptions, links, season dates, the numbers of its lifts and runs,
//! the page of its webcams, après-ski. Edits name fields. Every invalid field is named, and invalid edits change
//! nothing. There is no field for a score or a rating.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::plain_text::{self, Bounds};
use crate::problem::Problem;

/// Format of a field.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// Plain text.
    Text(Bounds),
    /// A public https address.
    Link,
    /// A calendar day.
    Day,
    /// A whole number, from 1 to this.
    Count(u32),
}

macro_rules! contents {
    ($($field:ident $name:literal $shape:expr, $meaning:literal;)*) => {
        /// A field of the content.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum ContentField {
            $(#[doc = $meaning] #[serde(rename = $name)] $field),*
        }

        impl ContentField {
            /// Every field, in the order of pages.
            pub const ALL: &[Self] = &[$(Self::$field),*];

            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$field => $name),* }
            }

            /// Returns a description for the person who fills it in.
            #[must_use]
            pub const fn description(self) -> &'static str {
                match self { $(Self::$field => $meaning),* }
            }

            /// Returns the format.
            #[must_use]
            pub const fn shape(self) -> Shape {
                match self { $(Self::$field => $shape),* }
            }
        }
    };
}

const fn line(most: usize) -> Shape {
    Shape::Text(Bounds { most, lines: false })
}

const fn block(most: usize) -> Shape {
    Shape::Text(Bounds { most, lines: true })
}

contents! {
    Summary "summary" line(300), "The resort in one or two sentences, at most 300 characters.";
    Description "description" block(4000), "The resort in some paragraphs, at most 4000 characters.";
    WebsiteUrl "websiteUrl" Shape::Link, "The resort's site.";
    TicketsUrl "ticketsUrl" Shape::Link, "Where tickets are sold.";
    SnowReportUrl "snowReportUrl" Shape::Link, "The resort's own snow report.";
    TrailMapUrl "trailMapUrl" Shape::Link, "The trail map.";
    WebcamPageUrl "webcamPageUrl" Shape::Link, "The page of the resort's webcams.";
    SeasonOpening "seasonOpening" Shape::Day, "First day of the season, such as 2026-12-05.";
    SeasonClosing "seasonClosing" Shape::Day, "Last day of the season.";
    LiftsTotal "liftsTotal" Shape::Count(300), "How many lifts there are, running or not; stated once, it replaces the catalogue's number.";
    RunsTotal "runsTotal" Shape::Count(1000), "How many runs there are, open or not; stated once, it replaces the catalogue's number.";
    ApresSki "apresSki" block(2000), "Après-ski, at most 2000 characters.";
}

impl ContentField {
    /// Finds the field of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|field| field.name() == name)
    }

    /// Returns whether it is an address, whose target is also checked.
    #[must_use]
    pub const fn is_link(self) -> bool {
        matches!(self.shape(), Shape::Link)
    }
}

/// The content in force; an absent field was never written or was cleared.
pub type Content = BTreeMap<ContentField, String>;

/// Validated edits; null clears a field.
pub type Edits = BTreeMap<ContentField, Option<String>>;

/// One field before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    pub field: ContentField,
    /// Current value; null if it is not set.
    pub before: Option<String>,
    /// New value.
    pub after: Option<String>,
}

/// Validates the edits in a JSON object that is to be merged into `content`.
///
/// # Errors
/// Returns every invalid field with the reason.
pub fn validate(
    content: &Content,
    edits: &serde_json::Map<String, serde_json::Value>,
) -> Result<(Edits, Content), Vec<Problem>> {
    let mut problems = Vec::new();
    let mut taken = Edits::new();
    for (name, value) in edits {
        let Some(field) = ContentField::from_name(name) else {
            let names: Vec<&str> = ContentField::ALL.iter().map(|field| field.name()).collect();
            problems.push(Problem::new(name, format!("cannot be edited; allowed: {}", names.join(", "))));
            continue;
        };
        match read(field, value) {
            Ok(text) => {
                taken.insert(field, text);
            }
            Err(message) => problems.push(Problem::new(name, message)),
        }
    }
    let newer = merged(content, &taken);
    let day = |field| newer.get(&field).and_then(|text: &String| text.parse::<NaiveDate>().ok());
    if let (Some(opens), Some(closes)) = (day(ContentField::SeasonOpening), day(ContentField::SeasonClosing))
    {
        if closes <= opens {
            problems.push(Problem::new("seasonClosing", "must be after seasonOpening"));
        } else if (closes - opens).num_days() > 365 {
            problems.push(Problem::new("seasonClosing", "must be within a year of seasonOpening"));
        }
    }
    if problems.is_empty() { Ok((taken, newer)) } else { Err(problems) }
}

/// Merges edits into content.
#[must_use]
pub fn merged(content: &Content, edits: &Edits) -> Content {
    let mut newer = content.clone();
    for (field, text) in edits {
        match text {
            Some(text) => newer.insert(*field, text.clone()),
            None => newer.remove(field),
        };
    }
    newer
}

/// Returns the differences between two contents, field by field.
#[must_use]
pub fn differences(before: &Content, after: &Content) -> Vec<Difference> {
    let all = ContentField::ALL.iter().copied();
    let differing = all.filter(|field| before.get(field) != after.get(field));
    differing
        .map(|field| Difference {
            field,
            before: before.get(&field).cloned(),
            after: after.get(&field).cloned(),
        })
        .collect()
}

fn read(field: ContentField, value: &serde_json::Value) -> Result<Option<String>, String> {
    let text = match (value, field.shape()) {
        (serde_json::Value::Null, _) => return Ok(None),
        (serde_json::Value::String(text), _) => text,
        (serde_json::Value::Number(number), Shape::Count(most)) => return count(&number.to_string(), most),
        _ => return Err("must be a text, or null to clear it".to_owned()),
    };
    match field.shape() {
        Shape::Text(bounds) => plain_text::plain(text, bounds).map_err(|problem| problem.to_string()),
        Shape::Link => link(text).map(Some),
        Shape::Count(most) => count(text, most),
        Shape::Day => {
            let day = text.parse::<NaiveDate>().ok().filter(|day| day.to_string() == *text);
            day.map(|_| Some(text.clone())).ok_or_else(|| "must be a day such as 2026-12-05".to_owned())
        }
    }
}

fn count(text: &str, most: u32) -> Result<Option<String>, String> {
    let number = text.parse::<u32>().ok().filter(|number| (1..=most).contains(number));
    number
        .map(|number| Some(number.to_string()))
        .ok_or_else(|| format!("must be a whole number from 1 to {most}, or null to clear it"))
}

/// Validates an address that could be public: https, a host name of at least two labels, no credentials, no invisible
/// characters. The resolution of the name is checked elsewhere, with network access.
fn link(text: &str) -> Result<String, String> {
    const MOST: Bounds = Bounds { most: 500, lines: false };
    let text = plain_text::plain(text, MOST).map_err(|problem| problem.to_string())?;
    let wrong = "must be a public https address such as https://www.example.com/webcams";
    let text = text.ok_or(wrong)?;
    let rest = text.strip_prefix("https://").ok_or(wrong)?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let host = rest
        .get(..end)
        .unwrap_or_default()
        .strip_suffix(":443")
        .unwrap_or(rest.get(..end).unwrap_or_default());
    let is_label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let labels: Vec<&str> = host.split('.').collect();
    let is_name = labels.len() >= 2
        && labels.iter().all(|label| is_label(label))
        && labels
            .last()
            .is_some_and(|top| top.bytes().any(|byte| byte.is_ascii_alphabetic()) && top.len() >= 2);
    let is_own = ["local", "internal", "localhost", "lan", "home", "corp", "test", "invalid", "onion"];
    let is_inner = labels.last().is_some_and(|top| is_own.contains(&top.to_ascii_lowercase().as_str()));
    let is_clean = text
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\'' | b'<' | b'>' | b'\\'));
    if is_name && !is_inner && is_clean { Ok(text) } else { Err(wrong.to_owned()) }
}

#[cfg(test)]
mod tests;
