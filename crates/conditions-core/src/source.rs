//! Sources of values: the kinds of evidence in trust order, and their names on the wire.
//!
//! Implements the specification's `fieldSource` and `contract-decisions` 1.

/// The kind of evidence for a value, most trusted first: `Ord` is trust order.
///
/// The wire has no word for a station: a station reading is a `scraped` value acquired by `direct_api`. This type
/// distinguishes it, because the headline rule treats a station as measured and a scraped report as not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Kind {
    /// Entered by the resort through the operator portal.
    Operator,
    /// A reading of a public station network.
    Station,
    /// Read from the resort's own site or feed.
    Scraped,
    /// A weather model, or a blend of several.
    Model,
    /// Reference data that ships with the service.
    Profile,
    /// Computed by the resolver.
    Derived,
    /// No value is published.
    #[default]
    None,
    /// A source of a newer version of the contract, seen only by readers; evidence never has this kind.
    #[cfg_attr(feature = "serde", serde(other))]
    Other,
}

impl Kind {
    /// Every kind that evidence or a published value can have, in trust order.
    pub const ALL: [Self; 7] =
        [Self::Operator, Self::Station, Self::Scraped, Self::Model, Self::Profile, Self::Derived, Self::None];

    /// Returns the `fieldSource` word on the wire.
    #[must_use]
    pub const fn wire(self) -> &'static str {
        match self {
            Self::Operator => "operator",
            Self::Station | Self::Scraped => "scraped",
            Self::Model => "model",
            Self::Profile => "profile",
            Self::Derived => "derived",
            Self::None => "none",
            Self::Other => "other",
        }
    }

    /// Returns the kind's own name, which distinguishes a station from a scraped report: for explanations, not for the
    /// wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Station => "station",
            Self::Operator
            | Self::Scraped
            | Self::Model
            | Self::Profile
            | Self::Derived
            | Self::None
            | Self::Other => self.wire(),
        }
    }

    /// Returns whether it is the output of a weather or snowpack model.
    #[must_use]
    pub const fn is_modelled(self) -> bool {
        matches!(self, Self::Model)
    }

    /// Returns whether the headline rule counts it as measured.
    #[must_use]
    pub const fn is_measured(self) -> bool {
        matches!(self, Self::Operator | Self::Station)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Kind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.wire())
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Kind {
    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "FieldSource".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "enum": ["operator", "scraped", "model", "profile", "derived", "none"],
            "description": "Provenance in trust order: operator (entered by the resort), scraped (the resort's own \
                site or feed, or a public station), model (weather model), profile (static reference data), derived \
                (computed by the resolver), none (no value)."
        })
    }
}

/// A [`Kind`] that serialises as its own name ([`Kind::name`]): a station is called `station`.
///
/// On the wire both a station reading and a value of the resort's own site are `scraped`, so a wire word cannot become
/// a `NamedKind`. Texts for people are made from a `NamedKind` or a [`Kind`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NamedKind(Kind);

impl NamedKind {
    /// Returns the kind.
    #[must_use]
    pub const fn kind(self) -> Kind {
        self.0
    }

    /// Parses a name returned by [`Kind::name`].
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name).map(Self)
    }
}

impl From<Kind> for NamedKind {
    fn from(kind: Kind) -> Self {
        Self(kind)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for NamedKind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for NamedKind {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "NamedKind".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string" })
    }
}

/// How a scraped value was acquired, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub enum AcquisitionTier {
    /// An API for programs.
    DirectApi,
    /// A file or feed in a documented format.
    StructuredFeed,
    /// A page rendered by a headless browser.
    HeadlessDom,
    /// Read from an image.
    Vision,
    /// The acquisition is not known.
    // Readers also map words of newer versions to it.
    #[cfg_attr(feature = "serde", serde(other))]
    Unknown,
}

impl AcquisitionTier {
    /// Every tier, best first.
    pub const ALL: [Self; 5] =
        [Self::DirectApi, Self::StructuredFeed, Self::HeadlessDom, Self::Vision, Self::Unknown];
}
