//! What the service draws: its data as the crate `charts` takes it, with the numbers in words and the credit inside.

use std::fmt::Write as _;

use charts::{Accuracy, Day, Forecast, Heading, Line, Point};
use conditions_core::record::{Band, DailyRow};
use operations::Service;
use operations::credits::Carries;
use operations::world::Seen;
use verification::Report;
use verification::report::{BLEND, CLIMATOLOGY, PERSISTENCE, Row};

/// The forecast of a resort as its caller sees it: fourteen days at mid mountain, with the spread of the models.
#[must_use]
pub fn forecast(seen: &Seen<'_>, service: &Service) -> String {
    let (resort, rows) = (seen.resort(), seen.days(Band::Mid));
    let captured = seen.evidence().forecast.as_ref().map(|snapshot| snapshot.captured_at);
    let height = conditions_core::hourly::request_elevation(seen.profile());
    let mut subtitle = "New snow of each day at mid mountain".to_owned();
    if let Some(metres) = height {
        let _ = write!(subtitle, ", {metres:.0} m");
    }
    let _ = match (rows.first().zip(rows.last()), captured) {
        (Some((first, last)), Some(at)) => write!(
            subtitle,
            "; {} to {}; models fetched {}",
            first.date,
            last.date,
            at.utc().format("%Y-%m-%d %H:%M UTC")
        ),
        _ => write!(subtitle, "; no weather model has answered"),
    };
    let description: Vec<String> = rows.iter().map(in_words).collect();
    let heading = Heading {
        title: format!("Snow forecast: {}", resort.name),
        subtitle,
        description: description.join(" "),
        synthetic: service.synthetic,
        credit: credit(service, seen.carries()),
    };
    let day = |row: &DailyRow| Day {
        date: row.date,
        cm: row.snowfall_cm.map(|cm| cm.get()),
        spread: row.spread_cm.map(|spread| (spread.low.get(), spread.high.get())),
        withheld: row.pro_required,
    };
    Forecast { heading, days: rows.iter().map(day).collect() }.svg()
}

fn in_words(row: &DailyRow) -> String {
    match (row.snowfall_cm, row.spread_cm) {
        _ if row.pro_required => format!("{}: needs the Pro tier.", row.date),
        (None, _) => format!("{}: not reported.", row.date),
        (Some(cm), None) => format!("{}: {} cm.", row.date, cm.get()),
        (Some(cm), Some(spread)) => {
            format!("{}: {} cm, models {} to {} cm.", row.date, cm.get(), spread.low.get(), spread.high.get())
        }
    }
}

/// Accuracy by lead over the longest window, of all resorts or those of a region.
#[must_use]
pub fn accuracy(report: Option<&Report>, region: Option<&str>, service: &Service) -> String {
    let rows: Vec<&Row> = report.map(|report| leads(report, region)).unwrap_or_default();
    let blend_pairs = |lead: u8| {
        rows.iter().find(|row| row.forecaster == BLEND && row.lead_from == lead).map_or(0, |row| row.pairs)
    };
    let line = |name: &str| {
        // At the end of its horizon a model has a handful of days, which say nothing.
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
    let networks = (0..service.credits.stations.len()).map(Carries::network);
    let place = region.map(|region| format!(", {region}")).unwrap_or_default();
    let heading = Heading {
        title: format!("How far forecasts of new snow were off{place}"),
        subtitle: accuracy_subtitle(report, &rows),
        description: accuracy_words(&rows),
        synthetic: service.synthetic,
        credit: credit(service, networks.fold(Carries::FORECAST, Carries::and)),
    };
    let chart = Accuracy {
        heading,
        blend: line(BLEND),
        models: models.into_iter().filter_map(line).collect(),
        references: [CLIMATOLOGY, PERSISTENCE].into_iter().filter_map(line).collect(),
    };
    chart.svg()
}

/// Rows of single leads, of the longest window.
fn leads<'r>(report: &'r Report, region: Option<&str>) -> Vec<&'r Row> {
    let here =
        |row: &&Row| row.region.as_deref() == region && row.resort.is_none() && row.lead_from == row.lead_to;
    let window = report.rows.iter().filter(here).map(|row| row.window_days).max();
    report.rows.iter().filter(here).filter(|row| Some(row.window_days) == window).collect()
}

fn accuracy_subtitle(report: Option<&Report>, rows: &[&Row]) -> String {
    match report.and_then(|report| report.days).filter(|_| !rows.is_empty()) {
        None => "Nothing has been graded yet".to_owned(),
        Some((first, last)) => {
            let pairs: u64 = rows.iter().filter(|row| row.forecaster == BLEND).map(|row| row.pairs).sum();
            format!("{first} to {last}, every day that a station measured, dry ones included; {pairs} pairs")
        }
    }
}

fn accuracy_words(rows: &[&Row]) -> String {
    let mut words = String::new();
    for row in rows.iter().filter(|row| row.forecaster == BLEND) {
        let Some(cm) = row.measures.mae_cm else { continue };
        let _ = write!(words, "Blend, day {}: mean absolute error {cm:.1} cm", row.lead_from);
        if let Some([low, high]) = row.intervals.mae_cm {
            let _ = write!(words, " ({low:.1} to {high:.1})");
        }
        words.push_str(". ");
    }
    words
}

/// The service's own credit and those of the sources, as the picture shows them.
fn credit(service: &Service, carries: Carries) -> String {
    let credits = service.credits.of(carries);
    // The upstream's own words where it demands them, names for whoever stands behind it: a picture has little room.
    let demanded = service.credits.forecast.first();
    let sources = credits
        .sources
        .iter()
        .map(|source| if Some(*source) == demanded { source.text.as_str() } else { source.name.as_str() });
    let sources = sources.collect::<Vec<_>>().join(", ");
    format!(
        "{}, {}. Sources: {sources}. Licences: {}",
        credits.service.text, credits.service.url, credits.terms_url
    )
}
