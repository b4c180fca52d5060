//! Who must be named wherever an upstream's data are shown, and under which licence.
//!
//! Carries the specification's attribution rule: "the upstream sources whose licences also require a credit".

use serde::Serialize;

/// One upstream to be credited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Credit {
    /// The name to be shown.
    pub name: &'static str,
    /// Where the credit links to.
    pub url: &'static str,
    /// The licence's short name, or where to look for it.
    pub licence: &'static str,
    /// The licence's text; null when it is not known for certain.
    pub licence_url: Option<&'static str>,
    /// The words to show.
    pub text: &'static str,
}
