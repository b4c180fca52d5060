//! Which stretches of which winters are still to be asked, and what that costs. Pure: what is on record and the day are
//! arguments.

use std::collections::HashMap;

use catalogue::Resort;
use chrono::{Days, NaiveDate};
use climate::{Hemisphere, Winter};
use sources::budget::Limits;
use sources::open_meteo::archive::{ArchivePlace, LAG_DAYS, request};
use storage::climate::Asked;

/// What a call counts at most where the allowance sets no limit: about eleven winters, so that little is lost with it.
pub const USUAL_WEIGHT: f64 = 58.0;

/// A running winter is asked again when it has at least this many days more than on record.
const NEWER_DAYS: i32 = 7;
/// A winter that came short this often is left as it is.
const MOST_SHORT: u32 = 3;
/// Seconds that a call takes where nothing limits it: a guess, for people who wait.
const CALL_SECONDS: f64 = 3.0;

/// A winter to ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// Which.
    pub winter: Winter,
    /// How often it came short so far.
    pub came_short: u32,
}

/// Winters of one resort that follow each other, for one call.
#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    /// The resort's place; its name is the slug.
    pub place: ArchivePlace,
    /// The winters, oldest first.
    pub winters: Vec<Wanted>,
    /// First day.
    pub first: NaiveDate,
    /// Last day.
    pub last: NaiveDate,
}

impl Span {
    /// What its call counts.
    #[must_use]
    pub fn weight(&self) -> f64 {
        request::weight_of(days(self.first, self.last))
    }
}

/// Days since 1970-01-01.
#[must_use]
pub fn epoch_day(date: NaiveDate) -> i32 {
    i32::try_from(date.signed_duration_since(NaiveDate::default()).num_days()).unwrap_or(0)
}

/// The calls that bring `winters` finished winters and the running one of every resort on record, as far as they are not:
/// resort after resort, newest winters first.
#[must_use]
pub fn spans(
    resorts: &[Resort],
    asked: Vec<Asked>,
    today: NaiveDate,
    winters: u16,
    most_weight: f64,
) -> Vec<Span> {
    let mut known: HashMap<String, HashMap<i32, Asked>> = HashMap::new();
    for row in asked {
        known.entry(row.slug.clone()).or_default().insert(row.winter, row);
    }
    let nothing = HashMap::new();
    let of = |resort: &Resort| {
        let known = known.get(&resort.slug).unwrap_or(&nothing);
        of_resort(resort, known, today, winters, most_weight)
    };
    resorts.iter().flat_map(of).collect()
}

fn of_resort(
    resort: &Resort,
    known: &HashMap<i32, Asked>,
    today: NaiveDate,
    winters: u16,
    most_weight: f64,
) -> Vec<Span> {
    let known_to = today.checked_sub_days(Days::new(LAG_DAYS)).unwrap_or(today);
    let Some(running) = Winter::of(Hemisphere::of(resort.lat), known_to) else { return Vec::new() };
    let place = ArchivePlace {
        id: resort.slug.clone(),
        lat: resort.lat,
        lon: resort.lon,
        // The base, which averages are compared at; without one whatever elevation there is.
        elevation_m: resort.base_m.or(resort.mid_m).or(resort.summit_m).map(f64::from),
        zone: resort.timezone.name().to_owned(),
    };
    let mut out: Vec<Span> = Vec::new();
    for back in 0..=i32::from(winters) {
        let Some(winter) = running.plus(-back) else { break };
        let last = winter.last_day().min(known_to);
        let Some(wanted) = wanted(winter, last, known.get(&winter.year())) else { continue };
        match out.last_mut() {
            Some(span) if joins(span, winter, most_weight) => {
                span.first = winter.first_day();
                span.winters.insert(0, wanted);
            }
            _ => out.push(Span {
                place: place.clone(),
                winters: vec![wanted],
                first: winter.first_day(),
                last,
            }),
        }
    }
    out
}

/// Whether an older winter fits into the call of the ones after it.
fn joins(span: &Span, winter: Winter, most_weight: f64) -> bool {
    let follows = winter.last_day().checked_add_days(Days::new(1)) == Some(span.first);
    follows && request::weight_of(days(winter.first_day(), span.last)) <= most_weight
}

/// The winter when it is not on record up to `last`, or not whole.
fn wanted(winter: Winter, last: NaiveDate, known: Option<&Asked>) -> Option<Wanted> {
    let Some(known) = known else { return Some(Wanted { winter, came_short: 0 }) };
    let more = epoch_day(last) - known.asked_through;
    let is_over = last == winter.last_day();
    if more >= NEWER_DAYS || (is_over && more > 0) {
        return Some(Wanted { winter, came_short: 0 });
    }
    (1..MOST_SHORT).contains(&known.came_short).then_some(Wanted { winter, came_short: known.came_short })
}

fn days(first: NaiveDate, last: NaiveDate) -> usize {
    usize::try_from(last.signed_duration_since(first).num_days() + 1).unwrap_or(0)
}

/// What a backfill costs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Resorts with something to ask.
    pub resorts: usize,
    /// Winters to ask for.
    pub winters: usize,
    /// Calls to make.
    pub calls: usize,
    /// What they count against the allowance.
    pub weight: f64,
    /// Its share of the allowance.
    share: Limits,
}

impl Estimate {
    /// The cost of `spans` within `share`.
    #[must_use]
    pub fn new(spans: &[Span], share: Limits) -> Self {
        let mut slugs: Vec<&str> = spans.iter().map(|span| span.place.id.as_str()).collect();
        slugs.dedup();
        Self {
            resorts: slugs.len(),
            winters: spans.iter().map(|span| span.winters.len()).sum(),
            calls: spans.len(),
            weight: spans.iter().map(Span::weight).sum(),
            share,
        }
    }

    /// In words, one line each.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        if self.calls == 0 {
            return vec!["nothing to ask: everything is on record".to_owned()];
        }
        let share = match self.share.day {
            None => "the allowance has no limit".to_owned(),
            Some(day) => format!("the forecasts leave {day:.0} of the allowance a day"),
        };
        vec![
            format!("{} winters of {} resorts in {} calls", self.winters, self.resorts, self.calls),
            format!("they count {:.0} against the allowance; {share}", self.weight.ceil()),
            format!("that takes {}; it may be stopped and started at any time", self.duration()),
        ]
    }

    fn duration(&self) -> String {
        let by_day = self.share.day.map_or(0.0, |day| self.weight / day.max(1.0));
        if by_day > 1.0 {
            return format!("about {:.0} days", by_day.ceil());
        }
        let by_hour = self.share.hour.map_or(0.0, |hour| self.weight / hour.max(1.0) * 60.0);
        let by_call = self.calls as f64 * CALL_SECONDS / 60.0;
        format!("about {:.0} minutes", by_hour.max(by_call).ceil().max(1.0))
    }
}

#[cfg(test)]
mod tests;
