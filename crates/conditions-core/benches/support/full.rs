//! A resort with every kind of evidence, generated from its number: the input of the benchmarks.
//!
//! It has operator and scraped observations of every field, five stations, seven models of sixteen days, and climate.
//! Numbers differ from resort to resort, so that the branch predictor does not learn them.

use chrono::{Days, NaiveDate};
use conditions_core::evidence::{
    Claim, Climate, Evidence, ForecastSnapshot, MeanWind, ModelDay, ModelRun, ModelWeather, MonthDay,
    Observation, Origin, PerBand, Profile, Site, StationReading, UsualSeason,
};
use conditions_core::record::{AbilityPct, Band, LongestRun, OpenTotal, OperatingStatus};
use conditions_core::source::AcquisitionTier;
use conditions_core::time::{HOUR_MS, MINUTE_MS, Timestamp};

/// The time of every resolution: 10 January 2026, noon UTC.
pub(crate) const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

const MODELS: [&str; 7] = [
    "ecmwf_ifs025",
    "ecmwf_aifs025_single",
    "gfs_seamless",
    "icon_seamless",
    "gem_seamless",
    "jma_seamless",
    "meteofrance_seamless",
];
const ZONES: [chrono_tz::Tz; 4] =
    [chrono_tz::Europe::Vienna, chrono_tz::America::Denver, chrono_tz::Asia::Tokyo, chrono_tz::Europe::Paris];
const DAYS: u64 = 16;

/// Pseudo-random numbers from a seed, equal on every machine.
struct Numbers(u64);

impl Numbers {
    /// Returns the next number between `low` and `high`, with one decimal.
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let unit = (self.0 >> 40) as f64 / (1_u64 << 24) as f64;
        ((low + unit * (high - low)) * 10.0).round() / 10.0
    }
}

/// Returns the resort with this number and all its evidence.
#[must_use]
pub(crate) fn resort(number: u64) -> (Profile, Evidence) {
    let numbers = &mut Numbers(number);
    let profile = profile(number);
    let today = NOW.local_date(profile.zone);
    let evidence = Evidence::default()
        .with_observations(observations(numbers, today))
        .with_stations((0..5).map(|place| station(numbers, place)))
        .with_forecast(Some(snapshot(numbers, today)))
        .with_climate(Some(Climate {
            band: Band::Base,
            winters: 30,
            mean_depth_cm: numbers.between(40.0, 120.0),
        }));
    (profile, evidence)
}

fn profile(number: u64) -> Profile {
    let mut profile = Profile::new(format!("resort-{number}"), ZONES[number as usize % ZONES.len()]);
    profile.elevation_m = PerBand { base: Some(1200.0), mid: Some(1900.0), summit: Some(2600.0) };
    profile.lifts_total = Some(57);
    profile.runs_total = Some(90);
    profile.ability_pct =
        Some(AbilityPct { beginner: 20.0, intermediate: 40.0, advanced: 30.0, expert: 10.0 });
    profile.longest_run = Some(LongestRun { name: Some("Streif".into()), km: Some(3.3) });
    profile.season =
        Some(UsualSeason { opens: MonthDay { month: 12, day: 1 }, closes: MonthDay { month: 4, day: 15 } });
    profile.checked_at = Some(NOW.plus_millis(-2000 * HOUR_MS));
    profile
}

fn observations(numbers: &mut Numbers, today: NaiveDate) -> Vec<Observation> {
    let origins = [
        Origin::Operator,
        Origin::Scraped { tier: AcquisitionTier::StructuredFeed, label: Some("resort-feed".to_owned()) },
    ];
    let mut all = Vec::new();
    for origin in origins {
        let base_cm = numbers.between(60.0, 120.0);
        let open = numbers.between(20.0, 50.0) as u32;
        let claims = [
            Claim::Depth { band: Band::Base, cm: base_cm },
            Claim::Depth { band: Band::Mid, cm: base_cm + 40.0 },
            Claim::Depth { band: Band::Summit, cm: base_cm + 90.0 },
            Claim::Lifts(OpenTotal { open: Some(open), total: Some(57) }),
            Claim::Runs(OpenTotal { open: Some(open + 20), total: Some(90) }),
            Claim::Surface("Packed powder".to_owned()),
            Claim::Status(OperatingStatus::Open),
            Claim::SeasonOpening(today - Days::new(40)),
            Claim::SeasonClosing(today + Days::new(90)),
            Claim::Ability(AbilityPct { beginner: 25.0, intermediate: 40.0, advanced: 25.0, expert: 10.0 }),
            Claim::LongestRun(LongestRun { name: Some("Streif".into()), km: Some(3.3) }),
            Claim::Snowfall24h(numbers.between(0.0, 30.0)),
        ];
        for claim in claims {
            let observed_at = Some(NOW.plus_millis(-(numbers.between(10.0, 300.0) as i64) * MINUTE_MS));
            all.push(Observation::new(origin.clone(), observed_at, claim));
        }
    }
    all
}

fn station(numbers: &mut Numbers, place: u16) -> StationReading {
    let site = [Site::Snow, Site::Mountain, Site::Snow, Site::Airport, Site::Road][usize::from(place) % 5];
    let depth_cm = numbers.between(60.0, 200.0);
    {
        let mut reading = StationReading::blank(
            ["snotel", "slf", "metar"][usize::from(place) % 3],
            format!("{}", 1000 + place * 37),
            NOW.plus_millis(-(numbers.between(5.0, 80.0) as i64) * MINUTE_MS),
        );
        reading.name = Some(format!("Station {place}").into());
        reading.site = site;
        reading.elevation_m = Some(1250.0 + 330.0 * f64::from(place));
        reading.distance_km = numbers.between(1.0, 12.0);
        reading.temp_c = Some(5.0 - 2.5 * f64::from(place));
        reading.wind_mps = Some(numbers.between(0.0, 15.0));
        reading.snow_depth_cm = Some(depth_cm);
        reading.swe_mm = Some(depth_cm * numbers.between(2.0, 3.5));
        reading.surface_temp_c = Some(-numbers.between(0.5, 12.0));
        reading.new_snow24h_cm = Some(numbers.between(0.0, 30.0));
        reading.new_snow48h_cm = Some(numbers.between(0.0, 40.0));
        reading.new_snow7d_cm = Some(numbers.between(0.0, 90.0));
        reading.new_swe24h_mm = Some(numbers.between(1.0, 30.0));
        reading.thaw_freeze48h = Some(false);
        reading
    }
}

fn snapshot(numbers: &mut Numbers, today: NaiveDate) -> ForecastSnapshot {
    let models = MODELS
        .into_iter()
        .map(|model| ModelRun {
            model: model.to_owned(),
            available_at: Some(NOW.plus_millis(-3 * HOUR_MS)),
            days: (0..DAYS).map(|day| model_day(numbers, today + Days::new(day))).collect(),
            depth_cm: Some(numbers.between(50.0, 150.0)),
            past24h_cm: Some(numbers.between(0.0, 20.0)),
            past48h_cm: Some(numbers.between(0.0, 30.0)),
        })
        .collect();
    let weather = ModelWeather {
        temp_c: Some(-3.5),
        wet_bulb_c: Some(-4.2),
        rain6h_mm: Some(0.0),
        thaw_hours24h: Some(0),
        thaw_freeze24h: Some(false),
        max_temp24h_c: Some(-1.5),
        coming_min_wet_bulb_c: Some(-9.0),
        max_wind24h_mps: Some(6.0),
        lasting_wind24h_mps: Some(6.0),
    };
    ForecastSnapshot { captured_at: NOW.plus_millis(-HOUR_MS), models, weather: Some(weather), hours: None }
}

fn model_day(numbers: &mut Numbers, date: NaiveDate) -> ModelDay {
    let mut around = |low: f64, high: f64| {
        let value = numbers.between(low, high);
        PerBand { base: Some(value), mid: Some(value * 1.2), summit: Some(value * 1.5) }
    };
    let snow_cm = around(0.0, 25.0);
    let rain_mm = around(0.0, 2.0);
    let temp_min_c = around(-15.0, -5.0);
    let temp_max_c = around(-5.0, 2.0);
    ModelDay {
        date,
        snow_cm,
        rain_mm,
        temp_min_c,
        temp_max_c,
        freezing_level_m: Some(numbers.between(800.0, 2400.0)),
        wind_max_mps: Some(numbers.between(2.0, 15.0)),
        gust_max_mps: Some(numbers.between(8.0, 30.0)),
        wind: Some(MeanWind::new(numbers.between(1.0, 8.0), numbers.between(200.0, 300.0))),
        cloud_pct: Some(numbers.between(0.0, 100.0)),
        gap_filled: false,
    }
}
