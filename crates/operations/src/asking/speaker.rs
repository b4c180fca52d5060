//! Says sentences: fills templates with what is cited, and keeps the evidence of it.

use ask::{Language, Locale, Reading};
use serde_json::Value;

use super::evidence::{Evidence, Shown, cited};
use super::phrases::{Piece, phrases};
use super::units::Unit;

/// A value with a place's name.
pub(super) type Slot<'s> = (&'static str, &'s Shown);

/// Says an answer about what one operation gave.
#[derive(Debug)]
pub(super) struct Speaker<'a> {
    reading: &'a Reading,
    answer: &'a Value,
    /// Slug and name of the first resort: some answers have its slug alone.
    resort: Option<(&'a str, &'a str)>,
    sentences: Vec<String>,
    evidence: Vec<Evidence>,
}

impl<'a> Speaker<'a> {
    pub(super) const fn new(
        reading: &'a Reading,
        answer: &'a Value,
        resort: Option<(&'a str, &'a str)>,
    ) -> Self {
        Self { reading, answer, resort, sentences: Vec::new(), evidence: Vec::new() }
    }

    const fn locale(&self) -> Locale {
        self.reading.locale
    }

    pub(super) const fn answer(&self) -> &'a Value {
        self.answer
    }

    /// A value, with its evidence; `None` where it is null.
    pub(super) fn cite(&mut self, pointer: &str, unit: Unit) -> Option<Shown> {
        let (shown, evidence) = cited(self.locale(), self.answer, pointer, unit)?;
        let arguments = self.reading.arguments.iter().map(|(name, text)| (*name, text.clone())).collect();
        let evidence = Evidence { operation: self.reading.operation, arguments, ..evidence };
        if !self.evidence.contains(&evidence) {
            self.evidence.push(evidence);
        }
        Some(shown)
    }

    /// The name of the resort that was asked about, where the answer does not give it.
    pub(super) fn resort_name(&mut self) -> Shown {
        let Some((slug, name)) = self.resort else { return self.words("unknown") };
        let evidence = Evidence {
            operation: "get_resort_info",
            arguments: std::iter::once(("slug", slug.to_owned())).collect(),
            pointer: "/data/name".to_owned(),
            value: name.into(),
            unit: Unit::Text.word(),
            shown: name.to_owned(),
            source: Some("profile".to_owned()),
            observed_at: None,
            confidence: None,
        };
        let shown = Shown::of_evidence(&evidence);
        self.evidence.push(evidence);
        shown
    }

    /// A value, or the words for one that nobody reports.
    pub(super) fn cite_or_unknown(&mut self, pointer: &str, unit: Unit) -> Shown {
        self.cite(pointer, unit).unwrap_or_else(|| self.words("unknown"))
    }

    /// A word of the answer in the asked language: the phrase of its group; unknown without one.
    pub(super) fn word(&self, group: &str, pointer: &str) -> Option<Shown> {
        let word = self.answer.pointer(pointer)?.as_str()?;
        let key = format!("{group} {}", word.to_lowercase());
        phrases().template(&key, self.locale().language).map(|_| self.words(&key))
    }

    /// A phrase without places.
    pub(super) fn words(&self, key: &str) -> Shown {
        Shown::words(phrases().plain(key, self.locale().language))
    }

    /// A phrase with its places filled.
    pub(super) fn phrase(&self, key: &str, slots: &[Slot<'_>]) -> Option<Shown> {
        let template = phrases().template(key, self.locale().language)?;
        let filled = template.iter().map(|piece| match piece {
            Piece::Words(words) => Shown::words(words),
            Piece::Place(place) => {
                let slot = slots.iter().find(|(name, _)| name == place);
                slot.map_or_else(|| Shown::words(""), |(_, shown)| (*shown).clone())
            }
        });
        Some(Shown::filled(filled))
    }

    /// Says a sentence.
    pub(super) fn say(&mut self, key: &str, slots: &[Slot<'_>]) {
        if let Some(sentence) = self.phrase(key, slots) {
            self.sentences.push(sentence.text().to_owned());
        }
    }

    /// Items with commas, as the language writes them.
    pub(super) fn list(&self, items: &[Shown]) -> Shown {
        Shown::joined(items, if self.locale().language == Language::Japanese { "、" } else { ", " })
    }

    /// Items of which each has commas of its own.
    pub(super) fn lines(&self, items: &[Shown]) -> Shown {
        Shown::joined(items, if self.locale().language == Language::Japanese { "；" } else { "; " })
    }

    pub(super) fn done(self) -> (String, Vec<Evidence>) {
        let with = if self.locale().language == Language::Japanese { "" } else { " " };
        let text = self.sentences.join(with);
        // What was looked at and not said is no evidence of the text.
        let said = self.evidence.into_iter().filter(|evidence| text.contains(&evidence.shown)).collect();
        (text, said)
    }
}
