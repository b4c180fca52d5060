//! `get_resort`: one resort in full: reference data, live conditions and the daily forecast rows.

use conditions_core::record::{Band, MeasuredNow, Record};
use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::OpError;
use crate::operation::{Meta, Operation, Reply, Shape};
use crate::ops::get_conditions::conditions_text;
use crate::shapes::{Forecast, OneResort, ResortInfo, WindowPeak, days_text};
use crate::text::Text;
use crate::world::{OPEN_DAYS, View};

/// See the module.
pub struct Op;

/// One resort in full.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Detail<'w> {
    /// Reference data.
    #[serde(flatten)]
    pub info: ResortInfo<'w>,
    /// The contract's record.
    pub conditions: &'w Record,
    /// Live station readings.
    pub measured_now: Option<&'w MeasuredNow>,
    /// Fourteen daily rows and the biggest day among those that the caller may see.
    pub forecast: Forecast,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_resort",
        path: "/resorts/{slug}",
        title: "One resort in full",
        description: "Reference data, live conditions and fourteen daily forecast rows of one resort. Rows 8 to 14 \
            are withheld without the Pro tier and say so. `forecast.peak` here covers the rows that the caller may \
            see (`windowDays`), while `conditions.forecast.peak` always covers seven days. For the contract's \
            envelope alone use get_conditions.",
        shape: Shape::Wrapped,
    };
    type Args = OneResort;
    type Data<'w> = Detail<'w>;

    fn run<'w>(view: &View<'w>, args: OneResort, now: Timestamp) -> Result<Reply<Detail<'w>>, OpError> {
        let seen = view.resort(&args.slug)?;
        let days = seen.days(Band::Mid, now);
        let window = if seen.sees_14_days() { days.len() } else { OPEN_DAYS };
        let resolution = seen.resolution();
        let detail = Detail {
            info: ResortInfo::new(&seen),
            conditions: &resolution.record,
            measured_now: resolution.measured_now.as_ref(),
            forecast: Forecast {
                captured_at: resolution.record.forecast.next7d_cm.observed_at,
                peak: WindowPeak::of(days.get(..window).unwrap_or_default()),
                days: days.into(),
            },
        };
        Ok(Reply::one(detail, seen.carries()))
    }

    fn text(data: &Detail<'_>) -> String {
        let mut text = Text::new();
        data.info.write(&mut text);
        conditions_text(&mut text, data.conditions, data.measured_now);
        days_text(&mut text, &data.forecast.days);
        text.done()
    }
}
