//! `get_conditions`: the contract's full record of one resort, for now or for a past time, optionally with an
//! explanation.

use conditions_core::field::Field;
use conditions_core::record::{MeasuredNow, OpenTotal, Record};
use conditions_core::time::Timestamp;
use contract::Envelope;
use contract::envelope::Publisher;
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use world::unknown::shortened;
use crate::error::OpError;
use world::explanation::FieldExplanation;
use crate::operation::{AS_OF, Answer, Interfaces, Meta, Method, Operation, Replay, Reply, Shape};
use world::Tier;
use crate::text::{NOT_REPORTED, Text, count_text, place, reported, sourced, tenths, word};
use world::View;

pub struct Op;

/// Selects the record.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Slug or unambiguous name.
    #[schemars(length(min = 1, max = 100))]
    pub slug: String,
    /// The record as of this past time, RFC 3339.
    ///
    /// To the millisecond, as far back as evidence is stored; `generatedAt`, `resolvedAt` and every age refer to that
    /// time. In a query a `+` is written `%2B`.
    #[serde(default, deserialize_with = "deserialize_time")]
    pub as_of: Option<Timestamp>,
    /// Explain also which evidence was considered and which rule chose.
    ///
    /// The answer is then `{meta, data}` with the envelope as `data.conditions`.
    #[serde(default)]
    pub explain: bool,
}

/// The envelope, or with `explain` the wrapped explanation.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[expect(clippy::large_enum_variant, reason = "the large one is the one that is always made")]
pub enum Conditions<'w> {
    /// Without `explain`: the contract's envelope.
    Envelope(Envelope<'w>),
    /// With `explain=true`: the same envelope and its explanation, wrapped because the envelope is closed.
    Explained(#[schemars(with = "Answer<'w, ExplainedConditions<'w>>")] Box<ExplainedConditions<'w>>),
}

/// The record and its explanation.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Explained")]
pub struct ExplainedConditions<'w> {
    /// The envelope, unchanged.
    pub conditions: Envelope<'w>,
    /// For each field the evidence that was considered and the rules that chose.
    pub explanation: Vec<FieldExplanation>,
}

fn deserialize_time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Timestamp>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    Timestamp::parse(&text).map(Some).ok_or_else(|| {
        D::Error::custom(format!(
            "must be an RFC 3339 timestamp such as 2026-01-10T12:00:00Z, with a + in the offset written as \
             %2B, not `{}`",
            shortened(&text)
        ))
    })
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_conditions",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts/{slug}/conditions",
        title: "Snow conditions of one resort",
        description: "One resort's conditions: every field with value, source, time, confidence and freshness, and \
            live station readings. Null: not reported. For daily forecasts use get_weather_forecast, for \
            fixed facts get_resort_info.",
    };
    const SHAPE: Shape = Shape::Envelope;
    type Args = Args;
    type Data<'w> = Conditions<'w>;

    fn run<'w>(view: &View<'w>, args: Args, now: Timestamp) -> Result<Reply<Conditions<'w>>, OpError> {
        if let Some(at) = args.as_of.filter(|at| *at != view.as_of()) {
            // This interface does not support `replay`; the present record would be wrong for a past time.
            return Err(OpError::argument(AS_OF, format!("the record of {at} is not available here")));
        }
        let seen = view.resort(&args.slug)?;
        let service = view.service();
        let publisher = Publisher { name: &service.name, base_url: &service.base_url };
        let envelope = Envelope::new(&publisher, view.policy(), seen.resolution(), now).resolved_at(view.as_of());
        let carries = seen.carries();
        if !args.explain {
            return Ok(Reply::envelope(Conditions::Envelope(envelope), carries));
        }
        let explained = ExplainedConditions { conditions: envelope, explanation: seen.explanation() };
        Ok(Reply::one(Conditions::Explained(Box::new(explained)), carries))
    }

    fn replay(args: &Args) -> Option<Replay> {
        args.as_of.map(|at| Replay { slug: args.slug.clone(), at })
    }

    fn text(data: &Conditions<'_>) -> String {
        let mut text = Text::new();
        match data {
            Conditions::Envelope(envelope) => envelope_text(&mut text, envelope),
            Conditions::Explained(explained) => {
                envelope_text(&mut text, &explained.conditions);
                write_explanation(&explained.explanation, &mut text);
            }
        }
        text.done()
    }
}

fn envelope_text(text: &mut Text, envelope: &Envelope<'_>) {
    let meta = &envelope.meta;
    text.line(format_args!("Conditions of {} at {}", meta.slug, meta.generated_at));
    conditions_text(text, &envelope.data, envelope.measured_now.as_ref());
    let freshness = &meta.freshness;
    text.line(format_args!(
        "Freshness: depth {}; lifts {}; runs {}; surface {}; forecast {}",
        freshness.base_depth_cm.label,
        freshness.lifts.label,
        freshness.runs.label,
        freshness.surface.label,
        freshness.forecast.label
    ));
}

/// Describes the record in words, for every operation that shows one.
pub(crate) fn conditions_text(text: &mut Text, record: &Record, measured: Option<&MeasuredNow>) {
    text.item("Status", word(&record.status.value));
    match &record.display_depth_cm {
        Some(depth) => text.item("Snow depth", sourced(depth, "cm")),
        None => text.item("Snow depth", NOT_REPORTED),
    }
    if let Some(detail) = &record.display_depth_detail {
        let station = detail.station_name.as_ref().map(|name| format!(", {}", name.quoted())).unwrap_or_default();
        text.line(format_args!(
            "  read at {}, {}{station}",
            place(detail.elevation_band),
            tenths(detail.elevation_m, "m")
        ));
    }
    for (name, band) in
        [("Base", &record.depth.base), ("Mid", &record.depth.mid), ("Summit", &record.depth.summit)]
    {
        if let Some(band) = band {
            text.line(format_args!("  {name} depth: {}", sourced(band, "cm")));
        }
    }
    if let Some(percent) = record.depth_vs_avg_pct.value {
        text.item("Against the average of this day", format_args!("{percent} %"));
    }
    text.item("Lifts", format_open(&record.lifts));
    text.item("Runs", format_open(&record.runs));
    text.item("Surface", reported(record.surface.value.as_deref(), ""));
    if let Some(quality) = record.snow_quality.as_ref().and_then(|field| field.value.as_ref()) {
        text.item("Snow quality", format_args!("{}. {}", word(&quality.label), quality.description));
    }
    if let Some(surface) = record.snow_surface_temp.as_ref().and_then(|field| field.value.as_ref()) {
        text.item("Snow surface temperature", &surface.description);
    }
    text.item("Forecast, next 7 days", sourced(&record.forecast.next7d_cm, "cm"));
    if record.forecast.next14d_cm.value.is_some() {
        text.item("Forecast, next 14 days", sourced(&record.forecast.next14d_cm, "cm"));
    }
    if let Some(peak) = &record.forecast.peak {
        text.line(format_args!("  biggest day {}: {} cm", peak.date, peak.snowfall_cm.get()));
    }
    if let Some(measured) = measured {
        stations_text(text, measured);
    }
    if !record.flags.is_empty() {
        let flags: Vec<String> = record.flags.iter().map(word).collect();
        text.item("Flags", flags.join(", "));
    }
}

fn stations_text(text: &mut Text, measured: &MeasuredNow) {
    text.line(format_args!("Measured now at {}:", count_text(measured.station_count, "station")));
    for station in &measured.stations {
        text.line(format_args!(
            "  {} ({}, {}, {}): air {}, wind {}, snow {}, {} min ago",
            station.name.as_ref().unwrap_or(&station.station_id).quoted(),
            station.source,
            word(&station.role),
            tenths(station.elevation_m, "m"),
            tenths(station.temp_c, "°C"),
            tenths(station.wind_mps, "m/s"),
            tenths(station.snow_depth_cm, "cm"),
            station.age_minutes
        ));
    }
    if let Some(line) = measured.freezing_line_m {
        text.item("Freezing line", format_args!("{line} m"));
    }
}

/// Formats `12 open of 30`; either number may be missing.
pub(crate) fn format_open(count: &Field<OpenTotal>) -> String {
    let Some(value) = count.value else { return NOT_REPORTED.to_owned() };
    let open = value.open.map_or_else(|| "open not reported".to_owned(), |open| format!("{open} open"));
    format!("{open} of {} ({})", reported(value.total, ""), count.source.name())
}

/// Writes the explanation, without fields that have none.
fn write_explanation(fields: &[FieldExplanation], text: &mut Text) {
    text.line("Why:");
    for FieldExplanation { field, considered, decisions } in fields {
        if considered.is_empty() && decisions.is_empty() {
            continue;
        }
        let rules: Vec<String> =
            decisions.iter().map(|by| format!("{} ({})", by.rule, by.source.kind().name())).collect();
        let rules = if rules.is_empty() { "no evidence was usable".to_owned() } else { rules.join(", then ") };
        text.line(format_args!("  {field}: {rules}"));
        for seen in considered {
            let label = seen.label.as_ref().map(|label| format!(" {label}")).unwrap_or_default();
            let station = seen.station.as_ref().map(|name| format!(" {}", name.quoted())).unwrap_or_default();
            let time = seen.observed_at.map_or_else(|| NOT_REPORTED.to_owned(), |at| at.to_string());
            let source = seen.source.kind().name();
            let value = seen.value_cm.map(|cm| format!(" {} cm,", cm.get())).unwrap_or_default();
            text.line(format_args!("    {source}{label}{station},{value} {time}: {}", word(&seen.verdict)));
        }
    }
}
