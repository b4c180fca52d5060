//! `ui://widget/powder-list.html`: the card of ranked resorts.

use super::card::page;
use super::{Audience, CARD_TTL_MS, Card, Kind, Resource};

pub(super) const RESOURCE: Resource = Resource {
    uri: "ui://widget/powder-list.html",
    name: "powder-list",
    title: "Powder list",
    description: "Card: resorts in the order of a tool's answer, with new snow, forecast, depth and status. Shows what \
        the tool returned and fetches nothing.",
    kind: Kind::Card(Card {
        html: page!("powder-list.html"),
        images: &[],
        invoking: "Looking where it snowed",
        invoked: "Resorts ranked",
    }),
    audience: &[Audience::User],
    priority: 0.5,
    ttl_ms: CARD_TTL_MS,
};
