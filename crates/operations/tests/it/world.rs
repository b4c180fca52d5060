//! Five invented resorts at a fixed time, and functions to query them. All places and winters are invented.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::{Arc, LazyLock};

use accounts::alerts::{Alert, AlertRequest, Kind};
use catalogue::Resort;
use catalogue::passes::Passes;
use chrono::NaiveDate;
use climate::{Day, DayWeather, Hemisphere, RawWinter, Winter, Winters};
use conditions_core::evidence::{
    Claim, Evidence, ForecastSnapshot, HourColumn, HourlyWeather, MeanWind, ModelDay, ModelRun, Observation,
    Origin, PerBand, Site, StationReading,
};
use conditions_core::policy::Policy;
use conditions_core::record::{Band, OpenTotal};
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use evidence::{AvalancheBulletins, DayLog, ElNinoIndex, Form as _, Links, Photos, Reels, Roads};
use operations::operation::AccountDecision;
use operations::{AnyOperation, OPERATIONS, OpError};
use serde_json::{Value, json};
use uuid::Uuid;
use verification::{ArchivedIssue, Grading, Issue, MeasuredSnowfall, Place, Report, grade};
use world::account_data::{AccountData, MailState, SavedResort};
use world::credits::{AllCredits, Credit, DocumentCredits, FeedCredit, ServiceCredit};
use world::{AccountId, Caller, ResortEvidence, Service, Tier, View, World};

use crate::{avalanche, elnino, pictures, roads};

/// 10 January 2026, noon UTC.
pub(crate) const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

/// Invented passes: the terms of one product are not on record, and one resort is not in this world.
const PASSES: &str = r#"
[[pass]]
id = "silver-pass"
name = "Silver Pass"
aliases = ["Silver"]
operator = "Silver Mountains"
kind = "season"
website = "https://passes.example/silver"
season = "2025/26"
complete = true
sources = ["synthetic"]
dated = "2025-11-01"

[[pass.product]]
id = "silver-pass"
name = "Silver Pass"
prices = [
  { amount = 900.0, currency = "USD", age_band = "adult", valid_to = "2025-12-01", source = "https://passes.example/silver", as_of = "2025-09-01" },
  { amount = 1000.0, currency = "USD", age_band = "adult", source = "https://passes.example/silver", as_of = "2025-12-02" },
]
access = [
  { mode = "unlimited", blackout = false, resorts = ["birch-bowl"] },
  { mode = "days", days = 5, shared = true, blackout = true, resorts = ["cedar-bowl", "elder-cone", "elsewhere"] },
]

[[pass.product]]
id = "silver-local"
name = "Silver Local"
access = []

[[pass]]
id = "alpine-days"
name = "Alpine Days"
kind = "days"
season = "2024/25"
complete = false
note = "Synthetic."
sources = ["synthetic"]
dated = "2024-11-01"

[[pass.product]]
id = "alpine-days"
name = "Alpine Days"
access = [
  { mode = "days", days = 2, reservation = true, resorts = ["alpenau", "cedar-bowl"] },
  { mode = "included", resorts = ["dom-dake"] },
]
"#;

/// Returns the resorts in the world's order. Two share the alias `The Bowl`, and a hub that is not in the catalogue.
pub(crate) fn world() -> World {
    changed("", |_| {})
}

/// Returns the world with another forecast for one resort.
pub(crate) fn changed(slug: &str, change: impl Fn(&mut ForecastSnapshot)) -> World {
    let mut held = [
        (alpenau(), measured()),
        (birch_bowl(), forecast_only(12.4, 2_950.0)),
        (cedar_bowl(), forecast_only(3.1, 1_600.0)),
        (dom_dake(), Evidence::default()),
        (elder_cone(), forecast_only(0.8, 1_450.0)),
    ];
    for (resort, evidence) in &mut held {
        if resort.slug == slug {
            evidence.forecast.as_mut().map(&change);
        }
    }
    world_of(held)
}

fn world_of(held: impl IntoIterator<Item = (Resort, Evidence)>) -> World {
    let held = held.into_iter().map(|(resort, evidence)| {
        let past = winters(&resort);
        ResortEvidence::new(resort, evidence).with_winters(past)
    });
    of_held(held)
}

/// Returns a world of these resorts, unchanged.
pub(crate) fn of_held(held: impl IntoIterator<Item = ResortEvidence>) -> World {
    let held = held.into_iter().map(Arc::new).collect();
    let mut world = World::new(Arc::new(service()), Arc::new(Policy::contract()), held, NOW);
    world.report = Some(Arc::clone(&REPORT));
    world.passes = &INVENTED;
    let world = avalanche::with_bulletin(elnino::with_indices(world, &["RONI", "ONI"]));
    pictures::with_shown(roads::with_shown(world))
}

/// Returns one resort of the world with these winters.
pub(crate) fn measured_with(past: Winters) -> ResortEvidence {
    ResortEvidence::new(alpenau(), measured()).with_winters(past)
}

/// Returns thirty winters and the current one in Utah, twelve in the south, three in Canada, and none elsewhere.
fn winters(resort: &Resort) -> Winters {
    match resort.slug.as_str() {
        "birch-bowl" => made_winters(Hemisphere::North, 1995..=2025, 1.0),
        "cedar-bowl" => made_winters(Hemisphere::North, 2022..=2024, 1.5),
        "elder-cone" => made_winters(Hemisphere::South, 2014..=2025, 0.5),
        _ => Winters::new(Hemisphere::from_latitude(resort.lat)),
    }
}

/// Site of the invented winters: every band has the requested elevation.
const SITE: climate::Site = climate::Site { asked_m: Some(2_000.0), bands: PerBand::all(Some(2_000.0)) };

/// Returns invented winters: a snowfall every fifth day of the season, a powder day every thirtieth, some years
/// snowier. Known until five days before [`NOW`].
pub(crate) fn made_winters(hemisphere: Hemisphere, years: RangeInclusive<i32>, factor: f64) -> Winters {
    let known_to = NOW.plus_millis(-5 * DAY_MS).utc().date_naive();
    let mut all = Winters::at(hemisphere, SITE);
    for year in years {
        let winter = Winter::new(hemisphere, year).unwrap();
        let snowy = factor * (1.0 + f64::from(year * 7 % 5) / 10.0);
        let season = winter.season_range();
        let days = winter.first_day().iter_days().take(winter.days()).enumerate().map(|(at, date)| {
            let into = at as f64 - season.start as f64;
            let cm = match at {
                at if !season.contains(&at) => 0.0,
                at if at % 30 == 0 => 22.4 * snowy,
                at if at % 5 == 0 => 9.8 * snowy,
                _ => 0.0,
            };
            let depth = (into.min(season.end as f64 + 40.0 - at as f64)).clamp(0.0, 120.0) * snowy;
            let is_known = date <= known_to;
            // Frost all winter: precipitation falls as snow and stays.
            let cold = if season.contains(&at) { -8.0 } else { 14.0 };
            let weather = DayWeather {
                temp_min_c: is_known.then_some(cold - 3.0),
                temp_max_c: is_known.then_some(cold + 3.0),
                water_mm: is_known.then_some(cm / 0.7),
            };
            let (snowfall_cm, depth_cm) = (is_known.then_some(cm), is_known.then_some(depth));
            Day { date, snowfall_cm, depth_cm, weather }
        });
        let mut raw = RawWinter::new(winter);
        raw.merge_days(&climate::Policy::DEFAULT, days);
        all.insert(raw.evaluate(&climate::Policy::DEFAULT, &SITE, NOW));
    }
    all
}

static INVENTED: LazyLock<Passes> = LazyLock::new(|| Passes::parse(PASSES).unwrap());
static REPORT: LazyLock<Arc<Report>> = LazyLock::new(|| Arc::new(report()));

/// Returns the grading of forty days of invented forecasts for one resort against an invented station: nearer days are
/// forecast better, and the second model is worse.
fn report() -> Report {
    let today = NOW.utc().date_naive();
    let place =
        Place { slug: "alpenau".to_owned(), regions: vec!["europe".to_owned()], mid_m: Some(1_800.0) };
    let truth = |day: i64| if day % 3 == 0 { 12.0 + (day % 5) as f64 } else { 0.0 };
    let (mut issues, mut measured) = (Vec::new(), Vec::new());
    for day in 0..40 {
        let date = today - chrono::TimeDelta::days(40 - day);
        let said = |wrong: f64| -> Vec<Option<i32>> {
            let cm = |ahead: i64| (truth(day + ahead) + wrong * (1 + ahead) as f64).max(0.0);
            (0..14).map(|ahead| Some((cm(ahead) * 10.0) as i32)).collect()
        };
        let members = BTreeMap::from([
            ("ecmwf_ifs025".to_owned(), said(0.3)),
            ("gfs_seamless".to_owned(), said(if day % 2 == 0 { 0.9 } else { -0.7 })),
        ]);
        let issue = Issue::new(1, false, said(0.4), members);
        issues.push(ArchivedIssue { slug: place.slug.clone(), day: date, issue });
        measured.push(MeasuredSnowfall {
            slug: place.slug.clone(),
            day: date,
            network: "example".to_owned(),
            station: "E1".to_owned(),
            elevation_m: Some(1_750.0),
            cm: truth(day),
        });
    }
    grade(&Grading::STANDARD, &Policy::contract(), &[place], &issues, &measured, today)
}

/// Returns three resorts that differ only in their slugs, in reverse order of their slugs.
pub(crate) fn triplets() -> World {
    let slugs = ["birch-c", "birch-a", "birch-b"];
    world_of(
        slugs.map(|slug| (Resort { slug: slug.to_owned(), ..birch_bowl() }, forecast_only(12.4, 2_950.0))),
    )
}

fn service() -> Service {
    let credit = |name: &str| Credit {
        name: name.to_owned(),
        url: "https://upstream.example.org".to_owned(),
        licence: "CC BY 4.0".to_owned(),
        licence_url: None,
        text: format!("{name}, as it wants to be credited"),
    };
    Service {
        name: "Test Snow".to_owned(),
        base_url: "https://snow.example.org".to_owned(),
        synthetic: true,
        has_previews: false,
        regions: world::avalanche::Regions::default(),
        cameras: vec![pictures::camera()],
        credits: AllCredits {
            service: ServiceCredit {
                text: "Data by Test Snow".to_owned(),
                url: "https://snow.example.org".to_owned(),
            },
            terms_url: "https://snow.example.org/api/v1/credits".to_owned(),
            catalogue: vec![credit("A map")],
            forecast: vec![credit("A model")],
            climate: vec![credit("A reanalysis")],
            documents: vec![
                DocumentCredits { kind: DayLog::NAME, lane: DayLog::NAME, credits: Vec::new() },
                DocumentCredits { kind: ElNinoIndex::NAME, lane: "enso", credits: vec![credit("An index")] },
                DocumentCredits { kind: Roads::NAME, lane: "agency", credits: vec![credit("An agency")] },
                DocumentCredits {
                    kind: AvalancheBulletins::NAME,
                    lane: "slf-bulletin",
                    credits: vec![credit("A warning service")],
                },
                DocumentCredits {
                    kind: AvalancheBulletins::NAME,
                    lane: "avalanche-report",
                    credits: vec![credit("Another warning service")],
                },
                DocumentCredits { kind: Photos::NAME, lane: "commons", credits: vec![credit("A commons")] },
                DocumentCredits { kind: Links::NAME, lane: "webcams", credits: Vec::new() },
                DocumentCredits { kind: Reels::NAME, lane: "cameras", credits: Vec::new() },
            ],
            stations: Vec::new(),
            feeds: vec![FeedCredit {
                slug: "alpenau".to_owned(),
                lane: pictures::camera().lane(),
                credit: credit("Synthetic Lifts"),
            }],
        },
        lodging: Vec::new(),
    }
}

fn resort(value: Value) -> Resort {
    serde_json::from_value(value).unwrap()
}

fn alpenau() -> Resort {
    resort(json!({
        "slug": "alpenau", "name": "Alpenau", "aliases": ["Alpenau-Dorf"], "country": "CH", "state": "Valais",
        "tags": ["europe", "alps"], "lat": 46.1, "lon": 7.9, "timezone": "Europe/Zurich",
        "base_m": 1400, "mid_m": 2000, "summit_m": 2800, "lifts": 20, "runs": 50, "run_km": 110.0,
        "season": { "opens": "12-01", "closes": "04-15" }, "longest_run": { "name": "Talabfahrt", "km": 9.5 },
        "ability": { "beginner": 30.0, "intermediate": 40.0, "advanced": 20.0, "expert": 10.0 },
        "sources": ["invented"], "dated": "2026-01-01",
    }))
}

/// Returns two resorts with snow, eleven kilometres apart.
pub(crate) fn neighbours() -> World {
    let next = Resort { slug: "next-door".to_owned(), lat: 46.2, ..alpenau() };
    world_of([(alpenau(), measured()), (next, measured())])
}

/// Returns one resort with the terrain of a map.
pub(crate) fn mapped(terrain: catalogue::MappedTerrain) -> World {
    let mut resort = birch_bowl();
    resort.fill_from_map(terrain);
    world_of([(resort, measured())])
}

fn birch_bowl() -> Resort {
    resort(json!({
        "slug": "birch-bowl", "name": "Birch Bowl", "aliases": ["The Bowl"], "places": ["Birchtown"],
        "country": "US", "state": "Utah",
        "hub": "invented-valley", "tags": ["north-america", "rockies"], "lat": 40.6, "lon": -111.6, "timezone": "America/Denver",
        "base_m": 2500, "summit_m": 3400, "lifts": 12, "runs": 80,
        "season": { "opens": "11-20", "closes": "04-20" }, "sources": ["invented"], "dated": "2026-01-01",
    }))
}

fn cedar_bowl() -> Resort {
    resort(json!({
        "slug": "cedar-bowl", "name": "Cedar Bowl", "aliases": ["The Bowl"], "country": "CA",
        "state": "British Columbia", "hub": "invented-valley", "tags": ["north-america", "rockies"], "lat": 49.5, "lon": -115.0,
        "timezone": "America/Vancouver", "base_m": 1100, "mid_m": 1600, "summit_m": 2100, "runs": 80,
        "sources": ["invented"], "dated": "2026-01-01",
    }))
}

/// Returns a resort with unknown snow and few known facts.
fn dom_dake() -> Resort {
    resort(json!({
        "slug": "dom-dake", "name": "Dōm-dake", "aliases": ["ドーム岳"], "country": "JP", "state": "Hokkaido",
        "tags": ["asia", "japan"], "lat": 43.0, "lon": 141.5, "timezone": "Asia/Tokyo",
        "sources": ["invented"], "dated": "2026-01-01",
    }))
}

/// Returns a resort south of the equator with an unknown season.
fn elder_cone() -> Resort {
    resort(json!({
        "slug": "elder-cone", "name": "Elder Cone", "country": "AR", "tags": ["south-america", "andes"],
        "lat": -41.2, "lon": -71.4, "timezone": "America/Argentina/Buenos_Aires", "base_m": 1000, "summit_m": 1900,
        "sources": ["invented"], "dated": "2026-01-01",
    }))
}

/// Returns evidence from operator, station and models.
fn measured() -> Evidence {
    let operator = |hours: i64, claim| {
        Observation::new(Origin::Operator, Some(NOW.plus_millis(-hours * HOUR_MS)), claim)
    };
    Evidence::default()
        .with_observations(vec![
            operator(2, Claim::Depth { band: Band::Base, cm: 85.0 }),
            operator(2, Claim::Depth { band: Band::Summit, cm: 210.0 }),
            operator(1, Claim::Lifts(OpenTotal { open: Some(17), total: Some(20) })),
            operator(5, Claim::Runs(OpenTotal { open: Some(41), total: Some(50) })),
            operator(1, Claim::Surface("packed powder".to_owned())),
            operator(2, Claim::Snowfall24h(18.0)),
            operator(1_500, Claim::SeasonOpening(NaiveDate::from_ymd_opt(2025, 11, 29).unwrap())),
        ])
        .with_stations(vec![{
            let mut reading =
                StationReading::blank("invented-network", "INV-1", NOW.plus_millis(-HOUR_MS / 2));
            reading.name = Some("Alpenau Grat".into());
            reading.site = Site::Mountain;
            reading.elevation_m = Some(2_050.0);
            reading.distance_km = 2.5;
            reading.temp_c = Some(-6.4);
            reading.wind_mps = Some(4.2);
            reading.snow_depth_cm = Some(142.0);
            reading.swe_mm = Some(310.0);
            reading.surface_temp_c = Some(-9.1);
            reading.new_snow24h_cm = Some(16.0);
            reading.new_snow48h_cm = Some(21.0);
            reading.new_snow7d_cm = Some(64.0);
            reading.new_swe24h_mm = Some(14.4);
            reading.thaw_freeze48h = Some(false);
            reading
        }])
        .with_forecast(Some(snapshot(6.3, 2_000.0)))
        .with_climate(None)
}

pub(crate) fn forecast_only(cm: f64, mid_m: f64) -> Evidence {
    Evidence::default().with_forecast(Some(snapshot(cm, mid_m)))
}

/// Returns two models that differ a little: about `cm` of snow a day, most on the tenth day.
fn snapshot(cm: f64, mid_m: f64) -> ForecastSnapshot {
    let day = |ahead: u8, factor: f64| {
        let weight = if ahead == 10 { 4.0 } else { 1.0 + f64::from(ahead % 3) * 0.25 };
        let date = NOW.plus_millis(i64::from(ahead) * DAY_MS - DAY_MS).utc().date_naive();
        ModelDay {
            date,
            snow_cm: PerBand::all(Some(cm * weight * factor)),
            rain_mm: PerBand::all(Some(0.0)),
            temp_min_c: PerBand::all(Some(-11.0)),
            temp_max_c: PerBand::all(Some(-3.5)),
            freezing_level_m: Some(700.0),
            wind_max_mps: Some(8.0),
            gust_max_mps: Some(15.0),
            wind: Some(MeanWind::new(5.0, 290.0)),
            cloud_pct: Some(72.0),
            gap_filled: false,
        }
    };
    let run = |model: &str, factor: f64| ModelRun {
        model: model.to_owned(),
        available_at: None,
        days: (0..18).map(|ahead| day(ahead, factor)).collect(),
        depth_cm: Some(60.0 * cm * factor / 6.0),
        past24h_cm: Some(cm * factor),
        past48h_cm: Some(cm * factor * 1.5),
    };
    ForecastSnapshot {
        captured_at: NOW.plus_millis(-2 * HOUR_MS),
        models: vec![run("gfs_seamless", 0.9), run("icon_seamless", 1.1)],
        weather: None,
        hours: Some(hours(cm, mid_m)),
    }
}

/// Returns hours with frost at mid mountain, and gusts and snow tomorrow, both in proportion to `cm`.
fn hours(cm: f64, mid_m: f64) -> HourlyWeather {
    let column = |value: &dyn Fn(i64) -> f64| HourColumn::new((-48..=72).map(|hour| (Some(value(hour)), 2)));
    let tomorrow = |hour: i64, yes: f64, no: f64| if (20..26).contains(&hour) { yes } else { no };
    HourlyWeather {
        start: NOW.plus_millis(-50 * HOUR_MS),
        elevation_m: Some(mid_m),
        temp_c: column(&|_| -6.0),
        humidity_pct: column(&|hour| tomorrow(hour, 97.0, 60.0)),
        precipitation_mm: column(&|hour| tomorrow(hour, cm / 5.0, 0.0)),
        wind_mps: column(&|hour| tomorrow(hour, 6.0 + cm / 2.0, 3.0)),
        wind_from_east_mps: column(&|_| -3.0),
        wind_from_north_mps: column(&|_| 1.0),
        gust_mps: column(&|hour| tomorrow(hour, 12.0 + cm, 6.0)),
        cloud_pct: column(&|hour| tomorrow(hour, 100.0, 30.0)),
        members_mm: Vec::new(),
        past: None,
    }
}

const ACCOUNT: AccountId = AccountId(uuid::Uuid::from_u128(1));

pub(crate) fn reader(saved: &[&str]) -> Caller {
    Caller::reader(ACCOUNT, saved.iter().map(|slug| (*slug).to_owned()).collect::<BTreeSet<_>>())
}

/// Returns a reader on the Pro tier.
pub(crate) fn subscriber() -> Caller {
    Caller::subscriber(AccountId(Uuid::from_u128(2)), BTreeSet::new())
}

pub(crate) fn operation(name: &str) -> &'static dyn AnyOperation {
    *OPERATIONS.iter().find(|operation| operation.meta().name == name).unwrap()
}

/// Returns the answer of an operation.
pub(crate) fn ask(caller: &Caller, name: &str, pairs: &[(&str, &str)]) -> Result<Value, OpError> {
    Ok(serde_json::from_slice(&act(caller, name, pairs)?.rest).unwrap())
}

/// Returns the decision of an operation for a caller whose account data is [`own`].
pub(crate) fn act(caller: &Caller, name: &str, pairs: &[(&str, &str)]) -> Result<AccountDecision, OpError> {
    let (world, own) = (world(), own(caller));
    operation(name).act(&View::new(&world, caller).with_own(&own), pairs, NOW)
}

/// Returns the account data of a caller: the saved resorts of a reader, two for Pro, and two alerts.
pub(crate) fn own(caller: &Caller) -> AccountData {
    let known = ["alpenau", "birch-bowl", "cedar-bowl", "dom-dake", "elder-cone"];
    let has = |slug: &&str| match caller.tier() {
        Tier::Anonymous => false,
        Tier::Reader => caller.sees_14_days(slug),
        Tier::Pro => ["alpenau", "dom-dake"].contains(slug),
    };
    let saved_at = NOW.plus_millis(-DAY_MS);
    let saved = known.into_iter().filter(has).map(|slug| SavedResort { slug: slug.to_owned(), saved_at });
    let alert = |id: u128, kind: Kind, slug: Option<&str>| {
        let wish = AlertRequest { slug: slug.map(str::to_owned), ..AlertRequest::default() };
        Alert::new(Uuid::from_u128(id), kind, wish, saved_at).unwrap()
    };
    AccountData {
        saved: saved.collect(),
        alerts: vec![alert(1, Kind::Powder, Some("alpenau")), alert(2, Kind::Opening, None)],
        mail: MailState::On,
        has_webhook: false,
        new_id: Uuid::from_u128(3),
    }
}

/// Returns the answer of an operation for anonymous callers.
#[track_caller]
pub(crate) fn answer(name: &str, pairs: &[(&str, &str)]) -> Value {
    ask(&Caller::anonymous(), name, pairs).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the slugs of a list.
pub(crate) fn slugs(answer: &Value) -> Vec<&str> {
    answer["data"].as_array().unwrap().iter().map(|row| row["slug"].as_str().unwrap()).collect()
}
