//! Detects a name inside a longer proper name: Vail Pass is a road over a mountain, the col de Tignes is not a resort,
//! and Lincoln in Abraham Lincoln is not a mountain.
//!
//! A word from the lexicon's section `proper` next to a name makes another name of both, unless the catalogue has the
//! longer name.

use catalogue::comparable;
use catalogue::search::Meaning;

use super::{KnownNames, Mention, NameMeaning, starts_sentence};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::Tag;
use crate::tokens::{Kind, Token, text_of};
use crate::word_lists::List;

/// Maximum number of tokens between them, apostrophes included.
const MOST_LINKS: usize = 3;

/// The context in which a name is examined.
#[derive(Clone, Copy)]
pub(crate) struct NameContext<'a, 'k, 'q> {
    pub(crate) known: &'a KnownNames<'k>,
    pub(crate) tokens: &'a [Token<'q>],
    /// Meanings of the words, without the section.
    pub(crate) tags: &'a [Tag],
    /// Words of the section.
    pub(crate) proper: &'a [Tag],
    pub(crate) language: Language,
}

/// Makes strangers of names within longer ones.
pub(crate) fn enlarged(around: NameContext<'_, '_, '_>, mentions: Vec<Mention>) -> Vec<Mention> {
    let mut kept: Vec<Mention> = Vec::with_capacity(mentions.len());
    for (nth, mention) in mentions.iter().enumerate() {
        let after = kept.last().map_or(0, |before| before.to);
        let before = mentions.get(nth + 1).map_or(around.tokens.len(), |next| next.from);
        if mention.from < after {
            continue;
        }
        kept.push(match around.longer(mention, after, before) {
            Some((from, to)) => {
                Mention { what: NameMeaning::Stranger(text_of(around.tokens, from, to)), from, to }
            }
            None => mention.clone(),
        });
    }
    kept
}

impl NameContext<'_, '_, '_> {
    /// Returns the longer name that contains a name, between its neighbours.
    fn longer(&self, mention: &Mention, after: usize, before: usize) -> Option<(usize, usize)> {
        let is_mountain =
            matches!(mention.what, NameMeaning::Resort(_) | NameMeaning::Several(_) | NameMeaning::Hub(..));
        if is_mountain && let Some(longer) = self.goes_on(mention).filter(|(_, to)| *to <= before) {
            return Some(longer);
        }
        if let Some(longer) = self.is_of_mountain(mention).filter(|(_, to)| *to <= before) {
            return Some(longer);
        }
        if !is_mountain && !matches!(mention.what, NameMeaning::State(..)) {
            return None;
        }
        let behind = || self.extend_right(mention).filter(|(_, to)| *to <= before);
        let ahead = || {
            let longer = self.extend_left(mention).or_else(|| self.given_name(mention));
            longer.or_else(|| self.begins_before(mention)).filter(|(from, _)| after <= *from)
        };
        let is_head = || self.of_another(mention).filter(|(_, to)| *to <= before);
        behind().or_else(|| if is_mountain { ahead().or_else(is_head) } else { None })
    }

    /// Returns the longer name made by a word after the name: "Vail Pass", "Aspen Airport", "ニセコ駅".
    fn extend_right(&self, mention: &Mention) -> Option<(usize, usize)> {
        let joined =
            self.tokens.get(mention.to).is_some_and(|sign| sign.glued && sign.is_sign(&['-', '\u{2010}']));
        let at = mention.to + usize::from(joined);
        let holds = |tag: &&Tag| {
            let is_said = match tag.value {
                "behind" => true,
                "behind capital" => self.tokens.get(at).is_some_and(Token::is_capital),
                _ => false,
            };
            // A question about 新潟市 is about the mountains of its prefecture.
            let is_town = self.tokens.get(tag.from).is_some_and(|word| matches!(word.raw, "市" | "町"));
            let is_said = is_said && !(is_town && matches!(mention.what, NameMeaning::State(..)));
            tag.from == at && is_said && self.is_heard(tag) && !self.is_ticket(tag) && !self.is_of_phrase(tag)
        };
        let tag = self.proper.iter().filter(holds).max_by_key(|tag| tag.to)?;
        (!self.is_on_record(mention, tag) && !self.is_flown_to(tag)).then_some((mention.from, tag.to))
    }

    /// Returns the longer name made by a word before the name: "Col de Tignes", "Bahnhof Davos", "Mount Vail".
    fn extend_left(&self, mention: &Mention) -> Option<(usize, usize)> {
        let is_link = |at: &usize| {
            let link = self.tokens.get(*at);
            link.is_some_and(|link| {
                List::ProperLinks.contains(&link.folded) || link.is_sign(&['\'', '\u{2019}', '-'])
            })
        };
        let links = (0..mention.from).rev().take(MOST_LINKS).take_while(is_link).count();
        let holds = |tag: &&Tag| {
            let stands = match tag.value {
                "before" => mention.from - links <= tag.to && tag.to <= mention.from,
                "before capital" => {
                    tag.to == mention.from
                        && self.tokens.get(tag.from).is_some_and(Token::is_capital)
                        && !starts_sentence(self.tokens, tag.from)
                }
                _ => false,
            };
            stands && self.is_heard(tag) && !self.is_of_phrase(tag)
        };
        let tag = self.proper.iter().filter(holds).min_by_key(|tag| tag.from)?;
        (!self.is_on_record(mention, tag) && !self.is_flown_to(tag)).then_some((tag.from, mention.to))
    }

    /// Returns a mountain's name that begins with a country's: "Greek Peak", "Swiss Valley".
    fn is_of_mountain(&self, mention: &Mention) -> Option<(usize, usize)> {
        const OF_ONE: [&str; 8] = ["peak", "valley", "hill", "hills", "ridge", "trails", "mountain", "bowl"];
        let next = self.tokens.get(mention.to)?;
        let is_name = matches!(mention.what, NameMeaning::Country(..) | NameMeaning::Region(_))
            && self.language == Language::English
            && self.tokens.get(mention.from).is_some_and(Token::is_capital)
            && next.is_capital()
            && OF_ONE.contains(&next.folded.as_str());
        is_name.then_some((mention.from, mention.to + 1))
    }

    /// Returns the longer name of an unknown capitalised word directly before an everyday word: "Abraham Lincoln".
    fn given_name(&self, mention: &Mention) -> Option<(usize, usize)> {
        let at = mention.from.checked_sub(1)?;
        let name = self.tokens.get(mention.from).filter(|_| mention.to == mention.from + 1)?;
        let given = self.tokens.get(at)?;
        let is_unknown = self.is_free(at);
        let is_given = given.kind == Kind::Word
            && given.is_capital()
            && name.is_capital()
            && is_unknown
            && self.language != Language::German;
        let own = comparable(name.raw);
        // A part of another town's name ("West Windham", "North Sutton"), unless the word begins a sentence.
        let begins = starts_sentence(self.tokens, at);
        let is_part = given.is_capital()
            && name.is_capital()
            && List::NameParts.contains(&given.folded)
            && !(begins && given.folded == "new" && !List::EverydayNames.contains(&own))
            && self.known.index.meaning(&format!("{}{own}", given.folded)) == Meaning::Nothing;
        if is_part {
            return Some((at, mention.to));
        }
        (is_given && (own == "alta" || List::EverydayNames.contains(&own))).then_some((at, mention.to))
    }

    /// Returns the longer name of a name that is also a generic word, with another name after it: "Pico del Tejón".
    fn of_another(&self, mention: &Mention) -> Option<(usize, usize)> {
        let is_head = |tag: &Tag| tag.value == "before" && (tag.from, tag.to) == (mention.from, mention.to);
        if !self.proper.iter().any(is_head) {
            return None;
        }
        let is_link =
            |at: &usize| self.tokens.get(*at).is_some_and(|link| List::ProperLinks.contains(&link.folded));
        let links = (mention.to..).take(MOST_LINKS).take_while(is_link).count();
        let first = mention.to + links;
        let named = (first..).take_while(|at| self.tokens.get(*at).is_some_and(Token::is_capital)).count();
        (named > 0).then_some((mention.from, first + named))
    }

    /// Returns whether a word of the section counts here: it is of the question's language, English, or capitalised.
    fn is_heard(&self, tag: &Tag) -> bool {
        let is_name = || self.tokens.get(tag.from).is_some_and(Token::is_capital);
        tag.language == self.language || tag.language == Language::English || is_name()
    }

    /// Returns whether a word is part of a longer phrase in the lexicon, such as "park and ride". "Col du" is not one.
    fn is_of_phrase(&self, tag: &Tag) -> bool {
        let is_more = |at: usize| {
            let is_own = tag.covers(at);
            let is_link = self.tokens.get(at).is_some_and(|token| List::ProperLinks.contains(&token.folded));
            !is_own && !is_link
        };
        self.tags.iter().any(|other| {
            other.from <= tag.from
                && tag.to <= other.to
                && !matches!(other.feature, Feature::Plain | Feature::At)
                && (other.from..other.to).any(is_more)
        })
    }

    /// Returns whether a pass is a ski pass: the question is about its price or its resorts.
    fn is_ticket(&self, tag: &Tag) -> bool {
        const OF_TICKETS: [Feature; 5] =
            [Feature::Price, Feature::Reaches, Feature::OnPass, Feature::Compare, Feature::Contrast];
        let is_pass = self.tags.iter().any(|other| other.is(Feature::PassWord) && other.from == tag.from);
        let of_price = |other: &Tag| other.is(Feature::Off) && other.value == "price";
        is_pass && self.tags.iter().any(|other| OF_TICKETS.contains(&other.feature) || of_price(other))
    }

    /// Returns whether an airport is a destination: "flights to Aspen Airport" lead to Aspen, and "nächster Flughafen
    /// Ischgl" asks for the nearest one.
    fn is_flown_to(&self, tag: &Tag) -> bool {
        let mut flights = self.tags.iter().filter(|other| other.is(Feature::Flight));
        let is_airport = flights.clone().any(|other| tag.from <= other.from && other.to <= tag.to);
        let before = tag.from.checked_sub(1).and_then(|at| self.tokens.get(at));
        let is_nearest = before
            .is_some_and(|word| word.folded.starts_with("nachst") || word.folded.starts_with("naechst"));
        is_airport && (is_nearest || flights.any(|other| other.to <= tag.from || tag.to <= other.from))
    }

    /// Returns whether the catalogue has the longer name, with or without linking words.
    fn is_on_record(&self, mention: &Mention, tag: &Tag) -> bool {
        let word = comparable(&text_of(self.tokens, tag.from, tag.to));
        let name = comparable(&text_of(self.tokens, mention.from, mention.to));
        let longer = if tag.from < mention.from { [&*word, &*name] } else { [&*name, &*word] };
        if self.known.index.meaning(&longer.concat()) != Meaning::Nothing {
            return true;
        }
        let NameMeaning::Resort(at) = mention.what else { return false };
        let Some(resort) = (self.known.resort)(at) else { return false };
        let names = std::iter::once(&resort.name).chain(&resort.aliases);
        let has_both = |own: &String| {
            comparable(own).contains(&name) && own.split([' ', '-']).any(|part| comparable(part) == word)
        };
        names.into_iter().any(has_both)
    }
}

#[cfg(test)]
mod tests;
