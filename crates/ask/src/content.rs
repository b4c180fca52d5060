//! Collects everything that a question says, before it is interpreted.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use crate::amounts::{self, Length};
use crate::asides::{self, Asides};
use crate::feature::Feature;
use crate::language::{Language, Locale};
use crate::lexicon::{Tag, lexicon};
use crate::names::{self, KnownNames, Mention, NameContext, NameMeaning};
use crate::spelling;
use crate::tokens::{FoldedText, Kind, Token, tokens};
use crate::when::{self, Reader, TimeFrame};

mod context_words;
mod excluded;
mod language_detection;

use context_words::{leave_what_is_asked, unknown};
use language_detection::language;

/// A question and its context.
#[derive(Debug, Clone, Copy)]
pub struct Question<'q> {
    pub text: &'q str,
    /// Position of the conversation's resort.
    pub about: Option<usize>,
    /// Language of the user; otherwise the language of the words is used.
    pub locale: Option<Locale>,
}

/// The content of a question.
#[derive(Debug)]
pub(crate) struct QuestionContent<'q> {
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
    /// Whether it is unclear which of the named resorts are meant.
    pub(crate) is_unclear: bool,
    /// Whether a state or a country is named that does not contain the only resort.
    pub(crate) is_elsewhere: bool,
    /// Whether an unknown name is listed together with a known one.
    pub(crate) joins_stranger: bool,
    /// First name of a mountain, as written.
    pub(crate) written: Option<String>,
    /// Start of a route, as written.
    pub(crate) origin: Option<String>,
    /// Number of words without a known meaning.
    pub(crate) unknown_words: usize,
    /// These words, if they are adjacent.
    pub(crate) unknown: Option<String>,
    /// Number of words outside of names.
    pub(crate) other_words: usize,
    pub(crate) lengths: Vec<Length>,
    pub(crate) when: TimeFrame,
    pub(crate) today: NaiveDate,
    /// Whether the resort was not named but taken from the conversation.
    pub(crate) is_follow_up: bool,
    /// Whether the conversation is about a resort.
    pub(crate) is_spoken_of: bool,
    /// The only resort that is mentioned in passing, if no other is named.
    pub(crate) told: Option<usize>,
    /// Days mentioned in passing, used if the question lacks days.
    pub(crate) told_when: Option<TimeFrame>,
    /// The names, in order.
    pub(crate) mentions: Vec<Mention>,
}

impl<'q> QuestionContent<'q> {
    /// Reads a question. `today` is the local date of a resort, or of the world without one.
    pub(crate) fn new(
        question: Question<'q>,
        known: &KnownNames<'_>,
        today: &dyn Fn(Option<usize>) -> NaiveDate,
    ) -> Self {
        let tokens = tokens(question.text);
        let every = lexicon().tags(&FoldedText::new(&tokens));
        // A bare name has no language: Alta, Haus, Neve.
        let is_name = question.locale.is_none() && names::is_resort(known, question.text);
        let language =
            if is_name { Language::English } else { language(known, &tokens, &every, question.locale) };
        let asked = QuestionReader { question, known, today, language };
        let (heard, in_passing) = asked.read_tokens(tokens, every);
        if in_passing.is_empty() {
            return heard;
        }
        let when = heard.when.clone();
        let only = |resorts: &[usize]| if let [only] = resorts { Some(*only) } else { None };
        let told = only(&heard.resorts).filter(|_| heard.stranger.is_none());
        // Passages mentioned in passing are removed, and the rest is read as if it were the whole question.
        let is_left_out = |at: usize| in_passing.iter().any(|(from, to)| *from <= at && at < *to);
        let rest = heard.tokens.into_iter().enumerate().filter(|(at, _)| !is_left_out(*at));
        let tokens: Vec<Token<'q>> = rest
            .map(|(at, token)| Token { parted: at.checked_sub(1).is_some_and(is_left_out), ..token })
            .collect();
        let every = lexicon().tags(&FoldedText::new(&tokens));
        let rest = asked.read_tokens(tokens, every).0;
        let told = told.filter(|_| rest.names_nothing() && rest.stranger.is_none());
        let has_days = rest.when.span.is_some() || rest.when.day_count.is_some() || rest.has(Feature::Now);
        Self { told, told_when: Some(when).filter(|_| !has_days), ..rest }
    }

    fn name(&mut self, what: NameMeaning) {
        match what {
            NameMeaning::Resort(at) if !self.resorts.contains(&at) => self.resorts.push(at),
            NameMeaning::Resort(_) => {}
            NameMeaning::Several(several) => self.several = self.several.take().or(Some(several)),
            NameMeaning::Hub(slug, members) => {
                self.is_unclear |= self.hub.as_ref().is_some_and(|(other, _)| *other != slug);
                self.hub = self.hub.take().or(Some((slug, members)));
            }
            NameMeaning::State(name, resorts) => self.state = self.state.take().or(Some((name, resorts))),
            NameMeaning::Country(code, _) => self.country = self.country.or(Some(code)),
            // The narrower of two regions counts.
            NameMeaning::Region(word) if self.region.is_some_and(|wider| is_part_of(word, wider)) => {
                self.region = Some(word);
            }
            NameMeaning::Region(word) => self.region = self.region.or(Some(word)),
            NameMeaning::Pass(id) if !self.passes.contains(&id) => self.passes.push(id),
            NameMeaning::Stranger(name) => self.stranger = self.stranger.take().or(Some(name)),
            NameMeaning::Pass(_) | NameMeaning::Aside => {}
        }
    }

    /// Returns whether, in addition to resorts, a town or a hub is named that contains none of them.
    fn names_resort_and_another(&self) -> bool {
        let hub = self.hub.as_ref().map(|(_, members)| members);
        let lies_in = |members: &Vec<usize>| self.resorts.iter().any(|at| members.contains(at));
        !self.resorts.is_empty()
            && [hub, self.several.as_ref()].into_iter().flatten().any(|place| !lies_in(place))
    }

    /// Decides which resorts are meant, once every name is known.
    fn settle(&mut self, about: Option<usize>, ways: bool) {
        // For a route, the other name is one of its ends.
        self.is_unclear =
            (self.is_unclear || self.names_resort_and_another()) && (!ways || self.resorts.len() > 1);
        self.set_resort(about);
    }

    /// Sets the conversation's resort, if the question names nothing else.
    fn set_resort(&mut self, resort: Option<usize>) {
        let Some(resort) = resort else { return };
        // An ambiguous name in a conversation about one of its resorts means that resort.
        if self.resorts.is_empty() && self.several.as_ref().is_some_and(|several| several.contains(&resort)) {
            self.several = None;
            self.resorts.push(resort);
            return;
        }
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

    pub(crate) fn has_any(&self, features: &[Feature]) -> bool {
        features.iter().any(|feature| self.has(*feature))
    }

    /// Returns whether a place wider than a resort is named, other than a hub.
    pub(crate) fn names_place(&self) -> bool {
        self.state.is_some() || self.country.is_some() || self.region.is_some()
    }

    /// Returns a resort of the named state, if no country is named.
    pub(crate) fn first_of_state(&self) -> Option<usize> {
        let (_, resorts) = self.state.as_ref()?;
        resorts.first().copied().filter(|_| self.country.or(self.region).is_none())
    }

    /// Returns whether neither a resort nor a place nor a pass is named.
    pub(crate) fn names_nothing(&self) -> bool {
        self.resorts.is_empty()
            && self.several.is_none()
            && self.hub.is_none()
            && self.passes.is_empty()
            && !self.names_place()
    }

    /// Returns the value of the first tag with a feature.
    pub(crate) fn value(&self, feature: Feature) -> Option<&'static str> {
        self.tags.iter().find(|tag| tag.is(feature)).map(|tag| tag.value)
    }

    /// Returns the kinds of things in the question that are beyond the service.
    pub(crate) fn off(&self) -> impl Iterator<Item = &'static str> {
        self.tags.iter().filter(|tag| tag.is(Feature::Off)).map(|tag| tag.value)
    }

    /// Returns whether the question has no words.
    pub(crate) fn is_wordless(&self) -> bool {
        !self
            .tokens
            .iter()
            .any(|token| matches!(token.kind, Kind::Word | Kind::Glyph) && !token.folded.is_empty())
    }
}

/// A question with the tables that it is read with.
struct QuestionReader<'a, 'k, 'q> {
    question: Question<'q>,
    known: &'a KnownNames<'k>,
    today: &'a dyn Fn(Option<usize>) -> NaiveDate,
    language: Language,
}

impl<'q> QuestionReader<'_, '_, 'q> {
    /// Returns the content of the words, and which of them are mentioned in passing.
    fn read_tokens(
        &self,
        tokens: Vec<Token<'q>>,
        every: Vec<Tag>,
    ) -> (QuestionContent<'q>, Vec<(usize, usize)>) {
        let Self { question, known, today, language } = *self;
        let (proper, every): (Vec<Tag>, Vec<Tag>) =
            every.into_iter().partition(|tag| tag.is(Feature::Proper));
        let mut tags: Vec<Tag> = every.into_iter().filter_map(|tag| in_language(tag, language)).collect();
        let lengths = amounts::lengths(&tokens, &tags);
        let is_imperial = self.is_imperial(&lengths);
        let around = NameContext { known, tokens: &tokens, tags: &tags, proper: &proper, language };
        let mut mentions = names::enlarged(around, names::mentions(known, &tokens, &tags));
        when::read_short_days(&tokens, &mut tags, &mentions);
        spelling::correct(known, &tokens, &mut tags, &mentions, language);
        let ways = tags.iter().any(|tag| matches!(tag.feature, Feature::Flight | Feature::Drive));
        let origin = if ways { names::origin(&tokens, &tags, &mut mentions) } else { None };
        leave_what_is_asked(&tokens, &mut tags, &mentions);
        names::framed(&tokens, &tags, &mut mentions);
        names::unknown(known, &tokens, &tags, language, &mut mentions);
        leave_names(&tokens, &tags, &mut mentions);
        let asked_on = today(None);
        names::only_mountains(known, &tokens, &tags, &mut mentions);
        let Asides { spans, is_unclear, joins_stranger } =
            asides::passing(&tokens, &tags, &mentions, language, asked_on);
        leave_parts(&mut tags, &mentions);
        let (unknown_words, unknown) = unknown(&tokens, &tags, &mentions, language);
        let is_elsewhere = !ways && names::is_elsewhere(&tokens, &tags, &mentions);
        let mut heard = QuestionContent {
            features: tags.iter().map(|tag| tag.feature).collect(),
            locale: Locale { language, is_imperial },
            resorts: Vec::new(),
            several: None,
            hub: None,
            state: None,
            country: None,
            region: None,
            passes: Vec::new(),
            origin,
            unknown_words,
            unknown,
            other_words: names::other_words(&tokens, &mentions),
            stranger: None,
            written: names::first_written(&tokens, &mentions)
                .or_else(|| names::name_fragment(&tokens, &tags)),
            is_unclear: is_unclear || names::is_landmark(&tokens, &tags, &mentions),
            is_elsewhere,
            joins_stranger,
            lengths,
            when: TimeFrame::default(),
            today: asked_on,
            is_spoken_of: question.about.is_some(),
            is_follow_up: false,
            told: None,
            told_when: None,
            mentions: mentions.clone(),
            tokens,
            tags,
        };
        mentions.into_iter().for_each(|mention| heard.name(mention.what));
        heard.settle(question.about, ways);
        heard.today = today(heard.resorts.first().copied());
        heard.when = when::read(&Reader::new(&heard.tokens, &heard.tags, language, heard.today));
        (heard, spans)
    }

    /// Returns whether the answer should use feet and inches: as requested, or as an English question does.
    fn is_imperial(&self, lengths: &[Length]) -> bool {
        self.question.locale.is_some_and(|locale| locale.is_imperial)
            || (self.language == Language::English && lengths.iter().any(|length| length.is_imperial))
    }
}

/// Removes names that were retracted or excluded, and towns where people live.
fn leave_names(tokens: &[Token<'_>], tags: &[Tag], mentions: &mut [Mention]) {
    names::taken_back(tokens, tags, mentions);
    excluded::leave_out(tokens, tags, mentions);
    names::leave_homes(tokens, tags, mentions);
}

/// Returns whether a region is a part of another.
fn is_part_of(region: &str, wider: &str) -> bool {
    matches!(
        (region, wider),
        ("alps" | "scandinavia", "europe")
            | ("rockies", "north-america")
            | ("japan", "asia")
            | ("andes", "south-america")
    )
}

/// Returns a word as one of a language: its own, or one that every language has. English words in Japanese are known
/// and carry no meaning.
fn in_language(tag: Tag, language: Language) -> Option<Tag> {
    let is_guest = language == Language::Japanese && tag.language == Language::English;
    match () {
        () if tag.language == language || is_universal(&tag) => Some(tag),
        () if is_guest && tag.is(Feature::At) => Some(tag),
        () if is_guest => Some(Tag { feature: Feature::Plain, ..tag }),
        () => None,
    }
}

/// Returns whether a word is the same in every supported language.
const fn is_universal(tag: &Tag) -> bool {
    matches!(tag.feature, Feature::Name | Feature::City)
        || matches!((tag.feature, tag.language), (Feature::Unit, Language::English))
}

/// Removes words of names, and the word for runs in "longest run", which does not ask for the number of runs.
fn leave_parts(tags: &mut Vec<Tag>, mentions: &[Mention]) {
    let longest: Vec<Tag> = tags.iter().filter(|tag| tag.is(Feature::LongestRun)).copied().collect();
    let is_longest = |tag: &Tag| {
        tag.is(Feature::Runs) && longest.iter().any(|run| run.from <= tag.from && tag.to <= run.to)
    };
    tags.retain(|tag| !is_in_name(tag, mentions) && !is_longest(tag));
}

/// Returns whether a word belongs to a name: Powder Mountain is not about powder, Jay Peak not about a summit, June
/// Mountain not about a month.
fn is_in_name(tag: &Tag, mentions: &[Mention]) -> bool {
    mentions.iter().any(|mention| {
        // An excluded name like "Stevens Pass" is not about a ticket either.
        let is_left_out = matches!(mention.what, NameMeaning::Aside) && tag.is(Feature::PassWord);
        let is_name = matches!(
            mention.what,
            NameMeaning::Resort(_) | NameMeaning::Several(_) | NameMeaning::Hub(..) | NameMeaning::State(..)
        );
        (is_name || is_left_out) && mention.from <= tag.from && tag.to <= mention.to
    })
}
