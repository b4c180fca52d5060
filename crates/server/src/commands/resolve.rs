//! `resolve`: resolves one resort offline from evidence files and prints the envelope that the service would return.

use std::path::Path;
use std::sync::Arc;

use catalogue::search::SearchIndex;
use clap::Args;
use conditions_core::evidence::{Evidence, ForecastSnapshot, Profile};
use conditions_core::hourly::{self, HourlySeries};
use conditions_core::policy::Policy;
use conditions_core::resolve_with;
use conditions_core::time::Timestamp;
use conditions_core::trace::Explanation;
use operations::AnyOperation as _;
use operations::ops::get_conditions;
use runtime::clock;
use sources::open_meteo::{self, Config as Upstream, Place};
use world::{Caller, ResortEvidence, View, World};

use crate::config::Config;
use crate::error::one_line;
use crate::service;
use publication::resorts;

/// Arguments of `resolve`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Slug of the resort.
    #[arg(long)]
    resort: String,
    /// Time to resolve at, RFC 3339. Default: now.
    #[arg(long)]
    now: Option<String>,
    /// Also print the considered evidence and the deciding rules, as a second JSON document.
    #[arg(long)]
    explain: bool,
    /// Resolve for a caller with the Pro tier.
    #[arg(long)]
    pro: bool,
    /// Evidence files, LANE=FILE: open-meteo (a response for this one resort; core and context are two files), or
    /// evidence (the project's own JSON format, see docs/evidence.md).
    #[arg(value_name = "LANE=FILE")]
    files: Vec<String>,
}

/// Prints the envelope, and with `--explain` the explanation.
///
/// # Errors
/// Returns an error if the resort or a lane is unknown, the time is malformed, or a file cannot be read.
pub fn run(arguments: &Arguments, config: &Config) -> Result<(), String> {
    let now = match &arguments.now {
        None => clock::now(),
        Some(text) => Timestamp::parse(text).ok_or_else(|| {
            format!("--now must be an RFC 3339 time such as 2026-01-10T12:00:00Z, not `{text}`")
        })?,
    };
    let resorts = catalogue::embedded().map_err(one_line)?;
    let index = SearchIndex::new(resorts.iter());
    let at = resorts
        .iter()
        .position(|resort| resort.slug == arguments.resort)
        .ok_or_else(|| resorts::not_on_record(&arguments.resort, &index))?;
    let resort = resorts.into_iter().nth(at).ok_or("no resort")?;
    let profile = resort.profile();
    let evidence = gather(&arguments.files, &profile, resort.lat, resort.lon, now)?;
    let mut out = std::io::stdout().lock();

    let held = Arc::new(ResortEvidence::new(resort, evidence));
    let service = Arc::new(service::service(config));
    let world = World::new(service, Arc::new(Policy::contract()), vec![Arc::clone(&held)], now);
    let pro = Caller::pro();
    #[expect(clippy::disallowed_methods, reason = "the command line decides the tier of the record")]
    let view = if arguments.pro { View::new(&world, &pro) } else { View::public(&world) };
    let body = get_conditions::Op.answer(&view, &[("slug", &arguments.resort)], now).map_err(one_line)?;
    let envelope: serde_json::Value = serde_json::from_slice(&body).map_err(one_line)?;
    print(&mut out, &envelope)?;
    if arguments.explain {
        let mut explanation = Explanation::default();
        let _ = resolve_with(now, &world.policy, &held.profile, &held.evidence, &mut explanation);
        print(&mut out, &serde_json::to_value(&explanation).map_err(one_line)?)?;
    }
    Ok(())
}

fn print(out: &mut impl std::io::Write, value: &serde_json::Value) -> Result<(), String> {
    let text = serde_json::to_string_pretty(value).map_err(one_line)?;
    writeln!(out, "{text}").map_err(|error| format!("cannot write: {error}"))
}

fn gather(
    files: &[String],
    profile: &Profile,
    lat: f64,
    lon: f64,
    now: Timestamp,
) -> Result<Evidence, String> {
    let mut evidence = Evidence::default();
    let mut series: Vec<HourlySeries> = Vec::new();
    for argument in files {
        let (lane, file) =
            argument.split_once('=').ok_or_else(|| format!("`{argument}` is not of the form LANE=FILE"))?;
        let body = super::read(Path::new(file))?;
        match lane {
            open_meteo::LANE => {
                for newer in forecast(&body, profile, lat, lon).map_err(|what| format!("{file}: {what}"))? {
                    join(&mut series, newer);
                }
            }
            "evidence" => {
                let more: Evidence =
                    serde_json::from_slice(&body).map_err(|error| format!("{file}: {error}"))?;
                evidence.observations.extend(more.observations);
                evidence.stations.extend(more.stations);
                evidence.forecast = more.forecast.or(evidence.forecast);
                evidence.climate = more.climate.or(evidence.climate);
                evidence.snowpack = more.snowpack.or(evidence.snowpack);
            }
            other => return Err(format!("unknown lane `{other}`; known: {}, evidence", open_meteo::LANE)),
        }
    }
    if !series.is_empty() {
        evidence.forecast = Some(snapshot(profile, &series, now));
    }
    Ok(evidence)
}

/// A recorded response counts as captured at the time of the resolution.
fn snapshot(profile: &Profile, series: &[HourlySeries], now: Timestamp) -> ForecastSnapshot {
    hourly::snapshot(now, profile, series)
}

fn forecast(body: &[u8], profile: &Profile, lat: f64, lon: f64) -> Result<Vec<HourlySeries>, String> {
    let place = Place { id: profile.slug.clone(), lat, lon, elevation_m: hourly::request_elevation(profile) };
    let planned = open_meteo::plan(&Upstream::default(), &[place]);
    let batch = planned.batches.first().ok_or("the resort's coordinates cannot be queried")?;
    let answer = batch.core.read(body).map_err(one_line)?;
    let location = answer.locations.into_iter().next().ok_or("the response contains no location")?;
    Ok(location.map_err(one_line)?.series)
}

/// Merges the columns of a model that came in two files.
fn join(series: &mut Vec<HourlySeries>, newer: HourlySeries) {
    match series.iter_mut().find(|known| known.model == newer.model && known.start == newer.start) {
        None => series.push(newer),
        Some(known) => {
            let pairs = [
                (&mut known.temp_c, newer.temp_c),
                (&mut known.humidity_pct, newer.humidity_pct),
                (&mut known.precipitation_mm, newer.precipitation_mm),
                (&mut known.snowfall_cm, newer.snowfall_cm),
                (&mut known.wind_mps, newer.wind_mps),
                (&mut known.gust_mps, newer.gust_mps),
                (&mut known.cloud_pct, newer.cloud_pct),
                (&mut known.freezing_level_m, newer.freezing_level_m),
                (&mut known.snow_depth_cm, newer.snow_depth_cm),
            ];
            for (column, values) in pairs {
                if column.is_empty() {
                    *column = values;
                }
            }
        }
    }
}
