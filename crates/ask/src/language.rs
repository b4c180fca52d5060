//! The languages in which questions are read and answered, and locales with their units.

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

    /// Returns the ISO 639-1 code.
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

    /// Returns the language with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.code() == code)
    }

    /// Returns the position in [`Language::ALL`].
    pub(crate) const fn place(self) -> usize {
        self as usize
    }
}

/// A language with the units of a country.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Locale {
    pub language: Language,
    /// Whether units are feet, inches, degrees Fahrenheit and miles per hour.
    pub is_imperial: bool,
}

impl Locale {
    /// Parses a tag such as `de`, `en-US` or `fr_CA`, in any case; returns `None` for an unsupported language.
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        let mut parts = tag.split(['-', '_']);
        let language = Language::from_code(&parts.next()?.to_ascii_lowercase())?;
        // Myanmar and Liberia, the other countries with these units, have other languages or their own tags.
        let is_imperial = parts.any(|part| part.eq_ignore_ascii_case("us"));
        Some(Self { language, is_imperial })
    }
}
