//! A short text stored inline: names of networks and stations, and identifiers of stations.
//!
//! A record contains about fifteen of them, and an allocation for each would cost more than all decisions about the
//! stations. Dereferences to `str`.

use alloc::boxed::Box;
use alloc::string::String;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

use crate::text::{QuotedText, ShownName, is_clean_name};

/// Maximum length of an inline name, in bytes; the type is then as large as a `String`.
const SHORT: usize = 22;

/// A name, compared and serialised like its text.
#[derive(Clone, PartialEq, Eq)]
pub struct Name(NameBytes);

#[derive(Clone, PartialEq, Eq)]
enum NameBytes {
    /// The first `len` bytes are the text; the others are 0, so that equal names have equal bytes.
    Short { len: u8, bytes: [u8; SHORT] },
    /// A text longer than [`SHORT`].
    Long(Box<str>),
}

impl Name {
    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            // The bytes are always a complete text.
            NameBytes::Short { len, bytes } => {
                bytes.get(..usize::from(*len)).and_then(|text| core::str::from_utf8(text).ok()).unwrap_or("")
            }
            NameBytes::Long(text) => text,
        }
    }
}

impl Name {
    /// Like [`ShownName::quoted`].
    #[must_use]
    pub fn quoted(&self) -> QuotedText<'_> {
        QuotedText::from_clean(self.as_str())
    }
}

impl From<&str> for Name {
    /// Cleans and bounds the text like a [`ShownName`]: identifiers and names are external input.
    fn from(text: &str) -> Self {
        if is_clean_name(text) {
            Self::from_visible(text)
        } else {
            Self::from_visible(ShownName::new(text).as_str())
        }
    }
}

impl From<&ShownName> for Name {
    fn from(name: &ShownName) -> Self {
        Self::from_visible(name.as_str())
    }
}

impl Name {
    fn from_visible(text: &str) -> Self {
        let mut bytes = [0; SHORT];
        let (Some(room), Ok(len)) = (bytes.get_mut(..text.len()), u8::try_from(text.len())) else {
            return Self(NameBytes::Long(text.into()));
        };
        room.copy_from_slice(text.as_bytes());
        Self(NameBytes::Short { len, bytes })
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        Self::from(name.as_str())
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        self
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        self
    }
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Name {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Name {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <alloc::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        Ok(Self::from(&*text))
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Name {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "string".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

#[cfg(test)]
mod tests;
