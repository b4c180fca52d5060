//! Rules for `measuredNow`: the freshest reading per instrument, highest first, with matching count, sources and times.

use std::cmp::Ordering;

use conditions_core::time::MINUTE_MS;
use serde_json::Value;

use super::answer::{Answer, LAG_MS};
use super::json::{at, timestamp};
use super::{Check, Report, Rule, Severity};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "measured/not-empty",
        clause: "Conditions response envelope: measuredNow \"null or absent when no station reported\"",
        severity: Severity::Error,
        checks: "the list has at least one station",
        fix: "publish null",
        check: Check::Envelope(not_empty),
    },
    Rule {
        id: "measured/count",
        clause: "measuredNow: stationCount",
        severity: Severity::Error,
        checks: "`stationCount` is the number of stations",
        fix: "count the list",
        check: Check::Envelope(count),
    },
    Rule {
        id: "measured/sources",
        clause: "measuredNow: sources; D9 \"sorted, distinct\"",
        severity: Severity::Error,
        checks: "`sources` are the stations' networks, sorted and distinct",
        fix: "derive it from the list",
        check: Check::Envelope(sources),
    },
    Rule {
        id: "measured/highest-first",
        clause: "measuredNow: stations \"highest elevation first\"; D9 \"unknown last\"",
        severity: Severity::Error,
        checks: "stations are sorted by descending elevation, unknown elevations last",
        fix: "sort the list",
        check: Check::Envelope(highest_first),
    },
    Rule {
        id: "measured/one-per-instrument",
        clause: "measuredNow: stations \"Freshest reading per instrument\"",
        severity: Severity::Error,
        checks: "no instrument is listed twice",
        fix: "keep its freshest reading",
        check: Check::Envelope(one_each),
    },
    Rule {
        id: "measured/newest",
        clause: "measuredNow: observedAt \"Newest observation timestamp in the set\"",
        severity: Severity::Error,
        checks: "`observedAt` is the newest `observedAt` of the stations",
        fix: "take the newest",
        check: Check::Envelope(newest),
    },
    Rule {
        id: "measured/age",
        clause: "measuredNow: ageMinutes \"reading age when the response was built\"",
        severity: Severity::Error,
        checks: "`ageMinutes` is the time from the reading to `generatedAt`",
        fix: "compute it when the answer is made, not when the record was resolved",
        check: Check::Envelope(age),
    },
    Rule {
        id: "measured/window",
        clause: "Conditions response envelope: measuredNow \"within its freshness window\"; D9: 3 h, 6 h for snow-only stations",
        severity: Severity::Threshold,
        checks: "no reading was older than its window when the record was resolved",
        fix: "leave the station out",
        check: Check::Envelope(window),
    },
    Rule {
        id: "measured/freezing-line",
        clause: "measuredNow: freezingLineM \"when at least 2 stations straddle zero\"; D9 \"a disordered profile has no one freezing line\"",
        severity: Severity::Error,
        checks: "the line is between a station above 0 °C and a higher one at or below 0 °C; a station on the wrong side of it is at most 0.5 °C off",
        fix: "publish null",
        check: Check::Envelope(freezing_line),
    },
];

fn stations<'a>(answer: &Answer<'a>) -> Option<&'a Vec<Value>> {
    answer.at(&["measuredNow", "stations"]).as_array()
}

fn not_empty(answer: &Answer<'_>, report: &mut Report<'_>) {
    if stations(answer).is_some_and(Vec::is_empty) {
        report.broken("/measuredNow", "no station", "null");
    }
}

fn count(answer: &Answer<'_>, report: &mut Report<'_>) {
    let found = answer.at(&["measuredNow", "stationCount"]);
    if let (Some(stations), Some(count)) = (stations(answer), found.as_f64())
        && count != stations.len() as f64
    {
        report.broken("/measuredNow/stationCount", found, stations.len());
    }
}

fn sources(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(stations) = stations(answer) else { return };
    let Some(found) = answer.at(&["measuredNow", "sources"]).as_array() else { return };
    let mut expected: Vec<&str> =
        stations.iter().filter_map(|station| at(station, &["source"]).as_str()).collect();
    expected.sort_unstable();
    expected.dedup();
    if !found.iter().map(|source| source.as_str().unwrap_or("")).eq(expected.iter().copied()) {
        report.broken("/measuredNow/sources", format_args!("{found:?}"), expected.join(", "));
    }
}

fn highest_first(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(stations) = stations(answer) else { return };
    let height = |station: &Value| at(station, &["elevationM"]).as_f64().unwrap_or(f64::NEG_INFINITY);
    for (nth, pair) in (1..).zip(stations.windows(2)) {
        if let [upper, lower] = pair
            && height(lower).partial_cmp(&height(upper)) == Some(Ordering::Greater)
        {
            let path = format!("/measuredNow/stations/{nth}/elevationM");
            report.broken(path, at(lower, &["elevationM"]), "highest first, unknown last");
        }
    }
}

fn one_each(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(stations) = stations(answer) else { return };
    let mut seen: Vec<(&str, &str)> = stations
        .iter()
        .filter_map(|station| {
            Some((at(station, &["source"]).as_str()?, at(station, &["stationId"]).as_str()?))
        })
        .collect();
    seen.sort_unstable();
    if let Some([(source, id), _]) = seen.windows(2).find(|pair| pair.first() == pair.last()) {
        report.broken("/measuredNow/stations", format_args!("{source} {id} twice"), "each instrument once");
    }
}

fn newest(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(stations) = stations(answer) else { return };
    let found = answer.at(&["measuredNow", "observedAt"]);
    let newest = stations.iter().filter_map(|station| timestamp(at(station, &["observedAt"]))).max();
    if timestamp(found) != newest {
        report.broken(
            "/measuredNow/observedAt",
            found,
            newest.map_or_else(|| "null".to_owned(), |at| at.to_string()),
        );
    }
}

fn age(answer: &Answer<'_>, report: &mut Report<'_>) {
    let (Some(stations), Some(generated)) = (stations(answer), answer.generated_at()) else { return };
    for (nth, station) in stations.iter().enumerate() {
        let (Some(read), Some(found)) =
            (timestamp(at(station, &["observedAt"])), at(station, &["ageMinutes"]).as_f64())
        else {
            continue;
        };
        let age = generated.since(read).max(0);
        let (low, high) = ((age - LAG_MS).max(0) / MINUTE_MS, (age + MINUTE_MS / 2) / MINUTE_MS);
        // A number of minutes too large for the integer type comes from a date outside the calendar.
        let capped = |minutes: i64| minutes.min(i64::from(u32::MAX)) as f64;
        if found < capped(low) || found > capped(high) {
            let path = format!("/measuredNow/stations/{nth}/ageMinutes");
            report.broken(path, found, format_args!("{high} at {generated}"));
        }
    }
}

fn window(answer: &Answer<'_>, report: &mut Report<'_>) {
    let (Some(stations), Some(resolved)) = (stations(answer), answer.resolved_at()) else { return };
    let policy = &answer.definitions.policy;
    for (nth, station) in stations.iter().enumerate() {
        let is_known = |name| at(station, &[name]).is_number();
        // A station with an air temperature is not a snow-only station; one without may be.
        let longest = policy.snow_reading_window_ms.max(policy.reading_window_ms);
        let Some(read) = timestamp(at(station, &["observedAt"])) else { continue };
        if resolved.since(read) > longest {
            let oldest = resolved.plus_millis(-longest);
            let what = if is_known("snowDepthCm") { "snow reading" } else { "reading" };
            let path = format!("/measuredNow/stations/{nth}/observedAt");
            report.broken(path, format_args!("a {what} of {read}"), format_args!("{oldest} or later"));
        }
    }
}

/// Half a metre of rounding at each end, and of the line.
const ROUNDING_M: f64 = 1.0;
/// Largest temperature on the wrong side of the freezing line that counts as noise, °C.
const NOISE_C: f64 = 0.5;

fn freezing_line(answer: &Answer<'_>, report: &mut Report<'_>) {
    let Some(stations) = stations(answer) else { return };
    let Some(line) = answer.at(&["measuredNow", "freezingLineM"]).as_f64() else { return };
    let known: Vec<(f64, f64)> = stations
        .iter()
        .filter_map(|station| {
            Some((at(station, &["elevationM"]).as_f64()?, at(station, &["tempC"]).as_f64()?))
        })
        .collect();
    let (highest, lowest) = (line + ROUNDING_M, line - ROUNDING_M);
    let is_straddled = known.iter().any(|(height, temp)| *height <= highest && *temp > 0.0)
        && known.iter().any(|(height, temp)| *height >= lowest && *temp <= 0.0);
    // A station may break the order by the noise of a measurement.
    let is_broken = |(height, temp): &(f64, f64)| {
        (*height > highest && *temp > NOISE_C) || (*height < lowest && *temp < -NOISE_C)
    };
    if !is_straddled {
        report.broken(
            "/measuredNow/freezingLineM",
            line,
            "null: no two stations straddle 0 °C at that height",
        );
    } else if let Some((height, temp)) = known.iter().find(|station| is_broken(station)) {
        let expected = format!("null: {temp} °C at {height} m is on the wrong side of the line");
        report.broken("/measuredNow/freezingLineM", line, expected);
    }
}
