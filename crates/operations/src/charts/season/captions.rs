//! Title, subtitle and description of the chart of a season.

use std::fmt::Write as _;

use catalogue::Resort;
use chrono::Datelike as _;
use climate::{Basis, Hemisphere, WinterDays, Winters, seasons};
use conditions_core::record::Band;

use super::Quantity;
use super::day::{Day, described_day, last};
use crate::snow_record::{NO_CLIMATE, POLICY};

const NO_DEPTH: &str = "no snow depth of this resort is on record (glacier ice is left out); \
    measure=snowfall shows its snowfall";
const NO_WEATHER: &str =
    "no winter weather of this resort is on record, or the band's elevation is not known";
const NO_SNOWFALL: &str = "no season's snowfall of this resort is on record";

pub(super) fn title(measure: Quantity, winter: Option<&str>, resort: &str) -> String {
    let what = match measure {
        Quantity::Depth => "Snow depth",
        Quantity::Modelled(Band::Base) => "Modelled snow depth at the base",
        Quantity::Modelled(Band::Mid) => "Modelled snow depth at mid mountain",
        Quantity::Modelled(Band::Summit) => "Modelled snow depth at the summit",
        Quantity::Snowfall => "Season snowfall",
    };
    winter.map_or_else(|| format!("{what}: {resort}"), |winter| format!("{what} {winter}: {resort}"))
}

/// Returns the quantity with its unit.
pub(super) const fn quantity(measure: Quantity, hemisphere: Hemisphere) -> &'static str {
    match (measure, hemisphere) {
        (Quantity::Depth, Hemisphere::North | Hemisphere::South) => "snow depth, cm",
        (Quantity::Modelled(_), Hemisphere::North | Hemisphere::South) => "modelled snow depth, cm",
        (Quantity::Snowfall, Hemisphere::North) => "snowfall since 1 November, cm",
        (Quantity::Snowfall, Hemisphere::South) => "snowfall since 1 May, cm",
    }
}

/// Returns the reason for an empty chart.
pub(super) fn empty_reason(winters: &Winters, measure: Quantity) -> String {
    let reason = match measure {
        _ if winters.is_empty() => NO_CLIMATE,
        Quantity::Depth => NO_DEPTH,
        Quantity::Snowfall => NO_SNOWFALL,
        Quantity::Modelled(_) => NO_WEATHER,
    };
    format!("Nothing to draw: {reason}.")
}

/// Names the source of the numbers, their last day, and the basis of the normal.
pub(super) fn subtitle(
    resort: &Resort,
    winters: &Winters,
    shown: Option<&WinterDays>,
    measure: Quantity,
    days: &[Day],
) -> String {
    let mut words = source_and_place(resort, winters, measure);
    words.push_str(", not measured");
    if shown.is_none() {
        return words;
    }
    let _ = match last(days) {
        Some((day, _)) => write!(words, "; known to {}", day.date),
        None => write!(words, "; no data for this season"),
    };
    let resting = days.iter().filter_map(|day| day.normal).map(|normal| normal.winters).max();
    let counts = |days: &&WinterDays| match measure {
        Quantity::Modelled(_) => days.reached().is_some(),
        Quantity::Depth | Quantity::Snowfall => true,
    };
    let complete = || winters.newest_complete(POLICY.normal_winters).filter(counts).map(WinterDays::winter);
    let _ = match (resting, complete().last(), complete().next()) {
        (Some(count), Some(first), Some(last)) => {
            let around = match measure {
                Quantity::Depth | Quantity::Modelled(_) => {
                    format!(", with {} days on either side", POLICY.around_days)
                }
                Quantity::Snowfall => String::new(),
            };
            write!(words, ". Norm: {count} winters, {first} to {last}{around}")
        }
        _ => {
            let (least, count) = (POLICY.min_winters, complete().count());
            write!(words, ". No norm: {least} complete winters are needed, {count} are on record")
        }
    };
    words
}

/// Names the source of the numbers and their location.
fn source_and_place(resort: &Resort, winters: &Winters, measure: Quantity) -> String {
    let name = climate::DATASET_NAME;
    let modelled = |band| match winters.site().bands.get(band) {
        Some(metres) => format!("Modelled from the weather of the reanalysis {name} at {metres:.0} m"),
        None => format!("Modelled from the weather of the reanalysis {name}"),
    };
    match (measure, winters.basis()) {
        (Quantity::Modelled(band), _) => modelled(band),
        (Quantity::Snowfall, Some(Basis::Modelled)) => modelled(Band::Mid),
        (Quantity::Depth | Quantity::Snowfall, _) => match resort.base_m {
            Some(metres) => format!("Reanalysis {name} for the base at {metres} m"),
            None => format!("Reanalysis {name}"),
        },
    }
}

/// Describes the numbers in words: the main day against its normal, and the first day of each month.
pub(super) fn description(measure: Quantity, winters: &Winters, days: &[Day]) -> String {
    if days.is_empty() {
        return empty_reason(winters, measure);
    }
    let mut words = String::new();
    // Writing to a string cannot fail.
    let end = last(days).map(|(day, _)| day.date);
    if let Some((day, cm)) = described_day(measure, days) {
        let which = if Some(day.date) == end { "" } else { "Deepest on " };
        let _ = write!(words, "{which}{}: {}. {}", day.date, centimetres(cm), against(day, cm));
    }
    match days.iter().filter(|day| Some(day.date) < end && day.cm.is_none()).count() {
        0 => {}
        1 => words.push_str("One day is not known. "),
        unknown => {
            let _ = write!(words, "{unknown} days are not known. ");
        }
    }
    for day in days.iter().filter(|day| day.date.day() == 1) {
        let value = match (day.cm, day.normal) {
            (None, None) => continue,
            (None, Some(_)) => "not known".to_owned(),
            (Some(cm), _) => centimetres(cm),
        };
        let _ = write!(words, "{}: {value}", day.date);
        if let Some(spread) = day.normal.map(|normal| normal.spread) {
            let (median, low, high) = (spread.p50, spread.p10, spread.p90);
            let _ = write!(words, ", median {median:.0} cm, eight in ten {low:.0} to {high:.0} cm");
        }
        words.push_str(". ");
    }
    words.truncate(words.trim_end().len());
    words
}

/// Describes the normal of a day, and a value in percent of it.
fn against(day: &Day, cm: f64) -> String {
    let Some(normal) = day.normal else { return String::new() };
    let spread = normal.spread;
    let mut words = format!(
        "In {} winters on that day: median {:.0} cm, half of them {:.0} to {:.0} cm, eight in ten {:.0} to {:.0} cm. ",
        normal.winters, spread.p50, spread.p25, spread.p75, spread.p10, spread.p90
    );
    // Writing to a string cannot fail.
    if let Some(percent) = seasons::percent(&POLICY, cm, spread.mean) {
        let _ = write!(words, "That is {:.0} % of their mean, {:.0} cm. ", percent.get(), spread.mean);
    }
    words
}

fn centimetres(cm: f64) -> String {
    if cm.fract() == 0.0 { format!("{cm:.0} cm") } else { format!("{cm:.1} cm") }
}
