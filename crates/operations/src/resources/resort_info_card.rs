//! `ui://widget/resort-info-card.html`: the card of what does not change with the weather.

use super::card::page;
use super::{Audience, CARD_TTL_MS, Card, Kind, Resource};

pub(super) const RESOURCE: Resource = Resource {
    uri: "ui://widget/resort-info-card.html",
    name: "resort-info-card",
    title: "Resort guide",
    description: "Card: elevations, lifts, runs, terrain, usual season and official site of one resort, with the \
        sources and date of the facts. Shows what the tool returned and fetches nothing.",
    kind: Kind::Card(Card {
        html: page!("resort-info-card.html"),
        images: &[],
        invoking: "Opening the resort guide",
        invoked: "Resort guide ready",
    }),
    audience: &[Audience::User],
    priority: 0.5,
    ttl_ms: CARD_TTL_MS,
};
