//! `get_weather_forecast`: daily rows, blended over the weather models.

use conditions_core::hourly::request_elevation;
use conditions_core::record::{Band, DailyRow};
use conditions_core::time::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use world::credits::SourceFamilies;
use crate::error::OpError;
use crate::local::whole_metres;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use world::Tier;
use crate::chances::{DayChance, TotalChance, chances_text};
use crate::shapes::{WindowPeak, days_text};
use crate::text::{Text, place, reported};
use world::{OPEN_DAYS, View};

/// Reason if there is no forecast.
pub(crate) const NO_FORECAST: &str = "no weather model has recent data for this resort";

pub struct Op;

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Slug or unambiguous name.
    #[schemars(length(min = 1, max = 100))]
    pub slug: String,
    /// Days, default 7; 8 to 14 need Pro.
    ///
    /// Without the Pro tier rows 8 to 14 are withheld.
    #[schemars(range(min = 1, max = 14))]
    pub days: Option<u32>,
    /// Elevation band, default mid.
    ///
    /// The first seven rows at mid mountain add up to `next7dCm` of the conditions.
    pub band: Option<Band>,
}

/// A forecast of one band.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BandForecast<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// IANA time zone of the days.
    pub timezone: &'static str,
    /// Whether any of the days that the caller may see has a value.
    pub available: bool,
    /// Reason if none has.
    pub reason: Option<&'static str>,
    /// Elevation band.
    pub band: Band,
    /// Elevation of the band, metres above sea level; null if not known.
    pub elevation_m: Option<i32>,
    /// When the weather models were fetched; null if there is no usable snapshot.
    pub captured_at: Option<Timestamp>,
    /// Daily rows; day 1 is today.
    pub days: Vec<DailyRow>,
    /// Biggest day among the rows shown.
    pub peak: Option<WindowPeak>,
    /// Distribution of each of these days; null if the row has no snow value.
    pub chances: Vec<Option<DayChance>>,
    /// Distribution of the first 3, 7 and 14 days, as far as every day is reported and shown.
    pub totals: Vec<TotalChance>,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_weather_forecast",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts/{slug}/forecast",
        title: "Daily forecast of one resort",
        description: "Daily snow, rain, temperature, wind and cloud at one elevation band, blended from \
            seven weather models, with spread and probabilities. For snow there now use get_conditions, for \
            each model compare_forecasts. Null: no model reports the whole day.",
    };
    type Args = Args;
    type Data<'w> = BandForecast<'w>;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<BandForecast<'w>>, OpError> {
        let seen = view.resort(&args.slug)?;
        let (resort, band) = (seen.resort(), args.band.unwrap_or(Band::Mid));
        let mut days: Vec<_> = seen.days(band).into();
        days.truncate(args.days.unwrap_or(7) as usize);
        let chances = seen.chances(band);
        let shown = if seen.sees_14_days() { days.len() } else { days.len().min(OPEN_DAYS) };
        let available = days.iter().take(shown).any(has_value);
        let forecast = BandForecast {
            slug: &resort.slug,
            name: &resort.name,
            timezone: resort.timezone.name(),
            available,
            reason: (!available).then_some(NO_FORECAST),
            band,
            elevation_m: match band {
                Band::Base => resort.base_m,
                // Temperatures and phase are those of the requested elevation.
                Band::Mid => request_elevation(seen.profile()).and_then(whole_metres),
                Band::Summit => resort.summit_m,
            },
            chances: chances.days.iter().take(days.len()).map(|day| day.map(DayChance::new)).collect(),
            totals: TotalChance::all(&chances),
            captured_at: seen.resolution().record.forecast.next7d_cm.observed_at,
            peak: WindowPeak::from_days(days.get(..shown).unwrap_or_default()),
            days,
        };
        Ok(Reply::one(forecast, SourceFamilies::CATALOGUE.and_if(SourceFamilies::FORECAST, seen.has_forecast())))
    }

    fn text(data: &BandForecast<'_>) -> String {
        let mut text = Text::new();
        let BandForecast { name, slug, band, elevation_m, timezone, .. } = data;
        text.line(format_args!(
            "Forecast for {name} ({slug}) at {}, {}, days in {timezone}",
            place(*band),
            reported(*elevation_m, "m")
        ));
        if let Some(reason) = data.reason {
            text.item("Not available", reason);
            return text.done();
        }
        text.item("Weather models fetched", reported(data.captured_at, ""));
        days_text(&mut text, &data.days);
        chances_text(&mut text, &data.days, &data.chances, &data.totals);
        text.done()
    }
}

/// Returns whether a day has a value.
pub(crate) fn has_value(day: &DailyRow) -> bool {
    [day.snowfall_cm, day.rain_mm, day.temp_min_c, day.temp_max_c, day.wind_max_mps].iter().any(Option::is_some)
}
