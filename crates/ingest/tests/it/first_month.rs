//! The first month of an instance with the catalogue on the free tier, minute by minute: the real queue of forecasts, plan
//! of a backfill and shares of the allowance, without responses. Every call succeeds at once. The table is printed:
//! `cargo test -p ingest --test it first_month -- --nocapture`.

use std::collections::{HashMap, HashSet, VecDeque};

use catalogue::Resort;
use chrono::NaiveDate;
use climate::{Hemisphere, Winter};
use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};
use ingest::forecast::{self, ForecastNeed, Queue, Target};
use ingest::winters::share::Shares;
use ingest::winters::spans::{Span, Stage, in_stages, most_weight};
use ingest::winters::stored::Coverage;
use ingest::winters::{LANE, current, ledgers};
use sources::budget::Limits;
use sources::open_meteo::config::{CONTEXT_MODELS, MODELS};
use sources::open_meteo::request::{BATCH, FAR_PAST_DAYS, PAST_DAYS};
use sources::open_meteo::{self, Place, plan_back};

const DAYS: usize = 30;
/// Interval at which the queue of forecasts is read: a refresh is late by this at most.
const LOOK_MS: i64 = 5 * MINUTE_MS;
/// Allowance of a month of the free tier.
const MONTH: f64 = 300_000.0;

/// Calls of a ledger that count in a sliding window.
#[derive(Default)]
struct Window {
    spent: VecDeque<(Timestamp, f64)>,
    sum: f64,
}

impl Window {
    fn has_room(&mut self, length_ms: i64, limit: Option<f64>, weight: f64, now: Timestamp) -> bool {
        while let Some((at, weight)) = self.spent.front()
            && now.since(*at) >= length_ms
        {
            self.sum -= weight;
            self.spent.pop_front();
        }
        limit.is_none_or(|limit| self.sum + weight <= limit + 1e-6)
    }

    fn spend(&mut self, weight: f64, now: Timestamp) {
        self.spent.push_back((now, weight));
        self.sum += weight;
    }
}

/// The windows of a minute, an hour and a day.
#[derive(Default)]
struct Ledger([Window; 3]);

impl Ledger {
    fn has_room(&mut self, limits: Limits, weight: f64, now: Timestamp) -> bool {
        let limits = [limits.minute, limits.hour, limits.day];
        let lengths = [MINUTE_MS, HOUR_MS, DAY_MS];
        let windows = self.0.iter_mut().zip(lengths).zip(limits);
        windows
            .fold(true, |room, ((window, length), limit)| window.has_room(length, limit, weight, now) && room)
    }

    fn spend(&mut self, weight: f64, now: Timestamp) {
        self.0.iter_mut().for_each(|window| window.spend(weight, now));
    }
}

/// One line of the table.
#[derive(Debug, Clone, Copy, Default)]
struct DayRow {
    calls: f64,
    refreshes: usize,
    /// Greatest age of a forecast of a resort in season, in minutes.
    oldest: i64,
    current: usize,
    ten: usize,
}

struct Month {
    resorts: Vec<Resort>,
    config: open_meteo::Config,
    /// The configuration while the first winters are fetched.
    smaller: open_meteo::Config,
    whole: Limits,
    shares: Shares,
    queue: Queue,
    captured: HashMap<String, Timestamp>,
    stored: HashMap<(String, i32), Coverage>,
    backfill: VecDeque<Span>,
    updates: VecDeque<Span>,
    all_calls: Ledger,
    archive_calls: Ledger,
    day: DayRow,
}

impl Month {
    fn new(start: Timestamp) -> Self {
        let mut resorts = catalogue::embedded().unwrap();
        let today = start.utc().date_naive();
        resorts.sort_by_key(|resort| forecast::is_closed(resort.profile().season, today));
        let config = open_meteo::Config::new(None, None, &MODELS, &CONTEXT_MODELS).unwrap();
        let whole = open_meteo::limits(Some(10_000));
        let target = |resort: &Resort| Target { profile: resort.profile(), lat: resort.lat, lon: resort.lon };
        let plan = forecast::plan(&config, whole, resorts.len());
        let queue = Queue::new(resorts.iter().map(target).collect(), plan.period_ms());
        let seasons = resorts.iter().map(|resort| resort.profile().season).collect();
        let smaller = forecast::while_filling(&config, whole, resorts.len()).unwrap();
        let need = ForecastNeed::new(&plan, seasons);
        let smaller_need = need.with_calls_of(&forecast::plan(&smaller, whole, resorts.len()));
        let shares = Shares::left_by_forecasts(need, whole).beside_smaller_forecasts(Some(smaller_need));
        let shares = shares.after_current_winters(resorts.len());
        let most = most_weight(shares.least().share);
        let backfill = in_stages(&resorts, &[], today, 30, most).into();
        Self {
            resorts,
            config,
            smaller,
            whole,
            shares,
            queue,
            captured: HashMap::new(),
            stored: HashMap::new(),
            backfill,
            updates: VecDeque::new(),
            all_calls: Ledger::default(),
            archive_calls: Ledger::default(),
            day: DayRow::default(),
        }
    }

    fn refresh(&mut self, due: &mut VecDeque<Vec<Place>>, now: Timestamp) {
        while let Some(places) = due.pop_front() {
            let is_first = places.iter().any(|place| !self.captured.contains_key(&place.id));
            let past_days = if is_first { FAR_PAST_DAYS } else { PAST_DAYS };
            let is_filling = self.backfill.front().is_some_and(|span| span.stage() != Stage::Rest);
            let config = if is_filling { &self.smaller } else { &self.config };
            let planned = plan_back(config, &places, past_days).batches;
            let context = |batch: &open_meteo::Batch| batch.context.as_ref().map_or(0.0, |half| half.weight);
            let weight: f64 = planned.iter().map(|batch| batch.core.weight + context(batch)).sum();
            if !self.all_calls.has_room(self.whole, weight, now) {
                due.push_front(places);
                return;
            }
            self.all_calls.spend(weight, now);
            (self.day.calls, self.day.refreshes) =
                (self.day.calls + weight, self.day.refreshes + places.len());
            for place in places {
                self.queue.captured(&place.id, Some(now));
                self.captured.insert(place.id, now);
            }
        }
    }

    /// Sends the calls of the archive for which there is room.
    fn fetch(&mut self, mut spans: VecDeque<Span>, now: Timestamp) -> VecDeque<Span> {
        while let Some(span) = spans.front() {
            let limits: HashMap<_, _> = ledgers(&self.shares, span, now).into_iter().collect();
            let weight = span.weight();
            let has_share = self.archive_calls.has_room(limits[LANE], weight, now);
            if !self.all_calls.has_room(limits[forecast::LANE], weight, now) || !has_share {
                break;
            }
            self.all_calls.spend(weight, now);
            self.archive_calls.spend(weight, now);
            self.day.calls += weight;
            let Some(span) = spans.pop_front() else { break };
            for wanted in span.winters {
                let row = Coverage {
                    slug: span.place.id.clone(),
                    winter: wanted.winter.year(),
                    asked_through: span.known_to.to_epoch_days(),
                    came_short: 0,
                    has_weather: true,
                };
                self.stored.insert((row.slug.clone(), row.winter), row);
            }
        }
        spans
    }

    /// Returns the greatest age of a forecast of a resort in season, in minutes.
    fn oldest(&self, open: &HashSet<&str>, now: Timestamp) -> i64 {
        let ages = self.captured.iter().filter(|(slug, _)| open.contains(slug.as_str()));
        ages.map(|(_, at)| now.since(*at) / MINUTE_MS).max().unwrap_or(0)
    }

    fn ended(&self, today: NaiveDate) -> DayRow {
        let (mut current, mut ten) = (0, 0);
        for resort in &self.resorts {
            let winter = Winter::containing(Hemisphere::from_latitude(resort.lat), today).unwrap();
            let is_stored = |back: i32| {
                let winter = winter.plus(-back).unwrap();
                self.stored.contains_key(&(resort.slug.clone(), winter.year()))
            };
            current += usize::from(is_stored(0));
            ten += usize::from((1..=10).all(is_stored));
        }
        DayRow { current, ten, ..self.day }
    }
}

/// Runs the month from a time, and returns its days.
fn run(start: &str) -> Vec<DayRow> {
    let start = Timestamp::parse(start).unwrap();
    let mut month = Month::new(start);
    let (mut days, mut due) = (Vec::new(), VecDeque::new());
    let resorts = month.resorts.clone();
    for minute in 0..i64::try_from(DAYS).unwrap() * DAY_MS / MINUTE_MS {
        let now = start.plus_millis(minute * MINUTE_MS);
        if due.is_empty() && minute * MINUTE_MS % LOOK_MS == 0 {
            due = month.queue.due(now).chunks(BATCH).map(<[Place]>::to_vec).collect();
        }
        month.refresh(&mut due, now);
        // New days are in the archive from noon on.
        if now.millis().rem_euclid(DAY_MS) == DAY_MS / 2 {
            let most = most_weight(month.shares.least().share);
            let known = month.stored.values().cloned().collect();
            month.updates = current::current(&resorts, known, now.utc().date_naive(), most).into();
        }
        let updates = std::mem::take(&mut month.updates);
        month.updates = month.fetch(updates, now);
        let backfill = std::mem::take(&mut month.backfill);
        month.backfill = month.fetch(backfill, now);
        if minute % 60 == 59 {
            let today = now.utc().date_naive();
            let open: HashSet<&str> =
                resorts.iter().filter(|resort| in_season(resort, today)).map(slug).collect();
            month.day.oldest = month.day.oldest.max(month.oldest(&open, now));
        }
        if (minute + 1) % (DAY_MS / MINUTE_MS) == 0 {
            days.push(month.ended(now.plus_millis(-5 * DAY_MS).utc().date_naive()));
            month.day = DayRow::default();
        }
    }
    days
}

fn slug(resort: &Resort) -> &str {
    &resort.slug
}

/// Returns whether a day is between the usual opening and closing; a resort without known dates is in season.
fn in_season(resort: &Resort, today: NaiveDate) -> bool {
    resort.season.as_ref().is_none_or(|season| {
        let today = today.format("%m-%d").to_string();
        let (after, before) = (today >= season.opens, today <= season.closes);
        if season.opens <= season.closes { after && before } else { after || before }
    })
}

fn print(start: &str, days: &[DayRow]) {
    println!("from {start}");
    println!(
        "| day | calls counted | forecasts refreshed | oldest in season | current winter | ten winters |"
    );
    println!("|---|---|---|---|---|---|");
    for (day, row) in days.iter().enumerate() {
        let DayRow { calls, refreshes, oldest, current, ten } = row;
        let (hours, minutes) = (oldest / 60, oldest % 60);
        println!(
            "| {} | {calls:.0} | {refreshes} | {hours} h {minutes:02} min | {current} | {ten} |",
            day + 1
        );
    }
}

/// Runs and prints a month, and checks what holds in every month.
fn checked(start: &str) -> Vec<DayRow> {
    let days = run(start);
    print(start, &days);
    let calls: f64 = days.iter().map(|day| day.calls).sum();
    assert!(calls <= MONTH, "{calls}");
    assert!(days.iter().all(|day| day.calls <= 10_000.0), "{days:?}");
    let (first, later) = days.split_at(2);
    assert!(first.iter().all(|day| day.oldest <= 12 * 60 + 45), "{first:?}");
    assert!(later.iter().all(|day| day.oldest < 7 * 60), "{later:?}");
    assert!(days[0].current >= 661 && days[1].current == 768, "{days:?}");
    assert!(days[29].ten >= 400, "{days:?}");
    days
}

#[test]
fn first_month_from_november() {
    let days = checked("2026-11-01T08:00:00Z");
    assert_eq!((days[0].current, days[29].ten), (768, 768));
}

#[test]
fn first_month_from_end_of_november() {
    checked("2026-11-29T08:00:00Z");
}

#[test]
fn first_month_from_january() {
    checked("2027-01-15T08:00:00Z");
}
