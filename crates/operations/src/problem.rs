//! The body of an error over HTTP. The schema that OpenAPI shows is derived from it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::ArgumentProblem;

/// RFC 9457 problem details.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem<'a> {
    /// Address of the page of the code, relative to the service.
    #[schemars(extend("format" = "uri-reference"))]
    pub r#type: &'a str,
    /// The status in words.
    pub title: &'a str,
    /// HTTP status.
    pub status: u16,
    /// What went wrong and what to do about it.
    pub detail: &'a str,
    /// Stable, snake_case.
    pub code: &'a str,
    /// The detail once more, for clients that read a plain string.
    pub error: &'a str,
    /// The arguments that are wrong, each with what is allowed; absent when the fault is not theirs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<ArgumentProblem>")]
    pub errors: Option<&'a [ArgumentProblem]>,
    /// Names that come near to one that is not on record, nearest first; absent when no name was looked up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    pub suggestions: Option<&'a [String]>,
    /// Id of the request, as in the header `x-request-id`.
    pub request_id: &'a str,
}
