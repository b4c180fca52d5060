//! `get_hourly_weather`: the next hours at one resort, from the weather models.

use conditions_core::evidence::{HourColumn, HourlyWeather};
use conditions_core::hourly::{Phase, hour_fall};
use conditions_core::policy::Policy;
use conditions_core::time::{HOUR_MS, Timestamp};
use conditions_core::units::Tenths;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use world::credits::SourceFamilies;
use world::{Tier, View};

use crate::error::OpError;
use crate::local::{LocalTime, whole_metres};
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::shapes::from_direction;
use crate::text::{Text, reported, tenths, word};

pub struct Op;

/// Default number of hours.
const HOURS: u32 = 48;

const NO_HOURS: &str = "no usable forecast of this resort is on record, or it was stored without its hours";

/// The arguments, from path and query.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Slug or unambiguous name.
    #[schemars(length(min = 1, max = 100))]
    pub slug: String,
    /// Hours, counted from the present one, default 48.
    #[schemars(range(min = 1, max = 120))]
    pub hours: Option<u32>,
}

/// The next hours of a resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Hours<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// IANA time zone of `localAt`.
    pub timezone: &'static str,
    /// Whether any hour is known.
    pub available: bool,
    /// Reason if none is.
    pub reason: Option<&'static str>,
    /// When the weather models were fetched; null if there is no usable snapshot.
    pub captured_at: Option<Timestamp>,
    /// Elevation of the temperatures, metres above sea level; null if the resort's is not known.
    pub elevation_m: Option<i32>,
    /// One row per hour; each number is the median of the models that have the hour.
    pub hours: Vec<HourRow>,
}

/// One hour.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HourRow {
    /// Time, UTC.
    pub at: Timestamp,
    /// Time on the resort's clock.
    pub local_at: LocalTime,
    /// Air temperature at 2 m, degrees Celsius.
    pub temp_c: Option<Tenths>,
    /// Relative humidity at 2 m, percent.
    pub humidity_pct: Option<Tenths>,
    /// Precipitation of the hour ending at that time, rain and melted snow, millimetres.
    pub precipitation_mm: Option<Tenths>,
    /// New snow of the hour ending at that time, centimetres, before it settles: hours add up to more than the day.
    pub snowfall_cm: Option<Tenths>,
    /// Phase of the hour's precipitation.
    pub phase: Option<Phase>,
    /// Mean wind at 10 m, metres per second.
    pub wind_mps: Option<Tenths>,
    /// Direction that the wind blows from, degrees clockwise from north, 0 to 359; null when calm or when the models
    /// disagree.
    #[schemars(range(max = 359))]
    pub wind_from_deg: Option<u16>,
    /// Highest gust of the hour ending at that time, metres per second.
    pub gust_mps: Option<Tenths>,
    /// Cloud cover, percent.
    pub cloud_pct: Option<Tenths>,
}

impl HourRow {
    fn is_known(&self) -> bool {
        let Self { temp_c, humidity_pct, precipitation_mm, wind_mps, gust_mps, cloud_pct, .. } = self;
        [temp_c, humidity_pct, precipitation_mm, wind_mps, gust_mps, cloud_pct]
            .into_iter()
            .any(Option::is_some)
    }
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_hourly_weather",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Rest,
        path: "/resorts/{slug}/hours",
        title: "Hourly weather of one resort",
        description: "Temperature, humidity, precipitation with its phase and new snow, wind and its direction, gusts and cloud of the next hours at mid \
            mountain: the median of the weather models. For snow by day or elevation use \
            get_weather_forecast. Null: no model has the hour.",
    };
    type Args = Args;
    type Data<'w> = Hours<'w>;

    fn run<'w>(view: &View<'w>, args: Args, _: Timestamp) -> Result<Reply<Hours<'w>>, OpError> {
        let seen = view.resort(&args.slug)?;
        let resort = seen.resort();
        let captured_at = seen.resolution().record.forecast.next7d_cm.observed_at;
        // Without a capture time the snapshot is too old to use, and so are its hours.
        let snapshot = captured_at.and(seen.evidence().forecast.as_ref());
        let kept = snapshot.and_then(|snapshot| snapshot.hours.as_ref());
        let count = i64::from(args.hours.unwrap_or(HOURS));
        let mut hours = kept.map_or_else(Vec::new, |kept| {
            let first = view.as_of().since(kept.start).div_euclid(HOUR_MS);
            (first..first + count).map(|step| row(view.policy(), kept, step, &resort.timezone)).collect()
        });
        let known = hours.iter().rposition(HourRow::is_known).map_or(0, |last| last + 1);
        hours.truncate(known);
        let available = !hours.is_empty();
        let data = Hours {
            slug: &resort.slug,
            name: &resort.name,
            timezone: resort.timezone.name(),
            available,
            reason: (!available).then_some(NO_HOURS),
            captured_at: captured_at.filter(|_| available),
            elevation_m: kept.and_then(|kept| kept.elevation_m).and_then(whole_metres),
            hours,
        };
        Ok(Reply::one(data, SourceFamilies::CATALOGUE.and_if(SourceFamilies::FORECAST, seen.has_forecast())))
    }

    fn text(data: &Hours<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!(
            "Hours at {} ({}), {}, clock of {}",
            data.name,
            data.slug,
            reported(data.elevation_m, "m"),
            data.timezone
        ));
        if let Some(reason) = data.reason {
            text.item("Not available", reason);
        }
        for row in &data.hours {
            text.line(format_args!(
                "{}: {}, precipitation {} ({}), new snow {}, wind {}{}, gusts {}, cloud {}",
                row.local_at,
                tenths(row.temp_c, "°C"),
                tenths(row.precipitation_mm, "mm"),
                word(&row.phase),
                tenths(row.snowfall_cm, "cm"),
                tenths(row.wind_mps, "m/s"),
                from_direction(row.wind_from_deg),
                tenths(row.gust_mps, "m/s"),
                tenths(row.cloud_pct, "%")
            ));
        }
        text.done()
    }
}

fn row(policy: &Policy, kept: &HourlyWeather, step: i64, zone: &impl chrono::TimeZone) -> HourRow {
    let at = kept.start.plus_millis(step.saturating_mul(HOUR_MS));
    let fall = hour_fall(policy, kept, step);
    let of = |column: &HourColumn| column.get(step).and_then(Tenths::new);
    HourRow {
        at,
        local_at: LocalTime::new(at, zone),
        temp_c: of(&kept.temp_c),
        humidity_pct: of(&kept.humidity_pct),
        precipitation_mm: of(&kept.precipitation_mm),
        snowfall_cm: fall.and_then(|fall| Tenths::new(fall.snow_cm)),
        phase: fall.map(|fall| fall.phase),
        wind_mps: of(&kept.wind_mps),
        wind_from_deg: kept.wind_from_deg(policy, step),
        gust_mps: of(&kept.gust_mps),
        cloud_pct: of(&kept.cloud_pct),
    }
}
