//! `ui://widget/snow-report-card.html`: the card of one resort's snow.

use super::card::page;
use super::{Audience, CARD_TTL_MS, Card, Kind, Resource};

pub(super) const RESOURCE: Resource = Resource {
    uri: "ui://widget/snow-report-card.html",
    name: "snow-report-card",
    title: "Snow report of one resort",
    description: "Card: depth by elevation, lifts, surface, forecast and station readings of one resort, each with its \
        source and age. Shows what the tool returned and fetches nothing.",
    kind: Kind::Card(Card {
        html: page!("snow-report-card.html"),
        images: &[],
        invoking: "Reading the snow report",
        invoked: "Snow report ready",
    }),
    audience: &[Audience::User],
    priority: 0.5,
    ttl_ms: CARD_TTL_MS,
};
