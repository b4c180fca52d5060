//! Languages that questions are read and answered in, and locales with their units.

/// A language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    /// `en`, in tags of locales.
    #[default]
    English,
    /// `de`, in tags of locales.
    German,
    /// `fr`, in tags of locales.
    French,
    /// `it`, in tags of locales.
    Italian,
    /// `es`, in tags of locales.
    Spanish,
    /// `ja`, in tags of locales.
    Japanese,
}

impl Language {
    /// Every language, in the documented order.
    pub const ALL: [Self; 6] =
        [Self::English, Self::German, Self::French, Self::Italian, Self::Spanish, Self::Japanese];

    /// ISO 639-1.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
            Self::French => "fr",
            Self::Italian => "it",
            Self::Spanish => "es",
            Self::Japanese => "ja",
        }
    }

    /// The language of a code.
    #[must_use]
    pub fn of_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// Position in [`Language::ALL`].
    pub(crate) const fn place(self) -> usize {
        self as usize
    }
}

/// A language and the units of a country.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Locale {
    /// The language.
    pub language: Language,
    /// Feet, inches, degrees Fahrenheit and miles an hour.
    pub is_imperial: bool,
}

impl Locale {
    /// Of a tag such as `de`, `en-US` or `fr_CA`, in any case; `None` for a language that is not spoken here.
    #[must_use]
    pub fn of_tag(tag: &str) -> Option<Self> {
        let mut parts = tag.split(['-', '_']);
        let language = Language::of_code(&parts.next()?.to_ascii_lowercase())?;
        // Myanmar and Liberia, the other countries of these units, speak other languages or write their own tags.
        let is_imperial = parts.any(|part| part.eq_ignore_ascii_case("us"));
        Some(Self { language, is_imperial })
    }
}
