//! Matches foreign names in katakana by their sound.

use std::sync::LazyLock;

use catalogue::folded;

use super::{KnownNames, Mention, of_value};
use crate::feature::Feature;
use crate::language::Language;
use crate::lexicon::lexicon;
use crate::tokens::{Token, is_katakana, text_of};

/// Minimum length of a foreign name that is compared by its sound, in characters.
const SHORTEST_SOUND: usize = 3;

/// The sounds of foreign names in order, computed once: there are two thousand of them.
static SOUNDS: LazyLock<Box<[Named]>> = LazyLock::new(|| {
    let names = lexicon().of_language(Language::Japanese).filter(|(pattern, feature, _)| {
        matches!(feature, Feature::Name | Feature::Hub) && pattern.chars().all(|c| is_katakana(c) || c == ' ')
    });
    let mut sounds: Vec<Named> =
        names.map(|(pattern, feature, value)| (sound(pattern).into_boxed_str(), feature, value)).collect();
    sounds.sort_by(|(one, ..), (other, ..)| one.cmp(other));
    sounds.into_boxed_slice()
});

/// A sound, with the section of the lexicon that it names.
type Named = (Box<str>, Feature, &'static str);

/// Returns the foreign name with this sound: "シャモニ", "ヴェルビエル".
pub(super) fn sounding(
    known: &KnownNames<'_>,
    tokens: &[Token<'_>],
    from: usize,
    to: usize,
) -> Option<Mention> {
    let is_kana = |at: usize| tokens.get(at).is_some_and(|token| token.raw.chars().all(is_katakana));
    let to = (from..to).find(|at| !is_kana(*at)).unwrap_or(to);
    let text = sound(&text_of(tokens, from, to));
    if text.chars().count() < SHORTEST_SOUND {
        return None;
    }
    let first = SOUNDS.partition_point(|(sound, ..)| **sound < *text);
    let (_, feature, value) = SOUNDS.get(first).filter(|(sound, ..)| **sound == *text)?;
    let what = of_value(known, *feature, value)?;
    Some(Mention { what, from, to })
}

/// Normalises katakana by their sound: several spellings of a sound become one.
fn sound(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in folded(text).chars() {
        match c {
            'ヴ' => out.push('ブ'),
            'ー' | 'ッ' | '・' | ' ' => {}
            'ァ' => out.push('ア'),
            'ィ' => out.push('イ'),
            'ゥ' => out.push('ウ'),
            'ェ' => out.push('エ'),
            'ォ' => out.push('オ'),
            'ヂ' => out.push('ジ'),
            'ヅ' => out.push('ズ'),
            other => out.push(other),
        }
    }
    [("ブア", "バ"), ("ブイ", "ビ"), ("ブエ", "ベ"), ("ブオ", "ボ"), ("チエ", "チェ"), ("ウイ", "ウィ")]
        .into_iter()
        .fold(out, |out, (two, one)| out.replace(two, one))
}

#[cfg(test)]
mod tests;
