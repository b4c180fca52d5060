//! Tests of the forecast lane against a minimal upstream: the requests, and the places that get a forecast.

use std::collections::BTreeSet;

use conditions_core::evidence::{PerBand, Profile};
use sources::breaker::{self, State};
use sources::open_meteo::config::{CONTEXT_MODELS, MODELS};
use sources::retry::Backoff;

use super::*;
use crate::machine::{Machine, Step};

pub(crate) fn target(slug: &str) -> Target {
    let mut profile = Profile::new(slug, chrono_tz::UTC);
    profile.elevation_m = PerBand::all(Some(2_000.0));
    Target { profile, lat: 45.0, lon: 7.0 }
}

const PAUSES: Pauses = Pauses {
    failed_rest_ms: 600_000,
    backoff: Backoff { base_ms: 1, cap_ms: 1, retries: 1, longest_wait_ms: 1_000 },
    breaker: breaker::Config { failures: 3, ..breaker::Config::USUAL },
    ..Pauses::USUAL
};

fn start() -> Timestamp {
    Timestamp::parse("2026-01-10T12:00:00Z").unwrap()
}

/// How the upstream rejects a call with a place without data.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Refusing {
    BreaksOff,
    NoData,
    Unexplained,
}

/// An upstream, the requests it received, and the places that have a forecast.
struct Trial {
    machine: Machine<Forecasts>,
    now: Timestamp,
    /// The places of each core call, by latitude.
    calls: Vec<usize>,
    served: BTreeSet<String>,
    /// Places without data for the second half, by latitude.
    contextless: Vec<usize>,
    /// The places of each call for the second half.
    context_calls: Vec<usize>,
    /// Weight of those calls.
    counted: f64,
    /// Places that have a forecast with a depth.
    with_depth: BTreeSet<String>,
}

/// Makes a trial in which every place is one degree north of the previous one, so that a URL identifies the requested
/// places.
fn trial(count: usize) -> Trial {
    trial_with(count, &[])
}

/// Like [`trial`], but with these models for the second half.
fn trial_with(count: usize, context: &[&str]) -> Trial {
    let places = (0..count).map(|at| Target { lat: at as f64, ..target(&format!("p{at:02}")) }).collect();
    let config =
        open_meteo::Config::new(Some("http://upstream.example"), None, &["gfs_seamless"], context).unwrap();
    let lane = Forecasts::new(config, Limits::NONE, places, Box::new(|| None), PAUSES);
    Trial {
        machine: Machine::new(lane, PAUSES),
        now: start(),
        calls: Vec::new(),
        served: BTreeSet::new(),
        contextless: Vec::new(),
        context_calls: Vec::new(),
        counted: 0.0,
        with_depth: BTreeSet::new(),
    }
}

/// Returns the latitudes in a URL.
fn asked(url: &str) -> Vec<usize> {
    let latitudes = url.split_once("latitude=").unwrap().1.split('&').next().unwrap();
    latitudes.replace("%2C", ",").split(',').map(|text| text.parse().unwrap()).collect()
}

/// Returns a synthetic location in the upstream's form: two hours of one model per place.
fn location(at: usize, lat: usize, is_context: bool) -> String {
    let id = if at > 0 { format!(",\"location_id\":{at}") } else { String::new() };
    let (units, columns) = if is_context {
        (r#""snow_depth":"m""#, r#""snow_depth":[1.5,1.5]"#)
    } else {
        (
            r#""temperature_2m":"°C","precipitation":"mm""#,
            r#""temperature_2m":[-3.0,-2.5],"precipitation":[0.5,0.0]"#,
        )
    };
    format!(
        "{{\"latitude\":{lat}.0,\"longitude\":7.0,\"elevation\":2000.0{id},\"utc_offset_seconds\":0,\
         \"hourly_units\":{{\"time\":\"unixtime\",{units}}},\
         \"hourly\":{{\"time\":[1768046400,1768050000],{columns}}}}}"
    )
}

fn answer(latitudes: &[usize], dataless: &[usize], refusing: Refusing, is_context: bool) -> UpstreamResponse {
    let first = latitudes.iter().position(|lat| dataless.contains(lat));
    let (status, body) = match (first, refusing) {
        (Some(_), Refusing::NoData) => {
            (400, r#"{"error":true,"reason":"No data is available for this location"}"#.to_owned())
        }
        (Some(_), Refusing::Unexplained) => {
            (400, r#"{"error":true,"reason":"Could not process the request"}"#.to_owned())
        }
        (first, _) => {
            let good = first.unwrap_or(latitudes.len());
            let locations: Vec<String> = latitudes
                .iter()
                .take(good)
                .enumerate()
                .map(|(at, lat)| location(at, *lat, is_context))
                .collect();
            let text = locations.join(",");
            match (first, latitudes.len()) {
                (None, 1) => (200, text),
                (None, _) => (200, format!("[{text}]")),
                (Some(_), _) => {
                    let comma = if good > 0 { "," } else { "" };
                    (
                        200,
                        format!(
                            "[{text}{comma}Unexpected error while streaming data: noDataAvailableForThisLocation"
                        ),
                    )
                }
            }
        }
    };
    UpstreamResponse { status, body: body.into_bytes(), complete: true, ..UpstreamResponse::default() }
}

fn has_depth(payload: &str) -> bool {
    let snapshot = Forecast::decode(payload).unwrap();
    snapshot.models.iter().any(|run| run.depth_cm.is_some())
}

impl Trial {
    /// Runs until nothing is due.
    fn round(&mut self, dataless: &[usize], refusing: Refusing) {
        for _ in 0..1_000 {
            match self.machine.next(self.now) {
                Step::Load(_) => drop(self.machine.begin(StoredState::default(), self.now)),
                Step::Keep(keep) => {
                    self.served.extend(keep.rows.iter().map(|row| row.slug.clone()));
                    let deep = keep.rows.iter().filter(|row| has_depth(&row.payload));
                    self.with_depth.extend(deep.map(|row| row.slug.clone()));
                    self.machine.stored(*keep, self.now);
                }
                Step::Call(call, counted) => {
                    let latitudes = asked(&call.url.reveal());
                    let is_context = call.what == "context";
                    let dataless = if is_context {
                        self.context_calls.push(latitudes.len());
                        self.counted += counted;
                        self.contextless.clone()
                    } else {
                        self.calls.push(latitudes.len());
                        dataless.to_vec()
                    };
                    self.machine.answered(Ok(answer(&latitudes, &dataless, refusing, is_context)), self.now);
                }
                Step::Rest { is_idle: true, .. } => return,
                Step::Rest { until, .. } => self.now = until,
                Step::End => panic!("the forecasts never end"),
            }
        }
        panic!("it never rests: {:?}", self.calls);
    }

    fn without_forecast(&self, count: usize) -> Vec<usize> {
        (0..count).filter(|at| !self.served.contains(&format!("p{at:02}"))).collect()
    }

    fn without_depth(&self, count: usize) -> Vec<usize> {
        (0..count).filter(|at| !self.with_depth.contains(&format!("p{at:02}"))).collect()
    }

    fn closed(&self) -> bool {
        self.machine.breaker_state() == State::Closed { failures: 0 }
    }
}

#[test]
fn dataless_place_affects_no_others() {
    for refusing in [Refusing::BreaksOff, Refusing::NoData, Refusing::Unexplained] {
        for bad in [0, 1, 25, 49] {
            let mut trial = trial(50);
            trial.round(&[bad], refusing);
            assert_eq!(trial.without_forecast(50), [bad]);
            // The rejected one, six halvings, the single one and the others.
            assert!(trial.calls.len() <= 9, "{:?}", trial.calls);
            assert!(trial.closed(), "the breaker is spared");
            let calls = trial.calls.len();
            trial.now = trial.now.plus_millis(DAY_MS / 8);
            trial.round(&[bad], refusing);
            assert!(trial.calls[calls..].iter().all(|places| *places < 50), "it rests for a day");
        }
    }
}

#[test]
fn finds_all_places_without_data() {
    for refusing in [Refusing::BreaksOff, Refusing::NoData, Refusing::Unexplained] {
        let mut trial = trial(50);
        trial.round(&[0, 7, 30], refusing);
        assert_eq!(trial.without_forecast(50), [0, 7, 30]);
        assert!(trial.calls.len() <= 30, "{:?}", trial.calls);
        assert!(trial.closed());
    }
}

#[test]
fn search_is_bounded() {
    let mut trial = trial(50);
    let all: Vec<usize> = (0..50).collect();
    trial.round(&all, Refusing::Unexplained);
    assert_eq!((trial.served.len(), trial.closed()), (0, false));
    assert!(trial.calls.len() <= 25, "{:?}", trial.calls);
    // All of them are requested again after the usual rest, not after a day.
    trial.now = trial.now.plus_millis(PAUSES.failed_rest_ms);
    trial.round(&[], Refusing::Unexplained);
    assert_eq!(trial.served.len(), 50);
}

#[test]
fn future_forecast_does_not_delay_next() {
    let mut trial = trial(1);
    assert!(matches!(trial.machine.next(start()), Step::Load(_)));
    let row = crate::stored_state::KnownRow {
        slug: "p00".to_owned(),
        captured_at: Some(start().plus_millis(30 * DAY_MS)),
        payload: String::new(),
    };
    trial.machine.begin(StoredState { rows: vec![row], ..StoredState::default() }, start());
    trial.round(&[], Refusing::NoData);
    assert_eq!(trial.served.len(), 1);
}

#[test]
fn missing_context_affects_only_its_place() {
    for refusing in [Refusing::BreaksOff, Refusing::NoData, Refusing::Unexplained] {
        for bad in [0, 1, 25, 49] {
            let mut trial = trial_with(50, &["gfs_seamless"]);
            trial.contextless = vec![bad];
            trial.round(&[], refusing);
            assert_eq!(trial.served.len(), 50, "every place has a forecast");
            assert_eq!(trial.without_depth(50), [bad], "{refusing:?}");
            assert_eq!(trial.calls, [50], "the first half is not asked for again");
            assert!(trial.context_calls.len() <= 13, "{:?}", trial.context_calls);
            assert!(trial.closed(), "the breaker is spared");
            // The first call was counted with the first half, the following ones separately.
            let again: usize = trial.context_calls.iter().skip(1).sum();
            assert!((trial.counted - again as f64).abs() < 1e-9, "{} of {again}", trial.counted);
            // The place is known by now, and is left out for a day.
            trial.context_calls.clear();
            trial.now = trial.now.plus_millis(DAY_MS / 2);
            trial.round(&[], refusing);
            assert_eq!(trial.context_calls, [49]);
        }
    }
}

#[test]
fn finds_all_places_without_context() {
    for refusing in [Refusing::BreaksOff, Refusing::NoData, Refusing::Unexplained] {
        let mut trial = trial_with(50, &["gfs_seamless"]);
        trial.contextless = vec![0, 7, 30];
        trial.round(&[], refusing);
        assert_eq!((trial.served.len(), trial.without_depth(50)), (50, vec![0, 7, 30]), "{refusing:?}");
        assert!(trial.closed());
    }
}

#[test]
fn context_search_is_bounded() {
    let mut trial = trial_with(50, &["gfs_seamless"]);
    trial.contextless = (0..50).collect();
    trial.round(&[], Refusing::Unexplained);
    assert_eq!((trial.served.len(), trial.with_depth.len()), (50, 0));
    assert_eq!(trial.context_calls.len(), 10);
}

#[test]
fn forecasts_are_smaller_while_winters_are_fetched() {
    let config =
        open_meteo::Config::new(Some("http://upstream.example"), None, &MODELS, &CONTEXT_MODELS).unwrap();
    let models_asked = |day: f64, is_filling: bool| {
        let limits = Limits { day: Some(day), ..Limits::NONE };
        let lane = Forecasts::new(config.clone(), limits, vec![target("p")], Box::new(|| None), PAUSES);
        let mut lane = lane.smaller_while(Box::new(move || is_filling));
        let Next::Call(core) = lane.next(start()) else { panic!("nothing is due") };
        let context = lane.under_way.as_ref().and_then(|under_way| under_way.batch.context.as_ref()).unwrap();
        (context.models.len(), (core.counted * 10.0).round() / 10.0)
    };
    // A resort counts 3.0 calls, 12.3 a day.
    assert_eq!(models_asked(24.0, false), (2, 3.6));
    assert_eq!(models_asked(24.0, true), (1, 3.2));
    assert_eq!(models_asked(25.0, true), (2, 3.6), "half of the allowance is left anyway");
}
