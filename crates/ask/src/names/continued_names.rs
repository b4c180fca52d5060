//! Detects a name that is the beginning of a longer one: Zell on the Mosel is not Zell am See, and 神楽 in 神楽坂 is not a
//! ski area.

use catalogue::comparable;

use super::believable::end_of_link;
use super::longer_names::NameContext;
use super::{Mention, NameMeaning};
use crate::feature::Feature;
use crate::language::Language;
use crate::tokens::{Kind, Token, is_hiragana, is_katakana, text_of};
use crate::word_lists::List;

/// Minimum length of a run of kana that belongs to the name before it.
const SHORTEST_KANA: usize = 3;
const SHORTEST_SPACED: usize = 4;

/// Endings that make a town, a ward, a cape or another ski area of a name.
const ENDINGS: [&str; 4] = ["市", "区", "岬", "ハイランド"];

/// Length of the longest of them.
const LONGEST_ENDING: usize = 5;

impl NameContext<'_, '_, '_> {
    /// Returns the longer name that begins with a name.
    pub(super) fn goes_on(&self, mention: &Mention) -> Option<(usize, usize)> {
        let last = mention.to.checked_sub(1).and_then(|at| self.tokens.get(at))?;
        if last.kind == Kind::Glyph {
            return self.goes_on_in_glyphs(mention, last);
        }
        self.is_brand(mention).or_else(|| self.is_tied(mention)).or_else(|| self.place_elsewhere(mention))
    }

    /// Returns the longer name if the words after a part of a resort's name give the location of a namesake: "Zell an
    /// der Mosel".
    fn place_elsewhere(&self, mention: &Mention) -> Option<(usize, usize)> {
        let NameMeaning::Resort(at) = mention.what else { return None };
        let resort = (self.known.resort)(at)?;
        let own = comparable(&text_of(self.tokens, mention.from, mention.to));
        // An everyday word and a word for a mountain that are not a name in the catalogue: "Copper Peak".
        let is_earth =
            |word: &Token<'_>| List::OfMountains.contains(&word.folded) && word.folded != "mountain";
        if List::EverydayNames.contains(&own) && self.tokens.get(mention.to).is_some_and(is_earth) {
            return Some((mention.from, mention.to + 1));
        }
        if let Some(town) = self.other_town(mention, at) {
            return Some((mention.from, town + 1));
        }
        if let Some(other) = self.has_other_link(mention, &resort.name, &own) {
            return Some((mention.from, other));
        }
        if [&resort.name, &resort.slug].iter().any(|name| comparable(name) == own) {
            return None;
        }
        let end = end_of_link(self.tokens, mention.to)?;
        self.is_unknown_capital(end).then_some((mention.from, end + 1))
    }

    /// Returns the end of a name that begins like a resort's and continues with another location: "Zell im Wiesental".
    fn has_other_link(&self, mention: &Mention, name: &str, own: &str) -> Option<usize> {
        const TELLING: [&str; 6] = ["am", "im", "in", "an", "ob", "bei"];
        let link = self.tokens.get(mention.to).filter(|link| TELLING.contains(&link.folded.as_str()))?;
        let rest = name.split(' ').skip_while(|word| !TELLING.contains(word)).collect::<Vec<_>>();
        let (first, [own_link, ..]) =
            (name.split(' ').take_while(|word| !TELLING.contains(word)), rest.as_slice())
        else {
            return None;
        };
        let begins = comparable(&first.collect::<Vec<_>>().concat()) == own;
        let is_article =
            |at: usize| self.tokens.get(at).is_some_and(|word| matches!(word.folded.as_str(), "der" | "den"));
        let place = mention.to + 1 + usize::from(is_article(mention.to + 1));
        (begins && *own_link != link.folded && self.is_unknown_capital(place)).then_some(place + 1)
    }

    /// Returns the end of a location that is unknown or does not contain the resort: "Sugarloaf in Rio". In a language
    /// that capitalises every noun it has no meaning.
    fn other_town(&self, mention: &Mention, resort: usize) -> Option<usize> {
        let preposition: &[&str] = match self.language {
            Language::English | Language::Italian => &["in"],
            Language::Spanish => &["en"],
            Language::French => &["en", "dans"],
            // Every noun is capitalised, so only a known town or region counts.
            Language::German => &["in", "im", "am", "bei"],
            Language::Japanese => return None,
        };
        let is_in =
            self.tokens.get(mention.to).is_some_and(|word| preposition.contains(&word.folded.as_str()));
        let is_article = |word: &Token<'_>| matches!(word.folded.as_str(), "le" | "la" | "les");
        let article =
            self.language == Language::French && self.tokens.get(mention.to + 1).is_some_and(is_article);
        let at = mention.to + 1 + usize::from(article);
        let is_city = || self.tags.iter().any(|tag| tag.is(Feature::City) && tag.from == at);
        let is_town = if self.language == Language::German {
            is_city()
        } else {
            self.is_unknown_capital(at) || is_city()
        };
        let town = self.tokens.get(at).filter(|_| is_in && is_town)?;
        (!self.known.index.lying_in(&comparable(town.raw)).contains(&resort)).then_some(at)
    }

    /// Returns the longer name of a brand with a possessive ending, which these languages do not have: "Un jean
    /// Levi's".
    fn is_brand(&self, mention: &Mention) -> Option<(usize, usize)> {
        let has_none = matches!(self.language, Language::French | Language::Italian | Language::Spanish);
        let sign = self.tokens.get(mention.to)?;
        let ending = self.tokens.get(mention.to + 1)?;
        let owns = sign.glued && sign.is_sign(&['\'', '\u{2019}']) && ending.glued && ending.folded == "s";
        (has_none && owns).then_some((mention.from, mention.to + 2))
    }

    /// Returns the longer name that hyphens or elisions form: "Megève-sur-Mer".
    fn is_tied(&self, mention: &Mention) -> Option<(usize, usize)> {
        let glued = |at: usize| self.tokens.get(at).filter(|token| token.glued);
        let is_hyphen = |at: usize| glued(at).is_some_and(|sign| sign.is_sign(&['-']));
        let link = glued(mention.to + 1).filter(|word| List::BehindHyphen.contains(&word.folded));
        // An everyday word and an unknown capitalised word: "Brand-Erbisdorf".
        let own = comparable(&text_of(self.tokens, mention.from, mention.to));
        let is_double = is_hyphen(mention.to)
            && glued(mention.to + 1).is_some()
            && self.is_unknown_capital(mention.to + 1)
            && List::EverydayNames.contains(&own);
        if is_double {
            return Some((mention.from, mention.to + 2));
        }
        let is_elision = |at: usize| glued(at).is_some_and(|sign| sign.is_sign(&['\'', '\u{2019}']));
        (is_hyphen(mention.to)
            && link.is_some()
            && (is_hyphen(mention.to + 2) || is_elision(mention.to + 2))
            && glued(mention.to + 3).is_some())
        .then_some((mention.from, mention.to + 4))
    }

    /// Returns the longer name that begins before a name: a town on a river ("Landsberg am Lech"), or a character
    /// before the name ("北志賀高原").
    pub(super) fn begins_before(&self, mention: &Mention) -> Option<(usize, usize)> {
        let own = comparable(&text_of(self.tokens, mention.from, mention.to));
        let word = |at: usize| self.tokens.get(at).map_or("", |token| token.folded.as_str());
        let before = mention.from.checked_sub(1)?;
        if self.language == Language::German && List::Rivers.contains(&own) {
            let link = match word(before) {
                "am" => before,
                "der" if before.checked_sub(1).is_some_and(|at| word(at) == "an") => before - 1,
                _ => return None,
            };
            let town = link.checked_sub(1).filter(|at| self.is_unknown_capital(*at))?;
            return Some((town, mention.to));
        }
        let is_glued = |at: usize| self.tokens.get(at).is_some_and(|token| token.glued);
        let is_kanji =
            |at: usize| self.tokens.get(at).is_some_and(|token| token.kind == Kind::Glyph && !is_kana(token));
        // Kana after unknown characters: "高天ヶ原マンモス".
        let is_katakana =
            self.tokens.get(mention.from).is_some_and(|token| token.raw.chars().all(is_katakana));
        let is_of_name =
            |at: usize| is_kanji(at) || self.tokens.get(at).is_some_and(|token| token.raw == "ヶ");
        let is_behind = |back: usize| {
            mention
                .from
                .checked_sub(back)
                .is_some_and(|at| is_of_name(at) && self.is_free(at) && is_glued(at + 1))
        };
        if is_katakana && is_behind(1) && is_behind(2) {
            return Some((mention.from - 2, mention.to));
        }
        let prefix = self.tokens.get(before).filter(|token| List::NamePrefixes.contains(token.raw))?;
        let begins = !prefix.glued || before.checked_sub(1).is_none_or(|at| !is_kanji(at));
        (is_glued(mention.from) && begins && is_kanji(mention.from)).then_some((before, mention.to))
    }

    /// Returns whether a token is a capitalised word that is not in the lexicon.
    fn is_unknown_capital(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(Token::is_capital) && self.is_free(at)
    }

    /// Returns whether the lexicon does not cover a token.
    pub(super) fn is_free(&self, at: usize) -> bool {
        !self.tags.iter().any(|tag| tag.covers(at))
    }

    /// Returns how many kana follow before a particle; a word of the lexicon among them counts as more than one.
    fn kana_after(&self, at: usize) -> usize {
        let is_said = |at: usize| self.tags.iter().any(|tag| tag.covers(at) && tag.to > tag.from + 1);
        let goes_on = |at: usize| {
            self.tokens.get(at).is_some_and(|token| {
                let is_particle = matches!(token.raw, "の" | "は" | "で" | "に" | "が" | "へ" | "を");
                token.glued && !is_particle && is_kana(token)
            })
        };
        (at..).take_while(|at| goes_on(*at) && !is_said(*at)).count()
    }

    /// Returns how many kana follow before a space, if no word of the lexicon is among them.
    fn kana_before_space(&self, at: usize) -> usize {
        let run = (at..)
            .take_while(|at| self.tokens.get(*at).is_some_and(|token| token.glued && is_kana(token)))
            .count();
        let is_said = self.tags.iter().any(|tag| tag.from < at + run && at < tag.to && tag.to > tag.from + 1);
        let ends = self.tokens.get(at + run).is_some_and(|next| !next.glued);
        if ends && !is_said { run } else { 0 }
    }

    /// Returns whether a particle, a space or the end follows.
    fn ends_name(&self, at: usize) -> bool {
        self.tokens
            .get(at)
            .is_none_or(|token| !token.glued || matches!(token.raw, "の" | "は" | "で" | "に" | "が"))
    }

    /// Returns the longer name if characters of the same script continue and no word of the lexicon begins there:
    /// "神楽坂", "ニセコイ".
    fn goes_on_in_glyphs(&self, mention: &Mention, last: &Token<'_>) -> Option<(usize, usize)> {
        let is_of_abroad = |token: &Token<'_>| token.raw.chars().all(|c| is_katakana(c) && c != '・');
        let run = |holds: &dyn Fn(&Token<'_>) -> bool| {
            let glued = (mention.to..).map_while(|at| self.tokens.get(at).map(|token| (at, token)));
            glued
                .take_while(|(at, token)| {
                    token.glued && token.kind == Kind::Glyph && holds(token) && self.is_free(*at)
                })
                .count()
        };
        let rest: String =
            self.tokens.iter().skip(mention.to).take(LONGEST_ENDING).map(|token| token.raw).collect();
        let glued = self.tokens.get(mention.to).is_some_and(|next| next.glued);
        if let Some(ending) = ENDINGS.iter().find(|ending| glued && rest.starts_with(**ending)) {
            return Some((mention.from, mention.to + ending.chars().count()));
        }
        let letters = if is_of_abroad(last) {
            run(&is_of_abroad)
        } else {
            let kanji = run(&|token| !is_kana(token));
            let kana = self.kana_after(mention.to);
            let spaced = self.kana_before_space(mention.to);
            let starts = self.tokens.get(mention.to).is_some_and(|token| !List::NoStarts.contains(token.raw));
            match (kanji, kana) {
                // One of two characters may be misspelt, which `japanese` handles.
                (1, _)
                    if !self
                        .tokens
                        .get(mention.to + 1)
                        .is_some_and(|next| next.glued && next.kind == Kind::Glyph && !is_kana(next)) =>
                {
                    1
                }
                (0, SHORTEST_KANA..) if starts && self.ends_name(mention.to + kana) => kana,
                // Up to a space, including characters that are particles elsewhere: "白馬さのさか いま".
                (0, _) if starts && spaced >= SHORTEST_SPACED => spaced,
                _ => 0,
            }
        };
        (letters > 0).then_some((mention.from, mention.to + letters))
    }
}

/// Returns whether a token is a character of the Japanese syllabaries.
fn is_kana(token: &Token<'_>) -> bool {
    token.raw.chars().all(|c| is_hiragana(c) || is_katakana(c))
}
