//! `get_resort`: one resort in full: reference data, live conditions and the daily forecast rows.

use std::borrow::Cow;

use conditions_core::contradiction::{DoubtfulDepth, doubtful_depths};
use conditions_core::field::Field;
use conditions_core::forecast::DAYS;
use conditions_core::record::{Band, MeasuredNow, Record};
use conditions_core::time::Timestamp;
use conditions_core::units::{Hundredths, Tenths};
use schemars::JsonSchema;
use serde::Serialize;

use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use world::Tier;
use world::credits::SourceFamilies;
use crate::ops::compare_forecasts::{ModelRow, models_text, table};
use crate::ops::get_avalanche::AvalancheBrief;
use crate::ops::get_conditions::conditions_text;
use crate::ops::get_snow_history::HistoryLine;
use crate::ops::get_weather_forecast::{NO_FORECAST, has_value};
use crate::ops::get_webcam_status;
use crate::resort_report::ResortStatement;
use crate::roads::{RoadState, roads};
use crate::score::ScoreDetail;
use crate::shapes::{Forecast, OneResort, ResortInfo, WindowPeak, days_text};
use crate::text::{Text, hundredths, place, sourced};
use world::{OPEN_DAYS, View};

pub struct Op;

/// One resort in full.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Detail<'w> {
    /// Reference data.
    #[serde(flatten)]
    pub info: ResortInfo<'w>,
    /// Snow score, 0–100; null if it is withheld.
    pub score: Option<Tenths>,
    /// Components of the score.
    pub score_detail: ScoreDetail,
    /// The contract's record.
    pub conditions: Cow<'w, Record>,
    /// Modelled depths that a measured depth of another band makes doubtful.
    pub doubtful_depths: Vec<DoubtfulDepth>,
    /// Live station readings.
    pub measured_now: Option<Cow<'w, MeasuredNow>>,
    /// New snow of the past.
    pub recent_snow: RecentSnow<'w>,
    /// Summary of the chain controls near the resort.
    pub road: RoadState<'w>,
    /// Official avalanche danger now, in short; null if no warning service of the area is known.
    pub avalanche: Option<AvalancheBrief<'w>>,
    /// Past winters in one line; null if none is on record.
    pub history: Option<HistoryLine>,
    /// Webcams at the resort; null if none is on record.
    pub webcams: Option<get_webcam_status::WebcamBrief<'w>>,
    /// The weather models' snow over fourteen days, one row each; numbers need the Pro tier.
    pub models: Vec<ModelRow>,
    /// Fourteen daily rows and the biggest day among those that the caller may see.
    pub forecast: Forecast,
    /// The resort's description of itself; absent if it has written none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_words: Option<ResortStatement>,
}

/// New snow of the past, each period with its own source. A period is fully known or null; no period is part or sum of
/// another.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RecentSnow<'w> {
    /// New snow of the past 24 hours, centimetres.
    pub past24h: &'w Field<Tenths>,
    /// New snow of the past 48 hours, centimetres.
    pub past48h: &'w Field<Tenths>,
    /// New snow of the past 7 days, centimetres; never from weather models.
    pub past7d: &'w Field<Tenths>,
    /// Density of the past 24 hours' new snow, water over snow, g/cm³; only from stations.
    pub density: &'w Field<Hundredths>,
}

impl RecentSnow<'_> {
    fn write(&self, text: &mut Text) {
        text.item("New snow, past 24 hours", sourced(self.past24h, "cm"));
        text.item("New snow, past 48 hours", sourced(self.past48h, "cm"));
        text.item("New snow, past 7 days", sourced(self.past7d, "cm"));
        text.item("Density of the new snow", hundredths(self.density.value, "g/cm³"));
    }
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_resort",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts/{slug}",
        title: "One resort in full",
        description: "Everything on one resort: reference data, conditions, new snow, score with \
            components, fourteen daily forecast rows and the models (8 to 14 and models need Pro), history \
            in a line, webcams. For conditions only use get_conditions.",
    };
    type Args = OneResort;
    type Data<'w> = Detail<'w>;

    fn run<'w>(view: &View<'w>, args: OneResort, now: Timestamp) -> Result<Reply<Detail<'w>>, OpError> {
        let seen = view.resort(&args.slug)?;
        let days = seen.days(Band::Mid);
        let window = if seen.sees_14_days() { days.len() } else { OPEN_DAYS };
        let resolution = seen.resolution();
        let (road, controls) = RoadState::for_resort(&roads(view), &seen, now);
        let (avalanche, danger) = AvalancheBrief::for_resort(view, &seen, now).unzip();
        let (webcams, cameras) = get_webcam_status::WebcamBrief::for_resort(view, &seen, now).unzip();
        let detail = Detail {
            info: ResortInfo::new(&seen),
            score: seen.score().value,
            score_detail: ScoreDetail::new(seen.score()),
            conditions: seen.record(),
            doubtful_depths: doubtful_depths(view.policy(), &resolution.record),
            measured_now: seen.measured_now(),
            recent_snow: RecentSnow {
                past24h: &resolution.snowfall24h_cm,
                past48h: &resolution.snowfall48h_cm,
                past7d: &resolution.snowfall7d_cm,
                density: &resolution.new_snow_density,
            },
            road,
            avalanche,
            history: HistoryLine::for_resort(&seen),
            webcams,
            models: table(&seen, DAYS),
            forecast: Forecast {
                captured_at: resolution.record.forecast.next7d_cm.observed_at,
                peak: WindowPeak::from_days(days.get(..window).unwrap_or_default()),
                days: days.into(),
            },
            own_words: ResortStatement::for_resort(view, &seen.resort().slug),
        };
        let known = seen.carries().and(controls).and_if(SourceFamilies::CLIMATE, detail.history.is_some());
        let carries = danger.into_iter().chain(cameras).fold(known, SourceFamilies::and);
        Ok(Reply::one(detail, carries))
    }

    fn text(data: &Detail<'_>) -> String {
        let mut text = Text::new();
        data.info.write(&mut text);
        conditions_text(&mut text, &data.conditions, data.measured_now.as_deref());
        for DoubtfulDepth { band, modelled_cm, measured_band, measured_cm } in &data.doubtful_depths {
            text.line(format_args!(
                "Doubtful: modelled {} cm at {}, but only {} cm measured at {}",
                modelled_cm.get(),
                place(*band),
                measured_cm.get(),
                place(*measured_band)
            ));
        }
        data.score_detail.write(&mut text);
        data.recent_snow.write(&mut text);
        if let Some(avalanche) = &data.avalanche {
            avalanche.write(&mut text);
        }
        data.road.write(&mut text);
        if let Some(history) = &data.history {
            history.write(&mut text);
        }
        if let Some(webcams) = &data.webcams {
            webcams.write(&mut text);
        }
        if data.forecast.days.iter().any(has_value) {
            days_text(&mut text, &data.forecast.days);
        } else {
            text.item("Daily forecast", format_args!("not available; {NO_FORECAST}"));
        }
        models_text(&mut text, &data.models);
        if let Some(own) = &data.own_words {
            own.write(&mut text);
        }
        text.done()
    }
}
