//! `get_conditions`: the contract's own record of one resort, whole.

use conditions_core::field::Field;
use conditions_core::record::{MeasuredNow, OpenTotal, Record};
use conditions_core::time::Timestamp;
use contract::Envelope;
use contract::envelope::Publisher;

use crate::error::OpError;
use crate::operation::{Meta, Operation, Reply, Shape};
use crate::shapes::OneResort;
use crate::text::{NOT_REPORTED, Text, reported, sourced, tenths, word};
use crate::world::View;

/// See the module.
pub struct Op;

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_conditions",
        path: "/resorts/{slug}/conditions",
        title: "Snow conditions of one resort",
        description: "The conditions contract's record of one resort: every field with value, source, observation \
            time and confidence, with freshness labels and live station readings. A null value means not reported. \
            For the day-by-day forecast use get_weather_forecast; for facts that do not change use get_resort_info.",
        shape: Shape::Envelope,
    };
    type Args = OneResort;
    type Data<'w> = Envelope<'w>;

    fn run<'w>(view: &View<'w>, args: OneResort, now: Timestamp) -> Result<Reply<Envelope<'w>>, OpError> {
        let seen = view.resort(&args.slug)?;
        let service = view.service();
        let publisher = Publisher { name: &service.name, base_url: &service.base_url };
        let envelope = Envelope::new(&publisher, view.policy(), seen.resolution(), now);
        Ok(Reply::one(envelope, seen.carries()))
    }

    fn text(data: &Envelope<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!("Conditions of {} at {}", data.meta.slug, data.meta.generated_at));
        conditions_text(&mut text, data.data, data.measured_now.as_ref());
        let freshness = &data.meta.freshness;
        text.line(format_args!(
            "Freshness: depth {}; lifts {}; runs {}; surface {}; forecast {}",
            freshness.base_depth_cm.label,
            freshness.lifts.label,
            freshness.runs.label,
            freshness.surface.label,
            freshness.forecast.label
        ));
        text.done()
    }
}

/// The record in words, for every operation that shows one.
pub(crate) fn conditions_text(text: &mut Text, record: &Record, measured: Option<&MeasuredNow>) {
    text.item("Status", word(&record.status.value));
    match &record.display_depth_cm {
        Some(depth) => text.item("Snow depth", sourced(depth, "cm")),
        None => text.item("Snow depth", NOT_REPORTED),
    }
    if let Some(detail) = &record.display_depth_detail {
        let station = detail.station_name.as_deref().map(|name| format!(", {name}")).unwrap_or_default();
        text.line(format_args!(
            "  read at the {}, {}{station}",
            word(&detail.elevation_band),
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
    text.item("Lifts", open_of(&record.lifts));
    text.item("Runs", open_of(&record.runs));
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
    text.line(format_args!("Measured now at {} stations:", measured.station_count));
    for station in &measured.stations {
        text.line(format_args!(
            "  {} ({}, {}, {}): air {}, wind {}, snow {}, {} min ago",
            station.name.as_deref().unwrap_or(&station.station_id),
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

/// `12 open of 30`, each number on its own.
pub(crate) fn open_of(count: &Field<OpenTotal>) -> String {
    let Some(value) = count.value else { return NOT_REPORTED.to_owned() };
    let open = value.open.map_or_else(|| "open not reported".to_owned(), |open| format!("{open} open"));
    format!("{open} of {} ({})", reported(value.total, ""), count.source.name())
}
