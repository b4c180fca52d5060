//! Describes resources and writes their contents, per revision.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::info::{Hints, Icon};
use crate::revision::Rules;

/// A resource.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Resource {
    /// Its address, unique.
    pub uri: String,
    /// Short name.
    pub name: String,
    /// Name for people.
    pub title: Option<String>,
    /// Description of its contents.
    pub description: Option<String>,
    /// Media type of its contents.
    pub mime_type: Option<String>,
    /// Size of its contents in bytes, if it is constant.
    pub size: Option<u64>,
    /// Audience, priority and time of the last change.
    pub annotations: Option<ResourceAnnotations>,
    /// Its pictures.
    pub icons: Vec<Icon>,
    /// `_meta` for clients' extensions.
    pub meta: Map<String, Value>,
}

/// The audience, priority and time of the last change of a resource.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ResourceAnnotations {
    /// Readers; empty if not specified.
    pub audience: Vec<Role>,
    /// From 0, entirely optional, to 1, in effect required.
    pub priority: Option<f64>,
    /// ISO 8601 time of the last change.
    pub last_modified: Option<String>,
}

/// A reader of a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person.
    User,
    /// The model.
    Assistant,
}

/// The contents of a resource: one text.
#[derive(Debug, Clone, Copy)]
pub struct Contents<'a> {
    /// Media type.
    pub mime_type: &'a str,
    /// The text.
    pub text: &'a str,
    /// For clients' extensions, such as the rights of a card.
    pub meta: Option<&'a Map<String, Value>>,
    /// Cache hints of the text.
    pub hints: Hints,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Wire<'a> {
    uri: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<WireAnnotations<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    icons: &'a [Icon],
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<&'a Map<String, Value>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WireAnnotations<'a> {
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    audience: &'a [Role],
    #[serde(skip_serializing_if = "Option::is_none")]
    priority: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_modified: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WireContents<'a> {
    uri: &'a str,
    mime_type: &'a str,
    text: &'a str,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<&'a Map<String, Value>>,
}

impl Resource {
    /// Returns a resource with an address and a short name.
    #[must_use]
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime_type: None,
            size: None,
            annotations: None,
            icons: Vec::new(),
            meta: Map::new(),
        }
    }

    /// Sets a name for people.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the description of its contents.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets the media type of its contents.
    #[must_use]
    pub fn with_mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// Sets the size of its contents in bytes, if it is constant.
    #[must_use]
    pub fn with_size(mut self, size: impl Into<Option<u64>>) -> Self {
        self.size = size.into();
        self
    }

    /// Sets the audience, priority and time of the last change.
    #[must_use]
    pub fn with_annotations(mut self, annotations: ResourceAnnotations) -> Self {
        self.annotations = Some(annotations);
        self
    }

    /// Sets pictures.
    #[must_use]
    pub fn with_icons(mut self, icons: Vec<Icon>) -> Self {
        self.icons = icons;
        self
    }

    /// Sets `_meta` for clients' extensions.
    #[must_use]
    pub fn with_meta(mut self, meta: Map<String, Value>) -> Self {
        self.meta = meta;
        self
    }

    pub(crate) fn write(&self, rules: &Rules, out: &mut Vec<u8>) -> Result<(), serde_json::Error> {
        let annotations = self.annotations.as_ref().map(|annotations| WireAnnotations {
            audience: &annotations.audience,
            priority: annotations.priority,
            last_modified: annotations.last_modified.as_deref().filter(|_| rules.titles),
        });
        let wire = Wire {
            uri: &self.uri,
            name: &self.name,
            title: self.title.as_deref().filter(|_| rules.titles),
            description: self.description.as_deref(),
            mime_type: self.mime_type.as_deref(),
            size: self.size,
            annotations,
            icons: if rules.icons { &self.icons } else { &[] },
            meta: Some(&self.meta).filter(|meta| rules.titles && !meta.is_empty()),
        };
        serde_json::to_writer(out, &wire)
    }
}

impl<'a> Contents<'a> {
    pub(crate) fn wire(&self, rules: &Rules, uri: &'a str) -> WireContents<'a> {
        let Self { mime_type, text, meta, hints: _ } = *self;
        WireContents { uri, mime_type, text, meta: meta.filter(|_| rules.titles) }
    }
}

#[cfg(test)]
mod tests;
