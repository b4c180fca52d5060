//! The credit that must be shown with an upstream's data, and its licence.
//!
//! Implements the specification's attribution rule: "the upstream sources whose licences also require a credit".

use serde::Serialize;

/// One upstream to be credited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Credit {
    /// The name to show.
    pub name: &'static str,
    /// Target of the credit's link.
    pub url: &'static str,
    /// The licence's short name, or the place where it is stated.
    pub licence: &'static str,
    /// The licence's text; null if it is not known for certain.
    pub licence_url: Option<&'static str>,
    /// The text to show.
    pub text: &'static str,
}
