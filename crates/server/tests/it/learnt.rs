//! Tests of learnt weights on simulated winters with known truth, over many resorts: learnt weights against equal ones
//! and the best single model, on held-out days. This shows that the machinery works; it says nothing about the skill of
//! any real model.
//!
//! An archive contains six winters, the number that the service keeps; each winter has its own weather and model
//! errors. `SNOW_WORLDS` sets the total number of winters, `SNOW_SEED` the seed of the first. From five archives on
//! there are confidence intervals by resampling whole archives, and every gain must be above zero with them.

use std::collections::{BTreeMap, HashMap};

use catalogue::Resort;
use chrono::{NaiveDate, TimeDelta};
use conditions_core::forecast::{blended_snow, is_weighted, robust_factors};
use conditions_core::policy::Policy;
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use conditions_core::units::Tenths;
use upstream_sim::World;
use upstream_sim::truth::{self, ModelForecast};
use verification::bootstrap::{Draws, interval};
use verification::learn::{BandWeights, Gain};
use verification::policy::{BANDS, LEADS, band_of};
use verification::{ArchivedIssue, Grading, Issue, MeasuredSnowfall, Place, Report, grade};

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
/// Winters of an archive, in sequence, with a gap that no forecast spans.
const WINTERS: i64 = 6;
const ISSUES: i64 = 50;
const WINTER_DAYS: i64 = ISSUES + 14;
const DAYS: i64 = WINTERS * WINTER_DAYS;
/// Every nth resort of the catalogue north of the tropics is used.
const EVERY: usize = 75;
const ELEVATION_M: f64 = 3_400.0;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn start() -> Timestamp {
    Timestamp::parse("2025-12-01T00:00:00Z").unwrap()
}

fn date(day: i64) -> NaiveDate {
    start().plus_millis(day * DAY_MS).utc().date_naive()
}

fn tenths(cm: f64) -> i32 {
    Tenths::new(cm).unwrap().units()
}

/// Returns every model's forecast of the fourteen days from `day` on, one hour into it.
fn issue(beliefs: &[ModelForecast], policy: &Policy, day: i64) -> Issue {
    let midnight = start().plus_millis(day * DAY_MS);
    let now = midnight.plus_millis(HOUR_MS);
    let of = |belief: &ModelForecast, ahead: i64| {
        belief.new_snow_cm(now, midnight.plus_millis(ahead * DAY_MS), 24).map(tenths)
    };
    let days = |belief: &ModelForecast| (0..LEADS as i64).map(|ahead| of(belief, ahead)).collect::<Vec<_>>();
    let members: BTreeMap<String, Vec<Option<i32>>> =
        MODELS.iter().zip(beliefs).map(|(model, belief)| ((*model).to_owned(), days(belief))).collect();
    let blend = {
        let standing = robust_factors(policy, members.values().map(Vec::as_slice));
        let weight = |name: &str| policy.weights.iter().find(|w| w.model == name).map_or(1.0, |w| w.late);
        let said = |ahead: usize| {
            members
                .iter()
                .enumerate()
                .map(move |(at, (name, days))| (at, name, days[ahead].map(|cm| f64::from(cm) / 10.0)))
        };
        let blend = |ahead: usize| {
            let said = said(ahead).map(|(at, name, cm)| (cm, weight(name) * standing(at, ahead)));
            blended_snow(policy, said).map(Tenths::units)
        };
        (0..LEADS).map(blend).collect()
    };
    Issue::new(1, false, blend, members)
}

/// A held-out day to which blend weights apply: the total of each of [`MODELS`] with its effective weight, and the snow
/// that fell, cm.
struct Pair {
    said: [(Option<f64>, f64); MODELS.len()],
    fell: f64,
}

/// Six graded winters.
struct Archive {
    report: Report,
    /// Held-out days by band.
    held: [Vec<Pair>; BANDS.len()],
}

/// Simulates the forecasts and the snow of the winters with seeds from `first` on.
fn winters(
    first: u64,
    bad_model: Option<&'static str>,
    resorts: &[&Resort],
) -> (Vec<ArchivedIssue>, Vec<MeasuredSnowfall>) {
    let policy = Policy::contract();
    let (mut issues, mut measured) = (Vec::new(), Vec::new());
    for winter in 0..WINTERS {
        let world = World { seed: first + winter as u64, bad_model, ..World::default() };
        for resort in resorts {
            let (slug, place) = (resort.slug.clone(), (resort.lat, resort.lon));
            let beliefs = MODELS.map(|model| ModelForecast::new(&world, model, place, ELEVATION_M).unwrap());
            for day in winter * WINTER_DAYS..(winter + 1) * WINTER_DAYS {
                let from = start().plus_millis(day * DAY_MS);
                let cm = truth::new_snow_cm(&world, place, ELEVATION_M, from, 24);
                let (slug, day) = (slug.clone(), date(day));
                let (network, elevation_m) = ("truth".to_owned(), Some(ELEVATION_M));
                measured.push(MeasuredSnowfall {
                    station: slug.clone(),
                    slug,
                    day,
                    network,
                    elevation_m,
                    cm,
                });
            }
            for day in winter * WINTER_DAYS..winter * WINTER_DAYS + ISSUES {
                let issue = issue(&beliefs, &policy, day);
                issues.push(ArchivedIssue { slug: slug.clone(), day: date(day), issue });
            }
        }
    }
    (issues, measured)
}

fn archive(first: u64, bad_model: Option<&'static str>) -> Archive {
    let resorts = catalogue::embedded().unwrap();
    let resorts: Vec<_> = resorts.iter().filter(|resort| resort.lat > 30.0).step_by(EVERY).collect();
    let place = |slug: &str| Place { slug: slug.to_owned(), regions: Vec::new(), mid_m: Some(ELEVATION_M) };
    let places: Vec<Place> = resorts.iter().map(|resort| place(&resort.slug)).collect();
    let (issues, measured) = winters(first, bad_model, &resorts);
    let grading = Grading { windows: [DAYS + 1; 3], ..Grading::STANDARD };
    let policy = Policy::contract();
    let report = grade(&grading, &policy, &places, &issues, &measured, date(DAYS));
    let fell: HashMap<_, _> = measured.iter().map(|day| ((day.slug.as_str(), day.day), day.cm)).collect();
    let mut held = [const { Vec::new() }; BANDS.len()];
    for issued in &issues {
        let members = MODELS.map(|model| issued.issue.members[model].as_slice());
        let standing = robust_factors(&policy, members.into_iter());
        let said_on = |ahead: usize| {
            std::array::from_fn(|at| (members[at][ahead].map(|cm| f64::from(cm) / 10.0), standing(at, ahead)))
        };
        for ahead in 0..LEADS {
            let day = issued.day + TimeDelta::days(ahead as i64);
            let band = band_of(ahead as u8 + 1).unwrap();
            let said: [(Option<f64>, f64); MODELS.len()] = said_on(ahead);
            let until = report.weights[band].trained_until.unwrap() + TimeDelta::days(grading.gap_days);
            if day > until && is_weighted(said.iter().filter(|(cm, _)| cm.is_some()).count()) {
                held[band].push(Pair { said, fell: fell[&(issued.slug.as_str(), day)] });
            }
        }
    }
    Archive { report, held }
}

fn archives(bad_model: Option<&'static str>) -> Vec<Archive> {
    let (worlds, seed) = (setting("SNOW_WORLDS", 18), setting("SNOW_SEED", 0));
    let count = worlds / WINTERS as u64;
    let one = |number: u64| {
        let first = seed + number * WINTERS as u64;
        println!("archive {} of {count}: seeds {first} to {}", number + 1, first + WINTERS as u64 - 1);
        archive(first, bad_model)
    };
    (0..count).map(one).collect()
}

type Weights = [f64; MODELS.len()];

/// Sums the absolute errors of the blend.
fn errors<'p>(pairs: impl Iterator<Item = &'p Pair>, weights: &Weights) -> f64 {
    let policy = Policy::CONTRACT;
    let error = |pair: &Pair| {
        let said = pair.said.iter().zip(weights).map(|((cm, standing), weight)| (*cm, standing * weight));
        (blended_snow(&policy, said).unwrap().get() - pair.fell).abs()
    };
    pairs.map(error).sum()
}

/// Returns the largest possible reduction of the blend's error against equal weights: weights are fitted, one at a time
/// in shrinking steps, to the very days that they are tested on. No learner can know these.
fn attainable(archives: &[Archive], band: usize) -> f64 {
    let pairs = || archives.iter().flat_map(|archive| &archive.held[band]);
    let some = || pairs().step_by(pairs().count().div_ceil(30_000).max(1));
    let equal = [1.0; MODELS.len()];
    let mut best = (errors(some(), &equal), equal);
    for factor in [4.0, 2.0, 1.4, 1.2] {
        loop {
            let before = best.0;
            for (member, factor) in
                (0..MODELS.len()).flat_map(|member| [(member, factor), (member, 1.0 / factor)])
            {
                let mut weights = best.1;
                weights[member] *= factor;
                let error = errors(some(), &weights);
                best = if error < best.0 { (error, weights) } else { best };
            }
            if best.0 >= before {
                break;
            }
        }
    }
    errors(pairs(), &equal) - errors(pairs(), &best.1)
}

/// Returns the mean over archives with its interval from resampled archives; each archive has independent weather.
fn mean(values: &[f64]) -> (f64, Option<(f64, f64)>) {
    let grading = Grading { run_days: 1, resamples: 4_000, ..Grading::STANDARD };
    let of = |drawn: &[usize]| drawn.iter().map(|at| values[*at]).sum::<f64>() / drawn.len() as f64;
    let drawn = Draws::new(&grading, values.len()).each(|drawn| Some(of(drawn)));
    (of(&(0..values.len()).collect::<Vec<_>>()), interval(&grading, drawn.into_iter()))
}

fn gain<'b>(band: &'b BandWeights, over: &str) -> &'b Gain {
    band.gains.iter().find(|gain| gain.over == over).unwrap()
}

fn mae(band: &BandWeights, name: &str) -> f64 {
    band.compared.iter().find(|one| one.name == name).unwrap().mae_cm
}

/// Evaluates a band's weights on the held-out days; returns failed expectations.
fn worth(archives: &[Archive], number: usize) -> Vec<String> {
    let bands: Vec<&BandWeights> = archives.iter().map(|archive| &archive.report.weights[number]).collect();
    let of =
        |value: &dyn Fn(&BandWeights) -> f64| mean(&bands.iter().map(|band| value(band)).collect::<Vec<_>>());
    // The last gain is over the best single model, chosen on the held-out days.
    let single = |band: &BandWeights| band.gains.last().unwrap().cm;
    let pairs: u64 = bands.iter().map(|band| gain(band, "equal").pairs).sum();
    let weighted: usize = archives.iter().map(|archive| archive.held[number].len()).sum();
    let attainable = attainable(archives, number) / pairs as f64;
    let taken = bands.iter().filter(|band| band.learnt).count();
    let (from, to) = BANDS[number];
    let over_equal = of(&|band| gain(band, "equal").cm);
    let gains =
        [("equal", over_equal), ("default", of(&|band| gain(band, "default").cm)), ("single", of(&single))];
    let maes = ["learnt", "default", "equal"].map(|name| of(&|band| mae(band, name)).0);
    let best = of(&|band| mae(band, "learnt") + single(band)).0;
    println!("leads {from}-{to}: MAE learnt, default, equal {maes:.3?}, best single {best:.3}");
    gains
        .iter()
        .for_each(|(over, (cm, spread))| println!("  learnt beats {over} by {cm:.4} cm {spread:.4?}"));
    println!("  weights fitted to the days held out beat equal by {attainable:.4} cm");
    println!("  {weighted} of {pairs} pairs have weights in them; taken in {taken} of {}", bands.len());
    let [equal, _, single] = gains;
    // Beyond a week, nothing is required against the best single model, which is chosen on the very days that it is
    // tested on.
    let asked = if from > 7 { vec![equal] } else { vec![equal, single] };
    let mut faults: Vec<String> = asked
        .iter()
        .filter(|(_, (cm, spread))| *cm <= 0.0 || spread.is_some_and(|(low, _)| low <= 0.0))
        .map(|fault| format!("leads {from}-{to}: {fault:?}"))
        .collect();
    if over_equal.0 < 0.5 * attainable {
        faults.push(format!("leads {from}-{to}: {over_equal:?} of {attainable}"));
    }
    faults
}

/// Checks the learnt weights in every band.
fn beats_equal_weights_and_the_best_single_model(archives: &[Archive]) {
    let faults: Vec<String> = (0..BANDS.len()).flat_map(|band| worth(archives, band)).collect();
    assert_eq!(faults, [""; 0]);
}

#[test]
fn learnt_weights_win_on_held_out_days() {
    beats_equal_weights_and_the_best_single_model(&archives(None));
}

#[test]
fn bad_model_gets_little_weight() {
    let archives = archives(Some(BAD));
    beats_equal_weights_and_the_best_single_model(&archives);
    for (number, (from, to)) in BANDS.into_iter().enumerate() {
        let taken = archives.iter().map(|archive| &archive.report.weights[number]).filter(|band| band.learnt);
        let weights: Vec<f64> = taken.map(|band| band.weights[BAD]).collect();
        println!("leads {from}-{to}: the bad model weighs {weights:?} where the mean is 1");
        assert!(
            weights.len() * 2 > archives.len() && weights.iter().all(|weight| *weight < 0.1),
            "{weights:?}"
        );
    }
}
