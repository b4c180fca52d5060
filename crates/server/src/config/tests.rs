use clap::Args as _;
use proptest::prelude::*;
use sources::Lane as _;

use super::*;

fn settings(file: &str) -> Settings {
    toml::from_str(file).unwrap()
}

#[test]
fn flags_override_file_and_defaults() {
    let flags = Settings { service_name: Some("Flag".to_owned()), ..Settings::default() };
    let config = flags.or(settings("service_name = 'File'\nbind = '127.0.0.1:9000'")).config().unwrap();
    assert_eq!(config.service_name, "Flag");
    assert_eq!(config.base_url, "http://127.0.0.1:9000");
    assert_eq!(config.data_dir, PathBuf::from("data"));
}

#[test]
fn invalid_settings_are_named() {
    for (file, named) in [
        ("bind = 'nowhere'", "bind"),
        ("base_url = 'example.org'", "base-url"),
        ("base_url = 'https://user:secret@example.org'", "base-url"),
        ("base_url = 'https://example.org/snow'", "base-url"),
        ("database_url = ''", "database-url"),
        ("database_url = ' '", "database-url"),
        ("tick_seconds = 0", "tick-seconds"),
        ("tick_seconds = 61", "tick-seconds"),
        ("retention_days = 1", "retention-days"),
        ("operator_undo_minutes = 61", "operator-undo-minutes"),
        ("open_meteo_models = 'gfs seamless'", "open-meteo-models"),
        ("service_name = ' '", "service-name"),
        ("workers = 0", "workers"),
    ] {
        let error = settings(file).config().unwrap_err().to_string();
        assert!(error.starts_with(&format!("setting {named}: ")), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn wildcard_bind_links_to_localhost() {
    for (bind, base_url) in [
        ("0.0.0.0:8080", "http://localhost:8080"),
        ("[::]:9000", "http://localhost:9000"),
        ("192.0.2.7:80", "http://192.0.2.7:80"),
    ] {
        let config = settings(&format!("bind = '{bind}'")).config().unwrap();
        assert_eq!((config.base_url.as_str(), config.base_url_is_given), (base_url, false));
    }
    let given = settings("bind = '0.0.0.0:80'\nbase_url = 'https://snow.example.org/'").config().unwrap();
    assert_eq!((given.base_url.as_str(), given.base_url_is_given), ("https://snow.example.org", true));
}

#[test]
fn unusable_region_files_are_explained() {
    let folder = std::env::temp_dir().join(format!("snow-regions-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let used = |path: &Path| {
        Settings { avalanche_regions: Some(path.to_owned()), ..Settings::default() }.config().map(|_| ())
    };
    let broken =
        r#"{"features":[{"properties":{"id":"AT-07-01"},"geometry":{"type":"Polygon","coordinates":[]}}]}"#;
    for (name, text, reason) in [
        ("page.html", "<html>", "not GeoJSON with features: "),
        ("other.json", "{}", "not GeoJSON with features: no features"),
        ("none.json", r#"{"features":[]}"#, "the file has no region"),
        ("broken.json", broken, "feature 0 lacks an id, readable dates or a polygon in degrees"),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        let error = used(&path).unwrap_err().to_string();
        let says = format!("setting avalanche-regions: cannot use {}: {reason}", path.display());
        assert!(error.starts_with(&says) && !error.contains('\n'), "{error}");
    }
    // Neither a missing file nor a folder counts as "no regions".
    for path in [folder.join("nowhere.json"), folder.clone()] {
        let error = used(&path).unwrap_err().to_string();
        assert!(error.contains(&*path.to_string_lossy()), "{error}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn unknown_file_keys_are_rejected() {
    assert!(toml::from_str::<Settings>("bindd = 'x'").is_err());
}

#[test]
fn keys_are_never_shown() {
    let config = settings("open_meteo_api_key = 'hush'").config().unwrap();
    assert!(!format!("{config:?}").contains("hush"));
}

#[test]
fn zero_calls_means_no_limit() {
    assert_eq!(settings("open_meteo_daily_calls = 0").config().unwrap().open_meteo.daily_calls, None);
    assert_eq!(settings("").config().unwrap().open_meteo.daily_calls, Some(10_000));
}

fn lanes(config: &Config) -> Vec<&str> {
    config.stations.iter().map(|upstream| upstream.lane).collect()
}

#[test]
fn networks_are_all_some_or_none() {
    let all = settings("").config().unwrap();
    assert_eq!(lanes(&all), ["snotel", "slf", "metar", "swob", "tawes", "amedas"]);
    assert_eq!(lanes(&settings("stations = 'none'").config().unwrap()), [""; 0]);
    let some = settings("stations = 'metar, snotel'\nmetar_url = 'http://127.0.0.1:9/'").config().unwrap();
    assert_eq!(lanes(&some), ["snotel", "metar"]);
    assert_eq!(some.stations[1].base_url, "http://127.0.0.1:9");
    assert_eq!(some.stations[0].base_url, sources::snotel::Snotel.meta().base_url);
}

#[test]
fn unknown_networks_are_named() {
    for (file, named) in [
        ("stations = 'snotel,nosuch'", "stations: `nosuch`"),
        ("stations = ''", "stations"),
        ("stations = 'none,metar'", "stations"),
        ("stations = 'none'\nslf_url = 'ftp://x'", "slf-url"),
    ] {
        let error = settings(file).config().unwrap_err().to_string();
        assert!(error.starts_with(&format!("setting {named}")), "{error}");
    }
}

fn feed(entry: &str) -> Result<Config, ConfigError> {
    settings(&format!("[[lifts]]\nslug = 'winter-park'\n{entry}")).config()
}

#[test]
fn only_listed_feeds_are_polled() {
    assert_eq!(settings("").config().unwrap().lifts, []);
    let config = feed("family = 'mtnpowder'\nid = '5'").unwrap();
    let feed = &config.lifts[0];
    assert_eq!(feed.url.as_str(), "https://mtnpowder.com/feed?resortId=5");
    assert_eq!(
        (feed.family, feed.every, feed.origin()),
        ("mtnpowder", Duration::from_secs(1_800), "https://mtnpowder.com".to_owned())
    );
    let boyne = settings("[[lifts]]\nslug = 'big-sky'\nfamily = 'boyne'\nid = 'bs'\ninterval_minutes = 15")
        .config()
        .unwrap();
    assert!(boyne.lifts[0].url.as_str().ends_with("/Lifts/All?resortName=bs"));
}

#[test]
fn invalid_feeds_are_named() {
    for (entry, named) in [
        ("family = 'nosuch'\nid = '5'", "family `nosuch` is not one of mtnpowder, "),
        ("family = 'mtnpowder'", "give id or url"),
        ("family = 'vail'", "give url"),
        ("family = 'vail'\nid = '5'", "the family vail has no id"),
        ("family = 'boyne'\nid = 'bs'\nurl = 'https://example.org/x'", "not both"),
        ("family = 'mtnpowder'\nid = '5/../6'", "id `5/../6`"),
        ("family = 'mtnpowder'\nid = ''", "id ``"),
        ("family = 'vail'\nurl = 'ftp://example.org/x'", "url is not"),
        ("family = 'vail'\nurl = 'https://user:hush@example.org/x'", "url is not"),
        ("family = 'vail'\nurl = 'https://example.org/x#y'", "url is not"),
        ("family = 'vail'\nurl = 'example.org'", "url is not"),
        (
            "family = 'mtnpowder'\nid = '5'\ninterval_minutes = 14",
            "interval_minutes must be 15 to 300, not 14",
        ),
        ("family = 'mtnpowder'\nid = '5'\ninterval_minutes = 301", "not 301"),
    ] {
        let error = feed(entry).unwrap_err().to_string();
        assert!(
            error.starts_with("setting lifts: resort `winter-park`: ") && error.contains(named),
            "{error}"
        );
        assert!(!error.contains("hush") && !error.contains('\n'), "{error}");
    }
}

#[test]
fn feeds_and_resorts_are_one_to_one() {
    let two = |first: &str, second: &str| {
        let entry = |(slug, id)| format!("[[lifts]]\nslug = '{slug}'\nfamily = 'mtnpowder'\nid = '{id}'\n");
        let pair = |text: &str| text.split_once(' ').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
        settings(&(entry(pair(first)) + &entry(pair(second)))).config()
    };
    assert!(two("alta 1", "vail 2").is_ok());
    assert!(two("alta 1", "alta 2").unwrap_err().to_string().contains("two feeds"));
    assert!(two("alta 1", "vail 1").unwrap_err().to_string().contains("same feed"));
    assert!(toml::from_str::<Settings>("[[lifts]]\nslug = 'alta'\nfamily = 'vail'\nuri = 'x'").is_err());
}

#[test]
fn only_listed_lodging_is_linked() {
    assert_eq!(settings("").config().unwrap().lodging, []);
    let site =
        |name: &str, url: &str| format!("[[lodging]]\nname = '{name}'\nurl = '{url}'\nvibes = ['lux']\n");
    let good = "https://beds.example/s?q={name}&from={checkIn}&to={checkOut}";
    let config = settings(&(site("Beds", good) + &site("Huts", good))).config().unwrap();
    assert_eq!(
        config.lodging.iter().map(|partner| partner.name.as_str()).collect::<Vec<_>>(),
        ["Beds", "Huts"]
    );
    let refused = |text: &str| settings(text).config().unwrap_err().to_string();
    let error = refused(&site("Beds", "https://beds.example/{rooms}"));
    assert!(error.starts_with("setting lodging: site `Beds`: ") && error.contains("{checkIn}"), "{error}");
    assert!(refused(&site("Beds", "http://beds.example/{slug}")).contains("https://"));
    assert!(refused(&(site("Beds", good) + &site("Beds", good))).contains("two sites"));
    assert!(refused(&site(" ", good)).contains("name must be"));
    let six: String = (0..6).map(|number| site(&format!("Beds {number}"), good)).collect();
    assert!(refused(&six).contains("limit of 5"));
    assert!(toml::from_str::<Settings>("[[lodging]]\nname = 'Beds'\nurl = 'x'\nvibes = ['cheap']").is_err());
}

/// Returns every key of the file that is also a flag.
fn keys() -> Vec<String> {
    let flags = Settings::augment_args(clap::Command::new("settings"));
    let names = flags.get_arguments().map(|flag| flag.get_id().to_string());
    names.filter(|name| name != "config").collect()
}

const PASSWORD: &str = "pa55word-of-somebody";

/// Generates values that a user might write for a key, as TOML: words, addresses with a password, numbers of any size,
/// other types.
fn value() -> impl Strategy<Value = String> {
    let text = |text: String| serde_json::to_string(&text).unwrap();
    prop_oneof![
        any::<String>().prop_map(text),
        "[a-z0-9:/.,*@ -]{0,60}".prop_map(text),
        "(postgres|https?|ftp)://[a-z]{0,5}:".prop_map(move |head| text(format!("{head}{PASSWORD}@host/x"))),
        "[0-9a-f:./]{1,40}(,[0-9a-f:./]{1,40}){0,4}".prop_map(text),
        any::<i64>().prop_map(|number| number.to_string()),
        (-2_i64..4_000).prop_map(|number| number.to_string()),
        any::<f64>()
            .prop_filter("TOML writes them differently", |x| x.is_finite())
            .prop_map(|x| format!("{x:?}")),
        any::<bool>().prop_map(|truth| truth.to_string()),
        Just("[1, 2]".to_owned()),
        Just("{ a = 1 }".to_owned()),
        Just("2026-11-22".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn errors_hide_passwords(
        lines in prop::collection::vec((prop::sample::select(keys()), value()), 1..4),
    ) {
        let file: String = lines.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
        if let Err(error) = parse(Path::new("file"), &file).and_then(Settings::config) {
            let error = error.to_string();
            prop_assert!(!error.contains('\n') && error.len() < 2_000, "{error}");
            prop_assert!(!error.contains(PASSWORD), "{error}");
        }
    }

    #[test]
    fn any_file_is_parsed_or_rejected(file in any::<String>()) {
        if let Err(error) = parse(Path::new("file"), &file) {
            prop_assert!(!error.to_string().contains('\n'), "{error}");
        }
    }
}
