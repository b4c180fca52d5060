//! Everything that a question says, before anybody asks what it means.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use crate::amounts::{self, Length};
use crate::feature::Feature;
use crate::language::{Language, Locale};
use crate::lexicon::{Tag, lexicon};
use crate::names::{self, Known, Mention, What};
use crate::tokens::{Folded, Kind, Token, tokens};
use crate::when::{self, Reader, When};

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub struct Question<'q> {
    /// The words.
    pub text: &'q str,
    /// The resort that the conversation is about, by its position.
    pub about: Option<usize>,
    /// The language that the asker speaks; else that of the words.
    pub locale: Option<Locale>,
}

/// What a question says.
#[derive(Debug)]
pub(crate) struct Heard<'q> {
    pub(crate) tokens: Vec<Token<'q>>,
    pub(crate) tags: Vec<Tag>,
    pub(crate) features: BTreeSet<Feature>,
    pub(crate) locale: Locale,
    pub(crate) resorts: Vec<usize>,
    pub(crate) several: Option<Vec<usize>>,
    pub(crate) hub: Option<(String, Vec<usize>)>,
    pub(crate) state: Option<(String, Vec<usize>)>,
    pub(crate) country: Option<&'static str>,
    pub(crate) region: Option<&'static str>,
    pub(crate) passes: Vec<String>,
    pub(crate) stranger: Option<String>,
    /// Where a way begins, as it was written.
    pub(crate) origin: Option<String>,
    /// Words that mean nothing here.
    pub(crate) unknown_words: usize,
    pub(crate) lengths: Vec<Length>,
    pub(crate) when: When,
    pub(crate) today: NaiveDate,
    /// The resort was not named but is that of the conversation.
    pub(crate) is_follow_up: bool,
}

impl<'q> Heard<'q> {
    /// Reads a question. `today` is the local date of a resort, or of the world without one.
    pub(crate) fn new(
        question: Question<'q>,
        known: &Known<'_>,
        today: &dyn Fn(Option<usize>) -> NaiveDate,
    ) -> Self {
        let tokens = tokens(question.text);
        let every = lexicon().tags(&Folded::new(&tokens));
        let language = language(&tokens, &every, question.locale);
        let tags: Vec<Tag> =
            every.into_iter().filter(|tag| tag.language == language || is_universal(tag)).collect();
        let lengths = amounts::lengths(&tokens, &tags);
        let is_imperial = question.locale.is_some_and(|locale| locale.is_imperial)
            || (language == Language::English && lengths.iter().any(|length| length.is_imperial));
        let mut mentions = names::mentions(known, &tokens, &tags);
        let ways = tags.iter().any(|tag| matches!(tag.feature, Feature::Flight | Feature::Drive));
        let origin = if ways { names::origin(&tokens, &tags, &mut mentions) } else { None };
        let stranger = names::unknown(known, &tokens, &tags, language, &mut mentions);
        mentions.retain(|mention| !is_excluded(&tokens, &tags, mention));
        let mut heard = Self {
            features: features(&tags, &mentions),
            locale: Locale { language, is_imperial },
            resorts: Vec::new(),
            several: None,
            hub: None,
            state: None,
            country: None,
            region: None,
            passes: Vec::new(),
            origin,
            unknown_words: names::unknown_words(&tokens, &tags, &mentions),
            stranger,
            lengths,
            when: When::default(),
            today: today(None),
            is_follow_up: false,
            tokens,
            tags,
        };
        mentions.into_iter().for_each(|mention| heard.name(mention.what));
        heard.about(question.about);
        heard.today = today(heard.resorts.first().copied());
        let reader = Reader { tokens: &heard.tokens, tags: &heard.tags, language, today: heard.today };
        heard.when = when::read(reader);
        heard
    }

    fn name(&mut self, what: What) {
        match what {
            What::Resort(at) if !self.resorts.contains(&at) => self.resorts.push(at),
            What::Resort(_) => {}
            What::Several(several) => self.several = self.several.take().or(Some(several)),
            What::Hub(slug, members) => self.hub = self.hub.take().or(Some((slug, members))),
            What::State(name, resorts) => self.state = self.state.take().or(Some((name, resorts))),
            What::Country(code, _) => self.country = self.country.or(Some(code)),
            What::Region(word) => self.region = self.region.or(Some(word)),
            What::Pass(id) if !self.passes.contains(&id) => self.passes.push(id),
            What::Pass(_) | What::Origin | What::Stranger(_) => {}
        }
    }

    /// The resort of the conversation, where the question names no other and nothing that is no resort.
    fn about(&mut self, resort: Option<usize>) {
        let Some(resort) = resort else { return };
        let names_place =
            self.hub.is_some() || self.state.is_some() || self.country.is_some() || self.region.is_some();
        let ranks = self.has(Feature::WhichResorts) || self.has(Feature::Southern);
        let compares = self.has(Feature::Compare) && self.resorts.len() == 1;
        if compares && !self.resorts.contains(&resort) {
            self.resorts.insert(0, resort);
        } else if self.resorts.is_empty()
            && self.several.is_none()
            && !names_place
            && !ranks
            && self.stranger.is_none()
        {
            self.resorts.push(resort);
            self.is_follow_up = true;
        }
    }

    pub(crate) fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// Whether a place wider than a resort is named, other than a hub.
    pub(crate) fn names_place(&self) -> bool {
        self.state.is_some() || self.country.is_some() || self.region.is_some()
    }

    /// The first tag of a feature: its value.
    pub(crate) fn value(&self, feature: Feature) -> Option<&'static str> {
        self.tags.iter().find(|tag| tag.is(feature)).map(|tag| tag.value)
    }

    /// What lies beyond the service, of which kind.
    pub(crate) fn off(&self) -> impl Iterator<Item = &'static str> {
        self.tags.iter().filter(|tag| tag.is(Feature::Off)).map(|tag| tag.value)
    }

    /// Whether there is nothing to read.
    pub(crate) fn is_wordless(&self) -> bool {
        !self
            .tokens
            .iter()
            .any(|token| matches!(token.kind, Kind::Word | Kind::Glyph) && !token.folded.is_empty())
    }
}

/// Words that are the same in every language here.
const fn is_universal(tag: &Tag) -> bool {
    matches!(tag.feature, Feature::Resort)
        || matches!((tag.feature, tag.language), (Feature::Unit, Language::English))
}

/// What the words say, without the words of names: Powder Mountain promises no powder.
fn features(tags: &[Tag], mentions: &[Mention]) -> BTreeSet<Feature> {
    let of_name = |tag: &Tag| {
        mentions.iter().any(|mention| {
            matches!(mention.what, What::Resort(_) | What::Several(_) | What::Hub(..) | What::State(..))
                && mention.from <= tag.from
                && tag.to <= mention.to
        })
    };
    tags.iter().filter(|tag| !of_name(tag)).map(|tag| tag.feature).collect()
}

/// Whether a name is named to leave it out: "not Zermatt", "except Austria".
fn is_excluded(tokens: &[Token<'_>], tags: &[Tag], mention: &Mention) -> bool {
    const WORDS: &[&str] = &[
        "not",
        "except",
        "excluding",
        "nicht",
        "ausser",
        "statt",
        "sauf",
        "tranne",
        "excepto",
        "salvo",
        "than",
        "of",
        "pas",
        "que",
    ];
    tags.iter().any(|tag| {
        let word =
            tag.to.checked_sub(1).and_then(|last| tokens.get(last)).map_or("", |token| token.folded.as_str());
        let before = tag.is(Feature::Not)
            && WORDS.contains(&word)
            && tag.to <= mention.from
            && mention.from - tag.to <= 1;
        let behind = tag.is(Feature::Not)
            && tag.from == mention.to
            && tag.language == Language::Japanese
            && word == "外";
        before || behind
    })
}

/// The language of the words: that which knows most of them. Where two know as many, the asker's counts.
fn language(tokens: &[Token<'_>], tags: &[Tag], locale: Option<Locale>) -> Language {
    let glyphs = tokens.iter().filter(|token| token.kind == Kind::Glyph).count();
    let words = tokens.iter().filter(|token| token.kind == Kind::Word).count();
    if glyphs > words {
        return Language::Japanese;
    }
    let mut known = [0_usize; Language::ALL.len()];
    for language in Language::ALL {
        let mut covered = vec![false; tokens.len()];
        for tag in tags.iter().filter(|tag| tag.language == language) {
            covered.get_mut(tag.from..tag.to).into_iter().flatten().for_each(|one| *one = true);
        }
        if let Some(count) = known.get_mut(language.place()) {
            *count = 2 * covered.into_iter().filter(|covered| *covered).count();
        }
    }
    let preferred = locale.map_or(Language::English, |locale| locale.language);
    let weight = |language: Language| {
        let count = known.get(language.place()).copied().unwrap_or(0);
        // Who says which language it is, is believed by a word and a half.
        count + if locale.is_some() && language == preferred { 3 } else { usize::from(language == preferred) }
    };
    let best = Language::ALL.into_iter().map(weight).max().unwrap_or(0);
    if weight(preferred) == best {
        return preferred;
    }
    Language::ALL.into_iter().find(|language| weight(*language) == best).unwrap_or(preferred)
}
