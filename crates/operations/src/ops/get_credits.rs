//! `get_credits`: the credits of every source that the service uses.

use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::Deserialize;

use world::credits::{Credit, Credits};
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use world::Tier;
use crate::text::Text;
use world::View;

pub struct Op;

/// No arguments.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Args {}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_credits",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Rest,
        path: "/credits",
        title: "Credits and licences",
        description: "The service's credit, its conditions for showing data, and every upstream source with \
            its licence. Each answer's own credits name only its sources.",
    };
    type Args = Args;
    type Data<'w> = Credits<'w>;

    fn run<'w>(view: &View<'w>, _: Args, _: Timestamp) -> Result<Reply<Credits<'w>>, OpError> {
        let book = &view.service().credits;
        Ok(Reply::one(book.for_sources(book.everything()), book.everything()))
    }

    fn text(data: &Credits<'_>) -> String {
        let mut text = Text::new();
        text.line(data.requirement);
        for source in &data.sources {
            let Credit { name, url, licence, text: words, .. } = source;
            text.line(format_args!("{name} ({licence}): {words} {url}"));
        }
        text.done()
    }
}
