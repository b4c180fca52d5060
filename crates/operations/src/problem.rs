//! The body of an error over HTTP; also the source of its schema in OpenAPI.

use schemars::JsonSchema;
use serde::Serialize;

use crate::error::ArgumentProblem;

/// RFC 9457 problem details.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem<'a> {
    /// Address of the page about the code, relative to the service.
    #[schemars(extend("format" = "uri-reference"))]
    pub r#type: &'a str,
    /// The status in words.
    pub title: &'a str,
    /// HTTP status.
    pub status: u16,
    /// What went wrong and what to do about it.
    pub detail: &'a str,
    /// Stable code, snake_case.
    pub code: &'a str,
    /// Copy of `detail`, for clients that read a plain string.
    pub error: &'a str,
    /// The invalid arguments, each with what is allowed; absent if the arguments are not at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<ArgumentProblem>")]
    pub errors: Option<&'a [ArgumentProblem]>,
    /// Known names similar to an unknown one, nearest first; absent if no name was looked up.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    pub suggestions: Option<&'a [String]>,
    /// Id of the request, as in the header `x-request-id`.
    pub request_id: &'a str,
}
