//! Detects the language of a question. Names do not count: in "wetter st. anton" and "meteo Les Deux Alpes domenica"
//! the other words decide.

use crate::feature::Feature;
use crate::language::{Language, Locale};
use crate::lexicon::Tag;
use crate::names::{self, KnownNames, Mention, NameMeaning};
use crate::tokens::{Kind, Token};

/// Maximum number of words of a question in which names are searched: among more words they have little weight.
const MOST_WORDS: usize = 24;

/// Returns the language that knows most of the words. In a tie the user's language counts.
pub(super) fn language(
    known: &KnownNames<'_>,
    tokens: &[Token<'_>],
    tags: &[Tag],
    locale: Option<Locale>,
) -> Language {
    let glyphs = tokens.iter().filter(|token| token.kind == Kind::Glyph).count();
    let words = tokens.iter().filter(|token| token.kind == Kind::Word).count();
    if glyphs > words {
        return Language::Japanese;
    }
    let mentions = if words <= MOST_WORDS { names::mentions(known, tokens, tags) } else { Vec::new() };
    let mountains: Vec<Mention> = mentions.into_iter().filter(|mention| is_mountain(&mention.what)).collect();
    let is_free = |tag: &&Tag| mountains.iter().all(|name| tag.to <= name.from || name.to <= tag.from);
    let free: Vec<&Tag> = tags.iter().filter(|tag| !tag.is(Feature::Proper)).filter(is_free).collect();
    let home = mountains.iter().find_map(|mention| home(known, &mention.what));
    let preferred = locale.map_or(Language::English, |locale| locale.language);
    let weight = |language: Language| {
        let (count, letters) = known_words(language, tokens, &free);
        // The user's stated language counts as one and a half words.
        let trust =
            if locale.is_some() && language == preferred { 3 } else { usize::from(language == preferred) };
        (2 * count + trust, letters, home == Some(language))
    };
    let weights = Language::ALL.map(weight);
    let best = weights.iter().max().copied().unwrap_or_default();
    let is_best = |language: &Language| weights.get(language.place()) == Some(&best);
    if is_best(&preferred) { preferred } else { Language::ALL.into_iter().find(is_best).unwrap_or(preferred) }
}

/// Returns how many words a language knows, and the number of letters of the meaningful ones: "de" is a word of many
/// languages.
fn known_words(language: Language, tokens: &[Token<'_>], tags: &[&Tag]) -> (usize, usize) {
    let (mut covered, mut letters) = (vec![false; tokens.len()], vec![0; tokens.len()]);
    for tag in tags.iter().filter(|tag| tag.language == language) {
        covered.get_mut(tag.from..tag.to).into_iter().flatten().for_each(|one| *one = true);
        if matches!(tag.feature, Feature::Plain | Feature::At | Feature::Joins) {
            continue;
        }
        for at in tag.from..tag.to {
            let length = tokens.get(at).map_or(0, |token| token.folded.len());
            if let Some(own) = letters.get_mut(at) {
                *own = length.saturating_sub(tag.beyond).max(*own);
            }
        }
    }
    (covered.into_iter().filter(|one| *one).count(), letters.into_iter().sum())
}

fn is_mountain(what: &NameMeaning) -> bool {
    matches!(what, NameMeaning::Resort(_) | NameMeaning::Several(_) | NameMeaning::Hub(..))
}

/// Returns the language that is spoken at a mountain.
fn home(known: &KnownNames<'_>, what: &NameMeaning) -> Option<Language> {
    let at = match what {
        NameMeaning::Resort(at) => *at,
        NameMeaning::Several(resorts) | NameMeaning::Hub(_, resorts) => *resorts.first()?,
        _ => return None,
    };
    Some(match (known.resort)(at)?.country.as_str() {
        "AT" | "DE" | "CH" => Language::German,
        "FR" => Language::French,
        "IT" => Language::Italian,
        "ES" | "AD" | "CL" | "AR" => Language::Spanish,
        "JP" => Language::Japanese,
        _ => Language::English,
    })
}
