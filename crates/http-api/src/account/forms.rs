//! Forms: what one holds.

use std::time::Duration;

use actix_web::http::header::{CONTENT_TYPE, HeaderMap};
use actix_web::web;
use zeroize::Zeroizing;

use crate::body::{self, Bounds};

/// Limits of a form.
const FORM: Bounds = Bounds { most: 4 * 1024, patience: Duration::from_secs(4) };

/// What a form holds, by name.
pub(super) struct Form(Vec<(String, Zeroizing<String>)>);

impl Form {
    /// What was entered under a name; nothing is the empty text.
    pub(super) fn of(&self, name: &str) -> &str {
        self.all(name).next().unwrap_or_default()
    }

    /// Everything under a name.
    pub(super) fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// Why there is no form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoForm {
    /// What came is something else.
    Other,
    /// It is too large, comes too slowly or cannot be read.
    NotWhole,
}

/// Reads a form.
///
/// # Errors
/// [`NoForm`].
pub(super) async fn read(headers: &HeaderMap, payload: web::Payload) -> Result<Form, NoForm> {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !kind.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
        return Err(NoForm::Other);
    }
    let bytes = Zeroizing::new(body::read(headers, payload, FORM).await.map_err(|_| NoForm::NotWhole)?);
    let text = std::str::from_utf8(&bytes).map_err(|_| NoForm::NotWhole)?;
    let pairs = web::Query::<Vec<(String, String)>>::from_query(text).map_err(|_| NoForm::NotWhole)?;
    Ok(Form(pairs.into_inner().into_iter().map(|(name, value)| (name, Zeroizing::new(value))).collect()))
}
