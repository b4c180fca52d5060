//! Tests of the archive's lane against a minimal archive, synthetic and in the upstream's form.

use chrono::{Days, NaiveDate};
use sources::breaker;
use sources::retry::Backoff;

use super::*;
use crate::machine::{Machine, Step};
use crate::winters::spans::USUAL_WEIGHT;

const PAUSES: Pauses = Pauses {
    backoff: Backoff { base_ms: 1, cap_ms: 1, retries: 1, longest_wait_ms: 1_000 },
    breaker: breaker::Config { failures: 50, ..breaker::Config::USUAL },
    ..Pauses::USUAL
};
const LIMIT: &str =
    r#"{"error":true,"reason":"Hourly API request limit exceeded. Please try again in the next hour."}"#;

fn start() -> Timestamp {
    Timestamp::parse("2026-01-20T15:00:00Z").unwrap()
}

fn resorts(count: usize) -> Vec<Resort> {
    let mut resort = catalogue::embedded().unwrap().swap_remove(0);
    (resort.lat, resort.lon) = (46.0, 7.0);
    (0..count).map(|at| Resort { slug: format!("p{at:02}"), ..resort.clone() }).collect()
}

fn shares() -> Shares {
    let whole = sources::open_meteo::limits(Some(10_000));
    let plan = sources::budget::Plan::new(0, Vec::new(), whole, 0.0);
    Shares::left_by_forecasts(forecast::ForecastNeed::new(&plan, Vec::new()), whole)
}

/// An archive, and the requests it received.
struct Trial {
    machine: Machine<Winters>,
    now: Timestamp,
    /// The coverage of the stored winters.
    on_record: Vec<Coverage>,
    /// Requested slugs, in order.
    asked: Vec<String>,
    is_over: bool,
}

impl Trial {
    fn new(lane: Winters) -> Self {
        let machine = Machine::new(lane, PAUSES);
        Self { machine, now: start(), on_record: Vec::new(), asked: Vec::new(), is_over: false }
    }

    fn backfill(count: usize) -> Self {
        let today = start().utc().date_naive();
        let spans = spans::spans(&resorts(count), Vec::new(), today, 0..=1, USUAL_WEIGHT);
        let config = ArchiveConfig::new(Some("http://archive.example"), None).unwrap();
        Self::new(Winters::backfill(config, shares(), spans, PAUSES))
    }

    fn current(count: usize) -> Self {
        let config = ArchiveConfig::new(Some("http://archive.example"), None).unwrap();
        Self::new(Winters::current(config, shares(), resorts(count), PAUSES))
    }

    /// Runs until the lane ends, or nothing is due before `until`.
    fn run(&mut self, until: Timestamp, answer: impl Fn(usize, &Call) -> UpstreamResponse) {
        for _ in 0..200 {
            match self.machine.next(self.now) {
                Step::Load(_) => {
                    let known = StoredState { winters: self.on_record.clone(), ..StoredState::default() };
                    self.machine.begin(known, self.now);
                }
                Step::Keep(keep) => {
                    let stored =
                        keep.winters.as_ref().map(|answer| (answer.slug().to_owned(), answer.rows()));
                    if let Some((slug, rows)) = stored {
                        self.on_record.extend(rows.into_iter().map(|row| Coverage {
                            slug: slug.clone(),
                            winter: row.winter,
                            asked_through: row.asked_through,
                            came_short: row.came_short,
                            has_weather: true,
                        }));
                    }
                    self.machine.stored(*keep, self.now);
                }
                Step::Call(call, counted) => {
                    assert!((counted - call.weight).abs() < 1e-9);
                    let fetched = answer(self.asked.len(), &call);
                    self.asked.push(call.what.clone());
                    self.machine.answered(Ok(fetched), self.now);
                }
                Step::Rest { until: rest, .. } if rest > until => return,
                Step::Rest { until: rest, .. } => self.now = self.now.max(rest),
                Step::End => {
                    self.is_over = true;
                    return;
                }
            }
        }
        panic!("it never ends: {:?}", self.asked);
    }
}

fn status(status: u16, body: &str) -> UpstreamResponse {
    UpstreamResponse { status, body: body.as_bytes().to_vec(), complete: true, ..UpstreamResponse::default() }
}

/// Returns every day that a URL requests, except the first `missing`.
fn whole(call: &Call, missing: u64) -> UpstreamResponse {
    let address = call.url.reveal().to_string();
    let day = |name: &str| -> NaiveDate {
        let value = address.split_once(&format!("{name}=")).unwrap().1;
        value.split('&').next().unwrap().parse().unwrap()
    };
    let (first, last) = (day("start_date") + Days::new(missing), day("end_date"));
    let days: Vec<NaiveDate> = first.iter_days().take_while(|day| *day <= last).collect();
    let times: Vec<String> = days.iter().map(|day| format!("\"{day}\"")).collect();
    let zeros = vec!["0.0"; days.len()].join(",");
    let body = format!(
        r#"{{"latitude":46.0,"longitude":7.0,"elevation":2000.0,"utc_offset_seconds":3600,
        "daily_units":{{"time":"iso8601","snowfall_sum":"cm","snow_depth_mean":"m"}},
        "daily":{{"time":[{}],"snowfall_sum":[{zeros}],"snow_depth_mean":[{zeros}]}}}}"#,
        times.join(",")
    );
    status(200, &body)
}

fn slugs(trial: &Trial) -> Vec<&str> {
    trial.asked.iter().map(String::as_str).collect()
}

#[test]
fn backfill_makes_each_call_once() {
    let mut trial = Trial::backfill(3);
    let ledgers: Vec<_> = trial.machine.meta().ledgers.iter().map(|(name, _)| *name).collect();
    assert_eq!(ledgers, [LANE, forecast::LANE], "on its share and on the whole");
    // The second response lacks a month.
    trial.run(start(), |at, call| whole(call, if at == 1 { 31 } else { 0 }));
    assert_eq!((slugs(&trial), trial.is_over), (vec!["p00", "p01", "p02"], true));
    assert_eq!(trial.machine.left(), 0);
    let outcome = trial.machine.into_upstream().into_outcome();
    assert_eq!(outcome, Outcome { kept: 6, short: 1, ..Outcome::default() });
}

#[test]
fn failed_call_affects_no_others() {
    let mut trial = Trial::backfill(3);
    trial.run(start(), |at, call| if at == 0 { status(404, "gone") } else { whole(call, 0) });
    assert!(trial.is_over);
    let outcome = trial.machine.into_upstream().into_outcome();
    assert_eq!(outcome, Outcome { kept: 4, failed: vec!["p00".to_owned()], ..Outcome::default() });
}

#[test]
fn failing_archive_is_paused() {
    let mut trial = Trial::backfill(9);
    trial.run(start(), |_, _| status(404, "gone"));
    assert_eq!((trial.asked.len(), trial.is_over), (PATIENCE, true));
    let outcome = trial.machine.into_upstream().into_outcome();
    assert!(outcome.silent.is_some_and(|what| what.contains("404")));
}

#[test]
fn upstream_limit_delays_the_call() {
    let mut trial = Trial::backfill(2);
    trial.run(start().plus_millis(DAY_MS), |at, call| match at {
        0 | 1 => status(429, LIMIT),
        _ => whole(call, 0),
    });
    assert_eq!(slugs(&trial), ["p00", "p00", "p00", "p01"]);
    assert!(trial.now >= start().plus_millis(HOUR_MS), "{}", trial.now);
    let outcome = trial.machine.into_upstream().into_outcome();
    assert_eq!((outcome.kept, outcome.failed.len()), (4, 0));
}

#[test]
fn unstored_data_is_requested_again() {
    let mut trial = Trial::backfill(1);
    assert!(matches!(trial.machine.next(start()), Step::Load(_)));
    trial.machine.begin(StoredState::default(), start());
    let Step::Call(call, _) = trial.machine.next(start()) else { panic!("nothing is asked") };
    trial.machine.answered(Ok(whole(&call, 0)), start());
    let Step::Keep(keep) = trial.machine.next(start()) else { panic!("nothing is kept") };
    trial.machine.store_failed(*keep, start());
    assert_eq!(trial.machine.left(), 2);
    trial.now = start().plus_millis(PAUSES.rest_ms());
    trial.run(trial.now, |_, call| whole(call, 0));
    assert_eq!((slugs(&trial), trial.is_over), (vec!["p00"], true));
    assert_eq!(trial.machine.into_upstream().into_outcome().kept, 2);
}

#[test]
fn current_winters_are_polled_daily() {
    let mut trial = Trial::current(3);
    let row = |slug: &str| Coverage {
        slug: slug.to_owned(),
        winter: 2025,
        asked_through: NaiveDate::from_ymd_opt(2026, 1, 10).unwrap().to_epoch_days(),
        came_short: 0,
        has_weather: true,
    };
    trial.on_record = vec![row("p00"), row("p02")];
    let soon = start().plus_millis(HOUR_MS);
    trial.run(soon, |_, call| whole(call, 0));
    assert_eq!(slugs(&trial), ["p00", "p02"], "resorts without winters are skipped");
    // Rows written by other processes in between are read before each poll.
    trial.on_record.push(row("p01"));
    let tomorrow = Timestamp::parse("2026-01-21T12:00:00Z").unwrap();
    trial.run(tomorrow, |_, call| whole(call, 0));
    assert_eq!((slugs(&trial).len(), trial.now, trial.is_over), (5, tomorrow, false));
}

#[test]
fn failed_polls_rest_longer() {
    let mut trial = Trial::current(1);
    trial.on_record = vec![Coverage {
        slug: "p00".to_owned(),
        winter: 2025,
        asked_through: 20_000,
        came_short: 0,
        has_weather: true,
    }];
    let mut rests = Vec::new();
    for _ in 0..4 {
        trial.run(trial.now, |_, _| status(404, "gone"));
        let Step::Rest { until, .. } = trial.machine.next(trial.now) else { panic!("it does not rest") };
        rests.push(until.since(trial.now) / PAUSES.failed_rest_ms);
        trial.now = until;
    }
    assert_eq!(rests, [1, 2, 4, 8]);
}

#[test]
fn a_new_day_begins_at_noon() {
    let at = |text: &str| Timestamp::parse(text).unwrap();
    for (now, next) in [
        ("2026-01-10T00:00:00Z", "2026-01-10T12:00:00Z"),
        ("2026-01-10T11:59:59.999Z", "2026-01-10T12:00:00Z"),
        ("2026-01-10T12:00:00Z", "2026-01-11T12:00:00Z"),
        ("2026-02-28T18:00:00Z", "2026-03-01T12:00:00Z"),
    ] {
        assert_eq!(next_day(at(now)), at(next), "{now}");
    }
}
