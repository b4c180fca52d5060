//! Describes tools, per revision, and rejects descriptions that clients could not use.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::info::Icon;
use crate::revision::{Rules, StructuredContent};

/// Maximum length of a tool's name, in characters.
const LONGEST_NAME: usize = 128;

/// Keywords that make a root schema a choice. Some clients reject the whole server because of one.
const ROOT_CHOICES: [&str; 3] = ["anyOf", "oneOf", "allOf"];

/// A tool.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Tool {
    /// 1 to 128 of `A-Z a-z 0-9 _ . -`, unique.
    pub name: String,
    /// Name for people.
    pub title: String,
    /// Text by which a model chooses it.
    pub description: String,
    /// JSON Schema of the arguments, with an object at its root.
    pub input_schema: Value,
    /// JSON Schema of the structured content, with an object at its root.
    pub output_schema: Option<Value>,
    /// Effects of a call.
    pub annotations: ToolAnnotations,
    /// Its pictures.
    pub icons: Vec<Icon>,
    /// `_meta` for clients' extensions, such as the card that shows the result.
    pub meta: Map<String, Value>,
    /// Further members that some clients read in addition to those of the specification.
    pub extra: Map<String, Value>,
}

/// The effects of a tool. There are no defaults, so a hint that the protocol adds is a breaking change here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolAnnotations {
    /// Whether it changes nothing.
    #[serde(rename = "readOnlyHint")]
    pub read_only: bool,
    /// Whether a change may destroy data.
    #[serde(rename = "destructiveHint")]
    pub destructive: bool,
    /// Whether a second call with the same arguments changes nothing more.
    #[serde(rename = "idempotentHint")]
    pub idempotent: bool,
    /// Whether it interacts with systems outside the server.
    #[serde(rename = "openWorldHint")]
    pub open_world: bool,
}

/// A description that clients could not use.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DescriptionError {
    /// The name violates the rule.
    #[error("tool `{0}`: a name is 1 to 128 of A-Z a-z 0-9 _ . -")]
    Name(String),
    /// Two tools or two resources share a name.
    #[error("`{0}` is described twice")]
    Twice(String),
    /// The root of a schema is not a plain object.
    #[error(
        "tool `{tool}`: {schema} must have `\"type\": \"object\"` and no anyOf, oneOf or allOf at its root"
    )]
    Schema {
        /// Name of the tool.
        tool: String,
        /// Kind of the schema.
        schema: &'static str,
    },
    /// A further member has the name of a standard one.
    #[error("tool `{tool}`: `{member}` is a member of the specification, not an extra one")]
    Extra {
        /// Name of the tool.
        tool: String,
        /// Name of the member.
        member: String,
    },
    /// A value that JSON cannot express.
    #[error("cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Wire<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    description: &'a str,
    input_schema: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_schema: Option<&'a Value>,
    annotations: WireAnnotations<'a>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    icons: &'a [Icon],
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<&'a Map<String, Value>>,
    #[serde(flatten)]
    extra: &'a Map<String, Value>,
}

/// Names of the members of [`Wire`].
const MEMBERS: [&str; 8] =
    ["name", "title", "description", "inputSchema", "outputSchema", "annotations", "icons", "_meta"];

#[derive(Serialize)]
struct WireAnnotations<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(flatten)]
    hints: ToolAnnotations,
}

impl Tool {
    /// Returns a tool with the required parts: name, title, effects, and the JSON Schema of its arguments.
    /// [`Lists::new`](crate::Lists::new) rejects a name or a schema that clients could not use.
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        title: impl Into<String>,
        annotations: ToolAnnotations,
        input_schema: Value,
    ) -> Self {
        Self {
            name: name.into(),
            title: title.into(),
            description: String::new(),
            input_schema,
            output_schema: None,
            annotations,
            icons: Vec::new(),
            meta: Map::new(),
            extra: Map::new(),
        }
    }

    /// Sets the text by which a model chooses it.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// Sets the JSON Schema of its structured content.
    #[must_use]
    pub fn with_output_schema(mut self, schema: Value) -> Self {
        self.output_schema = Some(schema);
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

    /// Sets members in addition to those of the specification.
    #[must_use]
    pub fn with_extra(mut self, extra: Map<String, Value>) -> Self {
        self.extra = extra;
        self
    }

    pub(crate) fn check(&self) -> Result<(), DescriptionError> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
        if self.name.is_empty() || self.name.len() > LONGEST_NAME || !self.name.chars().all(allowed) {
            return Err(DescriptionError::Name(self.name.clone()));
        }
        let output = self.output_schema.as_ref().map(|schema| ("outputSchema", schema));
        for (schema, value) in [("inputSchema", &self.input_schema)].into_iter().chain(output) {
            if !is_plain_object(value) {
                return Err(DescriptionError::Schema { tool: self.name.clone(), schema });
            }
        }
        match self.extra.keys().find(|name| MEMBERS.contains(&name.as_str())) {
            None => Ok(()),
            Some(member) => Err(DescriptionError::Extra { tool: self.name.clone(), member: member.clone() }),
        }
    }

    pub(crate) fn write(&self, rules: &Rules, out: &mut Vec<u8>) -> Result<(), serde_json::Error> {
        let title = Some(self.title.as_str());
        let wire = Wire {
            name: &self.name,
            title: title.filter(|_| rules.titles),
            description: &self.description,
            input_schema: &self.input_schema,
            output_schema: self
                .output_schema
                .as_ref()
                .filter(|_| rules.structured != StructuredContent::Unknown),
            // Before tools had a `title`, it was an annotation.
            annotations: WireAnnotations { title: title.filter(|_| !rules.titles), hints: self.annotations },
            icons: if rules.icons { &self.icons } else { &[] },
            meta: Some(&self.meta).filter(|meta| rules.titles && !meta.is_empty()),
            extra: &self.extra,
        };
        serde_json::to_writer(out, &wire)
    }
}

fn is_plain_object(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("object")
        && ROOT_CHOICES.iter().all(|choice| schema.get(choice).is_none())
}

#[cfg(test)]
mod tests;
