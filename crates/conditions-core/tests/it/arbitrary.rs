use chrono::NaiveDate;
use conditions_core::evidence::{
    Claim, Climate, Evidence, ForecastSnapshot, MeanWind, ModelDay, ModelRun, ModelWeather, ModelledSnow,
    MonthDay, Observation, Origin, PerBand, Profile, Site, StationReading, UsualSeason,
};
use conditions_core::record::{AbilityPct, Band, LongestRun, OpenTotal, OperatingStatus};
use conditions_core::source::AcquisitionTier;
use conditions_core::time::{HOUR_MS, Timestamp};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

#[derive(Debug, Clone)]
pub(crate) struct Arguments {
    pub(crate) now: Timestamp,
    pub(crate) profile: Profile,
    pub(crate) evidence: Evidence,
}

/// Generates arguments of all kinds; `now` is usually a winter's day.
pub(crate) fn arguments() -> impl Strategy<Value = Arguments> {
    now().prop_flat_map(|now| {
        (profile(now), evidence(now)).prop_map(move |(profile, evidence)| Arguments {
            now,
            profile,
            evidence,
        })
    })
}

fn now() -> impl Strategy<Value = Timestamp> {
    let year = 365 * 24 * HOUR_MS;
    let winter = 1_768_046_400_000_i64;
    prop_oneof![
        8 => (winter - year..winter + year).prop_map(Timestamp::from_millis),
        1 => any::<i64>().prop_map(Timestamp::from_millis),
        1 => prop::sample::select(vec![i64::MIN, 0, i64::MAX]).prop_map(Timestamp::from_millis),
    ]
}

/// Generates a time around `now`: at or next to every boundary of the contract, in the future, or anywhere.
pub(crate) fn instant(now: Timestamp) -> BoxedStrategy<Timestamp> {
    let edges = [0, 3, 6, 18, 24, 48, 14 * 24].map(|hours: i64| hours * HOUR_MS).to_vec();
    prop_oneof![
        6 => (0..15 * 24 * HOUR_MS).prop_map(move |age| now.plus_millis(-age)),
        3 => (prop::sample::select(edges), -1..=1_i64).prop_map(move |(age, by)| now.plus_millis(by - age)),
        1 => (0..HOUR_MS).prop_map(move |ahead| now.plus_millis(ahead)),
        1 => any::<i64>().prop_map(Timestamp::from_millis),
    ]
    .boxed()
}

/// Generates a number within `low..high`, or any float.
fn number(low: f64, high: f64) -> BoxedStrategy<f64> {
    prop_oneof![
        8 => low..high,
        1 => any::<f64>(),
        1 => prop::sample::select(vec![low, high, 0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY]),
    ]
    .boxed()
}

fn count() -> impl Strategy<Value = Option<u32>> {
    option::weighted(0.8, prop_oneof![8 => 0..60_u32, 1 => any::<u32>(), 1 => Just(u32::MAX)])
}

fn open_total() -> impl Strategy<Value = OpenTotal> {
    (count(), count()).prop_map(|(open, total)| OpenTotal { open, total })
}

fn text() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["", " ", "powder", "Névé — gefürchtet", "\"quoted\"\n", "雪"])
        .prop_map(str::to_owned)
}

fn date() -> impl Strategy<Value = NaiveDate> {
    // Around 10 January 2026, in days of the common era.
    let around = 739_260..739_760;
    prop_oneof![
        8 => around.prop_map(|day| NaiveDate::from_num_days_from_ce_opt(day).unwrap_or_default()),
        1 => prop::sample::select(vec![NaiveDate::MIN, NaiveDate::MAX]),
    ]
}

fn band() -> impl Strategy<Value = Band> {
    prop::sample::select(vec![Band::Base, Band::Mid, Band::Summit])
}

fn ability() -> impl Strategy<Value = AbilityPct> {
    let part = || number(0.0, 60.0);
    let any_parts = (part(), part(), part(), part());
    let whole = prop::sample::select(vec![(25.0, 25.0, 25.0, 25.0), (10.0, 20.5, 30.0, 37.5)]);
    prop_oneof![any_parts, whole].prop_map(|(beginner, intermediate, advanced, expert)| AbilityPct {
        beginner,
        intermediate,
        advanced,
        expert,
    })
}

fn longest_run() -> impl Strategy<Value = LongestRun> {
    (option::of(text()), option::of(number(0.0, 50.0)))
        .prop_map(|(name, km)| LongestRun { name: name.map(Into::into), km })
}

pub(crate) fn origin() -> impl Strategy<Value = Origin> {
    let tiers = vec![
        AcquisitionTier::DirectApi,
        AcquisitionTier::StructuredFeed,
        AcquisitionTier::HeadlessDom,
        AcquisitionTier::Vision,
        AcquisitionTier::Unknown,
    ];
    prop_oneof![
        Just(Origin::Operator),
        (text(), option::of(text()), option::of(number(0.0, 4000.0))).prop_map(
            |(network, name, elevation_m)| Origin::Station {
                network,
                name: name.map(Into::into),
                elevation_m
            }
        ),
        (prop::sample::select(tiers), option::of(text()))
            .prop_map(|(tier, label)| Origin::Scraped { tier, label }),
        (option::of(text()), option::of(number(0.0, 1.0)))
            .prop_map(|(label, agreement)| Origin::Model { label, agreement }),
        Just(Origin::Profile),
    ]
}

fn claim() -> BoxedStrategy<Claim> {
    let statuses = vec![
        OperatingStatus::Open,
        OperatingStatus::ClosedToday,
        OperatingStatus::PreSeason,
        OperatingStatus::OffSeason,
        OperatingStatus::Unknown,
    ];
    prop_oneof![
        4 => (band(), number(0.0, 400.0)).prop_map(|(band, cm)| Claim::Depth { band, cm }).boxed(),
        2 => open_total().prop_map(Claim::Lifts).boxed(),
        2 => open_total().prop_map(Claim::Runs).boxed(),
        1 => text().prop_map(Claim::Surface).boxed(),
        1 => prop::sample::select(statuses).prop_map(Claim::Status).boxed(),
        1 => date().prop_map(Claim::SeasonOpening).boxed(),
        1 => date().prop_map(Claim::SeasonClosing).boxed(),
        1 => ability().prop_map(Claim::Ability).boxed(),
        1 => longest_run().prop_map(Claim::LongestRun).boxed(),
        1 => number(0.0, 80.0).prop_map(Claim::Snowfall24h).boxed(),
        1 => number(0.0, 120.0).prop_map(Claim::Snowfall48h).boxed(),
        1 => number(0.0, 300.0).prop_map(Claim::Snowfall7d).boxed(),
    ]
    .boxed()
}

pub(crate) fn observation(now: Timestamp) -> BoxedStrategy<Observation> {
    (origin(), option::weighted(0.9, instant(now)), claim())
        .prop_map(|(origin, observed_at, claim)| Observation::new(origin, observed_at, claim))
        .boxed()
}

fn profile(now: Timestamp) -> BoxedStrategy<Profile> {
    let elevation = || option::of(number(0.0, 4000.0));
    let zones = vec![
        chrono_tz::UTC,
        chrono_tz::Europe::Vienna,
        chrono_tz::Pacific::Auckland,
        chrono_tz::Pacific::Kiritimati,
        chrono_tz::America::Santiago,
    ];
    let month_day = || {
        prop_oneof![8 => (1..=12_u8, 1..=28_u8), 1 => Just((2, 29)), 1 => any::<(u8, u8)>()]
            .prop_map(|(month, day)| MonthDay { month, day })
    };
    (
        (text(), prop::sample::select(zones), [elevation(), elevation(), elevation()]),
        (count(), count(), option::of(ability()), option::of(longest_run())),
        (option::of((month_day(), month_day())), option::of(instant(now))),
    )
        .prop_map(
            |((slug, zone, [base, mid, summit]), (lifts, runs, ability, longest), (season, checked))| {
                let mut profile = Profile::new(slug, zone);
                profile.elevation_m = PerBand { base, mid, summit };
                profile.lifts_total = lifts;
                profile.runs_total = runs;
                profile.ability_pct = ability;
                profile.longest_run = longest;
                profile.season = season.map(|(opens, closes)| UsualSeason { opens, closes });
                profile.checked_at = checked;
                profile
            },
        )
        .boxed()
}

fn station(now: Timestamp) -> BoxedStrategy<StationReading> {
    let sites = vec![Site::Mountain, Site::Snow, Site::Airport, Site::Road];
    let maybe = |low, high| option::of(number(low, high));
    (
        (text(), text(), option::of(text()), prop::sample::select(sites)),
        (maybe(0.0, 4000.0), number(0.0, 30.0), instant(now)),
        (maybe(-30.0, 15.0), maybe(0.0, 30.0), maybe(0.0, 400.0), maybe(0.0, 1500.0)),
        (maybe(-30.0, 1.0), maybe(0.0, 80.0), maybe(0.0, 100.0), option::of(any::<bool>())),
    )
        .prop_map(|(who, (elevation_m, distance_km, observed_at), weather, snow)| {
            let mut reading = StationReading::blank(who.0, who.1, observed_at);
            reading.name = who.2.map(Into::into);
            reading.site = who.3;
            reading.elevation_m = elevation_m;
            reading.distance_km = distance_km;
            reading.temp_c = weather.0;
            reading.wind_mps = weather.1;
            reading.snow_depth_cm = weather.2;
            reading.swe_mm = weather.3;
            reading.surface_temp_c = snow.0;
            reading.new_snow24h_cm = snow.1;
            reading.new_snow48h_cm = snow.1.map(|cm| cm * 1.5);
            reading.new_snow7d_cm = snow.1.map(|cm| cm * 3.0);
            reading.new_swe24h_mm = snow.2;
            reading.thaw_freeze48h = snow.3;
            reading
        })
        .boxed()
}

fn banded(low: f64, high: f64) -> impl Strategy<Value = PerBand<Option<f64>>> {
    let one = || option::weighted(0.9, number(low, high));
    (one(), one(), one()).prop_map(|(base, mid, summit)| PerBand { base, mid, summit })
}

fn model_day(date: NaiveDate) -> BoxedStrategy<ModelDay> {
    let maybe = |low, high| option::of(number(low, high));
    (
        (banded(0.0, 40.0), banded(0.0, 20.0), banded(-25.0, 5.0), banded(-20.0, 12.0)),
        (
            maybe(0.0, 4000.0),
            maybe(0.0, 30.0),
            maybe(0.0, 50.0),
            maybe(0.0, 100.0),
            option::of((number(0.0, 20.0), number(0.0, 360.0))),
        ),
    )
        .prop_map(move |(bands, whole)| ModelDay {
            date,
            snow_cm: bands.0,
            rain_mm: bands.1,
            temp_min_c: bands.2,
            temp_max_c: bands.3,
            freezing_level_m: whole.0,
            wind_max_mps: whole.1,
            gust_max_mps: whole.2,
            wind: whole.4.map(|(speed, from)| MeanWind::new(speed, from)),
            cloud_pct: whole.3,
            gap_filled: false,
        })
        .boxed()
}

fn model_run(now: Timestamp) -> BoxedStrategy<ModelRun> {
    let models = vec!["ecmwf_ifs025", "gfs_seamless", "icon_seamless", "an unknown model", ""];
    let today = now.utc().date_naive();
    let dates: Vec<NaiveDate> = today.iter_days().take(16).collect();
    (
        prop::sample::select(models),
        option::of(instant(now)),
        vec(prop_oneof![9 => prop::sample::select(dates), 1 => date()].prop_flat_map(model_day), 0..16),
        option::of(number(0.0, 400.0)),
        option::of(number(0.0, 80.0)),
    )
        .prop_map(|(model, available_at, days, depth_cm, past24h_cm)| ModelRun {
            model: model.to_owned(),
            available_at,
            days: days.into(),
            depth_cm,
            past24h_cm,
            past48h_cm: past24h_cm.map(|cm| cm * 1.5),
        })
        .boxed()
}

fn weather() -> BoxedStrategy<ModelWeather> {
    let maybe = |low, high| option::of(number(low, high));
    (
        (maybe(-25.0, 12.0), maybe(-25.0, 10.0), maybe(0.0, 20.0), option::of(any::<u8>())),
        (option::of(any::<bool>()), maybe(-20.0, 12.0), maybe(-20.0, 5.0), maybe(0.0, 40.0)),
    )
        .prop_map(|(now, past)| ModelWeather {
            temp_c: now.0,
            wet_bulb_c: now.1,
            rain6h_mm: now.2,
            thaw_hours24h: now.3,
            thaw_freeze24h: past.0,
            max_temp24h_c: past.1,
            coming_min_wet_bulb_c: past.2,
            max_wind24h_mps: past.3,
            lasting_wind24h_mps: past.3,
        })
        .boxed()
}

fn snapshot(now: Timestamp) -> BoxedStrategy<ForecastSnapshot> {
    (instant(now), vec(model_run(now), 0..4), option::of(weather()))
        .prop_map(|(captured_at, models, weather)| ForecastSnapshot {
            captured_at,
            models,
            weather,
            hours: None,
        })
        .boxed()
}

fn climate() -> impl Strategy<Value = Climate> {
    (band(), any::<u16>(), number(0.0, 200.0)).prop_map(|(band, winters, mean_depth_cm)| Climate {
        band,
        winters,
        mean_depth_cm,
    })
}

fn evidence(now: Timestamp) -> BoxedStrategy<Evidence> {
    (
        vec(observation(now), 0..24),
        vec(station(now), 0..5),
        option::weighted(0.4, snapshot(now)),
        option::of(climate()),
        option::of((
            instant(now),
            [option::of(number(0.0, 300.0)), option::of(number(0.0, 300.0)), option::of(number(0.0, 300.0))],
        )),
    )
        .prop_map(|(observations, stations, forecast, climate, snow)| {
            let snowpack = snow.map(|(at, [base, mid, summit])| ModelledSnow {
                at,
                depth_cm: PerBand { base, mid, summit },
            });
            Evidence::default()
                .with_observations(observations)
                .with_stations(stations)
                .with_forecast(forecast)
                .with_climate(climate)
                .with_snowpack(snowpack)
        })
        .boxed()
}
