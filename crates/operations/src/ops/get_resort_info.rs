//! `get_resort_info`: the guide to one resort: reference data, its ski passes and a photo.

use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use world::credits::SourceFamilies;
use world::{Tier, View};

use crate::error::OpError;
use crate::mapped::MapInfo;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::ops::get_resort_photos::ResortPhoto;
use crate::resort_report::ResortStatement;
use crate::shapes::{OneResort, ResortInfo};
use crate::text::Text;

pub struct Op;

/// The guide to one resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Guide<'w> {
    /// Reference data.
    #[serde(flatten)]
    pub info: ResortInfo<'w>,
    /// Terrain of an imported map; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map: Option<MapInfo<'w>>,
    /// A freely licensed photo near the resort, not today's view; null if none may be shown.
    pub image: Option<ResortPhoto<'w>>,
    /// The resort's description of itself; absent if it has written none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_words: Option<ResortStatement>,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_resort_info",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts/{slug}/info",
        title: "Guide to one resort",
        description: "Reference data of a resort: names, place, elevations, lifts, runs, terrain, usual season, \
            passes, website, a photo, with sources. Null: not known. For snow and lifts today use get_conditions.",
    };
    type Args = OneResort;
    type Data<'w> = Guide<'w>;

    fn run<'w>(view: &View<'w>, args: OneResort, now: Timestamp) -> Result<Reply<Guide<'w>>, OpError> {
        let seen = view.resort(&args.slug)?;
        let (image, of_photo) = ResortPhoto::first(view, &seen, now).unzip();
        let carries = of_photo.into_iter().fold(SourceFamilies::CATALOGUE, SourceFamilies::and);
        let map = MapInfo::new(seen.resort());
        let own_words = ResortStatement::for_resort(view, &seen.resort().slug);
        Ok(Reply::one(Guide { info: ResortInfo::new(&seen), map, image, own_words }, carries))
    }

    fn text(data: &Guide<'_>) -> String {
        let mut text = Text::new();
        data.info.write(&mut text);
        if let Some(map) = &data.map {
            map.write(&mut text);
        }
        if let Some(image) = &data.image {
            text.item("Photo", image.words());
        }
        if let Some(own) = &data.own_words {
            own.write(&mut text);
        }
        text.done()
    }
}
