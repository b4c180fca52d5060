//! A simulated winter of which the truth is known, over many resorts: learnt weights against equal ones and the best single
//! model, on days that nothing was learnt from. What this shows is that the machinery works; it says nothing of the skill
//! of any real model.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use conditions_core::forecast::blended_snow;
use conditions_core::policy::Policy;
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use conditions_core::units::Tenths;
use server::commands::verify::table;
use upstream_sim::World;
use upstream_sim::truth::{self, Belief};
use verification::learn::BandWeights;
use verification::policy::LEADS;
use verification::{Grading, Issue, Issued, Measured, Place, Report, grade};

const MODELS: [&str; 7] = [
    "ecmwf_ifs025",
    "ecmwf_aifs025_single",
    "gfs_seamless",
    "icon_seamless",
    "gem_seamless",
    "jma_seamless",
    "meteofrance_seamless",
];
const BAD: &str = "gem_seamless";
/// Winters, each with weather of its own, one after the other with a gap that no forecast reaches over.
const WINTERS: i64 = 16;
const ISSUES: i64 = 50;
const WINTER_DAYS: i64 = ISSUES + 14;
const DAYS: i64 = WINTERS * WINTER_DAYS;
/// Every so many of the catalogue's resorts, north of the tropics.
const EVERY: usize = 75;
const ELEVATION_M: f64 = 3_400.0;

fn start() -> Timestamp {
    Timestamp::parse("2025-12-01T00:00:00Z").unwrap()
}

fn date(day: i64) -> NaiveDate {
    start().plus_millis(day * DAY_MS).utc().date_naive()
}

fn tenths(cm: f64) -> i32 {
    Tenths::new(cm).unwrap().units()
}

/// What every model believes of the fourteen days from `day` on, an hour into it.
fn issue(beliefs: &[Belief], policy: &Policy, day: i64) -> Issue {
    let midnight = start().plus_millis(day * DAY_MS);
    let now = midnight.plus_millis(HOUR_MS);
    let of = |belief: &Belief, ahead: i64| {
        belief.new_snow_cm(now, midnight.plus_millis(ahead * DAY_MS), 24).map(tenths)
    };
    let days = |belief: &Belief| (0..LEADS as i64).map(|ahead| of(belief, ahead)).collect::<Vec<_>>();
    let members: BTreeMap<String, Vec<Option<i32>>> =
        MODELS.iter().zip(beliefs).map(|(model, belief)| ((*model).to_owned(), days(belief))).collect();
    let blend = |ahead: usize| {
        let weight = |name: &str| policy.weights.iter().find(|w| w.model == name).map_or(1.0, |w| w.late);
        let said =
            members.iter().map(|(name, days)| (days[ahead].map(|cm| f64::from(cm) / 10.0), weight(name)));
        blended_snow(policy, said).map(Tenths::units)
    };
    let blend = (0..LEADS).map(blend).collect();
    Issue::new(1, false, blend, members)
}

fn graded(bad_model: Option<&'static str>) -> Report {
    let policy = Policy::contract();
    let resorts = catalogue::embedded().unwrap();
    let resorts: Vec<_> = resorts.iter().filter(|resort| resort.lat > 30.0).step_by(EVERY).collect();
    let place = |slug: &str| Place { slug: slug.to_owned(), regions: Vec::new(), mid_m: Some(ELEVATION_M) };
    let places: Vec<Place> = resorts.iter().map(|resort| place(&resort.slug)).collect();
    let (mut issues, mut measured) = (Vec::new(), Vec::new());
    for winter in 0..WINTERS {
        let world = World { seed: 100 + winter as u64, bad_model, ..World::default() };
        for resort in &resorts {
            let (slug, place) = (resort.slug.clone(), (resort.lat, resort.lon));
            let beliefs = MODELS.map(|model| Belief::new(&world, model, place, ELEVATION_M).unwrap());
            for day in winter * WINTER_DAYS..(winter + 1) * WINTER_DAYS {
                let from = start().plus_millis(day * DAY_MS);
                let cm = truth::new_snow_cm(&world, place, ELEVATION_M, from, 24);
                let (slug, day) = (slug.clone(), date(day));
                let (network, elevation_m) = ("truth".to_owned(), Some(ELEVATION_M));
                measured.push(Measured { station: slug.clone(), slug, day, network, elevation_m, cm });
            }
            for day in winter * WINTER_DAYS..winter * WINTER_DAYS + ISSUES {
                let issue = issue(&beliefs, &policy, day);
                issues.push(Issued { slug: slug.clone(), day: date(day), issue });
            }
        }
    }
    let grading = Grading { windows: [DAYS + 1; 3], ..Grading::STANDARD };
    grade(&grading, &policy, &places, &issues, &measured, date(DAYS))
}

fn gain<'b>(band: &'b BandWeights, over: &str) -> &'b verification::learn::Gain {
    band.gains.iter().find(|gain| gain.over == over).unwrap()
}

/// What the weights are worth on the days held out, in every band.
fn beats_equal_weights_and_the_best_single_model(report: &Report) {
    println!("{}", table(report, None, None));
    for band in &report.weights {
        assert!(band.learnt && band.trained_until.unwrap() < date(DAYS), "{band:?}");
        for gain in [gain(band, "equal"), band.gains.last().unwrap()] {
            let [low, _] = gain.interval.unwrap();
            assert!(low > 0.0, "leads {}-{}: {gain:?}", band.from, band.to);
        }
    }
}

#[test]
fn learnt_weights_beat_equal_ones_and_the_best_single_model_on_days_held_out() {
    beats_equal_weights_and_the_best_single_model(&graded(None));
}

#[test]
fn a_bad_model_is_found_and_weighs_little() {
    let report = graded(Some(BAD));
    beats_equal_weights_and_the_best_single_model(&report);
    for band in &report.weights {
        assert!(band.weights[BAD] < 0.4, "{band:?}");
    }
}
