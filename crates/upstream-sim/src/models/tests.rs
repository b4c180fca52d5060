use super::*;

#[test]
fn runs_are_out_six_hours_later() {
    let now = Timestamp::parse("2026-01-10T13:00:00Z").unwrap();
    let at = |name: &str| Model::find(name).unwrap().run(now).to_string();
    assert_eq!(at("gfs_seamless"), "2026-01-10T06:00:00.000Z");
    assert_eq!(at("ecmwf_ifs025"), "2026-01-10T00:00:00.000Z");
}

#[test]
fn error_grows_with_lead() {
    let model = Model::find("gfs_seamless").unwrap();
    let (truth, error) =
        (Drivers { storm: 1.0, ..Drivers::default() }, Drivers { storm: -1.0, ..Drivers::default() });
    let at = |lead| model.forecast(truth, error, lead).storm;
    assert!((at(-5.0) - 1.0).abs() < 1e-12);
    assert!(at(24.0) > at(120.0) && at(120.0) > at(300.0));
    assert!((at(9_999.0) - at(330.0)).abs() < 1e-12);
}

#[test]
fn regional_domains_are_limited() {
    let model = Model::find("icon_d2").unwrap();
    assert!(model.covers(46.8, 9.8));
    assert!(!model.covers(39.6, -106.5));
    assert!(Model::find("gfs_seamless").unwrap().covers(-45.0, 170.0));
}
