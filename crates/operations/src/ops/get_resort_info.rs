//! `get_resort_info`: reference data of one resort.

use conditions_core::time::Timestamp;

use world::credits::Carries;
use crate::error::OpError;
use crate::operation::{Faces, Meta, Method, Operation, Reply};
use world::Tier;
use crate::shapes::{OneResort, ResortInfo};
use crate::text::Text;
use world::View;

/// The operation, as an entry of the table of operations.
pub struct Op;

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_resort_info",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Faces::Both,
        path: "/resorts/{slug}/info",
        title: "Guide to one resort",
        description: "What weather does not change: names, place, elevations, lifts, runs, terrain, usual season, \
            website, with sources. Null: not known. For snow and lifts today use get_conditions.",
    };
    type Args = OneResort;
    type Data<'w> = ResortInfo<'w>;

    fn run<'w>(view: &View<'w>, args: OneResort, _: Timestamp) -> Result<Reply<ResortInfo<'w>>, OpError> {
        let seen = view.resort(&args.slug)?;
        Ok(Reply::one(ResortInfo::new(&seen), Carries::CATALOGUE))
    }

    fn text(data: &ResortInfo<'_>) -> String {
        let mut text = Text::new();
        data.write(&mut text);
        text.done()
    }
}
