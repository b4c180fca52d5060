//! Writes sentences: fills templates with cited values and collects the evidence.

use ask::{Language, Locale, Reading};
use conditions_core::source::Kind;
use conditions_core::time::Timestamp;
use serde_json::Value;
use world::credits::SourceFamilies;
use world::{View, VisibleResort};

use super::compose::ComposedAnswer;
use super::evidence::{Evidence, EvidenceSource, TextPiece, cited, slug};
use super::phrases::{Piece, phrases};
use super::units::Unit;

/// A placeholder's name and its value.
pub(super) type Slot<'s> = (&'static str, &'s TextPiece);

/// Writes an answer from the result of one operation.
#[derive(Debug)]
pub(super) struct AnswerWriter<'a> {
    view: &'a View<'a>,
    reading: &'a Reading,
    answer: &'a Value,
    now: Timestamp,
    sentences: Vec<String>,
    evidence: Vec<Evidence>,
}

impl<'a> AnswerWriter<'a> {
    pub(super) const fn new(
        view: &'a View<'a>,
        reading: &'a Reading,
        answer: &'a Value,
        now: Timestamp,
    ) -> Self {
        Self { view, reading, answer, now, sentences: Vec::new(), evidence: Vec::new() }
    }

    const fn locale(&self) -> Locale {
        self.reading.locale
    }

    /// Returns the elevation that the question asks for: `base`, `mid` or `summit`.
    pub(super) const fn requested_band(&self) -> Option<&'static str> {
        self.reading.band
    }

    pub(super) const fn answer(&self) -> &'a Value {
        self.answer
    }

    /// Cites a value with its evidence; returns `None` if it is null.
    pub(super) fn cite(&mut self, pointer: &str, unit: Unit) -> Option<TextPiece> {
        let (shown, evidence) = cited(self.locale(), self.answer, pointer, unit, self.resort_of(pointer))?;
        let arguments = self.reading.arguments.iter().map(|(name, text)| (*name, text.clone())).collect();
        let evidence = Evidence { operation: self.reading.operation, arguments, ..evidence };
        if !self.evidence.contains(&evidence) {
            self.evidence.push(evidence);
        }
        Some(shown)
    }

    /// Quotes a name of the question, which may contain a number: its evidence is the argument of this answer.
    pub(super) fn quoted(&mut self, question: &str, argument: &str, text: &str) -> TextPiece {
        let evidence = Evidence {
            operation: "ask_snowdata",
            arguments: std::iter::once(("question", question.to_owned())).collect(),
            pointer: format!("/data/scope/arguments/{argument}"),
            value: Value::from(text),
            unit: Unit::Text.as_str(),
            shown: text.to_owned(),
            source: None,
            observed_at: None,
            confidence: None,
        };
        let shown = TextPiece::from_evidence(&evidence);
        self.evidence.push(evidence);
        shown
    }

    /// Returns the resort that a value of the answer describes.
    fn resort_of(&self, pointer: &str) -> Option<VisibleResort<'a>> {
        let named = slug(self.answer, pointer).and_then(|slug| self.view.of_slug(slug));
        named.or_else(|| self.view.at(*self.reading.resorts.first()?))
    }

    /// Returns the name of the queried resort if the answer does not contain it.
    pub(super) fn resort_name(&mut self) -> TextPiece {
        let asked = self.reading.resorts.first().and_then(|at| self.view.at(*at)).map(|seen| seen.resort());
        let Some(resort) = asked else { return self.words("unknown") };
        match self.everyday(&resort.slug) {
            Some(shown) => shown,
            None => self.of_info(&resort.slug, "/data/name".to_owned(), &resort.name),
        }
    }

    /// Returns the name of the object at a pointer into the answer.
    pub(super) fn name_at(&mut self, at: &str) -> Option<TextPiece> {
        let slug = self.answer.pointer(&format!("{at}/slug")).and_then(Value::as_str);
        let everyday = slug.and_then(|slug| self.everyday(slug));
        everyday.or_else(|| self.cite(&format!("{at}/name"), Unit::Text))
    }

    /// Returns the Japanese name of a resort in its script. The first alias is the everyday one.
    fn everyday(&mut self, slug: &str) -> Option<TextPiece> {
        if self.locale().language != Language::Japanese {
            return None;
        }
        let resort = self.view.resort(slug).ok()?.resort();
        let (nth, alias) =
            resort.aliases.iter().enumerate().find(|(_, alias)| alias.chars().any(is_japanese))?;
        // A name that finds a resort may be the slug of an enclosing destination.
        (resort.slug == slug).then(|| self.of_info(slug, format!("/data/aliases/{nth}"), alias))
    }

    /// Cites a name from the resort's profile.
    fn of_info(&mut self, slug: &str, pointer: String, name: &str) -> TextPiece {
        let evidence = Evidence {
            operation: "get_resort_info",
            arguments: std::iter::once(("slug", slug.to_owned())).collect(),
            pointer,
            value: name.into(),
            unit: Unit::Text.as_str(),
            shown: name.to_owned(),
            source: Some(EvidenceSource::Kind(Kind::Profile.into())),
            observed_at: None,
            confidence: None,
        };
        let shown = TextPiece::from_evidence(&evidence);
        if !self.evidence.contains(&evidence) {
            self.evidence.push(evidence);
        }
        shown
    }

    /// Returns whether the observation at a pointer is too old to count as a fresh snow reading.
    pub(super) fn is_old(&self, pointer: &str) -> bool {
        let observed = self.answer.pointer(pointer).and_then(Value::as_str).and_then(Timestamp::parse);
        observed.is_some_and(|at| at.plus_millis(self.view.policy().scraped_ttl_ms) < self.now)
    }

    /// Returns the phrase for a modelled value, if a model made it.
    pub(super) fn basis(&self, pointer: &str) -> TextPiece {
        self.word("basis", pointer).unwrap_or_else(|| TextPiece::words(""))
    }

    /// Like [`Self::basis`], but within the brackets of a list.
    pub(super) fn listed_basis(&self, pointer: &str) -> TextPiece {
        self.word("listed", pointer).unwrap_or_else(|| TextPiece::words(""))
    }

    /// Cites a value, or returns the phrase for a value that is not reported.
    pub(super) fn cite_or_unknown(&mut self, pointer: &str, unit: Unit) -> TextPiece {
        self.cite(pointer, unit).unwrap_or_else(|| self.words("unknown"))
    }

    /// Returns the phrase for a term of the answer in the requested language; `None` if there is no phrase for it.
    pub(super) fn word(&self, group: &str, pointer: &str) -> Option<TextPiece> {
        let word = self.answer.pointer(pointer)?.as_str()?;
        let key = format!("{group} {}", word.to_lowercase());
        phrases().template(&key, self.locale().language).map(|_| self.words(&key))
    }

    /// Returns a phrase without placeholders.
    pub(super) fn words(&self, key: &str) -> TextPiece {
        TextPiece::words(phrases().plain(key, self.locale().language))
    }

    /// Fills the placeholders of a phrase.
    pub(super) fn phrase(&self, key: &str, slots: &[Slot<'_>]) -> Option<TextPiece> {
        let template = phrases().template(key, self.locale().language)?;
        let filled = template.iter().map(|piece| match piece {
            Piece::Words(words) => TextPiece::words(words),
            Piece::Place(place) => {
                let slot = slots.iter().find(|(name, _)| name == place);
                slot.map_or_else(|| TextPiece::words(""), |(_, shown)| (*shown).clone())
            }
        });
        Some(TextPiece::filled(filled))
    }

    pub(super) fn write(&mut self, key: &str, slots: &[Slot<'_>]) {
        if let Some(sentence) = self.phrase(key, slots) {
            // An empty placeholder leaves two spaces.
            let sentence = sentence.text().replace("  ", " ");
            if !self.sentences.contains(&sentence) {
                self.sentences.push(sentence);
            }
        }
    }

    /// Joins items with commas, as the language writes them.
    pub(super) fn list(&self, items: &[TextPiece]) -> TextPiece {
        TextPiece::joined(items, if self.locale().language == Language::Japanese { "、" } else { ", " })
    }

    /// Joins items that contain commas.
    pub(super) fn lines(&self, items: &[TextPiece]) -> TextPiece {
        let with = match self.locale().language {
            Language::Japanese => "；",
            Language::French => "\u{a0}; ",
            Language::English | Language::German | Language::Italian | Language::Spanish => "; ",
        };
        TextPiece::joined(items, with)
    }

    /// Continues with the answer of another operation.
    pub(super) fn turn(&mut self, reading: &'a Reading, answer: &'a Value) {
        (self.reading, self.answer) = (reading, answer);
    }

    /// Like [`Self::word`], with evidence of the term.
    pub(super) fn cite_word(&mut self, group: &str, pointer: &str) -> Option<TextPiece> {
        let word = self.word(group, pointer)?;
        let (_, evidence) = cited(self.locale(), self.answer, pointer, Unit::Text, self.resort_of(pointer))?;
        let arguments = self.reading.arguments.iter().cloned().collect();
        let shown = word.text().to_owned();
        let evidence = Evidence { operation: self.reading.operation, arguments, shown, ..evidence };
        if !self.evidence.contains(&evidence) {
            self.evidence.push(evidence);
        }
        Some(word)
    }

    /// Returns the kind of source of a value, by its name.
    pub(super) fn kind_of(&self, pointer: &str) -> Option<&'static str> {
        let (_, evidence) = cited(self.locale(), self.answer, pointer, Unit::Cm, self.resort_of(pointer))?;
        match evidence.source? {
            EvidenceSource::Kind(named) => Some(named.kind().name()),
            EvidenceSource::Other(_) => None,
        }
    }

    /// Returns the sentences with their evidence.
    pub(super) fn written(self, carries: SourceFamilies) -> ComposedAnswer {
        let Reading { operation, arguments, resorts, when, .. } = self.reading;
        ComposedAnswer {
            sentences: self.sentences,
            evidence: self.evidence,
            carries,
            is_of_record: carries == SourceFamilies::CATALOGUE || RECORDS.contains(operation),
            operation,
            arguments: arguments.clone(),
            resorts: resorts.clone(),
            days: when.span.map(|span| (span.first, span.last)),
        }
    }
}

/// Operations that answer from the records of resorts, passes and airports.
const RECORDS: [&str; 8] = [
    "get_resort_info",
    "get_pass",
    "compare_passes",
    "find_pass_resorts",
    "find_flights_to_powder",
    "search_resorts",
    "list_insight_categories",
    "get_resort_photos",
];

/// Returns whether a character is a kana or a Chinese character.
pub(super) const fn is_japanese(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}')
}
