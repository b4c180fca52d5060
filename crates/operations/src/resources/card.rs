//! Cards: how a page is put together, what a host must allow it, and which operation shows which card (MCP Apps).

use serde_json::{Map, Value, json};

use super::{Kind, Resource, powder_list, resort_gallery_card, resort_info_card, snow_report_card};

/// A page of its own: the shared style and script, and the card's file. Nothing is fetched when it is shown.
macro_rules! page {
    ($file:literal) => {
        concat!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n",
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
            "<meta name=\"color-scheme\" content=\"light dark\">\n<style>\n",
            include_str!("../../cards/card.css"),
            "</style>\n<script>\n",
            include_str!("../../cards/card.js"),
            "</script>\n",
            include_str!(concat!("../../cards/", $file)),
        )
    };
}
pub(super) use page;

/// What is particular to a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Card {
    /// The page.
    pub html: &'static str,
    /// The origins that it shows images from.
    pub images: &'static [&'static str],
    /// What a host says while the tool runs, at most 64 characters.
    pub invoking: &'static str,
    /// What a host says when the tool is done, at most 64 characters.
    pub invoked: &'static str,
}

/// Which operation shows which card. Operations that are not built yet are named too: the card is there already.
pub const CARDS: &[(&str, &Resource)] = &[
    ("find_best_powder", &powder_list::RESOURCE),
    ("get_snow_report", &powder_list::RESOURCE),
    ("find_resorts_by_criteria", &powder_list::RESOURCE),
    ("get_conditions", &snow_report_card::RESOURCE),
    ("get_resort", &snow_report_card::RESOURCE),
    ("get_resort_info", &resort_info_card::RESOURCE),
    ("get_resort_photos", &resort_gallery_card::RESOURCE),
];

/// Address of the card that shows an operation's answers.
#[must_use]
pub fn card_of(operation: &str) -> Option<&'static str> {
    shown_by(operation).map(|(uri, _)| uri)
}

/// `_meta` of a tool: the standard's key, the key before it, and the names that one host had earlier; empty for a tool
/// without a card.
#[must_use]
pub fn tool_meta(operation: &str) -> Map<String, Value> {
    let Some((uri, card)) = shown_by(operation) else { return Map::new() };
    members([
        ("ui", json!({ "resourceUri": uri })),
        ("ui/resourceUri", uri.into()),
        ("openai/outputTemplate", uri.into()),
        ("openai/toolInvocation/invoking", card.invoking.into()),
        ("openai/toolInvocation/invoked", card.invoked.into()),
    ])
}

fn members<const N: usize>(members: [(&str, Value); N]) -> Map<String, Value> {
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn shown_by(operation: &str) -> Option<(&'static str, &'static Card)> {
    let (_, resource) = CARDS.iter().find(|(name, _)| *name == operation)?;
    match &resource.kind {
        Kind::Card(card) => Some((resource.uri, card)),
        Kind::Data(_) => None,
    }
}

impl Card {
    /// What the card asks of its host: nothing but, where it shows photos, images from the one origin that has them.
    pub(super) fn meta(&self) -> Map<String, Value> {
        let none: [&str; 0] = [];
        let csp = json!({
            "connectDomains": none, "resourceDomains": self.images, "frameDomains": none, "baseUriDomains": none
        });
        members([("ui", json!({ "csp": csp, "permissions": {}, "prefersBorder": true }))])
    }
}

#[cfg(test)]
mod tests;
