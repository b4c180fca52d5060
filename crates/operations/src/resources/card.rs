//! Cards: how a page is assembled, the permissions it needs from a host, and the card of each operation (MCP Apps).

use serde_json::{Map, Value, json};

use super::{Kind, Resource, powder_list, resort_gallery_card, resort_info_card, snow_report_card};

/// Assembles a self-contained page from the shared style and script and the card's file. It loads no other files when
/// shown.
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

/// Properties of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Card {
    pub html: &'static str,
    /// Origins of the images that it shows.
    pub images: &'static [&'static str],
    /// Text that a host shows while the tool runs, at most 64 characters.
    pub invoking: &'static str,
    /// Text that a host shows when the tool is done, at most 64 characters.
    pub invoked: &'static str,
}

/// The card of each operation. The table includes operations that are not built yet.
pub const CARDS: &[(&str, &Resource)] = &[
    ("find_best_powder", &powder_list::RESOURCE),
    ("get_snow_report", &powder_list::RESOURCE),
    ("find_resorts_by_criteria", &powder_list::RESOURCE),
    ("get_conditions", &snow_report_card::RESOURCE),
    ("get_resort", &snow_report_card::RESOURCE),
    ("get_resort_info", &resort_info_card::RESOURCE),
    ("get_resort_photos", &resort_gallery_card::RESOURCE),
];

/// Returns the address of the card that shows an operation's answers.
#[must_use]
pub fn card_of(operation: &str) -> Option<&'static str> {
    shown_by(operation).map(|(uri, _)| uri)
}

/// Returns `_meta` of a tool: the standard's key, its predecessor, and the names of one earlier host; empty for a tool
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
    /// Returns the permissions that the card needs: none, or for photos only images from one origin.
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
