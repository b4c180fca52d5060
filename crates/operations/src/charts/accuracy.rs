//! Chart of accuracy by lead over the longest window, for all resorts or for those of a region.

use std::fmt::Write as _;

use ::charts::{Accuracy, Heading, Line, Point};
use schemars::JsonSchema;
use serde::Deserialize;
use verification::Report;
use verification::report::{BLEND, CLIMATOLOGY, PERSISTENCE, Row};

use super::{Drawing, credit};
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method};
use world::Tier;
use world::credits::SourceFamilies;
use world::place::Region;
use world::{Service, View};

/// The chart's entry in the table of charts.
pub struct Chart;

const NOTHING: &str =
    "Nothing has been graded yet: it takes forecasts of past days, and stations that measured them.";

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Only resorts of this part of the world. Default: all.
    pub region: Option<Region>,
}

impl Drawing for Chart {
    const META: Meta = Meta {
        name: "model_accuracy_chart",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Rest,
        path: "/charts/model-accuracy.svg",
        title: "How far forecasts were off, drawn",
        description: "Mean absolute error of forecast new snow by days ahead as a picture (SVG): the blend \
            with its 95 % interval, every weather model, and climatology and persistence, which a forecast \
            should beat. Graded against stations on all measured days. An empty chart: nothing has been \
            graded yet. The numbers are in get_ml_trends, dataset model_accuracy.",
    };
    type Args = Args;

    fn svg(view: &View<'_>, args: Args) -> Result<String, OpError> {
        Ok(svg(view.report(), args.region.map(Region::tag), view.service()))
    }
}

/// Returns the chart of a report, or an empty one; `region` is a region's tag.
#[must_use]
pub fn svg(report: Option<&Report>, region: Option<&str>, service: &Service) -> String {
    let rows: Vec<&Row> = report.map(|report| leads(report, region)).unwrap_or_default();
    let blend_pairs = |lead: u8| {
        rows.iter().find(|row| row.forecaster == BLEND && row.lead_from == lead).map_or(0, |row| row.pairs)
    };
    let line = |name: &str| {
        // At the end of its horizon a model has too few days to say anything.
        let drawn = |row: &&&Row| row.forecaster == name && 2 * row.pairs >= blend_pairs(row.lead_from);
        let points = rows.iter().filter(drawn).map(|row| Point {
            lead: row.lead_from,
            cm: row.measures.mae_cm,
            interval: row.intervals.mae_cm.map(|[low, high]| (low, high)),
        });
        let points: Vec<Point> = points.collect();
        (!points.is_empty()).then(|| Line { name: name.to_owned(), points })
    };
    let mut models: Vec<&str> = rows.iter().map(|row| row.forecaster.as_str()).collect();
    models.retain(|name| ![BLEND, CLIMATOLOGY, PERSISTENCE].contains(name));
    models.sort_unstable();
    models.dedup();
    let networks = (0..service.credits.stations.len()).map(SourceFamilies::network);
    let place = region.map(|region| format!(", {region}")).unwrap_or_default();
    let heading = Heading {
        title: format!("How far forecasts of new snow were off{place}"),
        subtitle: subtitle(report, &rows),
        description: in_words(&rows),
        synthetic: service.synthetic,
        credit: credit(service, networks.fold(SourceFamilies::FORECAST, SourceFamilies::and)),
    };
    let chart = Accuracy {
        heading,
        blend: line(BLEND),
        models: models.into_iter().filter_map(line).collect(),
        references: [CLIMATOLOGY, PERSISTENCE].into_iter().filter_map(line).collect(),
        nothing: NOTHING.to_owned(),
    };
    chart.svg()
}

/// Returns the rows of single leads of the longest window.
fn leads<'r>(report: &'r Report, region: Option<&str>) -> Vec<&'r Row> {
    let here =
        |row: &&Row| row.region.as_deref() == region && row.resort.is_none() && row.lead_from == row.lead_to;
    let window = report.rows.iter().filter(here).map(|row| row.window_days).max();
    report.rows.iter().filter(here).filter(|row| Some(row.window_days) == window).collect()
}

fn subtitle(report: Option<&Report>, rows: &[&Row]) -> String {
    match report.and_then(|report| report.days).filter(|_| !rows.is_empty()) {
        None => "Mean absolute error by days ahead".to_owned(),
        Some((first, last)) => {
            let pairs: u64 = rows.iter().filter(|row| row.forecaster == BLEND).map(|row| row.pairs).sum();
            format!("{first} to {last}, every day that a station measured, dry ones included; {pairs} pairs")
        }
    }
}

fn in_words(rows: &[&Row]) -> String {
    if rows.is_empty() {
        return NOTHING.to_owned();
    }
    let mut words = String::new();
    for row in rows.iter().filter(|row| row.forecaster == BLEND) {
        let Some(cm) = row.measures.mae_cm else { continue };
        // Writing to a string cannot fail.
        let _ = write!(words, "Blend, day {}: mean absolute error {cm:.1} cm", row.lead_from);
        if let Some([low, high]) = row.intervals.mae_cm {
            let _ = write!(words, " ({low:.1} to {high:.1})");
        }
        words.push_str(". ");
    }
    words
}
