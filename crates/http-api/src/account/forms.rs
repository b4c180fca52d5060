//! Reading of posted forms.

use std::time::Duration;

use actix_web::http::header::{CONTENT_TYPE, HeaderMap};
use actix_web::web;
use zeroize::Zeroizing;

use crate::body::{self, Bounds};

const FORM: Bounds = Bounds { most: 4 * 1024, patience: Duration::from_secs(4) };

/// Fields of a form, in order, with their names.
pub(super) struct Form(Vec<(String, Zeroizing<String>)>);

impl Form {
    /// Returns the value of a field; empty if it is missing.
    pub(super) fn value(&self, name: &str) -> &str {
        self.all(name).next().unwrap_or_default()
    }

    /// Returns all values of a field.
    pub(super) fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Reason why a form cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FormError {
    /// The body is not a form.
    Other,
    /// The body is too large, arrives too slowly or cannot be read.
    NotWhole,
}

/// Reads a form.
///
/// # Errors
/// Returns [`FormError`] if the body is not a form or cannot be read.
pub(super) async fn read(headers: &HeaderMap, payload: web::Payload) -> Result<Form, FormError> {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        return Err(FormError::Other);
    }
    let bytes = Zeroizing::new(body::read(headers, payload, FORM).await.map_err(|_| FormError::NotWhole)?);
    let text = std::str::from_utf8(&bytes).map_err(|_| FormError::NotWhole)?;
    let pairs = web::Query::<Vec<(String, String)>>::from_query(text).map_err(|_| FormError::NotWhole)?;
    Ok(Form(pairs.into_inner().into_iter().map(|(name, value)| (name, Zeroizing::new(value))).collect()))
}
