//! Writes the server's description of itself, per revision.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::fault::supported;
use crate::revision::{Revision, Rules};
use crate::write::member;

/// A server's description of itself.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Info {
    /// Short name for machines.
    pub name: String,
    /// Version of the server.
    pub version: String,
    /// Name for people.
    pub title: Option<String>,
    /// Purpose, in one sentence.
    pub description: Option<String>,
    /// Address of a page about it.
    pub website_url: Option<String>,
    /// Its pictures.
    pub icons: Vec<Icon>,
    /// Instructions for the model, read before anything else. Some clients cut them after 2,048 characters.
    pub instructions: Option<String>,
    /// Extensions of the protocol that the server speaks, by their identifier, with their settings.
    pub extensions: Map<String, Value>,
    /// Cache hints for discovery.
    pub hints: Hints,
}

/// A picture of a tool, a resource or the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Icon {
    /// Address: `https:` of the server's own origin, or `data:`.
    pub src: String,
    /// Media type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Sizes such as `48x48`, or `any`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<String>,
}

/// Cache hints of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Hints {
    /// Time for which the answer is fresh, in milliseconds; 0 disables caching.
    pub ttl_ms: u64,
    /// Caches that may store it.
    pub scope: Scope,
}

/// The caches that may store an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scope {
    /// Only the caller.
    #[default]
    Private,
    /// Shared caches: the answer is the same for all callers.
    Public,
}

impl Hints {
    /// Returns hints with this time to live and scope.
    #[must_use]
    pub const fn new(ttl_ms: u64, scope: Scope) -> Self {
        Self { ttl_ms, scope }
    }

    /// Appends the hints as further members of an object.
    pub(crate) fn write(self, out: &mut Vec<u8>) {
        member(out, "ttlMs");
        out.extend_from_slice(self.ttl_ms.to_string().as_bytes());
        member(out, "cacheScope");
        out.extend_from_slice(match self.scope {
            Scope::Private => b"\"private\"",
            Scope::Public => b"\"public\"",
        });
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Implementation<'a> {
    name: &'a str,
    version: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    website_url: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    icons: &'a [Icon],
}

/// Empty capabilities: neither lists nor resources announce changes.
#[derive(Serialize)]
struct Capabilities<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    tools: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resources: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    extensions: &'a Map<String, Value>,
}

/// The features that the server offers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OfferedFeatures {
    pub(crate) tools: bool,
    pub(crate) resources: bool,
}

impl Info {
    /// Returns the description of a server with a short name for machines and a version.
    #[must_use]
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self { name: name.into(), version: version.into(), ..Self::default() }
    }

    /// Sets a name for people.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets its purpose, in one sentence.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets the address of a page about it.
    #[must_use]
    pub fn with_website_url(mut self, website_url: impl Into<String>) -> Self {
        self.website_url = Some(website_url.into());
        self
    }

    /// Sets pictures.
    #[must_use]
    pub fn with_icons(mut self, icons: Vec<Icon>) -> Self {
        self.icons = icons;
        self
    }

    /// Sets the instructions for the model. Some clients cut them after 2,048 characters.
    #[must_use]
    pub fn with_instructions(mut self, instructions: impl Into<String>) -> Self {
        self.instructions = Some(instructions.into());
        self
    }

    /// Sets extensions of the protocol that the server speaks, by their identifier, with their settings.
    #[must_use]
    pub fn with_extensions(mut self, extensions: Map<String, Value>) -> Self {
        self.extensions = extensions;
        self
    }

    /// Sets the cache hints for discovery.
    #[must_use]
    pub fn with_hints(mut self, hints: Hints) -> Self {
        self.hints = hints;
        self
    }

    fn implementation(&self, rules: &Rules) -> Implementation<'_> {
        let newer = |text: &'_ Option<String>| text.is_some() && rules.icons;
        Implementation {
            name: &self.name,
            version: &self.version,
            title: self.title.as_deref().filter(|_| rules.titles),
            description: self.description.as_deref().filter(|_| newer(&self.description)),
            website_url: self.website_url.as_deref().filter(|_| newer(&self.website_url)),
            icons: if rules.icons { &self.icons } else { &[] },
        }
    }

    fn capabilities(&self, offered: OfferedFeatures) -> Capabilities<'_> {
        Capabilities {
            tools: offered.tools.then(Map::new),
            resources: offered.resources.then(Map::new),
            extensions: &self.extensions,
        }
    }

    /// Serialises the server's identity, short enough for every result: the only member of its `_meta` that is always
    /// there.
    pub(crate) fn stamp(&self) -> Result<Vec<u8>, serde_json::Error> {
        let short = Implementation {
            description: None,
            website_url: None,
            icons: &[],
            ..self.implementation(Revision::V2026_07_28.rules())
        };
        stamp_of(&short)
    }

    /// Serialises the members of the answer to `initialize` that follow `protocolVersion`.
    pub(crate) fn initialize(
        &self,
        rules: &Rules,
        offered: OfferedFeatures,
    ) -> Result<Vec<u8>, serde_json::Error> {
        let mut out = b"\"capabilities\":".to_vec();
        serde_json::to_writer(&mut out, &self.capabilities(offered))?;
        member(&mut out, "serverInfo");
        serde_json::to_writer(&mut out, &self.implementation(rules))?;
        self.instruct(&mut out)?;
        Ok(out)
    }

    /// Serialises all members of the answer to `server/discover`.
    pub(crate) fn discover(&self, offered: OfferedFeatures) -> Result<Vec<u8>, serde_json::Error> {
        let mut out = b"\"resultType\":\"complete\",\"supportedVersions\":".to_vec();
        supported(&mut out);
        member(&mut out, "capabilities");
        serde_json::to_writer(&mut out, &self.capabilities(offered))?;
        self.instruct(&mut out)?;
        self.hints.write(&mut out);
        member(&mut out, "_meta");
        out.push(b'{');
        out.extend(stamp_of(&self.implementation(Revision::V2026_07_28.rules()))?);
        out.push(b'}');
        Ok(out)
    }

    fn instruct(&self, out: &mut Vec<u8>) -> Result<(), serde_json::Error> {
        if let Some(instructions) = &self.instructions {
            member(out, "instructions");
            serde_json::to_writer(out, instructions)?;
        }
        Ok(())
    }
}

fn stamp_of(server: &Implementation<'_>) -> Result<Vec<u8>, serde_json::Error> {
    let mut out = b"\"io.modelcontextprotocol/serverInfo\":".to_vec();
    serde_json::to_writer(&mut out, server)?;
    Ok(out)
}

#[cfg(test)]
mod tests;
