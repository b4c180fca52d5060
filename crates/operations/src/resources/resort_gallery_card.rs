//! `ui://widget/resort-gallery-card.html`: the card of a resort's photos.

use super::card::page;
use super::{Audience, CARD_TTL_MS, Card, Kind, Resource};

pub(super) const RESOURCE: Resource = Resource {
    uri: "ui://widget/resort-gallery-card.html",
    name: "resort-gallery-card",
    title: "Photo gallery of one resort",
    description: "Card: photos of one resort, one at a time, each with its description, author and licence. \
        Images come only from Wikimedia. Without photos it says so.",
    kind: Kind::Card(Card {
        html: page!("resort-gallery-card.html"),
        images: &[pictures::HOST],
        invoking: "Looking for photos",
        invoked: "Gallery ready",
    }),
    audience: &[Audience::User],
    priority: 0.3,
    ttl_ms: CARD_TTL_MS,
};
