//! The arguments that stand in an address.

use actix_web::{HttpRequest, web};
use operations::OpError;

/// The arguments that stand in the query.
///
/// # Errors
/// [`OpError::InvalidArguments`] for what is no query.
pub(super) fn query(request: &HttpRequest) -> Result<Vec<(String, String)>, OpError> {
    web::Query::<Vec<(String, String)>>::from_query(request.query_string())
        .map(web::Query::into_inner)
        .map_err(|error| OpError::argument("query", format!("is malformed: {error}")))
}
