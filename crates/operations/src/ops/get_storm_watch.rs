//! `get_storm_watch`: multi-day storm systems in the model forecasts, grouped over neighbouring resorts.

use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use world::credits::SourceFamilies;
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Page, Reply};
use world::Tier;
use world::place::Place;
use world::place::Region;
use crate::text::{Text, count_text, word};
use world::View;

mod events;

use events::{Group, ResortStorm, grouped};
pub use events::StormEvent;

pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Part of the world.
    pub region: Option<Region>,
    /// ISO code or English name.
    #[schemars(length(min = 2, max = 60))]
    pub country: Option<String>,
    /// Storms, default 10.
    #[schemars(range(min = 1, max = 25))]
    pub limit: Option<u32>,
    /// Storms to skip.
    #[schemars(range(min = 0, max = 100_000))]
    pub offset: Option<u32>,
}

/// Coming storms.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StormWatch<'w> {
    /// Whether any requested resort has a usable forecast; if false, an empty list does not mean that no storm is
    /// coming.
    pub available: bool,
    /// Reason if there is none.
    pub reason: Option<&'static str>,
    /// Number of requested resorts.
    pub resorts_watched: usize,
    /// Number of those with a usable forecast.
    pub resorts_with_forecast: usize,
    /// The storms, biggest first; empty if none is forecast.
    pub events: Vec<StormEvent<'w>>,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_storm_watch",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/storms",
        title: "Storms in sight",
        description: "Snow storm systems in the models, by mountain range, biggest first: window, total, lowest and highest \
            model, tier (watching, likely, locked). For past snowfall use find_best_powder. No events is \
            normal; `available` false: no forecast. Beyond day 7 needs Pro.",
    };
    type Args = Args;
    type Data<'w> = StormWatch<'w>;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<StormWatch<'w>>, OpError> {
        let place = Place::new(args.region, args.country.as_deref())?;
        let (limit, offset) = (args.limit.unwrap_or(10), args.offset.unwrap_or(0));
        let (mut watched, mut covered) = (0, 0);
        let mut hits: Vec<ResortStorm<'w>> = Vec::new();
        let atlas = view.atlas();
        for (at, state) in atlas.by_state().filter(|(at, _)| atlas.is_within(*at, place)) {
            let Some(seen) = view.at(at) else { continue };
            let (resort, order) = (seen.resort(), atlas.slug_order(at));
            watched += 1;
            if let Some(found) = seen.storms() {
                covered += 1;
                hits.extend(found.iter().map(|storm| ResortStorm { resort, storm, state, order }));
            }
        }
        let groups = grouped(hits);
        let page = Page { total: groups.len(), limit, offset };
        let available = covered > 0;
        let data = StormWatch {
            available,
            reason: (!available).then_some("no requested resort has a usable forecast"),
            resorts_watched: watched,
            resorts_with_forecast: covered,
            events: groups.iter().skip(offset as usize).take(limit as usize).map(Group::event).collect(),
        };
        let carries = SourceFamilies::CATALOGUE.and_if(SourceFamilies::FORECAST, available);
        Ok(Reply::ranked(data, carries, page, RULE))
    }

    fn text(data: &StormWatch<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!(
            "Storms forecast at {}, with a forecast for {}",
            count_text(data.resorts_watched, "resort"),
            data.resorts_with_forecast
        ));
        if let Some(reason) = data.reason {
            text.item("Not available", reason);
        } else if data.events.is_empty() {
            text.line("No storm is forecast.");
        }
        for event in &data.events {
            event_text(&mut text, event);
        }
        text.done()
    }
}

const RULE: &str = "highest blended total of any resort, biggest first; then most resorts, earliest start, id";

fn event_text(text: &mut Text, event: &StormEvent<'_>) {
    text.line(format_args!(
        "{}, {} to {}: {}, up to {} cm, {}, begins in {}",
        event.name,
        event.start,
        event.end,
        word(&event.tier),
        event.max_total_cm.get(),
        count_text(event.resort_count, "resort"),
        count_text(event.lead_days, "day")
    ));
    for resort in &event.resorts {
        let range = match (resort.low_cm, resort.high_cm) {
            (Some(low), Some(high)) => format!(", models {} to {} cm", low.get(), high.get()),
            _ => String::new(),
        };
        text.line(format_args!(
            "- {} ({}): {} cm from {} to {}{range}, {} of {} in agreement, {}",
            resort.name,
            resort.slug,
            resort.total_cm.get(),
            resort.start,
            resort.end,
            resort.models_agreeing,
            count_text(resort.models, "model"),
            word(&resort.tier)
        ));
    }
    if event.resort_count > event.resorts.len() {
        text.line(format_args!("- and {} more", event.resort_count - event.resorts.len()));
    }
}
