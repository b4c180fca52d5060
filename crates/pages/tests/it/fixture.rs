//! Three invented resorts: one with a forecast and a name that looks like markup, one in the United States with
//! reports, and one without data.

use std::sync::{Arc, LazyLock};

use catalogue::Resort;
use conditions_core::evidence::Evidence;
use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;
use pages::{Answer, Ask, Lane, LaneKind, Language, PAGES, Units, View, WinterProgress, files};
use serde_json::{Value, json};
use world::credits::{AllCredits, Credit, ServiceCredit};
use world::{ResortEvidence, Service, World};

/// 10 January 2026, noon UTC.
pub(crate) const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn resort(slug: &str, name: &str, country: &str, zone: &str, lat: f64, lon: f64) -> Resort {
    serde_json::from_value(json!({
        "slug": slug, "name": name, "country": country, "tags": ["europe"], "lat": lat, "lon": lon,
        "timezone": zone, "base_m": 1400, "mid_m": 2000, "summit_m": 2800, "sources": ["invented"],
        "dated": "2026-01-01",
    }))
    .unwrap()
}

/// Returns an invented forecast: one model with 12 cm a day for eighteen days from yesterday on, at every band, and
/// four hours from noon on, of which the third has no wind.
fn forecast() -> Value {
    let days: Vec<_> = (9..27)
        .map(|day| {
            let three = |value: f64| json!({ "base": value, "mid": value, "summit": value });
            json!({
                "date": format!("2026-01-{day:02}"), "snowCm": three(12.0), "rainMm": three(0.0),
                "tempMinC": three(-9.0), "tempMaxC": three(-3.0), "freezingLevelM": 700.0,
                "windMaxMps": 8.0, "gustMaxMps": 15.0, "cloudPct": 70.0,
            })
        })
        .collect();
    json!({ "forecast": {
        "capturedAt": "2026-01-10T10:00:00Z",
        "models": [{ "model": "icon_seamless", "days": days }],
        "hours": {
            "start": "2026-01-10T12:00:00Z", "elevationM": 2000.0,
            "tempC": { "models": 1, "values": [-4.0, -4.5, -5.0, -5.5] },
            "precipitationMm": { "models": 1, "values": [0.0, 1.5, 2.0, 0.5] },
            "windMps": { "models": 1, "values": [4.0, 5.0, null, 6.0] },
            "gustMps": { "models": 1, "values": [8.0, 9.0, 12.0, 10.0] },
        },
    } })
}

/// Returns an invented station above every band of the resort.
fn station_above() -> Value {
    json!({ "stations": [{
        "network": "tawes", "stationId": "1", "name": "INVENTED PEAK", "elevationM": 2850.0, "distanceKm": 4.0,
        "observedAt": "2026-01-10T11:50:00Z", "snowDepthCm": 64.0,
    }] })
}

fn evidence(value: Value) -> Evidence {
    serde_json::from_value(value).unwrap()
}

fn service() -> Service {
    Service {
        name: "Test \"Snow\"".to_owned(),
        base_url: "https://snow.example.org".to_owned(),
        synthetic: true,
        has_previews: true,
        cameras: Vec::new(),
        credits: AllCredits {
            service: ServiceCredit {
                text: "Data by Test Snow".to_owned(),
                url: "https://snow.example.org".to_owned(),
            },
            terms_url: "https://snow.example.org/api/v1/credits".to_owned(),
            catalogue: vec![Credit {
                name: "Invented".to_owned(),
                url: "https://invented.example.org".to_owned(),
                licence: "none".to_owned(),
                licence_url: None,
                text: "Invented <catalogue>".to_owned(),
            }],
            forecast: Vec::new(),
            climate: Vec::new(),
            documents: Vec::new(),
            stations: Vec::new(),
            feeds: Vec::new(),
        },
        lodging: Vec::new(),
        regions: world::avalanche::Regions::default(),
    }
}

fn world(resorts: Vec<(Resort, Evidence)>) -> World {
    let held = resorts
        .into_iter()
        .map(|(resort, evidence)| Arc::new(ResortEvidence::new(resort, evidence)))
        .collect();
    World::new(Arc::new(service()), Arc::new(Policy::contract()), held, NOW)
}

pub(crate) static WORLD: LazyLock<World> = LazyLock::new(|| {
    world(vec![
        (resort("invented", "Tom & <Jerry>", "CH", "Europe/Zurich", 46.1, 7.9), evidence(forecast())),
        (resort("abroad", "Abroad", "US", "America/Denver", 39.6, -106.4), evidence(forecast())),
        (resort("nothing", "Nothing Known", "AT", "Europe/Vienna", 47.1, 11.9), evidence(json!({}))),
        (resort("beside", "Beside a Station", "AT", "Europe/Vienna", 47.3, 11.7), evidence(station_above())),
    ])
});

/// Returns an invented world: a modelled depth of 49 cm and 12 cm of new snow in a day, and for the second resort a
/// station of the network TAWES that measured 82 cm and 7 cm at its mid mountain. The third resort has 0 cm of new
/// snow, and no depth is known.
fn measured() -> World {
    let mut modelled = forecast();
    let dry = {
        let mut dry = modelled.clone();
        dry["forecast"]["models"][0]["past24hCm"] = json!(0.0);
        evidence(dry)
    };
    modelled["forecast"]["models"][0]["depthCm"] = json!(49.0);
    modelled["forecast"]["models"][0]["past24hCm"] = json!(12.0);
    let mut station = modelled.clone();
    station["stations"] = json!([{
        "network": "tawes", "stationId": "11343", "name": "Gipfel", "elevationM": 2000.0, "distanceKm": 2.0,
        "observedAt": "2026-01-10T11:00:00Z", "snowDepthCm": 82.0, "newSnow24hCm": 7.0,
    }]);
    world(vec![
        (resort("modelled", "Model Peak", "CH", "Europe/Zurich", 46.1, 7.9), evidence(modelled)),
        (resort("station", "Station Hill", "AT", "Europe/Vienna", 47.1, 11.9), evidence(station)),
        (resort("dry", "Dry Ridge", "IT", "Europe/Rome", 46.5, 11.9), dry),
    ])
}

/// A world in which a station measures one resort and a model covers another.
pub(crate) static MEASURED: LazyLock<World> = LazyLock::new(measured);

/// A world without resorts.
pub(crate) static EMPTY: LazyLock<World> = LazyLock::new(|| world(Vec::new()));

/// A request.
#[derive(Clone, Default)]
pub(crate) struct Request<'a> {
    pub(crate) language: Option<Language>,
    pub(crate) units: Option<Units>,
    pub(crate) query: &'a [(&'a str, &'a str)],
    pub(crate) empty: bool,
    pub(crate) measured: bool,
}

/// Answers a request for an address of the table, such as `/resorts/invented`.
pub(crate) fn ask(path: &str, request: &Request<'_>) -> Answer {
    let (page, arguments) = PAGES
        .iter()
        .find_map(|page| Some((*page, arguments(page.meta().path, path)?)))
        .unwrap_or_else(|| panic!("no page at {path}"));
    pages::answer(page, &asked(path, arguments, request, page.meta().query))
}

/// Returns the file at an address of the table with its argument filled in.
pub(crate) fn file(path: &str, slug: &str, request: &Request<'_>) -> Answer {
    let file = files().find(|file| file.path == path).unwrap_or_else(|| panic!("no file at {path}"));
    pages::file(file, &asked(path, vec![("slug".to_owned(), slug.to_owned())], request, file.query))
}

pub(crate) fn asked(
    path: &str,
    arguments: Vec<(String, String)>,
    request: &Request<'_>,
    known: &[&str],
) -> Ask<'static> {
    let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    let world = match request {
        Request { empty: true, .. } => &*EMPTY,
        Request { measured: true, .. } => &*MEASURED,
        Request { .. } => &*WORLD,
    };
    let mut ask = Ask::new(View::public(world), NOW, request.language.unwrap_or(Language::En), path);
    ask.units = request.units;
    ask.arguments = arguments;
    ask.query = Ask::known_parameters(request.query.iter().map(owned).collect(), known);
    ask.lanes = vec![Lane {
        newest_value: None,
        old: false,
        name: "open-meteo".to_owned(),
        last_success: Some(NOW),
        failures: 0,
        silent: false,
        next_try: None,
        is_off: false,
        kind: LaneKind::Forecasts,
    }];
    ask.winters = Some(WinterProgress {
        resorts: 743,
        current: 743,
        ten: 20,
        thirty: 1,
        missing: 22_090,
        calls: 811.6,
        limit: Some(829.0),
        done_at: Some(NOW.plus_millis(90 * 86_400_000)),
    });
    ask
}

/// Returns the document at an address that exists.
pub(crate) fn html(path: &str) -> String {
    let answer = ask(path, &Request::default());
    assert_eq!(answer.status, 200, "{path}: {}", answer.html);
    answer.html
}

fn arguments(pattern: &str, path: &str) -> Option<Vec<(String, String)>> {
    let (pattern, path): (Vec<&str>, Vec<&str>) = (pattern.split('/').collect(), path.split('/').collect());
    if pattern.len() != path.len() {
        return None;
    }
    let mut found = Vec::new();
    for (known, given) in pattern.into_iter().zip(path) {
        match known.strip_prefix('{').and_then(|name| name.strip_suffix('}')) {
            Some(name) => found.push((name.to_owned(), given.to_owned())),
            None if known == given => {}
            None => return None,
        }
    }
    Some(found)
}

/// Returns an address of every page, with arguments that exist.
pub(crate) fn addresses() -> Vec<String> {
    let pass = catalogue::passes::passes().iter().next().unwrap().id.clone();
    let of = |path: &str| {
        path.replace("{slug}", "invented")
            .replace("{region}", "alps")
            .replace("{pass}", &pass)
            .replace("{doc}", "guide")
    };
    PAGES.iter().map(|page| of(page.meta().path)).collect()
}
