//! Arguments in the query of an address.

use actix_web::{HttpRequest, web};
use operations::OpError;

/// Parses the arguments in the query.
///
/// # Errors
/// Returns [`OpError::InvalidArguments`] if the query is malformed.
pub(super) fn query(request: &HttpRequest) -> Result<Vec<(String, String)>, OpError> {
    web::Query::<Vec<(String, String)>>::from_query(request.query_string())
        .map(web::Query::into_inner)
        .map_err(|error| OpError::argument("query", format!("is malformed: {error}")))
}
