//! The languages of the pages: English at addresses without a prefix, the others below their code.

use super::{Words, de, en, es, fr, it, ja};

/// A language of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// English, at the addresses without a prefix.
    En,
    /// German, below `/de`.
    De,
    /// French, below `/fr`.
    Fr,
    /// Italian, below `/it`.
    It,
    /// Spanish, below `/es`.
    Es,
    /// Japanese, below `/ja`.
    Ja,
}

impl Language {
    /// Every language, English first.
    pub const ALL: [Self; 6] = [Self::En, Self::De, Self::Fr, Self::It, Self::Es, Self::Ja];

    /// Returns the language of a code at the beginning of a path; English has no prefix.
    #[must_use]
    pub fn of_prefix(code: &str) -> Option<Self> {
        Self::ALL.into_iter().skip(1).find(|language| language.words().code == code)
    }

    /// Returns the language that a reader prefers, by an `Accept-Language` header; English if it names none of these.
    #[must_use]
    pub fn preferred(accepted: &str) -> Self {
        let weighed = accepted.split(',').filter_map(|part| {
            let (range, weight) = part.split_once(";").unwrap_or((part, "q=1"));
            let code = range.trim().split('-').next().unwrap_or_default().to_ascii_lowercase();
            let language = Self::ALL.into_iter().find(|language| language.code() == code)?;
            let weight: f32 = weight.trim().strip_prefix("q=")?.trim().parse().ok()?;
            (weight > 0.0).then_some((language, weight))
        });
        // On ties the first.
        weighed.reduce(|best, next| if next.1 > best.1 { next } else { best }).map_or(Self::En, |best| best.0)
    }

    /// Returns the English address of a page, from its address in any language.
    #[must_use]
    pub fn english(path: &str) -> &str {
        let is_prefixed = path.get(1..3).and_then(Self::of_prefix).is_some();
        let rest = path.get(3..).filter(|rest| is_prefixed && (rest.is_empty() || rest.starts_with('/')));
        rest.map_or(path, |rest| if rest.is_empty() { "/" } else { rest })
    }

    /// Returns the BCP 47 code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.words().code
    }

    /// Returns the address of a page in this language, from its English one.
    #[must_use]
    pub fn address(self, path: &str) -> String {
        if self == Self::En { path.to_owned() } else { format!("/{}{path}", self.code()) }
    }

    pub(crate) const fn words(self) -> &'static Words {
        match self {
            Self::En => &en::WORDS,
            Self::De => &de::WORDS,
            Self::Fr => &fr::WORDS,
            Self::It => &it::WORDS,
            Self::Es => &es::WORDS,
            Self::Ja => &ja::WORDS,
        }
    }
}
