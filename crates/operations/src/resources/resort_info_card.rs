//! `ui://widget/resort-info-card.html`: the card of a resort's reference data.

use super::card::page;
use super::{Audience, CARD_TTL_MS, Card, Kind, Resource};

pub(super) const RESOURCE: Resource = Resource {
    uri: "ui://widget/resort-info-card.html",
    name: "resort-info-card",
    title: "Resort guide",
    description: "Card: a photo, elevations, lifts, runs, terrain, usual season, ski passes and official site of one \
        resort, with the sources and date of the facts. The photo comes only from Wikimedia.",
    kind: Kind::Card(Card {
        html: page!("resort-info-card.html"),
        images: &[pictures::HOST],
        invoking: "Opening the resort guide",
        invoked: "Resort guide ready",
    }),
    audience: &[Audience::User],
    priority: 0.5,
    ttl_ms: CARD_TTL_MS,
};
