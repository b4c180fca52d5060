use super::*;

fn with(base: &str, key: Option<&str>) -> Result<Config, ConfigError> {
    Config::new(Some(base), key.map(Secret::new), &MODELS, &CONTEXT_MODELS)
}

#[test]
fn base_follows_the_key_unless_given() {
    let of =
        |key: Option<&str>| Config::new(None, key.map(Secret::new), &["gfs_seamless"], &[]).unwrap().base;
    assert_eq!(of(None), FREE_BASE);
    assert_eq!(of(Some("k")), CUSTOMER_BASE);
    assert_eq!(of(Some(" ")), FREE_BASE);
    assert_eq!(with("http://127.0.0.1:8080/", Some("k")).unwrap().base, "http://127.0.0.1:8080");
    assert_eq!(with("https://host/proxy/v1/forecast/", None).unwrap().base, "https://host/proxy");
}

#[test]
fn rejects_bad_urls_without_quoting() {
    for (base, error) in [
        ("", ConfigError::NotWeb),
        ("api.open-meteo.com", ConfigError::NotWeb),
        ("ftp://host", ConfigError::NotWeb),
        ("https://", ConfigError::NotWeb),
        ("https:///v1", ConfigError::NotWeb),
        ("https://user:hunter2@host", ConfigError::Extra),
        ("https://host?apikey=hunter2", ConfigError::Extra),
        ("https://host#x", ConfigError::Extra),
        ("https://ho st", ConfigError::Character),
        ("https://hôst", ConfigError::Character),
    ] {
        let refused = with(base, None).unwrap_err();
        assert_eq!(refused, error, "{base}");
        assert!(!refused.to_string().contains("hunter2"));
    }
}

#[test]
fn model_names_are_checked_and_distinct() {
    let models = Config::new(None, None, &["gfs_seamless", "gfs_seamless", " icon_d2 "], &[]).unwrap();
    assert_eq!(models.models(), ["gfs_seamless", "icon_d2"]);
    assert_eq!(Config::new(None, None, &[], &[]).unwrap_err(), ConfigError::NoModels);
    assert_eq!(Config::new(None, None, &["a&b"], &[]).unwrap_err(), ConfigError::ModelName);
    assert_eq!(Config::new(None, None, &[""], &[]).unwrap_err(), ConfigError::ModelName);
}

#[test]
fn key_is_shown_only_by_reveal() {
    let config = with("https://host", Some("s3cr&t/ä")).unwrap();
    let url = config.url(&[("latitude", "1"), ("timezone", "Europe/Kyiv")]);
    assert_eq!(
        url.reveal(),
        "https://host/v1/forecast?latitude=1&timezone=Europe%2FKyiv&apikey=s3cr%26t%2F%C3%A4"
    );
    for shown in [
        url.to_string(),
        format!("{url:?} {url:#?} {config:?} {config:#?}"),
        format!("{:?} {}", Secret::new("s3cr&t/ä"), Secret::new("s3cr&t/ä")),
        url.scrub(&format!("could not connect to {}: s3cr&t/ä", url.reveal())),
    ] {
        assert!(!shown.contains("s3cr"), "{shown}");
        assert!(shown.contains("[redacted]"), "{shown}");
    }
    let open = Config::default().url(&[]);
    assert_eq!(open.reveal(), "https://api.open-meteo.com/v1/forecast");
    assert_eq!(open.scrub("as it is"), "as it is");
}

#[test]
fn one_context_model_is_the_one_with_everything() {
    let with = |context: &[&str]| {
        let config = Config::new(None, None, &MODELS, context).unwrap();
        config.with_one_context_model().map(|smaller| smaller.context_models().to_vec())
    };
    assert_eq!(with(&CONTEXT_MODELS), Some(vec!["gfs_seamless".to_owned()]));
    assert_eq!(with(&["gfs_seamless"]), None);
    assert_eq!(with(&["ecmwf_ifs025", "icon_seamless"]), None, "no freezing level");
    assert_eq!(with(&[]), None);
}
