//! Cards: how a page is put together, what a host must allow it, and which operation shows which card (MCP Apps).

use serde::Serialize;

use super::{Kind, Resource, powder_list, resort_gallery_card, resort_info_card, snow_report_card};
use crate::world::Service;

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
    /// Whether it shows images from the service's own address.
    pub images: bool,
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

/// The `_meta` of a tool that has a card.
#[must_use]
pub fn tool_meta(operation: &str) -> Option<ToolMeta> {
    shown_by(operation).map(|(uri, card)| ToolMeta {
        ui: ToolUi { resource_uri: uri },
        flat_uri: uri,
        output_template: uri,
        invoking: card.invoking,
        invoked: card.invoked,
    })
}

fn shown_by(operation: &str) -> Option<(&'static str, &'static Card)> {
    let (_, resource) = CARDS.iter().find(|(name, _)| *name == operation)?;
    match &resource.kind {
        Kind::Card(card) => Some((resource.uri, card)),
        Kind::Data => None,
    }
}

/// `_meta` of a tool: the standard's key, the key before it, and the names that one host had earlier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ToolMeta {
    ui: ToolUi,
    #[serde(rename = "ui/resourceUri")]
    flat_uri: &'static str,
    #[serde(rename = "openai/outputTemplate")]
    output_template: &'static str,
    #[serde(rename = "openai/toolInvocation/invoking")]
    invoking: &'static str,
    #[serde(rename = "openai/toolInvocation/invoked")]
    invoked: &'static str,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolUi {
    resource_uri: &'static str,
}

/// `_meta` of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CardMeta {
    /// What the card asks of its host.
    pub ui: Ui,
}

/// What a card asks of its host. It asks for nothing but, where it shows photos, images from the service's address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Ui {
    csp: Csp,
    permissions: Permissions,
    prefers_border: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Csp {
    connect_domains: Vec<String>,
    resource_domains: Vec<String>,
    frame_domains: Vec<String>,
    base_uri_domains: Vec<String>,
}

/// None: no camera, microphone, place or clipboard.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct Permissions {}

impl Card {
    pub(super) fn meta(&self, service: &Service) -> CardMeta {
        let resource_domains = if self.images { vec![origin(&service.base_url)] } else { Vec::new() };
        CardMeta {
            ui: Ui {
                csp: Csp { resource_domains, ..Csp::default() },
                permissions: Permissions {},
                prefers_border: true,
            },
        }
    }
}

/// Scheme and host of an address: what a content-security policy takes.
fn origin(url: &str) -> String {
    let host = url.find("://").map_or(0, |at| at + 3);
    let end = url.get(host..).and_then(|rest| rest.find('/')).map_or(url.len(), |at| host + at);
    url.get(..end).unwrap_or(url).to_owned()
}

#[cfg(test)]
mod tests;
